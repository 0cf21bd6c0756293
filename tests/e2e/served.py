"""`katatx serve` running, and its app at the other end of a WebSocket."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import aiohttp
import psutil

from tests.conftest import ROOT
from tests.e2e.terminal import PROGRAM

PATIENCE = 60.0
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?<>=$]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()].)")


class Served:
    """`katatx serve` running: `url` is the printed address, `origin` the same without its token."""

    def __init__(self, *arguments: str, at: Path = ROOT, **environment: str) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, "serve", "--port", "0", *arguments],
            cwd=at,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        )
        told = self.process.stderr.readline()
        self.url = re.search(r"http://\S+", told)[0]
        self.origin = self.url.partition("/?")[0].rstrip("/")
        self.host = self.origin.removeprefix("http://")
        self.cookie = f"katatx-{self.host.partition(':')[2]}={self.url.partition('=')[2]}"

    @property
    def apps(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def get(self, path: str, **headers: str) -> tuple[int, str, http.client.HTTPMessage]:
        """The answer to a path as it is written, with these headers."""
        with closing(http.client.HTTPConnection(self.host, timeout=PATIENCE)) as connection:
            connection.request("GET", path, headers={"Host": self.host, **headers})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace"), answer.headers

    @asynccontextmanager
    async def page(self) -> AsyncIterator[Wire]:
        """The app of a page that was opened at the printed address."""
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            async with session.get(self.url) as answer:
                assert answer.status == 200
            address = f"{self.origin}/ws?width=100&height=30"
            async with session.ws_connect(address, origin=self.origin) as socket:
                wire = Wire(socket)
                while not wire.heard:
                    assert await wire._take_in()
                await socket.send_json(["focus"])  # as the page does then; keys are shown only where they are taken
                yield wire

    def end(self, how: int = signal.SIGINT) -> tuple[int, str]:
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out + err


class Wire:
    """The app at the other end of a WebSocket; `heard` is the text that it drew since this was last emptied."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard = ""

    async def wait_for(self, wanted: str) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while wanted not in self.heard and await self._take_in():
                    pass
        assert wanted in self.heard, self.heard

    async def settle(self, silence: float = 0.3) -> None:
        """Take in what comes until nothing does for a while."""
        with suppress(TimeoutError):
            while await asyncio.wait_for(self._take_in(), silence):
                pass

    async def type(self, keys: str) -> None:
        await self.socket.send_json(["stdin", keys])

    async def _take_in(self) -> bool:
        message = await self.socket.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            self.heard += ESCAPES.sub("", message.data.decode(errors="replace"))
        return message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT)
