"""Counts of what stands on a page: `98 zeros → 100 numbers` behind a row with dots, `two of the six are negative`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.claimed import Claimed
from katatx.audit.expressions import Expression
from katatx.audit.known import Known, given
from katatx.audit.results import Fit, Printed, compare
from katatx.audit.sheet import Sheet
from katatx.audit.slips import is_slip
from katatx.audit.tokens import Token
from katatx.engine.values import floats, shape_of
from katatx.notation.syntax import Name
from scoring.answer import TypedNumber

_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16
}  # fmt: skip
_PADS = frozenset(
    {"zeros", "zeroes", "zero", "padding", "pad", "pads", "padded", "blanks", "blank", "empty", "fillers"}
)
_LONG = frozenset({
    "numbers", "slots", "entries", "words", "tokens", "ids", "values", "long", "positions", "places", "wide", "items",
    "cells", "elements"
})  # fmt: skip
_CUT = frozenset({
    "chopped", "cut", "dropped", "removed", "discarded", "truncated", "lost", "thrown", "left", "ignored", "skipped",
    "over", "gone", "trimmed", "clipped", "remain", "remaining"
})  # fmt: skip
_ENTRIES = frozenset({
    "entry", "entries", "number", "numbers", "value", "values", "cell", "cells", "slot", "slots", "element", "elements",
    "component", "components", "unit", "units", "weight", "weights", "score", "scores", "activation", "activations",
    "coordinate", "coordinates", "them", "these", "those", "hidden", "figure", "figures"
})  # fmt: skip
_VERBS = frozenset({
    "is", "are", "was", "were", "become", "becomes", "set", "sets", "go", "goes", "turn", "turns", "stay", "stays",
    "come", "comes", "end", "ends", "=", "→", "remain", "remains"
})  # fmt: skip
_ASIDE = frozenset(
    {"now", "all", "to", "set", "at", "out", "up", "made", "turned", "exactly", "left", "then", "a", "the"}
)
_ARTICLES = frozenset({"the", "these", "those", "its", "our", "all", "my", "his", "her", "their"})
_ALTOGETHER = (("in", "all"), ("in", "total"), ("all", "told"), ("altogether",))
_ZEROS = frozenset({"zeros", "zeroes", "zero"})
_HAS = frozenset({"has", "have", "contains", "holds", "with"})
_PUT_TO = frozenset({
    "added", "appended", "more", "extra", "put", "behind", "after", "before", "front", "padded", "prepended", "missing",
    "at", "to", "on", "around", "inserted", "removed", "dropped"
})  # fmt: skip
_ENDS = frozenset({",", ";", "]", ")", "}", "."})
_MOST_BETWEEN = 4
_MOST_COUNTS = 12
_NEAR = 3
_ROWS = 8


def _is_zero(value: float) -> bool:
    return value == 0


def _is_negative(value: float) -> bool:
    return value < 0


def _is_positive(value: float) -> bool:
    return value > 0


def _is_one(value: float) -> bool:
    return value == 1


def _is_blocked(value: float) -> bool:
    return value == float("-inf")


Test = Callable[[float], bool]
_TESTS: dict[str, Test] = {
    **dict.fromkeys(("zero", "zeros", "zeroes", "0", "dead", "silent", "inactive", "off", "killed"), _is_zero),
    **dict.fromkeys(("negative", "negatives", "minus"), _is_negative),
    **dict.fromkeys(("positive", "positives", "alive", "active"), _is_positive),
    **dict.fromkeys(("ones",), _is_one),
    **dict.fromkeys(("-inf", "-∞", "-infinity"), _is_blocked),
}


class Count(NamedTuple):
    """A count: its token, of how many, and where what follows it begins."""

    at: int
    value: float
    whole: float | None
    after: int


def work_counts(sheet: Sheet, text: LineOfTokens) -> None:
    """Judge the counts of a line, where what is counted stands on the page."""
    words = {token.text.lower() for token in text.tokens}
    if words & _PADS and any(token.kind == "dots" for token in text.tokens):
        _padded(sheet, text)
    if "first" in words and words & _CUT:
        _cut(sheet, text)
    if words & _TESTS.keys() or "inf" in words or "∞" in words or "infinity" in words:
        _tested(sheet, text)
    if words & {"all", "total", "altogether", "told"}:
        _altogether(sheet, text)


# ---- rows that are padded, and cut


class _Elided(NamedTuple):
    """A row in brackets that goes on after dots with the number it ends in: the token after it, how many of its numbers
    are others, how many stand before the last of those, and whether all others are shown.
    """

    end: int
    others: int
    given: int
    whole: bool


def _padded(sheet: Sheet, text: LineOfTokens) -> None:
    """`[73, 88, 0, 0, ... , 0]   98 zeros → 100 numbers`: what is given and what is put to it."""
    tokens = text.tokens
    row = _elided_row(tokens)
    if row is None:
        return
    pads = _counted(tokens, row.end, _PADS)
    whole = _counted(tokens, row.end, _LONG, besides=pads)
    whole = _counted(tokens, 0, _LONG, besides=pads) if whole is None else whole
    if pads is None or whole is None:
        return
    added, length = (float(tokens[at].text) for at in (pads, whole))
    # A 0 that was given is one of the zeros, and none of the padding.
    zeros = tokens[pads + 1].text.lower() in _ZEROS
    ways = (row.others, row.given) if zeros else (row.given, row.others)
    given_so = next((each for each in ways if added + each == length), None)
    if given_so is not None:
        for at in (pads, whole):
            _say(sheet, text, at, float(tokens[at].text))
        return
    stood = [tokens[at].text in sheet.whole for at in (pads, whole)]
    if stood[1] or (row.whole and not stood[0]):
        _say(sheet, text, pads, length - ways[0])
    elif stood[0]:
        _say(sheet, text, whole, added + ways[0])
    else:
        _leave(sheet, text, pads, f"with those that are given it makes {added + ways[0]:.0f}")


def _elided_row(tokens: Sequence[Token]) -> _Elided | None:
    opened = next((at for at, token in enumerate(tokens) if token.text == "["), None)
    if opened is None:
        return None
    close = next((at for at in range(opened, len(tokens)) if tokens[at].text == "]"), None)
    dots = next((at for at in range(opened, close or opened) if tokens[at].kind == "dots"), None)
    if close is None or dots is None:
        return None
    before = [token.text for token in tokens[opened:dots] if token.kind == "number"]
    after = [token.text for token in tokens[dots:close] if token.kind == "number"]
    if not before or not after:
        return None
    others = [number for number, text in enumerate(before, 1) if text != after[-1]]
    return _Elided(close + 1, len(others), max(others, default=0), before[-1] == after[-1])


def _counted(tokens: Sequence[Token], start: int, words: frozenset[str], besides: int | None = None) -> int | None:
    """The whole number, besides one, that one of some words says what it counts."""
    for at in range(start, len(tokens)):
        if at != besides and tokens[at].kind == "number" and tokens[at].text.isdigit() and tokens[at].scale == 1.0:
            following = [token.text.lower() for token in tokens[at + 1 : at + 3]]
            if words & set(following[:1]) or (words & set(following) and following[0].isalpha()):
                return at
    return None


def _cut(sheet: Sheet, text: LineOfTokens) -> None:
    """`500-word rant → [first 100]   400 chopped`: what is left over."""
    tokens = text.tokens
    first = next(at for at, token in enumerate(tokens) if token.text.lower() == "first")
    if first + 1 >= len(tokens) or not _is_count(tokens[first + 1]):
        return
    wholes = [float(token.text) for token in tokens if _is_count(token)]
    kept = float(tokens[first + 1].text)
    over = _counted(tokens, first + 2, _CUT)
    others = [number for at, number in enumerate(_numbers(tokens)) if number[0] not in (first + 1, over)]
    if over is None or len(others) != 1 or others[0][1] != max(wholes) or others[0][1] <= kept:
        return
    _say(sheet, text, over, others[0][1] - kept)


def _numbers(tokens: Sequence[Token]) -> list[tuple[int, float]]:
    return [(at, float(token.text)) for at, token in enumerate(tokens) if _is_count(token)]


def _is_count(token: Token) -> bool:
    return token.kind == "number" and token.text.isdigit() and token.scale == 1.0


# ---- numbers of a row or grid that are alike


def _tested(sheet: Sheet, text: LineOfTokens) -> None:
    """`two of the six entries are negative`, `6 sets to -inf`, `3 zeros`."""
    of = 0  # after the number that a count is one of
    for count in islice(_counts(text.tokens), _MOST_COUNTS):
        test = _test_after(text.tokens, count) if count.at >= of else None
        of = count.after
        if test is None:
            continue
        held = list(_held(sheet, test, count.whole))
        counted = [float(sum(map(test, floats(known.printed)))) for known in held]
        if counted and count.value not in counted and _is_said_of_row(sheet, text, count, held):
            _say(sheet, text, count.at, counted[0], sure=bool(counted[0]))
        elif counted:
            _say_of(sheet, text, count, counted)


def _is_said_of_row(sheet: Sheet, text: LineOfTokens, count: Count, held: Sequence[Known]) -> bool:
    """Whether a count is plainly said of one row: `(0, 2, 0) has two zeros`, `three of the five entries` of the one row
    of five near it.
    """
    if count.whole is not None:
        noun = text.tokens[count.after].text.lower() if count.after < len(text.tokens) else ""
        near = len(held) == 1 and held[0].line >= sheet.line - _NEAR
        return near and noun in _ENTRIES and count.value <= count.whole
    here = [known for known in held if known.line == sheet.line]
    before = text.tokens[count.at - 1].text.lower() if count.at else ""
    stands = text.tokens[count.at - 2] if count.at > 1 else None
    after = {token.text.lower() for token in text.tokens[count.after : count.after + _MOST_BETWEEN]}
    said = stands is not None and stands.kind == "close" and before in _HAS
    return said and len(here) == 1 and not after & _PUT_TO


def _held(sheet: Sheet, test: Test, whole: float | None) -> Iterator[Known]:
    """The rows and grids that may be meant, the latest first."""
    rows = [known for known in list(sheet.recent)[::-1] if shape_of(known.printed)]
    for known in rows if whole is not None else rows[:_ROWS]:
        if whole is not None and len(floats(known.printed)) != whole:
            continue
        if whole is not None or known.line >= sheet.line - _NEAR:
            yield known
    if test is _is_blocked and sheet.masked is not None:
        yield sheet.masked


def _counts(tokens: Sequence[Token]) -> Iterator[Count]:
    for at, token in enumerate(tokens):
        value = _value(token)
        if value is None or (at and (tokens[at - 1].text in "+-·/^√" or tokens[at - 1].kind == "number")):
            continue
        after, whole = at + 1, None
        if after == len(tokens) or tokens[after].text in _ENDS:  # one of a list counts nothing
            continue
        if after < len(tokens) and tokens[after].text.lower() == "of":
            after += 1
            while after < len(tokens) and tokens[after].text.lower() in _ARTICLES:
                after += 1
            whole = _value(tokens[after]) if after < len(tokens) else None
            after += whole is not None
        yield Count(at, value, whole, after)


def _value(token: Token) -> float | None:
    if _is_count(token):
        return float(token.text)
    word = _WORDS.get(token.text.lower()) if token.kind == "name" else None
    return None if word is None else float(word)


def _test_after(tokens: Sequence[Token], count: Count) -> Test | None:
    """What the numbers are said to be that were counted."""
    at, entries = count.after, count.whole is not None
    named = _test_at(tokens, at)
    if named is not None and at < len(tokens):
        noun = at + 1 < len(tokens) and tokens[at + 1].text.lower() in _ENTRIES
        return (
            named if noun or tokens[at].text.lower() in ("zeros", "zeroes", "ones", "negatives", "positives") else None
        )
    while at < min(len(tokens), count.after + _MOST_BETWEEN) and tokens[at].text.lower() not in _VERBS:
        if tokens[at].kind != "name" or (not entries and tokens[at].text.lower() not in _ENTRIES):
            return None
        at += 1
    if at >= len(tokens) or tokens[at].text.lower() not in _VERBS:
        return None
    sets = tokens[at].text.lower() in ("set", "sets", "go", "goes")
    if at == count.after and not entries and not sets:
        return None
    at += 1
    while at < len(tokens) and tokens[at].text.lower() in _ASIDE:
        at += 1
    return _test_at(tokens, at)


def _test_at(tokens: Sequence[Token], at: int) -> Test | None:
    texts = [token.text.lower() for token in tokens[at : at + 2]]
    if len(texts) > 1 and texts[0] in ("-", "minus", "below", "under"):
        return _is_negative if texts[1] == "zero" else _TESTS.get("-" + texts[1])
    return _TESTS.get(texts[0]) if texts and texts[0] != "minus" else None


def _altogether(sheet: Sheet, text: LineOfTokens) -> None:
    """`12 numbers in all`: as many as the row, or the grid, above has."""
    tokens = text.tokens
    for count in islice(_counts(tokens), _MOST_COUNTS):
        noun = tokens[count.after].text.lower() if count.after < len(tokens) else ""
        said = tuple(token.text.lower() for token in tokens[count.after + 1 : count.after + 3])
        if noun not in _ENTRIES or not any(said[: len(each)] == each for each in _ALTOGETHER):
            continue
        held = [known for known in list(sheet.recent)[::-1] if shape_of(known.printed)][:2]
        near = [known for known in held if known.line >= sheet.line - _NEAR]
        if near:
            _say_of(sheet, text, count, [float(len(floats(known.printed))) for known in near])


def _say_of(sheet: Sheet, text: LineOfTokens, count: Count, counted: Sequence[float]) -> None:
    """Judge a count by what rows and grids near it have, the latest first: right if it is that of the latest. Else
    nobody knows what was counted.
    """
    if count.value == counted[0]:
        _say(sheet, text, count.at, count.value)
    elif count.value in counted:
        _leave(sheet, text, count.at, "a row above has so many, and another as near has not")
    else:
        _leave(sheet, text, count.at, f"what stands above has {counted[0]:.0f}")


def _leave(sheet: Sheet, text: LineOfTokens, at: int, why: str) -> None:
    """Keep a count seen that cannot be told."""
    token = text.tokens[at]
    if not Claimed(sheet, text).covers(token.start, token.stop):
        sheet.drafts.unread(text.line, [token], _printed(token), why)


def _printed(token: Token) -> Printed:
    """A count, in figures or in words, as a printed number."""
    number = TypedNumber(token.text, _value(token) or 0.0, 0)
    return Printed((number,), ((token.start, token.stop),), (), token.start, token.stop)


def _say(sheet: Sheet, text: LineOfTokens, at: int, truth: float, sure: bool = False) -> None:
    """Judge a count: wrong only where it is a slip of the truth, or what is counted is `sure`."""
    token = text.tokens[at]
    if _value(token) is None or Claimed(sheet, text).covers(token.start, token.stop):
        return
    printed = _printed(token)
    against = Expression(Name("#0", 1), {"#0": given(truth, sheet.line)})
    found = compare(printed, against)
    if found is None or not (found.worst is not Fit.WRONG or sure or is_slip(printed, against, likely=True)):
        return
    judged = sheet.drafts.judge(printed, [against], text.line, [token])
    if judged is not None and token.kind == "name":
        word = next((word for word, number in _WORDS.items() if number == truth), f"{truth:.0f}")
        correct = word.capitalize() if token.text[:1].isupper() else word
        judged.draft.figures = tuple(figure._replace(correct=correct) for figure in judged.draft.figures)
