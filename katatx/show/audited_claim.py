"""What is said of one claim of an audited page: the page's numbers beside the true ones, why, and the working."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING

from rich.text import Text

from katatx.audit.findings import Claim, ClaimVerdict
from katatx.audit.reports.wording import bounds, one_line, statement, usage, written_truth
from katatx.engine.pencils.interval import low_of
from katatx.engine.values import Value, flat
from katatx.errors import KatatxError
from katatx.notation.printing import write_number
from katatx.pages.page import Page
from katatx.progress.records import Opened
from katatx.show.audited import SIGNS, AuditedPage
from katatx.show.checked_line import Pair, apart, beside
from katatx.show.text import Piece, columns, counted, line, wrapped
from katatx.show.working import working_lines
from scoring.places import DECIMALS
from scoring.wording import capital

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step

_LONGEST = 600
_MOST_PLACES = 12
_MOST_COMPARED = 64
_MOST_RUNS = 16
_MOST_LINES = 40
_LABELS = 6


def title_of(audited: AuditedPage, number: int) -> str:
    """Return the title of a claim: its sign and lines, and which of the wrong ones it is."""
    claim = audited.claims[number]
    first, last = (audited.page.place(at).line for at in (claim.start, max(claim.start, claim.stop - 1)))
    where = f"line {first}" if first == last else f"lines {first} to {last}"
    wrong = f", {audited.wrong.index(number) + 1} of {len(audited.wrong)} wrong" if number in audited.wrong else ""
    return f"{SIGNS[claim.verdict][0]} {where}{wrong}"


def finding(claim: Claim, width: int, *, worked: bool = False, airy: bool = False) -> list[Text]:
    """Return what is said of a claim: its calculation, page beside true, why, and if `worked` its working.

    If `airy`, the parts stand apart.
    """
    asked = wrapped(one_line(claim.calculation or claim.text, _LONGEST), width)
    note = wrapped(line((_note(claim), "b" if claim.verdict is ClaimVerdict.WRONG else "")), width)
    return apart([asked, _beside(claim, width), note, _working(claim, width) if worked else []], airy=airy)


def _working(claim: Claim, width: int) -> list[Text]:
    """Return the working of a claim's calculation; [] if it has none or none that says more than its result."""
    from katatx.engine.checking import check

    if not claim.to_check:
        return []
    try:
        checked = check(claim.to_check)
        steps = _of_wrong(checked.links[-1].steps(), claim)
    except (KatatxError, ArithmeticError, ValueError, TypeError, IndexError, RecursionError):
        return []
    if len(steps) == 1 and len(steps[0].items) <= 1 and not steps[0].steps and steps[0].text.count(" = ") <= 1:
        return []
    lines = working_lines(steps, Opened(len(steps), "value"), width, checked.names, worked=True)
    more = len(lines) - _MOST_LINES
    return [*lines[:_MOST_LINES], *([line((f"and {counted(more, 'more line')}", "dim"))] if more > 0 else [])]


def _of_wrong(steps: Sequence[Step], claim: Claim) -> Sequence[Step]:
    """Return a working; if the last line has one inside it for each number, with those of the wrong numbers only."""
    inside = [each for each in steps[-1].steps if not each.repeats] if steps else []
    if not claim.off or len(inside) != len(claim.numbers):
        return steps
    return [*steps[:-1], steps[-1]._replace(steps=[inside[at] for at in claim.off])]


def used_by(audited: AuditedPage, claim: Claim, width: int) -> list[Text]:
    """Return the lines that use a wrong result, with the beginning of their text."""
    return _ranged(audited, claim.spoils, ("≈", "lead"), width)


def follows_from(audited: AuditedPage, claim: Claim, width: int) -> list[Text]:
    """Return the wrong lines whose results a claim uses."""
    return _ranged(audited, claim.follows_from, ("✗", "wrong"), width)


def not_checked(audited: AuditedPage, width: int, most: int = 100) -> list[Text]:
    """Return what was not checked, line by line."""
    rows = [((f"line {number}", "dim"), why) for number, why in audited.not_checked]
    left = max((len(each[0][0]) for each in rows), default=0) + 2
    lines = [part for head, why in rows[:most] for part in _labelled(head, why, left, width)]
    if len(rows) > most:
        lines.append(line((f"and {len(rows) - most:,} more", "dim")))
    return lines or [line(("Every claim was checked.", "dim"))]


def summary(audited: AuditedPage, number: int, width: int) -> list[Text]:
    """Return what is said where there is no claim: of line `number` (0: none), and of the page."""
    if not audited.is_audited:
        return [line(("The page is being checked…", "dim"))]
    whys = [why for at, why in audited.page.skipped if at == number]
    said = [line(f"Line {number} was not read: {one_line(whys[0])}.") if whys else line("No claim on this line.")]
    if not audited.claims:
        said.append(line("There is nothing to check: no calculation with a result was found on the page."))
    elif audited.wrong:
        lines = _ranges([audited.line_of(audited.claims[at]) for at in audited.wrong])
        said.append(line((f"✗ {len(audited.wrong):,} wrong", "wrong"), f", on line{'s' * (len(lines) > 1)} {lines}."))
    else:
        said.append(line(("✓ Nothing is wrong", "right"), " of what could be checked."))
    return apart([wrapped(each, width) for each in said], airy=True)


def as_text(page: Page, claim: Claim) -> str:
    """Return a claim as text for the clipboard, after `file:line:column: `: what is wrong and which lines use it, or
    its verdict, the reason and its text.
    """
    place = page.place(bounds(claim)[0])
    head = f"{one_line(page.path, 4096)}:{place.line}:{place.column}: "
    if claim.verdict is ClaimVerdict.WRONG:
        return "\n".join((f"{head}{statement(claim)}", *((f"  {usage(claim)}",) if claim.spoils else ())))
    why = f" ({one_line(claim.why)})" if claim.why.strip() else ""
    return f"{head}{claim.verdict.value}{why}: {one_line(claim.text)}"


def to_work(claim: Claim) -> str:
    """Return a claim's calculation as worksheet text, with the printed result unless that is a grid or has no numbers;
    "" if it has no calculation.
    """
    is_row = isinstance(claim.true, list)
    if not claim.to_check or not claim.numbers or (isinstance(claim.true, list) and isinstance(claim.true[0], list)):
        return claim.to_check
    return f"{claim.to_check} = {'[' + ', '.join(claim.numbers) + ']' if is_row else claim.numbers[0]}"


def _note(claim: Claim) -> str:
    """Return a sentence on why a claim has its verdict; "" if there is nothing to say."""
    why = one_line(claim.why, _LONGEST)
    if claim.follows_from:
        return "Right from the numbers before it, some of which are wrong."
    if claim.verdict is ClaimVerdict.CARRIED:
        return "Right but for the rounding along the way."
    if claim.verdict is ClaimVerdict.UNCHECKED:
        return f"Not checked: {why or 'no calculation was found for it'}."
    return capital(why) + "." * (why[-1:].isalnum())


def _beside(claim: Claim, width: int) -> list[Text]:
    """Return the page's numbers above the true ones, in columns, row by row."""
    rows = _compared(claim)
    if rows:
        return beside(rows, "page", width)
    is_wrong = claim.verdict is ClaimVerdict.WRONG
    said: list[tuple[str, str, str]] = []
    if claim.verdict is not ClaimVerdict.UNCHECKED:
        said.append(("page", one_line(claim.printed) + " ✗" * is_wrong, "wrong" if is_wrong else "right"))
    if claim.true is not None and (is_wrong or claim.verdict is ClaimVerdict.CARRIED):
        said.append(("true", written_truth(claim.true, one_line(claim.printed)), "right"))
    return [part for label, text, style in said for part in _labelled((label, "dim"), (text, style), _LABELS, width)]


def _labelled(label: tuple[str, str], text: Piece, left: int, width: int) -> Iterator[Text]:
    """Yield a text with a label to its left."""
    for at, part in enumerate(wrapped(line(text), max(8, width - left))):
        head = "" if at else label[0]
        yield line((head, label[1]), " " * (left - len(head)), part)


def _ranged(audited: AuditedPage, numbers: Sequence[int], sign: tuple[str, str], width: int) -> list[Text]:
    """Return runs of lines of the file, each with the beginning of its first line."""
    source = audited.page.source.split("\n")
    runs = [*_runs(numbers)]
    rows: list[list[Piece]] = [
        [sign, f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]), (one_line(source[run[0] - 1]), "dim")]
        for run in runs[:_MOST_RUNS]
    ]
    lines = columns("lll", rows, gap=(1, 2))
    for each in lines:
        each.truncate(width, overflow="ellipsis")
    return [*lines, *([line(("and more", "dim"))] if len(runs) > _MOST_RUNS else [])]


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Yield the runs of successive numbers."""
    for _, run in groupby(enumerate(sorted(set(numbers))), lambda pair: pair[1] - pair[0]):
        yield [number for _, number in run]


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers as text with runs of three or more joined: "57 to 60, 64, 66"."""
    texts = [f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in _runs(numbers)]
    return ", ".join(texts[:_MOST_RUNS]) + (" and more" if len(texts) > _MOST_RUNS else "")


def _compared(claim: Claim) -> list[list[Pair]]:
    """Return printed and true numbers in pairs, row by row, at most 64; [] if the claim does not print several."""
    value = _as_tuples(claim.true)
    if not isinstance(value, tuple) or len(flat(value)) != len(claim.numbers) or len(claim.numbers) < 2:
        return []
    made = [
        Pair(one_line(text, 40), _like(text, low_of(true)), at in claim.off)
        for at, (text, true) in enumerate(zip(claim.numbers, flat(value), strict=True))
    ][:_MOST_COMPARED]
    width = len(value[0]) if isinstance(value[0], tuple) else len(made)
    return [made[at : at + width] for at in range(0, len(made), width)]


def _like(text: str, true: float) -> str:
    """Return a number in the format of the printed `text`, to as many decimals, but at least three."""
    percent = "%" if text.endswith("%") else ""
    decimals = text.rstrip("%").partition(".")[2]
    places = min(_MOST_PLACES, len(decimals) if decimals.isdigit() else 0)
    value = true * 100 if percent else true
    shown = write_number(value, max(DECIMALS, places))
    ends_sooner = isfinite(value) and len(shown.partition(".")[2]) < places
    return (f"{value:.{places}f}" if ends_sooner else shown) + percent


def _as_tuples(value: object) -> Value:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
