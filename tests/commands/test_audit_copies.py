"""Corrected copies are whole or not there, whatever comes in between."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from katatx.commands.auditing.copies import Copies
from katatx.commands.auditing.sources import Given, Source, audited
from katatx.errors import KatatxError


def copies(folder: Path) -> tuple[Copies, Source]:
    page = folder / "page.md"
    page.write_text("3 + 3 = 7\n")
    source = Source(page, str(page))
    return Copies(str(folder / "copy.md"), Given([str(page)]), [source]), source


def write(made: Copies, source: Source) -> None:
    audit = audited(source).audit
    assert audit is not None
    made.write(source, audit)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_interrupt_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, source = copies(tmp_path)

    def interrupted(part: Path, target: Path) -> None:
        assert part.read_text() == "3 + 3 = 6\n"
        assert not target.exists()
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "link", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(made, source)
    assert names(tmp_path) == ["page.md"]


def test_a_file_that_comes_in_between_stays(tmp_path: Path) -> None:
    made, source = copies(tmp_path)
    (tmp_path / "copy.md").write_text("another's")
    with pytest.raises(KatatxError, match="cannot be written"):
        write(made, source)
    assert (tmp_path / "copy.md").read_text() == "another's"
    assert names(tmp_path) == ["copy.md", "page.md"]
