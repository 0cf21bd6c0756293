"""Checks of the log file by its name and first bytes, without opening it as a database."""

from __future__ import annotations

from pathlib import Path

from katatx.notation.quoting import plain
from katatx.progress.errors import LogError

FILE_NAME = "log.sqlite"
# "kata" in the file's header, so that another program's database is told apart.
APPLICATION = 0x6B617461
# The version of the tables; `upgrades` leads to it from every older one.
VERSION = 5
DEFAULT_LEARNER = "me"
_HEADER = 100


def examine(path: Path) -> int | None:
    """Return the version of a log file; None if it is missing or empty. Only the file's header is read.

    Raises LogError for a file of another program or of a newer version, before SQLite could change it, and OSError if
    the file cannot be read.
    """
    if not path.exists():
        return None
    with path.open("rb") as file:
        header = file.read(_HEADER)
    where = plain(str(path), keep="")
    if not header:
        return None
    if len(header) < _HEADER or not header.startswith(b"SQLite format 3\0"):
        raise LogError(f"{where} is not a katatx log; move it away, or set KATATX_HOME to another folder")
    version, application = int.from_bytes(header[60:64], "big"), int.from_bytes(header[68:72], "big")
    if application != APPLICATION:
        raise LogError(f"{where} is another program's database; move it away, or set KATATX_HOME to another folder")
    if version > VERSION:
        raise LogError(f"{where} is from a newer katatx (log version {version}, this reads {VERSION}); update katatx")
    return version
