"""More calculator functions: other logarithms, powers of 2, erf, rounding, remainders, limits.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
A parameter of type Value may be a number, a row or a grid: each of its numbers is worked.
"""

from __future__ import annotations

from katatx.engine import operations as op
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, Recipe, recipe
from katatx.engine.recipes.numbers.checks import whole_number
from katatx.engine.values import Value

# More decimals than this are beyond the precision of a float.
_MOST_DECIMALS = 15


@recipe("binary_logarithm")
def log2(pencil: Pencil, number: Value) -> Value:
    """Take the logarithm to base 2: the power that 2 must be raised to."""
    return pencil("log", op.log2, number)


@recipe("common_logarithm")
def log10(pencil: Pencil, number: Value) -> Value:
    """Take the logarithm to base 10: the power that 10 must be raised to."""
    return pencil("log", op.log10, number)


def _logs_go_wrong(this: Recipe, base: int, other: op.Arithmetic, other_base: int, example: str) -> None:
    """Register the wrong turns of the logarithm `this` to `base`.

    `other` is the logarithm to `other_base`, taken by mistake. `example` is a right result, for the advice.
    """
    this.goes_wrong(
        "log", "natural-log", lambda line: line.work(op.log, line.given[0]),
        happened="took the natural logarithm",
        instead=f"take the logarithm to base {base}: {example}",
    )  # fmt: skip
    this.goes_wrong(
        "log", f"log-base-{other_base}", lambda line: line.work(other, line.given[0]),
        happened=f"took the logarithm to base {other_base}",
        instead=f"take the logarithm to base {base}: {example}",
    )  # fmt: skip
    this.goes_wrong(
        "log", "divided-by-the-base", lambda line: line.work(op.divide, line.given[0], float(base)),
        happened=f"divided by {base}",
        instead=f"find the power that {base} must be raised to: {example}",
    )  # fmt: skip
    this.goes_wrong(
        "log", "sign-lost", lambda line: line.work(op.negate, line.work(this, line.given[0])),
        happened="changed the sign of the logarithm",
        instead="keep it: the logarithm of a number below 1 is negative, of one above 1 positive",
    )  # fmt: skip


_logs_go_wrong(log2, 2, op.log10, 10, "log2 8 is 3")
_logs_go_wrong(log10, 10, op.log2, 2, "log10 1000 is 3")


@recipe()
def exp2(pencil: Pencil, exponent: Value) -> Value:
    """Raise 2 to a number, or to each number of a row."""
    return pencil("raise", op.power, 2.0, exponent)


exp2.goes_wrong(
    "raise", "multiplied-by-2", lambda line: line.work(op.multiply, *line.given),
    happened="multiplied by 2",
    instead="raise 2 to the exponent: 2^3 is 2 times 2 times 2",
)  # fmt: skip
exp2.goes_wrong(
    "raise", "squared", lambda line: line.work(op.square, line.given[1]),
    happened="squared the exponent",
    instead="raise 2 to the exponent: 2^3 is 8, not 9",
)  # fmt: skip
exp2.goes_wrong(
    "raise", "base-e", lambda line: line.work(op.exp, line.given[1]),
    happened="raised e to the exponent",
    instead="raise 2: 2^3 is 8",
)  # fmt: skip


@recipe("error_function")
def erf(pencil: Pencil, number: Value) -> Value:
    """Take the error function: 2/√π times the area under e^-t² from 0 to x."""
    return pencil("erf", op.erf, number)


erf.goes_wrong(
    "erf", "normal-share", lambda line: line.work(op.normal_share, line.given[0]),
    happened="took Φ(x), the normal distribution function",
    instead="take erf itself: erf(0) is 0, and Φ(0) is 0.5",
)  # fmt: skip
erf.goes_wrong(
    "erf", "tanh-for-erf", lambda line: line.work(op.tanh, line.given[0]),
    happened="took tanh",
    instead="take erf, which is steeper: erf(1) is 0.843, tanh(1) is 0.762",
)  # fmt: skip
erf.goes_wrong(
    "erf", "left-as-it-is", lambda line: line.given[0],
    happened="left the number as it was",
    instead="take its erf, which lies between -1 and 1",
)  # fmt: skip


@recipe("sgn", "signum")
def sign(pencil: Pencil, number: Value) -> Value:
    """Write -1 for a negative number, 1 for a positive one, and 0 for 0."""
    return pencil("look", op.sign_of, number)


sign.goes_wrong(
    "look", "size-kept", lambda line: line.given[0],
    happened="left the number as it was",
    instead="write only its sign: -1, 0 or 1",
)  # fmt: skip
sign.goes_wrong(
    "look", "sign-turned", lambda line: line.work(op.negate, line.work(op.sign_of, line.given[0])),
    happened="exchanged 1 and -1",
    instead="write -1 for a negative number and 1 for a positive one",
)  # fmt: skip
sign.goes_wrong(
    "look", "negatives-made-0", lambda line: line.work(op.keep_positive, line.work(op.sign_of, line.given[0])),
    happened="wrote 0 for negative numbers",
    instead="write -1 for a negative number; only 0 has the sign 0",
)  # fmt: skip


@recipe("around")
def round(pencil: Pencil, number: Value, decimals: Number | None = None) -> Value:  # noqa: A001 - what everyone calls it
    """Round to the nearest whole number, or to `decimals`; a half goes to the even neighbour, as in NumPy.

    `decimals` is a whole number from -15 to 15; -2 rounds to hundreds.
    """
    places = 0 if decimals is None else whole_number(decimals, "decimals", -_MOST_DECIMALS, _MOST_DECIMALS)
    given = (number,) if decimals is None else (number, float(places))
    return pencil("round", op.round_to, *given)


round.entry_by_entry = True


def _all_one_way(way: op.Arithmetic, line: Line) -> Value:
    """Return the numbers rounded by `way`, an operation that makes a number whole, to the decimals asked for."""
    number, *decimals = line.given
    scale = 10.0 ** (decimals[0] if decimals else 0.0)
    return line.work(op.divide, line.work(way, line.work(op.multiply, number, scale)), scale)


round.goes_wrong(
    "round", "half-up", lambda line: _all_one_way(op.nearest, line),
    happened="rounded a half up",
    instead="here a half goes to the even neighbour, as in NumPy and Python: 2.5 becomes 2, and 3.5 becomes 4",
    convention=True,
)  # fmt: skip
round.goes_wrong(
    "round", "cut-off", lambda line: _all_one_way(op.towards_zero, line),
    happened="cut the other decimals off",
    instead="round up if the number above is nearer",
)  # fmt: skip
round.goes_wrong(
    "round", "always-up", lambda line: _all_one_way(op.ceiling, line),
    happened="rounded up in every case",
    instead="round down if the number below is nearer",
)  # fmt: skip
round.goes_wrong(
    "round", "left-as-it-is", lambda line: line.given[0],
    happened="left the number as it was",
    instead="write the nearest number with as many decimals as asked for",
)  # fmt: skip


@recipe("modulo")
def mod(pencil: Pencil, number: Value, divisor: Value) -> Value:
    """Find the remainder of a whole division; it has the divisor's sign, as in Python and NumPy."""
    times = pencil("whole times", op.quotient, number, divisor)
    taken = pencil("multiply", op.multiply, times, divisor)
    return pencil("what is left", op.subtract, number, taken)


mod.goes_wrong(
    "what is left", "quotient-for-remainder", lambda line: line.work(op.divide, line.given[1], line.inputs["divisor"]),
    happened="gave how many times the divisor goes in",
    instead="give what is left over after that",
)  # fmt: skip
mod.goes_wrong(
    "whole times", "towards-zero",
    lambda line: line.work(
        op.multiply,
        line.work(op.sign_of, line.work(op.multiply, *line.given)),
        line.work(op.floor, line.work(op.absolute, line.work(op.divide, *line.given))),
    ),
    happened="gave the remainder the sign of the number that is divided, as the programming language C does",
    instead="here it has the sign of the divisor, as in the language Python: -7 mod 3 is 2",
    convention=True,
)  # fmt: skip
mod.goes_wrong(
    "what is left", "rest-as-decimals",
    lambda line: line.work(op.divide, line.work(op.subtract, *line.given), line.inputs["divisor"]),
    happened="gave the decimals of the quotient",
    instead="multiply them by the divisor: 7 / 4 is 1.75, and 0.75 times 4 is 3",
)  # fmt: skip


@recipe("clamp")
def clip(pencil: Pencil, number: Value, low: Number, high: Number) -> Value:
    """Limit numbers to the range from `low` to `high`.

    If `low` is above `high`, every number becomes `high`.
    """
    raised = pencil("not below", op.larger, number, low)
    return pencil("not above", op.smaller, raised, high)


clip.goes_wrong(
    "not below", "low-forgotten", lambda line: line.given[0],
    happened="left the numbers below the lower limit",
    instead="raise each of them to the limit",
)  # fmt: skip
clip.goes_wrong(
    "not above", "high-forgotten", lambda line: line.given[0],
    happened="left the numbers above the upper limit",
    instead="lower each of them to the limit",
)  # fmt: skip
clip.goes_wrong(
    "not above", "left-as-it-is", lambda line: line.inputs["number"],
    happened="left every number as it was",
    instead="move what lies outside the limits to the nearer one",
)  # fmt: skip
