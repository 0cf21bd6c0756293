"""Read the settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from katatx.errors import KatatxError, reason_of
from katatx.notation.quoting import plain
from katatx.notation.text_files import UnreadableFile, read_text_file
from katatx.settings.checks import checked
from katatx.settings.model import Preferences, Settings

FILE_NAME = "config.toml"


def load_settings(home: Path) -> Settings:
    """Return the practice settings in the learner's folder; the defaults if there is no file.

    Raises KatatxError if the file cannot be read or is not TOML, or for an invalid setting, with its allowed values.
    """
    return load_preferences(home).practice


def load_preferences(home: Path) -> Preferences:
    """Return the settings in the learner's folder; the defaults if there is no file.

    Raises KatatxError if the file cannot be read or is not TOML, or for an invalid setting, with its allowed values.
    """
    path = home / FILE_NAME
    text = text_of(path)
    where = name_of(path)
    return Preferences() if text is None else checked(where, tables_in(where, text))


def name_of(path: Path) -> str:
    """Return a path as text, safe to display."""
    return plain(str(path), keep="")


def text_of(path: Path) -> str | None:
    """Return a file's text; None if the file does not exist. Raises KatatxError if it cannot be read."""
    try:
        return read_text_file(path) if path.exists() else None
    except UnreadableFile as error:
        place = f":{error.line}" if error.has_place else ""
        raise KatatxError(f"{name_of(path)}{place}: {error.problem}") from error
    except OSError as error:
        raise KatatxError(
            f"{name_of(path)} cannot be read: {reason_of(error)}; make it readable, or move it away"
        ) from error


def tables_in(where: str, text: str) -> dict[str, Any]:
    """Return the tables of a TOML text, not validated. Raises KatatxError, beginning with `where`, if it is
    not TOML.
    """
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib passes numbers of any length to `int`
        problem = plain(str(error), 200, keep="")
        raise KatatxError(
            f'{where}: not readable as TOML ({problem}); write lines such as theme = "dark", with text in quotes'
        ) from error
