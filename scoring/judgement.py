"""The result of grading: a verdict and its explanation."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scoring.key import KnownTurn


class Verdict(StrEnum):
    """The kinds of verdict on an answer."""

    RIGHT = "right"
    CARRIED = "carried"
    FOLLOWS = "follows"
    COARSE = "coarse"
    UNREAD = "unread"
    WRONG_TURN = "wrong-turn"
    SLIP = "slip"
    WRONG = "wrong"

    @property
    def counts_as_right(self) -> bool:
        """Return whether the answer completes the drill."""
        return self in (Verdict.RIGHT, Verdict.CARRIED, Verdict.FOLLOWS)

    @property
    def costs_nothing(self) -> bool:
        """Return whether the answer was not graded, so that the learner tries again."""
        return self in (Verdict.COARSE, Verdict.UNREAD)


class Judgement(NamedTuple):
    """A verdict, its explanation, and which numbers are right.

    `slots` has one entry for each number in row-major order; empty if the answer had another shape. `wrong_turns` are
    all known wrong turns that give this answer. `unexplained` says that the message tells at most where the answer is
    wrong, not why; `doubtful` that it tells why, but that a mistake in the working may be the cause instead.
    """

    verdict: Verdict
    message: str
    slots: tuple[bool, ...] = ()
    wrong_turns: tuple[KnownTurn, ...] = ()
    unexplained: bool = False
    doubtful: bool = False

    @property
    def named(self) -> tuple[KnownTurn, ...]:
        """Return the wrong turns to report; if a belief of the drill explains the answer best, only beliefs."""
        beliefs = tuple(turn for turn in self.wrong_turns if turn.is_belief)
        return beliefs if beliefs and self.wrong_turns[0].is_belief else self.wrong_turns

    @property
    def line(self) -> str:
        """Return the verdict's word and the explanation: "right to 3 places", "slip: cut where ..."."""
        word = self.verdict.value
        return self.message if self.message.startswith(word) else f"{word}: {self.message}"
