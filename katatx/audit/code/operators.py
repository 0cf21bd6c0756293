"""Operators and functions of numbers, as Python and NumPy have them, none of which takes long."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from katatx.audit.code.arrays import Array, Meter, Number, Unsupported, each, is_scalar, together

_MOST_BITS = 4_000
_MOST_PARTS = 10_000


def _is_whole(*numbers: Number) -> bool:
    return all(isinstance(number, int) for number in numbers)


def power(base: Number, exponent: Number) -> Number:
    """One number raised to another. Raises Unsupported for a whole number of thousands of digits."""
    if _is_whole(base, exponent):
        if exponent < 0:
            return _power_of_floats(base, exponent)
        if int(base).bit_length() * exponent > _MOST_BITS:
            raise Unsupported("a number of too many digits")
        return int(int(base) ** int(exponent))
    return _power_of_floats(base, exponent)


def _power_of_floats(base: Number, exponent: Number) -> Number:
    try:
        made = float(base) ** float(exponent)
    except OverflowError:
        return math.inf
    return math.nan if isinstance(made, complex) else made


def times(one: Number, other: Number) -> Number:
    """A product. Raises Unsupported for a whole number of thousands of digits."""
    if _is_whole(one, other) and int(one).bit_length() + int(other).bit_length() > _MOST_BITS:
        raise Unsupported("a number of too many digits")
    return one * other


def divided(one: Number, other: Number) -> Number:
    """A quotient with NumPy's infinities."""
    if other == 0:
        return math.nan if one == 0 or math.isnan(one) else math.copysign(math.inf, one) * math.copysign(1.0, other)
    return one / other


def _floored(one: Number, other: Number) -> Number:
    return one // other if other else math.nan


def _remainder(one: Number, other: Number) -> Number:
    return one % other if other else math.nan


def _shifted_left(one: Number, other: Number) -> Number:
    if not _is_whole(one, other) or other < 0 or int(one).bit_length() + other > _MOST_BITS:
        raise Unsupported("a shift of this kind")
    return int(one) << int(other)


def _shifted_right(one: Number, other: Number) -> Number:
    if not _is_whole(one, other) or other < 0:
        raise Unsupported("a shift of this kind")
    return int(one) >> int(other)


def _and(one: Number, other: Number) -> Number:
    return one and other if isinstance(one, bool) and isinstance(other, bool) else _bits(operator.and_, one, other)


def _or(one: Number, other: Number) -> Number:
    return one or other if isinstance(one, bool) and isinstance(other, bool) else _bits(operator.or_, one, other)


def _bits(function: Callable[[int, int], int], one: Number, other: Number) -> int:
    if not _is_whole(one, other):
        raise Unsupported("bits of a number that is not whole")
    return function(int(one), int(other))


BINARY: dict[str, Callable[..., Number]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": times,
    "Div": divided,
    "FloorDiv": _floored,
    "Mod": _remainder,
    "Pow": power,
    "LShift": _shifted_left,
    "RShift": _shifted_right,
    "BitAnd": _and,
    "BitOr": _or,
}
COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
}


def binary(sign: str, left: object, right: object, meter: Meter) -> Any:
    """`left sign right`, with Python's lists and tuples put together and repeated. Raises Unsupported."""
    kinds = (type(left), type(right))
    if Array not in kinds and (list in kinds or tuple in kinds):
        return _of_lists(sign, left, right, meter)
    function = BINARY.get(sign)
    if function is None:
        raise Unsupported("an operator that is not worked here")
    if is_scalar(left) and is_scalar(right) and sign in ("Div", "FloorDiv", "Mod") and right == 0:
        raise Unsupported("a division by 0")
    return together(function, [left, right], meter)


def _of_lists(sign: str, left: Any, right: Any, meter: Meter) -> Any:
    if sign == "Add" and type(left) is type(right):
        meter.spend(len(left) + len(right))
        if len(left) + len(right) <= _MOST_PARTS:
            return left + right
    if sign == "Mult":
        parts, count = (left, right) if isinstance(left, (list, tuple)) else (right, left)
        if isinstance(count, int) and isinstance(parts, (list, tuple)) and len(parts) * max(0, count) <= _MOST_PARTS:
            meter.spend(len(parts) * max(0, count) + 1)
            return parts * count
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        raise Unsupported("an operator between lists")
    raise Unsupported("an operator between a list and a number")


def compared(sign: str, left: object, right: object, meter: Meter) -> Any:
    """`left sign right` as truth values, slot by slot for arrays. Raises Unsupported."""
    function = COMPARED.get(sign)
    if function is None:
        raise Unsupported("a comparison that is not worked here")
    plain_parts = (str, list, tuple, type(None))
    if isinstance(left, plain_parts) and isinstance(right, plain_parts):
        if any(isinstance(part, (list, tuple)) and _holds_arrays(part) for part in (left, right)):
            raise Unsupported("a comparison of lists of arrays")
        return function(left, right)
    return together(function, [left, right], meter)


def _holds_arrays(parts: list[Any] | tuple[Any, ...]) -> bool:
    return any(not isinstance(part, (int, float, str)) for part in parts)


def negative(value: object, meter: Meter) -> Any:
    """Every number with its sign turned; truth values are turned by `~` alone."""
    return each(lambda number: -number, value, meter)


def inverted(value: object, meter: Meter) -> Any:
    """`~`: truth values turned, bits of whole numbers turned."""

    def one(number: Number) -> Number:
        if isinstance(number, bool):
            return not number
        if not isinstance(number, int):
            raise Unsupported("bits of a number that is not whole")
        return ~number

    return each(one, value, meter)


def quiet(function: Callable[[float], float], below: float = math.nan) -> Callable[[Number], Number]:
    """A function of math with NumPy's infinities instead of errors; `below` is its value where it has none."""

    def one(number: Number) -> Number:
        try:
            return function(number)
        except OverflowError:
            return math.inf
        except ValueError:
            return below

    return one


def _log(function: Callable[[float], float]) -> Callable[[Number], Number]:
    return lambda number: -math.inf if number == 0 else quiet(function)(number)


def sigmoid(number: Number) -> Number:
    """1 / (1 + e^-x), for numbers of any size."""
    if number >= 0:
        return 1 / (1 + math.exp(-number))
    raised = math.exp(number)
    return raised / (1 + raised)


def _sign(number: Number) -> Number:
    return number if number != number else (number > 0) - (number < 0)


def gelu(number: Number) -> Number:
    """x·Φ(x), the exact form."""
    return 0.5 * number * (1 + math.erf(number / math.sqrt(2)))


def rounded(number: Number, places: int) -> Number:
    """A number rounded half to even."""
    return round(number, places) if math.isfinite(number) else number


OF_ONE: dict[str, Callable[[Number], Number]] = {
    "exp": quiet(math.exp),
    "exp2": quiet(lambda number: power(2.0, number)),
    "expm1": quiet(math.expm1),
    "log": _log(math.log),
    "ln": _log(math.log),
    "log2": _log(math.log2),
    "log10": _log(math.log10),
    "log1p": quiet(math.log1p, -math.inf),
    "sqrt": quiet(math.sqrt),
    "rsqrt": lambda number: divided(1.0, quiet(math.sqrt)(number)),
    "cbrt": quiet(math.cbrt),
    "sin": quiet(math.sin),
    "cos": quiet(math.cos),
    "tan": quiet(math.tan),
    "arcsin": quiet(math.asin),
    "arccos": quiet(math.acos),
    "arctan": quiet(math.atan),
    "asin": quiet(math.asin),
    "acos": quiet(math.acos),
    "atan": quiet(math.atan),
    "sinh": quiet(math.sinh),
    "cosh": quiet(math.cosh),
    "tanh": quiet(math.tanh),
    "erf": quiet(math.erf),
    "abs": abs,
    "absolute": abs,
    "fabs": abs,
    "sign": _sign,
    "square": lambda number: times(number, number),
    "reciprocal": lambda number: divided(1, number),
    "negative": lambda number: -number,
    "relu": lambda number: number if number > 0 or number != number else 0 * number if isinstance(number, int) else 0.0,
    "sigmoid": sigmoid,
    "expit": sigmoid,
    "logistic": sigmoid,
    "softplus": lambda number: max(number, 0.0) + math.log1p(math.exp(-abs(number))),
    "silu": lambda number: number * sigmoid(number),
    "gelu": gelu,
    "isnan": lambda number: number != number,
    "isinf": math.isinf,
    "isfinite": math.isfinite,
    "degrees": math.degrees,
    "radians": math.radians,
    "deg2rad": math.radians,
    "rad2deg": math.degrees,
    "logical_not": lambda number: not number,
    "trunc": lambda number: float(math.trunc(number)) if math.isfinite(number) else number,
}


def larger(one: Number, other: Number) -> Number:
    """The larger of two numbers; not a number where one is none."""
    return one if one != one or one >= other else other


def smaller(one: Number, other: Number) -> Number:
    """The smaller of two numbers; not a number where one is none."""
    return one if one != one or one <= other else other


OF_TWO: dict[str, Callable[[Number, Number], Number]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "sub": operator.sub,
    "multiply": times,
    "mul": times,
    "divide": divided,
    "true_divide": divided,
    "div": divided,
    "floor_divide": _floored,
    "mod": _remainder,
    "remainder": _remainder,
    "power": power,
    "pow": power,
    "maximum": larger,
    "minimum": smaller,
    "fmax": larger,
    "fmin": smaller,
    "hypot": math.hypot,
    "arctan2": math.atan2,
    "atan2": math.atan2,
    "greater": operator.gt,
    "less": operator.lt,
    "greater_equal": operator.ge,
    "less_equal": operator.le,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "logical_and": lambda one, other: bool(one) and bool(other),
    "logical_or": lambda one, other: bool(one) or bool(other),
}
