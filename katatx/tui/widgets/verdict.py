"""The verdict on an answer: a sign, its word, why, and the slots one by one."""

from __future__ import annotations

from textual.widgets import Static

from katatx.notation.quoting import plain
from katatx.practice.sitting import Outcome
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
_SLOTS_SHOWN = 16


class VerdictView(Static):
    """Empty until there is a verdict. Colour only repeats what sign and word say."""

    def __init__(self) -> None:
        super().__init__("", id="verdict", markup=False)

    def show(self, outcome: Outcome) -> None:
        """Show the verdict on an answer."""
        judged = outcome.judgement
        kind = "right" if judged.verdict.counts_as_right else "again" if judged.verdict.costs_nothing else "wrong"
        self.set_classes(kind)
        lines = [f"{SIGNS[judged.verdict]} {plain(outcome.line)}"]
        if len(judged.slots) > 1 and not all(judged.slots):
            lines.append("  ".join(_slot(index, right) for index, right in enumerate(judged.slots[:_SLOTS_SHOWN])))
        lines += [more for more in (outcome.erratum, outcome.standing, outcome.notice) if more is not None]
        self.update("\n".join(lines))

    def clear(self) -> None:
        """No verdict yet."""
        self.set_classes("")
        self.update("")


def _slot(index: int, right: bool) -> str:
    return f"{index + 1} {'✓' if right else '✗'}"
