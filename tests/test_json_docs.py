"""docs/json.md shows what `--json` prints, and names every field of it.

To bring its examples up to date: `python tests/test_json_docs.py`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "json.md"
LEFT_OUT = "…"
# What is another each time that the example is run.
_MOMENTS = ("day", "last_day", "seconds")
_WIDTH = 110
_MOST_NAMES = 5

_SECTION = re.compile(r"^#{2,3} (.+)\n((?:(?!^#{2,3} ).*\n)*)", re.MULTILINE)
_EXAMPLE = re.compile(r"```console\n((?:\$ .*\n)+)((?:.*\n)*?)```")
_STATUS = re.compile(r"  # exits with (\d)$", re.MULTILINE)
_ROW = re.compile(r"^\| `([^`]+)` \| .*$", re.MULTILINE)
_SAME_AS = re.compile(r"fields of\s\[[^]]+\]\(#([^)]+)\)")


class Example(NamedTuple):
    """The commands of an example, and what the last of them prints and exits with."""

    section: str
    commands: str
    shown: str

    @property
    def status(self) -> int:
        return int(found[1]) if (found := _STATUS.search(self.commands)) else 0


def sections() -> dict[str, str]:
    """The text of every section, by its anchor."""
    page = PAGE.read_text(encoding="utf-8")
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-"): text for title, text in _SECTION.findall(page)}


def examples() -> list[Example]:
    return [Example(name, *found) for name, text in sections().items() for found in _EXAMPLE.findall(text)]


@cache
def printed(commands: str) -> tuple[list, int]:
    """The documents that commands print in an empty folder, and the exit status of the last."""
    script = "".join(f"{_STATUS.sub('', line)[2:]}\n" for line in commands.splitlines())
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ, "PYTHONPATH": str(ROOT), "PYTHON": sys.executable, "HOME": folder, "KATATX_HOME": f"{folder}/home",
        }  # fmt: skip
        done = subprocess.run(
            ["sh", "-c", f'katatx() {{ "$PYTHON" -m katatx "$@"; }}\n{script}'],
            cwd=folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
    return documents(done.stdout), done.returncode


def documents(text: str) -> list:
    """JSON documents one after the other."""
    found, at = [], 0
    while rest := text[at:].lstrip():
        at = len(text) - len(rest)
        document, at = json.JSONDecoder().raw_decode(text, at)
        found.append(document)
    return found


def agrees(shown, true) -> bool:
    """Return whether a document is as the page shows it, but for what the page leaves out."""
    if shown == LEFT_OUT:
        return True
    if isinstance(shown, dict):
        return (
            isinstance(true, dict) and list(shown) == list(true) and all(agrees(shown[key], true[key]) for key in shown)
        )
    if isinstance(shown, list):
        if shown and shown[-1] == LEFT_OUT:
            shown, true = shown[:-1], true[: len(shown) - 1]
        return isinstance(true, list) and len(shown) == len(true) and all(map(agrees, shown, true))
    if isinstance(shown, float):
        return true == pytest.approx(shown, rel=1e-9)
    return shown == true and type(shown) is type(true)


def documented(section: str) -> dict[str, str | None]:
    """The fields of a section's table; for a field whose own fields stand elsewhere, in which section."""
    return {
        row[1]: found[1] if (found := _SAME_AS.search(row[0])) else None for row in _ROW.finditer(sections()[section])
    }


def fields(document, section: str, path: str = "") -> Iterator[tuple[str, str]]:
    """Every field in a document as (section, path) of the row that must tell of it."""
    known = documented(section)
    if not known and (same := _SAME_AS.search(sections()[section])):
        section, known = same[1], documented(same[1])
    if isinstance(document, list):
        for each in document:
            yield from fields(each, section, f"{path}[]" if path else "")
    elif isinstance(document, dict):
        for key, value in document.items():
            name = "*" if f"{path}.*" in known else key
            inner = f"{path}.{name}" if path else name
            inner = inner.replace("steps[].steps", "steps") if inner != "steps[].steps" else inner
            yield section, inner
            elsewhere = known.get(inner)
            if elsewhere is None:
                yield from fields(value, section, inner)
            elif value is not None:
                yield from fields(value, elsewhere)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.commands.splitlines()[-1][2:60])
def test_an_example_is_what_is_printed(example: Example) -> None:
    found, status = printed(example.commands)
    assert status == example.status
    shown = documents(example.shown)
    assert found
    assert agrees(shown, found), json.dumps(found, ensure_ascii=False)


def test_every_field_printed_is_documented_and_every_field_documented_is_printed() -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for example in examples():
        for document in printed(example.commands)[0]:
            for section, path in fields(document, example.section):
                seen[section].add(path)
    for section in sections():
        assert seen[section] == set(documented(section)), section


def test_every_command_with_json_has_a_section() -> None:
    from katatx.cli import app

    for command in app.registered_commands:
        if "as_json" in command.callback.__annotations__:
            name = command.name or command.callback.__name__
            assert f"katatx-{name}" in sections()


def shortened(value, key: str = ""):
    """A document as the page shows it: long lists of objects cut, moments left out."""
    if value is not None and (key in _MOMENTS or (key == "due" and isinstance(value, str))):
        return LEFT_OUT
    if isinstance(value, dict):
        return {name: shortened(each, name) for name, each in value.items()}
    if isinstance(value, list):
        is_long = len(value) > 2 and isinstance(value[0], dict) and key not in ("steps", "turns")
        shown = value[:1] if is_long else value[:_MOST_NAMES]
        return [*map(shortened, shown), *([LEFT_OUT] if len(shown) < len(value) else [])]
    return value


def laid_out(value, indent: int = 0) -> str:
    """JSON with what fits on one line on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or len(line) + indent <= _WIDTH:
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {laid_out(each, indent + 2)}" for key, each in value.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(inner + laid_out(each, indent + 2) for each in value) + "\n" + " " * indent + "]"


def brought_up_to_date(found: re.Match[str]) -> str:
    commands = found[1]
    shown, status = printed(commands)
    commands = _STATUS.sub("", commands).rstrip("\n") + (f"  # exits with {status}\n" if status else "\n")
    return f"```console\n{commands}" + "".join(f"{laid_out(shortened(each))}\n" for each in shown) + "```"


if __name__ == "__main__":
    PAGE.write_text(_EXAMPLE.sub(brought_up_to_date, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
