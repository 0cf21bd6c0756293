"""`katatx serve`: the app in a browser."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

from katatx.commands.output import narrate
from katatx.commands.serve_address import listen, resolve
from katatx.errors import KatatxError
from katatx.notation.quoting import quote

_EXPOSED = (
    "other machines can reach {host}: whoever reaches the port practises as you, reads your standing and puts "
    "answers into your log (and runs nothing but katatx), without a password, and nothing is encrypted"
)


def run(host: str, port: int, title: str, expose: bool) -> int:
    """Serve the app until Ctrl-C. Raises KatatxError where the host is no address of this machine, is not to be
    exposed, or cannot be listened on, and where textual-serve is not installed.
    """
    address = resolve(host)
    if not address.is_loopback:
        exposed = _EXPOSED.format(host=quote(host))
        if not expose:
            raise KatatxError(f"{exposed}; --expose serves there all the same, 127.0.0.1 is this machine alone")
        narrate(f"warning: {exposed}")
    try:
        from aiohttp import web

        from katatx.commands.serve_web import WebServer
    except ModuleNotFoundError as error:
        raise KatatxError("serving needs textual-serve, which is not installed: pip install 'katatx[serve]'") from error
    listening = listen(address, port)
    server = WebServer(address, listening[0].getsockname()[1], title)
    with redirect_stdout(sys.stderr):
        web.run_app(server._make_app(), sock=listening, print=None, access_log=None, shutdown_timeout=1)  # noqa: SLF001
    return 0
