"""Recipes: operations written as named lines, each with its known mistakes (wrong turns).

A line is one step that a person writes on paper. A wrong turn is a known mistake that replaces one line of one recipe.
A pencil (`katatx.engine.pencils`) is an object that works the lines in one particular way. A grid is worked row by row
if the recipe takes a row. Recipes are read from the files in `katatx/recipes` (see docs/recipes.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.layouts import in_one_layout, order_of
from katatx.engine.operations import Operation
from katatx.engine.values import Value, rank_of, shapes_in_words

if TYPE_CHECKING:
    from katatx.engine.pencils.pencil import Pencil

# Number of axes of each kind of parameter. A recipe whose first parameter is a row and which is given a grid
# is worked row by row.
_RANKS = {"number": 0, "count": 0, "row": 1, "grid": 2}
# The kind of a parameter that holds a weight layout, and a rank that no value has.
_ORDER = "order"
_NO_VALUE = -1
KINDS = (*_RANKS, "any", _ORDER)

# Line name under which a recipe for one row is worked on every row of a grid.
ROWS = "rows"


class Parameter(NamedTuple):
    """A parameter of a recipe.

    `kind` is number, count (a whole number from 1), row, grid, any (any shape) or order (a weight layout given as
    text). If `optional`, it may be omitted. `source` names the parameter whose rows pass through this grid of weights;
    empty for any other.
    """

    name: str
    kind: str
    optional: bool = False
    source: str = ""

    def fit(self, value: Value, recipe: str) -> Value:
        """Return the value in the shape that this parameter needs: a row for a grid becomes a grid of one row.

        Raises EngineError, naming the recipe, if the shape does not fit, or if a weight layout is unknown.
        """
        if self.kind == _ORDER:
            return None if value is None else order_of(value, recipe, self.name)
        wanted = _RANKS.get(self.kind)
        if wanted is None:
            return value
        rank = rank_of(value)
        if rank == wanted or (value is None and self.optional):
            return value
        if wanted == 2 and rank == 1:
            return (value,)
        kind = "number" if wanted == 0 else self.kind
        raise EngineError(f"{recipe} is given {shapes_in_words(value)} as {self.name}; write a {kind} there")


class Line(NamedTuple):
    """A recipe line about to be written, as passed to a wrong turn.

    `pencil` is the pencil at work. `how` is the correct operation and `given` its operands; `inputs` are the recipe's
    arguments by parameter name, None for an omitted one.
    """

    pencil: Pencil
    how: Operation | Recipe
    given: tuple[Value, ...]
    inputs: Mapping[str, Value]

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """Return the value of an operation or recipe, worked with the pencil. Raises EngineError if it has none."""
        return self.pencil.work(how, *given)


class WrongTurn(NamedTuple):
    """A known mistake that replaces one line of one recipe.

    `recipe` and `line` are the names of what it replaces; the line `rows` is a whole grid worked row by row. `take`
    returns the wrong value of the line, and may raise EngineError. `happened`, `detail` (may be empty) and `instead`
    are one clause each, shown to the learner unchanged. If `convention` is set, it is no mistake but another valid
    layout of the same result. `expression` is what stands in the recipe's text in place of the line.
    """

    recipe: str
    line: str
    name: str
    take: Callable[[Line], Value]
    happened: str
    instead: str
    detail: str = ""
    convention: bool = False
    expression: str = ""

    @property
    def id(self) -> str:
        """Return `recipe/name`, the identifier used in the log and in statistics."""
        return f"{self.recipe}/{self.name}"


class WrittenLine(NamedTuple):
    """A line of a recipe as its text has it, or a `let`: what stands left of =, its step, and its name for people.

    The step says for which items, and when, the line is written. The name for people may be empty.
    """

    name: str
    step: str
    for_people: str


class Recipe:
    """An operation, written once as the named lines a person writes on paper.

    `lines` is the function `(pencil, *arguments) -> value`, and `written` the lines as its text has them. `other_names`
    are further names under which the recipe is found. `wrong_turns` maps a line's name to the wrong turns on it.
    `reduces` is set if it makes a row one number. `on_one_line` is set for a dot product, which is written as one line:
    `2·3 + 1·2 = 6 + 2 = 8`. `entry_by_entry` is set if an option may follow the number, so that adjacent numbers are
    not read as a row: `round(2.675, 2)`. `divides_evenly` is set if its divisions leave no remainder. `ranks` are the
    parameters' numbers of axes: None for any, -1 for a weight layout. `takes_one_value` says that exactly one parameter
    is required, and `takes_one_row` that it is a row or of any shape, so that adjacent numbers after the name are one
    row, as in `softmax 1 4`, unless `entry_by_entry` is set.
    """

    def __init__(
        self,
        name: str,
        parameters: tuple[Parameter, ...],
        lines: Callable[..., Value],
        other_names: tuple[str, ...] = (),
        topic: str = "",
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.lines = lines
        self.other_names = other_names
        self.topic = topic
        self.summary = ""
        self.written: list[WrittenLine] = []
        self.wrong_turns: dict[str, list[WrongTurn]] = {}
        self.reduces = self.on_one_line = self.entry_by_entry = self.divides_evenly = False
        self.ranks = tuple(_NO_VALUE if each.kind == _ORDER else _RANKS.get(each.kind) for each in parameters)
        needed = [each.kind for each in parameters if not each.optional]
        self.takes_one_value = len(needed) == 1
        self.takes_one_row = needed in (["row"], ["any"])
        self._names = [each.name for each in parameters]
        self._sources = {each.name: each.source for each in parameters if each.source}

    @property
    def signature(self) -> str:
        """Return the call signature, with optional parameters in brackets: `round(number, [decimals])`."""
        names = (f"[{each.name}]" if each.optional else each.name for each in self.parameters)
        return f"{self.name}({', '.join(names)})"

    def bind(self, given: tuple[Value, ...]) -> tuple[Value, ...]:
        """Return the arguments `given`, brought to the shapes of the parameters.

        Grids of weights come to the layout in which each row makes one number. Omitted arguments are not filled in. A
        grid given as first argument of a recipe for a row is kept, to be worked row by row. Raises EngineError if there
        are too few or too many, or if a shape does not fit.
        """
        if len(given) == len(self.ranks) and not self._sources:
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
        fitted = tuple(
            value if index == 0 and self.works_row_by_row(value) else each.fit(value, self.name)
            for index, (each, value) in enumerate(zip(self.parameters, given, strict=False))
        )
        if not self._sources:
            return fitted
        return tuple(in_one_layout(self.inputs(fitted), self._sources).values())

    def works_row_by_row(self, first: Value) -> bool:
        """Return whether the first argument is a grid while the recipe takes a row."""
        return self.ranks[0] == 1 and type(first) is tuple and type(first[0]) is tuple

    def inputs(self, given: tuple[Value, ...]) -> dict[str, Value]:
        """Return the arguments `given` by parameter name; omitted ones are None."""
        return dict.fromkeys(self._names) | dict(zip(self._names, given, strict=False))
