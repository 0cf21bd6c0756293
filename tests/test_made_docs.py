"""What is made from the program and from what is installed is as they are now: the manual page and the licences."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution

import pytest

from tests.conftest import ROOT

PAGE = ROOT / "docs" / "katatx.1"


@pytest.mark.parametrize("script", ["man_page.py", "licences.py"])
def test_a_page_that_a_script_makes_is_up_to_date(script: str) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / script, "--check"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_manual_page_has_every_command_that_help_lists() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "katatx", "--help"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    commands = re.findall(r"^  ([a-z][a-z-]*) ", done.stdout.partition("Commands:")[2], re.MULTILINE)
    assert len(commands) > 15
    named = re.findall(r"^\.SS (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name.replace("\\-", "-") for name in named] == commands


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here")
def test_the_manual_page_is_set_without_a_warning() -> None:
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", PAGE], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    plain = re.sub(r"\x1b\[\d*m|.\x08", "", done.stdout)
    assert 'katatx check "softmax 1 4 = 0.047 0.953"' in plain
    assert "--stdin-name NAME" in plain


def test_licences_are_those_that_packages_are_known_to_have() -> None:
    """By hand, from what the projects say of themselves."""
    rows = dict(re.findall(r"^\| ([\w-]+) \| (.+) \|$", (ROOT / "docs" / "licences.md").read_text(), re.MULTILINE))
    known = {
        "peewee": "MIT",
        "jinja2": "BSD-3-Clause",
        "textual": "MIT",
        "psycopg": "LGPL-3.0-only",
        "hypothesis": "MPL-2.0",
    }
    assert {name: rows[name] for name in known} == known
    assert rows["grimp"] == "BSD-2-Clause"
    assert distribution("rich").metadata["Name"] in rows
