"""A real browser without a window, driven over the DevTools protocol, and the screen a person would see in it."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pyte

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell"))), None
)
QUIETLY = (
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1000,600",
    "--remote-debugging-port=0",
    # Software drawing, for a machine without a graphics card.
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)
KEYS = {
    "Enter": {"code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"},
    "ArrowDown": {"code": "ArrowDown", "windowsVirtualKeyCode": 40},
}


class Page:
    """A page of the browser: what it asked for, what it logged, and the terminal that came over its WebSocket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.number = 0
        self.answers: dict[int, Any] = {}
        self.requested: list[str] = []
        self.said: list[str] = []
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def ask(self, method: str, **parameters: Any) -> Any:
        """Have the browser do something, and wait for its answer."""
        self.number += 1
        number = self.number
        await self.socket.send_json({"id": number, "method": method, "params": parameters})
        await self.until(lambda: number in self.answers)
        return self.answers.pop(number)

    async def value(self, expression: str) -> Any:
        found = await self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return found["result"].get("value")

    async def press(self, *keys: str) -> None:
        for key in keys:
            about = KEYS.get(key) or {"text": key, "windowsVirtualKeyCode": ord(key.upper())}
            kind = "keyDown" if "text" in about else "rawKeyDown"
            await self.ask("Input.dispatchKeyEvent", type=kind, key=key, **about)
            await self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def wait_for(self, *wanted: str, seconds: float = 60) -> str:
        """Until the screen shows every wanted text."""
        await self.until(lambda: all(each in self.text for each in wanted), seconds, f"{wanted} on the screen")
        return self.text

    async def until(self, holds: Callable[[], bool], seconds: float = 60, what: str = "an answer") -> None:
        """Take in what the browser tells until something holds."""
        try:
            async with asyncio.timeout(seconds):
                while not holds():
                    self._take_in(await self.socket.receive_json())
        except TimeoutError:
            raise AssertionError(f"no {what} within {seconds} s; {self.said}; the screen:\n{self.text}") from None

    def _take_in(self, told: dict[str, Any]) -> None:
        about = told.get("params", {})
        match told.get("method"):
            case None:
                self.answers[told["id"]] = told.get("result", told)
            case "Network.requestWillBeSent":
                self.requested.append(about["request"]["url"])
            case "Network.webSocketCreated":
                self.requested.append(about["url"])
            case "Network.webSocketFrameSent":
                self._sent(about["response"]["payloadData"])
            case "Network.webSocketFrameReceived" if about["response"]["opcode"] == 2:
                self.stream.feed(base64.b64decode(about["response"]["payloadData"]))
            case "Runtime.exceptionThrown":
                self.said.append(json.dumps(about["exceptionDetails"].get("exception")))
            case "Log.entryAdded":
                self.said.append(about["entry"]["text"])

    def _sent(self, payload: str) -> None:
        match json.loads(payload):
            case ["resize", size]:
                self.screen.resize(size["height"], size["width"])


@asynccontextmanager
async def chromium(folder: Path) -> AsyncIterator[Page]:
    """Chromium with a fresh profile in a folder, and its empty first page."""
    assert CHROMIUM is not None
    running = await asyncio.create_subprocess_exec(
        CHROMIUM,
        *QUIETLY,
        f"--user-data-dir={folder}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        port = await _port(folder / "DevToolsActivePort", running)
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                first = next(each for each in await answer.json() if each["type"] == "page")
            async with session.ws_connect(first["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                page = Page(socket)
                for domain in ("Network", "Page", "Runtime", "Log"):
                    await page.ask(f"{domain}.enable")
                yield page
                await page.ask("Browser.close")
            async with asyncio.timeout(30):
                await running.wait()
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()


async def _port(file: Path, running: asyncio.subprocess.Process) -> str:
    """The DevTools port, which Chromium writes down as soon as it listens."""
    async with asyncio.timeout(60):
        while running.returncode is None:
            if len(lines := _lines(file)) > 1:
                return lines[0]
            await asyncio.sleep(0.05)
    raise AssertionError(f"chromium ended with {running.returncode}")


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []
