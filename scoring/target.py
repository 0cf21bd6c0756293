"""How long a drill takes by hand once it is automatic, from its strokes."""

from __future__ import annotations

# Seconds a practised person needs for each kind of stroke with a pencil, and to write a
# digit or type a character: the starting point until a learner's own pace is known.
SECONDS = {"product": 1.5, "sum": 1.5, "exponential": 4.0, "division": 5.0, "digit": 0.3, "character": 0.3}
READING = 4.0


def target_seconds(products: int, sums: int, exponentials: int, divisions: int, digits: int, characters: int) -> float:
    """The default target time in seconds: reading, every stroke, every digit written,
    every character typed.
    """
    return round(
        READING
        + SECONDS["product"] * products
        + SECONDS["sum"] * sums
        + SECONDS["exponential"] * exponentials
        + SECONDS["division"] * divisions
        + SECONDS["digit"] * digits
        + SECONDS["character"] * characters,
        1,
    )
