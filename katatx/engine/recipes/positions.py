"""Where a word sits: the fixed sine and cosine row, and adding it on."""

from __future__ import annotations

from math import pi

from katatx.engine.interval import Number
from katatx.engine.operations import Arrangement, add, cosine, divide, glue, multiply, power, sine, subtract
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.checks import need_same_shape, need_whole, whole_number
from katatx.engine.values import Row, Value

# The longest wavelength of the paper's waves is this many times 2π.
_BASE = 10_000.0
_WIDEST = 1_024
# Beyond this an angle has lost so many digits that its sine is no longer exact to twelve.
_FARTHEST = 10_000


@recipe("positional_encoding", "position_stamp", "sinusoidal_encoding", "fixed_stamp", "seat_stamp")
def position_encoding(pencil: Pencil, position: Number, width: Number) -> Row:
    """Write the sine and cosine row of a position counted from 0 (Vaswani et al. 2017, section 3.5)."""
    need_whole(position, "position", 0, _FARTHEST)
    slots = whole_number(width, "width", 1, _WIDEST)
    doubled = tuple(float(slot) for slot in range(0, slots, 2))
    exponents = pencil("exponents", divide, doubled, width)
    wavelengths = pencil("wavelengths", power, _BASE, exponents)
    angles = pencil("angles", divide, position, wavelengths)
    sines = pencil("sines", sine, angles)
    cosines = pencil("cosines", cosine, angles)
    return pencil("in turns", _in_turns(slots), sines, cosines)


def _in_turns(slots: int) -> Arrangement:
    """Sine, cosine, sine, ...; an odd width ends with a sine."""
    return Arrangement(
        "in turns",
        lambda first, second: tuple(number for pair in zip(first, second, strict=True) for number in pair)[:slots],
    )


def _cut(line: Line, row: Row) -> Row:
    return row[: whole_number(line.inputs["width"], "width")]


position_encoding.goes_wrong(
    "exponents", "i-for-2i", lambda line: line.work(divide, line.work(divide, line.given[0], 2.0), line.given[1]),
    happened="put i in the exponent instead of 2i",
    instead="step by 2 from pair to pair: 10000^(2i/width)",
)  # fmt: skip
position_encoding.goes_wrong(
    "angles", "degrees", lambda line: line.work(multiply, line.work(divide, *line.given), pi / 180),
    happened="took the angle in degrees",
    instead="set the calculator to radians: sin(1) is 0.841",
)  # fmt: skip
position_encoding.goes_wrong(
    "angles", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="multiplied the position by the power of 10000",
    instead="divide by it: later pairs turn more slowly",
)  # fmt: skip
position_encoding.goes_wrong(
    "angles", "one-speed", lambda line: tuple(line.given[0] for _ in line.given[1]),
    happened="gave every pair the same angle",
    instead="divide the position by 10000^(2i/width), pair by pair",
)  # fmt: skip
position_encoding.goes_wrong(
    "angles", "counted-from-1", lambda line: line.work(divide, line.work(add, line.given[0], 1.0), line.given[1]),
    happened="counted positions from 1",
    instead="count from 0: the first position's row is 0, 1, 0, 1",
)  # fmt: skip
position_encoding.goes_wrong(
    "angles", "position-before", lambda line: line.work(divide, line.work(subtract, line.given[0], 1.0), line.given[1]),
    happened="took the position before",
    instead="use the position as it is given",
)  # fmt: skip
position_encoding.goes_wrong(
    "in turns", "sine-and-cosine-swapped",
    lambda line: _cut(line, _in_turns(_WIDEST).work(line.given[1], line.given[0])),
    happened="exchanged sine and cosine",
    instead="put the sine in the even slots (0, 2, ...), the cosine in the odd ones",
)  # fmt: skip
position_encoding.goes_wrong(
    "in turns", "in-halves", lambda line: _cut(line, glue.work(*line.given)),
    happened="wrote all sines before all cosines",
    instead="write them in turns: sine, cosine, sine, cosine",
)  # fmt: skip


@recipe("add_stamp", "stamp_on")
def add_position(pencil: Pencil, row: Value, stamp: Value) -> Value:
    """Add a position's row to a word's row, number by number."""
    need_same_shape("add_position", row, stamp)
    return pencil("add", add, row, stamp)


add_position.goes_wrong(
    "add", "glued", lambda line: line.work(glue, *line.given),
    happened="laid the position row beside the word's row",
    instead="add number by number: the width stays the same",
)  # fmt: skip
add_position.goes_wrong(
    "add", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="multiplied the two rows",
    instead="add them, number by number",
)  # fmt: skip
add_position.goes_wrong(
    "add", "stamp-alone", lambda line: line.given[1],
    happened="gave the position row alone",
    instead="add it to the word's row",
)  # fmt: skip
add_position.goes_wrong(
    "add", "stamp-forgotten", lambda line: line.given[0],
    happened="left the row as it was",
    instead="add the position's row to it, number by number",
)  # fmt: skip
