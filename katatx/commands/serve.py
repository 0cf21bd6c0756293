"""`katatx serve`: the app in a browser."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

from katatx.commands.serving.address import listen, resolve
from katatx.commands.shared.output import narrate
from katatx.errors import KatatxError, not_installed
from katatx.notation.quoting import quote

_EXPOSED = (
    "other machines can reach {host}: without a password or encryption, anyone who connects can practise as you, see "
    "your progress and add answers to your log (but run nothing else than katatx)"
)


def run(host: str, port: int, title: str, expose: bool) -> int:
    """Serve the app at a host and port until Ctrl-C; return the exit status 0.

    `title` is that of the page. Raises KatatxError if the host is no address of this machine, is reachable by others
    without `expose`, or cannot be listened on, and if textual-serve is not installed.
    """
    address = resolve(host)
    if not address.is_loopback:
        exposed = _EXPOSED.format(host=quote(host))
        if not expose:
            raise KatatxError(
                f"{exposed}; add --expose to allow it, or use the address 127.0.0.1, which only this machine can reach"
            )
        narrate(f"warning: {exposed}")
    try:
        from aiohttp import web

        from katatx.commands.serving.web import WebServer
    except ModuleNotFoundError as error:
        raise KatatxError(not_installed("katatx serve", "serve")) from error
    listening = listen(address, port)
    server = WebServer(address, listening[0].getsockname()[1], title)
    with redirect_stdout(sys.stderr):
        web.run_app(server.application(), sock=listening, print=None, access_log=None, shutdown_timeout=1)
    return 0
