"""The details of a worksheet line: its verdict, its working, and a picture. Widths are in characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from katatx.tui.widgets.hanging import hanging
from katatx.tui.widgets.question.drawn import drawn
from katatx.tui.widgets.redrawn import RedrawnOnResize

if TYPE_CHECKING:
    from katatx.worksheet.detail import Detail

_STYLES = {"right": "$text-success", "wrong": "$text-error", "again": "$text-warning"}
_BEGINNING = (
    "Write a line of arithmetic, and what it comes to:",
    "",
    "  scores = [1, 4]",
    "  softmax(scores) = 0.047 0.953",
    "",
    (
        "Each line is checked as you leave it. It can use names from above; # begins a comment. "
        "{key} inserts a listed name."
    ),
)


class LineDetail(RedrawnOnResize, VerticalScroll):
    """The panel with the details of the cursor's line, or of one above it (`is_elsewhere`).

    `detail` is None if no line is shown; with `is_beginning` there are instructions instead. They name `key`, which
    inserts a completion.
    """

    def __init__(self, key: str) -> None:
        super().__init__(id="detail", can_focus=False)
        self.key = key
        self.detail: Detail | None = None
        self.is_elsewhere = False
        self.is_beginning = False

    def compose(self) -> ComposeResult:
        """Yield the text of the panel."""
        yield Static(id="told", markup=False)

    def show(self, detail: Detail, *, is_elsewhere: bool = False) -> None:
        """Show the details of a line; with `is_elsewhere` it is not the cursor's, so its title is shown in a narrow
        window too.
        """
        if (detail, is_elsewhere, False) != (self.detail, self.is_elsewhere, self.is_beginning):
            self.detail, self.is_elsewhere, self.is_beginning = detail, is_elsewhere, False
            self._draw()
            self.scroll_home(animate=False)

    def show_none(self, *, is_beginning: bool) -> None:
        """Show no line; with `is_beginning`, show instructions instead."""
        if (self.detail, self.is_beginning) != (None, is_beginning):
            self.detail, self.is_beginning = None, is_beginning
            self._draw()

    def _draw(self) -> None:
        """Draw the details for the panel's width."""
        self.query_one("#told", Static).update(
            Content("\n").join(self._lines(max(20, self.scrollable_content_region.width)))
        )

    def _lines(self, width: int) -> list[Content]:
        """Return the panel's lines for a width."""
        if self.is_beginning:
            beginning = (line.replace("{key}", self.key) for line in _BEGINNING)
            return [Content.styled(_wrapped(line, width), "$foreground 60%") for line in beginning]
        detail = self.detail
        if detail is None:
            return []
        style = _STYLES.get(detail.mark.kind, "")
        wide = self.screen.has_class("-wide")
        named = detail.title and (wide or self.is_elsewhere)
        lines = [Content.styled(_wrapped(detail.title, width), "bold")] if named else []
        for number, sentence in enumerate(detail.sentences):
            head = f"{detail.mark.sign} " if number == 0 else "  "
            lines.append(Content.styled(hanging(head, sentence, width), style if number == 0 else ""))
        if detail.working:
            lines += [Content("")] * bool(detail.sentences and wide)
            lines += [_calculation(_wrapped(line, width)) for line in detail.working]
        picture = _picture(detail, width)
        return [*lines, *([Content("")] if lines and picture else ()), *picture]


def _picture(detail: Detail, width: int) -> list[Content]:
    """Return the picture of a line's value as text, in a list of one; [] if it has none."""
    if detail.value is None or detail.node is None:
        return []
    from katatx.pictures.working import pictures_of_answer

    pictures = pictures_of_answer(detail.node, {}, detail.value)
    return [drawn(pictures, width)] if pictures else []


def _wrapped(line: str, width: int) -> str:
    """Return a line of working, wrapped with continuation lines below the text after its name.

    The name ends at the first two spaces in a row; a line that fits is unchanged.
    """
    if len(line) <= width:
        return line
    named = re.match(r"\s*(\S+(?: \S+)*\s{2,})?", line)
    head = "" if named is None else named[0]
    return hanging(head, line[len(head) :], width)


def _calculation(line: str) -> Content:
    """Return a line of working with its step's name dim.

    The name is what stands before two spaces, unless it begins with a digit or has an equals sign.
    """
    named = re.match(r"\s*[^\s\d][^=]*?\s{2,}", line)
    return Content(line).stylize("$foreground 60%", 0, named.end()) if named is not None else Content(line)
