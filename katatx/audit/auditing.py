"""Audit a page: find its claims, judge them, and name known mistakes."""

from __future__ import annotations

from katatx.audit.claims import Claims, Draft
from katatx.audit.findings import ClaimVerdict, PageAudit
from katatx.audit.reading.reader import PageReader
from katatx.audit.silences import silenced_lines
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
    wrong = [draft for draft in claims.drafts if draft.verdict is ClaimVerdict.WRONG]
    for draft in wrong[:_MOST_DIAGNOSED]:
        why, is_convention = diagnosed(draft)
        draft.judged = draft.judged._replace(why=why)
        if is_convention:
            draft.uncheck(why)
    _silence(page, wrong)
    return claims


def diagnosed(draft: Draft) -> tuple[str, bool]:
    """Return a message on the known mistake behind a wrong result, or "", and whether it is a convention."""
    candidate, printed = draft.judged.candidate, draft.numbers
    if candidate is None or printed is None or draft.row:
        return "", False
    values = {name: known.printed for name, known in candidate.names.items()}
    typed = tuple(TypedNumber(number.text, number.value, number.places, number.about) for number in printed.numbers)
    effort = Effort(_EFFORT)
    try:
        judged = judge(
            Answer(typed, printed.shape), Solution(candidate.node, values, None, effort=effort), effort=effort
        )
    except (KatatxError, ArithmeticError, ValueError, TypeError, IndexError):
        return "", False
    is_convention = any(cause.convention or cause.name.endswith(_CONVENTIONS) for cause in judged.causes)
    named = is_convention or any(cause.name for cause in judged.causes)
    return (judged.message if named else ""), is_convention


def _silence(page: Page, wrong: list[Draft]) -> None:
    """Make those wrong claims unchecked whose first line a comment of the page excludes with a reason."""
    silenced = silenced_lines(page) if wrong else {}
    for draft in wrong:
        reason = silenced.get(page.place(draft.span[0]).line)
        if reason:
            draft.uncheck(f"ignored by a comment: {reason}")
        elif reason is not None and draft.verdict is ClaimVerdict.WRONG:
            draft.judged = draft.judged._replace(why="to ignore it, write a reason after `katatx: ignore`")
