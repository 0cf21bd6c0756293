"""The test pages with their authors' lists of claims, and errors planted in these pages."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from katatx.audit.auditing import audit_page
from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.pages.documents.reading import read_document
from katatx.pages.page import Page

FOLDER = Path(__file__).resolve().parent / "pages"
SUFFIX = ".claims.json"
# Machine learning worked by hand, in English: what the audit is for.
FIELD_PAGES = (
    "attic/backwards_through_a_row.md",
    "attic/level_and_lane.md",
    "attic/masks_handout.txt",
    "attic/notes_jun.txt",
    "attic/sorting_hall.txt",
    "attic/what_it_costs.md",
    "attic/where_am_i.html",
    "attic/window_then_guess.ipynb",
    "board/derivation_sheet7.txt",
    "board/filters_norms_counts.txt",
    "board/lecture9_gates.html",
    "board/one_head_chalk.md",
    "board/study_log_week6.md",
    "board/pencil_matrices.adoc",
    "desk/whistle_head.md",
    "desk/lecture11_notes.txt",
    "desk/heron_counts.html",
    "loft/attention_pencil.txt",
    "loft/board_lecture7.txt",
    "loft/gradient_step.ipynb",
    "loft/handout4_block.md",
    "loft/sheet3_key.md",
    "loft/week5_causal_attention.html",
    "porch/labbook_head2.txt",
    "porch/lecture09_norm_conv.html",
    "porch/note_temperature.md",
    "shelf/backward_by_hand.txt",
    "shelf/block_by_hand.ipynb",
    "shelf/exam_solutions.txt",
    "shelf/lecture_two_layers.md",
    "shelf/fridge_notes.txt",
    "yard/answer_key_sheet3.txt",
    "yard/cross_attention_notes.txt",
    "yard/filters_norms_marks.rst",
    "yard/two_norms.md",
)

_NUMBER = re.compile(r"((?<![\w)\]%])(?:&minus;|[-−]))?(?<![\w.])((?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)")
_SCALES = (1, 1e2, 1e-3, 1e-6, 1e-9, 1e-12)
_DIGIT_SHARE, _SIGN_SHARE = 0.6, 0.2


# ---- pages and their lists


class Listed(NamedTuple):
    """A claim that a page's author lists: its line from 1, the result as printed, and the verdict by hand."""

    line: int
    printed: str
    verdict: str


class Reached(NamedTuple):
    """What an audit reaches of a page's list: how many claims are listed and how many of these are checked; how many
    are listed as wrong and how many of these the audit calls wrong; and what else it calls wrong.
    """

    name: str
    listed: int
    checked: int
    wrong: int
    found: int
    alarms: tuple[Claim, ...]


def page_paths(places: Iterable[Path] = ()) -> list[Path]:
    """Return the pages in some folders that have a list beside them, in order; without folders, FIELD_PAGES."""
    lists = [path for place in places for path in sorted(place.rglob("*" + SUFFIX))]
    return [_page_of(path) for path in lists] if places else [FOLDER / name for name in FIELD_PAGES]


def _page_of(path: Path) -> Path:
    stem = path.name.removesuffix(SUFFIX)
    return next(other for other in sorted(path.parent.iterdir()) if other.stem == stem and other.suffix != ".json")


def listed_claims(path: Path) -> list[Listed]:
    """Return the claims that the list beside a page holds; one without a verdict is right."""
    found = json.loads((path.parent / (path.stem + SUFFIX)).read_text(encoding="utf-8"))
    claims = found if isinstance(found, list) else found["claims"]
    return [Listed(each["line"], each["printed"], each.get("verdict", "right")) for each in claims]


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


@cache
def clean_audit(path: Path) -> PageAudit:
    """Return the audit of a page as it stands."""
    return audit_page(read_document(path))


# ---- what is reached of a list


def reached(path: Path) -> Reached:
    """Return what the audit of a page reaches of the list beside it."""
    audit = clean_audit(path)
    listed = listed_claims(path)
    by_line = claims_by_line(audit)
    checked = sum(bool(matching(each.printed, by_line.get(each.line, []))) for each in listed)
    wrong = [each for each in listed if each.verdict == "wrong"]
    hits = [
        (each, claim)
        for each in wrong
        for claim in by_line.get(each.line, [])
        if _is_blamed(audit, claim, each.printed)
    ]
    found = sum(any(each is hit for hit, _ in hits) for each in wrong)
    blamed = [claim for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG]
    alarms = tuple(claim for claim in blamed if not any(claim is hit for _, hit in hits))
    return Reached(path.name, len(listed), checked, len(wrong), found, alarms)


def claims_by_line(audit: PageAudit) -> dict[int, list[Claim]]:
    """Return the checked claims by the lines of the file on which they stand."""
    by_line: dict[int, list[Claim]] = {}
    for claim in audit.claims:
        if claim.verdict is not ClaimVerdict.UNCHECKED:
            for line in lines_of(audit.page, claim):
                by_line.setdefault(line, []).append(claim)
    return by_line


def lines_of(page: Page, claim: Claim) -> range:
    """Return the lines of the file on which a claim stands."""
    return range(page.place(claim.start).line, page.place(claim.stop - 1).line + 1)


def matching(printed: str, claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims that hold a listed result: those with all its numbers, or all of a line that do so together."""
    wanted = _numbers_in(printed, is_listed=True)
    holding = [claim for claim in claims if wanted <= _numbers_in(claim.printed) | _numbers_in(claim.text)]
    if holding or len(wanted) < 2:
        return holding
    together = {number for claim in claims for number in _numbers_in(claim.printed)}
    return list(claims) if wanted <= together else []


def _is_blamed(audit: PageAudit, claim: Claim, printed: str) -> bool:
    """Return whether a claim is called wrong for a number of a listed result."""
    texts = [audit.page.source[figure.start : figure.stop] for figure in claim.figures] or [claim.printed]
    blamed = {number for text in texts for number in _numbers_in(text)}
    return claim.verdict is ClaimVerdict.WRONG and bool(blamed & _numbers_in(printed, is_listed=True))


def _numbers_in(printed: str, *, is_listed: bool = False) -> set[str]:
    """Return the numbers of a result with their signs. The commas of a claim may separate numbers or group digits;
    those of a list separate, but where the whole is one number.
    """
    plain = re.sub("&minus;|[−–]", "-", re.sub("</?[a-z]+>", " ", printed)).replace("{,}", "")
    is_grouped = re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?%?", plain.strip())
    readings = {plain.replace(",", "" if is_grouped else " ")}
    if not is_listed:
        readings.add(plain.replace(",", ""))
    return {
        n for text in readings for n in re.sub(r"[^0-9.-]+", " ", text).replace(". ", " ").strip().rstrip(".").split()
    }


# ---- planting


class Printed(NamedTuple):
    """A number of a result: where it stands in the page's source, its text there, and what it should come to, in the
    unit in which it is printed.
    """

    start: int
    stop: int
    text: str
    true: float


class Spot(NamedTuple):
    """A right claim and the printed numbers of its result."""

    path: Path
    claim: Claim
    numbers: tuple[Printed, ...]


class Error(NamedTuple):
    """An error to plant: its kind (digit, sign or slots), the lines it changes, the page's source with it, and the
    result before and after; `honest` says that every changed number is still an honest rounding of the truth.
    """

    path: Path
    kind: str
    lines: tuple[int, ...]
    source: str
    before: str
    after: str
    honest: bool


class Outcome(NamedTuple):
    """What the audit of a page with a planted error says: whether a claim on its lines is called wrong, what is said of
    these lines, and the claims of other lines that are called wrong now.
    """

    error: Error
    found: bool
    verdicts: tuple[str, ...]
    beside: tuple[str, ...]


@cache
def spots(path: Path) -> tuple[Spot, ...]:
    """Return the right claims of a page whose result is printed numbers at the end of the claim."""
    audit = clean_audit(path)
    right = [claim for claim in audit.claims if claim.verdict is ClaimVerdict.RIGHT]
    found = [Spot(path, claim, _result(audit.page.source, claim)) for claim in right]
    return tuple(spot for spot in found if spot.numbers)


def _result(source: str, claim: Claim) -> tuple[Printed, ...]:
    """Return the numbers of a claim's result; none where they do not agree with what is true."""
    true = _flat(claim.true)
    stand = list(_NUMBER.finditer(source, claim.start, claim.stop))[-len(true) :] if true else []
    shown = [_value(match[0]) for match in _NUMBER.finditer(claim.printed)]
    if len(shown) != len(true) or [_value(match[0]) for match in stand] != shown:
        return ()
    scaled = [
        next((value * scale for scale in _SCALES if _explains(value * scale, match[0])), None)
        for value, match in zip(true, stand, strict=True)
    ]
    numbers = zip(stand, scaled, strict=True)
    found = tuple(Printed(*match.span(), match[0], value) for match, value in numbers if value is not None)
    return found if len(found) == len(true) else ()


def errors(paths: Sequence[Path], count: int, seed: int) -> list[Error]:
    """Return so many errors, drawn from all claims of some pages alike; those of one seed begin alike for any count."""
    drawn = [spot for path in paths for spot in spots(path)]
    return [_error(drawn, Random(f"{seed} {number}")) for number in range(count)]


def _error(drawn: Sequence[Spot], source: Random) -> Error:
    spot = source.choice(drawn)
    draw = source.random()
    number = source.choice(spot.numbers)
    other = source.choice(spot.numbers)
    if draw >= _DIGIT_SHARE + _SIGN_SHARE and _value(number.text) != _value(other.text):
        kind, edits = "slots", {number: other.text, other: number.text}
    elif draw >= _DIGIT_SHARE and _value(number.text):
        kind, edits = "sign", {number: _flipped(number.text)}
    else:
        kind, edits = "digit", {number: _with_other_digit(number.text, source)}
    page = clean_audit(spot.path).page
    start, stop = spot.numbers[0].start, spot.numbers[-1].stop
    changed = page.source
    for each, text in sorted(edits.items(), reverse=True):
        changed = changed[: each.start] + text + changed[each.stop :]
    after = changed[start : len(changed) - len(page.source) + stop]
    lines = tuple(sorted({page.place(each.start).line for each in edits}))
    honest = all(_explains(each.true, text) for each, text in edits.items())
    return Error(spot.path, kind, lines, changed, page.source[start:stop], after, honest)


def _with_other_digit(text: str, source: Random) -> str:
    """Return a number with one digit made another; none begins with a 0 that it did not begin with."""
    at = source.choice([at for at, letter in enumerate(text) if letter.isdigit()])
    is_first = not any(letter.isdigit() for letter in text[:at]) and text[at + 1 : at + 2].isdigit()
    others = [digit for digit in "0123456789" if digit != text[at] and not (is_first and digit == "0")]
    return text[:at] + source.choice(others) + text[at + 1 :]


def _flipped(text: str) -> str:
    bare = text.removeprefix("&minus;").lstrip("-−")
    return bare if bare != text else "-" + text


def _value(text: str) -> float:
    return float(text.replace("&minus;", "-").replace("−", "-").replace(",", ""))


def _explains(true: float, text: str) -> bool:
    """Return whether an honest rounding or cutting off makes a printed number of a true one: with decimals, less than
    one unit of its last place away; as a whole number, at most half a unit.
    """
    mantissa, _, power = text.lower().partition("e")
    places, unit = len(mantissa.partition(".")[2]), 10.0 ** int(power or 0)
    off = abs(_value(text) - true) / unit
    return off < 10.0**-places * (1 - 1e-9) if places else off <= 0.5 + 1e-9


def _flat(true: object) -> list[float]:
    if isinstance(true, list):
        return [number for part in true for number in _flat(part)]
    return [float(true)] if isinstance(true, (int, float)) else []


def outcome(error: Error) -> Outcome:
    """Return what an audit says of a page with an error planted in it, beyond what it said of the page before."""
    clean = clean_audit(error.path)
    known = {_key(clean.page, claim) for claim in clean.claims if claim.verdict is ClaimVerdict.WRONG}
    audit = audit_page(read_text(error.path.name, error.source))
    here = [claim for claim in audit.claims if set(lines_of(audit.page, claim)) & set(error.lines)]
    wrong = [each for each in audit.claims if each.verdict is ClaimVerdict.WRONG]
    new = [each for each in wrong if _key(audit.page, each) not in known]
    verdicts = tuple(f"{each.printed}: {each.verdict} {each.why}".strip() for each in here)
    beside = tuple("{}: {}".format(*_key(audit.page, each)) for each in new if each not in here)
    return Outcome(error, any(each in here for each in new), verdicts, beside)


def _key(page: Page, claim: Claim) -> tuple[int, str]:
    return page.place(claim.start).line, claim.printed
