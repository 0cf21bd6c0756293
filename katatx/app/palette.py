"""The palette finds anything by its name: actions, decks, lessons, drills, steps, settings and operations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from heapq import nsmallest
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.screen import Screen

from katatx.app.browse import BrowseScreen
from katatx.app.keys import MOVING, names_of
from katatx.app.listing import Reversible
from katatx.app.progress import ProgressScreen
from katatx.app.settings import SETTABLE, SettingsScreen
from katatx.app.worksheet import WorksheetScreen
from katatx.notation.quoting import plain
from katatx.settings import THEMES
from katatx.show.progress import Progress
from katatx.show.text import line
from katatx.show.way import operations, section_of, title_of

if TYPE_CHECKING:
    from katatx.app.app import KatatxApp
    from katatx.sessions.desk import Desk
    from katatx.sessions.sitting import Sitting

_MOST, _LONGEST = 60, 160
_MOVES = {each.id for each in MOVING}
_THEME = "theme"


class Entry(NamedTuple):
    """A thing to find: its name, what is said of it, what it does, and its key if it has one."""

    name: str
    sentence: str
    do: Callable[[], object]
    key: str = ""


class FoundList(CommandList, Reversible):
    """What was found, and in its lower edge the keys."""

    BORDER_SUBTITLE = "↑↓: choose   ↵: take   esc: close"


class PaletteScreen(CommandPalette):
    """The palette in a frame."""

    def __init__(self) -> None:
        super().__init__([EverythingProvider], placeholder="a deck, a drill, a step, a setting …")

    def compose(self) -> ComposeResult:
        yield from (FoundList() if isinstance(each, CommandList) else each for each in super().compose())


class EverythingProvider(Provider):
    """Finds what contains every word that is typed, in its name or in what is said of it."""

    @property
    def katatx(self) -> KatatxApp:
        return cast("KatatxApp", self.app)

    async def discover(self) -> Hits:
        for each in self._near:
            yield DiscoveryHit(self._row(each, ()), partial(self._do, each), each.name)

    async def search(self, query: str) -> Hits:
        """Yield what is found, the best first; the first search collects what there is."""
        everything = await asyncio.to_thread(lambda: self._everything)
        words = query.lower().replace("_", " ").split()
        for at, entry in enumerate(best(everything, words)):
            yield Hit(_MOST - at, self._row(entry, words), partial(self._do, entry), entry.name)

    def _row(self, entry: Entry, words: Sequence[str]) -> Content:
        """Return an entry with words underlined in its name, and what is said of it below."""
        name, said = line(plain(entry.name, _LONGEST, keep="")), plain(entry.sentence, _LONGEST, keep="")
        name.highlight_words(words, "underline", case_sensitive=False)
        return Content.from_rich_text(line(name, (f"  {entry.key}", "lead"), "\n", (f"  {said}", "dim")))

    def _do(self, entry: Entry) -> None:
        # A covered screen takes no actions, so wait until the palette is gone.
        self.screen.call_after_refresh(entry.do)

    @cached_property
    def _near(self) -> list[Entry]:
        """Return what the screen does, what can be done with decks, and the settings."""
        keys = [each for name, each in self.katatx.palette_keys.items() if name not in _MOVES]
        desk = self.katatx.desk
        return [*(_action(self.screen, each) for each in keys), *([] if desk is None else _near(self.katatx, desk))]

    @cached_property
    def _everything(self) -> list[Entry]:
        desk = self.katatx.desk
        far = [] if desk is None else [*_themes(self.katatx, desk), *_parts(self.katatx, desk)]
        return [*self._near, *far, *_work(self.katatx)]


def best(everything: Iterable[Entry], words: Sequence[str]) -> list[Entry]:
    """Return at most 60 entries that have all words in their name or in what is said of them, the best first: those
    that have more in their name, more at the beginning of its words, and a shorter name. Themes are found by their own
    word alone.
    """

    def holds(entry: Entry) -> bool:
        text = f"{entry.name} {entry.sentence}".lower()
        return all(word in text for word in words) and (_THEME in words or not text.startswith(_THEME))

    def rank(entry: Entry) -> tuple[int, int, int]:
        name = f" {entry.name.lower()}"
        return sum(word not in name for word in words), sum(f" {word}" not in name for word in words), len(name)

    return nsmallest(_MOST, filter(holds, everything), rank) if words else []


def _push(katatx: KatatxApp, screen: Callable[..., Screen[None]], *arguments: object) -> None:
    katatx.push_screen(screen(*arguments))


def _action(screen: Screen[Any], keys: list[Binding]) -> Entry:
    binding = keys[0]
    do = partial(screen.run_action, binding.action)
    return Entry(binding.description.capitalize(), binding.tooltip, do, names_of(keys))


def _near(katatx: KatatxApp, desk: Desk) -> Iterator[Entry]:
    begin = katatx.begin
    yield Entry("Today's questions", "what you need most today", partial(begin, desk.review))
    for name, deck in desk.decks.items():
        title = title_of(deck)
        yield Entry(f"Practise {title}", "on from where you stopped", partial(begin, partial(desk.drill, name)))
        if deck.contents.kata is not None:
            yield Entry(f"Kata of {title}", "the whole page, line by line", partial(begin, partial(desk.kata, name)))
        yield Entry(f"Drills of {title}", "choose one", partial(_push, katatx, BrowseScreen, desk, name))
        yield Entry(f"Progress in {title}", "its steps", partial(_push, katatx, ProgressScreen, desk, "decks", name))
    yield Entry("Progress", "your days, decks, mistakes and steps", partial(_push, katatx, ProgressScreen, desk))
    for each in SETTABLE:
        yield Entry(f"Setting: {each.title}", each.words, partial(_push, katatx, SettingsScreen, desk, each.name))


def _themes(katatx: KatatxApp, desk: Desk) -> Iterator[Entry]:
    def wear(theme: str) -> None:
        desk.save("app", "theme", theme)
        katatx.wear(replace(katatx.look, theme=theme))

    for each in THEMES:
        yield Entry(f"{_THEME} {each}", "how katatx is coloured", partial(wear, each))


def _parts(katatx: KatatxApp, desk: Desk) -> Iterator[Entry]:
    begin = katatx.begin
    titles = {name: title_of(deck) for name, deck in desk.decks.items()}
    for name, deck in desk.decks.items():
        for section in deck.contents.lessons:
            lesson = cast("Callable[[], Sitting]", partial(desk.lesson, name, section))
            yield Entry(f"Lesson: {section}", titles[name], partial(begin, lesson))
    report = desk.report()
    for row in Progress(report, desk.log, desk.decks).steps().rows:
        if row.step.partition("/")[0] not in titles:  # else it is a question, which follows
            practise = partial(desk.review, focus=row.step)
            yield Entry(f"Step: {row.title}", "practise this step alone", partial(begin, practise))
    for each in report.drills:
        title = f"{section_of(desk.decks[each.deck], each.drill)}: {each.title}"
        yield Entry(title, titles[each.deck], partial(begin, partial(desk.drill, each.deck, each.drill)))


def _work(katatx: KatatxApp) -> Iterator[Entry]:
    """Yield the operations, each of which begins a worksheet."""
    for name, summary in operations():
        work = partial(_push, katatx, WorksheetScreen, None, f"{name} ")
        yield Entry(f"Operation: {name.replace('_', ' ')}", summary, work)
