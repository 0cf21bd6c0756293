"""The result of grading: a verdict, and the causes of a wrong answer."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scoring.wording import capital, joined

# The name of all slips of the hand.
SLIP = "slip"


class Verdict(StrEnum):
    """Verdicts, by what a person does next: goes on, types again, or looks at the mistake.

    - RIGHT: the answer is right, perhaps only as honest rounding of the lines before allows.
    - FOLLOWS: it is right by the learner's own earlier line, which was wrong.
    - AGAIN: it cannot be judged, as it has another shape or too few digits; the learner types again.
    - WRONG: it is wrong.
    """

    RIGHT = "right"
    FOLLOWS = "follows"
    AGAIN = "again"
    WRONG = "wrong"

    @classmethod
    def _missing_(cls, value: object) -> Verdict | None:
        """Return the verdict for a word of an older log; None for any other word."""
        return _OLDER.get(value)

    @property
    def counts_as_right(self) -> bool:
        return self in (Verdict.RIGHT, Verdict.FOLLOWS)

    @property
    def costs_nothing(self) -> bool:
        return self is Verdict.AGAIN


_OLDER: dict[object, Verdict] = {
    "carried": Verdict.RIGHT, "coarse": Verdict.AGAIN, "unread": Verdict.AGAIN,
    "wrong-turn": Verdict.WRONG, "slip": Verdict.WRONG,
}  # fmt: skip


class Cause(NamedTuple):
    """An explanation of a wrong answer, in two clauses: what `happened`, and what to do `instead` (may be empty).

    `name` identifies a known mistake, and is empty for a slip of the hand. `line` is the line of the working that goes
    wrong, by its title; "answer" for a mistake of one drill only, a belief. A `convention` is no mistake but another
    valid layout, such as weights written for x·W.
    """

    happened: str
    instead: str = ""
    name: str = ""
    line: str = ""
    convention: bool = False

    @property
    def is_belief(self) -> bool:
        return self.line == "answer"

    @property
    def told(self) -> str:
        """Return the clauses as sentences."""
        return " ".join(f"{capital(clause)}." for clause in (self.happened, self.instead) if clause)


class Judgement(NamedTuple):
    """A verdict and its explanation.

    `slots` says for each number, in row-major order, whether it is not wrong; it is empty if the answer could not be
    compared. `rounded` says of a right answer that the rounding of earlier lines shows in it. `causes` are what may
    explain a wrong answer, the likeliest first.
    """

    verdict: Verdict
    message: str
    slots: tuple[bool, ...] = ()
    rounded: bool = False
    causes: tuple[Cause, ...] = ()

    def caused(self, causes: tuple[Cause, ...]) -> Judgement:
        """Return this judgement with causes, which its message tells; unchanged without any."""
        if not causes:
            return self
        return self._replace(causes=causes, message=joined([cause.told for cause in causes]))

    @property
    def wrong_turns(self) -> tuple[str, ...]:
        """Return the names of the known mistakes among the causes; "slip" if all are slips of the hand."""
        return tuple(cause.name for cause in self.causes if cause.name) or (SLIP,) * bool(self.causes)

    @property
    def line(self) -> str:
        """Return the message with the verdict's word before it, unless it begins with that."""
        word = self.verdict.value
        return self.message if self.message.startswith(word) else f"{word}: {self.message}"
