"""How long a drill takes by hand once it is automatic: its words, its strokes at the learner's own pace, its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Protocol

# Seconds a practised person needs for each kind of stroke with a pencil, by what else they have: nothing, tables of
# e^x, roots and sines, or a calculator, where typing the numbers takes the time. The starting point until a learner's
# own pace is known.
TABLES = "tables"
SECONDS = {
    "none": {"product": 1.5, "sum": 1.5, "exponential": 15.0, "division": 5.0, "digit": 0.3},
    TABLES: {"product": 1.5, "sum": 1.5, "exponential": 4.0, "division": 5.0, "digit": 0.3},
    "calculator": {"product": 1.5, "sum": 1.5, "exponential": 3.0, "division": 2.5, "digit": 0.3},
}
WORDS_A_MINUTE = 240
CHARACTER = 0.3

# So many timed answers must be there before a learner's own pace takes the default's place.
FEWEST_TYPED = 5
FEWEST_WORKED = 10
# A pace is believed within these bounds: outside them something else was measured.
_TYPING_BOUNDS = (0.05, 2.0)
_PENCIL_BOUNDS = (0.5, 3.0)
# Shorter answers are typed in one go, and their time is mostly that of the Enter key.
_SHORTEST_TYPED = 3
LONGEST_REST = 180.0


class Strokes(Protocol):
    """How many strokes of each kind a calculation takes, and how many digits its results have."""

    products: int
    sums: int
    exponentials: int
    divisions: int
    digits: int


@dataclass(frozen=True, slots=True)
class Pace:
    """A learner's own pace: `character` in seconds to type one, `pencil` as a factor on the
    default time of every stroke, which is that with some `tools`.
    """

    character: float = CHARACTER
    pencil: float = 1.0
    tools: str = TABLES


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """What an answer tells of the pace: `typing_seconds` from first key to Enter, None where no
    keys were seen or they do not count; `pencil_seconds` the default time of its strokes, None where nothing is worked.
    `shows_pencil` is set where it was right, cold and unaided, so that the time is that of the work.
    """

    characters: int
    seconds: float
    typing_seconds: float | None
    pencil_seconds: float | None
    shows_pencil: bool


def stroke_seconds(strokes: Strokes, tools: str = TABLES) -> float:
    """Return the default time in seconds of strokes and of writing their digits, with some `tools`."""
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
    """Return how long it takes to read so many words, in seconds: 240 a minute."""
    return words * 60 / WORDS_A_MINUTE


def work_seconds(seconds: float, first_key: float | None, characters: int, words: int) -> float:
    """Return how many of an answer's seconds are those of the work, without reading the prompt and without typing.

    Typing is what passes after the first key where that was seen, but no more than twice the default: many type a
    number as soon as they have it, and work on.
    """
    usual = characters * CHARACTER
    typing = usual if first_key is None else min(max(0.0, seconds - first_key), 2 * usual)
    return max(0.0, seconds - typing - reading_seconds(words))


def target_seconds(pencil: float, characters: int, pace: Pace | None = None) -> float:
    """Return the target in seconds: `pencil` seconds of reading and work and so many characters, at a pace."""
    pace = Pace() if pace is None else pace
    return round(pencil * pace.pencil + characters * pace.character, 1)


def measured_pace(answers: Sequence[TimedAnswer], calibration: Sequence[TimedAnswer] = ()) -> Pace:
    """Return the pace that a learner's latest answers, and what was typed to measure it, show.

    Typing is the median; of the pencil it is what three in four of the answers keep, so that
    a drill known as well as the others is within its target.
    """
    typed = [
        answer.typing_seconds / answer.characters
        for answer in (*calibration, *answers)
        if answer.typing_seconds is not None and answer.characters >= _SHORTEST_TYPED
    ]
    character = _within(median(typed), _TYPING_BOUNDS) if len(typed) >= FEWEST_TYPED else CHARACTER
    worked = [
        (answer.seconds - answer.characters * character) / answer.pencil_seconds
        for answer in answers
        if answer.shows_pencil and answer.pencil_seconds
    ]
    if len(worked) < FEWEST_WORKED:
        return Pace(character)
    return Pace(character, _within(quantiles(worked, n=4, method="inclusive")[2], _PENCIL_BOUNDS))


def sat_untouched(rest: float, target: float | None) -> bool:
    """Return whether an answer whose longest `rest` without a key was so many seconds says nothing of
    the time it takes: longer than three minutes and five times its target.
    """
    return rest > max(LONGEST_REST, 5 * (target or 0.0))


def _within(number: float, bounds: tuple[float, float]) -> float:
    return round(min(max(number, bounds[0]), bounds[1]), 3)
