"""`katatx audit FILE --open` in a real terminal: the page, a file that changes, and the exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal

WRONG = "# Sums\n\n3 + 4 = 7\n\n2 + 2 = 5\n"
RIGHT = WRONG.replace("= 5", "= 4")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(WRONG, encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_page_is_opened_changed_and_left(page: Path, home: Path) -> None:
    terminal = Terminal("audit", str(page), "--open", home=home)
    terminal.wait_for("page › page.md", "✓ 1   ✗ 1", "▸ 5 ✗ 2 + 2 = 5", "true  4")
    page.write_text(RIGHT, encoding="utf-8")
    terminal.wait_for("✓ 2", "▸ 5 ✓ 2 + 2 = 4")
    page.write_text(WRONG, encoding="utf-8")
    terminal.wait_for("✓ 1   ✗ 1")
    terminal.send("q")
    assert terminal.wait_for_exit() == 1
