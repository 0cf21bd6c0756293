"""The tape of a working: its calculations and comparisons, which can be done again with other numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from operator import neg
from typing import Any, NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.operations import Arithmetic, Hand
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.values import Value, shaped

# A recipe's name and the title of one of its lines.
Kind = tuple[str, str]


class Step(NamedTuple):
    """A function with the places of its operands; its outcome for a comparison, its operation for a calculation.

    `line` is the number of the line that a calculation is on.
    """

    work: Callable[..., Any]
    places: tuple[int, ...]
    outcome: bool | None
    operation: Arithmetic | None
    line: int


class Tape(NamedTuple):
    """The steps of a working, which adds its constants and its results to the numbers before it.

    Those are the given numbers, or for a mistake all numbers of the right working. A number used as an index, or in
    another way than a calculation, is compared with itself. `ends` are the places of the result's numbers, in `shape`,
    and `by_hand` those of the pencil's calculations. `lines` has the kind of each line: its recipe and its title.
    `error` is what a working without a value ended in.
    """

    constants: list[float]
    steps: list[Step]
    ends: list[int]
    shape: tuple[int, ...]
    by_hand: list[int]
    lines: list[Kind]
    pencil: Pencil
    error: EngineError | None = None

    @property
    def form(self) -> tuple[int, int]:
        """Return how many constants and steps it has."""
        return len(self.constants), len(self.steps)

    def play(self, before: Sequence[float]) -> list[float] | None:
        """Return all numbers of the working; None where a comparison comes out otherwise, or one is not finite.

        Raises ArithmeticError or ValueError where a calculation has no result.
        """
        made = [*before, *self.constants]
        add = made.append
        for work, places, outcome, _, _ in self.steps:
            given = [made[place] for place in places]
            found = work(*given)
            if outcome is None:
                add(found)
                if not isfinite(found) and (found != found or all(map(isfinite, given))):
                    return None
            elif found is not outcome:
                return None
        return made

    def play_by(self, hand: Hand, before: Sequence[Number]) -> list[Number]:
        """Return all numbers of the working with each calculation done by `hand`, such as that of a rounding pencil.

        Comparisons are taken to come out as they did. Raises what `hand` raises.
        """
        made: list[Number] = [*before, *self.constants]
        for work, places, outcome, operation, _ in self.steps:
            if outcome is None:
                given = tuple([made[place] for place in places])
                if operation is None:
                    made.append(work(*given) if work is neg else work(*map(low_of, given)))
                else:
                    made.append(hand(operation, given))
        return made

    def value(self, made: Sequence[Any]) -> Value:
        """Return the result among all numbers of the working. Raises the error of a working without a value."""
        if self.error is not None:
            raise self.error.with_traceback(None)
        ends = [made[end] for end in self.ends]
        return shaped(self.shape, ends) if self.shape else ends[0]
