"""Working with one wrong line in it, carried through to the end, for a learner to find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from katatx.engine.chains import ChainLine, WorkedChain
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names, evaluate, standard, work_out
from katatx.engine.key import NOWHERE, open_turns
from katatx.engine.pencils import Pencil, Rounding, Step, Writing, band_of
from katatx.engine.recipe import Line, WrongTurn
from katatx.engine.sources import Source, shuffled
from katatx.engine.values import Value, as_lists, floats, shape_of
from katatx.notation.printing import write_expression, write_value
from katatx.notation.syntax import Node
from scoring.key import Band, Key, KnownTurn
from scoring.places import DECIMALS

_FEWEST = 2


class ShownLine(NamedTuple):
    """One line of the working as it is shown: what it is called, what stands there, and the
    shape of that.
    """

    name: str
    text: str
    shape: tuple[int, ...]


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
    """An expression worked with a wrong turn on one line. Its lines are those of the right
    working, so that nothing but its numbers tells which one is wrong.

    Raises EngineError where no wrong turn can be taken on one line only and be seen there.
    """
    node = standard(node, names)
    exact, rounding, writing = Pencil(), Rounding(), Writing()
    for pencil in (exact, rounding, writing):
        work_out(node, names, pencil)
    right = list(_leaves(writing.steps))
    for turn in shuffled(open_turns(exact), source):
        found = _gone_wrong(node, names, turn, right)
        if found is None:
            continue
        shown, at = found
        true = right[at].step
        band = Band(*band_of(rounding.written[_number(true)][1]))
        key = Key(shape_of(true.value), floats(true.value), band, band, places)
        lines = tuple(
            ShownLine(leaf.name, write_value(as_lists(leaf.step.value)), shape_of(leaf.step.value)) for leaf in shown
        )
        return Spot(lines, at, turn, true.value, _key_of(key, turn, shown[at].step.value), true.text)
    raise EngineError("no wrong turn can be taken on one line and be seen there")


class _Leaf(NamedTuple):
    """A line of a working as it is shown: its name from the outermost line down."""

    name: str
    step: Step


class _Spotting(Writing):
    """Writes everything down, and notes the numbers of the lines its wrong turn was taken on."""

    def __init__(self, turn: WrongTurn) -> None:
        super().__init__(turn)
        self.taken: list[int] = []

    def take_turn(self, line: Line) -> Value:
        self.taken.append(self.line_number)
        return super().take_turn(line)


def _gone_wrong(node: Node, names: Names, turn: WrongTurn, right: list[_Leaf]) -> tuple[list[_Leaf], int] | None:
    """The lines with a wrong turn taken, and which of them is wrong; None where it is taken on
    several lines, on none that is shown by itself, or changes more than numbers.
    """
    pencil = _Spotting(turn)
    try:
        work_out(node, names, pencil)
    except NOWHERE:
        return None
    shown = list(_leaves(pencil.steps))
    if len(pencil.taken) != 1 or len(shown) < _FEWEST or _form(shown) != _form(right):
        return None
    for at, (wrong, true) in enumerate(zip(shown, right, strict=True)):
        if wrong.step.number == true.step.number == pencil.taken[0] and not wrong.step.steps and not true.step.steps:
            return (shown, at) if _tell_apart(wrong.step.value, true.step.value) else None
    return None


def _form(leaves: list[_Leaf]) -> list[tuple[str, tuple[int, ...]]]:
    return [(leaf.name, shape_of(leaf.step.value)) for leaf in leaves]


def _number(step: Step) -> int:
    if step.number is None:
        raise ValueError("a row of a grid is no line")
    return step.number


def _leaves(steps: Sequence[Step], above: str = "") -> Iterator[_Leaf]:
    """The lines in the order written; one that only puts together those before it is left out."""
    for step in steps:
        name = f"{above}{step.line}"
        inner = list(_leaves(step.steps, f"{name}, "))
        yield from inner
        if not (step.repeats or (inner and inner[-1].step.value == step.value)):
            yield _Leaf(name, step)


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
    return tuple(_chain_line(line, wrong[line.name]) for line in lines)


def _chain_line(line: ChainLine, value: Value) -> ShownLine:
    text = f"{write_expression(line.node)} = {write_value(as_lists(value))}"
    return ShownLine(line.name, text, shape_of(value))


def _key_of(key: Key, turn: WrongTurn, value: Value) -> Key:
    """A line's key, with the wrong turn that was taken there as the one known."""
    numbers = floats(value)
    known = KnownTurn(turn.id, turn.line, turn.happened, turn.instead, shape_of(value), numbers, Band(numbers, numbers))
    return key._replace(wrong_turns=(known,))


def _tell_apart(value: Value, true: Value) -> bool:
    """Whether a wrong line can be seen to be wrong when it is written out."""
    least = 2 * 10.0**-DECIMALS
    if shape_of(value) != shape_of(true):
        return True
    return any(a != b and not abs(a - b) < least for a, b in zip(floats(value), floats(true), strict=True))
