"""Summary of an audit, shown when the cursor is on no claim: what was found and what was not read."""

from __future__ import annotations

from katatx.pictures.parts import Line, Span, wrapped
from katatx.views.audited.page import AuditedPage

_MOST_NAMED = 12


def summary(page: AuditedPage, line: int, width: int) -> list[Line]:
    """Return the summary as lines of at most `width` cells; before the audit is done, one line that says so.

    `line` is the cursor's line in the file, from 1, or 0 for none; if it was not read, the reason comes first.
    """
    if not page.is_audited:
        return [(Span("auditing…", "faint"),)]
    why = page.not_read(line)
    here = "No claim on this line." if why is None else f"Line {line} was not read: {why}."
    found: list[Line] = []
    for role, text in (("", here), *_found(page)):
        found += [(Span(part, role),) for part in wrapped(text, width)]
        found.append(())
    return found[:-1]


def _found(page: AuditedPage) -> list[tuple[str, str]]:
    """Return (style role, sentence) pairs on the claims found and the parts not read."""
    if not page.claims:
        sentences = [("", "There is nothing to check: no calculation with a result was found on the page.")]
    elif page.wrong:
        lines = list(dict.fromkeys(page.page.place(page.claims[at].start).line for at in page.wrong))
        rest = f" and {len(lines) - _MOST_NAMED} more lines" if len(lines) > _MOST_NAMED else ""
        named = ", ".join(map(str, lines[:_MOST_NAMED])) + rest
        sentences = [("wrong", f"✗ {len(page.wrong)} wrong, on line{'s' * (len(lines) > 1)} {named}.")]
    else:
        checked = len(page.marked(unchecked=False))
        said = f"✓ Nothing is wrong: all {checked:,} claims that could be checked agree with their calculations."
        sentences = [("right", said) if checked else ("", "None of the claims on the page could be checked.")]
    skipped = page.page.skipped
    if skipped:
        many = f"{len(skipped)} parts of the page were" if len(skipped) > 1 else "One part of the page was"
        sentences.append(("", f"{many} not read, the first on line {skipped[0][0]}: {skipped[0][1]}."))
    return sentences
