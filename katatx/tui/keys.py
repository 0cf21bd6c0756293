"""The key bindings: the standard or the vim set, with the learner's changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.tui.actions import ASK_NAME, ASKING, ASKING_TO_POINT, LESSON_ASKING, PALETTE, SCREENS, WORKSHEET, Action
from katatx.tui.key_names import event_name, is_key, is_letter, is_lost, is_typed, key_in_sentence, key_name

_WHERE = "config.toml: [keys]"
# q stops although it occurs in one answer, the name of a root; the question's screen distinguishes them.
_ALLOWED_TYPED = {"stop": "q", "leave-lesson": "q"}
# Help and the ways to leave are always in the footer.
_KEPT = frozenset((
    "help", "sheet-help", "back", "quit", "stop", "close", "no", "leave", "leave-page", "leave-lesson", "cancel",
    "find-end",
))  # fmt: skip
# The number of characters between two actions in the footer.
_PARTING = 3


class Keys:
    """The key bindings in use: the standard or the vim set (`vim`), changed by the learner.

    `own` maps action names to their keys, separated by commas. Raises KatatxError for unknown actions and keys, for
    keys that terminals drop or change, for keys that are typed on the action's own screen (in answers or in a
    worksheet; `q` may stop, and the palette's key may be one that is typed in a worksheet), and if one key has two
    actions on a screen.
    """

    def __init__(self, vim: bool = False, own: Mapping[str, str] | None = None) -> None:
        self._vim = vim
        self._own = dict(own or {})
        _check(self._own)
        for screen, actions in SCREENS.items():
            self._refuse_clashes(screen, actions)

    def of(self, action: Action) -> tuple[str, ...]:
        """Return the keys of an action by their names in events; the first is the one displayed."""
        standard = action.vim if self._vim and action.vim else action.keys
        return tuple(event_name(key.strip()) for key in self._own.get(action.id, standard).split(","))

    def doing(self, actions: Sequence[Action]) -> dict[str, Action]:
        """Return the action of each key of some actions, by the key's name in events."""
        return {key: action for action in actions for key in self.of(action)}

    def keymap(self) -> dict[str, str]:
        """Return the keys of all actions as Textual's keymap: keys separated by commas, by action name."""
        return {action.id: ",".join(self.of(action)) for actions in SCREENS.values() for action in actions}

    def shown(self, action: Action) -> str:
        """Return an action's first key for display."""
        return key_name(self.of(action)[0])

    def in_sentence(self, action: Action) -> str:
        """Return an action's first key for display within a sentence."""
        return key_in_sentence(self.of(action)[0])

    def all_shown(self, action: Action) -> str:
        """Return all keys of an action for display, separated by commas."""
        return ", ".join(map(key_name, self.of(action)))

    def fitting(self, actions: Sequence[Action], width: int) -> list[Action]:
        """Return the actions whose keys fit a footer `width` characters wide, leaving out the last ones first.

        Only actions for the footer count. The first of them, help and the way out are always included, so the footer
        may be wider.
        """
        shown = [action for action in actions if action.in_footer]
        while sum(len(self.shown(each)) + 1 + len(each.words) + _PARTING for each in shown) - _PARTING > width:
            at = next((i for i in range(len(shown) - 1, 0, -1) if shown[i].id not in _KEPT), None)
            if at is None:
                break
            del shown[at]
        return shown

    def _refuse_clashes(self, screen: str, actions: Sequence[Action]) -> None:
        """Raise KatatxError if a key has two of a screen's actions; the error names the `screen`."""
        taken: dict[str, Action] = {}
        for action in actions:
            for key in self.of(action):
                other = taken.setdefault(key, action)
                if other is not action:
                    raise KatatxError(
                        f"{_WHERE}: {quote(key)} would do both {other.id} and {action.id} on the {screen}; give one "
                        "of them another key"
                    )


def _check(own: Mapping[str, str]) -> None:
    """Raise KatatxError if the learner's keys, by action name, contain an unknown action, an unknown key, one that
    terminals drop or change, or one that is typed on the action's own screen.

    Of the typed ones, `q` may stop, and the palette's key may be one that is typed only in a worksheet.
    """
    known = sorted({action.id for actions in SCREENS.values() for action in actions})
    asking = {action.id for action in (*ASKING, *ASKING_TO_POINT, *LESSON_ASKING)}
    writing = {action.id for action in (*WORKSHEET, *ASK_NAME)} - {PALETTE.id}
    for name, keys in own.items():
        if name not in known:
            raise KatatxError(
                f"{_WHERE}: there is no action {quote(name)}{nearest(name, known)}; docs/practise/screens.md lists all"
            )
        for written in (each.strip() for each in keys.split(",")):
            key = event_name(written)
            if not is_key(key):
                raise KatatxError(
                    f'{_WHERE} {name}: {quote(written)} is not a key; write one such as "r", "f2" or "ctrl+r"'
                )
            if is_lost(key):
                raise KatatxError(f"{_WHERE} {name}: terminals do not pass on {quote(written)}; choose another")
            if key == "ctrl+q":
                raise KatatxError(f'{_WHERE} {name}: "ctrl+q" always leaves katatx; choose another')
            if name in asking and is_typed(key) and _ALLOWED_TYPED.get(name) != key:
                raise KatatxError(f"{_WHERE} {name}: {quote(written)} is typed in answers; choose another")
            if name in writing and (is_letter(key) or is_typed(key)):
                raise KatatxError(f"{_WHERE} {name}: {quote(written)} is typed in a worksheet; choose another")
