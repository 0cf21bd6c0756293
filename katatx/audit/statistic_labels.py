"""Labels that name a statistic and nothing else: `mean: 61`, `variance, n-1: 21.20`, `sd (n): 4.20`, `their sum: 12.6`.

Such a label says what is worked, so that a figure after it can be wrong; which row it is worked from the page leaves to
its reader, who takes a row just above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.figures import Meaning, context_of, has_meaning, meanings
from katatx.audit.frozen_notation.expressions import read_expression
from katatx.audit.known import Known, given
from katatx.audit.label_meanings import words_like
from katatx.audit.name_words import OF, spelled
from katatx.audit.old_places import half_unit
from katatx.audit.scope import Scope
from katatx.audit.tokens import Token
from katatx.engine.evaluate import standard
from katatx.engine.values import floats, shape_of

_FILLING = frozenset({
    "the", "their", "its", "a", "an", "of", "all", "them", "der", "die", "das", "la", "le", "and", "so", "then",
    "whose", "now", "that", "this", "is", "row", "entries"
})  # fmt: skip
# What a statistic is said to be of, where that is a row just above: `entropy of the weights`.
_ROWS_ARE = frozenset({
    "weights", "scores", "shares", "probabilities", "exps", "exponentials", "squares", "deviations", "differences",
    "errors", "numbers", "values", "portions", "logits", "components"
})  # fmt: skip
# Statistics of a row that are worked in one way, by the words that name them.
_PLAIN: dict[tuple[str, ...], str] = {
    ("mean", "square"): "mean(r ⊙ r)", ("average", "square"): "mean(r ⊙ r)", ("mean", "squared"): "mean(r ⊙ r)",
    ("rms",): "√mean(r ⊙ r)", ("root", "mean", "square"): "√mean(r ⊙ r)",
    ("euclidean", "length"): "√sum(r ⊙ r)", ("length",): "√sum(r ⊙ r)", ("l2", "norm"): "√sum(r ⊙ r)",
    ("euclidean", "norm"): "√sum(r ⊙ r)", ("squared", "length"): "sum(r ⊙ r)", ("entropy",): "-sum(r ⊙ log(r))",
    ("perplexity",): "exp(-sum(r ⊙ log(r)))",
}  # fmt: skip
_SPREADS = (("standard", "deviation"), ("std", "deviation"), ("std", "dev"), ("st", "dev"))
_SUM = words_like("sum") - {"all", "add", "added", "adding", "adds", "ss", "sse", "sst", "ssr", "together"}
_MEAN, _VARIANCE = words_like("mean") - {"middle"}, words_like("variance")
_SPREAD = words_like("sd") - {"deviation", "distance", "spread"}
_WHICH = {"sample": "", "population": "n"}
_LARGEST, _SMALLEST = words_like("max"), words_like("min")
# A row stands so many lines above its statistic at most, and so many of the rows between them are looked at.
_NEAR = 8
_MOST_ROWS = 8
# A standard deviation may be the root of a variance as it was printed, which is so near the row's own.
_ALIKE = 0.1


class Statistic(NamedTuple):
    """What a label may stand for that names a statistic, and nothing else: `meanings`, the latest first, none for any
    other label. `plain` says that there is one way to work it from a row; a variance has two divisors, and where the
    label says which, `mistaken` are the meanings with the other.
    """

    meanings: Sequence[Meaning] = ()
    plain: bool = False
    mistaken: Sequence[Meaning] = ()


def statistic(label: Sequence[Token], recent: Sequence[Known], line: int, scope: Scope) -> Statistic:
    """The statistic that a label names, of the row that it names or the rows just above it. `recent` are the values
    above, the latest last; the label stands on `line`.
    """
    kind, divisor = _named(label)
    if not kind:
        return Statistic()
    named = scope.find(spelled(list(label[-1:]))) if any(token.text.lower() in OF for token in label) else None
    if named is not None and len(shape_of(named.printed)) == 1:
        recent = [named._replace(line=line)]
    found = list(_meanings(kind, divisor, recent, line))
    other = {"n": "n - 1", "n - 1": "n"}.get(divisor)
    mistaken = list(_meanings(kind, other, recent, line)) if other else ()
    return Statistic(found, kind not in ("spread", "variance"), mistaken)


def statistic_of(words: Sequence[str], row: Known, single: bool) -> Expression | None:
    """What words say of a row that they name, `variance of x`: a variance is divided by n, or by one fewer. None where
    they are more than the name of a statistic.
    """
    kind = _kind([word.lower() for word in words])
    if kind in ("spread", "variance"):
        names = {"r": row, "n": given(float(len(row.printed)), row.line)}
        root = "√" if kind == "spread" else ""
        found, other = (
            Expression(standard(read_expression(template), dict.fromkeys(names)), names)
            for template in (f"{root}(variance(r))", f"{root}(n·variance(r)/(n - 1))")
        )
        found.others = (other.read_as("divided by n - 1"),)
        return found
    first = next(meanings(words, context_of([row]), single), None) if len(words) == 1 and has_meaning(words) else None
    return None if first is None else first.worked


def _meanings(kind: str, divisor: str, recent: Sequence[Known], line: int) -> Iterator[Meaning]:
    near = [known for known in reversed(recent) if known.line >= line - _NEAR]
    rows = [known for known in near if len(shape_of(known.printed)) == 1 and len(known.printed) > 1]
    numbers = [known for known in near if not shape_of(known.printed)]
    worked: list[Meaning] = []
    for at, row in enumerate(rows[:_MOST_ROWS]):
        for template in _templates(kind, divisor, row, rows[at + 1 :]):
            names = {"r": row, "n": given(float(len(row.printed)), row.line)}
            with suppress(Unreadable):
                found = Expression(standard(read_expression(template), dict.fromkeys(names)), names)
                worked.append(Meaning(found, latest=at == 0 or ("max" not in kind and kind not in _PLAIN.values())))
    yield from worked
    if kind == "spread":
        yield from _roots(numbers, [each.worked for each in worked])


def _named(label: Sequence[Token]) -> tuple[str, str]:
    """Which statistic a label names, and what it says that is divided by: `n`, `n - 1`, or nothing."""
    texts = [token.text.lower().strip(".,()[]") for token in _without_aside(label)]
    texts = [text for text in texts if text and text not in _FILLING]
    before = tuple(texts[:-1])
    if texts[-1:] and texts[-1] in _ROWS_ARE and (before in (*_PLAIN, *_SPREADS) or {*before} & (_SPREAD | _VARIANCE)):
        texts = texts[:-1]
    divisor = ""
    for said in (["n", "-", "1"], ["n-1"], ["n"]):
        if texts[-len(said) :] == said and len(texts) > len(said):
            texts, divisor = texts[: -len(said)], "n" if said == ["n"] else "n - 1"
            break
    if tuple(texts) in _PLAIN:
        return _PLAIN[tuple(texts)], ""
    if len(texts) > 1 and texts[0] in _WHICH:
        # A sample's own variance is divided by either; that of all there are, by their number.
        texts, divisor = texts[1:], divisor or _WHICH[texts[0]]
        return (_kind(texts), divisor) if _kind(texts) in ("spread", "variance") else ("", "")
    if divisor or _kind(texts):
        return _kind(texts), divisor
    plain = (("sum(r)", _SUM), ("mean(r)", _MEAN), ("max(r)", _LARGEST), ("-max(-r)", _SMALLEST))
    return next((kind for kind, words in plain if len(texts) == 1 and texts[0] in words), ""), ""


def _kind(texts: Sequence[str]) -> str:
    """`spread` or `variance`, where words name that; else nothing."""
    if tuple(texts) in _SPREADS:
        return "spread"
    kinds = (("spread", _SPREAD), ("variance", _VARIANCE))
    return next((kind for kind, words in kinds if len(texts) == 1 and texts[0] in words), "")


def _without_aside(label: Sequence[Token]) -> list[Token]:
    """A label without words in brackets at its end, which say more of what it names: `variance (over 3, not over 2)`; a
    divisor alone in them is kept.
    """
    opened = next((at for at, token in enumerate(label) if token.text == "(" and at), len(label))
    words = sum(token.kind == "name" for token in label[opened:])
    return list(label[:opened] if words > 1 else label)


def _templates(kind: str, divisor: str, row: Known, above: Sequence[Known]) -> Iterator[str]:
    """A statistic of one row. What a variance is worked from is told by the row: deviations come to nothing, squares
    are those of a row above them.
    """
    if kind not in ("spread", "variance"):
        yield kind
        return
    for by in [f"({divisor})"] if divisor else ["n", "(n - 1)"]:
        if _are_squares(row, above):
            squares = "sum(r)"
        elif _are_deviations(row):
            squares = "sum(r ⊙ r)"
        else:
            squares = "(n·variance(r))"
        yield f"√({squares}/{by})" if kind == "spread" else f"{squares}/{by}"


def _are_deviations(row: Known) -> bool:
    numbers = floats(row.true)
    return (
        abs(sum(numbers)) <= len(numbers) * half_unit(1) and min(numbers) < 0 and abs(sum(numbers)) < max(numbers) / 2
    )


def _are_squares(row: Known, above: Sequence[Known]) -> bool:
    """Whether a row is another's, entry by entry squared, within what rounding leaves."""
    squares = floats(row.true)
    return any(
        len(floats(known.true)) == len(squares)
        and all(
            abs(one * one - square) <= _ALIKE * max(square, _ALIKE)
            for one, square in zip(floats(known.true), squares, strict=True)
        )
        for known in above
    )


def _roots(numbers: Sequence[Known], worked: Sequence[Expression]) -> Iterator[Meaning]:
    """The root of a variance that was printed."""
    spreads = [abs(float(each.true)) for each in worked]
    for known in numbers:
        root = abs(known.true) ** 0.5
        if not known.given and any(abs(root - spread) <= _ALIKE * spread for spread in spreads):
            with suppress(Unreadable):
                yield Meaning(Expression(standard(read_expression("√s"), {"s": None}), {"s": known}), latest=True)
