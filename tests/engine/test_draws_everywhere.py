"""The same seed gives the same numbers in another process and under another Python."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PROGRAM = str(ROOT / "bench" / "draws.py")


@pytest.fixture(scope="module")
def drills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("drills") / "drills.json"
    subprocess.run([sys.executable, PROGRAM, "--write", str(path)], check=True)
    return path


def digest(python: str, drills: Path, hash_seed: str) -> str:
    done = subprocess.run(
        [python, PROGRAM, "--read", str(drills), "--seeds", "1"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "promises broken: 0" in done.stdout
    found = re.search(r"digest (\w+)", done.stdout)
    assert found
    return found[1]


def works(python: str) -> bool:
    """Return whether a name on the path is a Python, and not only a version manager's stand-in."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def other_pythons() -> list[str]:
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = [shutil.which(f"python{version}") for version in VERSIONS if version != own]
    return [python for python in found if python and works(python)]


def test_two_processes_draw_the_same(drills: Path) -> None:
    assert digest(sys.executable, drills, "1") == digest(sys.executable, drills, "2")


def test_other_pythons_draw_the_same(drills: Path) -> None:
    others = other_pythons()
    if not others:
        pytest.skip("no other Python is installed")
    ours = digest(sys.executable, drills, "1")
    assert {python: digest(python, drills, "3") for python in others} == dict.fromkeys(others, ours)
