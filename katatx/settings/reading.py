"""Reads what a learner has set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.notation.text_files import UnreadableFile, read_text_file
from katatx.settings.checks import checked
from katatx.settings.model import Preferences, Settings

FILE_NAME = "config.toml"


def load_settings(home: Path) -> Settings:
    """Return how it is practised, by the settings of a learner's folder. Raises as `load_preferences` does."""
    return load_preferences(home).practice


def load_preferences(home: Path) -> Preferences:
    """The settings of a learner's folder, or the defaults where it has no file.

    Raises KatatxError that says which setting is wrong, and what it may be.
    """
    path = home / FILE_NAME
    text = text_of(path)
    where = name_of(path)
    return Preferences() if text is None else checked(where, tables_in(where, text))


def name_of(path: Path) -> str:
    """A file's name as it may be shown."""
    return plain(str(path), keep="")


def text_of(path: Path) -> str | None:
    """Return what stands in a file; None where there is none. Raises KatatxError where it cannot be read."""
    try:
        return read_text_file(path) if path.exists() else None
    except UnreadableFile as error:
        raise KatatxError(f"{name_of(path)}:{error.line}: {error.problem}") from error
    except OSError as error:
        raise KatatxError(f"{name_of(path)} cannot be read: {error.strerror}") from error


def tables_in(where: str, text: str) -> dict[str, Any]:
    """The tables of a file, not yet checked. Raises KatatxError where it is not TOML."""
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib gives numbers of any length to `int`
        raise KatatxError(f"{where}: it is not TOML: {plain(str(error), 200, keep='')}") from error
