"""Ranges for fresh numbers similar to given ones."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from math import ceil, floor, isfinite

from katatx.decks.drafting.patterns import are_portions
from katatx.engine.values import Value, floats, rank_of
from katatx.notation.printing import write_number

# Smaller numbers cannot be drawn in tenths.
_SMALL = 0.05
_LARGE = 12
_MOST_PORTIONS = 10
_LARGEST = 100_000


def likely_range(value: Value, wide: bool = False, tenths: bool = False) -> str | None:
    """Return a range for numbers like those of a value, as text for a drill file; None if none fits.

    Two to ten portions give `portions`, a single 1 among zeros `shuffled`, others an interval
    around them: wider with `wide`, and with `tenths` a row or grid has tenths even if its numbers are whole. None fits
    if a number has the size 100,000 or more, or if tenths are needed and all are below 0.05.
    """
    numbers = floats(value)
    if not numbers or not all(isfinite(number) and abs(number) < _LARGEST for number in numbers):
        return None
    is_many = rank_of(value) > 0
    if are_portions(numbers) and len(numbers) <= _MOST_PORTIONS:
        return "portions"
    if _is_one_hot(numbers):
        return "shuffled"
    if all(number.is_integer() for number in numbers) and not (tenths and is_many):
        low, high, step = _whole_bounds(numbers, wide)
        by = f" by {step}" if step > 1 else ""
        return f"integers({low}..{high}{by})"
    if max(map(abs, numbers)) < _SMALL:
        return None
    low_tenth, high_tenth = _tenth_bounds(numbers, wide)
    return f"tenths({write_number(low_tenth / 10, 1)}..{write_number(high_tenth / 10, 1)})"


def likely_ranges(given: Mapping[str, Value], fixed: Container[str]) -> Iterator[dict[str, str]]:
    """Yield sets of ranges (text by name) for all given names not in `fixed`: the likeliest first, the empty set last.

    Names for which no range fits are left out of a set.
    """
    for wide, tenths in ((False, False), (True, False), (True, True)):
        found = {name: likely_range(value, wide, tenths) for name, value in given.items() if name not in fixed}
        yield {name: text for name, text in found.items() if text is not None}
    yield {}


def _is_one_hot(numbers: Sequence[float]) -> bool:
    """Return whether two or more numbers are a single 1 and zeros."""
    return len(numbers) > 1 and sorted(numbers) == [0.0] * (len(numbers) - 1) + [1.0]


def _whole_bounds(numbers: tuple[float, ...], wide: bool) -> tuple[int, int, int]:
    """Return the lowest and the highest bound, both included, of a range around whole numbers, and its step.

    The step is above 1 only for large round numbers. Numbers that are all positive, all negative, or all at least 0
    stay so. `wide` gives more room.
    """
    least, most = int(min(numbers)), int(max(numbers))
    size = max(abs(least), abs(most))
    step = 1
    while size > _LARGE and all(number % (step * 10) == 0 for number in numbers):
        step *= 10
    room = max(2 + 2 * wide, ceil(size / step / (2 if wide else 3))) * step
    low, high = least - room, most + room
    if least > 0:
        low = max(low, step)
    elif least == 0:
        low = 0
    if most < 0:
        high = min(high, -step)
    return low - low % step, high - high % step, step


def _tenth_bounds(numbers: tuple[float, ...], wide: bool) -> tuple[int, int]:
    """Return the lowest and the highest bound, both included and in tenths, of a range around numbers.

    Numbers from 0 to below 1 stay in that range, as probabilities must. Numbers that are all positive, all negative, or
    all at least 0 stay so. `wide` gives more room.
    """
    least, most = floor(min(numbers) * 10), ceil(max(numbers) * 10)
    room = max(3 + 3 * wide, (most - least) // (2 if wide else 4))
    low, high = least - room, most + room
    if min(numbers) > 0:
        low = max(low, 1)
    elif min(numbers) == 0:
        low = 0
    if max(numbers) < 1:
        high = min(high, 9) if min(numbers) >= 0 else high
    if max(numbers) < 0:
        high = min(high, -1)
    return low, high
