"""The texts of drills: placeholders in prompts, names, what steps are called, and ranges near given numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil, floor, isfinite

from katatx.engine.values import Value, floats
from katatx.notation.printing import write_number
from katatx.notation.quoting import plain

# A placeholder in a prompt for the numbers of a given name, `{scores}`, or for the letters they stand for,
# `{word:a,b,n}`.
PLACEHOLDER = re.compile(r"\{([^{}\s]+)\}")
# Smaller numbers cannot be drawn in tenths.
_SMALL = 0.05
_LARGEST, _MOST_PORTIONS = 100_000_000, 10
# Above this, round numbers stay round.
_ROUND_FROM = 12
# How far the sum of rounded portions may be from 1.
_ROUNDED = 0.015


def placeholders(prompt: str) -> list[str]:
    """Return the names whose numbers a prompt shows, in order; not as letters, since numbers are still to be shown."""
    return [found for found in PLACEHOLDER.findall(prompt) if ":" not in found]


def is_name(name: str) -> bool:
    """Return whether this is a name for expressions, words joined by dots, and not a constant."""
    is_word = "" not in name.split(".") and name.replace(".", "_").isidentifier() and name.isprintable()
    return is_word and name not in ("e", "pi", "inf", "infinity")


def step_words(name: str) -> str:
    """Return a step's name for people: "divide each by the total (softmax)"; that of a drill by itself is its id."""
    from katatx.engine.book import words_of_line

    recipe, _, line = name.partition("/")
    words = words_of_line(recipe, line)
    return plain(f"{words} ({recipe.replace('_', ' ')})" if words else line.replace("-", " "), keep="")


def range_near(value: Value) -> str | None:
    """Return the range of numbers like those of a value, as text for a drill file; None if none fits.

    Portions stay portions, and a single 1 among zeros moves. Others are whole numbers or tenths, up to half of the
    largest size farther out; but all positive, all negative, or all below 1 stay so.
    """
    numbers = floats(value)
    if not numbers or not all(isfinite(number) and abs(number) < _LARGEST for number in numbers):
        return None
    if 2 <= len(numbers) <= _MOST_PORTIONS and min(numbers) > 0 and abs(sum(numbers) - 1) < _ROUNDED:
        return "portions"
    if len(numbers) > 1 and sorted(numbers) == [0.0] * (len(numbers) - 1) + [1.0]:
        return "shuffled"
    if all(number.is_integer() for number in numbers):
        step = _step(numbers)
        low, high = _bounds(numbers, step)
        return f"integers({low}..{high}{f' by {step}' if step > 1 else ''})"
    if max(map(abs, numbers)) < _SMALL:
        return None
    low, high = _bounds([number * 10 for number in numbers], 1)
    high = min(high, 9) if low >= 0 and max(numbers) < 1 else high
    return f"tenths({write_number(low / 10, 1)}..{write_number(high / 10, 1)})"


def _step(numbers: Sequence[float]) -> int:
    """Return the power of ten that large round numbers are multiples of, 1 for others."""
    step, size = 1, max(map(abs, numbers))
    while size > _ROUND_FROM and all(number % (step * 10) == 0 for number in numbers):
        step *= 10
    return step


def _bounds(numbers: Sequence[float], step: int) -> tuple[int, int]:
    """Return the lowest and the highest number of a range, in steps."""
    least, most = floor(min(numbers) / step), ceil(max(numbers) / step)
    room = max(2, ceil(max(abs(least), abs(most)) / 2))
    low, high = least - room, most + room
    if min(numbers) >= 0:
        low = max(low, int(min(numbers) > 0))
    if max(numbers) < 0:
        high = min(high, -1)
    return low * step, high * step
