"""Run the commands of docs/json.md, and lay out what they print."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = re.compile(r"```console\n((?:\$ .*\n)+)```")
STATUS = re.compile(r"  # exits with (\d)$", re.MULTILINE)
LEFT_OUT = "…"
# Fields whose values differ from run to run: moments and durations.
_MOMENTS = ("day", "last_day", "seconds")
_WIDTH = 110
_MOST_MEMBERS = 5


@cache
def printed(commands: str) -> tuple[list[Any], int]:
    """Return the JSON documents that commands print in an empty folder, and the exit status of the last command."""
    script = "".join(f"{STATUS.sub('', line)[2:]}\n" for line in commands.splitlines())
    with tempfile.TemporaryDirectory() as folder:
        home = {"PYTHONPATH": str(ROOT), "PYTHON": sys.executable, "HOME": folder, "KATATX_HOME": f"{folder}/home"}
        done = subprocess.run(  # noqa: S603 - the commands of our own page
            ["sh", "-c", f'katatx() {{ "$PYTHON" -m katatx "$@"; }}\n{script}'],  # noqa: S607 - any shell will do
            cwd=folder, env={**os.environ, **home}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    return documents(done.stdout), done.returncode


def documents(text: str) -> list[Any]:
    """Return the JSON documents that stand one after the other in a text."""
    found: list[Any] = []
    rest = text.lstrip()
    while rest:
        document, end = json.JSONDecoder().raw_decode(rest)
        found.append(document)
        rest = rest[end:].lstrip()
    return found


def expected_status(commands: str) -> int:
    """Return the exit status that the page gives for commands: 0 where it gives none."""
    found = STATUS.search(commands)
    return int(found[1]) if found else 0


def with_output(page: str) -> str:
    """Return a page with the output of every example under its commands.

    Raises ValueError where an exit status is not the one on the page.
    """
    return EXAMPLE.sub(lambda found: _filled(found[1]), page)


def _filled(commands: str) -> str:
    found, status = printed(commands)
    if status != expected_status(commands):
        raise ValueError(f"{commands.strip()} exits with {status}")
    return f"```console\n{commands}" + "".join(f"{_laid_out(_shortened(each))}\n" for each in found) + "```"


def _shortened(value: Any, key: str = "") -> Any:
    """Return a document with long lists cut and moments left out."""
    if value is not None and (key in _MOMENTS or (key == "due" and isinstance(value, str))):
        return LEFT_OUT
    if isinstance(value, dict):
        return {name: _shortened(each, name) for name, each in value.items()}
    if isinstance(value, list):
        is_long = len(value) > 2 and isinstance(value[0], dict) and key not in ("steps", "causes")
        shown = value[:1] if is_long else value[:_MOST_MEMBERS]
        return [*map(_shortened, shown), *([LEFT_OUT] if len(shown) < len(value) else [])]
    return value


def _laid_out(value: Any, indent: int = 0) -> str:
    """Return JSON in which everything that fits on one line stands on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or len(line) + indent <= _WIDTH:
        return line
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_laid_out(each, indent + 2)}" for key, each in value.items()]
    else:
        parts = [_laid_out(each, indent + 2) for each in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    inner = " " * (indent + 2)
    return f"{first}\n" + ",\n".join(inner + part for part in parts) + f"\n{' ' * indent}{last}"
