"""The list of a kata's lines: answered ones as typed, the others covered."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from katatx.questions.kata_result import KataRow
from katatx.tui.widgets.question.verdict import SIGNS


class KataLinesView(VerticalScroll):
    """A list with rows such as `✓ 1 match  2 0 1 0`; `▸` marks the present line."""

    def __init__(self) -> None:
        super().__init__(id="kata-lines", can_focus=False)

    def compose(self) -> ComposeResult:
        """Yield the list of lines."""
        yield Static(id="rows", markup=False)

    def show(self, lines: Sequence[tuple[str, KataRow | None]]) -> None:
        """Show all lines, given as (name, answer); the answer is None if the line has none yet.

        There must be at least one line.
        """
        done = sum(row is not None for _, row in lines)
        width = max(len(name) for name, _ in lines)
        self.border_title = f"your lines, {done} of {len(lines)}"
        drawn = [
            _drawn(number, name.ljust(width), row, number == done + 1) for number, (name, row) in enumerate(lines, 1)
        ]
        self.query_one("#rows", Static).update(Content("\n").join(drawn))
        self.call_after_refresh(self.scroll_to, y=max(0, done - 2), animate=False)


def _drawn(number: int, name: str, row: KataRow | None, here: bool) -> Content:
    """Return what is shown of a line: its number, from 1, its name, and its answer `row`.

    `here` marks the present line. The name of another line without an answer is covered.
    """
    if row is None:
        return Content.assemble(f"{'▸' if here else ' '} {number:>2} ", (name, "bold") if here else ("▒" * 12, "dim"))
    style = "$text-success" if row.verdict.counts_as_right else "$text-error"
    word = "" if row.right else f"  {row.verdict.value}"
    return Content.assemble((SIGNS[row.verdict], style), f" {number:>2} {name}  {row.shown}", (word, style))
