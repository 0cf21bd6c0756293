"""`katatx new`: a deck drafted from a page, for its author to write out."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from katatx.decks.draft import draft_deck
from katatx.decks.lint import lint_file
from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.pages.blocks import Block, find_blocks
from katatx.pages.reading import read_page

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def run(name: str, page: Path | None) -> int:
    """Write the draft to `NAME.yaml` here, or where NAME is a path to a .yaml file."""
    path = Path(name if name.endswith(".yaml") else f"{name}.yaml")
    if not _NAME.fullmatch(path.stem):
        raise KatatxError(f"{quote(path.stem)} is no deck's name; write small letters, digits and hyphens: my-page")
    blocks = [] if page is None else find_blocks(read_page(page))
    text = draft_deck(path.stem, "My page" if page is None else page.stem, blocks)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise KatatxError(f"{quote(str(path), 200)} exists already; name another, or move it away") from error
    except OSError as error:
        raise KatatxError(f"{quote(str(path), 200)} cannot be written: {error.strerror}") from error
    print(f"{plain(str(path), keep='')}: {_drafted(blocks)}")
    print(f"still to do: {len(lint_file(path))} places, named by: katatx lint {plain(str(path), keep='')}")
    return 0


def _drafted(blocks: list[Block]) -> str:
    if not blocks:
        return "one drill to begin with; no YOUR TURN or WRONG TURN was read"
    counts = Counter(block.kind for block in blocks)
    return f"{len(blocks)} drills drafted, {counts['your-turn']} of YOUR TURN and {counts['wrong-turn']} of WRONG TURN"
