import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.audit.findings import Figure
from katatx.audit.fixing import corrected
from tests.audit.reports.hand_pages import NASTY, page, spans


def put_right(source: str, *changes: tuple[str, str], path: str = "page.txt") -> str:
    """The source with the first place of each text corrected."""
    figures = [Figure(source.index(old), source.index(old) + len(old), new) for old, new in changes]
    return corrected(page(source, path), sorted(figures))


def test_line_ends_tabs_and_a_missing_last_line_end_stay():
    assert put_right("\ufeffa\tb\r\n2+2 =\t5\r\nend \x0c", ("5", "4")) == "\ufeffa\tb\r\n2+2 =\t4\r\nend \x0c"


@pytest.mark.parametrize("minus", ["−", "&minus;", "-"])
def test_a_minus_is_written_as_on_the_page(minus):
    assert put_right(f"2 {minus} 5 = {minus}4", (f"{minus}4", "-3")) == f"2 {minus} 5 = {minus}3"
    assert put_right(f"5 {minus} 2 = {minus}3", (f"{minus}3", "3")) == f"5 {minus} 2 = 3"


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        # Right-aligned: spaces before it make up.
        ("a    2.72\nb   54.60\nc    57.3\n", "57.3", "57.32", "a    2.72\nb   54.60\nc   57.32\n"),
        # Left-aligned: those after it.
        ("e^1  2.7     right\ne^2  7.389   right\n", "2.7", "2.718", "e^1  2.718   right\ne^2  7.389   right\n"),
        # A cell between bars.
        ("| a | 12 | b |\n| c | 13 | d |\n", "12", "8", "| a |  8 | b |\n| c | 13 | d |\n"),
        # Right-aligned from the start of the line, in no one's indentation.
        ("    12 a\n    13 b\n", "12", "8", "    8 a\n    13 b\n"),
        # Two spaces that end a line break it in Markdown.
        ("2+2 = 5  \nso", "5", "4.0", "2+2 = 4.0  \nso"),
    ],
)
def test_columns_stay_in_line(before, old, new, after):
    assert put_right(before, (old, new)) == after


def test_neighbours_share_their_spaces_without_joining():
    assert put_right("1  2  3\n4  5  6\n", ("1", "10"), ("2", "20"), ("3", "30")) == "10 20 30\n4  5  6\n"
    assert put_right("1  2  3\n4  5  6\n", ("1", "1000"), ("2", "2000"), ("3", "3000")) == "1000 2000 3000\n4  5  6\n"


def test_a_notebook_stays_json():
    source = json.dumps({"cells": [{"source": ["x = [[1, 2],\n", "     [3, 5]]"]}]}, indent=1)
    found = put_right(source, ("5", '4 "\\'), ("2", "20"), path="page.ipynb")
    assert json.loads(found)["cells"][0]["source"] == ["x = [[1, 20],\n", '     [3, 4 "\\]]']


@st.composite
def corrections(draw: st.DrawFn) -> tuple[str, list[Figure]]:
    """A text, and some of its stretches with what should stand there."""
    source = draw(NASTY)
    figures, end = [], 0
    for start, stop in sorted(draw(st.lists(spans(len(source)), max_size=6))):
        if start >= end and stop > start:
            figures.append(Figure(start, stop, draw(NASTY)))
            end = stop
    return source, figures


@pytest.mark.slow
@given(corrections())
def test_nothing_changes_but_figures_and_the_spaces_beside_them(made):
    source, figures = made
    pattern, at = "", 0
    for figure in figures:
        pattern += gap(source[at : figure.start], first=at == 0) + re.escape(figure.correct)
        at = figure.stop
    pattern += gap(source[at:], first=at == 0, last=True)
    assert re.fullmatch(pattern, corrected(page(source), figures), re.DOTALL)


def gap(text: str, *, first: bool = False, last: bool = False) -> str:
    """A pattern for the text between two figures: its spaces beside them may be more or fewer, but not none."""
    inner = text if first else text.lstrip(" ")
    inner = inner if last else inner.rstrip(" ")
    left = "" if first else spaces(text[: len(text) - len(text.lstrip(" "))])
    right = "" if last else spaces(text[len(text.rstrip(" ")) :])
    return left + re.escape(inner) + right if inner else left or right


def spaces(run: str) -> str:
    return " +" if run else " *"
