"""The result of grading: a verdict and its explanation."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scoring.key import KnownTurn


class Verdict(StrEnum):
    """The kinds of verdict on an answer.

    - RIGHT: it agrees with the truth to the decimals asked.
    - CARRIED: it is off only by honest rounding of the lines before.
    - FOLLOWS: it is right by the learner's own earlier line, which was wrong.
    - COARSE: it is right so far, but has too few decimals. The learner tries again.
    - UNREAD: it has another shape, or is left unevaluated. The learner tries again.
    - WRONG_TURN: a known mistake in the working gives it.
    - SLIP: a small error explains it, such as a lost sign or lines rounded too early; or another convention gives it.
    - WRONG: nothing explains it.
    """

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
        """Return whether the answer completes the drill: it is right, carried or follows."""
        return self in (Verdict.RIGHT, Verdict.CARRIED, Verdict.FOLLOWS)

    @property
    def costs_nothing(self) -> bool:
        """Return whether the answer was not graded (coarse or unread), so that the learner tries again."""
        return self in (Verdict.COARSE, Verdict.UNREAD)


class Judgement(NamedTuple):
    """A verdict, its explanation, and which numbers are right.

    `message` is the explanation. `slots` says for each number, in row-major order, whether it is right or only too
    coarse; it is empty if the answer had another shape or was left unevaluated. `wrong_turns` are all known wrong turns
    that give this answer, the most likely first. `also` is what the message says of a mistake besides them, or empty.
    `unexplained` says that the message tells at most where the answer is wrong, not why; `doubtful` that it tells why,
    but that a mistake in the working may be the cause instead.
    """

    verdict: Verdict
    message: str
    slots: tuple[bool, ...] = ()
    wrong_turns: tuple[KnownTurn, ...] = ()
    unexplained: bool = False
    doubtful: bool = False
    also: str = ""

    @property
    def named(self) -> tuple[KnownTurn, ...]:
        """Return the wrong turns to report.

        If the first of `wrong_turns` is a belief (a mistake of one drill only), these are the beliefs among them;
        otherwise they are all.
        """
        beliefs = tuple(turn for turn in self.wrong_turns if turn.is_belief)
        return beliefs if beliefs and self.wrong_turns[0].is_belief else self.wrong_turns

    @property
    def line(self) -> str:
        """Return the message with the verdict's word before it, unless it begins with that: "slip: it cut off ..."."""
        word = self.verdict.value
        return self.message if self.message.startswith(word) else f"{word}: {self.message}"
