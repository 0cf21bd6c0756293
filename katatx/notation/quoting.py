"""Text from outside, made safe to print.

Answers, drill files and pages may hold terminal escape sequences, bidirectional
overrides or a million characters. Everything quoted back at a person passes here.
"""

from __future__ import annotations

# Control, format (bidi overrides, zero-width), surrogate, private use, unassigned, and the
# separators that begin a line where nobody sees one.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def plain(text: str, limit: int = 4000, keep: str = "\n") -> str:
    """The text with hidden characters replaced by "�" and cut to `limit` characters."""
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text  # nearly always: nothing to look at letter by letter
    import unicodedata

    shown = "".join(
        character if character in keep or unicodedata.category(character) not in _HIDDEN else "�"
        for character in text[:limit]
    )
    return shown if len(text) <= limit else shown + "…"


def quote(text: str, limit: int = 40) -> str:
    """A short, safe quotation of outside text for a one-line message."""
    return '"' + plain(text, limit, keep="") + '"'
