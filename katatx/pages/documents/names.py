"""Build sets of names."""

from __future__ import annotations


def names(listed: str) -> frozenset[str]:
    """Return the set of names in a text, separated by white space."""
    return frozenset(listed.split())
