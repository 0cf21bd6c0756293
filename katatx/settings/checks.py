"""The settings that exist, and their allowed values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.settings.model import AppSettings, Preferences, Settings
from katatx.settings.themes import THEMES

KEYS = "keys"
_ACTION = re.compile(r"[a-z][a-z-]{0,39}")
_LONGEST_KEYS = 100
_MOST_KEYS = 200


class Rule(NamedTuple):
    """The allowed values of a setting: in words, as a test function, and as names if the words do not list them."""

    allowed: str
    fits: Callable[[Any], bool]
    names: tuple[str, ...] = ()


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    """Return a test for integers from `low` to `high`, both included; a bool is none."""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _number(low: float, high: float) -> Callable[[Any], bool]:
    """Return a test for numbers from `low` to `high`, both included; a bool is none."""
    return lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high


def _one_of(*names: str) -> Rule:
    """Return a rule that allows these names (two or more), which its description lists."""
    *others, last = (f'"{name}"' for name in names)
    return Rule(f"{', '.join(others)} or {last}", lambda value: isinstance(value, str) and value in names)


def _one_of_many(kind: str, names: tuple[str, ...]) -> Rule:
    """Return a rule that allows the name of a `kind`, one of `names`; its description does not list them."""
    return Rule(f"the name of a {kind}", lambda value: isinstance(value, str) and value in names, names)


def _is_zone(name: Any) -> bool:
    """Return whether a value is the name of a time zone that this machine knows."""
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError, TypeError):  # any of these for an invalid name
        return False
    return isinstance(name, str)


def _is_keys(value: Any) -> bool:
    """Return whether a value is a text of keys that is printable, not blank and at most 100 characters long; the keys
    are not checked.
    """
    return isinstance(value, str) and value.isprintable() and bool(value.strip()) and len(value) <= _LONGEST_KEYS


# Settings by table and name. The table of keys may contain any action.
RULES: Mapping[str, Mapping[str, Rule]] = MappingProxyType(
    {
        "practice": {
            "retention": Rule("a number from 0.7 to 0.97", _number(0.7, 0.97)),
            "day_start": Rule("a whole hour from 0 to 23", _whole(0, 23)),
            "zone": Rule('the name of a time zone such as "Europe/Berlin"', _is_zone),
            "minutes": Rule("a whole number from 1 to 600", _whole(1, 600)),
            "places": Rule("a whole number from 1 to 6", _whole(1, 6)),
            "pace": Rule("a number from 0.5 to 3.0", _number(0.5, 3.0)),
            "tools": _one_of("none", "tables", "calculator"),
        },
        "app": {
            "theme": _one_of_many("theme", THEMES),
            "clock": Rule("true or false", lambda value: isinstance(value, bool)),
            "keys": _one_of("standard", "vim"),
        },
        KEYS: {},
    }
)
# Settings of older versions, which a file may still contain: ignored.
_OBSOLETE = frozenset({("practice", "new_per_day")})
_KEYS_RULE = Rule(
    f'keys as text, separated by commas, such as "n,enter", at most {_LONGEST_KEYS} printable characters', _is_keys
)


def checked(where: str, data: Mapping[str, Any]) -> Preferences:
    """Return the settings in the tables of a file, with defaults for those that are missing.

    Settings of older versions are ignored. Raises KatatxError, beginning with the file's name `where`, for an unknown
    table or setting, a value in the place of a table, a value that is not allowed, or more than 200 keys.
    """
    for table, settings in data.items():
        if table not in RULES:
            raise KatatxError(
                f"{where}: {quote(table)} is not a group of settings; write settings under [{'], ['.join(RULES)}]"
            )
        if not isinstance(settings, Mapping):
            raise KatatxError(
                f"{where}: {table} is a group of settings; write it as [{table}], with its settings below"
            )
        for name, value in settings.items():
            if (table, name) not in _OBSOLETE:
                check_setting(where, table, name, value)
    keymap = dict(data.get(KEYS, {}))
    if len(keymap) > _MOST_KEYS:
        raise KatatxError(f"{where}: [{KEYS}] has {len(keymap)} entries; leave at most {_MOST_KEYS}")
    app = AppSettings(**data.get("app", {}), keymap=MappingProxyType(keymap))
    practice = {name: value for name, value in data.get("practice", {}).items() if ("practice", name) not in _OBSOLETE}
    return Preferences(Settings(**practice), app)


def check_setting(where: str, table: str, name: str, value: Any) -> None:
    """Raise KatatxError, beginning with `where`, if a setting does not exist or its value is not allowed."""
    rule = rule_of(where, table, name)
    if not rule.fits(value):
        near = nearest(value, rule.names) if rule.names and isinstance(value, str) else ""
        raise KatatxError(f"{where}: {name} is {_shown(value)}{', not' if near else '; write'} {rule.allowed}{near}")


def rule_of(where: str, table: str, name: str) -> Rule:
    """Return the rule of a setting. Raises KatatxError, beginning with `where`, if it does not exist.

    In the table of keys, every well-formed name of an action exists.
    """
    if table not in RULES:
        raise KatatxError(f"{where}: there is no group of settings called {quote(table)}{nearest(table, RULES)}")
    if table == KEYS:
        if not _ACTION.fullmatch(name):
            raise KatatxError(
                f'{where}: {quote(name)} is no action; write the action first, then its key, as in review = "ctrl+r"'
            )
        return _KEYS_RULE
    if name not in RULES[table]:
        raise KatatxError(f"{where}: {table} has no setting {quote(name)}{nearest(name, RULES[table])}")
    return RULES[table][name]


def _shown(value: Any) -> str:
    """Return a value, quoted for messages; "too large a number" for an integer too long to write."""
    try:
        return quote(str(value))
    except ValueError:  # a hexadecimal integer too long to convert to text
        return "too large a number"
