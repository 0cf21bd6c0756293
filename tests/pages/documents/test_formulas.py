"""Formulas in plain text and reStructuredText, as lines of pencil text."""

from __future__ import annotations

import pytest

from katatx.pages.documents.formulas import read_plain
from katatx.pages.documents.markdown import read_markdown


def texts(text: str) -> list[str]:
    return [line.text.strip() for line in read_plain(text) if line.text.strip()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Then :math:`\sqrt{16} = 4` holds.", ["Then √16 = 4 holds."]),
        ("Here\n\n.. math::\n\n   \\frac{6}{2} = 3\n\nand on.\n", ["Here", "6/2 = 3", "and on."]),
        ("A\n\n.. math:: \\frac{6}{2} = 3\n\nB\n", ["A", "6/2 = 3", "B"]),
        (".. math::\n   :label: first\n\n   \\frac{6}{2} = 3\n", ["6/2 = 3"]),
        (".. math::\n\n   a &= 2 \\cdot 3 \\\\\n     &= 6\n\nB\n", ["a = 2·3 = 6", "B"]),
    ],
)
def test_formulas_of_other_markup(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("it costs $5 and $6 today", "it costs $5 and $6 today"),
        ("from $5-$6 to US$7$", "from $5-$6 to US$7$"),
        ("so $x^{2}$ is 4", "so x^2 is 4"),
        ("10$^{-3}$", "10^(-3)"),
        (r"so \(\frac{1}{2}\) is", "so 1/2 is"),
        (r"\$5 and \$6", r"\$5 and \$6"),
    ],
)
def test_only_a_dollar_that_opens_and_closes_is_mathematics(text: str, read: str) -> None:
    assert texts(text) == [read]


def test_an_environment_may_have_blank_lines() -> None:
    rows = "\\begin{align}\na &= 2 \\cdot 3 \\\\\n\n&= 6\n\\end{align}\n"
    assert texts(rows) == [line.text for line in read_markdown(rows) if line.text] == ["a = 2·3 = 6"]


def test_every_character_keeps_its_place() -> None:
    text = "x\n\n.. math::\n\n   2 \\cdot 3 = 6\n\ny :math:`a = 5` z\n"
    for line in read_plain(text):
        for letter, place in zip(line.text, line.offsets, strict=True):
            assert text[place] == letter or letter in "·√ "
