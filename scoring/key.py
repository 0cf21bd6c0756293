"""Keys: the data an answer is graded against.

A **band** is the range of values that honest rounding of the lines of a working can lead to. A **wrong turn** is a
known mistake in one line of the working; a **belief** is a mistake of one drill that belongs to no line. All numbers of
a value are in row-major order.
"""

from __future__ import annotations

from typing import NamedTuple

from scoring.answer import Form
from scoring.shapes import Shape


class Band(NamedTuple):
    """The lowest and highest value that honest rounding can give, for each number of an answer."""

    low: tuple[float, ...]
    high: tuple[float, ...]

    def hull(self, other: Band) -> Band:
        """Return the smallest band that contains both; this band if the other has another length."""
        if len(self.low) != len(other.low):
            return self
        return Band(tuple(map(min, self.low, other.low)), tuple(map(max, self.high, other.high)))


class KnownTurn(NamedTuple):
    """The result of a known wrong turn: its value, in its own shape, and its band.

    `name` identifies it, `line` is the line of the working that goes wrong ("answer" for a belief). `happened`,
    `detail` (may be empty) and `instead` are one clause each, shown as `Happened (step "line"): detail. Instead.` A
    `convention` is no mistake but another valid layout, such as weights written for x·W. `left_out` says that the
    mistake was to skip its line.
    """

    name: str
    line: str
    happened: str
    instead: str
    shape: Shape
    value: tuple[float, ...]
    band: Band
    detail: str = ""
    convention: bool = False
    left_out: bool = False

    @property
    def is_belief(self) -> bool:
        """Return whether it is a belief: a mistake of one drill only, not tied to a line of the working."""
        return self.line == "answer"


class Key(NamedTuple):
    """The true value of an answer, in row-major order, and everything else needed for grading.

    `band` is the range of results if every line but the last is rounded, `early` the wider range if lines are kept one
    digit shorter. `places` is the number of decimals asked for; None accepts those given. `own` is the value worked
    from the learner's own rounded lines, if any. `figures` is the number of significant figures that suffices instead
    of `places`; None if none does.

    `coarsest` has, for each number, the line value whose rounding to 3 decimals moves it more than all other roundings
    together, or None. `two_decimals` are the results of rounding every line to two decimals, one for each habit of
    rounding; it is empty if no wrong turn is near them.

    `forms` are the unevaluated forms that are accepted, such as a fraction if the working divides nothing. None accepts
    all, as where an equation that someone wrote is checked.
    """

    shape: Shape
    value: tuple[float, ...]
    band: Band
    early: Band
    places: int | None = 3
    wrong_turns: tuple[KnownTurn, ...] = ()
    coarsest: tuple[float | None, ...] = ()
    two_decimals: tuple[tuple[float, ...], ...] = ()
    own: tuple[float, ...] | None = None
    figures: int | None = None
    forms: frozenset[Form] | None = None

    def widened(self, other: Key) -> Key:
        """Return this key with its bands extended by those of `other`, and `own` set to the value of `other`.

        `other` is the key of the same line worked from slightly different numbers: the rounded ones that the learner
        wrote on the lines before. Wrong turns that only `other` has are added, and so are its two-decimal results. If
        `other` has another number of numbers, `own` is None, and bands and two-decimal results stay.
        """
        others = {turn.name: turn.band for turn in other.wrong_turns}
        turns = (
            turn._replace(band=turn.band.hull(others[turn.name])) if turn.name in others else turn
            for turn in self.wrong_turns
        )
        own = {turn.name for turn in self.wrong_turns}
        more = (turn for turn in other.wrong_turns if turn.name not in own)
        is_alike = len(other.value) == len(self.value)
        return self._replace(
            band=self.band.hull(other.band),
            early=self.early.hull(other.early),
            wrong_turns=(*turns, *more),
            two_decimals=(*self.two_decimals, *(other.two_decimals if is_alike else ())),
            own=other.value if is_alike else None,
        )
