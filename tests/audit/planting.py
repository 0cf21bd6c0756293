"""The test pages, their authors' lists of claims, and errors planted in them: one digit, one sign, two slots of a row."""

from __future__ import annotations

import json
import re
import tempfile
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

from katatx.audit.auditing import audit_page
from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.engine.checking import check
from katatx.errors import KatatxError
from katatx.pages.documents import read_document
from katatx.pages.page import Page

FOLDER = Path(__file__).resolve().parent / "pages"
SUMMARY = ".claims.json"
WORKED_SIDE = "worked side"
_NUMBER = re.compile(r"(?<![\d.])(?:\d[\d,]*\d|\d)?(?:\.\d+)?(?:(?<=\d)[eE][+-]?\d+)?")
_MINUS = re.compile(r"(?:&minus;|[-−–])\Z")
_OPERAND = re.compile(r"[\w)\]}%]\Z")
_SCALES = {"%": 1e-2, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "B": 1e9, "T": 1e12}
_VALUE = re.compile(r"(&minus;|[-−–]|)((?:\d[\d,]*)?\.?\d+(?:[eE][+-]?\d+)?) ?([%kKMGBT]?)")
# Of ten errors six are digits where a sign and a slot are to be had.
_DIGITS, _SIGNS = 0.6, 0.8


# ---- the pages and the lists of their authors


class Listed(NamedTuple):
    """A claim by a page's author: the line it stands on, and what is printed there."""

    line: int
    printed: str


class Reached(NamedTuple):
    """What an audit finds of an author's list: how many claims are `listed`, how many of them checked; how many claims the
    audit saw in all; those it calls wrong.
    """

    name: str
    listed: int
    checked: int
    seen: int
    alarms: tuple[Claim, ...]

    @property
    def recall(self) -> float:
        """The share of the list that is checked."""
        return self.checked / self.listed


def page_paths() -> list[Path]:
    """Every page that has a list beside it, sorted by name."""
    lists = sorted(FOLDER.rglob("*" + SUMMARY), key=lambda path: path.name)
    return [_page_of(path) for path in lists]


def _page_of(path: Path) -> Path:
    stem = path.name.removesuffix(SUMMARY)
    return next(other for other in path.parent.iterdir() if other.stem == stem and not other.name.endswith(SUMMARY))


def listed_claims(path: Path) -> list[Listed]:
    """The claims of a page as its author lists them."""
    found = json.loads((path.parent / (path.stem + SUMMARY)).read_text(encoding="utf-8"))
    return [Listed(each["line"], each["printed"]) for each in (found if isinstance(found, list) else found["claims"])]


def reached(path: Path) -> Reached:
    """A page's audit against its author's list."""
    audit = clean_audit(path)
    wanted = listed_claims(path)
    by_line: dict[int, list[set[str]]] = {}
    for claim in audit.claims:
        if claim.verdict is not ClaimVerdict.UNCHECKED:
            for line in {audit.page.place(claim.start).line, audit.page.place(claim.stop - 1).line}:
                by_line.setdefault(line, []).append(_figures_of(claim.printed))
    checked = sum(any(_figures_of(each.printed) <= held for held in by_line.get(each.line, [])) for each in wanted)
    alarms = tuple(claim for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG)
    return Reached(path.name, len(wanted), checked, len(audit.claims), alarms)


def _figures_of(printed: str) -> set[str]:
    """The numbers of a printed result with their signs, whatever marks stand between them."""
    plain = re.sub("&minus;|[−–]", "-", re.sub("</?[a-z]+>", " ", printed)).replace("{,}", "").replace(",", "")
    return set(re.sub(r"[^0-9.-]+", " ", plain).replace(". ", " ").strip().rstrip(".").split())


def read_text(name: str, text: str) -> Page:
    """A text as the page that a file with this name holds."""
    return read_bytes(name, text.encode("utf-8"))


def read_bytes(name: str, raw: bytes) -> Page:
    """Bytes as the page that a file with this name holds."""
    with tempfile.TemporaryDirectory(prefix="audit-") as folder:
        path = Path(folder) / name
        path.write_bytes(raw)
        return read_document(path)


def audited(text: str, name: str = "page.txt") -> PageAudit:
    """The audit of a text as the page that a file with this name holds."""
    return audit_page(read_text(name, text))


@cache
def clean_audit(path: Path) -> PageAudit:
    """The audit of a page as it stands."""
    return audit_page(read_document(path))


# ---- where the numbers of a claim stand


class Number(NamedTuple):
    """A printed number and where it stands in a page's source; its sign stands before it."""

    text: str
    start: int
    stop: int


@cache
def _numbers(path: Path) -> list[tuple[int, Number]]:
    """Every number of a page in the order of reading, with the line it is read in."""
    page = clean_audit(path).page
    found = []
    for index, line in enumerate(page.lines):
        for match in _NUMBER.finditer(line.text):
            if match[0]:
                start, stop = line.offsets[match.start()], line.offsets[match.end() - 1] + 1
                found.append((index, Number(match[0], start, stop)))
    return found


def numbers_of(path: Path, claim: Claim) -> list[Number]:
    """The numbers of a claim's printed result where they stand in the source; none where they cannot be told."""
    shown = [match[0] for match in _NUMBER.finditer(claim.printed) if match[0]]
    page, all_numbers = clean_audit(path).page, _numbers(path)
    lines = [index for index, line in enumerate(page.lines) if line.text and _holds(line.offsets, claim.start)]
    if not shown or not lines:
        return []
    begin = bisect_left(all_numbers, lines[0], key=lambda each: each[0])
    runs = []
    for at in range(begin, len(all_numbers)):
        if all_numbers[at][0] > lines[-1]:
            break
        run = [number for _, number in all_numbers[at : at + len(shown)]]
        if [number.text for number in run] == shown and all(page.source[n.start : n.stop] == n.text for n in run):
            runs.append(run)
    return next((run for run in runs if run[0].start >= claim.start), runs[-1] if runs else [])


def _holds(offsets: Sequence[int], offset: int) -> bool:
    return min(offsets) <= offset <= max(offsets)


def _with_sign(source: str, number: Number) -> Number:
    """A number with the minus that is its own: none that takes it from what stands before."""
    sign = _MINUS.search(source, max(0, number.start - 8), number.start)
    if sign is None:
        return number
    ahead = source[max(0, sign.start() - 6) : sign.start()]
    if _OPERAND.search(ahead.rstrip("$ ")) and not ahead.endswith(" "):
        return number
    return Number("-" + number.text, sign.start(), number.stop)


# ---- planting


class Edit(NamedTuple):
    """What stands in the source from `start` to before `stop`, and what is put there."""

    start: int
    stop: int
    text: str


class Error(NamedTuple):
    """One error to plant in a page: of what kind, on which lines, by which edits. `before` and `after` are the printed result,
    `right` the numbers that stood there; `honest` says that the changed result is another honest rounding of the truth.
    """

    page: str
    kind: str
    lines: tuple[int, ...]
    edits: tuple[Edit, ...]
    before: str
    after: str
    right: tuple[float, ...]
    honest: bool


def errors(count: int, seed: int) -> Iterator[Error]:
    """As many errors, each in a page drawn anew. Those of one seed are the same whatever the count."""
    paths = [path for path in page_paths() if _plantable(path)]
    for number in range(count):
        source = Random(f"{seed} {number}")
        path = source.choice(paths)
        while (error := _error(path, *source.choice(_plantable(path)), source)) is None:
            pass
        yield error


@cache
def _plantable(path: Path) -> list[tuple[Claim, list[Number]]]:
    checked = (ClaimVerdict.RIGHT, ClaimVerdict.CARRIED)
    claims = [claim for claim in clean_audit(path).claims if claim.verdict in checked]
    return [(claim, numbers) for claim in claims if (numbers := numbers_of(path, claim))]


def _error(path: Path, claim: Claim, numbers: list[Number], source: Random) -> Error | None:
    page = clean_audit(path).page
    signed = [_with_sign(page.source, number) for number in numbers]
    is_row = isinstance(claim.true, list) and len(_flat(claim.true)) == len(numbers)
    draw = source.random()
    if draw >= _SIGNS and is_row and len({_value(each.text) for each in signed}) > 1:
        kind, edits = "slot", _swap(signed, source)
    elif _DIGITS <= draw < _SIGNS and any(_value(each.text) for each in signed):
        kind, edits = "sign", _flip(page.source, source.choice([each for each in signed if _value(each.text)]))
    else:
        kind, edits = _digit(source.choice(numbers), source)
    if not isinstance(claim.true, list) and len(numbers) > 1:
        kind = WORKED_SIDE
    start, stop = min(claim.start, signed[0].start), max(claim.stop, numbers[-1].stop)
    before = page.source[start:stop]
    after = edited(before, tuple(edit._replace(start=edit.start - start, stop=edit.stop - start) for edit in edits))
    lines = tuple(sorted({page.place(edit.start).line for edit in edits}))
    right = tuple(_value(each.text) for each in signed if any(each.start <= edit.start < each.stop for edit in edits))
    error = Error(path.name, kind, lines, edits, before, after, right, _still_honest(claim, after))
    return None if _values(before) == _values(after) else error


def edited(text: str, edits: tuple[Edit, ...]) -> str:
    """A text with edits made in it."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.stop :]
    return text


def _digit(number: Number, source: Random) -> tuple[str, tuple[Edit, ...]]:
    """One digit made another; a number of several never begins with a 0 that it did not begin with."""
    digits = [at for at, letter in enumerate(number.text) if letter.isdigit()]
    at = source.choice(digits)
    first = at == 0 and number.text[1:2] not in ("", ".")
    others = [digit for digit in "0123456789" if digit != number.text[at] and not (first and digit == "0")]
    kind = "last" if at == digits[-1] else "leading" if at == digits[0] else "middle"
    kind = "digit, " + ("the only" if len(digits) == 1 else kind)
    return kind, (Edit(number.start + at, number.start + at + 1, source.choice(others)),)


def _flip(source: str, number: Number) -> tuple[Edit, ...]:
    """The sign of a number turned, by the minus that the page writes."""
    minus = "−" if source.count("−") > source.count(" -") else "-"
    bare = number.text.removeprefix("-")
    return (Edit(number.start, number.stop, bare if bare != number.text else minus + bare),)


def _swap(numbers: list[Number], source: Random) -> tuple[Edit, ...]:
    """Two slots of a row, or of a grid, exchanged."""
    while True:
        one, other = source.sample(numbers, 2)
        if _value(one.text) != _value(other.text):
            return Edit(one.start, one.stop, other.text), Edit(other.start, other.stop, one.text)


def _flat(true: object) -> list[float]:
    return [each for part in true for each in _flat(part)] if isinstance(true, list) else [cast("float", true)]


def _value(text: str) -> float:
    found = _VALUE.search(text)
    return _worth(found) if found else float("nan")


def _values(text: str) -> list[float]:
    return [_worth(found) for found in _VALUE.finditer(text)]


def _worth(found: re.Match[str]) -> float:
    return (-1 if found[1] else 1) * float(found[2].replace(",", "")) * _SCALES.get(found[3], 1.0)


_ROOT = re.compile(r"√|&radic;|\\sqrt")


def _still_honest(claim: Claim, after: str) -> bool:
    """Whether every number of a changed result is the true one rounded to its last place, or a worked side still comes to it."""
    shown = list(_VALUE.finditer(after))
    true = [] if claim.true is None else _flat(claim.true)
    if len(shown) == len(true) and not _ROOT.search(after):
        return all(_is_rounding(found, truth) for found, truth in zip(shown, true, strict=True))
    try:
        value = check(after).links[-1].value
    except KatatxError:
        return False
    return len(true) == 1 and isinstance(value, float) and abs(value - true[0]) <= 1e-9 * max(1.0, abs(true[0]))


def _is_rounding(found: re.Match[str], truth: float) -> bool:
    mantissa, _, power = found[2].lower().partition("e")
    places = len(mantissa.partition(".")[2]) - int(power or 0)
    unit = 10.0**-places * _SCALES.get(found[3], 1.0)
    return abs(_worth(found) - truth) <= 0.5 * unit * (1 + 1e-9) + 1e-12 * abs(truth)


# ---- what an audit makes of it


class Outcome(NamedTuple):
    """What an audit makes of a planted error: whether a claim on its lines is called wrong, whether the numbers that stood there
    are what it would put there, what verdicts those lines have, and the claims of other lines that are called wrong.
    """

    error: Error
    found: bool
    mended: bool
    verdicts: str
    beside: tuple[str, ...]


def outcome(error: Error) -> Outcome:
    """Plant an error in its page, and audit it. What is called wrong on the clean page already does not count."""
    path = next(path for path in page_paths() if path.name == error.page)
    clean = clean_audit(path)
    page = read_text(path.name, edited(clean.page.source, error.edits))
    claims = audit_page(page).claims
    known = {_key(clean.page, claim) for claim in clean.claims if claim.verdict is ClaimVerdict.WRONG}
    wrong = [each for each in claims if each.verdict is ClaimVerdict.WRONG and _key(page, each) not in known]
    here = [claim for claim in wrong if _touches(page, claim, error.lines)]
    corrected = {_value(figure.correct) for claim in here for figure in claim.figures}
    verdicts = sorted({claim.verdict.value for claim in claims if _touches(page, claim, error.lines)})
    beside = tuple(f"{page.place(claim.start).line}: {claim.printed}" for claim in wrong if claim not in here)
    return Outcome(error, bool(here), corrected >= set(error.right), ", ".join(verdicts) or "no claim", beside)


def _key(page: Page, claim: Claim) -> tuple[int, str]:
    return page.place(claim.start).line, claim.printed


def _touches(page: Page, claim: Claim, lines: tuple[int, ...]) -> bool:
    spans = [(claim.start, claim.stop), *((figure.start, figure.stop) for figure in claim.figures)]
    return any(page.place(start).line <= line <= page.place(stop - 1).line for start, stop in spans for line in lines)
