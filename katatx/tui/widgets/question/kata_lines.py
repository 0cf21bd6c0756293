"""The list of a kata's lines: answered ones as typed, the others covered."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from katatx.questions.kata import KataRow
from katatx.tui.widgets.question.verdict import SIGNS


class KataLinesView(VerticalScroll):
    """A list with rows such as `✓ 1 match  2 0 1 0`; `▸` marks the present line, which comes after the `done` ones."""

    def __init__(self) -> None:
        super().__init__(id="kata-lines", can_focus=False)
        self.done = 0

    def compose(self) -> ComposeResult:
        """Yield the list of lines."""
        yield Static(id="rows", markup=False)

    def show(self, lines: Sequence[tuple[str, KataRow | None]]) -> None:
        """Show all lines, given as (name, answer); the answer is None if the line has none yet.

        There must be at least one line.
        """
        self.done = done = sum(row is not None for _, row in lines)
        width = max(len(name) for name, _ in lines)
        self.border_title = f"your lines, {done} of {len(lines)}"
        drawn = [
            _drawn(number, name.ljust(width), row, number == done + 1) for number, (name, row) in enumerate(lines, 1)
        ]
        self.query_one("#rows", Static).update(Content("\n").join(drawn))
        self.call_after_refresh(self._show_present)

    def on_resize(self) -> None:
        """Keep the present line visible."""
        self.call_after_refresh(self._show_present)

    def _show_present(self) -> None:
        """Scroll to the present line, below up to two answered ones if there is room."""
        above = min(2, max(0, self.scrollable_content_region.height - 1))
        self.scroll_to(y=max(0, self.done - above), animate=False)


def _drawn(number: int, name: str, row: KataRow | None, here: bool) -> Content:
    """Return what is shown of a line: its number, from 1, its name, and its answer `row`.

    `here` marks the present line. The name of another line without an answer is covered.
    """
    if row is None:
        return Content.assemble(f"{'▸' if here else ' '} {number:>2} ", (name, "bold") if here else ("▒" * 12, "dim"))
    style = "$text-success" if row.judgement.verdict.counts_as_right else "$text-error"
    word = "" if row.right else f"  {row.judgement.verdict.value}"
    return Content.assemble((SIGNS[row.judgement.verdict], style), f" {number:>2} {name}  {row.shown}", (word, style))
