"""The web server of `katatx serve`: textual-serve's, with a page that fetches nothing from elsewhere, and
closed to the pages of others. Imported by nothing but that command, since it brings an HTTP server with it.
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
from aiohttp import WSMsgType, web
from aiohttp.typedefs import Handler
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from katatx.commands.serve_address import Address
from katatx.commands.served import DRIVER, SERVED

_PAGE = Path(__file__).resolve().parent / "serve_page"
_READY = b"__GANGLION__\n"
_PATIENCE = 5.0  # seconds for the app to end, after which it is ended
_FAREWELL = 2.0  # seconds for a browser to answer that its connection closes
_MOST_AT_ONCE = 16
_MOST_CELLS = 1000  # across or down
_SIZES = (6, 72)  # of letters, in pixels

# Whatever the page might be led to load: it comes from here, or not at all. xterm.js writes its colours as styles.
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


# An app that is ended while it starts leaves coroutines of Textual's that nobody waits for; what Python says of
# them would stand on the server's stderr.
_QUIETLY = ("-W", "ignore:coroutine:RuntimeWarning")


def command() -> list[str]:
    """`katatx` by the interpreter that runs this, from the same files: the folder it stands in is looked
    into for modules only where it was looked into for these.
    """
    safely = [] if str(Path.cwd()) in sys.path else ["-P"]
    return [sys.executable, *safely, *_QUIETLY, "-m", "katatx"]


class App(AppService):
    """One run of the app, for one page in a browser."""

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        environment = super()._build_environment(width, height)
        environment[SERVED] = "1"
        environment[DRIVER] = "katatx.commands.served_driver:ServedDriver"
        environment["TERM"] = "xterm-256color"  # what the page is, whatever the server's own terminal
        return environment

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start the app without a shell, in a session of its own: Ctrl-C is the server's, who ends it in order.
        What it says on stderr is said there.
        """
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *command(),
            stdin=pipe,
            stdout=pipe,
            env=self._build_environment(width, height),
            start_new_session=os.name == "posix",
        )
        self._stdin = self._process.stdin
        return self._process

    async def run(self) -> None:
        """Hand on what the app shows until it ends, then close the page's connection."""
        assert self._process is not None
        assert self._process.stdout is not None
        screen = self._process.stdout
        hand_on = {b"D": self.on_data, b"M": self.on_meta, b"P": self.on_packed}
        try:
            while await screen.readline() not in (_READY, b""):
                pass
            while True:
                kind = await screen.readexactly(1)
                payload = await screen.readexactly(int.from_bytes(await screen.readexactly(4), "big"))
                # Where the browser is gone, the app is still heard out: it could not end otherwise.
                with suppress(ConnectionError):
                    await hand_on[kind](payload)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            await self.remote_close()

    async def stop(self) -> None:
        """End the app, by force where it does not end by itself."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await super().stop()
                if self._process is not None:
                    await self._process.wait()
        except TimeoutError:
            assert self._process is not None
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class WebServer(Server):
    """Serves the app at an address. A request by another name, or from the page of another, is refused with 403."""

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

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard())
        app.router.add_static("/page", _PAGE / "static")
        app.on_response_prepare.append(_add_headers)
        return app

    def _guard(self) -> Any:
        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            host = request.headers.get("Host", "")
            if not self.address.goes_by(host, self.port):
                raise web.HTTPForbidden(text=f"katatx is served at {self.public_url}/ and by no other name\n")
            ours = f"http://{host}".lower()
            # Browsers say where a WebSocket comes from, and no page can keep them from it.
            if request.headers.get("Origin", "" if request.path == "/ws" else ours).lower() != ours:
                raise web.HTTPForbidden(text="katatx is not open to other pages\n")
            return await handler(request)

        return guard

    async def on_startup(self, app: web.Application) -> None:
        """Say where the app is found; a terminal that is closed ends the server as Ctrl-C does."""
        if hasattr(signal, "SIGHUP"):
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.request_exit)
        print(f"katatx is at {self.public_url}/ (Ctrl-C ends it)", file=sys.stderr, flush=True)

    async def on_shutdown(self, app: web.Application) -> None:
        """End every app that is open."""
        for task in self._open:
            task.cancel()
        if self._open:
            await asyncio.wait(self._open)

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page. Its addresses are those that it was asked for by."""
        least, most = _SIZES
        context = {
            "title": self.title,
            "websocket": f"ws://{request.host}/ws",
            "font_size": min(max(to_int(request.query.get("fontsize", "16"), 16), least), most),
        }
        return aiohttp_jinja2.render_template("index.html", request, context)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run an app for a page, for as long as both are there."""
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
        page = web.WebSocketResponse(heartbeat=15, timeout=_FAREWELL)
        await page.prepare(request)
        app = App(
            self.command,
            write_bytes=page.send_bytes,
            write_str=page.send_str,
            close=lambda: _close(page),
            download_manager=self.download_manager,
        )
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
    """Do what a page asks for; false where it is nothing that our page would ask."""
    try:
        asked = json.loads(message)
    except (ValueError, RecursionError):
        return False
    match asked:
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
    return min(max(number, 1), _MOST_CELLS)


async def _close(page: web.WebSocketResponse) -> None:
    await page.close()


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
