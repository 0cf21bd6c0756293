"""Which keys do what: the vim set, the learner's own keys, and which keys these may be.

Every screen declares its bindings, each with an id; the app's keymap gives ids other keys.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from string import punctuation

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS

from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

_WHERE = "config.toml: [keys]"
# The ids that have other keys in the vim set.
VIM = {
    "up": "up,k", "down": "down,j", "left": "left,h", "right": "right,l",
    "page-up": "pageup,ctrl+u", "page-down": "pagedown,ctrl+d", "kata": "K", "kata-again": "K",
}  # fmt: skip
UP = Binding("up", "up", "up", show=False, id="up", tooltip="one line up")
DOWN = Binding("down", "down", "down", show=False, id="down", tooltip="one line down")
PAGE_UP = Binding("pageup", "page_up", "page up", show=False, id="page-up", tooltip="a screen up")
PAGE_DOWN = Binding("pagedown", "page_down", "page down", show=False, id="page-down", tooltip="a screen down")
MOVING = (UP, DOWN, PAGE_UP, PAGE_DOWN)
HELP = Binding("question_mark", "help", "help", key_display="?", id="help", tooltip="the keys of this screen")
BACK = Binding("q,escape", "back", "back", id="back", tooltip="go back")
FILTER = Binding("slash", "filter", "find", key_display="/", id="filter", tooltip="show only rows with what you type")

_SHOWN = {"enter": "↵", "question_mark": "?", "slash": "/", "up": "↑", "down": "↓", "escape": "esc", "tab": "⇥"}
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


def keymap(vim: bool, own: Mapping[str, str], screens: Iterable[type]) -> dict[str, str]:
    """Return Textual's keymap: keys separated by commas, by id of a binding.

    `own` are the learner's keys. Raises KatatxError for an id that no screen of `screens` has, for a key that does not
    exist, is lost on the way, or is typed on that screen, and for one with two meanings on a screen.
    """
    made = VIM if vim else {}
    if own:
        made = made | {name: ",".join(_key_names(name, keys)) for name, keys in own.items()}
        known = {each.id or "": each for screen in screens for each in bindings_of(screen)}
        for name in own:
            if name not in known:
                raise KatatxError(f"{_WHERE}: there is no action {quote(name)}{nearest(name, sorted(known))}")
        for screen in screens:
            _check(screen, made, own)
    return dict(made)


def bindings_of(screen: type) -> list[Binding]:
    """Return the bindings that a screen class declares with an id."""
    return [each for each in getattr(screen, "BINDINGS", ()) if isinstance(each, Binding) and each.id]


def shown(key: str) -> str:
    """Return a key for display, given its name in events."""
    return _SHOWN.get(key, key)


def _key_names(name: str, written: str) -> list[str]:
    """Return the names in events of the keys that the learner wrote for an action; raise KatatxError for others."""
    names = [_event_name(each.strip()) for each in written.split(",")]
    for each in names:
        chord = _CHORD.fullmatch(each)
        if chord is None or not (len(chord["key"]) == 1 or chord["key"] in _NAMED or chord["key"] in _SIGNS):
            raise KatatxError(
                f'{_WHERE} {name}: {quote(written)} is not a key; write one such as "r", "f2" or "ctrl+r"'
            )
        if _LOST.search(each):
            raise KatatxError(f"{_WHERE} {name}: terminals do not pass on {quote(written)}; choose another")
        if each == "ctrl+q":
            raise KatatxError(f'{_WHERE} {name}: "ctrl+q" always leaves katatx; choose another')
    return names


def _event_name(key: str) -> str:
    """Return a key's name in Textual's events: `exclamation_mark` for `!`, `ctrl+slash` for `ctrl+/`."""
    held, plus, last = key.rpartition("+") if len(key) > 1 else ("", "", key)
    if len(last) != 1 or last.isalnum():
        return key
    name = unicodedata.name(last, last).lower().replace("-", "_").replace(" ", "_")
    return f"{held}{plus}{KEY_NAME_REPLACEMENTS.get(name, name)}"


_SIGNS = frozenset(map(_event_name, punctuation))
# What is typed in an answer: numbers, formulas, choices and lines.
_TYPED = _EDITING | frozenset(map(_event_name, "0123456789abcdefgilnrstqy.,;:[]()/%^+-−√∞½"))


def _check(screen: type, made: Mapping[str, str], own: Mapping[str, str]) -> None:
    """Raise KatatxError if one of the learner's keys has two meanings on a screen, or is typed there.

    A screen's `TYPED` are the ids that hold while something is typed; with `ALL_TYPED` every letter is.
    """
    taken: dict[str, str] = {}
    typed: frozenset[str] = getattr(screen, "TYPED", frozenset())
    for each in bindings_of(screen):
        name = each.id or ""
        for key in made.get(name, each.key).split(","):
            is_typed = key in _TYPED or (len(key) == 1 and getattr(screen, "ALL_TYPED", False))
            if name in own and name in typed and is_typed and key != "q":
                raise KatatxError(f"{_WHERE} {name}: {quote(key)} is typed there; choose another")
            other = taken.setdefault(key, name)
            if other != name and (name in own or other in own):
                raise KatatxError(f"{_WHERE}: {quote(key)} would do both {other} and {name}; give one another key")
