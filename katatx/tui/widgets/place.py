"""The title line of a screen."""

from __future__ import annotations

from textual.content import Content
from textual.visual import VisualType
from textual.widgets import Static

_NAME = "katatx"
_PARTED = " · "
_STEP = Content.styled(" › ", "$foreground 60%")


class Place(Static):
    """A title such as `katatx › attention › portions`, made from `attention · portions`; cut at its beginning if too
    long.
    """

    def __init__(self, place: str = "") -> None:
        super().__init__(id="place", markup=False)
        self.path = _path(place)

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show another title, given as `attention · portions`; `layout` says whether to lay the screen out again."""
        self.path = _path(str(content))
        self.refresh(layout=layout)

    def render(self) -> Content:
        """Return as much of the end of the title as fits, but at least its last part."""
        width = self.content_size.width
        ends = [_STEP.join(_styled(self.path)[at:]) for at in range(len(self.path))]
        return next((end for end in ends if not width or len(end) <= width), ends[-1])


def _path(place: str) -> list[str]:
    """Return the parts of the title: the program's name, then what stands between the ` · ` of `place`.

    Empty parts are left out, and so is the name in `place`.
    """
    return [_NAME, *(part for part in place.split(_PARTED) if part and part != _NAME)]


def _styled(path: list[str]) -> list[Content]:
    """Return the styled parts of the title, the first, which is the program's name, and the last one emphasized."""
    name, *parts = path
    styles = ["$foreground 80%"] * (len(parts) - 1) + ["bold"]
    return [Content.styled(name, "bold $primary"), *map(Content.styled, parts, styles)]
