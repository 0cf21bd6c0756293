"""Typing measured: what is told is what was measured now, and what targets reckon with."""

from __future__ import annotations

from datetime import timedelta

import pytest

from katatx.progress.errors import LogError
from katatx.progress.records import Answered, Typing
from katatx.sessions.calibration import TEXTS, Calibration
from katatx.sessions.pacing import pace_of


def measure(log, clock, each: float) -> Calibration:
    calibration = Calibration(log, clock)
    for text in TEXTS:
        assert calibration.take(text, each * len(text))
    return calibration


def test_times_that_could_not_be_saved_are_saved_by_typing_the_last_text_again(open_log, clock, monkeypatch) -> None:
    log = open_log()
    calibration = Calibration(log, clock)
    for text in TEXTS[:-1]:
        assert calibration.take(text, 1.0)
    with monkeypatch.context() as broken:
        broken.setattr(type(log), "calibrate", raise_log_error)
        with pytest.raises(LogError):
            calibration.take(TEXTS[-1], 1.0)
    assert calibration.text == TEXTS[-1]
    assert calibration.take(TEXTS[-1], 1.0)
    assert calibration.text is None


def raise_log_error(*_: object) -> None:
    raise LogError("the log cannot be written")


def answered(log, clock, seconds: float) -> None:
    """Sixty answers of five characters, so many seconds each from the first key on."""
    for number in range(60):
        log.record(
            Answered(
                "r", "attention", f"d{number}", None, {}, "1 2 3", "right", (), (), 0,
                clock() + timedelta(seconds=number), seconds + 1, first_key_seconds=1.0,
            )
        )  # fmt: skip


def test_old_answers_are_not_mixed_into_what_was_measured(open_log, clock) -> None:
    log = open_log()
    answered(log, clock, 5.0)
    assert pace_of(log).character == 1.0
    clock.move(hours=1)
    calibration = measure(log, clock, 0.2)
    assert calibration.result.startswith("You type a character in 0.20 s. ")
    assert pace_of(log).character == 0.2
    clock.move(hours=1)
    answered(log, clock, 10.0)
    assert pace_of(log).character == 0.2, "until it is measured again"


def test_the_last_measuring_counts(open_log, clock) -> None:
    log = open_log()
    measure(log, clock, 0.4)
    clock.move(days=1)
    assert measure(log, clock, 0.2).result.startswith("You type a character in 0.20 s. ")
    assert pace_of(log).character == 0.2


def test_a_few_texts_from_elsewhere_are_no_measuring(open_log, clock) -> None:
    log = open_log()
    answered(log, clock, 5.0)
    log.calibrate([Typing(10, 1.0, clock())] * 3)
    assert pace_of(log).character > 0.9
