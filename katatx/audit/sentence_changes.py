"""What a sentence says of two numbers in it: `it went from 0.36 to 0.27, i.e. -0.09`, `a ratio of 0.75`."""

from __future__ import annotations

from collections.abc import Iterator

from katatx.audit.known import Known, given, wobbling
from katatx.audit.sentence import Sentence, Worked, first, number_at, pair_of, second
from katatx.notation.syntax import Binary

# So a change is said after its ends.
_CHANGE_IS = frozenset({
    "change", "drop", "fall", "rise", "gain", "increase", "decrease", "improvement", "difference", "growth",
    "reduction", "saving", "jump", "loss", "by", "i.e", "ie", "shift", "step"
})  # fmt: skip
# A change that is said to be of more than its two ends.
_OF_MORE = frozenset({"over", "across", "during", "between", "per", "with", "including", "without"})
_FEW = 3
_LOOKS_ROUNDED = 3


def _ends_at(sentence: Sentence) -> list[int]:
    """Where the numbers stand to which, and from which, a sentence says that something changed; nothing where it does
    not.
    """
    ends: list[int] = []
    for word in ("to", "from"):
        place = ends[-1] - 1 if ends else len(sentence.before)
        said = next((at for at in reversed(range(place)) if sentence.before[at].text.lower() == word), place)
        number = next((at for at in range(said, place) if sentence.before[at].kind == "number"), None)
        if number is None or number - said > _FEW:
            return []
        ends.append(number)
    return ends


def change_said(sentence: Sentence) -> Iterator[Worked]:
    """`it went from 0.36 to 0.27, i.e. -0.09`: both ends and the change at once, with no other number between."""
    ends: list[int] = []
    for word in ("to", "from"):
        place = ends[-1] - 1 if ends else len(sentence.before)
        found = [at for at in range(place) if sentence.before[at].text.lower() == word]
        number = (
            next((at for at in range(found[-1] + 1, place) if sentence.before[at].kind == "number"), -1)
            if found
            else -1
        )
        if number < 0 or number - found[-1] > _FEW:
            return
        ends.append(number)
    if sentence.after and sentence.after[0].text.lower() in _OF_MORE:
        return
    behind = sentence.before[ends[0] + 1 :]
    words = {token.text.lower() for token in behind}
    if any(token.kind == "number" for token in behind) or not words & _CHANGE_IS or sentence.percent:
        return
    last, before = (_said_at(sentence, at, exact=_LOOKS_ROUNDED - 1) for at in ends)
    yield from (
        pair_of({"#a": before, "#b": last}, sign) for sign in ((1, -1) if last.printed > before.printed else (-1, 1))
    )


def factor_said(sentence: Sentence) -> Iterator[Worked]:
    """`from 0.66 to 0.94, a factor of 1.42`, `4.18 against 0.45, a ratio of 0.11`: one of two over the other."""
    words = [word for word in sentence.words[-2:] if word != "of"]
    numbers = [at for at, token in enumerate(sentence.before) if token.kind == "number"]
    if words[-1:] not in (["factor"], ["ratio"]) or len(numbers) < 2 or sentence.percent:
        return
    ends = _ends_at(sentence) or numbers[:-3:-1]
    if not all("." in sentence.before[at].text for at in ends):
        return  # `at T = 2` says no result
    last, before = (_said_at(sentence, at, exact=0) for at in ends)
    yield Binary("/", first(), second(), 1), {"#a": last, "#b": before}
    yield Binary("/", second(), first(), 1), {"#a": last, "#b": before}


def _said_at(sentence: Sentence, at: int, exact: int) -> Known:
    """A number of a sentence: the result above that it says again, or a rounded one where it has more decimals than are
    taken for `exact`.
    """
    value, places = number_at(sentence.before, at), len(sentence.before[at].text.partition(".")[2])
    above = next((known for known in reversed(sentence.recent) if known.printed == value and not known.given), None)
    if above is not None:
        return above
    return wobbling(value, places, 0) if places > exact else given(value, 0)


def tells_change(sentence: Sentence) -> bool:
    """Whether a sentence says from what to what something changed, and then its result."""
    return next(change_said(sentence), None) is not None
