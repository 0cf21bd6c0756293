"""An expression into everything its answer is judged by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from katatx.engine.affine import most_harm
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names, evaluate, standard, work_out
from katatx.engine.pencils import (
    Counting,
    Effort,
    Exhausted,
    Pencil,
    Plain,
    Rounding,
    Step,
    Strokes,
    Writing,
    band_of,
)  # fmt: skip
from katatx.engine.recipe import WrongTurn
from katatx.engine.values import Value, flat, floats, shape_of
from katatx.notation.syntax import Node
from scoring.key import Band, Key, KnownTurn
from scoring.places import DECIMALS, FIGURES, close
from scoring.shapes import same_shape

RIGHT = "right"

# With some numbers a mistake leads nowhere: it divides by zero, or leaves a shape that the
# lines after it, written for the right one, can do nothing with.
NOWHERE = (EngineError, IndexError, TypeError, ValueError)


class Belief(NamedTuple):
    """A mistake of one drill alone: what it would be worked as, and what to say of it."""

    name: str
    node: Node
    happened: str
    instead: str


class Solution(NamedTuple):
    """What an expression comes to: the value in its own shape, and the key it makes.

    `hidden` names the wrong turns that lead to the right value with these numbers.
    `roundable` says that it can be worked with rounded lines.
    """

    value: Value
    key: Key
    hidden: frozenset[str]
    roundable: bool


class Search(NamedTuple):
    """Bounds for judging one answer that is known already: only wrong turns near the typed
    numbers matter, and they are looked for as long as the effort lasts.
    """

    typed: tuple[float, ...]
    effort: Effort

    def near(self, value: Value) -> bool:
        """Return whether honest rounding could lead from a turn's exact value to the typed numbers."""
        numbers = floats(value)
        return len(numbers) == len(self.typed) and all(
            number == typed or abs(number - typed) <= _FAR * (1 + abs(number))
            for number, typed in zip(numbers, self.typed, strict=True)
        )


# No band of a page's calculations reaches a quarter of its number to either side.
_FAR = 0.25


def solve(
    node: Node,
    names: Names,
    places: int | None = DECIMALS,
    beliefs: Sequence[Belief] = (),
    search: Search | None = None,
) -> Solution:
    """Work an expression out with every pencil that grading needs.

    `places` is how many decimals the answer is asked to. Raises EngineError where the
    expression has no value, or takes more effort than the search allows.
    """
    effort = None if search is None else search.effort
    node = standard(node, names)
    exact = Pencil(effort=effort)
    value = work_out(node, names, exact)
    numbers = floats(value)
    rounding = Rounding(effort=effort)
    rounded = _rounded(node, names, rounding)
    band = None if rounded is None else _band(rounded)
    coarsest = () if rounded is None else tuple(most_harm(each, rounding.symbols) for each in flat(rounded))
    turns = (*_turns(node, names, (exact, rounding), search), *_beliefs(names, beliefs))
    hidden = frozenset(turn.name for turn in turns if same_value(turn, shape_of(value), numbers))
    open_ones = tuple(turn for turn in turns if turn.name not in hidden)
    early = _early(node, names, effort)
    key = Key(
        shape=shape_of(value),
        value=numbers,
        band=band or Band(numbers, numbers),
        early=early or Band(numbers, numbers),
        places=places,
        figures=FIGURES,
        wrong_turns=open_ones,
        coarsest=coarsest,
        two_decimals=_two_decimals(node, names, effort) if _may_mislead(early, open_ones) else (),
    )
    return Solution(value, key, hidden, roundable=band is not None)


def write_out(node: Node, names: Names) -> list[Step]:
    """The worked lines of an expression."""
    pencil = Writing()
    work_out(standard(node, names), names, pencil)
    return pencil.steps


def count_strokes(node: Node, names: Names) -> Strokes:
    """Return what the expression costs by hand."""
    pencil = Counting()
    work_out(standard(node, names), names, pencil)
    return pencil.strokes


def same_value(turn: KnownTurn, shape: tuple[int, ...], numbers: tuple[float, ...]) -> bool:
    """Return whether a turn leads to these very numbers, so that it cannot be seen in them."""
    return same_shape(turn.shape, shape) and all(map(close, turn.value, numbers))


def open_turns(exact: Pencil) -> list[WrongTurn]:
    """Every wrong turn that could have been taken where this pencil has been."""
    return [turn for (_, line), seen in exact.seen.items() for turn in seen.recipe.wrong_turns.get(line, ())]


class ExactResult(NamedTuple):
    """What the right working (name "right") or a wrong turn comes to, unrounded."""

    name: str
    shape: tuple[int, ...]
    value: tuple[float, ...]

    def near(self, other: ExactResult, margin: float) -> bool:
        """Return whether no slot lies further apart than `margin`."""
        return same_shape(self.shape, other.shape) and all(
            a == b or abs(a - b) <= margin for a, b in zip(self.value, other.value, strict=True)
        )


def exact_results(
    node: Node, names: Names, beliefs: Sequence[Belief], first: Mapping[str, int]
) -> Iterator[ExactResult]:
    """The right result, then that of every wrong turn, one by one; those counted most in
    `first` come first.
    """

    def result(name: str, value: Value) -> ExactResult:
        return ExactResult(name, shape_of(value), floats(value))

    node = standard(node, names)
    exact = Pencil()
    yield result(RIGHT, work_out(node, names, exact))
    for belief in beliefs:
        yield result(belief.name, evaluate(belief.node, names))
    for turn in sorted(open_turns(exact), key=lambda turn: -first.get(turn.id, 0)):
        try:
            yield result(turn.id, work_out(node, names, Pencil(turn, after=exact)))
        except NOWHERE:
            continue


def _turns(node: Node, names: Names, right: tuple[Pencil, Rounding], search: Search | None) -> Iterator[KnownTurn]:
    """Yield what each open wrong turn leads to; `right` are the pencils that went right."""
    exact, rounding = right
    effort = None if search is None else search.effort
    turns = open_turns(exact)
    # The later a turn's line, the less is worked again: where effort is bounded, most are tried this way.
    for turn in turns if search is None else reversed(turns):
        try:
            value = work_out(node, names, Pencil(turn, effort=effort, after=exact))
            if search is not None and not search.near(value):
                continue
        except Exhausted:
            return
        except NOWHERE:
            continue
        try:
            band = _band(work_out(node, names, Rounding(turn, effort=effort, after=rounding)))
        except NOWHERE:
            band = Band(floats(value), floats(value))
        yield known_turn(turn, value, band)


def known_turn(turn: WrongTurn, value: Value, band: Band) -> KnownTurn:
    """A wrong turn with what it leads to, as `scoring` knows it."""
    return KnownTurn(
        turn.id, turn.line, turn.happened, turn.instead, shape_of(value), floats(value), band,
        turn.detail, turn.convention,
    )  # fmt: skip


def _beliefs(names: Names, beliefs: Sequence[Belief]) -> Iterator[KnownTurn]:
    for belief in beliefs:
        value = evaluate(belief.node, names)
        band = _band(evaluate(belief.node, names, Rounding()))
        yield KnownTurn(belief.name, "answer", belief.happened, belief.instead, shape_of(value), floats(value), band)


def _rounded(node: Node, names: Names, rounding: Rounding) -> Value | None:
    """Return what rounding leads to; None where rounded lines have no value, as where a divisor,
    or what a logarithm is taken of, may be zero.
    """
    try:
        return work_out(node, names, rounding)
    except Exhausted:
        raise
    except EngineError:
        return None


def _early(node: Node, names: Names, effort: Effort | None) -> Band | None:
    """The band of lines kept one digit shorter; not worth an error where effort runs out."""
    pencil = Rounding(decimals=DECIMALS - 1, figures=FIGURES - 1, effort=effort)
    try:
        rounded = _rounded(node, names, pencil)
    except Exhausted:
        rounded = None
    return None if rounded is None else _band(rounded)


def _may_mislead(early: Band | None, turns: Sequence[KnownTurn]) -> bool:
    """Return whether work with two decimals may end where a wrong turn does."""
    return any(early is None or _meet(turn.band, early) for turn in turns)


def _meet(first: Band, second: Band) -> bool:
    """Return whether two bands of one size have answers with two decimals in common."""
    return len(first.low) == len(second.low) and all(
        low - _TWO_DECIMALS <= other_high and other_low <= high + _TWO_DECIMALS
        for low, high, other_low, other_high in zip(*first, *second, strict=True)
    )


# The two halves of a unit that two answers with two decimals may each be off by.
_TWO_DECIMALS = 10.0 ** -(DECIMALS - 1)


def _two_decimals(node: Node, names: Names, effort: Effort | None) -> tuple[tuple[float, ...], ...]:
    """Return what plain work with two decimals on every line ends in, by each habit: ties up or to even, with
    three significant figures at most or all there are, a third decimal that is the last kept or not;
    and with the last line's decimals kept.
    """
    endings: dict[tuple[float, ...], None] = {}
    for figures, to_even, ends_at in product((None, FIGURES - 1), (False, True), (DECIMALS - 1, DECIMALS)):
        pencil = Plain(DECIMALS - 1, figures, to_even, ends_at, effort)
        try:
            numbers = floats(work_out(node, names, pencil))
        except NOWHERE:
            continue
        endings[numbers] = None
        endings[tuple(map(pencil.unrounded, numbers))] = None
    return tuple(endings)


def _band(value: Value) -> Band:
    return Band(*band_of(value))
