"""`katatx serve` in a real browser."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from katatx.progress.database.header import FILE_NAME

aiohttp = pytest.importorskip("aiohttp", reason="needs katatx[serve]")
psutil = pytest.importorskip("psutil", reason="tells which programs are left")

from tests.e2e.browser import CHROMIUM, DRAWING, Page, chromium  # noqa: E402
from tests.e2e.served import PATIENCE, Served  # noqa: E402

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium, chromium-browser or google-chrome on the PATH")


async def shown(page: Page, served: Served) -> None:
    await page.ask("Page.navigate", url=served.url)
    await page.wait_for("attention", "vision")


@in_a_browser
@pytest.mark.parametrize("flags", [DRAWING, ("--disable-gpu", "--disable-3d-apis")], ids=["webgl", "canvas"])
async def test_a_drill_answered_in_a_browser(serve, home: Path, tmp_path: Path, flags: tuple[str, ...]) -> None:
    served = serve()
    async with chromium(tmp_path / "profile", *flags) as page:
        await shown(page, served)
        await page.press("ArrowDown", "Enter")
        await page.wait_for("A dictionary numbers")
        await page.press("7", "3", "Enter")
        await page.wait_for("✓ right")
        with closing(sqlite3.connect(home / FILE_NAME)) as log:
            assert log.execute("select drill, typed, verdict from attempts where deck != 'gone'").fetchall() == [
                ("kept-word", "73", "right")
            ]
        assert page.said == []
        assert await page.value("document.fonts.check('16px \"Roboto Mono\"')")
        assert {urlsplit(url).netloc for url in page.requested if not url.startswith("data:")} == {served.host}
        assert len(page.requested) >= 6
    assert served.end() == (0, "")


@in_a_browser
@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "turned"])
async def test_it_fits_a_phone(serve, tmp_path: Path, size: tuple[int, int]) -> None:
    served = serve()
    async with chromium(tmp_path / "profile", *DRAWING) as page:
        width, height = size
        await page.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True
        )
        await page.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        await shown(page, served)
        assert page.screen.columns >= 60
        assert page.screen.lines >= 18


@in_a_browser
async def test_keys_of_a_browser_and_beginning_again(serve, tmp_path: Path) -> None:
    served = serve()
    async with chromium(tmp_path / "profile", *DRAWING) as page:
        await shown(page, served)
        await page.press("ArrowDown", "Enter")
        await page.wait_for("A dictionary numbers")
        page.sent.clear()
        await page.press("Tab", "ArrowDown")
        await page.press(*"abefgkru", control=True)
        await page.press("Escape")
        await page.until(lambda: "\x1b" in page.sent, what="escape")
        assert page.sent == ["\t", "\x1b[B", *"\x01\x02\x05\x06\x07\x0b\x12\x15", "\x1b"]
        await page.press("c", control=True)
        await page.wait_for("for next time")
        await page.press("q")
        await page.wait_for("attention", "vision")
        await page.press("q")
        await page.until(lambda: not page.connected, what="end")
        assert await page.value("getComputedStyle(document.querySelector('#ended')).display") == "block"
        await page.value("document.querySelector('#ended a').click()")
        await page.until(lambda: page.connected, what="new beginning")
        await page.wait_for("attention", "vision")


@in_a_browser
async def test_a_browser_keeps_pages_apart(serve, tmp_path: Path) -> None:
    """Ours reaches nothing else; another's page reaches neither the app nor a frame with it."""
    served = serve()
    async with chromium(tmp_path / "profile", *DRAWING) as page:
        await shown(page, served)
        assert await page.value(
            "new Promise(done => { document.addEventListener('securitypolicyviolation', event => done(event.blockedURI));"
            " fetch('http://127.0.0.1:9/').catch(() => 0) })"
        ) == "http://127.0.0.1:9/"  # fmt: skip
        other = serve("--title", "other")
        own = served.apps
        await page.ask("Page.navigate", url=f"{other.url}page/page.css")
        address = json.dumps(f"ws://{served.host}/ws")
        assert await page.value(
            f"new Promise(done => {{ const socket = new WebSocket({address});"
            " socket.onopen = () => done('open'); socket.onerror = () => done('refused') })"
        ) == "refused"  # fmt: skip
        assert set(served.apps) <= set(own)
    assert psutil.wait_procs(own, PATIENCE)[1] == []
