"""Tapes: an expression worked once by the exact pencil, and again with other numbers as straight arithmetic.

The first working notes every calculation with the places of its operands, and every comparison with its outcome. With
other numbers the same calculations are done again, much faster; where a comparison comes out otherwise, the pencil
works anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from math import isfinite
from typing import Any, NamedTuple, Self

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.names import Names
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, flat, shape_of, shaped
from katatx.notation.syntax import Node

# Tapes kept for one expression, one for each way that its comparisons came out.
_MOST_TAPES = 8
# Workings that no tape could do, beyond those that one could, after which none is made or used.
_MOST_MISSES = 12


class _Tape(NamedTuple):
    """The steps of a working. Its names' numbers come first in `start`, then the constants.

    A step is a function, the places of its operands, and for a comparison its outcome, else None; a calculation adds
    its result at the end. A number used as an index, or in another way than these, is compared with itself. `ends` are
    the places of the result's numbers, in `shape`, and `by_hand` those of all numbers that the pencil made. `error` is
    what a working without a value ended in.
    """

    start: list[float]
    steps: list[tuple[Callable[..., Any], tuple[int, ...], Any]]
    ends: list[int]
    shape: tuple[int, ...]
    by_hand: list[int]
    pencil: Pencil
    error: EngineError | None = None

    def play(self, numbers: Sequence[float]) -> list[float] | None:
        """Return all numbers of the working; None where a comparison comes out otherwise, or one is not finite."""
        made = [*numbers, *self.start[len(numbers) :]]
        add = made.append
        for work, places, outcome in self.steps:
            given = [made[place] for place in places]
            found = work(*given)
            if outcome is None:
                add(found)
                if not isfinite(found) and (found != found or all(map(isfinite, given))):
                    return None
            elif found is not outcome:
                return None
        return made


class Working:
    """An expression, or a mistake in it, worked with one set of numbers after another.

    `varying` are the names whose numbers change, and `longest` limits the calculations. Of the working last begun,
    `made` has the results of all calculations, and `pencil` is an exact pencil that met the same
    lines. Neither depends on the numbers worked before.
    """

    def __init__(
        self, node: Node, varying: Collection[str], turn: WrongTurn | None = None, longest: int | None = None
    ) -> None:
        self._node: Node | None = None
        self._written = node
        self._varying = sorted(varying)
        self._turn = turn
        # By the shapes of the varying values.
        self._tapes: dict[tuple[tuple[int, ...], ...], list[_Tape]] = {}
        self._longest = longest
        self._misses = 0
        self.made: Sequence[float] = ()
        self.pencil = Pencil()

    def value(self, names: Names) -> Value:
        """Return the value with these numbers. Raises as `work_out` does."""
        numbers: list[Any] = [number for name in self._varying for number in flat(names[name])]
        shapes = [shape_of(names[name]) for name in self._varying]
        for tape in self._tapes.get(tuple(shapes), ()) if self._misses <= _MOST_MISSES else ():
            with suppress(ArithmeticError, ValueError):
                made = tape.play(numbers)
                if made is not None:
                    self.made, self.pencil = [made[place] for place in tape.by_hand], tape.pencil
                    self._misses -= 1
                    if tape.error is not None:
                        raise tape.error.with_traceback(None)
                    ends = [made[end] for end in tape.ends]
                    return shaped(tape.shape, ends) if tape.shape else ends[0]
        return self._worked(names, numbers, tuple(shapes))

    def _worked(self, names: Names, numbers: list[float], shapes: tuple[tuple[int, ...], ...]) -> Value:
        if self._node is None:
            self._node = standard(self._written, names)
        self._misses += 1
        effort = None if self._longest is None else Effort(self._longest)
        if self._misses > _MOST_MISSES:
            self.pencil = pencil = _Keeping(self._turn, effort)
            self.made = pencil.made
            return work_out(self._node, names, pencil)
        noted = _Noted(numbers)
        marks = iter([_Mark(number, at, noted) for at, number in enumerate(numbers)])
        marked = {name: _marked(names[name], marks) for name in self._varying}
        self.pencil = noting = _Noting(self._turn, noted, effort)
        self.made = noting.made
        tapes = self._tapes.setdefault(shapes, [])
        try:
            value = work_out(self._node, {**names, **marked}, noting)
        except EngineError as error:
            if not noted.has_failed:
                tapes[:] = [noted.tape(None, noting)._replace(error=error), *tapes][:_MOST_TAPES]
            raise
        tapes[:] = [noted.tape(value, noting), *tapes][:_MOST_TAPES]
        return _plain(value)


def _marked(value: Value, marks: Any) -> Value:
    return tuple(_marked(each, marks) for each in value) if isinstance(value, tuple) else next(marks)


def _plain(value: Value) -> Value:
    return tuple(map(_plain, value)) if isinstance(value, tuple) else float.__pos__(value)


class _Noted:
    """The calculations and comparisons of one working so far."""

    def __init__(self, numbers: Sequence[float]) -> None:
        self._count = len(numbers)
        self._constants: list[float] = []
        self._steps: list[tuple[Callable[..., Any], list[Number | int], Any]] = []
        self._results = 0
        self.by_hand: list[int] = []
        # Whether a calculation had no result, which other numbers may have.
        self.has_failed = False

    def place(self, number: Number) -> int:
        """Return the place of a number: of a name or constant from 0 on, of a result below 0."""
        if isinstance(number, _Mark):
            return number.place
        self._constants.append(low_of(number))
        return self._count + len(self._constants) - 1

    def calculated(self, work: Callable[..., float], numbers: Sequence[Number], value: float) -> _Mark:
        """Note a calculation, and return its result as a number that remembers its place."""
        self._steps.append((work, [self.place(each) for each in numbers], None))
        self._results += 1
        return _Mark(value, -self._results, self)

    def compared(self, work: Callable[..., bool], one: float, other: object) -> bool:
        """Note a comparison, and return its outcome."""
        outcome = bool(work(float.__pos__(one), _bare(other)))
        if isinstance(other, float):
            self._steps.append((work, [self.place(one), self.place(other)], outcome))
        else:
            self._steps.append((lambda each: work(each, other), [self.place(one)], outcome))
        return outcome

    def tape(self, value: Value, pencil: Pencil) -> _Tape:
        """Return the tape of a working with this value, in which results stand after the constants."""
        ends = [] if value is None else [self.place(number) for number in flat(value)]
        first = self._count + len(self._constants)

        def settled(place: Any) -> int:
            return int(place) if place >= 0 else first - place - 1

        steps = [(work, tuple(map(settled, places)), outcome) for work, places, outcome in self._steps]
        start, shape = [0.0] * self._count + self._constants, shape_of(value) if ends else ()
        return _Tape(start, steps, list(map(settled, ends)), shape, list(map(settled, self.by_hand)), pencil)


class _Keeping(Pencil):
    """Exact pencil that keeps all numbers that it makes."""

    def __init__(self, turn: WrongTurn | None, effort: Effort | None) -> None:
        super().__init__(turn, effort)
        self.made: list[float] = []

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation."""
        value = super().hand(operation, numbers)
        self.made.append(low_of(value))
        return value


class _Noting(_Keeping):
    """Exact pencil that notes its calculations too."""

    def __init__(self, turn: WrongTurn | None, noted: _Noted, effort: Effort | None) -> None:
        super().__init__(turn, effort)
        self._noted = noted

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation."""
        try:
            value = low_of(super().hand(operation, tuple(map(_bare, numbers))))
        except EngineError:
            self._noted.has_failed = True
            raise
        if any(isinstance(number, _Mark) for number in numbers):
            value = self._noted.calculated(operation.work, numbers, value)
        self._noted.by_hand.append(self._noted.place(value))
        return value


def _bare(number: Any) -> Any:
    return float.__pos__(number) if isinstance(number, _Mark) else number


class _Mark(float):
    """A float that remembers its place in a working, and notes what is done with it outside the pencil."""

    __slots__ = ("noted", "place")
    noted: _Noted
    place: int

    def __new__(cls, number: float, place: int, noted: _Noted) -> Self:
        made = super().__new__(cls, number)
        made.place, made.noted = place, noted
        return made

    def __bool__(self) -> bool:
        return self.noted.compared(float.__ne__, self, 0.0)


def _calculating(name: str) -> Callable[..., Any]:
    work = getattr(float, name)

    def calculate(self: _Mark, *others: Any) -> Any:
        value = work(_bare(self), *map(_bare, others))
        if not isinstance(value, float):
            return value
        numbers = [each if isinstance(each, float) else float(each) for each in others]
        return self.noted.calculated(work, [self, *numbers], value)

    return calculate


def _comparing(name: str) -> Callable[[_Mark, object], bool]:
    work = getattr(float, name)

    def compare(self: _Mark, other: object) -> bool:
        plain: bool = work(_bare(self), _bare(other))
        return plain if plain is NotImplemented else self.noted.compared(work, self, other)

    return compare


def _fixing(name: str) -> Callable[..., Any]:
    """Return a method after whose use the number must be the same again, as after a use as an index."""
    work = getattr(float, name)

    def use(self: _Mark, *others: object) -> Any:
        self.noted.compared(float.__eq__, self, _bare(self))
        return work(_bare(self), *map(_bare, others))

    return use


for _name in ("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"):
    setattr(_Mark, _name, _comparing(_name))
for _name in (
    "__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__", "__rtruediv__", "__pow__",
    "__abs__", "__neg__", "__mod__", "__rmod__", "__floordiv__",
):  # fmt: skip
    setattr(_Mark, _name, _calculating(_name))
for _name in (
    "__rfloordiv__", "__divmod__", "__rdivmod__", "__rpow__", "__hash__",
    "__int__", "__trunc__", "__floor__", "__ceil__", "__round__", "__float__", "is_integer",
):  # fmt: skip
    setattr(_Mark, _name, _fixing(_name))
