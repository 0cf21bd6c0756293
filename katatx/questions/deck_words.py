"""Translate the engine's messages on mistakes into the vocabulary of a deck's page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

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
    """Return a verdict with the engine's terms in its causes replaced by the page's.

    `words` maps words of the page to the textbook's. Beliefs (mistakes that a deck describes) use the page's words
    already.
    """
    if not words or not judged.causes:
        return judged
    spoken = _spoken(words)
    return judged.caused(tuple(cause if cause.is_belief else _in_page_words(spoken, cause) for cause in judged.causes))


def _in_page_words(spoken: Mapping[str, str], cause: Cause) -> Cause:
    return cause._replace(happened=_in_words(spoken, cause.happened), instead=_in_words(spoken, cause.instead))


def _in_words(spoken: Mapping[str, str], text: str) -> str:
    """Return a text with the terms outside quotation marks replaced; plurals and capitals are kept."""
    if not spoken:
        return text
    terms = "|".join((_QUOTED, *(rf"\b({pattern})\b" for pattern in spoken.values())))
    return re.sub(terms, partial(_own_word, list(spoken)), text, flags=re.IGNORECASE)


def _own_word(own: Sequence[str], found: re.Match[str]) -> str:
    """Return the page's word for a matched term, by its group's number; text in quotation marks as it is."""
    if found.lastindex is None:
        return found[0]
    word = own[found.lastindex - 1]
    if found[0].endswith("s") and found[0].lower() != "bias":
        word += "es" if word.endswith(("s", "ch", "sh", "x")) else "s"
    return word[:1].upper() + word[1:] if found[0][0].isupper() else word


def _spoken(words: Mapping[str, str]) -> dict[str, str]:
    """Return the page's words that the engine has others for, each with a pattern for these."""
    found = {}
    for word, meaning in sorted(words.items()):
        term = _TERM.match(meaning.lower())
        pattern = _SPOKEN.get(term[0]) if term else None
        if pattern is not None and not re.fullmatch(pattern, word, re.IGNORECASE):
            found[word] = pattern
    return found
