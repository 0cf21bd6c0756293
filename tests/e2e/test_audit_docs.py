"""docs/audit.md: every page that it shows is audited, and its files are read as what they are."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

from tests.conftest import ROOT
from tests.e2e.program import run_text

TEXT = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^(`{3,4})(\w+)(?: title=(\S+))?\n(.*?)^\1$", re.DOTALL | re.MULTILINE)


def titled(*kinds: str) -> dict[str, str]:
    return {title: body for _, kind, title, body in _BLOCK.findall(TEXT) if kind in kinds and title}


def audit(arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return run_text(*shlex.split(arguments), cwd=folder)


def test_every_option_is_told_of() -> None:
    done = audit("audit --help", ROOT)
    options = set(re.findall(r"--[a-z-]+", done.stdout)) - {"--help"}
    assert options
    for option in options:
        assert f"`{option}" in TEXT, option


def test_the_copy_of_the_page_shown_is_as_told(tmp_path: Path) -> None:
    page = titled("md")["portions.md"]
    (tmp_path / "portions.md").write_text(page, encoding="utf-8")
    done = audit("audit portions.md --fix better.md", tmp_path)
    assert done.stdout.endswith('\n"better.md": 4 numbers corrected\n')
    copy = (tmp_path / "better.md").read_text(encoding="utf-8")
    assert copy == page.replace("57.613", "57.316").replace("0.948", "0.953")
