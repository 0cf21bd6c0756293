"""The shapes picture: the factors of a product and its result as boxes."""

from __future__ import annotations

from dataclasses import dataclass

from katatx.pictures.parts import Line, Picture, Span

Shape = tuple[int, ...]

_HIGHEST, _WIDEST = 4, 10  # inside the box
# Shapes up to this size share one scale, so that small ones look small.
_SMALL = 4


@dataclass(frozen=True, slots=True)
class Shapes(Picture):
    """The shapes of factors (`parts`) and of their product; the dimensions that must agree are emphasized.

    A row is drawn upright if the first factor is a grid.
    """

    parts: tuple[Shape, ...]
    result: Shape

    def _sketch(self, width: int) -> list[Line] | None:
        """Return the boxes side by side as lines, in the same size for any `width`."""
        shapes = (*self.parts, self.result)
        sizes = [self._sides(index) for index in range(len(shapes))]
        largest = max(_SMALL, *(number for side in sizes for number in side))
        boxes = [self._box(index, size, largest) for index, size in enumerate(sizes)]
        high = max(map(len, boxes))
        columns: list[list[Line]] = []
        for index, box in enumerate(boxes):
            if index:
                columns.append(_centred([(Span(" → " if index == len(boxes) - 1 else " · ", "strong"),)], high, 3))
            columns.append(_centred(box, high, sum(len(span.text) for span in box[0])))
        return [tuple(span for piece in pieces for span in piece) for pieces in zip(*columns, strict=True)]

    def _sides(self, index: int) -> tuple[int, int]:
        """Return the (height, width) of the box of shape `index`, in numbers; the index after the parts is the
        result.
        """
        shape = (*self.parts, self.result)[index]
        if len(shape) >= 2:
            return shape[0], shape[1]
        number = shape[0] if shape else 1
        upright = index > 0 and len(self.parts[0]) == 2
        return (number, 1) if upright else (1, number)

    def _box(self, index: int, size: tuple[int, int], largest: int) -> list[Line]:
        """Return the box of shape `index` as lines. `size` is its (height, width) in numbers, `largest` the number at
        full scale.
        """
        text = self._text(index)
        letters = sum(len(span.text) for span in text)
        high = max(1, round(size[0] / largest * _HIGHEST))
        wide = max(letters, round(size[1] / largest * _WIDEST))
        left = (wide - letters) // 2
        lines: list[Line] = [(Span(f"┌{'─' * wide}┐", "rule"),)]
        for row in range(high):
            inside = (Span(" " * left), *text, Span(" " * (wide - letters - left)))
            lines.append(
                (Span("│", "rule"), *(inside if row == (high - 1) // 2 else (Span(" " * wide),)), Span("│", "rule"))
            )
        return [*lines, (Span(f"└{'─' * wide}┘", "rule"),)]

    def _text(self, index: int) -> Line:
        """Return shape `index` as text, with dimensions that agree with a neighbour's emphasized."""
        if index == len(self.parts):
            return (Span(_brackets(self.result), "number"),)
        shape = self.parts[index]
        spans = [Span("(")]
        for place, number in enumerate(shape):
            last, first = place == len(shape) - 1, place == 0
            meets_after = last and index + 1 < len(self.parts) and self.parts[index + 1][:1] == (number,)
            meets_before = first and index > 0 and self.parts[index - 1][-1:] == (number,)
            spans += [
                Span("," if place else ""),
                Span(str(number), "strong" if meets_after or meets_before else "number"),
            ]
        return tuple(span for span in (*spans, Span(")")) if span.text)

    def _sentences(self) -> list[str]:
        """Return the shapes in words, in a list of one sentence."""
        return [", times ".join(map(_words, self.parts)) + f", gives {_words(self.result)}"]


def _centred(lines: list[Line], high: int, wide: int) -> list[Line]:
    """Return a box's lines centred vertically in `high` lines; `wide` is the box's width in cells."""
    above = (high - len(lines)) // 2
    blank: Line = (Span(" " * wide),)
    return [*[blank] * above, *lines, *[blank] * (high - len(lines) - above)]


def _brackets(shape: Shape) -> str:
    """Return a shape as text: "(2,3)"."""
    return f"({','.join(map(str, shape))})"


def _words(shape: Shape) -> str:
    """Return a shape in words: "2 by 3", "a row of 4", "one number"."""
    if not shape:
        return "one number"
    return f"a row of {shape[0]}" if len(shape) == 1 else " by ".join(map(str, shape))
