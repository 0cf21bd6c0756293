"""Files from outside: what is read, in which encoding, and what is said of the others."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

import pytest

from katatx.notation.text_files import UnreadableFile, mark_and_encoding, read_text_file

TEXT = "σ = 2\n\t√2 ≈ 1.41\n"


def file_of(folder: Path, raw: bytes) -> Path:
    path = folder / "page.txt"
    path.write_bytes(raw)
    return path


def test_a_text_without_a_mark_is_utf_8(tmp_path: Path) -> None:
    assert read_text_file(file_of(tmp_path, TEXT.encode())) == TEXT
    assert mark_and_encoding(TEXT.encode()) == (b"", "utf-8")
    assert read_text_file(file_of(tmp_path, b"")) == ""


@pytest.mark.parametrize(
    ("raw", "message", "place"),
    [
        (b"\xe9", "not UTF-8 text; save the file as UTF-8 (line 1, column 1)", (1, 1)),
        (codecs.BOM_UTF8 + b"ab\xff", "not UTF-8 text; save the file as UTF-8 (line 1, column 3)", (1, 3)),
        (b"\x89PNG\0\xff", "binary, not text; name a text file", (1, 1)),
        (b"text\0text", "binary, not text; name a text file", (1, 1)),
    ],
)
def test_what_is_no_text_is_said_with_its_place(
    tmp_path: Path, raw: bytes, message: str, place: tuple[int, int]
) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_text_file(file_of(tmp_path, raw))
    assert str(caught.value) == message
    assert (caught.value.line, caught.value.column) == place
    assert caught.value.problem == message.partition(" (")[0]


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    for path, problem in (
        (tmp_path, "a folder, not a file; name a file in it"),
        (tmp_path / "missing", "no such file; check its name"),
        (file_of(tmp_path, b"") / "below", "no such file; check its name"),
        (tmp_path / "a\0b", "no such file; check its name"),
    ):
        with pytest.raises(UnreadableFile) as caught:
            read_text_file(path)
        assert str(caught.value) == problem


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnreadableFile, match="a pipe or a device, not a file"):
        read_text_file(tmp_path / "pipe")
