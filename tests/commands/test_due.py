"""What is due today in one line, by the log alone."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from katatx.commands import due
from katatx.errors import KatatxError
from katatx.progress.home import LEARNER
from katatx.progress.stores import FILE_NAME
from katatx.sessions.desk import Desk
from tests.practice.small_decks import know_decks, record, small_deck, worked_deck

RETENTION = 0.9


def shown(home: Path, capsys: pytest.CaptureFixture[str], as_json: bool = False) -> str:
    """Return what the command prints."""
    assert due.run(as_json, home) == 0
    return capsys.readouterr().out


@pytest.fixture
def practised(home: Path, open_log):
    """Eight drills of four skills, each answered once, 90 to 83 days ago; a desk at them that is to report today."""
    decks = {
        "lined": worked_deck(home / "decks", "lined", {"a": "softmax([a, 4])", "b": "mean([a, 2])", "c": "a^2"}),
        "small": small_deck(home / "decks", "small", {"S": "fghij"}),
    }
    log = open_log()
    know_decks(decks, log)
    begun = datetime.now(UTC) - timedelta(days=90)
    names = [f"{deck.name}/{drill.id}" for deck in decks.values() for drill in deck.drills]
    for day, name in enumerate(names):
        moment = begun + timedelta(days=day)
        record(log, lambda moment=moment: moment, name)
    return Desk(decks, log, lambda: datetime.now(UTC).astimezone(), lambda: 7, home=home)


def test_where_nothing_was_answered_it_says_nothing_and_makes_nothing(home: Path, capsys) -> None:
    assert shown(home, capsys) == ""
    assert json.loads(shown(home, capsys, as_json=True)) == {
        "day": due.load_settings(home).day_of(datetime.now().astimezone()).isoformat(),
        "skills": 0,
        "questions": 0,
        "seconds": 0.0,
    }
    assert not home.exists()


def test_it_counts_the_skills_that_stats_does(practised: Desk, home: Path, capsys) -> None:
    told = json.loads(shown(home, capsys, as_json=True))
    report = practised.report()
    assert told["day"] == report.day.isoformat()
    assert told["skills"] == report.due > 3
    # The five small drills are of one line, and one of them brings it back.
    assert told["questions"] == 4
    assert told["seconds"] > 4 * 5
    minutes = max(1, round(told["seconds"] / 60))
    assert shown(home, capsys) == f"4 questions due, about {minutes} min\n"


def test_the_log_stays_as_it_is_even_while_another_program_writes(practised: Desk, home: Path, capsys) -> None:
    practised.log.close()
    before = (home / FILE_NAME).read_bytes()
    with closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert "4 questions due" in shown(home, capsys)
    assert (home / FILE_NAME).read_bytes() == before
    assert {path.name for path in home.iterdir()} == {FILE_NAME, "cache", "decks"}


@pytest.mark.parametrize("damage", ["UPDATE events SET data = '[]'", "DROP TABLE events"])
def test_a_damaged_log_is_told_in_one_line(practised: Desk, home: Path, damage: str) -> None:
    practised.log.close()
    with closing(sqlite3.connect(home / FILE_NAME)) as log:
        log.execute(damage)
        log.commit()
    with pytest.raises(KatatxError) as told:
        due.run(as_json=False, home=home)
    assert "\n" not in str(told.value)


def test_it_is_the_learners_own_log(practised: Desk, home: Path, capsys, monkeypatch) -> None:
    monkeypatch.setenv(LEARNER, "ana")
    assert shown(home, capsys) == ""
    monkeypatch.setenv(LEARNER, "x" * 64)
    with pytest.raises(KatatxError, match=LEARNER):
        due.run(as_json=False, home=home)
