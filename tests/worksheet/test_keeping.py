"""Unsaved text is offered again at once, however its program ended, until it is saved or set aside."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from katatx.worksheet.keeping import Kept
from tests.conftest import ROOT

# A program with unsaved text: it has typed it, or it has restored what another left.
_TYPED = "kept.keep('a = 1')"
_RESTORED = "place, left = kept.left(); kept.take_over(place, left.text); kept.keep(left.text)"
_PROGRAM = """
import sys
from pathlib import Path
from katatx.worksheet.keeping import Kept
kept = Kept(Path(sys.argv[2]) if sys.argv[2] else None, Path(sys.argv[1]))
{does}
print("done", flush=True)
sys.stdin.read()
"""
Start = Callable[[str, str], subprocess.Popen]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a program that does something with the backup of a worksheet and then waits."""
    running: list[subprocess.Popen] = []

    def start_one(does: str, name: str) -> subprocess.Popen:
        command = [sys.executable, "-c", _PROGRAM.format(does=does), str(tmp_path), name]
        running.append(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
        )
        assert running[-1].stdout.readline() == b"done\n", running[-1].stderr.read()
        return running[-1]

    yield start_one
    for each in running:
        each.kill()
        each.communicate()


def test_what_a_killed_program_leaves_is_offered_at_once_and_again(start: Start, tmp_path: Path) -> None:
    name = "a.kata"
    path = ROOT / name
    for does in (_TYPED, _RESTORED, _RESTORED):
        program = start(does, name)
        assert Kept(path, tmp_path).left() is None, "somebody is at it"
        program.kill()
        program.wait()
        assert Kept(path, tmp_path).left()[1].text == "a = 1\n"
    kept = Kept(path, tmp_path)
    place, _ = kept.left()
    kept.take_over(place, "a = 1\n")
    kept.drop()
    assert list((tmp_path / "worksheets").iterdir()) == []


def test_two_programs_at_one_worksheet_keep_a_backup_each(tmp_path: Path) -> None:
    first, second = Kept(Path("a.kata"), tmp_path), Kept(Path("a.kata"), tmp_path)
    first.keep("1")
    second.keep("2")
    first.leave()
    assert Kept(Path("a.kata"), tmp_path).left()[1].text == "1\n"
    second.drop()
    assert Kept(Path("a.kata"), tmp_path).left()[1].text == "1\n"
