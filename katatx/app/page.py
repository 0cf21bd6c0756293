"""An audited page: its text with all claims marked in place, and beside it what is said of the one under the cursor."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from threading import Event, Thread
from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from katatx.app.frame import Card, Frame, screen_of
from katatx.app.keys import HELP, MOVING
from katatx.errors import KatatxError
from katatx.show.audited import LEGEND, AuditedPage, WatchedPage
from katatx.show.audited_claim import as_text, finding, not_checked, summary, title_of, to_work
from katatx.show.audited_text import PageView, next_claim
from katatx.show.text import line

# Seconds of rest before the working is calculated, so that a held key keeps moving.
_REST = 0.08
# Rows kept in view around the target of a jump.
_AROUND = 3
_KINDS = {"✗": "bad", "✓": "good", "≈": "lead-edge"}


class PageText(ScrollView, inherit_bindings=False):
    """The text of a page, of which only the rows in view are painted.

    `row` is the row under the cursor, and `chosen` the number of the claim that is explained, or None.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"page--here"}

    class Moved(Message):
        """The cursor was moved, or another page is shown."""

    def __init__(self) -> None:
        super().__init__(id="page-text")
        self.view: PageView | None = None
        self.row = 0
        self.chosen: int | None = None

    def show(self, view: PageView, line: int, chosen: int | None) -> None:
        """Show a page with the cursor on a claim, or on a line; it stays as high in the window as it was."""
        height = self.row - round(self.scroll_y)
        self.view = view
        view.wrap(max(20, self.size.width - view.digits - 5), self.screen.has_class("-high"))
        self.virtual_size = Size(self.size.width, len(view.rows))
        self.row = view.row_of(line) if chosen is None else view.place(chosen)
        self.scroll_to(y=max(0, self.row - height), animate=False, immediate=True, force=True)
        self.choose(self.row, chosen, _AROUND)

    @property
    def line(self) -> int:
        return self.view.rows[self.row].line if self.view else 0

    def on_resize(self, event: events.Resize) -> None:
        if self.view is not None:
            self.show(self.view, self.line, self.chosen)

    def choose(self, row: int, chosen: int | None = None, around: int = 0) -> None:
        """Put the cursor on a row and choose a claim, for None the worst one there."""
        if self.view is None:
            return
        self.row = min(max(0, row), len(self.view.rows) - 1)
        self.chosen = self.view.claim_on(self.row) if chosen is None else chosen
        around = min(around, max(0, (self.size.height - 1) // 2))
        region = Region(0, max(0, self.row - around), 1, 2 * around + 1)
        self.scroll_to_region(region, animate=False, force=True, immediate=True)
        self.refresh()
        self.post_message(self.Moved())

    def on_click(self, event: events.Click) -> None:
        row = event.y + round(self.scroll_y)
        if self.view is not None and row < len(self.view.rows):
            self.choose(row)

    def render_line(self, y: int) -> Strip:
        row, width, base = y + round(self.scroll_y), self.size.width, self.rich_style
        if self.view is None or row >= len(self.view.rows):
            return Strip.blank(width, base)
        here = row == self.row
        text = line(("▸" if here else " ", "lead b"), self.view.painted(row, self.chosen))
        if here:
            base += self.get_component_rich_style("page--here", partial=True)
        segments = Segment.apply_style(text.render(self.app.console), base)
        return Strip(segments).adjust_cell_length(width, base)


class PageScreen(Frame[None]):
    """Shows a page that is audited again whenever its file changes; `clock` returns the time of day."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "wrong(1)", "next wrong", id="next-wrong", tooltip="the next claim that is wrong"),
        Binding("p", "wrong(-1)", show=False, id="previous-wrong", tooltip="the wrong claim before"),
        Binding("space", "claim(1)", "next claim", id="next-claim", tooltip="the next claim, right or wrong"),
        Binding("backspace", "claim(-1)", show=False, id="previous-claim", tooltip="the claim before"),
        Binding("enter", "work", "work it", id="work-claim", tooltip="open the calculation as a worksheet"),
        HELP,
        Binding("q,escape", "back", "leave", id="leave-page", tooltip="leave the page"),
        Binding("y", "copy", show=False, id="copy-claim", tooltip="copy what is said of the claim"),
        Binding("tab", "more", show=False, id="more-said", tooltip="the rest of what is said of the claim"),
        Binding("home,g", "edge(0)", show=False, id="page-top", tooltip="the beginning of the page"),
        Binding("end,G", "edge(1)", show=False, id="page-end", tooltip="the end of the page"),
        *MOVING,
    ]
    WRITTEN: ClassVar[Sequence[tuple[str, str]]] = (
        ("✓", "right: the calculation comes to what is printed"),
        ("≈", "right from a wrong number before it, or but for the rounding along the way"),
        ("✗", "wrong: it comes to something else; the wrong numbers are marked"),
        ("?", "not checked: no calculation was found for it, or one that can be read in two ways"),
    )
    CSS = """
    PageScreen.-two #right { display: block; width: 42%; } PageScreen.-three #right { width: 60; }
    PageScreen.-two #sheet, PageScreen.-three #sheet { max-width: 110; }
    PageScreen.-one #body { layout: vertical; } PageScreen.-one #sheet { max-width: 100%; }
    PageScreen.-one #right { display: block; width: 100%; height: 55%; margin-left: 0; }
    PageScreen.-tiny #right { height: 11; }
    PageScreen #page-text { height: 1fr; background: $background; scrollbar-size-vertical: 1; }
    PageScreen #page { border-title-style: none; } PageScreen .lead-edge { border: round $lead 70%; }
    PageText > .page--here { background: $panel; } PageText:ansi > .page--here { background: ansi_default; }
    """

    def __init__(self, watched: WatchedPage, clock: Callable[[], datetime] = datetime.now) -> None:
        super().__init__()
        self.watched, self.clock = watched, clock
        self.page = AuditedPage(watched.page)
        self.view: PageView | None = None
        self.trouble = self._title = ""
        self._ended = Event()
        self._has_moved = False
        self._resting: Timer | None = None

    @property
    def status(self) -> int:
        """Return the exit status: 1 if a claim is wrong. Raises KatatxError if the page was not read or not audited."""
        if self.trouble:
            raise KatatxError(f"{self.page.page.path}: {self.trouble}")
        if not self.page.is_audited:
            raise KatatxError(f"{self.page.page.path}: closed before it was checked; open it again and wait for that")
        return int(bool(self.page.wrong))

    @property
    def is_settled(self) -> bool:
        return self.page.is_audited and self._resting is None

    @property
    def text(self) -> PageText:
        return self.query_one(PageText)

    def where(self) -> Text:
        return line(("page › ", "dim"), (self.page.name, "b"))

    def count(self) -> Text:
        return line("  ", self.page.counts())

    def middle(self) -> Iterable[Widget]:
        yield Card(LEGEND, PageText(), kind="quiet fill", name="page")

    def right(self) -> Iterable[Widget]:
        yield Card(name="finding")
        yield Card(name="unchecked")

    def on_mount(self) -> None:
        self.text.focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._show(PageView(self.page), 0, None)
        # A daemon thread: an audit that takes seconds does not keep the program from ending.
        Thread(target=self._follow, name="page", daemon=True).start()

    def _follow(self) -> None:
        for news in self.watched.follow(self._ended):
            view = None if isinstance(news, str) else PageView(news)
            if not self._ended.is_set():
                self.call_later(self._take, news, view)

    def on_unmount(self) -> None:
        self._ended.set()

    def _take(self, news: AuditedPage | str, view: PageView | None) -> None:
        """Show the page audited anew with the cursor where it was, or why it cannot be read."""
        if isinstance(news, str) or view is None:
            self.trouble = str(news)
            self.notify(f"The page cannot be read now: {news}. This is the last version that was read.")
            return
        before, self.page, self.trouble = self.page, news, ""
        if before.is_audited:
            self.notify(f"read again at {self.clock():%H:%M}")
        chosen = None if self.text.chosen is None else news.kept(before, self.text.chosen)
        if not before.is_audited and not self._has_moved:
            chosen = next(iter(news.wrong), None)
        self._show(view, min(self.text.line, len(view.lines) - 1), chosen)

    def _show(self, view: PageView, line: int, chosen: int | None) -> None:
        self.view = view
        self.text.show(view, line, chosen)
        self.card("unchecked").lay(partial(not_checked, self.page) if self.page.not_checked else None, "not checked")
        self.show_bar()

    # ---- what is said of the chosen claim

    def on_page_text_moved(self) -> None:
        """Explain the chosen claim at once; its working follows when the cursor rests."""
        self._explain(worked=False)
        self.query_one("#right", VerticalScroll).scroll_home(animate=False)
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(_REST, partial(self._explain, worked=True))

    def _explain(self, worked: bool) -> None:
        self._resting = None if worked else self._resting
        chosen, number = self.text.chosen, 0 if self.view is None else self.view.number(self.text.row)
        if chosen is None:
            self._title, lay = f"line {number}" if number else "the page", partial(summary, self.page, number)
        else:
            self._title = title_of(self.page, chosen)
            lay = partial(finding, self.page.claims[chosen], worked=worked)
        self.card("finding").lay(lay, self._title, kind=_KINDS.get(self._title[0], ""))

    def _fit(self) -> None:
        """Say in the title of what is told which key shows the rest of it, or what was not checked."""
        super()._fit()
        card, shown = self.card("finding"), self.query_one("#right")
        rest = "more" if card.outer_size.height > shown.size.height else "not checked"
        card.border_title = line(self._title, f"   {self.key('more-said')}: {rest}" * (shown.max_scroll_y > 0))

    def action_wrong(self, by: int) -> None:
        self._go(self.page.wrong, by, "Nothing on the page is wrong.")

    def action_claim(self, by: int) -> None:
        self._go(range(len(self.page.claims)), by, "There is no claim on the page.")

    def _go(self, claims: Sequence[int], by: int, none: str) -> None:
        """Choose the next of some claims, or the one before, wrapping around; say `none` if there are none."""
        if self.view is None:
            return
        now = float(self.text.chosen or 0)
        if self.text.chosen is None:
            now = bisect_left(self.page.claims, self.view.offset(self.text.row), key=lambda each: each.start) - 0.5
        claim = next_claim(claims, now, by)
        if claim is None:
            self.notify(none if self.page.is_audited else "The page is being checked.")
            return
        self._has_moved = True
        self.text.choose(self.view.place(claim), claim, _AROUND)

    def _step(self, by: int) -> None:
        self._has_moved = True
        self.text.choose(self.text.row + by)

    def action_move(self, by: int, pages: bool = False) -> None:
        self._step(by * (self.text.size.height - 2 if pages else 1))

    def action_edge(self, end: int) -> None:
        self._step(len(self.view.rows) if self.view and end else -self.text.row)

    def action_more(self) -> None:
        self.page_on(self.query_one("#right", VerticalScroll))

    def action_work(self) -> None:
        chosen = self.text.chosen
        if chosen is None:
            self.notify("There is no claim on this line.")
        elif work := to_work(self.page.claims[chosen]):
            self.app.push_screen(screen_of("Worksheet")(text=work))
        else:
            self.notify("This claim has no calculation to open.")

    def action_copy(self) -> None:
        if self.text.chosen is None:
            self.notify("There is no claim on this line.")
            return
        self.app.copy_to_clipboard(as_text(self.page.page, self.page.claims[self.text.chosen]))
        self.notify("copied")
