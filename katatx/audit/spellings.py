"""One spelling for the names that pages write in several ways: `mu` and `μ`, `x̂` and `x_hat`, `x₁` and `x_1`."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize

_GREEK_NAMES = """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta kappa lambda mu nu xi rho sigma tau phi varphi
    chi psi omega
"""
_LETTERS = dict(zip(_GREEK_NAMES.split(), "αβγδεεζηθθκλμνξρστφφχψω", strict=True))
_GREEK = re.compile(rf"({'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?=$|[_\d'/]|hat$|bar$|tilde$)")
_SHAPES = str.maketrans({"ϵ": "ε", "ϕ": "φ", "ϑ": "θ", "µ": "μ", "∂": "d", "′": "'", "’": "'", "ℓ": "ℓ"})
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_MARKS = {"\u0302": "_hat", "\u0304": "_bar", "\u0305": "_bar", "\u0303": "_tilde"}
_MARKED = re.compile(r"([^\W\d_])([\u0302-\u0305])")
# `xhat`, but none of the words that end so.
_RUN_ON = re.compile(r"([^\W\d_]{1,2})(hat|bar|tilde)(?=$|[_\d'])")
_WORDS = frozenset({"that", "what", "chat", "hat", "bar"})
_LONGEST_MARKED = 2
# Shorter words keep their capitals: X is another name than x.
_SHORT = 2


@lru_cache(maxsize=4096)
def canonical(word: str) -> str:
    """The one spelling of a word of a name: Greek letters as letters, marks on a letter as words behind it."""
    if word.isascii() and len(word) == 1:
        return word
    made = word.translate(_SHAPES).translate(_SUBSCRIPTS)
    if not made.isascii():
        made = _with_marks_behind(made)
    made = _GREEK.sub(lambda found: _LETTERS[found[1]], made, count=1) if _GREEK.match(made) else made
    if made.lower() not in _WORDS:
        made = _RUN_ON.sub(r"\1_\2", made, count=1) if _RUN_ON.match(made) else made
    return re.sub(r"(?<=[^\W\d_])_(?=\d)", "", made)


@lru_cache(maxsize=4096)
def canonical_name(name: str) -> str:
    """The one spelling of a name of several words: in small letters but for words of one or two letters."""
    words = (canonical(word) for word in name.split(" "))
    return " ".join(word if len(word) <= _SHORT else canonical(word.lower()) for word in words)


def as_written(name: str) -> str:
    """A name as it is spelled, but in small letters where it has capitals for words' sake alone."""
    if name.islower():
        return name
    return " ".join(word if len(canonical(word)) <= _SHORT else word.lower() for word in name.split(" "))


def _with_marks_behind(word: str) -> str:
    apart = normalize("NFD", word)
    parts = [part for part in re.split(r"[/_\d']", apart) if part]
    letters = max((sum(letter.isalpha() for letter in part) for part in parts), default=0)
    if letters > _LONGEST_MARKED or not _MARKED.search(apart):
        return word
    return normalize("NFC", _MARKED.sub(lambda found: found[1] + _MARKS[found[2]], apart))
