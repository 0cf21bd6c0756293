"""What comes out of grading."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scoring.key import KnownTurn


class Verdict(StrEnum):
    """What an answer turned out to be."""

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
        """Return whether the drill is done with this answer."""
        return self in (Verdict.RIGHT, Verdict.CARRIED, Verdict.FOLLOWS)

    @property
    def costs_nothing(self) -> bool:
        """Return whether the learner simply tries again: the answer was not graded."""
        return self in (Verdict.COARSE, Verdict.UNREAD)


class Judgement(NamedTuple):
    """A verdict, the sentence that explains it, and which slots are right.

    `slots` is in reading order, empty where the answer had another shape.
    `wrong_turns` names every known wrong turn that gives this answer.
    """

    verdict: Verdict
    message: str
    slots: tuple[bool, ...] = ()
    wrong_turns: tuple[KnownTurn, ...] = ()

    @property
    def line(self) -> str:
        """The verdict's word, then why: "right to 3 places", "slip: cut where ..."."""
        word = self.verdict.value
        return self.message if self.message.startswith(word) else f"{word}: {self.message}"
