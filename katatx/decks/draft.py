"""A deck drafted from a page: a drill for every block, for the author to write out.

What is still to be written says so, and lint finds it.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator

from katatx.notation.quoting import plain
from katatx.pages.blocks import Block
from katatx.pages.check_lines import read_check_line

TO_WRITE = "(to be written)"
_WIDTH = 110
_MOST_QUOTED = 12


def draft_deck(name: str, page: str, blocks: list[Block]) -> str:
    """The text of a drill file: a drill for each block, or one to begin with where there is none."""
    drills = [_drill(block) for block in blocks] or [_FIRST]
    return "\n".join([*_head(name, page), *drills])


def _head(name: str, page: str) -> Iterator[str]:
    yield "# yaml-language-server: $schema=katatx.schema.json"
    yield f"deck: {name}"
    yield f"title: {_text(page)}"
    yield f"page: {_text(page)}"
    yield ""
    yield "drills:"


_FIRST = f"""\
  - id: first-step
    kind: worked
    section: "{TO_WRITE}"
    prompt: "{TO_WRITE}"
    answer: 1 + 1
"""


def _drill(block: Block) -> str:
    lines = [
        f"  # line {block.line}: {block.kind.replace('-', ' ').upper()} {block.number}",
        *_quoted(block.says),
        *_quoted(block.asks),
        *([*_quoted(f"check: {block.check}")] if block.check else []),
        f"  - id: {block.kind}-{block.number}",
        f"    kind: {block.kind}",
        f"    turn: {block.number}",
        f"    section: {_text(block.section or TO_WRITE)}",
        f'    prompt: "{TO_WRITE}"',
        *_answered(block),
    ]
    return "\n".join(lines) + "\n"


def _answered(block: Block) -> Iterator[str]:
    """Yield what can be read of a check line, or choices to be written where no number is asked for."""
    check = read_check_line(block.check)
    if block.kind == "wrong-turn" or check.says is None:
        yield from _choices(block.check)
        return
    yield f"    answer: {_text(check.answer or TO_WRITE)}"
    yield f"    page_says: {_text(check.says)}"


def _choices(check: str) -> Iterator[str]:
    says = _text(" ".join(check.split())[:300] or TO_WRITE)
    yield "    choices:"
    yield f"      - says: {says}"
    yield "        right: true"
    yield f'        because: "{TO_WRITE}"'
    for belief in ("first-belief", "second-belief"):
        yield f'      - says: "{TO_WRITE}"'
        yield f"        belief: {belief}"
        yield f'        because: "{TO_WRITE}"'
    if check:
        yield f"    page_says: {says}"


def _quoted(text: str) -> Iterator[str]:
    """The page's words as comments, for the author's eyes."""
    lines = [part for line in text.splitlines() for part in textwrap.wrap(plain(line, 2000, keep=""), _WIDTH)]
    for line in lines[:_MOST_QUOTED]:
        yield f"  #   {line}"
    if len(lines) > _MOST_QUOTED:
        yield "  #   ..."


def _text(text: str) -> str:
    """Text as YAML reads it back: a JSON string is one."""
    return json.dumps(plain(text, 1000, keep=""), ensure_ascii=False)
