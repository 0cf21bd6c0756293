"""Backups of unsaved worksheets in the data folder, in case the program ends."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from katatx.durable import make_private
from katatx.errors import KatatxError, reason_of
from katatx.progress.home import home_folder
from katatx.worksheet.files import Opened, read_sheet, write_sheet

# Seconds between backups of changed text.
EVERY = 2.0
_FOLDER = "worksheets"


class Kept:
    """The backup of one worksheet, and those that programs which ended have left of it.

    `path` is the worksheet's file, or None; all worksheets without a file count as one. `folder` is the data folder;
    None for the learner's own. Nothing is written before `keep` or `take_over`. Beside the backup, at `place`, is a
    file that this program locks: the system unlocks it however the program ends.
    """

    def __init__(self, path: Path | None, folder: Path | None = None) -> None:
        self.folder = (home_folder() if folder is None else folder) / _FOLDER
        self._text: str | None = None
        self._lock: BinaryIO | None = None
        self._kind = "unnamed"
        if path is not None:
            digest = hashlib.sha256(str(path.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:12]
            self._kind = f"named-{digest}"
        self.place = self.folder / f"{self._kind}-{os.urandom(6).hex()}.kata~"

    def keep(self, text: str) -> None:
        """Lock the backup and write the text to it, unless it is there already.

        The folder is created if it is missing. Raise KatatxError if the text cannot be written.
        """
        if text == self._text and self.place.exists():
            return
        try:
            make_private(self.folder)
        except OSError as error:
            raise KatatxError(
                f"unsaved text cannot be backed up: {reason_of(error)}; save the worksheet often"
            ) from error
        self._hold()
        write_sheet(self.place, text)
        self._text = text

    def take_over(self, place: Path, text: str) -> None:
        """Make the backup with `text` at `place` the one of this worksheet, to be offered again until it is dropped.

        If that fails, it stays where it is, and `keep` writes another.
        """
        self._hold()
        self._text = text
        with suppress(OSError):
            place.replace(self.place)
            _remove(_lock_of(place))

    def drop(self) -> None:
        """Delete the backup and unlock it, since the text is saved or discarded; do nothing if there is none."""
        if self._text is not None:
            self._text = None
            _remove(self.place)
        self.leave()

    def leave(self) -> None:
        """Unlock the backup, so that the next program to open this worksheet is offered it."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            _remove(_lock_of(self.place))

    def left(self) -> tuple[Path, Opened] | None:
        """Return the path and contents of the newest backup whose program has left it; None if there is none.

        Where files cannot be locked, that of a running program counts too. One that cannot be read is passed over.
        """
        for place in sorted(self.folder.glob(f"{self._kind}*.kata~"), key=_age):
            if not _is_locked(_lock_of(place)):
                with suppress(KatatxError):
                    return place, read_sheet(place)
        return None

    def set_aside(self, place: Path) -> None:
        """Move the backup at `place` to `last.kata`, where it is not offered again; replace the one there.

        Nothing is raised if that fails.
        """
        with suppress(OSError):
            place.replace(self.folder / "last.kata")
            if place == self.place:
                self.drop()
            else:
                _remove(_lock_of(place))

    def _hold(self) -> None:
        """Lock the file beside the backup; do nothing where that is impossible."""
        if self._lock is None:
            with suppress(OSError):
                self._lock = _lock_of(self.place).open("ab")
                _lock(self._lock)


def _lock_of(place: Path) -> Path:
    """Return the path of the file that is locked while a program has the backup at `place`."""
    return place.with_suffix(".lock")


def _is_locked(path: Path) -> bool:
    """Return whether a program has a file locked; False if there is no file, or if files cannot be locked.

    A file that may not be opened counts as locked.
    """
    try:
        with path.open("rb") as file:
            _lock(file)
    except (BlockingIOError, PermissionError):
        return True
    except OSError:
        return False
    return False


def _lock(file: BinaryIO) -> None:
    """Lock a file until it is closed.

    Raise OSError if it cannot be: BlockingIOError, or PermissionError on Windows, if a program has it locked.
    """
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _remove(path: Path) -> None:
    """Delete a file; nothing is raised if that fails."""
    with suppress(OSError):
        path.unlink()


def _age(place: Path) -> float:
    """Return how many seconds ago a file was changed; infinity if that cannot be read."""
    try:
        return time.time() - place.stat().st_mtime
    except OSError:
        return float("inf")
