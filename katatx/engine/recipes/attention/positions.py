"""Position encodings: the sine and cosine row of a position, and adding it.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from math import pi

from katatx.engine.asking import is_above
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, add, cosine, divide, glue, multiply, power, sine, subtract
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, Recipe, recipe
from katatx.engine.recipes.numbers.checks import need_same_shape, need_whole, whole_number
from katatx.engine.values import Row, Value
from katatx.notation.printing import write_number

# The longest wavelength of the paper's waves is this many times 2π.
BASE = 10_000.0
_WIDEST = 1_024
# For larger angles, sines are no longer exact to twelve digits.
_FARTHEST = 10_000


def wave_angles(pencil: Pencil, position: Number, slots: int, base: Number) -> Row:
    """Write an angle for every pair of slots, position / base^(2i/slots) in radians, and return the row of them.

    `slots` is the number of slots. Pairs count from i = 0; an odd last slot counts as a pair. Raises EngineError if the
    position is not a whole number from 0 to 10000, or if the base is not above 0.
    """
    need_whole(position, "position", 0, _FARTHEST)
    if not is_above(base, 0.0):
        raise EngineError(f"base is {write_number(low_of(base))}; write a number above 0")
    doubled = tuple(float(slot) for slot in range(0, slots, 2))
    exponents = pencil("exponents", divide, doubled, float(slots))
    wavelengths = pencil("wavelengths", power, base, exponents)
    return pencil("angles", divide, position, wavelengths)


@recipe("positional_encoding", "position_stamp", "sinusoidal_encoding", "fixed_stamp", "seat_stamp")
def position_encoding(pencil: Pencil, position: Number, width: Number) -> Row:
    """Write the sine and cosine row of a position counted from 0 (Vaswani et al. 2017, section 3.5).

    The two alternate, a sine first; an odd width ends with a sine. The width is at most 1024, and the position at most
    10000.
    """
    slots = whole_number(width, "width", 1, _WIDEST)
    angles = wave_angles(pencil, position, slots, BASE)
    sines = pencil("sines", sine, angles)
    cosines = pencil("cosines", cosine, angles)
    return pencil("in turns", in_turns(slots), sines, cosines)


def in_turns(slots: int) -> Arrangement:
    """Return an arrangement that interleaves two rows of one length and keeps the first `slots` numbers."""
    return Arrangement(
        "in turns",
        lambda first, second: tuple(number for pair in zip(first, second, strict=True) for number in pair)[:slots],
    )


def _with_exponents_of_their_own(line: Line) -> Row:
    """Return cosines in which slot k = 1, 3, ... has the exponent k/width of its own."""
    position, width = line.inputs["position"], line.inputs["width"]
    slots = tuple(2.0 * pair + 1 for pair in range(len(line.given[0])))
    wavelengths = line.work(power, BASE, line.work(divide, slots, width))
    return line.work(cosine, line.work(divide, position, wavelengths))


def _cut(line: Line, row: Row) -> Row:
    """Return a row cut to the width asked for."""
    return row[: whole_number(line.inputs["width"], "width")]


def angles_go_wrong(this: Recipe) -> None:
    """Register the wrong turns of the lines of `wave_angles` for a recipe."""
    this.goes_wrong(
        "exponents", "i-for-2i", lambda line: line.work(divide, line.work(divide, line.given[0], 2.0), line.given[1]),
        happened="put i in the exponent instead of 2i",
        instead="step by 2 from pair to pair: the exponent is 2i/width",
    )  # fmt: skip
    this.goes_wrong(
        "angles", "degrees", lambda line: line.work(multiply, line.work(divide, *line.given), pi / 180),
        happened="took the angle in degrees",
        instead="set the calculator to radians: sin(1) is 0.841",
    )  # fmt: skip
    this.goes_wrong(
        "angles", "multiplied", lambda line: line.work(multiply, *line.given),
        happened="multiplied the position by the power",
        instead="divide by it: later pairs rotate more slowly",
    )  # fmt: skip
    this.goes_wrong(
        "angles", "one-speed", lambda line: tuple(line.given[0] for _ in line.given[1]),
        happened="gave every pair the same angle",
        instead="divide the position by each pair's own power",
    )  # fmt: skip
    this.goes_wrong(
        "angles", "counted-from-1", lambda line: line.work(divide, line.work(add, line.given[0], 1.0), line.given[1]),
        happened="counted positions from 1",
        instead="count from 0: the angles of the first position are 0",
    )  # fmt: skip
    this.goes_wrong(
        "angles", "position-before",
        lambda line: line.work(divide, line.work(subtract, line.given[0], 1.0), line.given[1]),
        happened="used the position before",
        instead="use the position as it is given",
    )  # fmt: skip


angles_go_wrong(position_encoding)
position_encoding.goes_wrong(
    "cosines", "slot-for-pair", _with_exponents_of_their_own,
    happened="put each slot's own number in the exponent",
    instead="give the sine and the cosine of a pair one exponent: 2i/width",
)  # fmt: skip
position_encoding.goes_wrong(
    "in turns", "sine-and-cosine-swapped",
    lambda line: _cut(line, in_turns(_WIDEST).work(line.given[1], line.given[0])),
    happened="exchanged sine and cosine",
    instead="put the sine in the even slots (0, 2, ...), the cosine in the odd ones",
)  # fmt: skip
position_encoding.goes_wrong(
    "in turns", "in-halves", lambda line: _cut(line, glue.work(*line.given)),
    happened="wrote all sines before all cosines",
    instead="write them alternately: sine, cosine, sine, cosine",
)  # fmt: skip


@recipe("add_stamp", "stamp_on")
def add_position(pencil: Pencil, row: Value, stamp: Value) -> Value:
    """Add a position's row to a word's row, number by number."""
    need_same_shape("add_position", row, stamp)
    return pencil("add", add, row, stamp)


add_position.goes_wrong(
    "add", "glued", lambda line: line.work(glue, *line.given),
    happened="joined the position row to the word's row",
    instead="add the two number by number: the width stays the same",
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
