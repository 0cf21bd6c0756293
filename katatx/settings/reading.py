"""Reading and checking the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from katatx.errors import KatatxError, reason_of
from katatx.notation.nearest import nearest
from katatx.notation.quoting import plain, quote
from katatx.notation.text_files import UnreadableFile, read_text_file
from katatx.settings.model import AppSettings, Preferences, Settings

FILE_NAME = "config.toml"
_KEYS = "keys"
_LONGEST_KEYS = 100
# What may be set, by table and name; the table of keys may hold any action.
_RULES = {
    "practice": {each.name: each.metadata for each in fields(Settings)},
    "app": {each.name: each.metadata for each in fields(AppSettings) if each.metadata},
    _KEYS: {},
}


def load_settings(home: Path) -> Settings:
    """Return the practice settings in the learner's folder. Raises like `load_preferences`."""
    return load_preferences(home).practice


def load_preferences(home: Path) -> Preferences:
    """Return the settings in the learner's folder, with defaults for what is missing or wrong.

    Raises KatatxError if the file cannot be read or is not TOML.
    """
    path = home / FILE_NAME
    where = name_of(path)
    return checked(where, tables_in(where, text_of(path)))


def name_of(path: Path) -> str:
    """Return a path as text, safe to display."""
    return plain(str(path), keep="")


def text_of(path: Path) -> str:
    """Return a file's text; "" if the file does not exist. Raises KatatxError if it cannot be read."""
    try:
        return read_text_file(path) if path.exists() else ""
    except UnreadableFile as error:
        place = f":{error.line}" if error.has_place else ""
        raise KatatxError(f"{name_of(path)}{place}: {error.problem}") from error
    except OSError as error:
        raise KatatxError(
            f"{name_of(path)} cannot be read: {reason_of(error)}; make it readable, or move it away"
        ) from error


def tables_in(where: str, text: str) -> dict[str, Any]:
    """Return the tables of a TOML text. Raises KatatxError, beginning with the file's name `where`, if it is none."""
    if not text:
        return {}
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib passes numbers of any length to `int`
        problem = plain(str(error), 200, keep="")
        raise KatatxError(
            f'{where}: not readable as TOML ({problem}); write lines such as theme = "dark", with text in quotes'
        ) from error


def checked(where: str, data: Mapping[str, Any]) -> Preferences:
    """Return the settings in the tables of the file named `where`, with a warning for each that is left out."""
    kept: dict[str, dict[str, Any]] = {table: {} for table in _RULES}
    warnings = []
    for table, settings in data.items():
        for name, value in settings.items() if isinstance(settings, Mapping) else [("", settings)]:
            problem = problem_of(table, name, value)
            if problem:
                warnings.append(f"{where}: {problem}")
            else:
                kept[table][name] = value
    app = AppSettings(**kept["app"], keymap=kept[_KEYS], warnings=tuple(warnings))
    return Preferences(Settings(**kept["practice"]), app)


def problem_of(table: str, name: str, value: Any) -> str:
    """Return what is wrong with a setting, "" if nothing. None stands for its default; an empty `name` for a value in
    the place of the table.
    """
    if table not in _RULES:
        return f"there is no group of settings called {quote(table)}{nearest(table, _RULES)}"
    if not name:
        return f"{table} is a group of settings; write it as [{table}], with its settings below"
    if table == _KEYS:
        fits = value is None or (isinstance(value, str) and bool(value.strip()) and len(value) <= _LONGEST_KEYS)
        return "" if fits else f'{quote(name)} in [keys] needs keys as text, such as "n,enter"'
    rule = _RULES[table].get(name)
    if rule is None:
        return f"{table} has no setting {quote(name)}{nearest(name, _RULES[table])}"
    fits = value is None or rule["fits"](value)
    return "" if fits else f"{name} is {_shown(value)}; write {rule['allowed']}"


def _shown(value: Any) -> str:
    try:
        return quote(str(value))
    except ValueError:  # an integer too long to convert to text
        return "too large a number"
