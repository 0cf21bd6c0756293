"""Drafting a deck from a page: a drill for every block, to be completed by the author, and drills of its calculations.

Missing text is marked with a placeholder that lint reports.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from katatx.decks.drafting.proposals import Proposal, text_of
from katatx.decks.drafting.to_write import TO_WRITE
from katatx.notation.quoting import plain
from katatx.pages.blocks import Block
from katatx.pages.check_lines import read_check_line

_WIDTH = 110
_MOST_QUOTED = 12


def draft_deck(name: str, page: str, blocks: list[Block], proposals: Sequence[Proposal] = ()) -> str:
    """Return the text of a drill file called `name`, with a drill for each block and each proposal, in the order of the
    page.

    `page` is the page's title. If there are no blocks and proposals, it has one example.
    """
    drills = [(block.line, _drill(block)) for block in blocks]
    drills += [(proposal.source.lines[0], _proposed(proposal)) for proposal in proposals]
    texts = [text for _, text in sorted(drills, key=lambda drill: drill[0])]
    return "\n".join([*_head(name, page), *(texts or [_FIRST])])


def _head(name: str, page: str) -> Iterator[str]:
    """Yield the first lines of a drill file, up to `drills:`."""
    yield "# yaml-language-server: $schema=katatx.schema.json"
    yield f"deck: {name}"
    yield f"title: {text_of(page)}"
    yield f"page: {text_of(page)}"
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
    """Return the YAML of a drill for a block, with the block's words as comments."""
    lines = [
        f"  # line {block.line}: {block.kind.replace('-', ' ').upper()} {block.number}",
        *_quoted(block.says),
        *_quoted(block.asks),
        *([*_quoted(f"check: {block.check}")] if block.check else []),
        f"  - id: {block.kind}-{block.number}",
        f"    kind: {block.kind}",
        f"    turn: {block.number}",
        f"    section: {text_of(block.section or TO_WRITE)}",
        f'    prompt: "{TO_WRITE}"',
        *_answered(block),
    ]
    return "\n".join(lines) + "\n"


def _proposed(proposal: Proposal) -> str:
    """Return the YAML of a proposed drill, with its source on the page as comments."""
    source = proposal.source
    error = "" if proposal.truth is None else ", where the page is wrong"
    lines = [f"  # line {source.lines[0]}{error}", *_quoted(source.text), *proposal.lines()]
    return "\n".join(lines) + "\n"


def _answered(block: Block) -> Iterator[str]:
    """Yield the YAML of the answer and of `page_says`, as read from the block's check line.

    An expression that is not found there is left to be written. For a WRONG TURN, or if no result is found, yield the
    YAML of choices to be written instead.
    """
    check = read_check_line(block.check)
    if block.kind == "wrong-turn" or check.says is None:
        yield from _choices(block.check)
        return
    yield f"    answer: {text_of(check.answer or TO_WRITE)}"
    yield f"    page_says: {text_of(check.says)}"


def _choices(check: str) -> Iterator[str]:
    """Yield the YAML of choices to be written, the right one with the text `check` of the block's check line.

    That text is put on one line and cut after 300 characters, and yielded as `page_says` too. If it is empty, the mark
    for text to be written stands in the right choice, and there is no `page_says`.
    """
    says = text_of(" ".join(check.split())[:300] or TO_WRITE)
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
    """Yield a text of the page as lines of YAML comments, wrapped: at most twelve, then "..." if there are more."""
    lines = [part for line in text.splitlines() for part in textwrap.wrap(plain(line, 2000, keep=""), _WIDTH)]
    for line in lines[:_MOST_QUOTED]:
        yield f"  #   {line}"
    if len(lines) > _MOST_QUOTED:
        yield "  #   ..."
