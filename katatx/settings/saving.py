"""Writing a setting into `config.toml`, leaving the rest of the file as it is."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

from katatx.durable import make_private, replacing
from katatx.errors import KatatxError, reason_of
from katatx.settings.model import Preferences
from katatx.settings.reading import FILE_NAME, checked, name_of, problem_of, tables_in, text_of

Value = str | float | bool


def save_setting(home: Path, table: str, name: str, value: Value | None) -> Preferences:
    """Set a setting of a table of `config.toml` in the folder `home`, or its default for None, and return all settings.

    A removed line takes the comment at its end with it; all others stay. Raises KatatxError, changing nothing, if there
    is no such setting, if its value is not allowed, or if the file is not TOML, or cannot be edited or written.
    """
    path = home / FILE_NAME
    where = name_of(path)
    if problem := problem_of(table, name, value):
        raise KatatxError(f"{where}: {problem}")
    text = text_of(path)
    edited = _edited(where, text, table, name, value)
    if edited != text:
        _put_in_place(path, edited)
    return checked(where, tables_in(where, edited))


def _edited(where: str, text: str, table: str, name: str, value: Value | None) -> str:
    """Return a TOML text with one setting changed."""
    before = tables_in(where, text).get(table, {})
    if isinstance(before, dict) and before.get(name) == value:
        return text
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        settings: Any = document.setdefault(table, tomlkit.table())
        if value is None:
            del settings[name]
        else:
            _set(settings, name, value)
        after = tomlkit.dumps(document)
        if tables_in(where, after)[table].get(name) == value:
            return after
    except (TOMLKitError, ValueError, LookupError, TypeError):
        pass
    raise KatatxError(f"{where}: katatx cannot change {name} in this file; edit the file yourself")


def _set(settings: Any, name: str, value: Value) -> None:
    """Put a setting into a tomlkit table; a new one before the comments that belong to the next table."""
    from tomlkit.items import Table

    body: list[Any] = settings.value.body if isinstance(settings, Table) and name not in settings else []
    last = max((at for at, (key, _) in enumerate(body) if key is not None), default=-1)
    following = body[last + 1 :]
    del body[last + 1 :]
    settings[name] = value
    body += following


def _put_in_place(path: Path, text: str) -> None:
    """Replace the file by one with the text, which keeps who may read it. Raises KatatxError if that is impossible."""
    target = Path(os.path.realpath(path))  # keep a symbolic link, and replace the file it points to
    try:
        make_private(path.parent)
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with replacing(target) as part:
            if target.exists():
                part.chmod(stat.S_IMODE(target.stat().st_mode))
            part.write_bytes(text.encode())
    except OSError as error:
        raise KatatxError(
            f"{name_of(path)} cannot be written: {reason_of(error)}; it is unchanged, so make it writable and try again"
        ) from error
