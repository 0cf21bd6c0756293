from __future__ import annotations

import pytest

from katatx.decks.loading import load_deck
from katatx.decks.prepared import Prepared, prepare
from tests.conftest import BUILT_IN, ROOT


@pytest.fixture(scope="session", params=[["attention"], pytest.param(BUILT_IN, marks=pytest.mark.slow)], ids=len)
def prepared_drills(request: pytest.FixtureRequest) -> list[Prepared]:
    """The drills of one deck; of all of them where the slow tests run."""
    decks = [load_deck(name, ROOT / "nowhere") for name in request.param]
    return [prepare(deck, drill) for deck in decks for drill in deck.drills]
