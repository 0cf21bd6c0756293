"""Translate the engine's messages on mistakes into the vocabulary of a deck's page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from scoring import Cause, Judgement

# Textbook terms, each with a pattern of the engine's word for it; "mean square" is a separate term.
_SPOKEN = {
    "query": r"quer(?:y|ies)", "key": r"keys?", "value": r"values?", "attention weight": r"portions?",
    "attention score": r"match(?:es)?", "mean": r"means?(?! squared?\b)", "variance": r"variances?",
    "standard deviation": r"standard deviations?", "bias": r"bias(?:es)?", "layer norm": r"layer norm", "relu": r"relu",
    "token": r"words?",
}  # fmt: skip
_QUOTED = r'"[^"\n]*"'
_TERM = re.compile(r"[a-z]+(?: [a-z]+)*")


def in_words_of(words: Mapping[str, str], judged: Judgement) -> Judgement:
    """Return a verdict with the engine's terms in its causes replaced by the page's, but for beliefs.

    `words` maps words of the page to the textbook's. Beliefs (mistakes that a deck describes) use the page's words
    already.
    """
    if not words or not judged.causes:
        return judged
    pairs = tuple(sorted(words.items()))
    return judged.caused(tuple(cause if cause.is_belief else _in_page_words(pairs, cause) for cause in judged.causes))


def _in_page_words(words: tuple[tuple[str, str], ...], cause: Cause) -> Cause:
    return cause._replace(happened=_in_words(words, cause.happened), instead=_in_words(words, cause.instead))


def _in_words(words: tuple[tuple[str, str], ...], text: str) -> str:
    """Return a text with the engine's terms outside quotation marks replaced by the page's.

    Plurals and capitals are kept. `words` are pairs of a page's word and the textbook's.
    """
    spoken = _spoken(words)
    if not spoken:
        return text
    named = (rf"\b(?P<w{number}>{pattern})\b" for number, (_, pattern) in enumerate(spoken))

    def word(found: re.Match[str]) -> str:
        """Return the page's word for a matched term; matched text in quotation marks unchanged."""
        if found.lastgroup is None:
            return found[0]
        own = spoken[int(found.lastgroup[1:])][0]
        plural = found[0].endswith("s") and found[0].lower() != "bias"
        inflected = f"{own}{'es' if own.endswith(('s', 'ch', 'sh', 'x')) else 's'}" if plural else own
        return inflected[:1].upper() + inflected[1:] if found[0][0].isupper() else inflected

    return re.sub("|".join((_QUOTED, *named)), word, text, flags=re.IGNORECASE)


@lru_cache(maxsize=64)
def _spoken(words: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return pairs of the page's word and a pattern for the engine's words with the same meaning.

    `words` are pairs of a page's word and its meaning. A pair is left out if the engine has no word for the meaning or
    uses the same word as the page.
    """
    found = []
    for word, meaning in words:
        term = _TERM.match(meaning.lower())
        pattern = _SPOKEN.get(term[0]) if term else None
        if pattern is not None and not re.fullmatch(pattern, word, re.IGNORECASE):
            found.append((word, pattern))
    return tuple(found)
