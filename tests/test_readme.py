"""What the README shows is what the program does."""

from __future__ import annotations

import re
import shlex

from tests.conftest import ROOT
from tests.e2e.program import run_text

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_console_examples_are_what_is_printed() -> None:
    blocks = re.findall(r"```console\n\$ katatx (.*?)\n(.*?)```", README, flags=re.DOTALL)
    assert blocks
    for command, shown in blocks:
        done = run_text(*shlex.split(command))
        assert done.stdout == shown


def test_every_command_named_exists() -> None:
    for line in re.findall(r"`katatx ([a-z]+)", README):
        done = run_text(line, "--help")
        assert done.returncode == 0, line


def test_there_are_two_set_up_lines() -> None:
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv ")]
    assert len(lines) == 2
    assert lines[0].endswith("katatx drill attention")
    assert "pytest" in lines[1]
