"""Making untrusted text safe to print.

Answers, drill files and pages may contain terminal escape sequences, bidirectional overrides or a million characters.
All such text passes through here before it is shown.
"""

from __future__ import annotations

# Unicode categories: control, format (bidi overrides, zero-width), surrogate, private use, unassigned, line and
# paragraph separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def plain(text: str, limit: int = 4000, keep: str = "\n") -> str:
    """Return the text with each hidden character replaced by "�", except those in `keep`.

    Hidden are control, format, surrogate, private-use and unassigned characters, and line and paragraph separators. A
    text longer than `limit` is cut to that many characters, and "…" is added.
    """
    if len(text) <= limit and (text.isprintable() or text.translate(str.maketrans("", "", keep)).isprintable()):
        return text  # fast path for nearly all text
    import unicodedata

    shown = "".join(
        character if character in keep or unicodedata.category(character) not in _HIDDEN else "�"
        for character in text[:limit]
    )
    return shown if len(text) <= limit else shown + "…"


def quote(text: str, limit: int = 40) -> str:
    """Return untrusted text in quotation marks for a one-line message.

    Hidden characters, line breaks included, are replaced by "�"; after `limit` characters it is cut, with "…".
    """
    return '"' + plain(text, limit, keep="") + '"'
