"""CONTRIBUTING.md: an operation, a drill, a command and a screen, each added to a copy of the project and seen to work."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.shown_commands import shell, work_through

pytestmark = pytest.mark.slow

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

SHOW_SCREEN = """
import asyncio
from katatx.app.about import AboutScreen
from katatx.app.app import KatatxApp

async def main():
    app = KatatxApp(AboutScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        print(app.screen.query_one("#where").content, app.screen.query('Card Static').first().content)
        await pilot.press("question_mark")
        print(type(app.screen).__name__)

asyncio.run(main())
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for room in ("katatx", "scoring", "tests", "drills"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "__snapshots__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_each_of_them_works_as_soon_as_it_is_written(copy: Path) -> None:
    work_through(TEXT, copy)
    assert "span(numbers)" in shell(copy, "katatx check --list")
    assert "not smallest = 0\n        Measured from 0." in shell(copy, "katatx check --list span")
    assert "Subtracted the first number from the last" in shell(copy, "katatx grade ./spans.yaml/reach 2 || true")
    assert int(shell(copy, "katatx recipes")) > 130
    assert "recipes" in shell(copy, "katatx --help")
    (copy / "show.py").write_text(SHOW_SCREEN)
    shown, over = shell(copy, f"PYTHONPATH=. '{sys.executable}' show.py").splitlines()
    assert shown.startswith("katatx  about katatx ")
    assert over == "HelpScreen"
    tests = "tests/engine/test_oracles.py tests/engine/test_wrong_turns.py tests/engine/test_bands.py"
    passed = shell(
        copy, f"'{sys.executable}' -m pytest -q -p no:cacheprovider {tests} -m '' -k 'span or by_hand' | tail -1"
    )
    assert " passed" in passed
    assert "failed" not in passed
