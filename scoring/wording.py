"""Sentences made of the clauses of messages."""

from __future__ import annotations

from collections.abc import Sequence

# The most mistakes that are told of one answer.
_MOST_TOLD = 3
# Shorter words may be notation, such as dK.
_LONG = 3
_SHORT = frozenset((
    "a", "am", "an", "as", "at", "be", "by", "do", "go", "he", "if", "in", "is", "it", "me", "my", "no", "of", "on",
    "or", "so", "to", "up", "us", "we",
))  # fmt: skip


def capital(clause: str) -> str:
    """Return a clause with a capital first letter; unchanged if its first word may be notation.

    That is so for `e^0`, `dK` and `ReLU`, and for one or two letters that are no English word, such as `q`.
    """
    first = clause.partition(" ")[0].rstrip(",;:").replace("-", "").replace("'", "")
    is_word = first.isalpha() and (len(first) >= _LONG or first in _SHORT)
    return clause[:1].upper() + clause[1:] if is_word and not any(map(str.isupper, first[1:])) else clause


def joined(sentences: Sequence[str]) -> str:
    """Return the sentences of different mistakes with "Or:" between, three at most, and then the number of the others.

    It is "" for none.
    """
    more = len(sentences) - _MOST_TOLD
    others = "another mistake gives the same." if more == 1 else f"{more} other mistakes give the same."
    told = [*sentences[:_MOST_TOLD], *([others] if more > 0 else [])]
    return " Or: ".join(each if len(told) == 1 or each.endswith(".") else f"{each}." for each in told)
