"""What the pictures draw and say: no line too wide, no number lost, nothing for a screen reader to stumble over."""

from __future__ import annotations

import re
from math import inf

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from katatx.engine.evaluate import evaluate
from katatx.notation.expressions import read_expression
from katatx.notation.printing import write_number
from katatx.pictures.heat import HeatMap
from katatx.pictures.mask import Mask
from katatx.pictures.matrix import Matrix, Rows
from katatx.pictures.parts import MOST_LINES, ROLES, Picture, cells, clean, text_of, wrapped
from katatx.pictures.photo import Photo
from katatx.pictures.portions import Portions
from katatx.pictures.set_out import PLUS, TIMES, Operand, SetOut
from katatx.pictures.shapes import Shapes
from katatx.pictures.strip import Strip
from katatx.pictures.wave import Wave, stamp_slot

WIDTHS = (30, 56, 80, 120)
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


@given(grids(masked), labels)
@settings(max_examples=60, deadline=None)
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
@settings(max_examples=60, deadline=None)
def test_rows_are_drawn_and_said(row, label: str) -> None:
    check(Rows(label, row), list(row))
    check(Rows(label, row[0]), [row[0]])
    check(Strip(label, row, len(row) - 1), list(row))
    check(SetOut((Operand(label, row), Operand(label, row[::-1], PLUS))), list(row))
    portions = tuple(abs(number) / 100 if number > -inf else 0.0 for number in row)
    check(Portions(label, tuple(map(str, range(1, len(row) + 1))), portions, 6), list(portions))


@given(st.text(max_size=40), st.integers(1, 40))
@example("☰⚊䷀𝌀𝍠", 4)
def test_text_is_measured_as_the_terminal_does_or_wider(text: str, width: int) -> None:
    shown = clean(text)
    assert cells(shown) >= cell_len(shown)
    parts = wrapped(shown, max(width, 2))
    assert all(cells(part) <= max(width, 2) for part in parts)
    assert "".join("".join(parts).split()) == "".join(shown.split())


def test_a_matrix_has_brackets_heads_and_its_points_in_line() -> None:
    assert lines_of(Matrix("s", ((1.0, 3.25, -2.0), (-10.5, 2.0, -inf)), ("1", "2"), ("1", "2", "3"))) == [
        "s =       1    2        3",
        "    1 ⎡   1    3.25    -2 ⎤",
        "    2 ⎣ -10.5  2     -inf ⎦",
    ]
    assert lines_of(Matrix("q", ((2.0, 0.0),))) == ["q = [ 2  0 ]"]
    marked = [span for line in Matrix("s", ((0.0, -inf),)).drawn(80) for span in line if span.role == "masked"]
    assert [span.text for span in marked] == ["-inf"]
    assert Matrix("s", ((0.0, -inf), (1.0, 2.0)), ("1", "cat")).said() == ["s:", "row 1: 0, -inf", "cat: 1, 2"]


def test_a_matrix_without_room_beside_its_label_stands_below_it_and_without_any_is_said() -> None:
    grid = Matrix("WANT.grid", ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    assert lines_of(grid, 20) == ["WANT.grid =", "  ⎡ 1  0  0 ⎤", "  ⎣ 0  1  0 ⎦"]
    assert lines_of(grid, 10) == ["WANT.grid:", "1, 0, 0", "0, 1, 0"]


def test_a_row_goes_on_under_its_bracket() -> None:
    assert lines_of(Rows("nolan.WANT", (2.0, 0.0, 1.0, 0.0))) == ["nolan.WANT = [2, 0, 1, 0]"]
    assert lines_of(Rows("row", (10.0, 20.0, 30.0, 40.0)), 18) == ["row = [10, 20, 30,", "       40]"]
    assert lines_of(Rows("c", 0.5)) == ["c = 0.5"]
    assert Rows("c  ", (0.5, 1.0)).said() == ["c = [0.5, 1]"]


def test_a_mask_is_a_shape_that_can_be_seen() -> None:
    mask = Mask("m", tuple(tuple(0.0 if j <= i else -inf for j in range(4)) for i in range(4)))
    assert lines_of(mask) == [
        "m =     1     2     3     4",
        "    1 ⎡ 0 ▒-inf▒▒-inf▒▒-inf▒⎤",
        "    2 ⎢ 0     0 ▒-inf▒▒-inf▒⎥",
        "    3 ⎢ 0     0     0 ▒-inf▒⎥",
        "    4 ⎣ 0     0     0     0 ⎦",
    ]
    assert mask.said()[2] == "row 2 sees 1 to 2, not 3 to 4: 0, 0, -inf, -inf"
    assert mask.said()[4] == "row 4 sees 1 to 4: 0, 0, 0, 0"
    assert Mask("", ((-inf, 1.0, -inf, 2.0), (-inf,) * 4)).said() == [
        "row 1 sees 2, 4, not 1, 3: -inf, 1, -inf, 2",
        "row 2 sees nothing: -inf, -inf, -inf, -inf",
    ]


PIXELS = tuple(tuple(float(4 * row + column + 1) for column in range(4)) for row in range(4))


def test_a_photo_is_cut_into_numbered_patches_of_which_one_stands_out() -> None:
    photo = Photo("p", PIXELS, 2, 3)
    assert lines_of(photo) == [
        "p = ┌─0─────┬─1─────┐",
        "    │  1  2 │  3  4 │",
        "    │  5  6 │  7  8 │",
        "    ├─2─────╆━3━━━━━┪",
        "    │  9 10 ┃ 11 12 ┃",
        "    │ 13 14 ┃ 15 16 ┃",
        "    └───────┺━━━━━━━┛",
    ]
    assert photo.said() == [
        "p:",
        "patch 0: 1 2 / 5 6",
        "patch 1: 3 4 / 7 8",
        "patch 2: 9 10 / 13 14",
        "patch 3, chosen: 11 12 / 15 16",
    ]


@pytest.mark.parametrize("chosen", [None, *range(9)])
def test_lines_of_a_photo_meet_whichever_patch_is_chosen(chosen: int | None) -> None:
    """Each joint has arms as heavy as the lines that it joins."""
    import unicodedata

    photo = Photo(
        "", tuple(tuple(float(6 * row + column) for column in range(6)) for row in range(6)), 2, chosen, numbered=False
    )
    rows = lines_of(photo)
    arms = {"─": (0, 1, 0, 1), "━": (0, 2, 0, 2), "│": (1, 0, 1, 0), "┃": (2, 0, 2, 0)}
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark in arms or "BOX DRAWINGS" not in unicodedata.name(mark, ""):
                continue
            for side, (down, across) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
                inside = 0 <= y + down < len(rows) and 0 <= x + across < len(row)
                beside = arms.get(rows[y + down][x + across], (0,) * 4) if inside else (0,) * 4
                assert _arm(mark, side) == beside[side], (mark, side)
    heavy = sum(mark in "━┃" for row in rows for mark in row)
    assert heavy == (0 if chosen is None else 2 * 7 + 2 * 2)


def _arm(mark: str, side: int) -> int:
    """Return how heavy one arm of a joint is, read from its Unicode name."""
    import unicodedata

    words = (
        unicodedata.name(mark)
        .removeprefix("BOX DRAWINGS ")
        .replace("VERTICAL", "UP DOWN")
        .replace("HORIZONTAL", "LEFT RIGHT")
    )
    name = ("UP", "RIGHT", "DOWN", "LEFT")[side]
    weight = 0
    for part in words.split(" AND "):
        sides = part.split()
        both = "HEAVY" if "HEAVY" in sides else "LIGHT" if "LIGHT" in sides else None
        if name in sides:
            weight = {"HEAVY": 2, "LIGHT": 1}[both or ("HEAVY" if "HEAVY" in words else "LIGHT")]
    return weight


def test_patches_that_are_asked_for_are_not_said() -> None:
    assert Photo("p", PIXELS, 2, numbered=False).said() == ["p:", "1 2, 3 4", "5 6, 7 8", "9 10, 11 12", "13 14, 15 16"]


def test_a_strip_points_at_its_place() -> None:
    assert lines_of(Strip("s", (3.0, 4.0, 7.0, 8.0), 2)) == ["s = 3  4  7  8", "          ^ 2"]
    assert Strip("s", (3.0, 4.0, 7.0, 8.0), 2).said() == ["s:", "3, 4, 7, 8", "place 2 holds 7"]
    assert Strip("s", (None, None), 1).said() == ["s:", "place 1 of the places 0 to 1"]
    long = lines_of(Strip("", tuple(map(float, range(3072))), 2000), 56)
    assert "^ 2000" in " ".join(long)
    assert long[0].endswith("more places before")
    above = long[next(index for index, line in enumerate(long) if "^" in line) - 1]
    assert above[: next(line for line in long if "^" in line).index("^") + 1].endswith(" 2000")


def test_portions_are_as_long_as_they_are_large() -> None:
    lines = lines_of(Portions("shares", ("nolan", "ended"), (0.25, 0.75)), 56)
    assert lines[0] == "shares"
    assert [(line.count("█"), line.count("░")) for line in lines[1:]] == [(10, 30), (30, 10)]
    assert lines[1].endswith("0.25")
    assert Portions("", ("1",), (0.0001,)).drawn(80)[0][1] == ("▏", "bar")
    assert Portions("s", ("nolan", "2"), (0.0474, 0.9526)).said() == ["s:", "nolan: 0.047", "number 2: 0.953"]
    assert Portions("", ("1", "2"), ((0.5, 0.5), (0.25, 0.75))).said()[-1] == "row 2, number 2: 0.75"


def test_a_heat_map_reads_without_colour() -> None:
    heat = HeatMap("A", ((1.0, 0.0), (0.26, 0.74)), ("1", "2"), ("1", "2"), ((False, True), (False, False)))
    assert lines_of(heat) == ["A =      1        2", "    1 ██ 1     ·· 0", "    2 ▒▒ 0.26  ▓▓ 0.74"]
    assert heat.said() == ["A:", "row 1: 1, 0 masked", "row 2: 0.26, 0.74"]
    assert {span.role for line in heat.drawn(80) for span in line} >= {"heat2", "heat3", "heat4", "masked"}
    assert lines_of(HeatMap("", ((0.0, 8.0), (2.0, 4.0)))) == ["   0  ██ 8", "░░ 2  ▒▒ 4"]


@pytest.mark.parametrize(("position", "width"), [(0, 4), (1, 4), (3, 6), (7, 3), (11, 1), (40, 32)])
def test_the_wave_is_the_stamp_of_the_engine(position: int, width: int) -> None:
    truth = evaluate(read_expression(f"position_encoding({position}, {width})"))
    row = (truth,) if isinstance(truth, float) else truth
    assert [stamp_slot(slot, position, width) for slot in range(width)] == pytest.approx(list(row), abs=1e-12)
    wave = Wave("stamp", width, position, 12)
    check(wave, list(row[:4]), 3)
    for slot, line in enumerate(wave.said()[1:]):
        assert line == f"slot {slot}, {('sine', 'cosine')[slot % 2]}, at position {position}: {write_number(row[slot])}"


def test_a_wave_marks_its_position_and_keeps_to_its_heights() -> None:
    lines = lines_of(Wave("", 4, 3, 12), 80)
    caret = next(line for line in lines if "^" in line)
    assert caret.strip() == "^ 3"
    column = caret.index("^")
    marks = {line[column] for line in lines[1:8]}
    assert {"●", "○"} <= marks
    # sin 0 = 0 and cos 0 = 1
    assert lines[1][4] == "○"
    assert lines[4][4] == "●"
    assert lines_of(Wave("", 4, 300, 300), 56)[-1].split()[-1] == "300"


def test_shapes_are_boxes_as_high_and_wide_as_they_are_large() -> None:
    lines = lines_of(Shapes(((2, 4), (4, 2)), (2, 2)))
    assert lines == [
        "               ┌─────┐",
        "┌──────────┐   │     │   ┌─────┐",
        "│  (2,4)   │ · │(4,2)│ → │(2,2)│",
        "│          │   │     │   │     │",
        "└──────────┘   │     │   └─────┘",
        "               └─────┘",
    ]
    strong = [
        span.text for line in Shapes(((2, 4), (4, 3)), (2, 3)).drawn(80) for span in line if span.role == "strong"
    ]
    assert strong == ["4", " · ", "4", " → "]
    assert Shapes(((2, 4), (4, 2)), (2, 2)).said() == ["2 by 4, times 4 by 2, gives 2 by 2"]
    assert Shapes(((4, 4), (4,)), (4,)).said() == ["4 by 4, times a row of 4, gives a row of 4"]


@given(st.lists(st.tuples(st.integers(1, 4096), st.integers(1, 4096)), min_size=2, max_size=4))
@settings(deadline=None)
def test_shapes_are_bounded(shapes) -> None:
    picture = Shapes(tuple(shapes[:-1]), shapes[-1])
    check(picture, [float(number) for shape in shapes for number in shape])
    assert len(picture.drawn(200)) <= 6


def test_terms_are_set_out_slot_under_slot() -> None:
    terms = SetOut((Operand("x", (2.0, 1.0)), Operand("out", (0.0, -0.38), PLUS)))
    assert lines_of(terms) == ["  x    2   1", "+ out  0  -0.38", "───────────────"]
    assert terms.said() == ["x: 2, 1", "plus out: 0, -0.38"]
    total = SetOut((Operand("", (2.0,)), Operand("", (0.5,), PLUS)), result=(2.5,))
    assert lines_of(total) == ["  2", "+ 0.5", "─────", "  2.5"]
    assert total.said() == ["2", "plus 0.5", "gives 2.5"]


def test_a_row_is_laid_on_the_rows_of_a_grid() -> None:
    laid = SetOut((Operand("stick", (2.0, 1.0)), Operand("W", ((1.0, 0.0), (-1.0, 0.5)), TIMES)))
    assert lines_of(laid) == [
        "  stick     2  1",
        "· W      ⎡  1  0   ⎤",
        "         ⎣ -1  0.5 ⎦",
        "────────────────────",
    ]
    assert laid.said() == ["stick: 2, 1", "times W:", "1, 0", "-1, 0.5"]


def test_weights_stand_before_the_rows_they_weigh() -> None:
    weighed = SetOut((Operand("a", (2.0, 0.0), factors=(0.25,)), Operand("b", (0.0, 3.0), factors=(0.5,))))
    assert lines_of(weighed) == ["0.25 · a  2  0", " 0.5 · b  0  3", "──────────────"]
    assert weighed.said() == ["0.25 times a: 2, 0", "0.5 times b: 0, 3"]
    grid = SetOut((Operand("X", ((1.0, 2.0), (3.0, 4.0)), factors=(0.25, 0.5)),))
    assert lines_of(grid) == ["0.25 · X  ⎡ 1  2 ⎤", " 0.5 ·    ⎣ 3  4 ⎦", "──────────────────"]
    assert lines_of(grid, 17)[0] == "0.25 · X = [1, 2]"


def test_empty_lines_stand_in_the_columns_of_what_they_are_worked_from() -> None:
    lines = SetOut((Operand("scores", (1.0, 4.0)),), (2, 1))
    assert lines_of(lines) == [
        "scores     1     4",
        "        ____  ____",
        "        ____",
        "──────────────────",
    ]
    assert lines.said() == ["scores: 1, 4", "a line of 2 numbers", "a line of 1 number"]
    assert lines_of(SetOut((Operand("n", 4.0),))) == ["n  4", "────────────"]
    assert lines_of(SetOut((Operand("n", 4.0), Operand("wide", 12.0)), ruled=False)) == ["n      4", "wide  12"]


def test_many_operands_stand_in_columns() -> None:
    grid = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
    many = SetOut((Operand("a", grid), Operand("row", (2.0, 0.5)), Operand("b", grid), Operand("c", grid)))
    assert lines_of(many, 34) == [
        "a    ⎡ 1  0   ⎤    b  ⎡ 1  0 ⎤",
        "     ⎢ 0  1   ⎥       ⎢ 0  1 ⎥",
        "     ⎣ 1  1   ⎦       ⎣ 1  1 ⎦",
        "row    2  0.5      c  ⎡ 1  0 ⎤",
        "                      ⎢ 0  1 ⎥",
        "                      ⎣ 1  1 ⎦",
        "──────────────────────────────",
    ]
    assert len(lines_of(many, 20)) == 11


def test_what_is_too_wide_is_set_out_one_by_one() -> None:
    wide = SetOut((Operand("a", tuple(map(float, range(20)))), Operand("b", (1.0,), PLUS)))
    assert lines_of(wide, 24) == [
        "a = [0, 1, 2, 3, 4, 5,",
        "     6, 7, 8, 9, 10, 11,",
        "     12, 13, 14, 15, 16,",
        "     17, 18, 19]",
        "+ b = [1]",
        "────────────────────────",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_however_large_everything_is_bounded(width: int) -> None:
    grid = tuple(tuple((7 * row + column) % 97 / 97 for column in range(64)) for row in range(64))
    row = tuple(index / 7 for index in range(3072))
    names = tuple(map(str, range(1, 65)))
    tall = tuple(each[:2] for each in grid)
    pictures = [
        Matrix("a", grid, names, names), Matrix("a", tall, names), Mask("a", grid), Mask("a", tall), Photo("a", grid, 8),
        Photo("a", grid, 8, numbered=False), HeatMap("a", grid, names, names), HeatMap("a", tall, names),
        Portions("a", names, grid), Portions("a", names, grid[0]), Rows("a", row), Strip("a", row, 5), Strip("a", row),
        SetOut((Operand("a", row), Operand("b", row))), Wave("a", 512, 9999, 9999),
    ]  # fmt: skip
    for picture in pictures:
        check(picture)
        assert len(picture.said()) <= MOST_LINES
        assert all(len(line) < 10_000 for line in picture.said())
        assert "... " in " ".join([*lines_of(picture, width), *picture.said()]) or isinstance(picture, (Wave, Strip))
    assert lines_of(Matrix("a", tall), 80)[-1] == "    ... 28 more rows"
    assert Matrix("a", tall).said()[-1] == "... 29 more rows"
