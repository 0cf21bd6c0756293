"""docs/json.md names every field that `--json` prints, and no other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from docs.site.examples import EXAMPLE, expected_status, printed
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "json.md"

_SECTION = re.compile(r"^#{2,3} (.+)\n((?:(?!^#{2,3} ).*\n)*)", re.MULTILINE)
_ROW = re.compile(r"^\| `([^`]+)` \| .*$", re.MULTILINE)
_SAME_AS = re.compile(r"fields of\s\[[^]]+\]\(#([^)]+)\)")


class Example(NamedTuple):
    """The commands of an example, and the section that it stands in."""

    section: str
    commands: str


def sections() -> dict[str, str]:
    """The text of every section, by its anchor."""
    page = PAGE.read_text(encoding="utf-8")
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-"): text for title, text in _SECTION.findall(page)}


def examples() -> list[Example]:
    return [Example(name, commands) for name, text in sections().items() for commands in EXAMPLE.findall(text)]


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


@pytest.mark.slow
@pytest.mark.parametrize(
    "commands", [each.commands for each in examples()], ids=lambda each: each.splitlines()[-1][2:60]
)
def test_an_example_ends_as_the_page_says(commands: str) -> None:
    found, status = printed(commands)
    assert found
    assert status == expected_status(commands)


@pytest.mark.slow
def test_every_field_printed_is_documented_and_every_field_documented_is_printed() -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for example in examples():
        for document in printed(example.commands)[0]:
            for section, path in fields(document, example.section):
                seen[section].add(path)
    for section in sections():
        assert seen[section] == set(documented(section)), section


def test_every_command_with_json_has_a_section() -> None:
    from katatx.cli import COMMANDS

    for name, command in COMMANDS.items():
        if "--json" in command.options:
            assert f"katatx-{name}" in sections()
