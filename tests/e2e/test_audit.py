"""`katatx audit` as a person and a script have it: reports, exit status, one line on stderr."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.program import run_text

RIGHT = "# Sums\n\n3 + 4 = 7\n\n2·5 = 10\n"
WRONG = "# Sums\n\n3 + 4 = 7\n\n2 + 2 = 5\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pages(folder: Path, **texts: str) -> None:
    """Pages by name: a__b_md is a/b.md."""
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def audit(*arguments: str, typed: str | bytes = b"", **options) -> subprocess.CompletedProcess[str]:
    raw = typed.encode() if isinstance(typed, str) else typed
    return run_text("audit", *arguments, typed=raw, **options)


def told(done: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    return done.returncode, done.stderr


# ---- the exit status, and what is told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "audit needs FILE... (pages, folders of pages, or - for stdin); for example: katatx audit page.md"),
        (["empty"], 'nothing to audit: no page was found in "empty"; name a file such as .md,'),
        (["a.md", "--format", "xml\x1b[m"], '"xml�[m" is not a report format; choose one of text, json, sarif, github'),
        (["a.md", "--json", "--format", "text"], "--json is short for --format json; give one of them"),
        (["a.md", "--unread", "--format", "sarif"], "--unread does not go with --format sarif, which reports only wrong numbers; leave --unread out"),
        (["a.md", "--stdin-name", "b.md"], "--stdin-name names a page that is piped in, and none is; write - among the pages too"),
        (["-", "-"], '"-", the text that is piped in, is given 2 times; write it once'),
        (["a.md", "--jobs", "0"], '--jobs takes a whole number, 1 or more, not "0"; see katatx audit --help'),
        (["a.md", "--jsn"], "no such option: --jsn"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_one_line(folder: Path, arguments: list[str], said: str) -> None:
    pages(folder, a_md=RIGHT)
    (folder / "empty").mkdir()
    done = audit(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"katatx: {said}")
    assert done.stderr.count("\n") == 1


# ---- the formats


# ---- stdin


# ---- what must not reach a terminal, and what must not be imported


def test_hidden_characters_in_names_are_not_shown(folder: Path) -> None:
    name = "a\x1b[31m\u202e\n2 + 2.md"
    (folder / name).write_text(WRONG, encoding="utf-8")
    (folder / f"broken{name}").write_bytes(b"\xff")
    for form in ("text", "json", "github"):
        done = audit(".", "--format", form)
        assert done.returncode == 2
        for text in (done.stdout, done.stderr):
            assert text
            assert not set(text) & set("\x1b\u202e")
        assert done.stderr.count("\n") == 1


def modules(*arguments: str) -> set[str]:
    code = (
        f"import sys\nfrom katatx.cli import main\nsys.argv = ['katatx', *{list(arguments)!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\nprint()\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_only_what_a_page_needs_is_imported(folder: Path) -> None:
    pages(folder, a_txt=WRONG, a_md=RIGHT, a_html="<p>2 + 2 = 4</p>", a_ipynb='{"cells": []}')
    never = {
        "textual",
        "peewee",
        "sqlite3",
        "numpy",
        "yaml",
        "msgspec",
        "concurrent.futures.process",
        "multiprocessing",
    }
    readers = {"markdown_it", "html.parser", "katatx.pages.documents.html", "katatx.pages.documents.notebook"}
    needed = {
        "a.txt": set(),
        "a.md": {"markdown_it"},
        "a.html": {"katatx.pages.documents.html"},
        "a.ipynb": {"katatx.pages.documents.notebook"},
    }
    for name, wanted in needed.items():
        found = modules("audit", name)
        assert "katatx.audit.auditing" in found
        assert not found & never, name
        if name in ("a.txt", "a.md", "a.html"):  # a notebook's cells may be Markdown, and hold HTML
            assert found & readers - {"html.parser"} >= wanted
    assert not modules("audit", "a.txt") & (readers | {"rich.console"})
    assert not {name for name in modules("--help") if name.startswith("katatx.audit")}
