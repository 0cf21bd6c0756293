"""Markdown read into lines: marks gone, arithmetic left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.pages.documents.markdown import read_markdown
from katatx.pages.page import Kind


def lines(text: str, kind: Kind = Kind.TEXT) -> list[str]:
    return [line.text for line in read_markdown(text) if line.text and line.kind is kind]


def one(text: str) -> str:
    """Return what a text reads as, whatever white space marks have left."""
    return " ".join(" ".join(lines(text)).split())


@pytest.mark.parametrize(
    "text",
    [
        "2*3 + 4*5 = 26",
        "2 * 3 + 4 * 5 = 26",
        "a*b + c*d = 7",
        "[1, 2, 3](...) and [1, 2](3, 4) and [x](a/b)",
        "x_1 + x_2 = a_b_c",
        "3 < 4 and 5 > 2",
        "|x| = 3",
        "-5 + 3 = -2",
        "p* = 0.5, q* = 0.25",
        "x^2^ and H~2~O",
    ],
)
def test_arithmetic_survives(text: str) -> None:
    assert one(text) == text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("the **sum** is *4*", "the sum is 4"),
        ("***both*** and __bold__ and _it_", "both and bold and it"),
        ("*2*3 = 6*", "2*3 = 6"),
        ("**w**·**x** = 1", "w·x = 1"),
        ("`2*3 = 6` and (`*a*`)", "2*3 = 6 and (*a*)"),
        (r"2 \* 3 and 2\*3 and \_x\_", "2 * 3 and 2*3 and _x_"),
        ("[the sum](http://x.org/a_(b)) is 3", "the sum is 3"),
        ('see [it](page.html "a title") here', "see it here"),
        ("e<sup>2</sup> x<sub>1</sub> e<sup>-1</sup>", "e^2 x_1 e^(-1)"),
        ("3&times;4 &lt; 5&#43;6", "3×4 < 5+6"),
        ("1 <!-- 2+2=5 --> 2", "1 2"),
        ("~~2+2=5~~ 2+2=4", "2+2=4"),
        ("<del>$2+2=5$ *a*</del> 2+2=4, the <s> token, <x, y> = 3", "2+2=4, the token, <x, y> = 3"),
        ("the <s> token, e<sup>2</sup>", "the token, e^2"),
        ("e<sup>-<i>x</i></sup> y<sup>[1](#n)</sup> *a*", "e^(-x) y^1 a"),
        ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> or", "1/2 or"),
        ("| a<br>b | c |\n|--|--|", "| a b | c | |--|--|"),
        (r"so $\frac{6}{2} \cdot 3 = 9$ and", "so 6/2·3 = 9 and"),
        (r"\(\sqrt{2}\) and \\(2^{3}\\)", "√2 and 2^3"),
        (r"\[1, 2\] · \[3, 4\] = 11", "[1, 2] · [3, 4] = 11"),
        ("$a_1 * b_1$ and $a_2 * b_2$", "a_1*b_1 and a_2*b_2"),
    ],
)
def test_marks_are_gone(text: str, read: str) -> None:
    assert one(text) == read


def test_blocks_lose_their_marks_and_keep_their_columns() -> None:
    text = "# Title ##\n\nHead\n====\n\n> quoted\n> - in it\n\n1. one\n   goes on\n2. two\n\n* star\n+ plus\n- minus\n"
    assert lines(text) == [
        "  Title",
        "Head",
        "====",
        "  quoted",
        "    in it",
        "   one",
        "   goes on",
        "   two",
        "  star",
        "  plus",
        "  minus",
    ]


def test_code_is_told_from_text() -> None:
    text = "```python\nx = 2*3  # *6*\n```\n\n```\n2*3 = *6*\n```\n\n~~~text\na_b_\n~~~\n\n```output\n6\n```\n\n    **4*5**\n"
    assert lines(text, Kind.CODE) == ["x = 2*3  # *6*"]
    assert lines(text) == ["2*3 = *6*", "a_b_", "    **4*5**"]
    assert lines(text, Kind.OUTPUT) == ["6"]


def test_tables_stay_lines() -> None:
    text = "| x | **w** | `x*w` |\n|---|---|---|\n| 1 | 2*3 | $\\frac{1}{2}$ |\n\n> a | b\n> --|--\n> 1 | 2\n"
    assert lines(text) == [
        "| x |   w   |  x*w  |",
        "|---|---|---|",
        "| 1 | 2*3 | 1/2 |",
        "  a | b",
        "  --|--",
        "  1 | 2",
    ]


def test_displayed_formulas_are_no_lists_and_no_headings() -> None:
    text = "So\n$$\na = 1\n+ 2\n= 3\n$$\n\n- in a list\n  $$\n  \\begin{aligned}\n  b &= 1 \\\\\n  - c &= 2\n  \\end{aligned}\n  $$\n"
    assert [line.strip() for line in lines(text)] == ["So", "a = 1 + 2 = 3", "in a list", "b = 1", "-c = 2"]


def test_a_sum_below_each_other_keeps_its_signs_and_a_list_of_numbers_has_none() -> None:
    assert lines("  12\n+ 30\n----\n  42\n") == ["  12", "+ 30", "----", "  42"]
    assert lines("  12\n- 3\n- 4\n") == ["  12", "- 3", "- 4"]
    assert lines("numbers:\n\n- 3\n- 4\n") == ["numbers:", "  3", "  4"]


@given(st.text(st.sampled_from("ab12 *_`$\\{}[]()<>|~#-+=\n\t&;!^.\"'é√\r"), max_size=80))
def test_whatever_stands_there_each_character_has_a_place(text: str) -> None:
    for line in read_markdown(text):
        assert len(line.offsets) == len(line.text)
        assert all(0 <= at < len(text) for at in line.offsets)
        assert "\n" not in line.text


@given(st.lists(st.sampled_from(["2*3", "+", "4", "=", "-1", "x_1", "a*b", "(1+2)*3", "\n", "|", "2**3"]), max_size=20))
def test_calculations_keep_every_figure(words: list[str]) -> None:
    text = "so " + " ".join(words).replace("\n ", "\nand ")
    for line in read_markdown(text):
        assert line.text == "".join(text[at] for at in line.offsets)
    assert "\n".join(line.text for line in read_markdown(text)).split() == text.split()
