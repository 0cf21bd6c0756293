"""Calculator functions: exp, log, sine, cosine, sum, largest, absolute, floor, ceiling.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
A parameter of type Value may be a number, a row or a grid: each of its numbers is worked.
"""

from __future__ import annotations

from math import e, pi

from katatx.engine import operations as op
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, Recipe, recipe
from katatx.engine.values import Row, Value


@recipe()
def exp(pencil: Pencil, power: Value) -> Value:
    """Raise e to a number, or to each number of a row."""
    return pencil("raise", op.exp, power)


@recipe("ln")
def log(pencil: Pencil, number: Value) -> Value:
    """Take the natural logarithm: the power that e must be raised to."""
    return pencil("log", op.log, number)


@recipe("sine")
def sin(pencil: Pencil, angle: Value) -> Value:
    """Take the sine of an angle in radians."""
    return pencil("wave", op.sine, angle)


@recipe("cosine")
def cos(pencil: Pencil, angle: Value) -> Value:
    """Take the cosine of an angle in radians."""
    return pencil("wave", op.cosine, angle)


@recipe("total")
def sum(pencil: Pencil, numbers: Row) -> Number:  # noqa: A001 - what everyone calls it
    """Add up all numbers of a row."""
    return pencil("add", op.total, numbers)


@recipe("largest")
def max(pencil: Pencil, numbers: Row) -> Number:  # noqa: A001 - what everyone calls it
    """Find the largest number of a row."""
    return pencil("look", op.largest, numbers)


@recipe("absolute")
def abs(pencil: Pencil, number: Value) -> Value:  # noqa: A001 - what everyone calls it
    """Drop the sign of a number."""
    return pencil("drop the sign", op.absolute, number)


@recipe()
def floor(pencil: Pencil, number: Value) -> Value:
    """Go down to the next whole number; a whole number stays."""
    return pencil("go down", op.floor, number)


@recipe("ceiling")
def ceil(pencil: Pencil, number: Value) -> Value:
    """Go up to the next whole number; a whole number stays."""
    return pencil("go up", op.ceiling, number)


exp.goes_wrong(
    "raise", "exponent-kept", lambda line: line.given[0],
    happened="skipped e^",
    detail="the exponent itself was used",
    instead="raise e to the exponent: e^1 is 2.718",
)  # fmt: skip
exp.goes_wrong(
    "raise", "multiplied-by-e", lambda line: line.work(op.multiply, e, line.given[0]),
    happened="multiplied by e",
    instead="raise e to the exponent: e^2 is e times e",
)  # fmt: skip
exp.goes_wrong(
    "raise", "base-10", lambda line: line.work(op.power, 10.0, line.given[0]),
    happened="raised 10 to the exponent",
    instead="raise e, about 2.718",
)  # fmt: skip
log.goes_wrong(
    "log", "log-base-10", lambda line: line.work(op.log10, line.given[0]),
    happened="took the logarithm to base 10",
    instead="take the natural one: ln 0.1 is -2.303",
)  # fmt: skip
log.goes_wrong(
    "log", "sign-lost", lambda line: line.work(op.negate, line.work(op.log, line.given[0])),
    happened="changed the sign of the logarithm",
    instead="keep it: the logarithm of a number below 1 is negative, of one above 1 positive",
)  # fmt: skip
log.goes_wrong(
    "log", "turned-over", lambda line: line.work(op.divide, 1.0, line.given[0]),
    happened="divided 1 by the number",
    instead="find the power of e that gives the number",
)  # fmt: skip


def _in_degrees(wave: Arithmetic, line: Line) -> Value:
    """Return the sine or cosine of an angle wrongly taken in degrees."""
    return line.work(wave, line.work(op.multiply, line.given[0], pi / 180))


def _waves_go_wrong(this: Recipe, wave: Arithmetic, other: Arithmetic) -> None:
    """Register the wrong turns of sine or cosine; `wave` is its operation, and `other` that of the other one."""
    this.goes_wrong(
        "wave", "degrees", lambda line: _in_degrees(wave, line),
        happened="took the angle in degrees",
        instead="set the calculator to radians: sin(1) is 0.841",
    )  # fmt: skip
    this.goes_wrong(
        "wave", f"{other.name}-for-{wave.name}", lambda line: line.work(other, line.given[0]),
        happened=f"took the {other.name}",
        instead=f"take the {wave.name}: sin(0) is 0 and cos(0) is 1",
    )  # fmt: skip
    this.goes_wrong(
        "wave", "angle-kept", lambda line: line.given[0],
        happened="gave the angle itself",
        instead=f"take its {wave.name}, which is never above 1 or below -1",
    )  # fmt: skip


_waves_go_wrong(sin, op.sine, op.cosine)
_waves_go_wrong(cos, op.cosine, op.sine)

sum.goes_wrong(
    "add", "averaged", lambda line: line.work(op.divide, line.work(op.total, line.given[0]), float(len(line.given[0]))),
    happened="divided the sum by how many numbers there are",
    instead="leave the sum as it is",
)  # fmt: skip
sum.goes_wrong(
    "add", "last-left-out", lambda line: line.work(op.total, line.given[0][:-1]),
    happened="left out the last number",
    instead="add every number, the last one too",
)  # fmt: skip
sum.goes_wrong(
    "add", "signs-dropped", lambda line: line.work(op.total, line.work(op.absolute, line.given[0])),
    happened="added negative numbers as if they were positive",
    instead="subtract them",
)  # fmt: skip
max.goes_wrong(
    "look", "smallest-taken", lambda line: line.work(op.smallest, line.given[0]),
    happened="took the smallest",
    instead="look for the largest",
)  # fmt: skip
max.goes_wrong(
    "look", "signs-dropped", lambda line: line.work(op.largest, line.work(op.absolute, line.given[0])),
    happened="ignored the signs",
    instead="take the number furthest right on the number line: 2 is larger than -9",
)  # fmt: skip
max.goes_wrong(
    "look", "last-taken", lambda line: line.given[0][-1],
    happened="took the last number",
    instead="look for the largest, wherever it stands",
)  # fmt: skip
abs.goes_wrong(
    "drop the sign", "sign-kept", lambda line: line.given[0],
    happened="kept the minus",
    instead="drop it: a negative number becomes positive",
)  # fmt: skip
abs.goes_wrong(
    "drop the sign", "sign-turned", lambda line: line.work(op.negate, line.given[0]),
    happened="changed every sign",
    instead="change the sign of negative numbers only",
)  # fmt: skip
abs.goes_wrong(
    "drop the sign", "made-zero", lambda line: line.work(op.keep_positive, line.given[0]),
    happened="made negative numbers 0",
    instead="make each positive",
)  # fmt: skip


def _whole_goes_wrong(this: Recipe, line: str, way: str, other: Arithmetic, other_way: str) -> None:
    """Register the wrong turns of floor or ceiling on its `line`.

    `way` is "up" or "down"; `other` is the opposite operation and `other_way` its word.
    """
    this.goes_wrong(
        line, "rounded", lambda line: line.work(op.nearest, line.given[0]),
        happened="rounded to the nearest whole number",
        instead=f"go {way} to the next whole number, even where the other one is nearer",
    )  # fmt: skip
    this.goes_wrong(
        line, other_way, lambda line: line.work(other, line.given[0]),
        happened=f"went {other_way} to the next whole number",
        instead=f"go {way}, also below 0: -2.3 becomes {'-3' if way == 'down' else '-2'}",
    )  # fmt: skip
    this.goes_wrong(
        line, "left-as-it-is", lambda line: line.given[0],
        happened="left the number as it was",
        instead=f"go {way} to the next whole number",
    )  # fmt: skip


_whole_goes_wrong(floor, "go down", "down", op.ceiling, "up")
_whole_goes_wrong(ceil, "go up", "up", op.floor, "down")
