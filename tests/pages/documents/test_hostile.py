"""Texts made to hang a reader: each format takes time in proportion to its length, however it is nested."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Iterable

import pytest

from katatx.pages.documents.formulas import read_plain
from katatx.pages.documents.html import read_html
from katatx.pages.documents.markdown import read_markdown
from katatx.pages.documents.notebook import read_notebook
from katatx.pages.page import Line
from tests.growth import a_second

pytestmark = pytest.mark.slow

Reader = Callable[[str], Iterable[Line]]

# What opens something that nothing closes, or much of what is read with care; `_` a space, `¶` a line end.
LISTED = """
<div> > >_ >_a¶ -_ -_a¶ 1._a¶ * **a *a_ a*_ _a _ [ [a [a]( ] ![ ]( { $ $a $$ $$¶ $a$ $a$b \\[ \\[¶ \\(
\\begin{align} \\begin{align}¶ \\begin{matrix} ` `a ``a` < <!-- <!--_¶ <a_ <a_'<b_" <a_x= <? & &a &# | |a¶ |-¶ ~~a \\ \\\\ ^
_{ ^{ <sup> <sub>a <sup>a</sup> <math> <math><mfrac> <mfrac> <pre> <pre>¶ <td> <table><tr><td> <del> <script> <title>
#_ a¶=¶ [a]:_b¶ ```¶ ~~~¶ $\\frac{ \\frac ( a$
"""
UNITS = LISTED.split()
READERS: dict[str, Reader] = {"plain": read_plain, "markdown": read_markdown, "html": read_html}


def made_of(unit: str, length: int) -> str:
    unit = unit.replace("_", " ") if len(unit) > 1 else unit
    return unit.replace("¶", "\n") * (length // len(unit))


def seconds(read: Reader, text: str) -> float:
    """Return how long the processor works on it, whatever else it does."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    for _ in read(text):
        pass
    taken = time.process_time() - start
    gc.enable()
    return taken


def best(read: Reader, text: str, times: int = 3) -> float:
    return min(seconds(read, text) for _ in range(times))


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("unit", UNITS)
def test_twice_the_text_takes_twice_the_time(name: str, unit: str) -> None:
    read = READERS[name]
    small, large = made_of(unit, 8_000), made_of(unit, 32_000)
    # Less than a fifth of a second is too little to tell a ratio from noise; a quadratic reader takes far more.
    if seconds(read, large) > 0.2:
        assert best(read, large) < 3 * 3 * best(read, small)  # doubled twice


@pytest.mark.parametrize("unit", [*"<>[{$*`", "- ", "<div>", "\\frac{"])
@pytest.mark.parametrize("name", READERS)
def test_nesting_by_the_hundred_thousand_is_read(name: str, unit: str) -> None:
    taken = seconds(READERS[name], "\n".join([unit * (90_000 // len(unit)), "1 + 1 = 2"]))
    assert taken < 1 or taken < 10 * a_second()


def test_lists_nested_ever_deeper_are_read() -> None:
    text = "\n".join(f"{' ' * 2 * depth}- {depth}" for depth in range(300))
    assert len([line for line in read_markdown(text) if line.text]) == 300


def test_a_large_notebook_takes_twice_the_time_of_half_of_it() -> None:
    cell = {"cell_type": "markdown", "source": ['the **sum** $\\frac{1}{2}$ "is"\n'] * 20}
    small, large = (json.dumps({"nbformat": 4, "cells": [cell] * many}) for many in (50, 100))
    assert best(read_notebook, large) < 3 * best(read_notebook, small)
