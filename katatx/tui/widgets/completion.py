"""The list of completions for the word being typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content
from textual.geometry import Offset, Size
from textual.widgets import Static

if TYPE_CHECKING:
    from katatx.worksheet.completion import Choice

_WIDEST = 110
# Stand before the choice that would be inserted, and before the others.
_TAKEN, _OTHER = "▸ ", "│ "


class CompletionList(Static):
    """A list of completions near the cursor, without the focus: its owner moves `at` and inserts choices.

    `at` is the index of the selected choice; None while none is, when the first would be inserted. `take` is called
    with the index of a choice that is clicked.
    """

    def __init__(self, take: Callable[[int], None]) -> None:
        super().__init__("", id="completion", markup=False)
        self.take = take
        self.choices: Sequence[Choice] = ()
        self.at: int | None = None

    @property
    def is_open(self) -> bool:
        """Return whether there are choices."""
        return bool(self.choices)

    @property
    def _longest_signature(self) -> int:
        """Return the width of the longest signature with the gap after it. Ask only while the list is open."""
        return max(len(choice.signature) for choice in self.choices) + 2

    def close(self) -> None:
        """Hide the list."""
        if self.choices:
            self.choices, self.at = (), None
            self.display = False

    def open(self, choices: Sequence[Choice], cursor: Offset, screen: Size) -> None:
        """Show choices below the cursor, or above it if there is no room; hide the list if there are none.

        The selection stays if the choices are those of before. `cursor` and `screen` are in cells of the screen.
        """
        if not choices:
            self.close()
            return
        same = tuple(self.choices) == tuple(choices)
        self.choices = choices
        self.at = self.at if same else None
        widest = self._longest_signature + max(len(choice.summary) for choice in choices)
        width = min(_WIDEST, screen.width - 4, len(_OTHER) + widest + 1)
        below = cursor.y + 1 + len(choices) < screen.height - 1
        x = max(0, min(cursor.x - choices[0].typed - len(_OTHER), screen.width - width - 1))
        self.styles.offset = (x, cursor.y + 1 if below else max(0, cursor.y - len(choices)))
        self.styles.width, self.styles.height = width, len(choices)
        self.display = True
        self._draw(width)

    def move(self, by: int) -> bool:
        """Move the selection down by `by` choices (up if negative), and return whether there was anything to move.

        Up from the first choice selects none; down stops at the last. With none selected, down begins at the first
        and up returns False. Call it only while the list is open.
        """
        at = -1 if self.at is None else self.at
        if by < 0 and self.at is None:
            return False
        self.at = None if at + by < 0 else min(at + by, len(self.choices) - 1)
        self._draw(self.size.width)
        return True

    def _draw(self, width: int) -> None:
        """Draw the choices, each on a line of `width` cells."""
        lines = []
        left = min(width // 2, self._longest_signature)
        for index, choice in enumerate(self.choices):
            signature = Content(choice.signature).truncate(left - 1, ellipsis=True).pad_right(1)
            room = width - left - len(_OTHER) - 1
            summary = Content(choice.summary).truncate(room, ellipsis=True) if room > 4 else Content("")
            text = Content.assemble(
                _TAKEN if index == (self.at or 0) else _OTHER,
                signature.extend_right(max(0, left - signature.cell_length)),
                summary.stylize("$foreground 60%"),
            )
            text = text.extend_right(max(0, width - text.cell_length))
            lines.append(text.stylize("bold reverse") if index == self.at else text)
        self.update(Content("\n").join(lines), layout=False)

    def on_click(self, event: events.Click) -> None:
        """Pass the index of the clicked choice to `take`."""
        event.stop()
        if event.y < len(self.choices):
            self.take(event.y)
