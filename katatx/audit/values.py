"""Values on a page in three **views**: as printed, as they truly are, and the interval that rounding allows.

**Roots** are the numbers of the wrong claims that a value depends on. A value is **given** if it has no calculation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from math import isfinite
from typing import NamedTuple

from katatx.engine.errors import EngineError, TwoReadings
from katatx.engine.evaluate import work_out
from katatx.engine.names import names_used
from katatx.engine.pencils.interval import Interval, low_of
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.pencils.rounding import Rounding
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, flat, rank_of, shape_of, shaped
from katatx.engine.workings.noting import Noted
from katatx.engine.workings.replaying import Working
from katatx.errors import KatatxError
from katatx.notation.lexer import number_places
from katatx.notation.printing import write_expression, write_value
from katatx.notation.syntax import Listing, Literal, Name, Node, Unary
from katatx.notation.walking import literals, names_of, replaced, with_names_replaced
from scoring.places import DECIMALS, FIGURES, agrees, half_unit


class Standing(Enum):
    """A calculation is WRITTEN beside its result, IMPLIED by words and layout, or only CONFIRMS it: else unchecked."""

    WRITTEN = "written"
    IMPLIED = "implied"
    CONFIRMS = "confirms only"


WRITTEN, IMPLIED, CONFIRMS = Standing

# The limit of effort for one calculation of a page.
_EFFORT = 4_000
# A number with a decimal point and this many significant figures may have been rounded by its author.
ROUNDED_FIGURES = 3
MOST_PLACES = 12
_MOST_PARTS = 16
_LONGEST_SHOWN = 160
_MOST_SHOWN = 8
# The most wrong claims that a value remembers to depend on. Without a limit, a page of wrong results that build on one
# another would take memory that grows with the square of its length.
_MOST_ROOTS = 20
_working = cache(Working)


def joined_roots(*roots: frozenset[int]) -> frozenset[int]:
    """Return the union of sets of wrong claims, of which the latest twenty are kept."""
    every = frozenset().union(*roots)
    return every if len(every) <= _MOST_ROOTS else frozenset(sorted(every)[-_MOST_ROOTS:])


def figures_of(text: str) -> int:
    """Return how many digits a written number has from the first that is not 0 on, without an exponent."""
    return sum(map(str.isdigit, text.lower().partition("e")[0].lstrip("-−+0.,")))


class Number(NamedTuple):
    """A printed number.

    `places` are its decimals (negative for 268M), `text` is its text, `start` and `stop` its columns in the logical
    line, from 0. `about` marks a number that is only approximate.
    """

    value: float
    places: int
    text: str
    start: int
    stop: int
    about: bool = False

    @property
    def figures(self) -> int:
        """Return how many digits it claims: zeros at the end of a whole number may be there by rounding."""
        return figures_of(self.text if "." in self.text else self.text.rstrip("0"))

    @property
    def half(self) -> float:
        return half_unit(self.places)

    def rounded(self, least: int = 1) -> Number:
        """Return the number if its zeros at the end claim nothing: at least so many, behind two figures or more."""
        digits = self.text.lstrip("-").rstrip("kKMB")
        zeros = len(digits) - max(2, len(digits.rstrip("0"))) if digits.isdigit() else 0
        return self._replace(places=self.places - zeros) if zeros >= least else self

    def fits(self, truth: float, about: bool = True) -> bool:
        return agrees(self.value, self.places, truth, about)


class Printed(NamedTuple):
    """A printed result: its numbers in row-major order, at least one, and their shape."""

    numbers: tuple[Number, ...]
    shape: tuple[int, ...]

    @property
    def value(self) -> Value:
        return shaped(self.shape, [number.value for number in self.numbers])

    @property
    def rows(self) -> list[tuple[Number, ...]]:
        width = self.shape[1]
        return [self.numbers[at : at + width] for at in range(0, len(self.numbers), width)]

    @property
    def places(self) -> int:
        return max(number.places for number in self.numbers)

    @property
    def figures(self) -> int:
        return sum(number.figures for number in self.numbers if number.value)

    def fits(self, value: Value) -> list[bool] | None:
        """Return for each number whether it is the entry of `value` rounded; None for a value of another shape."""
        if value is None or shape_of(value) != self.shape:
            return None
        return [n.fits(low_of(t), n.about or bool(self.shape)) for n, t in zip(self.numbers, flat(value), strict=True)]

    def fits_all(self, value: Value) -> bool:
        return all(self.fits(value) or [False])


def printed_of(node: Node, ends: Mapping[int, int], about: bool = False) -> Printed | None:
    """Return a number, row or grid as a printed result; `node` has only lists and literals, some with a minus."""
    numbers: list[Number] = []

    def shape(part: Node) -> tuple[int, ...] | None:
        if isinstance(part, Listing):
            shapes = {shape(item) for item in part.items}
            inner = shapes.pop() if len(shapes) == 1 else None
            return None if inner is None or len(inner) > 1 else (len(part.items), *inner)
        numbers.append(_number(part, ends, about))
        return ()

    whole = shape(node)
    return None if whole is None or not numbers else Printed(tuple(numbers), whole)


def _number(node: Node, ends: Mapping[int, int], about: bool) -> Number:
    inner = node.operand if isinstance(node, Unary) else node
    assert isinstance(inner, Literal)
    value = -inner.value if isinstance(node, Unary) else inner.value
    start, stop = node.column - 1, ends.get(inner.column, node.column) - 1
    number = Number(value, number_places(inner.text), "-" * (value < 0) + inner.text, start, stop, about)
    return number.rounded() if about or inner.text[-1] in "kKMB" else number


@dataclass(slots=True, eq=False)
class Known:
    """A value on the page.

    `printed` is as printed, with at most `places` decimals. `candidate` is the calculation it comes from, None for a
    given value. `roots` are the indexes of wrong claims it depends on; `line` counts logical lines. `worked` is its
    true value, if it is not to be worked out from `candidate`; `halves` are how far each number may be off, if that
    does not follow from its calculation.
    """

    printed: Value
    line: int
    places: int = MOST_PLACES
    candidate: Candidate | None = None
    roots: frozenset[int] = frozenset()
    worked: Value = None
    halves: Sequence[float] = ()

    @property
    def rank(self) -> int:
        """Return 0 for a number, 1 for a row, 2 for a grid; more for deeper nesting."""
        return rank_of(self.printed)

    @property
    def is_given(self) -> bool:
        return self.candidate is None and self.worked is None

    @property
    def true(self) -> Value:
        """Return the true value, calculated from true values; the printed one if that is impossible."""
        if self.worked is None and self.candidate is not None:
            value = self.candidate.value("true")
            fits = value is not None and shape_of(value) == shape_of(self.printed)
            self.worked = value if fits else self.printed
        return self.printed if self.worked is None else self.worked

    @property
    def band(self) -> Value:
        """Return the interval that rounding allows for each number: half a unit around it, and up to the true one."""
        numbers = list(map(low_of, flat(self.printed)))
        true = numbers if self.roots or self.halves else map(low_of, flat(self.true))
        halves = self.halves or [half_unit(self.places)] * len(numbers)
        return shaped(shape_of(self.printed), list(map(self._interval, numbers, true, halves)))

    def _interval(self, number: float, true: float, half: float) -> float | Interval:
        is_short = self.places < ROUNDED_FIGURES if self.is_given else round(number, 2) == number
        is_exact = number == true and is_short and not self.halves
        if not half or is_exact or not (isfinite(number) and isfinite(true)):
            return number
        return Interval(min(number - half, true), max(number + half, true))

    def parts(self) -> list[Known]:
        """Return the rows of a grid, or numbers of a row; [] for more than 16."""
        if len(self.printed) > _MOST_PARTS:
            return []
        true = [None] * len(self.printed) if self.is_given else self.true
        both = zip(self.printed, true, strict=True)
        return [Known(part, self.line, self.places, None, self.roots, worked) for part, worked in both]


def as_printed(printed: Printed, true: Value = None, roots: frozenset[int] = frozenset()) -> Known:
    """Return printed numbers that may each be off by half a unit of their last decimal."""
    halves = [number.half if number.places else 0.0 for number in printed.numbers]
    return Known(printed.value, 0, printed.places, None, roots, printed.value if true is None else true, halves)


def side_by_side(parts: list[Known]) -> Known:
    """Return numbers as a row, or rows as a grid; at least one, and all of one shape."""
    given = all(part.is_given for part in parts)
    return Known(
        tuple(part.printed for part in parts),
        parts[-1].line,
        max(part.places for part in parts),
        None,
        joined_roots(*(part.roots for part in parts)),
        None if given else tuple(part.true for part in parts),
    )


@dataclass(slots=True, eq=False)
class Candidate:
    """A calculation that a printed result may come from.

    `names` are the values of its names; `description`, unless empty, is shown in place of it. `spoiled` has the roots
    of numbers by their digits, which a literal may repeat. `is_standard` says that its operations have the engine's
    names, and that its names are letters of the table in `candidates`. From `line` on it waits for a result.
    `refusal` is why it has no printed value, such as "3 / 0 divides by zero", once that was asked for.
    """

    node: Node
    names: Mapping[str, Known]
    standing: Standing
    description: str = ""
    spoiled: Mapping[str, frozenset[int]] = field(default_factory=dict)
    is_standard: bool = False
    line: int = 0
    values: dict[str, Value] = field(default_factory=dict)
    refusal: str = ""

    def value(self, view: str) -> Value:
        """Return its value in a view, None if it has none: `printed`, `true`, `band`, or `loose`.

        The last is the band in which all decimals that are written may have been rounded.
        """
        if view not in self.values:
            self.values[view] = None
            try:
                self.values[view] = self._work(view)
            except EngineError as error:
                is_bound = set(names_of(self.node)) <= set(self.names) and not isinstance(error, TwoReadings)
                self.refusal = str(error) if is_bound and view == "printed" else self.refusal
            except (KatatxError, ArithmeticError, ValueError, TypeError, IndexError, RecursionError):
                pass
        return self.values[view]

    def _work(self, view: str) -> Value:
        """Return the value in a view; in the bands every line is rounded."""
        node, names, view_of_names = self.node, self.names, "band" if view == "loose" else view
        if isinstance(node, Name) and node.text in names:
            return getattr(names[node.text], view_of_names)
        if view == "true" and any(self._roots_of_literals()):
            return None  # what its numbers should be is not known
        if view in ("band", "loose") and not self.is_standard:
            names = dict(names)
            node = replaced(node, lambda literal: self._seen(literal, view, names))
        values = {name: getattr(known, view_of_names) for name, known in names.items()}
        node = node if self.is_standard else standard(node, values)
        if self.is_standard and view in ("printed", "true"):
            return _working(node, tuple(values), _EFFORT).value(values)
        if view in ("printed", "true"):
            return work_out(node, values, Pencil(effort=Effort(_EFFORT)))
        varying = [name for name in dict.fromkeys(names_used(node)) if name in names]
        printed = {name: known.printed for name, known in names.items()}
        tape = Noted(node, printed, varying, Effort(_EFFORT)).tape
        hand = Rounding(decimals=DECIMALS, figures=FIGURES).hand
        return tape.value(tape.play_by(hand, [each for name in varying for each in flat(values[name])]))

    def _seen(self, literal: Literal, view: str, names: dict[str, Known]) -> Node:
        """Return a name for a literal that may have had more digits than printed; otherwise the literal."""
        is_rounded = "." in literal.text and (view == "loose" or figures_of(literal.text) >= ROUNDED_FIGURES)
        if not (is_rounded or literal.text[-1] in "kKMB"):
            return literal
        number = Number(literal.value, number_places(literal.text), literal.text, 0, 0)
        names[f"#{literal.text}"] = as_printed(Printed((number,), ()))
        return Name(f"#{literal.text}", literal.column)

    @property
    def roots(self) -> frozenset[int]:
        """Return the numbers of the wrong claims that the calculation depends on."""
        return joined_roots(*(known.roots for known in self.names.values()), *self._roots_of_literals())

    def _roots_of_literals(self) -> Iterable[frozenset[int]]:
        return (self.spoiled.get(literal.text, frozenset()) for literal in literals(self.node) if self.spoiled)

    @property
    def written(self) -> str:
        """Return the calculation as text, with short values in place of names, or its description if it has one."""
        if self.description:
            return self.description
        node = with_names_replaced(self.node, lambda name: _shown(self.names.get(name), self.is_standard))
        return write_expression(node)


def _shown(known: Known | None, is_letter: bool) -> Node | None:
    """Return the node to show in place of a name: its value if that is short, else None."""
    if known is None or len(flat(known.printed)) > _MOST_SHOWN:
        return Name("the grid above" if known.rank > 1 else "the row above", 1) if known and is_letter else None
    text = write_value(known.printed, max(known.places, 0))
    return Name(text, 1) if len(text) <= _LONGEST_SHOWN else None
