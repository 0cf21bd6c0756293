"""The results of an audit: claims with verdicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from katatx.notation.quoting import plain
from katatx.pages.page import Page

if TYPE_CHECKING:
    from katatx.audit.values import Candidate, Printed


class ClaimVerdict(StrEnum):
    """The verdict on a claim.

    - RIGHT: its calculation gives the result.
    - CARRIED: the result follows from an earlier wrong one, or is off only by rounding along the way.
    - WRONG: its calculation gives another result.
    - UNCHECKED: it is uncertain whether the result is right.
    """

    RIGHT = "right"
    CARRIED = "carried"
    WRONG = "wrong"
    UNCHECKED = "unchecked"

    @property
    def agrees(self) -> bool:
        return self in (ClaimVerdict.RIGHT, ClaimVerdict.CARRIED)


class Figure(NamedTuple):
    """A wrong number of a claim: its source offsets, `start` up to `stop`, and the text of the correct number."""

    start: int
    stop: int
    correct: str


@dataclass(slots=True)
class Claim:
    """A calculation with its result, as a page states it.

    `start` and `stop` are its offsets in the page's source, `text` its text without markup (at most the last 300
    characters), and `printed` its result as printed. `calculation` is the one it was judged by, with short values in
    place of names ("" for none), and `true` its value (a number, or lists; None if there is none). `why` says why it is
    carried or unchecked, names the mistake behind a wrong result, or asks for the reason that a comment
    `katatx: ignore` lacks; it may be empty. `figures` are its wrong numbers; none if the result is itself a
    calculation. `spoils` are the lines, from 1, that use its wrong result; `follows_from` are those whose wrong results
    a carried claim uses. `numbers` are the result's printed numbers, and `off` the indexes of wrong ones. `to_check` is
    the calculation as text for `engine.checking.check`, with definitions of its names; "" if the claim is unchecked,
    or the calculation is described in words only or too long. `restates` says that it only repeats numbers above.
    The last four are known of claims that were read: the calculation, the result, its row of the calculation's (from
    1, or 0 for all of it), and the indexes of the claims that it depends on and that were called wrong.
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
    numbers: tuple[str, ...] = ()
    off: tuple[int, ...] = ()
    to_check: str = ""
    restates: bool = False
    follows_from: tuple[int, ...] = ()
    candidate: Candidate | None = field(default=None, compare=False)
    result: Printed | None = None
    row: int = 0
    roots: frozenset[int] = frozenset()

    def uncheck(self, why: str) -> None:
        self.verdict, self.why, self.figures, self.off, self.to_check = ClaimVerdict.UNCHECKED, why, (), (), ""


class NotAudited(NamedTuple):
    """A file or folder that could not be audited, and why."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{plain(self.path, 200, keep='')}: {self.why}"


class PageAudit(NamedTuple):
    """A page and its claims in page order."""

    page: Page
    claims: tuple[Claim, ...]

    @property
    def wrong(self) -> list[Claim]:
        return [claim for claim in self.claims if claim.verdict is ClaimVerdict.WRONG]
