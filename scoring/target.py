"""Target times of drills by hand: for reading, for operations at the learner's pace, and for typing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

# Seconds that a practised person needs for each kind of operation, with a pencil alone, with tables of e^x, roots and
# sines, or with a calculator, where typing takes the time. Used until a learner's own pace is known.
TABLES = "tables"
SECONDS = {
    "none": {"product": 1.5, "sum": 1.5, "exponential": 15.0, "division": 5.0, "digit": 0.3},
    TABLES: {"product": 1.5, "sum": 1.5, "exponential": 4.0, "division": 5.0, "digit": 0.3},
    "calculator": {"product": 1.5, "sum": 1.5, "exponential": 3.0, "division": 2.5, "digit": 0.3},
}
WORDS_A_MINUTE = 240
CHARACTER = 0.3

# Number of timed answers needed before a measured pace replaces the default.
FEWEST_TYPED = 5
FEWEST_WORKED = 10
# Bounds on a plausible pace; outside them something else was measured.
_TYPING_BOUNDS = (0.05, 2.0)
_PENCIL_BOUNDS = (0.5, 3.0)
# The typing time of shorter answers is mostly that of the Enter key.
_SHORTEST_TYPED = 3
LONGEST_REST = 180.0


class Strokes(Protocol):
    """The number of operations of each kind in a calculation, and the number of digits in its results."""

    products: int
    sums: int
    exponentials: int
    divisions: int
    digits: int


@dataclass(frozen=True, slots=True)
class Pace:
    """A learner's pace.

    `character` is the seconds for typing one, `pencil` a factor on the default time of every operation with the given
    `tools`.
    """

    character: float = CHARACTER
    pencil: float = 1.0
    tools: str = TABLES


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """The times of one answer, for measuring the pace.

    `characters` is the length of the answer, `seconds` its whole time up to Enter. `typing_seconds` runs from the first
    key to Enter; None if no keys were recorded or they do not count. `pencil_seconds` is the default time of its
    operations; None if nothing is calculated. `shows_pencil` is set if the answer was right, the first of the day and
    without help, so that its time is that of the work.
    """

    characters: int
    seconds: float
    typing_seconds: float | None
    pencil_seconds: float | None
    shows_pencil: bool


def timed_typing(characters: int, seconds: float) -> TimedAnswer:
    """Return the TimedAnswer of a text that was typed only to measure typing; `seconds` is from first key to Enter."""
    return TimedAnswer(characters, seconds, seconds, None, shows_pencil=False)


def stroke_seconds(strokes: Strokes, tools: str = TABLES) -> float:
    """Return the default time in seconds, to a tenth, for operations and for writing their digits.

    `tools` is a key of `SECONDS`: "none" (pencil alone), "tables" or "calculator".
    """
    each = SECONDS[tools]
    return round(
        each["product"] * strokes.products
        + each["sum"] * strokes.sums
        + each["exponential"] * strokes.exponentials
        + each["division"] * strokes.divisions
        + each["digit"] * strokes.digits,
        1,
    )


def reading_seconds(words: int) -> float:
    """Return the time in seconds for reading this many words, at 240 words a minute."""
    return words * 60 / WORDS_A_MINUTE


def work_seconds(seconds: float, first_key: float | None, characters: int, words: int) -> float:
    """Return the seconds of an answer spent on the work, without reading and typing; at least 0.

    `seconds` is the time from question to Enter, `first_key` that to the first key, or None if it was not recorded.
    Typing is the time after the first key, but at most twice the default, because many type a number as soon as they
    have it and work on; without a first key it is the default. `characters` were typed and `words` read.
    """
    usual = characters * CHARACTER
    typing = usual if first_key is None else min(max(0.0, seconds - first_key), 2 * usual)
    return max(0.0, seconds - typing - reading_seconds(words))


def target_seconds(pencil: float, characters: int, pace: Pace | None = None) -> float:
    """Return the target time in seconds, to a tenth, of a drill at a pace (the default for None).

    `pencil` is the default time in seconds for reading and work, to be scaled by the pace; `characters` are to be
    typed.
    """
    pace = Pace() if pace is None else pace
    return round(pencil * pace.pencil + characters * pace.character, 1)


def measured_pace(answers: Sequence[TimedAnswer], calibration: Sequence[TimedAnswer] = ()) -> Pace:
    """Return the pace shown by a learner's latest answers and by texts typed to measure it.

    Typing speed is the median over the measured texts (`calibration`); answers are included only if there are fewer
    than 5 of those, because people who type an answer also work on it. The pencil factor is the third quartile over the
    answers that show it, so that an equally well known drill is within its target. With fewer than 5 typing times, or
    10 such answers, the default is used; both are limited to plausible values. `tools` is always the default.
    """
    from statistics import median, quantiles  # takes longer to import than all the rest here

    measured = _seconds_a_character(calibration)
    if len(measured) < FEWEST_TYPED:
        measured += _seconds_a_character(answers)
    character = _within(median(measured), _TYPING_BOUNDS) if len(measured) >= FEWEST_TYPED else CHARACTER
    worked = [
        (answer.seconds - answer.characters * character) / answer.pencil_seconds
        for answer in answers
        if answer.shows_pencil and answer.pencil_seconds
    ]
    if len(worked) < FEWEST_WORKED:
        return Pace(character)
    return Pace(character, _within(quantiles(worked, n=4, method="inclusive")[2], _PENCIL_BOUNDS))


def _seconds_a_character(answers: Sequence[TimedAnswer]) -> list[float]:
    """Return the typing seconds per character of each answer that has a typing time and at least 3 characters."""
    return [
        answer.typing_seconds / answer.characters
        for answer in answers
        if answer.typing_seconds is not None and answer.characters >= _SHORTEST_TYPED
    ]


def was_idle(rest: float, target: float | None) -> bool:
    """Return whether an answer was interrupted, so that its time means nothing.

    That is so if the longest pause between keys (`rest`, in seconds) exceeds both three minutes and five times the
    target, which is in seconds too; without a target, if it exceeds three minutes.
    """
    return rest > max(LONGEST_REST, 5 * (target or 0.0))


def _within(number: float, bounds: tuple[float, float]) -> float:
    """Return a number limited to the two `bounds`, rounded to three decimals."""
    return round(min(max(number, bounds[0]), bounds[1]), 3)
