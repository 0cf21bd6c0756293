"""Names of keys: in events and for display, and which keys are allowed where."""

from __future__ import annotations

import re
import unicodedata
from string import punctuation

from textual.keys import KEY_NAME_REPLACEMENTS

_SHOWN = {
    "question_mark": "?", "exclamation_mark": "!", "escape": "esc", "pageup": "pgup", "pagedown": "pgdn", "comma": ",",
    "slash": "/", "semicolon": ";", "up": "↑", "down": "↓", "left": "←", "right": "→",
}  # fmt: skip
_CHORD = re.compile(r"((ctrl|alt|shift)\+)*(?P<key>[^\s+,]+)")
_EDITING = frozenset({"space", "backspace", "delete", "left", "right", "home", "end"})
_NAMED = _EDITING | {
    "enter", "escape", "tab", "insert", "pageup", "pagedown", "up", "down", *(f"f{number}" for number in range(1, 25)),
}  # fmt: skip
# Keys that terminals drop or change, and tmux's own ctrl+b.
_LOST = re.compile(
    r"ctrl\+([bhijm]|\d|left_square_bracket)$|ctrl\+shift\+|shift\+ctrl\+|(ctrl|shift|alt)\+enter$"
    r"|shift\+(escape|space|backspace|.)$"
)


def event_name(key: str) -> str:
    """Return a key's name in Textual's events: `exclamation_mark` for `!`, `ctrl+slash` for `ctrl+/`.

    A key that has that name already is unchanged.
    """
    held, plus, last = key.rpartition("+") if len(key) > 1 else ("", "", key)
    if len(last) != 1 or last.isalnum():
        return key
    name = unicodedata.name(last, last).lower().replace("-", "_").replace(" ", "_")
    return f"{held}{plus}{KEY_NAME_REPLACEMENTS.get(name, name)}"


_SIGNS = frozenset(map(event_name, punctuation))
# Single keys used to type and edit numbers, formulas, choices and lines.
_TYPED = _EDITING | frozenset(map(event_name, "0123456789abcdefgilnrstqy.,;:[]()/%^+-−√∞½"))


def key_name(key: str) -> str:
    """Return a key's name for display, given its name in events: `esc` for `escape`; chords and most are the same."""
    return _SHOWN.get(key, key)


def key_in_sentence(key: str) -> str:
    """Return a key's name within a sentence, given its name in events.

    A word has a capital: `Enter`, `Esc`. Others are as `key_name` displays them: `?`, `r`, `f2`, `ctrl+r`.
    """
    name = key_name(key)
    return name.capitalize() if len(name) > 1 and name.isalpha() else name


def is_key(key: str) -> bool:
    """Return whether a key exists, with or without ctrl, alt and shift, given its name in events.

    Of signs only those of ASCII do.
    """
    chord = _CHORD.fullmatch(key)
    return chord is not None and (len(chord["key"]) == 1 or chord["key"] in _NAMED or chord["key"] in _SIGNS)


def is_lost(key: str) -> bool:
    """Return whether terminals or tmux keep a key, given by its name in events, from the program, or change it."""
    return bool(_LOST.search(key))


def is_letter(key: str) -> bool:
    """Return whether a key, given by its name in events, types a letter, a digit or an ASCII sign, not a space."""
    return len(key) == 1 or key in _SIGNS


def is_typed(key: str) -> bool:
    """Return whether a key, given by its name in events, is used to type or edit answers; False for chords."""
    return key in _TYPED
