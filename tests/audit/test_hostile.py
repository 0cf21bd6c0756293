"""Pages made to hang or break the audit: it ends, in time that grows with the page and no faster, whatever stands there."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from katatx.audit.auditing import audit_page
from katatx.audit.findings import ClaimVerdict
from katatx.errors import KatatxError
from tests.audit.invariants import holds_together
from tests.audit.planting import audited, read_bytes, read_text
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


@pytest.mark.parametrize("unit", UNITS)
def test_a_line_takes_time_by_its_length(unit: str) -> None:
    assert growth_of_audit(repeated(unit), LINE) < BOUND


@pytest.mark.parametrize("unit", UNITS)
def test_lines_take_time_by_their_number(unit: str) -> None:
    line = repeated(unit)(48) + "\n"
    assert growth_of_audit(lambda size: line * size, 640) < BOUND


@pytest.mark.parametrize("name", ["page.txt", "page.md", "page.html", "page.py"])
@pytest.mark.parametrize("unit", ["[", "(", "[({", "= ", "1+", "-", " ", "9^", "1,1", "٣", "a=1 ", "<b>", "|"])
def test_megabytes_on_one_line_end(unit: str, name: str) -> None:
    """Such a line is passed over, and the line after it is read."""
    audit = audited(unit * (2_000_000 // len(unit)) + "\n\n2 + 2 = 5\n", name)
    assert [claim.printed for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG] in (["5"], [])
    assert name != "page.txt" or audit.count(ClaimVerdict.WRONG) == 1


def test_a_line_of_50_megabytes() -> None:
    audit = audited("2·3 + " * (50_000_000 // 6) + "\n2 + 2 = 5\n")
    assert [claim.printed for claim in audit.claims] == ["5"]
    assert audit.page.skipped == ((1, "longer than 20,000 characters"),)


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
    "names": (names, 800),
    "same name": (lambda size: "x = 1 + 1 = 2\n" * size, 800),
    "same number": (lambda size: "1/3 = 0.333\n0.333·3 = 1.000\n" * size, 400),
    "words": (lambda size: "".join(f"the sum of part {at} and part {at + 1}: 5\n" for at in range(size)), 800),
    "name of many words": (lambda size: "long name " * size + "= 2 + 2 = 4\n", 800),
    "wide table": (lambda size: table(4, size), 1_000),
    "long table": (lambda size: table(size, 3), 800),
    "tables": (lambda size: (table(3, 4) + "\n") * size, 100),
    "columns of spaces": (in_columns, 200),
    "lines of columns": (lambda size: "item   1.5   2.5   4.0\n" * size, 800),
    "grid": (lambda size: "W =\n" + "[1 2 3]\n" * size, 800),
    "bracket over lines": (lambda size: "W = [" + "[1, 2, 3],\n" * size + "]\n", 800),
    "opened over lines": (lambda size: "W = [\n" * size, 800),
    "rows": (wide_rows, 800),
    "digits": (lambda size: "7" * size + " + 1 = " + "7" * (size - 1) + "8\n", 4_000),
    "decimals": (lambda size: f"1/3 = 0.{'3' * size}\n", 4_000),
    "towers": (lambda size: "9^9^9^9^9 = 5\n2^2^2^2^2 = 7\n9^-9^9^9 = 1\n1e308*1e308 = 5\n1/0 = 3\n999999! = 1\n" * size, 60),
    "brackets": (lambda size: "(" * size + "1" + " + 1)" * size + f" = {size + 1}\n", 2_000),
    "wrong ones": (lambda size: "x = 2 + 2 = 5\n" + "y = x + 1 = 6\n" * size, 400),
    "blank lines": (lambda size: "2 + 2 =\n" + "\n" * size + "4\n", 50_000),
}  # fmt: skip


@pytest.mark.parametrize("kind", SHAPES)
def test_a_shape_takes_time_by_its_size(kind: str) -> None:
    made, size = SHAPES[kind]
    assert growth_of_audit(made, size) < BOUND


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("name", ["page.md", "page.html", "page.py"])
def test_a_shape_is_audited_in_every_format(kind: str, name: str) -> None:
    holds_together(audited(SHAPES[kind][0](30), name))


def test_a_tower_is_not_worked() -> None:
    audit = audited("9^9^9^9^9 = 5\n1e308*1e308 = 5\n1/0 = 3\n2 + 2 = 5\n")
    assert [claim.printed for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG] == ["5"]


# ---- nesting in formats


def notebook(size: int) -> str:
    cell = {"cell_type": "markdown", "metadata": {}, "source": ["2 + 2 = 5\n"] * size}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


NESTED: dict[str, tuple[str, Callable[[int], str]]] = {
    "quotes": ("page.md", lambda size: ">" * size + " 2 + 2 = 5\n"),
    "lists": ("page.md", lambda size: "".join("  " * at + "- 2 + 2 = 4\n" for at in range(size // 40))),
    "fractions": ("page.md", lambda size: "$" + "\\frac{1}{" * (size // 9) + "2" + "}" * (size // 9) + " = 5$\n"),
    "matrices": ("page.md", lambda size: "$$\n" + "\\begin{bmatrix}" * (size // 9) + "1 = 5\n$$\n"),
    "divisions": ("page.html", lambda size: "<div>" * size + "2 + 2 = 5" + "</div>" * size),
    "tables": ("page.html", lambda size: "<table><tr><td>" * size + "2 + 2 = 5"),
    "superscripts": ("page.html", lambda size: "2" + "<sup>2" * size + " = 5"),
    "cell": ("page.ipynb", notebook),
}


@pytest.mark.parametrize("kind", NESTED)
def test_nesting_takes_time_by_its_depth(kind: str) -> None:
    name, made = NESTED[kind]
    assert growth_of_audit(made, 2_000, name) < BOUND


@pytest.mark.parametrize("name", ["page.txt", "page.md", "page.html"])
@pytest.mark.parametrize("unit", ["[", "(", "<div>", "<table><tr><td>", "\\frac{", "\\left(", "> ", "{"])
def test_200_000_brackets_or_tags_end(unit: str, name: str) -> None:
    holds_together(audited(unit * 200_000 + "2 + 2 = 5\n", name))


# ---- encodings, and characters that are not what they seem


@pytest.mark.parametrize(
    ("name", "raw", "word"),
    [
        ("page.txt", b"2 + 2 = 5\0", "binary"),
        ("page.txt", bytes(range(256)) * 40, "binary"),
        ("page.txt", "Gr\u00f6\u00dfe: 2 + 2 = 5".encode("latin-1"), "not UTF-8"),
        ("page.txt", b"2 + 2 = 5 \xed\xa0\x80", "not UTF-8"),
        ("page.txt", b"\xef\xbb\xbf\xff", "not UTF-8"),
        ("page.ipynb", b"{", "JSON"),
        ("page.ipynb", b"[" * 100_000, "page"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(name: str, raw: bytes, word: str) -> None:
    with pytest.raises(KatatxError) as raised:
        read_bytes(name, raw)
    assert word in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_lone_surrogate_of_a_notebook_is_audited() -> None:
    cell = '{"cell_type": "markdown", "metadata": {}, "source": ["2 + 2 = 5 \\ud800 and 2 + 3 = 5"]}'
    audit = audit_page(read_text("page.ipynb", f'{{"cells": [{cell}], "metadata": {{}}, "nbformat": 4}}'))
    assert [claim.verdict for claim in audit.claims] == [ClaimVerdict.WRONG, ClaimVerdict.RIGHT]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_encoding_with_a_mark_is_read(encoding: str, end: str) -> None:
    page = read_bytes("page.txt", end.join(["a = 2 + 2 = 4", "b = a + 1 = 6", ""]).encode(encoding))
    audit = audit_page(page)
    assert [claim.verdict for claim in audit.claims] == [ClaimVerdict.RIGHT, ClaimVerdict.WRONG]
    figure = audit.claims[1].figures[0]
    assert (page.source[figure.start : figure.stop], figure.correct) == ("6", "5")


HIDDEN = {
    "zero width space": "\u200b", "joiner": "\u2060", "byte order mark": "\ufeff", "soft hyphen": "\u00ad", "left to right": "\u200e",
    "override": "\u202e", "line separator": "\u2028", "next line": "\x85", "escape": "\x1b[31m", "vertical tab": "\x0b",
    "combining": "\u0301", "plane 14": "\U000e0041", "no-break": "\u00a0",
}  # fmt: skip


@pytest.mark.parametrize("kind", HIDDEN)
def test_hidden_characters_make_nothing_right_wrong(kind: str) -> None:
    """Wherever they stand in a right line; between the digits of the result a gap makes another number."""
    line = "a = 2·3 + 10 = 16"
    for at in (0, 2, 3, 4, 8, 9, 10, 12, 13, 14, 15, 17):
        for count in (1, 50):
            text = line[:at] + HIDDEN[kind] * count + line[at:]
            assert audited(text + "\n").count(ClaimVerdict.WRONG) == 0, text


@pytest.mark.parametrize(
    "text",
    [
        "שלום: 2 + 2 = 4",
        "المجموع = ٢ + ٢ = ٤",
        "２ + ２ = ４",
        "二 + 2 = 4",
        "२ + २ = ४",
        "𝟐 + 𝟐 = 𝟒",
        "Ⅳ + 1 = 5",
        "①+①=②",
        "2 + 2 = 4️⃣",
    ],
)
def test_other_writings_are_read_or_left(text: str) -> None:
    assert audited(text + "\n").count(ClaimVerdict.WRONG) == 0
