"""The verdict on an answer: a sign, its word, why, and the slots one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from textual.content import Content
from textual.widgets import Static

from katatx.notation.quoting import plain
from katatx.practice.comparing import SlotMark, slot_marks
from katatx.practice.outcome import Outcome
from scoring import Verdict

SIGNS = {
    Verdict.RIGHT: "✓",
    Verdict.CARRIED: "✓",
    Verdict.FOLLOWS: "✓",
    Verdict.COARSE: "…",
    Verdict.UNREAD: "?",
    Verdict.WRONG_TURN: "✗",
    Verdict.SLIP: "✗",
    Verdict.WRONG: "✗",
}
_SLOTS_SHOWN = 24
_GAP = "   "


class VerdictView(Static):
    """Empty until there is a verdict. Colour only repeats what sign and word say."""

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
        """No verdict yet."""
        self.outcome = None
        self.set_classes("")
        self.update("")

    def on_resize(self) -> None:
        self.call_later(self._draw)

    def _draw(self) -> None:
        if self.outcome is None:
            return
        outcome, width = self.outcome, self.size.width or self.app.size.width
        lines = [Content.styled(f"{SIGNS[outcome.judgement.verdict]} {plain(outcome.line)}", "bold")]
        lines += _slots(slot_marks(outcome), width)
        told = (outcome.erratum, outcome.standing, outcome.notice)
        lines += [Content.styled(more, "$foreground 80%") for more in told if more is not None]
        self.update(Content("\n").join(lines))


def _slots(slots: Sequence[SlotMark], width: int) -> Iterator[Content]:
    """The slots side by side, those of a grid row by row; one right number needs none."""
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
    name = f" {mark.slot}:" if numbered else ""
    if mark.right:
        return Content.styled(f"✓{name} {mark.typed}", "$text-success")
    truth = "" if mark.true is None else f", true {mark.true}"
    return Content.styled(f"✗{name} yours {mark.typed}{truth}", "$text-error")
