"""What a claim is judged by can be checked again by itself, and comes to the same."""

from __future__ import annotations

from katatx.audit.findings import ClaimVerdict
from katatx.engine.checking import check
from katatx.engine.values import as_lists, flat
from katatx.errors import KatatxError
from tests.audit.planting import clean_audit, page_paths


def test_on_right_pages_it_comes_to_what_is_printed() -> None:
    """Of calculations on right pages, all can be read again, and nearly all come to what the audit found."""
    tried = other = 0
    for path in page_paths():
        for claim in clean_audit(path).claims:
            if claim.verdict is not ClaimVerdict.RIGHT or not claim.to_check:
                continue
            tried += 1
            try:
                value = flat(check(claim.to_check).links[-1].value)
            except KatatxError:
                other += 1
                continue
            true = claim.true if isinstance(claim.true, list) else [claim.true]
            numbers = [number for row in true for number in (row if isinstance(row, list) else [row])]
            other += len(value) != len(numbers) or any(
                abs(one - two) > 0.02 * max(abs(two), 0.5) for one, two in zip(as_lists(value), numbers, strict=True)
            )
    assert tried > 1000
    assert other <= 0.02 * tried
