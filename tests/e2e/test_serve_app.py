"""The app that `katatx serve` runs: what it takes from a page, and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from katatx.progress.database.header import FILE_NAME
from tests.conftest import ROOT
from tests.e2e.terminal import PROGRAM

aiohttp = pytest.importorskip("aiohttp", reason="needs katatx[serve]")
psutil = pytest.importorskip("psutil", reason="tells which programs are left")

from tests.e2e.served import PATIENCE, Wire, connected  # noqa: E402

pytestmark = pytest.mark.slow

MOST_AT_ONCE = 16


async def test_the_app_at_the_other_end(serve, tmp_path: Path) -> None:
    """Whatever the server's own terminal is; in a home whose name a shell would not leave alone."""
    home = tmp_path / 'it\'s a "home"; touch $(echo pwned) & more'
    served = serve(TERM="dumb", KATATX_HOME=str(home))
    async with aiohttp.ClientSession() as session:
        async with connected(session, served) as socket:
            wire = Wire(socket)
            await wire.wait_for("attention", "vision")
            await wire.type("\x1b[B")
            await wire.wait_for("▸ attention")
            await wire.type("\r")
            await wire.wait_for("done", "working, 0 of")
            await wire.type("7", "3", "\r")
            await wire.wait_for("✓ right")
            (app,) = served.apps
            assert app.cmdline()[-2:] == ["-m", "katatx"]
            await wire.type("\x03")
            await wire.wait_for("1 of 1 right")
            await wire.type("q")
            await wire.wait_for("attention", "vision")
            await wire.type("q")
            await wire.ended()
        app.wait(PATIENCE)
    with closing(sqlite3.connect(home / FILE_NAME)) as log:
        assert log.execute("select drill, typed, verdict from attempts where deck != 'gone'").fetchall() == [
            ("kept-word", "73", "right")
        ]
    assert not list(Path.cwd().glob("pwned*"))
    assert served.end() == (0, "")


async def test_a_window_of_any_size(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        wire = Wire(socket)
        await wire.wait_for("attention")
        for width, height in ((10**15, -3), (0, 10**400), (True, 1), (100, 30)):
            await socket.send_json(["resize", {"width": width, "height": height}])
        wire.screen.reset()
        await wire.wait_for("attention", "vision")
    assert served.end() == (0, "")


@pytest.mark.parametrize(
    "message",
    [
        "",
        "[" * 100_000,
        "{}",
        "[]",
        '["stdin"]',
        '["stdin", 3]',
        '["resize", {"width": "x", "height": 3}]',
        '["stop"]',
        "null",
    ],
)
async def test_a_message_that_no_page_of_ours_sends_ends_that_app_alone(serve, message: str) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as other:
        wire = Wire(other)
        async with connected(session, served) as socket:
            await socket.send_str(message)
            await Wire(socket).ended()
        await wire.wait_for("attention")
    assert served.end() == (0, "")


async def test_letters_that_are_none_are_only_typed(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        await socket.send_str('["stdin", "\\ud800"]')
        await Wire(socket).wait_for("attention")
    assert served.end() == (0, "")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_the_end_leaves_nothing_behind(serve, how: int) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session:
        sockets = [await connected(session, served) for _ in range(2)]
        for each in sockets:
            await Wire(each).wait_for("attention")
        apps = served.apps
        assert len(apps) == 2
        ended = asyncio.create_task(asyncio.to_thread(served.end, how))
        await asyncio.gather(*(Wire(each).ended() for each in sockets))
        assert await ended == (0, "")
        assert not any(app.is_running() for app in apps)


async def test_a_killed_server_leaves_nothing_behind(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        await Wire(socket).wait_for("attention")
        apps = served.apps
        served.end(signal.SIGKILL)
    _, left = psutil.wait_procs(apps, PATIENCE)
    assert len(apps) == 1
    assert left == []


async def test_an_app_that_does_not_end_is_ended(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        await Wire(socket).wait_for("attention")
        (app,) = served.apps
        app.suspend()
        assert served.end() == (0, "")
        assert not app.is_running()


async def test_the_folder_it_stands_in_gives_the_app_no_modules(serve, tmp_path: Path) -> None:
    """Where it gave the server none."""
    (tmp_path / "textual.py").write_text("raise SystemExit('not this one')")
    served = serve(program=[sys.executable, "-P", "-m", "katatx"], at=tmp_path, PYTHONPATH=str(ROOT))
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        await Wire(socket).wait_for("attention")
    assert served.end() == (0, "")


async def test_so_many_pages_and_no_more(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session:
        for _ in range(MOST_AT_ONCE):
            await connected(session, served)
        with pytest.raises(aiohttp.WSServerHandshakeError) as told:
            await connected(session, served)
        assert told.value.status == 503
    assert served.end() == (0, "")


async def test_a_page_that_is_closed_ends_its_app(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        await Wire(socket).wait_for("attention")
        apps = served.apps
    assert psutil.wait_procs(apps, PATIENCE)[1] == []


@pytest.fixture
def broken_settings(home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("nonsense")


@pytest.mark.usefixtures("broken_settings")
async def test_what_keeps_the_app_from_starting_is_said_where_it_is_served(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        await Wire(socket).ended()
    status, said = served.end()
    assert (status, said.count("\n")) == (0, 1)
    assert "config.toml" in said


@pytest.mark.parametrize(
    "environment",
    [{"KATATX_SERVED": "1"}, {"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"}, {"KATATX_SERVED": "0"}],
)
def test_pipes_are_no_browser_unless_served(environment: dict[str, str]) -> None:
    done = subprocess.run(
        PROGRAM,
        input="",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        timeout=PATIENCE,
    )
    assert done.returncode == 0
    assert "katatx review gives you ten minutes of the practice you need most" in done.stdout
