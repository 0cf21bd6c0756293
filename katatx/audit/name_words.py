"""The names that words make: `the row x_cat` is x_cat, `the squares of x` is no name for x."""

from __future__ import annotations

from functools import lru_cache

from katatx.audit.label_meanings import has_own_meaning
from katatx.audit.spellings import as_written
from katatx.audit.tokens import Token

# A name of more words than this is a sentence.
MOST_WORDS = 6
_ARTICLES = frozenset({
    "the", "a", "an", "its", "our", "this", "that", "each", "every", "so", "then", "now", "and", "where", "with",
    "here", "thus", "hence", "therefore", "let", "is", "are", "be", "was", "gives", "get", "new", "we", "call",
    "it", "check", "these", "those", "them", "say", "write", "both", "define"
})  # fmt: skip
# What stands after these is what something is worked from.
OF = frozenset({"of", "von", "der", "des", "de", "del", "du"})


def spelled(tokens: list[Token]) -> str:
    """Tokens as one name: words with single spaces, in small letters but for names of one or two letters."""
    if len(tokens) == 1 and tokens[0].kind == "name":
        return _spelled_word(tokens[0].text)
    words = [
        word for token in tokens for word in token.text.replace(".", " . " if token.kind != "name" else " ").split()
    ]
    return as_written(" ".join(words))


@lru_cache(maxsize=16_384)
def _spelled_word(text: str) -> str:
    return as_written(" ".join(text.replace(".", " ").split()))


def name_of(words: list[Token]) -> str:
    """The name that words before `=` or `:` make: without articles and verbs; nothing where they are no name."""
    kept = [token for token in words if token.text.lower() not in _ARTICLES or len(token.text) == 1]
    kept = kept[-MOST_WORDS:] if len(words) <= 2 * MOST_WORDS else []
    return spelled(kept) if any(token.kind == "name" for token in kept) else ""


def is_article(word: str) -> bool:
    """Whether a word before a name is no part of it."""
    return word.lower() in _ARTICLES


def short_name(words: list[Token]) -> str:
    """The last of several words where it is a name by its looks: `call these lncat`, `the row x_cat`, `matrix W`. After
    `the squares of` it is what they were worked from.
    """
    if len(words) > 2 and words[-2].text.lower() in OF and has_own_meaning(words[-3].text):
        return ""
    last = (
        words[-1].text
        if words and words[-1].kind == "name" and not any(token.kind == "sign" or token.text == "," for token in words)
        else ""
    )
    looks = (
        "_" in last
        or any(letter.isdigit() for letter in last)
        or (len(last) > 1 and any(letter.isupper() for letter in last[1:]))
        or len(last) <= 2
        or not last.isascii()
    )
    return spelled(words[-1:]) if len(words) > 1 and last and looks else ""
