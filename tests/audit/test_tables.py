"""Tables and drawn matrices: cells worked by headings, by what all rows obey, and by the rows above; worked by hand here."""

from __future__ import annotations

import pytest

from tests.audit.test_chains import RIGHT, UNCHECKED, corrections, told, wrong


def barred(rows: list[str]) -> str:
    """Return rows of cells set apart by commas as a Markdown table, the first of them its headings."""
    cells = [f"| {' | '.join(row.split(','))} |" for row in rows]
    return "\n".join([cells[0], "|---" * len(rows[0].split(",")) + "|", *cells[1:]])


def aligned(rows: list[str]) -> str:
    """Return the rows in columns of spaces."""
    return "\n".join("".join(cell.rjust(12) for cell in row.split(",")) for row in rows)


def html(rows: list[str]) -> str:
    """Return the rows as a table of HTML, a row a line."""
    head = "<tr>" + "".join(f"<th>{cell}</th>" for cell in rows[0].split(",")) + "</tr>"
    body = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row.split(",")) + "</tr>" for row in rows[1:]]
    return "\n".join(["<table>", head, *body, "</table>"])


DRAWN = {"page.md": barred, "page.txt": aligned, "page.html": html}

# Rows, and a right cell with another digit in it.
TABLES = {
    "product": (["x,w,x·w", "0.4,1.5,0.60", "2.5,-0.3,-0.75", "1.2,2.0,2.40"], "2.40", "2.60"),
    "power": (["x,e^x", "1,2.718", "0.5,1.649", "0,1.000", "-1,0.368"], "0.368", "0.338"),
    "sigmoid": (["z,sigmoid(z)", "0,0.500", "1,0.731", "-1,0.269", "2,0.881"], "0.881", "0.831"),
    "weights": (["layer,in,out,weights", "a,300,120,36000", "b,120,40,4800", "c,40,12,480", "d,12,10,120"], "480", "430"),
    "quotient": (["leg,km,hours,speed", "a,130,2.5,52", "b,96,1.5,64", "c,210,3,70", "d,99,2,49.5"], "70", "76"),
    "shares": (["word,count,share", "the,12,0.30", "cat,18,0.45", "sat,6,0.15", "mat,4,0.10"], "0.45", "0.95"),
    "softmax": (["word,score,weight", "a,2,0.644", "b,1,0.237", "c,0,0.087", "d,-1,0.032"], "0.237", "0.257"),
    "deviations": (["x,away", "2.5,-3.1", "4,-1.6", "9,3.4", "6.9,1.3"], "3.4", "3.7"),
    "gradient": (["step,w,g", "0,1.00,2.00", "1,0.80,1.60", "2,0.64,1.28", "3,0.51,1.02"], "1.28", "1.78"),
    "total": (["layer,kernel,bias,all", "a,640,32,672", "b,1024,32,1056", "c,320,10,330", "sum,1984,74,2058"], "1984", "1934"),
}  # fmt: skip
# Over columns of spaces no heading is read, and three rows say too little.
BY_HEADING = {"product", "square"}
DRAWN_SO = [(kind, name) for kind in TABLES for name in DRAWN if name != "page.txt" or kind not in BY_HEADING]


def with_cell(rows: list[str], right: str, slip: str) -> list[str]:
    """Return rows with the last cell of a text replaced."""
    at = max(at for at, row in enumerate(rows) if right in row.split(","))
    cells = rows[at].split(",")
    cells[len(cells) - 1 - cells[::-1].index(right)] = slip
    return [*rows[:at], ",".join(cells), *rows[at + 1 :]]


@pytest.mark.parametrize(("kind", "name"), DRAWN_SO)
def test_a_changed_cell_is_found_and_nothing_beside_it(kind: str, name: str) -> None:
    rows, right, slip = TABLES[kind]
    clean = DRAWN[name](rows)
    assert wrong(clean, name) == []
    assert (right, RIGHT) in [(printed, verdict) for _, printed, verdict in told(clean, name)]
    assert [printed for _, printed in wrong(DRAWN[name](with_cell(rows, right, slip)), name)] == [slip]


# ---- headings that are formulas, of other headings and of names above the table


@pytest.mark.parametrize(
    ("above", "rows", "right", "slip"),
    [
        ("b = 0.5", ["x,2x + b", "1,2.5", "3,6.5", "4,8.5"], "8.5", "8.7"),
        ("", ["x,w,b,x·w + b", "0.4,1.5,1,1.60", "2.5,-0.3,1,0.25", "1.2,2.0,1,3.40"], "3.40", "3.90"),
        ("w = [2, 1]", ["n,2n,n²", "1,2,1", "2,4,4", "3,6,9"], "9", "8"),
    ],
)
def test_a_heading_may_be_a_formula(above: str, rows: list[str], right: str, slip: str) -> None:
    clean, changed = (f"{above}\n\n{barred(each)}" for each in (rows, with_cell(rows, right, slip)))
    assert {verdict for _, printed, verdict in told(clean, "page.md")} == {RIGHT}
    assert wrong(changed, "page.md") == [(clean.count("\n", 0, clean.rindex(right)) + 1, slip)]


@pytest.mark.parametrize(
    "rows",
    [
        ["a,b,a/b test", "13,16,0.32", "18,12,0.53", "11,14,0.77"],
        ["quantity,value", "x,6", "y,8", "mean,6.5", "max,9", "total,31"],
        ["model,accuracy,size", "tiny,71.4,11", "base,78.9,64", "wide,80.3,210", "mean of 4 seeds,79.2,64"],
    ],
)
def test_a_heading_that_fits_no_row_says_nothing(rows: list[str]) -> None:
    assert wrong(barred(rows), "page.md") == []


# ---- grids by the calculation above them

GIVEN = "Q = [[1, 0], [2, 1]]\nK = [[1, 2], [3, 4]]\n\n"
GRIDS = {
    "product": (GIVEN + "Q·K:\n\n", ["1,2", "5,8"], "8", "9"),
    "softmax": ("Scores\n\n" + barred([",a,b", "a,1,3", "b,2,4"]) + "\n\nSoftmax of each row\n\n", ["0.119,0.881", "0.119,0.881"], "0.881", "0.861"),
    "mask": ("S = [[1.5, 3.2], [2.4, 4.1]]\n\nAfter the causal mask\n\n", ["1.5,-inf", "2.4,4.1"], "4.1", "4.7"),
}  # fmt: skip


@pytest.mark.parametrize("kind", GRIDS)
def test_a_grid_is_worked_by_what_stands_above(kind: str) -> None:
    above, rows, right, slip = GRIDS[kind]
    clean, changed = (above + barred([",a,b", *(f"{name},{row}" for name, row in zip("ab", each, strict=True))])
                      for each in (rows, with_cell(rows, right, slip)))  # fmt: skip
    assert [verdict for _, _, verdict in told(clean, "page.md") if verdict is not UNCHECKED] == [RIGHT, RIGHT]
    line = clean.count("\n", 0, clean.rindex(right)) + 1
    assert [at for at, _ in wrong(changed, "page.md")] == [line]


# ---- matrices drawn over lines; `{}` is the number that is changed

DRAWINGS = [
    ("| 1  2 |   | 3  0 |   | 5  4 |\n| 0  1 | · | 1  2 | = | {}  2 |", "1", "7", 2),
    ("[ 1  2 ]   [ 5 ]   [ 17 ]\n[ 3  4 ] · [ 6 ] = [ {} ]", "39", "38", 2),
    ("A = [ 2  1 ]   B = [ 1  -1 ]\n    [ 0  3 ]       [ 0   3 ]\n\nA·B = [ 2  1 ]\n      [ 0  {} ]", "9", "8", 5),
    (
        "S = | 0  1 |\n    | 1  0 |\n\nsoftmax, row by row:\n\nA = | 0.269  0.731 |\n    | 0.731  {} |",
        "0.269",
        "0.569",
        7,
    ),
]


@pytest.mark.parametrize(("drawn", "right", "slip", "line"), DRAWINGS)
def test_a_drawn_matrix_is_read_row_by_row(drawn: str, right: str, slip: str, line: int) -> None:
    assert {verdict for _, _, verdict in told(drawn.format(right))} <= {RIGHT, UNCHECKED}
    assert (line, RIGHT) in [(at, verdict) for at, _, verdict in told(drawn.format(right))]
    assert [at for at, _ in wrong(drawn.format(slip))] == [line]


@pytest.mark.parametrize(
    ("cell", "correct"),
    [("-$5.80", "-$5.40"), ("-€5.80", "-€5.40"), ("−$5.80", "-$5.40"), ("-5.80", "-5.40"), ("$-5.80", "-5.40")],
)
def test_a_corrected_amount_keeps_its_sign_and_its_currency(cell: str, correct: str) -> None:
    rows = ["price,count,total", "1.50,3,4.50", "2.25,2,4.50", f"-1.80,3,{cell}", "0.70,6,4.20", "1.10,5,5.50"]
    assert [text for _, text in corrections(barred(rows), "page.md")] == [correct]


def test_a_copy_explains_no_column_however_many_there_are() -> None:
    others = ["7,3,8,1,6,2,9,4,5,5", "2,9,4,7,1,8,3,6,7,2", "5,1,6,3,8,4,2,9,1,8", "9,6,2,8,3,7,5,1,4,3"]
    rows = [
        ",".join("abcdefghijkl"),
        *(f"{row},{value},{value}" for row, value in zip(others, ("-13.25", "47.5", "-86.75", "29.5"), strict=True)),
    ]
    assert all(verdict is UNCHECKED for _, _, verdict in told(barred(rows), "page.md"))


def test_a_column_of_ones_is_no_column_over_itself() -> None:
    rows = ["a,b,c", "31,17.5,1.00", "-52,83.5,1.00", "73,-28.5,1.00", "-94,66.5,7.00"]
    assert all(verdict is UNCHECKED for _, _, verdict in told(barred(rows), "page.md"))
