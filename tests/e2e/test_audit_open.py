"""`katatx audit FILE --open` in a real terminal: the page, a file that changes, and the exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.program import run_text
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


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-", "--open"], "name a single file"),
        (["a.md", "b.md", "--open"], "name a single file"),
        (["a.md", "--open", "--fix", "b.md"], "leave out --format and --fix"),
        (["a.md", "--open"], "--open needs a terminal"),
    ],
)
def test_what_does_not_go_together_is_one_line(arguments: list[str], told: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(WRONG, encoding="utf-8")
    done = run_text("audit", *arguments, typed=b"")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
