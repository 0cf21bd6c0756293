"""Operations that are taken for another, each with the clauses that say so."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from katatx.engine import operations as op
from katatx.engine.book import find_recipe
from katatx.engine.mistakes.slips.slip import ANY_SIGN
from katatx.engine.operations import Arithmetic
from katatx.engine.recipe import Recipe
from katatx.engine.values import Value

Take = Callable[..., Value]


class Instead(NamedTuple):
    """A mistake in place of a line: `take` works it, `happened` and `instead` tell it.

    `looks_back` says that it needs the earlier lines of the recipe. `how` is the calculation that it is taken for, if
    that is fixed. The other fields are those of `Slip`.
    """

    happened: str
    instead: str
    take: Take
    is_likely: bool = True
    looks_back: bool = False
    shared: str = ""
    is_common: bool = False
    how: Arithmetic | None = None


def _other(how: Arithmetic, happened: str, instead: str, work: Callable[..., float], **about: Any) -> Instead:
    wrong = how._replace(work=work)
    return Instead(happened, instead, lambda line: line.work(wrong, *line.given), how=how, **about)


def rare(how: Arithmetic, happened: str, instead: str, work: Callable[..., float], **about: Any) -> Instead:
    """Return the mistake of `work` in place of `how`, tried only after the likely ones."""
    return _other(how, happened, instead, work, is_likely=False, **about)


def _first(first: float, *_: float) -> float:
    return first


_NATURAL = "take the natural logarithm"
_COUNT_DECIMALS = "the product has as many decimals as both factors together"
_MULTIPLY, _DIVIDE, _ADD, _SUBTRACT = "multiply the two", "divide one by the other", "add the two", "subtract"
_ROOT, _SQUARE, _POWER = "take the root: √9 is 3", "multiply the number by itself", "raise to it: 10^3 is 10·10·10"
_POSITIVE, _OVER, _PLUS = "make negative numbers 0", "take what is left over", "minus times minus is plus"
_FROM_FIRST, _DIVIDE_BY = "subtract the second from the first", "divide the first by the second"

OTHERS = (
    _other(op.exp, "raised 2 instead of e", "raise e", lambda x: 2**x),
    _other(op.exp, "raised 10 instead of e", "raise e", lambda x: 10**x),
    _other(op.exp, "left out e^", "raise e to each number", _first),
    _other(op.exp, "turned the sign of the exponent", "keep its sign", lambda x: math.exp(-x)),
    _other(op.exp, "took e^0 for 0", "any number to the power 0 is 1", lambda x: x and math.exp(x), is_common=True),
    _other(op.exp, "took e^ of a number 1 larger", "look it up in its own row", lambda x: math.exp(x + 1)),
    _other(op.exp, "took e^ of a number 1 smaller", "look it up in its own row", lambda x: math.exp(x - 1)),
    rare(op.exp, "multiplied by e", "raise e to it", lambda x: math.e * x),
    _other(op.log, "took the logarithm to base 2", _NATURAL, op.log2.work),
    _other(op.log, "took the logarithm to base 10", _NATURAL, op.log10.work),
    _other(op.log, "left out the logarithm", _NATURAL, _first),
    _other(op.log, "took the logarithm of 1 for 1", "it is 0: e^0 is 1", lambda x: 1.0 if x == 1 else op.log.work(x)),
    rare(op.log, "raised e", _NATURAL, math.exp),
    _other(op.log2, "took the natural logarithm", "take it to base 2", op.log.work),
    _other(op.log2, "took the logarithm to base 10", "take it to base 2", op.log10.work),
    _other(op.log2, "left out the logarithm", "take it to base 2", _first),
    _other(op.root, "left out the root", "take the root", _first),
    _other(op.root, "halved", _ROOT, lambda x: x / 2),
    rare(op.root, "squared", _ROOT, op.square.work),
    _other(op.square, "left out the square", _SQUARE, _first),
    _other(op.square, "doubled", f"{_SQUARE}: 3^2 is 9", lambda x: 2 * x),
    _other(op.square, "kept the minus of a negative number", _PLUS, lambda x: x * abs(x), shared=ANY_SIGN),
    _other(op.square, "took the size without squaring it", _SQUARE, abs),
    _other(op.power, "multiplied by the exponent", _POWER, op.multiply.work),
    rare(op.power, "exchanged base and exponent", "10^3 is 10·10·10", lambda a, b: math.pow(b, a)),
    _other(op.power, "left out the power", _POWER, _first),
    _other(op.multiply, "left out a factor", _MULTIPLY, _first),
    _other(op.multiply, "left out a factor", _MULTIPLY, lambda a, b: b),
    _other(op.multiply, "added", _MULTIPLY, op.add.work),
    _other(op.multiply, "divided", _MULTIPLY, op.divide.work),
    _other(op.multiply, "took a product with 0 for the other number", "times 0 is 0", lambda a, b: a * b or a or b),
    _other(
        op.multiply, "took minus times minus for minus", "it is plus",
        lambda a, b: min(a * b, abs(a) * b), shared=ANY_SIGN,
    ),
    rare(op.multiply, "divided", _MULTIPLY, lambda a, b: b / a),
    rare(op.multiply, "moved the decimal point of a product", _COUNT_DECIMALS, lambda a, b: a * b * 10),
    rare(op.multiply, "moved the decimal point of a product", _COUNT_DECIMALS, lambda a, b: a * b / 10),
    _other(op.divide, "left out the division", _DIVIDE, _first),
    _other(op.divide, "divided the other way round", _DIVIDE_BY, lambda a, b: b / a),
    _other(op.divide, "multiplied", _DIVIDE, op.multiply.work),
    rare(op.divide, "subtracted", _DIVIDE, op.subtract.work),
    _other(op.add, "left out one of the two", _ADD, _first),
    _other(op.add, "left out one of the two", _ADD, lambda a, b: b),
    _other(op.add, "subtracted", _ADD, op.subtract.work),
    rare(op.add, "subtracted the other way round", _ADD, lambda a, b: op.subtract.work(b, a)),
    _other(op.add, "multiplied", _ADD, op.multiply.work),
    _other(op.subtract, "added", _SUBTRACT, op.add.work),
    _other(op.subtract, "subtracted the other way round", _FROM_FIRST, lambda a, b: op.subtract.work(b, a)),
    rare(op.subtract, "divided", _SUBTRACT, op.divide.work),
    rare(op.subtract, "dropped the sign of the difference", "keep it", lambda a, b: abs(op.subtract.work(a, b))),
    _other(op.subtract, "left out what is subtracted", _SUBTRACT, _first),
    rare(op.subtract, "used only what is subtracted", _SUBTRACT, lambda a, b: b),
    _other(op.total, "took the average", "take the sum", lambda *row: op.total.work(*row) / len(row)),
    rare(op.total, "took the largest", "take the sum", op.largest.work),
    rare(op.total, "dropped the signs", "add with the signs", lambda *row: sum(map(abs, row)), shared=ANY_SIGN),
    rare(op.total, "multiplied the numbers", "take the sum", lambda *row: math.prod(row)),
    Instead("left out the sum", "take the sum", lambda line: line.given[0], is_likely=False, how=op.total),
    # of a row of two, the first or last is as well the smallest
    _other(op.largest, "took the smallest", "take the largest", op.smallest.work),
    _other(op.largest, "took the number farthest from 0", "1 is larger than -3", lambda *row: max(map(abs, row))),
    _other(op.largest, "took the last", "take the largest", lambda a, b, c, *rest: rest[-1] if rest else c),
    rare(op.largest, "took the first", "take the largest", lambda a, b, c, *rest: a),
    _other(op.largest, "took the sum", "take the largest", op.total.work),
    _other(op.largest, "took the average", "take the largest", lambda *row: op.total.work(*row) / len(row)),
    _other(op.smallest, "took the largest", "take the smallest", op.largest.work),
    _other(op.smallest, "took the sum", "take the smallest", op.total.work),
    _other(op.sine, "took the cosine", "take the sine", op.cosine.work),
    _other(op.sine, "took the angle in degrees", "angles are in radians", lambda x: op.sine.work(math.radians(x))),
    _other(op.sine, "left out the sine", "take the sine of the angle", _first),
    _other(op.sine, "turned the sign of the angle", "keep its sign", lambda x: op.sine.work(-x)),
    _other(op.cosine, "took the sine", "take the cosine", op.sine.work),
    _other(op.cosine, "took the angle in degrees", "angles are in radians", lambda x: op.cosine.work(math.radians(x))),
    _other(op.cosine, "left out the cosine", "take the cosine of the angle", _first),
    _other(op.negate, "left out the minus", "turn the sign", _first),
    _other(op.absolute, "kept the signs", "drop them", _first),
    rare(op.absolute, "squared", "drop the signs", op.square.work),
    _other(op.keep_positive, "left the numbers as they were", _POSITIVE, _first),
    _other(op.keep_positive, "dropped the signs", _POSITIVE, abs),
    _other(op.keep_positive, "kept the negative numbers", "keep the positive ones", lambda x: min(0.0, x)),
    rare(op.keep_positive, "turned the sign", "keep the positive numbers", lambda x: max(0.0, -x)),
    _other(op.floor, "rounded up", "round down", op.ceiling.work),
    _other(op.floor, "rounded to the nearest", "round down", op.nearest.work),
    _other(op.floor, "left the number unrounded", "round down", _first),
    _other(op.ceiling, "rounded down", "round up", op.floor.work),
    _other(op.ceiling, "rounded to the nearest", "round up", op.nearest.work),
    _other(op.ceiling, "left the number unrounded", "round up", _first),
    _other(op.quotient, "took the remainder", "take how often it goes in", op.remainder.work),
    _other(op.quotient, "left the fraction", "take the whole number below", op.divide.work),
    _other(op.quotient, "divided the other way round", _DIVIDE_BY, lambda a, b: op.quotient.work(b, a)),
    _other(op.quotient, "rounded up", "take the whole number below", lambda a, b: op.ceiling.work(a / b)),
    _other(op.remainder, "took how often it goes in", _OVER, op.quotient.work),
    _other(op.remainder, "divided", _OVER, op.divide.work),
    _other(op.remainder, "left the number as it was", _OVER, _first),
    _other(op.tanh, "left out tanh", "take the tanh", _first),
    rare(op.tanh, "took relu", "take the tanh", op.keep_positive.work),
    _other(op.normal_share, "left out Φ", "take the share Φ", _first),
)  # fmt: skip
# Groups of recipes that are taken for one another.
_ALIKE = (
    ("relu", "leaky_relu", "gelu", "silu", "sigmoid", "tanh"),
    ("layer_norm", "rms_norm"),
    ("standard_deviation", "variance"),
    ("mean", "sum", "max"),
    ("argmax", "argmin"),
    ("floor", "ceil", "round"),
    ("log", "log2", "log10"),
    ("sin", "cos"),
    ("softmax", "log_softmax"),
    ("mse", "mae"),
    ("norm", "sum"),
)


def alike(name: str) -> Iterator[Recipe]:
    """Yield the recipes that the one called `name` may be mistaken for; none if it is in no group of `_ALIKE`."""
    for names in _ALIKE:
        if name in names:
            yield from filter(None, (find_recipe(other) for other in names if other != name))


def words_of(recipe: str) -> str:
    """Return the name of a recipe or line with spaces instead of underscores."""
    return recipe.replace("_", " ")
