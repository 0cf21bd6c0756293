"""Worksheet files: plain text, which `katatx check -` judges identically."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from katatx.durable import sync_folder
from katatx.errors import KatatxError, reason_of
from katatx.notation.quoting import plain, quote
from katatx.notation.text_files import UnreadableFile, read_text_file
from katatx.served import is_served

SUFFIX = ".kata"
DEFAULT_NAME = f"worksheet{SUFFIX}"
LARGEST = 1024 * 1024


class Opened(NamedTuple):
    """The contents of a file (`content`), its displayable `text`, and how many characters were replaced (`hidden`).

    `is_there` is False if the file does not exist.
    """

    text: str = ""
    hidden: int = 0
    is_there: bool = False
    content: str = ""


def shown(text: str) -> str:
    r"""Return text that an editor can display: line ends are `\n`, and other hidden characters but tabs become `�`.

    Hidden are the characters that `quoting.plain` replaces, such as control and format characters.
    """
    return plain(text.replace("\r\n", "\n").replace("\r", "\n"), len(text), keep="\n\t")


def read_sheet(path: Path) -> Opened:
    """Return the worksheet in a file; empty if the file does not exist.

    Raise KatatxError if it is no file, larger than 1 MiB, not readable, or not text in UTF-8 (or with a byte order mark
    in UTF-16 or UTF-32), and always in a browser.
    """
    _refuse_if_served()
    try:
        if not path.exists():
            return Opened()
        content = read_text_file(path, LARGEST)
    except UnreadableFile as error:
        raise KatatxError(f"{quote(str(path), 200)}: {error}") from error
    except (OSError, ValueError) as error:
        raise KatatxError(
            f"{quote(str(path), 200)} cannot be read: {plain(reason_of(error), 200, keep='')}; name another file"
        ) from error
    text = shown(content)
    return Opened(text, text.count("�") - content.count("�"), is_there=True, content=content)


def write_sheet(path: Path, text: str) -> None:
    """Write a worksheet by replacing the file in one step, as UTF-8 without a byte order mark.

    A missing line end is added, except to empty text. Windows line ends (of a file in UTF-8), symbolic links and
    permissions are kept. Raise KatatxError if it cannot be written, as in a missing folder, and always in a
    browser; then the old file stays.
    """
    _refuse_if_served()
    ended = text if text.endswith("\n") or not text else f"{text}\n"
    temporary = None
    try:
        target = Path(os.path.realpath(path))
        temporary = target.with_name(f".katatx-{os.urandom(8).hex()}.kata")
        content = ended.replace("\n", "\r\n") if _has_windows_ends(target) else ended
        with temporary.open("w", encoding="utf-8", newline="") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
        sync_folder(target.parent)
    except (OSError, ValueError) as error:
        raise KatatxError(
            f"{quote(str(path), 200)} cannot be written: {plain(reason_of(error), 200, keep='')}; name another file"
        ) from error
    finally:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


def _refuse_if_served() -> None:
    """Raise KatatxError if the app runs in a browser."""
    if is_served():
        raise KatatxError("katatx in a browser opens and saves no files; katatx check --open FILE does in a terminal")


def _has_windows_ends(path: Path) -> bool:
    """Return whether the first MiB of a file has a Windows line end; False for a missing file."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        return b"\r\n" in file.read(LARGEST)
