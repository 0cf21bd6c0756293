"""Text assembled from another text, with the source offset of every character.

The source is the text of a file; its offsets count from 0. **Markup** is what is replaced, such as a tag.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from katatx.pages.page import Kind, Line


class _Piece(NamedTuple):
    """Some text: `copied` from the source at offset `at` on, or else a replacement for markup at `at`."""

    text: str
    at: int
    copied: bool


class Pieces:
    """A text assembled from pieces, in order. Appending a piece takes constant time; reading `text` does not."""

    __slots__ = ("_pieces",)

    def __init__(self) -> None:
        self._pieces: list[_Piece] = []

    def copy(self, text: str, at: int) -> None:
        """Append text whose characters have consecutive source offsets, from `at` on."""
        if text:
            self._pieces.append(_Piece(text, at, copied=True))

    def put(self, text: str, at: int) -> None:
        """Append text that replaces markup at offset `at`, which all its characters get as offset."""
        if text:
            self._pieces.append(_Piece(text, at, copied=False))

    def add(self, other: Pieces) -> None:
        """Append all pieces of another text."""
        self._pieces += other._pieces

    @property
    def text(self) -> str:
        """Return the whole text."""
        return "".join(piece.text for piece in self._pieces)

    @property
    def offsets(self) -> Sequence[int]:
        """Return the source offset of each character of `text`: a range if they are consecutive, else an array."""
        return _offsets(self._pieces, 0)

    @property
    def last(self) -> str:
        """Return the last character; "" if there is none."""
        return self._pieces[-1].text[-1] if self._pieces else ""

    def tail(self, least: int) -> str:
        """Return the last pieces of the text, as many as have `least` characters together.

        The result may be longer than `least`; it is the whole text if that is shorter.
        """
        shown = ""
        for piece in reversed(self._pieces):
            shown = piece.text + shown
            if len(shown) >= least:
                break
        return shown

    def strip_end(self) -> str:
        """Remove spaces at the end, and return the last character left; "" if none is."""
        while self._pieces:
            piece = self._pieces.pop()
            shown = piece.text.rstrip(" ")
            if shown:
                self._pieces.append(piece._replace(text=shown))
                return shown[-1]
        return ""

    def stripped(self) -> Pieces:
        """Remove spaces at both ends of this text itself, and return it."""
        self.strip_end()
        for at, piece in enumerate(self._pieces):
            shown = piece.text.lstrip(" ")
            if shown:
                begun = piece.at + len(piece.text) - len(shown) if piece.copied else piece.at
                self._pieces[: at + 1] = [_Piece(shown, begun, piece.copied)]
                break
        return self

    def translated(self, table: dict[int, str | None]) -> Pieces:
        """Return a copy with characters replaced or removed by a table as for `str.translate`."""
        out = Pieces()
        for piece in self._pieces:
            for at, character in enumerate(piece.text):
                out.put(character.translate(table), piece.at + at if piece.copied else piece.at)
        return out

    def parted(self) -> list[Pieces]:
        """Return the text split at its line feeds, at least one part."""
        parts = [Pieces()]
        for piece in self._pieces:
            at = piece.at
            for number, text in enumerate(piece.text.split("\n")):
                if number:
                    parts.append(Pieces())
                if piece.copied:
                    parts[-1].copy(text, at)
                else:
                    parts[-1].put(text, at)
                at += len(text) + 1 if piece.copied else 0
        return parts

    def lines(self, kind: Kind, end: int) -> Iterator[Line]:
        """Yield the lines of the text, at least one, without trailing white space.

        All get the `kind`; `end` is the offset of the last line if that has no characters.
        """
        line: list[_Piece] = []
        for piece in self._pieces:
            rest = piece
            while (stop := rest.text.find("\n")) >= 0:
                line.append(rest._replace(text=rest.text[:stop]))
                at = rest.at + stop if rest.copied else rest.at
                yield _line(line, kind, at)
                line = []
                rest = rest._replace(text=rest.text[stop + 1 :], at=at + 1 if rest.copied else at)
            line.append(rest)
        yield _line(line, kind, end)


def moved(line: Line, offsets: Sequence[int]) -> Line:
    """Return a line with offsets in the file instead of in a text in between.

    `line` has offsets in that text, whose own characters have `offsets` in the file.
    """
    at = line.offsets
    if not at:
        begun = _end(at, offsets)
        return line._replace(offsets=range(begun, begun))
    if isinstance(at, range) and at.step == 1:
        return Line(line.text, offsets[at[0] : at[-1] + 1], line.kind)
    return Line(line.text, array("I", (offsets[each] for each in at)), line.kind)


def _end(at: Sequence[int], offsets: Sequence[int]) -> int:
    """Return the offset in the file of an empty line, given its offsets `at` in a text in between.

    That text's own characters have these `offsets` in the file.
    """
    start = at.start if isinstance(at, range) else 0
    if start < len(offsets):
        return offsets[start]
    return offsets[-1] + 1 if offsets else 0


def _line(pieces: Iterable[_Piece], kind: Kind, end: int) -> Line:
    """Return pieces as a line without trailing white space; `end` is its offset if there is no piece."""
    kept = [piece for piece in pieces if piece.text]
    text = "".join(piece.text for piece in kept)
    shown = text.rstrip()
    return Line(shown, _offsets(kept, end)[: len(shown)], kind)


def _offsets(pieces: list[_Piece], end: int) -> Sequence[int]:
    """Return the offset of each character of the pieces: a range if they are consecutive, else an array.

    Without pieces, it is the empty range at `end`.
    """
    if not pieces:
        return range(end, end)
    start = at = pieces[0].at
    for piece in pieces:
        if piece.at != at or not (piece.copied or len(piece.text) == 1):
            return _each(pieces)
        at += len(piece.text)
    return range(start, at)


def _each(pieces: list[_Piece]) -> Sequence[int]:
    """Return the offset of each character of the pieces, as an array."""
    offsets = array("I")
    for piece in pieces:
        many = len(piece.text)
        offsets.extend(range(piece.at, piece.at + many) if piece.copied else repeat(piece.at, many))
    return offsets
