"""Statements as they stand on a page: which lines one takes, its source, and the comment after it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from katatx.audit.logical_lines import LogicalLine

_MOST_LINES = 200
_MOST_OPEN = 60
LONGEST = 8_000
_PROMPT = re.compile(r"\s*(>>>|\.\.\.)(?: |$)")
_FIRST = re.compile(r"\s*>>>(?: |$)")
_SCANNED = re.compile(
    r"""(?P<triple>\"{3}|'{3})|"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|(?P<comment>\#)|(?P<bracket>[()\[\]{}])"""
)
_COMPOUND = re.compile(r"(?:async\s+)?(?:def|class|for|while|if|with|try|match)\b|@")
_GOES_ON = re.compile(r"(?:else|elif|except|finally|case)\b")
# `... ` where a prompt's second line was joined to the first.
_JOINED_PROMPT = re.compile(r"(?<=[\[(,]) \.\.\.(?= )|(?<=[\[(,]) {2,3}\.\.\.(?= )")


class Statement(NamedTuple):
    """A statement: how many lines it takes, its source, and the line and place of the comment that ends it."""

    taken: int
    source: str
    line: LogicalLine
    comment: int | None


class _Scan:
    """What is still open where a line ends: brackets, and a text in three quotes."""

    def __init__(self) -> None:
        self.depth = 0
        self.quotes = ""

    def line(self, text: str) -> int | None:
        """Go over a line; where its comment begins, if it has one."""
        at = 0
        while at < len(text):
            if self.quotes:
                end = text.find(self.quotes, at)
                if end < 0:
                    return None
                at, self.quotes = end + 3, ""
                continue
            found = _SCANNED.search(text, at)
            if found is None:
                return None
            if found["comment"]:
                return found.start()
            if found["triple"]:
                self.quotes = found["triple"]
            elif found["bracket"]:
                self.depth += 1 if found["bracket"] in "([{" else -1
            at = found.end()
        return None


def is_prompt(line: LogicalLine) -> bool:
    """Whether a line is what somebody typed into an interpreter: `>>> …`."""
    return _FIRST.match(line.text) is not None


def typed_statement(lines: Sequence[LogicalLine], at: int) -> Statement:
    """The statement that begins at a prompt, with its `...` lines."""
    count = 1
    while count < _MOST_LINES and at + count < len(lines):
        found = _PROMPT.match(lines[at + count].text)
        if found is None or found[1] != "...":
            break
        count += 1
    return _statement([_without_prompt(line.text) for line in lines[at : at + count]], lines, at)


def _without_prompt(text: str) -> tuple[int, str]:
    """How many characters the prompt takes, and what was typed after it."""
    found = _PROMPT.match(text)
    start = found.end() if found else 0
    return start, _JOINED_PROMPT.sub(lambda dots: " " * len(dots[0]), text[start:])


def written_statement(lines: Sequence[LogicalLine], at: int, fence: str = "") -> Statement:
    """The statement that begins on a line of code: over the brackets that it opens, and with the block under it."""
    kind = lines[at].kind
    texts: list[tuple[int, str]] = []
    scan, compound, block = _Scan(), _COMPOUND.match(lines[at].text.strip()) is not None, 0
    indent = _indent(lines[at].text)
    for line in lines[at : at + _MOST_LINES]:
        stripped = line.text.strip()
        if line.kind is not kind or (fence and stripped.startswith(fence)):
            break
        inside = scan.depth > 0 or scan.quotes or (texts and texts[-1][1].endswith("\\"))
        if texts and not inside:
            if not compound:
                break
            under = _indent(line.text) > indent or not stripped
            if not under and not (_indent(line.text) == indent and _continues(stripped, texts)):
                break
        elif texts and len(texts) - block > _MOST_OPEN:
            break
        texts.append((0, line.text))
        scan.line(line.text)
        if scan.depth <= 0 and not scan.quotes and stripped:
            block = len(texts)
    kept = texts[: block or 1]
    return _statement([(0, text) for _, text in kept], lines, at)


def _continues(stripped: str, texts: list[tuple[int, str]]) -> bool:
    return _GOES_ON.match(stripped) is not None or texts[-1][1].lstrip().startswith("@")


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _statement(texts: list[tuple[int, str]], lines: Sequence[LogicalLine], at: int) -> Statement:
    scan = _Scan()
    found: int | None = None
    for _, text in texts:
        found = scan.line(text)
    indent = min((_indent(text) for _, text in texts if text.strip()), default=0)
    indent = min(indent, _indent(texts[0][1]))
    source = "\n".join(text[indent:].rstrip() if _indent(text) >= indent else text.strip() for _, text in texts)
    comment = None if found is None else texts[-1][0] + found
    return Statement(len(texts), source, lines[at + len(texts) - 1], comment)
