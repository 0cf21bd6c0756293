"""Lines to point at: the choices, or the lines of a working with one wrong among them."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Region
from textual.widgets import Static


class OptionsView(Static):
    """A line each; the one that the answer means is pointed at."""

    def __init__(self) -> None:
        super().__init__("", id="options", markup=False)
        self.options: Sequence[str] = ()
        self.pointed: int | None = None

    def show(self, options: Sequence[str]) -> None:
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
        """Where on the sheet the option pointed at is."""
        at, width = self.pointed or 0, max(1, self.size.width)
        tall = [-(-(len(option) + 2) // width) for option in self.options]
        return Region(0, self.virtual_region.y + sum(tall[:at]), 1, tall[at])

    def _draw(self) -> None:
        lines = (
            Content.styled(f"▸ {option}", "bold") if at == self.pointed else Content(f"  {option}")
            for at, option in enumerate(self.options)
        )
        self.update(Content("\n").join(lines))
