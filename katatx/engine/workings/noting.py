"""Noting a working on a tape: every calculation with the places of its operands, every comparison with its outcome.

A known mistake is noted from its line on: its tape goes on from the numbers of the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from operator import neg
from typing import Any, NamedTuple, Self

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.names import Names
from katatx.engine.operations import Arithmetic, Hand, Operation
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.recipe import Recipe, WrongTurn
from katatx.engine.values import Value, flat, shape_of, shaped
from katatx.notation.syntax import Literal, Node
from katatx.notation.walking import mapped

# A recipe's name and the title of one of its lines.
Kind = tuple[str, str]
# Places of constants while a working is noted, from here on.
_CONSTANT = 1_000_000_000


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


class Noted:
    """An expression in standard form, worked with every step noted, and then its known mistakes.

    Before the tape stand `numbers`: those of the names `varying`, and of the `written` literals of the expression, from
    left to right. `value` is that of what was noted last. Raises as `work_out` does, unless other numbers would lead to
    the same error, which the tape then has. With `turn`, a mistake is noted by itself; with `line`, the result is that
    of the line with this number.
    """

    def __init__(
        self,
        node: Node,
        names: Names,
        varying: Sequence[str],
        effort: Effort | None = None,
        written: Sequence[Literal] = (),
        turn: WrongTurn | None = None,
        line: int | None = None,
    ) -> None:
        self.numbers: list[float] = [low_of(number) for name in varying for number in flat(names[name])]
        self.numbers += [each.value for each in written]
        self.value: Value = None
        self._notes = _Notes(len(self.numbers))
        marks = iter([_Mark(number, at, self._notes) for at, number in enumerate(self.numbers)])
        self._names = {**names, **{name: _marked(names[name], marks) for name in varying}}
        places = {id(each): each._replace(value=next(marks)) for each in written}
        self._node = mapped(node, lambda part: places.get(id(part))) if written else node
        self._line = line
        self.tape = self._note(_Noting(turn, self._notes, effort))

    def mistake(self, turn: WrongTurn, effort: Effort | None = None) -> Tape:
        """Return the tape of a known mistake. Raises as the right working does."""
        self._notes.go_on_from(self.tape, len(self.numbers))
        return self._note(_Noting(turn, self._notes, effort, self.tape.pencil))

    def _note(self, pencil: Pencil) -> Tape:
        try:
            value = work_out(self._node, self._names, pencil)
        except EngineError as error:
            if self._notes.has_failed or isinstance(error, Exhausted):
                raise
            return self._notes.tape(None, pencil)._replace(error=error)
        if self._line is not None:
            if self._line >= len(pencil.written):
                raise EngineError("with this mistake there is no such line")
            value = pencil.written[self._line][1]
        self.value = _plain(value)
        return self._notes.tape(value, pencil)


def _marked(value: Value, marks: Any) -> Value:
    return tuple(_marked(each, marks) for each in value) if isinstance(value, tuple) else next(marks)


def _plain(value: Value) -> Value:
    return tuple(map(_plain, value)) if isinstance(value, tuple) else _bare(value)


class _Notes:
    """The calculations and comparisons of one working so far, after `count` numbers.

    While noting, a place from 0 on is that of a number before, one below 0 that of a result.
    """

    def __init__(self, count: int) -> None:
        self._before = count
        # How many results there are, and how many stand among the numbers before; from where they stand there.
        self._results = self._earlier = self._earlier_from = 0
        self._constants: list[float] = []
        self._steps: list[tuple[Callable[..., Any], list[int], bool | None, Arithmetic | None, int]] = []
        self.by_hand: list[int] = []
        # The kind of each line begun, and the number of the one being worked.
        self.lines: list[Kind] = [("", "")]
        self.line = 0
        # Whether a calculation had no result, which other numbers may have.
        self.has_failed = False

    def go_on_from(self, tape: Tape, count: int) -> None:
        """Forget all that came after a tape, which was noted here after `count` numbers."""
        self._earlier = self._results = sum(step.outcome is None for step in tape.steps)
        self._earlier_from = count + len(tape.constants)
        self._before = self._earlier_from + self._earlier
        self._constants, self._steps, self.by_hand, self.lines = [], [], [], [*tape.lines]
        self.has_failed = False

    def place(self, number: Number) -> int:
        """Return the place of a number at present."""
        if isinstance(number, _Mark):
            return number.place
        self._constants.append(low_of(number))
        return _CONSTANT + len(self._constants) - 1

    def calculated(
        self, work: Callable[..., float], numbers: Sequence[Number], value: float, operation: Arithmetic | None = None
    ) -> _Mark:
        """Note a calculation, and return its result as a number that remembers its place."""
        self._steps.append((work, [self.place(each) for each in numbers], None, operation, self.line))
        self._results += 1
        return _Mark(value, -self._results, self)

    def compared(self, work: Callable[..., bool], one: float, other: object) -> bool:
        """Note a comparison, and return its outcome."""
        outcome = bool(work(float.__pos__(one), _bare(other)))
        if isinstance(other, float):
            self._steps.append((work, [self.place(one), self.place(other)], outcome, None, self.line))
        else:
            self._steps.append((lambda each: work(each, other), [self.place(one)], outcome, None, self.line))
        return outcome

    def tape(self, value: Value, pencil: Pencil) -> Tape:
        """Return the tape of a working with this value."""
        ends = [] if value is None else [self.place(number) for number in flat(value)]
        steps = [
            Step(work, self._settled(places), outcome, how, line) for work, places, outcome, how, line in self._steps
        ]
        shape = shape_of(value) if ends else ()
        settled = self._settled
        return Tape(
            [*self._constants], steps, list(settled(ends)), shape, list(settled(self.by_hand)), [*self.lines], pencil
        )

    def _settled(self, places: Sequence[int]) -> tuple[int, ...]:
        """Return places among all numbers: those before, then the constants, then the results."""
        new = self._before + len(self._constants) - self._earlier - 1
        return tuple([
            self._before + place - _CONSTANT if place >= _CONSTANT
            else place if place >= 0
            else self._earlier_from - place - 1 if -place <= self._earlier
            else new - place
            for place in places
        ])  # fmt: skip


class _Noting(Pencil):
    """Exact pencil that notes its calculations."""

    def __init__(
        self, turn: WrongTurn | None, notes: _Notes, effort: Effort | None, after: Pencil | None = None
    ) -> None:
        super().__init__(turn, effort, after)
        self._notes = notes

    def __call__(self, line: str, how: Operation | Recipe, *given: Value) -> Value:
        """Work a line, and note which one it is."""
        notes, outer = self._notes, self._notes.line
        notes.line = len(notes.lines)
        notes.lines.append((self._frames[-1][0].name, line))
        try:
            return super().__call__(line, how, *given)
        finally:
            notes.line = outer

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation."""
        try:
            value = low_of(super().hand(operation, tuple(map(_bare, numbers))))
        except EngineError:
            self._notes.has_failed = True
            raise
        mark = self._notes.calculated(operation.work, numbers, value, operation)
        self._notes.by_hand.append(mark.place)
        return mark


def _bare(number: Any) -> Any:
    return float.__pos__(number) if isinstance(number, _Mark) else number


class _Mark(float):
    """A float that remembers its place in a working, and notes what is done with it outside the pencil."""

    __slots__ = ("noted", "place")
    noted: _Notes
    place: int

    def __new__(cls, number: float, place: int, noted: _Notes) -> Self:
        made = super().__new__(cls, number)
        made.place, made.noted = place, noted
        return made

    def __bool__(self) -> bool:
        return self.noted.compared(float.__ne__, self, 0.0)


def _calculating(name: str) -> Callable[..., Any]:
    # A sign may be changed of rounded numbers too, which a tape is played with.
    work = neg if name == "__neg__" else getattr(float, name)

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
