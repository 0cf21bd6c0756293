"""What a labelled figure may stand for: `sum = 4.949`, `spread: 11.18`, worked from what stands before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, product
from statistics import median
from typing import NamedTuple

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.frozen_notation.expressions import read_expression
from katatx.audit.known import Known, given
from katatx.audit.label_meanings import MEANINGS, words_like
from katatx.engine.evaluate import standard
from katatx.engine.values import shape_of
from katatx.notation.syntax import Name, Node, Sum

# How many values before a figure are looked at: a run of layer norm has six lines.
_ROWS = 6
_SCALARS = 5
_MOST_TRIED = 60
_SAID_AGAIN = 3
# A result is said to be a slip only of what its label most likely means.
_LIKELY = 2


class Context(NamedTuple):
    """What stands before a figure, the latest first."""

    grids: Sequence[Known]
    rows: Sequence[Known]
    scalars: Sequence[Known]


class Meaning(NamedTuple):
    """One thing that a label may mean here, and whether it is worked from the latest values alone."""

    worked: Expression
    latest: bool


@cache
def _node(template: str) -> Node:
    return standard(read_expression(template), dict.fromkeys("rqposntughk"))


def meanings(words: Sequence[str], context: Context, single: bool) -> Iterator[Meaning]:
    """Every meaning that the words of a label may have for a `single` number or a row, the likeliest first."""
    tried = 0
    said = {_COUNTED[word.lower()] for word in words if word.lower() in _COUNTED}
    if single and any(word.lower() in _SUMS for word in words):
        yield from _sums(context, said)
    if single and any(word.lower() == "median" for word in words):
        yield from _medians(context)
    for singles, rows in _templates(words):
        for place, template in enumerate(singles if single else rows):
            if said and _is_another_count(template, said):
                continue
            for latest, names in _bindings(template, context):
                tried += 1
                if tried > _MOST_TRIED:
                    return
                try:
                    yield Meaning(Expression(_node(template), names), latest and place < _LIKELY)
                except Unreadable:
                    continue


_SUMS = words_like("sum")
_MOST_ADDED = 16
_COUNTED = {
    word: number for number, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight"), 2)
} | {"both": 2}


def _is_another_count(template: str, said: Collection[int]) -> bool:
    """Whether a template adds up another count of rows than a label says: `add the three`."""
    letters = sum(_uses(template, letter) for letter in "rqpo")
    return letters > 1 and "+" in template and letters not in said


def _sums(context: Context, said: Collection[int] = ()) -> Iterator[Meaning]:
    """The latest results added up: two of them, three of them, and so on; `said` are how many a label names."""
    for count in range(2, min(_MOST_ADDED, len(context.scalars)) + 1):
        names = {f"#{number}": known for number, known in enumerate(context.scalars[:count])}
        terms = tuple(("+", Name(name, 1)) for name in names)
        try:
            begins = count == len(context.scalars) or context.scalars[count].line < context.scalars[count - 1].line
            alike = context.scalars[0].line == context.scalars[count - 1].line
            yield Meaning(Expression(Sum(terms, 1), names), latest=count in said or (begins and alike))
        except Unreadable:
            return


def _medians(context: Context) -> Iterator[Meaning]:
    """The middle of the numbers of a row, put in order."""
    for number, known in enumerate(context.rows[:_ROWS]):
        middle = known._replace(printed=median(known.printed), true=median(known.true), band=median(known.printed))
        yield Meaning(Expression(Name("#0", 1), {"#0": middle}), latest=number == 0)


def has_meaning(words: Sequence[str]) -> bool:
    """Whether any of the words names an operation on what stands before."""
    return any(map(_of_word, words)) or any(word.lower() == "median" for word in words)


def _templates(words: Sequence[str]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    spoken = frozenset[int]().union(*map(_of_word, words))
    return [(MEANINGS[number].singles, MEANINGS[number].rows) for number in sorted(spoken)]


@lru_cache(maxsize=16_384)
def _of_word(word: str) -> frozenset[int]:
    """The meanings, by their numbers, that a word or one of its parts stands for."""
    spoken = {word.lower().strip(".,"), *word.lower().replace("_", "-").split("-")}
    return frozenset(number for number, meaning in enumerate(MEANINGS) if meaning.words & spoken)


def _bindings(template: str, context: Context) -> Iterator[tuple[bool, dict[str, Known]]]:
    """Values for the letters of a template, the latest first."""
    letters = [letter for letter in "rqpo" if _uses(template, letter)]
    singles = [letter for letter in "stu" if _uses(template, letter)]
    if _uses(template, "h"):
        if len(context.grids) > 1:
            yield True, {"g": context.grids[0], "h": context.grids[1]}
        return
    grids = context.grids[:2] if _uses(template, "g") else [None]
    if len(letters) > 1:
        if len(context.rows) >= len(letters):
            for grid in grids:
                for scalar in context.scalars[:3] if singles else [None]:
                    names = dict(zip(letters, context.rows, strict=False))
                    yield True, {**names, **({singles[0]: scalar} if scalar else {}), **({"g": grid} if grid else {})}
        return
    counted = [letter for letter in "nk" if _uses(template, letter)]
    rows: Sequence[Known | None] = context.rows[:_ROWS] if letters or counted else [None]
    if len(singles) > 1 and not letters and "+" in template:
        if len(context.scalars) >= len(singles):
            yield True, dict(zip(singles, context.scalars, strict=False))
        return
    choices = product(rows, *(context.scalars[:_SCALARS] for _ in singles), grids)
    for number, chosen in enumerate(islice(choices, 40)):
        row, *scalars, grid = chosen
        chosen_scalars = [each for each in scalars if each is not None]
        if len({id(each) for each in chosen_scalars}) < len(singles):
            continue
        names = dict(zip(singles, chosen_scalars, strict=True))
        if counted and row:
            size = len(row.printed) - (counted[0] == "k")
            names[counted[0]] = given(float(size), row.line)
        yield number == 0, {**names, **({letters[0]: row} if letters and row else {}), **({"g": grid} if grid else {})}


@cache
def _uses(template: str, letter: str) -> bool:
    import re

    return re.search(rf"(?<![a-zA-Z_]){letter}(?![a-zA-Z_])", template) is not None


def context_of(recent: Sequence[Known]) -> Context:
    """Values in the order they came, as what stands before a figure; a row that was said again counts once."""
    kinds: tuple[list[Known], list[Known], list[Known]] = ([], [], [])
    for known in reversed(recent):
        kind = kinds[2 - min(2, len(shape_of(known.printed)))]
        if kind is not kinds[1] or all(known.printed != row.printed for row in kind[-_SAID_AGAIN:]):
            kind.append(known)
    return Context(*kinds)
