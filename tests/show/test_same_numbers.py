"""Random histories: the app, its print and JSON tell the same numbers of each."""

from __future__ import annotations

import re
from random import Random

import pytest

from katatx.commands.stats import document
from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from katatx.sessions.desk import Desk
from katatx.settings import Settings
from katatx.show.home import deck_lines, plain_home
from katatx.show.progress import Progress
from katatx.show.text import plain_lines
from tests.practice.small_decks import know_decks, record, worked_deck

PLACES = {
    "one/a": "softmax/raw-total",
    "one/b": "dot/left-in-pieces",
    "one/c": "scale/width-for-root",
    "two/f": "softmax/not-divided",
    "two/g": "",
    "new/k": "",
}
VERDICTS = ["right"] * 6 + ["carried", "wrong-turn", "slip", "wrong", "coarse", "unread"]


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("decks")
    return {
        "one": worked_deck(folder, "one", {"a": "softmax([a, 4])", "b": "dot([a, 2], [3, 1])", "c": "scale(a, 4)"}),
        "two": worked_deck(folder, "two", {"f": "softmax([a, 2])", "g": "a·7"}),
        "new": worked_deck(folder, "new", {"k": "a·8"}),
    }


def practise(log: Log, clock, source: Random) -> None:
    """Weeks of answers at some of the places, some of them taken back."""
    places = source.sample([*PLACES], source.randint(1, 4))
    for _ in range(source.randint(0, 60)):
        clock.move(hours=source.choice([0, 0.1, 9, 20, 60]))
        name, verdict = source.choice(places), source.choice(VERDICTS)
        turn = PLACES[name] if verdict == "wrong-turn" else ""
        told = {"help": source.choice([0, 0, 0, 1]), "seconds": source.choice([4.0, 20.0, 90.0])}
        record(log, clock, name, verdict, wrong_turns=(turn,) * bool(turn), **told)
        if source.random() < 0.05:
            log.undo(clock())


def numbers(cells) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", " ".join(map(str, cells)))]


@pytest.mark.parametrize("histories", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_the_app_its_print_and_json_tell_the_same(decks, tmp_path, clock, histories: int) -> None:
    for seed in range(histories):
        (tmp_path / str(seed)).mkdir()
        log = Log(SqliteStore(tmp_path / str(seed)), Settings(zone="UTC"))
        know_decks(decks, log)
        practise(log, clock, Random(seed))
        desk = Desk(decks, log, clock, lambda: 7)
        told, home = document(desk, desk.report()), desk.overview()
        by_name = {deck["deck"]: deck for deck in told["decks"]}
        standings = {step["step"]: step["standing"] for step in told["steps"]}
        printed = {row.split()[0]: row.split() for row in plain_lines(plain_home(home))[-len(decks) :]}
        rows = {row.deck: row for row in Progress(desk.report(), log, decks).table("decks").rows}
        titled = {row.split()[0].lower(): row for row in plain_lines(deck_lines(home, 80))}
        assert told["due"] == home.ahead.questions == sum(deck["due"] for deck in told["decks"]), seed
        for name, deck in by_name.items():
            counts = [[standings[step] for step in deck["steps"]].count(word) for word in ("automatic", "learning")]
            assert counts[0] == deck["automatic"], (seed, name)
            assert [*map(int, printed[name][1:4])] == [*counts, len(deck["steps"])], (seed, name)
            assert numbers([rows[name].cells[0]]) == [counts[0], len(deck["steps"])], (seed, name)
            assert numbers([rows[name].tell()[1]])[0] == counts[1], (seed, name)
            of = [counts[0], len(deck["steps"])] if deck["last_day"] else []
            assert numbers([titled[name]]) == of, (seed, name)
        days = Progress(desk.report(), log, decks).table("days").rows
        calendar = [[day["right"], day["attempts"]] for day in reversed(told["calendar"])]
        assert [numbers([row.cells[-1]]) for row in days] == calendar, seed
        assert sum(day["attempts"] for day in told["calendar"]) == told["attempts"], seed
        log.close()
