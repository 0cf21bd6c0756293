"""The footer with the available keys, which can be clicked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.content import Content
from textual.widgets import Static

from katatx.tui.actions import Action
from katatx.tui.keys import Keys

_PARTED = " · "


class KeyLine(Static):
    """The footer of a screen; `choose` is called with the action that is clicked, and `name` is the widget's id."""

    def __init__(self, choose: Callable[[Action], None], name: str = "keys") -> None:
        super().__init__(id=name, markup=False)
        self.choose = choose
        self._places: list[tuple[range, Action]] = []

    def show(self, keys: Keys, actions: Sequence[Action], width: int) -> None:
        """Show the keys of those `actions` that are for the footer, as many as fit `width` characters.

        The last ones are left out first; the first one, help and the way out are always shown.
        """
        self._places, pairs, at = [], [], 0
        for action in keys.fitting(actions, width):
            key, words = keys.shown(action), action.words
            self._places.append((range(at, at + len(key) + 1 + len(words)), action))
            at += len(key) + 1 + len(words) + len(_PARTED)
            pairs.append((key, words))
        self.update(keys_and_words(pairs))

    def on_click(self, event: events.Click) -> None:
        """Perform the clicked action."""
        place = event.get_content_offset(self)
        chosen = None if place is None else next((action for span, action in self._places if place.x in span), None)
        if chosen is not None:
            event.stop()
            self.choose(chosen)


def keys_and_words(pairs: Sequence[tuple[str, str]]) -> Content:
    """Return (key, words) pairs as styled text."""
    shown = [Content.assemble((key, "bold $accent"), (f" {words}", "$foreground 70%")) for key, words in pairs]
    return Content.styled(_PARTED, "$foreground 40%").join(shown)
