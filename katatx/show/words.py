"""The page's terms beside a question: those that occur in it first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rich.text import Text

from katatx.notation.quoting import plain
from katatx.show.text import columns, shortened

_WORD = re.compile(r"[^\W_]+")
_ENDINGS = ("", "s", "es", "d", "ed", "ing")


def words_lines(words: Mapping[str, str], texts: Iterable[str], width: int) -> list[Text]:
    """Return the terms with their meanings in two columns; those that occur in one of `texts` first, and lit.

    Inflected forms count ("portions" for "portion"), and so do parts of a name (nolan.WANT).
    """
    found = [piece for text in texts for piece in _pieces(text)]
    lit = {word: _occurs(word, found) for word in words}
    rows = [
        ((shortened(plain(word, keep=""), width // 2), "lead" * lit[word]), (plain(words[word], keep=""), "dim"))
        for word in sorted(words, key=lambda word: not lit[word])
    ]
    return columns("ll", rows, width=width)


def _occurs(word: str, found: list[str]) -> bool:
    """Return whether all words of a term occur in succession, the last one with or without an ending."""
    *before, last = _pieces(word) or [""]
    spans = (found[at : at + len(before) + 1] for at in range(len(found) - len(before)))
    return bool(last) and any(span[:-1] == before and span[-1] in {last + end for end in _ENDINGS} for span in spans)


def _pieces(text: str) -> list[str]:
    return [piece.casefold() for piece in _WORD.findall(text)]
