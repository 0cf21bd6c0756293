"""Solving an expression: its value, its key for grading, and its wrong turns.

A key is the data an answer is graded against. A band is the range of results that honest rounding of the lines can
give. A wrong turn is a known mistake on one line of a recipe; a belief is a mistake of one drill only. In `scoring`,
both are a KnownTurn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate, work_out
from katatx.engine.names import Names
from katatx.engine.pencils.affine import dominant_rounding
from katatx.engine.pencils.forms import FormPencil
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.pencils.rounding import Plain, Rounding, band_of
from katatx.engine.pencils.strokes import Counting, Strokes
from katatx.engine.pencils.writing import Step, Writing
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, flat, floats, shape_of
from katatx.notation.syntax import Node
from scoring.key import Band, Key, KnownTurn
from scoring.places import DECIMALS, FIGURES, close
from scoring.shapes import same_shape

RIGHT = "right"


class Belief(NamedTuple):
    """A mistake of one drill only.

    `node` is the wrong expression that it evaluates. `happened` and `instead` are one clause each for the learner.
    """

    name: str
    node: Node
    happened: str
    instead: str


class Solution(NamedTuple):
    """The value of an expression in its own shape, and the key for grading answers.

    `hidden` names the wrong turns and beliefs that give the right value with these numbers. `roundable` says whether
    the expression has a value with rounded lines; it is False too if a `Search` made working them needless.
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
        """Return whether the typed numbers are so near `value`, a wrong turn's exact result, that it may explain them.

        Each may be off by a quarter of the value's number, plus a quarter. False if there are not equally many.
        """
        numbers = floats(value)
        return len(numbers) == len(self.typed) and all(
            number == typed or abs(number - typed) <= _FAR * (1 + abs(number))
            for number, typed in zip(numbers, self.typed, strict=True)
        )


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

    `places` is the number of decimals asked for; None for a claim. `beliefs` are further mistakes to look for. `search`
    limits the work to what one typed answer needs; None looks for every mistake. Raises EngineError if the expression
    has no exact value, or if a belief has none, exactly or with rounded lines; Ambiguous if one has two readings;
    NotationError for wrong arguments of a library function; Exhausted if the search's effort does not suffice for the
    exact and the rounded value. Mistakes for which it does not suffice are left out.
    """
    effort = None if search is None else search.effort
    node = standard(node, names)
    exact = FormPencil(effort)
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
    early = _early_band(node, names, effort) if comparable else None
    key = Key(
        shape=shape_of(value),
        value=numbers,
        band=band or Band(numbers, numbers),
        early=early or Band(numbers, numbers),
        places=places,
        figures=FIGURES,
        forms=None if places is None or search is not None else exact.accepted,
        wrong_turns=open_ones,
        coarsest=coarsest,
        two_decimals=_two_decimals(node, names, effort) if comparable and _may_mislead(early, open_ones) else (),
    )
    return Solution(value, key, hidden, roundable=band is not None)


def write_out(node: Node, names: Names, turn: WrongTurn | None = None) -> list[Step]:
    """Return the written lines of an expression; with `turn`, those of a learner who makes that mistake.

    Raises EngineError if there is no value, as when a wrong turn divides by zero or leaves a shape that does not fit
    the lines after it; Ambiguous if there are two readings.
    """
    pencil = Writing(turn)
    work_out(standard(node, names), names, pencil)
    return pencil.steps


def count_strokes(node: Node, names: Names) -> Strokes:
    """Return the cost of working the expression by hand.

    Raises EngineError if it has no value, Ambiguous if it has two readings.
    """
    pencil = Counting()
    work_out(standard(node, names), names, pencil)
    return pencil.strokes


def same_value(turn: KnownTurn, shape: tuple[int, ...], numbers: tuple[float, ...]) -> bool:
    """Return whether a turn gives these numbers, up to binary noise, in this shape; axes of length 1 are ignored."""
    return same_shape(turn.shape, shape) and all(map(close, turn.value, numbers))


def open_turns(exact: Pencil) -> list[WrongTurn]:
    """Return every wrong turn that some line worked by the pencil `exact` may take, in the order of these lines.

    Conventions are included. `exact` must have worked them itself, without a pencil to copy from (`after`).
    """
    return [turn for (_, line), seen in exact.seen.items() for turn in seen.recipe.wrong_turns.get(line, ())]


class ExactResult(NamedTuple):
    """The unrounded result of the right working (name "right"), of a wrong turn or of a belief."""

    name: str
    shape: tuple[int, ...]
    value: tuple[float, ...]

    def near(self, other: ExactResult, margin: float) -> bool:
        """Return whether the shapes agree and no pair of entries differs by more than `margin`.

        Axes of length 1 are ignored.
        """
        return same_shape(self.shape, other.shape) and all(
            a == b or abs(a - b) <= margin for a, b in zip(self.value, other.value, strict=True)
        )


def exact_results(
    node: Node, names: Names, beliefs: Sequence[Belief], first: Mapping[str, int]
) -> Iterator[ExactResult]:
    """Yield the right result (named "right"), then that of every mistake.

    Beliefs come first. Wrong turns follow by descending count in `first`, which maps their ids to counts (0 if absent);
    those without a value are omitted. Raises EngineError if the expression or a belief has no value, Ambiguous if it
    has two readings.
    """

    def result(name: str, value: Value) -> ExactResult:
        """Return a value as the ExactResult called `name`."""
        return ExactResult(name, shape_of(value), floats(value))

    node = standard(node, names)
    exact = Pencil()
    yield result(RIGHT, work_out(node, names, exact))
    for belief in beliefs:
        yield result(belief.name, evaluate(belief.node, names))
    for turn in sorted(open_turns(exact), key=lambda turn: -first.get(turn.id, 0)):
        try:
            yield result(turn.id, work_out(node, names, Pencil(turn, after=exact)))
        except EngineError:
            continue


def _known_turns(
    node: Node, names: Names, right: tuple[Pencil, Rounding], search: Search | None
) -> Iterator[KnownTurn]:
    """Yield the result of each possible wrong turn; `right` are the exact and rounding pencils without a mistake.

    Those without a value are omitted. With `search`, only those near the typed numbers are yielded, those of later
    lines first, until its effort is used up. If rounded lines have no value or exceed the effort, the band is the exact
    numbers.
    """
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
        try:
            band = band_of(work_out(node, names, Rounding(turn, effort=effort, after=rounding)))
        except EngineError:
            band = Band(floats(value), floats(value))
        yield known_turn(turn, value, band, wrong.left_out)


def known_turn(turn: WrongTurn, value: Value, band: Band, left_out: bool = False) -> KnownTurn:
    """Return a wrong turn with its result and band, in the form that `scoring` uses.

    `left_out` says that the mistake was to skip its line.
    """
    return KnownTurn(
        turn.id, turn.line, turn.happened, turn.instead, shape_of(value), floats(value), band,
        turn.detail, turn.convention, left_out,
    )  # fmt: skip


def _known_beliefs(names: Names, beliefs: Sequence[Belief]) -> Iterator[KnownTurn]:
    """Yield the result and band of each belief.

    Raises EngineError if a belief has no value, exactly or with rounded lines.
    """
    for belief in beliefs:
        value = evaluate(belief.node, names)
        band = band_of(evaluate(belief.node, names, Rounding()))
        yield KnownTurn(belief.name, "answer", belief.happened, belief.instead, shape_of(value), floats(value), band)


def _rounded(node: Node, names: Names, rounding: Rounding) -> Value | None:
    """Return the value with rounded lines; None if it has none, for example because a divisor may be zero.

    Raises Exhausted if the effort is used up.
    """
    try:
        return work_out(node, names, rounding)
    except Exhausted:
        raise
    except EngineError:
        return None


def _early_band(node: Node, names: Names, effort: Effort | None) -> Band | None:
    """Return the band of work with one digit fewer on every line; None if it has no value or takes too much effort."""
    pencil = Rounding(decimals=DECIMALS - 1, figures=FIGURES - 1, effort=effort)
    try:
        rounded = _rounded(node, names, pencil)
    except Exhausted:
        rounded = None
    return None if rounded is None else band_of(rounded)


def _may_mislead(early: Band | None, turns: Sequence[KnownTurn]) -> bool:
    """Return whether work with two decimals may give the result of a wrong turn.

    `early` is the band of such work; if it is None, any wrong turn counts.
    """
    return any(early is None or _bands_meet(turn.band, early) for turn in turns)


def _bands_meet(first: Band, second: Band) -> bool:
    """Return whether two bands have equally many numbers and overlap, or nearly do, at each of them.

    A gap of up to one unit of the second decimal counts as overlap.
    """
    return len(first.low) == len(second.low) and all(
        low - _TWO_DECIMALS <= other_high and other_low <= high + _TWO_DECIMALS
        for low, high, other_low, other_high in zip(*first, *second, strict=True)
    )


# Two answers with two decimals may each be off by half of this unit.
_TWO_DECIMALS = 10.0 ** -(DECIMALS - 1)


def _two_decimals(node: Node, names: Names, effort: Effort | None) -> tuple[tuple[float, ...], ...]:
    """Return the results of rounding every line to two decimals, once for each common habit, without repeats.

    Ties go away from zero or to even, with or without a limit of three significant figures, with or without keeping an
    exact third decimal; each also with the last line unrounded. Habits that lead to no value, or exceed the effort, are
    omitted.
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
