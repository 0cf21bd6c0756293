"""`katatx new`: a deck drafted from a page, for its author to write out."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from katatx.decks.draft import draft_deck
from katatx.decks.lint import lint_file
from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.pages.blocks import Block, find_blocks, page_title
from katatx.pages.reading import read_page

_MOST_BLOCKS = 500
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def run(name: str, page: Path | None) -> int:
    """Write the draft to `NAME.yaml` here, or where NAME is a path to a .yaml file."""
    path = Path(name if name.endswith(".yaml") else f"{name}.yaml")
    if not _NAME.fullmatch(path.stem):
        raise KatatxError(f"{quote(path.stem)} is no deck's name; write small letters, digits and hyphens: my-page")
    page_text = "" if page is None else read_page(page)
    blocks = find_blocks(page_text)
    if len(blocks) > _MOST_BLOCKS:
        raise KatatxError(
            f"the page has {len(blocks):,} blocks; a deck of more than {_MOST_BLOCKS} is no page any more"
        )
    text = draft_deck(path.stem, page_title(page_text) or ("My page" if page is None else page.stem), blocks)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise KatatxError(f"{quote(str(path), 200)} exists already; name another, or move it away") from error
    except OSError as error:
        raise KatatxError(f"{quote(str(path), 200)} cannot be written: {error.strerror}") from error
    print(f"{plain(str(path), keep='')}: {_drafted(blocks)}")
    places = len(lint_file(path))
    print(f"still to do: {places} place{'s' * (places != 1)}, named by: katatx lint {plain(str(path), keep='')}")
    return 0


def _drafted(blocks: list[Block]) -> str:
    if not blocks:
        return "one drill to begin with; no YOUR TURN or WRONG TURN was read"
    counts = Counter(block.kind for block in blocks)
    drills = f"{len(blocks)} drill{'s' * (len(blocks) != 1)} drafted"
    return f"{drills}, {counts['your-turn']} of YOUR TURN and {counts['wrong-turn']} of WRONG TURN"
