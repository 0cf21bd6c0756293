"""Corrected pages: what follows from a wrong number is corrected with it, and nothing else."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from katatx.audit.fixing import Fixed, fix
from tests.audit import planting

SHARES = """e^1 = 2.718, e^2 = 7.389, e^3 = 20.086

sum = 2.718 + 7.389 + 20.086 = 30.193

shares: 2.718 / 30.193 = 0.090, 7.389 / 30.193 = 0.245, 20.086 / 30.193 = 0.665
"""
NAMED = """x = 2.25 + 3.14 = 5.39

y = x·2 = 10.78

z = y + 1.5 = 12.28

z / 3 = 4.093
"""


audited = partial(planting.audited, name="page.md")


def fixed(text: str, name: str = "page.md") -> Fixed:
    return fix(audited(text, name=name))


def test_a_number_in_a_table_loses_its_multiplier_and_keeps_its_percent_sign():
    thousands = "| n | n × 1000 |\n|---|---|\n| 2 | 2K |\n| 3 | 3K |\n| 4 | 4K |\n| 5 | {} |\n"
    assert fixed(thousands.format("6K")).source == thousands.format("5000")
    hundredths = thousands.replace("1000", "0.01").replace("K", "%")
    assert [claim.printed for claim in audited(hundredths.format("6%")).claims][-1] == "6%"
    assert fixed(hundredths.format("6%")).source == hundredths.format("5%")


def test_a_wrong_number_is_corrected_wherever_a_calculation_repeats_it():
    wrong = "total = 2.718 + 54.598 = 57.613\n\ncat: 2.718 / 57.613 = 0.047\n\nsat: 54.598 / 57.613 = 0.948\n"
    right = "total = 2.718 + 54.598 = 57.316\n\ncat: 2.718 / 57.316 = 0.047\n\nsat: 54.598 / 57.316 = 0.953\n"
    assert fixed(wrong) == (right, 4, 0)


def test_results_that_follow_by_name_are_corrected_step_by_step():
    wrong = NAMED.replace("5.39", "6.39").replace("10.78", "12.78").replace("12.28", "14.28").replace("4.093", "4.760")
    assert fixed(wrong) == (NAMED, 4, 0)


@pytest.mark.parametrize(
    "kept",
    [
        "The rent was 57.613 before.\n\n2.718 + 54.598 = {}\n\n57.613 / 2 = 28.807\n",  # given above
        "2.718 + 54.598 = {}\n\n50.5 + 7.113 = 57.613\n\n57.613 / 2 = 28.807\n",  # a right result below
        "2.718 + 54.598 = {}\n\nSee version 1.57.613.\n",  # part of another number
    ],
)
def test_the_same_digits_in_another_meaning_stay(kept):
    assert fixed(kept.format("57.613")).source == kept.format("57.316")


def test_what_cannot_be_written_is_left_and_counted():
    assert fixed("2 + 3 = 4 + 2\n\n7 + 8 = 16\n") == ("2 + 3 = 4 + 2\n\n7 + 8 = 15\n", 1, 1)


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("page.html", "<p>1.25 + <b>2.5</b> = 3.85</p>\n<p>3.85·2 = 7.70</p>", "<p>1.25 + <b>2.5</b> = 3.75</p>\n<p>3.75·2 = 7.50</p>"),
        ("page.tex", "$1.25 + 2.5 = 3.85$ % so\n\n$3.85 \\cdot 2 = 7.70$", "$1.25 + 2.5 = 3.75$ % so\n\n$3.75 \\cdot 2 = 7.50$"),
        (
            "page.ipynb",
            '{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": ["1.25 + 2.5 = 3.85\\n", "\\n", "3.85·2 = 7.70"]}]}',
            '{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": ["1.25 + 2.5 = 3.75\\n", "\\n", "3.75·2 = 7.50"]}]}',
        ),
    ],
)  # fmt: skip
def test_every_kind_of_page_is_read_again_as_what_it_is(name, wrong, right):
    assert fixed(wrong, name).source == right


@settings(max_examples=10)
@given(st.sampled_from([SHARES, NAMED]), st.data())
def test_a_changed_digit_of_a_result_leaves_no_wrong_result(page, data):
    results = [figure for figure in claims_of(page) if figure[1] - figure[0] > 2]
    start, stop = data.draw(st.sampled_from(results))
    at = data.draw(st.sampled_from([place for place in range(start, stop) if page[place].isdigit()]))
    spoilt = page[:at] + str((int(page[at]) + data.draw(st.integers(1, 9))) % 10) + page[at + 1 :]
    found = audited(spoilt)
    made = fix(found)
    assert (made.left, len(audited(made.source).wrong)) == (0, 0)
    assert (made.corrected > 0) == bool(found.wrong)
    assert len(made.source.splitlines()) == len(page.splitlines())


def claims_of(text: str) -> list[tuple[int, int]]:
    """Return where the results of a page stand."""
    return [(claim.stop - len(claim.printed), claim.stop) for claim in audited(text).claims]
