"""Tables and drawn matrices: cells worked by headings, by what all rows obey, and by the rows above; worked by hand here."""

from __future__ import annotations

from math import exp, log, sqrt, tanh
from random import Random

import numpy as np
import pytest

from tests.audit.test_chains import RIGHT, UNCHECKED, WRONG, told, wrong


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
    return "\n".join(
        ["<table>", head, *("<tr>" + "".join(f"<td>{cell}</td>" for cell in row.split(",")) + "</tr>" for row in rows[1:]), "</table>"]
    )


DRAWN = {"page.md": barred, "page.txt": aligned, "page.html": html}

# Rows, and a right cell with another digit in it.
TABLES = {
    "product": (["x,w,x·w", "0.4,1.5,0.60", "2.5,-0.3,-0.75", "1.2,2.0,2.40"], "2.40", "2.60"),
    "square": (["x,x²", "3,9", "5,25", "7,49", "9,81"], "49", "48"),
    "power": (["x,e^x", "1,2.718", "0.5,1.649", "0,1.000", "-1,0.368"], "0.368", "0.338"),
    "sigmoid": (["z,sigmoid(z)", "0,0.500", "1,0.731", "-1,0.269", "2,0.881"], "0.881", "0.831"),
    "weights": (["layer,in,out,weights", "a,300,120,36000", "b,120,40,4800", "c,40,12,480", "d,12,10,120"], "480", "430"),
    "sum of columns": (["layer,kernel,bias,all", "a,640,32,672", "b,1024,32,1056", "c,320,10,330", "d,200,5,205"], "205", "215"),
    "difference": (["run,before,after,gain", "a,61.4,73.9,12.5", "b,70.2,81.3,11.1", "c,55.0,78.6,23.6", "d,81.7,92.1,10.4"], "23.6", "23.8"),
    "quotient": (["leg,km,hours,speed", "a,130,2.5,52", "b,96,1.5,64", "c,210,3,70", "d,99,2,49.5"], "70", "76"),
    "shares": (["word,count,share", "the,12,0.30", "cat,18,0.45", "sat,6,0.15", "mat,4,0.10"], "0.45", "0.95"),
    "softmax": (["word,score,weight", "a,2,0.644", "b,1,0.237", "c,0,0.087", "d,-1,0.032"], "0.237", "0.257"),
    "deviations": (["x,away", "2.5,-3.1", "4,-1.6", "9,3.4", "6.9,1.3"], "3.4", "3.7"),
    "gradient": (["step,w,g", "0,1.00,2.00", "1,0.80,1.60", "2,0.64,1.28", "3,0.51,1.02"], "1.28", "1.78"),
    "total": (["layer,kernel,bias,all", "a,640,32,672", "b,1024,32,1056", "c,320,10,330", "sum,1984,74,2058"], "1984", "1934"),
    "mean": (["run,left,right", "a,4.2,5.1", "b,4.9,5.5", "c,4.8,5.0", "mean,4.63,5.20"], "5.20", "5.40"),
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
