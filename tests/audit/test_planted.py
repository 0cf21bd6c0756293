"""Errors planted in right pages are found on their lines, and nothing else is called wrong for them."""

from __future__ import annotations

import pytest

from tests.audit.planting import Outcome, errors, outcome, page_paths

pytestmark = pytest.mark.slow

PLANTED = 300
LEAST_FOUND = 0.8
MOST_BESIDE = 3


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return [outcome(error) for error in errors(page_paths(), PLANTED, seed=1)]


@pytest.mark.nightly
def test_planted_errors_are_found(outcomes: list[Outcome]) -> None:
    real = [each for each in outcomes if not each.error.honest]
    missed = [(each.error.path.name, each.error.lines, each.error.change) for each in real if not each.found]
    assert len(missed) <= (1 - LEAST_FOUND) * len(real), missed


@pytest.mark.nightly
def test_nothing_else_is_called_wrong(outcomes: list[Outcome]) -> None:
    beside = [(each.error.path.name, each.error.lines, each.beside) for each in outcomes if each.beside]
    assert len(beside) <= MOST_BESIDE, beside


@pytest.mark.nightly
def test_an_honest_rounding_is_hardly_ever_called_wrong(outcomes: list[Outcome]) -> None:
    called = [each.error.change for each in outcomes if each.found and each.error.honest]
    assert len(called) <= 1, called
