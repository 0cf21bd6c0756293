"""The worked lines: covered, and uncovered one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from katatx.practice.working import NOTHING_OPEN, Opened, Path, WorkingLine, step_at, working_lines
from katatx.tui.widgets.drawn import PicturesView
from katatx.tui.widgets.hanging import hanging

if TYPE_CHECKING:
    from katatx.practice.pictures.parts import Picture
    from katatx.practice.working import Step

_COVER = "▒" * 12
_INDENT = 2


class WorkingView(VerticalScroll):
    """Every line of the working, each under its cover until it is uncovered. After the verdict a cursor
    goes over the open ones, and those with lines inside them open a level deeper.
    """

    def __init__(self) -> None:
        super().__init__(id="working", can_focus=False)
        self.draw: Callable[[Step], Sequence[Picture]] = lambda _: ()
        self.steps: Sequence[Step] = ()
        self.opened = NOTHING_OPEN
        self.explained: set[Path] = set()
        self.at: Path | None = None
        self.marked: Path | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="lines", markup=False)
        yield PicturesView("picture")

    def on_resize(self) -> None:
        self.call_later(self._draw)

    def clear(self) -> None:
        """Nothing to show yet."""
        self.steps, self.opened, self.explained, self.at, self.marked = (), NOTHING_OPEN, set(), None, None
        self.border_title = "working"
        self.query_one("#lines", Static).update("")
        self.query_one(PicturesView).show(())

    def show(self, steps: Sequence[Step], opened: Opened, draw: Callable[[Step], Sequence[Picture]]) -> None:
        """Show a working of which so much lies open; `draw` gives the pictures of a line."""
        self.steps, self.opened, self.draw = steps, opened, draw
        self._draw()

    def mark(self, line: int | None) -> None:
        """Mark the line on which the learner went wrong."""
        self.marked = None if line is None else (line,)
        self._draw()

    def uncover(self) -> None:
        """Uncover the next line as a whole, and put the cursor on it."""
        whole = self.opened.lines - (self.opened.step != "value")
        if whole < len(self.steps):
            self.opened = Opened(whole + 1, "value")
            self.at = (whole,)
            self._draw()

    def move(self, by: int) -> None:
        """Move the cursor over the open lines; beyond the first and the last, what lies there comes into view."""
        paths = [line.path for line in self._lines() if line.texts]
        now = paths.index(self.at) if self.at in paths else -1 if by > 0 else len(paths)
        if 0 <= now + by < len(paths):
            self.at = paths[now + by]
            self._draw()
        else:
            self.scroll_relative(y=2 * by, animate=False)

    def explain(self) -> None:
        """Open the line under the cursor a level deeper, or close it again."""
        lines = {line.path: line for line in self._lines()}
        here = lines.get(self.at) if self.at is not None else None
        if here is None or not here.explains:  # the line that can be opened, where there is just one
            openable = [line for line in lines.values() if line.explains]
            here = openable[0] if len(openable) == 1 else None
        if here is not None:
            self.at = here.path
            self.explained ^= {here.path}
            self._draw()

    def _lines(self) -> list[WorkingLine]:
        return list(working_lines(self.steps, self.opened, self.explained))

    def _draw(self) -> None:
        lines = self._lines()
        width = max((len(line.name) for line in lines), default=0)
        drawn = [self._drawn(line, width) for line in lines if not line.covered or line.path == self.marked]
        drawn += self._covers(sum(line.covered and line.path != self.marked for line in lines))
        whole = self.opened.lines - (self.opened.step != "value")
        self.border_title = f"working, {whole} of {len(self.steps)} lines uncovered"
        self.query_one("#lines", Static).update(Content("\n").join(drawn))
        step = step_at(self.steps, self.opened, self.at)
        self.query_one(PicturesView).show(() if step is None else self.draw(step))
        place = next((index for index, line in enumerate(lines) if line.path == self.at), self.opened.lines - 1)
        above = sum(str(each).count("\n") + 1 for each in drawn[: max(0, place)])
        self.call_after_refresh(self.scroll_to, y=max(0, above - 1), animate=False)

    def _covers(self, count: int) -> list[Content]:
        """So many covers: one under the other where there is room, else side by side."""
        cover = Content.styled(_COVER, "dim")
        if not count or self.screen.has_class("-wide"):
            return [Content.assemble("  ", cover)] * count
        return [Content.assemble("  ", Content(" ").join([Content.styled(_COVER[:6], "dim")] * min(count, 7)))]

    def _drawn(self, line: WorkingLine, width: int) -> Content:
        """A line with its name before it, each of its calculations under the last."""
        cursor = "▸ " if line.path == self.at else "  "
        sign = "" if not line.explains else " ⌄" if line.explained else " ›"
        here = Content.styled("  ◂ here", "$text-error bold") if line.path == self.marked else Content("")
        indent = " " * (_INDENT * line.depth)
        if line.covered:
            return Content.assemble(cursor, indent, (_COVER, "dim"), here)
        margin = " " * (len(cursor) + len(indent) + width + 2)
        room = (self.query_one("#lines", Static).content_size.width or self.app.size.width) - len(sign)
        name = Content.assemble(cursor, indent, (line.name.ljust(width), "bold"), "  ")
        if not line.texts:
            return name.append(Content.styled(_COVER, "dim"))
        texts = "\n".join(hanging(margin, text, room) for text in line.texts)
        return Content.assemble(name, texts[len(margin) :], (sign, "bold"), here)
