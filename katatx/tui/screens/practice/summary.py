"""The summary of a session: answers compared with the truth, and what changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.sessions.sitting import Sitting
from katatx.tui.actions import SUMMARY, Action
from katatx.tui.messages import SittingOver
from katatx.tui.screen import KatatxScreen
from katatx.tui.styles import stylesheet
from katatx.tui.summing_up import summary_of
from katatx.tui.widgets.row_list import ELSEWHERE, HERE
from katatx.views.summary import FOLLOWS, RIGHT, WRONG, Cells, table

_CHANGED = "what changed"
_STYLES = {RIGHT: "$text-success", WRONG: "$text-error", FOLLOWS: "$text-warning"}
# The headline is the first row, the column names the second.
_ABOVE = 2
# Columns that the table cannot use: edges and scroll bar, and a gap if the working is beside it.
_BESIDE, _GAP = 3, 2
# The table's share of the width if the working is beside it.
_PART = 3 / 5
# The least size to show both the working and what changed. A kata has few, long lines and shows them below its table
# unless the window has this width.
_BOTH, _BOTH_BESIDE_KATA = Size(100, 24), 160


class SummaryScreen(KatatxScreen[None]):
    """A list of the headline and all answers, with the working of the selected one and what the session changed.

    If there is no room for both, what changed is shown while the headline is selected. `sequels` are functions that
    start the sessions that may follow, by action name; `is_left` is True once one was started. Raises LogError if what
    the session changed cannot be read from the log.
    """

    CSS_PATH = stylesheet("summary")
    ACTIONS = SUMMARY

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.summary = summary_of(sitting)
        self.sequels = sitting.sequels
        self.is_left = False
        # In a wide window the headline cannot be selected, because what changed is always visible.
        self._is_on_headline = self.summary.at is None

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the actions available: of those that start a session only the ones in `sequels`."""
        following = {"redo-misses", "rework", "kata-again"} - self.sequels.keys()
        return tuple(each for each in SUMMARY if each.id not in following)

    @property
    def lines(self) -> list[str]:
        """Return the summary as lines of text."""
        return self.summary.lines()

    def compose_body(self) -> Iterator[Widget]:
        """Yield the title, the list of answers, the details, and what the session changed."""
        yield Static(plain(self.summary.title, keep=""), id="place", markup=False)
        with Container(id="body"):
            worked = OptionList(id="worked", markup=False)
            worked.can_focus = False
            yield worked
            with Container(id="behind"):
                with VerticalScroll(id="side", can_focus=False):
                    yield Static(id="detail", markup=False)
                with VerticalScroll(id="came", can_focus=False) as came:
                    came.border_title = _CHANGED
                    yield Static(_dotted(self.summary.came_of_it), markup=False)
        yield Static(id="notice", markup=False)

    def on_resize(self) -> None:
        """Lay out the screen for its new size."""
        super().on_resize()
        self.set_class(self._shows_both, "-both")
        self.set_class(self._shows_both and not self._is_beside, "-below")
        self._fill()

    @property
    def _shows_both(self) -> bool:
        """Return whether the working and what changed are both shown: there are answers and room for both."""
        return bool(self.summary.rows) and self.app.size.width >= _BOTH.width and self.app.size.height >= _BOTH.height

    @property
    def _is_beside(self) -> bool:
        """Return whether the working is beside the table: there are answers, and the window is wide enough."""
        least = _BOTH_BESIDE_KATA if self.sitting.run.kind == "kata" else _BOTH.width
        return bool(self.summary.rows) and self.app.size.width >= least

    @property
    def row(self) -> int | None:
        """Return the index of the selected answer; None on the headline."""
        at = self.query_one("#worked", OptionList).highlighted or 0
        return at - _ABOVE if at >= _ABOVE else None

    def tell(self, notice: str) -> None:
        """Show a notice above the keys; "" hides it."""
        line = self.query_one("#notice", Static)
        line.update(plain(notice, 300, keep=""))
        line.display = bool(notice)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the details of the selected row."""
        self._point()

    def action_up(self) -> None:
        """Move the cursor up one row."""
        self._move(-1)

    def action_down(self) -> None:
        """Move the cursor down one row."""
        self._move(1)

    def action_detail_up(self) -> None:
        """Scroll the details and what changed up one page."""
        for each in self.query("#side, #came").results(VerticalScroll):
            each.scroll_page_up(animate=False)

    def action_detail_down(self) -> None:
        """Scroll the details and what changed down one page."""
        for each in self.query("#side, #came").results(VerticalScroll):
            each.scroll_page_down(animate=False)

    def action_redo_misses(self) -> None:
        """Start a session at the missed drills; do nothing if there are none."""
        self._follow("redo-misses")

    def action_rework(self) -> None:
        """Repeat the kata from its first mistake; do nothing if there is none."""
        self._follow("rework")

    def action_kata_again(self) -> None:
        """Start the kata with other numbers; do nothing if the session was no kata."""
        self._follow("kata-again")

    def action_copy_result(self) -> None:
        """Copy the summary to the clipboard."""
        self.app.copy_to_clipboard(self.summary.text)
        self.tell("copied as plain text")

    def action_close(self) -> None:
        """Post `SittingOver`, which returns to where the session was started; do nothing if a sequel was started."""
        if not self.is_left:
            self.post_message(SittingOver(self.sitting))

    def _follow(self, name: str) -> None:
        """Leave the session for the one that the action `name` starts, by posting `SittingOver` with it.

        Show a notice instead if starting it raises KatatxError. Do nothing if there is none, or a second time.
        """
        begin = self.sequels.get(name)
        if begin is None or self.is_left:
            return
        try:
            following = begin()
        except KatatxError as error:
            self.tell(str(error))
            return
        self.is_left = True
        self.post_message(SittingOver(self.sitting, following))

    def _move(self, by: int) -> None:
        """Move the cursor by `by` rows (up if negative), to a row that can be selected; stop at the ends."""
        worked = self.query_one("#worked", OptionList)
        worked.highlighted = self._row_at((worked.highlighted or 0) + by, by)
        self._is_on_headline = worked.highlighted == 0

    def _row_at(self, at: int, by: int = 1) -> int:
        """Return the list row to select at or near `at`: none past the last, never the column names.

        Rows count from 0, which is the headline. It is selected only if `by` is negative and what changed has no place
        of its own (`_shows_both`), or if there are no other rows.
        """
        if not self.summary.rows:
            return 0
        if at < _ABOVE:  # the column names cannot be selected, nor the headline if it has no details
            at = _ABOVE if by > 0 or self._shows_both else 0
        return min(at, len(self.summary.rows) + 1)

    @property
    def _room(self) -> int:
        """Return the number of columns of a table row after its cursor and sign."""
        room = self.app.size.width - _BESIDE
        if self._is_beside:
            room = int((room - _GAP) * _PART) - 1
        return room - len(HERE) - 2

    def _fill(self) -> None:
        """Fill the list for the window's size, keeping the cursor."""
        worked = self.query_one("#worked", OptionList)
        at = worked.highlighted
        if at is None:
            at = (self.summary.at or 0) + _ABOVE
        worked.clear_options()
        worked.add_option(Option(""))
        if self.summary.rows:
            worked.add_option(Option("", disabled=True))
            worked.add_options([Option("") for _ in self.summary.rows])
        worked.highlighted = 0 if self._is_on_headline and not self._shows_both else self._row_at(at)
        self._point()

    def _point(self) -> None:
        """Paint the rows, and show the details of the selected one."""
        worked = self.query_one("#worked", OptionList)
        at = worked.highlighted or 0
        head, rows = table(self.summary, self._room)
        prompts = [Content.styled(self.summary.headline, "bold")]
        if self.summary.rows:
            prompts.append(Content.styled("  " + head, "$foreground 60%"))
            prompts += [_painted(row.sign, cells) for row, cells in zip(self.summary.rows, rows, strict=True)]
        for index, prompt in enumerate(prompts):
            worked.replace_option_prompt_at_index(index, Content(HERE if index == at else ELSEWHERE) + prompt)
        self._show_behind()

    def _show_behind(self) -> None:
        """Show the details of the selected row; for the headline, what the session changed."""
        side, row = self.query_one("#side", VerticalScroll), self.row
        if row is None:
            side.border_title, lines = _CHANGED, self.summary.came_of_it
        else:
            answer = self.summary.rows[row]
            side.border_title = plain(answer.name.strip(), 60, keep="")
            timed = [f"time   {answer.timed}"] if answer.timed else []
            lines = (f"yours  {answer.yours}", f"true   {answer.true}", *timed, *answer.work_out())
        self.query_one("#detail", Static).update(_dotted(lines))
        side.scroll_home(animate=False)


def _painted(sign: str, cells: Cells) -> Content:
    """Return a table row with its sign (RIGHT, WRONG or FOLLOWS) and its note styled; empty cells are left out."""
    *texts, note = cells
    text = "  ".join(cell for cell in texts if cell)
    return Content.assemble((sign, _STYLES[sign]), f" {text}", (f"  {note}" if note else "", "$foreground 60%"))


def _dotted(lines: Sequence[str]) -> Content:
    """Return lines as text, with the dots `●` of clean answers coloured and the missing ones `○` dim."""
    text = Content("\n".join(lines))
    return text.highlight_regex("●+", style="$text-success").highlight_regex("○+", style="$foreground 40%")
