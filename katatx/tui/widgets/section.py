"""A section of a page: a heading with rows of terms and meanings. Widths are in characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from katatx.tui.fitted import WIDE
from katatx.tui.widgets.hanging import hanging

_GAP = 2
_BETWEEN = "   "
_WIDEST_TERM = 24

Rows = Sequence[tuple[str, str]]


class Part(NamedTuple):
    """A heading with its rows; `flowing` rows are put side by side in a narrow window."""

    heading: str
    rows: Rows
    flowing: bool = False


class SectionView(Widget):
    """A section laid out for its width; `flowing` rows are put side by side in a narrow window. `name` is the widget's
    id.
    """

    def __init__(self, heading: str, rows: Rows, flowing: bool = False, name: str | None = None) -> None:
        super().__init__(id=name, classes="part")
        self.heading = heading
        self.rows = rows
        self.flowing = flowing

    def show(self, rows: Rows) -> None:
        """Show other rows."""
        self.rows = rows
        self.refresh(layout=True)

    def render(self) -> Content:
        """Return the section for the widget's width."""
        return self._laid_out(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines, so that it is known before painting."""
        return len(self._laid_out(width).split("\n", allow_blank=True))

    def _laid_out(self, width: int) -> Content:
        """Return the section for a width; flowing rows are put side by side only in a narrow window."""
        return section(self.heading, self.rows, width, self.flowing and self.app.size.width < WIDE)


def section(heading: str, rows: Rows, width: int, flowing: bool = False) -> Content:
    """Return a section as one text of styled lines, wrapped at `width`; "" as the heading leaves it out.

    `flowing` rows are written as equations, as many per line as fit, never broken; the meanings of other rows are
    aligned, unless a term is longer than 24, and wrapped.
    """
    lines = [Content.styled(heading, "bold $primary")] if heading else []
    return Content("\n").join([*lines, *(_flowing(rows, width) if flowing else _table(rows, width))])


def _table(rows: Rows, width: int) -> list[Content]:
    """Return rows as lines with meanings wrapped at `width`, and aligned after terms of up to 24 characters."""
    left = min(_WIDEST_TERM, max((len(term) for term, _ in rows), default=0)) + _GAP
    return [Content(hanging(term.ljust(left), meaning, width)).stylize("bold", 0, len(term)) for term, meaning in rows]


def _flowing(rows: Rows, width: int) -> list[Content]:
    """Return rows as equations, as many per line as fit; without rows, one empty line.

    Lines break only between equations, so a long one may exceed `width`.
    """
    lines = [Content("")]
    for term, meaning in rows:
        piece = Content.assemble((term, "bold"), f" = {meaning}")
        if lines[-1] and len(lines[-1]) + len(_BETWEEN) + len(piece) > width:
            lines.append(Content(""))
        lines[-1] = Content.assemble(lines[-1], _BETWEEN, piece) if lines[-1] else piece
    return lines
