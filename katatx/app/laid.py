"""Lines that are laid out for the width they have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from katatx.show.text import block

Lay = Callable[[int], Sequence[Text]]


class Laid(Widget):
    """Shows what `lay` returns for a width in cells."""

    DEFAULT_CSS = "Laid { height: auto; }"

    def __init__(self, lay: Lay = lambda width: (), name: str = "") -> None:
        super().__init__(id=name or None)
        self.show(lay)

    def show(self, lay: Lay) -> None:
        self._lines = lru_cache(2)(lay)
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> Text:
        return block(self._lines(self.content_size.width))
