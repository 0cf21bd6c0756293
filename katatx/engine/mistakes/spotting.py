"""Making a working with one wrong line, correctly continued, for a learner to find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import NamedTuple

from katatx.engine.chains import ChainLine, WorkedChain, solution_from_own_lines, work_chain
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.ranges import Source, shuffled
from katatx.engine.fresh_numbers.suitable import pencil_sized
from katatx.engine.key import Solution, open_turns
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.pencils.recording import Recording
from katatx.engine.pencils.writing import Step, work_leaves
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, as_lists, entry_by_entry, flat, floats, shape_of
from katatx.notation.printing import write_expression, write_kept, write_typed, write_value
from katatx.notation.syntax import Node
from scoring.places import unit

_INVISIBLE = "no known mistake would change the numbers of one line; take other numbers or another calculation"
_DRAWS = 20
_NOISE = 1e-12


class ShownLine(NamedTuple):
    """A displayed line of a working, with the shape of its value."""

    name: str
    text: str
    shape: tuple[int, ...]


class Spot(NamedTuple):
    """A working in which the line at index `wrong` has the mistake `turn`.

    `solution` is that of the line, and `right` its correct value or line as text. `own` is the solution from the
    earlier lines as displayed; None for one expression, or if there is no value then.
    """

    lines: tuple[ShownLine, ...]
    wrong: int
    turn: WrongTurn
    solution: Solution
    right: str
    own: Solution | None = None


def spot_in_chain(lines: Sequence[ChainLine], worked: WorkedChain, source: Source) -> Spot:
    """Return the working of a chain with a wrong turn on one line, both drawn from `source`, and correctly continued.

    `worked` has the right solutions of `lines`. Raises EngineError if no wrong turn is visible in suitable numbers.
    """
    for at in shuffled(range(len(lines)), source):
        before = {line.name: solution.value for line, solution in zip(lines[:at], worked.solutions, strict=False)}
        names, true, exact = {**worked.given, **before}, worked.solutions[at], Pencil()
        evaluate(lines[at].node, names, exact)
        for turn in _mistakes(exact, source):
            try:
                value = evaluate(lines[at].node, names, Pencil(turn))
                wrong = work_chain(lines[at + 1 :], {**names, lines[at].name: value})
            except EngineError:
                continue
            if _can_be_spotted([wrong[line.name] for line in lines[at:]], true.value):
                shown = tuple(_chain_line(line, wrong[line.name]) for line in lines)
                seen = {
                    name: entry_by_entry(lambda number: float(write_kept(number)), value)  # as a line displays it
                    for name, value in names.items()
                }
                own = solution_from_own_lines(lines[at], seen)
                return Spot(shown, at, turn, true, write_value(as_lists(true.value)), own)
    raise EngineError(_INVISIBLE)


def spot_in_working(node: Node, names: Names, places: int, source: Source) -> Spot:
    """Return the working of an expression to `places` decimals with a wrong turn on one line, correctly continued.

    It has the lines of the right working, so that only numbers show which one is wrong. Raises EngineError as
    `spot_in_chain` does, and if the expression has no value, exactly or with rounded lines.
    """
    node = standard(node, names)
    exact = Recording()
    right = work_leaves(node, names, exact)
    if Solution(node, names).rounded_band is None:
        raise EngineError("the lines have no value once they are rounded")
    for turn, number in _places_of_turns(exact, source):
        try:
            shown = work_leaves(node, names, Recording(turn, at=number))
        except EngineError:
            continue
        at = next((at for at, leaf in enumerate(shown) if leaf.step.turned), None)
        forms = [[(leaf.name, shape_of(leaf.step.value)) for leaf in leaves] for leaves in (shown, right)]
        if at is None or len(shown) == 1 or forms[0] != forms[1] or shown[at].step.steps:
            continue
        true, wrong = right[at].step, [leaf.step.value for leaf in shown[at:]]
        if true.number is not None and _can_be_spotted(wrong, true.value):
            told = [leaf for leaf in shown if leaf is shown[-1] or not _only_lists(leaf.step)]
            lines = tuple(_shown(leaf.name, leaf.step.value) for leaf in told)
            solution = Solution(node, names, places, line=true.number)
            return Spot(lines, told.index(shown[at]), turn, solution, write_typed(as_lists(true.value)))
    raise EngineError(_INVISIBLE)


def draw_spot(draws: Draws, seed: int, source: Source) -> tuple[Names, Spot]:
    """Return fresh numbers for a seed, and their working with one wrong line; the final answer may be unaffected.

    Raises EngineError if a draw finds no suitable numbers, or if in none of 20 draws a mistake would be visible.
    """
    for draw in range(_DRAWS):
        given = draws.draw(f"{seed} {draw}" if draw else seed, apart=False)
        try:
            return given, spot_in_working(draws.lines[0].node, given, draws.lines[0].places, source)
        except EngineError:  # with these numbers no mistake is visible
            continue
    raise EngineError(
        f"{draws.name}: in {_DRAWS} sets of fresh numbers no known mistake changes one line; choose other ranges"
    )


def _mistakes(exact: Pencil, source: Source) -> Sequence[WrongTurn]:
    """Return the wrong turns of all lines that a pencil worked, shuffled; without conventions, which are not wrong."""
    return shuffled([turn for turn in open_turns(exact) if not turn.convention], source)


def _places_of_turns(exact: Recording, source: Source) -> Iterator[tuple[WrongTurn, int]]:
    """Yield each wrong turn with the number of each line it may replace, in random order; none of whole grids."""
    lines = [(each.belongs_to, each.number) for each in exact.record.walk() if each.number is not None]
    for turn in _mistakes(exact, source):
        numbers = [number for name, number in lines if name == f"{turn.recipe}/{turn.line}"]
        yield from ((turn, number) for number in shuffled(numbers, source))


def _can_be_spotted(wrong: Sequence[Value], true: Value) -> bool:
    """Return whether the first value is two units of the last place off the true one, and all can be written."""
    numbers = [number for each in wrong for number in floats(each)]
    if shape_of(wrong[0]) != shape_of(true) or not all(map(pencil_sized, numbers)):
        return False
    pairs = zip(numbers, floats(true), strict=False)
    return any(a != b and not abs(a - b) < 2 * max(unit(a), unit(b)) for a, b in pairs)


def _only_lists(step: Step) -> bool:
    inside = [number for each in step.steps if not each.repeats for number in flat(each.value)]
    return bool(step.steps) and [*flat(step.value)] == inside


def _shown(name: str, value: Value, before: str = "") -> ShownLine:
    return ShownLine(name, f"{before}{write_typed(as_lists(value))}", shape_of(value))


def _chain_line(line: ChainLine, value: Value) -> ShownLine:
    """Return a line with 0 for binary noise: numbers of at most 1e-12 of its largest finite size."""
    least = _NOISE * max((abs(number) for number in floats(value) if isfinite(number)), default=0)
    clean = entry_by_entry(lambda number: number if abs(number) > least else 0.0, value)
    return _shown(line.name, clean, f"{write_expression(line.node)} = ")
