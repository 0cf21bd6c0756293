"""Fresh numbers that cannot hide a mistake.

A draw is taken only where the arithmetic is pencil-sized, the answer says something,
no known wrong turn ends in the band of the right answer, and no two wrong turns end
in the same place. The same seed gives the same numbers everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import inf, isfinite

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names, evaluate
from katatx.engine.interval import Number, low_of
from katatx.engine.key import RIGHT, Belief, ExactResult, Solution, exact_results, solve
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils import Effort, Exhausted, Pencil
from katatx.engine.ranges import Range
from katatx.engine.sources import Source, numbered_source
from katatx.engine.values import floats
from katatx.notation.syntax import Node
from scoring.key import Band, Key, KnownTurn
from scoring.places import DECIMALS, agrees, close, most_carried, unit, whole_at
from scoring.shapes import row_of, same_shape

_TRIES = 5000
_PROBES = 40
# A whole block over two words takes under a third of this. It bounds what a drill file of a
# stranger can make a machine do.
LONGEST_DRILL = 3_000
_MEET = "two wrong turns, or one and the right answer, cannot be told apart"
_SAYS_NOTHING = "the answer is zero, all alike, or too small to be written"

# A collision that no choice of numbers can part is the same mistake twice, or no mistake.
Collision = frozenset[str]


@dataclass(frozen=True, slots=True)
class Unavoidable:
    """What every choice of a drill's numbers has: the collisions, and the mistakes that
    blur into the truth when written short.
    """

    collisions: frozenset[Collision] = frozenset()
    blurred: frozenset[str] = frozenset()


@dataclass(slots=True)
class Patience:
    """How much longer to look for numbers that will do: single calculations of exact values, and
    whole solutions. Both are counted alike whatever was drawn before, so that a seed's numbers are.
    """

    calculations: int = 1_000_000
    solutions: int = 500

    @property
    def left(self) -> bool:
        """Whether to go on."""
        return self.calculations > 0 and self.solutions > 0


@dataclass(slots=True)
class Sieve:
    """Which numbers will do for one expression. `name` and `numbers` serve to find what no
    numbers can avoid: the one makes a source, the other draws from it.
    """

    name: str
    node: Node
    numbers: Callable[[Source], Names]
    places: int = DECIMALS
    beliefs: Sequence[Belief] = ()
    # Why numbers would not do, and how often: what to say where none do.
    refused: Counter[str] = field(default_factory=Counter, repr=False)
    _unavoidable: Unavoidable | None = field(default=None, repr=False)
    _collided: Counter[str] = field(default_factory=Counter, repr=False)

    def pass_through(self, names: Names, patience: Patience, apart: bool = True) -> Solution | None:
        """What an expression comes to with numbers that will do; None where they will not.

        Where wrong turns need not lie `apart`, it is enough that a person would work them.
        Raises EngineError where the expression is too long for any numbers.
        """
        found = self._worked_or_why_not(names, patience, apart)
        if isinstance(found, str):
            self.refused[found] += 1
            return None
        return found

    def _worked_or_why_not(self, names: Names, patience: Patience, apart: bool) -> Solution | str:
        sizing = _Sizing()
        try:
            # Exact values tell most bad draws at a tenth of the cost of their bands.
            value = evaluate(self.node, names, sizing)
        except Exhausted as error:
            raise EngineError(
                f"{self.name}: more than {LONGEST_DRILL:,} single calculations; make it smaller"
            ) from error
        except EngineError as error:
            return str(error)
        finally:
            patience.calculations -= sizing.spent
        if not says_something(floats(value), self.places):
            return _SAYS_NOTHING
        return self._solved_or_why_not(names, patience, apart)

    def _solved_or_why_not(self, names: Names, patience: Patience, apart: bool) -> Solution | str:
        try:
            if apart and not self._apart_exactly(names):
                return _MEET
            patience.solutions -= 1
            solution = solve(self.node, names, self.places, self.beliefs)
        except EngineError as error:
            return str(error)
        if not solution.roundable:
            return "rounded lines cannot be worked"
        if carries_too_far(solution.key):
            return "honest rounding leads too far from the true value"
        found = collisions(solution) if apart else set()
        if found and not found <= self.unavoidable().collisions:
            return _MEET
        return solution

    @property
    def why_none(self) -> str:
        """What most often stood in the way."""
        return self.refused.most_common(1)[0][0] if self.refused else "they are always the page's"

    def _apart_exactly(self, names: Names) -> bool:
        """Whether the exact results lie apart; the first two that do not end the search.

        The mistakes that collided before are tried first, which only makes it quicker.
        """
        margin = 10.0**-self.places
        found: list[ExactResult] = []
        for result in exact_results(self.node, names, self.beliefs, self._collided):
            # What was found before must not decide what will do: a seed's numbers are the same
            # whichever seeds were drawn before it.
            if found and result.near(found[0], margin) and self._is_no_mistake(result.name):
                continue
            if self._confused(result, found, margin):
                return False
            found.append(result)
        return True

    def _is_no_mistake(self, name: str) -> bool:
        """Whether a wrong turn leads to the right value whatever the numbers."""
        return frozenset((name, RIGHT)) in self.unavoidable().collisions

    def _confused(self, result: ExactResult, others: list[ExactResult], margin: float) -> bool:
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
        """What every choice of numbers has, found by trying forty."""
        if self._unavoidable is None:
            self._unavoidable = self._probe()
        return self._unavoidable

    def _probe(self) -> Unavoidable:
        source, tally, patience = numbered_source(f"{self.name} probe"), _Tally(), _PROBES * LONGEST_DRILL // 3
        for _ in range(_PROBES):
            bound = Effort(LONGEST_DRILL)
            try:
                names = self.numbers(source)
                evaluate(self.node, names, Pencil(effort=bound))
                tally.count(solve(self.node, names, self.places, self.beliefs))
            except EngineError:
                continue
            finally:
                patience -= bound.spent
            if patience < 0:  # the longest drills are probed less often
                break
        return tally.always()


@dataclass(slots=True)
class Draws:
    """Draws for one drill: the expression asked for, its given numbers and their ranges."""

    name: str
    node: Node
    given: Names
    ranges: Mapping[str, Range]
    places: int = DECIMALS
    beliefs: Sequence[Belief] = ()
    sieve: Sieve = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.sieve = Sieve(self.name, self.node, self._numbers, self.places, self.beliefs)

    def draw(self, seed: int | str) -> Names:
        """The numbers of a seed.

        Raises EngineError where 5,000 tries find none that will do.
        """
        return self.draw_solved(seed)[0]

    def draw_solved(self, seed: int | str, apart: bool = True) -> tuple[Names, Solution]:
        """The numbers of a seed, with what they come to; wrong turns kept `apart`."""
        source, patience = numbered_source(f"{self.name} {seed}"), Patience()
        tries = 0
        while tries < _TRIES and patience.left:
            tries += 1
            names = self._numbers(source)
            solution = None if names == self.given else self.sieve.pass_through(names, patience, apart)
            if solution is not None:
                return names, solution
        raise EngineError(
            f"{self.name}: {tries} draws, and none will do: mostly {self.sieve.why_none}; widen its ranges"
        )

    def unavoidable(self) -> Unavoidable:
        """What every choice of numbers has."""
        return self.sieve.unavoidable()

    def _numbers(self, source: Source) -> Names:
        return {**self.given, **{name: each.draw(source, self.given) for name, each in self.ranges.items()}}


class _Tally:
    """What collided, and what lay apart, over all probes."""

    def __init__(self) -> None:
        self.together: set[Collision] = set()
        self.apart: set[Collision] = set()
        self.blurred: set[str] = set()
        self.clear: set[str] = set()

    def count(self, solution: Solution) -> None:
        """Take in one probe. A mistake that leads to the right value is not there to be told from others."""
        collided = collisions(solution)
        names = (RIGHT, *(turn.name for turn in solution.key.wrong_turns))
        self.together |= collided
        self.apart |= {frozenset(pair) for pair in combinations(names, 2)} - collided
        blurred = {turn.name for turn in solution.key.wrong_turns if blurs(turn, solution.key.value)}
        self.blurred |= blurred | solution.hidden
        self.clear |= set(names) - blurred

    def always(self) -> Unavoidable:
        """What was never seen otherwise."""
        return Unavoidable(frozenset(self.together - self.apart), frozenset(self.blurred - self.clear))


def pencil_sized(number: float) -> bool:
    """Whether a person would accept to write this number.

    Whole numbers have at most five significant digits and stay below ten million;
    others stay below a thousand. Minus infinity is a mask.
    """
    if number == -inf:
        return True
    if not isfinite(number) or abs(number) >= 1e7:
        return False
    if not whole_at(number, 0):
        return abs(number) < 1000
    return whole_at(number / unit(number, decimals=0, figures=5), 0)


def says_something(value: Sequence[float], places: int) -> bool:
    """Whether an answer can show that its working was done: not all zeros or all alike,
    and no number so small that its written places are zeros.
    """
    if all(close(number, 0) for number in value):
        return False
    if len(value) > 1 and all(close(number, value[0]) for number in value):
        return False
    least = 5 * 10.0 ** -(places or DECIMALS)
    return all(number == 0 or abs(number) >= least for number in value)


def carries_too_far(key: Key) -> bool:
    """Whether honest work with rounded lines may end further from the truth than is let pass."""
    places = DECIMALS if key.places is None else key.places
    for index, truth in enumerate(key.value):
        low, high = key.band.low[index], key.band.high[index]
        if low == high:
            continue
        most = most_carried(row_of(key.value, key.shape, index), places, places)
        last = max(10.0**-places, unit(truth)) / 2
        if max(high - truth, truth - low) + last > most:
            return True
    return False


def collisions(solution: Solution) -> set[Collision]:
    """Every wrong turn that may pass for right, and every two that may pass for each other."""
    key = solution.key
    right = KnownTurn(RIGHT, "", "", "", key.shape, key.value, key.band)
    alike = (
        (first.name, second.name)
        for first, second in combinations((right, *key.wrong_turns), 2)
        if not apart(first, second, key.places or DECIMALS)
    )
    return {frozenset((RIGHT, name)) for name in solution.hidden} | set(map(frozenset, alike))


def apart(first: KnownTurn, second: KnownTurn, places: int) -> bool:
    """Whether some slot tells two results apart, however honestly each was rounded."""
    if not same_shape(first.shape, second.shape):
        return True
    return any(_gap(first.band, second.band, slot) > 10.0**-places for slot in range(len(first.value)))


def _gap(first: Band, second: Band, slot: int) -> float:
    gap = max(second.low[slot] - first.high[slot], first.low[slot] - second.high[slot])
    # Two masks are the same mask: -inf less -inf is no gap.
    return 0.0 if gap != gap else gap


def blurs(mistake: ExactResult | KnownTurn, truth: tuple[float, ...]) -> bool:
    """Whether a mistake, written as short as it can be, agrees with the truth: a mistaken
    6 would be taken for a true 6.4 given to too few places.
    """
    return len(mistake.value) == len(truth) and all(
        agrees(value, _shortest(value), true) for value, true in zip(mistake.value, truth, strict=True)
    )


def _shortest(value: float) -> int | None:
    return next((places for places in range(DECIMALS) if whole_at(value, places)), DECIMALS)


class _Sizing(Pencil):
    """Works exactly, and stops at the first number that is not pencil-sized. More calculations
    than `LONGEST_DRILL` are no drill, whatever the numbers.
    """

    def __init__(self) -> None:
        self.bound = Effort(LONGEST_DRILL)
        super().__init__(effort=self.bound)

    @property
    def spent(self) -> int:
        """How many single calculations it took."""
        return self.bound.spent

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        value = super().hand(operation, numbers)
        if not pencil_sized(low_of(value)):
            raise EngineError("numbers that nobody would write out")
        return value
