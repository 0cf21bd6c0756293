"""The screen of an audited page: its text with all claims marked, and an explanation of the selected one.

A claim is a calculation with its result, as the page states it; it is known by its number, its index on the page. A
place is a (line, column) of the page as displayed, from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial

from textual.containers import Container, Horizontal
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.tui.actions import AUDITED_PAGE, FINDING_TEXT, MORE_SAID, Action
from katatx.tui.messages import Failed
from katatx.tui.page_watch import Audited, Auditing, PageWatch, Unreadable
from katatx.tui.screens.lists.text_search import TextSearchScreen
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.finding import FindingView
from katatx.tui.widgets.page_text import PageText
from katatx.tui.widgets.place import Place
from katatx.tui.widgets.section import Part
from katatx.views.audited.explaining import as_text, explain, to_work
from katatx.views.audited.layout import laid_out, laid_out_working
from katatx.views.audited.lines import Lines, is_shown_as_read
from katatx.views.audited.marks import next_claim
from katatx.views.audited.page import AuditedPage
from katatx.views.audited.places import kept_claim, kept_line
from katatx.views.audited.summary import summary
from katatx.views.audited.watching import WatchedPage

_NONE_WRONG, _NONE_MARKED = "nothing on the page is wrong", "no claim is marked on the page"
# Seconds of rest before the working is calculated, so that a held key keeps moving.
_REST = 0.08
# Columns at the edges of the title, and between name and counts.
_GAPS = 5
_SIGNS = (
    ("✓ right", "the calculation comes to what is printed"),
    ("≈ carried", "right, given the numbers before it or the rounding along the way"),
    ("✗ wrong", "it comes to something else; the wrong numbers are marked"),
    ("? unchecked", "no calculation was found for it, or one that can be read in two ways"),
)


class AuditedPageScreen(TextSearchScreen):
    """Shows an audited page and updates it whenever its file changes. `clock` returns the time of day.

    `page` is the page shown. `shows_read` is True while it is shown as the audit read it, False as its file has it.
    `trouble` says why the file cannot be read, or the page not audited, now; or it is "".
    """

    CSS_PATH = [stylesheet("page")]  # noqa: RUF012 - as Textual declares it
    ACTIONS = AUDITED_PAGE

    def __init__(self, watched: WatchedPage, clock: Callable[[], datetime] = datetime.now) -> None:
        super().__init__()
        self.watched = watched
        self.clock = clock
        self.page = AuditedPage(watched.page)
        self.shows_read = is_shown_as_read(watched.page.path)
        self.trouble = ""
        self._resting: Timer | None = None
        self._page_watch = PageWatch(watched, self, as_read=self.shows_read)

    def compose_body(self) -> Iterator[Widget]:
        """Yield the title, the page's text, the explanation, and the search line."""
        with Horizontal(id="head"):
            yield Place()
            yield Static(id="counts", markup=False)
        with Container(id="body"):
            yield PageText()
            yield FindingView(self.katatx.keys.shown(MORE_SAID))
        with Container(id="below"):
            yield from self.compose_find()

    @property
    def lines(self) -> Lines:
        """Return the page's lines in the present display form."""
        return self.page.view(as_read=self.shows_read).lines

    @property
    def is_settled(self) -> bool:
        """Return whether the audit is done and the explanation complete."""
        return self.page.is_audited and self._resting is None

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the actions: while the search line is open, only those of the search."""
        return FINDING_TEXT if self.finds else AUDITED_PAGE

    @property
    def help_parts(self) -> Sequence[Part]:
        """Return the help section on the signs."""
        return (Part("signs", _SIGNS),)

    def on_mount(self) -> None:
        """Show the page after the first painting."""
        self.text.focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """Show the page and start watching its file."""
        self._show_page((0, 0), None)
        self._page_watch.start()

    def on_unmount(self) -> None:
        """Stop watching the file."""
        self._page_watch.end()

    def on_resize(self) -> None:
        """Fit the title to the new width."""
        super().on_resize()
        self._tell_head()

    # ---- the page and its file

    def on_auditing(self, _: Auditing) -> None:
        """Show that an audit is running, if it is not the first."""
        if self.page.is_audited:
            self.tell("the file has changed; auditing…")

    def on_audited(self, event: Audited) -> None:
        """Show the new page with the cursor on the same claim or line, and say when it was read again.

        After the first audit it is put on the first wrong claim, unless the learner has moved it.
        """
        before, self.page = self.page, event.page
        self.trouble = ""
        place, claim = self._kept(before)
        self._show_page(place, claim)
        self.tell(f"read again {self.clock():%H:%M}" if before.is_audited else "")

    def on_unreadable(self, event: Unreadable) -> None:
        """Show why the file cannot be read, or the page not audited; the page shown stays."""
        self.trouble = event.why
        last = "; this is the last version read" if self.page.is_audited else ""
        self.tell(f"cannot be read now: {event.why}{last}")

    def _kept(self, before: AuditedPage) -> tuple[tuple[int, int], int | None]:
        """Return (the cursor's place, the selected claim or None) for the new page, given the page of `before`.

        It is the same claim or line as before. After the first audit, if the cursor was never moved, it is the first
        wrong claim, or the page's beginning if none is wrong.
        """
        old, new = before.view(as_read=self.shows_read), self.page.view(as_read=self.shows_read)
        if not before.is_audited and not self.has_moved:
            first = next(iter(self.page.wrong), None)
            return (0, 0) if first is None else new.marks.place(first), first
        claim = None if self.text.chosen is None else kept_claim(before, self.page, self.text.chosen)
        if claim is not None and claim in self.page.marked(unchecked=self.text.unchecked):
            return new.marks.place(claim), claim
        line, column = self.text.place
        line = kept_line(old.lines, new.lines, line)
        return (line, min(column, max(0, len(new.lines[line].text) - 1))), None

    def _show_page(self, place: tuple[int, int], claim: int | None) -> None:
        """Show the page with the cursor at a place and a claim selected, for None the worst one of the cursor's row.

        Repeat an open search without moving the cursor.
        """
        last = self.page.page.source.count("\n") + 1
        self.text.show(self.page.view(as_read=self.shows_read), last, place, claim)
        if claim is None:
            self.text.choose_again()
        self.find_again()
        self._tell_head()

    def _tell_head(self) -> None:
        """Update the title and the counts."""
        counts = self.query_one("#counts", Static)
        counts.update(self.page.counts)
        counts.set_class(bool(self.page.wrong), "wrong")
        self.query_one(Place).update(self.page.name(self.size.width - len(self.page.counts) - _GAPS))

    # ---- the selected claim

    def on_page_text_moved(self) -> None:
        """Explain the selected claim; its working follows once the cursor rests."""
        self._explain()
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(_REST, self._show_working)

    def _explain(self) -> None:
        """Show the explanation of the selected claim, or the page's summary if none is selected."""
        finding, chosen = self.query_one(FindingView), self.text.chosen
        if chosen is None:
            number = self.page.view(as_read=self.shows_read).lines[self.text.place[0]].number
            title = f"line {number}" if number else "page"
            finding.show(title, partial(summary, self.page, number))
            return
        claim = self.page.claims[chosen]
        explanation = explain(self.page.page, claim)
        marked = self.page.wrong if chosen in self.page.wrong else self.page.marked(unchecked=self.text.unchecked)
        position = f"{marked.index(chosen) + 1} of {len(marked)}" + (" wrong" if marked is self.page.wrong else "")
        title = f"{explanation.sign} {explanation.verdict.value} · {explanation.where} · {position}"
        finding.show(title, partial(laid_out, explanation))

    def _show_working(self) -> None:
        """Show the working of the selected claim, if there is any."""
        self._resting = None
        chosen = self.text.chosen
        if chosen is None:
            return
        from katatx.views.audited.working import worked  # imports all operations, as the audit has done by now

        working = worked(self.page.claims[chosen])
        if working.lines or working.pictures:
            self.query_one(FindingView).show_working(partial(laid_out_working, working), working.pictures)

    def action_next_wrong(self) -> None:
        """Select the next wrong claim; after the last one, the first. If there is none, a notice says so."""
        self._go(self.page.wrong, 1, _NONE_WRONG)

    def action_previous_wrong(self) -> None:
        """Select the previous wrong claim; before the first one, the last. If there is none, a notice says so."""
        self._go(self.page.wrong, -1, _NONE_WRONG)

    def action_next_claim(self) -> None:
        """Select the next marked claim; after the last one, the first. If there is none, a notice says so."""
        self._go(self.page.marked(unchecked=self.text.unchecked), 1, _NONE_MARKED)

    def action_previous_claim(self) -> None:
        """Select the previous marked claim; before the first one, the last. If there is none, a notice says so."""
        self._go(self.page.marked(unchecked=self.text.unchecked), -1, _NONE_MARKED)

    def _go(self, claims: Sequence[int], by: int, none: str) -> None:
        """Select the next (`by` 1) or previous (-1) one of some claims, given by number, wrapping around.

        Say so if it wraps around, unless there is only one such claim. If there are none, show the notice `none`, or
        before the audit has ended that it is going on.
        """
        view, text = self.page.view(as_read=self.shows_read), self.text
        now = self.page.number_at(view.offset(*text.place)) - 0.5 if text.chosen is None else float(text.chosen)
        claim = next_claim(claims, now, by)
        if claim is None:
            self.tell(none if self.page.is_audited else "auditing…")
            return
        self.has_moved = True
        wraps = (claim <= now) if by > 0 else (claim >= now)
        self.tell(("the first again" if by > 0 else "the last again") if wraps and len(claims) > 1 else "")
        text.go_to(view.marks.place(claim), claim)

    def action_to_worksheet(self) -> None:
        """Open the selected claim's calculation in a worksheet, or say why there is none."""
        chosen = self.text.chosen
        work = "" if chosen is None else to_work(self.page.claims[chosen])
        if not work:
            self.tell(
                "there is no claim on this line"
                if chosen is None
                else "there is no calculation to open: the claim is in words"
            )
            return
        from katatx.tui.screens.worksheet import WorksheetScreen

        self.open_over(WorksheetScreen(path=None, text=work))

    def action_copy_finding(self) -> None:
        """Copy the selected claim and its verdict as text; if none is selected, say so."""
        chosen = self.text.chosen
        if chosen is None:
            self.tell("there is no claim on this line")
            return
        self.app.copy_to_clipboard(as_text(self.page.page, self.page.claims[chosen]))
        self.tell("copied")

    def action_more_said(self) -> None:
        """Scroll the explanation down one page; at its end, return to the top."""
        self.query_one(FindingView).more()

    def action_unchecked(self) -> None:
        """Mark or unmark the unchecked claims, and select the worst marked claim of the cursor's row."""
        text = self.text
        text.unchecked = not text.unchecked
        text.choose_again()
        self.tell("unchecked claims are marked: ?" if text.unchecked else "unchecked claims are not marked")

    def action_as_read(self) -> None:
        """Switch between the page as the audit read it and as in its file."""
        old = self.page.view(as_read=self.shows_read)
        offset, chosen = old.offset(*self.text.place), self.text.chosen
        self.shows_read = not self.shows_read
        view = self.page.view(as_read=self.shows_read)
        self._show_page(view.place(offset) if chosen is None else view.marks.place(chosen), chosen)
        self.tell("shown as the audit reads it" if self.shows_read else "shown as it is in its file")

    # ---- moving

    def _move(self, move: Callable[[], None]) -> None:
        """Call `move`, which moves the cursor, after clearing the notice.

        While the file cannot be read, the notice says so instead.
        """
        self.has_moved = True
        self.tell(f"cannot be read now: {self.trouble}" if self.trouble else "")
        move()

    def action_text_up(self) -> None:
        """Move the cursor up one row, as wrapped in the window, and select the worst claim there, if any."""
        self._move(lambda: self.text.move(-1))

    def action_text_down(self) -> None:
        """Move the cursor down one row, and select the worst claim there, if any."""
        self._move(lambda: self.text.move(1))

    def action_page_up(self) -> None:
        """Move the cursor up one screenful, and select the worst claim of its row, if any."""
        self._move(lambda: self.text.page(-1))

    def action_page_down(self) -> None:
        """Move the cursor down one screenful, and select the worst claim of its row, if any."""
        self._move(lambda: self.text.page(1))

    def action_text_top(self) -> None:
        """Move the cursor to the first row, and select the worst claim there, if any."""
        self._move(lambda: self.text.move_to(0))

    def action_text_end(self) -> None:
        """Move the cursor to the last row, and select the worst claim there, if any."""
        self._move(lambda: self.text.move_to(len(self.text.rows)))

    # ---- leaving

    def quit_app(self) -> None:
        """End the app as leaving the page does."""
        self.action_leave_page()

    def action_leave_page(self) -> None:
        """End the app with exit status 1 if a claim is wrong, else 0; with an error if the page was unreadable or not
        audited.
        """
        name = plain(self.page.page.path, 200, keep="")
        if self.trouble:
            self.post_message(Failed(KatatxError(f"{name}: {self.trouble}")))
        elif not self.page.is_audited:
            self.post_message(
                Failed(
                    KatatxError(f"{name}: closed before its audit was finished; open it again and wait for the audit")
                )
            )
        else:
            self.app.exit(return_code=1 if self.page.wrong else 0)
