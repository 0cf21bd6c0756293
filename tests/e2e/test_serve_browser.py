"""`katatx serve` in a real browser."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from katatx.progress.database.header import FILE_NAME

aiohttp = pytest.importorskip("aiohttp", reason="needs katatx[serve]")
psutil = pytest.importorskip("psutil", reason="tells which programs are left")

from tests.e2e.browser import CHROMIUM, chromium  # noqa: E402


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium, chromium-browser or google-chrome on the PATH")
async def test_a_drill_answered_in_a_browser_as_wide_as_a_phone(serve, home: Path, tmp_path: Path) -> None:
    served = serve()
    async with chromium(tmp_path / "profile") as page:
        await page.ask("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
        await page.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        await page.ask("Page.navigate", url=served.url)
        await page.wait_for("attention", "vision")
        assert (page.screen.columns >= 60, page.screen.lines >= 18) == (True, True)
        assert await page.value("window.location.href") == f"{served.origin}/"
        assert await page.value("document.cookie") == ""
        await page.press("ArrowDown", "Enter")
        await page.wait_for("A dictionary numbers")
        await page.press("7", "3", "Enter")
        await page.wait_for("✓ right")
        with closing(sqlite3.connect(home / FILE_NAME)) as log:
            assert log.execute("select typed, verdict from attempts where deck != 'gone'").fetchall() == [
                ("73", "right")
            ]
        assert page.said == []
        assert await page.value("document.fonts.check('16px \"Roboto Mono\"')")
        assert {urlsplit(url).netloc for url in page.requested if not url.startswith("data:")} == {served.host}
    assert served.end() == (0, "")
