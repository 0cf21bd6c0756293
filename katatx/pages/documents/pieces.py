"""Text put together from pieces of another, each character knowing where it stands there."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from katatx.pages.page import Kind, Line


class _Piece(NamedTuple):
    """Some text; its characters stand one after the other from `at`, or all at `at` where markup stands for them."""

    text: str
    at: int
    copied: bool


class Pieces:
    """Text written piece by piece."""

    __slots__ = ("_pieces",)

    def __init__(self) -> None:
        self._pieces: list[_Piece] = []

    def copy(self, text: str, at: int) -> None:
        """Adds text whose characters stand one by one from an offset on."""
        if text:
            self._pieces.append(_Piece(text, at, copied=True))

    def put(self, text: str, at: int) -> None:
        """Adds text that markup at an offset stands for."""
        if text:
            self._pieces.append(_Piece(text, at, copied=False))

    def add(self, other: Pieces) -> None:
        """Adds all of another."""
        self._pieces += other._pieces

    @property
    def text(self) -> str:
        """All that is written."""
        return "".join(piece.text for piece in self._pieces)

    @property
    def offsets(self) -> Sequence[int]:
        """Return where each character stands."""
        return _offsets(self._pieces, 0)

    @property
    def last(self) -> str:
        """The last character; nothing before the first."""
        return self._pieces[-1].text[-1] if self._pieces else ""

    def tail(self, least: int) -> str:
        """The end of what is written, at least so many characters of it."""
        shown = ""
        for piece in reversed(self._pieces):
            shown = piece.text + shown
            if len(shown) >= least:
                break
        return shown

    def strip_end(self) -> str:
        """Takes the spaces at the end away, and gives the last character then."""
        while self._pieces:
            piece = self._pieces.pop()
            shown = piece.text.rstrip(" ")
            if shown:
                self._pieces.append(piece._replace(text=shown))
                return shown[-1]
        return ""

    def stripped(self) -> Pieces:
        """The same without spaces at its ends."""
        self.strip_end()
        for at, piece in enumerate(self._pieces):
            shown = piece.text.lstrip(" ")
            if shown:
                begun = piece.at + len(piece.text) - len(shown) if piece.copied else piece.at
                self._pieces[: at + 1] = [_Piece(shown, begun, piece.copied)]
                break
        return self

    def translated(self, table: dict[int, str | None]) -> Pieces:
        """The same with characters replaced, or taken out."""
        out = Pieces()
        for piece in self._pieces:
            for at, character in enumerate(piece.text):
                out.put(character.translate(table), piece.at + at if piece.copied else piece.at)
        return out

    def parted(self) -> list[Pieces]:
        """The same parted at its line ends."""
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
        """The lines, without white space at their ends; one that is empty stands at its line end, the last at `end`."""
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


def moved(line: Line, offsets: Sequence[int], kind: Kind | None = None) -> Line:
    """A line of a text whose characters stand at some offsets of a file."""
    kind = line.kind if kind is None else kind
    at = line.offsets
    if not at:
        begun = _end(at, offsets)
        return line._replace(offsets=range(begun, begun), kind=kind)
    if isinstance(at, range) and at.step == 1:
        return Line(line.text, offsets[at[0] : at[-1] + 1], kind)
    return Line(line.text, array("I", (offsets[each] for each in at)), kind)


def _end(at: Sequence[int], offsets: Sequence[int]) -> int:
    """Return where an empty line stands."""
    start = at.start if isinstance(at, range) else 0
    if start < len(offsets):
        return offsets[start]
    return offsets[-1] + 1 if offsets else 0


def _line(pieces: Iterable[_Piece], kind: Kind, end: int) -> Line:
    kept = [piece for piece in pieces if piece.text]
    text = "".join(piece.text for piece in kept)
    shown = text.rstrip()
    return Line(shown, _offsets(kept, end)[: len(shown)], kind)


def _offsets(pieces: list[_Piece], end: int) -> Sequence[int]:
    if not pieces:
        return range(end, end)
    start = at = pieces[0].at
    for piece in pieces:
        if piece.at != at or not (piece.copied or len(piece.text) == 1):
            return _each(pieces)
        at += len(piece.text)
    return range(start, at)


def _each(pieces: list[_Piece]) -> Sequence[int]:
    offsets = array("I")
    for piece in pieces:
        many = len(piece.text)
        offsets.extend(range(piece.at, piece.at + many) if piece.copied else repeat(piece.at, many))
    return offsets
