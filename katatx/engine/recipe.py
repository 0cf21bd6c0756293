"""Recipes: operations written as named lines, each with its known mistakes (wrong turns).

A line is one step that a person writes on paper. A wrong turn is a known mistake that replaces one line of one recipe.
A pencil (`katatx.engine.pencils`) is an object that works the lines in one particular way. A weight layout says whether
each row or each column of a weight grid makes one output number. A grid is worked row by row if the recipe takes a row.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias

from katatx.engine.errors import EngineError
from katatx.engine.operations import Operation
from katatx.engine.values import Value, rank_of, shapes_in_words
from katatx.notation.quoting import quote

# Layout of a weight grid: "Wx" has one row for each output number, "xW" one column.
Order: TypeAlias = str
WX: Order = "Wx"
XW: Order = "xW"
_ORDERS = {"Wx": WX, "W·x": WX, "xW": XW, "XW": XW, "x·W": XW, "X·W": XW}

# Number of axes of each kind of parameter. A recipe whose first parameter is a Row and which is given a grid
# is worked row by row.
_RANKS = {"Number": 0, "Row": 1, "Grid": 2}
# The kind of a parameter that holds a weight layout, and a rank that no value has.
_ORDER = "Order"
_NO_VALUE = -1

# Line name under which a recipe for one row is worked on every row of a grid.
ROWS = "rows"


class Parameter(NamedTuple):
    """A parameter of a recipe.

    `kind` is Number, Row, Grid, Value (any shape) or Order (a weight layout given as text). If `optional`, it may be
    omitted.
    """

    name: str
    kind: str
    optional: bool

    def fit(self, value: Value, recipe: str) -> Value:
        """Return the value in the shape that this parameter needs.

        A row given for a grid is wrapped as a grid of one row; a layout is returned in its standard spelling; anything
        else is returned unchanged, also None for an optional parameter. `recipe` is the recipe's name, for messages.
        Raises EngineError if the shape does not fit, or if a weight layout is unknown.
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
        raise EngineError(
            f"{recipe} is given {shapes_in_words(value)} as {self.name}; write a {self.kind.lower()} there"
        )

    def _order(self, value: Value, recipe: str) -> Order:
        """Return a weight layout in its standard spelling. Raises EngineError, naming `recipe`, for anything else."""
        found = _ORDERS.get(value) if isinstance(value, str) else None
        if found is None:
            is_now = quote(value) if isinstance(value, str) else shapes_in_words(value)
            rows = f"{self.name}=Wx if each row of the weights makes one number"
            raise EngineError(f"{recipe}: {self.name} is {is_now}; write {rows}, {self.name}=xW if each column does")
        return found


class Worker(Protocol):
    """The part of a pencil that a wrong turn may use."""

    @property
    def row(self) -> int | None:
        """Return the number of the grid row being worked, from 1; None outside a grid."""
        ...

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """Return the value of an operation or a whole recipe worked on the operands `given`.

        Raises EngineError if it has none.
        """
        ...


class Line(NamedTuple):
    """A recipe line about to be written, as passed to a wrong turn.

    `pencil` is the pencil at work. `how` is the correct operation and `given` its operands; `inputs` are the recipe's
    arguments by parameter name, None for an omitted one.
    """

    pencil: Worker
    how: Operation | Recipe
    given: tuple[Value, ...]
    inputs: Mapping[str, Value]

    @property
    def row(self) -> int | None:
        """Return the number of the grid row the line belongs to, from 1; None outside a grid."""
        return self.pencil.row

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """Return the value of the operation or recipe `how` on the operands `given`, worked with this line's pencil.

        Raises EngineError if it has none.
        """
        return self.pencil.work(how, *given)


class WrongTurn(NamedTuple):
    """A known mistake that replaces one line of one recipe.

    `recipe` and `line` are the names of what it replaces; the line `rows` is a whole grid worked row by row. `take`
    returns the wrong value of the line, and may raise EngineError. `happened`, `detail` (may be empty) and `instead`
    are one clause each, shown to the learner unchanged. If `convention` is set, it is no mistake but another valid
    layout of the same result.
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
        """Return `recipe/name`, the identifier used in the log and in statistics."""
        return f"{self.recipe}/{self.name}"


@dataclass(slots=True, eq=False, repr=False)
class Recipe:
    """An operation, written once as the named lines a person writes on paper.

    `lines` is the function `(pencil, *arguments) -> value`. `other_names` are further names under which the recipe is
    found. `wrong_turns` maps a line's name to the wrong turns on it. `on_one_line` is set for a dot product, which is
    written as one line: `2·3 + 1·2 = 6 + 2 = 8`. `entry_by_entry` is set if an option may follow the number, so that
    adjacent numbers are not read as a row: `round(2.675, 2)`. `divides_evenly` is set if its divisions leave no
    remainder. `ranks` are the parameters' numbers of axes: None for any, -1 for a weight layout.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    lines: Callable[..., Value]
    other_names: tuple[str, ...] = ()
    wrong_turns: dict[str, list[WrongTurn]] = field(default_factory=dict)
    on_one_line: bool = False
    entry_by_entry: bool = False
    divides_evenly: bool = False
    ranks: tuple[int | None, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Derive `ranks` from the kinds of the parameters."""
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
        """Register a wrong turn that replaces the line called `line`.

        `name` makes its identifier `recipe/name`. `take` returns the wrong value of the line. `happened`, `detail` (may
        be empty) and `instead` are one clause each, shown to the learner. `convention` marks another valid layout of
        the same result.
        """
        turn = WrongTurn(self.name, line, name, take, happened, instead, detail, convention)
        self.wrong_turns.setdefault(line, []).append(turn)

    @property
    def signature(self) -> str:
        """Return the call signature, with optional parameters in brackets: `round(number, [decimals])`."""
        names = (f"[{each.name}]" if each.optional else each.name for each in self.parameters)
        return f"{self.name}({', '.join(names)})"

    @property
    def topic(self) -> str:
        """Return the topic: the first line of the docstring of the defining module, without a full stop at its end."""
        return (sys.modules[self.lines.__module__].__doc__ or "").partition("\n")[0].rstrip(".")

    @property
    def takes_one_row(self) -> bool:
        """Return whether adjacent numbers after the name can only mean one row, as in `softmax 1 4`.

        That is so if the only required parameter is a row or a value of any shape, unless `entry_by_entry` is set.
        """
        needed = [each.kind for each in self.parameters if not each.optional]
        return needed in (["Row"], ["Value"]) and not self.entry_by_entry

    @property
    def takes_one_value(self) -> bool:
        """Return whether exactly one parameter is required."""
        return [each.optional for each in self.parameters].count(False) == 1

    def bind(self, given: tuple[Value, ...]) -> tuple[Value, ...]:
        """Return the arguments `given`, brought to the shapes of the parameters.

        Omitted arguments are not filled in. A grid given as first argument of a recipe for a row is kept, to be worked
        row by row. Raises EngineError if there are too few or too many, or if a shape does not fit.
        """
        if len(given) == len(self.ranks):
            for wanted, value in zip(self.ranks, given, strict=True):
                if wanted is not None and rank_of(value) != wanted:
                    break
            else:
                return given
        needed, most = sum(not each.optional for each in self.parameters), len(self.parameters)
        if not needed <= len(given) <= most:
            takes = needed if needed == most else f"{needed} to {most}"
            raise EngineError(
                f"{self.signature} is given {len(given)} value{'s' * (len(given) != 1)}; write {takes} in its brackets"
            )
        return tuple(
            value if index == 0 and self.works_row_by_row(value) else each.fit(value, self.name)
            for index, (each, value) in enumerate(zip(self.parameters, given, strict=False))
        )

    def works_row_by_row(self, first: Value) -> bool:
        """Return whether the recipe must be worked on each row of its first argument.

        That is so if `first`, the first argument, is a grid while the recipe takes a row.
        """
        return self.ranks[0] == 1 and type(first) is tuple and type(first[0]) is tuple

    def inputs(self, given: tuple[Value, ...]) -> dict[str, Value]:
        """Return the arguments `given` by parameter name; omitted ones are None."""
        names = [each.name for each in self.parameters]
        return dict.fromkeys(names) | dict(zip(names, given, strict=False))


class Registry:
    """A collection of recipes in the order registered, found by every name they have."""

    def __init__(self) -> None:
        """Make an empty registry."""
        self._recipes: list[Recipe] = []
        self._by_spelling: dict[str, Recipe] = {}

    def register(self, recipe: Recipe) -> None:
        """Add a recipe under its name and its other names.

        Raises ValueError if another recipe has one of these names. Names that differ only in capitals, `_`, `-` or `.`
        count as equal; so do `x₁` and `x1`.
        """
        names = (recipe.name, *recipe.other_names)
        for name in names:
            if self._by_spelling.get(_spelling(name), recipe) is not recipe:
                raise ValueError(
                    f"two recipes are called {name} (capitals, _, - and . make no difference); rename one of them"
                )
        self._by_spelling.update(dict.fromkeys(map(_spelling, names), recipe))
        self._recipes.append(recipe)

    def find(self, name: str) -> Recipe | None:
        """Return the recipe with this name; None if unknown.

        Capitals, `_`, `-` and `.` do not matter, and `x₁` is the same as `x1`.
        """
        return self._by_spelling.get(_spelling(name))

    def recipes(self) -> list[Recipe]:
        """Return all recipes in the order registered."""
        return list(self._recipes)

    def names(self) -> list[str]:
        """Return all names of all recipes, in the order registered."""
        return [name for each in self._recipes for name in (each.name, *each.other_names)]

    def wrong_turns(self) -> list[WrongTurn]:
        """Return the wrong turns of all recipes, conventions included, recipes in the order registered."""
        return [turn for each in self._recipes for turns in each.wrong_turns.values() for turn in turns]

    def find_wrong_turn(self, name: str) -> WrongTurn | None:
        """Return the wrong turn with the identifier `name`, exactly `recipe/name`; None if unknown."""
        owner = self.find(name.partition("/")[0])
        turns = () if owner is None else owner.wrong_turns.values()
        return next((turn for each in turns for turn in each if turn.id == name), None)


KNOWN = Registry()
find_recipe = KNOWN.find
all_recipes = KNOWN.recipes
all_names = KNOWN.names
all_wrong_turns = KNOWN.wrong_turns
find_wrong_turn = KNOWN.find_wrong_turn


def recipe(*other_names: str, known: Registry = KNOWN) -> Callable[[Callable[..., Any]], Recipe]:
    """Return a decorator that registers a function `(pencil, ...) -> value` as a Recipe and returns the Recipe.

    The recipe has the function's name and `other_names`. The kinds of its parameters are the first words of the
    function's annotations; a default makes a parameter optional. Its summary is the first line of the docstring.
    `known` is the registry. The decorator raises ValueError if a name is taken.
    """

    def make(lines: Callable[..., Any]) -> Recipe:
        """Register the function `lines` as a Recipe, and return the Recipe. Raises ValueError if a name is taken."""
        _, *given = inspect.signature(lines).parameters.values()
        parameters = tuple(
            Parameter(each.name, str(each.annotation).split(" ")[0], each.default is not each.empty) for each in given
        )
        summary = (lines.__doc__ or "").strip().partition("\n")[0]
        made = Recipe(lines.__name__, summary, parameters, lines, other_names)
        known.register(made)
        return made

    return make


_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def _spelling(name: str) -> str:
    """Return a name as a lookup key: in lower case, without `_`, `-` and `.`, with subscripts as plain digits."""
    return re.sub(r"[_\-.]", "", name).translate(_SUBSCRIPTS).lower()
