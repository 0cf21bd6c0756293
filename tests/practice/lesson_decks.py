"""A deck whose sections have lessons."""

from __future__ import annotations

import shutil
from pathlib import Path

from katatx.decks.loading import Deck, load_file


def taught_deck(folder: Path) -> Deck:
    """Two sections with lessons, and one without."""
    folder.mkdir(parents=True, exist_ok=True)
    return load_file(Path(shutil.copy(Path(__file__).with_name("taught.yaml"), folder)))
