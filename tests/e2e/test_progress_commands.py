"""review, stats, undo, export, import, calibrate, fit and config.toml as a script sees them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import time
import zipfile
from collections import Counter
from contextlib import closing, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from katatx.cli import main
from katatx.commands.export import _drill_standing, bring_in
from katatx.decks.loading import load_deck
from katatx.errors import KatatxError
from katatx.progress.database.header import FILE_NAME
from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from katatx.progress.records import Answered, Run, Typing, Uncovering
from katatx.progress.standing import Standing
from katatx.sessions.calibration import TEXTS
from katatx.views.stats.mistakes import mistake_words
from katatx.views.stats.report import Around, DrillReport, SkillReport
from scoring.schedule import Memory, Schedule
from scoring.skills import Go, Learner, Skill
from tests.conftest import BUILT_IN, ROOT
from tests.e2e.begun import DRILLS
from tests.e2e.program import run_text
from tests.e2e.terminal import PROGRAM, Terminal
from tests.progress.histories import know
from tests.progress.test_upgrades import log_of_version_3


def run(*arguments: str, typed: str = "", home: Path | None = None, **options) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **({"KATATX_HOME": str(home)} if home else {})}
    done = run_text(*arguments, typed=typed, env=env, **options)
    assert "Traceback" not in done.stderr, done.stderr
    assert not set("\x1b\x9b\u202e") & set(done.stdout + done.stderr)
    return done


def good(*arguments: str, **options) -> str:
    done = run(*arguments, **options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refused(*arguments: str, **options) -> str:
    """The one line of what cannot be done."""
    done = run(*arguments, **options)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    assert len(done.stderr) < 500
    return done.stderr


def stats(*arguments: str, home: Path | None = None):
    return json.loads(good("stats", *arguments, "--json", home=home))


def drill_of(document, deck: str, drill: str):
    (found,) = [each for each in document["decks"] if each["deck"] == deck]
    return next(each for each in found["drills"] if each["id"] == drill)


def skill_of(document, name: str):
    (found,) = [each for each in document["skills"] if each["skill"] == name]
    return found


def answered(drill: str, at: datetime, verdict: str = "right", seconds: float = 10.0, **other) -> Answered:
    told = {"typed": "3", "wrong_turns": (), "help": 0, "target_seconds": 15.0, "deck": "attention"} | other
    return Answered(
        run="r1", drill=drill, seed=None, given={}, verdict=verdict, slots=(), answered=at, seconds=seconds, first_key_seconds=2.0, pencil_seconds=10.0, **told
    )  # fmt: skip


# Noon of the practice day, which begins at four.
TODAY = (datetime.now().astimezone() - timedelta(hours=4)).replace(hour=12, minute=0, second=0, microsecond=0)


@pytest.fixture
def log(home: Path):
    """The log of a home, with a run, which knows the attention deck; the program may use it at the same time."""
    found = Log(SqliteStore(home))
    know(found)
    found.start_run(Run("r1", "attention", None, ("match", "scaled-row"), 7, False, TODAY - timedelta(days=30)))
    yield found
    found.close()


@pytest.fixture
def practised(log: Log) -> Log:
    """Seven days: `match` on five of them, a slip at `scaled`, a drill that no deck has; what counts for nothing too."""
    for back in (9, 7, 5, 4, 3):
        log.record(answered("match", TODAY - timedelta(days=back), "wrong-turn" if back == 5 else "right", wrong_turns=("dot/summed",) if back == 5 else ()))  # fmt: skip
    log.record(answered("match", TODAY - timedelta(days=3, minutes=-5), "wrong-turn", wrong_turns=("dot/summed",)))
    log.record(answered("scaled-row", TODAY - timedelta(days=2), "coarse"))
    log.record(answered("scaled-row", TODAY - timedelta(days=2), "slip", 40.0))
    log.record(answered("scaled-row", TODAY - timedelta(days=1), "unread"))
    log.record(answered("gone", TODAY - timedelta(days=1), deck="mine"))
    return log


# ---- the home lines only read


# As root every folder can be written; a read-only mount in a namespace of its own cannot.
READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'


@pytest.mark.parametrize("state", ["a log", "a log of version 3", "no log"])
def test_a_home_that_cannot_be_written_is_listed(state: str, home: Path) -> None:
    if state == "a log of version 3":
        log_of_version_3(home)
    elif state == "a log":
        with closing(Log(SqliteStore(home))) as log:
            log.record(answered("match", TODAY))
    else:
        home.mkdir()
    held = ["unshare", "--mount", "sh", "-c", READ_ONLY, str(home)] if os.geteuid() == 0 else []
    if held and subprocess.run([*held, "true"], capture_output=True, check=False).returncode:
        pytest.skip("as root no folder is read-only, and no namespace with a read-only mount can be had")
    before = {path: path.read_bytes() for path in home.iterdir()}
    home.chmod(0o500)
    done = subprocess.run([*held, *PROGRAM], input="", capture_output=True, text=True, check=False)
    home.chmod(0o700)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Attention from scratch" in done.stdout
    assert {path: path.read_bytes() for path in home.iterdir()} == before


def test_the_home_lines_make_no_log_and_wait_for_no_writer(home: Path) -> None:
    good()
    assert not home.exists()
    Log(SqliteStore(home)).close()
    with closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert "Attention from scratch" in good(timeout=30)


# ---- review


def test_review_asks_stops_and_goes_on(home: Path) -> None:
    first = good("review", "--plain", typed="3\n8\nq\n")
    assert first.startswith("Welcome to katatx.\n")
    opened = re.search(r"^Review: 10 minutes\. 0 of (\d+) drills done\.", first, flags=re.MULTILINE)
    assert opened is not None
    assert 15 <= int(opened[1]) <= 60
    assert f"0 of {opened[1]} done, attention, WANT dots every HAVE:" in first
    assert re.search(r"^right$\n^not timed, target \d+ s; dot 1 of 10$", first, flags=re.MULTILINE)
    assert re.search(r"^again in 3 questions$", first, flags=re.MULTILINE)
    assert "\n1 of 2 right · " in first
    assert "\ndot/products  ●○○○○○○○○○ new\ndot/sum       ●○○○○○○○○○ new\n" in first
    assert re.search(r"^Tomorrow: \d+ skills? due, and new drills\.$", first, flags=re.MULTILINE)
    again = good("review", typed="q\n")
    assert again.startswith(f"Review: 10 minutes. 1 of {opened[1]} drills done.")
    assert "A scaled score is" in again  # the third: the second was missed and comes back later
    assert "calibrate" not in again
    assert "your typing" not in again.lower()


def test_review_keeps_to_its_limit_and_says_when_nothing_is_left(home: Path) -> None:
    asked = good("review", "--plain", "--limit", "1", typed="1\n1\n1\n")
    assert asked.count("\n?\n") == 1
    focus = "chopped_count/subtract"
    count = sum(focus in drill["skills"] for deck in stats()["decks"] for drill in deck["drills"])
    assert count == 1
    # It asks how many zeros 2 words get, and how many words 500 lose, where 100 are taken.
    for done in range(count):
        asked = good("review", "--plain", "--focus", focus, typed="98 400\nq\n")
        assert asked.startswith(f"Review of {focus}: 10 minutes. {done} of {count} drills done.")
        assert "\n1 of 1 right · " in asked
    nothing = good("review", "--plain", "--focus", focus)
    assert nothing.startswith(f"Review of {focus}. Nothing is left for today.")
    assert re.search(r"^Tomorrow: \d+ skills? due, and new drills\.$", nothing, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--limit", "0"), "--limit"),
        (("--minutes", "0"), "--minutes"),
        (("--minutes", "601"), "--minutes takes a whole number, from 1 to 600"),
        (("--minutes", "ten"), "--minutes"),
        (("--focus", "nonsense"), 'no drill uses "nonsense"'),
        (("--focus", "nonsense"), "katatx stats DECK lists the skills of a deck"),
        (("--focus", "softmx/divide"), "did you mean softmax/divide?"),
        (("--focus", "softmax/"), "softmax"),
        (("--focus", "\x1b[31m\u202e"), "no drill uses"),
    ],
)
def test_a_review_of_what_is_not_there_is_one_line(home: Path, option: tuple[str, str], said: str) -> None:
    assert said in refused("review", *option)


def test_minutes_and_a_focus_hold_for_one_sitting(home: Path) -> None:
    asked = good("review", "--plain", "--minutes", "1", typed="2\nq\n")
    assert re.search(r"^Review: 1 minute\. 0 of \d drills done\.", asked, flags=re.MULTILINE)
    focused = good("review", "--plain", "--focus", "softmax", typed="q\n")
    assert focused.startswith("Review of softmax: 10 minutes. 0 of ")
    records = json.loads(good("export"))
    *_, run = [each for each in records if each["table"] == "runs"]
    lines = {each["id"]: each["skills"] for each in stats("attention")["decks"][0]["drills"]}
    assert run["drills"]
    of_attention = [name.removeprefix("attention/") for name in run["drills"] if name.startswith("attention/")]
    assert of_attention
    assert all(any(line.startswith("softmax/") for line in lines[drill]) for drill in of_attention)


# ---- stats

NUMBER = (int, float)


def test_stats_as_json_has_every_field_of_the_contract(practised: Log) -> None:
    found = stats()
    assert found["attempts"] == 8
    assert [deck["deck"] for deck in found["decks"]] == [*BUILT_IN, "mine"]
    names = [skill["skill"] for skill in found["skills"]]
    assert len(set(names)) == len(names) > 90
    by_name = dict(zip(names, found["skills"], strict=True))
    drills, used = 0, Counter[str]()
    for deck in found["decks"]:
        assert deck["automatic"] == sum(by_name[name]["automatic"] for name in deck["skills"])
        assert deck["begun"] == sum(drill["attempts"] > 0 for drill in deck["drills"] if drill["in_deck"])
        of_drills = {name for drill in deck["drills"] for name in drill["skills"]}
        assert of_drills <= set(deck["skills"]) <= set(names)
        for drill in deck["drills"]:
            drills += 1
            used.update(drill["skills"])
            known = drill["attempts"] > 0
            assert isinstance(drill["id"], str)
            assert isinstance(drill["wrong_turns"], dict)
            assert drill["standing"] == ("learning" if known else "new")
            assert (
                (drill["accuracy"] is not None)
                == (drill["due"] is not None)
                == (drill["last_day"] is not None)
                == known
            )
            assert drill["automatic"] is False
    assert drills == sum(len(load_deck(name, ROOT / "nowhere").drills) for name in BUILT_IN) + 1
    # A line of a kata may be worked by more than its drill.
    assert all(used[skill["skill"]] <= skill["drills"] for skill in found["skills"])
    assert names == sorted(names, key=lambda name: (-by_name[name]["drills"], name))
    now = datetime.now(UTC)
    for skill in found["skills"]:
        known = skill["standing"] != "new"
        assert all((skill[field] is not None) == known for field in ("score", "recall", "due", "stability_days"))
        assert (skill["days"] > 0) == known
        if known:
            due = datetime.fromisoformat(skill["due"])
            assert due.tzinfo is not None
            assert (due.hour, due.minute, due.second) == (4, 0, 0)
            assert isinstance(skill["pace"], NUMBER)
    due = {name for name in names if by_name[name]["due"] and datetime.fromisoformat(by_name[name]["due"]) <= now}
    assert found["due"] == len(due)
    assert [deck["due"] for deck in found["decks"]] == [len(due & set(deck["skills"])) for deck in found["decks"]]
    assert found["forecast"][0] == {"day": found["day"], "due": found["due"]}
    assert [day["attempts"] for day in found["calendar"]] == [1, 1, 1, 1, 2, 1, 1]


def test_what_answers_come_to_is_counted_by_hand(practised: Log) -> None:
    found = stats()
    match = drill_of(found, "attention", "match")
    day = [(TODAY - timedelta(days=back)).date().isoformat() for back in range(10)]
    assert {name: match[name] for name in match if name != "due"} == {
        "id": "match", "attempts": 6, "accuracy": 0.8, "automatic": False, "wrong_turns": {"dot/summed": 2}, "standing": "learning",
        "missing": "dot/products, dot/sum not automatic yet", "last_day": day[3], "in_deck": True, "skills": ["dot/products", "dot/sum"],
    }  # fmt: skip
    scaled = drill_of(found, "attention", "scaled-row")
    assert (scaled["attempts"], scaled["accuracy"], scaled["last_day"]) == (1, 0.0, day[2])
    # Five answers told of the products, four of them that they are known: of the mistake's line, and not of what comes
    # after it. Each counts as much as the half that is taken for granted.
    products, total = skill_of(found, "dot/products"), skill_of(found, "dot/sum")
    assert (products["days"], total["days"]) == (5, 4)
    assert products["score"] == pytest.approx((0.5 + 4) / 6)
    assert total["score"] == pytest.approx((0.5 + 4) / 5)
    assert products["missed"] == {"day": day[5], "drill": "attention/match", "wrong_turn": "dot/summed"}
    assert total["missed"] is None
    # Four clean goes at one of its drills, of which half count at each of the others.
    assert products["goes"] == round((4 + 2 * (products["drills"] - 1)) / products["drills"], 2)
    assert (products["standing"], products["automatic"], products["full"], products["fell_back"]) == ("learning", False, 0, None)  # fmt: skip
    assert found["weakest"] == "dot/products"
    # A slip of the pencil says nothing of the lines.
    assert {skill_of(found, line)["standing"] for line in scaled["skills"]} == {"new"}


def test_stats_of_a_deck_a_drill_and_a_skill_are_those_among_all(practised: Log) -> None:
    whole = stats()
    deck = stats("attention")
    assert deck["decks"] == whole["decks"][:1]
    assert deck["attempts"] == 7
    assert [skill["skill"] for skill in deck["skills"]] == deck["decks"][0]["skills"]
    assert deck["skills"] == [skill for skill in whole["skills"] if skill["skill"] in deck["decks"][0]["skills"]]
    assert stats("attention/match") == drill_of(whole, "attention", "match")
    assert stats("mine/gone")["in_deck"] is False
    assert stats("block")["attempts"] == 0
    for name in ("dot/products", "softmax/divide"):
        assert stats(name) == skill_of(whole, name)


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_stats_as_text(practised: Log) -> None:
    whole = good("stats")
    count = len(stats()["skills"])
    assert f"8 answers; 0 of {count} skills automatic." in whole
    words = mistake_words("dot/summed")
    assert re.search(rf"^2 × █+ +{words}$", whole, flags=re.MULTILINE)
    assert "mine" not in whole.split("\n\n")[0]
    assert re.search(r"^◐ +dot/products +██░+ +2 +learning +", whole, flags=re.MULTILINE)
    assert "Weakest step of the week: dot/products." in whole
    assert f"Last missed 5 days ago at attention/match: {words}." in squeezed(whole)
    assert "katatx review --focus dot/products practises it." in whole
    assert "Practised 7 of the last 28 days" in whole  # 9, 7, 5, 4, 3, 2 and 1 days ago
    deck = good("stats", "attention")
    told = r"Attention from scratch, one number at a time 0 of \d\d skills automatic, \d+ due\."
    assert re.match(told, squeezed(deck))
    assert re.search(r"^◐ +match +learning +", deck, flags=re.MULTILINE)
    assert re.search(r"^○ +why-root +new\b", deck, flags=re.MULTILINE)
    assert max(map(len, [*whole.splitlines(), *deck.splitlines()])) <= 80
    assert "gone*" in good("stats", "mine")
    drill = squeezed(good("stats", "attention/match"))
    assert drill.startswith("attention/match standing ◐ learning: dot/products, dot/sum not automatic yet")
    assert "6 answers, 5 first of the day, 80 % of those right" in drill
    assert re.search(r"◐ dot/products ████░+ 4 learning", drill)
    assert "Seconds to the answer" in drill
    assert squeezed(good("stats", "attention/why-root")) == "attention/why-root standing ○ new"
    assert re.match(r"Today +\d+ questions, about \d+ min: ", good())


def test_stats_of_a_skill_as_text(practised: Log) -> None:
    practised_one = squeezed(good("stats", "dot/products"))
    products = stats("dot/products")
    assert practised_one.startswith(f"dot/products standing ◐ learning, used in {products['drills']} drills")
    assert f" 2 of 10 goes; full at 0 of {products['drills']} drills " in practised_one
    assert re.search(r" recall \d+ % today ", practised_one)
    assert " practised on 5 days, last 3 days ago; 75 % right lately " in practised_one
    assert f" missed 5 days ago at attention/match: {mistake_words('dot/summed')} " in practised_one
    assert re.search(r" pace \S+ s, target \S+ s; \S+ s at first ", practised_one)
    never = good("stats", "softmax/divide")
    divide = stats("softmax/divide")
    assert never.startswith("softmax/divide\nstanding   ○ new, used in ")
    used = [line.split()[1] for line in never.splitlines() if line.startswith("○")]
    assert len(used) == divide["drills"]
    assert "attention/portions" in used
    assert {name: divide[name] for name in divide if name != "drills"} == {
        "skill": "softmax/divide", "standing": "new", "automatic": False, "goes": 0.0, "full": 0, "score": None, "recall": None,
        "due": None, "pace": None, "days": 0, "stability_days": None, "fell_back": None, "missed": None,
    }  # fmt: skip


def test_stats_of_a_recipe_are_those_of_its_lines(practised: Log) -> None:
    lines = {"softmax/raise", "softmax/total", "softmax/divide"}
    assert {each["skill"] for each in stats("softmax")} == lines
    told = good("stats", "softmax")
    assert told.startswith("softmax: 0 of 3 skills automatic.\n")
    assert {line.split()[1] for line in told.splitlines() if line.startswith("○")} == lines


def test_stats_are_coloured_on_a_terminal_alone(practised: Log, home: Path) -> None:
    for unset in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
        terminal = Terminal("stats", "attention/match", home=home, **unset)
        assert terminal.wait_for_exit() == 0
        assert (b"\x1b[34m" in terminal.raw) == (not unset)
        assert "target" in terminal.text


def test_stats_of_nothing_practised(home: Path) -> None:
    assert "Nothing practised yet." in good("stats")
    found = stats()
    assert (found["attempts"], found["due"], found["automatic"], found["weakest"]) == (0, 0, 0, None)
    assert {skill["standing"] for skill in found["skills"]} == {"new"}
    assert {drill["missing"] for deck in found["decks"] for drill in deck["drills"]} == {"not practised yet"}
    assert not home.exists()


@pytest.mark.parametrize("knows", [True, False], ids=["that knows the deck", "that knows no deck"])
def test_stats_write_nothing_into_a_log_that_is_only_read(home: Path, knows: bool) -> None:
    with closing(Log(SqliteStore(home))) as log:
        if knows:
            know(log)
        log.record(answered("match", TODAY))
    before = (home / FILE_NAME).read_bytes()
    # Not even where another program writes all the while.
    with closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        for name in ((), ("attention",), ("attention/match",), ("dot/products",)):
            assert stats(*name)
        assert json.loads(good("class", "--json"))["learners"]
    assert (home / FILE_NAME).read_bytes() == before
    assert sorted(path.name for path in home.iterdir()) == [FILE_NAME]


@pytest.mark.parametrize("name", ["atention", "attention/", "./mine.yaml", "\x1b[31m", "softmax/divid", "softmx"])
def test_stats_of_what_is_not_there_names_what_is(practised: Log, name: str) -> None:
    assert "write one of: " in refused("stats", name)
    assert "write one of: softmax/divide, " in refused("stats", "softmax/devide")


def test_a_rebuild_comes_to_the_same(practised: Log) -> None:
    asked = ((), ("attention",), ("attention/match",), ("dot/products",), ("--json",))
    before = [good("stats", *each) for each in asked]
    done = run("stats", "--rebuild", "--json")
    assert (done.stderr, done.stdout) == ("katatx: recomputed from 8 answers\n", before[-1])
    assert [good("stats", *each) for each in asked] == before


def test_a_rebuild_keeps_what_is_worked_out_for_a_look_where_the_log_does_not_know_a_deck(home: Path) -> None:
    with closing(Log(SqliteStore(home))) as log:
        log.record(answered("match", TODAY))
    before = (home / FILE_NAME).read_bytes()
    looked = stats("dot/sum")
    assert (looked["standing"], looked["days"]) == ("learning", 1)
    begun = lambda: [each["begun"] for each in json.loads(good("class", "--json"))["learners"]]  # noqa: E731
    assert begun() == [0]
    assert (home / FILE_NAME).read_bytes() == before
    done = run("stats", "dot/sum", "--json", "--rebuild")
    assert (done.returncode, done.stderr) == (0, "katatx: recomputed from 1 answer\n")
    assert json.loads(done.stdout) == looked
    assert begun() == [2]


# ---- undo


def test_undo_takes_the_last_answer_out_and_asks_it_again(home: Path) -> None:
    nothing = stats()
    good("drill", "attention", "--plain", typed="73\nq\n")
    one = stats()
    good("drill", "attention", "--plain", typed="5 5 5 5 5\nx\nq\n")
    said = good("undo")
    assert said.startswith("undone: attention/padded-row, 5 5 5 5 5 (")
    assert stats() == one
    assert "A model reads a row" in good("drill", "attention", "--plain", typed="q\n")
    assert good("undo").startswith("undone: attention/kept-word, 73 (right)")
    assert stats() == nothing
    assert "nothing to undo" in refused("undo")
    assert "A dictionary numbers" in good("drill", "attention", "--plain", typed="q\n")
    records = json.loads(good("export"))
    assert [each["typed"] for each in records if each["table"] == "attempts"] == ["73", "5 5 5 5 5", "x"]
    marked = {each["uid"] for each in records if each["table"] == "undos"}
    assert marked == {each["uid"] for each in records if each["table"] == "attempts" and each["typed"] != "x"}


def test_what_is_answered_again_after_an_undo_counts_as_helped(home: Path) -> None:
    good("drill", "attention", "--plain", typed="5\nq\n")
    good("undo")
    good("drill", "attention", "--plain", typed="73\nq\n")
    found = drill_of(stats(), "attention", "kept-word")
    assert (found["attempts"], found["accuracy"]) == (1, 0.0)


def test_undo_of_an_answer_from_outside_is_shown_plainly(log: Log) -> None:
    log.record(answered("match", TODAY, typed="\x1b[2J\u202e" + "9" * 500))
    assert len(good("undo")) < 300


def test_an_undone_drill_of_any_name_is_one_line(log: Log) -> None:
    log.record(answered("a\nb", TODAY, deck="c\nd"))
    first, second = good("undo").splitlines()
    assert first.startswith("undone: c�d/a�b, 3 (right)")
    assert second.startswith("It stays in the log")


# ---- export and import


@pytest.fixture
def full(practised: Log) -> Log:
    """A log with a row of every table, and what is awkward to write."""
    practised.uncover(Uncovering("r1", "attention", "match", 2**62, 1, TODAY))
    practised.record(answered("match", TODAY, typed="=1+1"))
    practised.record(answered("scaled-row", TODAY, "wrong", typed='a "b", \x1b[31mred\n√2 é \x9b'))
    practised.record(answered("typical-score", TODAY, "wrong", typed="-3", help=1))
    practised.undo(TODAY + timedelta(hours=1))
    practised.calibrate([Typing(11, 2.5, TODAY)])
    return practised


def test_an_export_put_into_an_empty_home_exports_the_same(full: Log, home: Path, tmp_path: Path) -> None:
    first, other = tmp_path / "log.json", tmp_path / "other"
    good("export", str(first))
    assert first.read_text(encoding="utf-8") == good("export")
    records = json.loads(first.read_text(encoding="utf-8"))
    assert {each["table"] for each in records} == {"runs", "attempts", "uncoverings", "undos", "typings"}
    said = good("import", str(first), home=other)
    assert (
        said
        == f"imported 1 run, {len(full.attempts('r1'))} attempts, 2 uncoverings, 1 undo, 1 typing; 0 were already there\n"
    )
    assert good("export", home=other) == first.read_text(encoding="utf-8")
    assert stats(home=other) == stats()
    assert good("import", str(first), home=other) == f"imported nothing new; {len(records)} were already there\n"
    assert good("export", home=other) == first.read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "log.json", "other"]


def test_a_mask_survives_export_and_import(log: Log, tmp_path: Path) -> None:
    masked = answered("masked-portions", TODAY)
    log.record(
        Answered(**{**{name: getattr(masked, name) for name in masked.__slots__}, "given": {"s": [1.0, float("-inf")]}})
    )
    path = tmp_path / "log.json"
    good("export", str(path))
    good("import", str(path), home=tmp_path / "other")
    other = Log(SqliteStore(tmp_path / "other"))
    assert [each.answer for each in other.attempts("r1")] == [each.answer for each in log.attempts("r1")]
    other.close()


def test_an_empty_log_is_exported_and_imported(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    good("export", str(path))
    assert json.loads(path.read_text()) == []
    assert good("import", str(path), home=tmp_path / "other") == "imported nothing new; 0 were already there\n"


def test_csv_opens_as_a_table_and_no_answer_is_a_formula(full: Log, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    good("export", str(path))
    text = path.read_text(encoding="utf-8")
    assert text == good("export", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == len(full.attempts("r1"))
    assert {"deck", "drill", "typed", "verdict", "answered", "seconds", "cold"} <= rows[0].keys()
    assert not any(None in row or None in row.values() for row in rows)
    typed = [row["typed"] for row in rows]
    assert "'=1+1" in typed
    assert "-3" in typed  # a number stays one
    assert 'a "b", �[31mred\n√2 é �' in typed
    assert [row["day"] for row in rows] == sorted(row["day"] for row in rows)


FORMULAS = ["=1", "@SUM(A1)", "+1+cmd|' /C calc'!A0", "-2+3+cmd|' /C calc'!D2", "-A1", "+HYPERLINK(1)"]
NUMBERS = ["-3", "-0.047 0.953", "+2", "- 3", "-1, -2", "-1/2", "1-2", "√2"]


def test_formulas_are_defused_and_numbers_stay_as_typed(log: Log) -> None:
    for minute, typed in enumerate([*FORMULAS, *NUMBERS]):
        log.record(answered("match", TODAY + timedelta(minutes=minute), typed=typed))
    rows = csv.DictReader(io.StringIO(good("export", "--format", "csv")))
    assert [row["typed"] for row in rows] == [*(f"'{typed}" for typed in FORMULAS), *NUMBERS]


def test_csv_says_which_answers_were_undone(full: Log) -> None:
    rows = list(csv.DictReader(io.StringIO(good("export", "--format", "csv"))))
    assert list(rows[0])[-1] == "undone"
    assert [row["undone"] for row in rows] == [str(each.undone) for each in full.attempts("r1")]
    assert {row["undone"] for row in rows} == {"True", "False"}


def test_standings_in_an_export_say_nothing_twice(practised: Log) -> None:
    lines = good("export", "--format", "markdown", "--deck", "attention", "--page").splitlines()
    said = [line.removeprefix("Standing: ") for line in lines if line.startswith("Standing: ")]
    assert len(said) == DRILLS
    assert Counter(said)["new"] == len(said) - 2
    for line in set(said) - {"new"}:
        assert re.fullmatch(r"learning, due \d{4}-\d\d-\d\d; \w+/\w+, \w+/\w+ not automatic yet", line)


MARCH_2 = date(2026, 3, 2).toordinal()


def known_skill(due_in: float, **other) -> Skill:
    """A skill that was right on four days, of which the last was the day before, and is due in so many days."""
    memory = Memory(due_in + 1.0, 5.0, MARCH_2 - 1)
    told = {"told": 4, "clean": 4, "days": 4, "score": 0.9, "last_day": MARCH_2 - 1, "memory": memory}
    return Skill(**{**told, "goes": {"attention/match": Go(4, MARCH_2 - 1)}, **other})


@pytest.mark.parametrize(
    ("own", "lines", "word", "line"),
    [
        (None, {}, "new", "new"),
        (known_skill(7), {}, "automatic", "automatic, due 2026-03-09"),
        (known_skill(0), {}, "due", "automatic, due 2026-03-02"),
        (known_skill(7, clean=3), {}, "learning", "learning, due 2026-03-09; right on 3 of 4 days"),
        (known_skill(7), {"dot/sum": known_skill(9, automatic=True)}, "automatic", "automatic, due 2026-03-09"),
        (
            known_skill(9),
            {"dot/sum": known_skill(7)},
            "learning",
            "learning, due 2026-03-10; dot/sum not automatic yet",
        ),
        (known_skill(9), {"dot/sum": known_skill(-0.5, automatic=True)}, "due", "automatic, due 2026-03-02"),
        (
            known_skill(7),
            {"dot/products": known_skill(9, fell_back=MARCH_2), "dot/sum": None, "scale/root": None},
            "learning",
            "learning, due 2026-03-09; dot/products, dot/sum and 1 more not automatic yet",
        ),
    ],
    ids=range(8),
)
def test_a_standing_is_told_with_its_day_and_what_is_missing(own, lines, word: str, line: str) -> None:
    around = Around(date(2026, 3, 2), Schedule(), Learner())
    standing = Standing() if own is None else Standing(attempts=4, firsts=4, firsts_right=4, own=own)
    skills = tuple(SkillReport(name, skill, ("attention/match",), around) for name, skill in lines.items())
    told = _drill_standing(DrillReport("attention", "match", standing, skills, around))
    assert (told.word, told.line) == (word, line)


def test_decks_as_markdown_and_for_anki(practised: Log, tmp_path: Path) -> None:
    text = good("export", "--format", "markdown", "--deck", "attention", "--page")
    assert text.startswith("# Attention from scratch")
    assert "learning" in text
    path, package = tmp_path / "a.md", tmp_path / "a.apkg"
    good("export", str(path), "--deck", "attention", "--page")
    assert path.read_text(encoding="utf-8") == text
    done = run("export", str(package), "--deck", "attention", "--seed", "3")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"katatx: {DRILLS} notes in {package}\n")
    with zipfile.ZipFile(package) as file:
        assert set(file.namelist()) == {"collection.anki2", "media"}
        (tmp_path / "collection").write_bytes(file.read("collection.anki2"))
    with sqlite3.connect(tmp_path / "collection") as collection:
        assert collection.execute("select count(*) from notes").fetchone() == (DRILLS,)
    collection.close()


@pytest.mark.parametrize(
    "arguments",
    [
        ["log.txt"], ["--format", "xml"], ["log.json", "--deck", "attention"], ["a.md", "--deck", "nope"], ["--format", "anki"],
        ["nowhere/log.json"], [".", "--format", "json"], ["/", "--format", "json"], ["/dev/null", "--format", "csv"],
        ["a.md", "--page", "--seed", "3"], ["y.csv", "--seed", "3"], ["--format", "json", "--page"], ["nowhere/a.apkg"], ["/dev/null", "--format", "anki"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_cannot_be_written_is_one_line_and_leaves_nothing(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.argv", ["katatx", "export", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    printed = capsys.readouterr()
    assert (left.value.code, printed.out, printed.err.count("\n")) == (2, "", 1)
    assert list(folder.iterdir()) == []
    assert Path("/dev/null").is_char_device()


def attempt(**other) -> dict:
    return {
        "table": "attempts", "uid": "u1", "run": "r1", "deck": "attention", "drill": "match", "seed": None, "given": {}, "typed": "3",
        "verdict": "right", "wrong_turns": [], "slots": [True], "help": 0, "cold": True, "answered": "2026-03-02T09:00:00+00:00",
        "seconds": 5.0, "first_key_seconds": None, "version": "1", "line": None, "day": "2026-03-02", "paused_seconds": 0.0,
        "untouched": False, "pencil_seconds": None, "target_seconds": None,
    } | other  # fmt: skip


def without(name: str) -> dict:
    return {each: value for each, value in attempt().items() if each != name}


RUN = {
    "table": "runs", "id": "r1", "deck": "attention", "drill": None, "drills": ["match"], "seed": 7, "always_fresh": False,
    "started": "2026-03-02T09:00:00+00:00", "kind": "drill",
}  # fmt: skip
FIT = {"table": "fits", "uid": "f", "parameters": [1, 2, 3], "at": "2026-03-02T09:00:00+00:00"}
HOSTILE = {
    "no JSON": "hello\n",
    "half of it": '[\n{"table": "attempts",',
    "null": "null\n",
    "a number": "[\n5\n]\n",
    "empty": "",
    "another table": {"table": "sqlite_master", "sql": "x"},
    "a derived table": {"table": "standings", "deck": "attention", "drill": "match"},
    "no table": {"uid": "u1"},
    "a table that is no name": {"table": ["attempts"]},
    "binary": bytes(range(256)) * 40,
    "UTF-16": "[]".encode("utf-16"),
    "a huge line": "[" + "9" * 3_000_000,
    "a huge text": attempt(typed="9" * 200_000),
    "deep nesting": "[" * 100_000 + "]" * 100_000,
    "a deep cell": '{"table": "attempts", "given": ' + "[" * 500 + "]" * 500 + "}",
    "a deep text": attempt(given="[" * 100_000),
    "NaN": attempt(seconds=float("nan")),
    "NaN elsewhere": attempt(first_key_seconds=float("nan")),
    "infinity": attempt(target_seconds=float("inf")),
    "NaN given": attempt(given={"a": float("nan")}),
    "a negative time": attempt(seconds=-1.0),
    "text for a number": attempt(seconds="5"),
    "true for a number": attempt(help=True),
    "a list for text": attempt(deck=["attention"]),
    "a run without a name": {**RUN, "id": ""},
    "an attempt without a name": attempt(uid=""),
    "a time before time": attempt(answered="0001-01-01T00:00:00+00:00", day="0001-01-01"),
    "years on one answer": attempt(paused_seconds=1e300),
    "less than no help": attempt(help=-1),
    "a number for a list": {**RUN, "drills": 5},
    "no drills": {**RUN, "drills": None},
    "numbers for drills": {**RUN, "drills": [1]},
    "an object for wrong turns": attempt(wrong_turns=[{}]),
    "a list for what was given": attempt(given=[1]),
    "an unknown verdict": attempt(verdict="splendid"),
    "no verdict": without("verdict"),
    "no time": without("answered"),
    "no name": without("uid"),
    "no zone": attempt(answered="2026-03-02T09:00:00"),
    "no date": attempt(answered="yesterday"),
    "no such day": attempt(day="2026-02-30"),
    "too far a day": attempt(answered="9999-12-31T23:59:59+00:00", day="9999-12-31"),
    "a huge whole number": attempt(help=10**30),
    "a huge seed": attempt(seed=2**80),
    "a column too many": attempt(shell="rm -rf"),
    "an escape in a column": attempt(**{"\x1b[31m\u202e": 1}),
    "an escape in a verdict": attempt(verdict="\x1b[31mright\x9b"),
    "an escape in a table": {"table": "\x1b]0;owned\x07"},
    "parameters that FSRS does not take": FIT,
    "no parameters": {**FIT, "parameters": {"a": 1}},
}


def write_hostile(what: str, folder: Path) -> Path:
    """The file; one that holds a broken record holds sound ones before it."""
    path, content = folder / "log.json", HOSTILE[what]
    if isinstance(content, dict):
        records = ({**RUN, "id": "before"}, attempt(uid="before"), content)
        content = "[\n" + ",\n".join(map(json.dumps, records)) + "\n]\n"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("what", HOSTILE)
def test_a_broken_file_is_refused_whole_in_a_line(what: str, home: Path, tmp_path: Path) -> None:
    with pytest.raises(KatatxError) as caught:
        bring_in(write_hostile(what, tmp_path), home)
    line = str(caught.value)
    assert "log.json" in line
    assert "cannot be written" not in line
    assert line.isprintable()
    assert len(line) < 500
    with sqlite3.connect(home / FILE_NAME) as kept:
        tables = ("runs", "attempts", "standings", "days", "fits")
        assert [kept.execute(f"select count(*) from {table}").fetchone() for table in tables] == [(0,)] * len(tables)
    kept.close()


@pytest.mark.parametrize("what", ["empty", "binary", "a huge line", "deep nesting", "NaN", "an escape in a verdict"])
def test_the_program_says_so_and_exits_with_2(what: str, tmp_path: Path) -> None:
    assert "log.json" in refused("import", str(write_hostile(what, tmp_path)))


def test_what_has_no_table_is_told_so(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    for content, said in [
        ("{}", "it is not a record of a katatx log; katatx export log.json writes"),
        ("5", "it is not a record"),
        ('{"table": "cats"}', 'its table is "cats"; write one of runs'),
        ("id,deck\n1,attention", "it is not a record of a katatx log; .* CSV cannot be imported"),
    ]:
        path.write_text(content + "\n")
        with pytest.raises(KatatxError, match=f"log.json:1: {said}"):
            bring_in(path, home)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe{}", "cannot be read: it is not UTF-8 text"),
        (b"hello\n" * 1_000_000, ":1: it is not a record of a katatx log"),
        (b"", "is empty; katatx export log.json, where the answers are, writes a file to import"),
        (json.dumps(RUN).encode(), ""),
    ],
    ids=["no text", "no log", "nothing", "a run"],
)
def test_a_pipe_is_read_as_a_file_is(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def write() -> None:
        with suppress(BrokenPipeError), path.open("wb") as target:
            target.write(content)

    writer = Thread(target=write)
    writer.start()
    if said:
        assert said in refused("import", str(path))
    else:
        assert good("import", str(path)) == "imported 1 run; 0 were already there\n"
    writer.join()


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_a_device_that_never_ends_is_refused_at_once(device: str) -> None:
    if not Path(device).is_char_device():
        pytest.skip("there is no such device here")
    assert device in refused("import", device, timeout=20)


def test_records_that_differ_from_those_there_are_counted(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    for typed, said in [
        (("3", "3"), "imported 1 run, 2 attempts; 0 were already there\n"),
        (("3", "3"), "imported nothing new; 3 were already there\n"),
        (("4", "3"), "imported nothing new; 3 were already there; 1 of them differs and was not changed\n"),
        (("4", "5"), "imported nothing new; 3 were already there; 2 of them differ and were not changed\n"),
    ]:
        records = [RUN, *(attempt(uid=f"u{number}", typed=each) for number, each in enumerate(typed))]
        path.write_text("".join(json.dumps(each) + "\n" for each in records))
        assert good("import", str(path)) == said


def test_the_sound_parts_of_those_files_come_in(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text("[\n" + ",\n".join(map(json.dumps, (RUN, attempt()))) + "\n]\n")
    assert good("import", str(path)) == "imported 1 run, 1 attempt; 0 were already there\n"
    assert drill_of(stats(), "attention", "match")["attempts"] == 1
    good("drill", "attention", "--plain")


@pytest.mark.parametrize("name", [".", "nowhere.json", "\x1b[31m.json"])
def test_a_file_that_is_none_is_one_line(name: str, tmp_path: Path) -> None:
    assert "cannot be read" in refused("import", name, cwd=tmp_path)


def test_imported_names_do_not_reach_the_terminal_raw(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    evil = attempt(
        deck="\x1b]0;owned\x07", drill="\x9b2J\u202e", typed="\x1b[31m", wrong_turns=["\x1b[1m/x"], verdict="wrong-turn"
    )
    path.write_text(json.dumps(evil) + "\n")
    assert good("import", str(path)) == "imported 1 attempt; 0 were already there\n"
    shown = {
        ("stats",): "█ x\n",
        ("stats", "--json"): "owned",
        ("stats", "\x1b]0;owned\x07"): "█ x\n",
        ("export", "--format", "csv"): "owned",
        ("export",): "owned",
        ("undo",): "owned",
    }
    for arguments, evil_part in shown.items():
        printed = good(*arguments)
        assert evil_part in printed, arguments
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", printed), arguments


# ---- calibrate


def test_calibrate_line_by_line_is_recorded_once_all_is_typed(home: Path) -> None:
    assert "nothing was recorded" in good("calibrate", "--plain", typed=f"{TEXTS[0]}\nq\n")
    assert "nothing was recorded" in good("calibrate", typed=TEXTS[0])
    assert json.loads(good("export")) == []
    said = good("calibrate", "--plain", typed="wrong\n" + "\n".join(TEXTS) + "\n")
    assert said.count("not the same; try again") == 1
    assert re.search(r"^You type a character in 0\.\d\d s\. Target times use that speed", said.splitlines()[-1])
    typings = json.loads(good("export"))
    assert sorted(each["characters"] for each in typings) == sorted(map(len, TEXTS))
    assert {each["table"] for each in typings} == {"typings"}
    # Measured once, it is offered no more.
    assert "calibrate" not in good("drill", "attention", "--plain", typed="73\nq\n")


def test_calibrating_is_offered_after_the_first_sitting_only(home: Path) -> None:
    assert "calibrate" not in good("drill", "attention", "--plain", typed="q\n")
    assert "katatx calibrate" in good("drill", "attention", "--plain", typed="73\nq\n")
    assert "calibrate" not in good("drill", "attention", "--plain", typed="10001\nq\n")
    assert "calibrate" not in good("review", "--plain", typed="1\nq\n")


def test_a_pause_in_plain_takes_no_time(home: Path) -> None:
    with subprocess.Popen([*PROGRAM, "drill", "attention/match", "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("\n")  # after the lesson
        child.stdin.flush()
        while (line := child.stdout.readline()) != "?\n":
            assert line
        child.stdin.write("p\n")
        child.stdin.flush()
        assert "Paused" in child.stdout.readline()
        time.sleep(1.2)
        child.stdin.write("\n3\n")
        child.stdin.flush()
        while not (line := child.stdout.readline()).startswith("right"):
            assert line
        child.stdin.close()
    (record,) = [each for each in json.loads(good("export")) if each["table"] == "attempts"]
    assert 1.1 <= record["paused_seconds"] < 10
    assert record["seconds"] < 1.1


# ---- fit


def test_a_short_log_is_not_fitted(practised: Log) -> None:
    line = refused("fit")
    # Of the products on four days, of their sum on three, and of the drill itself on three.
    assert "you have 10" in line
    assert "400" in line


@pytest.mark.slow
def test_a_long_log_is_fitted_and_a_rebuild_comes_to_the_same(log: Log, home: Path) -> None:
    pytest.importorskip("fsrs_rs_python")
    # The same learner whatever the day: each drill right nine times in ten, asked when FSRS by default would.
    source = Random(3)
    names = [f"d{number}" for number in range(46)]
    with log.store.writing():  # on disk at once and not answer by answer
        for drill in names:
            at, gap = TODAY - timedelta(days=400), 1
            for _ in range(11):
                clean = source.random() < 0.9
                log.record(answered(drill, at, "right" if clean else "wrong"))
                gap = min(40, round(gap * 1.9 + 0.5)) if clean else 1
                at += timedelta(days=gap)
    before = stats()
    said = good("fit")
    later = re.fullmatch(r"Fitted to (\d+) answers to questions of an earlier day; .*\n", said)
    assert later is not None
    assert int(later[1]) == sum(len(each) - 1 for each in log.standings.ratings().values()) >= 400
    after = stats()
    assert after != before
    plain = {"due"}
    for one, other in zip(before["decks"][0]["drills"], after["decks"][0]["drills"], strict=True):
        assert {name: value for name, value in one.items() if name not in plain} == {name: value for name, value in other.items() if name not in plain}  # fmt: skip
    done = run("stats", "--rebuild", "--json")
    assert json.loads(done.stdout) == after
    (fit,) = [each for each in json.loads(good("export")) if each["table"] == "fits"]
    assert len(fit["parameters"]) == 21
    assert date.fromisoformat(fit["at"][:10])


# ---- settings


@pytest.mark.parametrize("command", [[], ["stats"], ["drill", "attention"], ["fit"]], ids=" ".join)
def test_a_wrong_setting_is_one_line_whatever_is_asked(command: list[str], home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[practice]\nretention = 2.0\n")
    line = refused(*command)
    assert "config.toml" in line
    assert "retention" in line
    assert "0.7 to 0.97" in line
    assert not (home / FILE_NAME).exists()


def test_the_settings_are_used(practised: Log, home: Path) -> None:
    before = stats()
    (home / "config.toml").write_text(
        '[practice]\nday_start = 2\nzone = "Asia/Kolkata"\nminutes = 4\nretention = 0.95\n'
    )
    due = drill_of(stats(), "attention", "match")["due"]
    assert due.endswith("T02:00:00+05:30")
    usual = {skill["skill"]: skill["due"] for skill in before["skills"] if skill["due"]}
    wished = {skill["skill"]: skill["due"] for skill in stats()["skills"] if skill["due"]}
    assert usual.keys() == wished.keys()
    # What shall be known better is due earlier.
    assert all(wished[name] < usual[name] for name in usual)
    assert good("review", "--plain", typed="q\n").startswith("Review: 4 minutes. ")
