"""Distinguish emphasis from arithmetic among the `*`, `_` and `~~` of a Markdown block.

CommonMark reads `2*3 + 4*5` as emphasis; here a `*` between two operands is multiplication. A **run** is a series of
one mark, such as `**`. Offsets are those in the block's text, from 0; a span is a pair (start, stop).
"""

from __future__ import annotations

import unicodedata

# Longer emphasis is assumed to be none: a forgotten `*`, or a footnote's.
_MOST_LINES = 3


class _Run:
    """A run of marks that may open emphasis: it ends at offset `end` on a `line`, and `left` marks are still open."""

    __slots__ = ("end", "left", "line")

    def __init__(self, end: int, left: int, line: int) -> None:
        self.end, self.left, self.line = end, left, line


class Emphasis:
    """The marks of one block, whose runs are given to `add` from left to right.

    Then `marks` has the spans of the marks of emphasis, and `struck` those of struck-out text with its marks.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.marks: list[tuple[int, int]] = []
        self.struck: list[tuple[int, int]] = []
        self._open: dict[str, list[_Run]] = {"*": [], "_": [], "~": []}
        self._counted, self._line = 0, 0

    def add(self, run: str, at: int) -> None:
        """Add the next run of marks, such as `**`, which begins at offset `at`; ignore a `*` that multiplies."""
        sign, stop = run[0], at + len(run)
        before, after = self.text[at - 1 : at] or " ", self.text[stop : stop + 1] or " "
        if sign == "*" and self._multiplies(at, stop, before, after):
            return
        self._line += self.text.count("\n", self._counted, at)
        self._counted = at
        opens = not after.isspace() and (not _is_sign(after) or before.isspace() or _is_sign(before))
        closes = not before.isspace() and (not _is_sign(before) or after.isspace() or _is_sign(after))
        if sign == "_":
            opens, closes = opens and (not closes or _is_sign(before)), closes and (not opens or _is_sign(after))
        if closes:
            at = self._close(sign, at, stop)
        if opens and at < stop:
            self._open[sign].append(_Run(stop, stop - at, self._line))

    def _close(self, sign: str, at: int, stop: int) -> int:
        """Pair the run from `at` up to `stop` with open ones, and return the offset of what is left of it.

        That is `stop` if nothing is. Open runs of the same mark are dropped if the nearest is three lines above or
        more, or for `~` on another line.
        """
        opened = self._open[sign]
        lines = 1 if sign == "~" else _MOST_LINES
        while opened and at < stop:
            if self._line - opened[-1].line >= lines:
                opened.clear()
                break
            run = opened[-1]
            many = min(run.left, stop - at)
            if sign == "~":
                self.struck.append((run.end - run.left, stop))
                many = stop - at
            else:
                self.marks += [(run.end - many, run.end), (at, at + many)]
            run.left, run.end, at = run.left - many, run.end - many, at + many
            if run.left <= 0:
                opened.pop()
        return at

    def _multiplies(self, at: int, stop: int, before: str, after: str) -> bool:
        """Return whether the run of `*` from `at` up to `stop` stands for multiplication or a power.

        `before` and `after` are the characters next to it. Runs of more than two never do.
        """
        if stop - at > 2:
            return False
        if not before.isspace() and not after.isspace():
            signed = after in "-−." and self.text[stop + 1 : stop + 2].isdigit()
            if not (before.isalnum() or before in ")]}ᵀ") or not (after.isalnum() or after in "([{√" or signed):
                return False
            if before.isdigit() or before in ")]" or after.isdigit() or after in "([":
                return True
            words = self.text[max(at - 3, 0) : at][::-1], self.text[stop : stop + 3]
            return stop - at == 1 and any(not word.isalnum() or len(word) < 3 for word in words)
        left = self.text[max(at - 20, 0) : at].rstrip(" ")[-1:]
        right = self.text[stop : stop + 20].lstrip(" ")[:1]
        numbers = (left.isdigit() or left in tuple(")]")) and (right.isdigit() or right in tuple("(["))
        return numbers and not (after.isspace() and self._open["*"])


def _is_sign(character: str) -> bool:
    """Return whether a character is punctuation or a symbol."""
    return unicodedata.category(character)[0] in "PS"
