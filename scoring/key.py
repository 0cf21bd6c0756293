"""What an answer is judged against."""

from __future__ import annotations

from typing import NamedTuple

from scoring.shapes import Shape


class Band(NamedTuple):
    """The lowest and highest value each slot can honestly end in."""

    low: tuple[float, ...]
    high: tuple[float, ...]

    def hull(self, other: Band) -> Band:
        """The band that holds both; this one where the other has another shape."""
        if len(self.low) != len(other.low):
            return self
        return Band(tuple(map(min, self.low, other.low)), tuple(map(max, self.high, other.high)))


class KnownTurn(NamedTuple):
    """What one known wrong turn leads to: its value, in its own shape, and the
    band that honest rounding after the mistake can reach.

    `happened`, `detail` (may be empty) and `instead` are each one clause, told as
    `Happened (step "line"): detail. Instead.` A `convention` is no mistake but another
    way to lay out the same thing, such as weights written for x·W.
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


class Key(NamedTuple):
    """The true value, slot by slot in reading order, and what else can be said of it.

    `band` is what rounding every line before the last can reach, `early` the wider band of lines
    kept one digit shorter. `places` is how many decimals are asked for; None asks
    for as many as the answer happens to give. `own` is the value worked from the learner's own
    rounded lines, where there are some.

    `coarsest` is, slot by slot, the line's value whose rounding to 3 decimals moves the slot
    more than all others do together, or None. `two_decimals` is what plain work with two
    decimals on every line ends in, by each habit of rounding; empty where no wrong turn comes near it.
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

    def widened(self, other: Key) -> Key:
        """Return a key with room for working from slightly other numbers, as `other` is: those that a
        learner wrote down, rounded, on the line before.
        """
        others = {turn.name: turn.band for turn in other.wrong_turns}
        turns = (
            turn._replace(band=turn.band.hull(others[turn.name])) if turn.name in others else turn
            for turn in self.wrong_turns
        )
        own = {turn.name for turn in self.wrong_turns}
        more = (turn for turn in other.wrong_turns if turn.name not in own)
        return self._replace(
            band=self.band.hull(other.band),
            early=self.early.hull(other.early),
            wrong_turns=(*turns, *more),
            two_decimals=(*self.two_decimals, *other.two_decimals),
            own=other.value if len(other.value) == len(self.value) else None,
        )
