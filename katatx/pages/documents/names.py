"""Sets of names, written as one text."""

from __future__ import annotations


def names(listed: str) -> frozenset[str]:
    """The names that stand in a text, parted by white space."""
    return frozenset(listed.split())
