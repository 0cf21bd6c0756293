"""Files read into pages: encodings, and what cannot be read told in one line."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

import pytest

from katatx.errors import KatatxError
from katatx.pages.documents.reading import read_document
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


def test_a_suffix_that_nobody_knows_is_plain_text_and_python_is_code(tmp_path: Path) -> None:
    for name, text, kind in (("notes", "# *a*", Kind.TEXT), ("a.py", "# *a* $x$", Kind.CODE)):
        line = page_of(tmp_path, name, text.encode())[0]
        assert (line.text, list(line.offsets), line.kind) == (text, list(range(len(text))), kind)


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


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"ok\nab\xe9 = 3", "not UTF-8 text; save the file as UTF-8 (line 2, column 3)"),
        ("ok\n½\n".encode() + b"\xff", "not UTF-8 text; save the file as UTF-8 (line 3, column 1)"),
        (codecs.BOM_UTF8 + b"ab\xff", "not UTF-8 text; save the file as UTF-8 (line 1, column 3)"),
        (b"\xff\xfea\x00b", "not UTF-16 text; save the file as UTF-8 (line 1, column 2)"),
        (b"a\x00b", "binary, not text; name a text file"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "binary, not text; name a text file"),
    ],
)
def test_what_is_no_text_is_told(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "a.md").write_bytes(content)
    assert refusal(tmp_path / "a.md") == problem


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"")
    assert refusal(tmp_path) == "a folder, not a file; name a file in it"
    for missing in ("b.md", "a.md/below"):
        assert refusal(tmp_path / missing) == "no such file; check its name"
    with pytest.raises(KatatxError, match="no such file"):
        read_document(tmp_path / "a\0b")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "a pipe or a device, not a file" in refusal(tmp_path / "pipe")


@pytest.mark.parametrize("suffix", ["txt", "md", "html", "py"])
def test_a_line_too_long_is_left_out_and_told(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    ends = "<br>\n" if suffix == "html" else "\n"
    path.write_text(ends.join(["1 + 1 = 2", "[x" * 60_000, "2 + 2 = 4"]))
    page = read_document(path)
    assert [line.text for line in page.lines] == ["1 + 1 = 2", "2 + 2 = 4"]
    assert page.skipped == ((2, "longer than 20,000 characters"),)
