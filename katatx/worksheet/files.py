"""Worksheet files: plain text, which `katatx check -` judges identically; and the text that was not saved."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from time import time_ns
from typing import NamedTuple

from katatx.durable import make_private, replacing
from katatx.errors import KatatxError, reason_of
from katatx.notation.quoting import plain, quote
from katatx.notation.text_files import UnreadableFile, read_text_file
from katatx.progress.home import home_folder
from katatx.served import is_served

SUFFIX = ".kata"
DEFAULT_NAME = f"worksheet{SUFFIX}"
LARGEST = 1024 * 1024
_UNSAVED = f"unsaved-*{SUFFIX}"
# The first line of the unsaved text names its file.
_OF = "# unsaved: "


class Opened(NamedTuple):
    """The contents of a file (`content`), its displayable `text`, and how many characters were replaced (`hidden`).

    `is_there` is False if the file does not exist.
    """

    text: str = ""
    hidden: int = 0
    is_there: bool = False
    content: str = ""


def shown(text: str) -> str:
    r"""Return text that an editor can display: line ends are `\n`, and other hidden characters but tabs become `�`."""
    return plain(text.replace("\r\n", "\n").replace("\r", "\n"), len(text), keep="\n\t")


def read_sheet(path: Path) -> Opened:
    """Return the worksheet in a file; empty if the file does not exist.

    Raises KatatxError if it is no file, larger than 1 MiB, not readable, or not text, and always in a browser.
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
    """Write a worksheet by replacing the file in one step, as UTF-8 with a line end after it, unless it is empty.

    Windows line ends, symbolic links and permissions are kept. Raises KatatxError if it cannot be written, and always
    in a browser; then the old file stays.
    """
    _refuse_if_served()
    try:
        target = Path(os.path.realpath(path))
        mode = target.stat().st_mode & 0o777 if target.exists() else None
        with replacing(target, private=False) as part:
            ended = text if text.endswith("\n") or not text else f"{text}\n"
            part.write_text(ended, encoding="utf-8", newline="\r\n" if _has_windows_ends(target) else "\n")
        if mode is not None:
            target.chmod(mode)
    except (OSError, ValueError) as error:
        raise KatatxError(
            f"{quote(str(path), 200)} cannot be written: {plain(reason_of(error), 200, keep='')}; name another file"
        ) from error


def keep_unsaved(path: Path | None, text: str, place: Path | None) -> Path:
    """Keep the unsaved text of the worksheet `path` in a file of the data folder, `place` or else a new one, and return
    which.

    Raises KatatxError if it cannot be written.
    """
    place = place or _unsaved_folder() / _UNSAVED.replace("*", str(time_ns()))
    try:
        make_private(place.parent)
        with replacing(place) as part:
            part.write_text(f"{_OF}{'' if path is None else path.absolute()}\n{text}", encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise KatatxError(f"unsaved text cannot be kept: {reason_of(error)}; save the worksheet often") from error
    return place


def kept_unsaved(path: Path | None) -> tuple[Path, Path | None, str] | None:
    """Return the last unsaved text that was kept of the worksheet `path`, for None of any, after the place where it is
    kept and its file (None: it has none); None if there is none to be read.
    """
    for place in sorted(_unsaved_folder().glob(_UNSAVED), reverse=True):
        with suppress(UnreadableFile):
            head, _, text = read_text_file(place, 2 * LARGEST).partition("\n")
            named = head.removeprefix(_OF)
            if path is None or named == str(path.absolute()):
                return place, Path(named) if named else None, shown(text)
    return None


def drop_unsaved(place: Path) -> None:
    """Delete unsaved text that was kept."""
    with suppress(OSError):
        place.unlink(missing_ok=True)


def _unsaved_folder() -> Path:
    return home_folder() / "worksheets"


def _refuse_if_served() -> None:
    if is_served():
        raise KatatxError("katatx in a browser opens and saves no files; katatx check --open FILE does in a terminal")


def _has_windows_ends(path: Path) -> bool:
    """Return whether the first MiB of a file has a Windows line end; False for a missing file."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        return b"\r\n" in file.read(LARGEST)
