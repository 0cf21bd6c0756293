"""The page's terms shown next to a question, with those that occur in it first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from katatx.notation.quoting import plain

# Terms that the app itself uses.
STANDING_WORDS: Mapping[str, str] = {
    "due": "to be practised today, before it fades",
    "go": "a clean answer, once a day; ten fill a step",
    "automatic": "right and quick, unaided, on 5 days",
}
_LONGEST = 60
_WORD = re.compile(r"\w+")


class Words(NamedTuple):
    """Terms with their meanings: those that occur in the question (`here`) and the `others`."""

    here: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str], ...]


def words_beside(words: Mapping[str, str], texts: Iterable[str]) -> Words:
    """Return the page's terms (`words`), split by whether they occur in one of `texts`, followed by the app's own
    terms, except those that the page has too.

    Terms and meanings are cut to 60 characters. Inflected forms count ("portions" for "portion"), and so do parts of a
    name (nolan.WANT).
    """
    found = [piece.casefold() for text in texts for piece in _pieces(text)]
    own = {_shown(word): _shown(meaning) for word, meaning in words.items()}
    here = {word for word in own if _occurs(word, found)}
    rest = [(word, meaning) for word, meaning in own.items() if word not in here]
    return Words(
        tuple((word, meaning) for word, meaning in own.items() if word in here),
        (*rest, *((word, meaning) for word, meaning in STANDING_WORDS.items() if word not in own)),
    )


def _occurs(word: str, found: list[str]) -> bool:
    """Return whether a term occurs in a list of case-folded words: all of its words in succession, the last one with or
    without an ending.
    """
    pieces = [piece.casefold() for piece in _pieces(word)]
    spans = (found[at : at + len(pieces)] for at in range(len(found) - len(pieces) + 1))
    return bool(pieces) and any(
        span[:-1] == pieces[:-1] and (span[-1] == pieces[-1] or _is_inflected(span[-1], pieces[-1])) for span in spans
    )


def _is_inflected(found: str, word: str) -> bool:
    """Return whether `found` is `word` with the ending s, es, d, ed or ing."""
    return found.startswith(word) and found[len(word) :] in ("s", "es", "d", "ed", "ing")


def _pieces(text: str) -> list[str]:
    """Return the words of a text, split at underscores too."""
    return [piece for word in _WORD.findall(text) for piece in word.split("_")]


def _shown(text: str) -> str:
    """Return a text safe to display, cut to 60 characters."""
    return plain(text, _LONGEST, keep="")
