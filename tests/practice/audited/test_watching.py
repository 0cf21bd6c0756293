"""A page read again when its file changes, and a cursor that stays where it was."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from katatx.views.audited.lines import SourceLines
from katatx.views.audited.places import found_in, kept_claim, kept_line
from katatx.views.audited.watching import WatchedPage
from tests.practice.audited.pages import RIGHT, WRONG, audited


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "page.md"
    file.write_text(WRONG, encoding="utf-8")
    return file


def test_a_page_is_news_only_when_it_reads_otherwise(path: Path) -> None:
    watched = WatchedPage(path)
    assert len(watched.audited().wrong) == 2
    assert not watched.look()
    os.utime(path, ns=(1, 1))
    assert not watched.look()
    path.write_text(RIGHT, encoding="utf-8")
    assert watched.look()
    assert watched.audited().wrong == []
    assert not watched.look()


def test_a_file_that_cannot_be_read_is_tried_again_before_that_is_told(path: Path) -> None:
    watched = WatchedPage(path)
    path.unlink()
    assert not watched.look()
    assert watched.trouble == ""
    assert watched.look()
    assert (watched.trouble, watched.page.source) == ("no such file; check its name", WRONG)
    assert not watched.look()
    path.write_text(WRONG, encoding="utf-8")
    assert watched.look()
    assert watched.trouble == ""


def test_a_half_written_file_is_read_once_it_is_whole(path: Path) -> None:
    watched = WatchedPage(path)
    path.write_bytes("2 + 2 = 4 π".encode()[:-1])
    assert not watched.look()
    path.write_bytes("2 + 2 = 4 π".encode())
    assert watched.look()
    assert (watched.trouble, watched.page.source) == ("", "2 + 2 = 4 π")


# ---- where the cursor goes


def test_a_claim_is_found_again_wherever_it_went() -> None:
    before = audited("2 + 2 = 4\n\n3 + 3 = 6\n\n2 + 2 = 4\n")
    after = audited("New words before.\n\n2 + 2 = 4\n\n3 + 3 = 7\n\n2 + 2 = 4\n")
    assert [kept_claim(before, after, claim) for claim in range(3)] == [0, None, 2]
    assert kept_claim(after, audited("Words."), 0) is None


def test_a_line_is_found_again_or_its_number_stays() -> None:
    def lines(*texts: str) -> SourceLines:
        return SourceLines(audited("\n".join(texts)).page)

    before = lines("one", "two", "", "three", "two")
    assert [kept_line(before, lines("new", "one", "two", "", "three"), at) for at in range(5)] == [1, 2, 2, 4, 2]
    assert [kept_line(before, lines("a"), at) for at in range(5)] == [0] * 5


def test_text_is_found_on_every_line() -> None:
    lines = SourceLines(audited("Softmax of [1, 4]\nthe SOFTMAX, softmax\n").page)
    assert found_in(lines, "softmax") == ((0, 0, 7), (1, 4, 11), (1, 13, 20))
    assert found_in(lines, "Softmax") == ((0, 0, 7),)
    assert found_in(lines, "[1,") == ((0, 11, 14),)
    assert found_in(lines, "") == found_in(lines, "nowhere") == ()
