"""`katatx serve` running, and its app at the other end of a WebSocket."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import signal
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import psutil
import pyte

from tests.conftest import ROOT
from tests.e2e.terminal import PROGRAM

PATIENCE = 60.0


class Served:
    """`katatx serve` running, and where."""

    def __init__(self, *arguments: str, program: Sequence[str] = PROGRAM, at: Path = ROOT, **environment: str) -> None:
        self.process = subprocess.Popen(
            [*program, "serve", "--port", "0", *arguments],
            cwd=at,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        self.told = [""]
        while "katatx is at" not in self.told[-1]:
            self.told.append(self.process.stderr.readline())
            assert self.told[-1], "".join(self.told)
        self.url = re.search(r"http://\S+", self.told[-1])[0]
        self.host = urlsplit(self.url).netloc
        self.port = urlsplit(self.url).port

    @property
    def apps(self) -> list:
        return psutil.Process(self.process.pid).children(recursive=True)

    def get(self, path: str = "/", **headers: str) -> tuple[int, str, http.client.HTTPMessage]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with closing(connection):
            connection.putrequest("GET", path, skip_host=True)
            for name, value in {"Host": self.host, **headers}.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace"), answer.headers

    def end(self, how: int = signal.SIGINT) -> tuple[int, str]:
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out + err


class Wire:
    """The app at the other end of a WebSocket, without a browser."""

    def __init__(self, socket) -> None:
        self.socket = socket
        self.screen = pyte.Screen(100, 30)
        self.stream = pyte.ByteStream(self.screen)

    async def wait_for(self, *wanted: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not all(each in "\n".join(self.screen.display) for each in wanted):
                    message = await self.socket.receive()
                    assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), message
                    if message.type is aiohttp.WSMsgType.BINARY:
                        self.stream.feed(message.data)
        except TimeoutError:
            raise AssertionError(f"{wanted} never came:\n" + "\n".join(self.screen.display)) from None

    async def ended(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while (message := await self.socket.receive()).type in (
                    aiohttp.WSMsgType.BINARY,
                    aiohttp.WSMsgType.TEXT,
                ):
                    if message.type is aiohttp.WSMsgType.BINARY:
                        self.stream.feed(message.data)
        except TimeoutError:
            raise AssertionError("the app never ended:\n" + "\n".join(self.screen.display)) from None

    async def type(self, *keys: str) -> None:
        for key in keys:
            await self.socket.send_json(["stdin", key])


def connected(session, served: Served, origin: str | None = "", **options):
    return session.ws_connect(
        f"http://127.0.0.1:{served.port}/ws?width=100&height=30",
        origin=served.url.rstrip("/") if origin == "" else origin,
        **options,
    )
