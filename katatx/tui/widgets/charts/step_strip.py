"""A compact overview of a deck's steps, grouped by recipe, in the most detailed form that fits.

A recipe is how an operation is worked, and a step is one line of it. Widths are in columns of the terminal, heights
in lines. Where recipes are laid out, there must be at least one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from textwrap import wrap

from textual.content import Content
from textual.widgets import Static

from katatx.tui.widgets.redrawn import RedrawnOnResize
from katatx.views.days import due_words, percent
from katatx.views.stats.report import StepReport
from katatx.views.stats.step_map import MapRow, sign, step_name

_GAP = 3
_LEAST_BAR, _MOST_BAR = 10, 24
# Columns of cards grow up to these widths and then show more.
_ROOMY, _WIDEST_CARD = 60, 68
_MORE = len("  100 %  due 31 Dec 2099")
_WIDEST_TEXT = 88
# Colours only repeat the signs.
STYLES = {"automatic": "$text-success", "learning": "$primary", "new": "dim"}


class StepStrip(RedrawnOnResize, Static):
    """A heading with recipes below it, each with its steps' names and bars, or with their signs only."""

    def __init__(self) -> None:
        super().__init__("", id="steps", markup=False)
        self._headings: Sequence[str] = ()
        self._rows: Sequence[MapRow] = ()
        self._steps: Sequence[tuple[str, str]] = ()
        self._label = 0

    def show(self, headings: Sequence[str], rows: Sequence[MapRow]) -> None:
        """Show recipes, under the first of `headings` that fits, or the last one, cut.

        Show nothing if there are no recipes, or no room for a line of them below the heading.
        """
        self._steps = ()
        self.remove_class("-told")
        self._headings, self._rows = headings, rows
        self._draw()

    def tell(self, steps: Sequence[tuple[str, str]], label: int) -> None:
        """Show paragraphs, given as (label, text), instead; `label` is the width of the column of labels."""
        self._steps, self._label = steps, label
        self.add_class("-told")
        self._draw()

    def _draw(self) -> None:
        """Draw the overview for the widget's size."""
        width, height = self.content_size
        if self._steps:
            self.update(_paragraphs(self._steps, self._label, width))
            return
        if not self._rows or height < 2:
            self.update("")
            return
        head = next((each for each in self._headings if len(each) <= width), self._headings[-1])
        lines = [Content.styled(head[:width], "dim"), *laid_out(self._rows, width, height - 1)]
        self.update(Content("\n").join(lines))


def _paragraphs(steps: Sequence[tuple[str, str]], label: int, width: int) -> Content:
    """Return paragraphs, given as (label, text), wrapped; `label` is the width of the column of labels."""
    lines = []
    for word, text in steps:
        first, *more = wrap(text, max(20, min(_WIDEST_TEXT, width) - label - 1))
        lines += [Content.assemble((word.ljust(label), "dim"), first), *(Content(" " * label + each) for each in more)]
    return Content("\n").join(lines)


def laid_out(rows: Sequence[MapRow], width: int, height: int) -> list[Content]:
    """Return recipes as lines that fit `width` columns and `height` lines, at least one.

    They are cards if these fit, else columns of names and signs, else running text cut at the end, in which a single
    recipe may be wider.
    """
    return _cards(rows, width, height) or _columns(rows, width, height) or _running(rows, width, height)


def signs_of(row: MapRow) -> list[tuple[str, str]]:
    """Return (sign, style) for each of a recipe's steps."""
    return [(sign(step), STYLES[step.word]) for step in row.steps]


def _cards(rows: Sequence[MapRow], width: int, height: int) -> list[Content]:
    """Return recipes as cards in columns, with a line per step; [] if they do not fit."""
    name = max(len(step_name(step)) for row in rows for step in row.steps)
    least = max(name + _LEAST_BAR + 4, *(len(row.name) for row in rows)) + _GAP
    tall = [1 + len(row.steps) for row in rows]
    for count in range(max(1, width // _ROOMY), width // least + 1):
        columns = _filled(rows, tall, count)
        if max(sum(1 + len(row.steps) for row in column) + len(column) - 1 for column in columns) <= height:
            wide = min(width // len(columns), _WIDEST_CARD)
            lines = [_card_lines(column, name, wide - _GAP) for column in columns]
            return _side_by_side(lines, wide)
    return []


def _filled(rows: Sequence[MapRow], tall: Sequence[int], count: int) -> list[list[MapRow]]:
    """Return the rows in at most `count` columns of the least possible height; `tall` is each row's height."""
    for limit in range(max(tall), sum(tall) + len(tall)):
        columns: list[list[MapRow]] = [[]]
        left = limit
        for row, lines in zip(rows, tall, strict=True):
            if lines > left:
                columns.append([])
                left = limit
            columns[-1].append(row)
            left -= lines + 1
        if len(columns) <= count:
            return columns
    return [list(rows)]


def _card_lines(rows: Sequence[MapRow], name: int, width: int) -> list[Content]:
    """Return cards, `width` cells wide, one below the other with empty lines between them.

    `name` is the width of the steps' names.
    """
    lines: list[Content] = []
    for row in rows:
        title = Content.styled(row.name, "bold")
        lines += [*([Content("")] if lines else []), title, *(_line(step, name, width) for step in row.steps)]
    return lines


def _line(step: StepReport, name: int, width: int) -> Content:
    """Return a step's sign and name, and if it was started its bar; a wide card adds recall and due day.

    `name` is the width of the steps' names, and `width` that of the card.
    """
    style, shown = STYLES[step.word], step_name(step)
    if step.state is None:
        return Content.styled(f"{sign(step)} {shown}", style)
    left = width - name - 4
    more = (
        f"  {percent(step.recall or 0):>5}  due {due_words(step.due_day, step.around.day)}"
        if left >= _LEAST_BAR + _MORE
        else ""
    )
    room = min(_MOST_BAR, left - _MORE if more else left)
    done = round(step.share * room)
    line = Content.assemble((f"{sign(step)} ", style), f"{shown.ljust(name)}  ", ("━" * done, style))
    return Content.assemble(line, ("─" * (room - done) + more, "dim"))


def _side_by_side(columns: Sequence[list[Content]], wide: int) -> list[Content]:
    """Return columns side by side, `wide` cells for each."""
    lines = []
    for at in range(max(map(len, columns))):
        cells = [column[at] if at < len(column) else Content("") for column in columns]
        lines.append(Content("").join(cell.pad_right(wide - cell.cell_length) for cell in cells))
    return lines


def _columns(rows: Sequence[MapRow], width: int, height: int) -> list[Content]:
    """Return recipes' names and signs as lines of columns; [] if they do not fit."""
    longest = max(len(row.name) for row in rows)
    wide = longest + 1 + max(len(row.steps) for row in rows) + _GAP
    count = max(1, (width + _GAP) // wide)
    tall = ceil(len(rows) / count)
    if tall > height or wide - _GAP > width:
        return []
    cells = [Content.assemble(f"{row.name.ljust(longest)} ", *signs_of(row)) for row in rows]
    return _side_by_side([cells[at : at + tall] for at in range(0, len(cells), tall)], wide)


def _running(rows: Sequence[MapRow], width: int, height: int) -> list[Content]:
    """Return recipes' names and signs as running text, cut at the end of the last of `height` lines if it is too long.

    Lines break only between recipes, so a long one may exceed `width`.
    """
    lines: list[Content] = []
    for row in rows:
        cell = Content.assemble(f"{row.name} ", *signs_of(row))
        if lines and lines[-1].cell_length + 2 + cell.cell_length <= width:
            lines[-1] = Content.assemble(lines[-1], "  ", cell)
        elif len(lines) < height:
            lines.append(cell)
        else:
            lines[-1] = Content.assemble(lines[-1].truncate(width - 2), (" …", "dim"))
            break
    return lines
