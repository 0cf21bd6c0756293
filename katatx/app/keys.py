"""Which keys do what: the vim set, the learner's own keys, and which keys these may be.

Every screen declares its bindings, each with an id; the app's keymap gives ids other keys.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from string import punctuation

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS

from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

# The ids that have other keys in the vim set.
VIM = {
    "up": "up,k", "down": "down,j", "left": "left,h", "right": "right,l",
    "page-up": "pageup,ctrl+u", "page-down": "pagedown,ctrl+d", "kata": "K", "kata-again": "K",
}  # fmt: skip
UP = Binding("up", "move(-1)", "up", show=False, id="up", tooltip="one line up")
DOWN = Binding("down", "move(1)", "down", show=False, id="down", tooltip="one line down")
PAGE_UP = Binding("pageup", "move(-1, True)", "page up", show=False, id="page-up", tooltip="a screen up")
PAGE_DOWN = Binding("pagedown", "move(1, True)", "page down", show=False, id="page-down", tooltip="a screen down")
MOVING = (UP, DOWN, PAGE_UP, PAGE_DOWN)
HELP = Binding("question_mark", "help", "help", key_display="?", id="help", tooltip="the keys of this screen")
BACK = Binding("q,escape", "back", "back", id="back", tooltip="go back")
FILTER = Binding("slash", "filter", "find", key_display="/", id="filter", tooltip="show only rows with what you type")
# On every screen.
PALETTE = Binding("ctrl+p", "command_palette", "all", show=False, id="palette", tooltip="find anything by its name")

_SHOWN = {
    "enter": "↵", "question_mark": "?", "slash": "/", "comma": ",", "semicolon": ";", "exclamation_mark": "!",
    "up": "↑", "down": "↓", "left": "←", "right": "→", "escape": "esc", "pageup": "pgup",
    "pagedown": "pgdn",
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


def keymap(vim: bool, own: Mapping[str, str], screens: Collection[type]) -> tuple[dict[str, str], list[str]]:
    """Return Textual's keymap (keys separated by commas, by id of a binding), and what is wrong with the learner's
    `own` keys, one line each: those are left out.

    Wrong are an id that no screen of `screens` has, a key that does not exist, is lost on the way or is typed on a
    screen, and one that would do two things on a screen. The keymap has all ids or none: Textual takes a key away from
    an action that it has no keys for, if another of the screen gives it up.
    """
    made = {name: ",".join(map(_event_name, keys.split(","))) for name, keys in own.items()}
    problems = {name: found for name, keys in made.items() if (found := _problem(name, keys, own[name], screens))}
    while True:
        own_kept = {name: keys for name, keys in made.items() if name not in problems}
        kept = (VIM if vim else {}) | own_kept
        clash = next((found for screen in screens for found in _clashes(screen, kept, own_kept)), None)
        if clash is None:
            break
        name, key, other = clash
        problems[name] = f"{quote(shown(key))} does {other} there; choose another"
    keys_of = {each.id or "": kept.get(each.id or "", each.key) for screen in screens for each in bindings_of(screen)}
    return keys_of if kept else {}, [f"config.toml: [keys] {name}: {problem}" for name, problem in problems.items()]


def bindings_of(screen: type) -> list[Binding]:
    """Return the bindings with an id that hold on a screen, given its class: its own, inherited, and the app's."""
    declared = [each for base in screen.__mro__ for each in base.__dict__.get("BINDINGS", ())]
    return [each for each in (*declared, PALETTE) if isinstance(each, Binding) and each.id]


def shown(key: str) -> str:
    """Return a key for display, given its name in events."""
    return _SHOWN.get(key, key)


def names_of(bindings: Iterable[Binding]) -> str:
    """Return the keys of some bindings for display: "n, ↵"."""
    return ", ".join(shown(each.key) for each in bindings)


def _event_name(written: str) -> str:
    """Return a key's name in Textual's events: `exclamation_mark` for `!`, `ctrl+slash` for `ctrl+/`."""
    key = written.strip()
    held, plus, last = key.rpartition("+") if len(key) > 1 else ("", "", key)
    if len(last) != 1 or last.isalnum():
        return key
    name = unicodedata.name(last, last).lower().replace("-", "_").replace(" ", "_")
    return f"{held}{plus}{KEY_NAME_REPLACEMENTS.get(name, name)}"


_SIGNS = frozenset(map(_event_name, punctuation))
# What is typed in an answer: numbers, formulas, choices and lines.
_TYPED = _EDITING | frozenset(map(_event_name, "0123456789abcdefgilnrstqy.,;:[]()/%^+-−√∞½"))


def _problem(name: str, keys: str, written: str, screens: Collection[type]) -> str:
    """Return what is wrong with the learner's keys for one action, "" if nothing."""
    known = {each.id or "" for screen in screens for each in bindings_of(screen)}
    if name not in known:
        return f"there is no action {quote(name)}{nearest(name, sorted(known))}"
    for key in keys.split(","):
        chord = _CHORD.fullmatch(key)
        if chord is None or not (len(chord["key"]) == 1 or chord["key"] in _NAMED | _SIGNS):
            return f'{quote(written)} is not a key; write one such as "r", "f2" or "ctrl+r"'
        if _LOST.search(key):
            return f"terminals do not pass on {quote(written)}; choose another"
        if key == "ctrl+q":
            return '"ctrl+q" always leaves katatx; choose another'
        if any(_is_typed(key, name, screen) for screen in screens):
            return f"{quote(written)} is typed there; choose another"
    return ""


def _is_typed(key: str, name: str, screen: type) -> bool:
    """Return whether a key is part of what is typed on a screen where an action holds at the same time.

    A screen's `TYPED` are the ids that hold while something is typed; with `ALL_TYPED` every character is. Only `q`
    may stop, although one answer contains it.
    """
    if name not in getattr(screen, "TYPED", ()) or key == "q":
        return False
    return key in _TYPED or (getattr(screen, "ALL_TYPED", False) and (len(key) == 1 or key in _SIGNS))


def _clashes(screen: type, made: Mapping[str, str], own: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yield (one of the learner's actions, a key, another action with this key) on a screen.

    Two actions that share a key by default never hold at the same time.
    """
    bindings = {each.id or "": each for each in bindings_of(screen)}
    keys = {name: set(made.get(name, each.key).split(",")) for name, each in bindings.items()}
    for name in own:
        for other in bindings if name in bindings else ():
            both = keys[name] & keys[other]
            apart = set(bindings[name].key.split(",")) & set(bindings[other].key.split(","))
            if other != name and both and not apart:
                yield name, min(both), other
