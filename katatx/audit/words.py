"""A table of words that name operations, for results without a written calculation.

A line of the table has words, the operands, and the calculation. Letters stand for the latest values: r, s, t rows; n,
m numbers; g, h grids; v any value; p one number of the latest row; l the numbers of this line side by side; c the
latest results side by side. Names of the engine's operations are words too. The **rank** of a value is 0 for a number,
1 for a row, 2 for a grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise, product
from math import isfinite
from typing import NamedTuple

from katatx.audit.sheet import Sheet
from katatx.audit.values import CONFIRMS, IMPLIED, MOST_PLACES, Candidate, Known, Standing, side_by_side
from katatx.engine.book import find_recipe
from katatx.engine.evaluate import work_out
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import standard
from katatx.engine.values import shape_of
from katatx.errors import KatatxError
from katatx.notation.parser import read_expression
from katatx.notation.syntax import Listing, Name, Node, Sum, Unary

_TABLE = """
deviation deviations diff diffs difference differences gaps misses centred centered | r | r - mean(r)
shifted shift | r | r - max(r)
square squares squared squaring | r | r ⊙ r
sum total sums totals add adds adding added together altogether | r | sum(r)
sum total sums totals add adds adding added together altogether | l | sum(l)
sum total sums totals add adds adding added together altogether | c | sum(c)
product multiplied multiply | l | prod(l)
mean average avg middle pooled centre | r | mean(r)
mean average avg middle pooled | r s | (r + s) / 2
mean average avg middle pooled | r s t | (r + s + t) / 3
mean average avg middle | l | mean(l)
mean average avg middle | c | mean(c)
variance mse var σ² | r | mean(r)
variance mse var σ² | r | mean_square(r)
variance var σ² | r | variance(r)
distance distances absolute abs gap apart | n | |n|
distance spread std sd σ deviation root rmse scatter norm length | n | √n
distance spread std sd scatter | r | standard_deviation(r)
norm length | r | √(r·r)
tame tamed layernorm normed normalized normalised standardised standardized humbled norm z | r | layer_norm(r)
tame tamed layernorm normed normalized normalised standardised standardized humbled | r n | r / n
tame tamed humbled z standardised standardized normalized normalised | r n m | (r - n) / m
exp exponentials exponential exponentiate raised raise | v | exp(v)
softmax portion portions share shares weight weights attention probability probabilities | r | softmax(r)
softmax portion portions share shares weight weights attention | g | softmax(g)
softmax portion portions share shares weight weights divide divided total | g | g / sum(g, axis=1, keepdims=True)
softmax portion portions share shares weight weights probability probabilities fraction | r n | r / n
softmax portion portions share shares weight weights probability probabilities | r | r / sum(r)
softmax portion portions share shares weights probabilities | l | l / sum(l)
softmax portion portions share shares weights probabilities | c | c / sum(c)
softmax portion portions share shares weights probabilities | c | softmax(c)
scale scaled scaling shrink shrunk divided divide halved | v n | v / n
scale scaled divided divide mask masked causal future | g n | causal_mask(g / n)
halved | v | v / 2
doubled | v | 2·v
% ratio percent percentage proportion accuracy precision recall rate factor quotient fraction | n m | n / m
% percent percentage chance probability | n | n
% percent percentage rest | n | 1 - n
% percent percentage drop less more change | n m | (n - m)/n
half | n | n / 2
double twice | n | 2·n
rest remaining left remainder complement | n | 1 - n
relu bend positives activation activated | r | relu(r)
relu bend activation activated | c | relu(c)
relu bend | n | relu(n)
relu bend | g | relu(g)
sigmoid squash squashed activation activated | n | sigmoid(n)
tanh activation activated | n | tanh(n)
log ln loss surprise | n | -ln(n)
log ln loss surprise nll entropy cross | p | -ln(p)
loss error squared | n | n·n
residual stream added adding sum out output new plus + | r s | r + s
gradient error minus difference delta | r s | r - s
minus difference delta change | n m | n - m
residual stream sum added output | g h | g + h
match matches score dot times raw | r s | r · s
mask masked blank blanked block blocked triangle causal | g | causal_mask(g)
softmax portions attention weights | g | causal_softmax(g)
output out new result mixed | g h | g · h
score scores match matches s | g h | g · hᵀ
transpose transposed | g | gᵀ
glue glued concat concatenated joined | r s | glue_heads(r, s)
 | r s | r ⊙ s
 | r s | r / s
 | r s | (r - s)²
 | r s | abs(r - s)
 | r s | r ⊙ s²
 | r | e^(-r)
 | r | ln(r)
 | r | -log2(r)
 | r | 1 / r
 | r | r ⊙ (1 - r)
 | r | 1 - r²
 | r | -(r ⊙ log2(r))
 | r | -(r ⊙ ln(r))
 | r | (r - mean(r))²
 | r | running_sum(r)
 | r s t | r ⊙ s + t
 | r s t | (r - s) / t
 | r s t | r ⊙ s ⊙ t
"""
_VALUE = re.compile(r"\bv\b")
_RANKS = {"r": 1, "s": 1, "t": 1, "c": 1, "l": 1, "n": 0, "m": 0, "p": 0, "g": 2, "h": 2}
_SAMPLES = (2.0, (1.0, 2.0, 4.0), ((1.0, 2.0, 3.0), (3.0, 1.0, 2.0), (2.0, 2.0, 1.0)))
_LATEST = (4, 3, 4)
_NEAR = 12
_LINES_BACK = 4
_FEW = 3
_MOST = 20
_LONGEST = 6
_MOST_ROWS = 8
_SAME = Name("=", 1)
# Words before "product" that make it one of two rows.
_MOST_SUMMED = 11
_ORDER = {2: 1, 1: 2, 3: 3}
_OF_ROWS = ("dot", "inner", "scalar")


class Meaning(NamedTuple):
    """A calculation that a word names.

    `letters` are its operands, `node` is its expression, and `rank` that of its result. `keeps_length` says that the
    result is as long as the row it is made from.
    """

    letters: tuple[str, ...]
    node: Node
    rank: int
    keeps_length: bool


@cache
def meanings() -> dict[str, list[Meaning]]:
    """Return the table: for each lower-case word, the calculations that it may name."""
    table: dict[str, list[Meaning]] = {}
    for words, meaning in _lines():
        for word in words:
            table.setdefault(word, []).append(meaning)
    return table


@cache
def _lines() -> list[tuple[list[str], Meaning]]:
    """Return the lines of the table, each with its words."""
    found = []
    for line in _TABLE.strip("\n").split("\n"):
        words, letters, text = (part.strip() for part in line.split("|", 2))
        for letter in "rgn" if "v" in letters.split() else "v":
            given = tuple(letters.replace("v", letter).split())
            found.append((words.split(), _meaning(given, _VALUE.sub(letter, text))))
    return found


@cache
def column_lines() -> list[tuple[tuple[str, ...], Node]]:
    """Return the lines that make a column of others, those of two columns first: letters, calculation.

    Sums and means of more columns have the letters a, b, c, …
    """
    found: dict[Node, tuple[str, ...]] = {}
    for _, meaning in _lines():
        is_row = set(meaning.letters) <= set("rst") and meaning.keeps_length
        if (is_row or set(meaning.letters) <= set("nm")) and not isinstance(meaning.node, Name):
            found.setdefault(meaning.node, meaning.letters)
    for count in range(3, _MOST_SUMMED + 1):
        letters = tuple("abcdefghijk"[:count])
        for text in ("{}", f"({{}}) / {count}"):
            node = read_expression(text.format(" + ".join(letters)))
            found[standard(node, dict.fromkeys(letters, _SAMPLES[1]))] = letters
    return sorted(((letters, node) for node, letters in found.items()), key=lambda line: _ORDER.get(len(line[0]), 0))


@cache
def _of_recipe(word: str) -> tuple[Meaning, ...]:
    """Return the engine's operation with this name, applied to a row, a number and a grid, where it can be."""
    recipe = find_recipe(word)
    if recipe is None or len(word) < 3:
        return ()
    operations = []
    for letter in ("r", "n", "g"):
        try:
            operations.append(_meaning((letter,), f"{recipe.name}({letter})"))
        except (KatatxError, ArithmeticError, ValueError, TypeError, IndexError):
            continue
    return tuple(operations)


def _meaning(letters: tuple[str, ...], text: str) -> Meaning:
    """Return the meaning of the expression `text`, whose names are `letters`."""
    given = {letter: _SAMPLES[_RANKS[letter]] for letter in letters}
    node = standard(read_expression(text), given)
    shape = shape_of(work_out(node, given, Pencil()))
    return Meaning(letters, node, len(shape), shape[:1] == (3,))


def meanings_of(word: str) -> Iterable[Meaning]:
    """Return the calculations that a word in any case may name, in the order of the table; empty if there are none."""
    word = word.lower()
    return (*meanings().get(word, ()), *_of_recipe(word))


@cache
def is_operation(word: str) -> bool:
    """Return whether a word in any case names an operation."""
    return bool(meanings_of(word))


def implied(words: list[str], sheet: Sheet, shape: tuple[int, ...], strong: bool = True) -> Iterator[Candidate]:
    """Yield the calculations that `words` of a label name, applied to the latest values, for a result of a shape."""
    chosen: list[Meaning] = []
    for before, word in reversed(list(pairwise(["", *words]))):
        is_of_rows = before.lower() in _OF_ROWS and word.lower() in ("product", "products")
        named = meanings_of("dot" if is_of_rows else word)
        chosen += [each for each in named if each.rank == len(shape) and each not in chosen]
    count = 0
    for meaning in chosen:
        choices = [list(_latest(letter, sheet)) for letter in meaning.letters]
        if meaning.keeps_length and shape:
            choices = [[k for k in latest if not k.rank or len(k.printed) == shape[0]] for latest in choices]
        for values in product(*choices):
            if len(set(map(id, values))) < len(values):
                continue
            if count == _MOST:
                return
            count += 1
            standing = IMPLIED if strong and "c" not in meaning.letters else CONFIRMS
            yield Candidate(meaning.node, dict(zip(meaning.letters, values, strict=True)), standing, is_standard=True)


def applied(word: str, known: Known) -> Candidate | None:
    """Return the first operation that `word` names, applied to a value, as in `-2.709 → ReLU → 0`."""
    for meaning in meanings_of(word):
        if len(meaning.letters) == 1 and meaning.letters[0] not in "cl" and _RANKS[meaning.letters[0]] == known.rank:
            return Candidate(meaning.node, {meaning.letters[0]: known}, standing=IMPLIED)
    return None


def done_to(word: str, calculation: Candidate) -> Iterator[Candidate]:
    """Yield the operation that `word` names, applied to a calculation's value and to the row of the terms of a sum."""
    value = calculation.value("printed")
    if value is None:
        return
    operands, node = [Known(value, 0, MOST_PLACES, calculation)], calculation.node
    if isinstance(node, Sum):
        terms = [term if sign == "+" else Unary("-", term, node.column) for sign, term in node.terms]
        row = Candidate(
            Listing(tuple(terms), node.column), calculation.names, CONFIRMS, recognized=calculation.recognized
        )
        if row.value("printed") is not None:
            operands.append(Known(row.value("printed"), 0, MOST_PLACES, row))
    for known in operands:
        operation = applied(word, known)
        if operation is not None:
            yield operation.standing_as(CONFIRMS)


def _latest(letter: str, sheet: Sheet) -> Iterator[Known]:
    """Yield the latest values that a letter of the table may stand for, most likely first."""
    if letter == "c":
        yield from rows_of_latest(sheet)
        return
    if letter == "l":
        yield from row_of_line(sheet)
        return
    if letter == "p":
        for row in sheet.lately[1][-1:]:
            yield from (row.part(index) for index in range(min(_MOST_ROWS, len(row.printed))))
        return
    rank = _RANKS[letter]
    latest = sheet.lately[rank][: -_LATEST[rank] - 1 : -1]
    near = [known for known in latest if rank == 2 or sheet.line - known.line <= _NEAR]
    if not rank:
        near = [known for known in near if known.printed and isfinite(known.printed)]
    yield from near
    if rank == 1 and sheet.lately[2] and len(near) < _FEW:
        grid = sheet.lately[2][-1]
        yield from (grid.part(index) for index in range(min(_MOST_ROWS, len(grid.printed))))


def row_of_line(sheet: Sheet) -> list[Known]:
    """Return the numbers of a line as one row, in a list; [] for none."""
    for line in range(sheet.line, sheet.line - _LINES_BACK, -1):
        numbers = [known for known in sheet.lately[0] if known.line == line]
        if len(numbers) > 1:
            return [side_by_side(numbers)]
    return []


def rows_of_latest(sheet: Sheet) -> list[Known]:
    """Return rows of two to six of the latest numbers, each ending in the last number or in the one before."""
    latest = [known for known in sheet.lately[0] if sheet.line - known.line <= _NEAR]
    ends = list({known.line: known for known in latest}.values())
    return [
        side_by_side(numbers[last - count : last])
        for numbers in (latest, ends)
        for last in (len(numbers), len(numbers) - 1)  # the last may be the result of the others
        for count in range(2, min(_LONGEST, last) + 1)
    ]


def same_as(known: Known, standing: Standing) -> Candidate:
    """Return the calculation that only repeats the value `known`, with this standing."""
    return Candidate(_SAME, {"=": known}, standing, is_standard=True)
