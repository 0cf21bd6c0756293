"""Audit a page: find its claims, judge them, and name known mistakes."""

from __future__ import annotations

from katatx.audit.claims import Claims
from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.audit.reading.lines import silenced_lines
from katatx.audit.reading.reader import PageReader
from katatx.engine.key import Solution
from katatx.engine.mistakes.judging import judge
from katatx.engine.pencils.pencil import Effort
from katatx.errors import KatatxError
from katatx.pages.page import Page
from scoring.answer import Answer, TypedNumber

# Finding the mistake behind a wrong result takes milliseconds; with more wrong results, something else is the matter.
_MOST_DIAGNOSED = 100
_EFFORT = 4_000
# Mistakes of a learner that are conventions on a page.
_CONVENTIONS = ("log-base-10", "degrees", "n-minus-1")


def audit_page(page: Page) -> PageAudit:
    """Return the audit of a page with all its claims. Never raise; `page.skipped` may get what cannot be read."""
    return PageAudit(page, tuple(read_claims(page).finished(page)))


def read_claims(page: Page) -> Claims:
    """Return the claims of a page, with the calculations behind them; `page.skipped` may get what cannot be read."""
    claims = PageReader(page).read()
    wrong = [claim for claim in claims.made if claim.verdict is ClaimVerdict.WRONG]
    silenced = silenced_lines(page) if wrong else {}
    for at, claim in enumerate(wrong):
        if at < _MOST_DIAGNOSED:
            claim.why, is_convention = diagnosed(claim)
            if is_convention:
                claim.uncheck(claim.why)
        reason = silenced.get(page.place(claim.start).line)
        if reason:
            claim.uncheck(f"ignored by a comment: {reason}")
        elif reason is not None and claim.verdict is ClaimVerdict.WRONG:
            claim.why = "to ignore it, write a reason after `katatx: ignore`"
    return claims


def diagnosed(claim: Claim) -> tuple[str, bool]:
    """Return a message on the known mistake behind a wrong result, or "", and whether it is a convention."""
    candidate, printed = claim.candidate, claim.result
    if candidate is None or printed is None or claim.row:
        return "", False
    values = {name: known.printed for name, known in candidate.names.items()}
    typed = tuple(TypedNumber(number.text, number.value, number.places, number.about) for number in printed.numbers)
    effort = Effort(_EFFORT)
    solution = Solution(candidate.node, values, None, effort=effort)
    try:
        judged = judge(Answer(typed, printed.shape), solution, effort=effort)
    except (KatatxError, ArithmeticError, ValueError, TypeError, IndexError):
        return "", False
    is_convention = any(cause.convention or cause.name.endswith(_CONVENTIONS) for cause in judged.causes)
    return (judged.message if is_convention or any(cause.name for cause in judged.causes) else ""), is_convention
