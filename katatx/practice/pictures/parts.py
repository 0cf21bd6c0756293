"""What every picture is made of: spans of text with a role, lines of them, and the picture itself."""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from katatx.notation.quoting import plain

ROLES = (
    "label", "number", "masked", "bar", "rule", "faint", "strong",
    "heat0", "heat1", "heat2", "heat3", "heat4",
)  # fmt: skip

# A picture takes no more lines than this, whatever it is of.
MOST_LINES = 40
# Rows of a grid that are drawn: with its label, its heads and the line that says how many are left out.
MOST_ROWS = MOST_LINES - 4
# Numbers of a row that are said on one line.
_MOST_SAID = 400
_LONGEST_LABEL = 60
# Makes the letter before it as wide as a picture.
_EMOJI_SELECTOR = "\ufe0f"
# Wide since Unicode 16, which Python's tables may not know yet: trigrams, digrams, hexagrams, counting rods.
_WIDE_SINCE = ((0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D356), (0x1D360, 0x1D376))


class Span(NamedTuple):
    """A piece of text and what it is: one of ROLES, or nothing in particular."""

    text: str
    role: str = ""


Line = tuple[Span, ...]


class Picture(ABC):
    """Numbers that can be seen, and heard."""

    __slots__ = ()

    # What a picture has many of, and leaves out where there are too many.
    noun: ClassVar[str] = "row"

    def drawn(self, width: int) -> list[Line]:
        """The picture, no line wider than `width` cells of a terminal; where it has no room, what it says."""
        lines = self._sketch(width)
        if lines is None or any(cells(text_of(line)) > width for line in lines):
            return self._in_words(width)
        lines = [_trimmed(line) for line in lines]
        if len(lines) <= MOST_LINES:
            return lines
        return [*lines[: MOST_LINES - 1], *_left_out(len(lines) - MOST_LINES + 1, "line", width)]

    def said(self) -> list[str]:
        """Return what a screen reader reads, one thing a line."""
        lines = self._told()
        return lines if len(lines) <= MOST_ROWS else [*lines[:MOST_ROWS], more(len(lines) - MOST_ROWS, self.noun)]

    @abstractmethod
    def _sketch(self, width: int) -> list[Line] | None:
        """The picture, or None where it has no room; a line may be found to be too wide."""

    @abstractmethod
    def _told(self) -> list[str]:
        """All that can be said of it, one thing a line."""

    def _in_words(self, width: int) -> list[Line]:
        told = self._told()
        lines: list[Line] = []
        for index, text in enumerate(told):
            parts = [(Span(part),) for part in wrapped(text, width)]
            room = MOST_LINES - len(lines) - (index < len(told) - 1)
            if len(parts) <= room:
                lines += parts
            elif len(lines) > 1:
                return [*lines, *_left_out(len(told) - index, self.noun, width)]
            else:  # one thing alone is too long
                return [*lines, *parts[: room - 1], *_left_out(len(parts) - room + 1, "line", width)]
        return lines


def _left_out(count: int, noun: str, width: int) -> list[Line]:
    return [(Span(part, "faint"),) for part in wrapped(more(count, noun), width)[:1]]


def _trimmed(line: Line) -> Line:
    """A line without the spaces at its end."""
    *before, last = line or (Span(""),)
    text = last.text.rstrip()
    return (*before, Span(text, last.role)) if text else _trimmed(tuple(before)) if before else (Span(""),)


def text_of(line: Line) -> str:
    """A line without its roles."""
    return "".join(span.text for span in line)


def more(count: int, noun: str) -> str:
    """That `count` of something are left out: "... 24 more rows"."""
    return f"... {count} more {noun}{'s' * (count != 1)}"


def clean(label: str) -> str:
    """A label from a file, made safe to print and short enough to stand beside numbers."""
    return plain(label, _LONGEST_LABEL, keep="")


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def _cells_of(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return int(character == _EMOJI_SELECTOR)
    wide = unicodedata.east_asian_width(character) in "WF"
    return 2 if wide or any(first <= ord(character) <= last for first, last in _WIDE_SINCE) else 1


def padded(text: str, width: int, *, before: bool = False) -> str:
    """A text with as many spaces behind it, or before it, as make it `width` cells wide."""
    gap = " " * (width - cells(text))
    return gap + text if before else text + gap


def wrapped(text: str, width: int) -> list[str]:
    """A text cut between words into lines of at most `width` cells, what goes on indented by two."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}" if line.strip() else line + word
        if cells(longer) <= width:
            line = longer
            continue
        if line.strip():
            lines.append(line)
        indent = "  " if width > 4 and (lines or line) else ""
        *full, line = _chopped(word, width - len(indent))
        lines.extend(indent + part for part in full)
        line = indent + line
    return [*lines, line]


def _chopped(word: str, width: int) -> Iterator[str]:
    part, used = "", 0
    for character in word:
        wide = _cells_of(character)
        if part and used + wide > width:
            yield part
            part, used = "", 0
        part, used = part + character, used + wide
    yield part


def labelled(label: str, lines: Sequence[Line], width: int) -> list[Line]:
    """Lines with `label =` before the first of them, or above them where there is no room beside them."""
    if not label.strip():
        return list(lines)
    head = (Span(clean(label), "label"), Span(" = "))
    indent = cells(text_of(head))
    if indent + max(cells(text_of(line)) for line in lines) <= width:
        first, *others = lines
        return [(*head, *first), *((Span(" " * indent), *line) for line in others)]
    return [(Span(clean(label).rstrip(), "label"), Span(" =")), *((Span("  "), *line) for line in lines)]


def said_label(label: str) -> list[str]:
    """The line that says what is coming; none where it has no name."""
    return [f"{clean(label).strip()}:"] if label.strip() else []


def listed(items: Sequence[str]) -> str:
    """Things to be said one after the other, not endlessly many."""
    rest = len(items) - _MOST_SAID
    return ", ".join(items[:_MOST_SAID]) + (f", {more(rest, 'number')}" if rest > 0 else "")


def row_name(name: str) -> str:
    """Return how a row is called aloud: a number is "row 2", a word itself."""
    return f"row {name}" if name.isdigit() else clean(name).strip()
