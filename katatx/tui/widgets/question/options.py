"""The options of a question: choices, or lines of a working."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Region
from textual.widgets import Static

from katatx.questions.sheet import Option
from katatx.tui.widgets.hanging import hanging
from katatx.tui.widgets.redrawn import RedrawnOnResize

_SIGN = 2


class OptionsView(RedrawnOnResize, Static):
    """A list of options, wrapped, with the selected one marked; `pointed` is its index, None for none."""

    def __init__(self) -> None:
        super().__init__("", id="options", markup=False)
        self.options: Sequence[Option] = ()
        self.pointed: int | None = None

    def show(self, options: Sequence[Option]) -> None:
        """Show options with none selected."""
        self.options, self.pointed = options, None
        self.display = bool(options)
        self._draw()

    def point(self, option: int | None) -> None:
        """Select the option with this index, from 0; None for none."""
        if option != self.pointed:
            self.pointed = option
            self._draw()

    @property
    def region_pointed_at(self) -> Region:
        """Return the region of the selected option, or else of the first, within its container."""
        at, texts = self.pointed or 0, self._texts()
        above = sum(text.count("\n") + 1 for text in texts[:at])
        return Region(0, self.virtual_region.y + above, 1, texts[at].count("\n") + 1)

    def _texts(self) -> list[str]:
        """Return the options' wrapped texts."""
        room = (self.content_size.width or self.app.size.width) - _SIGN
        return [hanging(option.head, option.text, room).replace("\n", "\n" + " " * _SIGN) for option in self.options]

    def _draw(self) -> None:
        """Draw the options."""
        lines = (
            Content.styled(f"▸ {text}", "bold") if at == self.pointed else Content(f"  {text}")
            for at, text in enumerate(self._texts())
        )
        self.update(Content("\n").join(lines))
