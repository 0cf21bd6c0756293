"""Several decks, drills, lines and learners in one file: what the tables of standings say of each, and of it alone.

What they should say is worked in memory, answer by answer, from the attempts that were recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from functools import partial
from math import inf, nan
from pathlib import Path
from shutil import copytree

import pytest

from katatx.progress.basis import RULE
from katatx.progress.database.stores import SqliteStore
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.moments import instant_of
from katatx.progress.records import UNGRADED, Attempt, Uncovering
from katatx.progress.standing import Standing, Whole, Works, evidence_of, facts_of
from katatx.progress.standings import PracticeDay, Standings
from katatx.settings import Settings
from scoring.schedule import PARAMETERS, Rating, Schedule
from scoring.skills import Skill
from scoring.standing import take_in
from scoring.work import Work
from tests.progress.histories import NOW, answer

# Two decks with a drill of the same name, lines that both practise, a drill that is called as a line is, a line that
# only a wrong turn and a step name, a line of a kata, and a choice.
DOT = Work(
    (("dot/products", 6.0), ("dot/sum", 3.0)),
    {"dot/summed": "dot/products", "dot/lost": "row/longer"},
    (("dot/products",), ("dot/sum", "row/whole")),
    words=8,
    characters=2,
)
SHARES = Work(
    (("exp/raise", 9.0), ("dot/sum", 4.0), ("softmax/divide", 12.0)),
    {"softmax/not-divided": "softmax/divide"},
    (("exp/raise",), ("dot/sum", "softmax/divide")),
    words=12,
    characters=9,
)
SUM = Work((("dot/sum", 3.0),), {"dot/lost": "dot/sum"}, (("dot/sum",),), words=3, characters=1)
ONE = {("match", ""): DOT, ("shares", ""): SHARES, ("shares", "portions"): SUM}
TWO = {("match", ""): SUM, ("dot/sum", ""): SHARES, ("pick", ""): Work(words=20, characters=1), ("late", ""): SUM}
DECKS: dict[str, tuple[str, Mapping[tuple[str, str], Work]]] = {"one": ("first", ONE), "two": ("second", TWO)}
WORKS = Works({(deck, *name): work for deck, (_, works) in DECKS.items() for name, work in works.items()})
# Other first stabilities.
FITTED = (0.4, 1.9, 3.5, 9.0, *PARAMETERS[4:])
DAY = timedelta(days=1)

# What is asked, in how many minutes, and what comes: days of practice, two answers a day at one drill, help, slips,
# mistakes with a name and without, text that cannot be read, and a drill that no deck has.
MORNING = [
    ("one", "match", "right", {"seconds": 9.0, "first_key_seconds": 7.5}),
    ("two", "match", "right", {"seconds": 4.25, "first_key_seconds": None}),
    ("one", "shares", "wrong-turn", {"seconds": 31.0, "wrong_turns": ("softmax/not-divided",)}),
    ("one", "match", "wrong-turn", {"seconds": 12.0, "wrong_turns": ("dot/summed",)}),
    ("two", "dot/sum", "right", {"seconds": 44.0, "first_key_seconds": 33.0}),
    ("one", "match", "unread", {}),
    ("two", "pick", "wrong", {"seconds": 3.0, "wrong_turns": ("mistaken: b", "again")}),
    ("one", "none", "right", {"seconds": 2.0}),
]
EVENING = [
    ("one", "match", "wrong-turn", {"seconds": 7.0, "wrong_turns": ("dot/lost",)}),
    ("one", "shares", "right", {"seconds": 26.0, "first_key_seconds": 20.0}),
    ("one", "shares", "right", {"seconds": 5.0, "line": "portions"}),
    ("two", "match", "slip", {"seconds": 6.0}),
    ("two", "dot/sum", "wrong", {"seconds": 8.0, "help": 2}),
    ("two", "pick", "right", {"seconds": 6.5}),
    ("one", "match", "carried", {"seconds": 300.0, "untouched": True}),
    ("two", "pick", "coarse", {}),
]
QUICK = [
    ("one", "match", "right", {"seconds": 6.0, "first_key_seconds": 5.5}),
    ("one", "shares", "follows", {"seconds": 18.0, "first_key_seconds": 15.0}),
    ("two", "match", "right", {"seconds": 2.5}),
    ("two", "dot/sum", "right", {"seconds": 21.0, "first_key_seconds": 19.0}),
]
LATE = [*QUICK[1:], ("two", "late", "right", {"seconds": 3.5})]
HELPED = [("one", "match", "wrong", {"help": 2, "seconds": 50.0}), *MORNING[4:]]
WEEKS = [MORNING, EVENING, MORNING[3:], QUICK, HELPED, EVENING[:5], QUICK, QUICK, LATE]


def opening(home: Path, logs: list[Log], learner: str = "me", **wishes: float) -> Log:
    logs.append(Log(SqliteStore(home, learner), Settings(**wishes)))
    # Nothing here must outlive the machine.
    logs[-1].store.database.execute_sql("PRAGMA synchronous = OFF")
    # What comes in order does so because it was asked for.
    logs[-1].store.database.execute_sql("PRAGMA reverse_unordered_selects = ON")
    return logs[-1]


@pytest.fixture
def opened(home):
    """Opens logs of several learners in one file, and closes them at the end."""
    logs = []
    yield partial(opening, home, logs)
    for log in logs:
        log.close()


@pytest.fixture(scope="module")
def practised(tmp_path_factory) -> tuple[Path, dict[str, list[Attempt]]]:
    """A folder with the log of three learners, and what each of them answered in some weeks."""
    folder, logs = tmp_path_factory.mktemp("practised"), []
    attempts = {}
    for every, learner in enumerate(["me", "ana"], start=1):
        log = opening(folder, logs, learner)
        know(log)
        attempts[learner] = [each for day, asked in enumerate(WEEKS) for each in told(log, asked, day * every)]
    for log in logs:
        log.close()
    return folder, attempts


@pytest.fixture
def weeks(practised, home) -> dict[str, list[Attempt]]:
    """What each learner answered in some weeks; a log with all of it is where logs are opened."""
    folder, attempts = practised
    copytree(folder, home)
    return {learner: list(each) for learner, each in attempts.items()}


def know(log: Log, decks=DECKS, gone: Iterable[str] = ()) -> None:
    with log.database_errors("written"), log.store.writing():
        log.standings.know_decks(decks, gone)


def told(log: Log, asked: Iterable[tuple], day: int, begin: datetime = NOW) -> list[Attempt]:
    """Answer what is asked, a minute after each other, on a day from the first."""
    found = []
    for minute, (deck, drill, verdict, rest) in enumerate(asked):
        moment = begin + timedelta(days=day, minutes=minute)
        found.append(log.record(answer(drill, verdict, moment, deck=deck, **rest)).attempt)
    return found


def worked(attempts: list[Attempt], works: Works = WORKS, parameters: tuple[float, ...] | None = None) -> Whole:
    """Return what attempts come to, worked here: oldest first, those of one instant as they came in."""
    whole, schedule = Whole(), Schedule(parameters)
    for attempt in sorted(attempts, key=lambda each: each.answer.answered):
        said = attempt.answer
        if said.verdict in UNGRADED or attempt.undone:
            continue
        work, name = works.of(said.deck, said.drill, said.line), (said.deck, said.drill)
        day = date.fromisoformat(attempt.day).toordinal()
        one = evidence_of(facts_of(said, attempt.helped), "/".join(name), day, work)
        drill = whole.drills.setdefault(name, Standing())
        for line in {*one.finding.known, *one.finding.missed, *(line for line, _ in work.lines)}:
            whole.skills.setdefault(line, Skill())
        whole.last_instant = instant_of(said.answered)
        drill.count(one, whole.last_instant, said.wrong_turns)
        take_in(one, whole.learner, whole.skills, drill.own, works.places, schedule)
    whole.skills = {line: skill for line, skill in whole.skills.items() if skill.told}
    return whole


def days_of(attempts: list[Attempt]) -> list[PracticeDay]:
    graded = [each for each in attempts if each.answer.verdict not in UNGRADED and not each.undone]
    found = []
    for day in sorted({each.day for each in graded}):
        there = [each.answer for each in graded if each.day == day]
        right = sum(each.verdict in ("right", "carried", "follows") for each in there)
        found.append(
            PracticeDay(
                date.fromisoformat(day), len(there), right, sum(round(1000 * each.seconds) for each in there) / 1000
            )
        )
    return found


def assert_stands(log: Log, whole: Whole, days: list[PracticeDay]) -> None:
    """Assert that a log says this in each of the ways that it can be asked."""
    standings = log.standings
    assert standings.whole() == whole
    assert list(standings.whole().drills) == sorted(whole.drills)
    assert standings.whole("") == Whole(whole.learner, whole.last_instant, whole.skills)
    for deck in ("one", "two", "three"):
        here = {name: standing for name, standing in whole.drills.items() if name[0] == deck}
        assert standings.whole(deck) == Whole(whole.learner, whole.last_instant, whole.skills, here)
        for drill in ("match", "shares", "dot/sum", "pick", "late", "none"):
            assert standings.one(deck, drill) == whole.drills.get((deck, drill), Standing())
    assert standings.one("", "dot/sum") == standings.one("", "") == Standing()
    assert standings.names() == set(whole.drills)
    assert standings.days() == days


def rows(log: Log, table: str, learner: str) -> list[tuple]:
    """Return a learner's rows of a table as they lie in the file."""
    rows = log.store.database.execute_sql(f"SELECT * FROM {table} WHERE learner = ?", (learner,)).fetchall()
    return sorted(rows, key=repr)


def test_every_answer_moves_what_it_is_about(opened) -> None:
    log, attempts = opened(), []
    know(log)
    for day, asked in enumerate(WEEKS):
        for minute, (deck, drill, verdict, rest) in enumerate(asked):
            moment = NOW + timedelta(days=3 * day, minutes=minute)
            recorded = log.record(answer(drill, verdict, moment, deck=deck, **rest))
            attempts.append(recorded.attempt)
            whole = worked(attempts)
            if verdict in UNGRADED:
                assert recorded.moved is None
                continue
            moved = recorded.moved
            assert moved.drill == whole.drills[deck, drill]
            work = WORKS.of(deck, drill, rest.get("line"))
            lines = (
                {line for line, _ in work.lines}
                | {*work.turns.values()}
                | {each for step in work.steps for each in step}
            )
            assert set(moved.skills) == lines
            assert dict(moved.skills) == {line: whole.skills.get(line, Skill()) for line in lines}
        assert_stands(log, whole, days_of(attempts))
    # The history reaches what it is for.
    assert {name for name, skill in whole.skills.items() if skill.missed} >= {"row/longer", "dot/products", "row/whole"}
    assert whole.drills["one", "match"].firsts < whole.drills["one", "match"].attempts
    assert whole.drills["two", "pick"].wrong_turns == {"mistaken: b": 3, "again": 3}
    assert len(whole.skills["dot/sum"].goes) == 5
    assert whole.learner.paced > 0
    assert log.rebuild() == len([each for each in attempts if each.answer.verdict not in UNGRADED])
    assert_stands(log, whole, days_of(attempts))


def test_what_one_learner_does_moves_no_row_of_another(opened, weeks) -> None:
    log = opened()
    tables = ("standings", "days", "bases", "works", "undos", "fits")
    others = {(table, learner): rows(log, table, learner) for table in tables for learner in ("ana",)}
    assert all(others[table, "ana"] for table in tables[:4])
    for change in (
        log.rebuild,
        lambda: log.undo(NOW + 60 * DAY),
        lambda: log.reset("one", "match", NOW + 60 * DAY),
        lambda: log.fit(FITTED, NOW + 60 * DAY),
        lambda: know(log, {"one": ("other", {("match", ""): SUM})}),
        lambda: know(log, {}, gone=["two"]),
        lambda: told(log, MORNING, 50),
        lambda: told(log, MORNING, -9),
    ):
        change()
        assert {key: rows(log, *key) for key in others} == others
    other = opened("ana")
    assert_stands(other, worked(weeks["ana"]), days_of(weeks["ana"]))
    assert other.rebuild() == sum(each.answer.verdict not in UNGRADED for each in weeks["ana"])
    assert {key: rows(log, *key) for key in others} == others


def test_undone_answers_count_for_nothing(opened, weeks) -> None:
    log = opened()
    attempts = weeks["me"]
    middle = next(each for each in attempts[10:] if each.answer.verdict == "right")
    assert log.undo(NOW + 40 * DAY, middle.uid).uid == middle.uid
    whole = worked([each for each in attempts if each is not middle])
    assert_stands(log, whole, days_of([each for each in attempts if each is not middle]))
    assert log.undo(NOW + 40 * DAY).uid == attempts[-1].uid
    left = [each for each in attempts[:-1] if each is not middle]
    assert_stands(log, worked(left), days_of(left))
    assert {each.uid for each in log.attempts("r1") if each.undone} == {middle.uid, attempts[-1].uid}
    left += told(log, QUICK, 30)
    assert_stands(log, worked(left), days_of(left))
    assert log.rebuild() == sum(each.answer.verdict not in UNGRADED for each in left)
    assert_stands(log, worked(left), days_of(left))


def test_only_an_answer_with_an_earlier_instant_derives_all_anew(opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each answer would take as long as the log is."""
    log, derived = opened(), []
    know(log)
    attempts = told(log, MORNING, 3)
    rebuild = Standings.rebuild

    def count(standings: Standings, *rest) -> int:
        derived.append(standings)
        return rebuild(standings, *rest)

    monkeypatch.setattr(Standings, "rebuild", count)
    latest = max(each.answer.answered for each in attempts if each.answer.verdict not in UNGRADED)
    told_at = [
        (timedelta(0), "right", 0),
        (timedelta(0), "wrong", 0),
        (timedelta(microseconds=1), "right", 0),
        (timedelta(0), "right", 1),
        (timedelta(microseconds=1), "wrong", 1),
        (-2 * DAY, "unread", 1),
        (-2 * DAY, "right", 2),
        (DAY, "right", 2),
        (timedelta(hours=23), "wrong", 3),
    ]
    for later, verdict, times in told_at:
        recorded = log.record(answer("match", verdict, latest + later, deck="one", wrong_turns=("dot/summed",)))
        attempts.append(recorded.attempt)
        assert len(derived) == times
        whole = worked(attempts)
        assert_stands(log, whole, days_of(attempts))
        if recorded.moved is not None:
            assert recorded.moved.drill == whole.drills["one", "match"]
            assert {line: skill for line, skill in recorded.moved.skills.items() if skill.told} == {
                line: skill for line, skill in whole.skills.items() if line in recorded.moved.skills
            }
            assert recorded.moved.skills["dot/products"].told


def test_an_answer_writes_its_own_rows_and_no_other(opened, weeks) -> None:
    log = opened()
    connection = log.store.database.connection()
    for name, lines in ((("two", "pick"), 0), (("two", "match"), 1), (("two", "dot/sum"), 3), (("one", "match"), 4)):
        before = connection.total_changes
        told(log, [(*name, "right", {})], 40 + lines)
        # The attempt, its day, its drill and the learner.
        assert connection.total_changes - before == 4 + lines


def test_the_latest_parameters_are_those_of_the_schedule(opened, weeks) -> None:
    log, attempts, other = opened(retention=0.8), weeks["me"], (0.3, *FITTED[1:])
    assert log.standings.schedule == Schedule(None, 0.8)
    for days, fitted, latest in ((30, FITTED, FITTED), (29, other, FITTED), (30, other, other)):
        log.fit(fitted, NOW + days * DAY)
        assert log.standings.schedule == Schedule(list(latest), 0.8)
        assert_stands(log, worked(attempts, WORKS, latest), days_of(attempts))
    log.standings.retention = 0.7
    assert log.standings.schedule == Schedule(list(other), 0.7)


def test_what_another_terminal_changes_holds_for_the_next_answer(opened, weeks) -> None:
    log, other = opened(), opened()
    attempts = weeks["me"]
    edited = {"one": ("edited", {("match", ""): SUM, ("shares", ""): DOT})}
    know(other, edited)
    works = Works({("one", *name): work for name, work in edited["one"][1].items()} | {key: work for key, work in WORKS.works.items() if key[0] == "two"})  # fmt: skip
    attempts += told(log, QUICK, 20)
    assert_stands(log, worked(attempts, works), days_of(attempts))
    other.fit(FITTED, NOW)
    attempts += told(log, QUICK, 30)
    assert_stands(log, worked(attempts, works, FITTED), days_of(attempts))
    assert log.standings.works == other.standings.works == works


def test_other_works_come_to_what_they_would_and_write_nothing(opened, weeks) -> None:
    log = opened()
    attempts, kept_works = weeks["me"], log.standings.works
    before = rows(log, "standings", "me"), rows(log, "works", "me"), rows(log, "bases", "me")
    works = Works({("one", "match", ""): SHARES, ("two", "pick", ""): SUM})
    assert log.standings.derive(works) == worked(attempts, works)
    assert log.standings.derive(WORKS) == log.standings.whole() == worked(attempts)
    assert log.standings.derive(Works()).skills == {}
    log.fit(FITTED, NOW)
    assert log.standings.derive(works) == worked(attempts, works, FITTED)
    assert log.standings.works == kept_works
    broken = Works({("one", "match", ""): DOT._replace(turns=None)})
    with pytest.raises(LogError, match="did not write"):
        log.standings.derive(broken)
    assert log.standings.works == kept_works
    assert rows(log, "works", "me") == before[1]
    know(log, {}, gone=["two", "three"])
    assert log.standings.works == Works(WORKS.works, frozenset({"two", "three"}))
    assert log.standings.known_decks() == {"one": "first", "two": "gone", "three": "gone"}
    assert_stands(log, worked(attempts, log.standings.works, FITTED), days_of(attempts))
    know(log)
    assert log.standings.whole() == worked(attempts, WORKS, FITTED)


def test_a_day_counts_whole_milliseconds(opened) -> None:
    log = opened()
    for number, (verdict, seconds) in enumerate(
        [
            ("right", 0.0004),
            ("wrong", 0.0016),
            ("carried", 1.2344),
            ("slip", 2.0),
            ("unread", 50.0),
            ("follows", 0.0006),
        ]
    ):
        log.record(answer("match", verdict, NOW + timedelta(minutes=number), deck="one", seconds=seconds))
    log.record(answer("match", "wrong", NOW + DAY, deck="one", seconds=0.25))
    expected = [PracticeDay(NOW.date(), 5, 3, 3.237), PracticeDay(NOW.date() + DAY, 1, 0, 0.25)]
    assert log.standings.days() == expected
    log.rebuild()
    assert log.standings.days() == expected


@pytest.mark.parametrize("seconds", [inf, nan])
@pytest.mark.parametrize("verdict", ["right", "wrong"])
def test_a_time_that_is_not_finite_is_refused(opened, verdict: str, seconds: float) -> None:
    log = opened()
    know(log)
    told(log, MORNING, 0)
    before = log.standings.whole(), log.standings.days()
    asked = answer("match", verdict, NOW + DAY, deck="one", seconds=seconds)
    with pytest.raises(ValueError, match=r"^$"):
        log.standings.take_in(Attempt("u", asked, "2026-03-03", True, False, "1"), rows(log, "bases", "me")[0][1])
    assert (log.standings.whole(), log.standings.days()) == before


@pytest.mark.parametrize("put", ["day = '20260302'", "wrong_turns = 'dot'", "seconds = 1e999"])
def test_an_attempt_that_another_program_wrote_wrongly_is_told(opened, put: str) -> None:
    log = opened()
    told(log, MORNING, 0)
    before = log.standings.whole(), log.standings.days()
    log.store.database.execute_sql(f"UPDATE attempts SET {put} WHERE verdict = 'wrong'")
    with pytest.raises(LogError, match="a row that katatx did not write"):
        log.rebuild()
    assert (log.standings.whole(), log.standings.days()) == before


def test_attempts_that_do_not_count_are_left_out(opened) -> None:
    """A row without a deck would be taken for a line."""
    log = opened()
    know(log)
    attempts = told(log, MORNING, 0)
    ordinary = log.standings.whole()
    told(log, [("", "dot/sum", "right", {})], 1)
    assert log.rebuild() == 7
    assert_stands(log, ordinary, days_of(attempts))
    told(log, [("one", "match", "unread", {}), ("two", "pick", "coarse", {})], 2)
    assert log.rebuild() == 7
    assert_stands(log, ordinary, days_of(attempts))


def basis_of(log: Log) -> list | None:
    found = rows(log, "bases", log.store.learner)
    return json.loads(found[0][1]) if found else None


def test_the_basis_says_what_standings_were_made_with(opened) -> None:
    log = opened()
    assert basis_of(log) is None
    know(log)
    assert basis_of(log) is None
    log.record(answer("match", "unread", deck="one"))
    assert basis_of(log) is None
    log.record(answer("match", deck="one"))
    rule, parameters, decks = basis_of(log)
    assert (rule, parameters, len(decks)) == (RULE, None, 64)
    log.fit(FITTED, NOW)
    assert basis_of(log) == [RULE, list(FITTED), decks]
    know(log, {"two": ("other", {})})
    assert basis_of(log)[:2] == [RULE, list(FITTED)]
    assert basis_of(log)[2] != decks
    know(log)
    assert basis_of(log) == [RULE, list(FITTED), decks]
    log.undo(NOW)
    assert basis_of(log) is None
    assert rows(log, "standings", "me") == rows(log, "days", "me") == []


@pytest.mark.parametrize(
    ("spoil", "anew"),
    [
        ("DELETE FROM bases WHERE learner = 'me'", True),
        ("UPDATE bases SET basis = 'nothing' WHERE learner = 'me'", True),
        ("UPDATE bases SET basis = '[]' WHERE learner = 'me'", True),
        ("UPDATE bases SET basis = '[1, null, \"\"]' WHERE learner = 'me'", True),
        ("UPDATE works SET work = 'changed' WHERE learner = 'me' AND drill = ''", True),
        ("DELETE FROM fits WHERE learner = 'me'", True),
        ("DELETE FROM bases WHERE learner = 'ana'", False),
        ("UPDATE works SET work = 'changed' WHERE learner = 'ana' AND drill = ''", False),
        ("DELETE FROM undos", False),
    ],
)
def test_opening_derives_anew_what_was_made_with_anything_else(opened, spoil: str, anew: bool) -> None:
    ana, log = opened("ana"), opened()
    for each in (ana, log):
        know(each)
        each.fit(FITTED, NOW)
    told(ana, EVENING, 0)
    attempts = told(log, MORNING, 0)
    log.store.database.execute_sql("UPDATE standings SET attempts = 77 WHERE learner = 'me' AND drill = 'pick'")
    log.store.database.execute_sql(spoil)
    again = opened()
    assert again.standings.one("two", "pick").attempts == (1 if anew else 77)
    if anew:
        assert_stands(again, worked(attempts, WORKS, None if "fits" in spoil else FITTED), days_of(attempts))


@pytest.mark.parametrize("basis", [f'[{RULE + 1}, null, ""]', f"[{RULE + 1}]"])
def test_a_newer_rule_is_left_alone(opened, basis: str) -> None:
    log = opened()
    know(log)
    told(log, MORNING, 0)
    log.store.database.execute_sql("UPDATE bases SET basis = ?", (basis,))
    before = rows(log, "standings", "me")
    for use in (opened, log.rebuild, lambda: log.fit(FITTED, NOW)):
        with pytest.raises(LogError, match="used with a newer katatx; update this one"):
            use()
    assert rows(log, "standings", "me") == before


def test_the_rated_days_of_each_skill(opened) -> None:
    log = opened()
    know(log)
    log.uncover(Uncovering("r1", "two", "match", None, 1, NOW + 3 * DAY))
    asked = [
        (0, "one", "match", "right", {}),
        (0, "two", "match", "wrong", {}),
        (1, "one", "match", "wrong-turn", {"wrong_turns": ("dot/lost",)}),
        (1, "one", "match", "right", {}),
        (2, "two", "dot/sum", "wrong-turn", {"wrong_turns": ("softmax/not-divided",)}),
        (2, "one", "match", "right", {}),
        (3, "two", "match", "right", {}),
        (4, "one", "match", "slip", {}),
        (5, "one", "match", "wrong", {"help": 1}),
    ]
    for minute, (day, deck, drill, verdict, rest) in enumerate(asked):
        log.record(answer(drill, verdict, NOW + timedelta(days=day, minutes=minute), deck=deck, **rest))
    good, again = Rating.GOOD, Rating.AGAIN
    by_hand = {
        "dot/products": [(0, good), (1, good), (2, good), (5, again)],
        "dot/sum": [(0, good), (1, good), (2, good)],
        "row/longer": [(1, again)],
        "exp/raise": [(2, good)],
        "softmax/divide": [(2, again)],
        "one/match": [(0, good), (2, good), (4, good)],  # the first answer of day 1 leaves it open
        "two/match": [(0, again), (3, again)],
    }
    found = {
        name: [((day - NOW.date()).days, rating) for day, rating in days]
        for name, days in log.standings.ratings().items()
    }
    assert found == by_hand
