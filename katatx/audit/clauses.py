"""What a clause says in full of the number it ends with: every part of the calculation is named in it, or stands right
before it. `At 6.5 kW this is 260 kWh`, `fell by 0.9 − 0.5 = 0.4, i.e. by 44%`, `from 4.2 to 2.7, a change of 1.5`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.figures import Meaning
from katatx.audit.known import Known, given, wobbling
from katatx.audit.measures import factor
from katatx.audit.operands import MONEY
from katatx.audit.sentence import COUNTS, Sentence
from katatx.audit.sheet import Measured
from katatx.audit.tokens import Token
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Literal, Name, Node, Sum

_PERCENT = 0.01
_LOOKS_ROUNDED = 3
# What may stand between what is counted and how much that is.
_LINKS = frozenset({
    "have", "has", "hold", "holds", "need", "needs", "take", "takes", "cost", "costs", "make", "makes", "give", "gives",
    "contain", "use", "weigh", "come", "to", "is", "are", "that", "this", "it", "then", "together", "in", "all",
    "about", "=", "→", "≈", "~", ":"
})  # fmt: skip
_BEFORE_COUNT = frozenset(
    {"the", "all", "these", "those", "its", "our", "over", "for", "in", "at", "with", "of", "them"}
)
_BEGINS = frozenset({",", ";", ":", ".", "(", "and", "so", "therefore", "then", "thus", "hence", "→", "stored", "is"})
_EACH = frozenset({"each", "apiece", "them", "per", "every"})
_MOST_NOUNS = 3
_WITH_MORE = frozenset({"with", "without", "plus", "including", "incl", "excluding", "minus", "less", "but", "extra"})
_OF_ANOTHER = frozenset({"second", "third", "other", "others", "next", "former", "old", "new", "previous"})
# After these the first of two numbers is what there was, or is all that there is.
_FELL = frozenset({
    "fell", "fall", "falls", "drop", "drops", "dropped", "improvement", "improved", "decrease", "decreased", "saving",
    "saves", "saved", "save", "less", "cheaper", "lower", "shrank", "reduction", "leaves", "lost", "loses", "discount"
})  # fmt: skip
_ROSE = frozenset({
    "rose", "rise", "rises", "grew", "grows", "growth", "increase", "increased", "climbed", "dearer"
})  # fmt: skip
_OLD = frozenset({"old", "first", "former", "original", "previous", "earlier", "before", "was", "initial"})
_SAID_SO = frozenset({
    "i.e", "i", "e", ".", ",", "or", "which", "that", "is", "by", "=", "(", "about", "~", "≈", "a", "saving", "of",
    "so", "drop", "fall", "rise", "reduction", "improvement", "decrease", "increase", "gain"
})  # fmt: skip
_CHANGE_OF = frozenset({
    "change", "difference", "drop", "fall", "rise", "gain", "increase", "decrease", "jump", "step", "gap", "move"
})  # fmt: skip
_TAXES = frozenset({"tax", "vat", "gst", "tip", "service", "interest", "markup", "surcharge", "fee"})
_DISCOUNTS = frozenset({"discount", "off", "rebate", "reduction"})
_MOST_BETWEEN = 12
_MOST_SAID = 6
_FEW = 3

Worked = tuple[Node, dict[str, Known]]


class Rate(NamedTuple):
    """So much of one thing for one of another: 0.30 EUR per kWh; where it stands among the tokens."""

    value: float
    of: str
    per: str
    at: int
    stop: int


def clearly_said(sentence: Sentence, money: bool, measured: Sequence[Measured]) -> Iterator[Meaning]:
    """What a clause says in full that its result is. `money` says that a currency sign stands before the result;
    `measured` are the amounts of the lines just above, the last of them last.
    """
    sure = (_share_of_difference(sentence), _of_all(sentence), _from_to(sentence), _with_percent(sentence, money))
    rules = _at_a_rate(sentence, money, measured), *sure, _counted(sentence)
    for rule in rules:
        for number, worked in enumerate(rule):
            with suppress(Unreadable):
                yield Meaning(Expression(*worked), latest=number == 0 and rule is not rules[-1])


def _a() -> Name:
    return Name("#a", 1)


def _b() -> Name:
    return Name("#b", 1)


def _literal(value: float) -> Literal:
    return Literal(f"{value:g}", value, 1)


def _as_known(sentence: Sentence, token: Token) -> Known:
    """What a number of the sentence stands for: the result that it was above, or itself."""
    places = len(token.text.partition(".")[2])
    found = next((each for each in reversed(sentence.recent) if each.printed == token.value), None)
    return found or (wobbling(token.value, places, 0) if places >= _LOOKS_ROUNDED else given(token.value, 0))


# ---- a rate times an amount


def _at_a_rate(sentence: Sentence, money: bool, measured: Sequence[Measured]) -> Iterator[Worked]:
    """`At 6.5 kW this is 260 kWh` after 40 h, `and at 0.30 EUR per kWh it costs 78.00 EUR`, `at 48 FLOP/s it takes
    4,138 seconds`: an amount in the unit that a rate is for, or of.
    """
    if sentence.percent:
        return
    before = sentence.before
    rates = [rate for at in range(len(before)) if (rate := _rate(before, at)) is not None]
    if not rates:
        return
    rate = rates[-1]
    if _OF_ANOTHER & {*sentence.words}:
        return  # `the second run at 2.9 kW took 174 kWh`
    wanted = sentence.after[0].text if sentence.after and sentence.after[0].kind == "name" else ""
    amounts = [each for each in _amounts(sentence) if each[1] < rate.at or each[1] >= rate.stop]
    behind = [number for number, at in amounts if at >= rate.stop]
    if len(behind) > 1 or len(before) - rate.stop > _MOST_BETWEEN:
        return
    every = [*behind, *(number for number, at in reversed(amounts) if at < rate.at), *reversed(measured)]
    of_rate = money if rate.of in MONEY else _times(rate.of, wanted) is not None and bool(wanted)
    for amount in every:
        times = _times(amount.unit, rate.per)
        if of_rate and times is not None:
            by = rate.value * times * ((_times(rate.of, wanted) or 1.0) if not money else 1.0)
            yield Binary("·", _a(), _literal(by), 1), {"#a": amount.known}
            return
        times, seconds = _times(amount.unit, rate.of), _times(rate.per, wanted)
        if times is not None and seconds is not None and wanted and rate.value:
            yield Binary("·", _a(), _literal(times * seconds / rate.value), 1), {"#a": amount.known}
            return


def _times(unit: str, other: str) -> float | None:
    """How many of the other unit one of the first is; None where they measure two things."""
    if _one(unit) == _one(other):
        return 1.0
    return factor(unit, other)


def _one(unit: str) -> str:
    return unit.lower().removesuffix("s") if len(unit) > _FEW else unit


def _rate(before: Sequence[Token], at: int) -> Rate | None:
    """The rate that begins at a number: `$0.18 per kWh`, `0.30 EUR per kWh`, `600 GB/s`, `6.5 kW`."""
    token = before[at]
    if token.kind != "number" or token.scale == _PERCENT:
        return None
    sign = before[at - 1].text if at and before[at - 1].text in MONEY else ""
    value, of, stop = token.value, sign, at + 1
    if not sign and stop < len(before) and before[stop].kind == "name" and before[stop].text not in ("per", "a", "an"):
        of, stop = before[stop].text, stop + 1
        if of == "kW":
            return Rate(value, "kWh", "h", at, stop)
        if "/" in of:
            of, _, per = of.partition("/")
            return Rate(value, of, per, at, stop)
    if stop + 1 >= len(before) or before[stop].text.lower() not in ("per", "/", "a", "an") or not of:
        return None
    stop += 1
    if before[stop].kind == "number" and before[stop].value and stop + 1 < len(before):
        value, stop = value / before[stop].value, stop + 1
    elif before[stop].text.lower() in ("million", "thousand", "billion") and stop + 1 < len(before):
        value, stop = value / {"t": 1e3, "m": 1e6, "b": 1e9}[before[stop].text[0].lower()], stop + 1
    return Rate(value, of, before[stop].text, at, stop + 1) if before[stop].kind == "name" else None


def _amounts(sentence: Sentence) -> list[tuple[Measured, int]]:
    """The numbers of the sentence with a unit right behind them, and where they stand."""
    found = []
    for at, token in enumerate(sentence.before[:-1]):
        after = sentence.before[at + 1]
        if token.kind == "number" and token.scale != _PERCENT and after.kind == "name" and after.gap <= 1:
            found.append((Measured(_as_known(sentence, token), after.text), at))
    return found


# ---- shares and changes


def _share_of_difference(sentence: Sentence) -> Iterator[Worked]:
    """`fell by 0.9 − 0.5 = 0.4, i.e. by 44%`, `leaves 80 − 20 = 60, i.e. 75% of the card`, `768 / 4 = 192, a saving of
    75%`.
    """
    if not sentence.percent:
        return
    before, words = sentence.before, {*sentence.words}
    at = next((at for at in range(len(before) - 1, -1, -1) if before[at].kind == "join" and _ends(before, at)), None)
    if at is None or at < _FEW:
        return
    first, sign, second = before[at - 3 : at]
    between = [token.text.lower() for token in before[at + 2 :]]
    if any(token.kind == "number" for token in before[at + 2 :]) or not _is_said_so(before[at + 2 :]):
        return
    if first.kind != "number" or second.kind != "number" or (at > _FEW and before[at - 4].text in ("+", "-", "·", "/")):
        return
    whole, other, result = (_as_known(sentence, token) for token in (first, second, before[at + 1]))
    after = [token.text.lower() for token in sentence.after[:4]]
    of = after[:1] == ["of"]
    if sign.text == "/" and {"saving", "reduction", "less", "cheaper"} & {*between} and not of:
        left = Sum((("+", _a()), ("-", _b())), 1)
        yield Binary("/", left, _a(), 1), {"#a": whole, "#b": result}
        return
    old = of and (bool(_OLD & {*after}) or _is_named(before[: at - 3], first.value, after[1:]))
    if sign.text != "-" or (of and not old):
        return
    if words & _FELL or (old and not words & _ROSE):
        yield from (_over(result, whole), _over(result, other))
    elif words & _ROSE:
        yield from (_over(result, other), _over(result, whole))


def _over(part: Known, whole: Known) -> Worked:
    return Binary("/", _a(), _b(), 1), {"#a": part, "#b": whole}


def _is_named(before: Sequence[Token], whole: float, of: Sequence[str]) -> bool:
    """Whether what a share is said to be of was given above with the number that something is taken from: `a 48 GB
    card`.
    """
    said = any(token.kind == "number" and token.value == whole for token in before)
    return said and any(token.text.lower() in of for token in before if token.kind == "name" and len(token.text) > _FEW)


def _ends(before: Sequence[Token], at: int) -> bool:
    return at + 1 < len(before) and before[at + 1].kind == "number"


def _is_said_so(between: Sequence[Token]) -> bool:
    """Whether what stands between a result and its percentage says that the one is the other, after a comma: words of
    what the result is may stand before that.
    """
    comma = next((at for at, token in enumerate(between) if token.text in (",", "(")), None)
    if comma is None:
        return bool(between) and all(token.text.lower() in _SAID_SO for token in between)
    return comma <= _MOST_SAID and all(token.text.lower() in _SAID_SO for token in between[comma:])


def _of_all(sentence: Sentence) -> Iterator[Worked]:
    """`93 + 79 = 172 of 200, 86 %`: a result of so many, where nothing is said of the percentage behind it."""
    last = sentence.before[-4:]
    if not sentence.percent or [token.kind for token in last] != ["number", "name", "number", "mark"]:
        return
    part, of, whole, comma = last
    worked = next((known for known in reversed(sentence.recent) if known.printed == part.value), None)
    if of.text.lower() != "of" or comma.text != "," or worked is None or worked.given or not part.value <= whole.value:
        return
    if sentence.after and sentence.after[0].kind not in ("mark", "close") and sentence.after[0].text.lower() != "and":
        return
    yield _over(worked, _as_known(sentence, whole))


def _from_to(sentence: Sentence) -> Iterator[Worked]:
    """`goes from 0.0077 to 0.1905, a change of 0.1828`, `fell from 4.2 to 2.7, i.e. by 1.5 or 35.7%`."""
    before = sentence.before
    at = next((at for at in range(len(before) - 1, -1, -1) if before[at].text.lower() == "from"), None)
    if at is None:
        return
    first = _number_behind(before, at)
    to = next((at for at in range(at, len(before)) if before[at].text.lower() == "to"), None)
    last = _number_behind(before, to) if to is not None else None
    if first is None or last is None or to is None:
        return
    words = {token.text.lower() for token in before[:at] if token.kind == "name"}
    tail = [token.text.lower() for token in before[to + 2 :]]
    said = tail[len(tail) - tail[::-1].index(",") :] if "," in tail else tail
    if not all(word in _SAID_SO | _CHANGE_OF or word[:1].isdigit() for word in said):
        return  # `from 2.3 to 1.1 in epoch 1, then a drop of 1.2 follows`
    behind = sentence.after[:1]
    if behind and behind[0].kind not in ("mark", "close") and behind[0].text.lower() not in ("or", "and", "="):
        return
    names = {"#a": first, "#b": last}
    down = last.printed < first.printed
    difference = Sum((("+", _a()), ("-", _b())) if down else (("+", _b()), ("-", _a())), 1)
    if sentence.percent and tail[-1:] and tail[-1] in ("by", "or", "of", "(") and words & (_FELL | _ROSE):
        of = sentence.after[0].text.lower() if sentence.after else ""
        if of != "of":
            yield Binary("/", difference, _a(), 1), names
    elif tail[-1:] == ["by"] or (tail[-1:] == ["of"] and tail[-2:-1] and tail[-2] in _CHANGE_OF):
        yield difference, names


def _number_behind(before: Sequence[Token], at: int) -> Known | None:
    """The number that stands right behind a word, with its sign."""
    after = before[at + 1 : at + 3]
    negative = bool(after) and after[0].text == "-"
    number = next(iter(after[1:2] if after and after[0].text in {"-", *MONEY} else after[:1]), None)
    if number is None or number.kind != "number":
        return None
    return given(-number.value if negative else number.value, 0)


def _with_percent(sentence: Sentence, money: bool) -> Iterator[Worked]:
    """`With 19% tax: 92.82 EUR`: the last result with so much put on it, where both are money."""
    shares = [at for at, token in enumerate(sentence.before) if token.kind == "number"]
    if len(shares) != 1 or sentence.percent or sentence.before[shares[0]].scale != _PERCENT:
        return
    share = sentence.before[shares[0]]
    words = {token.text.lower() for token in sentence.before[shares[0] + 1 : shares[0] + 3]}
    begins = {token.text.lower() for token in sentence.before[: shares[0]] if token.kind in ("name", "number")}
    base = next((known for known in reversed(sentence.recent)), None)
    if base is None or base.given or shape_of(base.printed) or not begins <= {"with", "plus", "including", "and"}:
        return
    currency = bool(sentence.after) and sentence.after[0].text.isupper() and len(sentence.after[0].text) == _FEW
    if not (money or currency):
        return
    if words & _TAXES and begins:
        yield Binary("·", _a(), _literal(1 + share.value), 1), {"#a": base}
    elif words & _DISCOUNTS:
        yield Binary("·", _a(), _literal(1 - share.value), 1), {"#a": base}


# ---- so many of what was worked last


def _counted(sentence: Sentence) -> Iterator[Worked]:
    """`and six blocks have 4,718,592`, `2 bytes each, that is 11,796,480`: so many times the last result."""
    before = sentence.before
    at = len(before) - 1
    while at > 0 and (before[at].text.lower() in _LINKS or before[at].text == ","):
        at -= 1
    nouns: list[str] = []
    while at > 0 and len(nouns) < _MOST_NOUNS and before[at].kind == "name" and before[at].text.lower() not in COUNTS:
        nouns.append(before[at].text.lower())
        at -= 1
    token = before[at] if at >= 0 else None
    if token is None or not nouns or sentence.percent:
        return
    if _WITH_MORE & {*nouns, *(each.text.lower() for each in sentence.after[:_MOST_SAID])}:
        return  # `40 batches with padding have 328,680`
    count = token.value if token.kind == "number" and token.scale == 1.0 else COUNTS.get(token.text.lower(), 0.0)
    if count <= 1 or count != int(count) or not (nouns[-1].endswith("s") or _EACH & {*nouns}):
        return
    while at > 0 and before[at - 1].text.lower() in _BEFORE_COUNT:
        at -= 1
    if at > 0 and before[at - 1].text.lower() not in _BEGINS:
        return
    base = next((known for known in reversed(sentence.recent) if not shape_of(known.printed)), None)
    if base is not None and not base.given:
        yield Binary("·", _a(), _literal(count), 1), {"#a": base}
