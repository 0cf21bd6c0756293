"""Errors planted in right pages are found on their lines, and nothing else is called wrong for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.planting import Outcome, clean_audit, errors, outcome, page_paths, results

pytestmark = pytest.mark.slow

PLANTED = 300
LEAST_FOUND = 0.75
MOST_BESIDE = 3


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return [outcome(error) for error in errors(page_paths(), PLANTED, seed=1)]


def test_planted_errors_are_found(outcomes: list[Outcome]) -> None:
    real = [each for each in outcomes if not each.error.honest]
    missed = [(each.error.path.name, each.error.lines, each.error.change) for each in real if not each.found]
    assert len(missed) <= (1 - LEAST_FOUND) * len(real), missed


def test_nothing_else_is_called_wrong(outcomes: list[Outcome]) -> None:
    beside = [(each.error.path.name, each.error.lines, each.beside) for each in outcomes if each.beside]
    assert len(beside) <= MOST_BESIDE, beside


def test_an_honest_rounding_is_not_called_wrong(outcomes: list[Outcome]) -> None:
    assert [each.error.change for each in outcomes if each.found and each.error.honest] == []


def test_an_error_changes_its_lines_and_no_other() -> None:
    for error in errors(page_paths(), 40, seed=2):
        before = clean_audit(error.path).page.source.split("\n")
        pairs = enumerate(zip(before, error.source.split("\n"), strict=True), 1)
        assert tuple(line for line, (one, other) in pairs if one != other) == error.lines


def test_errors_of_a_seed_begin_alike() -> None:
    assert errors(page_paths(), 5, seed=3) == errors(page_paths(), 8, seed=3)[:5]


def test_the_numbers_of_a_result(tmp_path: Path) -> None:
    path = tmp_path / "page.txt"
    path.write_text("a = 2·3 + 1 = 7\n2 + 2 - 6 = −2, [1, 2] + [1, 3] = [2, 5]\n1/8 = 12.5%\n", encoding="utf-8")
    found = [[(each.text, each.start, each.true) for each in numbers] for numbers in results(path)]
    assert found == [[("7", 14, 7)], [("−2", 28, -2)], [("2", 51, 2), ("5", 54, 5)], [("12.5", 63, 12.5)]]
