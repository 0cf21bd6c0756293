"""Which keys do what: the standard set or the vim set, with the learner's own on top."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.tui.actions import ASKING, ASKING_TO_POINT, SCREENS, Action

_NAMES = {
    "question_mark": "?", "escape": "esc", "pageup": "pgup", "pagedown": "pgdn", "space": "space", "comma": ",",
    "up": "↑", "down": "↓", "left": "←", "right": "→",
}  # fmt: skip
_KEY = re.compile(r"(ctrl\+|alt\+|shift\+)*[^\s+,]+")
# What terminals do not pass on; ctrl+b is tmux's own.
_LOST = re.compile(
    r"ctrl\+b$|ctrl\+shift\+|shift\+ctrl\+|(ctrl|shift|alt)\+enter|ctrl\+\d|shift\+(escape|space|backspace)"
)
# Single keys that numbers, forms, choices and lines are typed with.
_TYPED = frozenset("0123456789abcdefgilnrstqy.,;:[]()/%^+-−√∞½")
_TYPED_NAMES = frozenset(
    {
        "full_stop", "comma", "semicolon", "colon", "left_square_bracket", "right_square_bracket", "left_parenthesis",
        "right_parenthesis", "slash", "percent_sign", "circumflex_accent", "plus", "minus", "space", "backspace",
        "delete", "left", "right", "home", "end",
    }
)  # fmt: skip
# q stops, though it is typed in one place, the root's name: the question's screen knows which.
_ALLOWED_TYPED = {"stop": "q"}


class Keys:
    """The keys in force. Raises KatatxError for keys of actions that there are not, that are typed in
    answers, that a terminal loses, or that would do two things on one screen.
    """

    def __init__(self, vim: bool = False, own: Mapping[str, str] | None = None) -> None:
        self._vim = vim
        self._own = dict(own or {})
        _check(self._own)
        for screen, actions in SCREENS.items():
            self._refuse_clashes(screen, actions)

    def of(self, action: Action) -> tuple[str, ...]:
        """The keys of an action, the first being the one it is shown with."""
        standard = action.vim if self._vim and action.vim else action.keys
        return tuple(key.strip() for key in self._own.get(action.id, standard).split(","))

    def doing(self, actions: Sequence[Action]) -> dict[str, Action]:
        """The action that each key does."""
        return {key: action for action in actions for key in self.of(action)}

    def keymap(self) -> dict[str, str]:
        """All of them as Textual's own keymap, by binding."""
        return {action.id: ",".join(self.of(action)) for actions in SCREENS.values() for action in actions}

    def shown(self, action: Action) -> str:
        """An action's first key as a person reads it."""
        return key_name(self.of(action)[0])

    def all_shown(self, action: Action) -> str:
        """All its keys."""
        return ", ".join(map(key_name, self.of(action)))

    def footer(self, actions: Sequence[Action], width: int) -> str:
        """What can be done, as much of it as fits: what cannot be left out is help and the way out."""
        told = [(action, f"{self.shown(action)} {action.words}") for action in actions if action.in_footer]
        kept = {"help", "back", "quit", "stop", "close", "no"}
        while len(" · ".join(words for _, words in told)) > width:
            at = next((i for i in range(len(told) - 1, 0, -1) if told[i][0].id not in kept), None)
            if at is None:
                break
            del told[at]
        return " · ".join(words for _, words in told)[:width]

    def _refuse_clashes(self, screen: str, actions: Sequence[Action]) -> None:
        taken: dict[str, Action] = {}
        for action in actions:
            for key in self.of(action):
                other = taken.setdefault(key, action)
                if other is not action:
                    raise KatatxError(
                        f"config.toml: [keys]: {quote(key)} would do both {other.id} and {action.id} on the {screen}"
                    )


def key_name(key: str) -> str:
    """A key as a person reads it."""
    return _NAMES.get(key, key)


def _check(own: Mapping[str, str]) -> None:
    known = sorted({action.id for actions in SCREENS.values() for action in actions})
    asking = {action.id for action in (*ASKING, *ASKING_TO_POINT)}
    for name, keys in own.items():
        if name not in known:
            raise KatatxError(
                f"config.toml: [keys] has no {quote(name)}{nearest(name, known)}; katatx's help names all"
            )
        for key in (each.strip() for each in keys.split(",")):
            if not _KEY.fullmatch(key):
                raise KatatxError(
                    f'config.toml: [keys] {name}: {quote(key)} is no key; write one such as "r" or "ctrl+r"'
                )
            if _LOST.search(key):
                raise KatatxError(f"config.toml: [keys] {name}: terminals lose {quote(key)}; choose another")
            typed = key in _TYPED or key in _TYPED_NAMES
            if name in asking and typed and _ALLOWED_TYPED.get(name) != key:
                raise KatatxError(f"config.toml: [keys] {name}: {quote(key)} is typed in answers; choose another")
