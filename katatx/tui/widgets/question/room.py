"""How a question's screen shares its lines: the question first, then the answer and verdict, then the working."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from textual.containers import Container, VerticalScroll
from textual.geometry import Size
from textual.layout import ArrangeResult, Layout
from textual.layouts.vertical import VerticalLayout

from katatx.tui.widgets.question.task import Task

if TYPE_CHECKING:
    from textual.layout import WidgetPlacement
    from textual.widget import Widget

# The fewest lines of a question, and those of a box with one line in its border.
_LEAST_TASK = 2
_LEAST_BOX = 3


class Sheet(VerticalScroll, can_focus=False):
    """The question, the answer and the verdict.

    If they are too high, the `Task` with the question is made lower and scrolls, but keeps two lines; if that is not
    enough, the sheet scrolls.
    """

    def __init__(self) -> None:
        super().__init__(id="sheet")
        self._task_gives_way = _TaskGivesWay()

    @property
    def layout(self) -> Layout:
        """Return the layout in which the question leaves room for what is below it."""
        return self._task_gives_way


class Body(Container):
    """A sheet with another widget: beside it if the style says so, else below it, where the sheet takes its lines
    first.

    `least` is called with the number of lines of both, and returns how many of them what is below gets even if the
    sheet needs them; it never gets more than its contents need.
    """

    def __init__(self, least: Callable[[int], int]) -> None:
        super().__init__(id="body")
        self._sheet_first = _SheetFirst(least)

    @property
    def layout(self) -> Layout:
        """Return the layout for the present style."""
        styled = super().layout
        return styled if styled.name == "horizontal" else self._sheet_first


class _TaskGivesWay(VerticalLayout):
    """One below the other; a `Task` is made as much lower as what is below it needs."""

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Return the places of the widgets in a size; a height of 0 is no limit."""
        places = super().arrange(parent, children, size, greedy)
        lines = max((place.region.bottom + place.margin.bottom for place in places), default=0)
        return list(_lowered(places, lines - size.height)) if size.height else places


def _lowered(places: ArrangeResult, excess: int) -> Iterator[WidgetPlacement]:
    """Yield places with a `Task` up to `excess` lines lower, but at least two high, and what follows it moved up."""
    taken = 0
    for place in places:
        region = place.region.translate((0, -taken))
        if isinstance(place.widget, Task):
            less = max(0, min(excess - taken, region.height - _LEAST_TASK))
            region, taken = region._replace(height=region.height - less), taken + less
        yield place._replace(region=region)


class _SheetFirst(VerticalLayout):
    """A sheet with something below it, which gets what the sheet leaves, but at least what `least` returns."""

    def __init__(self, least: Callable[[int], int]) -> None:
        self.least = least

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Return the places of the two in a size; where a box has no room for a line, nothing is below the sheet."""
        places = super().arrange(parent, children, size, greedy)
        if len(places) != 2:  # the screen is being closed
            return places
        sheet, side = places
        left = max(size.height - sheet.region.height, self.least(size.height))
        below = min(side.region.height, left) if left >= _LEAST_BOX else 0
        above = size.height - below
        return [_at(sheet, sheet.region.y, above), _at(side, above, below)]


def _at(place: WidgetPlacement, y: int, height: int) -> WidgetPlacement:
    """Return a place with another first line and height."""
    return place._replace(region=place.region._replace(y=y, height=height))
