"""An audited page in the app: its claims are gone over, and its file may change under it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.app.app import KatatxApp
from katatx.app.page import PageScreen
from katatx.app.worksheet import WorksheetScreen
from katatx.audit.auditing import audit_page
from katatx.errors import KatatxError
from katatx.pages.documents.reading import read_document
from katatx.pages.page import Line, Page
from katatx.show.audited import AuditedPage, WatchedPage
from katatx.show.audited_claim import as_text, finding, to_work
from katatx.show.audited_text import PageView
from tests.app.page_helpers import shown, until

PAGE = """\
# Sums

3 + 4 = 7

2 + 2 = 5, but 6·2 = 12.

The scores are s = [1, 4].

softmax([1, 4]) = [0.2, 0.8]

Here a paragraph was wrapped by hand so that each of its lines is as full as it
can be, and in it 7 + 7 = 15 is claimed, which is followed by some more words to
fill a third line.
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "page.md"
    file.write_text(PAGE, encoding="utf-8")
    return file


def here(screen: PageScreen) -> tuple[int, int | None]:
    """The file's line under the cursor, and the line of the chosen claim."""
    chosen = screen.text.chosen
    line = None if chosen is None else screen.page.lines_of(screen.page.claims[chosen])[0]
    return screen.view.number(screen.text.row), line


async def test_claims_are_gone_over_copied_and_worked(path: Path) -> None:
    screen = PageScreen(WatchedPage(path))
    app = KatatxApp(screen)
    async with app.run_test(size=(120, 40)) as pilot:
        with pytest.raises(KatatxError):
            _ = screen.status
        await until(pilot, lambda: screen.is_settled)
        assert here(screen) == (5, 5), "the first wrong claim"
        lines = []
        for key in ("n", "n", "n", "p", "home", "space", "down", "down"):
            await pilot.press(key)
            lines.append(here(screen)[0])
        assert lines == [9, 12, 5, 12, 1, 3, 4, 5]
        await pilot.press("y")
        assert app.clipboard == f"{path}:5:9: 2 + 2 = 4, printed 5"
        await pilot.press("end")
        assert here(screen)[0] == 13
        assert f"line {min(next(iter(screen.page.not_checked.values())))}" in shown(app)
        await pilot.press("home", "n")
        await until(pilot, lambda: screen.is_settled)
        assert here(screen) == (5, 5)
        for width, height in ((60, 18), (80, 24), (160, 50)):
            await pilot.resize_terminal(width, height)
            await pilot.press("n", "p")
            await until(pilot, lambda: screen.is_settled)
            assert {"✗", "5", "true", "4"} <= set(shown(app).split())
        await pilot.press("n", "enter")
        await until(pilot, lambda: isinstance(app.screen, WorksheetScreen) and "✗" in shown(app))
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.screen is screen)
        assert screen.status == 1


async def test_a_changed_file_is_shown_anew_and_one_that_vanishes_leaves_the_last_page(path) -> None:
    screen = PageScreen(WatchedPage(path))
    async with KatatxApp(screen).run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: screen.is_settled)
        await pilot.press("n")
        path.write_text("Two lines more.\n\n" + PAGE.replace("2 + 2 = 5", "2 + 2 = 4"), encoding="utf-8")
        await until(pilot, lambda: len(screen.page.wrong) == 2)
        assert here(screen) == (11, 11), "the cursor is on the same claim"
        path.unlink()
        await until(pilot, lambda: bool(screen.trouble))
        assert "softmax([1, 4])" in shown(pilot.app)
        with pytest.raises(KatatxError, match=str(path)):
            _ = screen.status
        path.write_text("3 + 4 = 7\n", encoding="utf-8")
        await until(pilot, lambda: not screen.trouble and not screen.page.wrong)
        assert screen.status == 0


def test_what_is_said_of_a_claim_is_what_the_audit_found(path: Path) -> None:
    audit = audit_page(read_document(path))
    page = AuditedPage(audit.page, audit.claims, is_audited=True)
    told = {at for each in page.claims for at in page.lines_of(each)}.union(*page.not_checked.values())
    assert told == {at for at, text in enumerate(PAGE.split("\n"), 1) if re.search(r"\d", text)}
    claim = page.claims[page.wrong[1]]
    for width in (32, 40, 90):
        lines = finding(claim, width, worked=True)
        assert max(each.cell_len for each in lines) <= width
        said = "\n".join(each.plain for each in lines).split()
        assert {"0.2", "0.8", "0.047", "0.953"} <= set(said)
        assert said.count("✗") == 2
    assert to_work(claim) == "softmax([1, 4]) = [0.2, 0.8]"
    assert as_text(page.page, claim).startswith(f"{path}:9:")


LINES = ["", "  indented", "- item", "| a | b |", "\ttab = 2", "x = 2", "é" * 30, *PAGE.split("\n")]


@given(st.lists(st.sampled_from(LINES), max_size=20), st.integers(20, 100), st.sampled_from(["page.md", "page.html"]))
def test_rows_show_every_line_and_lead_back_to_their_places(lines: list[str], width: int, name: str) -> None:
    source = "\n".join(lines)
    starts = [sum(len(each) + 1 for each in lines[:at]) for at in range(len(lines))]
    read = [Line(text, range(start, start + len(text))) for text, start in zip(lines, starts, strict=True)]
    view = PageView(AuditedPage(Page(name, source, read)))
    view.wrap(width)
    assert all(row.text.cell_len <= width for row in view.rows)
    joined = ["".join(row.text.plain for row in view.rows if row.line == line) for line in range(len(view.lines))]
    assert ["".join(each.split()) for each in joined] == ["".join(each.text.split()) for each in view.lines]
    assert "".join("".join(joined).split()) == "".join(source.split())
    assert all(view.rows[view.row_of(at)].line == at for at, _ in enumerate(view.lines))
    for at, line in enumerate(view.lines):
        assert all(view.line_at(offset) == at for offset in line.offsets)
        assert all(source[o] in (character, "\t", "\n") for character, o in zip(line.text, line.offsets, strict=True))
