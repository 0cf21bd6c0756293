"""Reasons of the operating system, in words for those who are no programmers."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from katatx.errors import reason_of


def test_a_missing_file_and_a_folder_are_told_plainly(tmp_path: Path) -> None:
    with pytest.raises(OSError) as missing:
        (tmp_path / "none").read_text()
    with pytest.raises(OSError) as folder:
        tmp_path.read_text()
    assert reason_of(missing.value) == "there is no such file or folder"
    assert reason_of(folder.value) in ("it is a folder", "permission denied")  # the latter on Windows


def test_what_has_no_plain_reason_keeps_its_own() -> None:
    assert reason_of(OSError(errno.EBADF, "Bad file descriptor")) == "Bad file descriptor"
    assert reason_of(OSError("the reader is gone")) == "the reader is gone"
    assert reason_of(ValueError("no zone")) == "no zone"
