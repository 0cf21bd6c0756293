"""The worksheet screen: lines of arithmetic, each with its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from textual import events, on
from textual.containers import Container, Horizontal
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static, TextArea

from katatx.tui.actions import COMPLETE, LEAVE, WORKSHEET
from katatx.tui.screen import KatatxScreen
from katatx.tui.screens.worksheet_files import WorksheetFile
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.completion import CompletionList
from katatx.tui.widgets.line_detail import LineDetail
from katatx.tui.widgets.section import Part
from katatx.tui.widgets.worksheet_editor import Margin, WorksheetEditor

if TYPE_CHECKING:
    from katatx.worksheet.marks import Mark
    from katatx.worksheet.sheet import Sheet

# Seconds without typing before a line is judged, and of rest before its working is shown.
_PAUSE = 0.15
_REST = 0.03
# Seconds: judging pauses for other events after the first; a line slower than the second is judged when the cursor
# leaves it.
_SLICE = 0.008
_SLOW = 0.025
# Lines above the cursor that are searched for one to explain.
_NEAR = 50
_WRITTEN = (
    ("a value", "softmax 1 4        layernorm 50 60 40 30"),
    ("a claim", "softmax 1 4 = 0.047 0.953        √32 ≈ 5.7"),
    ("a name", "scores = q·Kᵀ/√4 = [1, 4]; later lines can use it"),
    ("a name again", "gives a name of plain numbers a new value; the value of a calculated name is checked"),
    ("a comment", "# and all that follows"),
)
_MARKS = (
    ("✓ right", "correct to every decimal you wrote"),
    ("≈ rounded", "right; rounding on each line changed the last digits"),
    ("✗ wrong", "with the mistake if it is a known one; the working says what to do instead"),
    ("? again", "cannot be read, or has too few decimals"),
    ("= value", "the result of a line that claims none"),
)


class WorksheetScreen(KatatxScreen[None]):
    """An editor, a margin with the verdict on each line, and the working of the cursor's line.

    `text` is the initial text, from the file `path` or from none; it counts as saved. `sheet` has the lines with their
    verdicts; it is None until the text is painted.
    """

    CSS_PATH = stylesheet("worksheet")
    ACTIONS = WORKSHEET

    def __init__(self, path: Path | None = None, text: str = "") -> None:
        super().__init__()
        self.editor = WorksheetEditor(text, self._take_key, self.tell)
        self.margin = Margin(self.editor)
        self.file = WorksheetFile(self, path, text)
        self.sheet: Sheet | None = None
        self._marks: dict[int, Mark] = {}
        self._row = 0
        # Whether the cursor's line was edited since the cursor came; errors in it are not shown yet.
        self._typing = False
        self._judging: Timer | None = None
        self._resting: Timer | None = None

    @property
    def help_parts(self) -> Sequence[Part]:
        """Return the help sections on what to write and on the marks."""
        return Part("What you write", _WRITTEN), Part("The marks beside it", _MARKS)

    def compose_body(self) -> Iterator[Widget]:
        """Yield the title, the editor, the margin, the details and the status line."""
        with Horizontal(id="head"):
            yield Static(self.file.title, id="place", markup=False)
            yield Static(id="tally", markup=False)
        with Container(id="body"):
            with Container(id="paper"):
                yield self.editor
                yield self.margin
            yield LineDetail(self.katatx.keys.in_sentence(COMPLETE))
        yield Static(id="status", markup=False)
        yield CompletionList(self._put_in)

    def on_mount(self) -> None:
        """Focus the editor, and judge the text after the first painting."""
        self.margin.mark_at = self._mark_at
        self.watch(self.editor, "selection", self._leave_line, init=False)
        self.editor.focus()
        # Import the code that judges after the text is painted.
        self.call_after_refresh(self.set_timer, 0.01, self._begin)

    def on_screen_resume(self) -> None:
        """Update the footer."""
        self.show_keys()

    def _begin(self) -> None:
        """Judge the initial text, show its working, and offer to restore a backup."""
        from katatx.worksheet.sheet import Sheet

        self.sheet = Sheet(self.editor.document.lines)
        self._judge()
        self._show_detail()
        self.file.begin()

    @property
    def is_settled(self) -> bool:
        """Return whether everything is judged and displayed."""
        return self.sheet is not None and self.sheet.is_judged and self._resting is None

    # ---- judging

    @on(TextArea.Changed)
    def _edited(self) -> None:
        """Update the sheet and the completions after an edit.

        The line is judged after a pause, or when the cursor leaves it.
        """
        self.file.changed()
        if self.sheet is None:
            return
        self.sheet.rewrite(self.editor.document.lines)
        self._marks.clear()
        self._typing = True
        self._offer_choices()
        if self.editor.cursor_location[0] != self._row:
            self._move_to_row()
        else:
            self._judge_later(_PAUSE)
            self.margin.refresh()

    def _leave_line(self) -> None:
        """Judge the line that the cursor leaves before the next painting, unless an edit moves the cursor."""
        if self.sheet is not None and self.sheet.is_of(self.editor.document.lines):
            self._follow_cursor()

    @on(TextArea.SelectionChanged)
    def _follow_cursor(self) -> None:
        """Show the parameters of the operation at the cursor; on another line, judge the sheet, show that line's
        working, and close the list of completions.
        """
        if self.editor.cursor_location[0] != self._row:
            self._move_to_row()
            self.query_one(CompletionList).close()
        self._show_signature()

    def _move_to_row(self) -> None:
        """Judge the sheet and show the working of the cursor's new line."""
        self._row, self._typing = self.editor.cursor_location[0], False
        self._judge()
        self._show_detail_soon()
        self.margin.refresh()

    def _judge_later(self, seconds: float) -> None:
        """Schedule the judging, replacing an earlier schedule."""
        if self._judging is not None:
            self._judging.stop()
        self._judging = self.set_timer(seconds, self._judge)

    def _judge(self) -> None:
        """Judge changed lines and those that depend on them, for a short time; schedule the rest.

        If the line being typed is slow to judge, it and all lines below wait until the cursor leaves it.
        """
        if self.sheet is None:
            return
        if self._judging is not None:
            self._judging.stop()
        row, lines = self._row, self.sheet.lines
        slow = row < len(lines) and lines[row].seconds > _SLOW and self._typing
        begun = perf_counter()
        for judged in self.sheet.judge(before=row if slow else None):
            self._marks.pop(judged, None)
            if judged == row:
                self._show_detail_soon()
            if perf_counter() - begun > _SLICE:
                self._judge_later(0.001)
                break
        else:
            self._show_tally()
        self.margin.refresh()

    def _is_shown(self, row: int) -> bool:
        """Return whether the verdict on the line with index `row` is shown: it is judged, and is no error in the line
        being typed.
        """
        if self.sheet is None or row >= len(self.sheet.lines):
            return False
        line = self.sheet.lines[row]
        return line.judged and not (line.error is not None and self._typing and row == self._row)

    def _mark_at(self, row: int) -> Mark | None:
        """Return the mark of the line with index `row`; None if its verdict is not shown."""
        if self.sheet is None or not self._is_shown(row):
            return None
        if row not in self._marks:
            from katatx.worksheet.marks import mark_of

            self._marks[row] = mark_of(self.sheet.lines[row])
        return self._marks[row]

    # ---- notices and details

    def tell(self, notice: str) -> None:
        """Show a notice in the status line until the next key; "" removes it."""
        status = self.query_one("#status", Static)
        status.set_class(bool(notice), "-notice")
        status.update(notice, layout=False)

    def _show_signature(self) -> None:
        """Show the parameters of the operation at the cursor in the status line, unless it has a notice."""
        status = self.query_one("#status", Static)
        if self.sheet is None or status.has_class("-notice"):
            return
        from katatx.worksheet.completion import signature_at

        row, column = self.editor.cursor_location
        text, room = signature_at(self.editor.document.get_line(row), column), self.size.width - 2
        status.update(text if len(text) <= room else f"{text[: room - 1]}…", layout=False)

    def _show_tally(self) -> None:
        """Count the verdicts that are shown, beside the title."""
        from katatx.worksheet.marks import tally

        assert self.sheet is not None
        counts = tally([line for row, line in enumerate(self.sheet.lines) if self._is_shown(row)])
        line = self.query_one("#tally", Static)
        if str(line.content) != counts:
            line.update(counts)

    def _show_detail_soon(self) -> None:
        """Show the working of the cursor's line, or of one above it, once the cursor rests."""
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(_REST, self._show_detail)

    def _show_detail(self) -> None:
        """Show the working of the line that `_row_to_show` chooses: the cursor's, or one above it.

        If there is none, show nothing, or instructions if the first 50 lines are blank.
        """
        self._resting = None
        if self.sheet is None:
            return
        from katatx.worksheet.detail import detail_of

        panel, row = self.query_one(LineDetail), self._row_to_show()
        if row is not None:
            panel.show(detail_of(self.sheet, row), is_elsewhere=row != self._row)
        else:
            panel.show_none(is_beginning=not any(line.text.strip() for line in self.sheet.lines[:_NEAR]))

    def _row_to_show(self) -> int | None:
        """Return the index of the line whose working is shown; None if there is none.

        It is the cursor's line, or the nearest of the 49 lines above it if that is empty or its verdict is not shown.
        """
        assert self.sheet is not None
        lines = self.sheet.lines
        rows = range(min(self._row, len(lines) - 1), max(-1, self._row - _NEAR), -1)
        return next((row for row in rows if lines[row].text.strip() and self._is_shown(row)), None)

    # ---- keys

    def _take_key(self, event: events.Key) -> bool:
        """Handle a key for the list of completions; return whether it is consumed.

        Any key removes the notice. Escape closes the list; without a list it says which key leaves. Escape and the key
        that completes are always consumed.
        """
        if self.query_one("#status").has_class("-notice"):
            self.tell("")
        choices = self.query_one(CompletionList)
        action = self.katatx.keys.doing(WORKSHEET).get(event.key)
        if action is COMPLETE:
            self.action_complete()
            return True
        if event.key == "escape":
            if not choices.is_open:
                self.tell(f"{self.katatx.keys.shown(LEAVE)} leaves the worksheet")
            choices.close()
            return True
        if not choices.is_open:
            return False
        if event.key == "enter" and choices.at is not None:
            self._put_in(choices.at)
            return True
        return event.key in ("up", "down") and choices.move(1 if event.key == "down" else -1)

    def _offer_choices(self) -> None:
        """Show the completions of the word before the cursor; close the list if there are none."""
        from katatx.worksheet.completion import choices

        assert self.sheet is not None
        listed = self.query_one(CompletionList)
        row, column = self.editor.cursor_location
        text = self.editor.document.get_line(row)
        if not text[max(0, column - 1) : column].isalnum():
            listed.close()
            return
        found = choices(text, column, self.sheet.values_above(row))
        listed.open(found, self.editor.cursor_screen_offset, self.size)

    def _put_in(self, index: int) -> None:
        """Replace the word before the cursor with the completion with this index, and close the list."""
        listed = self.query_one(CompletionList)
        choice = listed.choices[index]
        row, column = self.editor.cursor_location
        following = self.editor.document.get_line(row)[column:]
        listed.close()
        self.editor.replace(
            choice.inserted(following), (row, column - choice.typed), (row, column), maintain_selection_offset=False
        )

    def action_complete(self) -> None:
        """Insert the selected completion, or the first; do nothing if the list is closed."""
        listed = self.query_one(CompletionList)
        if listed.is_open:
            self._put_in(listed.at or 0)

    def action_undo_edit(self) -> None:
        """Undo the last edit."""
        self.editor.undo()

    def action_redo_edit(self) -> None:
        """Redo the last undone edit."""
        self.editor.redo()

    def action_sheet_help(self) -> None:
        """Show the help page."""
        self.action_help()

    def action_working_up(self) -> None:
        """Scroll the working up two lines."""
        self.query_one(LineDetail).scroll_relative(y=-2, animate=False)

    def action_working_down(self) -> None:
        """Scroll the working down two lines."""
        self.query_one(LineDetail).scroll_relative(y=2, animate=False)

    def action_save(self) -> None:
        """Save the worksheet, asking for a name the first time."""
        self.file.save()

    def action_open_file(self) -> None:
        """Open another worksheet in place of this one, asking about unsaved changes and for its name."""
        self.file.open()

    def action_leave(self) -> None:
        """Close the worksheet, asking about unsaved changes."""
        self.file.leave()

    def quit_app(self) -> None:
        """Close the worksheet, asking about unsaved changes; the app ends only if this is its first screen."""
        self.action_leave()

    def on_unmount(self) -> None:
        """Keep a backup of unsaved text, to be offered next time."""
        self.file.end()
