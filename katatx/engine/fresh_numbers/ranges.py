"""Ranges of fresh numbers, as written in a drill file.

integers(-2..4)             whole numbers, in the shape of the given ones
integers(100..900 by 50)    whole numbers in steps
tenths(-0.5..3, 2x4)        numbers with one decimal, a grid of 2 rows and 4 columns
portions                    positive numbers in steps of 0.05 that add up to 1
one of(4, 9, 16)            each number is one of these
one of(0, 1, like dials)    the same, in the shape of the given `dials`
shuffled                    the given numbers in random order
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import TypeAlias, TypeVar

from katatx.engine.errors import EngineError
from katatx.engine.values import Value, flat, shape_of, shaped
from katatx.notation.quoting import quote
from scoring.places import whole_at

# Looking ahead keeps a tenth digit from being read as the shape.
_NUMBER = r"-?\d{1,9}(?:\.\d{1,9})?(?!\d)"
_FORM = re.compile(
    rf"""\s*(?P<kind>integers|tenths|portions|one\ of|shuffled)\s*(?:\(
        \s*(?:(?P<low>{_NUMBER})\s*\.\.\s*(?P<high>{_NUMBER})(?:\s+by\s+(?P<step>\d{{1,9}})(?!\d))?
          | (?P<choices>{_NUMBER}(?:\s*,\s*{_NUMBER})+))?\s*
        (?:,?\s*(?:like\s+(?P<like>[\w.]+)|(?P<rows>\d{{1,3}})(?:\s*x\s*(?P<columns>\d{{1,3}}))?))?\s*\))?\s*""",
    re.VERBOSE | re.ASCII,
)
_FORMS = (
    "integers(1..9), integers(100..900 by 50), tenths(-0.5..3, 2x4), portions, one of(4, 9, 16), "
    "one of(0, 1, like name) or shuffled"
)
_MOST = 64
_MOST_NUMBERS = 256
# The part that each kind requires between its brackets: bounds or numbers to choose from; others require neither.
_NEEDS = {"integers": "low", "tenths": "low", "one of": "choices"}
_PARTS = ("low", "choices")


_Item = TypeVar("_Item")


# Random numbers in [0, 1).
Source: TypeAlias = Callable[[], float]


def numbered_source(seed: str) -> Source:
    """Return a source determined by a text: by the first 8 bytes of its SHA-256 hash.

    Only `random.Random(seed).random()` is used: Python guarantees that its sequence never changes.
    """
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
    return random.Random(number).random  # noqa: S311 - practice, not secrets


def shuffled(items: Iterable[_Item], source: Source) -> list[_Item]:
    """Return the items in random order, drawn from `source`."""
    left, order = list(items), []
    while left:
        order.append(left.pop(int(source() * len(left))))
    return order


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers that a drill may draw for one given name.

    `kind` is the word before the bracket: integers, tenths, portions, one of or shuffled. The numbers are `low` to
    `high` in steps of `step`, all divided by `over`; or one of `choices` if there are any; or portions that add up to
    1; or the given numbers shuffled. `like` names a given value whose shape is used instead of `shape`.
    """

    kind: str
    low: int = 0
    high: int = 0
    step: int = 1
    over: int = 1
    choices: tuple[float, ...] = ()
    shape: tuple[int, ...] = ()
    like: str | None = None

    def draw(self, source: Source, given: Mapping[str, Value]) -> Value:
        """Return fresh numbers in the range's shape; `source` returns random numbers in [0, 1).

        Raises EngineError if `like` names nothing given, and for more than 256 numbers, or 20 portions.
        """
        if self.like is not None and self.like not in given:
            raise EngineError(
                f"like {quote(self.like)}: no given number is called that; write the name of one after like"
            )
        shape = self.shape if self.like is None else shape_of(given[self.like])
        if prod(shape) > _MOST_NUMBERS:
            raise EngineError(
                f"fresh numbers for {prod(shape):,} slots are too many to copy by hand; ask for at most {_MOST_NUMBERS}"
            )
        if self.kind == "shuffled":
            return shaped(shape, shuffled(flat(given[str(self.like)]), source))
        count = prod(shape)
        numbers = (
            self._portions(source, count) if self.kind == "portions" else [self._one(source) for _ in range(count)]
        )
        return shaped(shape, numbers)

    def _one(self, source: Source) -> float:
        if self.choices:
            return self.choices[int(source() * len(self.choices))]
        steps = (self.high - self.low) // self.step + 1
        return (self.low + self.step * int(source() * steps)) / self.over

    def _portions(self, source: Source, count: int) -> list[float]:
        """Return `count` positive multiples of 0.05 that add up to 1."""
        if count > 20:
            raise EngineError(f"{count} portions in steps of 0.05 cannot add to 1; ask for at most 20")
        cuts: set[int] = set()
        while len(cuts) < count - 1:
            cuts.add(1 + int(source() * 19))
        return [(right - left) / 20 for left, right in pairwise([0, *sorted(cuts), 20])]


def read_range(text: str, own: str | None = None) -> Range:
    """Parse a range as written in a drill file; whether its `like` name is given is not checked.

    Without a shape it is like the given value called `own`, if there is one, else a single number.

    Raises EngineError, which lists the accepted forms, or says what is wrong with the shape, the bounds or the step.
    """
    found = _FORM.fullmatch(text)
    if found is None or any((found[part] is not None) != (_NEEDS.get(found["kind"]) == part) for part in _PARTS):
        raise EngineError(f"{quote(text)} is not a way to draw fresh numbers; write {_FORMS}")
    kind, shape = found["kind"], tuple(int(found[part]) for part in ("rows", "columns") if found[part])
    if any(length < 1 or length > _MOST for length in shape):
        raise EngineError(f"{quote(text)} has too many rows or columns, or none; write 1 to {_MOST} of each")
    like = found["like"] or (None if shape else own)
    if kind == "shuffled" and like is None:
        raise EngineError(f"{quote(text)} does not say what is shuffled; write shuffled(like name)")
    if found["choices"]:
        choices = tuple(float(number) for number in found["choices"].split(","))
        return Range(kind, choices=choices, shape=shape, like=like)
    if found["low"] is None:
        return Range(kind, shape=shape, like=like)
    over = 10 if kind == "tenths" else 1
    low, high, step = float(found["low"]) * over, float(found["high"]) * over, int(found["step"] or 1)
    if not (whole_at(low, 0) and whole_at(high, 0)):
        bounds = "whole numbers" if over == 1 else "numbers with at most one decimal"
        raise EngineError(f"{quote(text)} has a bound that does not fit {kind}; write {bounds} for both")
    if step < 1 or high <= low:
        raise EngineError(
            f"{quote(text)} holds no number; write the lower bound first, as in 1..9, and a step of 1 or more"
        )
    return Range(kind, round(low), round(high), step, over, shape=shape, like=like)
