from __future__ import annotations

import pytest

from katatx.decks.loading import load_deck
from katatx.decks.prepared import Prepared, prepare
from tests.conftest import BUILT_IN, ROOT


@pytest.fixture(
    scope="session", params=[["attention"], pytest.param(BUILT_IN, marks=pytest.mark.slow)], ids=["some", "all"]
)
def prepared_drills(request: pytest.FixtureRequest) -> list[Prepared]:
    """Every fourth drill of one deck; every drill of all of them where the slow tests run."""
    decks = [load_deck(name, ROOT / "nowhere") for name in request.param]
    return [prepare(deck, drill) for deck in decks for drill in deck.drills[:: 4 if len(decks) == 1 else 1]]
