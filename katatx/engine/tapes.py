"""Tapes: a working noted calculation by calculation, and done again with other numbers or rounded lines.

Noting keeps every calculation with the places of its operands, and every comparison with its outcome. With other
numbers the same calculations are done again, much faster than a pencil works; where a comparison comes out otherwise,
the pencil works anew. A known mistake is noted from its line on: its tape goes on from the numbers of the right one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from math import isfinite
from typing import Any, NamedTuple, Self

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.names import Names
from katatx.engine.operations import Arithmetic, Hand
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.pencils.rounding import Rounding, band_of
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, flat, shape_of, shaped
from katatx.notation.syntax import Node
from scoring.key import Band

# Tapes kept for one expression, one for each way that its comparisons came out.
_MOST_TAPES = 8
# Workings that no tape could do, beyond those that one could, after which none is made or used.
_MOST_MISSES = 12
# Places of constants while a working is noted, from here on.
_CONSTANT = 1_000_000_000


class _Step(NamedTuple):
    """A function with the places of its operands; its outcome for a comparison, its operation for a calculation."""

    work: Callable[..., Any]
    places: tuple[int, ...]
    outcome: bool | None
    operation: Arithmetic | None


class Tape(NamedTuple):
    """The steps of a working, which adds its constants and its results to the numbers before it.

    Those are the given numbers, or for a mistake all numbers of the right working. A number used as an index, or in
    another way than a calculation, is compared with itself. `ends` are the places of the result's numbers, in `shape`,
    and `by_hand` those of the pencil's calculations. `error` is what a working without a value ended in.
    """

    constants: list[float]
    steps: list[_Step]
    ends: list[int]
    shape: tuple[int, ...]
    by_hand: list[int]
    pencil: Pencil
    error: EngineError | None = None

    def play(self, before: Sequence[float]) -> list[float] | None:
        """Return all numbers of the working; None where a comparison comes out otherwise, or one is not finite.

        Raises ArithmeticError or ValueError where a calculation has no result.
        """
        made = [*before, *self.constants]
        add = made.append
        for work, places, outcome, _ in self.steps:
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
        for work, places, outcome, operation in self.steps:
            if outcome is None:
                given = tuple([made[place] for place in places])
                made.append(work(*map(low_of, given)) if operation is None else hand(operation, given))
        return made

    def value(self, made: Sequence[Any]) -> Value:
        """Return the result among all numbers of the working. Raises the error of a working without a value."""
        if self.error is not None:
            raise self.error.with_traceback(None)
        ends = [made[end] for end in self.ends]
        return shaped(self.shape, ends) if self.shape else ends[0]


class Noted:
    """An expression in standard form, worked with every step noted, and then its known mistakes.

    `varying` are the names whose numbers stand before the tape; `value` is that of what was noted last. Raises as
    `work_out` does, unless other numbers would lead to the same error, which the tape then has.
    """

    def __init__(self, node: Node, names: Names, varying: Sequence[str], effort: Effort | None = None) -> None:
        self._node = node
        self.numbers: list[float] = [low_of(number) for name in varying for number in flat(names[name])]
        self.value: Value = None
        self._notes = _Notes(len(self.numbers))
        marks = iter([_Mark(number, at, self._notes) for at, number in enumerate(self.numbers)])
        self._names = {**names, **{name: _marked(names[name], marks) for name in varying}}
        self.tape = self._note(_Noting(None, self._notes, effort))

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
        self.value = _plain(value)
        return self._notes.tape(value, pencil)


class _Known:
    """A tape of the right working, and those of mistakes that go on from it; `noted` is the working it is from."""

    def __init__(self, noted: Noted) -> None:
        self.noted = noted
        self.tape = noted.tape
        self.mistakes: dict[str, list[Tape]] = {}
        self.misses: Counter[str] = Counter()


class Working:
    """An expression worked with one set of numbers after another, and its known mistakes with these numbers.

    `varying` are the names whose numbers change, and `longest` limits the calculations. Of the numbers last worked,
    `made` has the results of all calculations, and `pencil` is an exact pencil that met the same lines. Neither
    depends on the numbers worked before.
    """

    def __init__(self, node: Node, varying: Collection[str], longest: int | None = None) -> None:
        self._written = node
        self._node: Node | None = None
        self._varying = sorted(varying)
        self._longest = longest
        # By the shapes of the varying values.
        self._tapes: dict[tuple[tuple[int, ...], ...], list[_Known]] = {}
        self._misses = 0
        self._names: Names = {}
        self._numbers: list[float] = []
        self._now: _Known | None = None
        self._all: Sequence[float] = ()
        self._turned: dict[str, Tape] = {}
        self._rounded: tuple[Rounding, list[Number]] | None = None
        self.made: Sequence[float] = ()
        self.pencil = Pencil()

    def value(self, names: Names) -> Value:
        """Return the value with these numbers. Raises as `work_out` does."""
        self._names, self._now, self._rounded = names, None, None
        self._turned.clear()
        self._numbers = [low_of(number) for name in self._varying for number in flat(names[name])]
        tapes = self._tapes.setdefault(tuple([shape_of(names[name]) for name in self._varying]), [])
        for known in tapes if self._misses <= _MOST_MISSES else ():
            made = _played(known.tape, self._numbers)
            if made is not None:
                self._misses -= 1
                return self._keep(known, made)
        self._misses += 1
        if self._misses > _MOST_MISSES:
            self.pencil = pencil = _Keeping(None, self._effort())
            self.made = pencil.made
            return work_out(self._standard(), names, pencil)
        known = _Known(self._note())
        tapes[:] = [known, *tapes][:_MOST_TAPES]
        return self._keep(known, known.tape.play(self._numbers) or [])

    def mistake(self, turn: WrongTurn) -> Value:
        """Return the value of a known mistake with the numbers last worked. Raises as `work_out` does."""
        if self._now is None or self._now.misses[turn.id] > _MOST_MISSES:
            return work_out(self._standard(), self._names, Pencil(turn, self._effort()))
        for tape in self._now.mistakes.setdefault(turn.id, []):
            made = _played(tape, self._all)
            if made is not None:
                self._turned[turn.id] = tape
                self._now.misses[turn.id] -= 1
                return tape.value(made)
        self._now.misses[turn.id] += 1
        tape = self._note_mistake(turn)
        return tape.value(()) if tape.error else self._now.noted.value

    def band(self, turn: WrongTurn | None = None) -> Band:
        """Return the band of the numbers last worked, or that of a mistake. Raises EngineError if there is none."""
        if self._now is None:
            self._keep(_Known(self._note()), [])
        assert self._now is not None
        if self._rounded is None:
            rounding = Rounding()
            self._rounded = rounding, self._now.tape.play_by(rounding.hand, self._numbers)
        rounding, made = self._rounded
        if turn is None:
            return band_of(self._now.tape.value(made))
        tape = self._turned.get(turn.id) or self._note_mistake(turn)
        return band_of(tape.value(tape.play_by(Rounding(after=rounding).hand, made)))

    def _keep(self, known: _Known, made: list[float]) -> Value:
        self._now, self._all, self.pencil = known, made, known.tape.pencil
        self.made = [made[place] for place in known.tape.by_hand] if made else ()
        return known.tape.value(made)

    def _note(self) -> Noted:
        return Noted(self._standard(), self._names, self._varying, self._effort())

    def _note_mistake(self, turn: WrongTurn) -> Tape:
        """Note a mistake with the numbers last worked, going on from the right working with them."""
        assert self._now is not None
        if self._now.noted.numbers != self._numbers:
            self._now.noted = self._note()
        tape = self._now.noted.mistake(turn, self._effort())
        self._now.mistakes[turn.id] = [tape, *self._now.mistakes.get(turn.id, ())][:_MOST_TAPES]
        self._turned[turn.id] = tape
        return tape

    def _standard(self) -> Node:
        if self._node is None:
            self._node = standard(self._written, self._names)
        return self._node

    def _effort(self) -> Effort | None:
        return None if self._longest is None else Effort(self._longest)


def _played(tape: Tape, before: Sequence[float]) -> list[float] | None:
    """Return all numbers of a working; None if the tape does not hold for the numbers before it."""
    try:
        return tape.play(before)
    except (ArithmeticError, ValueError):
        return None


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
        self._steps: list[tuple[Callable[..., Any], list[int], bool | None, Arithmetic | None]] = []
        self.by_hand: list[int] = []
        # Whether a calculation had no result, which other numbers may have.
        self.has_failed = False

    def go_on_from(self, tape: Tape, count: int) -> None:
        """Forget all that came after a tape, which was noted here after `count` numbers."""
        self._earlier = self._results = sum(step.outcome is None for step in tape.steps)
        self._earlier_from = count + len(tape.constants)
        self._before = self._earlier_from + self._earlier
        self._constants, self._steps, self.by_hand = [], [], []
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
        self._steps.append((work, [self.place(each) for each in numbers], None, operation))
        self._results += 1
        return _Mark(value, -self._results, self)

    def compared(self, work: Callable[..., bool], one: float, other: object) -> bool:
        """Note a comparison, and return its outcome."""
        outcome = bool(work(float.__pos__(one), _bare(other)))
        if isinstance(other, float):
            self._steps.append((work, [self.place(one), self.place(other)], outcome, None))
        else:
            self._steps.append((lambda each: work(each, other), [self.place(one)], outcome, None))
        return outcome

    def tape(self, value: Value, pencil: Pencil) -> Tape:
        """Return the tape of a working with this value."""
        ends = [] if value is None else [self.place(number) for number in flat(value)]
        steps = [_Step(work, self._settled(places), outcome, how) for work, places, outcome, how in self._steps]
        shape = shape_of(value) if ends else ()
        settled = self._settled
        return Tape([*self._constants], steps, list(settled(ends)), shape, list(settled(self.by_hand)), pencil)

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


class _Keeping(Pencil):
    """Exact pencil that keeps all numbers that it makes."""

    def __init__(self, turn: WrongTurn | None, effort: Effort | None, after: Pencil | None = None) -> None:
        super().__init__(turn, effort, after)
        self.made: list[float] = []

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation."""
        value = super().hand(operation, numbers)
        self.made.append(low_of(value))
        return value


class _Noting(Pencil):
    """Exact pencil that notes its calculations."""

    def __init__(
        self, turn: WrongTurn | None, notes: _Notes, effort: Effort | None, after: Pencil | None = None
    ) -> None:
        super().__init__(turn, effort, after)
        self._notes = notes

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
