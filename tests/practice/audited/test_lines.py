"""Lines of a page made safe to show, every character knowing where it stands in the file, cut into rows."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from katatx.pages.page import Page
from katatx.pictures.parts import cells
from katatx.views.audited.lines import ReadLines, SourceLines
from katatx.views.audited.rows import Rows, row_starts
from tests.practice.audited.pages import audited

TEXTS = st.text(st.sampled_from("ab 1=\t\r\n漢e\u0301\u200b\u202e\x1b❤️[]"), max_size=60)


def page(source: str) -> Page:
    return Page("page.txt", source, ())


def test_lines_are_numbered_as_an_editor_does() -> None:
    for source, texts in (("", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb\r\n", ["a", "", "b"]), ("\n\n", ["", ""])):
        assert [(line.number, line.text) for line in SourceLines(page(source))] == list(enumerate(texts, 1))


def test_tabs_go_to_every_fourth_column_and_hidden_characters_are_shown() -> None:
    (line,) = SourceLines(page("\ta\tb\x1b[31m\u202e"))
    assert line.text == "    a   b�[31m�"
    assert [line.offsets[at] for at in (0, 3, 4, 5, 8, 9)] == [0, 0, 1, 2, 3, 4]


@given(TEXTS)
def test_every_character_stands_where_it_says(source: str) -> None:
    lines = SourceLines(page(source))
    for at, line in enumerate(lines):
        assert len(line.text) == len(line.offsets)
        assert not any(unicodedata.category(each) in ("Cc", "Cf") for each in line.text)
        for character, offset in zip(line.text, line.offsets, strict=True):
            assert character == source[offset] or source[offset] == "\t" or character == "�"
            assert lines.at(offset) == at


def test_a_page_as_it_was_read_has_no_markup() -> None:
    found = audited("<p>So 2 + 2<br>is <b>wrong</b>:</p>\n\n\n<p>2 + 2 = 5</p>\n", "page.html")
    lines = ReadLines(found.page)
    assert [line.text for line in lines if line.text][-1] == "2 + 2 = 5"
    last = next(at for at, line in enumerate(lines) if line.text == "2 + 2 = 5")
    assert lines[last].number == 4
    assert lines.at(found.claims[0].start) == last
    assert not any(one.text == other.text == "" for one, other in zip(lines, list(lines)[1:], strict=False))


@given(TEXTS.map(lambda text: text.replace("\n", "").replace("\t", "")), st.integers(4, 30))
def test_rows_hold_all_of_a_line_and_none_is_too_wide(text: str, width: int) -> None:
    starts = list(row_starts(text, width))
    rows = [text[start:stop] for start, stop in zip(starts, [*starts[1:], len(text)], strict=True)]
    assert "".join(rows) == text
    assert all(rows) or not text
    for row in rows:
        assert cells(row.removesuffix(" ")) <= width or len(row) == 1 or cells(row) <= width + 1


def test_a_row_knows_its_line_and_a_place_its_row() -> None:
    lines = SourceLines(page("short\n\n" + "x" * 25 + "\nend"))
    rows = Rows(lines, 10)
    assert [tuple(rows[at]) for at in range(len(rows))] == [
        (0, 0, 5), (1, 0, 0), (2, 0, 10), (2, 10, 20), (2, 20, 25), (3, 0, 3),
    ]  # fmt: skip
    assert [rows.at(*place) for place in ((0, 4), (1, 0), (2, 9), (2, 10), (2, 24), (3, 0))] == [0, 1, 2, 3, 4, 5]
