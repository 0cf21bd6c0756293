"""Working with one wrong line in it, carried through to the end, for a learner to find."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from katatx.engine.chains import WorkedChain, own_key
from katatx.engine.draws import Draws
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names, evaluate, standard, work_out
from katatx.engine.interval import Number, low_of
from katatx.engine.key import NOWHERE, known_turn, open_turns
from katatx.engine.lines import ChainLine
from katatx.engine.operations import Operation
from katatx.engine.pencils import Pencil, Rounding, Step, Writing, band_of
from katatx.engine.recipe import Recipe, WrongTurn
from katatx.engine.sources import Source, shuffled
from katatx.engine.values import Value, as_lists, entry_by_entry, floats, shape_of
from katatx.notation.printing import write_expression, write_value
from katatx.notation.syntax import Node
from scoring.key import Band, Key
from scoring.places import DECIMALS

_FEWEST = 2
_DRAWS = 20


class ShownLine(NamedTuple):
    """One line of the working as it is shown: what it is called, what stands there, and the
    shape of that.
    """

    name: str
    text: str
    shape: tuple[int, ...]


class Spot(NamedTuple):
    """A working with one wrong line. `wrong` is its place among the lines, from 0; `key` is of
    what should stand there, and `right` that line as it should be. `own` is its key from the
    lines before it as they are shown, rounded; None where that makes no difference.
    """

    lines: tuple[ShownLine, ...]
    wrong: int
    turn: WrongTurn
    value: Value
    key: Key
    right: str
    own: Key | None = None


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
                right = write_value(as_lists(true.value))
                seen = {name: entry_by_entry(_as_shown, value) for name, value in names.items()}
                key = _key_of(true.key, turn, value)
                return Spot(shown, at, turn, true.value, key, right, own_key(lines[at], seen, seen))
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
    for turn in shuffled(_mistakes(exact), source):
        found = _gone_wrong(node, names, turn, right, source)
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


def draw_spot(draws: Draws, seed: int, source: Source) -> tuple[Names, Spot]:
    """The numbers of a seed, and their working with a wrong line. Only that line must be seen to
    be wrong: how the whole ends may hide it. Raises EngineError where no numbers will do.
    """
    for draw in range(_DRAWS):
        given, _ = draws.draw_solved(f"{seed} {draw}" if draw else seed, apart=False)
        try:
            return given, spot_in_working(draws.node, given, draws.places, source)
        except EngineError:  # with some numbers every mistake looks right
            continue
    raise EngineError(
        f"{draws.name}: {_DRAWS} draws, and in none a wrong turn can be taken on one line and be seen there"
    )


class _Leaf(NamedTuple):
    """A line of a working as it is shown: its name from the outermost line down."""

    name: str
    step: Step


class _Spotting(Writing):
    """Writes everything down, and takes its wrong turn the `which`-th time its line comes up only,
    counted from 0. `met` is how often that was, `taken` the number of the line it was taken on.
    """

    def __init__(self, turn: WrongTurn, which: int | None = None) -> None:
        super().__init__(turn)
        self.which = which
        self.met = 0
        self.taken: int | None = None

    def write_line(
        self, line: str, how: Operation | Recipe, given: tuple[Value, ...], recipe: Recipe, whole: tuple[Value, ...]
    ) -> Value:
        turn = self.turn
        if turn is None or turn.line != line or turn.recipe != recipe.name:
            return super().write_line(line, how, given, recipe, whole)
        self.met += 1
        if self.met - 1 == self.which:
            self.taken = self.line_number
            return super().write_line(line, how, given, recipe, whole)
        self.turn = None
        try:
            return super().write_line(line, how, given, recipe, whole)
        finally:
            self.turn = turn


def _gone_wrong(
    node: Node, names: Names, turn: WrongTurn, right: list[_Leaf], source: Source
) -> tuple[list[_Leaf], int] | None:
    """The lines with a wrong turn taken on one of them, and which; None where that changes more
    than numbers, or cannot be seen.
    """
    counting = _Spotting(turn)
    work_out(node, names, counting)
    for which in shuffled(range(counting.met), source):
        pencil = _Spotting(turn, which)
        try:
            work_out(node, names, pencil)
        except NOWHERE:
            continue
        shown = list(_leaves(pencil.steps))
        at = _line_of(pencil.taken, right)
        if at is None or len(shown) < _FEWEST or _form(shown) != _form(right):
            continue
        before = all(a.step.value == b.step.value for a, b in zip(shown[:at], right[:at], strict=True))
        if before and not shown[at].step.steps and _tell_apart(shown[at].step.value, right[at].step.value):
            return shown, at
    return None


def _mistakes(exact: Pencil) -> list[WrongTurn]:
    """Return the wrong turns open where a pencil has been, without conventions, which nobody can spot as wrong."""
    return [turn for turn in open_turns(exact) if not turn.convention]


def _line_of(number: int | None, leaves: list[_Leaf]) -> int | None:
    """The shown line that the line of a number is, or is part of, as of a dot product."""
    if number is None:
        return None
    begun = [at for at, leaf in enumerate(leaves) if _number(leaf.step) <= number and not leaf.step.steps]
    return max(begun, key=lambda at: _number(leaves[at].step), default=None)


def _form(leaves: list[_Leaf]) -> list[tuple[str, tuple[int, ...]]]:
    return [(leaf.name, shape_of(leaf.step.value)) for leaf in leaves]


def _number(step: Step) -> int:
    """The number of a line; a row of a grid, which is no line, has one beyond all."""
    return sys.maxsize if step.number is None else step.number


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
    """Yield what the wrong turns open on a line make of it, in some order: only those that leave it
    its shape and can be seen.
    """
    exact = Pencil()
    true = evaluate(line.node, names, exact)
    for turn in shuffled(_mistakes(exact), source):
        try:
            value = evaluate(line.node, names, Pencil(turn))
        except NOWHERE:
            continue
        if shape_of(value) == shape_of(true) and _tell_apart(value, true):
            yield turn, value


def _carried_on(lines: Sequence[ChainLine], at: int, value: Value, names: Names) -> tuple[ShownLine, ...] | None:
    """The lines as shown; None where what comes after the wrong one cannot be worked from it."""
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
    known = known_turn(turn, value, Band(numbers, numbers))
    return key._replace(wrong_turns=(known,))


def _as_shown(number: Number) -> float:
    return float(write_value(low_of(number)))


def _tell_apart(value: Value, true: Value) -> bool:
    """Return whether a wrong line can be seen to be wrong when it is written out."""
    least = 2 * 10.0**-DECIMALS
    if shape_of(value) != shape_of(true):
        return True
    return any(a != b and not abs(a - b) < least for a, b in zip(floats(value), floats(true), strict=True))
