"""How many claims there were on one page or many, by verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from katatx.audit.findings import ClaimVerdict, PageAudit


@dataclass
class Tally:
    """Counts over pages; `checked` are the claims worked out, `unchecked` those that could not be read."""

    pages: int = 0
    seen: int = 0
    checked: int = 0
    carried: int = 0
    wrong: int = 0
    unchecked: int = 0

    def add(self, audit: PageAudit) -> None:
        """Counts one page more."""
        self.pages += 1
        self.seen += len(audit.claims)
        self.checked += audit.checked
        self.carried += audit.count(ClaimVerdict.CARRIED)
        self.wrong += audit.count(ClaimVerdict.WRONG)
        self.unchecked += audit.count(ClaimVerdict.UNCHECKED)

    def counted(self, audits: Iterable[PageAudit]) -> Iterator[PageAudit]:
        """The same audits, each counted as it passes."""
        for audit in audits:
            self.add(audit)
            yield audit

    def document(self) -> dict[str, int]:
        """The counts of claims as JSON, in the order of a report on several pages."""
        return {
            "seen": self.seen,
            "checked": self.checked,
            "carried": self.carried,
            "wrong": self.wrong,
            "unchecked": self.unchecked,
        }

    def __str__(self) -> str:
        return (
            f"{self.seen} seen, {self.checked} checked, {self.carried} carried, {self.wrong} wrong, "
            f"{self.unchecked} could not be read"
        )


def tally(audit: PageAudit) -> Tally:
    """The counts of one page."""
    found = Tally()
    found.add(audit)
    return found
