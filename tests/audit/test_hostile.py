"""Pages made to hang or break the auditor: it ends, in time that grows with the page and no faster, whatever stands there."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import exp
from random import Random

import pytest

from katatx.audit.auditing import audit_page
from katatx.audit.findings import ClaimVerdict
from katatx.errors import KatatxError
from tests.audit.invariants import holds_together
from tests.audit.planting import audited, read_bytes, read_text
from tests.growth import BOUND, growth

# Longer lines are not tokenized to their end.
LONGEST_LINE = 20_000


def growth_of_audit(made: Callable[[int], str], size: int, name: str = "page.txt") -> float:
    return growth(lambda size: read_text(name, made(size)), audit_page, size)


# ---- one thing, over and over

# `_` a space.
LISTED = """
[ ( { [( [{( ]) ) [] () [1, (1+ ((1) = =_ =_= 1= =1 a= a=_1_ -> 1_->_ -_ - _- --1 + 1+ 1_+_ 1- 1· 1* 1/ / · 2^ 9^ ^ ^( -( √ √( √1 e^ e^( ! !1 1!
| |_ |_1_ |_a_=_1 : a: a:_ a:_1_ 1:1 1; , ,_ 1, 1,_ 1,1 1.1. 1.1 0. . ._ ... …_ 1_…_ 1_ 12345678, _ a a_ a_b_=_ A_ 1a 1a1 a1_ a_1_ % 1%_ ~ ~_ ≈
1_≈_1_ # #_ #_1 1_#_1_ ; & \\ \\frac{ " ' `1` < > ᵀ aᵀ a' a′ ½ 1½ ⁻ ² 2² 2⁻ ₁ x x1 1x1 1_x_ 2×3=6_ 2×3=7_ softmax softmax( softmax_ softmax([1, softmax_[1,_2]_=_ exp( max(1,
mean_ sum( dot_ a.b a. .T x.T.T relu( np.array( np.array([ round( round(1, array([[ eye(3) a[0] a[ a[1][1] 1e 1e5 1e- 1e308* 1_2_3_ [1,_2], [1;_ [[1], [[1,_2],
total:_ total_1_ is_ is_1_ gives_ gives_1_ over_ plus_ 1_plus_ of_1_ and_1,_ the_ a_is_1,_ 5_million_ 5k 5k_ $5 $1_ (a) (a=1) (1)(1) |1| ‖1‖ _- __ ab=ba=
"""
UNITS = LISTED.split()


def of_unit(unit: str) -> Callable[[int], str]:
    return lambda size: unit.replace("_", " ") * (size // len(unit))


@pytest.mark.parametrize("unit", UNITS)
def test_a_line_takes_time_by_its_length(unit: str) -> None:
    assert growth_of_audit(of_unit(unit), LONGEST_LINE) < BOUND


@pytest.mark.parametrize("unit", UNITS)
def test_lines_take_time_by_their_number(unit: str) -> None:
    line = of_unit(unit)(120) + "\n"
    assert growth_of_audit(lambda size: line * size, 120) < BOUND


@pytest.mark.parametrize(
    "unit", ["[", "(", "{", "[({", "= ", "1+", "-", "|", " ", "\t", "9^", "1.1", "1,1", "a", "((((a", "١", "a=1 "]
)
def test_a_line_of_any_length_ends(unit: str) -> None:
    """A line that is no line of arithmetic is passed over, and named where it is beyond reading."""
    audit = audited(unit * (1_000_000 // len(unit)) + "\n2 + 2 = 5\n")
    assert [claim.printed for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG] == ["5"]
    assert [line for line, _ in audit.page.skipped] == ([1] if unit.strip() else [])


def test_a_line_of_50_megabytes() -> None:
    audit = audited("2·3 + " * (50_000_000 // 6) + "\n2 + 2 = 5\n")
    assert [claim.printed for claim in audit.claims] == ["5"]
    assert audit.page.skipped == ((1, "longer than 20,000 characters"),)


# ---- shapes


def sum_of_ones(size: int) -> str:
    return "+".join(["1"] * size) + f" = {size}"


def chain(size: int) -> str:
    return "2 + 2" + " = 4" * size


def chain_over_lines(size: int) -> str:
    return "2 + 2\n" + "= 4\n" * size


def standing_on_each_other(size: int) -> str:
    return "x0 = 1 + 1 = 2\n" + "".join(f"x{at} = x{at - 1} + 1 = {at + 2}\n" for at in range(1, size))


def names(size: int) -> str:
    return "".join(f"name{at} = {at % 97} + 1 = {at % 97 + 1}\n" for at in range(size))


def same_name(size: int) -> str:
    return "".join(f"x = {at % 97} + 1 = {at % 97 + 1}\n" for at in range(size))


def same_number(size: int) -> str:
    return "1/3 = 0.333\n0.333·3 = 1.000\n" * size


def words(size: int) -> str:
    return "".join(f"the sum of part {at} and part {at + 1}: 5\n" for at in range(size))


def name_of_many_words(size: int) -> str:
    return "long name " * size + "= 2 + 2 = 4\n"


def wide_table(size: int) -> str:
    row = "| " + " | ".join(str(at % 7) for at in range(size)) + " |\n"
    return row + "|---" * size + "|\n" + row * 3


def long_table(size: int) -> str:
    return "| a | b | a + b |\n|---|---|---|\n" + "".join(f"| {at} | 2 | {at + 2} |\n" for at in range(size))


def table_in_columns(size: int) -> str:
    return "item    count   price    cost\n" + "".join(f"part {at}      {at % 9}    2.50   {2.5 * (at % 9):.2f}\n" for at in range(size))  # fmt: skip


def wide_table_in_columns(size: int) -> str:
    return "\n".join("  ".join(f"{(at * row) % 83 / 10:.1f}" for at in range(size)) for row in range(1, 6)) + "\n"


def tables_again(size: int) -> str:
    return ("| n | price | cost |\n|---|---|---|\n| 2 | 1.5 | 3.0 |\n| 4 | 2.5 | 10.0 |\n| total | | 13.0 |\n\n") * size


def _of_decimals(rows: int, columns: int) -> str:
    source = Random(rows * columns)
    lines = ["| " + " | ".join(f"{source.uniform(0.1, 9):.2f}" for _ in range(columns)) + " |\n" for _ in range(rows)]
    return "| " + " | ".join(f"n{at}" for at in range(columns)) + " |\n" + "|---" * columns + "|\n" + "".join(lines)


def wide_table_of_decimals(size: int) -> str:
    return _of_decimals(12, size)


def long_table_of_decimals(size: int) -> str:
    return _of_decimals(size, 5)


def long_table_of_shares(size: int) -> str:
    numbers = [Random(size).uniform(-2, 3) for _ in range(size)]
    whole = sum(map(exp, numbers))
    rows = "".join(f"| {number:.2f} | {exp(number) / whole:.5f} |\n" for number in numbers)
    return "| x | softmax |\n|---|---|\n" + rows


def long_grid(size: int) -> str:
    return "W =\n" + "[1 2 3]\n" * size


def long_bracket(size: int) -> str:
    return "W = [" + "[1, 2, 3],\n" * size + "]\n"


def opened_over_lines(size: int) -> str:
    return "W = [\n" * size


def wide_rows(size: int) -> str:
    row = "[" + ", ".join(["1"] * size) + "]"
    return f"{row} + {row} = {row}\n"


def long_digits(size: int) -> str:
    return "7" * size + " + 1 = " + "7" * (size - 1) + "8\n"


def long_decimals(size: int) -> str:
    return f"1/3 = 0.{'3' * size}\n"


def towers(size: int) -> str:
    return "9^9^9^9^9 = 5\n2^2^2^2^2 = 7\n9^-9^9^9 = 1\n1e308*1e308 = 5\n1/0 = 3\n0/0 = 0\n" * size


def factorials(size: int) -> str:
    return "999999! = 1\n170! = 7\n" * size


def powers(size: int) -> str:
    return "2" + "^1" * size + " = 2\n"


def brackets_in_brackets(size: int) -> str:
    return "(" * size + "1" + " + 1)" * size + f" = {size + 1}\n"


def wrong_ones(size: int) -> str:
    return "x = 2 + 2 = 5\n" + "y = x + 1 = 6\n" * size


def blank_lines(size: int) -> str:
    return "2 + 2 =\n" + "\n" * size + "4\n"


SHAPES: list[tuple[Callable[[int], str], int]] = [
    (sum_of_ones, 9_000), (chain, 4_800), (chain_over_lines, 800), (standing_on_each_other, 800), (names, 800), (same_name, 800),
    (same_number, 400), (words, 800), (name_of_many_words, 1_800), (wide_table, 3_000), (long_table, 800), (wide_table_of_decimals, 40),
    (long_table_of_decimals, 200), (long_table_of_decimals, 398), (long_table_of_shares, 200), (long_table_of_shares, 398), (table_in_columns, 400), (wide_table_in_columns, 400), (tables_again, 120), (long_grid, 1_600),
    (long_bracket, 1_600), (opened_over_lines, 1_600), (wide_rows, 2_000), (long_digits, 9_000), (long_decimals, 18_000), (towers, 120),
    (factorials, 200), (powers, 9_000), (brackets_in_brackets, 3_000), (wrong_ones, 800), (blank_lines, 100_000),
]  # fmt: skip


@pytest.mark.parametrize(("made", "size"), SHAPES, ids=[f"{made.__name__}-{size}" for made, size in SHAPES])
def test_a_shape_takes_time_by_its_size(made: Callable[[int], str], size: int) -> None:
    assert growth_of_audit(made, size) < BOUND


@pytest.mark.parametrize("made", dict(SHAPES))
@pytest.mark.parametrize("name", ["page.md", "page.html", "page.py"])
def test_a_shape_is_audited_in_every_format(made: Callable[[int], str], name: str) -> None:
    holds_together(audited(made(30), name))


@pytest.mark.parametrize("made", [names, standing_on_each_other, chain_over_lines])
def test_thousands_of_links_end(made: Callable[[int], str]) -> None:
    audit = audited(made(3_000))
    assert audit.count(ClaimVerdict.WRONG) == 0


def test_a_tower_is_not_worked() -> None:
    audit = audited("9^9^9^9^9 = 5\n1e308*1e308 = 5\n1/0 = 3\n2 + 2 = 5\n")
    assert [claim.printed for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG] == ["5"]


# ---- nesting in formats


def notebook_text(size: int) -> str:
    source = {"cell_type": "markdown", "metadata": {}, "source": ["2 + 2 = 5\n"] * size}
    return json.dumps({"cells": [source], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


NESTED: dict[str, tuple[str, Callable[[int], str]]] = {
    "quotes": ("page.md", lambda size: ">" * size + " 2 + 2 = 5\n"),
    "lists": ("page.md", lambda size: "".join("  " * at + "- 2 + 2 = 4\n" for at in range(size // 40))),
    "divisions": ("page.html", lambda size: "<div>" * size + "2 + 2 = 5" + "</div>" * size),
    "tables": ("page.html", lambda size: "<table><tr><td>" * size + "2 + 2 = 5"),
    "superscripts": ("page.html", lambda size: "2" + "<sup>2" * size + " = 5"),
    "fractions": ("page.md", lambda size: "$" + "\\frac{1}{" * (size // 9) + "2" + "}" * (size // 9) + " = 5$\n"),
    "matrices": ("page.md", lambda size: "$$\n" + "\\begin{bmatrix}" * (size // 9) + "1 = 5\n$$\n"),
    "cell": ("page.ipynb", notebook_text),
}


@pytest.mark.parametrize("kind", NESTED)
def test_nesting_takes_time_by_its_depth(kind: str) -> None:
    name, made = NESTED[kind]
    assert growth_of_audit(made, 2_000, name) < BOUND


def test_a_notebook_nested_beyond_reading_is_said_in_a_word() -> None:
    with pytest.raises(KatatxError, match=r"page\.ipynb: [^\n]+\Z"):
        read_text("page.ipynb", "[" * 100_000)


# ---- encodings, and characters that are not what they seem


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        (b"2 + 2 = 5\0", "binary"),
        (bytes(range(256)) * 40, "binary"),
        ("Gr\u00f6\u00dfe: 2 + 2 = 5".encode("latin-1"), "not UTF-8"),
        (b"{", "JSON"),
        (b"\xef\xbb\xbf\xff", "not UTF-8"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_word(raw: bytes, word: str) -> None:
    with pytest.raises(KatatxError) as raised:
        read_bytes("page.ipynb" if word == "JSON" else "page.txt", raw)
    assert word in str(raised.value)
    assert "\n" not in str(raised.value)


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
    "override": "\u202e", "isolate": "\u2066", "line separator": "\u2028", "paragraph separator": "\u2029", "next line": "\x85",
    "escape": "\x1b[31m", "vertical tab": "\x0b", "combining": "\u0301", "plane 14": "\U000e0041", "delete": "\x7f", "no-break": "\u00a0",
}  # fmt: skip


@pytest.mark.parametrize("kind", HIDDEN)
def test_hidden_characters_make_nothing_right_wrong(kind: str) -> None:
    """Wherever one stands in a right line, and however many of them."""
    line = "a = 2·3 + 10 = 16"
    for at in range(len(line) + 1):
        for count in (1, 50):
            text = line[:at] + HIDDEN[kind] * count + line[at:]
            wrong = [claim for claim in audited(text + "\n").claims if claim.verdict is ClaimVerdict.WRONG]
            assert wrong == [] or _is_another_number(at, kind), (text, wrong)


def _is_another_number(at: int, kind: str) -> bool:
    """A space, or a line's end, between the digits of the result makes it another: `= 1 6`."""
    return at == 16 and kind in ("line separator", "paragraph separator", "next line", "vertical tab", "no-break")


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
