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
    r"^(?:[\s>#*_+\-|!]*(?P<loud>(?:YOUR|WRONG) TURN)"
    r"|[\s+\-|!]*[#>*_][\s#>*_]*(?P<marked>(?i:your turn|wrong turn)))(?![^\W_])(?P<rest>.*)$"
)
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(?P<title>\S.*?)(?:\s+#+)?\s*$")
_UNDERLINE = re.compile(r"^\s*(?:={3,}|-{3,})\s*$")
_RULE = re.compile(r"^\s*(?:[─━═]{3,}|[-*_=]{3,})\s*$")
_FENCE = re.compile(r"^\s{0,3}(?P<mark>```|~~~)")
_CHECK = re.compile(r"^[\s>*_]*(?P<word>(?i:check|answer|solution))\b[*_]*\s*:[*_]*\s*(?P<text>.*)$")
_MARKUP = re.compile(r"[*`]+")
_CLOSING = {'"': '"', "“": "”", "'": "'", "«": "»"}
_MOST_LINES = 60
_MOST_QUOTED = 4


class Block(NamedTuple):
    """A block of a page.

    `kind` is "your-turn" or "wrong-turn", and `number` counts its kind from 1. `line` and `column` are where its words
    begin, from 1; `section` is the last heading above it. Texts keep their markup; only headings lose their `#`. For a
    YOUR TURN, `asks` is the text up to its check, `check` the text after `check:`, `answer:` or `solution:`, and
    `checked` its line numbers, from 1. For a WRONG TURN, `says` is the belief that it quotes, and `asks` the text after
    the quotation. What is missing is empty.
    """

    kind: str
    number: int
    line: int
    column: int
    section: str
    says: str
    asks: str
    check: str
    checked: range = range(0)

    @property
    def name(self) -> str:
        """Return the block's name: `your-turn 3`."""
        return f"{self.kind} {self.number}"


def find_blocks(text: str) -> list[Block]:
    """Return all YOUR TURN and WRONG TURN blocks of a page, in order."""
    lines = text.splitlines()
    begun, titles = _landmarks(lines)
    places = sorted([*begun, *titles, len(lines)])
    counts, blocks, section = Counter[str](), list[Block](), ""
    for at, end in pairwise(places):
        section = titles.get(at, section)
        if (found := begun.get(at)) is not None:
            kind = (found["loud"] or found["marked"]).lower().replace(" ", "-")
            counts[kind] += 1
            column = found.start("loud" if found["loud"] else "marked") + 1
            body = lines[at + 1 : min(end, at + 1 + _MOST_LINES)]
            texts = (_wrong_turn if kind == "wrong-turn" else _your_turn)(found["rest"].strip(" *_:"), body, at + 2)
            blocks.append(Block(kind, counts[kind], at + 1, column, section, *texts))
    return blocks


def page_title(text: str) -> str:
    """Return the first heading in the first 200 lines of a page, as by `headings`; "" if there is none."""
    return next(iter(headings("\n".join(text.splitlines()[:200])).values()), "")


def headings(text: str) -> dict[int, str]:
    """Return the headings of a page without `#`, `*` and backticks, by line number from 1; none that begin a block."""
    titles = _landmarks(text.splitlines())[1]
    return {at + 1: bare for at, title in titles.items() if (bare := _MARKUP.sub("", title).strip())}


def _landmarks(lines: list[str]) -> tuple[dict[int, re.Match[str]], dict[int, str]]:
    """Return where blocks begin, and the titles of all other headings, by index."""
    fenced = fenced_rows(lines)
    outside = [at for at in range(len(lines)) if at not in fenced]
    begun = {at: found for at in outside if (found := _BEGINS.match(lines[at]))}
    titles = {at: title for at in outside if at not in begun and (title := _title(lines, at))}
    return begun, titles


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
    """Return the text of the heading on the line at `index`; "" if there is none.

    It has `#` marks, or is underlined on the next line, at most twice as long, and has no text on the line before.
    """
    found = _HEADING.match(lines[index])
    if found:
        return found["title"]
    line = lines[index].strip()
    below = lines[index + 1] if index + 1 < len(lines) else ""
    above = lines[index - 1] if index else ""
    is_underlined = _UNDERLINE.match(below) is not None and len(below.strip()) <= 2 * len(line)
    return line if is_underlined and not above.strip() and not _RULE.match(line) else ""


def _your_turn(rest: str, body: list[str], first: int) -> tuple[str, str, str, range]:
    """Return no belief, what is asked, the check, and its lines; `first` is the number of the body's first line."""
    checks = [at for at, line in enumerate(body) if _CHECK.match(line)][:1]
    start = checks[0] if checks else len(body)
    end = start
    while end < len(body) and (end == start or (body[end].strip() and not _RULE.match(body[end]))):
        end += 1
    check = [_CHECK.sub(r"\g<text>", line, count=1) for line in body[start : start + 1]] + body[start + 1 : end]
    asks = [rest.lstrip("-–—"), *body[:start]]
    return "", _joined(asks), _joined(check), range(first + start, first + end) if check else range(0)


def _wrong_turn(rest: str, body: list[str], _first: int) -> tuple[str, str, str]:
    """Return the belief that a WRONG TURN quotes, what stands after it, and no check.

    Under a heading the quotation may begin on the first line with text. It may continue on four more lines, up to an
    empty one; if it is not closed by then, all of that is the belief. Text without quotation marks counts only if it
    stands behind the block's words.
    """
    begun = 0 if rest else next((at + 1 for at, line in enumerate(body) if line.strip()), 0)
    quoted = body[begun - 1].strip() if begun else rest
    closing = _CLOSING.get(quoted[:1])
    if closing is None:
        return rest, _joined(body), ""
    quoted, taken = quoted[1:], begun
    while closing not in quoted and taken < min(len(body), begun + _MOST_QUOTED) and body[taken].strip():
        quoted, taken = f"{quoted} {body[taken].strip()}", taken + 1
    belief, _, after = quoted.partition(closing)
    return belief.strip(), _joined([after.lstrip(".,;:*_ ").rstrip("*_ "), *body[taken:]]), ""


def _joined(lines: list[str]) -> str:
    """Return the stripped lines joined by line feeds, without empty ones and rules such as `---`."""
    return "\n".join(line.strip() for line in lines if line.strip() and not _RULE.match(line))
