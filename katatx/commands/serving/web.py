"""The web server of `katatx serve`, based on textual-serve.

Its page loads nothing from other hosts and refuses requests from other pages. Only that command imports this module,
because it imports an HTTP server.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
import sys
from asyncio.subprocess import Process
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp_jinja2
import jinja2
from aiohttp import WSMsgType, web
from aiohttp.typedefs import Handler
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager
from textual_serve.server import Server, to_int

from katatx.commands.serving.address import Address
from katatx.commands.serving.served import DRIVER, SERVED

_PAGE = Path(__file__).resolve().parent / "serve_page"
_READY = b"__GANGLION__\n"
_PATIENCE = 5.0  # seconds for the app to end before it is killed
_FAREWELL = 2.0  # seconds for a browser to confirm that its connection closes
_MOST_AT_ONCE = 16
_MOST_CELLS = 1000  # across or down
_SIZES = (6, 72)  # of letters, in pixels

# Everything is loaded from this server or not at all. xterm.js sets its colours as inline styles.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


# An app ended while starting leaves Textual coroutines that were never awaited; hide Python's warnings about them.
_QUIETLY = ("-W", "ignore:coroutine:RuntimeWarning")


def command() -> list[str]:
    """Return the command that runs `katatx` with this interpreter and these files.

    The current folder is searched for modules only if it is for this process.
    """
    safely = [] if str(Path.cwd()) in sys.path else ["-P"]
    return [sys.executable, *safely, *_QUIETLY, "-m", "katatx"]


class App(AppService):
    """One run of the app in a process of its own, for one browser page.

    `page` is the connection to that page, and `downloads` manages the files that apps offer.
    """

    def __init__(self, page: web.WebSocketResponse, downloads: DownloadManager) -> None:
        super().__init__(
            shlex.join(command()),
            write_bytes=page.send_bytes,
            write_str=page.send_str,
            close=lambda: _close(page),
            download_manager=downloads,
        )
        self.downloads = downloads
        self.process: Process | None = None
        self.handing_on: asyncio.Task[None] | None = None

    @property
    def stdin(self) -> asyncio.StreamWriter:
        """Return the stream from which the app reads keys; only after `start`."""
        assert self.process is not None
        assert self.process.stdin is not None
        return self.process.stdin

    async def start(self, width: int, height: int) -> None:
        """Start the app, with a screen of so many columns and rows, and a task that sends its output to the page.

        No shell is used. The app has a session of its own, so that Ctrl-C reaches only the server, which then ends the
        app. The app's stderr is the server's.
        """
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *command(),
            stdin=pipe,
            stdout=pipe,
            env=_environment(width, height),
            start_new_session=os.name == "posix",
        )
        self.handing_on = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Send the app's output to the page until the app ends, then close the page's connection."""
        assert self.process is not None
        assert self.process.stdout is not None
        screen = self.process.stdout
        hand_on = {b"D": self.on_data, b"M": self.on_meta, b"P": self.on_packed}
        try:
            while await screen.readline() not in (_READY, b""):
                pass
            while True:
                kind = await screen.readexactly(1)
                payload = await screen.readexactly(int.from_bytes(await screen.readexactly(4), "big"))
                # If the browser is gone, keep reading, or the app could not end.
                with suppress(ConnectionError):
                    await hand_on[kind](payload)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            await self.remote_close()

    async def stop(self) -> None:
        """End the app; kill it if it does not end within some seconds. Does nothing if it was not started."""
        if self.process is None or self.handing_on is None:
            return
        try:
            async with asyncio.timeout(_PATIENCE):
                await self.downloads.cancel_app_downloads(self.app_service_id)
                await self.send_meta({"type": "quit"})
                await self.handing_on
                await self.process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


def _environment(width: int, height: int) -> dict[str, str]:
    """Return the environment of an app for a page of so many columns and rows, whatever the server's own
    terminal is.
    """
    return {
        **os.environ,
        SERVED: "1",
        DRIVER: "katatx.commands.serving.driver:ServedDriver",
        "TERM": "xterm-256color",
        "TERM_PROGRAM": "textual",
        "TEXTUAL_FPS": "60",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "COLUMNS": str(width),
        "ROWS": str(height),
    }


class WebServer(Server):
    """Serves the app at an address; requests under another name or from another page get status 403."""

    def __init__(self, address: Address, port: int, title: str) -> None:
        super().__init__(
            shlex.join(command()),
            host=address.host,
            port=port,
            title=title,
            public_url=address.url(port),
            templates_path=_PAGE,
        )
        self.address = address
        self._open: set[asyncio.Task[Any]] = set()

    def application(self) -> web.Application:
        """Return the web application: the page with all that it loads, an app for each page, and files that an app
        offers.
        """
        app = web.Application(middlewares=[self._guard()])
        aiohttp_jinja2.setup(app, loader=jinja2.FileSystemLoader(self.templates_path))
        app.router.add_get("/", self.handle_index)
        app.router.add_get("/ws", self.handle_websocket)
        app.router.add_get("/download/{key}", self.handle_download)
        app.router.add_static("/static", self.statics_path)
        app.router.add_static("/page", _PAGE / "static")
        app.on_startup.append(self.on_startup)
        app.on_shutdown.append(self.on_shutdown)
        app.on_response_prepare.append(_add_headers)
        return app

    def _guard(self) -> Any:
        """Return the middleware that refuses requests under other names or from other pages."""

        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            """Handle a request, or refuse it."""
            host = request.headers.get("Host", "")
            if not self.address.goes_by(host, self.port):
                raise web.HTTPForbidden(text=f"katatx is served at {self.public_url}/ and by no other name\n")
            ours = f"http://{host}".lower()
            # Browsers always send the origin of a WebSocket, and no page can prevent that.
            if request.headers.get("Origin", "" if request.path == "/ws" else ours).lower() != ours:
                raise web.HTTPForbidden(text="katatx is not open to other pages\n")
            return await handler(request)

        return guard

    async def on_startup(self, app: web.Application) -> None:
        """Print the URL, and stop the server if its terminal is closed."""
        if hasattr(signal, "SIGHUP"):
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.request_exit)
        print(f"katatx is at {self.public_url}/ (Ctrl-C ends it)", file=sys.stderr, flush=True)

    async def on_shutdown(self, app: web.Application) -> None:
        """End every running app."""
        for task in self._open:
            task.cancel()
        if self._open:
            await asyncio.wait(self._open)

    async def handle_index(self, request: web.Request) -> web.Response:
        """Return the page, whose websocket is at the requested host.

        Its font has the size `fontsize` of the query, in pixels: from 6 to 72, and 16 without it.
        """
        least, most = _SIZES
        context = {
            "title": self.title,
            "websocket": f"ws://{request.host}/ws",
            "font_size": min(max(to_int(request.query.get("fontsize", "16"), 16), least), most),
        }
        return aiohttp_jinja2.render_template("index.html", request, context)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run an app for a page until either ends. Refuses the request, with status 503, if 16 pages are open."""
        if len(self._open) >= _MOST_AT_ONCE:
            raise web.HTTPServiceUnavailable(text="too many pages are open\n")
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            return await self._run_app(request)
        finally:
            self._open.discard(task)

    async def _run_app(self, request: web.Request) -> web.WebSocketResponse:
        """Run an app and forward the page's messages to it, until the page closes or sends an invalid one.

        `width` and `height` of the query are the screen's columns and rows, 80 each without them.
        """
        page = web.WebSocketResponse(heartbeat=15, timeout=_FAREWELL)
        await page.prepare(request)
        app = App(page, self.download_manager)
        try:
            width, height = (to_int(request.query.get(name, ""), 80) for name in ("width", "height"))
            await app.start(_cells(width), _cells(height))
            async for message in page:
                if message.type is not WSMsgType.TEXT or not await _obey(message.data, page, app):
                    break
        finally:
            await app.stop()
            await _close(page)
        return page


async def _obey(message: str, page: web.WebSocketResponse, app: AppService) -> bool:
    """Carry out a message from the page, in JSON: typed text, a new size, a ping, focus or blur.

    Return False if it is invalid.
    """
    try:
        event = json.loads(message)
    except (ValueError, RecursionError):
        return False
    match event:
        case ["stdin", str(typed)]:
            await app.send_bytes(typed.encode(errors="replace"))
        case ["resize", {"width": int(width), "height": int(height)}]:
            await app.set_terminal_size(_cells(width), _cells(height))
        case ["ping", str(sent)]:
            with suppress(ConnectionError):
                await page.send_json(["pong", sent])
        case ["focus"]:
            await app.focus()
        case ["blur"]:
            await app.blur()
        case _:
            return False
    return True


def _cells(number: int) -> int:
    """Return a number of columns or rows, moved into the allowed range from 1 to 1000."""
    return min(max(number, 1), _MOST_CELLS)


async def _close(page: web.WebSocketResponse) -> None:
    """Close a page's connection."""
    await page.close()


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Add the security headers to a response."""
    response.headers.update(_HEADERS)
