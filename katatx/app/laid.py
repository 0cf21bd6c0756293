"""Lines that are laid out for the width they have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from katatx.show.text import block


class Laid(Widget):
    """Shows what `lay` returns for a width in cells."""

    DEFAULT_CSS = "Laid { height: auto; }"

    def __init__(self, lay: Callable[[int], Sequence[Text]] = lambda width: (), name: str = "") -> None:
        super().__init__(id=name or None)
        self._lay = lay

    def show(self, lay: Callable[[int], Sequence[Text]]) -> None:
        self._lay = lay
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lay(width))

    def render(self) -> Text:
        return block(self._lay(self.content_size.width))
