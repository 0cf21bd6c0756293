"""`katatx audit --fix`: corrected copies, as new files, and nothing else touched."""

from __future__ import annotations

import codecs
import subprocess
from pathlib import Path

import pytest

from tests.e2e.program import run_text

WRONG = "3 + 4 = 7\r\n\r\n2 + 2 = 5\n"
FIXED = "3 + 4 = 7\r\n\r\n2 + 2 = 4\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("a.md", "own/a.md", "own/deep/b.txt", "other/a.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(WRONG.encode())
    return tmp_path


def audit(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return run_text("audit", *arguments, typed=typed)


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
        (
            ["a.md", "--fix", "a.md"],
            '"a.md" exists already; name another',
        ),
        (["a.md", "--fix", "link.md"], '"link.md" exists already'),
        (["a.md", "--fix", "own"], '"own" exists already'),
        (["a.md", "other/a.md", "--fix", "new.md"], "--fix writes a copy of one page"),
        (["own", "--fix", "new.md"], "--fix writes a copy of one page"),
        (["a.md", "--fix", "none/b.md"], '"none/b.md" cannot be written: there is no such'),
    ],
)
def test_what_is_there_is_never_written_over(folder: Path, arguments: list[str], said: str) -> None:
    (folder / "link.md").symlink_to("nowhere.md")
    before = files(folder)
    done = audit(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"katatx: {said}")
    assert done.stderr.count("\n") == 1
    assert files(folder) == before


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_the_copy_has_the_encoding_of_the_page(folder: Path, mark: bytes, encoding: str) -> None:
    (folder / "e.md").write_bytes(mark + f"√4 = 2 𝟘\n{WRONG}".encode(encoding))
    assert audit("e.md", "--fix", "copy.md").returncode == 1
    assert (folder / "copy.md").read_bytes() == mark + f"√4 = 2 𝟘\n{FIXED}".encode(encoding)
