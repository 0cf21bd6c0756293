"""Lines to point at: the choices, or the lines of a working with one wrong among them."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Region
from textual.widgets import Static

from katatx.practice.sheet import Option
from katatx.tui.widgets.hanging import hanging

_SIGN = 2


class OptionsView(Static):
    """A line each, going on under itself where it is long; the one that the answer means is pointed at."""

    def __init__(self) -> None:
        super().__init__("", id="options", markup=False)
        self.options: Sequence[Option] = ()
        self.pointed: int | None = None

    def show(self, options: Sequence[Option]) -> None:
        """Show these, pointing at none."""
        self.options, self.pointed = options, None
        self.display = bool(options)
        self._draw()

    def point(self, option: int | None) -> None:
        """Point at one of them, or at none."""
        if option != self.pointed:
            self.pointed = option
            self._draw()

    @property
    def region_pointed_at(self) -> Region:
        """Return where on the sheet the option pointed at is."""
        at, texts = self.pointed or 0, self._texts()
        above = sum(text.count("\n") + 1 for text in texts[:at])
        return Region(0, self.virtual_region.y + above, 1, texts[at].count("\n") + 1)

    def on_resize(self) -> None:
        self.call_later(self._draw)

    def _texts(self) -> list[str]:
        room = (self.content_size.width or self.app.size.width) - _SIGN
        return [hanging(option.head, option.text, room).replace("\n", "\n" + " " * _SIGN) for option in self.options]

    def _draw(self) -> None:
        lines = (
            Content.styled(f"▸ {text}", "bold") if at == self.pointed else Content(f"  {text}")
            for at, text in enumerate(self._texts())
        )
        self.update(Content("\n").join(lines))
