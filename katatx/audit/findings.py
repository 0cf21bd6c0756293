"""What an audit comes to: every claim of a page with its verdict."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from katatx.notation.quoting import plain
from katatx.pages.page import Page


class ClaimVerdict(StrEnum):
    """What is to be said of one claim."""

    RIGHT = "right"
    CARRIED = "carried"
    WRONG = "wrong"
    UNCHECKED = "unchecked"


class Figure(NamedTuple):
    """One printed number of a claim that is wrong: where it stands in the page's source, from `start` to before `stop`,
    and what should stand there.
    """

    start: int
    stop: int
    correct: str


class Claim(NamedTuple):
    """One calculation and its result as a page states them.

    `start` and `stop` bound it in the page's source, `text` is how it reads, `printed` the result as it stands.
    `calculation` is the one it was judged by, with its numbers put in; `true` what that comes to (a number, a row or a
    grid as lists; None where there is none). `why` says why it is carried or could not be checked. `figures` are its
    wrong numbers, `spoils` the lines, from 1, that stand on its wrong result.
    """

    start: int
    stop: int
    text: str
    printed: str
    verdict: ClaimVerdict
    calculation: str = ""
    true: object = None
    why: str = ""
    figures: tuple[Figure, ...] = ()
    spoils: tuple[int, ...] = ()


class NotAudited(NamedTuple):
    """A file or folder that could not be audited, by the name it goes by, and why."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{plain(self.path, 200, keep='')}: {self.why}"


class PageAudit(NamedTuple):
    """A page and its claims, in page order."""

    page: Page
    claims: tuple[Claim, ...]

    def count(self, *verdicts: ClaimVerdict) -> int:
        """Return how many claims have one of some verdicts; without any, all of them."""
        return sum(claim.verdict in (verdicts or tuple(ClaimVerdict)) for claim in self.claims)

    @property
    def checked(self) -> int:
        """Return how many claims were worked out."""
        return len(self.claims) - self.count(ClaimVerdict.UNCHECKED)
