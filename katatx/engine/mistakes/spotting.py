"""Making a working with one wrong line, correctly continued, for a learner to find."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import NamedTuple

from katatx.engine.chains import WorkedChain, key_from_own_lines
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate, work_out
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.sources import Source, shuffled
from katatx.engine.fresh_numbers.suitable import pencil_sized
from katatx.engine.key import known_turn, open_turns
from katatx.engine.lines import ChainLine
from katatx.engine.mistakes.leaves import Leaf, leaves_of
from katatx.engine.names import Names
from katatx.engine.operations import Operation
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.pencils.rounding import Rounding, band_of
from katatx.engine.pencils.writing import Step, Writing
from katatx.engine.recipe import ROWS, Recipe, WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, as_lists, entry_by_entry, floats, shape_of, shaped
from katatx.notation.printing import write_expression, write_kept, write_line, write_value
from katatx.notation.syntax import Node
from scoring.key import Band, Key
from scoring.places import unit

_FEWEST = 2
_INVISIBLE = "no known mistake would change the numbers of one line; take other numbers or another calculation"
_DRAWS = 20
# A number smaller than the largest of its line by this factor is shown as 0.
_NOISE = 1e-12


class ShownLine(NamedTuple):
    """A displayed line of a working: its name, its text, and the shape of its value."""

    name: str
    text: str
    shape: tuple[int, ...]


class Spot(NamedTuple):
    """A working with one wrong line.

    `wrong` is the index of that line and `turn` its mistake. `value` is its correct value, `key` the key of that, and
    `right` the correct value or line as text. `own` is the key when the line is worked from the earlier lines as
    displayed, with rounded numbers; None in the working of one expression, or if the line has no value then.
    """

    lines: tuple[ShownLine, ...]
    wrong: int
    turn: WrongTurn
    value: Value
    key: Key
    right: str
    own: Key | None = None


def spot_in_chain(lines: Sequence[ChainLine], worked: WorkedChain, source: Source) -> Spot:
    """Return the working of a chain with a wrong turn on one line, correctly continued from there.

    `worked` has the right solutions of `lines`. `source` decides the line and the mistake. Raises EngineError if no
    line has a wrong turn whose effect is visible and whose numbers a person would write.
    """
    for at in shuffled(range(len(lines)), source):
        before = {line.name: solution.value for line, solution in zip(lines[:at], worked.solutions, strict=False)}
        names = {**worked.given, **before}
        for turn, value in _visible_turns(lines[at], names, source):
            shown = _continued_from(lines, at, value, names)
            if shown is not None:
                true = worked.solutions[at]
                right = write_value(as_lists(true.value))
                seen = {name: entry_by_entry(_as_shown, value) for name, value in names.items()}
                key = _key_of(true.key, turn, value)
                return Spot(shown, at, turn, true.value, key, right, key_from_own_lines(lines[at], seen, seen))
    raise EngineError(_INVISIBLE)


def spot_in_working(node: Node, names: Names, places: int, source: Source) -> Spot:
    """Return the working of an expression with a wrong turn on one line, correctly continued from there.

    It has the lines of the right working, so that only the numbers show which one is wrong. `source` decides the
    mistake; `places` is the number of decimals asked for. Raises EngineError if the expression has no value, exactly or
    with rounded lines, or no wrong turn that is visible on its line and leads to numbers that a person would write.
    """
    node = standard(node, names)
    exact, rounding, writing = Pencil(), Rounding(), Writing()
    for pencil in (exact, rounding, writing):
        work_out(node, names, pencil)
    right = list(leaves_of(writing.steps))
    for turn in shuffled(_mistakes(exact), source):
        found = _with_turn_taken(node, names, turn, right, source)
        if found is None:
            continue
        shown, at = found
        true = right[at].step
        band = band_of(rounding.written[_number(true)][1])
        key = Key(shape_of(true.value), floats(true.value), band, band, places)
        lines = tuple(
            ShownLine(leaf.name, write_line(as_lists(leaf.step.value)), shape_of(leaf.step.value)) for leaf in shown
        )
        return Spot(lines, at, turn, true.value, _key_of(key, turn, shown[at].step.value), true.text)
    raise EngineError(_INVISIBLE)


def draw_spot(draws: Draws, seed: int, source: Source) -> tuple[Names, Spot]:
    """Return fresh numbers for a seed, and their working with one wrong line.

    `source` decides the mistake. Only that line must visibly be wrong; the final answer may be unaffected. Raises
    EngineError if a draw finds no suitable numbers, or if in none of 20 draws a mistake would be visible.
    """
    for draw in range(_DRAWS):
        given, _ = draws.draw_solved(f"{seed} {draw}" if draw else seed, apart=False)
        try:
            return given, spot_in_working(draws.node, given, draws.places, source)
        except EngineError:  # with these numbers no mistake is visible
            continue
    raise EngineError(
        f"{draws.name}: in {_DRAWS} sets of fresh numbers no known mistake changes one line; choose other ranges"
    )


class _Spotting(Writing):
    """Writing pencil that takes its wrong turn only at occurrence `which` (from 0) of its line; at none if it is None.

    `met` counts the occurrences so far; `taken` is the number of the line on which the turn was taken, None before. A
    turn of the line `rows` is taken wherever it comes up, and not counted.
    """

    def __init__(self, turn: WrongTurn, which: int | None = None) -> None:
        super().__init__(turn)
        self.which = which
        self.met = 0
        self.taken: int | None = None

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """Return the value of an operation or a whole recipe on the operands `given`.

        Raises EngineError if there is none, or if the rows of an operand differ in shape, to which a wrong turn in a
        single row may lead.
        """
        for value in given:
            _need_even(value)
        return super().work(how, *given)

    def write_line(
        self, line: str, how: Operation | Recipe, given: tuple[Value, ...], recipe: Recipe, whole: tuple[Value, ...]
    ) -> Value:
        """Write one line, append it to `steps`, and return its value.

        The wrong turn is taken only at occurrence `which`. `how` is worked on the operands `given`; `whole` are the
        arguments of `recipe`. Raises EngineError if there is no value.
        """
        if not self.is_replaced(recipe, line):
            return super().write_line(line, how, given, recipe, whole)
        self.met += 1
        if self.met - 1 == self.which:
            self.taken = self.line_number
            return super().write_line(line, how, given, recipe, whole)
        turn, self.turn = self.turn, None
        try:
            return super().write_line(line, how, given, recipe, whole)
        finally:
            self.turn = turn


def _need_even(value: Value) -> None:
    """Raise EngineError if the items of a value differ in shape, at any depth."""
    if type(value) is tuple:
        if len(set(map(shape_of, value))) > 1:
            raise EngineError("this mistake leaves rows of different lengths")
        for each in value:
            _need_even(each)


def _with_turn_taken(
    node: Node, names: Names, turn: WrongTurn, right: list[Leaf], source: Source
) -> tuple[list[Leaf], int] | None:
    """Return the lines with a wrong turn taken on one of them, and the index of that line.

    `right` are the lines of the right working. The places where the turn may be taken are tried in random order. None
    if at each of them it has no value, changes more than numbers, is invisible, or leads to numbers that nobody would
    write; or if there is only one line. A turn of whole grids is on no line.
    """
    if turn.line == ROWS:
        return None
    counting = _Spotting(turn)
    work_out(node, names, counting)
    for which in shuffled(range(counting.met), source):
        pencil = _Spotting(turn, which)
        try:
            work_out(node, names, pencil)
        except EngineError:
            continue
        shown = list(leaves_of(pencil.steps))
        at = _line_of(pencil.taken, right)
        if at is None or len(shown) < _FEWEST or _form(shown) != _form(right):
            continue
        if not all(_can_be_written(leaf.step.value) for leaf in shown[at:]):
            continue
        before = all(a.step.value == b.step.value for a, b in zip(shown[:at], right[:at], strict=True))
        if before and not shown[at].step.steps and _is_visible(shown[at].step.value, right[at].step.value):
            return shown, at
    return None


def _mistakes(exact: Pencil) -> list[WrongTurn]:
    """Return the wrong turns of all lines worked by a pencil, without conventions, which are not wrong."""
    return [turn for turn in open_turns(exact) if not turn.convention]


def _line_of(number: int | None, leaves: list[Leaf]) -> int | None:
    """Return the index of the displayed line that is, or contains, the line with this number.

    That is the last without inner lines that was begun at or before it. None if there is none, or if `number` is None.
    """
    if number is None:
        return None
    begun = [at for at, leaf in enumerate(leaves) if _number(leaf.step) <= number and not leaf.step.steps]
    return max(begun, key=lambda at: _number(leaves[at].step), default=None)


def _form(leaves: list[Leaf]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the names and shapes of lines, which a mistake must not change."""
    return [(leaf.name, shape_of(leaf.step.value)) for leaf in leaves]


def _number(step: Step) -> int:
    """Return the number of a line; for a heading, which has none, a number above all others."""
    return sys.maxsize if step.number is None else step.number


def _visible_turns(line: ChainLine, names: Names, source: Source) -> Iterator[tuple[WrongTurn, Value]]:
    """Yield (wrong turn, wrong value) for a line in random order, if the turn keeps the line's shape and is visible.

    Conventions, and turns without a value, are left out. Raises EngineError if the line has no value.
    """
    exact = Pencil()
    true = evaluate(line.node, names, exact)
    for turn in shuffled(_mistakes(exact), source):
        try:
            value = evaluate(line.node, names, Pencil(turn))
        except EngineError:
            continue
        if shape_of(value) == shape_of(true) and _is_visible(value, true):
            yield turn, value


def _continued_from(lines: Sequence[ChainLine], at: int, value: Value, names: Names) -> tuple[ShownLine, ...] | None:
    """Return the lines as displayed if line `at` has the wrong `value` and later lines are worked from it.

    `names` are the givens and the lines before it. None if a later line has no value, or if nobody would write a number
    of line `at` or of a later one.
    """
    wrong = {**names, lines[at].name: value}
    try:
        for line in lines[at + 1 :]:
            wrong[line.name] = evaluate(line.node, wrong)
    except EngineError:
        return None
    if not all(_can_be_written(wrong[line.name]) for line in lines[at:]):
        return None
    return tuple(_chain_line(line, wrong[line.name]) for line in lines)


def _chain_line(line: ChainLine, value: Value) -> ShownLine:
    """Return a line of a chain as displayed, with its expression and this value."""
    text = f"{write_expression(line.node)} = {write_line(as_lists(_without_noise(value)))}"
    return ShownLine(line.name, text, shape_of(value))


def _without_noise(value: Value) -> Value:
    """Return a value with 0 for binary noise: numbers of at most 1e-12 of its largest finite size."""
    numbers = floats(value)
    least = _NOISE * max((abs(number) for number in numbers if isfinite(number)), default=0)
    cleaned = [number if abs(number) > least else 0.0 for number in numbers]
    return shaped(shape_of(value), cleaned) if shape_of(value) else cleaned[0]


def _key_of(key: Key, turn: WrongTurn, value: Value) -> Key:
    """Return a line's key with the wrong turn that was taken, and gave `value`, as its only known one."""
    numbers = floats(value)
    known = known_turn(turn, value, Band(numbers, numbers))
    return key._replace(wrong_turns=(known,))


def _as_shown(number: Number) -> float:
    """Return a number (the lower end of an interval) rounded to what a line displays, such as 3 decimals."""
    return float(write_kept(low_of(number)))


def _can_be_written(value: Value) -> bool:
    """Return whether all numbers of a line can be written by hand: none is NaN, +inf, too large or too long."""
    return all(map(pencil_sized, floats(value)))


def _is_visible(value: Value, true: Value) -> bool:
    """Return whether a wrong line differs visibly from the right one when written out.

    That is so if the shapes differ, or some number by at least two units of the last place kept on a line.
    """
    if shape_of(value) != shape_of(true):
        return True
    pairs = zip(floats(value), floats(true), strict=True)
    return any(a != b and not abs(a - b) < 2 * max(unit(a), unit(b)) for a, b in pairs)
