"""The home screen: today's review, the day's practice, and the decks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.plots import bar
from katatx.sessions.desk import Desk
from katatx.tui.actions import HOME, PRACTISE, REVIEW
from katatx.tui.screens.practice.starting import StartingScreen
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.charts.heat_map import HeatMap, columns
from katatx.tui.widgets.charts.step_strip import StepStrip
from katatx.tui.widgets.home_rows import HomeRows, label_width, rows_of_home
from katatx.views.home_lines import FIRST_STEPS, goal_words, streak_words
from katatx.views.stats.report import DeckReport, Report
from katatx.views.stats.step_map import MapRow, counts, rows_of
from katatx.views.stats.today import Today, read_today
from katatx.views.stats.weak_spot import WeakSpot, weak_spot

if TYPE_CHECKING:
    from katatx.views.upcoming import Upcoming

_GOAL_BAR = 10
_Result = TypeVar("_Result")
# Beside the heat map, the rows take this share of the window, but at least and at most so many columns.
_PART, _LEAST_ROWS, _MOST_ROWS = 0.65, 58, 88
# Beside the rows: the gap to the heat map, and the scroll bar with a free column before it.
_GAP, _SCROLLBAR = 3, 2
_NO_DECKS = "There are no decks; katatx new makes one."
_LEAST_HEAT, _TALL = 15, 24


class HomeScreen(StartingScreen):
    """The list of today's review and the decks, with a heat map of practice and the steps of the selected row.

    `report` and `today`, the learner's progress, are None until read. `upcoming` (what a review would ask) and `weak`
    (the week's weakest step with its last miss) are None until calculated; `weak` also if nothing was missed.
    """

    CSS_PATH = stylesheet("home")
    ACTIONS = HOME

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.report: Report | None = None
        self.today: Today | None = None
        # Calculated after everything else is painted.
        self.upcoming: Upcoming | None = None
        self.weak: WeakSpot | None = None

    def compose_body(self) -> Iterator[Widget]:
        """Yield the title, the list, the heat map and the overview of steps."""
        with Horizontal(id="head"):
            yield Static("katatx", id="place", markup=False)
            yield Static(id="done", markup=False)
        with Horizontal(id="upper"):
            yield HomeRows()
            yield HeatMap()
        yield StepStrip()
        yield Static(id="notice", classes="-silent", markup=False)

    @property
    def rows(self) -> HomeRows:
        """Return the list widget."""
        return self.query_one(HomeRows)

    def on_screen_resume(self) -> None:
        """Read the progress again and focus the list; say which deck cannot be read."""
        if self.desk.faults:
            first, count = self.desk.faults[0], len(self.desk.faults)
            self.tell(
                f"A deck cannot be read: {first}" if count == 1 else f"{count} decks cannot be read; the first: {first}"
            )
        self.show()
        self.rows.focus()
        self.show_keys()  # the settings may have changed them

    def on_resize(self) -> None:
        """Lay out the screen for its new size."""
        super().on_resize()
        self.draw()

    def show(self) -> None:
        """Read the learner's progress and display it; calculate slower parts after painting. An unreadable log ends the
        app.
        """
        self.upcoming = self.weak = None
        report = self._read(self.desk.report)
        if report is not None:
            self.report = report
            self.today = self._read(lambda: read_today(self.desk.log, report))
        self.draw()
        self.call_after_refresh(self._show_upcoming)

    def _show_upcoming(self) -> None:
        """Calculate what a review would ask and the weak spot, and display them.

        Do nothing before the progress is read, or while another screen covers this one.
        """
        report, today = self.report, self.today
        if report is None or today is None or not self.is_active:
            return
        self.upcoming = self._read(lambda: self.desk.upcoming(report))
        self.weak = self._read(lambda: weak_spot(report, today.answers, self.desk.decks.values()))
        self.draw()
        # Import the question's screen now, since it probably comes next.
        import katatx.tui.screens.practice.sittings  # noqa: F401

    def _read(self, read: Callable[[], _Result]) -> _Result | None:
        """Return the result of `read`; if it raises KatatxError, end the app and return None."""
        with self.ending_on_error():
            return read()

    def draw(self) -> None:
        """Fill the list, the heat map and the steps for the window's size; do nothing before the progress is read."""
        report, today = self.report, self.today
        if report is None or today is None:
            return
        self.query_one("#done", Static).update(_done(today) if report.days else "")
        room = self.size.width
        rows = min(_MOST_ROWS, max(_LEAST_ROWS, int(_PART * room)))
        heat, width = self.query_one(HeatMap), columns(room - rows - _GAP)
        heat.display = width >= _LEAST_HEAT and self.size.height >= _TALL and bool(report.days)
        if heat.display:
            heat.show(report.day, today, width)
            room -= width + _GAP
        room = min(room, _MOST_ROWS)
        self.rows.styles.max_width = room
        keys = self.katatx.keys
        start, practise = keys.shown(REVIEW), keys.in_sentence(PRACTISE)
        self.rows.fill(rows_of_home(report, self.upcoming, self.weak, room - _SCROLLBAR, start, practise))
        self._show_steps()

    def on_option_list_option_highlighted(self) -> None:
        """Show the steps of the selected row."""
        self._show_steps()

    def _show_steps(self) -> None:
        """Show the steps of the selected deck, or of today's questions once these are calculated.

        A new learner is shown the first steps instead.
        """
        strip, report, deck = self.query_one(StepStrip), self.report, self._deck
        if report is None:
            return
        if not report.days:
            strip.tell(FIRST_STEPS, label_width(report))
        elif deck is not None:
            name, counted = plain(deck.name, keep=""), counts(deck.steps)
            headings = (f"{name}: {plain(deck.title, keep='')} · {counted}", f"{name} · {counted}", name)
            strip.show(headings, rows_of(deck.steps))
        elif self.upcoming is not None:
            strip.show(("The steps of today's questions",), self._steps_today(report, self.upcoming))

    def _steps_today(self, report: Report, upcoming: Upcoming) -> list[MapRow]:
        """Return the steps of the questions in the review `upcoming`, in a row per recipe."""
        asked = {*upcoming.planned}
        return rows_of(step for step in report.steps if not asked.isdisjoint(step.drills))

    def on_option_list_option_selected(self) -> None:
        """Practise the selected row on Enter."""
        self.action_practise()

    def action_review(self) -> None:
        """Start today's review; if there are no decks, say so."""
        if self.desk.decks:
            self.begin(self.desk.review)
        else:
            self.tell(_NO_DECKS)

    def action_practise(self) -> None:
        """Start today's review if it is selected, else practise the selected deck."""
        deck = self._deck
        if deck is None:
            self.action_review()
        else:
            self.begin_drill(self.desk, deck.name)

    def action_kata(self) -> None:
        """Start the kata of the selected deck; if today's review is selected, of the deck practised last."""
        self._at_deck(lambda deck: self.begin(lambda: self.desk.kata(deck)))

    def action_browse(self) -> None:
        """Open the list of drills of the selected deck; if today's review is selected, of the deck practised last."""
        from katatx.tui.screens.lists.browser import BrowserScreen

        self._at_deck(lambda deck: self.app.push_screen(BrowserScreen(self.desk, deck)))

    def action_map(self) -> None:
        """Open the map of steps."""
        from katatx.tui.screens.lists.map import MapScreen

        self.app.push_screen(MapScreen(self.desk))

    def action_worksheet(self) -> None:
        """Open an empty worksheet."""
        from katatx.tui.screens.worksheet import WorksheetScreen

        self.app.push_screen(WorksheetScreen())

    def action_search(self) -> None:
        """Open the list of all drills with the filter active."""
        from katatx.tui.screens.lists.browser import BrowserScreen

        self.app.push_screen(BrowserScreen(self.desk, None, filtering=True))

    def action_stats(self) -> None:
        """Open the statistics over all decks."""
        self._open_stats(None)

    def action_deck_stats(self) -> None:
        """Open the statistics of the selected deck; if today's review is selected, of the deck practised last."""
        self._at_deck(self._open_stats)

    def action_settings(self) -> None:
        """Open the settings."""
        from katatx.tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen(self.desk))

    def action_undo(self) -> None:
        """Undo the last answer after a confirmation; if there is none, say so."""
        from katatx.tui.screens.confirm import ConfirmScreen
        from katatx.views.undone import answer_named

        try:
            last = self.desk.log.last_counting()
        except KatatxError as error:
            self.tell(str(error))
            return
        if last is None:
            self.tell("There is nothing to undo: no answer counts yet.")
            return
        question = f"Undo your last answer? {answer_named(last)}. It stays in the log, marked, but no longer counts."
        self.app.push_screen(ConfirmScreen(question, self.katatx.keys), self._undo)

    def _undo(self, sure: bool | None) -> None:
        """Undo the last answer if `sure`, show the progress without it, and say what was undone."""
        from katatx.views.undone import answer_named

        if not sure:
            return
        try:
            undone = self.desk.undo()
        except KatatxError as error:
            self.tell(str(error))
            return
        self.show()
        if undone is not None:
            self.tell(f"Undone: {answer_named(undone)}.")

    def action_quit(self) -> None:
        """End the app."""
        self.app.exit()

    def action_up(self) -> None:
        """Move the cursor up one row, from the first to the last."""
        self.rows.action_cursor_up()

    def action_down(self) -> None:
        """Move the cursor down one row, from the last to the first."""
        self.rows.action_cursor_down()

    def action_page_up(self) -> None:
        """Move the cursor up one page."""
        self.rows.action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """Move the cursor down one page."""
        self.rows.action_page_down()  # type: ignore[no-untyped-call]

    @property
    def _deck(self) -> DeckReport | None:
        """Return the selected deck; None if today's review is selected, or before the progress is read."""
        report, here = self.report, self.rows.here
        if report is None or here is None:
            return None
        return next((deck for deck in report.decks if deck.name == here.deck), None)

    def _at_deck(self, do: Callable[[str], object]) -> None:
        """Call `do` with the selected deck's name; if none is selected, with that of the deck practised last, else the
        first.

        If there are no decks, or before the progress is read, a notice says that there are none.
        """
        present = [deck for deck in self.report.decks if deck.present] if self.report is not None else []
        if present:
            do((self._deck or max(present, key=lambda deck: deck.last_day or "")).name)
        else:
            self.tell(_NO_DECKS)

    def _open_stats(self, deck: str | None) -> None:
        """Open the statistics of a deck, or of all for None."""
        from katatx.tui.screens.lists.stats import StatsScreen

        self.app.push_screen(StatsScreen(self.desk, deck))


def _done(today: Today) -> Content:
    """Return the streak and today's minutes in words, and a bar of today's minutes out of the day's goal."""
    done = min(_GOAL_BAR, int(_GOAL_BAR * today.minutes / today.goal))
    words = " · ".join(filter(None, (streak_words(today), goal_words(today))))
    return Content.assemble(f"{words} ", (bar(done, _GOAL_BAR, _GOAL_BAR), "$primary"))
