from __future__ import annotations

from random import Random

import pytest
from textual import _wait

from katatx.app.app import KatatxApp
from katatx.app.home import HomeScreen
from katatx.sessions.desk import Desk
from katatx.settings import Settings
from tests.app.helpers import built_in
from tests.practice.small_decks import know_decks, record, worked_deck


@pytest.fixture(scope="session", autouse=True)
def _quick_looks() -> None:
    """Look four times as often whether an app is idle, which is most of the time that these tests take."""
    _wait.SLEEP_GRANULARITY /= 4


@pytest.fixture
def desk(tmp_path, open_log, clock, home) -> Desk:
    """Two small decks, of which one has a step due today and neither a kata; and the attention deck."""
    decks = {
        "attention": built_in("attention"),
        "one": worked_deck(tmp_path / "decks", "one", {"a": "a^2", "b": "a^3"}),
        "two": worked_deck(tmp_path / "decks", "two", {"c": "9 - a"}),
    }
    found = Desk(decks, open_log(settings=Settings()), clock, lambda: Random(1).getrandbits(30), home=home)
    know_decks(decks, found.log)
    record(found.log, clock, "one/a")
    clock.move(days=10)
    return found


@pytest.fixture
def app(desk) -> KatatxApp:
    return KatatxApp(HomeScreen(desk))
