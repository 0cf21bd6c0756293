"""`katatx kata`: a page's calculation from first line to last."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.desk import new_seed, opened_log
from katatx.commands.drill import practise, split_name, wants_plain
from katatx.decks.loading import load_deck
from katatx.errors import KatatxError
from katatx.notation.quoting import quote
from katatx.practice.kata import open_kata


def run(name: str, seed: int | None, page: bool, plain: bool, home: Path) -> int:
    """Work a deck's kata, with the page's numbers or fresh ones."""
    deck_name, drill = split_name(name)
    if drill is not None:
        raise KatatxError(f"a kata is of a whole deck: katatx kata {quote(deck_name)}")
    if page and seed is not None:
        raise KatatxError("--page takes the page's numbers and --seed fresh ones; give one of them")
    plain = wants_plain() or plain
    deck = load_deck(name, home)
    with opened_log(home) as log:
        return practise(open_kata(deck, log, log.settings.now, new_seed, seed, page), plain, home)
