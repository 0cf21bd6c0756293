"""The widget with the verdict on an answer. Widths are in characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from textual.content import Content
from textual.widgets import Static

from katatx.notation.quoting import plain
from katatx.questions.outcome import Outcome, SlotMark, slot_marks
from katatx.tui.widgets.hanging import hanging
from katatx.tui.widgets.redrawn import RedrawnOnResize
from scoring import Verdict

SIGNS = {
    Verdict.RIGHT: "✓",
    Verdict.FOLLOWS: "✓",
    Verdict.AGAIN: "?",
    Verdict.WRONG: "✗",
}
_SLOTS_SHOWN = 24
_GAP = "   "


class VerdictView(RedrawnOnResize, Static):
    """The verdict with its reason; empty until there is one. Colours only repeat signs and words."""

    def __init__(self) -> None:
        super().__init__("", id="verdict", markup=False)
        self.outcome: Outcome | None = None

    def show(self, outcome: Outcome) -> None:
        """Show the verdict on an answer."""
        self.outcome = outcome
        verdict = outcome.judgement.verdict
        self.set_classes("right" if verdict.counts_as_right else "again" if verdict.costs_nothing else "wrong")
        self._draw()

    def clear(self) -> None:
        """Show nothing."""
        self.outcome = None
        self.set_classes("")
        self.update("")

    def come_into_view(self) -> None:
        """Scroll to the verdict; do nothing if there is none."""
        if self.outcome is not None:
            self.scroll_visible(animate=False)

    def on_resize(self) -> None:
        """Scroll to the verdict in its new size; the base class draws it."""
        self.call_after_refresh(self.come_into_view)

    def _draw(self) -> None:
        """Draw the verdict for the widget's width."""
        if self.outcome is None:
            return
        self.update(Content("\n").join(_lines_of(self.outcome, self.size.width or self.app.size.width)))


def _lines_of(outcome: Outcome, width: int) -> Iterator[Content]:
    """Yield the lines of a verdict on an answer: reason and time.

    A wrong answer is followed by its numbers, unless a table shows them. Then come the steps that changed, and the
    page's misprint.
    """
    judgement = outcome.judgement
    headline, is_right = plain(outcome.headline), judgement.verdict.counts_as_right
    time, *changes = outcome.told or ("",)
    ending = f" · {time}" if time else ""
    is_one_line = len(headline) + len(ending) + 2 <= width
    sign = f"{SIGNS[judgement.verdict]} "
    yield Content.assemble((hanging(sign, headline, width), "bold"), ending if is_one_line else "")
    if time and not is_one_line:
        yield Content.styled(f"  {time}", "$foreground 80%")
    if not is_right and (outcome.question.options or not outcome.tells_truth):
        yield from _slots(slot_marks(outcome), width)
    for change in changes:
        yield Content.styled(f"  {plain(change)}", "$foreground 80%")
    if outcome.erratum is not None:
        yield Content.styled(outcome.erratum, "$foreground 80%")


def _slots(slots: Sequence[SlotMark], width: int) -> Iterator[Content]:
    """Yield lines with the numbers of an answer, marked right or wrong; nothing for a single right number.

    At most 24 are shown; a last line counts the others.
    """
    if not slots or (len(slots) == 1 and slots[0].right):
        return
    for row, marks in groupby(slots[:_SLOTS_SHOWN], key=lambda mark: mark.row):
        head = "" if row is None else f"row {row}  "
        line = Content(head)
        for mark in marks:
            slot = _slot(mark, numbered=len(slots) > 1)
            if len(line) > len(head) and len(line) + len(slot) + len(_GAP) > width:
                yield line
                line = Content(" " * len(head))
            line = line.append(_GAP if len(line) > len(head) else "").append(slot)
        yield line
    if len(slots) > _SLOTS_SHOWN:
        rest = slots[_SLOTS_SHOWN:]
        wrong = sum(not mark.right for mark in rest)
        yield Content(f"and {len(rest)} more, {wrong} of them wrong" if wrong else f"and {len(rest)} more, all right")


def _slot(mark: SlotMark, numbered: bool) -> Content:
    """Return a number of an answer with its mark, with `numbered` its position, and if wrong the truth if known."""
    name = f" {mark.slot}:" if numbered else ""
    if mark.right:
        return Content.styled(f"✓{name} {mark.typed}", "$text-success")
    truth = "" if mark.true is None else f", true {mark.true}"
    return Content.styled(f"✗{name} yours {mark.typed}{truth}", "$text-error")
