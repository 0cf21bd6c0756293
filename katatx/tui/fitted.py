"""The least window that a screen fits into, and what stands there in a smaller one."""

from __future__ import annotations

from typing import ClassVar

from textual.geometry import Size
from textual.widgets import Static

LEAST = Size(60, 18)
_WIDE = 100
_TALL = 24
_TOO_SMALL = (
    f"katatx needs a window of at least {LEAST.width} by {LEAST.height}. Nothing is lost; keys wait until it is larger."
)


class Fitted:
    """Knows how large its window is, for the styles; one too small is covered by a sentence."""

    HORIZONTAL_BREAKPOINTS: ClassVar[list[tuple[int, str]] | None] = [
        (0, "-too-narrow"),
        (LEAST.width, "-narrow"),
        (_WIDE, "-wide"),
    ]
    VERTICAL_BREAKPOINTS: ClassVar[list[tuple[int, str]] | None] = [
        (0, "-too-low"),
        (LEAST.height, "-short"),
        (_TALL, "-tall"),
    ]

    def cover(self) -> Static:
        """The sentence, seen in a window too small."""
        return Static(_TOO_SMALL, id="too-small", markup=False)
