"""Suggestions for unknown names."""

from __future__ import annotations

from collections.abc import Iterable

# Similar names are searched for within this length, because the search takes time; all known names are shorter.
_LONGEST = 60
# Characters of the names that are listed.
_ROOM = 300


def nearest(name: str, names: Iterable[str]) -> str:
    """Return the end of a message about an unknown `name`: "; did you mean ...?" with a similar one of `names`.

    If none is similar, it lists all of `names`, or the first that there is room for: "; write one of ...". It is ""
    if there are no `names`.
    """
    import difflib
    from textwrap import shorten

    known = list(names)
    found = difflib.get_close_matches(name[:_LONGEST], known, n=1)
    if found:
        return f"; did you mean {found[0]}?"
    return f"; write one of {shorten(', '.join(known), _ROOM, placeholder=' …')}" if known else ""
