"""Formulas in reStructuredText and AsciiDoc, as lines in pencil notation."""

from __future__ import annotations

import pytest

from katatx.pages.documents.formulas import read_plain


def texts(text: str) -> list[str]:
    return [line.text.strip() for line in read_plain(text) if line.text.strip()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Then :math:`\sqrt{16} = 4` holds.", ["Then √16 = 4 holds."]),
        ("Here\n\n.. math::\n\n   \\frac{6}{2} = 3\n\nand on.\n", ["Here", "6/2 = 3", "and on."]),
        ("A\n\n.. math:: \\frac{6}{2} = 3\n\nB\n", ["A", "6/2 = 3", "B"]),
        (".. math::\n   :label: first\n\n   \\frac{6}{2} = 3\n", ["6/2 = 3"]),
        (".. math::\n\n   a &= 2 \\cdot 3 \\\\\n     &= 6\n\nB\n", ["a = 2 · 3", "= 6", "B"]),
    ],
)
def test_formulas_of_other_markup(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_every_character_keeps_its_place() -> None:
    text = "x\n\n.. math::\n\n   2 \\cdot 3 = 6\n\ny :math:`a = 5` z\n"
    for line in read_plain(text):
        for letter, place in zip(line.text, line.offsets, strict=True):
            assert text[place] == letter or letter in "·√ "
