"""The recipe: an operation as named lines, with its known wrong turns beside it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias

from katatx.engine.errors import EngineError
from katatx.engine.operations import Operation
from katatx.engine.values import Value, rank_of, shape_of
from katatx.notation.quoting import quote
from scoring.shapes import describe

# How a grid of weights is laid out: "Wx", one row for each number it makes, or "xW", one column.
Order: TypeAlias = str
WX: Order = "Wx"
XW: Order = "xW"
_ORDERS = {"Wx": WX, "W·x": WX, "xW": XW, "XW": XW, "x·W": XW, "X·W": XW}

# How many axes a parameter of each kind has. A recipe given one axis more in its first
# parameter is worked row by row, as a person would.
_RANKS = {"Number": 0, "Row": 1, "Grid": 2}
# The kind of a parameter that says how weights are laid out, and a number of axes that no value has.
_ORDER = "Order"
_NO_VALUE = -1

# The line name of a recipe for one row done on every row of a grid.
ROWS = "rows"


class Parameter(NamedTuple):
    """One thing a recipe is given: its name, its kind (Number, Row, Grid, Value for any
    shape, or Order, a text), and whether it may be left out.
    """

    name: str
    kind: str
    optional: bool

    def fit(self, value: Value, recipe: str) -> Value:
        """Return the value in the shape the recipe works on; a row serves as a grid of one row.

        Raises EngineError naming both shapes where it does not fit, or saying what to write
        where an order is none.
        """
        if self.kind == _ORDER:
            return None if value is None else self._order(value, recipe)
        wanted = _RANKS.get(self.kind)
        if wanted is None:
            return value
        rank = rank_of(value)
        if rank == wanted or (value is None and self.optional):
            return value
        if wanted == 2 and rank == 1:
            return (value,)
        found = describe(shape_of(value))
        raise EngineError(f"{recipe}: {self.name} is {found}, where a {self.kind.lower()} is needed")

    def _order(self, value: Value, recipe: str) -> Order:
        found = _ORDERS.get(value) if isinstance(value, str) else None
        if found is None:
            is_now = quote(value) if isinstance(value, str) else describe(shape_of(value))
            rows = f"{self.name}=Wx where each row of the weights makes one number"
            raise EngineError(f"{recipe}: {self.name} is {is_now}; write {rows}, {self.name}=xW where each column does")
        return found


class Worker(Protocol):
    """What a line needs of the pencil that writes it."""

    @property
    def row(self) -> int | None:
        """Return which row of a grid is being worked, counted from 1."""
        ...

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """The value of an operation or a whole recipe."""
        ...


class Line(NamedTuple):
    """A line about to be written, as a wrong turn sees it.

    `given` is what the right operation would work on, `inputs` what the recipe was
    given, by parameter name.
    """

    pencil: Worker
    given: tuple[Value, ...]
    inputs: Mapping[str, Value]

    @property
    def row(self) -> int | None:
        """Return which row of a grid the line is in, counted from 1; None where there is no grid."""
        return self.pencil.row

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """Work something else on this line, with the same pencil."""
        return self.pencil.work(how, *given)


class WrongTurn(NamedTuple):
    """A known mistake: a replacement for one named line of one recipe.

    `happened`, `detail` (may be empty) and `instead` are each one clause, put to the learner as
    they stand. A `convention` is no mistake but another way to lay out the same thing.
    """

    recipe: str
    line: str
    name: str
    take: Callable[[Line], Value]
    happened: str
    instead: str
    detail: str = ""
    convention: bool = False

    @property
    def id(self) -> str:
        """`recipe/name`, as the log and the statistics know it."""
        return f"{self.recipe}/{self.name}"


@dataclass(slots=True, eq=False, repr=False)
class Recipe:
    """An operation written once, as the few named lines a person writes on paper.

    `on_one_line` is set for a dot product, which a person writes in one go:
    `2·3 + 1·2 = 6 + 2 = 8`. `entry_by_entry` is set where a number may be followed by an
    option, so that numbers side by side are no row: `round(2.675, 2)`.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    lines: Callable[..., Value]
    other_names: tuple[str, ...] = ()
    wrong_turns: dict[str, list[WrongTurn]] = field(default_factory=dict)
    on_one_line: bool = False
    entry_by_entry: bool = False
    ranks: tuple[int | None, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.ranks = tuple(_NO_VALUE if each.kind == _ORDER else _RANKS.get(each.kind) for each in self.parameters)

    def goes_wrong(
        self,
        line: str,
        name: str,
        take: Callable[[Line], Value],
        *,
        happened: str,
        instead: str,
        detail: str = "",
        convention: bool = False,
    ) -> None:
        """Make a wrong turn known: `take` is done where `line` should be."""
        turn = WrongTurn(self.name, line, name, take, happened, instead, detail, convention)
        self.wrong_turns.setdefault(line, []).append(turn)

    @property
    def signature(self) -> str:
        """`attention(query, keys, values)`, optional parameters in brackets."""
        names = (f"[{each.name}]" if each.optional else each.name for each in self.parameters)
        return f"{self.name}({', '.join(names)})"

    @property
    def topic(self) -> str:
        """Return what it belongs to: the first line of the module it is written in."""
        return (sys.modules[self.lines.__module__].__doc__ or "").partition("\n")[0].rstrip(".")

    @property
    def takes_one_row(self) -> bool:
        """Return whether numbers side by side can only be the row it works on."""
        needed = [each.kind for each in self.parameters if not each.optional]
        return needed in (["Row"], ["Value"]) and not self.entry_by_entry

    def bind(self, given: tuple[Value, ...]) -> tuple[Value, ...]:
        """Return what is given, checked against the parameters.

        Raises EngineError for too few, too many, or a shape that does not fit.
        """
        if len(given) == len(self.ranks):
            for wanted, value in zip(self.ranks, given, strict=True):
                if wanted is not None and rank_of(value) != wanted:
                    break
            else:
                return given
        needed = sum(not each.optional for each in self.parameters)
        if not needed <= len(given) <= len(self.parameters):
            raise EngineError(
                f"{self.signature} is given {len(given)} thing{'s' * (len(given) != 1)}; it takes {needed}"
            )
        return tuple(
            value if index == 0 and self.goes_row_by_row(value) else each.fit(value, self.name)
            for index, (each, value) in enumerate(zip(self.parameters, given, strict=False))
        )

    def goes_row_by_row(self, first: Value) -> bool:
        """Return whether the recipe takes a row first and is given a grid."""
        return self.ranks[0] == 1 and type(first) is tuple and type(first[0]) is tuple

    def inputs(self, given: tuple[Value, ...]) -> dict[str, Value]:
        """Return what is given, by parameter name; what was left out is None."""
        names = [each.name for each in self.parameters]
        return dict.fromkeys(names) | dict(zip(names, given, strict=False))


_RECIPES: dict[str, Recipe] = {}
_NAMES: dict[str, Recipe] = {}


def recipe(*other_names: str) -> Callable[[Callable[..., Any]], Recipe]:
    """Make a function `(pencil, ...) -> value` a recipe known by its name and others.

    The parameters' kinds come from its annotations, the summary from its docstring.
    """

    def make(lines: Callable[..., Any]) -> Recipe:
        code = lines.__code__
        names = code.co_varnames[1 : code.co_argcount]
        optional = len(lines.__defaults__ or ())
        parameters = tuple(
            Parameter(name, str(lines.__annotations__[name]).split(" ")[0], index >= len(names) - optional)
            for index, name in enumerate(names)
        )
        summary = (lines.__doc__ or "").strip().split("\n")[0]
        made = Recipe(lines.__name__, summary, parameters, lines, other_names)
        _RECIPES[made.name] = made
        for name in (made.name, *other_names):
            if _spelling(name) in _NAMES:
                raise ValueError(f"two recipes are called {name}")
            _NAMES[_spelling(name)] = made
        return made

    return make


def find_recipe(name: str) -> Recipe | None:
    """The recipe of a name, however it is capitalised or underscored; None if unknown."""
    return _NAMES.get(_spelling(name))


def all_recipes() -> list[Recipe]:
    """Every recipe, in the order they were written down."""
    return list(_RECIPES.values())


def all_names() -> list[str]:
    """Every name a recipe answers to."""
    return [name for each in _RECIPES.values() for name in (each.name, *each.other_names)]


def all_wrong_turns() -> list[WrongTurn]:
    """Every known wrong turn."""
    return [turn for each in _RECIPES.values() for turns in each.wrong_turns.values() for turn in turns]


_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def _spelling(name: str) -> str:
    return re.sub(r"[_\-.]", "", name).translate(_SUBSCRIPTS).lower()
