"""Wrap text with a hanging indent."""

from __future__ import annotations

from textwrap import wrap

_LEAST = 16


def hanging(head: str, text: str, width: int) -> str:
    """Return `head` followed by text, wrapped at `width` characters with continuation lines below the text.

    If the head leaves fewer than 16, continuation lines are indented by two only. A width below 16 counts as 16. Line
    breaks in the text count as spaces; a blank text gives `head` alone.
    """
    margin = " " * (len(head) if width - len(head) >= _LEAST else 2)
    room = max(_LEAST, width)
    lines = wrap(text, room, initial_indent=head, subsequent_indent=margin, drop_whitespace=True)
    return "\n".join(lines) if text.strip() else head
