"""Solving an expression: its value, its key for grading, and its wrong turns.

A key is the data an answer is graded against. A band is the range of results that honest rounding of the lines can
give. A wrong turn is a known mistake on one line of a recipe; a belief is a mistake of one drill only. In `scoring`,
both are a KnownTurn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate, work_out
from katatx.engine.names import Names
from katatx.engine.pencils.affine import dominant_rounding
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.pencils.recording import Recording
from katatx.engine.pencils.rounding import Plain, Rounding, band_of
from katatx.engine.pencils.strokes import Strokes, accepted_forms
from katatx.engine.pencils.writing import Step, write_lines
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, flat, floats, shape_of
from katatx.notation.syntax import Node
from scoring.key import Band, Key, KnownTurn
from scoring.places import DECIMALS, FIGURES, close
from scoring.shapes import same_shape

RIGHT = "right"


class Belief(NamedTuple):
    """A mistake of one drill only: the wrong expression, and two clauses for the learner."""

    name: str
    node: Node
    happened: str
    instead: str


class Solution(NamedTuple):
    """The value of an expression in its own shape, and the key for grading answers.

    `hidden` names the wrong turns and beliefs that give the right value with these numbers. `roundable` says whether a
    value with rounded lines was found.
    """

    value: Value
    key: Key
    hidden: frozenset[str]
    roundable: bool


class Search(NamedTuple):
    """Limits for grading one known answer: only wrong turns near the typed numbers are tried, within `effort`."""

    typed: tuple[float, ...]
    effort: Effort

    def near(self, value: Value) -> bool:
        """Return whether a wrong turn's exact result is so near the typed numbers that it may explain them."""
        numbers = floats(value)
        return len(numbers) == len(self.typed) and all(
            number == typed or abs(number - typed) <= _FAR * (1 + abs(number))
            for number, typed in zip(numbers, self.typed, strict=True)
        )


# Two answers with two decimals may each be off by half of this unit.
_TWO_DECIMALS = 10.0 ** -(DECIMALS - 1)
# Bands are narrower than a quarter of the number to either side.
_FAR = 0.25


def solve(
    node: Node,
    names: Names,
    places: int | None = DECIMALS,
    beliefs: Sequence[Belief] = (),
    search: Search | None = None,
) -> Solution:
    """Return the Solution of an expression, worked with every pencil that grading needs.

    `places` is the number of decimals asked for; None for a claim. `search` limits the work to what one typed answer
    needs; None looks for every mistake. Raises EngineError if the expression or a belief has no value, Ambiguous if it
    has two readings, Exhausted if the search's effort does not suffice for the value; mistakes for which it does not
    suffice are left out.
    """
    effort = None if search is None else search.effort
    node = standard(node, names)
    exact = Recording(effort=effort)
    value = work_out(node, names, exact)
    numbers = floats(value)
    rounding = Rounding(effort=effort)
    # A claim of another size agrees with no band of the right value.
    comparable = search is None or len(search.typed) == len(numbers)
    rounded = _rounded(node, names, rounding) if comparable else None
    band = None if rounded is None else band_of(rounded)
    coarsest = () if rounded is None else tuple(dominant_rounding(each, rounding.symbols) for each in flat(rounded))
    turns = (*_known_turns(node, names, (exact, rounding), search), *_known_beliefs(names, beliefs))
    hidden = frozenset(turn.name for turn in turns if same_value(turn, shape_of(value), numbers))
    open_ones = tuple(turn for turn in turns if turn.name not in hidden)
    one_digit_fewer = Rounding(decimals=DECIMALS - 1, figures=FIGURES - 1, effort=effort)
    early = _band(node, names, one_digit_fewer) if comparable else None
    may_mislead = comparable and any(early is None or _bands_meet(turn.band, early) for turn in open_ones)
    key = Key(
        shape=shape_of(value),
        value=numbers,
        band=band or Band(numbers, numbers),
        early=early or Band(numbers, numbers),
        places=places,
        figures=FIGURES,
        forms=None if places is None or search is not None else accepted_forms(exact.record.all_calculations()),
        wrong_turns=open_ones,
        coarsest=coarsest,
        two_decimals=rounded_to_two_decimals(node, names, effort) if may_mislead else (),
    )
    return Solution(value, key, hidden, roundable=band is not None)


def write_out(node: Node, names: Names, turn: WrongTurn | None = None) -> list[Step]:
    """Return the written lines of an expression; with `turn`, those of a learner who makes that mistake.

    Raises EngineError if there is no value, Ambiguous if there are two readings.
    """
    pencil = Recording(turn)
    evaluate(node, names, pencil)
    return write_lines(pencil.record.lines)


def count_strokes(node: Node, names: Names) -> Strokes:
    """Return the cost of working the expression by hand. Raises as `write_out` does."""
    pencil, strokes = Recording(), Strokes()
    evaluate(node, names, pencil)
    strokes.add(pencil.record.all_calculations())
    return strokes


def same_value(turn: KnownTurn, shape: tuple[int, ...], numbers: tuple[float, ...]) -> bool:
    """Return whether a turn gives these numbers, up to binary noise, in this shape; axes of length 1 are ignored."""
    return same_shape(turn.shape, shape) and all(map(close, turn.value, numbers))


def open_turns(exact: Pencil) -> list[WrongTurn]:
    """Return the wrong turns, conventions too, of the lines that `exact` worked itself, in the order of these lines."""
    return [turn for (_, line), seen in exact.seen.items() for turn in seen.recipe.wrong_turns.get(line, ())]


def _known_turns(
    node: Node, names: Names, right: tuple[Pencil, Rounding], search: Search | None
) -> Iterator[KnownTurn]:
    """Yield the result of each possible wrong turn that has a value; `right` are the pencils without a mistake."""
    exact, rounding = right
    effort = None if search is None else search.effort
    turns = open_turns(exact)
    # The later a turn's line, the less must be worked again; within a limited effort this order tries most turns.
    for turn in turns if search is None else reversed(turns):
        try:
            wrong = Pencil(turn, effort=effort, after=exact)
            value = work_out(node, names, wrong)
            if search is not None and not search.near(value):
                continue
        except Exhausted:
            return
        except EngineError:
            continue
        band = _band(node, names, Rounding(turn, effort=effort, after=rounding))
        yield known_turn(turn, value, band, wrong.left_out)


def known_turn(turn: WrongTurn, value: Value, band: Band | None = None, left_out: bool = False) -> KnownTurn:
    """Return a wrong turn that gives a value; `left_out` says that the mistake was to skip its line."""
    return KnownTurn(
        turn.id, turn.line, turn.happened, turn.instead, shape_of(value), floats(value),
        band or Band(floats(value), floats(value)), turn.detail, turn.convention, left_out,
    )  # fmt: skip


def _known_beliefs(names: Names, beliefs: Sequence[Belief]) -> Iterator[KnownTurn]:
    for belief in beliefs:
        value = evaluate(belief.node, names)
        band = band_of(evaluate(belief.node, names, Rounding()))
        yield KnownTurn(belief.name, "answer", belief.happened, belief.instead, shape_of(value), floats(value), band)


def _rounded(node: Node, names: Names, rounding: Rounding) -> Value | None:
    """Return the value with rounded lines; None if it has none. Raises Exhausted if the effort is used up."""
    try:
        return work_out(node, names, rounding)
    except Exhausted:
        raise
    except EngineError:
        return None


def _band(node: Node, names: Names, pencil: Rounding) -> Band | None:
    try:
        return band_of(work_out(node, names, pencil))
    except EngineError:
        return None


def _bands_meet(first: Band, second: Band) -> bool:
    return len(first.low) == len(second.low) and all(
        low - _TWO_DECIMALS <= other_high and other_low <= high + _TWO_DECIMALS
        for low, high, other_low, other_high in zip(*first, *second, strict=True)
    )


def rounded_to_two_decimals(node: Node, names: Names, effort: Effort | None) -> tuple[tuple[float, ...], ...]:
    """Return the results of rounding every line to two decimals, once for each common habit that leads to a value.

    Ties go away from zero or to even, with or without a limit of three significant figures, with or without keeping an
    exact third decimal; each also with the last line unrounded.
    """
    endings: dict[tuple[float, ...], None] = {}
    for figures, to_even, ends_at in product((None, FIGURES - 1), (False, True), (DECIMALS - 1, DECIMALS)):
        pencil = Plain(DECIMALS - 1, figures, to_even, ends_at, effort)
        try:
            numbers = floats(work_out(node, names, pencil))
        except EngineError:
            continue
        endings[numbers] = None
        endings[tuple(map(pencil.unrounded, numbers))] = None
    return tuple(endings)
