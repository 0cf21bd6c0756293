"""Which keys do what: the standard set or the vim set, with the learner's own on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.tui.actions import ASKING, ASKING_TO_POINT, SCREENS, Action
from katatx.tui.key_names import event_name, is_key, is_lost, is_typed, key_name

_WHERE = "config.toml: [keys]"
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
        return tuple(event_name(key.strip()) for key in self._own.get(action.id, standard).split(","))

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
        """Return what can be done, as much of it as fits: what cannot be left out is help and the way out."""
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
                        f"{_WHERE}: {quote(key)} would do both {other.id} and {action.id} on the {screen}"
                    )


def _check(own: Mapping[str, str]) -> None:
    known = sorted({action.id for actions in SCREENS.values() for action in actions})
    asking = {action.id for action in (*ASKING, *ASKING_TO_POINT)}
    for name, keys in own.items():
        if name not in known:
            raise KatatxError(f"{_WHERE} has no {quote(name)}{nearest(name, known)}; docs/app.md names all")
        for written in (each.strip() for each in keys.split(",")):
            key = event_name(written)
            if not is_key(key):
                raise KatatxError(
                    f'{_WHERE} {name}: {quote(written)} is no key; write one such as "r", "f2" or "ctrl+r"'
                )
            if is_lost(key):
                raise KatatxError(f"{_WHERE} {name}: terminals lose {quote(written)}; choose another")
            if name in asking and is_typed(key) and _ALLOWED_TYPED.get(name) != key:
                raise KatatxError(f"{_WHERE} {name}: {quote(written)} is typed in answers; choose another")
