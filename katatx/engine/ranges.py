"""What fresh numbers a drill may draw, as written in its file.

integers(-2..4, like scores)    whole numbers, in the shape of the given `scores`
integers(100..900 by 50)        one whole number in steps
tenths(0..3, 2x4)               one decimal, a grid of 2 rows of 4
portions(like portions)         positive, in steps of 0.05, adding up to 1
one of(4, 9, 16)                one of these
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from katatx.engine.errors import EngineError
from katatx.engine.sources import Source
from katatx.engine.values import Value, like, shape_of
from katatx.notation.quoting import quote

_FORM = re.compile(
    r"""\s*(?P<kind>integers|tenths|portions|one\ of)\s*\(
        \s*(?:(?P<low>-?\d+)\s*\.\.\s*(?P<high>-?\d+)(?:\s+by\s+(?P<step>\d+))?\s*)?
        (?:,?\s*(?:like\s+(?P<like>[\w.]+)|(?P<rows>\d+)(?:\s*x\s*(?P<columns>\d+))?))?\s*\)\s*""",
    re.VERBOSE,
)
_CHOICE = re.compile(r"\s*one of\s*\(\s*(-?\d+(?:\.\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?)*)\s*\)\s*")
_FORMS = "integers(1..9), integers(0..3, like name), tenths(0..3, 2x4), portions(like name) or one of(4, 9, 16)"
_MOST = 64


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers a drill may draw: `low` to `high` in steps of `step`, all divided by
    `over`; or, where `choices` is not empty, one of those; or portions adding to 1.
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
        """Fresh numbers in the range's shape.

        Raises EngineError where it is to be like something that is not given.
        """
        if self.like is not None and self.like not in given:
            raise EngineError(f"like {quote(self.like)}: nothing of that name is given")
        shape = self.shape if self.like is None else shape_of(given[self.like])
        count = 1
        for length in shape:
            count *= length
        numbers = (
            self._portions(source, count) if self.kind == "portions" else [self._one(source) for _ in range(count)]
        )
        return _tuples(like(shape, numbers))

    def _one(self, source: Source) -> float:
        if self.choices:
            return self.choices[int(source() * len(self.choices))]
        steps = (self.high - self.low) // self.step + 1
        return (self.low + self.step * int(source() * steps)) / self.over

    def _portions(self, source: Source, count: int) -> list[float]:
        """Cuts 20 twentieths at random places, every part at least one."""
        if count > 20:
            raise EngineError(f"{count} portions; steps of 0.05 make 20 at most")
        cuts: set[int] = set()
        while len(cuts) < count - 1:
            cuts.add(1 + int(source() * 19))
        return [(right - left) / 20 for left, right in pairwise([0, *sorted(cuts), 20])]


def read_range(text: str) -> Range:
    """A range as written in a drill file.

    Raises EngineError, with the forms there are, for anything else.
    """
    choice = _CHOICE.fullmatch(text)
    if choice:
        return Range("one of", choices=tuple(float(number) for number in choice[1].split(",")))
    found = _FORM.fullmatch(text)
    if found is None or (found["kind"] == "one of") or ((found["low"] is None) != (found["kind"] == "portions")):
        raise EngineError(f"{quote(text)} is no range; write {_FORMS}")
    shape = tuple(int(found[part]) for part in ("rows", "columns") if found[part])
    if any(length < 1 or length > _MOST for length in shape):
        raise EngineError(f"{quote(text)}: a shape has 1 to {_MOST} rows and columns")
    if found["kind"] == "portions":
        return Range("portions", shape=shape, like=found["like"])
    low, high, step = int(found["low"]), int(found["high"]), int(found["step"] or 1)
    over = 10 if found["kind"] == "tenths" else 1
    low, high = low * over, high * over
    if step < 1 or high <= low:
        raise EngineError(f"{quote(text)}: the range is empty; write it low..high")
    return Range(found["kind"], low, high, step, over, shape=shape, like=found["like"])


def _tuples(value: object) -> Value:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
