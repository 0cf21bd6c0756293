"""Rotary positions: pairs of slots rotated by an angle proportional to the position.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import add, cosine, glue, multiply, negate, sine, subtract
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.attention.positions import BASE, angles_go_wrong, in_turns, wave_angles
from katatx.engine.recipes.numbers.checks import whole_parts
from katatx.engine.values import Row, Value


@recipe("rotate", "turn_pairs")
def rotate_pairs(pencil: Pencil, row: Row, cosines: Value, sines: Value) -> Row:
    """Rotate each pair of neighbouring slots: (a·cos - b·sin, a·sin + b·cos) (Su et al. 2021, section 3.4.2).

    `cosines` and `sines` have one number for each pair, or one for all.
    """
    whole_parts(float(len(row)), 2.0, "the row's width", "the pair width")
    firsts, seconds = row[::2], row[1::2]
    kept = pencil("first by cosine", multiply, firsts, cosines)
    crossed = pencil("second by sine", multiply, seconds, sines)
    new_firsts = pencil("subtract", subtract, kept, crossed)
    crossed = pencil("first by sine", multiply, firsts, sines)
    kept = pencil("second by cosine", multiply, seconds, cosines)
    new_seconds = pencil("add", add, crossed, kept)
    return pencil("in turns", in_turns(len(row)), new_firsts, new_seconds)


def _with_halves(line: Line) -> Row:
    """Return the row rotated with slot i of the first half paired with slot i of the second."""
    row, cosines, sines = line.inputs.values()
    half = len(row) // 2
    mixed = tuple(number for pair in zip(row[:half], row[half:], strict=True) for number in pair)
    rotated = line.work(rotate_pairs, mixed, cosines, sines)
    return line.work(glue, rotated[::2], rotated[1::2])


rotate_pairs.goes_wrong(
    "in turns", "other-way",
    lambda line: line.work(
        rotate_pairs, line.inputs["row"], line.inputs["cosines"], line.work(negate, line.inputs["sines"])
    ),
    happened="rotated in the other direction",
    instead="rotate counter-clockwise: a·cos - b·sin, then a·sin + b·cos",
)  # fmt: skip
rotate_pairs.goes_wrong(
    "in turns", "sine-and-cosine-swapped",
    lambda line: line.work(rotate_pairs, line.inputs["row"], line.inputs["sines"], line.inputs["cosines"]),
    happened="exchanged sine and cosine",
    instead="multiply each number by the cosine in its own slot, by the sine in the other slot",
)  # fmt: skip
rotate_pairs.goes_wrong(
    "subtract", "minus-forgotten", lambda line: line.work(add, *line.given),
    happened="added b·sin in the first slot",
    instead="subtract it there: a·cos - b·sin",
)  # fmt: skip
rotate_pairs.goes_wrong(
    "in turns", "first-slot-used-twice",
    lambda line: line.work(
        in_turns(len(line.inputs["row"])),
        line.given[0],
        line.work(
            add,
            line.work(multiply, line.given[0], line.inputs["sines"]),
            line.work(multiply, line.inputs["row"][1::2], line.inputs["cosines"]),
        ),
    ),
    happened="used the new first number to work the second",
    instead="use the two old numbers for both new ones",
)  # fmt: skip
rotate_pairs.goes_wrong(
    "in turns", "halves-paired", _with_halves,
    happened="paired slot i of the first half with slot i of the second",
    detail="the published code of Llama lays out its heads like that",
    instead="here neighbours are a pair: slots 0 and 1, slots 2 and 3",
    convention=True,
)  # fmt: skip


@recipe("rotary", "rotary_position_embedding")
def rope(pencil: Pencil, row: Row, position: Number, base: Number | None = None) -> Row:
    """Rotate pair i of a query or key by position / base^(2i/width) radians (Su et al. 2021, section 3.2.2).

    Pairs and positions count from 0. The base is 10000 by default. A grid is several heads at one position.
    """
    slots = 2 * whole_parts(float(len(row)), 2.0, "the row's width", "the pair width")
    angles = wave_angles(pencil, position, slots, BASE if base is None else base)
    cosines = pencil("cosines", cosine, angles)
    sines = pencil("sines", sine, angles)
    return pencil("turn", rotate_pairs, row, cosines, sines)


angles_go_wrong(rope)
rope.goes_wrong(
    "turn", "not-turned", lambda line: line.given[0],
    happened="left the row as it was",
    instead="rotate each pair by its angle",
)  # fmt: skip
rope.goes_wrong(
    "turn", "angle-added", lambda line: line.work(
        add, line.given[0], line.work(in_turns(len(line.given[0])), line.given[2], line.given[1])
    ),
    happened="added sine and cosine to the row",
    detail="that is the position encoding of 2017",
    instead="rotate each pair: multiply by cosine and sine",
)  # fmt: skip
