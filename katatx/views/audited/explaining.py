"""Explain one claim of an audited page: its calculation, its true value, the reasons, and which lines depend on it.

A claim is a calculation with a result, as the page states it. A source offset is an index into the text of the page's
file.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import isfinite
from typing import NamedTuple

from katatx.audit.findings import Claim, ClaimVerdict
from katatx.audit.reports.wording import bounds, one_line, statement, usage, written_truth
from katatx.engine.pencils.interval import low_of
from katatx.engine.values import Value, flat
from katatx.notation.printing import write_number
from katatx.pages.page import Page
from katatx.views.audited.marks import SIGNS
from scoring.places import DECIMALS

_LONGEST = 600
_MOST_PLACES = 12
_MOST_COMPARED = 64
_MOST_RUNS = 16


class Compared(NamedTuple):
    """A printed number and the true one, in the printed format; the true one is rounded to at least three decimals."""

    printed: str
    true: str
    is_wrong: bool


class Explanation(NamedTuple):
    """The explanation of a claim.

    `where` names its lines, `text` is the claim as printed, `facts` are (label, text) pairs, `compared` holds rows of
    numbers if the claim prints several, and `notes` are sentences.
    """

    sign: str
    verdict: ClaimVerdict
    where: str
    text: str
    facts: tuple[tuple[str, str], ...]
    compared: tuple[tuple[Compared, ...], ...]
    notes: tuple[str, ...]


def explain(page: Page, claim: Claim) -> Explanation:
    """Return the explanation of a claim, which must be one of `page`."""
    compared = _compared(claim)
    facts: list[tuple[str, str]] = []
    if claim.calculation.strip():
        facts.append(("calculate", one_line(claim.calculation, _LONGEST)))
    if claim.true is not None and not compared:
        facts.append(("comes to", written_truth(claim.true, one_line(claim.printed))))
    if claim.verdict is not ClaimVerdict.UNCHECKED and not compared:
        facts.append(("printed", one_line(claim.printed)))
    return Explanation(
        SIGNS[claim.verdict],
        claim.verdict,
        lines_of(page, claim),
        one_line(claim.text, _LONGEST),
        tuple(facts),
        compared,
        tuple(_notes(claim)),
    )


def lines_of(page: Page, claim: Claim) -> str:
    """Return the line numbers of a claim as text: "line 3" or "lines 3 to 5"."""
    first, last = page.place(claim.start).line, page.place(max(claim.start, claim.stop - 1)).line
    return f"line {first}" if first == last else f"lines {first} to {last}"


def as_text(page: Page, claim: Claim) -> str:
    """Return a claim as text for the clipboard, after `file:line:column: `.

    For a wrong claim: its calculation, the true and the printed value, and on a second line which lines use it.
    For any other: its verdict, the reason in brackets if there is one, and its text.
    """
    place = page.place(bounds(claim)[0])
    head = f"{one_line(page.path, 4096)}:{place.line}:{place.column}: "
    if claim.verdict is ClaimVerdict.WRONG:
        return "\n".join((f"{head}{statement(claim)}", *((f"  {usage(claim)}",) if claim.spoils else ())))
    why = f" ({one_line(claim.why)})" if claim.why.strip() else ""
    return f"{head}{claim.verdict.value}{why}: {one_line(claim.text)}"


def to_work(claim: Claim) -> str:
    """Return a claim's calculation as worksheet text, with ` = ` and the printed result; "" if it has no calculation.

    The result is left out if it is a grid or has no numbers.
    """
    if not claim.to_check:
        return ""
    single = not isinstance(claim.true, list)
    if not claim.numbers or (isinstance(claim.true, list) and isinstance(claim.true[0], list)):
        return claim.to_check
    return f"{claim.to_check} = {claim.numbers[0] if single else '[' + ', '.join(claim.numbers) + ']'}"


def _notes(claim: Claim) -> Sequence[str]:
    """Return sentences on why the claim has its verdict and which lines use it."""
    why = one_line(claim.why, _LONGEST)
    notes = []
    lines: Sequence[int] = claim.follows_from
    if lines:
        wrong = f"lines {_ranges(lines)}, which are wrong" if len(lines) > 1 else f"line {lines[0]}, which is wrong"
        notes.append(f"Correct from the numbers before it, but follows from {wrong}.")
    elif claim.verdict is ClaimVerdict.CARRIED:
        notes.append("Rounding along the way explains the difference.")
    elif claim.verdict is ClaimVerdict.UNCHECKED:
        notes.append(f"Not checked: {why or 'no calculation was found for it'}.")
    elif why:
        notes.append(why)
    if claim.spoils:
        lines = sorted(set(claim.spoils))
        notes.append(f"Line {lines[0]} uses it." if len(lines) == 1 else f"Lines {_ranges(lines)} use it.")
    return notes


def _ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as text with runs of three or more joined: "57 to 60, 64, 66".

    After 16 runs, "and more" stands for the rest.
    """
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    texts = [f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return ", ".join(texts[:_MOST_RUNS]) + (" and more" if len(texts) > _MOST_RUNS else "")


def _compared(claim: Claim) -> tuple[tuple[Compared, ...], ...]:
    """Return printed and true numbers in pairs, row by row, at most 64; () if the claim does not print several
    numbers.
    """
    value: Value = _as_tuples(claim.true)
    if not isinstance(value, tuple) or len(flat(value)) != len(claim.numbers) or len(claim.numbers) < 2:
        return ()
    made = [
        Compared(one_line(text, 40), _like(text, low_of(true)), at in claim.off)
        for at, (text, true) in enumerate(zip(claim.numbers, flat(value), strict=True))
    ][:_MOST_COMPARED]
    width = len(value[0]) if isinstance(value[0], tuple) else len(made)
    return tuple(tuple(made[at : at + width]) for at in range(0, len(made), width))


def _like(text: str, true: float) -> str:
    """Return the number `true` in the format of the printed `text`, to as many decimals, but at least three."""
    percent = "%" if text.endswith("%") else ""
    decimals = text.rstrip("%").partition(".")[2]
    places = min(_MOST_PLACES, len(decimals) if decimals.isdigit() else 0)
    value = true * 100 if percent else true
    shown = write_number(value, max(DECIMALS, places))
    ends_sooner = isfinite(value) and len(shown.partition(".")[2]) < places
    return (f"{value:.{places}f}" if ends_sooner else shown) + percent


def _as_tuples(value: object) -> Value:
    """Return nested lists as nested tuples."""
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
