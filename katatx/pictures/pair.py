"""Two pictures side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest

from katatx.engine.values import Value, shape_of
from katatx.pictures.heat import HeatMap
from katatx.pictures.parts import Line, Picture, Span, cells, text_of
from katatx.pictures.portions import Portions

_GAP = 3


@dataclass(frozen=True, slots=True)
class Pair(Picture):
    """Two pictures of one kind below their `names`, side by side, or one below the other if there is too little
    room.
    """

    names: tuple[str, str]
    pictures: tuple[Picture, Picture]

    def _sketch(self, width: int) -> list[Line] | None:
        """Return both pictures as lines, side by side if each fits half of `width`, otherwise one below the other."""
        half = (width - _GAP) // 2
        heads = [(Span(f"  {name}", "faint"),) for name in self.names]
        if not all(picture.fits(half) for picture in self.pictures):
            drawn = [picture.drawn(width) for picture in self.pictures]
            return [heads[0], *drawn[0], heads[1], *drawn[1]]
        sides = [(head, *picture.drawn(half)) for head, picture in zip(heads, self.pictures, strict=True)]
        return [
            (*left, Span(" " * (half + _GAP - cells(text_of(left)))), *right)
            for left, right in zip_longest(*sides, fillvalue=(Span(""),))
        ]

    def _sentences(self) -> list[str]:
        """Return both pictures in words, each line after the picture's name."""
        return [
            f"{name}, {line}"
            for name, picture in zip(self.names, self.pictures, strict=True)
            for line in picture.said()
        ]


def pair_with(picture: Picture, numbers: Value, names: tuple[str, str]) -> Pair | None:
    """Return `picture` and, before it, a copy with other `numbers`, as a pair with two headings (`names`).

    Returns None unless the picture is bars or a heat map and the numbers have its shape.
    """
    if isinstance(picture, Portions) and shape_of(numbers) == shape_of(picture.portions):
        return Pair(names, (replace(picture, portions=numbers), picture))
    if isinstance(picture, HeatMap) and shape_of(numbers) == shape_of(picture.rows):
        return Pair(names, (replace(picture, rows=numbers), picture))
    return None
