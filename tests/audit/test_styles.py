"""Pages worked by hand in many styles: most of what their authors list is checked, and nothing right is called wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.planting import page_paths, reached

LEAST_CHECKED = 0.65


@pytest.mark.parametrize("path", page_paths(), ids=lambda path: path.name)
def test_nothing_right_is_called_wrong(path: Path) -> None:
    assert [(claim.text, claim.printed, claim.calculation, claim.true) for claim in reached(path).alarms] == []


def test_most_listed_claims_are_checked() -> None:
    found = [reached(path) for path in page_paths()]
    assert sum(each.checked for each in found) >= LEAST_CHECKED * sum(each.listed for each in found)
