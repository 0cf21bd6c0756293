"""The building blocks of pictures: styled spans, lines of spans, and the base class `Picture`.

A cell is one character position of the terminal; widths are in cells. A label is the name written before or above a
picture; "" for none. To say a picture is to put it into words for a screen reader.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from katatx.notation.quoting import plain

ROLES = (
    "label", "number", "masked", "bar", "rule", "faint", "strong", "wrong",
    "heat0", "heat1", "heat2", "heat3", "heat4",
)  # fmt: skip

# An empty place to write a number in.
BLANK = "____"
# No picture has more lines than this.
MOST_LINES = 40
# The most rows of a grid that are drawn; the other lines are for its label, column names and the count of rows left
# out.
MOST_ROWS = MOST_LINES - 4
# The most numbers of a row that are read aloud on one line.
_MOST_SAID = 400
_LONGEST_LABEL = 60
# Makes the character before it two cells wide.
_EMOJI_SELECTOR = "\ufe0f"
# Wide since Unicode 16, which Python's tables may lack: trigrams, digrams, hexagrams, counting rods.
_WIDE_SINCE = ((0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D356), (0x1D360, 0x1D376))


class Span(NamedTuple):
    """A piece of text with a style role, "" for none: in a picture one of ROLES; other views have further ones."""

    text: str
    role: str = ""


Line = tuple[Span, ...]


class Picture(ABC):
    """The base class of pictures: numbers as drawn lines and as sentences."""

    __slots__ = ()

    # What a line of the picture in words is called, where some are left out.
    noun: ClassVar[str] = "row"

    @property
    def ends_in_rule(self) -> bool:
        """Return whether the last line is a rule, below which a result is to be written."""
        return False

    def drawn(self, width: int) -> list[Line]:
        """Return the picture as at most `MOST_LINES` lines of at most `width` cells.

        A drawing too wide is replaced by its words. One too high is cut off, and the last line says how much is left.
        """
        lines = self._sketch(width)
        if lines is None or any(cells(text_of(line)) > width for line in lines):
            return self._in_words(width)
        lines = [_trimmed(line) for line in lines]
        if len(lines) <= MOST_LINES:
            return lines
        return [*lines[: MOST_LINES - 1], *_left_out(len(lines) - MOST_LINES + 1, "line", width)]

    def fits(self, width: int) -> bool:
        """Return whether the picture can be drawn in `width` cells, at any height."""
        lines = self._sketch(width)
        return lines is not None and all(cells(text_of(line)) <= width for line in lines)

    def said(self) -> list[str]:
        """Return the picture in words for a screen reader, at most `MOST_ROWS` lines and one on what is left out."""
        lines = self._sentences()
        return lines if len(lines) <= MOST_ROWS else [*lines[:MOST_ROWS], more(len(lines) - MOST_ROWS, self.noun)]

    @abstractmethod
    def _sketch(self, width: int) -> list[Line] | None:
        """Return the drawing, or None if `width` (in cells) is too small; lines may still be too wide or too many."""

    @abstractmethod
    def _sentences(self) -> list[str]:
        """Return the whole picture in words, one item per line."""

    def _in_words(self, width: int) -> list[Line]:
        """Return the words of the picture, wrapped at `width` and limited to `MOST_LINES` with a line on what is left
        out.
        """
        sentences = self._sentences()
        lines: list[Line] = []
        for index, text in enumerate(sentences):
            parts = [(Span(part),) for part in wrapped(text, width)]
            room = MOST_LINES - len(lines) - (index < len(sentences) - 1)
            if len(parts) <= room:
                lines += parts
            elif len(lines) > 1:
                return [*lines, *_left_out(len(sentences) - index, self.noun, width)]
            else:  # a single item is too long
                return [*lines, *parts[: room - 1], *_left_out(len(parts) - room + 1, "line", width)]
        return lines


def _left_out(count: int, noun: str, width: int) -> list[Line]:
    """Return a list of one line, at most `width` cells, that says how many items are left out."""
    return [(Span(part, "faint"),) for part in wrapped(more(count, noun), width)[:1]]


def _trimmed(line: Line) -> Line:
    """Return the line without spaces at its end; one empty span if nothing is left."""
    *before, last = line or (Span(""),)
    text = last.text.rstrip()
    return (*before, Span(text, last.role)) if text else _trimmed(tuple(before)) if before else (Span(""),)


def text_of(line: Line) -> str:
    """Return the text of a line without its styles."""
    return "".join(span.text for span in line)


def more(count: int, noun: str) -> str:
    """Return a text on how many items are left out: "... 24 more rows"; `noun` is the singular, such as "row"."""
    return f"... {count} more {noun}{'s' * (count != 1)}"


def clean(label: str) -> str:
    """Return a label from a file, made safe to print and shortened to 60 characters."""
    return plain(label, _LONGEST_LABEL, keep="")


def cells(text: str) -> int:
    """Return the width of a text in terminal cells."""
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def _cells_of(character: str) -> int:
    """Return the width of a character in terminal cells: 0, 1 or 2."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return int(character == _EMOJI_SELECTOR)
    wide = unicodedata.east_asian_width(character) in "WF"
    return 2 if wide or any(first <= ord(character) <= last for first, last in _WIDE_SINCE) else 1


def padded(text: str, width: int, *, before: bool = False) -> str:
    """Return a text padded with spaces to `width` cells, after it, or `before` it; a wider text is unchanged."""
    gap = " " * (width - cells(text))
    return gap + text if before else text + gap


def wrapped(text: str, width: int) -> list[str]:
    """Return a text split between words into lines of at most `width` cells, all but the first indented by two.

    Longer words are broken, and up to a width of 4 nothing is indented. The result has at least one line; runs of
    spaces become one.
    """
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
    """Yield a word cut into parts of at most `width` cells."""
    part, used = "", 0
    for character in word:
        wide = _cells_of(character)
        if part and used + wide > width:
            yield part
            part, used = "", 0
        part, used = part + character, used + wide
    yield part


def labelled(label: str, lines: Sequence[Line], width: int) -> list[Line]:
    """Return `lines` with `label =` before the first, or in a line above if there is no room beside them in `width`
    cells.

    The other lines are indented. Returns them unchanged if the label is blank; otherwise `lines` must not be empty.
    """
    if not label.strip():
        return list(lines)
    head = (Span(clean(label), "label"), Span(" = "))
    indent = cells(text_of(head))
    if indent + max(cells(text_of(line)) for line in lines) <= width:
        first, *others = lines
        return [(*head, *first), *((Span(" " * indent), *line) for line in others)]
    return [(Span(clean(label).rstrip(), "label"), Span(" =")), *((Span("  "), *line) for line in lines)]


def said_label(label: str) -> list[str]:
    """Return the label with a colon, a heading for a screen reader, in a list; [] if it is blank."""
    return [f"{clean(label).strip()}:"] if label.strip() else []


def listed(items: Sequence[str]) -> str:
    """Return items joined by commas, with a count of those beyond the first 400."""
    rest = len(items) - _MOST_SAID
    return ", ".join(items[:_MOST_SAID]) + (f", {more(rest, 'number')}" if rest > 0 else "")


def row_name(name: str, kind: str = "row") -> str:
    """Return the name of a row as read aloud: `kind` and number ("row 2") if it is a number, else the name itself."""
    return f"{kind} {name}" if name.isdigit() else clean(name).strip()
