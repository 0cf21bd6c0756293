"""Pictures of the practice sheet, as the screen paints them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

if TYPE_CHECKING:
    from katatx.practice.pictures.parts import Line, Picture

# Colour and weight only repeat what the signs say.
_STYLES = {
    "label": "bold",
    "number": "",
    "masked": "dim",
    "bar": "$primary",
    "rule": "dim",
    "faint": "dim",
    "strong": "bold",
    "heat0": "",
    "heat1": "",
    "heat2": "on $primary 15%",
    "heat3": "on $primary 30%",
    "heat4": "bold on $primary 45%",
}


class PicturesView(Static):
    """Pictures one under the other, drawn anew whenever the room for them changes."""

    def __init__(self, name: str) -> None:
        super().__init__("", id=name, markup=False)
        self.pictures: Sequence[Picture] = ()

    def show(self, pictures: Sequence[Picture]) -> None:
        """Show these instead."""
        self.pictures = pictures
        self.display = bool(pictures)
        self._draw()

    def on_resize(self) -> None:
        self.call_later(self._draw)

    def _draw(self) -> None:
        width = self.content_size.width or self.app.size.width - 4
        self.update(drawn(self.pictures, width))


def drawn(pictures: Sequence[Picture], width: int) -> Content:
    """Pictures as styled text of a width."""
    lines = [_painted(line) for picture in pictures for line in picture.drawn(width)]
    return Content("\n").join(lines)


def _painted(line: Line) -> Content:
    return Content.assemble(*((span.text, _STYLES.get(span.role, "")) for span in line))
