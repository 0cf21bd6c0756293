"""Wrong results that are fractions, and the fractions that a corrected copy has in their place."""

from __future__ import annotations

import json

import pytest

from katatx.audit.findings import ClaimVerdict
from katatx.audit.reports.corrected import corrected, corrections, left_wrong
from tests.audit.planting import audited


def put_right(text: str, name: str = "page.md") -> str:
    return corrected(audited(text, name))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("1/5 + 2/5 = 3/4", "1/5 + 2/5 = 3/5"),
        # The denominator stays where the truth may have it.
        ("1/8 + 5/8 = 7/8", "1/8 + 5/8 = 6/8"),
        ("1/8 + 3/8 = 3/4", "1/8 + 3/8 = 2/4"),
        ("2/3 - 3/4 = 1/12", "2/3 - 3/4 = -1/12"),
        ("1/4 − 3/4 = −1/4", "1/4 − 3/4 = −2/4"),
        ("√3·√3 = 7/2", "√3·√3 = 3"),
        ("3/4 + 1/4 = 3/2", "3/4 + 1/4 = 1"),
        ("1/3 · 2/7 = 2 / 20", "1/3 · 2/7 = 2 / 21"),
        ("3/8 + 1/4 = ⅞", "3/8 + 1/4 = ⅝"),
        ("1/4 + 1/9 = ½", "1/4 + 1/9 = 13/36"),
        ("3/2 + 1/4 = 1½", "3/2 + 1/4 = 1¾"),
        ("[1/5, 2/5]·[1, 1] = 3/4", "[1/5, 2/5]·[1, 1] = 3/5"),
        ("$\\frac{1}{6} + \\frac{1}{6} = \\frac{1}{4}$", "$\\frac{1}{6} + \\frac{1}{6} = \\frac{1}{3}$"),
        ("$\\frac16 + \\frac16 = \\frac14$", "$\\frac16 + \\frac16 = \\frac13$"),
        ("$\\frac16 + \\frac1{11} = \\frac15$", "$\\frac16 + \\frac1{11} = \\frac{17}{66}$"),
    ],
)  # fmt: skip
def test_a_wrong_fraction_becomes_the_true_one(text: str, right: str) -> None:
    assert put_right(text) == right
    assert not audited(right, "page.md").count(ClaimVerdict.WRONG)


def test_a_fraction_in_markup_keeps_its_markup() -> None:
    page = "<p>2/7 + 1/7 = <math><mfrac><mn>4</mn><mn>7</mn></mfrac></math></p>"
    assert put_right(page, "page.html") == page.replace("<mn>4<", "<mn>3<")


def test_a_notebook_stays_one() -> None:
    text = "$\\frac15 + \\frac25 = \\frac34$, and 1/6 + 1/6 = 1/4"
    book = {"nbformat": 4, "cells": [{"cell_type": "markdown", "source": [text]}]}
    found = json.loads(put_right(json.dumps(book), "page.ipynb"))
    assert found["cells"][0]["source"] == ["$\\frac15 + \\frac25 = \\frac35$, and 1/6 + 1/6 = 1/3"]


@pytest.mark.parametrize("text", ["e^1 = 3/2", "√2 + √2 = 7/2", "2 + 3 = 4 + 2", "(1, 2) + (1, 1) = (4/2, 3) + (1, 1)"])
def test_what_no_simple_fraction_puts_right_is_left_and_counted(text: str) -> None:
    audit = audited(text)
    assert audit.count(ClaimVerdict.WRONG) == left_wrong(audit) == 1
    assert corrections(audit) == []
    assert corrected(audit) == text


@pytest.mark.parametrize("text", ["1/5 + 2/5 = 3/5", "1/3 + 1/3 = 6/9", "√3·√3 = 6/2", "3/2 + 1/4 = 1¾"])
def test_a_right_fraction_stays(text: str) -> None:
    audit = audited(text)
    assert (audit.checked, audit.count(ClaimVerdict.WRONG)) == (1, 0)
    assert put_right(text) == text


def test_a_fraction_is_one_number_to_correct() -> None:
    (claim,) = audited("so 1/5 + 2/5 = 3/4 of it").claims
    (figure,) = claim.figures
    assert (figure.start, figure.stop, figure.correct) == (15, 18, "3/5")
