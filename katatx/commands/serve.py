"""`katatx serve`: the app in a browser, on this machine only."""

from __future__ import annotations

import os
import socket
import sys
from ipaddress import ip_address
from pathlib import Path

from katatx.errors import KatatxError, not_installed
from katatx.notation.quoting import quote


def run(host: str | None, port: int | None, home: Path) -> int:
    host = "127.0.0.1" if host in (None, "localhost") else host
    listening = _listen(host, 8000 if port is None else port)
    try:
        from katatx.commands.server import Server
    except ModuleNotFoundError as error:
        raise KatatxError(not_installed("katatx serve", "serve")) from error
    server = Server(f"[{host}]" if ":" in host else host, listening.getsockname()[1])
    print(f"katatx is at {server.url} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    server.run(listening)
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address that only this machine reaches."""
    try:
        is_loopback = ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if not is_loopback:
        raise KatatxError(
            f"--host {quote(host)} is no loopback address; katatx serves this machine only, so leave --host out"
        )
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        raise KatatxError(f"cannot serve at {host}, port {port}: {why}; try another --port") from error
