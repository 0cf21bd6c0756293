"""The line that says how the typed answer will be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.widgets import Static

if TYPE_CHECKING:
    from katatx.questions.question import Question
    from katatx.tui.widgets.question.answer_box import AnswerBox


class EchoLine(Static):
    """A line such as `[0.047, 0.953]: 2 numbers, 3 decimals`, or the count of filled cells."""

    def __init__(self) -> None:
        super().__init__("", id="echo", markup=False)

    def show(self, question: Question, box: AnswerBox) -> None:
        """Show how the answer will be read, or how many cells are filled while some are empty.

        If all cells are empty, show what is wanted.
        """
        empty = len(box.cells.empty_cells) if box.in_cells else 0
        if empty and box.value:
            rows, width = box.cells.shape
            self.tell(f"{rows * width - empty} of {rows * width} cells filled")
        else:
            self.tell(question.read_back(box.value) or (question.behind("").whole if box.in_cells else ""))

    def tell(self, words: str) -> None:
        """Replace the present text by `words`."""
        # Usually it stays one line and no new layout is needed.
        longest = max(cell_len(words), cell_len(str(self.content)))
        self.update(words, layout=longest > self.content_size.width)

    def on_resize(self) -> None:
        """Keep all of a longer text in view."""
        if self.content:
            self.scroll_visible(animate=False)

    def clear(self) -> None:
        """Show nothing."""
        self.update("")
