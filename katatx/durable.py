"""Files that are on disk after a power cut, and that only their owner may read."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from katatx.errors import KatatxError, reason_of
from katatx.notation.quoting import quote

# What a system or file system says that syncs no folders, or none that may not be listed.
_NOT_SYNCED = (errno.EINVAL, errno.ENOTSUP, errno.EACCES)


def make_private(folder: Path) -> None:
    """Make a folder and its missing parents, for their owner only. An existing one stays as it is."""
    if folder.is_dir() or folder == folder.parent:
        return
    make_private(folder.parent)
    folder.mkdir(0o700, exist_ok=True)
    sync_folder(folder.parent)


def tighten(path: Path, mode: int) -> None:
    """Take from a file or folder the permissions that are not in `mode`; do nothing where that is impossible."""
    with suppress(OSError):
        before = path.stat().st_mode & 0o7777
        if before & ~mode:
            path.chmod(before & mode)


def sync_folder(folder: Path) -> None:
    """Have what was made, renamed or deleted in a folder on disk. Do nothing on systems that cannot, as on Windows."""
    if os.name == "nt":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _NOT_SYNCED:
            raise


@contextmanager
def telling(path: Path, what: str = "written") -> Iterator[None]:
    """Return a context in which an error of the system is a KatatxError: that the file cannot be written, and why."""
    try:
        yield
    except OSError as error:
        raise KatatxError(f"{quote(str(path), 200)} cannot be {what}: {reason_of(error)}; name another file") from error


@contextmanager
def replacing(path: Path, private: bool = True, synced: bool = True) -> Iterator[Path]:
    """Return a context with a new empty file that replaces `path` when the context ends, on disk and in one step.

    `private` makes it readable by its owner only; without `synced` it may be empty after a power cut. After an error,
    `path` is unchanged and the new file deleted.
    """
    part = path.with_name(f".katatx-{os.urandom(8).hex()}.part")
    try:
        part.touch(0o600 if private else 0o666)
        yield part
        if synced:
            with part.open("rb+") as file:
                os.fsync(file.fileno())
        part.replace(path)
        if synced:
            sync_folder(path.parent)
    finally:
        with suppress(OSError):
            part.unlink()
