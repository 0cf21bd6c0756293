"""The page's terms beside a question: those that occur in it first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rich.text import Text

from katatx.notation.quoting import plain
from katatx.show.text import line, width_of, wrapped

_LONGEST = 60
_WORD = re.compile(r"[^\W_]+")
_ENDINGS = ("", "s", "es", "d", "ed", "ing")


def words_lines(words: Mapping[str, str], texts: Iterable[str], width: int) -> list[Text]:
    """Return the terms with their meanings in two columns; those that occur in one of `texts` first, and lit.

    Inflected forms count ("portions" for "portion"), and so do parts of a name (nolan.WANT).
    """
    found = [piece for text in texts for piece in _pieces(text)]
    rows = [(_occurs(word, found), plain(word, _LONGEST, keep=""), plain(words[word], keep="")) for word in words]
    margin = min(width // 2, width_of(Text(word) for _, word, _ in rows) + 2)
    lines = []
    for here, word, meaning in sorted(rows, key=lambda row: not row[0]):
        first, *others = wrapped(line((meaning, "dim")), width - margin)
        head = wrapped(line((word, "lead" if here else "")), margin - 1)
        lines += [*head[:-1], line(head[-1], " " * (margin - head[-1].cell_len), first)]
        lines += [line(" " * margin, other) for other in others]
    return lines


def _occurs(word: str, found: list[str]) -> bool:
    """Return whether all words of a term occur in succession, the last one with or without an ending."""
    *before, last = _pieces(word) or [""]
    spans = (found[at : at + len(before) + 1] for at in range(len(found) - len(before)))
    return bool(last) and any(span[:-1] == before and span[-1] in {last + end for end in _ENDINGS} for span in spans)


def _pieces(text: str) -> list[str]:
    return [piece.casefold() for piece in _WORD.findall(text)]
