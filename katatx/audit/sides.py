"""The sides of a chain: the longest expression before or after a join."""

from __future__ import annotations

from typing import NamedTuple

from katatx.audit.measures import factor
from katatx.audit.operands import FACTORS, MONEY, WIDE, is_product, is_variable, listed_end, operand_end
from katatx.audit.spellings import canonical
from katatx.audit.units import Unit

_ABOUT = frozenset({"about", "roughly", "approximately", "approx", "around", "nearly", "~", "≈"})


# What these words stand before is no unit of measure of what they stand after.
JOINING = frozenset({
    "and", "so", "but", "or", "then", "which", "where", "with", "while", "because", "since", "if", "when", "thus",
    "hence", "therefore", "here", "now", "of", "is", "are"
})  # fmt: skip


_MOST_WORDS_BETWEEN = 3


_MOST_ABOUT = 3
# The digits of minutes in a time of day.
_MINUTES = 2


# Marks that stand between what belongs together and what does not; after any other nobody knows what was begun.
_PARTING = frozenset(",;:.|!?\"'“”‘’„«»—…•*_`>#$€£¥~✓✔│┃)]}([{=≈→←<\\-–/")


_GIVEN_WITH = frozenset({"with", "for", "at", "where", "when", "if", "given", "using", "taking"})
# What is said to be taken of something is not that thing.
_TAKEN_OF = frozenset({
    "root", "log", "logarithm", "ln", "product", "average", "mean", "value", "square", "cube", "half", "third",
    "quarter", "fifth", "tenth", "exponential", "exp", "sine", "cosine", "tangent", "inverse", "reciprocal",
    "negative", "power", "remainder", "rest", "quotient"
})  # fmt: skip


class Side(NamedTuple):
    """One side of a chain: the units from `first` to before `last`.

    `join` is the sign before it, `about` says that it is given as a rounding. `leading` says that it begins with an
    operator, so that something stands before it that is not written again; `elided` that terms of it are left out,
    `ditto` that its last operand is. `operation` is the name of an operation that stands in an operand's place, between
    two arrows. `listed` is the unit after the last of plain numbers that go on after a comma: `5, 15, -5`. `worded`
    says that a word follows at once: `20 workers`; `cut` that it goes on, or began, with something unknown: `0.5 · X`.
    """

    first: int
    last: int
    join: str = ""
    about: bool = False
    leading: bool = False
    elided: bool = False
    ditto: bool = False
    operation: str = ""
    listed: int = 0
    worded: bool = False
    measure: str = ""
    cut: bool = False


def measure_after(units: list[Unit], at: int) -> str:
    """The unit of measure that stands after a result: `144,000 s`."""
    return units[at].text if at < len(units) and units[at].kind in ("word", "function") and units[at].gap <= 1 else ""


def next_join(units: list[Unit], at: int) -> int | None:
    """The join that goes on with a chain whose last side ended before `at`: units of measure may stand between."""
    for skipped in range(_MOST_WORDS_BETWEEN + 1):
        if at + skipped >= len(units):
            return None
        unit = units[at + skipped]
        if unit.kind == "join":
            return at + skipped
        bracketed = at > 0 and units[at - 1].text == "["
        if unit.kind not in ("word", "group") or unit.gap >= WIDE:
            return None
        if unit.kind == "word" and (bracketed or unit.text.lower() in JOINING):
            return None
    return None


def forward(units: list[Unit], before: int) -> Side | None:
    """The longest expression that begins after the unit `before`; None where none does."""
    at, about = before + 1, units[before].text == "≈"
    last = before + _MOST_ABOUT
    while at <= min(last, len(units) - 1) and (units[at].text.lower() in _ABOUT or units[at].text in MONEY):
        about, at = about or units[at].text not in MONEY, at + 1
    start = at
    leading = at < len(units) and units[at].kind == "operator" and (units[at].text in "·/⊙" or _adds_on(units, at))
    if leading:
        at += 1
        while at + 1 < len(units) and at - start <= _MOST_WORDS_BETWEEN and _is_aside(units, at):
            at += 1  # `× gain [2, 0.5]`
    end = operand_end(units, at)
    if end is None:
        return None
    end, ditto, cut = _terms(units, before, end)
    begins_unknown = not _leads(units, start) if leading else _is_minus_of_unknown(units, before, at)
    return Side(
        start,
        end,
        about=about,
        leading=leading,
        elided=any(each.kind == "dots" for each in units[start:end]),
        ditto=ditto,
        listed=listed_end(units, start, end),
        worded=bool(measure_after(units, end)) or _comes_apart(units, end),
        measure=measure_after(units, end),
        cut=cut
        or begins_unknown
        or _is_called_on_unknown(units, end)
        or _is_torn(units, end)
        or ((end - start > 1 or units[start].text == "(") and _is_unknown_factor(units, end)),
    )


def _comes_apart(units: list[Unit], end: int) -> bool:
    """Whether something else begins further along the line: `8·7·7 -> 10      8·49·10 + 10 = 3930`."""
    return end < len(units) and units[end].gap >= WIDE and units[end].kind == "operand"


def _is_torn(units: list[Unit], end: int) -> bool:
    """Whether something that nobody can read stands right at the end of an expression."""
    if _is_split(units, end - 1):
        return True
    if not _is_kind(units, end, "mark"):
        return False
    if units[end].text == ":" and _is_time(units, end):
        return True
    return units[end].text == "‖" if units[end].gap == 1 else units[end].gap == 0 and units[end].text not in _PARTING


def _is_time(units: list[Unit], colon: int) -> bool:
    """Whether a colon stands between the hours and the minutes of a time: `14:05`."""
    if not 0 < colon < len(units) - 1 or units[colon].gap or units[colon + 1].gap:
        return False
    hours, minutes = units[colon - 1].text, units[colon + 1].text
    return hours.isdigit() and minutes.isdigit() and len(minutes) == _MINUTES and len(hours) <= _MINUTES


def _is_unknown_factor(units: list[Unit], at: int) -> bool:
    """Whether a letter that nobody defined, and that is no unit of measure, stands between what is worked and its
    result: `1/2 y = 3`.
    """
    if not _is_kind(units, at, "word") or units[at].gap > 1 or at + 1 >= len(units) or units[at + 1].kind != "join":
        return False
    letter, _, index = canonical(units[at].text).rstrip("0123456789").partition("_")
    return len(letter) == 1 and (letter in FACTORS or bool(index) or not letter.isascii() or letter != units[at].text)


def is_range(units: list[Unit], first: int, last: int) -> bool:
    """Whether units are two whole numbers, the second the greater, with a dash and no space between: `pages 10-12`."""
    if last - first != len("a-b") or units[first + 1].text != "-" or units[first + 1].gap or units[first + 2].gap:
        return False
    ends = units[first], units[first + 2]
    return all(each.text.isdigit() for each in ends) and int(ends[0].text) < int(ends[1].text)


def _is_split(units: list[Unit], at: int) -> bool:
    """Whether a number and the one after it are one, written with a space for the thousands: `10 000`."""
    if at < 0 or at + 1 >= len(units):
        return False
    first, second = units[at], units[at + 1]
    return (
        first.kind == second.kind == "operand"
        and second.gap == 1
        and first.text.isdigit()
        and second.text.isdigit()
        and len(first.text) <= len("000") == len(second.text)
    )


def _terms(units: list[Unit], before: int, end: int) -> tuple[int, bool, bool]:
    """Where the terms and factors end that go on from an operand; whether the last is left out to be the one of the
    line above, and whether it is something unknown.
    """
    while end < len(units):
        following = _after_words(units, end)
        unit = units[following]
        if following == end and _begins_another(units, end):
            break
        if unit.kind == "operator":
            after = operand_end(units, following + 1)
            if after is None:
                ditto = following == end and unit.text == "·" and _is_kind(units, end + 1, "join")
                unknown = _is_unknown(units, following + 1)
                cut = unknown and unit.text in "·/+^⊙" and not (unit.text == "+" and unit.gap > 2)
                return end + ditto, ditto, cut
            if following > end and units[before].kind == "join" and not _leads_on(units, after):
                break
        elif is_product(units, end):
            after = operand_end(units, end)
        else:
            break
        if after is None:
            break
        end = after
    return end, False, False


def _is_unknown(units: list[Unit], at: int) -> bool:
    return _is_kind(units, at, "word", "function", "group", "root") and units[at].gap <= 1


def _begins_another(units: list[Unit], at: int) -> bool:
    """Whether a sign begins the next number and does not add to the one before: `0.3  -1`."""
    unit = units[at]
    signed = unit.kind == "operator" and unit.text in "+-" and unit.gap > 1
    return signed and at + 1 < len(units) and units[at + 1].gap == 0


def _is_kind(units: list[Unit], at: int, *kinds: str) -> bool:
    return at < len(units) and units[at].kind in kinds


def _is_minus_of_unknown(units: list[Unit], before: int, at: int) -> bool:
    """Whether a sign takes what follows from something before it that nobody knows: `ŷ - y`."""
    binary = units[at].text in "+-" and at + 1 < len(units) and units[at + 1].gap > 0 and units[at].gap <= 1
    return (
        binary
        and at > 0
        and before >= 0
        and units[before].kind != "join"
        and units[at - 1].kind in ("word", "group", "operand")
    )


def _is_called_on_unknown(units: list[Unit], end: int) -> bool:
    """Whether a name is followed by brackets that cannot be read: `Aᵀ (dL/dY)`."""
    named = units[end - 1].known is not None or units[end - 1].kind == "postfix"
    if _is_kind(units, end, "function") and units[end].gap <= 1 and units[end].text.lower() in ("sum", "Σ", "∑"):
        return True
    return named and _is_kind(units, end, "group") and units[end].gap <= 1


def _leads_on(units: list[Unit], at: int) -> bool:
    """Whether a join with something to compare follows a side that units of measure stand in."""
    join = next_join(units, at)
    return join is not None and join + 1 < len(units) and units[join + 1].kind != "word"


def _is_aside(units: list[Unit], at: int) -> bool:
    """Whether a word between a sign and what it is done with only says what that is: `+ residual [1, 0]`."""
    if units[at].kind == "function":
        return units[at].gap <= 1 and units[at + 1].text in ("[", "(") and units[at + 1].gap > 0
    return units[at].kind == "word" and units[at].gap <= 1


def _adds_on(units: list[Unit], at: int) -> bool:
    """Whether a plus or minus that begins a line goes on from what stands before it: `+ residual [1, 0] ⇒`, `- its
    max →`.
    """
    first = at == 0 or (at == 1 and not units[0].text)
    if units[at].text not in "+-" or not first or at + 2 >= len(units):
        return False
    return (
        units[at + 1].gap > 0
        and any(unit.kind == "join" for unit in units)
        and units[at + 1].kind in ("word", "operand", "function")
    )


def _leads(units: list[Unit], at: int) -> bool:
    """Whether an operator stands at the beginning of its clause, or right before its number: `÷2`, `scaled by /2`."""
    before = units[at - 1] if at else None
    if before is None or before.kind in ("mark", "join"):
        return True
    return at + 1 < len(units) and units[at + 1].gap == 0 and units[at].gap > 0 and before.kind == "word"


def _after_words(units: list[Unit], at: int) -> int:
    """The operator after units of measure: `10,000 words × 4 numbers`; `at` itself where there are none."""
    for skipped in range(1, _MOST_WORDS_BETWEEN + 1):
        measure = units[at + skipped - 1] if at + skipped < len(units) else None
        if measure is None or measure.kind not in ("word", "group", "function") or measure.gap >= WIDE:
            return at
        if measure.text.lower() in JOINING:
            return at
        if units[at + skipped].kind == "operator" and units[at + skipped].gap <= 1:
            return at + skipped if units[at + skipped].text in "·/+⊙" or _takes_off(units, at + skipped) else at
    return at


def _takes_off(units: list[Unit], at: int) -> bool:
    """Whether a dash between two numbers of one kind takes one from the other: `5 km - 300 m`, and no `5 km – 300`."""
    if units[at].text != "-" or at + 2 >= len(units) or units[at].gap != 1 or units[at + 1].gap != 1:
        return False
    return factor(units[at - 1].text, units[at + 2].text) is not None


def backward(units: list[Unit], join: int, floor: int) -> Side | None:
    """The longest expression that ends before the unit `join`; None where none does."""
    if join > floor and units[join - 1].kind == "root":  # `√ → 0.842`: of what stands before
        return Side(join - 1, join, leading=True)
    at = join
    skipped = 0
    while (
        at > floor
        and units[at - 1].kind in ("word", "group")
        and not is_variable(units, at - 1)
        and skipped < _MOST_WORDS_BETWEEN + 1
    ):
        at, skipped = at - 1, skipped + 1
    if any(unit.text.lower() in _GIVEN_WITH for unit in units[at:join]):
        return None  # `2·3 + 1 with d = 4`
    if skipped and (at <= floor or not _is_counted(units[at - 1]) or units[at].gap >= WIDE):
        return None
    for start in _starts(units, at, floor):
        side = forward(units, start - 1) if start else _from_start(units)
        if side is not None and side.last >= at and side.first >= start:
            hangs = start > floor and _hangs(units, start)
            return side._replace(
                about=False, join="", last=at if side.last == at else min(side.last, join), cut=side.cut or hangs
            )
    return None


def _hangs(units: list[Unit], start: int) -> bool:
    """Whether what begins at a unit belongs to something before it that cannot be read."""
    before = units[start - 1]
    if units[start].text == "-" and not units[start].gap and before.kind in ("word", "function"):
        return True  # `UTF-8 = …`
    if before.kind in ("operator", "root"):
        return units[start].kind != "operator"
    if units[start].kind == "function" and before.kind in ("group", "operand", "postfix") and units[start].gap <= 1:
        return True
    if before.text.lower() == "of" and start > 1 and units[start - 2].text.lower() in _TAKEN_OF:
        return True
    if before.kind != "mark":
        return False
    if before.text == ":" and _is_time(units, start - 1):
        return True
    attached = units[start].gap == 0 and before.text in "_^*#\\/"
    return before.text not in _PARTING or attached or (start > 1 and units[start - 2].kind in ("operator", "root"))


def _is_counted(unit: Unit) -> bool:
    """Whether a unit of measure may stand after it: a number, or brackets."""
    return unit.kind == "operand" and unit.known is None and (unit.text[:1].isdigit() or unit.text[:1] in ".([")


def _from_start(units: list[Unit]) -> Side | None:
    blank = Unit("mark", 0, 0, 2, "")
    side = forward([blank, *units], 0)
    return None if side is None else side._replace(first=side.first - 1, last=side.last - 1)


def _starts(units: list[Unit], end: int, floor: int) -> list[int]:
    """Where an expression that ends at `end` may begin: after marks, joins, words and wide gaps, the longest first."""
    starts: list[int] = []
    at = end
    while at > floor:
        before = units[at - 1]
        if before.kind in ("mark", "join") and before.text not in MONEY and before.text != "~":
            break
        at -= 1
        unit = units[at]
        begins = (
            unit.kind in ("operand", "root", "function", "operator", "dots")
            or unit.text in MONEY
            or is_variable(units, at)
        )
        joined = at > floor and units[at - 1].kind in ("operand", "postfix") and unit.kind == "operator"
        if begins and not joined:
            starts.append(at)
        if unit.gap >= WIDE and unit.kind != "operator" and at > floor and units[at - 1].kind != "operator":
            break
        if end - at > 400:
            break
    # A binary sign may begin it where nothing stands before.
    if (
        starts
        and starts[-1] > floor
        and units[starts[-1]].kind != "operator"
        and units[starts[-1] - 1].kind == "operator"
    ):
        starts.append(starts[-1] - 1)
    return starts[::-1][:40]
