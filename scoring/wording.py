"""Sentences made of the clauses of messages."""

from __future__ import annotations

from collections.abc import Sequence

# The most mistakes that are told of one answer.
_MOST_TOLD = 3
# Shorter words may be notation, such as dK.
_LONG = 3


def capital(clause: str) -> str:
    """Return a clause with a capital first letter; unchanged if it begins with notation, such as `e^0` or `dK`."""
    first = clause.partition(" ")[0].rstrip(",;:").replace("-", "").replace("'", "")
    is_word = first.isalpha() and (len(first) >= _LONG or first in ("a", "it", "on", "in", "no", "to"))
    return clause[:1].upper() + clause[1:] if is_word and not any(map(str.isupper, first[1:])) else clause


def joined(sentences: Sequence[str]) -> str:
    """Return what different mistakes would say, three at most, with the number of the others."""
    more = len(sentences) - _MOST_TOLD
    others = "another mistake gives the same." if more == 1 else f"{more} other mistakes give the same."
    return " Or: ".join([*sentences[:_MOST_TOLD], *([others] if more > 0 else [])])
