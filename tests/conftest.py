from __future__ import annotations

import functools
import gc
import itertools
import os
import tempfile
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A test that needs fewer examples says so; the slow tier tries more.
settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("slow", settings.get_profile("quick"), max_examples=200)
settings.load_profile("quick")

with suppress(ImportError):
    # The log takes a database's driver only where it is asked for one, or where one was there before it.
    import psycopg  # noqa: F401


def pytest_configure(config: pytest.Config) -> None:
    # What is drawn outside of tests, as in fixtures of a whole session, is not written down in the person's folders.
    folder = tempfile.TemporaryDirectory()
    config.add_cleanup(folder.cleanup)
    os.environ["KATATX_HOME"] = folder.name
    if config.option.markexpr == "slow":
        settings.load_profile("slow")


def pytest_collection_finish() -> None:
    """Garbage is looked for among what tests make, not among all that was collected before them."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Many tests wait for a program or a screen: one worker more than there are cores is quicker (`-n auto`). The slow ones
    keep them busy (`-n logical`).
    """
    return (os.cpu_count() or 1) + (config.option.numprocesses == "auto")


ROOT = Path(__file__).resolve().parent.parent
# The decks that come with katatx, in the order of their names.
BUILT_IN = sorted(file.stem for file in (ROOT / "drills").glob("*.yaml"))


class FakeClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


_numbers = itertools.count()


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the test's own. pytest's fixture looks through all folders made before, thousands of times."""
    folder = tmp_path_factory.getbasetemp() / str(next(_numbers))
    folder.mkdir()
    return folder


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@functools.cache
def _built_in_works():
    from katatx.decks.loading import load_library
    from katatx.decks.works import works_of_all

    return works_of_all(load_library(ROOT / "nowhere").decks)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test may touch the person's own log, or inherit their terminal's wishes."""
    monkeypatch.setenv("KATATX_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))  # the same on Windows
    for wish in ("NO_COLOR", "KATATX_STORE", "KATATX_LEARNER"):
        monkeypatch.delenv(wish, raising=False)


@pytest.fixture
def open_log(home: Path):
    """Opens logs and closes them at the end."""
    from katatx.progress.log import Log
    from katatx.progress.stores import SqliteStore

    opened = []

    def open_one(folder: Path = home, settings=None) -> Log:
        opened.append(Log(SqliteStore(folder), settings))
        opened[-1].know(_built_in_works)
        return opened[-1]

    yield open_one
    for log in opened:
        log.close()


@pytest.fixture(scope="session")
def attention():
    from katatx.decks.loading import load_deck

    return load_deck("attention", ROOT / "nowhere")


@pytest.fixture
def start(attention, open_log, clock):
    """Starts, or goes on with, a session at the attention deck."""
    from katatx.sessions.drills import open_session
    from katatx.sessions.sitting import Practice

    def start_one(drill: str | None = None, seed: int | None = None, limit: int | None = None, deck=None):
        at = deck or attention
        return open_session(Practice({at.name: at}, open_log(), clock, lambda: 7), at.name, drill, seed, limit)

    return start_one
