"""Backups of unsaved worksheets in the data folder, in case the program ends."""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path

from katatx.errors import KatatxError, reason_of
from katatx.progress.home import home_folder
from katatx.worksheet.files import Opened, read_sheet, write_sheet

# Seconds between backups of changed text. A backup not renewed for three times as long belongs to a program that ended.
EVERY = 2.0
_FOLDER = "worksheets"


class Kept:
    """The backup of one worksheet; a worksheet without a file has one per program.

    `path` is the worksheet's file, or None. `folder` is the data folder; None for the learner's own. Nothing is written
    before `keep`.
    """

    def __init__(self, path: Path | None, folder: Path | None = None) -> None:
        self.folder = (home_folder() if folder is None else folder) / _FOLDER
        self.unnamed = path is None
        self._text: str | None = None
        if path is None:
            self.place = self.folder / f"unnamed-{os.getpid()}.kata~"
        else:
            digest = hashlib.sha256(str(path.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:12]
            self.place = self.folder / f"named-{digest}.kata~"

    def keep(self, text: str) -> None:
        """Write the text to the backup, or renew its time if unchanged. Raise KatatxError if it cannot be written."""
        if text == self._text:
            with suppress(OSError):
                os.utime(self.place)
                return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise KatatxError(f"unsaved text cannot be backed up: {reason_of(error)}") from error
        write_sheet(self.place, text)
        self._text = text

    def drop(self) -> None:
        """Delete the backup, since the text is saved or discarded; nothing happens if `keep` wrote none."""
        if self._text is not None:
            self._text = None
            with suppress(OSError):
                self.place.unlink()

    def leave(self) -> None:
        """Date the backup that `keep` wrote far back, so that the next program to open this worksheet is offered it at
        once.
        """
        if self._text is not None:
            with suppress(OSError):
                os.utime(self.place, (0, 0))

    def left(self) -> tuple[Path, Opened] | None:
        """Return the path and contents of a backup whose program ended; None if there is none.

        For a worksheet without a file, it is the newest of those of all programs. A program counts as ended if its
        backup was not renewed for 6 seconds. A backup that cannot be read is passed over.
        """
        places = sorted(self.folder.glob("unnamed-*.kata~"), key=_age) if self.unnamed else [self.place]
        for place in places:
            if place.exists() and _age(place) > 3 * EVERY:
                with suppress(KatatxError):
                    return place, read_sheet(place)
        return None

    def set_aside(self, place: Path) -> None:
        """Move the backup at `place` to `last.kata`, where it is not offered again; replace the one there.

        Nothing is raised if that fails.
        """
        with suppress(OSError):
            place.replace(self.folder / "last.kata")


def _age(place: Path) -> float:
    """Return how many seconds ago a file was changed; infinity if that cannot be read."""
    try:
        return time.time() - place.stat().st_mtime
    except OSError:
        return float("inf")
