"""Text that goes on under itself."""

from __future__ import annotations

from textwrap import wrap

_LEAST = 16


def hanging(head: str, text: str, width: int) -> str:
    """A head with a text beside it, of lines no longer than `width`; where the head leaves too little room,
    the text goes on further left.
    """
    margin = " " * (len(head) if width - len(head) >= _LEAST else 2)
    room = max(_LEAST, width)
    lines = wrap(text, room, initial_indent=head, subsequent_indent=margin, drop_whitespace=True)
    return "\n".join(lines) if text.strip() else head
