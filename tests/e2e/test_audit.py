"""`katatx audit` as a person and a script have it: reports, exit status, corrected copies, and a page that is opened."""

from __future__ import annotations

import codecs
import json
import re
import subprocess
from pathlib import Path

import pytest

from katatx.pages.documents.reading import MOST_LINES
from tests.e2e.program import run_text
from tests.e2e.terminal import Terminal

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


def test_pages_are_audited_in_every_form(folder: Path) -> None:
    """A folder with a wrong number, a page that is too long, a file that is no text, and stdin."""
    pages(folder, own__a_md=WRONG, own__b_txt=RIGHT, own__code_py="x = 2 + 2\n")
    (folder / "bytes.md").write_bytes(b"2 + 2 = \xff\n")
    (folder / "long.txt").write_text("1 + 1 = 2" + "\n" * MOST_LINES + "2 + 2 = 4", encoding="utf-8")

    right = audit("own/b.txt")
    assert (right.returncode, right.stderr) == (0, "")
    assert right.stdout == "own/b.txt: 2 seen, 2 checked, 0 carried, 0 wrong, 0 unchecked\n"

    wrong = audit("own", "-", "own/b.txt", typed="2 + 2 = 5")
    assert (wrong.returncode, wrong.stderr) == (1, "")
    assert re.findall(r"^(\S+?):(\d+):(\d+):", wrong.stdout, flags=re.MULTILINE) == [
        ("own/a.md", "5", "9"),
        ("stdin", "1", "9"),
    ]
    assert wrong.stdout.splitlines()[-1] == "3 pages: 5 seen, 5 checked, 0 carried, 2 wrong, 0 unchecked"

    broken = audit("own/a.md", "bytes.md", "none.md", "--json")
    assert broken.returncode == 2
    assert [line.split(": ")[1] for line in broken.stderr.splitlines()] == ["none.md", "bytes.md"]
    both = json.loads(broken.stdout)
    assert [page["file"] for page in both["files"]] == ["own/a.md"]
    assert both["files"][0] == json.loads(audit("own/a.md", "--format", "json").stdout)

    names = ("long.txt", "own/a.md")
    for form in ("text", "json", "sarif", "github"):
        done = audit(*names, "--format", form)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert done.stderr.startswith(f"katatx: long.txt: too long to be audited from line {MOST_LINES + 1} on")
        assert partial_in(form, done.stdout)


def partial_in(form: str, report: str) -> bool:
    """Return whether a report says that long.txt was not read to its end."""
    if form == "json":
        document = json.loads(report)
        long, _ = document["files"]
        return document["partial"] == long["partial"] == 1 and long["skipped"][0]["line"] == MOST_LINES + 1
    if form == "sarif":
        (run,) = json.loads(report)["runs"]
        return run["properties"]["partial"] == 1 and not run["invocations"][0]["executionSuccessful"]
    if form == "github":
        return "::error file=long.txt,title=not audited::" in report
    return report.splitlines()[-1].endswith("0 unchecked; 1 page not read to its end")


ENDS = "3 + 4 = 7\r\n\r\n2 + 2 = 5\n"
FIXED = "3 + 4 = 7\r\n\r\n2 + 2 = 4\n"


@pytest.fixture
def ending(folder: Path) -> Path:
    """A folder of pages whose lines end in two ways."""
    for name in ("a.md", "own/a.md", "own/deep/b.txt", "other/a.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(ENDS.encode())
    return folder


def files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode() for path in folder.rglob("*") if path.is_file()
    }


def test_wrong_results_that_are_no_number_are_counted(folder: Path) -> None:
    (folder / "left.md").write_text("1/7 + 3/7 = 0.671\n\ne^1 = 5/2\n\n2 + 3 = 4 + 2\n")
    done = audit("left.md", "--fix", "copy.md")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == ('"copy.md": 1 number corrected; 2 wrong results left to correct by hand')
    assert (folder / "copy.md").read_text() == "1/7 + 3/7 = 0.571\n\ne^1 = 5/2\n\n2 + 3 = 4 + 2\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["a.md", "--fix", "a.md"], '"a.md" exists already; name another'),
        (["a.md", "--fix", "link.md"], '"link.md" exists already'),
        (["a.md", "--fix", "own"], '"own" exists already'),
        (["a.md", "other/a.md", "--fix", "new.md"], "--fix writes a copy of one page"),
        (["own", "--fix", "new.md"], "--fix writes a copy of one page"),
        (["a.md", "--fix", "none/b.md"], '"none/b.md" cannot be written: there is no such'),
    ],
)
def test_what_is_there_is_never_written_over(ending: Path, arguments: list[str], said: str) -> None:
    (ending / "link.md").symlink_to("nowhere.md")
    before = files(ending)
    done = audit(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"katatx: {said}")
    assert done.stderr.count("\n") == 1
    assert files(ending) == before


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF32_BE, "utf-32-be")],
)
def test_the_copy_has_the_encoding_of_the_page(folder: Path, mark: bytes, encoding: str) -> None:
    (folder / "e.md").write_bytes(mark + f"√4 = 2 𝟘\n{ENDS}".encode(encoding))
    assert audit("e.md", "--fix", "copy.md").returncode == 1
    assert (folder / "copy.md").read_bytes() == mark + f"√4 = 2 𝟘\n{FIXED}".encode(encoding)


@pytest.mark.slow
def test_a_page_is_opened_changed_and_left(folder: Path, home: Path) -> None:
    page = folder / "page.md"
    page.write_text(WRONG, encoding="utf-8")
    terminal = Terminal("audit", str(page), "--open", home=home)
    terminal.wait_for("page › page.md", "✓ 1  ✗ 1", "▸ 5 ✗  2 + 2 = 5", "true  4")
    page.write_text(WRONG.replace("= 5", "= 4"), encoding="utf-8")
    terminal.wait_for("✓ 2", "▸ 5 ✓  2 + 2 = 4")
    page.write_text(WRONG, encoding="utf-8")
    terminal.wait_for("✓ 1  ✗ 1")
    terminal.send("q")
    assert terminal.wait_for_exit() == 1
