"""Write a setting into `config.toml`, leaving the rest of the file as it is."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from katatx.durable import make_private, make_private_file, sync_folder
from katatx.errors import KatatxError, reason_of
from katatx.settings.checks import check_setting, checked, rule_of
from katatx.settings.model import Preferences
from katatx.settings.reading import FILE_NAME, name_of, tables_in, text_of

Value = str | float | bool
# Retries if another program changes the file at the same time.
_TRIES = 50


def save_setting(home: Path, table: str, name: str, value: Value | None) -> Preferences:
    """Set a setting of a table in `config.toml` in the folder `home`, or its default for None, and return all settings.

    A removed line takes the comment at its end with it; all others stay. The file is read anew, and replaced in one
    step. Raises KatatxError, changing nothing, if there is no such setting, if its value is not allowed, or if the file
    is invalid, cannot be edited or written, or is changed all the time by other programs.
    """
    path = home / FILE_NAME
    where = name_of(path)
    if value is None:
        rule_of(where, table, name)
    else:
        check_setting(where, table, name, value)
    for _ in range(_TRIES):
        before = text_of(path)
        after = _edited(where, before or "", table, name, value)
        saved = checked(where, tables_in(where, after))
        if after == (before or "") or _put_in_place(path, before, after):
            return saved
    raise KatatxError(
        f"{where} keeps being changed by other programs, so {name} was not saved; close them, and try again"
    )


def _edited(where: str, before: str, table: str, name: str, value: Value | None) -> str:
    """Return the text `before` with one setting changed and nothing else; it is returned unchanged if that is not
    needed.

    Raises KatatxError if the text is invalid or cannot be edited automatically.
    """
    wanted = tables_in(where, before)
    checked(where, wanted)
    if value is None and name not in wanted.get(table, {}):
        return before
    is_windows = "\n" in before and before.count("\n") == before.count("\r\n")
    after = _with_setting(where, before.replace("\r\n", "\n") if is_windows else before, table, name, value)
    settings = wanted.setdefault(table, {})
    if value is None:
        del settings[name]
    else:
        settings[name] = value
    if _filled(tables_in(where, after)) != _filled(wanted):
        raise _Unchangeable(where, name)
    return after.replace("\n", "\r\n") if is_windows else after


def _with_setting(where: str, text: str, table: str, name: str, value: Value | None) -> str:
    """Return the TOML text with a setting changed, or removed for None. Raises _Unchangeable if that fails."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text if text.endswith("\n") or not text else f"{text}\n")
        if table not in document:
            document[table] = tomlkit.table()
        _set(document[table], name, value)
        return tomlkit.dumps(document)
    except (TOMLKitError, ValueError, LookupError) as error:
        raise _Unchangeable(where, name) from error


def _set(settings: Any, name: str, value: Value | None) -> None:
    """Put a setting into a tomlkit table, or remove it for None.

    A new one follows the last entry, before comments that belong to the next table.
    """
    from tomlkit.items import Table

    if value is None:
        del settings[name]
        return
    body: list[Any] = settings.value.body if isinstance(settings, Table) and name not in settings else []
    last = max((at for at, (key, _) in enumerate(body) if key is not None), default=-1)
    following = body[last + 1 :]
    del body[last + 1 :]
    settings[name] = value
    body += following


def _filled(tables: dict[str, Any]) -> dict[str, Any]:
    """Return the tables that are not empty, to compare files: a table may vanish with its last setting."""
    return {table: settings for table, settings in tables.items() if settings}


def _put_in_place(path: Path, before: str | None, after: str) -> bool:
    """Replace the file by one with the text `after`; return False, changing nothing, if it no longer contains `before`.

    `before` is None for a missing file. Raises KatatxError if it cannot be written.
    """
    target = Path(os.path.realpath(path))  # keep a symbolic link, and replace the file it points to
    temporary = target.with_name(f".katatx-{os.urandom(8).hex()}.toml")
    try:
        make_private(path.parent)
        _write(temporary, after, target)
        if text_of(path) != before:
            return False
        temporary.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise KatatxError(
            f"{name_of(path)} cannot be written: {reason_of(error)}; it is unchanged, so make it writable and try again"
        ) from error
    finally:
        with suppress(OSError):
            temporary.unlink()
    return True


def _write(temporary: Path, text: str, target: Path) -> None:
    """Write the new file `temporary`, synced to disk, with the permissions of the file `target` that it will replace.

    Where that does not exist, only its owner may read it.

    Raises OSError if it cannot be written, or if `target` is write-protected.
    """
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    make_private_file(temporary)
    with temporary.open("wb") as file:
        if mode is not None:
            temporary.chmod(mode)
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


class _Unchangeable(KatatxError):
    """The error for a file in which the setting `name` cannot be edited automatically."""

    def __init__(self, where: str, name: str) -> None:
        super().__init__(f"{where}: katatx cannot change {name} in this file; edit the file yourself")
