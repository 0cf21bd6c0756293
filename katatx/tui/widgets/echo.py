"""How what is typed will be read, told before Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

if TYPE_CHECKING:
    from katatx.practice.question import Question
    from katatx.tui.widgets.answer_box import AnswerBox


class EchoLine(Static):
    """`[0.047, 0.953]: 2 numbers, 3 places`; empty until something is typed."""

    def __init__(self) -> None:
        super().__init__("", id="echo", markup=False)

    def show(self, question: Question, box: AnswerBox) -> None:
        """Tell how an answer will be read; of cells, how many wait for a number."""
        empty = len(box.cells.empty_cells) if box.in_cells else 0
        if empty and box.value:
            rows, width = box.cells.shape
            self.tell(f"{rows * width - empty} of {rows * width} cells filled")
        else:
            self.tell(question.read_back(box.value))

    def tell(self, words: str) -> None:
        """Say something in its place."""
        # Most often it stays one line, and nothing need be laid out anew.
        self.update(words, layout=max(len(words), len(str(self.content))) >= self.size.width)

    def clear(self) -> None:
        """Nothing is typed."""
        self.update("")
