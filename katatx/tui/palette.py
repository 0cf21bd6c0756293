"""The command palette: everything the screen can do, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from katatx.tui.actions import MOVING, PALETTE, Action
from katatx.tui.screen import KatatxScreen

_LEFT_OUT = (*MOVING, PALETTE)


class ActionProvider(Provider):
    """The actions of the screen below the palette, and what that screen finds by name besides."""

    async def discover(self) -> Hits:
        for name, sentence, run in self._found():
            yield DiscoveryHit(name, run, help=sentence)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for name, sentence, run in self._found():
            score = matcher.match(f"{name} {sentence}")
            if score > 0:
                yield Hit(score, matcher.highlight(name), run, help=sentence)

    def _found(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        screen = self.screen
        if not isinstance(screen, KatatxScreen):
            return
        keys = screen.katatx.keys
        for action in screen.actions:
            if action not in _LEFT_OUT:
                yield f"{action.words} ({keys.shown(action)})", action.sentence, partial(_do, screen, action)
        yield from screen.more_to_find()


def _do(screen: KatatxScreen[None], action: Action) -> None:
    # Once the palette is gone: what is covered does nothing.
    screen.call_after_refresh(screen.do_from_palette, action)
