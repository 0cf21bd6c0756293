"""Find the YOUR TURN and WRONG TURN blocks of a page.

A block begins with its words at the start of a line: in capitals (`>> YOUR TURN`), or in any case with Markdown markup
(`### Your turn`, `**Wrong turn** "..."`, `> Your turn`). It ends at the next block, the next heading, the end of its
check, or 60 lines below its first. Within closed code fences there are neither blocks nor headings.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

_BEGINS = re.compile(
    r"^[\s+\-|!]*(?P<mark>[#>*_][\s>#*_+\-|!]*)?(?P<words>(?:YOUR|WRONG) TURN|(?(mark)(?i:your turn|wrong turn)|(?!)))"
    r"(?![^\W_])(?P<rest>.*)$"
)
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(?P<title>\S.*?)(?:\s+#+)?\s*$")
_UNDERLINE = re.compile(r"^\s*(?:={3,}|-{3,})\s*$")
_RULE = re.compile(r"^\s*(?:[─━═]{3,}|[-*_=]{3,})\s*$")
_FENCE = re.compile(r"^\s{0,3}(?P<mark>```|~~~)")
_CHECK = re.compile(r"^[\s>*_]*(?i:check|answer|solution)\b[*_]*\s*:")
_MARKUP = re.compile(r"[*`]+")
_MOST_LINES = 60


class Block(NamedTuple):
    """A block of a page.

    `kind` is "your-turn" or "wrong-turn", and `number` counts its kind from 1. `line` and `column` are where its words
    begin, from 1; `section` is the last heading above it, "" if there is none. `asks` is its text up to its check,
    and `check` that from `check:`, `answer:` or `solution:` on, with markup; `checked` are the check's line numbers.
    """

    kind: str
    number: int
    line: int
    column: int
    section: str
    asks: str
    check: str
    checked: range

    @property
    def name(self) -> str:
        """Return the block's name: `your-turn 3`."""
        return f"{self.kind} {self.number}"


def find_blocks(text: str) -> list[Block]:
    """Return all YOUR TURN and WRONG TURN blocks of a page, in order."""
    lines = text.splitlines()
    begun, titles = _landmarks(lines)
    counts, blocks, section = Counter[str](), list[Block](), ""
    for at, end in pairwise(sorted([*begun, *titles, len(lines)])):
        section = titles.get(at, section)
        if (found := begun.get(at)) is not None:
            kind = found["words"].lower().replace(" ", "-")
            counts[kind] += 1
            end = min(end, at + 1 + _MOST_LINES)  # noqa: PLW2901
            check = next((row for row in range(at + 1, end) if _CHECK.match(lines[row])), end)
            after = next((row for row in range(check + 1, end) if _is_bare(lines[row])), end)
            asks = _joined([found["rest"].strip(" *_:").lstrip("-–—"), *lines[at + 1 : check]])
            place, checks = (at + 1, found.start("words") + 1), _joined(lines[check:after])
            blocks.append(Block(kind, counts[kind], *place, section, asks, checks, range(check + 1, after + 1)))
    return blocks


def headings(text: str) -> dict[int, str]:
    """Return the headings of a page without `#`, `*` and backticks, by line number from 1; none that begin a block."""
    titles = _landmarks(text.splitlines())[1]
    return {at + 1: bare for at, title in titles.items() if (bare := _MARKUP.sub("", title).strip())}


def _landmarks(lines: list[str]) -> tuple[dict[int, re.Match[str]], dict[int, str]]:
    """Return where blocks begin, and the titles of all other headings, by index."""
    fenced = fenced_rows(lines)
    outside = [at for at in range(len(lines)) if at not in fenced]
    begun = {at: found for at in outside if (found := _BEGINS.match(lines[at]))}
    return begun, {at: title for at in outside if at not in begun and (title := _title(lines, at))}


def fenced_rows(lines: list[str]) -> set[int]:
    """Return the indexes of the lines in closed Markdown code fences, the marks' own lines included."""
    inside: set[int] = set()
    opened, opening = 0, ""
    for index, line in enumerate(lines):
        found = _FENCE.match(line)
        if found and not opening:
            opened, opening = index, found["mark"]
        elif found and found["mark"] == opening:
            inside |= set(range(opened, index + 1))
            opening = ""
    return inside


def _title(lines: list[str], index: int) -> str:
    """Return the heading on the line at `index`, with `#` marks or below an empty line and underlined, or ""."""
    if found := _HEADING.match(lines[index]):
        return found["title"]
    line = lines[index].strip()
    above, below = "".join(lines[max(index - 1, 0) : index]), "".join(lines[index + 1 : index + 2])
    is_underlined = _UNDERLINE.match(below) is not None and len(below.strip()) <= 2 * len(line)
    return line if is_underlined and not above.strip() and not _RULE.match(line) else ""


def _joined(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines if not _is_bare(line))


def _is_bare(line: str) -> bool:
    """Return whether a line has no text: it is empty, or a rule such as `---`."""
    return not line.strip() or _RULE.match(line) is not None
