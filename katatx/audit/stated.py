"""How a claim reads where it stands on its page: its calculation and its result."""

from __future__ import annotations

from typing import NamedTuple

from katatx.audit.logical_lines import LogicalLine

LONGEST = 200
_CUT = "…"


class Stated(NamedTuple):
    """Where the calculation of what is judged next begins: at a character of a line; what of it stands on lines above
    is `before`.
    """

    line: LogicalLine
    begin: int
    before: str = ""

    def up_to(self, stop: int) -> str:
        """What stands on the lines above, and on this one before a character."""
        return together(self.before, self.line.quoted(self.begin, stop))


def claim_text(stated: Stated | None, line: LogicalLine, start: int, stop: int) -> str:
    """A claim from its calculation to its result, which stands on a line from `start` to before `stop`. Where nobody
    knows where its calculation begins, the line that its result stands on. At most `LONGEST` characters, those of the
    result among them.
    """
    if stated is not None and stated.line is line and stated.begin <= start:
        return stated.up_to(stop)
    before = stated.before if stated is not None and stated.line is not line else ""
    text = line.quoted(0, len(line.text))
    whole = text.strip()
    if len(whole) > LONGEST:
        first, last = _window(text, start, stop)
        whole = _CUT * (first > 0) + text[first:last].strip() + _CUT * (last < len(text))
    return together(before, whole)


def together(before: str, text: str) -> str:
    """Two texts, of which one goes on with the other a line further down, cut in the middle where they are long."""
    joined = f"{before[: 2 * LONGEST]}\n{text.strip()}".strip()
    if len(joined) <= LONGEST:
        return joined
    half = LONGEST // 2
    return joined[: half - len(_CUT)] + _CUT + joined[-half:]


def _window(text: str, start: int, stop: int) -> tuple[int, int]:
    """What to show of a long line: its result, and as much of what stands before it as there is room for."""
    room = LONGEST - 2 * len(_CUT)
    last = min(len(text), stop, start + room)
    first = max(0, last - room)
    return first, min(len(text), first + room)
