"""Calls with keyword arguments, an axis or a whole grid, translated to the rows that recipes work on."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from math import inf

from katatx.engine import operations as op
from katatx.engine.arrays import broadcast, is_column
from katatx.engine.book import known
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe
from katatx.engine.values import Row, Value, flat, is_number, rank_of, shapes_in_words, transposed, whole_number
from katatx.notation.quoting import quote

# Parameter names of libraries, with the names used here.
_PARAMETERS = {
    "weight": "gamma", "bias": "beta", "epsilon": "eps", "amin": "low", "amax": "high", "min": "low", "max": "high",
    "a_min": "low", "a_max": "high", "negative_slope": "slope", "d_k": "width", "q": "query",
    "k": "keys", "v": "values", "K": "keys", "V": "values", "Q": "query", "label": "target", "index": "target",
    "dim": "axis", "axes": "axis", "dims": "axis", "keepdim": "keepdims", "correction": "ddof",
}  # fmt: skip
# What a call may say besides its parameters.
_OPTIONS = ("axis", "keepdims", "ddof")
# Defaults of arguments that may be omitted in libraries.
_LEFT_OUT = {("clip", "low"): -inf, ("clip", "high"): inf}
_WORDS = {"None": None, "True": True, "False": False}
# Losses, with the number of axes of one prediction; for several predictions libraries return the mean.
_LOSSES = {"cross_entropy": 1, "logit_cross_entropy": 1, "binary_cross_entropy": 0}
# Reductions that libraries apply to a whole grid, but textbook pages to each row.
_LIBRARY_REDUCTIONS = ("sum", "max", "min", "argmax", "argmin", "norm", "product", "variance", "standard_deviation")
# Reductions that work entry by entry if given several arguments: `max(0, x)`.
ENTRY_BY_ENTRY = {"max": op.larger, "min": op.smaller}
# The axes of a grid, counted from either end: a reduction along both is one of all numbers.
_BOTH_AXES = ([0.0, 1.0], [-2.0, -1.0], [-1.0, 0.0], [-2.0, 1.0])


def _comparison(sign: str, work: Callable[[float, float], bool]) -> Arithmetic:
    return Arithmetic(f"is {sign}", lambda a, b: float(work(a, b)), op.written(f"{{}} {sign} {{}}"))


# Comparisons, whose result is 1 or 0.
COMPARED = {
    ">": _comparison(">", operator.gt), "<": _comparison("<", operator.lt), ">=": _comparison(">=", operator.ge),
    "<=": _comparison("<=", operator.le), "==": _comparison("=", operator.eq), "!=": _comparison("≠", operator.ne),
}  # fmt: skip


def work_call(
    pencil: Pencil,
    recipe: Recipe,
    given: tuple[Value, ...],
    keywords: Mapping[str, Value],
    whole_grid: bool = False,
    is_whole: bool = False,
) -> Value:
    """Return the value of a call, worked line by line with a pencil that is already working a recipe.

    `keywords` have the parameter names of the recipe or of array libraries; the words None, True and False are text.
    `axis=None`, or both axes of a reduction, treats all numbers of a grid as one row, as `whole_grid` does for a
    reduction or cumsum without an axis. An `axis` or `keepdims` that has no use is ignored.

    As in libraries, a column without an axis is worked as a row and becomes a column again, losses of several examples
    are averaged, and max and min of several arguments work entry by entry. If `is_whole`, the call is all that is
    worked, and its lines are not nested in another line. Raises EngineError if there is no value.
    """
    if recipe.takes_one_row and len(given) > 1 and all(map(is_number, given)):
        given = (given,)
    given, options = _arguments(recipe, given, keywords)
    if recipe.name in ENTRY_BY_ENTRY and len(given) > 1:
        return _entry_by_entry(pencil, recipe, given)
    first, *others = given or (None,)
    rank = rank_of(first)
    if len(others) == 1 and rank == _LOSSES.get(recipe.name, rank) + 1:
        return _mean_loss(pencil, recipe, first, others[0])
    is_unnested = is_whole and not (keywords or whole_grid or recipe.on_one_line)

    def work(row: Value) -> Value:
        if options.get("ddof"):
            return _with_less_divisor(pencil, recipe, options["ddof"], row, *others)
        if is_unnested and row is first:
            return pencil.work(recipe, *given)
        return pencil(recipe.name, recipe, *((row, *others) if given else ()))

    if rank == 1 and options.get("axis") not in (None, False):
        _in_range(options["axis"], 1)
    if rank < 2 or (recipe.parameters[0].kind != "row" and recipe.name != "mean"):
        return work(first)
    return _work_grid(recipe, first, options, whole_grid, work)


def _work_grid(
    recipe: Recipe, grid: Value, options: Mapping[str, Value], whole_grid: bool, work: Callable[[Value], Value]
) -> Value:
    """Return what `work`, which works a recipe on a row or on each row of a grid, makes of a grid's numbers."""
    axis, keeps = options.get("axis"), options.get("keepdims") in (True, 1)
    reduces = recipe.name == "mean" or recipe.reduces
    if isinstance(axis, tuple) and sorted(axis) in _BOTH_AXES and reduces:
        return ((work(flat(grid)),),) if keeps else work(flat(grid))
    if axis is None and ("axis" in options or (whole_grid and (reduces or recipe.name == "cumsum"))):
        return work(flat(grid))
    if axis is not None:
        return _along_axis(grid, _in_range(axis, 2), keeps, work)
    if is_column(grid):
        made = work(flat(grid))
        return made if is_number(made) else transposed((made,))
    if recipe.name in _LIBRARY_REDUCTIONS:
        raise EngineError(
            f"{recipe.name} is given a grid; add axis=1 for each row, axis=0 for each column or axis=None for "
            "all numbers"
        )
    return work(grid)


def _in_range(axis: Value, rank: int) -> int:
    """Return an axis of a value with `rank` axes as a non-negative int; `axis` may be a row of one number."""
    number = whole_number(axis[0] if isinstance(axis, tuple) and len(axis) == 1 else axis, "an axis")
    if not -rank <= number < rank:
        allowed = "axis=0, the only one of a row" if rank == 1 else "axis=0 or axis=1 of a grid"
        raise EngineError(f"there is no axis {number}; write {allowed}")
    return number % rank


def _arguments(
    recipe: Recipe, given: tuple[Value, ...], keywords: Mapping[str, Value]
) -> tuple[tuple[Value, ...], dict[str, Value]]:
    """Return the arguments in the order of the recipe's parameters, up to the last one given, and the other options."""
    parameters = {each.name: each for each in recipe.parameters}
    placed, options = dict(zip(parameters, given, strict=False)), {}
    for key, written in keywords.items():
        name = key if key in parameters else _PARAMETERS.get(key, key)
        value = _WORDS.get(written, written) if isinstance(written, str) else written
        if name in placed or name in options or name not in (*parameters, *_OPTIONS):
            takes = ", ".join([*list(parameters)[1:], "axis"])
            raise EngineError(f"{recipe.name} does not take {key}=; it takes only {takes}")
        if name in _OPTIONS:
            options[name] = value
        elif isinstance(value, (str, bool)) and parameters[name].kind != "order":
            raise EngineError(f"{recipe.name} is given {key}={quote(str(value))}; write a number after {key}=")
        else:
            placed[name] = value
    if len(options) == len(keywords):
        return given, options
    placed = {name: value for (of, name), value in _LEFT_OUT.items() if of == recipe.name} | placed
    last = max(map(list(parameters).index, placed))
    bound = {name: placed.get(name) for name in list(parameters)[: last + 1]}
    for name, value in bound.items():
        if value is None and not parameters[name].optional:
            raise EngineError(f"{recipe.name} is given no {name}; write {recipe.signature}")
    return tuple(bound.values()), options


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


def _mean_loss(pencil: Pencil, recipe: Recipe, rows: Value, targets: Value) -> Value:
    if is_number(targets) or len(rows) != len(targets):
        raise EngineError(f"{recipe.name} is given {shapes_in_words(rows, targets)}; write one target for each row")
    losses = tuple(pencil(recipe.name, recipe, row, target) for row, target in zip(rows, targets, strict=True))
    return pencil("mean", known("mean"), losses)


def _with_less_divisor(pencil: Pencil, recipe: Recipe, ddof: Value, row: Row, *others: Value) -> Value:
    """Return a variance or standard deviation with divisor n - ddof."""
    if recipe.name not in ("variance", "standard_deviation"):
        raise EngineError(f"{recipe.name} does not take ddof=; leave it out, or write variance or standard_deviation")
    squared, size, less = pencil("variance", known("variance"), row, *others), len(row), whole_number(ddof, "ddof")
    if size <= less:
        raise EngineError(f"ddof={less} leaves nothing of {size} numbers; write more numbers, or a smaller ddof")
    corrected = pencil("correct", op.multiply, squared, size / (size - less))
    return corrected if recipe.name == "variance" else pencil("root", op.root, corrected)
