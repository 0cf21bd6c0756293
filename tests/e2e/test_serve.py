"""`katatx serve`: what it refuses, and whom it answers."""

from __future__ import annotations

import re
import socket
import subprocess
import sys

import pytest

from katatx.commands.serving.address import resolve
from katatx.errors import KatatxError
from tests.e2e.terminal import PROGRAM

aiohttp = pytest.importorskip("aiohttp", reason="needs katatx[serve]")
psutil = pytest.importorskip("psutil", reason="tells which programs are left")

from tests.e2e.served import PATIENCE, connected  # noqa: E402


def refused(*arguments: str) -> str:
    done = subprocess.run(
        [*PROGRAM, "serve", *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    return done.stderr


# Who may reach it


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "2001:db8::7", "0", "::ffff:192.0.2.7"])
def test_other_machines_are_not_served_unasked(host: str) -> None:
    line = refused("--host", host)
    for word in (
        "other machines",
        "practise as you",
        "your progress",
        "your log",
        "password",
        "encryption",
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
    with pytest.raises(KatatxError, match='no address was found for --host "') as told:
        resolve(host)
    assert str(told.value).isprintable()


def test_a_host_that_is_none_is_one_line() -> None:
    assert 'no address was found for --host "' in refused("--host", "no-such-host.invalid")


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
    assert 'pip install ".[serve]"' in done.stderr


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
