"""Choosing numbers that are suitable for an expression.

A draw is one choice of the expression's numbers. Results are apart if a learner's answer can tell
them from one another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from katatx.engine.errors import EngineError, TwoReadings
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.sources import Source, numbered_source
from katatx.engine.fresh_numbers.suitable import (
    LONGEST_DRILL,
    SAYS_NOTHING,
    TAKEN_FOR_ROUNDING,
    THEY_MEET,
    TOO_LARGE,
    Unavoidable,
    blurs,
    carries_too_far,
    collisions,
    pencil_sized,
    says_something,
    taken_for_early_rounding,
)
from katatx.engine.key import RIGHT, Belief, ExactResult, Solution, exact_results, solve
from katatx.engine.lines import ChainLine, work_chain
from katatx.engine.names import Names
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.values import floats
from katatx.notation.syntax import Node
from scoring.places import DECIMALS

_PROBES = 40
# Probes for mistakes that always look like early rounding: each is solved in full, so there are fewer.
_FEW_PROBES = 6


@dataclass(slots=True)
class Patience:
    """The remaining search budget for one seed: exact single calculations, and whole solutions.

    Both are counted independently of earlier draws, so that a seed always gives the same numbers.
    """

    calculations: int = 1_000_000
    solutions: int = 500

    @property
    def is_over(self) -> bool:
        """Return whether either budget is used up."""
        return self.calculations <= 0 or self.solutions <= 0


@dataclass(slots=True)
class Sieve:
    """Decides which numbers are suitable for one expression.

    `name` seeds a source from which `numbers` draws, to find the collisions that no numbers avoid; it begins messages
    too. `places` is the number of decimals asked for. `lines_before` are the earlier lines of a chain, whose values the
    expression uses. `tried` counts the draws of `search` since the last `begin`, `refused` the reasons for refusing
    draws.
    """

    name: str
    node: Node
    numbers: Callable[[Source], Names]
    places: int = DECIMALS
    beliefs: Sequence[Belief] = ()
    lines_before: Sequence[ChainLine] = ()
    # Number of draws tried since the last `begin`, and how often each reason refused one, for the message if none is
    # suitable.
    tried: int = 0
    refused: Counter[str] = field(default_factory=Counter, repr=False)
    _unavoidable: Unavoidable | None = field(default=None, repr=False)
    _always_early: frozenset[str] | None = field(default=None, repr=False)
    _collided: Counter[str] = field(default_factory=Counter, repr=False)

    def begin(self) -> None:
        """Reset the counts of tried and refused draws."""
        self.tried = 0
        self.refused.clear()

    def solution_if_suitable(self, names: Names, patience: Patience, apart: bool = True) -> Solution | None:
        """Return the solution if the numbers are suitable, else None; the cost is charged to `patience`.

        `names` include the values of earlier lines. Without `apart`, wrong turns need not be distinguishable. A refusal
        is counted in `refused`. Raises EngineError if the expression is too long for a drill, TwoReadings if it has two
        readings.
        """
        found = self._solution_or_reason(names, patience, apart)
        if isinstance(found, str):
            self.refused[found] += 1
            return None
        return found

    def _solution_or_reason(self, names: Names, patience: Patience, apart: bool) -> Solution | str:
        """Return the solution, or the reason why the numbers are unsuitable; the cost is charged to `patience`.

        Without `apart`, wrong turns need not be distinguishable. Raises EngineError if the expression is too long for a
        drill, TwoReadings if it has two readings.
        """
        sizing = _Sizing()
        try:
            # Exact values reveal most unsuitable draws at a tenth of the cost of bands.
            value = evaluate(self.node, names, sizing)
        except Exhausted as error:
            raise EngineError(
                f"{self.name} takes more than {LONGEST_DRILL:,} single calculations; write a smaller one"
            ) from error
        except TwoReadings:
            raise  # no numbers change that
        except EngineError as error:
            return str(error)
        finally:
            patience.calculations -= sizing.spent
        if not says_something(floats(value), self.places):
            return SAYS_NOTHING
        return self._graded_or_reason(names, patience, apart)

    def _graded_or_reason(self, names: Names, patience: Patience, apart: bool) -> Solution | str:
        """Return the solution, or the reason why it is unsuitable, for numbers whose exact value is suitable.

        A solution worked is charged to `patience`. Raises TwoReadings if a belief has two readings.
        """
        try:
            if apart and not self._apart_exactly(names):
                return THEY_MEET
            patience.solutions -= 1
            solution = solve(self.node, names, self.places, self.beliefs)
        except TwoReadings:
            raise  # no numbers change that
        except EngineError as error:
            return str(error)
        if not solution.roundable:
            return "the lines have no value once they are rounded"
        if carries_too_far(solution.key):
            return "honest rounding leads too far from the true value"
        if not apart:
            return solution
        found = collisions(solution)
        if found and not found <= self.unavoidable().collisions:
            return THEY_MEET
        early = taken_for_early_rounding(solution.key)
        if early and not early <= self._always_taken_for_early_rounding():
            return TAKEN_FOR_ROUNDING
        return solution

    def _always_taken_for_early_rounding(self) -> frozenset[str]:
        """Return the mistakes that look like early rounding in every probe that shows them; cached.

        No numbers can avoid these, such as the belief that two decimals are enough.
        """
        if self._always_early is None:
            source = numbered_source(f"{self.name} early probe")
            always, never = set[str](), set[str]()
            for _ in range(_FEW_PROBES):
                try:
                    names = self._with_lines(self.numbers(source))
                    key = solve(self.node, names, self.places, self.beliefs).key
                except EngineError:
                    continue
                taken = taken_for_early_rounding(key)
                always |= taken
                never |= {turn.name for turn in key.wrong_turns} - taken
            self._always_early = frozenset(always - never)
        return self._always_early

    def _with_lines(self, names: Names) -> Names:
        """Return numbers with the values of the earlier lines. Raises EngineError if a line has none."""
        return work_chain(self.lines_before, names) if self.lines_before else names

    def failure(self, name: str, tried: int, where: str = "") -> EngineError:
        """Return the error that says that none of the `tried` sets of numbers is usable.

        `name`, the drill's or the kata's, begins the message. `where` comes before the most frequent reason, such as
        the line that fails most often.
        """
        tries = f"{tried} sets of fresh numbers tried"
        return EngineError(
            f"{name}: {tries}, and none can be used (mostly: {where}{self.main_reason}); choose other ranges"
        )

    @property
    def main_reason(self) -> str:
        """Return the most frequent reason for refusing numbers.

        If none were refused, the reason is that they were always the page's own.
        """
        return self.refused.most_common(1)[0][0] if self.refused else "they are always the page's own"

    def _apart_exactly(self, names: Names) -> bool:
        """Return whether the exact results are distinguishable, stopping at the first two that are not.

        Two that no numbers distinguish do not count. Mistakes that collided before are tried first, only for speed.
        Raises EngineError if the expression or a belief has no value.
        """
        margin = 10.0**-self.places
        found: list[ExactResult] = []
        for result in exact_results(self.node, names, self.beliefs, self._collided):
            # The decision must not depend on earlier draws: a seed gives the same numbers
            # whichever seeds were drawn before.
            if found and result.near(found[0], margin) and self._is_no_mistake(result.name):
                continue
            if self._collides(result, found, margin):
                return False
            found.append(result)
        return True

    def _is_no_mistake(self, name: str) -> bool:
        """Return whether a wrong turn gives the right value with any numbers."""
        return frozenset((name, RIGHT)) in self.unavoidable().collisions

    def _collides(self, result: ExactResult, others: list[ExactResult], margin: float) -> bool:
        """Return whether a result collides with one of `others`, the results before it; counted in `_collided` if so.

        It collides if its exact numbers cannot be told apart from the other's, or if it blurs into the right result,
        the first of `others`. Collisions that no numbers avoid do not count.
        """
        if others and blurs(result, others[0].value) and result.name not in self.unavoidable().blurred:
            self._collided[result.name] += 1
            return True
        for other in others:
            pair = frozenset((result.name, other.name))
            if result.near(other, margin) and pair not in self.unavoidable().collisions:
                self._collided.update(pair)
                return True
        return False

    def unavoidable(self) -> Unavoidable:
        """Return the collisions, and the blurred mistakes, that no choice of numbers avoids; cached.

        They are found by trying forty draws.
        """
        if self._unavoidable is None:
            from katatx.engine.fresh_numbers.probes import find_unavoidable

            source = numbered_source(f"{self.name} probe")
            drawn = [self.numbers(source) for _ in range(_PROBES)]
            self._unavoidable = find_unavoidable(self.node, drawn, self.places, self.beliefs, self.lines_before)
        return self._unavoidable

    def search(
        self,
        draw: Callable[[], Names],
        patience: Patience,
        tries: int,
        apart: bool = True,
        excluded: Names | None = None,
    ) -> tuple[Names, Solution] | None:
        """Return the first suitable numbers of `tries` draws with their solution; None if there are none.

        The cost is charged to `patience`; the search ends when it is over. Without `apart`, wrong turns need not be
        distinguishable. Numbers equal to `excluded` are rejected. `self.tried` counts the draws. Raises EngineError if
        the expression is too long for a drill, TwoReadings if it has two readings, and what `draw` raises.
        """
        for _ in range(tries):
            if patience.is_over:
                return None
            self.tried += 1
            names = draw()
            solution = None if names == excluded else self.solution_if_suitable(names, patience, apart)
            if solution is not None:
                return names, solution
        return None


class _Sizing(Pencil):
    """Exact pencil that raises EngineError at the first number too large or too long to write.

    It raises Exhausted after more than `LONGEST_DRILL` calculations, which are too many for any numbers.
    """

    def __init__(self) -> None:
        self.bound = Effort(LONGEST_DRILL)
        super().__init__(effort=self.bound)

    @property
    def spent(self) -> int:
        """Return the number of single calculations so far, counted as `Effort` does."""
        return self.bound.spent

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation.

        Raises EngineError if there is none, or if it is too large or too long to write; Exhausted if it is one too
        many.
        """
        value = super().hand(operation, numbers)
        if not pencil_sized(low_of(value)):
            raise EngineError(TOO_LARGE)
        return value
