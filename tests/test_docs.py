"""Every command that README and docs show runs and prints what is shown, and what scripts make of the program is as it is now."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from katatx.decks.yaml_reader import read_yaml
from tests.conftest import ROOT
from tests.e2e.program import run_text
from tests.shown_commands import shell, work_through

# The examples of docs/json.md have a test of their own; docs/pages have no commands.
PAGES = sorted({ROOT / "README.md", *(ROOT / "docs").rglob("*.md")} - {ROOT / "docs" / "json.md"})


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [page if page.name == "README.md" else pytest.param(page, marks=pytest.mark.nightly) for page in PAGES],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_the_commands_of_a_page_run_and_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    if page.name == "settings.md":  # there must be answers to keep
        shell(tmp_path, "echo 3 | katatx drill attention/match --plain --limit 1")
    work_through(page.read_text(encoding="utf-8"), tmp_path)


@pytest.mark.slow
def test_every_command_that_is_named_exists() -> None:
    known = set(re.findall(r"^  ([a-z][a-z-]*)  ", run_text("--help").stdout, flags=re.MULTILINE))
    for page in PAGES:
        named = set(re.findall(r"`katatx ([a-z][a-z-]*)", page.read_text(encoding="utf-8")))
        assert named <= known, page


def test_every_test_that_is_named_exists() -> None:
    for page in PAGES:
        named = re.findall(r"`(tests/[\w/]+\.py)`", page.read_text(encoding="utf-8"))
        assert [path for path in named if not (ROOT / path).is_file()] == [], page


def test_the_readme_is_short_and_has_two_set_up_lines() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120
    start, tests = (line for line in lines if line.startswith("python3 -m venv "))
    assert start.endswith("katatx drill attention")
    assert "pytest" in tests


@pytest.mark.slow
def test_the_schema_reads_every_deck() -> None:
    schema = json.loads(run_text("schema").stdout)
    jsonschema = pytest.importorskip("jsonschema")
    for path in sorted((ROOT / "drills").glob("*.yaml")):
        jsonschema.validate(read_yaml(path.read_text(encoding="utf-8"), "deck").data, schema)


@pytest.mark.parametrize("script", ["man_page.py", "licences.py"])
def test_a_page_that_a_script_makes_is_up_to_date(script: str) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / script, "--check"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here")
def test_the_manual_page_is_set_without_a_warning() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", ROOT / "docs" / "katatx.1"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    plain = re.sub(r"\x1b\[\d*m|.\x08", "", done.stdout)
    assert 'katatx check "softmax 1 4 = 0.047 0.953"' in plain
    assert "--format NAME" in plain
