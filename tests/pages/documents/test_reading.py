"""Files read into pages: encodings, and what cannot be read told in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from katatx.errors import KatatxError
from katatx.pages.documents import read_document, sources
from katatx.pages.page import Kind, Line


def page_of(tmp_path: Path, name: str, content: bytes) -> list[Line]:
    path = tmp_path / name
    path.write_bytes(content)
    return list(read_document(path).lines)


def refusal(path: Path) -> str:
    with pytest.raises(KatatxError) as caught:
        read_document(path)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")


def test_plain_text_stands_as_it_is(tmp_path: Path) -> None:
    lines = page_of(tmp_path, "a.txt", b"*x* = `2*3`\n\n  y\t= 1 \nlast")
    assert [line.text for line in lines] == ["*x* = `2*3`", "", "  y\t= 1", "last"]
    assert [line.offsets for line in lines] == [range(11), range(12, 12), range(13, 20), range(22, 26)]
    assert {line.kind for line in lines} == {Kind.TEXT}


def test_a_suffix_that_nobody_knows_is_plain_text_and_python_is_code(tmp_path: Path) -> None:
    assert page_of(tmp_path, "notes", b"# *a*")[0] == Line("# *a*", range(5), Kind.TEXT)
    assert page_of(tmp_path, "a.py", b"# *a* $x$")[0] == Line("# *a* $x$", range(9), Kind.CODE)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("suffix", ["txt", "md", "py"])
def test_lines_end_as_any_system_ends_them(tmp_path: Path, ending: str, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(ending.join(["1 + 1 = 2", "", "2 + 2 = 4", ""]).encode())
    page = read_document(path)
    assert [line.text.strip() for line in page.lines if line.text] == ["1 + 1 = 2", "2 + 2 = 4"]
    for line in page.lines:
        assert "".join(page.source[at] for at in line.offsets) == line.text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_is_read_with_its_mark(tmp_path: Path, encoding: str) -> None:
    assert page_of(tmp_path, "a.txt", "√2 ≈ 1.414".encode(encoding))[0].text == "√2 ≈ 1.414"


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("width", ["16", "32"])
def test_either_byte_order_is_read(tmp_path: Path, width: str, order: str) -> None:
    assert page_of(tmp_path, "a.txt", "\ufeff½ = 0.5".encode(f"utf-{width}-{order}"))[0].text == "½ = 0.5"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"ok\nab\xe9 = 3", "not UTF-8 text; save the file as UTF-8 (line 2, column 3)"),
        ("ok\n½\n".encode() + b"\xff", "not UTF-8 text; save the file as UTF-8 (line 3, column 1)"),
        (b"\xff\xfea\x00b", "not UTF-16 text; save the file as UTF-8 (line 1, column 2)"),
        (b"a\x00b", "binary, not text; name a text file"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "binary, not text; name a text file"),
    ],
)
def test_what_is_no_text_is_told(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "a.md").write_bytes(content)
    assert refusal(tmp_path / "a.md") == problem


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.txt") == "no such file; check its name"
    assert refusal(tmp_path) == "a folder, not a file; name a file in it"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes and devices here")
def test_a_pipe_or_a_device_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        assert refusal(path) == "a pipe or a device, not a file; save its content to a file and name that"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1 + 1 = 2")
    (tmp_path / "a.txt").chmod(0)
    assert refusal(tmp_path / "a.txt") == "cannot be read: permission denied"


def test_a_name_never_reaches_the_terminal_raw(tmp_path: Path) -> None:
    with pytest.raises(KatatxError) as caught:
        read_document(tmp_path / "a\x1b[31m\n.txt")
    assert "\x1b" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_large_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.truncate(sources.LARGEST + 1)
    assert refusal(path) == "larger than 64 MB; split it into smaller files"


@pytest.mark.parametrize("suffix", ["txt", "md", "html", "py"])
def test_a_line_too_long_is_left_out_and_told(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    ends = "<br>\n" if suffix == "html" else "\n"
    path.write_text(ends.join(["1 + 1 = 2", "[x" * 60_000, "2 + 2 = 4"]))
    page = read_document(path)
    assert [line.text for line in page.lines] == ["1 + 1 = 2", "2 + 2 = 4"]
    assert page.skipped == ((2, "longer than 20,000 characters"),)


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.py"])
def test_an_empty_file_is_an_empty_page(tmp_path: Path, name: str) -> None:
    assert [line.text for line in page_of(tmp_path, name, b"") if line.text] == []
