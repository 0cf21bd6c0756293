"""The worked lines: covered, and uncovered one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from katatx.notation.quoting import plain

if TYPE_CHECKING:
    from katatx.engine.pencils import Step

_COVER = "▒" * 12


class WorkingView(VerticalScroll):
    """Every line of the working, each under its cover until it is uncovered."""

    def __init__(self) -> None:
        super().__init__(id="working", can_focus=False)

    def compose(self) -> ComposeResult:
        yield Static(id="lines", markup=False)

    def clear(self) -> None:
        """Nothing to show yet."""
        self.border_title = "working"
        self.query_one("#lines", Static).update("")

    def show(self, steps: Sequence[Step], uncovered: int) -> None:
        """Show the first `uncovered` lines; the rest lie under their covers."""
        width = max((len(step.line) for step in steps), default=0)
        shown = [_uncovered(step, width) for step in steps[:uncovered]]
        covered = [Content.styled(_COVER, "dim")] * (len(steps) - uncovered)
        self.border_title = f"working, {uncovered} of {len(steps)} lines uncovered"
        self.query_one("#lines", Static).update(Content("\n").join([*shown, *covered]))
        self.scroll_to(y=max(0, uncovered - 2), animate=False)


def _uncovered(step: Step, width: int) -> Content:
    """A line with its name before it, and each of its calculations under the last."""
    texts = [f"{calculation} = {result}" for calculation, result in step.items] or [step.text]
    margin = "\n" + " " * (width + 2)
    return Content.assemble((step.line.ljust(width), "bold"), "  ", margin.join(map(plain, texts)))
