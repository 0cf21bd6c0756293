"""The test pages with their authors' lists of claims, and errors planted in these pages."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from functools import cache
from math import isfinite
from pathlib import Path
from random import Random
from typing import NamedTuple

from katatx.audit.auditing import audit_page
from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.pages.documents.reading import read_document
from katatx.pages.page import Kind, Page

FOLDER = Path(__file__).resolve().parent / "pages"
# Machine learning worked by hand, in English: what the audit is for.
FIELD_PAGES = (FOLDER / "field_pages.txt").read_text(encoding="utf-8").split()
_NUMBER = re.compile(
    r"(?:(?<![\w)\]%])(?:&minus;|[-−]))?(?<![\w.])(?:\d+(?:(?:,|\{,\})\d{3})*(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?"
)
_LIST = ".claims.json"
_OPERATOR = re.compile(r"[√^·×*/+(]")
_UNITS = (1, 1e2, 1e-3, 1e-6, 1e-9, 1e-12)


class Listed(NamedTuple):
    """A claim that a page's author lists: its line from 1, the result as printed, and the verdict by hand."""

    line: int
    printed: str
    verdict: str = "right"


class Reached(NamedTuple):
    """Counts of the claims on a page's list: all, checked, wrong, called wrong; and the other claims called wrong."""

    name: str
    listed: int
    checked: int
    wrong: int
    found: int
    alarms: tuple[Claim, ...]


def page_paths(folders: Sequence[Path] = ()) -> list[Path]:
    """Return the pages in some folders that have a list beside them, in order; without folders, FIELD_PAGES."""
    found = [path for folder in folders for path in sorted(folder.rglob("*")) if path.with_suffix(_LIST).is_file()]
    return found if folders else [FOLDER / name for name in FIELD_PAGES]


def listed_claims(path: Path) -> list[Listed]:
    """Return the claims that the list beside a page holds, without those that a program printed."""
    found = json.loads(path.with_suffix(_LIST).read_text(encoding="utf-8"))
    claims = found["claims"] if isinstance(found, dict) else found
    outputs = output_lines(path)
    listed = (Listed(each["line"], each["printed"], each.get("verdict", "right")) for each in claims)
    return [each for each in listed if each.line not in outputs]


@cache
def output_lines(path: Path) -> frozenset[int]:
    """Return the lines of a notebook that a program printed, which no audit reads."""
    page = clean_audit(path).page
    lines = [line for line in page.lines if line.kind is Kind.OUTPUT and line.offsets]
    return frozenset(page.place(offset).line for line in lines for offset in (line.offsets[0], line.offsets[-1]))


def read_text(name: str, text: str) -> Page:
    """Return a text as the page that a file with this name holds."""
    return read_bytes(name, text.encode("utf-8"))


def read_bytes(name: str, raw: bytes) -> Page:
    """Return bytes as the page that a file with this name holds."""
    with tempfile.TemporaryDirectory(prefix="audit-") as folder:
        path = Path(folder) / name
        path.write_bytes(raw)
        return read_document(path)


def audited(text: str, name: str = "page.txt") -> PageAudit:
    """Return the audit of a text as the page that a file with this name holds."""
    return audit_page(read_text(name, text))


def how_many(audit: PageAudit, verdict: ClaimVerdict) -> int:
    return sum(claim.verdict is verdict for claim in audit.claims)


@cache
def clean_audit(path: Path) -> PageAudit:
    """Return the audit of a page as it stands."""
    return audit_page(read_document(path))


def reached(path: Path, listed: Sequence[Listed] = ()) -> Reached:
    """Return what the audit of a page reaches of a list, by default the one beside it."""
    audit, listed = clean_audit(path), listed or listed_claims(path)
    checked = sum(bool(matching(audit, each)) for each in listed)
    wrong = [each for each in listed if each.verdict == "wrong"]
    blamed = [claim for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG]
    found = sum(any(is_blamed(audit, each, claim) for claim in blamed) for each in wrong)
    alarms = tuple(claim for claim in blamed if not any(is_blamed(audit, each, claim) for each in wrong))
    return Reached(path.name, len(listed), checked, len(wrong), found, alarms)


def matching(audit: PageAudit, listed: Listed) -> list[Claim]:
    """Return the checked claims on the line of a listed one that hold all its numbers, each or all together."""
    wanted = numbers_in(listed.printed, is_listed=True)
    worked = [claim for claim in audit.claims if claim.verdict is not ClaimVerdict.UNCHECKED]
    checked = [claim for claim in worked if listed.line in lines_of(audit.page, claim)]
    holding = [claim for claim in checked if wanted <= numbers_in(claim.printed)]
    together = {number for claim in checked for number in numbers_in(claim.printed)}
    return holding or (checked if len(wanted) > 1 and wanted <= together else [])


def lines_of(page: Page, claim: Claim) -> range:
    """Return the lines of the file on which a claim stands."""
    return range(page.place(claim.start).line, page.place(claim.stop - 1).line + 1)


def is_blamed(audit: PageAudit, listed: Listed, claim: Claim) -> bool:
    """Return whether a claim that is called wrong is so for a number of a listed one."""
    texts = [audit.page.source[figure.start : figure.stop] for figure in claim.figures] or [claim.printed]
    wanted = numbers_in(listed.printed, is_listed=True)
    return listed.line in lines_of(audit.page, claim) and any(wanted & numbers_in(text) for text in texts)


def numbers_in(printed: str, *, is_listed: bool = False) -> set[str]:
    """Return the numbers of a result; the commas of a claim may separate them or group digits."""
    text = re.sub("&minus;|[−–]", "-", re.sub("</?[a-z]+>", " ", printed)).replace("{,}", "")
    is_one = re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?%?", text.strip())
    marks = ("",) if is_one else (" ",) if is_listed else ("", " ")
    bare = " ".join(re.sub(r"[^0-9.-]+", " ", text.replace(",", mark)) for mark in marks)
    return set(bare.replace(". ", " ").strip().rstrip(".").split())


class Printed(NamedTuple):
    """A number of a result: its place in the page's source, its text there, and the true number in the same unit."""

    start: int
    stop: int
    text: str
    true: float


class Error(NamedTuple):
    """An error to plant: `source` is the page's with it; an `honest` one is still a rounding of what is true."""

    path: Path
    kind: str
    change: str
    lines: tuple[int, ...]
    source: str
    honest: bool


class Outcome(NamedTuple):
    """Whether a claim on the lines of an error is called wrong, what is said of them, and what else is wrong now."""

    error: Error
    found: bool
    verdicts: tuple[str, ...]
    beside: tuple[str, ...]


@cache
def results(path: Path) -> list[tuple[Printed, ...]]:
    """Return the results of the right claims of a page, where they are printed numbers that end their claim."""
    audit = clean_audit(path)
    found = [_result(audit.page.source, claim) for claim in audit.claims if claim.verdict is ClaimVerdict.RIGHT]
    return [numbers for numbers in found if numbers]


def _result(source: str, claim: Claim) -> tuple[Printed, ...]:
    true, shown = _flat(claim.true), [match[0] for match in _NUMBER.finditer(claim.printed)]
    last = list(_NUMBER.finditer(source, claim.start, claim.stop))[-len(shown) :]
    is_worked = _OPERATOR.search(claim.printed.strip("[]() "))
    if is_worked or len(shown) != len(true) or [_value(each[0]) for each in last] != [_value(text) for text in shown]:
        return ()
    in_units = [[number * unit for number in true] for unit in _UNITS]
    agreeing = [row for row in in_units if all(map(_explains, row, shown))] or [[_value(text) for text in shown]]
    return tuple(Printed(*match.span(), match[0], number) for match, number in zip(last, agreeing[0], strict=True))


def errors(paths: Sequence[Path], count: int, seed: int) -> list[Error]:
    """Return errors drawn from all results of some pages alike; those of a seed begin alike whatever their count."""
    drawn = [(path, numbers) for path in paths for numbers in results(path)]
    return [_error(*source.choice(drawn), source) for source in (Random(f"{seed} {at}") for at in range(count))]


def _error(path: Path, numbers: Sequence[Printed], source: Random) -> Error:
    """Change a digit, or in two of ten a sign and in two of ten two slots, where there are a sign and slots to change."""
    kind, number = source.choices(("digit", "sign", "slots"), (6, 2, 2))[0], source.choice(numbers)
    others = [each for each in numbers if _value(each.text) != _value(number.text)]
    other = source.choice(others or [number])
    if kind == "slots" and others:
        edits = {number: other.text, other: number.text}
    elif kind == "sign" and _value(number.text):
        bare = re.sub("^(?:&minus;|[-−])", "", number.text)
        edits = {number: bare if bare != number.text else "-" + bare}
    else:
        kind, edits = "digit", {number: _with_other_digit(number.text, source)}
    page = clean_audit(path).page
    changed = page.source
    for each, text in sorted(edits.items(), reverse=True):
        changed = changed[: each.start] + text + changed[each.stop :]
    change = ", ".join(f"{each.text} -> {text}" for each, text in edits.items())
    lines = tuple(sorted({page.place(each.start).line for each in edits}))
    honest = all(_explains(each.true, text) for each, text in edits.items())
    return Error(path, kind, change, lines, changed, honest)


def _with_other_digit(text: str, source: Random) -> str:
    """Return a number with one digit changed; none of several digits begins with a 0 then."""
    at = source.choice([at for at, letter in enumerate(text) if letter.isdigit()])
    begins = not any(letter.isdigit() for letter in text[:at]) and text[at + 1 : at + 2].isdigit()
    return text[:at] + source.choice([each for each in "0123456789"[begins:] if each != text[at]]) + text[at + 1 :]


def _value(text: str) -> float:
    return float(re.sub("&minus;|−", "-", re.sub("[{},]", "", text)))


def _explains(true: float, text: str) -> bool:
    """Return whether a true number may be printed so: within one unit of the last decimal, or 0.5 of a whole number."""
    mantissa, _, power = text.lower().partition("e")
    places, off = len(mantissa.partition(".")[2]), abs(_value(text) - true) / 10.0 ** int(power or 0)
    return off < 10.0**-places * (1 - 1e-9) if places else off <= 0.5 + 1e-9


def _flat(true: object) -> list[float]:
    numbers = [number for part in true for number in _flat(part)] if isinstance(true, list) else [true]
    return [float(number) for number in numbers if isinstance(number, (int, float)) and isfinite(number)]


def outcome(error: Error) -> Outcome:
    """Return what the audit says of a page with an error planted in it."""
    audit = audit_page(read_text(error.path.name, error.source))
    known = _blamed(clean_audit(error.path))
    new = {key: claim for key, claim in _blamed(audit).items() if key not in known}
    here = [claim for claim in audit.claims if set(lines_of(audit.page, claim)) & set(error.lines)]
    verdicts = tuple(f"{each.printed}: {each.verdict} {each.why}".strip() for each in here)
    beside = tuple(f"{line}: {printed}" for (line, printed), claim in new.items() if claim not in here)
    return Outcome(error, len(beside) < len(new), verdicts, beside)


def _blamed(audit: PageAudit) -> dict[tuple[int, str], Claim]:
    wrong = [claim for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG]
    return {(audit.page.place(claim.start).line, claim.printed): claim for claim in wrong}
