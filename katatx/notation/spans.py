"""Find the stretches of arithmetic inside a sentence: `so 2·3 + 1·2 = 8 matches` holds one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from katatx.notation.errors import NotationError
from katatx.notation.expressions import Reader
from katatx.notation.syntax import Literal, Name, Node
from katatx.notation.tokens import PLAIN, Dialect, Token, dialect_of, tokenize

_JOINS = ("=", "≈", "==", "⇒")
# Each start is tried once, and reads at most so far: a long line takes time by its length.
_LONGEST = 200


class Span(NamedTuple):
    """A stretch of arithmetic: its sides in order, and its columns in the line, from 1; `end` is the one after it."""

    sides: tuple[Node, ...]
    column: int
    end: int

    def text(self, line: str) -> str:
        """Return the stretch as it stands in its line."""
        return line[self.column - 1 : self.end - 1].strip()


def arithmetic_spans(line: str) -> Iterator[Span]:
    """Give every stretch of a line that reads as a calculation or a chain, from left to right.

    A word alone and a number alone are no calculation. What cannot be read is passed over; a line that
    cannot be cut into tokens at all is taken in parts, from word to word.
    """
    for offset, part in _readable_parts(line):
        dialect = dialect_of(part)
        try:
            tokens = tokenize(part, dialect)
        except NotationError:
            continue
        at = 0
        while at < len(tokens) - 1:
            found = _longest_from(tokens, at, dialect)
            if found is None:
                at += 1
                continue
            sides, after = found
            if len(sides) > 1 or _is_worked(sides[0]):
                yield Span(tuple(sides), tokens[at].column + offset, tokens[after - 1].end + offset)
            at = after


def _readable_parts(line: str) -> Iterator[tuple[int, str]]:
    """Give the parts of a line that can be cut into tokens, each with the column before it."""
    try:
        tokenize(line, PLAIN)
    except NotationError:
        start = 0
        for word in line.split(" "):
            yield start, word
            start += len(word) + 1
        return
    yield 0, line


class _InSentence(Reader):
    """Reads arithmetic among words: outside brackets a word takes and multiplies nothing."""

    def starts_item(self) -> bool:
        return self.in_row > 0 and super().starts_item()

    def is_beside(self, tight: bool) -> bool:
        word = (self.now.kind == "name" and self.now.spaced) or (self.before.kind == "name" and self.now.spaced)
        return not (word and not self.in_row) and super().is_beside(tight)


def _longest_from(tokens: list[Token], at: int, dialect: Dialect) -> tuple[list[Node], int] | None:
    """Return the sides of the chain that begins at a token and where it ends; None where none begins."""
    sides: list[Node] = []
    after = at
    window = [*tokens[: at + _LONGEST], tokens[-1]]
    while True:
        reader = _InSentence(window, dialect, at=after + 1 if sides else at)
        try:
            node = reader.sum(tight=True)
        except (NotationError, IndexError):
            return (sides, after) if sides else None
        sides.append(node)
        after = reader.at
        if after >= len(window) - 1 or window[after].text not in _JOINS:
            return sides, after


def _is_worked(node: Node) -> bool:
    """Return whether there is something to work out."""
    return not isinstance(node, (Literal, Name))
