"""What the pictures draw and say: no line too wide, no number lost, nothing for a screen reader to stumble over."""

from __future__ import annotations

import re
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from katatx.notation.printing import write_number
from katatx.pictures.heat import HeatMap
from katatx.pictures.mask import Mask
from katatx.pictures.matrix import Matrix, Rows
from katatx.pictures.parts import MOST_LINES, ROLES, Picture, text_of
from katatx.pictures.photo import Photo
from katatx.pictures.portions import Portions
from katatx.pictures.set_out import PLUS, Operand, SetOut
from katatx.pictures.shapes import Shapes
from katatx.pictures.strip import Strip

WIDTHS = (30, 80)
DRAWING = re.compile(r"[\u2500-\u25ff\u23a0-\u23af·]")
NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?(?:e-?\d+)?|inf)")


def lines_of(picture: Picture, width: int = 80) -> list[str]:
    return [text_of(line) for line in picture.drawn(width)]


def numbers_in(text: str) -> set[str]:
    return set(NUMBER.findall(text.replace("▒", " ")))


def check(picture: Picture, numbers: list[float] = (), places: int = 6) -> None:  # type: ignore[assignment]
    """What every picture must hold to, at every width."""
    wanted = {write_number(number, places) for number in numbers}
    said = picture.said()
    assert not any(DRAWING.search(line) or "\n" in line for line in said)
    assert wanted <= numbers_in(" ".join(said))
    for width in WIDTHS:
        drawn = picture.drawn(width)
        assert 0 < len(drawn) <= MOST_LINES
        assert all(cell_len(text_of(line)) <= width for line in drawn)
        assert all(span.role in ("", *ROLES) for line in drawn for span in line)
        assert not any("\n" in text_of(line) or text_of(line) != text_of(line).rstrip() for line in drawn)
        # A number that is cut by the end of a line would not be found.
        assert wanted <= numbers_in(" ".join(map(text_of, drawn)))


numbers = st.one_of(st.integers(-99, 99).map(float), st.floats(-99, 99).map(lambda x: round(x, 3)))
masked = st.one_of(numbers, st.just(-inf))


def grids(number=numbers, most: int = 6):
    return st.integers(1, most).flatmap(
        lambda columns: st.lists(
            st.lists(number, min_size=columns, max_size=columns).map(tuple), min_size=1, max_size=most
        ).map(tuple)
    )


labels = st.sampled_from(["", "scores", "nolan.WANT  ", "一二三", "n" * 80, "é̈\u202e\x1b[31m"])


@pytest.mark.slow
@given(grids(masked), labels)
def test_grids_are_drawn_and_said(rows, label: str) -> None:
    names = tuple(str(index) for index in range(1, len(rows) + 1))
    heads = tuple(str(index) for index in range(1, len(rows[0]) + 1))
    flat = [number for row in rows for number in row]
    check(Matrix(label, rows), flat)
    check(Matrix(label, rows, names, heads), flat)
    check(Mask(label, rows), flat)
    check(HeatMap(label, rows, names, heads, places=6), flat)
    check(Photo(label, rows, 2), flat)
    check(Photo(label, rows, 2, 0), flat)
    check(Photo(label, rows, 3, numbered=False), flat)


@given(st.lists(masked, min_size=1, max_size=20).map(tuple), labels)
def test_rows_are_drawn_and_said(row, label: str) -> None:
    check(Rows(label, row), list(row))
    check(Rows(label, row[0]), [row[0]])
    check(Strip(label, row, len(row) - 1), list(row))
    check(SetOut((Operand(label, row), Operand(label, row[::-1], PLUS))), list(row))
    portions = tuple(abs(number) / 100 if number > -inf else 0.0 for number in row)
    check(Portions(label, tuple(map(str, range(1, len(row) + 1))), portions, 6), list(portions))


def test_portions_are_as_long_as_they_are_large() -> None:
    lines = lines_of(Portions("shares", ("nolan", "ended"), (0.25, 0.75)), 56)
    assert lines[0] == "shares"
    assert [(line.count("█"), line.count("░")) for line in lines[1:]] == [(10, 30), (30, 10)]
    assert lines[1].endswith("0.25")
    assert Portions("", ("1",), (0.0001,)).drawn(80)[0][1] == ("▏", "bar")
    assert Portions("s", ("nolan", "2"), (0.0474, 0.9526)).said() == ["s:", "nolan: 0.047", "number 2: 0.953"]
    assert Portions("", ("1", "2"), ((0.5, 0.5), (0.25, 0.75))).said()[-1] == "row 2, number 2: 0.75"


@given(st.lists(st.tuples(st.integers(1, 4096), st.integers(1, 4096)), min_size=2, max_size=4))
def test_shapes_are_bounded(shapes) -> None:
    picture = Shapes(tuple(shapes[:-1]), shapes[-1])
    check(picture, [float(number) for shape in shapes for number in shape])
    assert len(picture.drawn(200)) <= 6
