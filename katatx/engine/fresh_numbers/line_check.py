"""Deciding whether numbers suit one line: written by hand, telling, and with every mistake distinguishable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations

from katatx import cache
from katatx.engine.chains import ChainLine
from katatx.engine.errors import EngineError, TwoReadings
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers import suitable
from katatx.engine.fresh_numbers.suitable import LONGEST_DRILL, THEY_MEET, Collision, ExactResult, says_something
from katatx.engine.key import RIGHT, open_turns
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.values import Value, floats, shape_of
from katatx.engine.workings.replaying import Working
from katatx.notation.printing import write_expression
from scoring.key import Band
from scoring.places import close
from scoring.shapes import same_shape

# About as many workings does it take to see whether numbers suit with rounded lines.
_ROUNDED_WORKINGS = 30
# Probes in which all mistakes are compared; in later ones only those about which something is open.
_FEW_PROBES = 6


@dataclass(slots=True)
class LineCheck:
    """Decides which numbers suit one line. Methods are given the numbers together with the values of earlier lines.

    `name` begins messages. `varying` are the names of the line that stand for other numbers in each draw. `probes`
    returns numbers to try, for finding what no numbers avoid; `origin` tells everything that these depend on. `refused`
    counts the reasons for refusing numbers. Whether numbers suit never depends on those seen before.
    """

    name: str
    line: ChainLine
    varying: Collection[str]
    probes: Callable[[], Sequence[Names]]
    origin: str
    refused: Counter[str] = field(default_factory=Counter, repr=False)
    _right: Working = field(init=False, repr=False)
    _beliefs: dict[str, Working] = field(init=False, repr=False)
    _unavoidable: frozenset[Collision] | None = field(default=None, repr=False)
    _value: Value = None
    _spent: int = 0
    _collided: Counter[str] = field(default_factory=Counter, repr=False)

    def __post_init__(self) -> None:
        """Prepare the workings of the line and of its beliefs."""
        self._right = Working(self.line.node, self.varying, LONGEST_DRILL)
        self._beliefs = {each.name: Working(each.node, self.varying, LONGEST_DRILL) for each in self.line.beliefs}

    def value(self, names: Names, effort: Effort, apart: bool) -> Value | None:
        """Return the line's exact value, None if the numbers do not suit by exact values; `effort` is charged.

        Without `apart`, mistakes need not be distinguishable. Raises EngineError if the line is too long for a drill,
        TwoReadings if it has two readings.
        """
        if apart:
            self.unavoidable()  # now, as probing works the line with other numbers
        self._spent = 0
        try:
            refuses = self._refuses(self._exact_reason, names, apart)
        except Exhausted as error:
            problem = f"{self.name} takes more than {LONGEST_DRILL:,} single calculations"
            raise EngineError(f"{problem}; write a smaller one") from error
        effort.spent += self._spent
        return None if refuses else self._value

    def suits(self, names: Names, effort: Effort, apart: bool) -> bool:
        """Return whether numbers that suit by exact values suit with rounded lines too; `effort` is charged."""
        effort.spent += _ROUNDED_WORKINGS * len(self._right.made)
        return not self._refuses(self._rounded_reason, names, apart)

    def _refuses(self, reason_of: Callable[[Names, bool], str], names: Names, apart: bool) -> bool:
        try:
            reason = reason_of(names, apart)
        except (Exhausted, TwoReadings):
            raise  # no numbers change that
        except EngineError as error:
            reason = str(error)
        self.refused.update([reason] if reason else [])
        return bool(reason)

    def _exact_reason(self, names: Names, apart: bool) -> str:
        self._value = self._right.value(names)
        self._spent += len(self._right.made)
        if not all(map(suitable.pencil_sized, self._right.made)):
            return suitable.TOO_LARGE
        if not says_something(floats(self._value), self.line.places):
            return suitable.SAYS_NOTHING
        found: list[ExactResult] = []
        for result in self._results(names, self._value) if apart else ():
            near = [
                frozenset((result.name, other.name)) for other in found if result.near(other, 10.0**-self.line.places)
            ]
            if near and frozenset((result.name, RIGHT)) in self.unavoidable().intersection(near):
                continue  # it gives the right value with any numbers
            met = next((pair for pair in near if pair not in self.unavoidable()), None)
            if met:
                self._collided.update(met)
                return THEY_MEET
            found.append(result)
        return ""

    def _results(
        self, names: Names, value: Value, wanted: Callable[[str], bool] = lambda _: True
    ) -> Iterator[ExactResult]:
        """Yield the right result (named "right"), which is `value`, then that of every mistake that is `wanted`.

        Mistakes that met others before come first, only for speed. Wrong turns without a value are left out. Raises
        EngineError if a belief has none.
        """
        yield _result(RIGHT, value)
        turns = {turn.id: turn for turn in open_turns(self._right.pencil)}
        beliefs = [each.name for each in self.line.beliefs]
        for name in sorted([*beliefs, *turns], key=lambda name: -self._collided[name]):
            if not wanted(name):
                continue
            turn = turns.get(name)
            self._spent += len(self._right.made)
            with suppress(*([] if turn is None else [EngineError])):
                value = self._beliefs[name].value(names) if turn is None else self._right.mistake(turn)
                yield _result(name, value)

    def _rounded_reason(self, names: Names, apart: bool) -> str:
        """Return why the numbers do not suit once lines are rounded; empty if they do."""
        right, *others = self._results(names, self._right.value(names))
        for belief in self._beliefs.values():
            belief.band()
        bands = _Bands(self._right, self._beliefs, self.line.places)
        band = bands.of(RIGHT)
        if band is None:
            return "the lines have no value once they are rounded"
        if suitable.leads_too_far(right.value, right.shape, band, self.line.places):
            return "honest rounding leads too far from the true value"
        if not apart:
            return ""
        mistakes = [each for each in others if not _is_same(each, right)]
        for first, second in combinations([right, *mistakes], 2):
            pair = frozenset((first.name, second.name))
            if bands.meet(first, second) and pair not in self.unavoidable():
                return THEY_MEET
        return ""

    def collisions(self, names: Names) -> set[frozenset[str]]:
        """Return the pairs of results that these numbers cannot tell apart. Raises EngineError without a value."""
        tally = _Tally()
        results = list(self._results(names, self._right.value(names)))
        tally.count(results, _Bands(self._right, self._beliefs, self.line.places))
        return tally.seen - tally.apart

    def unavoidable(self) -> frozenset[Collision]:
        """Return the collisions that no choice of numbers avoids."""
        if self._unavoidable is None:
            beliefs = [(each.name, write_expression(each.node)) for each in self.line.beliefs]
            content = f"{write_expression(self.line.node)} {self.line.places} {beliefs} {self.origin}"
            try:
                self._unavoidable = frozenset(map(frozenset, cache.read("collisions", content)))
            except TypeError:  # nothing is written down, or something else
                found = self._find_unavoidable()
                cache.write("collisions", content, found)
                self._unavoidable = frozenset(map(frozenset, found))
        return self._unavoidable

    def _find_unavoidable(self) -> list[list[str]]:
        tally = _Tally()
        usable = [names for names in self.probes() if names.keys() >= set(self.varying)]  # earlier lines have a value
        for number, names in enumerate(usable):
            if number >= _FEW_PROBES and not tally.open:
                break
            with suppress(EngineError):
                value = self._right.value(names)
                results = list(self._results(names, value, tally.is_open))
                if number < _FEW_PROBES or tally.has_new(results):
                    results = list(self._results(names, value))
                tally.count(results, _Bands(self._right, self._beliefs, self.line.places))
        return sorted(map(sorted, tally.seen - tally.apart))


def _result(name: str, value: Value) -> ExactResult:
    return ExactResult(name, shape_of(value), floats(value))


def _is_same(mistake: ExactResult, right: ExactResult) -> bool:
    """Return whether a mistake gives the right value, up to binary noise."""
    return same_shape(mistake.shape, right.shape) and all(map(close, mistake.value, right.value))


class _Tally:
    """Counts which results met and which were distinct in the probes so far.

    `seen` has all pairs of results that were compared or equal, `apart` those that were distinct in some probe, `open`
    the names in pairs that were distinct in none.
    """

    def __init__(self) -> None:
        self.seen: set[frozenset[str]] = set()
        self.apart: set[frozenset[str]] = set()
        self._met: set[str] = set()
        self.open: set[str] = set()
        self._shown: set[str] = set()

    def is_open(self, name: str) -> bool:
        """Return whether something about a mistake is still to be found out."""
        return name in self.open or name not in self._met

    def has_new(self, results: Sequence[ExactResult]) -> bool:
        """Return whether a mistake differs from the right result for the first time, and is to be compared with all."""
        right, *mistakes = results
        return any(each.name not in self._shown and not _is_same(each, right) for each in mistakes)

    def count(self, results: Sequence[ExactResult], bands: _Bands) -> None:
        """Count the results that meet and those that are distinct in one probe, the right one first."""
        right, *mistakes = results
        shown = [right]
        for mistake in mistakes:
            if _is_same(mistake, right):
                self.seen.add(frozenset((RIGHT, mistake.name)))
            else:
                shown.append(mistake)
                self._shown.add(mistake.name)
        for first, second in combinations(shown, 2):
            pair = frozenset((first.name, second.name))
            self.seen.add(pair)
            if pair not in self.apart and not bands.meet(first, second):
                self.apart.add(pair)
        self._met.update(mistake.name for mistake in mistakes)
        self.open = set[str]().union(*(self.seen - self.apart))


class _Bands:
    """The bands of one draw's results, each worked when it is first needed: if exact values do not decide."""

    def __init__(self, right: Working, beliefs: Mapping[str, Working], places: int) -> None:
        self._working = right
        self._places = places
        self._beliefs = beliefs
        self._turns = {turn.id: turn for turn in open_turns(right.pencil)}
        self._known: dict[str, Band | None] = {}

    def meet(self, first: ExactResult, second: ExactResult) -> bool:
        """Return whether two results, of which the second is a mistake, cannot be told apart: honest rounding may make
        them equal up to a unit of the last place, or one as typed may pass for the other.
        """
        margin = 10.0**-self._places
        if first.near(second, margin):
            return True
        if suitable.far_apart(first, second):
            return False
        one, other = (self.of(each.name) or Band(each.value, each.value) for each in (first, second))
        if suitable.gap(one, other) <= margin:
            return True
        if first.name == RIGHT:
            return suitable.is_taken_for_right(second, first, one, self._places)
        taken = suitable.is_taken_for
        return taken(first, other, self._places) or taken(second, one, self._places)

    def of(self, name: str) -> Band | None:
        """Return the band of a result; None if rounded lines have no value."""
        if name not in self._known:
            self._known[name] = None
            with suppress(EngineError):
                of = self._beliefs.get(name, self._working)
                self._known[name] = of.band(self._turns.get(name))
        return self._known[name]


def probes_of(numbers: Callable[[], Mapping[str, Value]], lines: Sequence[ChainLine], count: int) -> Iterator[Names]:
    """Yield `count` draws of numbers with the values of all lines; from a line without a value on, they are missing."""
    for _ in range(count):
        names = dict(numbers())
        with suppress(EngineError):
            for line in lines[:-1]:
                names[line.name] = evaluate(line.node, names, Pencil(effort=Effort(LONGEST_DRILL)))
        yield names


def places_within(line: ChainLine, names: Names, most: int | None) -> int:
    """Return the decimals to ask of a line: at most `most`, but those of the line if these tell too little.

    That is so where a mistake could then pass for the right answer or for another one that it is distinct from now.
    """
    if most is None or most >= line.places:
        return line.places
    own, fewer = (LineCheck("", each, (), tuple, "") for each in (line, line._replace(places=most)))
    value = floats(evaluate(line.node, names))
    tells = says_something(value, most) or not says_something(value, line.places)
    return most if tells and fewer.collisions(names) <= own.collisions(names) else line.places
