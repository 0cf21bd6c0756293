"""The verdict on an answer: a sign, its word, why, and the slots one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from textual.content import Content
from textual.widgets import Static

from katatx.notation.quoting import plain
from katatx.practice.outcome import Outcome, SlotMark
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


class VerdictView(Static):
    """Empty until there is a verdict. Colour only repeats what sign and word say."""

    def __init__(self) -> None:
        super().__init__("", id="verdict", markup=False)

    def show(self, outcome: Outcome) -> None:
        """Show the verdict on an answer."""
        judged = outcome.judgement
        kind = "right" if judged.verdict.counts_as_right else "again" if judged.verdict.costs_nothing else "wrong"
        self.set_classes(kind)
        lines = [Content.styled(f"{SIGNS[judged.verdict]} {plain(outcome.line)}", "bold")]
        lines += _slots(outcome.slots)
        told = (outcome.erratum, outcome.standing, outcome.notice)
        lines += [Content.styled(more, "$foreground 80%") for more in told if more is not None]
        self.update(Content("\n").join(lines))

    def clear(self) -> None:
        """No verdict yet."""
        self.set_classes("")
        self.update("")


def _slots(slots: Sequence[SlotMark]) -> Iterator[Content]:
    """A line for a row of slots, a line for each row of a grid; one right number needs none."""
    if not slots or (len(slots) == 1 and slots[0].right):
        return
    for row, marks in groupby(slots[:_SLOTS_SHOWN], key=lambda mark: mark.row):
        head = Content("") if row is None else Content(f"row {row}  ")
        numbered = len(slots) > 1
        yield head.append(Content("   ").join(_slot(mark, numbered) for mark in marks))
    if len(slots) > _SLOTS_SHOWN:
        rest = slots[_SLOTS_SHOWN:]
        wrong = sum(not mark.right for mark in rest)
        yield Content(f"and {len(rest)} more, {wrong} of them wrong" if wrong else f"and {len(rest)} more, all right")


def _slot(mark: SlotMark, numbered: bool) -> Content:
    name = f" {mark.slot}" if numbered else ""
    if mark.right:
        return Content.styled(f"✓{name} {mark.typed}", "$text-success")
    truth = "" if mark.true is None else f", true {mark.true}"
    return Content.styled(f"✗{name} yours {mark.typed}{truth}", "$text-error")
