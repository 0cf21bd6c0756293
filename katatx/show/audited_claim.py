"""What is said of one claim of an audited page: the page's numbers beside the true ones, why, and the working."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from katatx.audit.findings import Claim, ClaimVerdict
from katatx.audit.reports.wording import bounds, one_line, statement, usage, written_truth
from katatx.engine.pencils.interval import low_of
from katatx.engine.values import Value, flat
from katatx.errors import KatatxError
from katatx.notation.printing import write_number
from katatx.pages.page import Page
from katatx.show.audited import SIGNS, AuditedPage
from katatx.show.compared import Number, beside
from katatx.show.text import Piece, by_sentence, columns, counted, line, spaced, wrapped
from katatx.show.working import whole_working
from katatx.worksheet.worked import rows_in
from scoring.places import DECIMALS
from scoring.wording import capital

_LONGEST, _MOST_LINES = 600, 40
_MOST_COMPARED, _MOST_PLACES, _MOST_LISTED = 64, 12, 100


def title_of(audited: AuditedPage, number: int) -> str:
    """Return the title of a claim: its sign and lines, and which of the wrong ones it is."""
    claim = audited.claims[number]
    wrong = f", {audited.wrong.index(number) + 1} of {len(audited.wrong)} wrong" if number in audited.wrong else ""
    return f"{SIGNS[claim.verdict][0]} {_lines(audited.lines_of(claim))}{wrong}"


def finding(claim: Claim, width: int, *, worked: bool = False) -> list[Text]:
    """Return what is said of a claim: its calculation, page beside true, why, and if `worked` its working."""
    asked = wrapped(one_line(claim.calculation or claim.text, _LONGEST), width)
    note = by_sentence(_note(claim), width, "b" * (claim.verdict is ClaimVerdict.WRONG))
    used = wrapped(line((capital(f"{usage(claim)}."), "dim")), width) if claim.spoils else []
    return spaced(asked, _beside(claim, width), [*filter(None, note), *used], _working(claim, width) if worked else [])


def _working(claim: Claim, width: int) -> list[Text]:
    """Return the working of a claim's calculation; [] if it has none or none that says more than its result."""
    from katatx.engine.checking import check

    if not claim.to_check:
        return []
    try:
        steps = check(claim.to_check).links[-1].steps()
    except (KatatxError, ArithmeticError, ValueError, TypeError, IndexError, RecursionError):
        return []
    if len(steps) == 1 and len(steps[0].items) <= 1 and not steps[0].steps and steps[0].text.count(" = ") <= 1:
        return []
    lines = whole_working(steps, width)
    more = len(lines) - _MOST_LINES
    return [*lines[:_MOST_LINES], *([line((f"and {counted(more, 'more line')}", "dim"))] if more > 0 else [])]


def not_checked(audited: AuditedPage, width: int) -> list[Text]:
    """Return why something was not checked, each with its lines."""
    whys = sorted(audited.not_checked.items(), key=lambda each: min(each[1]))
    said = (wrapped(line(capital(why), (f"\n{_lines(on)}", "dim")), width) for why, on in whys[:_MOST_LISTED])
    return spaced(*said, [line(("…", "dim"))] * (len(whys) > _MOST_LISTED))


def _lines(numbers: Collection[int]) -> str:
    """Return lines by their numbers: "line 3", "lines 3, 10, 12 to 17"."""
    ends = (sorted(at for at in numbers if at + by not in numbers) for by in (-1, 1))
    runs = [f"{a}" if a == b else f"{a}{', ' if a + 1 == b else ' to '}{b}" for a, b in zip(*ends, strict=True)]
    return f"line{'s' * (len(numbers) > 1)} {', '.join(runs[:_MOST_LISTED])}{', …' * (len(runs) > _MOST_LISTED)}"


def summary(audited: AuditedPage, number: int, width: int) -> list[Text]:
    """Return what is said where there is no claim, on line `number` (0: none)."""
    if not audited.is_audited:
        return [line(("The page is being checked…", "dim"))]
    whys = [f"{capital(why)}." for why, on in audited.not_checked.items() if number in on]
    said = "No claim on this line." if audited.claims else "No calculation with a result was found on the page."
    return wrapped([*whys, said][0], width)


def as_text(page: Page, claim: Claim) -> str:
    """Return a claim for the clipboard, after its place: what is wrong and what uses it, or its verdict and text."""
    place = page.place(bounds(claim)[0])
    head = f"{one_line(page.path, 4096)}:{place.line}:{place.column}: "
    if claim.verdict is ClaimVerdict.WRONG:
        return "\n".join((f"{head}{statement(claim)}", *((f"  {usage(claim)}",) if claim.spoils else ())))
    why = f" ({one_line(claim.why)})" if claim.why.strip() else ""
    return f"{head}{claim.verdict.value}{why}: {one_line(claim.text)}"


def to_work(claim: Claim) -> str:
    """Return a claim's calculation as worksheet text, with its printed number or row; "" if it has no calculation."""
    is_row = isinstance(claim.true, list)
    if not claim.to_check or not claim.numbers or (isinstance(claim.true, list) and isinstance(claim.true[0], list)):
        return claim.to_check
    return f"{claim.to_check} = {'[' + ', '.join(claim.numbers) + ']' if is_row else claim.numbers[0]}"


def _note(claim: Claim) -> str:
    """Return a sentence on why a claim has its verdict; "" if there is nothing to say."""
    why = one_line(claim.why, _LONGEST)
    if claim.follows_from:
        return f"Right from the wrong numbers on {_lines({*claim.follows_from})}."
    if claim.verdict is ClaimVerdict.CARRIED:
        return "Right but for the rounding along the way."
    if claim.verdict is ClaimVerdict.UNCHECKED:
        return f"Not checked: {why or 'no calculation was found for it'}."
    return capital(why) + "." * (why[-1:].isalnum())


def _beside(claim: Claim, width: int) -> list[Text]:
    """Return the page's numbers above the true ones, in columns, row by row; at most 64 of several."""
    value, off = _as_tuples(claim.true), claim.off
    if isinstance(value, tuple) and len(flat(value)) == len(claim.numbers) > 1:
        both = enumerate(zip(claim.numbers, flat(value), strict=True))
        pairs = [Number(one_line(text, 40), _like(text, low_of(true)), at in off) for at, (text, true) in both]
        return beside(pairs[:_MOST_COMPARED], len(rows_in(value)[0]), "page", width)
    is_wrong, printed = claim.verdict is ClaimVerdict.WRONG, one_line(claim.printed)
    said: list[list[Piece]] = []
    if claim.verdict is not ClaimVerdict.UNCHECKED:
        said.append([("page", "dim"), (f"{printed} ✗", "wrong") if is_wrong else (printed, "right")])
    if claim.true is not None and (is_wrong or claim.verdict is ClaimVerdict.CARRIED):
        said.append([("true", "dim"), (written_truth(claim.true, printed), "right")])
    return columns("ll", said, width=width)


def _like(text: str, true: float) -> str:
    places = min(_MOST_PLACES, max(DECIMALS, len(text.partition(".")[2])))
    return written_truth(true, text) if text.endswith("%") else write_number(true, places)


def _as_tuples(value: object) -> Value:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
