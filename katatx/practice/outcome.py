"""What an answer led to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring import Judgement

if TYPE_CHECKING:
    from katatx.practice.question import Question


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer led to; it is on disk already. `comes_back` says that its drill is asked
    again in this run, `tells_truth` that its true working may be shown.
    """

    question: Question
    typed: str
    judgement: Judgement
    seconds: float
    help: int
    comes_back: bool = False
    tells_truth: bool = True
    # How the drill stands after it, and where it was kept if not in the log; None where there is nothing to tell.
    standing: str | None = None
    # The worked line on which a wrong turn was taken, by the name it has in the working.
    turned_on: str | None = None
    notice: str | None = None

    @property
    def line(self) -> str:
        """The verdict in words, with the line's name as the working has it; a right answer that had help says
        so, and what comes of it.
        """
        if self.judgement.wrong_turns and self.tells_truth:
            called = f", on the line {self.judgement.wrong_turns[0].line}:"
            shown = ":" if self.turned_on is None else f", on the line {self.turned_on}:"
            return self.judgement.line.replace(called, shown, 1)
        if not (self.help and self.judgement.verdict.counts_as_right):
            return self.judgement.line
        return f"{self.judgement.line}; with help{', so it comes back once more' * self.comes_back}"

    @property
    def erratum(self) -> str | None:
        """Return what the page prints wrongly, to be told once the answer is graded."""
        return None if self.judgement.verdict.costs_nothing else self.question.erratum

    @property
    def clean(self) -> bool:
        """Return whether it was right, and without help."""
        return self.judgement.verdict.counts_as_right and self.help == 0
