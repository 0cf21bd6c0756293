"""The program run as a process of its own, without starting Python and importing everything each time.

A server that has imported the program forks for every run: what is run has its own arguments, environment, folder and
standard streams, and ends as a process does.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryFile
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
_MOST = 1 << 20


def run_text(
    *arguments: str, typed: str | bytes = "", env: dict[str, str] | None = None, cwd: Path | None = None, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run `katatx` with arguments and what is typed, and return how it ended and what it wrote. With any other option
    of `subprocess.run` Python is started anew.
    """
    raw = typed.encode() if isinstance(typed, str) else typed
    if options:
        command = [sys.executable, "-m", "katatx", *arguments]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        done = subprocess.run(command, input=raw, env=env, cwd=cwd, check=False, **streams)
    else:
        done = _forked(arguments, raw, env, cwd)
    out, err = ((each or b"").decode() for each in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def _forked(
    arguments: Sequence[str], typed: bytes, env: dict[str, str] | None, cwd: Path | None
) -> subprocess.CompletedProcess[bytes]:
    asked = {"arguments": arguments, "env": dict(os.environ) if env is None else env, "cwd": str(cwd or Path.cwd())}
    with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        stdin.write(typed)
        stdin.seek(0)
        server = _server()
        text = json.dumps(asked).encode()
        socket.send_fds(server, [len(text).to_bytes(8, "big")], [each.fileno() for each in (stdin, stdout, stderr)])
        server.sendall(text)
        told = server.recv(8)
        if len(told) < 8:
            _running.clear()
            raise ChildProcessError("the server that runs the program has died")
        status = int.from_bytes(told, "big", signed=True)
        stdout.seek(0)
        stderr.seek(0)
        return subprocess.CompletedProcess(["katatx", *arguments], status, stdout.read(), stderr.read())


_running: list[tuple[subprocess.Popen[bytes], socket.socket]] = []


def _server() -> socket.socket:
    """The server of this process, started where it is not running."""
    if not _running:
        ours, its = socket.socketpair()
        code = f"from tests.e2e.program import serve; serve({its.fileno()})"
        child = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, pass_fds=[its.fileno()])
        its.close()
        _running.append((child, ours))
    return _running[0][1]


def serve(at: int) -> None:
    """Run what is asked for until the other side is gone."""
    with suppress(ImportError):
        # A log takes a server's driver only where it is asked for one, or where one was there before it.
        import psycopg  # noqa: F401
    import katatx.commands
    from katatx import cli  # noqa: F401
    from katatx.progress import opening  # noqa: F401

    for module in iter_modules(katatx.commands.__path__, "katatx.commands."):
        if module.name != "katatx.commands.serve":
            import_module(module.name)
    with socket.socket(fileno=at) as asking:
        while True:
            head, streams, _, _ = socket.recv_fds(asking, 8, 3)
            if not head:
                return
            text = b""
            while len(text) < int.from_bytes(head, "big"):
                text += asking.recv(_MOST)
            child = os.fork()
            if child == 0:
                asking.close()
                _become(json.loads(text), streams)
            for stream in streams:
                os.close(stream)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            asking.sendall(status.to_bytes(8, "big", signed=True))


def _become(asked: dict, streams: list[int]) -> None:
    """Be the program, and end."""
    errors = sys.stdin.errors, sys.stdout.errors, sys.stderr.errors
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
        os.close(stream)
    for name, place, mode, how in zip(("stdin", "stdout", "stderr"), range(3), "rww", errors, strict=True):
        buffering = 1 if name == "stderr" else -1
        setattr(sys, name, os.fdopen(place, mode, buffering, encoding="utf-8", errors=how))
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    time.tzset()
    sys.argv = ["katatx", *asked["arguments"]]
    os._exit(_ended())


def _ended() -> int:
    from katatx.cli import main

    try:
        main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:  # noqa: BLE001 - as the interpreter does
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status
