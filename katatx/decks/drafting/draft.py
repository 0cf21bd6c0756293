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
    drills = [(block.line, block.section or page, [*_drill(block)]) for block in blocks]
    drills += [(each.source.lines[0], each.section, [*_proposed(each)]) for each in proposals]
    sections: dict[str, list[str]] = {}
    for _, section, lines in sorted(drills or [(1, page, _FIRST)], key=lambda drill: drill[0]):
        sections.setdefault(text_of(section), []).extend(lines)
    head = ["# yaml-language-server: $schema=katatx.schema.json", f"deck: {name}"]
    head += [f"title: {text_of(page)}", f"page: {text_of(page)}", "", "sections:"]
    made = [line for section, lines in sections.items() for line in ("", f"  {section}:", "    drills:", *lines)]
    return "\n".join([*head, *made[1:]]) + "\n"


_FIRST = ["      first-step:", f'        prompt: "{TO_WRITE}"', "        answer: 1 + 1"]


def _drill(block: Block) -> Iterator[str]:
    """Yield the YAML of a drill for a block, with the block's words as comments."""
    yield f"      # line {block.line}: {block.kind.replace('-', ' ').upper()} {block.number}"
    for text in (block.says, block.asks, f"check: {block.check}" if block.check else ""):
        yield from _quoted(text)
    yield f"      {block.kind}-{block.number}:"
    yield f"        {'turn' if block.kind == 'your-turn' else 'wrong_turn'}: {block.number}"
    yield f'        prompt: "{TO_WRITE}"'
    check = read_check_line(block.check)
    if block.kind == "wrong-turn" or check.says is None:
        yield from _choices(" ".join(block.check.split())[:300])
    else:
        yield f"        answer: {text_of(check.answer or TO_WRITE)}"
        yield f"        page_says: {text_of(check.says)}"


def _proposed(proposal: Proposal) -> Iterator[str]:
    """Yield the YAML of a proposed drill, with its source on the page as comments."""
    error = "" if proposal.truth is None else ", where the page is wrong"
    yield f"      # line {proposal.source.lines[0]}{error}"
    yield from _quoted(proposal.source.text)
    yield from proposal.lines()


def _choices(check: str) -> Iterator[str]:
    """Yield the YAML of choices to be written, the right one with the text of the block's check line, if it has one."""
    yield "        choices:"
    yield f'          - {{says: {text_of(check or TO_WRITE)}, because: "{TO_WRITE}"}}'
    for belief in ("first-belief", "second-belief"):
        yield f'          - {{says: "{TO_WRITE}", belief: {belief}, because: "{TO_WRITE}"}}'
    if check:
        yield f"        page_says: {text_of(check)}"


def _quoted(text: str) -> Iterator[str]:
    """Yield a text of the page as lines of YAML comments, wrapped: at most twelve, then "..." if there are more."""
    lines = [part for line in text.splitlines() for part in textwrap.wrap(plain(line, 2000, keep=""), _WIDTH)]
    for line in lines[:_MOST_QUOTED]:
        yield f"      #   {line}"
    if len(lines) > _MOST_QUOTED:
        yield "      #   ..."
