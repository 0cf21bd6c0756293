"""Ways of rounding: what an honest pencil may get, which rounds all lines of a working, or only some kinds of them.

A line is rounded to 3 decimals, to 4 significant figures, or to the coarser of both, where the last may stay as it is
if it ends within the 3; half up or half to even. Sums of several terms, and powers, may be rounded as they grow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from math import floor, isfinite

from katatx.engine import operations as op
from katatx.engine.errors import EngineError
from katatx.engine.workings.noting import Kind, Step, Tape
from scoring.places import DECIMALS, FIGURES, unit, whole_at

# Of a working with more kinds of lines not every choice of them is tried, only those that round nearly all or few.
_MOST_KINDS = 10
# Single calculations for one answer; beyond them the ways are too many to try.
_MOST_WORK = 400_000
# Binary arithmetic may miss a tie by this much.
_TIE = 1e-7
_LONGEST_POWER = 8

# The kind of the last calculations, which are often not rounded before the answer is written.
_LAST: Kind = ("", "last")

Hand = Callable[[Step, Sequence[float]], float]


class Ways:
    """The results of rounding a working in every way.

    `tapes` are that of the right working, and maybe one that goes on from it. Lines keep `decimals`, or `figures`. At
    most `most` ways are tried; `are_all` says whether that was every way.
    """

    def __init__(
        self,
        tapes: Sequence[Tape],
        numbers: Sequence[float],
        decimals: int = DECIMALS,
        figures: int = FIGURES,
        most: int = _MOST_WORK,
    ) -> None:
        self._ends = tapes[-1].ends
        self._start, self._program = _program(tapes, numbers)
        self._left = min(most, _MOST_WORK // (1 + len(self._program)))
        self._roundings = [
            lambda value, _: 10.0**-decimals,
            lambda value, _: unit(value, decimals, figures),
            lambda value, _: unit(value, 300, figures),
            lambda value, ends: (
                10.0**-decimals if ends and whole_at(value, decimals) else unit(value, decimals, figures)
            ),
        ]
        self._known: list[tuple[float, ...]] = []
        self._rest = self._results()
        self.are_all = True

    def __iter__(self) -> Iterator[tuple[float, ...]]:
        """Yield the results, the likeliest first, each as the numbers of the answer."""
        yield from self._known
        for result in self._rest:
            self._known.append(result)
            yield result

    def _results(self) -> Iterator[tuple[float, ...]]:
        exact = self._worked(_Round(lambda value, _: 0.0, False, False, frozenset()))
        kinds = self._rounded_kinds(exact)
        folds = (False, True) if any(_is_in_turn(step) for _, step, _ in self._program) else (False,)
        ties, seen = {False}, {self._result(exact)}
        self.are_all = len(kinds) <= _MOST_KINDS
        for chosen, how, to_even, in_turn in product(_choices(kinds), self._roundings, (False, True), folds):
            if to_even and True not in ties:
                continue
            self._left -= 1
            if self._left < 0:
                self.are_all = False
                return
            rounding = _Round(how, to_even, in_turn, chosen)
            result = self._result(self._worked(rounding))
            ties.add(rounding.has_met_tie)
            if result and result not in seen:
                seen.add(result)
                yield result

    def _worked(self, rounding: _Round) -> list[float]:
        """Return all numbers of the working, rounded in one way; none if it has no value so."""
        made = list(self._start)
        try:
            for place, step, kind in self._program:
                made[place] = rounding.worked(step, [made[at] for at in step.places], kind)
        except (ArithmeticError, ValueError, EngineError):
            return []
        return made

    def _result(self, made: Sequence[float]) -> tuple[float, ...]:
        return tuple([made[at] for at in self._ends]) if made else ()

    def _rounded_kinds(self, made: Sequence[float]) -> list[Kind]:
        """Return the kinds of lines that have a number which rounding may change."""
        return list(
            dict.fromkeys(
                kind
                for place, step, kind in self._program
                if step.operation is not None and made and (made[place] % 1 or abs(made[place]) >= 10.0**FIGURES)
            )
        )


def _program(tapes: Sequence[Tape], numbers: Sequence[float]) -> tuple[list[float], list[tuple[int, Step, Kind]]]:
    """Return the numbers to start with, and the steps that the result needs, each with the place of its result."""
    start, steps = list(numbers), list[tuple[int, Step, Kind]]()
    for tape in tapes:
        start += tape.constants
        for step in tape.steps:
            if step.outcome is None:
                kind = _LAST if len(start) in tapes[-1].ends else tape.lines[step.line]
                steps.append((len(start), step, kind))
                start.append(0.0)
    needed = set(tapes[-1].ends)
    for place, step, _ in reversed(steps):
        if place in needed:
            needed.update(step.places)
    return start, [each for each in steps if each[0] in needed]


class _Round:
    """One way: to which unit a value is rounded, how ties are, whether sums are rounded term by term, and on which
    kinds of lines.
    """

    def __init__(self, unit_of: Callable[..., float], to_even: bool, in_turn: bool, kinds: frozenset[Kind]) -> None:
        self._unit_of = unit_of
        self._to_even = to_even
        self._in_turn = in_turn
        self._kinds = kinds
        self.has_met_tie = False

    def worked(self, step: Step, given: Sequence[float], kind: Kind) -> float:
        is_rounded = step.operation is not None and kind in self._kinds
        value = step.work(*given)
        if self._in_turn and (is_rounded or kind is _LAST) and _is_in_turn(step):
            value = self._joined(step, given, value)
        return self.rounded(value, kind is _LAST) if is_rounded else float(value)

    def _joined(self, step: Step, given: Sequence[float], value: float) -> float:
        """Return a sum or a power with the value after each term or factor but the last rounded."""
        terms, join = given, op.add.work
        if step.operation is op.power:
            if given[1] % 1 or not 2 < given[1] <= _LONGEST_POWER:
                return value
            terms, join = [given[0]] * floor(given[1]), op.multiply.work
        return join(reduce(lambda before, term: self.rounded(join(before, term)), terms[:-1]), terms[-1])

    def rounded(self, value: float, ends: bool = False) -> float:
        if not isfinite(value) or not value:
            return value
        step = self._unit_of(value, ends)
        scaled = abs(value / step)
        whole = floor(scaled + 0.5 + _TIE)
        if abs(scaled - floor(scaled) - 0.5) < _TIE:
            self.has_met_tie = True
            whole = round(scaled / 2) * 2 if self._to_even else whole
        kept = whole * step if step >= 1 else whole / round(1 / step)
        return kept if value > 0 else -kept


def _is_in_turn(step: Step) -> bool:
    """Return whether a step is worked in several small ones: a sum of three terms or more, or a power."""
    return step.operation is op.power or (step.operation in (op.total, op.add) and len(step.places) > 2)


def _choices(kinds: Sequence[Kind]) -> Iterator[frozenset[Kind]]:
    """Yield the choices of kinds to round: all of them first, then fewer; of many only nearly all, and few."""
    many = len(kinds)
    for size in range(many, -1, -1) if many <= _MOST_KINDS else (many, many - 1, many - 2, 1):
        yield from map(frozenset, combinations(kinds, size))
