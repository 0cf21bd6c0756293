"""Working with one wrong line in it, carried through to the end, for a learner to find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from katatx.engine.chains import ChainLine, WorkedChain
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names, evaluate, standard, work_out
from katatx.engine.key import NOWHERE, open_turns
from katatx.engine.pencils import Pencil, Rounding, Step, Writing, band_of
from katatx.engine.recipe import ROWS, Line, WrongTurn
from katatx.engine.sources import Source, shuffled
from katatx.engine.values import Value, as_lists, flat, shape_of
from katatx.notation.printing import write_expression, write_value
from katatx.notation.syntax import Node
from scoring.key import Band, Key, KnownTurn
from scoring.places import DECIMALS


class ShownLine(NamedTuple):
    """One line of the working as it is shown: what it is called, and what stands there."""

    name: str
    text: str


class Spot(NamedTuple):
    """A working with one wrong line. `wrong` is its place among the lines, from 0; `key` is of
    what should stand there, and `right` that line as it should be.
    """

    lines: tuple[ShownLine, ...]
    wrong: int
    turn: WrongTurn
    value: Value
    key: Key
    right: str


def spot_in_chain(lines: Sequence[ChainLine], worked: WorkedChain, source: Source) -> Spot:
    """A chain worked with a wrong turn on one of its lines, and rightly from there on.

    Raises EngineError where no line of it can go wrong and be seen to.
    """
    for at in shuffled(range(len(lines)), source):
        names = {**worked.given, **_values(lines[:at], worked)}
        for turn, value in _mistaken(lines[at], names, source):
            shown = _carried_on(lines, at, value, names)
            if shown is not None:
                true = worked.solutions[at]
                return Spot(
                    shown, at, turn, true.value, _key_of(true.key, turn, value), write_value(as_lists(true.value))
                )
    raise EngineError("no wrong turn can be taken on one line and be seen there")


def spot_in_working(node: Node, names: Names, places: int, source: Source) -> Spot:
    """An expression worked with a wrong turn on one line.

    Raises EngineError where no wrong turn can be taken on one line only and be seen there.
    """
    node = standard(node, names)
    exact, rounding = Pencil(), Rounding()
    work_out(node, names, exact)
    work_out(node, names, rounding)
    turns = [turn for turn in open_turns(exact) if turn.line != ROWS]
    for turn in shuffled(turns, source):
        pencil = _Spotting(turn)
        try:
            work_out(node, names, pencil)
        except NOWHERE:
            continue
        if len(pencil.taken) != 1:
            continue
        (number,) = pencil.taken
        shown = list(_leaves(pencil.steps, number))
        at = next((at for at, (_, step) in enumerate(shown) if step.number == number), None)
        true = exact.written[number][1]
        if at is None or len(shown) < 2 or not _tell_apart(shown[at][1].value, true):
            continue
        band = Band(*band_of(rounding.written[number][1]))
        key = Key(shape_of(true), _floats(true), band, band, places)
        lines = tuple(ShownLine(name, write_value(as_lists(step.value))) for name, step in shown)
        right = _right_line(node, names, number)
        return Spot(lines, at, turn, true, _key_of(key, turn, shown[at][1].value), right)
    raise EngineError("no wrong turn can be taken on one line and be seen there")


class _Spotting(Writing):
    """Writes everything down, and notes the numbers of the lines its wrong turn was taken on."""

    def __init__(self, turn: WrongTurn) -> None:
        super().__init__(turn)
        self.taken: list[int] = []

    def take_turn(self, line: Line) -> Value:
        self.taken.append(self.line_number)
        return super().take_turn(line)


def _leaves(steps: Sequence[Step], whole: int, above: str = "") -> Iterator[tuple[str, Step]]:
    """The lines in the order written, with their names from the outermost line down. One that
    only puts together those before it is left out, and so is what is inside the line `whole`.
    """
    for step in steps:
        name = f"{above}{step.line}"
        inner = [] if step.number == whole else list(_leaves(step.steps, whole, f"{name}, "))
        yield from inner
        if step.number == whole or not (step.repeats or (inner and inner[-1][1].value == step.value)):
            yield name, step


def _right_line(node: Node, names: Names, number: int) -> str:
    """The line of a number as it should be written, with its working."""
    pencil = Writing()
    work_out(node, names, pencil)
    return next((step.text for _, step in _leaves(pencil.steps, number) if step.number == number), "")


def _values(lines: Sequence[ChainLine], worked: WorkedChain) -> dict[str, Value]:
    return {line.name: solution.value for line, solution in zip(lines, worked.solutions, strict=False)}


def _mistaken(line: ChainLine, names: Names, source: Source) -> Iterator[tuple[WrongTurn, Value]]:
    """What the wrong turns open on a line make of it, in some order: only those that leave it
    its shape and can be seen.
    """
    exact = Pencil()
    true = evaluate(line.node, names, exact)
    for turn in shuffled(open_turns(exact), source):
        try:
            value = evaluate(line.node, names, Pencil(turn))
        except NOWHERE:
            continue
        if shape_of(value) == shape_of(true) and _tell_apart(value, true):
            yield turn, value


def _carried_on(lines: Sequence[ChainLine], at: int, value: Value, names: Names) -> tuple[ShownLine, ...] | None:
    """The lines as shown; None where what comes after the wrong one cannot be worked from it,
    or it does not show in the end.
    """
    wrong = {**names, lines[at].name: value}
    try:
        for line in lines[at + 1 :]:
            wrong[line.name] = evaluate(line.node, wrong)
    except NOWHERE:
        return None
    return tuple(
        ShownLine(line.name, f"{write_expression(line.node)} = {write_value(as_lists(wrong[line.name]))}")
        for line in lines
    )


def _key_of(key: Key, turn: WrongTurn, value: Value) -> Key:
    """A line's key, with the wrong turn that was taken there as the one known."""
    numbers = _floats(value)
    known = KnownTurn(turn.id, turn.line, turn.happened, turn.instead, shape_of(value), numbers, Band(numbers, numbers))
    return key._replace(wrong_turns=(known,))


def _tell_apart(value: Value, true: Value) -> bool:
    """Whether a wrong line can be seen to be wrong when it is written out."""
    least = 2 * 10.0**-DECIMALS
    if shape_of(value) != shape_of(true):
        return True
    return any(a != b and not abs(a - b) < least for a, b in zip(_floats(value), _floats(true), strict=True))


def _floats(value: Value) -> tuple[float, ...]:
    return tuple(map(float, flat(value)))  # type: ignore[arg-type]
