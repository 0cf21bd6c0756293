"""Keys by name: as events name them, as a person reads them, and which can be used for what."""

from __future__ import annotations

import re
import unicodedata
from string import punctuation

from textual.keys import KEY_NAME_REPLACEMENTS

_SHOWN = {
    "question_mark": "?", "exclamation_mark": "!", "escape": "esc", "pageup": "pgup", "pagedown": "pgdn", "comma": ",",
    "semicolon": ";", "up": "↑", "down": "↓", "left": "←", "right": "→",
}  # fmt: skip
_CHORD = re.compile(r"((ctrl|alt|shift)\+)*(?P<key>[^\s+,]+)")
_EDITING = frozenset({"space", "backspace", "delete", "left", "right", "home", "end"})
_NAMED = _EDITING | {
    "enter", "escape", "tab", "insert", "pageup", "pagedown", "up", "down", *(f"f{number}" for number in range(1, 25)),
}  # fmt: skip
# What terminals do not pass on, or as another key; ctrl+b is tmux's own.
_LOST = re.compile(
    r"ctrl\+([bhijm]|\d|left_square_bracket)$|ctrl\+shift\+|shift\+ctrl\+|(ctrl|shift|alt)\+enter$"
    r"|shift\+(escape|space|backspace|.)$"
)


def event_name(key: str) -> str:
    """A key as its events are named: `!` is exclamation_mark there."""
    held, plus, last = key.rpartition("+") if len(key) > 1 else ("", "", key)
    if len(last) != 1 or last.isalnum():
        return key
    name = unicodedata.name(last, last).lower().replace("-", "_").replace(" ", "_")
    return f"{held}{plus}{KEY_NAME_REPLACEMENTS.get(name, name)}"


_SIGNS = frozenset(map(event_name, punctuation))
# Single keys that numbers, forms, choices and lines are typed with, and those that edit them.
_TYPED = _EDITING | frozenset(map(event_name, "0123456789abcdefgilnrstqy.,;:[]()/%^+-−√∞½"))


def key_name(key: str) -> str:
    """A key as a person reads it."""
    return _SHOWN.get(key, key)


def is_key(key: str) -> bool:
    """Return whether there is such a key, by the name of its events."""
    found = _CHORD.fullmatch(key)
    return found is not None and (len(found["key"]) == 1 or found["key"] in _NAMED or found["key"] in _SIGNS)


def is_lost(key: str) -> bool:
    """Return whether terminals, or tmux in them, keep it from the program."""
    return bool(_LOST.search(key))


def is_typed(key: str) -> bool:
    """Return whether it is part of answers."""
    return key in _TYPED
