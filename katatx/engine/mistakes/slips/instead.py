"""Operations that are taken for another, each with the clauses that say so.

A replacement (`Take`) is a function from a Line to the wrong value of the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import pi
from typing import NamedTuple

from katatx.engine import operations as op
from katatx.engine.errors import EngineError
from katatx.engine.mistakes.slips.slip import POWER_OF_0, SIGN
from katatx.engine.operations import Operation
from katatx.engine.recipe import Line, Recipe, find_recipe
from katatx.engine.values import Value, entry_by_entry, rank_of, shape_of

Take = Callable[[Line], Value]


class Instead(NamedTuple):
    """A replacement `take` for an operation, and the two clauses about it: what happened, and what to do instead.

    If not `is_likely`, it is tried only after the likely ones. `sort` is `SIGN` or `ORDER` if only a sign or the order
    of the numbers is mistaken, and `POWER_OF_0` if e^0 is.
    """

    happened: str
    instead: str
    take: Take
    is_likely: bool = True
    sort: str = "line"


def _other(operation: Operation) -> Take:
    """Return a replacement that works another operation on the operands."""
    return lambda line: line.work(operation, *line.given)


def as_given(index: int) -> Take:
    """Return a replacement that gives the operand at `index` unchanged."""
    return lambda line: line.given[index]


def _turned_round(operation: Operation) -> Take:
    """Return a replacement that works an operation on the first two operands in the opposite order."""
    return lambda line: line.work(operation, line.given[1], line.given[0])


def _raised(base: float) -> Take:
    """Return a replacement that raises `base` to the first operand."""
    return lambda line: line.work(op.power, base, line.given[0])


def _of_part(operation: Operation, part: slice) -> Take:
    """Return a replacement that works an operation on a slice of each row of the first operand.

    It raises EngineError if a row has at most two numbers.
    """
    return lambda line: line.work(operation, _part(line.given[0], part))


_FEW = 2


def _part(value: Value, part: slice) -> Value:
    """Return a slice of a row, or of each row of a grid. Raises EngineError if a row has at most two numbers."""
    if rank_of(value) > 1:
        return tuple(_part(row, part) for row in value)
    if len(value) <= _FEW:  # of two numbers one is left, which is no sum
        raise EngineError("this mistake needs three numbers or more, and there are fewer")
    return value[part]


def _averaged(line: Line) -> Value:
    """Return the average of each row of the first operand."""
    return line.work(op.divide, line.work(op.total, line.given[0]), float(shape_of(line.given[0])[-1]))


def _product_of_all(line: Line) -> Value:
    """Return the product of the entries of the first operand; of a grid, entry by entry over its rows."""
    product, *others = line.given[0]
    for each in others:
        product = line.work(op.multiply, product, each)
    return product


def _of_opposite(operation: Operation) -> Take:
    """Return a replacement that works an operation on the first operand with its sign changed."""
    return lambda line: line.work(operation, line.work(op.negate, line.given[0]))


def _of_sizes(operation: Operation) -> Take:
    """Return a replacement that works an operation on the absolute values of the first operand."""
    return lambda line: line.work(operation, line.work(op.absolute, line.given[0]))


def _in_degrees(operation: Operation) -> Take:
    """Return a replacement that works an operation on the first operand as if it were in degrees."""
    return lambda line: line.work(operation, line.work(op.multiply, line.given[0], pi / 180))


def then(first: Take, operation: Operation) -> Take:
    """Return a replacement that applies an operation to the result of the replacement `first`."""
    return lambda line: line.work(operation, first(line))


def _product_mistaken(for_: Callable[[float, float], float | None]) -> Take:
    """Return a replacement that multiplies entry by entry, with `for_(first, second)` in place of some products.

    Where `for_` returns None, the right product stays.
    """

    def each(first: float, second: float, worked: float) -> float:
        """Return the mistaken product of two factors, or the right one, `worked`."""
        mistaken = for_(first, second)
        return worked if mistaken is None else mistaken

    def take(line: Line) -> Value:
        """Return the products of the two operands, some of them mistaken."""
        return entry_by_entry(each, *line.given, line.work(op.multiply, *line.given))

    return take


def _other_than_0(first: float, second: float) -> float | None:
    """Return the other factor of a product with 0, which is 0 if both are; None for a product without 0."""
    return None if first and second else first or second


def _minus_for_two(first: float, second: float) -> float | None:
    """Return the negative product of two negative factors; None for any other product."""
    return -first * second if first < 0 and second < 0 else None


def _mistaken(operation: Operation, for_: Callable[[float, float], float | None]) -> Take:
    """Return a replacement that gives `for_(operand, right result)` in place of some right results.

    Where `for_` returns None, the right result stays.
    """

    def each(given: float, worked: float) -> float:
        """Return the mistaken result for one operand, or the right one."""
        mistaken = for_(given, worked)
        return worked if mistaken is None else mistaken

    return lambda line: entry_by_entry(each, line.given[0], line.work(operation, *line.given))


def _of(number: float, result: float) -> Callable[[float, float], float | None]:
    """Return a function that gives `result` for the operand `number`, and None for any other."""
    return lambda given, _: result if given == number else None


def _one_more(operation: Operation, more: float) -> Take:
    """Return a replacement that works an operation on the first operand with `more` added to it."""
    return lambda line: line.work(operation, line.work(op.add, line.given[0], more))


def _times(number: float) -> Take:
    """Return a replacement that multiplies the first operand by a number."""
    return lambda line: line.work(op.multiply, line.given[0], number)


def _product_times(number: float) -> Take:
    """Return a replacement that multiplies the product of the two operands by a number."""
    return lambda line: line.work(op.multiply, line.work(op.multiply, *line.given), number)


def _left_out(what: str, instead: str) -> Instead:
    """Return the mistake of leaving the operation out, so that its first operand stays.

    `what` is the operation's name, `instead` the advice.
    """
    return Instead(f"left out {what}", instead, as_given(0))


_NATURAL = "take the natural logarithm"
_COUNT_DECIMALS = "the product has as many decimals as both factors together"
_MULTIPLY, _DIVIDE, _ADD, _SUBTRACT = "multiply the two", "divide one by the other", "add the two", "subtract"

INSTEAD_OF: dict[str, tuple[Instead, ...]] = {
    "exp": (
        Instead("raised 2 instead of e", "raise e", _raised(2.0)),
        Instead("raised 10 instead of e", "raise e", _raised(10.0)),
        _left_out("e^", "raise e to each number"),
        Instead("turned the sign of the exponent", "keep its sign", _of_opposite(op.exp)),
        Instead("took e^0 for 0", "any number to the power 0 is 1", _mistaken(op.exp, _of(0.0, 0.0)), sort=POWER_OF_0),
        Instead("took e^ of a number 1 larger", "look it up in its own row", _one_more(op.exp, 1.0)),
        Instead("took e^ of a number 1 smaller", "look it up in its own row", _one_more(op.exp, -1.0)),
        Instead("multiplied by e", "raise e to it", _times(2.718281828459045), is_likely=False),
    ),
    "log": (
        Instead("took the logarithm to base 2", _NATURAL, _other(op.log2)),
        Instead("took the logarithm to base 10", _NATURAL, _other(op.log10)),
        _left_out("the logarithm", _NATURAL),
        Instead("took the logarithm of 1 for 1", "it is 0: e^0 is 1", _mistaken(op.log, _of(1.0, 1.0))),
        Instead("raised e", _NATURAL, _other(op.exp), is_likely=False),
    ),
    "log2": (
        Instead("took the natural logarithm", "take it to base 2", _other(op.log)),
        Instead("took the logarithm to base 10", "take it to base 2", _other(op.log10)),
        _left_out("the logarithm", "take it to base 2"),
    ),
    "root": (
        _left_out("the root", "take the root"),
        Instead("halved", "take the root: √9 is 3", _times(0.5)),
        Instead("squared", "take the root: √9 is 3", _other(op.square), is_likely=False),
    ),
    "square": (
        _left_out("the square", "multiply the number by itself"),
        Instead("doubled", "multiply the number by itself: 3^2 is 9", _times(2.0)),
        Instead(
            "kept the minus of a negative number", "minus times minus is plus",
            _mistaken(op.square, lambda given, worked: -worked if given < 0 else None), sort=SIGN,
        ),
        Instead("took the size without squaring it", "multiply the number by itself", _other(op.absolute)),
    ),
    "power": (
        Instead("multiplied by the exponent", "raise to it: 10^3 is 10·10·10", _other(op.multiply)),
        Instead("exchanged base and exponent", "10^3 is 10·10·10", _turned_round(op.power), is_likely=False),
        _left_out("the power", "raise to it: 10^3 is 10·10·10"),
    ),
    "multiply": (
        Instead("left out a factor", _MULTIPLY, as_given(0)),
        Instead("left out a factor", _MULTIPLY, as_given(1)),
        Instead("added", _MULTIPLY, _other(op.add)),
        Instead("divided", _MULTIPLY, _other(op.divide)),
        Instead("took a product with 0 for the other number", "times 0 is 0", _product_mistaken(_other_than_0)),
        Instead("took minus times minus for minus", "it is plus", _product_mistaken(_minus_for_two), sort=SIGN),
        Instead("divided", _MULTIPLY, _turned_round(op.divide), is_likely=False),
        Instead("moved the decimal point of a product", _COUNT_DECIMALS, _product_times(10.0), is_likely=False),
        Instead("moved the decimal point of a product", _COUNT_DECIMALS, _product_times(0.1), is_likely=False),
    ),
    "divide": (
        _left_out("the division", _DIVIDE),
        Instead("divided the other way round", "divide the first by the second", _turned_round(op.divide)),
        Instead("multiplied", _DIVIDE, _other(op.multiply)),
        Instead("subtracted", _DIVIDE, _other(op.subtract), is_likely=False),
    ),
    "add": (
        Instead("left out one of the two", _ADD, as_given(0)),
        Instead("left out one of the two", _ADD, as_given(1)),
        Instead("subtracted", _ADD, _other(op.subtract)),
        Instead("subtracted the other way round", _ADD, _turned_round(op.subtract), is_likely=False),
        Instead("multiplied", _ADD, _other(op.multiply)),
    ),
    "subtract": (
        Instead("added", _SUBTRACT, _other(op.add)),
        Instead("subtracted the other way round", "subtract the second from the first", _turned_round(op.subtract)),
        Instead("divided", _SUBTRACT, _other(op.divide), is_likely=False),
        Instead(
            "dropped the sign of the difference", "keep it", then(_other(op.subtract), op.absolute), is_likely=False
        ),
        _left_out("what is subtracted", _SUBTRACT),
        Instead("used only what is subtracted", _SUBTRACT, as_given(1), is_likely=False),
    ),
    "total": (
        Instead("took the average", "take the sum", _averaged),
        Instead("took the largest", "take the sum", _other(op.largest), is_likely=False),
        Instead("dropped the signs", "add with the signs", _of_sizes(op.total), is_likely=False, sort=SIGN),
        Instead("multiplied the numbers", "take the sum", _product_of_all, is_likely=False),
        Instead("left out the sum", "take the sum", as_given(0), is_likely=False),
    ),
    "largest": (
        Instead("took the smallest", "take the largest", _other(op.smallest)),
        Instead("took the number farthest from 0", "1 is larger than -3", _of_sizes(op.largest)),
        Instead("took the last", "take the largest", _of_part(op.total, slice(-1, None))),
        Instead("took the first", "take the largest", _of_part(op.total, slice(1)), is_likely=False),
        Instead("took the sum", "take the largest", _other(op.total)),
        Instead("took the average", "take the largest", _averaged),
    ),
    "smallest": (
        Instead("took the largest", "take the smallest", _other(op.largest)),
        Instead("took the sum", "take the smallest", _other(op.total)),
    ),
    "sine": (
        Instead("took the cosine", "take the sine", _other(op.cosine)),
        Instead("took the angle in degrees", "angles are in radians", _in_degrees(op.sine)),
        _left_out("the sine", "take the sine of the angle"),
        Instead("turned the sign of the angle", "keep its sign", _of_opposite(op.sine)),
    ),
    "cosine": (
        Instead("took the sine", "take the cosine", _other(op.sine)),
        Instead("took the angle in degrees", "angles are in radians", _in_degrees(op.cosine)),
        _left_out("the cosine", "take the cosine of the angle"),
    ),
    "negate": (_left_out("the minus", "turn the sign"),),
    "absolute": (
        Instead("kept the signs", "drop them", as_given(0)),
        Instead("squared", "drop the signs", _other(op.square), is_likely=False),
    ),
    "keep positive": (
        Instead("left the numbers as they were", "make negative numbers 0", as_given(0)),
        Instead("dropped the signs", "make negative numbers 0", _other(op.absolute)),
        Instead("kept the negative numbers", "keep the positive ones", _other(op.Arithmetic(
            "keep negative", lambda a: min(0.0, a), op.prefixed("min(0, ", ")"), rising=True))),
        Instead("turned the sign", "keep the positive numbers", _of_opposite(op.keep_positive), is_likely=False),
    ),
    "floor": (
        Instead("rounded up", "round down", _other(op.ceiling)),
        Instead("rounded to the nearest", "round down", _other(op.nearest)),
        Instead("left the number unrounded", "round down", as_given(0)),
    ),
    "ceiling": (
        Instead("rounded down", "round up", _other(op.floor)),
        Instead("rounded to the nearest", "round up", _other(op.nearest)),
        Instead("left the number unrounded", "round up", as_given(0)),
    ),
    "quotient": (
        Instead("took the remainder", "take how often it goes in", _other(op.remainder)),
        Instead("left the fraction", "take the whole number below", _other(op.divide)),
        Instead("divided the other way round", "divide the first by the second", _turned_round(op.quotient)),
        Instead("rounded up", "take the whole number below", then(_other(op.divide), op.ceiling)),
    ),
    "remainder": (
        Instead("took how often it goes in", "take what is left over", _other(op.quotient)),
        Instead("divided", "take what is left over", _other(op.divide)),
        Instead("left the number as it was", "take what is left over", as_given(0)),
    ),
    "tanh": (
        _left_out("tanh", "take the tanh"),
        Instead("took relu", "take the tanh", _other(op.keep_positive), is_likely=False),
    ),
    "normal share": (_left_out("Φ", "take the share Φ"),),
}  # fmt: skip


# Groups of recipes that are taken for one another.
_ALIKE = (
    ("relu", "leaky_relu", "gelu", "silu", "sigmoid", "tanh"),
    ("layer_norm", "rms_norm"),
    ("standard_deviation", "variance"),
    ("mean", "sum", "max"),
    ("max", "min"),
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
