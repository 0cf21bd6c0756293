"""Calls with keyword arguments, an axis or a whole grid, translated to the rows that recipes work on."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from itertools import zip_longest
from math import inf

from katatx.engine import operations as op
from katatx.engine.arrays import broadcast, is_column, row_of_column, whole_number
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe
from katatx.engine.recipes.attention import norms
from katatx.engine.recipes.numbers import pooling
from katatx.engine.values import Row, Value, flat, is_number, rank_of, shapes_in_words, transposed
from katatx.notation.quoting import quote

_AXES = ("axis", "dim", "axes", "dims")
_KEEPS = ("keepdims", "keepdim")
# Parameter names of libraries, with the names used here.
_PARAMETERS = {
    "weight": "gamma", "bias": "beta", "epsilon": "eps", "amin": "low", "amax": "high", "min": "low", "max": "high",
    "a_min": "low", "a_max": "high", "negative_slope": "slope", "d_k": "width", "q": "query",
    "k": "keys", "v": "values", "K": "keys", "V": "values", "Q": "query", "label": "target", "index": "target",
}  # fmt: skip
# Defaults of arguments that may be omitted in libraries.
_LEFT_OUT = {("clip", "low"): -inf, ("clip", "high"): inf}
_WORDS = {"None": None, "True": True, "False": False}
# Losses, with the number of axes of one prediction; for several predictions libraries return the mean.
_LOSSES = {"cross_entropy": 1, "logit_cross_entropy": 1, "binary_cross_entropy": 0}
# Reductions that libraries apply to a whole grid, but textbook pages to each row.
_LIBRARY_REDUCTIONS = frozenset(
    ["sum", "max", "min", "argmax", "argmin", "norm", "product", "variance", "standard_deviation"]
)
# Reductions that work entry by entry if given several arguments: `max(0, x)`.
ENTRY_BY_ENTRY = {"max": op.larger, "min": op.smaller}


def _comparison(sign: str, work: Callable[[float, float], bool]) -> Arithmetic:
    """Return a comparison as an operation whose result is 1.0 or 0.0.

    `sign` is how it is written, and `work` compares two numbers.
    """
    return Arithmetic(f"is {sign}", lambda a, b: float(work(a, b)), op.infix(f" {sign} "))


# Comparisons, whose result is 1 or 0.
COMPARED = {
    ">": _comparison(">", operator.gt), "<": _comparison("<", operator.lt), ">=": _comparison(">=", operator.ge),
    "<=": _comparison("<=", operator.le), "==": _comparison("=", operator.eq), "!=": _comparison("≠", operator.ne),
}  # fmt: skip


def reduces(recipe: Recipe) -> bool:
    """Return whether a recipe reduces a row, its first argument, to one number."""
    return recipe.parameters[0].kind == "Row" and recipe.lines.__annotations__["return"] == "Number"


def one_row(recipe: Recipe, given: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return the arguments with several single numbers combined into one row, if the recipe `takes_one_row`.

    Any other arguments are returned unchanged.
    """
    return (given,) if recipe.takes_one_row and len(given) > 1 and all(map(is_number, given)) else given


def is_plain_call(recipe: Recipe, given: tuple[Value, ...]) -> bool:
    """Return whether the recipe can be worked directly on these arguments.

    If not, `work_call` is needed: to reduce a grid, to work a column as a row, to take the maximum or minimum of
    several arguments, or to average losses.
    """
    if given and rank_of(given[0]) > _LOSSES.get(recipe.name, 2):
        return False
    if not given or recipe.name in ENTRY_BY_ENTRY:
        return len(given) == 1 and rank_of(given[0]) < 2 if given else True
    return not (
        recipe.parameters[0].kind == "Row" and rank_of(given[0]) == 2 and (reduces(recipe) or is_column(given[0]))
    )


def work_call(
    pencil: Pencil, recipe: Recipe, given: tuple[Value, ...], keywords: Mapping[str, Value], whole_grid: bool = False
) -> Value:
    """Return the value of a call, worked line by line with a pencil that is already working a recipe.

    `keywords` maps parameter names, the recipe's own or those of array libraries, to values; the words None, True and
    False are text. `axis` (or `dim`) is the axis of a grid, from 0 or -1 for the last, along which a recipe for a row
    is worked; None, or both axes of a reduction, treats all numbers as one row. If no axis is given, `whole_grid` makes
    a reduction, mean or cumsum treat all numbers as one row. `keepdims=True` keeps the axis of a grid that is reduced,
    with length 1. `ddof` (or `correction`) reduces the divisor of a variance or standard deviation. An `axis` or
    `keepdims` is ignored where it has no use: for example an axis for a recipe that takes no row, or `keepdims` without
    a numbered axis.

    Some arguments are treated as libraries do: without an axis a column vector is worked as a row and becomes a column
    again, losses of several examples are averaged, and max and min of several arguments work entry by entry. Raises
    EngineError if there is no value, and for an unknown keyword, an axis that does not exist, a `ddof` that cannot be
    used, or a reduction of a grid that is not clear without an axis.
    """
    options = {key: _WORDS.get(value, value) if isinstance(value, str) else value for key, value in keywords.items()}
    axis, has_axis = _pop_option(options, _AXES)
    kept, _ = _pop_option(options, _KEEPS)
    keeps = kept is True or kept == 1
    ddof = options.pop("ddof", options.pop("correction", None))
    given = _ordered_arguments(recipe, one_row(recipe, given), options)
    if recipe.name in ENTRY_BY_ENTRY and len(given) > 1:
        return _entry_by_entry(pencil, recipe, given)
    if recipe.name in _LOSSES and len(given) == 2 and rank_of(given[0]) == _LOSSES[recipe.name] + 1:
        return _mean_loss(pencil, recipe, given)

    def work(*values: Value) -> Value:
        """Return the recipe's value on these arguments, with the divisor n - ddof if `ddof` is given and not 0.

        Raises EngineError if such a `ddof` cannot be used, as with several arguments.
        """
        if ddof:
            if len(values) > 1:
                raise EngineError(f"{recipe.signature} is given {len(values)} values; write 1 value in its brackets")
            return _bessel_corrected(pencil, recipe, ddof, *values)
        return pencil(recipe.name, recipe, *values)

    first = given[0] if given else None
    if rank_of(first) == 1 or first is None or is_number(first):
        if has_axis and axis is not None and axis is not False and rank_of(first) == 1:
            _in_range(axis, 1)
        return work(*given)
    if recipe.parameters[0].kind != "Row" and recipe.name != "mean":
        return work(*given)
    if isinstance(axis, tuple) and sorted(axis) in _BOTH_AXES and (reduces(recipe) or recipe.name == "mean"):
        made = work(flat(first), *given[1:])
        return ((made,),) if keeps else made
    if (has_axis and axis is None) or (
        whole_grid and not has_axis and (reduces(recipe) or recipe.name in ("mean", "cumsum"))
    ):
        return work(flat(first), *given[1:])
    if is_column(first) and not has_axis:
        made = work(row_of_column(first), *given[1:])
        return made if is_number(made) else transposed((made,))
    if not has_axis:
        if recipe.name in _LIBRARY_REDUCTIONS:
            raise EngineError(
                f"{recipe.name} is given a grid; add axis=1 for each row, axis=0 for each column or axis=None for "
                "all numbers"
            )
        return work(*given)
    return _along_axis(given, _in_range(axis, 2), keeps, work)


# The axes of a grid, counted from either end: a reduction along both is one of all numbers.
_BOTH_AXES = ([0.0, 1.0], [-2.0, -1.0], [-1.0, 0.0], [-2.0, 1.0])


def _pop_option(options: dict[str, Value], names: tuple[str, ...]) -> tuple[Value, bool]:
    """Remove an option from `options`, and return (value, True); (None, False) if it was not given.

    `names` are the names it may have; only the first of them that is given is removed.
    """
    for name in names:
        if name in options:
            return options.pop(name), True
    return None, False


def _in_range(axis: Value, rank: int) -> int:
    """Return an axis of a value with `rank` axes as a non-negative int; `axis` may be a row of one number.

    Raises EngineError if the axis is not a whole number, or if the value has no such axis.
    """
    if isinstance(axis, tuple) and len(axis) == 1:
        axis = axis[0]
    number = whole_number(axis, "an axis")
    if not -rank <= number < rank:
        raise EngineError(
            f"there is no axis {number}; write "
            f"{'axis=0, the only one of a row' if rank == 1 else 'axis=0 or axis=1 of a grid'}"
        )
    return number % rank


def _ordered_arguments(recipe: Recipe, given: tuple[Value, ...], options: Mapping[str, Value]) -> tuple[Value, ...]:
    """Return positional and keyword arguments in the order of the recipe's parameters, up to the last one given.

    Those left out before it are None; the bounds of `clip` are infinite instead. Without keywords (`options`), `given`
    is returned unchecked. Raises EngineError for an unknown or repeated keyword, for text or a bool where a number is
    needed, or if a required argument before the last one given is missing.
    """
    if not options:
        return given
    names = [each.name for each in recipe.parameters]
    placed = dict(zip(names, given, strict=False))
    for key, value in options.items():
        name = key if key in names else _PARAMETERS.get(key, key)
        if name not in names or name in placed:
            known = ", ".join([*names[1:], "axis"])
            raise EngineError(f"{recipe.name} does not take {key}=; it takes only {known}")
        if isinstance(value, (str, bool)) and recipe.parameters[names.index(name)].kind != "Order":
            raise EngineError(f"{recipe.name} is given {key}={quote(str(value))}; write a number after {key}=")
        placed[name] = value
    placed.update({name: value for (of, name), value in _LEFT_OUT.items() if of == recipe.name and name not in placed})
    last = max(names.index(name) for name in placed)
    bound = tuple(placed.get(name) for name in names[: last + 1])
    for each, value in zip(recipe.parameters, bound, strict=False):
        if value is None and not each.optional:
            raise EngineError(f"{recipe.name} is given no {each.name}; write {recipe.signature}")
    return bound


def _along_axis(given: tuple[Value, ...], axis: int, keeps: bool, work: Callable[..., Value]) -> Value:
    """Return the result of `work` on every row (axis 1) or column (axis 0) of the grid `given[0]`.

    Each call is also given `given[1:]`. If all results are numbers, they are returned as a row; if `keeps`, as a grid
    in which the axis has length 1. Results that are rows are returned as the rows or columns of a grid.
    """
    grid, *others = given
    rows = transposed(grid) if axis == 0 else grid
    made = tuple(work(row, *others) for row in rows)
    if all(map(is_number, made)):
        if not keeps:
            return made
        return (made,) if axis == 0 else tuple((number,) for number in made)
    return transposed(made) if axis == 0 else made


def _entry_by_entry(pencil: Pencil, recipe: Recipe, given: tuple[Value, ...]) -> Value:
    """Return the maximum or minimum (`recipe` says which) of matching entries; for single numbers, of all of them.

    Rows and grids are broadcast. Raises EngineError if their shapes do not fit.
    """
    if all(map(is_number, given)):
        return pencil(recipe.name, recipe, given)
    made = given[0]
    for other in given[1:]:
        made = pencil(recipe.name, ENTRY_BY_ENTRY[recipe.name], *broadcast(made, other))
    return made


def _mean_loss(pencil: Pencil, recipe: Recipe, given: tuple[Value, ...]) -> Value:
    """Return the mean of the losses of several examples.

    `given` has the two arguments of `recipe`, each with an entry for every example. Raises EngineError if they differ
    in length.
    """
    rows, targets = given
    if is_number(targets) or len(rows) != len(targets):
        raise EngineError(f"{recipe.name} is given {shapes_in_words(rows, targets)}; write one target for each row")
    losses = tuple(pencil(recipe.name, recipe, row, target) for row, target in zip_longest(rows, targets))
    return pencil("mean", pooling.mean, losses)


def _bessel_corrected(pencil: Pencil, recipe: Recipe, ddof: Value, row: Row) -> Value:
    """Return a variance or standard deviation with divisor n - ddof.

    Raises EngineError for any other recipe, for a `ddof` that is not whole, for a single number, or if the row has at
    most `ddof` numbers.
    """
    less = whole_number(ddof, "ddof")
    if recipe.name not in ("variance", "standard_deviation"):
        raise EngineError(
            f"{recipe.name} does not take ddof=; leave it out, as only variance and standard_deviation take it"
        )
    size = 1 if is_number(row) else len(row)
    if size <= less or is_number(row):
        raise EngineError(
            f"ddof={less} needs a row of more than {less} numbers, and is given {size}; write more numbers, or a "
            "smaller ddof"
        )
    squared = pencil("variance", norms.variance, row)
    corrected = pencil("correct", op.multiply, squared, size / (size - less))
    return corrected if recipe.name == "variance" else pencil("root", op.root, corrected)
