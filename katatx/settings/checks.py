"""Which settings there are, and what each may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.settings.model import AppSettings, Preferences, Settings

KEYS = "keys"
_ACTION = re.compile(r"[a-z][a-z-]{0,39}")
_LONGEST_KEYS = 100
_MOST_KEYS = 200


class Rule(NamedTuple):
    """What a setting may be: in words, and as a test of a value."""

    allowed: str
    fits: Callable[[Any], bool]


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _number(low: float, high: float) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high


def _one_of(*names: str) -> Rule:
    *others, last = (f'"{name}"' for name in names)
    return Rule(f"{', '.join(others)} or {last}", lambda value: isinstance(value, str) and value in names)


def _is_zone(name: Any) -> bool:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError, TypeError):  # what names no zone is any of these
        return False
    return isinstance(name, str)


def _is_keys(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable() and bool(value.strip()) and len(value) <= _LONGEST_KEYS


# Every setting by its table and its name. In the table of keys any action may be named.
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
            "theme": _one_of("dark", "light", "terminal"),
            "clock": Rule("true or false", lambda value: isinstance(value, bool)),
            "keys": _one_of("standard", "vim"),
        },
        KEYS: {},
    }
)
# What older versions knew, and a file may still hold: passed over.
_GONE = frozenset({("practice", "new_per_day")})
_KEYS_RULE = Rule(
    f'keys as text, parted by commas, such as "n,enter", at most {_LONGEST_KEYS} printable characters', _is_keys
)


def checked(where: str, data: Mapping[str, Any]) -> Preferences:
    """The settings that a file's tables hold.

    Raises KatatxError that says `where`, which setting is wrong, and what it may be.
    """
    for table, settings in data.items():
        if table not in RULES:
            raise KatatxError(f"{where}: {quote(table)} is read nowhere; settings stand under [{'], ['.join(RULES)}]")
        if not isinstance(settings, Mapping):
            raise KatatxError(f"{where}: {table} is a table, [{table}]")
        for name, value in settings.items():
            if (table, name) not in _GONE:
                check_setting(where, table, name, value)
    keymap = dict(data.get(KEYS, {}))
    if len(keymap) > _MOST_KEYS:
        raise KatatxError(f"{where}: [{KEYS}] has {len(keymap)} entries; at most {_MOST_KEYS} are read")
    app = AppSettings(**data.get("app", {}), keymap=MappingProxyType(keymap))
    practice = {name: value for name, value in data.get("practice", {}).items() if ("practice", name) not in _GONE}
    return Preferences(Settings(**practice), app)


def check_setting(where: str, table: str, name: str, value: Any) -> None:
    """Raises KatatxError for a setting that there is not, or that may not be this."""
    rule = rule_of(where, table, name)
    if not rule.fits(value):
        raise KatatxError(f"{where}: {name} is {_shown(value)}; it is {rule.allowed}")


def rule_of(where: str, table: str, name: str) -> Rule:
    """Return what a setting may be. Raises KatatxError where there is none of that name."""
    if table not in RULES:
        raise KatatxError(f"{where}: there are no settings [{quote(table)}]{nearest(table, RULES)}")
    if table == KEYS:
        if not _ACTION.fullmatch(name):
            raise KatatxError(
                f"{where}: {quote(name)} names no action; a name is up to 40 small letters and hyphens, such as review"
            )
        return _KEYS_RULE
    if name not in RULES[table]:
        raise KatatxError(f"{where}: {table} has no setting {quote(name)}{nearest(name, RULES[table])}")
    return RULES[table][name]


def _shown(value: Any) -> str:
    try:
        return quote(str(value))
    except ValueError:  # a number in hexadecimal may be too long to be written
        return "too large a number"
