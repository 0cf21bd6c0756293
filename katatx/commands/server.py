"""The web server of `katatx serve`: a page with textual-serve's terminal, and an app of its own for every page.

Only who knows the token of the printed address is answered. Only `katatx serve` imports this module, because it imports
an HTTP server.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from socket import socket

import textual_serve
from aiohttp import web
from aiohttp.typedefs import Handler

from katatx.progress.home import home_folder
from katatx.served import DRIVER, SERVED

_PAGE = Path(__file__).resolve().parent / "serve_page"
_TERMINAL = Path(textual_serve.__file__).resolve().parent / "static"
_READY = b"__GANGLION__\n"
_PATIENCE = 5.0  # seconds for an app to end before it is killed

# Everything is loaded from this server or not at all. xterm.js sets its colours as inline styles.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class Server:
    """Serves the app to the browser in which its address, `url`, with a random token, was opened."""

    def __init__(self, host: str, port: int) -> None:
        self._token = token_urlsafe(32)
        ending = "" if port == 80 else f":{port}"
        self._names = {f"{name}{ending}" for name in (host, "localhost", "127.0.0.1", "[::1]")}
        self._cookie = f"katatx-{port}"  # browsers send a cookie to every port of its host
        self._pages: set[web.WebSocketResponse] = set()
        self.url = f"http://{host}{ending}/?token={self._token}"

    def run(self, listening: socket) -> None:
        """Serve the page with all that it loads, and an app for each page, until Ctrl-C, which ends the apps."""
        app = web.Application(middlewares=[self._guard])
        app.router.add_get("/", self._index)
        app.router.add_get("/ws", self._run_app)
        app.router.add_static("/static", _TERMINAL)
        app.router.add_static("/page", _PAGE / "static")
        app.on_shutdown.append(self._close_pages)
        app.on_response_prepare.append(_add_headers)
        web.run_app(app, sock=listening, print=None, access_log=None, shutdown_timeout=2 * _PATIENCE)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handle a request, or refuse it if it is under another name, from another page, or without the token."""
        host = request.headers.get("Host", "").lower()
        # Browsers always send the origin of a WebSocket, and no page can prevent that.
        origin = request.headers.get("Origin", "" if request.path == "/ws" else f"http://{host}").lower()
        if host not in self._names or origin != f"http://{host}":
            raise web.HTTPForbidden(text="katatx answers under no other name, and to no other page\n")
        if request.path == "/" and self._is_token(request.query.get("token", "")):
            return self._admitted(request)
        if not self._is_token(request.cookies.get(self._cookie, "")):
            raise web.HTTPForbidden(text="open the whole address that katatx serve has printed, with its token\n")
        return await handler(request)

    def _is_token(self, given: str) -> bool:
        """Return whether a text is the token, in a time that does not depend on it."""
        return compare_digest(given.encode(errors="replace"), self._token.encode())

    def _admitted(self, request: web.Request) -> web.Response:
        """Return a redirection to the address without the token, which the browser keeps as a cookie."""
        answer = web.Response(status=303, headers={"Location": str(request.rel_url.without_query_params("token"))})
        answer.set_cookie(self._cookie, self._token, httponly=True, samesite="Strict")
        return answer

    async def _index(self, request: web.Request) -> web.Response:
        return web.Response(text=(_PAGE / "index.html").read_text("utf-8"), content_type="text/html")

    async def _run_app(self, request: web.Request) -> web.WebSocketResponse:
        """Run an app for a page until either ends, with the query's `width` and `height` in columns and rows."""
        page = web.WebSocketResponse(heartbeat=15, timeout=2)
        await page.prepare(request)
        self._pages.add(page)
        app = await _started(request.query.get("width", ""), request.query.get("height", ""))
        showing = asyncio.create_task(_show(app, page))
        try:
            async for message in page:
                await _obey(message.data, app)
        except (ValueError, RecursionError, ConnectionError):
            pass  # not from our page, or the app has ended
        finally:
            self._pages.discard(page)
            await _end(app, showing)
        return page

    async def _close_pages(self, app: web.Application) -> None:
        await asyncio.gather(*(page.close() for page in self._pages))


async def _started(width: str, height: str) -> Process:
    """Start an app in a session of its own, so that Ctrl-C reaches only the server, which then ends the app."""
    # The current folder is searched for modules only if it is for this process.
    safely = [] if str(Path.cwd()) in sys.path else ["-P"]
    command = (sys.executable, *safely, "-W", "ignore:coroutine:RuntimeWarning", "-m", "katatx")
    environment = {
        SERVED: "1",
        DRIVER: "katatx.commands.served_driver:ServedDriver",
        "KATATX_HOME": str(home_folder()),
        "TERM": "xterm-256color",
        "TERM_PROGRAM": "textual",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "COLUMNS": width,
        "ROWS": height,
    }
    return await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, env=os.environ | environment, start_new_session=True
    )


async def _show(app: Process, page: web.WebSocketResponse) -> None:
    """Send what the app draws, and nothing else of it, to its page until the app ends, then close the page."""
    assert app.stdout is not None
    with suppress(asyncio.IncompleteReadError):
        await app.stdout.readuntil(_READY)
        while True:
            kind = await app.stdout.readexactly(1)
            drawn = await app.stdout.readexactly(int.from_bytes(await app.stdout.readexactly(4), "big"))
            with suppress(ConnectionError):  # if the browser is gone, keep reading, or the app could not end
                if kind == b"D":
                    await page.send_bytes(drawn)
    await page.close()


async def _obey(message: str, app: Process) -> None:
    """Pass typed text, a new size, and focus or blur on to the app; ignore other messages. They are JSON."""
    match json.loads(message):
        case ["stdin", str(typed)]:
            kind, content = b"D", typed.encode(errors="replace")
        case ["resize", {"width": int(width), "height": int(height)}]:
            kind, content = b"M", json.dumps({"type": "resize", "width": width, "height": height}).encode()
        case ["focus" | "blur" as event]:
            kind, content = b"M", json.dumps({"type": event}).encode()
        case _:
            return
    assert app.stdin is not None
    app.stdin.write(kind + len(content).to_bytes(4, "big") + content)
    await app.stdin.drain()


async def _end(app: Process, showing: asyncio.Task[None]) -> None:
    """End an app by ending its input; kill it if it does not end within some seconds."""
    assert app.stdin is not None
    app.stdin.close()
    try:
        await asyncio.wait([showing], timeout=_PATIENCE)
    finally:
        if not showing.done():
            app.kill()
    await app.wait()


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
