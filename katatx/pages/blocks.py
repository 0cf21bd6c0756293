"""Find the YOUR TURN and WRONG TURN blocks of a page.

A block begins with its words at the start of a line: in capitals (`>> YOUR TURN`), or in any case with Markdown markup
(`### Your turn`, `**Wrong turn** "..."`, `> Your turn`). It ends at the next block, the next heading, the end of its
check, or 60 lines below its first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_BEGINS = re.compile(
    r"^(?:[\s>#*_+\-|!]*(?P<loud>(?:YOUR|WRONG) TURN)"
    r"|[\s+\-|!]*[#>*_][\s#>*_]*(?P<marked>(?i:your turn|wrong turn)))(?![^\W_])(?P<rest>.*)$"
)
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(?P<title>\S.*)$")
_CLOSING_MARKS = re.compile(r"(?:^|\s+)#+$")
_UNDERLINE = re.compile(r"^\s*(?:={3,}|-{3,})\s*$")
_RULE = re.compile(r"^\s*(?:[─━═]{3,}|[-*_=]{3,})\s*$")
_FENCE = re.compile(r"^\s{0,3}(?:`{3,}|~{3,})")
_CHECK = re.compile(r"^[\s>*_]*(?P<word>(?i:check|answer|solution))\b[*_]*\s*:[*_]*\s*(?P<text>.*)$")
_MARKUP = re.compile(r"[*`]+")
_CLOSING = {'"': '"', "“": "”", "'": "'", "«": "»"}
_MOST_LINES = 60


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
    """Return all YOUR TURN and WRONG TURN blocks of a page, in order; none within closed Markdown code fences."""
    lines = text.splitlines()
    counts = {"your-turn": 0, "wrong-turn": 0}
    blocks = []
    section = ""
    fenced = _fenced(lines)
    for index, line in enumerate(lines):
        found = None if index in fenced else _BEGINS.match(line)
        title = None if found or index in fenced else _title(lines, index)
        if title is not None:
            section = title
        if found is None:
            continue
        kind = (found["loud"] or found["marked"]).lower().replace(" ", "-")
        counts[kind] += 1
        start = found.start("loud") if found["loud"] else found.start("marked")
        blocks.append(_block(kind, counts[kind], lines, index, (start + 1, section, found["rest"]), fenced))
    return blocks


def page_title(text: str) -> str:
    """Return the first heading in the first 200 lines of a page, as by `headings`; "" if there is none."""
    return next(iter(headings("\n".join(text.splitlines()[:200])).values()), "")


def headings(text: str) -> dict[int, str]:
    """Return the headings of a page without `#`, `*` and backticks, by line number from 1.

    Those within closed code fences are left out, and so are those that begin a YOUR TURN or WRONG TURN block.
    """
    lines = text.splitlines()
    fenced = _fenced(lines)
    found = {at + 1: _title(lines, at) for at in range(len(lines)) if at not in fenced and not _BEGINS.match(lines[at])}
    return {line: bare for line, title in found.items() if title and (bare := _MARKUP.sub("", title).strip())}


def _fenced(lines: list[str]) -> set[int]:
    """Return the indexes of the lines in closed Markdown code fences, the marks' own lines included."""
    inside: set[int] = set()
    opened, opening = 0, ""
    for index, line in enumerate(lines):
        mark = line.strip()[:3] if _FENCE.match(line) else ""
        if mark and not opening:
            opened, opening = index, mark
        elif mark and mark == opening:
            inside |= set(range(opened, index + 1))
            opening = ""
    return inside


def _title(lines: list[str], index: int) -> str | None:
    """Return the text of the heading on the line at `index`, from 0, without `#` marks; None if there is none.

    It has `#` marks, or is underlined on the next line, at most twice as long, and has no text on the line before. A
    line of dashes or equal signs is none.
    """
    found = _HEADING.match(lines[index])
    if found:
        return _CLOSING_MARKS.sub("", found["title"].rstrip())
    following = lines[index + 1] if index + 1 < len(lines) else ""
    before = lines[index - 1] if index else ""
    stands_alone = not before.strip() and lines[index].strip() and not _RULE.match(lines[index])
    if stands_alone and _UNDERLINE.match(following) and len(following.strip()) <= 2 * len(lines[index].strip()):
        return lines[index].strip()
    return None


def _block(kind: str, number: int, lines: list[str], index: int, head: tuple[int, str, str], fenced: set[int]) -> Block:
    """Return the block that begins on the line at `index`, from 0.

    `kind` and `number` are as in `Block`. `head` is its column, its section and the rest of its first line;
    `fenced` are the indexes of lines in closed code fences.
    """
    column, section, rest = head
    rest = rest.strip().strip("*_:").strip()
    body = list(_body(lines, index + 1, fenced))
    if kind == "wrong-turn":
        says, after, taken = _quoted(rest, body)
        return Block(kind, number, index + 1, column, section, says, _joined([after, *body[taken:]]), "")
    asks: list[str] = [rest.lstrip("-–—").strip()] if rest.lstrip("-–—").strip() else []
    check: list[str] = []
    first = 0
    for at, line in enumerate(body, index + 2):
        found = _CHECK.match(line)
        if found and not check:
            check.append(found["text"])
            first = at
        elif check and (not line.strip() or _RULE.match(line)):
            break
        elif check:
            check.append(line)
        else:
            asks.append(line)
    checked = range(first, first + len(check))
    return Block(kind, number, index + 1, column, section, "", _joined(asks), _joined(check), checked)


def _body(lines: list[str], start: int, fenced: set[int]) -> Iterator[str]:
    """Yield the lines of a block from index `start` on, up to the next block or heading; at most 60.

    On the lines `fenced`, those in closed code fences, nothing begins a block or is a heading.
    """
    for index in range(start, min(start + _MOST_LINES, len(lines))):
        if index not in fenced and (_BEGINS.match(lines[index]) or _title(lines, index) is not None):
            return
        yield lines[index]


def _quoted(rest: str, body: list[str]) -> tuple[str, str, int]:
    """Return the belief that a WRONG TURN quotes, the text after it on its last line, and how many lines of `body` it
    takes.

    `rest` is the rest of the block's first line, `body` has the lines below. If `rest` is empty, a quotation may begin
    on the first line of `body` that is not. It may continue on four more lines, up to an empty one; if it is not closed
    by then, all of that is the belief. Text without quotation marks counts only if it stands in `rest`. Without a
    belief, the result is ("", "", 0).
    """
    begun = 0
    if not rest:  # under a heading
        begun = next((at for at, line in enumerate(body) if line.strip()), len(body))
        rest, begun = (body[begun].strip(), begun + 1) if begun < len(body) else ("", begun)
    closing = _CLOSING.get(rest[:1])
    if closing is None:
        return (rest, "", begun) if begun == 0 else ("", "", 0)
    quoted, taken = rest[1:], begun
    while closing not in quoted and taken < min(len(body), begun + 4) and body[taken].strip():
        quoted, taken = f"{quoted} {body[taken].strip()}", taken + 1
    belief, _, after = quoted.partition(closing)
    return belief.strip(), after.lstrip(".,;:*_ ").rstrip("*_ "), taken


def _joined(lines: list[str]) -> str:
    """Return the stripped lines joined by line feeds, without empty ones and rules such as `---`."""
    return "\n".join(line.strip() for line in lines if line.strip() and not _RULE.match(line))
