"""Sentences made of the clauses of messages."""

from __future__ import annotations


def capital(clause: str) -> str:
    """Return a clause with a capital first letter; unchanged if it begins with notation, such as `e^0` or `W_O`."""
    first = clause.partition(" ")[0].strip(",;:'").replace("-", "")
    is_word = first.isalpha() and (len(first) > 1 or first == "a")
    return clause[:1].upper() + clause[1:] if is_word else clause
