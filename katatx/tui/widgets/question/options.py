"""The options of a question: choices, or lines of a working."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Region
from textual.widgets import Static

from katatx.questions.question import Question
from katatx.questions.sheet import Option
from katatx.tui.widgets.hanging import hanging
from katatx.tui.widgets.redrawn import RedrawnOnResize
from katatx.views.summary import RIGHT, WRONG

_SIGN = 2
_STYLES = {RIGHT: "$text-success", WRONG: "$text-error"}


class OptionsView(RedrawnOnResize, Static):
    """A list of options, wrapped, with the selected one marked; `pointed` is its index, None for none.

    `answer_mark` is (index, sign) of the option that is the answer, once that is told; None before.
    """

    def __init__(self) -> None:
        super().__init__("", id="options", markup=False)
        self.options: Sequence[Option] = ()
        self.pointed: int | None = None
        self.answer_mark: tuple[int, str] | None = None

    def show(self, options: Sequence[Option]) -> None:
        """Show options with none selected; hide the widget if there are none."""
        self.options, self.pointed, self.answer_mark = options, None, None
        self.display = bool(options)
        self._draw()

    def point(self, option: int | None) -> None:
        """Select the option with this index, from 0; None for none."""
        if option != self.pointed:
            self.pointed = option
            self._draw()

    def tell_answer(self, question: Question) -> None:
        """Mark the option that is the answer of `question`: the true choice, or the line of the mistake.

        Nothing is marked for a question without options.
        """
        if question.right_option is not None:
            self.answer_mark = question.right_option, RIGHT if question.choices else WRONG
        self._draw()

    @property
    def region_pointed_at(self) -> Region:
        """Return the region of the selected option, or else of the first, within its container.

        There must be options.
        """
        at, texts = self.pointed or 0, self._texts()
        above = sum(text.count("\n") + 1 for text in texts[:at])
        return Region(0, self.virtual_region.y + above, 1, texts[at].count("\n") + 1)

    def _texts(self) -> list[str]:
        """Return the options' wrapped texts."""
        room = (self.content_size.width or self.app.size.width) - _SIGN
        return [hanging(option.head, option.text, room).replace("\n", "\n" + " " * _SIGN) for option in self.options]

    def _draw(self) -> None:
        """Draw the options."""
        lines = []
        for at, text in enumerate(self._texts()):
            sign = Content("▸ " if at == self.pointed else "  ")
            if self.answer_mark is not None and at == self.answer_mark[0]:
                sign = Content.styled(f"{self.answer_mark[1]} ", _STYLES[self.answer_mark[1]])
            line = Content.assemble(sign, text)
            lines.append(line.stylize("bold") if at == self.pointed else line)
        self.update(Content("\n").join(lines))
