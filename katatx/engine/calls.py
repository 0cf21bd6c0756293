"""Calls with keyword arguments, an axis or a whole grid, translated to the rows that recipes work on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce

from katatx.engine import operations as op
from katatx.engine.arrays import broadcast
from katatx.engine.errors import EngineError
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe
from katatx.engine.values import Value, flat, is_column, is_number, rank_of, transposed, whole_number
from katatx.notation.quoting import quote

# What a call may say besides its parameters.
_OPTIONS = {"axis": "axis", "dim": "axis", "keepdims": "keepdims", "keepdim": "keepdims"}
_WORDS = {"None": None, "True": True, "False": False}
# Reductions that libraries apply to a whole grid, but textbook pages to each row.
_LIBRARY_REDUCTIONS = ("sum", "max", "min", "argmax", "argmin", "norm", "product", "variance", "standard_deviation")
# Reductions that work entry by entry if given several arguments: `max(0, x)`.
ENTRY_BY_ENTRY = {"max": op.larger, "min": op.smaller}


def work_call(
    pencil: Pencil,
    recipe: Recipe,
    given: tuple[Value, ...],
    keywords: Mapping[str, Value],
    whole_grid: bool = False,
    is_whole: bool = False,
) -> Value:
    """Return the value of a call, worked line by line with a pencil that is already working a recipe.

    `keywords` are parameters of the recipe, `axis` and `keepdims`; the words None, True and False are text. `axis=None`
    treats all numbers of a grid as one row, as `whole_grid` does for a reduction without an axis. A column without an
    axis is worked as a row, max and min of several arguments work entry by entry. If `is_whole`, the call is all that
    is worked, and its lines are not nested in another line. Raises EngineError if there is no value.
    """
    if recipe.takes_one_row and len(given) > 1 and all(map(is_number, given)):
        given = (given,)
    given, options = _arguments(recipe, given, keywords)
    if recipe.name in ENTRY_BY_ENTRY and len(given) > 1:
        return _entry_by_entry(pencil, recipe, given)
    first, *others = given or (None,)
    rank = rank_of(first)
    is_unnested = is_whole and not (keywords or whole_grid or recipe.on_one_line)

    def work(row: Value) -> Value:
        if is_unnested and row is first:
            return pencil.work(recipe, *given)
        return pencil(recipe.name, recipe, *((row, *others) if given else ()))

    if rank == 1 and options.get("axis") is not None:
        _in_range(options["axis"], 1)
    of_grids = any(rank_of(each) == 2 for each in others)
    if rank < 2 or (recipe.parameters[0].kind != "row" and recipe.name != "mean") or (of_grids and is_column(first)):
        return work(first)
    return _work_grid(recipe, first, options, whole_grid, work)


def _work_grid(
    recipe: Recipe, grid: Value, options: Mapping[str, Value], whole_grid: bool, work: Callable[[Value], Value]
) -> Value:
    """Return what `work`, which works a recipe on a row or on each row of a grid, makes of a grid's numbers."""
    axis, keeps = options.get("axis"), options.get("keepdims") in (True, 1)
    reduces = recipe.name == "mean" or recipe.reduces
    if axis is None and ("axis" in options or (whole_grid and (reduces or recipe.name == "cumsum"))):
        return work(flat(grid))
    if axis is not None:
        return _along_axis(grid, _in_range(axis, 2), keeps, work)
    if is_column(grid):
        made = work(flat(grid))
        return made if is_number(made) else transposed((made,))
    if recipe.name in _LIBRARY_REDUCTIONS:
        ways = "axis=1 for each row, axis=0 for each column or axis=None for all numbers"
        raise EngineError(f"{recipe.name} is given a grid; add {ways}")
    return work(grid)


def _in_range(axis: Value, rank: int) -> int:
    """Return an axis of a value with `rank` axes as a non-negative int."""
    number = whole_number(axis, "an axis")
    if not -rank <= number < rank:
        allowed = "axis=0, the only one of a row" if rank == 1 else "axis=0 or axis=1 of a grid"
        raise EngineError(f"there is no axis {number}; write {allowed}")
    return number % rank


def _arguments(
    recipe: Recipe, given: tuple[Value, ...], keywords: Mapping[str, Value]
) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """Return the arguments in the order of the recipe's parameters, up to the last one given, and the options."""
    parameters = {each.name: each for each in recipe.parameters}
    placed, options = dict(zip(parameters, given, strict=False)), {}
    for key, written in keywords.items():
        value = _WORDS.get(written, written) if isinstance(written, str) else written
        if key not in parameters and key in _OPTIONS:
            options[_OPTIONS[key]] = value
        elif key not in parameters or key in placed:
            known = ", ".join([*list(parameters)[1:], "axis"])
            raise EngineError(f"{recipe.name} does not take {key}=; it takes only {known}")
        elif isinstance(value, (str, bool)) and parameters[key].kind != "order":
            raise EngineError(f"{recipe.name} is given {key}={quote(str(value))}; write a number after {key}=")
        else:
            placed[key] = value
    if len(options) == len(keywords):
        return given, options
    last = max(map(list(parameters).index, placed))
    bound = tuple(map(placed.get, list(parameters)[: last + 1]))
    if any(value is None and not each.optional for value, each in zip(bound, recipe.parameters, strict=False)):
        raise EngineError(f"{recipe.name} is given too little; write {recipe.signature}")
    return bound, options


def _along_axis(grid: Value, axis: int, keeps: bool, work: Callable[[Value], Value]) -> Value:
    """Return the results of `work` on every row (axis 1) or column (axis 0); if `keeps`, numbers too make a grid."""
    made = tuple(map(work, transposed(grid) if axis == 0 else grid))
    if all(map(is_number, made)):
        if not keeps:
            return made
        made = tuple((number,) for number in made)
    return transposed(made) if axis == 0 else made


def _entry_by_entry(pencil: Pencil, recipe: Recipe, given: tuple[Value, ...]) -> Value:
    """Return the maximum or minimum of matching entries; of single numbers, of all of them."""
    if all(map(is_number, given)):
        return pencil(recipe.name, recipe, given)
    how = ENTRY_BY_ENTRY[recipe.name]
    return reduce(lambda made, other: pencil(recipe.name, how, *broadcast(made, other)), given)
