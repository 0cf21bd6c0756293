"""docs/writing-a-deck.md, worked from its first line to its last as a reader would."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "writing-a-deck.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^(`{3,4})(\w+)(?: (title|append)=(\S+))?\n(.*?)^\1$", re.DOTALL | re.MULTILINE)


def shell(folder: Path, command: str) -> str:
    tools = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "KATATX_HOME": str(folder / "home")}
    done = subprocess.run(
        command, shell=True, cwd=folder, env={**os.environ, **tools}, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout


def test_every_command_prints_what_the_tutorial_shows(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "katatx"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m katatx "$@"\n')
    program.chmod(0o755)
    blocks = _BLOCK.findall(TEXT)
    assert [kind for _, kind, *_ in blocks].count("console") >= 6
    for _, kind, how, name, body in blocks:
        if how == "title":
            (tmp_path / name).write_text(body, encoding="utf-8")
        elif how == "append":
            with (tmp_path / name).open("a", encoding="utf-8") as file:
                file.write(body)
        elif kind == "sh":
            shell(tmp_path, body)
        else:
            for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, flags=re.MULTILINE):
                assert shell(tmp_path, command) == shown, command


def test_the_schema_reads_the_finished_deck(tmp_path: Path) -> None:
    import json

    import jsonschema

    from katatx.decks.yaml_reader import read_yaml

    schema = json.loads(shell_schema())
    decks = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "drills").glob("*.yaml"))]
    for text in decks:
        jsonschema.validate(read_yaml(text, "deck").data, schema)


def shell_schema() -> str:
    return subprocess.run([sys.executable, "-m", "katatx", "schema"], capture_output=True, text=True, check=True).stdout
