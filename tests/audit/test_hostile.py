"""Pages made to hang or break the audit: it ends, in time that grows with the page and no faster, whatever stands there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from katatx.audit.auditing import audit_page
from tests.audit.planting import read_text
from tests.growth import BOUND, growth

pytestmark = pytest.mark.slow

LINE = 4_000
# What is repeated; `_` is a space.
UNITS = r"""
[ ( { [{( [1, ((1) = =_ 1= =1 a= 1_->_ -_ 1+ 1+_1_+_ 1- 1· 1/ 2^ √ e^( 1! | |_1_ |_a_=_1 a:_1_ ; 1, 1.1. . … 12345678, a a_b_=_ a1_ % ~ 1_≈_1_
# #_1 & \ \frac{ ' ᵀ ½ 2² 2×3=6_ 2×3=7_ softmax([1, softmax_[1,_2]_=_ mean_ sum( .T np.array([ a[1][1] 1e [1,_2], [1;_ total:_1_ gives_1_ 5k_ (a=1) |1| ∂L/∂w_=_
""".split()  # noqa: SIM905


def growth_of_audit(made: Callable[[int], str], size: int, name: str = "page.txt") -> float:
    return growth(lambda size: read_text(name, made(size)), audit_page, size)


def repeated(unit: str) -> Callable[[int], str]:
    return lambda size: unit.replace("_", " ") * (size // len(unit))


@pytest.mark.nightly
@pytest.mark.parametrize("unit", UNITS)
def test_a_line_takes_time_by_its_length(unit: str) -> None:
    assert growth_of_audit(repeated(unit), LINE) < BOUND


# ---- shapes


def standing_on_each_other(size: int) -> str:
    return "x0 = 1 + 1 = 2\n" + "".join(f"x{at} = x{at - 1} + 1 = {at + 2}\n" for at in range(1, size))


def names(size: int) -> str:
    return "".join(f"name{at} = {at % 97} + 1 = {at % 97 + 1}\n" for at in range(size))


def table(rows: int, columns: int) -> str:
    source = Random(rows * columns)
    lines = ["| " + " | ".join(f"{source.uniform(0.1, 9):.2f}" for _ in range(columns)) + " |\n" for _ in range(rows)]
    return "| " + " | ".join(f"n{at}" for at in range(columns)) + " |\n" + "|---" * columns + "|\n" + "".join(lines)


def in_columns(size: int) -> str:
    return "\n".join("  ".join(f"{(at * row) % 83 / 10:.1f}" for at in range(size)) for row in range(1, 6)) + "\n"


def wide_rows(size: int) -> str:
    row = "[" + ", ".join(["1"] * size) + "]"
    return f"{row} + {row} = {row}\n"


SHAPES: dict[str, tuple[Callable[[int], str], int]] = {
    "sum": (lambda size: "+".join(["1"] * size) + f" = {size}", 4_000),
    "chain over lines": (lambda size: "2 + 2\n" + "= 4\n" * size, 800),
    "standing on each other": (standing_on_each_other, 800),
    "same name": (lambda size: "x = 1 + 1 = 2\n" * size, 800),
    "wide table": (lambda size: table(4, size), 1_000),
    "long table": (lambda size: table(size, 3), 800),
    "grid": (lambda size: "W =\n" + "[1 2 3]\n" * size, 800),
    "opened over lines": (lambda size: "W = [\n" * size, 800),
    "rows": (wide_rows, 800),
    "digits": (lambda size: "7" * size + " + 1 = " + "7" * (size - 1) + "8\n", 4_000),
    "towers": (lambda size: "9^9^9^9^9 = 5\n2^2^2^2^2 = 7\n9^-9^9^9 = 1\n1e308*1e308 = 5\n1/0 = 3\n999999! = 1\n" * size, 60),
    "brackets": (lambda size: "(" * size + "1" + " + 1)" * size + f" = {size + 1}\n", 2_000),
    "wrong ones": (lambda size: "x = 2 + 2 = 5\n" + "y = x + 1 = 6\n" * size, 400),
}  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize("kind", SHAPES)
def test_a_shape_takes_time_by_its_size(kind: str) -> None:
    made, size = SHAPES[kind]
    assert growth_of_audit(made, size) < BOUND


# ---- nesting in formats


# ---- encodings, and characters that are not what they seem
