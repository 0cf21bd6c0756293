"""One line of a working, asked as a question of its own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.key import Solution, known_turn, open_turns, same_value
from katatx.engine.mistakes.leaves import Leaf
from katatx.engine.names import Names
from katatx.engine.pencils.forms import FormPencil
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.pencils.rounding import Rounding, band_of
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, floats, shape_of
from katatx.notation.syntax import Node
from scoring.key import Band, Key
from scoring.places import DECIMALS, FIGURES


def line_to_cover(leaves: Sequence[Leaf], answer: Value) -> int | None:
    """Return the index of the line that is most worth asking for; None if there is none.

    `answer` is the value of the whole expression. Candidates contain a calculation and differ from the answer. The best
    has the most calculations, then the most digits, then is the latest.
    """
    able = [at for at, leaf in enumerate(leaves) if leaf.can_be_covered and leaf.step.value != answer]

    def work(at: int) -> tuple[int, int, int]:
        """Return the line's number of calculations and of digits, and its index `at`."""
        step = leaves[at].step
        return len(step.expressions), sum(letter.isdigit() for letter in step.text), at

    return max(able, key=work, default=None)


def solve_line(node: Node, names: Names, number: int, places: int = DECIMALS) -> Solution:
    """Return the solution of one line in the working of an expression; `number` counts lines from 0 as they are begun.

    `places` is the number of decimals asked for. The key has the band of honest rounding of the lines before it (the
    exact numbers if rounded lines have no value), and the wrong turns that change the line's value, each with its exact
    numbers as band. Left out are those that have no value or change the number of lines. `hidden` names those that
    leave the value; `roundable` is always True. Raises EngineError if the expression has no value, Ambiguous if it has
    two readings, IndexError if there is no such line.
    """
    node = standard(node, names)

    def reach(pencil: Pencil) -> Value:
        """Return the value of the line when the expression is worked with a pencil."""
        work_out(node, names, pencil)
        return pencil.written[number][1]

    exact = FormPencil(line=number)
    value = reach(exact)
    numbers = floats(value)
    band = early = Band(numbers, numbers)
    with suppress(EngineError):
        band = band_of(reach(Rounding()))
        early = band_of(reach(Rounding(decimals=DECIMALS - 1, figures=FIGURES - 1)))
    turns, hidden = [], set()
    for turn in open_turns(exact):
        wrong = Pencil(turn)
        try:
            work_out(node, names, wrong)
        except EngineError:
            continue
        if len(wrong.written) != len(exact.written):  # the turn changes the lines, so their numbers do not correspond
            continue
        taken = wrong.written[number][1]
        known = known_turn(turn, taken, Band(floats(taken), floats(taken)))
        if same_value(known, shape_of(value), numbers):
            hidden.add(known.name)
        else:
            turns.append(known)
    key = Key(shape_of(value), numbers, band, early, places, tuple(turns), figures=FIGURES, forms=exact.accepted)
    return Solution(value, key, frozenset(hidden), roundable=True)
