"""The page's terms, laid out for a panel."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from katatx.tui.widgets.redrawn import RedrawnOnResize
from katatx.views.words import Words

_GAP = "   "
# The panel's share of the window's height, and its border lines.
_SHARE, _EDGES = 0.8, 3
_HERE, _ELSEWHERE = "bold", "$foreground 60%"


class WordsView(RedrawnOnResize, Static):
    """Terms, those of the question first, in columns or as running text."""

    def __init__(self, words: Words) -> None:
        super().__init__("", markup=False)
        self.words = words

    def _draw(self) -> None:
        """Draw the terms in columns, or as running text if these are too high for the window."""
        width, height = self.content_size.width, int(self.app.size.height * _SHARE) - _EDGES
        if width:
            lines = in_columns(self.words, width)
            self.update(Content("\n").join(lines if len(lines) <= height else one_after_the_other(self.words, width)))


def in_columns(words: Words, width: int) -> list[Content]:
    """Return the terms as lines in as many columns as fit `width` cells, at least one, filled line by line.

    Those of the question come first; the others begin on a new line, in another style.
    """
    terms = [*words.here, *words.others]
    longest = max((cell_len(term) for term, _ in terms), default=0)
    texts = [f"{term}{' ' * (longest - cell_len(term))}  {meaning}" for term, meaning in terms]
    wide = max(map(cell_len, texts), default=0)
    columns = max(1, (width + len(_GAP)) // (wide + len(_GAP)))
    here = len(words.here)
    return [
        Content.styled(_GAP.join(text + " " * (wide - cell_len(text)) for text in group[at : at + columns]), style)
        for group, style in ((texts[:here], _HERE), (texts[here:], _ELSEWHERE))
        for at in range(0, len(group), columns)
    ]


def one_after_the_other(words: Words, width: int) -> list[Content]:
    """Return the terms as running text in lines: those of the question first, the others in another style.

    Lines break only between terms, so a long term may exceed `width` cells. Without terms there is one empty line.
    """
    lines = [Content("")]
    for group, style in ((words.here, _HERE), (words.others, _ELSEWHERE)):
        for word, meaning in group:
            text = Content.styled(f"{word} = {meaning}", style)
            if lines[-1].cell_length and lines[-1].cell_length + len(_GAP) + text.cell_length > width:
                lines.append(Content(""))
            lines[-1] = Content.assemble(lines[-1], _GAP if lines[-1].cell_length else "", text)
    return lines
