"""`katatx new`: draft a deck from a page's blocks and calculations."""

from __future__ import annotations

import re
from pathlib import Path

from katatx.durable import telling
from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.pages.blocks import find_blocks, headings
from katatx.pages.documents.finding import read_source
from katatx.pages.documents.reading import read_document

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def run(name: str, page: Path | None, home: Path) -> int:
    """Write a draft of the blocks (YOUR TURN, WRONG TURN) and calculations of `page`; None gives one example."""
    path = Path(name if name.endswith(".yaml") else f"{name}.yaml")
    if not _NAME.fullmatch(path.stem):
        raise KatatxError(f"{quote(path.stem)} is not a deck name; use small letters, digits and hyphens, as my-page")
    # Imported after the name is checked, since the engine takes time to import.
    from katatx.audit.calculations import calculations_of
    from katatx.decks.drafting import draft_deck, drill_of_block, propose
    from katatx.decks.lint import lint_file
    from katatx.decks.loading import is_built_in

    if is_built_in(path.stem):
        raise KatatxError(f"{quote(path.stem)} is the name of a deck that comes with katatx; choose another")
    page_text = "" if page is None else read_source(page)
    blocks, sections = find_blocks(page_text), headings(page_text)
    title = next(iter(sections.values()), "My page" if page is None else page.stem)
    found = [] if page is None else calculations_of(read_document(page))
    checked = {line for block in blocks for line in block.checked}
    own = [each for each in found if checked.isdisjoint(range(each.lines[0], each.lines[1] + 1))]
    proposals = propose(own, sections, title)
    draft = draft_deck(path.stem, title, [*(drill_of_block(each, found) for each in blocks), *proposals.drills])
    if path.exists():
        raise KatatxError(f"{quote(str(path), 200)} exists already; name another, or move it away")
    with telling(path), path.open("x", encoding="utf-8") as file:
        file.write(draft)
    where = plain(str(path), keep="")
    print(f"{where}: drafted drills: {len(blocks)} of blocks, {len(proposals.drills)} of calculations")
    if proposals.left_out:
        print(f"left out: {'; '.join(f'{count} ({why})' for why, count in proposals.left_out.items())}")
    if todo := len(lint_file(path)):
        print(f"still to do: {todo} item{'s' * (todo != 1)}; to list them: katatx lint {where}")
    return 0
