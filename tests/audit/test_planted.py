"""Errors planted in right pages are found, where they were planted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.planting import Outcome, clean_audit, edited, errors, numbers_of, outcome, page_paths

PLANTED = 100
LEAST_FOUND = 95
MOST_BESIDE = 1


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return [outcome(error) for error in errors(PLANTED, seed=1)]


def test_planted_errors_are_found(outcomes: list[Outcome]) -> None:
    missed = [each.error for each in outcomes if not each.found and not each.error.honest]
    honest = sum(each.error.honest and not each.found for each in outcomes)
    assert 100 * len(missed) <= (100 - LEAST_FOUND) * (PLANTED - honest), [
        (error.page, error.lines, error.before, error.after) for error in missed
    ]


def test_what_only_stands_on_an_error_is_not_called_wrong(outcomes: list[Outcome]) -> None:
    beside = [(each.error.page, each.error.lines, each.beside) for each in outcomes if each.beside]
    assert sum(len(claims) for _, _, claims in beside) <= MOST_BESIDE, beside


def test_what_is_honest_is_never_called_wrong(outcomes: list[Outcome]) -> None:
    """The same truth rounded another way, as |changed - true| <= half a unit of its last place shows."""
    assert [each.error for each in outcomes if each.found and each.error.honest] == []


def test_errors_are_the_same_from_the_same_seed() -> None:
    assert list(errors(5, seed=3)) == list(errors(8, seed=3))[:5]


def test_an_error_changes_what_it_says_and_nothing_else() -> None:
    for error in errors(40, seed=2):
        path = next(path for path in page_paths() if path.name == error.page)
        source = clean_audit(path).page.source
        changed = edited(source, error.edits)
        lines = zip(source.split("\n"), changed.split("\n"), strict=True)
        assert tuple(number for number, (one, other) in enumerate(lines, 1) if one != other) == error.lines
        first, last = min(edit.start for edit in error.edits), max(edit.stop for edit in error.edits)
        assert changed[:first] == source[:first]
        assert changed[first:] != source[first:]
        assert changed.endswith(source[last:])


def test_the_numbers_of_a_claim_are_those_of_its_result(tmp_path: Path) -> None:
    path = tmp_path / "page.txt"
    path.write_text("a = 2·3 + 1 = 7\n2 + 2 - 6 = −2, [1, 2] + [1, 3] = [2, 5]\n", encoding="utf-8")
    audit = clean_audit(path)
    places = [[(each.text, each.start) for each in numbers_of(path, claim)] for claim in audit.claims]
    assert places == [[("7", 14)], [("2", 29)], [("2", 51), ("5", 54)]]


def test_most_claims_can_be_changed() -> None:
    claims = [(path, claim) for path in page_paths() for claim in clean_audit(path).claims if claim.true is not None]
    assert sum(bool(numbers_of(path, claim)) for path, claim in claims) > 0.9 * len(claims)
