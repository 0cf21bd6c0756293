"""The pages in files and folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from katatx.pages.documents.finding import find_documents


def touch(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")


def found(root: Path, *paths: str) -> list[str]:
    return [path.relative_to(root).as_posix() for path in find_documents([root / path for path in paths])]


def test_folders_are_searched_in_order(tmp_path: Path) -> None:
    touch(tmp_path, "b.md", "a.txt", "c/d/e.ipynb", "c/a.html", "z.markdown", "y.HTM", "code.py", "pic.png", "c.md")
    touch(tmp_path, "f.tex", "g.rst", "h.org", "j.xhtml", "k.text", "l.csv")
    pages = ["a.txt", "b.md", "c.md", "f.tex", "g.rst", "h.org", "j.xhtml", "k.text", "y.HTM", "z.markdown"]
    assert found(tmp_path, "") == [*pages, "c/a.html", "c/d/e.ipynb"]


def test_hidden_folders_and_those_of_tools_are_passed_over(tmp_path: Path) -> None:
    touch(tmp_path, ".git/a.md", ".venv/a.md", "node_modules/x/a.md", "__pycache__/a.md", "own/a.md")
    assert found(tmp_path, "") == ["own/a.md"]
    assert found(tmp_path, ".git") == [".git/a.md"]


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    touch(tmp_path, "a/b/x.md")
    (tmp_path / "a/b/up").symlink_to(tmp_path / "a", target_is_directory=True)
    (tmp_path / "a/b/self").symlink_to("self")
    assert found(tmp_path, "a") == ["a/b/x.md"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads every folder")
def test_a_folder_that_cannot_be_read_is_told_and_the_others_are_searched(tmp_path: Path) -> None:
    touch(tmp_path, "a/x.md", "b/y.md", "c/z.md")
    (tmp_path / "b").chmod(0)
    told: list[str] = []
    pages = list(find_documents([tmp_path], lambda error: told.append(str(error))))
    (tmp_path / "b").chmod(0o700)
    assert [page.name for page in pages] == ["x.md", "z.md"]
    assert [line.endswith("cannot be read: permission denied") for line in told] == [True]
