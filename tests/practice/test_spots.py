"""Spots of all decks: their lines hold only numbers that a person would write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from katatx.decks.loading import load_library
from katatx.decks.prepared import prepare
from katatx.questions.asking import ask
from katatx.questions.spot import SpotQuestion
from scoring.places import unit, whole_at

DRAWS = 8
SPOTS = [
    prepared
    for deck in load_library(Path("nowhere")).decks.values()
    for drill in deck.drills
    if (prepared := prepare(deck, drill)).is_spot
]


@pytest.mark.parametrize("prepared", SPOTS, ids=lambda prepared: prepared.name)
def test_no_line_has_a_number_that_nobody_would_write(prepared) -> None:
    for seed in (None, *range(DRAWS)):
        question = ask(prepared, seed)
        assert isinstance(question, SpotQuestion)
        for line in question.spot.lines:
            for text in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?", line.text.rpartition(" = ")[2]):
                number = float(text)
                decimals = len(text.partition(".")[2])
                assert abs(number) < (1000 if decimals else 10_000_000), line
                kept = whole_at(number, 3) and (decimals <= 2 or not text.endswith("0"))
                assert abs(number) < 0.01 or 10.0**-decimals >= unit(number) * 0.999 or kept, line
