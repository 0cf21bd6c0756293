"""Comments below a statement that hold what it prints or comes to: a number, a text, an array over several lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from katatx.audit.code.arrays import Array
from katatx.audit.code.shown import Opaque, Text
from katatx.audit.logical_lines import LogicalLine

_COMMENT = re.compile(
    r"\s*#+(?!#)\s?(?:\s*(?:-+>|=+>|→|⇒|=|≈|>>>|out(?:put)?(?:\s?\[\d+\])?\s?:|prints?:?|gives:?|returns:?|result:?)\s*)?",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"(?:[\s\[\](),+\-\d.]|e[-+]?\d|inf\b|nan\b|array\b|tensor\b|np\.float64\b|(?:dtype|grad_fn|device)=[\w.<>']+)*\Z"
)
_DIGIT = re.compile(r"\d")
_MOST_LINES = 60
_LEAST_TEXT = 2


def commented_output(lines: Sequence[LogicalLine], at: int, shown: Sequence[tuple[Any, Any]]) -> list[LogicalLine]:
    """The comment lines from one on that hold what is shown, without their `#`; none where they say something else."""
    found: list[LogicalLine] = []
    for true, _ in shown:
        if isinstance(true, Opaque) or len(found) > _MOST_LINES:
            return []
        depth = 0
        for number in range(_MOST_LINES):
            line = _uncommented(lines, at + len(found))
            if line is None or not _may_be(line.text, true, first=number == 0):
                return []
            found.append(line)
            depth += line.text.count("[") - line.text.count("]")
            if depth <= 0:
                break
    return found


def _uncommented(lines: Sequence[LogicalLine], at: int) -> LogicalLine | None:
    text = lines[at].text if at < len(lines) else ""
    head = _COMMENT.match(text)
    if head is None or not _DIGIT.search(text):
        return None
    return replace(lines[at], text=" " * head.end() + text[head.end() :])


def _may_be(text: str, value: Any, first: bool) -> bool:
    """Whether a comment line is nothing but what a value shows: its numbers, or a text that begins as it does."""
    if _NUMBERS.match(text):
        many = isinstance(value, Array) and len(value.shape) > 0
        return not first or not many or "[" in text
    part = value.parts[0] if isinstance(value, Text) and value.parts else None
    begins = part.split("\n")[0].strip()[:20] if isinstance(part, str) else ""
    return first and len(begins) >= _LEAST_TEXT and text.strip().startswith(begins)
