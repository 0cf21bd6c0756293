"""A drill that is reset stands as if it had never been practised."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from katatx.progress.errors import LogError
from katatx.progress.standing import Standing, Whole
from katatx.progress.standings import PracticeDay
from katatx.progress.transfer.portable import json_lines
from tests.progress.conftest import ANA, TEACHER
from tests.progress.histories import DRILLS, NOW, answer, derived, know, practise

LATER = NOW + timedelta(days=30)


def test_its_graded_attempts_count_no_more_and_the_others_do(store_url: str, open_store) -> None:
    log = open_store(store_url)
    log.record(answer("match", seconds=2.0))
    log.record(answer("match", "wrong", NOW + timedelta(days=1), line="scores"))
    log.record(answer("match", "unread", NOW + timedelta(days=2)))
    log.record(answer("match", deck="block"))
    log.record(answer("scaled", seconds=3.0))
    assert log.reset("attention", "match", LATER) == 2
    assert log.standings.one("attention", "match") == Standing()
    assert log.standings.names() == set(log.standings.whole().drills) == {("attention", "scaled"), ("block", "match")}
    assert log.standings.days() == [PracticeDay(NOW.date(), 2, 2, 4.5)]
    told = [(each.answer.verdict, each.undone) for each in log.attempts_at("attention", "match")]
    assert told == [("right", True), ("wrong", True), ("unread", False)]
    assert log.reset("attention", "match", LATER) == 0


def test_it_is_in_the_log_when_it_returns_and_exported(store_url: str, open_store) -> None:
    log = open_store(store_url)
    practise(log, days=12)
    before = [each for each in json.loads("".join(json_lines(log))) if each["table"] != "undos"]
    undone = {each.uid for each in log.attempts_at("attention", "match") if each.undone}
    count = log.reset("attention", "match", LATER)
    assert count > 0
    again = open_store(store_url)
    assert again.standings.one("attention", "match") == Standing()
    records = json.loads("".join(json_lines(again)))
    assert [each for each in records if each["table"] != "undos"] == before
    taken = [each for each in records if each["table"] == "undos" and each["at"] == LATER.isoformat()]
    graded = {each.uid for each in again.attempts_at("attention", "match") if each.answer.graded}
    assert {each["uid"] for each in taken} == graded - undone
    assert len(taken) == count


def test_derived_anew_it_is_the_same(store_url: str, open_store) -> None:
    log = open_store(store_url)
    practise(log)
    for drill in DRILLS:
        log.reset("attention", drill, LATER)
        kept_up = derived(log)
        log.rebuild()
        assert derived(log) == kept_up
    assert kept_up == (repr(Whole()), [])


def test_its_lines_stand_by_what_was_answered_elsewhere(store_url: str, open_store) -> None:
    log = open_store(store_url)
    know(log)
    log.record(answer("match"))
    before = derived(log)
    log.record(answer("match-row", "wrong-turn", NOW + timedelta(days=1), wrong_turns=("dot/summed",)))
    log.record(answer("match-row", "right", NOW + timedelta(days=2), line="matches"))
    assert {name: skill.told for name, skill in log.standings.whole().skills.items()} == {
        "dot/products": 3,
        "dot/sum": 2,
    }
    assert log.reset("attention", "match-row", LATER) == 2
    assert derived(log) == before


def test_answered_again_that_day_it_is_cold(store_url: str, open_store) -> None:
    log = open_store(store_url)
    assert log.record(answer(verdict="wrong")).attempt.cold
    log.reset("attention", "match", NOW)
    assert log.record(answer(moment=NOW + timedelta(minutes=5))).attempt.cold
    own = log.standings.one("attention", "match").own
    assert (own.told, own.clean) == (1, 1)


def test_it_is_all_or_nothing(store_url: str, open_store, monkeypatch: pytest.MonkeyPatch) -> None:
    log = open_store(store_url)
    practise(log, days=5)
    before = "".join(json_lines(log)), derived(log)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(log.standings, "rebuild", fail)
    with pytest.raises(LogError, match="cannot be written: the disk is full"):
        log.reset("attention", "match", LATER)
    assert ("".join(json_lines(log)), derived(log)) == before


def test_nobody_resets_a_drill_of_somebody_else(server, database: str, open_store) -> None:
    open_store(server.url(database, TEACHER))
    anas = open_store(server.url(database, ANA))
    practise(anas, days=2)
    looked_at = open_store(server.url(database, TEACHER), learner=ANA)
    with pytest.raises(LogError, match="you can only read"):
        looked_at.reset("attention", "match", LATER)
