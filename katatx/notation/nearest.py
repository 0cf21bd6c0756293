"""The nearest of the names there are to one that is not among them."""

from __future__ import annotations

from collections.abc import Iterable

# Looking for what is near takes time that grows with the name; no name here is longer.
_LONGEST = 60
_LISTED = 12


def nearest(name: str, names: Iterable[str]) -> str:
    """Return what to add to a message about an unknown name: the nearest there is, or those there are."""
    import difflib

    known = list(names)
    found = difflib.get_close_matches(name[:_LONGEST], known, n=1)
    if found:
        return f"; did you mean {found[0]}?"
    return f"; there are {', '.join(known[:_LISTED])}" if known else ""
