"""`katatx serve`: the app in a browser, on this machine only."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

from katatx.errors import KatatxError, not_installed, reason_of


def run(port: int | None, home: Path) -> int:
    port = 8000 if port is None else port
    try:
        listening = socket.create_server(("127.0.0.1", port))  # which only this machine reaches
    except OSError as error:
        raise KatatxError(f"cannot serve at port {port}: {reason_of(error)}; try another --port") from error
    try:
        from katatx.commands.server import Server
    except ModuleNotFoundError as error:
        raise KatatxError(not_installed("katatx serve", "serve")) from error
    server = Server("127.0.0.1", listening.getsockname()[1])
    print(f"katatx is at {server.url} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    server.run(listening)
    return 0
