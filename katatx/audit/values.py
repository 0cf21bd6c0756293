"""Values of a page, each three ways: as printed, as it truly is, and all that honest rounding allows between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import NamedTuple

from katatx.engine.evaluate import standard, work_out
from katatx.engine.interval import Interval, low_of
from katatx.engine.pencils import Effort, Pencil, Rounding
from katatx.engine.values import Value, flat, shape_of, shaped
from katatx.errors import KatatxError
from katatx.notation.printing import write_expression, write_value
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Sum, Unary
from katatx.notation.tokens import number_places
from scoring.places import DECIMALS, FIGURES

# Working one calculation of a page may take so much effort.
_EFFORT = 4_000
# A number of so many significant figures, with a point among them, may be one that its author kept more digits of.
ROUNDED_FIGURES = 3
MOST_PLACES = 12
_NOISE = 1e-9
_LONGEST_SHOWN = 160
_MOST_SHOWN = 8


_HALVES = {places: 0.5 * 10.0**-places for places in range(-20, 40)}


def half_unit(places: int) -> float:
    """Return half a unit of a decimal place."""
    return _HALVES[places] if places in _HALVES else 0.5 * 10.0**-places


def figures_of(text: str) -> int:
    """Return the significant figures of a written number."""
    return sum(map(str.isdigit, text.lstrip("-−+0.,")))


def is_rounded(text: str) -> bool:
    """Return whether a written number may have been rounded: it has a point, and some figures."""
    return "." in text and figures_of(text) >= ROUNDED_FIGURES


class Number(NamedTuple):
    """One printed number.

    `places` are the decimals it is written to (negative for 268M), `start` and `stop` its columns in the logical line,
    `about` says that it claims a rounding only.
    """

    value: float
    places: int
    text: str
    start: int
    stop: int
    about: bool = False

    @property
    def figures(self) -> int:
        """Return how many significant figures it has: what says how little it fits by chance."""
        return figures_of(self.text)

    @property
    def half(self) -> float:
        """Half a unit of its last place."""
        return half_unit(self.places)

    def fits(self, truth: float) -> bool:
        """Return whether it is a true number rounded, or cut off behind its last decimal."""
        if self.value == truth or not isfinite(truth):
            return self.value == truth
        away, half = abs(self.value - truth), half_unit(self.places)
        if away > 2 * half + _NOISE * abs(truth):
            return False
        noise = _NOISE * max(half, abs(truth))
        may_be_cut = self.places > 1 and 0 < abs(self.value) < abs(truth)
        return away <= half + noise or (may_be_cut and away < 2 * half - noise)


class Printed(NamedTuple):
    """A printed result: its numbers in reading order, and their shape."""

    numbers: tuple[Number, ...]
    shape: tuple[int, ...]

    @property
    def value(self) -> Value:
        """The numbers in their shape."""
        return shaped(self.shape, [number.value for number in self.numbers])

    @property
    def places(self) -> int:
        """The most decimals of any of them."""
        return max(number.places for number in self.numbers)

    @property
    def figures(self) -> int:
        """All their figures together, those of zeros left out."""
        return sum(number.figures for number in self.numbers if number.value)

    def fits(self, value: Value) -> list[bool] | None:
        """Return for each number whether it is the rounding of its entry; None where the shapes differ."""
        if value is None or shape_of(value) != self.shape:
            return None
        return [number.fits(low_of(truth)) for number, truth in zip(self.numbers, flat(value), strict=True)]


def printed_of(node: Node, ends: Mapping[int, int], about: bool = False) -> Printed | None:
    """Return an expression with nothing to work out as a printed result; None where its rows are uneven.

    `ends` gives the column after a token, by its own; both count from 1.
    """
    numbers: list[Number] = []

    def shape(part: Node) -> tuple[int, ...] | None:
        if isinstance(part, Listing):
            shapes = {shape(item) for item in part.items}
            inner = shapes.pop() if len(shapes) == 1 else None
            return None if inner is None or len(inner) > 1 else (len(part.items), *inner)
        numbers.append(_number(part, ends, about))
        return ()

    found = shape(node)
    return None if found is None or not numbers else Printed(tuple(numbers), found)


def _number(node: Node, ends: Mapping[int, int], about: bool) -> Number:
    inner = node.operand if isinstance(node, Unary) else node
    assert isinstance(inner, Literal)
    value = -inner.value if isinstance(node, Unary) else inner.value
    places = places_of(inner.text)
    if about and places == 0 and abs(value) >= 10:
        digits = inner.text.lstrip("-")
        places = max(2, len(digits.rstrip("0"))) - len(digits)
    start = node.column - 1
    return Number(value, places, ("-" if value < 0 else "") + inner.text, start, ends[inner.column] - 1, about)


def places_of(text: str) -> int:
    """Return the decimals that a written number claims: 26.9% is 0.269 to 3."""
    if not any(map(str.isdigit, text)):
        return 0
    return number_places(text[:-1]) + 2 if text.endswith("%") else number_places(text)


class Known:
    """A value of the page.

    `candidate` is the calculation it comes from; a value without one is given. `roots` are the wrong claims it stands
    on, by number; `line` counts logical lines.
    """

    __slots__ = ("_true", "candidate", "line", "places", "printed", "roots")

    def __init__(
        self,
        printed: Value,
        line: int,
        places: int,
        candidate: Candidate | None = None,
        roots: frozenset[int] = frozenset(),
        true: Value = None,
    ) -> None:
        self.printed, self.line, self.places, self.candidate, self.roots = printed, line, places, candidate, roots
        self._true = true

    @property
    def rank(self) -> int:
        """0 for a number, 1 for a row, 2 for a grid."""
        return len(shape_of(self.printed))

    @property
    def is_given(self) -> bool:
        """Return whether nothing says how it came about."""
        return self.candidate is None and self._true is None

    @property
    def true(self) -> Value:
        """Return what it truly is, worked from the true values behind it; what is printed where nobody can tell."""
        if self._true is None and self.candidate is not None:
            value = self.candidate.value("true")
            fits = value is not None and shape_of(value) == shape_of(self.printed)
            self._true = value if fits else self.printed
        return self.printed if self._true is None else self._true

    @property
    def band(self) -> Value:
        """All that honest rounding may have left of it: intervals, but for what is exact."""
        half = half_unit(self.places)
        made: list[object] = []
        for printed, true in zip(flat(self.printed), flat(self.true), strict=True):
            low, high = low_of(printed), low_of(true)
            exact = not isfinite(low) or not isfinite(high)
            exact = exact or (
                low == high and (self.places < ROUNDED_FIGURES if self.is_given else round(low, 2) == low)
            )
            made.append(low if exact else Interval(min(low - half, high), max(low + half, high)))
        return shaped(shape_of(self.printed), made)  # type: ignore[arg-type]

    def part(self, index: int) -> Known:
        """Return one row of a grid, or one number of a row."""
        true = None if self.is_given else self.true[index]
        return Known(self.printed[index], self.line, self.places, None, self.roots, true)

    def opposite(self) -> Known:
        """Return a number with its sign turned."""
        return Known(-self.printed, self.line, self.places, None, self.roots, None if self.is_given else -self.true)


def side_by_side(parts: list[Known]) -> Known:
    """Return numbers as a row, or rows of one length as a grid."""
    given = all(part.is_given for part in parts)
    return Known(
        tuple(part.printed for part in parts),
        parts[-1].line,
        max(part.places for part in parts),
        None,
        frozenset().union(*(part.roots for part in parts)),
        None if given else tuple(part.true for part in parts),
    )


class Candidate:
    """A calculation that a printed result may come from.

    `sure` is True where it stands written beside the result, False where it is implied (the result is wrong only if it
    is one slip away), None where it can only confirm; `is_standard` says that its operations go by their own names, and
    that it has no numbers of the page in it. `names` are what its names stand for; `recognized` finds the
    earlier result that the digits of a literal repeat.
    """

    __slots__ = ("_values", "is_standard", "line", "names", "node", "recognized", "said", "sure")

    def __init__(
        self,
        node: Node,
        names: Mapping[str, Known],
        sure: bool | None,
        said: str = "",
        recognized: Callable[[str], Known | None] | None = None,
        is_standard: bool = False,
    ) -> None:
        self.node, self.names, self.sure, self.said, self.is_standard = node, names, sure, said, is_standard
        self.recognized = recognized or (lambda _: None)
        self.line = 0  # where it waits for its result
        self._values: dict[tuple[str, int], Value] = {}

    def value(self, view: str, places: int = DECIMALS) -> Value:
        """Return its value from what is `printed` or `true`, or its `band`; None where it has none."""
        key = view, places
        if key not in self._values:
            try:
                self._values[key] = self._work(view, places)
            except (KatatxError, ArithmeticError, ValueError, TypeError, IndexError, RecursionError):
                self._values[key] = None
        return self._values[key]

    def _work(self, view: str, places: int) -> Value:
        node, names = self.node if self.is_standard else mapped(self.node, _vanished), self.names
        if isinstance(node, Name) and node.text in names:
            return getattr(names[node.text], view)
        if view != "printed" and not self.is_standard:
            names = dict(names)
            node = replaced(node, lambda literal: self._seen(literal, view, names))
        values = {name: getattr(known, view) for name, known in names.items()}
        pencil = (
            Rounding(decimals=max(places, 2), figures=FIGURES, effort=Effort(_EFFORT))
            if view == "band"
            else Pencil(effort=Effort(_EFFORT))
        )
        return work_out(node if self.is_standard else standard(node, values), values, pencil)

    def _seen(self, literal: Literal, view: str, names: dict[str, Known]) -> Node:
        """Return a name for a literal that may stand for more digits than it has."""
        known = self.recognized(literal.text)
        if known is None:
            if view == "true" or not is_rounded(literal.text):
                return literal
            half = half_unit(places_of(literal.text))
            known = Known(literal.value, 0, MOST_PLACES, true=literal.value)
            names[f"#{literal.text}"] = _Wide(known, half)
        else:
            names[f"#{literal.text}"] = known
        return Name(f"#{literal.text}", literal.column)

    @property
    def roots(self) -> frozenset[int]:
        """The wrong claims that the calculation stands on."""
        found = frozenset().union(*(known.roots for known in self.names.values()))
        for literal in literals(self.node):
            known = self.recognized(literal.text)
            found |= known.roots if known is not None else frozenset()
        return found

    @property
    def stands_on_results(self) -> bool:
        """Return whether it goes on with results of the page, which may have been rounded."""
        worked = any(not known.is_given for known in self.names.values())
        return worked or any(self.recognized(literal.text) is not None for literal in literals(self.node))

    @property
    def written(self) -> str:
        """The calculation with its numbers put in, for people."""
        if self.said:
            return self.said
        node = named_replaced(self.node, lambda name: _shown(self.names.get(name), self.is_standard))
        return write_expression(node)


def _vanished(part: Node) -> Node | None:
    """Return 0 for `0·log 0`, as entropies take it (Cover and Thomas, Elements of Information Theory, section 2.1)."""
    if not (isinstance(part, Binary) and part.sign in ("·", "*") and _is_zero(part.left)):
        return None
    call = part.right
    if not (isinstance(call, Call) and call.name.startswith(("log", "ln")) and len(call.arguments) == 1):
        return None
    return Literal("0", 0.0, part.column) if _is_zero(call.arguments[0]) else None


def _is_zero(node: Node) -> bool:
    if isinstance(node, Binary):
        return node.sign == "/" and _is_zero(node.left)
    return isinstance(node, Literal) and not node.value


class _Wide(Known):
    """A number that may be off by so much to either side."""

    __slots__ = ("_half",)

    def __init__(self, known: Known, half: float) -> None:
        super().__init__(known.printed, known.line, known.places, true=known.printed)
        self._half = half

    @property
    def band(self) -> Value:
        return Interval(self.printed - self._half, self.printed + self._half)


def _shown(known: Known | None, is_letter: bool) -> Node | None:
    """Return a short value as a node; a long one that has but a letter by what it is."""
    if known is None or len(flat(known.printed)) > _MOST_SHOWN:
        return Name("the grid above" if known.rank > 1 else "the row above", 1) if known and is_letter else None
    text = write_value(known.printed, max(known.places, 0))
    return Name(text, 1) if len(text) <= _LONGEST_SHOWN else None


def literals(node: Node) -> Iterator[Literal]:
    """Give every number of an expression."""
    if isinstance(node, Literal):
        yield node
    for part in parts_of(node):
        yield from literals(part)


def names_of(node: Node) -> Iterator[str]:
    """Give every name of an expression."""
    if isinstance(node, Name):
        yield node.text
    for part in parts_of(node):
        yield from names_of(part)


def parts_of(node: Node) -> Iterable[Node]:
    """Return what an expression is made of."""
    match node:
        case Listing():
            return node.items
        case Call():
            return (*node.arguments, *(value for _, value in node.keywords))
        case Pick():
            return (node.value,)
        case Unary():
            return (node.operand,)
        case Binary():
            return (node.left, node.right)
        case Sum():
            return tuple(term for _, term in node.terms)
        case _:
            return ()


def mapped(node: Node, other: Callable[[Node], Node | None]) -> Node:
    """Return an expression with every part replaced for which `other` gives something else."""
    made = other(node)
    if made is not None:
        return made
    match node:
        case Listing():
            return node._replace(items=tuple(mapped(item, other) for item in node.items))
        case Call():
            return node._replace(arguments=tuple(mapped(item, other) for item in node.arguments))
        case Pick():
            return node._replace(value=mapped(node.value, other))
        case Unary():
            return node._replace(operand=mapped(node.operand, other))
        case Binary():
            return node._replace(left=mapped(node.left, other), right=mapped(node.right, other))
        case Sum():
            return node._replace(terms=tuple((sign, mapped(term, other)) for sign, term in node.terms))
        case _:
            return node


def replaced(node: Node, other: Callable[[Literal], Node]) -> Node:
    """Return an expression with its numbers replaced; powers and constants stay."""

    def of(part: Node) -> Node | None:
        if isinstance(part, Binary) and part.sign in ("^", "**") and isinstance(part.right, Literal):
            return part._replace(left=mapped(part.left, of))
        return other(part) if isinstance(part, Literal) and part.text[:1] in "0123456789." else None

    return mapped(node, of)


def named_replaced(node: Node, other: Callable[[str], Node | None]) -> Node:
    """Return an expression with its names replaced."""
    return mapped(node, lambda part: other(part.text) if isinstance(part, Name) else None)
