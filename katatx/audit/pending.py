"""Numbers that a page says were worked, kept until it is read: those that nothing explains are seen, and not read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from katatx.audit.drafts import Drafts
from katatx.audit.figures import has_meaning
from katatx.audit.ledgers import Ledger, is_of_ledger
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.results import Printed
from katatx.audit.token import Token

UNCLEAR = "what it was worked from is not clear"


class _Number(NamedTuple):
    line: LogicalLine
    own: list[Token]
    printed: Printed
    why: str


class Pending:
    """Numbers that may still be explained further down."""

    def __init__(self) -> None:
        self.numbers: list[_Number] = []

    def note(self, line: LogicalLine, own: list[Token], printed: Printed, why: str = UNCLEAR) -> None:
        """Keep a number, or a row, that is said to be worked."""
        self.numbers.append(_Number(line, own, printed, why))

    def settle(self, drafts: Drafts) -> None:
        """Make claims of what no other claim stands on."""
        taken: dict[int, list[tuple[int, int]]] = {}
        for draft in drafts.all:
            taken.setdefault(draft.index, []).append((draft.start, draft.stop))
        for each in self.numbers:
            first, last = each.line.span(each.printed.start, each.printed.stop)
            if not any(start < last and first < stop for start, stop in taken.get(each.line.index, ())):
                drafts.unread(each.line, each.own, each.printed, each.why)
                taken.setdefault(each.line.index, []).append((first, last))


def is_said_to_be_worked(label: list[Token], printed: Printed, ledger: Ledger, line: int) -> bool:
    """Whether a label with nothing but its figure is that of a row that is worked from others, or of an amount that
    bills work out. A row of whole numbers with no brackets may be given.
    """
    if printed.shape:
        bracketed = printed.start < printed.spans[0][0]
        return (bracketed or any(number.places for number in printed.numbers)) and has_meaning(_words(label))
    return is_of_ledger(label) and any(True for _ in ledger.meanings(label, line))


def _words(label: Sequence[Token]) -> list[str]:
    return [token.text.lower() for token in label if token.kind == "name"]
