"""`katatx kata`: a deck's calculation from first line to last, in the app or line by line."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.commands.drill import practise, split_name, wants_plain
from katatx.errors import KatatxError
from katatx.notation.quoting import quote

if TYPE_CHECKING:
    from katatx.practice.sitting import Sitting
    from katatx.progress.work import Progress


def run(name: str, seed: int | None, page: bool, plain: bool, home: Path) -> int:
    """Work a deck's kata, with the page's numbers or fresh ones."""
    deck_name, drill = split_name(name)
    if drill is not None:
        raise KatatxError(f"a kata is of a whole deck: katatx kata {quote(deck_name)}")
    if page and seed is not None:
        raise KatatxError("--page takes the page's numbers and --seed fresh ones; give one of them")

    def open_sitting(stack: ExitStack, progress: Progress | None) -> Sitting:
        from katatx.commands.desk import new_seed, opened_log
        from katatx.decks.loading import load_deck
        from katatx.practice.kata import open_kata

        deck = load_deck(name, home)
        log = stack.enter_context(opened_log(home, progress=progress))
        return open_kata(deck, log, log.settings.now, new_seed, seed, page)

    return practise(open_sitting, wants_plain() or plain, home)
