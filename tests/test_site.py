"""The documentation's site: it builds, its reference names everything there is, and it loads nothing from outside."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.site import reference
from docs.site.outside import outside_loads
from katatx.app.app import all_screens
from katatx.app.keys import bindings_of
from tests.conftest import ROOT
from tests.e2e.program import run_text

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return reference.pages()


def test_the_site_builds_without_a_warning_and_loads_nothing_from_outside(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "properdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert outside_loads(tmp_path) == []
    assert "Skipped e^" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert '"verdict": "wrong' in re.sub("&quot;", '"', (tmp_path / "json.html").read_text(encoding="utf-8"))


def test_every_command_and_option_is_in_the_reference(pages: dict[str, str]) -> None:
    commands = re.findall(r"^  ([a-z][a-z-]*)  ", run_text("--help").stdout, flags=re.MULTILINE)
    assert len(commands) > 15
    for command in commands:
        section = pages["reference/commands.md"].partition(f"## katatx {command}\n")[2].partition("\n## ")[0]
        for option in re.findall(r"^  (--[a-z-]+)", run_text(command, "--help").stdout, flags=re.MULTILINE):
            assert option in section, (command, option)


def test_every_operation_and_known_mistake_is_in_the_reference(pages: dict[str, str]) -> None:
    topics = "".join(text for path, text in pages.items() if path.startswith("reference/operations/"))
    operations = json.loads(run_text("check", "--list", "--json").stdout)
    assert len(operations) > 100
    for each in operations:
        assert f"\n## {each['name']}\n" in topics
        for turn in each["wrong_turns"]:
            assert f"`{turn}`" in topics


def test_every_field_of_a_drill_file_is_in_the_reference_with_its_meaning(pages: dict[str, str]) -> None:
    for part in json.loads(run_text("schema").stdout)["$defs"].values():
        for field, form in part["properties"].items():
            row = re.search(rf"^\| `{field}` \| .*$", pages["reference/drill-file.md"], flags=re.MULTILINE)
            assert row, field
            assert form["description"]


def test_every_action_of_the_app_is_in_its_table() -> None:
    table = reference.actions_table()
    for screen in all_screens():
        for each in bindings_of(screen):
            assert f"| `{each.id}` |" in table or not each.tooltip


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.html", '<link rel="stylesheet" href="http://a.example/x.css">', ["http://a.example/x.css"]),
        ("a.html", '<img src="x.png" srcset="x.png 1x, https://a.example/y.png 2x">', ["https://a.example/y.png"]),
        ("a.html", "<style>p { background: url(https://a.example/z.png) }</style>", ["https://a.example/z.png"]),
        ("a.html", '<script>fetch("https://a.example/data")</script>', ["https://a.example/data"]),
        ("a.css", "@import 'https://a.example/f.css';", ["https://a.example/f.css"]),
        ("a.svg", '<svg><image href="https://a.example/i.png"/></svg>', ["https://a.example/i.png"]),
        ("a.html", '<a href="https://a.example">a link</a> https://a.example', []),
        ("a.css", "/* https://a.example */ p { background: url(x.png) }", []),
    ],
)
def test_what_loads_from_outside_is_found(name: str, text: str, found: list[str], tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / name).write_text(text, encoding="utf-8")
    assert outside_loads(tmp_path) == [f"deep/{name}: {address}" for address in found]
