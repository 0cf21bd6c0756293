"""Documents whose files are written and whose commands are run as they stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

_BLOCK = re.compile(r"""^(`{3,4})(\w+)(?: (title|append)=(\S+))?\n(.*?)^\1$""", re.DOTALL | re.MULTILINE)
# Commands that set up, or that end only when they are stopped.
_NOT_RUN = re.compile(r"python3 -m venv|pip install|katatx serve")


def shell(folder: Path, command: str) -> str:
    """Return what a command prints in a folder, where `katatx` is this program; nothing may go to stderr."""
    program = folder / "bin" / "katatx"
    if not program.exists():
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m katatx "$@"\n')
        program.chmod(0o755)
    tools = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "KATATX_HOME": str(folder / "home")}
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, **tools},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def work_through(text: str, folder: Path) -> int:
    """Write every file that a document shows, run every command, and compare what is printed. Return how many ran."""
    ran = 0
    for _, kind, how, name, body in _BLOCK.findall(text):
        if how:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            with (folder / name).open("a" if how == "append" else "w", encoding="utf-8") as file:
                file.write(body)
        elif kind == "sh" and not _NOT_RUN.search(body):
            assert shell(folder, f"set -e\n{body}echo done").endswith("done\n"), body
        else:
            for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, flags=re.MULTILINE):
                assert shell(folder, command) == shown, command
                ran += 1
    return ran
