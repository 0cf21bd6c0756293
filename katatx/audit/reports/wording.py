"""Texts shared by all reports: places, statements on claims, and counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.notation.printing import Printable, write_value
from katatx.notation.quoting import plain
from katatx.pages.page import Page

TEXT_LIMIT = 200
# Programs open a file by its whole name; no system has longer ones.
_NAME_LIMIT = 4096
_PLACES = 6
_MOST_PLACES = 12
_LINES_NAMED = 20
_COUNTED = ("seen", "checked", "restated", "carried", "wrong", "unchecked", "partial")


class Tally(Counter[str]):
    """Counts by their names in JSON; checked are the claims whose own calculation was worked out."""

    def __init__(self, audits: Iterable[PageAudit] = ()) -> None:
        super().__init__(dict.fromkeys(_COUNTED, 0))
        self.pages = 0
        for _ in self.counted(audits):
            pass

    def counted(self, audits: Iterable[PageAudit]) -> Iterator[PageAudit]:
        """Yield the audits, and count each one's claims just before that."""
        for audit in audits:
            self.update(claim.verdict.value for claim in audit.claims if claim.verdict is not ClaimVerdict.RIGHT)
            checked = [claim for claim in audit.claims if claim.verdict is not ClaimVerdict.UNCHECKED]
            restated = sum(claim.restates for claim in checked)
            self.update(seen=len(audit.claims), checked=len(checked) - restated, restated=restated)
            self["partial"] += bool(audit.page.stopped)
            self.pages += 1
            yield audit

    def __str__(self) -> str:
        """Return `5 seen, 4 checked, 0 carried, 1 wrong, 1 unchecked; 1 page not read to its end`."""
        named = [name for name in _COUNTED[:-1] if self[name] or name != "restated"]
        said, cut = ", ".join(f"{self[name]} {name}" for name in named), self["partial"]
        return f"{said}; {cut} page{'s' * (cut > 1)} not read to {'its' if cut == 1 else 'their'} end" if cut else said


def one_line(text: str, limit: int = TEXT_LIMIT) -> str:
    """Return untrusted text on one line, safe to display, white space collapsed, cut after `limit` characters."""
    return plain(" ".join(text[: 4 * limit].split()), limit, keep="")


def whole_name(path: str) -> str:
    """Return a file's name for programs, safe to display and cut only after 4,096 characters."""
    return plain(path, _NAME_LIMIT, keep="")


def statement(claim: Claim) -> str:
    """Return one line on a wrong claim: its calculation, the true value, the printed one, and its `why` if any."""
    calculation, printed = one_line(claim.calculation), one_line(claim.printed)
    if claim.true is None:
        text = f"{printed} is not what {calculation} comes to" if calculation else f"{printed} is wrong"
    else:
        truth = written_truth(claim.true, printed)
        shown = f"{calculation} = {truth}" if calculation not in ("", truth) else f"should be {truth}"
        text = f"{shown}, printed {printed}"
    return f"{text}: {one_line(claim.why)}" if claim.why.strip() else text


def usage(claim: Claim) -> str:
    """Return which lines use a claim's wrong result, at least one and 20 named at most: "lines 14 and 15 use it"."""
    used = [*map(str, sorted(set(claim.spoils)))]
    if len(used) > _LINES_NAMED:
        used[_LINES_NAMED:] = [f"{len(used) - _LINES_NAMED} more"]
    *first, last = used
    return f"lines {', '.join(first)} and {last} use it" if first else f"line {last} uses it"


def region(page: Page, start: int, stop: int) -> tuple[int, int, int, int]:
    """Return the line and column, from 1, of offset `start` in the source, and those of the end at `stop`."""
    last = page.place(max(start, stop - 1))
    return *page.place(start), last.line, last.column + (stop > start)


def bounds(claim: Claim) -> tuple[int, int]:
    """Return the offsets from a claim's first wrong number to its last, or of the whole claim if it has none."""
    if not claim.figures:
        return claim.start, claim.stop
    return min(figure.start for figure in claim.figures), max(figure.stop for figure in claim.figures)


def written_truth(true: object, printed: str) -> str:
    """Return a true value, a number or nested lists, with more decimals than printed; in percent if `printed` is."""
    if isinstance(true, str) or not isinstance(true, (int, float, Sequence)):
        return one_line(str(true))
    if printed.endswith("%") and not isinstance(true, Sequence):
        return one_line(write_value(true * 100, _PLACES)) + "%"
    places = max(_PLACES, *(len(digits) + 1 for digits in re.findall(r"\.(\d+)", printed)), 0)
    return one_line(write_value(cast("Printable", true), min(places, _MOST_PLACES)))
