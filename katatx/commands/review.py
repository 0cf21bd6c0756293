"""`katatx review`: what is due today."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.desk import opened_desk
from katatx.commands.drill import practise, wants_plain


def run(limit: int | None, plain: bool, home: Path) -> int:
    """Review over all decks, in the app or line by line."""
    plain = wants_plain() or plain
    with opened_desk(home) as desk:
        return practise(desk.review(limit), plain, home)
