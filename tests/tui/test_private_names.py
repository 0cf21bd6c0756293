"""The app stands on what Textual and textual-serve give openly: a release of theirs may change the rest unsaid."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from tests.conftest import ROOT

SOURCES = [*(ROOT / "katatx/tui").rglob("*.py"), *(ROOT / "katatx/commands/serving").glob("*.py")]
LIBRARIES = ("textual", "textual_serve")


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def private_names(tree: ast.AST) -> Iterator[str]:
    """The private names that classes use of themselves or of anything, or define."""
    for node in ast.walk(tree):
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "name", None)
        if isinstance(name, str) and is_private(name):
            yield name


@cache
def names_of(base: type) -> frozenset[str]:
    return frozenset(private_names(ast.parse(inspect.getsource(inspect.getmodule(base)))))  # type: ignore[arg-type]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_no_private_module_or_name_is_imported(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(LIBRARIES):
            assert not any(is_private(part) for part in (node.module or "").split(".")), node.module
            assert not any(is_private(each.name) for each in node.names), node.module


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_no_class_shares_a_private_name_with_the_library_class_it_stands_on(path: Path) -> None:
    """Neither by use nor by chance: what it calls `_rows` must not be its base's."""
    if "serving" in path.parts:
        pytest.importorskip("textual_serve", reason="needs katatx[serve]")
    module = import_module(module_of(path))
    for node in ast.parse(path.read_text()).body:
        if not isinstance(node, ast.ClassDef):
            continue
        bases = [base for base in getattr(module, node.name).__mro__ if base.__module__.startswith(LIBRARIES)]
        theirs = frozenset().union(*map(names_of, bases))
        assert not theirs & set(private_names(node)), node.name
