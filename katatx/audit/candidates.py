"""The calculations that a printed result without one may come from, by one generator.

They wait above for a result, have its numbers, are named by words, or lie side by side. A line of the table has words,
and after each operands the calculation in notation. Letters stand for the latest values: r, s, t rows; n, m numbers; g,
h grids; v any value; p one number of the latest row; c the latest results side by side. Lines without words are tried
on columns of tables only. The **rank** of a value is 0 for a number, 1 for a row, 2 for a grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import product
from math import isfinite
from typing import NamedTuple

from katatx.audit.sheet import Sheet
from katatx.audit.values import CONFIRMS, IMPLIED, Candidate, Known, Printed, Standing, side_by_side
from katatx.engine.evaluate import work_out
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, rank_of, shape_of
from katatx.errors import KatatxError
from katatx.notation.parser import read_expression
from katatx.notation.syntax import Binary, Call, Listing, Name, Node, Sum, Unary
from katatx.notation.walking import mapped

_TABLE = """
deviation deviations diff diffs difference differences gaps misses centred centered | r: r - mean(r)
shifted shift | r: r - max(r)
square squares squared squaring | r: r ⊙ r
sum total sums totals add adds adding added together altogether | r: sum(r); c: sum(c)
product multiplied multiply | c: prod(c)
mean average avg middle pooled centre | r: mean(r); r s: (r + s) / 2; r s t: (r + s + t) / 3; c: mean(c)
variance mse var σ² | r: mean(r); r: mean_square(r); r: variance(r)
distance distances absolute abs gap apart | n: |n|
distance spread std sd σ deviation root rmse scatter norm length | n: √n
distance spread std sd scatter | r: standard_deviation(r)
norm length | r: √(r·r)
tame tamed layernorm normed normalized normalised standardised standardized humbled norm z | r: layer_norm(r)
tame tamed layernorm normed normalized normalised standardised standardized humbled | r n: r / n; r n m: (r - n) / m
exp exponentials exponential exponentiate raised raise | v: exp(v)
softmax portion portions share shares weight weights attention probability probabilities | r: softmax(r)
softmax portion portions share shares weight weights divide divided total | g: g / sum(g, axis=1, keepdims=True)
softmax portion portions share shares weight weights attention | g: softmax(g)
softmax portion portions share shares weight weights probability probabilities fraction | r n: r / n; r: r / sum(r)
softmax portion portions share shares weights probabilities | c: c / sum(c); c: softmax(c)
scale scaled scaling shrink shrunk divided divide halved | v n: v / n
scale scaled divided divide mask masked causal future | g n: causal_mask(g / n)
halved half | v: v / 2
doubled double twice | v: 2·v
% ratio percent percentage proportion accuracy precision recall rate factor quotient fraction | n m: n / m
% percent percentage chance probability | n: n
% percent percentage rest remaining left remainder complement | n: 1 - n
% percent percentage drop less more change | n m: (n - m)/n
relu bend positives activation activated | r: relu(r); c: relu(c); n: relu(n); g: relu(g)
sigmoid squash squashed activation activated | n: sigmoid(n)
tanh activation activated | n: tanh(n)
log ln loss surprise nll entropy cross | n: -ln(n); p: -ln(p)
loss error squared | n: n·n
residual stream added adding sum out output new plus + | r s: r + s; g h: g + h
gradient error minus difference delta change | r s: r - s; n m: n - m
match matches score dot inner scalar times raw | r s: r · s
mask masked blank blanked block blocked triangle causal | g: causal_mask(g)
softmax portions attention weights | g: causal_softmax(g)
output out new result mixed | g h: g · h
score scores match matches s | g h: g · hᵀ
transpose transposed | g: gᵀ
glue glued concat concatenated joined | r s: glue_heads(r, s)
| r s: r ⊙ s; r s: r / s; r s: (r - s)²; r s: abs(r - s); r s: r ⊙ s²; r: e^(-r); r: ln(r); r: -log2(r); r: 1 / r
| r: r ⊙ (1 - r); r: 1 - r²; r: -(r ⊙ log2(r)); r: -(r ⊙ ln(r)); r: (r - mean(r))²; r: running_sum(r)
| r s t: r ⊙ s + t; r s t: (r - s) / t; r s t: r ⊙ s ⊙ t
"""
_VALUE = re.compile(r"\bv\b")
_RANKS = {"r": 1, "s": 1, "t": 1, "c": 1, "n": 0, "m": 0, "p": 0, "g": 2, "h": 2}
_SAMPLES = (2.0, (1.0, 2.0, 4.0), ((1.0, 2.0, 3.0), (3.0, 1.0, 2.0), (2.0, 2.0, 1.0)))
_MOST_SUMMED = 11
# Columns to tell lines of notation apart by.
_COLUMNS = [(1.75 + at, 0.5 + at / 8, 3.25 - at / 4) for at in range(_MOST_SUMMED)]
# So many of the latest values of a rank are tried, from so many lines, in so many ways a result.
_LATEST = (4, 3, 4)
_NEAR = 12
_MOST = 20
_LONGEST = 6
_FIGURES = 3
_ORDER = {2: 1, 1: 2, 3: 3}
Words = Sequence[str]
_SAME = Name("=", 1)
# The calculation of numbers that stood above already, which is none of their own.
REPEATED = Name("repeated", 1)


class Meaning(NamedTuple):
    """A calculation that a word names: its operands, its expression, and the rank of its result."""

    letters: tuple[str, ...]
    node: Node
    rank: int


def candidates_for(
    printed: Printed, words: Words, sheet: Sheet, is_named: bool = False, is_loose: bool = False, beside: Words = ()
) -> Iterator[Candidate]:
    """Yield the calculations that a result without one may come from, most likely first.

    `words`, in lower case, are its label, those `beside` it the last of them. A grid with a name of its own is not
    surely the one that is waited for; a loose number, in a sentence without a verb, is none, and the lines above do not
    say what it is.
    """
    rank, says = len(printed.shape), bool(printed.shape) or printed.figures >= _FIGURES
    for waiting in sheet.waiting() if says and not is_loose else ():
        is_grid = rank == 2 and not is_named and not isinstance(waiting.node, Listing)
        yield waiting if is_grid else replace(waiting, standing=CONFIRMS)
    if rank or printed.figures > 1:
        yield from _by_words(words, sheet, printed.shape, beside)
    yield from _side_by_side(printed, sheet)
    if says and not is_loose:
        yield from _by_words(sheet.words_above, sheet, printed.shape)
    known = sheet.by_value.get(printed.value if rank else round(printed.value, 9)) if says else None
    if known is not None:
        yield _same_as(known, REPEATED)


def _by_words(words: Words, sheet: Sheet, shape: tuple[int, ...], beside: Words = ()) -> Iterator[Candidate]:
    """Yield the calculations that words name, the last first, applied to the latest values.

    What a number is by the words beside it is implied of the very latest values on this line or the one before.
    """
    told = {meaning for word in beside for meaning in meanings_of(word)}
    chosen = dict.fromkeys(each for word in reversed(words) for each in meanings_of(word) if each.rank == len(shape))
    count = 0
    for meaning in sorted(chosen, key=lambda each: "c" in each.letters):
        choices = [list(_latest(letter, sheet)) for letter in meaning.letters]
        is_implied = "c" not in meaning.letters and (bool(shape) or meaning in told)
        for values in product(*choices):
            if len(set(map(id, values))) == len(values) and count < _MOST:
                count += 1
                is_near = bool(shape) or all(sheet.line - known.line < 2 for known in values)
                yield _applied(meaning, IMPLIED if is_implied and is_near else CONFIRMS, *values)
                is_implied = is_implied and bool(shape)


@lru_cache(maxsize=500)
def _applied(meaning: Meaning, standing: Standing, *values: Known) -> Candidate:
    """Return a calculation of some values; those of the latest come up again for the next results."""
    return Candidate(meaning.node, dict(zip(meaning.letters, values, strict=True)), standing, is_standard=True)


def _side_by_side(printed: Printed, sheet: Sheet) -> Iterator[Candidate]:
    """Yield rows of the latest numbers for a row."""
    if len(printed.shape) == 1:
        for row in _rows_of_latest(sheet):
            if shape_of(row.printed) == printed.shape:
                yield _same_as(row)


def _same_as(known: Known, node: Name = _SAME) -> Candidate:
    return Candidate(node, {node.text: known}, CONFIRMS, is_standard=True)


# ---- the latest values


def _latest(letter: str, sheet: Sheet) -> Iterable[Known]:
    """Return the latest values that a letter of the table may stand for, most likely first."""
    if letter == "c":
        return _rows_of_latest(sheet)
    if letter == "p":
        return [part for row in sheet.lately[1][-1:] for part in row.parts()]
    rank = _RANKS[letter]
    latest = sheet.lately[rank][: -_LATEST[rank] - 1 : -1]
    near = [known for known in latest if rank == 2 or sheet.line - known.line <= _NEAR]
    if not rank:
        return [known for known in near if known.printed and isfinite(known.printed)]
    return [*near, *sheet.lately[2][-1].parts()] if rank == 1 and sheet.lately[2] and len(near) < _LATEST[1] else near


def _rows_of_latest(sheet: Sheet) -> list[Known]:
    """Return rows of two to six of the latest numbers, each ending in the last number or in the one before."""
    latest = [known for known in sheet.lately[0] if sheet.line - known.line <= _NEAR]
    ends = list({known.line: known for known in latest}.values())
    return [
        side_by_side(numbers[last - count : last])
        for numbers in (latest, ends)
        for last in (len(numbers), len(numbers) - 1)  # the last may be the result of the others
        for count in range(2, min(_LONGEST, last) + 1)
    ]


# ---- what words mean


@cache
def _lines() -> list[tuple[list[str], Meaning]]:
    """Return the calculations of the table, each with its words."""
    found = []
    for line in _TABLE.strip().split("\n"):
        words, _, several = line.partition("|")
        for letters, text in (each.split(":") for each in several.split(";")):
            for letter in "rgn" if "v" in letters.split() else "v":
                named = tuple(letters.replace("v", letter).split())
                given = {each: _SAMPLES[_RANKS[each]] for each in named}
                node = standard(read_expression(_VALUE.sub(letter, text)), given)
                found.append((words.split(), Meaning(named, node, rank_of(work_out(node, given, Pencil())))))
    return found


@cache
def meanings_of(word: str) -> tuple[Meaning, ...]:
    """Return the calculations that a word in any case may name, in the order of the table; none if there are none."""
    word = word.lower()
    return tuple(meaning for words, meaning in _lines() if word in words)


@cache
def column_lines() -> list[tuple[tuple[str, ...], Node]]:
    """Return the lines that make a column of others, with their letters; sums and means of many have a, b, c, …"""
    lines = [(meaning.letters, meaning.node) for _, meaning in _lines() if set(meaning.letters) <= set("rstnm")]
    for count in range(3, _MOST_SUMMED + 1):
        letters = tuple("abcdefghijk"[:count])
        texts = (text.format(" + ".join(letters)) for text in ("{}", f"({{}}) / {count}"))
        lines += [(letters, standard(read_expression(text), dict.fromkeys(letters, _COLUMNS[0]))) for text in texts]
    found: dict[Value, tuple[tuple[str, ...], Node]] = {}  # by what they give, to have each once
    for letters, node in lines:
        columns = dict(zip(letters, _COLUMNS, strict=False))
        with suppress(KatatxError):
            value = work_out(node, columns, Pencil())
            if shape_of(value) == shape_of(_COLUMNS[0]) and len(columns) == len(letters) and not isinstance(node, Name):
                found.setdefault(value, (letters, node))
    return sorted(found.values(), key=lambda line: _ORDER.get(len(line[0]), 0))


# ---- other readings of a calculation


def done_to(word: str, calculation: Candidate) -> Iterator[Candidate]:
    """Yield the operation that `word` names, applied to a calculation's value and to the row of the terms of a sum."""
    node, rows = calculation.node, [calculation]
    if isinstance(node, Sum):
        terms = [term if sign == "+" else Unary("-", term, node.column) for sign, term in node.terms]
        listing = Listing(tuple(terms), node.column)
        rows.append(replace(calculation, node=listing, values={}))
    for each in rows:
        value = each.value("printed")
        for meaning in meanings_of(word) if value is not None else ():
            letter, *others = meaning.letters
            if not others and letter not in "cp" and _RANKS[letter] == rank_of(value):
                yield Candidate(meaning.node, {letter: Known(value, 0, candidate=each)}, CONFIRMS)


def other_readings(calculation: Candidate) -> Iterator[Candidate]:
    """Yield a calculation with its `log` to base 2 and 10, and `a / b·c` divided by b·c; they only confirm a result."""
    others = (partial(_logarithm, name="log2"), partial(_logarithm, name="log10"), _over_product)
    nodes = [mapped(calculation.node, other) for other in others]
    yield from (replace(calculation, node=n, standing=CONFIRMS, values={}) for n in nodes if n != calculation.node)


def _logarithm(part: Node, name: str) -> Node | None:
    return part._replace(name=name) if isinstance(part, Call) and part.name == "log" else None


def _over_product(part: Node) -> Node | None:
    if not (isinstance(part, Binary) and part.sign in ("·", "*") and isinstance(part.left, Binary)):
        return None
    left, is_open = part.left, part.left.sign == "/" and not part.left.closed
    return left._replace(right=part._replace(left=left.right)) if is_open else None
