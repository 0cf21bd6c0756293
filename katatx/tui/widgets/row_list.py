"""A list of one-line rows that is fast with ten thousand of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial

from textual import events
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import OptionList
from textual.widgets.option_list import Option

# Marks the selected row, also without colours.
HERE, ELSEWHERE = "▸ ", "  "


class RowLine(Visual):
    """A row with the cursor's sign, cut to the width; `make` returns its content, when it is first displayed."""

    def __init__(self, make: Callable[[], Content], sign: str = ELSEWHERE) -> None:
        self.make = make
        self.sign = sign

    @cached_property
    def content(self) -> Content:
        """Return the row's content, without the sign."""
        return self.make()

    def __str__(self) -> str:
        """Return the row as plain text, with the sign."""
        return self.sign + self.content.plain

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Return the row, cut to the width."""
        line = Content(self.sign) + self.content
        return line.truncate(width, ellipsis=True).render_strips(width, 1, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the row with its sign."""
        return len(self.sign) + self.content.cell_length

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return 1: a row is never wrapped."""
        return 1


class RowList(OptionList):
    """A list of rows. A click moves the cursor; a click on the selected row chooses it, like Enter."""

    def __init__(self) -> None:
        super().__init__(id="rows", markup=False)

    def on_resize(self) -> None:
        """Keep the selected row visible."""
        self.scroll_to_highlight()

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked row, or choose it if it is selected already."""
        event.prevent_default()
        clicked = event.style.meta.get("option")
        if clicked is None or self.options[clicked].disabled:
            return
        if clicked == self.highlighted:
            self.action_select()
        else:
            self.highlighted = clicked


class Rows:
    """The options of a list of `count` rows, each created when first asked for.

    `content` makes the content of the row with an index, when it is first displayed.
    """

    def __init__(self, count: int, content: Callable[[int], Content]) -> None:
        self.count = count
        self._content = content
        self._made: dict[int, Option] = {}

    def options(self, rows: Sequence[int]) -> list[Option]:
        """Return the options of some rows, given by index."""
        return [self._option(row) for row in rows]

    def _option(self, row: int) -> Option:
        """Return the option of a row, created once."""
        if row not in self._made:
            self._made[row] = Option(RowLine(partial(self._content, row)))
        return self._made[row]
