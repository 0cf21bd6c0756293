"""Where a finding stands and what is said of it, for every report alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from katatx.audit.decimal_commas import written_with_commas
from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.notation.printing import Printable, write_value
from katatx.notation.quoting import plain
from katatx.pages.page import Page, Place

TEXT_LIMIT = 200
# What a program opens a file by must be whole; no system has longer names.
_NAME_LIMIT = 4096


class Region(NamedTuple):
    """A stretch of a file: its first character, and one past its last."""

    line: int
    column: int
    end_line: int
    end_column: int


def one_line(text: str, limit: int = TEXT_LIMIT) -> str:
    """Outside text on one line, safe to print and cut to `limit` characters."""
    return plain(" ".join(text[: 4 * limit].split()), limit, keep="")


def whole_name(path: str) -> str:
    """A file's name for a program: safe to print, whole."""
    return plain(path, _NAME_LIMIT, keep="")


def statement(claim: Claim) -> str:
    """What is printed, what is true, and why, on one line."""
    said = f"{one_line(claim.printed)} is printed"
    if claim.true is not None:
        said += f", {written_truth(claim.true, claim.commas)} is true"
    return f"{said}: {one_line(claim.why)}" if claim.why.strip() else said


def written_truth(value: object, commas: bool = False) -> str:
    """A true result as pencil notation, cut to what a line can hold; with decimal `commas` if its page has them."""
    if isinstance(value, (int, float, Sequence)) and not isinstance(value, str):
        written = write_value(cast("Printable", value), 6)
        return one_line(written_with_commas(written) if commas else written)
    return one_line(str(value))


def wrong_claims(audit: PageAudit) -> Iterator[Claim]:
    """The page's wrong claims, in page order."""
    return (claim for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG)


def last_place(page: Page, start: int, stop: int) -> Place:
    """Where the last character of a stretch of the source stands."""
    return page.place(max(start, stop - 1))


def region(page: Page, start: int, stop: int) -> Region:
    """A stretch of the source in lines and columns."""
    last = last_place(page, start, stop)
    return Region(*page.place(start), last.line, last.column + (stop > start))


def bounds(claim: Claim) -> tuple[int, int]:
    """Where a person is to look: from the first wrong number to the last; without any, the claim."""
    if not claim.figures:
        return claim.start, claim.stop
    return min(figure.start for figure in claim.figures), max(figure.stop for figure in claim.figures)
