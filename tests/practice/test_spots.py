"""Spots of all decks: their lines hold only numbers that a person would write."""

from __future__ import annotations

import re
from itertools import product

import pytest

from katatx.questions.asking import ask
from scoring.places import unit, whole_at


@pytest.mark.nightly
def test_no_line_has_a_number_that_nobody_would_write(prepared_drills) -> None:
    for prepared, seed in product([each for each in prepared_drills if each.is_spot], (None, 1, 2)):
        question = ask(prepared, seed)
        for line in question.spot.lines:
            for text in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?", line.text.rpartition(" = ")[2]):
                number = float(text)
                decimals = len(text.partition(".")[2])
                assert abs(number) < (1000 if decimals else 10_000_000), line
                kept = whole_at(number, 3) and (decimals <= 2 or not text.endswith("0"))
                assert abs(number) < 0.01 or 10.0**-decimals >= unit(number) * 0.999 or kept, line
