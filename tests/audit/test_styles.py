"""Pages worked by hand in many styles: most of what their authors list is checked, and nothing right is called wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.planting import listed_claims, page_paths, reached

LEAST_CHECKED = 0.65


@pytest.mark.parametrize("path", page_paths(), ids=lambda path: path.name)
def test_nothing_right_is_called_wrong(path: Path) -> None:
    assert [(claim.text, claim.printed, claim.calculation, claim.true) for claim in reached(path).alarms] == []


def test_most_listed_claims_are_checked() -> None:
    found = [reached(path) for path in page_paths()]
    assert sum(each.checked for each in found) >= LEAST_CHECKED * sum(each.listed for each in found)


@pytest.mark.parametrize("path", page_paths(), ids=lambda path: path.name)
def test_the_list_is_of_the_page(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    listed = listed_claims(path)
    assert listed
    assert all(each.printed and 1 <= each.line <= len(lines) and each.verdict == "right" for each in listed)


def test_a_list_with_wrong_claims(tmp_path: Path) -> None:
    path = tmp_path / "sums.txt"
    path.write_text("2 + 3 = 6\n2 + 2 = 5\n1 + 1 = 2\n[1, 2] + [3, 4] = [4, 7]\n3 + 4 is a sum\n", encoding="utf-8")
    path.with_suffix(".claims.json").write_text(
        '[{"line": 1, "printed": "6", "verdict": "wrong"}, {"line": 3, "printed": "2"},'
        ' {"line": 4, "printed": "4 7", "verdict": "wrong"}, {"line": 5, "printed": "7", "verdict": "wrong"}]',
        encoding="utf-8",
    )
    assert page_paths([tmp_path]) == [path]
    found = reached(path)
    assert (found.listed, found.checked, found.wrong, found.found) == (4, 3, 3, 2)
    assert [claim.printed for claim in found.alarms] == ["5"]
