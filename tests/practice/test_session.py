from __future__ import annotations

import pytest

from katatx.decks.loading import load_file
from katatx.errors import KatatxError
from katatx.progress.log import Log
from scoring import Verdict

SMALL = """\
deck: small
title: Small
page: P
sections:
  S:
    one: {given: {a: 10, w: 4}, prompt: p, answer: "scale(a, w)", fresh: {a: integers(3..30)}}
    two: {given: {s: [1, 4]}, prompt: p, answer: softmax(s), fresh: {s: integers(-1..4)}}
"""


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(SMALL)
    return load_file(path)


def right(session) -> str:
    key = session.question.key
    return " ".join(f"{number:.6f}" for number in key) if isinstance(key, list) else f"{key:.6f}"


def attempts(session):
    return [attempt.answer for attempt in session.log.attempts(session.run.id)]


def test_the_page_first_and_fresh_numbers_from_then_on(small, start) -> None:
    session = start(deck=small)
    assert session.question.seed is None
    session.answer("5", 1.0)
    session.advance()
    session.answer("0.047 0.953", 1.0)
    assert session.advance() is None
    again = start(deck=small)
    assert again.run.id != session.run.id
    assert again.question.seed is not None
    assert again.question.given != session.outcomes[0].question.given


def test_a_miss_comes_back_until_it_is_right_on_fresh_numbers(small, start) -> None:
    session = start(deck=small)
    first = session.question
    session.answer("2.5", 1.0)
    session.advance()
    session.answer("0.047 0.953", 1.0)
    again = session.advance()
    assert again.prepared.drill.id == "one"
    assert again.given != first.given
    session.answer("1", 1.0)
    third = session.advance()
    assert third.given not in (first.given, again.given)
    session.answer(right(session), 1.0)
    assert session.advance() is None
    assert session.finished == 2


def test_what_is_typed_again_costs_nothing(small, start) -> None:
    session = start(deck=small)
    session.answer("5", 1.0)
    question = session.advance()
    assert session.answer("0.05 0.95", 1.0).judgement.verdict == Verdict.AGAIN
    assert session.answer("half", 1.0).judgement.verdict == Verdict.AGAIN
    assert session.question is question
    assert session.answer("0.047 0.953", 1.0).clean
    assert [a.verdict for a in attempts(session)] == ["right", "again", "again", "right"]


def test_what_was_asked_is_logged_with_its_numbers(small, start, clock) -> None:
    session = start(deck=small)
    session.answer("2.5", 12.3456, 3.0)
    (attempt,) = attempts(session)
    assert attempt.given == {"a": 10.0, "w": 4.0}
    assert (attempt.typed, attempt.verdict, attempt.wrong_turns) == ("2.5", "wrong", ("scale/width-for-root",))
    assert (attempt.seconds, attempt.first_key_seconds, attempt.slots) == (12.346, 3.0, (False,))
    assert attempt.answered == clock.now


def test_a_log_that_fails_shows_no_verdict(small, start, monkeypatch) -> None:
    session = start(deck=small)

    def fail(self: Log, attempt: object) -> None:
        raise KatatxError("disk full")

    monkeypatch.setattr(Log, "record", fail)
    with pytest.raises(KatatxError):
        session.answer("5", 1.0)
    assert session.outcomes == []
    assert session.finished == 0
