"""`katatx serve`: what it refuses, whom it answers, how it ends, and a drill answered in a real browser."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pyte
import pytest

from katatx.commands.serve_address import resolve
from katatx.errors import KatatxError
from katatx.progress.stores import FILE_NAME
from tests.e2e.terminal import PROGRAM

aiohttp = pytest.importorskip("aiohttp", reason="needs katatx[serve]")
psutil = pytest.importorskip("psutil", reason="tells which programs are left")

from tests.e2e.browser import CHROMIUM, DRAWING, Page, chromium  # noqa: E402

PATIENCE = 30.0


def refused(*arguments: str) -> str:
    done = subprocess.run(
        [*PROGRAM, "serve", *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    return done.stderr


class Served:
    """`katatx serve` running, and where."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, "serve", "--port", "0", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        self.told = [""]
        while "katatx is at" not in self.told[-1]:
            self.told.append(self.process.stderr.readline())
            assert self.told[-1], "".join(self.told)
        self.url = re.search(r"http://\S+", self.told[-1])[0]
        self.host = urlsplit(self.url).netloc
        self.port = urlsplit(self.url).port

    @property
    def apps(self) -> list:
        return psutil.Process(self.process.pid).children(recursive=True)

    def get(self, path: str = "/", **headers: str) -> tuple[int, str, http.client.HTTPMessage]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with closing(connection):
            connection.putrequest("GET", path, skip_host=True)
            for name, value in {"Host": self.host, **headers}.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace"), answer.headers

    def end(self, how: int = signal.SIGINT) -> tuple[int, str]:
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out + err


@pytest.fixture
def serve() -> Iterator[type[Served]]:
    running: list[Served] = []

    def start(*arguments: str, **environment: str) -> Served:
        running.append(Served(*arguments, **environment))
        return running[-1]

    yield start
    for each in running:
        if each.process.poll() is None:
            each.end()
        each.process.stdout.close()
        each.process.stderr.close()


class Wire:
    """The app at the other end of a WebSocket, without a browser."""

    def __init__(self, socket) -> None:
        self.socket = socket
        self.screen = pyte.Screen(100, 30)
        self.stream = pyte.ByteStream(self.screen)

    async def wait_for(self, *wanted: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while not all(each in "\n".join(self.screen.display) for each in wanted):
                message = await self.socket.receive()
                assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), message
                if message.type is aiohttp.WSMsgType.BINARY:
                    self.stream.feed(message.data)

    async def ended(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while (await self.socket.receive()).type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT):
                pass

    async def type(self, *keys: str) -> None:
        for key in keys:
            await self.socket.send_json(["stdin", key])


def connected(session, served: Served, origin: str | None = "", **options):
    return session.ws_connect(
        f"http://127.0.0.1:{served.port}/ws?width=100&height=30",
        origin=served.url.rstrip("/") if origin == "" else origin,
        **options,
    )


# Who may reach it


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "2001:db8::7", "0", "::ffff:192.0.2.7"])
def test_other_machines_are_not_served_unasked(host: str) -> None:
    line = refused("--host", host)
    for word in (
        "other machines",
        "practises as you",
        "your standing",
        "your log",
        "password",
        "encrypted",
        "--expose",
    ):
        assert word in line


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "127.1", "::1", "localhost", "LOCALHOST"])
def test_loopback_by_any_name(host: str) -> None:
    assert resolve(host).is_loopback


@pytest.mark.parametrize(
    ("found", "loopback"),
    [
        (["127.0.0.1"], True),
        (["127.0.0.1", "::1"], True),
        (["192.168.1.5"], False),
        (["127.0.0.1", "192.168.1.5"], False),
        (["0.0.0.0"], False),
        (["fe80::1%7"], False),
    ],
)
def test_a_name_is_judged_by_all_its_addresses(found, loopback, monkeypatch) -> None:
    def answer(*_, **__):
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (each, 0, 0, 7)) if ":" in each
            else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 0)) for each in found
        ]  # fmt: skip

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    assert resolve("mybox").is_loopback is loopback


@pytest.mark.parametrize(
    "host", ["", "no-such-host.invalid", "two words", "a" * 70 + ".example", "1.2.3.4.5", "\x1b[31m"]
)
def test_a_host_that_is_none(host: str) -> None:
    with pytest.raises(KatatxError, match="no address found for") as told:
        resolve(host)
    assert str(told.value).isprintable()


def test_a_host_that_is_none_is_one_line() -> None:
    assert "no address found for" in refused("--host", "no-such-host.invalid")


def test_exposed_it_warns_and_answers_to_numbers(serve) -> None:
    served = serve("--host", "0.0.0.0", "--expose")
    warning = served.told[1]
    assert "warning: other machines can reach" in warning
    assert "without a password" in warning
    for host in (f"192.168.1.5:{served.port}", f"localhost:{served.port}", f"{socket.gethostname()}:{served.port}"):
        assert served.get(Host=host)[0] == 200
    for host in ("evil.example", f"evil.example:{served.port}", f"192.168.1.5:{served.port + 1}"):
        assert served.get(Host=host)[0] == 403


def test_a_port_in_use_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port}: Address already in use" in refused("--port", str(port))


def test_an_address_of_another_machine_is_one_line_more() -> None:
    done = subprocess.run(
        [*PROGRAM, "serve", "--expose", "--host", "192.0.2.7"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert "cannot serve at" in done.stderr.splitlines()[1]
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_is_none(port: str) -> None:
    refused("--port", port)


def test_without_the_extra_it_says_how_to_have_it() -> None:
    code = (
        "import sys\nsys.modules['textual_serve'] = None\nsys.argv = ['katatx', 'serve', '--port', '0']\n"
        "from katatx.cli import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "pip install 'katatx[serve]'" in done.stderr


# What it answers


def test_everything_the_page_loads_is_here(serve) -> None:
    served = serve("--title", '<script>alert("1")</script>')
    status, page, headers = served.get()
    assert status == 200
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy
    assert "&lt;script&gt;alert" in page
    assert "<script>alert" not in page
    assert f'"ws://{served.host}/ws"' in page
    assert "http:" not in page
    assert "https:" not in page
    loaded = [each for each in re.findall(r'(?:src|href)="([^"]+)"', page) if each != "data:,"]
    assert len(loaded) == 4
    while loaded:
        path = loaded.pop()
        assert re.fullmatch(r"/(static|page)/[\w/.-]+", path), path
        status, text, headers = served.get(path)
        assert (status, headers["Content-Security-Policy"]) == (200, policy), path
        if path.endswith(".css"):
            assert "@import" not in text
            loaded += re.findall(r'url\("?([^")]+)"?\)', text)
        if path.endswith(".js"):
            assert not re.search(r"https?://\w", text)
            assert "importScripts" not in text


def test_the_page_is_called_by_the_name_it_was_asked_by(serve) -> None:
    served = serve("--host", "localhost")
    assert served.url == f"http://localhost:{served.port}/"
    for host in (f"localhost:{served.port}", f"127.0.0.1:{served.port}"):
        assert f'"ws://{host}/ws"' in served.get(Host=host)[1]


def test_a_host_that_it_does_not_go_by_is_refused(serve) -> None:
    served = serve()
    port = served.port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LocalHost:{port}"):
        assert served.get(Host=host)[0] == 200, host
    for host in (
        None, "", "127.0.0.1", f"127.0.0.1:{port + 1}", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", f"localhost.:{port}",
        f"0.0.0.0:{port}", f"192.168.1.5:{port}", f"evil.example@127.0.0.1:{port}", f"127.0.0.1:{port}:80", f"[::1]:{port}", f":{port}",
        "127.0.0.1:99999999999",
    ):  # fmt: skip
        for path in ("/", "/ws", "/static/js/textual.js", "/page/page.js", "/download/x", "/nowhere"):
            assert served.get(path, Host=host)[0] in (400, 403), (host, path)


def test_another_page_is_refused(serve) -> None:
    served = serve()
    for origin in (
        "http://evil.example",
        "null",
        "",
        f"https://{served.host}",
        f"http://127.0.0.1:{served.port + 1}",
        "http://127.0.0.1",
    ):
        for path in ("/", "/ws", "/static/js/textual.js"):
            assert served.get(path, Origin=origin)[0] == 403, (origin, path)
    assert served.get(Origin=f"http://{served.host}")[0] == 200
    assert served.get("/static/")[0] in (200, 403)
    assert served.get("/download/none")[0] in (404, 500)
    assert served.get("/static/../../server.py")[0] in (403, 404)


async def test_a_foreign_web_socket_starts_nothing(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session:
        for origin in ("http://evil.example", "null", None, f"http://localhost:{served.port}", "file://"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as told:
                await connected(session, served, origin=origin)
            assert told.value.status == 403, origin
        with pytest.raises(aiohttp.WSServerHandshakeError) as told:
            await connected(session, served, headers={"Host": f"evil.example:{served.port}"})
        assert told.value.status == 403
    assert served.apps == []


# The app


async def test_the_app_at_the_other_end(serve, tmp_path: Path) -> None:
    """Whatever the server's own terminal is; in a home whose name a shell would not leave alone."""
    home = tmp_path / 'it\'s a "home"; touch $(echo pwned) & more'
    served = serve(TERM="dumb", KATATX_HOME=str(home))
    async with aiohttp.ClientSession() as session:
        async with connected(session, served) as socket:
            wire = Wire(socket)
            await wire.wait_for("attention", "vision")
            await wire.type("\r")
            await wire.wait_for("nolan ranks 73")
            await wire.type("7", "3", "\r")
            await wire.wait_for("✓ right")
            (app,) = served.apps
            assert app.cmdline()[-2:] == ["-m", "katatx"]
            await socket.send_json(["resize", {"width": 100, "height": 30}])
            await wire.type("\x03")
            await wire.ended()
        app.wait(PATIENCE)
    with closing(sqlite3.connect(home / FILE_NAME)) as log:
        assert log.execute("select drill, typed, verdict from attempts").fetchall() == [("kept-word", "73", "right")]
    assert not list(Path.cwd().glob("pwned*"))
    assert served.end() == (0, "")


async def test_a_window_of_any_size(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        wire = Wire(socket)
        await wire.wait_for("attention")
        for width, height in ((10**15, -3), (0, 10**400), (True, 1), (100, 30)):
            await socket.send_json(["resize", {"width": width, "height": height}])
        wire.screen.reset()
        await wire.wait_for("attention", "vision")
    assert served.end() == (0, "")


@pytest.mark.parametrize(
    "message",
    [
        "",
        "[" * 100_000,
        "{}",
        "[]",
        '["stdin"]',
        '["stdin", 3]',
        '["resize", {"width": "x", "height": 3}]',
        '["stop"]',
        "null",
    ],
)
async def test_a_message_that_no_page_of_ours_sends_ends_that_app_alone(serve, message: str) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as other:
        wire = Wire(other)
        async with connected(session, served) as socket:
            await socket.send_str(message)
            await Wire(socket).ended()
        await wire.wait_for("attention")
    assert served.end() == (0, "")


async def test_letters_that_are_none_are_only_typed(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        await socket.send_str('["stdin", "\\ud800"]')
        await Wire(socket).wait_for("attention")
    assert served.end() == (0, "")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_the_end_leaves_nothing_behind(serve, how: int) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session:
        sockets = [await connected(session, served) for _ in range(2)]
        for each in sockets:
            await Wire(each).wait_for("attention")
        apps = served.apps
        assert len(apps) == 2
        ended = asyncio.create_task(asyncio.to_thread(served.end, how))
        await asyncio.gather(*(Wire(each).ended() for each in sockets))
        assert await ended == (0, "")
        assert not any(app.is_running() for app in apps)


async def test_a_killed_server_leaves_nothing_behind(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        await Wire(socket).wait_for("attention")
        apps = served.apps
        served.end(signal.SIGKILL)
    _, left = psutil.wait_procs(apps, PATIENCE)
    assert len(apps) == 1
    assert left == []


async def test_a_page_that_is_closed_ends_its_app(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        await Wire(socket).wait_for("attention")
        apps = served.apps
    assert psutil.wait_procs(apps, PATIENCE)[1] == []


@pytest.fixture
def broken_settings(home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("nonsense")


@pytest.mark.usefixtures("broken_settings")
async def test_what_keeps_the_app_from_starting_is_said_where_it_is_served(serve) -> None:
    served = serve()
    async with aiohttp.ClientSession() as session, connected(session, served) as socket:
        await Wire(socket).ended()
    status, said = served.end()
    assert (status, said.count("\n")) == (0, 1)
    assert "config.toml" in said


@pytest.mark.parametrize(
    "environment",
    [{"KATATX_SERVED": "1"}, {"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"}, {"KATATX_SERVED": "0"}],
)
def test_pipes_are_no_browser_unless_served(environment: dict[str, str]) -> None:
    done = subprocess.run(
        PROGRAM,
        input="",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        timeout=PATIENCE,
    )
    assert done.returncode == 0
    assert "katatx review practises what is due" in done.stdout


# In a browser

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium, chromium-browser or google-chrome on the PATH")


async def shown(page: Page, served: Served) -> None:
    await page.ask("Page.navigate", url=served.url)
    await page.wait_for("attention", "vision")


@in_a_browser
@pytest.mark.parametrize("flags", [DRAWING, ("--disable-gpu", "--disable-3d-apis")], ids=["webgl", "canvas"])
async def test_a_drill_answered_in_a_browser(serve, home: Path, tmp_path: Path, flags: tuple[str, ...]) -> None:
    served = serve()
    async with chromium(tmp_path / "profile", *flags) as page:
        await shown(page, served)
        await page.press("Enter")
        await page.wait_for("nolan ranks 73")
        await page.press("7", "3", "Enter")
        await page.wait_for("✓ right")
        with closing(sqlite3.connect(home / FILE_NAME)) as log:
            assert log.execute("select drill, typed, verdict from attempts").fetchall() == [
                ("kept-word", "73", "right")
            ]
        assert page.said == []
        assert await page.value("document.fonts.check('16px \"Roboto Mono\"')")
        assert {urlsplit(url).netloc for url in page.requested if not url.startswith("data:")} == {served.host}
        assert len(page.requested) >= 6
    assert served.end() == (0, "")


@in_a_browser
async def test_keys_of_a_browser_and_beginning_again(serve, tmp_path: Path) -> None:
    served = serve()
    async with chromium(tmp_path / "profile", *DRAWING) as page:
        await shown(page, served)
        await page.press("Enter")
        await page.wait_for("nolan ranks 73")
        page.sent.clear()
        await page.press("Tab", "ArrowDown")
        await page.press(*"abefgkru", control=True)
        await page.press("Escape")
        await page.until(lambda: "\x1b" in page.sent, what="escape")
        assert page.sent == ["\t", "\x1b[B", *"\x01\x02\x05\x06\x07\x0b\x12\x15", "\x1b"]
        await page.press("c", control=True)
        await page.wait_for("for next time")
        await page.press("q")
        await page.wait_for("attention", "vision")
        await page.press("q")
        await page.until(lambda: not page.connected, what="end")
        assert await page.value("getComputedStyle(document.querySelector('#ended')).display") == "block"
        await page.value("document.querySelector('#ended a').click()")
        await page.until(lambda: page.connected, what="new beginning")
        await page.wait_for("attention", "vision")


@in_a_browser
async def test_a_browser_keeps_pages_apart(serve, tmp_path: Path) -> None:
    """Ours reaches nothing else; another's page reaches neither the app nor a frame with it."""
    served = serve()
    async with chromium(tmp_path / "profile", *DRAWING) as page:
        await shown(page, served)
        assert await page.value(
            "new Promise(done => { document.addEventListener('securitypolicyviolation', event => done(event.blockedURI));"
            " fetch('http://127.0.0.1:9/').catch(() => 0) })"
        ) == "http://127.0.0.1:9/"  # fmt: skip
        other = serve("--title", "other")
        await page.ask("Page.navigate", url=f"{other.url}page/page.css")
        address = json.dumps(f"ws://{served.host}/ws")
        assert await page.value(
            f"new Promise(done => {{ const socket = new WebSocket({address});"
            " socket.onopen = () => done('open'); socket.onerror = () => done('refused') })"
        ) == "refused"  # fmt: skip
    assert served.apps == []
