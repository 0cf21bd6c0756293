"""What is due today in one line, by the log alone."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from katatx.commands import due
from katatx.commands.desk import opened_desk
from katatx.errors import KatatxError
from katatx.progress.home import LEARNER
from katatx.progress.stores import FILE_NAME
from katatx.sessions.desk import Desk
from katatx.settings import load_settings
from tests.practice.small_decks import know_decks, record, small_deck, worked_deck

RETENTION = 0.9


def shown(home: Path, capsys: pytest.CaptureFixture[str], as_json: bool = False) -> str:
    """Return what the command prints."""
    assert due.run(as_json, home) == 0
    return capsys.readouterr().out


@pytest.fixture
def practised(home: Path, open_log):
    """Eight drills of four steps, each answered once, 90 to 83 days ago; a desk at them that is to report today."""
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


def test_where_nothing_was_answered_it_says_what_a_first_day_has_and_makes_nothing(home: Path, capsys) -> None:
    told = json.loads(shown(home, capsys, as_json=True))
    assert told["day"] == load_settings(home).day_of(datetime.now().astimezone()).isoformat()
    assert shown(home, capsys).startswith(f"{told['questions']} questions today")
    assert told["questions"] > 3
    assert [each.name for each in home.iterdir()] == ["cache"]


def test_it_counts_what_home_does(practised: Desk, home: Path, capsys) -> None:
    told = json.loads(shown(home, capsys, as_json=True))
    with opened_desk(home, to_read=True) as desk:
        upcoming = desk.overview().ahead
    assert told["day"] == practised.day.isoformat()
    assert (told["questions"], told["seconds"]) == (upcoming.questions, pytest.approx(upcoming.seconds))
    assert told["questions"] > 3
    minutes = max(1, round(told["seconds"] / 60))
    assert shown(home, capsys) == f"{told['questions']} questions today, about {minutes} min\n"


def test_the_log_stays_as_it_is_even_while_another_program_writes(practised: Desk, home: Path, capsys) -> None:
    practised.log.close()
    before = (home / FILE_NAME).read_bytes()
    with closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert "questions today" in shown(home, capsys)
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
    before = shown(home, capsys)
    monkeypatch.setenv(LEARNER, "ana")
    assert shown(home, capsys) != before
    monkeypatch.setenv(LEARNER, "x" * 64)
    with pytest.raises(KatatxError, match=LEARNER):
        due.run(as_json=False, home=home)
