"""The audit of a page: its claims in page order, each root with the lines it spoils."""

from __future__ import annotations

from katatx.audit.decimal_commas import corrected_with_commas, with_points, written_with_commas
from katatx.audit.diagnosis import diagnosed
from katatx.audit.drafts import Draft
from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.audit.logical_lines import logical_lines
from katatx.audit.printed_fractions import fraction_figures
from katatx.audit.reader import Reader
from katatx.audit.silences import silenced_lines
from katatx.pages.page import Page

# Looking for the mistake behind a wrong result takes milliseconds; a page with more of them has another trouble.
_MOST_DIAGNOSED = 100


def audit_page(page: Page) -> PageAudit:
    """Find every claim of a page and work it out again. Never raises, whatever the page holds."""
    reader = Reader(page.source)
    spelled = with_points(page.source, list(logical_lines(page.lines)))
    reader.read(spelled.lines)
    reader.sheet.pending.settle(reader.sheet.drafts)
    drafts = reader.sheet.drafts.all
    wrong = [draft for draft in drafts if draft.verdict is ClaimVerdict.WRONG]
    for draft in wrong[:_MOST_DIAGNOSED]:
        draft.why = draft.why or diagnosed(draft)
    for draft in wrong:
        draft.figures = draft.figures or fraction_figures(
            page.source, draft.start, draft.stop, draft.printed, draft.true
        )
    for draft in drafts:
        if draft.index in spelled.commas:
            _put_commas(page, draft)
    _silence(page, wrong)
    lines = [page.place(draft.start).line for draft in drafts]
    spoiled: dict[int, set[int]] = {}
    for draft in drafts:
        for root in draft.roots:
            spoiled.setdefault(root, set()).add(lines[draft.number])
    claims = [_claim(draft, drafts, lines, spoiled, draft.index in spelled.commas) for draft in drafts]
    reader.sheet.passed_over.all += spelled.left_out
    return PageAudit(reader.sheet.passed_over.on(page), tuple(sorted(claims, key=lambda claim: claim.start)))


def _put_commas(page: Page, draft: Draft) -> None:
    """Say what is true of a claim as its page writes numbers."""
    draft.why = written_with_commas(draft.why)
    draft.figures = tuple(
        each._replace(correct=corrected_with_commas(each.correct, page.source[each.start : each.stop]))
        for each in draft.figures
    )


def _silence(page: Page, wrong: list[Draft]) -> None:
    """Leave alone what a comment of the page says is to be left alone, for a reason."""
    silenced = silenced_lines(page) if wrong else {}
    for draft in wrong:
        reason = silenced.get(page.place(draft.start).line)
        if reason:
            draft.verdict, draft.why, draft.figures = ClaimVerdict.UNCHECKED, f"left alone: {reason}", ()
        elif reason is not None:
            draft.why = f"{draft.why}; `katatx: ignore` wants a reason after it".lstrip("; ")


def _claim(draft: Draft, drafts: list[Draft], lines: list[int], spoiled: dict[int, set[int]], commas: bool) -> Claim:
    why = draft.why
    roots = sorted({lines[root] for root in draft.roots if drafts[root].verdict is ClaimVerdict.WRONG})
    if draft.verdict is ClaimVerdict.CARRIED and roots:
        why = f"follows from what is wrong on line {', '.join(map(str, roots))}"
    return Claim(
        draft.start,
        draft.stop,
        draft.text,
        draft.printed,
        draft.verdict,
        draft.true,
        why,
        draft.figures,
        tuple(sorted(spoiled.get(draft.number, ()))),
        commas,
    )
