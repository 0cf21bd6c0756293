"""The command palette: every action, deck, drill, step and setting by name.

Names are read when it is opened. A desk gives the decks, the log and the settings; in a session opened without one,
only what needs none is listed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.sessions.desk import Desk
from katatx.settings import THEMES
from katatx.tui.actions import MOVING, PALETTE
from katatx.tui.screen import KatatxScreen
from katatx.views.finding import Entry, Finder, Operation, matched, operations

_LEFT_OUT = (*MOVING, PALETTE)
_MOST = 60
_NAME = 34
_LONGEST = 160
_NOTHING = "nothing matches"


class ActionProvider(Provider):
    """The provider of the palette's entries."""

    _finder = Finder(())

    async def startup(self) -> None:
        """Read all entries; there are none on a screen that is no KatatxScreen.

        The operations are imported in another thread, since that takes a moment.
        """
        screen = self.screen
        if isinstance(screen, KatatxScreen):
            known = await asyncio.to_thread(operations)
            self._finder = Finder(_entries(screen, known))

    async def discover(self) -> Hits:
        """Yield the first entries, at most 60, which are shown before anything is typed."""
        for entry in self._finder.find("", _MOST):
            yield DiscoveryHit(self._row(entry), self._command(entry), text=entry.name)

    async def search(self, query: str) -> Hits:
        """Yield the entries that match a query, best first and at most 60; if none does, one entry that says so."""
        entries = self._finder.find(query, _MOST)
        for at, entry in enumerate(entries):
            yield Hit(1 - at / (2 * _MOST), self._row(entry, query), self._command(entry), text=entry.name)
        if not entries:
            notice = Content.styled(_NOTHING, "not bold not underline italic $foreground 70%")
            yield Hit(1.0, notice, lambda: None, text=_NOTHING)

    def _row(self, entry: Entry, query: str = "") -> Content:
        """Return an entry's name, with the first place of each word of `query` underlined, and its sentence.

        Each is cut to 160 characters.
        """
        name = Content(plain(entry.name, _LONGEST, keep=""))
        for begin, end in matched(name.plain, query):
            name = name.stylize("underline $accent", begin, end)
        gap = " " * max(2, min(_NAME, self.app.size.width * 2 // 5) - len(name))
        return Content.assemble(name, gap, (plain(entry.sentence, _LONGEST, keep=""), "$foreground 70%"))

    def _command(self, entry: Entry) -> Callable[[], object]:
        """Return a function that performs an entry's action after the palette has closed."""
        # A covered screen ignores actions, so wait until the palette is gone.
        return lambda: self.screen.call_after_refresh(entry.do)


def _entries(screen: KatatxScreen[None], known: list[Operation]) -> Iterator[Entry]:
    """Yield all palette entries for a screen; `known` are the engine's operations.

    What cannot be read is left out: faulty drills, and all steps if the log cannot be read. So are the actions that
    move the cursor and that open the palette.
    """
    keys, desk = screen.katatx.keys, screen.katatx.desk
    for action in screen.actions:
        if action not in _LEFT_OUT:
            do = partial(screen.do_from_palette, action)
            yield Entry(f"{action.words} ({keys.shown(action)})", action.sentence, do)
    if desk is not None:
        yield from _deck_entries(screen, desk)
        yield from _setting_entries(screen, desk)
    if screen.katatx.welcome() is not None:
        yield Entry("welcome", "what you do here, the page's words, what is counted", screen.action_welcome)
    yield from (Entry(f"theme {name}", "the colours of the app", partial(screen.katatx.wear, name)) for name in THEMES)
    if desk is not None:
        yield from _step_entries(screen, desk)
        yield from _drill_entries(screen, desk)
    for operation in known:
        yield Entry(operation.signature, operation.summary, partial(_open_worksheet, screen, operation))


def _deck_entries(screen: KatatxScreen[None], desk: Desk) -> Iterator[Entry]:
    """Yield the entries of decks (drill, kata, browse, stats, lessons), of the review, and of the stats over all decks.

    The last two are left out if the screen has an action for them.
    """
    begin = screen.katatx.begin
    own = {action.id for action in screen.actions}
    if "review" not in own:
        yield Entry("review", "ten minutes of the practice you need most", partial(begin, desk.review))
    for name, deck in desk.decks.items():
        title = deck.contents.title
        yield Entry(f"drill {name}", title, partial(begin, partial(desk.drill, name)))
        if deck.contents.kata is not None:
            yield Entry(f"kata {name}", title, partial(begin, partial(desk.kata, name)))
        yield Entry(f"browse {name}", f"the drills of {title}", partial(_open_browser, screen, desk, name))
        yield Entry(f"stats {name}", f"your progress in {title}", partial(_open_stats, screen, desk, name))
    for name, deck in desk.decks.items():
        for lesson in deck.contents.lessons:
            do = partial(screen.open_lesson, partial(desk.lesson, name, lesson.section))
            yield Entry(f"lesson {name}: {lesson.section}", "worked line by line", do)
    if "stats" not in own:
        yield Entry("stats", "your progress over all decks", partial(_open_stats, screen, desk, None))


def _drill_entries(screen: KatatxScreen[None], desk: Desk) -> Iterator[Entry]:
    """Yield an entry for every drill that is not faulty."""
    begin = screen.katatx.begin
    for deck, drill, prompt in _sound_drills(desk):
        yield Entry(f"drill {deck}/{drill}", prompt, partial(begin, partial(desk.drill, deck, drill)))


def _sound_drills(desk: Desk) -> Sequence[tuple[str, str, str]]:
    """Return (deck, drill's id, prompt with the page's numbers) of every drill that is not faulty."""
    with suppress(KatatxError):
        return list(desk.named_drills())
    if len(desk.decks) > 1:  # only the drills of a deck with a faulty one are asked one by one, which takes longer
        parts = (_sound_drills(replace(desk, decks={name: deck})) for name, deck in desk.decks.items())
        return [drill for part in parts for drill in part]
    return [drill for name in desk.decks for drill in _askable_drills(desk, name)]


def _askable_drills(desk: Desk, deck: str) -> Iterator[tuple[str, str, str]]:
    """Yield (deck, drill's id, prompt with the page's numbers) of every drill of a deck that can be asked."""
    for drill in desk.decks[deck].drills:
        with suppress(KatatxError):
            yield deck, drill.id, desk.question(deck, drill.id).prompt


def _step_entries(screen: KatatxScreen[None], desk: Desk) -> Iterator[Entry]:
    """Yield two entries for every step: to practise it, and its page; none if the log cannot be read."""
    begin, names = screen.katatx.begin, list[str]()
    with suppress(KatatxError):
        names = sorted(desk.log.works.places)
    for name in names:
        yield Entry(f"practise {name}", "the drills of this step", partial(begin, partial(desk.review, focus=name)))
        yield Entry(f"step {name}", "your progress in this step", partial(_open_step, screen, desk, name))


def _setting_entries(screen: KatatxScreen[None], desk: Desk) -> Iterator[Entry]:
    """Yield the entries of the settings screen, and of every setting.

    The first is left out if the screen has an action for it.
    """
    from katatx.tui.screens.settings import SETTABLE

    if "settings" not in {action.id for action in screen.actions}:
        yield Entry("settings", "theme, decimals, pace, day start, keys", partial(_open_settings, screen, desk, ""))
    for setting in SETTABLE:
        do = partial(_open_settings, screen, desk, setting.name)
        yield Entry(f"set {setting.title.lower()}", setting.sentence, do)


def _open_browser(screen: KatatxScreen[None], desk: Desk, deck: str) -> None:
    """Open the list of a deck's drills."""
    from katatx.tui.screens.lists.browser import BrowserScreen

    screen.open_over(BrowserScreen(desk, deck))


def _open_stats(screen: KatatxScreen[None], desk: Desk, deck: str | None) -> None:
    """Open the statistics of a deck, or of all for None."""
    from katatx.tui.screens.lists.stats import StatsScreen

    screen.open_over(StatsScreen(desk, deck))


def _open_step(screen: KatatxScreen[None], desk: Desk, name: str) -> None:
    """Open a step's page."""
    from katatx.tui.screens.lists.step import StepScreen

    screen.open_over(StepScreen(desk, name))


def _open_settings(screen: KatatxScreen[None], desk: Desk, name: str) -> None:
    """Open the settings with the setting `name` selected, or the first one for ""."""
    from katatx.tui.screens.settings import SettingsScreen

    screen.open_over(SettingsScreen(desk, name))


def _open_worksheet(screen: KatatxScreen[None], operation: Operation) -> None:
    """Open a worksheet without a file that begins with an operation's name."""
    from katatx.tui.screens.worksheet import WorksheetScreen

    screen.open_over(WorksheetScreen(None, f"{operation.name} "))
