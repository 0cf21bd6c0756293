"""The widget that paints pictures of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from katatx.tui.widgets.painted import painted_lines
from katatx.tui.widgets.redrawn import RedrawnOnResize

if TYPE_CHECKING:
    from katatx.pictures.parts import Picture

# Colours and weights only repeat what the signs show.
STYLES = {
    "label": "bold",
    "number": "",
    "masked": "dim",
    "bar": "$primary",
    "rule": "dim",
    "faint": "dim",
    "strong": "bold",
    "wrong": "$text-error bold",
    "heat0": "",
    "heat1": "",
    "heat2": "on $primary 15%",
    "heat3": "on $primary 30%",
    "heat4": "bold on $primary 45%",
}


class PicturesView(RedrawnOnResize, Static):
    """Pictures one below the other, drawn again when the width changes; `name` is the widget's id."""

    def __init__(self, name: str) -> None:
        super().__init__("", id=name, markup=False)
        self.pictures: Sequence[Picture] = ()

    def show(self, pictures: Sequence[Picture]) -> None:
        """Show other pictures; hide the widget if there are none."""
        self.pictures = pictures
        self.display = bool(pictures)
        self.set_class(bool(pictures) and pictures[-1].ends_in_rule, "-ruled")
        self._draw()

    def _draw(self) -> None:
        """Draw the pictures for the widget's width."""
        width = self.content_size.width or self.app.size.width - 4
        self.update(drawn(self.pictures, width))


def drawn(pictures: Sequence[Picture], width: int) -> Content:
    """Return pictures, one below the other, as styled text at most `width` cells wide."""
    return painted_lines((line for picture in pictures for line in picture.drawn(width)), STYLES)
