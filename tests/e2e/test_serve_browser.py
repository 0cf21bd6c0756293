"""`katatx serve` in a real browser without a window, driven over the DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import shutil
from pathlib import Path
from typing import Any

import pytest

aiohttp = pytest.importorskip("aiohttp", reason="needs katatx[serve]")
psutil = pytest.importorskip("psutil", reason="tells which programs are left")

from tests.e2e.begun import RIGHT  # noqa: E402
from tests.e2e.served import ESCAPES, Wire  # noqa: E402

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# Drawing by software, for a machine without a graphics card.
FLAGS = ("--headless", "--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage",
         "--remote-debugging-port=0", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")  # fmt: skip


class Page(Wire):
    """A page of the browser, with the terminal that came over its WebSocket; `told` is what the browser told."""

    told: list[dict[str, Any]] = []  # noqa: RUF012 - one page a test

    async def ask(self, method: str, **parameters: Any) -> Any:
        number = len(self.told) + 1
        await self.socket.send_json({"id": number, "method": method, "params": parameters})
        while not (found := [each for each in self.told if each.get("id") == number]):
            await self._take_in()
        return found[0].get("result", {})

    async def _take_in(self) -> bool:
        self.told.append(told := await self.socket.receive_json())
        if told.get("method") == "Network.webSocketFrameReceived":
            drawn = base64.b64decode(told["params"]["response"]["payloadData"])
            self.heard += ESCAPES.sub("", drawn.decode(errors="replace"))
        return True


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium, chromium-browser or google-chrome on the PATH")
async def test_a_drill_answered_in_a_browser_as_wide_as_a_phone(serve, tmp_path: Path) -> None:
    served, profile = serve(), tmp_path / "profile"
    running = await asyncio.create_subprocess_exec(CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "about:blank")
    try:
        while not (file := profile / "DevToolsActivePort").exists() or "/" not in file.read_text():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        async with aiohttp.ClientSession(f"http://127.0.0.1:{file.read_text().split()[0]}") as session:
            async with session.get("/json/list") as answer:
                first = next(each for each in await answer.json() if each["type"] == "page")
            async with session.ws_connect(first["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                await answer_a_drill(Page(socket), served)
    finally:
        running.kill()
        await running.wait()


async def answer_a_drill(page: Page, served) -> None:
    await page.ask("Network.enable")
    await page.ask("Runtime.enable")
    await page.ask("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
    await page.ask("Page.navigate", url=served.url)
    await page.wait_for("The vision transformer")
    seen = await page.ask("Runtime.evaluate", expression="[location.href, document.cookie]", returnByValue=True)
    assert seen["result"]["value"] == [f"{served.origin}/", ""]
    lesson = (("ArrowDown", "↵: practise"), ("\r", "what it is for"), ("\r", "lesson  "), ("k", "↵ answer"))
    for key, then in (*lesson, *((sign, "") for sign in RIGHT), ("Enter", "✓ right")):
        about = {"windowsVirtualKeyCode": 40} if key == "ArrowDown" else {"text": key.replace("Enter", "\r")}
        await page.ask("Input.dispatchKeyEvent", type="keyDown", key="Enter" if key == "\r" else key, **about)
        await page.wait_for(then)
    assert not any(told.get("method") == "Runtime.exceptionThrown" for told in page.told)
