"""`katatx serve`: whom it answers, and what whoever connects can do."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
from collections.abc import Iterable
from pathlib import Path

import pytest

from katatx.commands import serve as command
from katatx.errors import KatatxError
from katatx.progress.stores import FILE_NAME

aiohttp = pytest.importorskip("aiohttp", reason="needs katatx[serve]")
psutil = pytest.importorskip("psutil", reason="tells which programs are left")

from tests.e2e.begun import RIGHT  # noqa: E402
from tests.e2e.served import PATIENCE, Served, Wire  # noqa: E402

SECRET = "PRIVATE-KEY-4711"
HOME, OPEN, SAVE, ESCAPE, PALETTE, LEAVE = "kata  b", "\x0f", "\x13", "\x1b", "\x10", "\x1b[21~"
KEY = "~/.ssh/id_ed25519\r"

# What somebody with the token tries, step by step, beginning and ending in the worksheet.
WAYS = {
    "open": (OPEN, KEY),
    "open by a whole path": (OPEN, "{away}/.ssh/id_ed25519\r"),
    "open by a relative path": (OPEN, "../.ssh/id_ed25519\r"),
    "open a file of the shell": (OPEN, "~/.bashrc\r"),
    "open from the palette": (PALETTE, "open another", "\r", KEY),
    "open by a click": ("\x1b[<0;18;30M\x1b[<0;18;30m", KEY),
    "open pasted": (OPEN, "\x1b[200~" + KEY.strip() + "\x1b[201~", "\r"),
    "open after the help": ("\x1bOP", ESCAPE, OPEN, KEY),
    "open a file that is listed": (OPEN, "my", "\t", "\x1b[B", "\r"),
    "save over": ("# x", SAVE, "~/.bashrc\r", "y"),
    "save as a new file": ("# x", SAVE, "~/new\r"),
    "save as a key": ("# ssh", SAVE, "~/.ssh/authorized_keys\r"),
    "save from the palette": ("# x", PALETTE, "save the worksheet", "\r", "~/palette\r"),
    "save by a click": ("# x", "\x1b[<0;3;30M\x1b[<0;3;30m", "~/click\r"),
    "save into the folder": ("# x", SAVE, "\r"),
    "leave unsaved": ("# x\r# y", LEAVE, "y", "c"),
    "wait for a backup": ("# x", ""),
    "calculate with a file": (KEY, "open('../.ssh/id_ed25519')\r", "$(cat " + KEY.strip() + ")\r"),
    "a palette entry for a path": (PALETTE, KEY, ESCAPE, PALETTE, "export", "\r", ESCAPE),
    "the settings": (LEAVE, "y", "o", OPEN, SAVE, KEY, ESCAPE, ESCAPE, "c"),
}
PATHS = (
    "/../.ssh/id_ed25519", "/static/../../.ssh/id_ed25519", "/static/%2e%2e/%2e%2e/.ssh/id_ed25519", "/page/..%2f.ssh/id_ed25519",
    "/static/{home}/.ssh/id_ed25519", "/page//{home}/.ssh/id_ed25519", "/download/..%2f.ssh%2fid_ed25519", "/static/", "/page/",
)  # fmt: skip


@pytest.fixture
def person(tmp_path: Path, home: Path) -> Path:
    """A person's folder with things to steal and to change, and a faulty drill file, which the app names."""
    for name, content in ((".ssh/id_ed25519", SECRET), (".bashrc", f"# {SECRET}\n"), ("work/my.kata", f"# {SECRET}\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    (home / "decks").mkdir(parents=True)
    (home / "decks/faulty.yaml").write_text("nothing")
    return tmp_path


def files(person: Path) -> dict[Path, bytes]:
    """Every file of a person's folder except those that practice writes: the log and the settings."""
    kept = (f"home/{FILE_NAME}", "home/config.toml", "home/cache/")
    found = (path for path in person.rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in found if not str(path.relative_to(person)).startswith(kept)}


async def attempt(wire: Wire, way: str, away: Path) -> None:
    """Try one way, and take in all that the app draws then."""
    wire.heard = ""
    for step in WAYS[way]:
        if step:
            await wire.type(step.replace("{away}", str(away)))
        await wire.settle(0.5 if step else 3)
    before = len(wire.heard)
    await wire.type(ESCAPE)
    await wire.settle()
    if "y: yes" in wire.heard[before:]:  # nothing was open over the worksheet: it asks whether to leave it
        await wire.type("n")
    elif HOME in wire.heard[before:]:  # it was empty, and is left
        await wire.type("c")
    await wire.settle()


async def attempt_all(served: Served, ways: Iterable[str], person: Path, away: Path, before: dict[Path, bytes]) -> None:
    """Try these ways in an app of their own."""
    async with served.page() as wire:
        await wire.wait_for("A deck cannot be read: decks/faulty.yaml")
        await wire.type("c")
        for way in ways:
            await attempt(wire, way, away)
            assert files(person) == before, way
            assert not re.search(f"{SECRET}|my.kata|{person}", wire.heard), way
        wire.heard = ""
        await wire.socket.send_str('["resize", {"width": 95, "height": 30}]')
        await wire.wait_for(" help")
        if HOME in wire.heard:  # on a slow machine the last way may end there
            await wire.type("c")
            await wire.wait_for("worksheet")
        wire.heard = ""
        for message in ('["deliver_file_start", "x"]', '["open_url", {}]', '["resize", {"width": 90, "height": 30}]'):
            await wire.socket.send_str(message)
        await wire.wait_for("worksheet")  # it is still that


async def test_nobody_reaches_a_file_in_the_browser(serve, person: Path, tmp_path_factory) -> None:
    away = tmp_path_factory.mktemp("away") / "link"
    away.symlink_to(person)
    served = serve(at=person / "work", HOME=str(person))
    before = files(person)
    ways = list(WAYS)
    await asyncio.gather(*(attempt_all(served, ways[at::2], person, away, before) for at in range(2)))
    for path in PATHS:
        status, text, _ = served.get(path.format(home=person), Cookie=served.cookie)
        assert (status in (400, 403, 404), SECRET in text) == (True, False), path
    assert served.end()[0] == 0
    assert files(person) == before


async def test_only_who_knows_the_token_is_answered(serve) -> None:
    served: Served = serve()
    port = int(served.host.partition(":")[2])
    paths = ("/", "/ws", "/static/js/textual.js", "/page/page.js", "/download/x", "/nowhere")
    wrong = [{}, {"Cookie": f"katatx-{port}=x"}, {"Cookie": f"katatx-{port}={served.cookie[:-1]}"}]
    for host in (f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"localhost.:{port}", ""):
        wrong += [{"Cookie": served.cookie, "Host": host}]
    for origin in ("http://evil.example", "null", "", f"https://{served.host}", f"http://127.0.0.1:{port + 1}"):
        wrong += [{"Cookie": served.cookie, "Origin": origin}]
    for headers in wrong:
        for path in paths:
            assert served.get(path, **headers)[0] == 403, (path, headers)
    for address in ("/?token=", "/?token=x", "/?token=%ff", "/?token=%C3%A9", "/ws?token=x"):
        assert served.get(address)[0] == 403, address
    assert served.get("/ws", Cookie=served.cookie)[0] == 403  # a WebSocket without an origin
    assert served.apps == []

    status, _, headers = served.get(served.url.removeprefix(served.origin) + "&fontsize=20")
    assert (status, headers["Location"]) == (303, "/?fontsize=20")
    assert headers["Set-Cookie"] == f"{served.cookie}; HttpOnly; Path=/; SameSite=Strict"
    _, page, headers = served.get("/", Cookie=served.cookie)
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    for path in re.findall(r'(?:src|href)="(/[^"]+)"', page):
        assert served.get(path, Cookie=served.cookie, Host=f"localhost:{port}")[0] == 200, path


def test_a_taken_port_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(KatatxError, match="Address already in use"):
        command.run(taken.getsockname()[1], Path())


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, "an app that hangs"])
async def test_the_end_leaves_nothing_behind(serve, how: int | str) -> None:
    served: Served = serve()
    async with served.page() as wire:
        await wire.wait_for(HOME)
        for keys, then in (
            ("\x1b[B", "↵: practise"),
            ("\r", "what it is for"),
            ("\r", "lesson  "),
            ("k", "↵ answer"),
            (f"{RIGHT}\r", "✓ right"),
        ):
            await wire.type(keys)
            await wire.wait_for(then)
        apps = served.apps
        if isinstance(how, str):
            apps[0].suspend()
        status, said = served.end(signal.SIGINT if isinstance(how, str) else how)
    assert len(apps) == 1
    assert psutil.wait_procs(apps, PATIENCE)[1] == []
    assert (status, said) == (0 if how not in (signal.SIGHUP, signal.SIGKILL) else -how, "")
