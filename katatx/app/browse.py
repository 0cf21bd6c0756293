"""Browsing: the decks, the drills of one, and what is asked and known of the one under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import OptionList

from katatx.app.dialogs import ask
from katatx.app.frame import AIRY, Card
from katatx.app.listing import Listing, Rows
from katatx.errors import KatatxError
from katatx.show.drill_text import question_lines
from katatx.show.progress import Progress, drill_line
from katatx.show.report import DrillReport
from katatx.show.text import NOTHING, bar, block, counted, in_width, line, shortened
from katatx.show.way import title_of

if TYPE_CHECKING:
    from katatx.sessions.desk import Desk


class BrowseScreen(Listing[DrillReport | str]):
    """The drills of a deck below their sections; those of all decks while words are typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "practise", "practise", id="practise-row", tooltip="practise this drill alone"),
        Binding("f", "from_here", "from here on", id="from-here", tooltip="practise the deck from this drill on"),
        Binding("l", "lesson", "lesson", show=False, id="its-lesson", tooltip="see the lesson of this drill's section"),
        Binding("x", "reset", "start over", show=False, id="reset", tooltip="start this drill over, after asking"),
        Binding("left", "deck(-1)", "deck before", show=False, id="deck-before", tooltip="go to the deck before"),
        Binding("right", "deck(1)", "decks", key_display="←→", id="next-deck", tooltip="go to the next deck"),
        *Listing.KEYS,
    ]
    CSS = (
        Listing.CSS
        + """
    BrowseScreen #left { width: 36; }
    #listed { height: 3fr; } #panel-card { height: 2fr; min-height: 6; max-height: 14; }
    BrowseScreen.-three #panel-card { max-height: 11; }
    """
    )

    def __init__(self, desk: Desk, deck: str | None = None, filtering: bool = False) -> None:
        super().__init__()
        self.desk, self.filtering = desk, filtering
        self.deck = deck if deck in desk.decks else next(iter(desk.decks), "")
        self.empty = "There are no decks yet; katatx new makes one from a page."
        self.progress: Progress | None = None

    def where(self) -> Text:
        return line(("browse", "b"))

    def count(self) -> Text:
        drills = sum(len(deck.drills) for deck in self.desk.decks.values())
        return line((f"{counted(drills, 'drill')} in {counted(len(self.desk.decks), 'deck')}", "dim"))

    def left(self) -> Iterable[Widget]:
        decks = Rows(compact=True, markup=False, id="decks")
        decks.can_focus = False
        yield Card("decks", decks)

    def middle(self) -> Iterable[Widget]:
        yield self.listed()
        yield self.panel("lit")

    def right(self) -> Iterable[Widget]:
        yield Card(name="known")

    def on_mount(self) -> None:
        if self.filtering:
            self.action_filter()

    # The rows.

    def read(self) -> None:
        self.progress = Progress(self.desk.report(), self.desk.log, self.desk.decks)
        decks = self.query_one("#decks", OptionList)
        shown = (block([self._title(each.name), bar(*each.counts, 28)]) for each in self.progress.report.decks)
        decks.clear_options()
        decks.add_options(shown)

    def _title(self, deck: str) -> str:
        return shortened(title_of(self.desk.decks[deck]), 30)

    def found(self, words: str) -> Sequence[DrillReport | str]:
        found: Sequence[DrillReport | str] = ()
        if self.progress is not None:
            found = self.progress.having(words) if words else self.progress.by_section(self.deck)
        title, lit = (self._title(self.deck), [*self.desk.decks].index(self.deck)) if self.deck else ("", None)
        self.query_one("#decks", OptionList).highlighted = None if words else lit
        self.card("listed").show(f"{len(found):,} found in all decks" if words else title)
        return found

    def line_of(self, row: DrillReport | str) -> Text:
        if isinstance(row, str):
            return line("\n" * (self.rows.size.height >= AIRY and row != self.shown[0]), "  ", (row, "b"))
        return self._lit(drill_line(row, self.rows.size.width - 1, self._title(row.deck) * bool(self.words.value)))

    def _lit(self, text: Text) -> Text:
        for style in ("lead", "b"):
            text.highlight_words(self.words.value.split(), style, case_sensitive=False)
        return text

    def told(self, row: DrillReport | str, width: int) -> tuple[str, Sequence[Text]]:
        if isinstance(row, str) or self.progress is None:
            return "", ()
        try:
            question = [*map(self._lit, question_lines(self.desk.question(row.deck, row.drill), width))]
        except KatatxError as error:
            question = [line(str(error))]
        known = self.progress.tell_drill(row)
        title = f"{self._title(row.deck)}: {row.title}" if self.words.value else row.title
        self.card("known").lay(lambda width: in_width(known, width), "how it went", kind="")
        if self.has_class("-three"):
            return title, question
        return title, [*question, NOTHING, *in_width(known, width)]

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_list is self.rows:
            self.show_row()
        else:
            self.deck = [*self.desk.decks][event.option_index]
            self.start()

    # What the keys do.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        on_row = action not in {"from_here", "lesson", "reset"} or isinstance(self.here, DrillReport)
        return on_row and super().check_action(action, parameters)

    def action_deck(self, by: int) -> None:
        names = [*self.desk.decks]
        if names:
            self.query_one("#decks", OptionList).highlighted = (names.index(self.deck) + by) % len(names)

    def practise(self, row: DrillReport | str) -> None:
        if isinstance(row, DrillReport):
            self.katatx.begin(lambda: self.desk.drill(row.deck, row.drill))

    def action_from_here(self) -> None:
        row = cast("DrillReport", self.here)
        self.katatx.begin(lambda: self.desk.drill(row.deck, start=row.drill))

    def action_lesson(self) -> None:
        row = cast("DrillReport", self.here)
        with self.telling():
            lesson = self.desk.lesson(row.deck, self.desk.decks[row.deck].by_id[row.drill].section)
            if lesson is None:
                self.notify("This section has no lesson.")
            else:
                self.katatx.begin(lambda: lesson)

    def action_reset(self) -> None:
        row = cast("DrillReport", self.here)
        said = f"Start {row.title} over? Its answers are kept, but no longer count."
        ask(self, said, lambda: self._reset(row))

    def _reset(self, drill: DrillReport) -> None:
        with self.telling():
            count = self.desk.log.reset(drill.deck, drill.drill, self.desk.clock())
            self.on_screen_resume()
            self.notify(f"{drill.title} starts over, without {counted(count, 'earlier answer')}.")
