"""Texts made to hang a reader: each format takes time in proportion to its length, however it is nested."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import pytest

from katatx.pages.documents.formulas import read_plain
from katatx.pages.documents.html import read_html
from katatx.pages.documents.markdown import read_markdown
from katatx.pages.page import Line
from tests.growth import BOUND, growth

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


def read_whole(read: Reader) -> Callable[[str], object]:
    return lambda text: deque(read(text), maxlen=0)


@pytest.mark.nightly
@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("unit", [*UNITS, "[", "{", "- "])
def test_time_grows_with_the_length(name: str, unit: str) -> None:
    assert growth(lambda size: made_of(unit, size), read_whole(READERS[name]), 90_000) < BOUND
