"""Rows that a sentence tells of: `whose squares are (0.01, 2.25)`, `the weights: [0.359, 0.641]`, `x over that is …`.

What a sentence says is done is looked for in its words; what a row may be without a word for it, shares of a row
above or two rows put together, is only believed where the numbers say enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, permutations
from typing import NamedTuple

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.figures import Meaning, context_of, has_meaning, meanings
from katatx.audit.frozen_notation.expressions import read_expression
from katatx.audit.known import Known, given, side_by_side
from katatx.audit.label_formulas import label_formulas
from katatx.audit.name_words import spelled
from katatx.audit.old_places import agrees, half_unit
from katatx.audit.results import Printed, is_right
from katatx.audit.sheet import Sheet
from katatx.audit.slips import is_digit_off
from katatx.audit.tokens import Token
from katatx.engine.evaluate import standard
from katatx.engine.values import floats, shape_of
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Sum

_MOST_ROWS = 6
_MOST_SCALARS = 4
_MOST_NUMBERS = 64
_LEAST = 2
_SWAPPED = 2
_MOST_PAIRED = 4
# So many half units of its last place a number may be off by rounding.
_LOOSE = 20
_FIGURES = 2
# Single results that stand further above are no row.
_NEAR = 8
# Two numbers fit a row times some number above too easily.
_ENOUGH = 3
_SHARES = ("softmax(r)", "r/sum(r)")
_SHARES_AT = ("softmax(r/s)",)
# What a sentence's own words say of a row, beside what labels say.
_WORDS: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = (
    (frozenset({"weights", "weight", "softmaxed"}), ("softmax(r)", "r/sum(r)", "r/s")),
    (frozenset({"rms", "rmsnorm", "rms-norm"}), ("r/√mean(r ⊙ r)",)),
)
_OF_ONE = ("r/√mean(r ⊙ r)", "layer_norm(r)", "exp(r)", "r ⊙ r")
_OF_TWO = ("r + q", "r - q", "r ⊙ q", "r/q")
_WITH_NUMBER = ("r·s", "r/s", "r - s", "r + s")
_TEMPERATURES = ("T", "τ", "temperature", "tau")
_MASKING = frozenset({
    "mask", "masked", "masking", "padding", "padded", "pad", "inf", "infinity", "future", "hidden", "unseen", "causal",
    "blocked", "struck", "dropped"
})  # fmt: skip
# A row behind one of these is what something is worked from.
_WORKED_FROM = frozenset({"of", "on", "over", "from", "with", "by", "for", "in", "at", "von", "de", "der", "des"})
_PARTING = frozenset(",;:.")


class SaidRow(NamedTuple):
    """A printed row, the tokens of its sentence before it, and the values that stand above, the latest last."""

    printed: Printed
    before: Sequence[Token]
    recent: Sequence[Known]
    sheet: Sheet


def said_of_row(said: SaidRow) -> Iterator[Meaning]:
    """What a row may be, the likeliest first; only what the words right before it say is the likely thing."""
    count = len(said.printed.numbers)
    last = said.before[-1].text.lower() if said.before else ""
    if len(said.printed.shape) != 1 or not _LEAST <= count <= _MOST_NUMBERS or last in _WORKED_FROM:
        return
    recent = [*_side_by_side(said, count), *said.recent]
    rows = [known for known in context_of(recent).rows if len(known.printed) == count]
    scalars = [known for known in reversed(recent) if not shape_of(known.printed)]
    tried = _worded(said, recent, rows, scalars)
    if _says_enough(said.printed):
        others = _unsaid(said, rows[:_MOST_ROWS], scalars[:_MOST_SCALARS], count)
        tried = chain(tried, _shares(said, rows[:_MOST_ROWS], scalars), others)
    for meaning in tried:
        likely = meaning.latest or not _is_altered(said.printed, meaning.worked)
        if likely and not _is_rearranged(said.printed, meaning.worked):
            yield meaning


def _is_altered(printed: Printed, worked: Expression) -> bool:
    """Whether a row has a number that is more than a slip off what an expression comes to: another operation may have
    made it.
    """
    return any(
        abs(number.value - truth) > _LOOSE * half_unit(number.places)
        and not is_digit_off(number, truth)
        and not any(agrees(number.value, number.places, other) for other in floats(worked.true))
        for number, truth in zip(printed.numbers, floats(worked.true), strict=False)
    )


def _is_rearranged(printed: Printed, worked: Expression) -> bool:
    """Whether a row has the numbers of another in another order, so few or so often that it may be a row of its own."""
    numbers, truths = [number.value for number in printed.numbers], floats(worked.true)
    places = max(number.places or 0 for number in printed.numbers)
    if sorted(numbers) != sorted(round(each, places) for each in truths) or len(numbers) != len(truths):
        return False
    off = sum(number != round(truth, places) for number, truth in zip(numbers, truths, strict=True))
    return off > _SWAPPED or (off > 0 and len({abs(each) for each in numbers if each}) < _ENOUGH)


def _says_enough(printed: Printed) -> bool:
    """Whether the numbers of a row are long enough that they are not others in another order."""
    figures = [len(number.text.replace(".", "").strip("0%")) for number in printed.numbers if number.value]
    return sum(figures) >= _FIGURES * len(figures)


def _side_by_side(said: SaidRow, count: int) -> Iterator[Known]:
    """The latest single results as rows, and those but for the last of all."""
    singles = [known for known in said.recent if not shape_of(known.printed) and known.line >= said.sheet.line - _NEAR]
    for skipped in (1, 0):
        part = singles[len(singles) - count - skipped : len(singles) - skipped]
        if len(part) == count:
            yield side_by_side(part, said.sheet.line)


def _worded(
    said: SaidRow, recent: Sequence[Known], rows: Sequence[Known], scalars: Sequence[Known]
) -> Iterator[Meaning]:
    clause, rest = _clauses(said.before)
    near, far = _words(clause), _words(rest)
    context = context_of(recent)._replace(rows=rows)
    for words, likely in ((near, True), (far, not has_meaning(near))):
        if has_meaning(words):
            yield from (each._replace(latest=each.latest and likely) for each in meanings(words, context, single=False))
        for spoken, templates in _WORDS:
            if spoken & {word.lower() for word in words}:
                yield from (
                    each._replace(latest=likely and number == 0)
                    for number, row in enumerate(rows[:_MOST_ROWS])
                    for each in _of(templates, row, scalars[:_MOST_SCALARS])
                )
    formulas = label_formulas([token for token in clause if token.kind != "join"], said.sheet, said.printed.shape)
    yield from (Meaning(each, latest=False) for each in formulas)


def _clauses(before: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """The tokens of the last clause before a row, and those before that."""
    end = len(before)
    while end and (before[end - 1].text in _PARTING or before[end - 1].kind == "join"):
        end -= 1
    begin = end
    while begin and before[begin - 1].text not in _PARTING:
        begin -= 1
    return list(before[begin:end]), list(before[:begin])


def _words(tokens: Sequence[Token]) -> list[str]:
    return [token.text for token in tokens if token.kind == "name"]


def _shares(said: SaidRow, rows: Sequence[Known], scalars: Sequence[Known]) -> Iterator[Meaning]:
    """A row of shares as those of a row above: of its powers of e, cooled or not, or of the row itself; a share of
    nothing may be one that was masked.
    """
    values = floats(said.printed.value)
    if not all(abs(each) <= 1 for each in values):
        return
    found = (said.sheet.scope.find(name) for name in _TEMPERATURES)
    temperatures = [known for known in found if known is not None and not shape_of(known.printed)]
    in_sentence = _numbers_in(said, scalars)
    cooled = bool(in_sentence) and any(word in _TEMPERATURES for word in _words(said.before))
    for row in rows:
        yield from _of(_SHARES, row, [])
        for known in (*in_sentence, *temperatures):
            likely = cooled and known is in_sentence[0]
            yield from (each._replace(latest=likely) for each in _of(_SHARES_AT, row, [known]))
        masked = _masked(row, [at for at, each in enumerate(values) if each])
        yield from (each._replace(latest=_is_masking(said)) for each in masked)


def _is_masking(said: SaidRow) -> bool:
    """Whether the sentence, or a line right above it, says that something is not seen."""
    words = {word.lower() for line in said.sheet.headings for word in line}
    return bool(_MASKING & {*words, *(word.lower() for word in _words(said.before))})


def _masked(row: Known, places: Sequence[int]) -> Iterator[Meaning]:
    """The shares of what is left of a row, with nothing for the others."""
    if not 1 < len(places) < len(row.printed):
        return
    kept = {f"#{at}": row.row(at) for at in places}
    for raised in (True, False):
        parts = {at: _raised(Name(f"#{at}", 1), raised) for at in places}
        total = Sum(tuple(("+", part) for part in parts.values()), 1)
        nothing = Literal("0", 0.0, 1)
        items = (Binary("/", parts[at], total, 1) if at in parts else nothing for at in range(len(row.printed)))
        with suppress(Unreadable):
            yield Meaning(Expression(Listing(tuple(items), 1), kept), latest=False)


def _raised(name: Node, raised: bool) -> Node:
    return Call("exp", (name,), loose=False, column=1) if raised else name


def _numbers_in(said: SaidRow, scalars: Sequence[Known]) -> list[Known]:
    """The numbers of a sentence, the latest first."""
    found = []
    for at in range(len(said.before) - 1, -1, -1):
        token = said.before[at]
        if token.kind == "number":
            value = -token.value if at and said.before[at - 1].text == "-" and not token.gap else token.value
            above = next((known for known in scalars if known.printed == value), None)
            found.append(above or given(value, said.sheet.line))
    return found[:_MOST_SCALARS]


def _unsaid(said: SaidRow, rows: Sequence[Known], scalars: Sequence[Known], count: int) -> Iterator[Meaning]:
    """What no word says: a row above changed by itself, by another row, or by a number."""
    if count < _ENOUGH:
        return
    named = _named(said, count)
    rows = [*named, *(known for known in rows if all(known.printed != each.printed for each in named))][:_MOST_ROWS]
    numbers = [*_numbers_in(said, scalars), *scalars]
    tried = [(meaning, [row]) for row in rows for meaning in _of(_OF_ONE, row, [])]
    for one, other in permutations(rows[:_MOST_PAIRED], 2):
        tried += [(meaning, [one, other]) for meaning in _of(_OF_TWO, one, [], other)]
    tried += [(meaning, [row]) for row in rows for meaning in _of(_WITH_NUMBER, row, numbers)]
    still = [meaning.worked for meaning, of in tried if not _moves(meaning.worked, of)]
    if not any(is_right(said.printed, worked) for worked in still):
        yield from (meaning for meaning, of in tried if _moves(meaning.worked, of))


def _named(said: SaidRow, count: int) -> list[Known]:
    """The rows of as many numbers that the sentence names, or that a new name is made of, the last first: `x_out`."""
    found = []
    for word in reversed([token for token in said.before if token.kind == "name"]):
        stem = word._replace(text=word.text.partition("_")[0].rstrip("′'"))
        known = said.sheet.scope.find(spelled([word])) or said.sheet.scope.find(spelled([stem]))
        if known is not None and shape_of(known.printed) == (count,):
            found.append(known)
    return found


def _moves(worked: Expression, rows: Sequence[Known]) -> bool:
    """Whether most numbers of every row are changed: what stays as it is says nothing of how it was worked."""
    values = floats(worked.true)
    same = max(sum(one == other for one, other in zip(values, floats(row.true), strict=False)) for row in rows)
    return _ENOUGH * same <= len(values)


def _of(
    templates: Sequence[str], row: Known, scalars: Sequence[Known], other: Known | None = None
) -> Iterator[Meaning]:
    """What templates come to of a row, with each of the numbers where they have one."""
    for template in templates:
        node, has_number = _node(template)
        letters = {"r": row, **({"q": other} if other is not None else {})}
        for scalar in scalars if has_number else [None]:
            with suppress(Unreadable):
                yield Meaning(Expression(node, letters | ({"s": scalar} if scalar is not None else {})), latest=False)


@cache
def _node(template: str) -> tuple[Node, bool]:
    """A template worked with, and whether it has a number in it."""
    return standard(read_expression(template), dict.fromkeys("rqs")), re.search(r"\bs\b", template) is not None
