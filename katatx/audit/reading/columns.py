"""Check table columns that are calculated from others, as their headings say or as most rows show.

`rows` have equally many cells each: a number, or None for one without. Columns and rows count from 0. A **slip** is
one wrong digit, two swapped ones, or a wrong sign.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations, permutations, product
from statistics import fmean
from typing import NamedTuple

from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import is_one_digit_off, judge
from katatx.audit.reading.line_tokens import can_be_called
from katatx.audit.sheet import Sheet
from katatx.audit.values import Candidate, Known, Number, Printed, is_rounded
from katatx.engine.pencils.interval import low_of
from katatx.engine.values import is_number
from katatx.errors import KatatxError
from katatx.notation.sentences import SentenceReader, is_printed, sentence_tokens
from katatx.notation.syntax import Name, Node, Sum
from katatx.notation.walking import names_of

_LEAST_ROWS = 3
# The least number of rows that a written calculation of a column must fit.
_LEAST_FITTING = 2
# A description that only copies a column.
_COPY = re.compile(r"\{\d+\}")
_RANGE = re.compile(r"\d+[-–]\d+")
_WORDS = re.compile(r"[^\W\d]\w*['′]*")
_MOST_COLUMNS = 12
_MOST_CORNERS = 3
_FIGURES_A_ROW = 1.5
# The figures that matching cells must have for each column used.
_FIGURES = 3
# A cell this many half units of its last decimal off is wrong without working out the rounding bounds.
_FAR = 60
# Half units that means and sums rounded along the way may be off.
_ALONG_THE_WAY = 3

Cells = Sequence[Number | None]
Work = Callable[..., float]

_OF_ONE: dict[str, Work] = {
    "{0}": lambda a: a, "{0}²": lambda a: a * a, "√{0}": math.sqrt, "e^{0}": math.exp, "e^-{0}": lambda a: math.exp(-a),
    "ln {0}": math.log, "-ln {0}": lambda a: -math.log(a), "-log2 {0}": lambda a: -math.log2(a),
    "relu({0})": lambda a: max(0.0, a), "1/(1 + e^-{0})": lambda a: 1 / (1 + math.exp(-a)), "tanh({0})": math.tanh,
    "{0}/2": lambda a: a / 2, "2·{0}": lambda a: 2 * a, "1 - {0}": lambda a: 1 - a, "1/{0}": lambda a: 1 / a,
    "{0}·(1 - {0})": lambda a: a * (1 - a), "1 - {0}²": lambda a: 1 - a * a,
    "-{0}·log2 {0}": lambda a: -a * math.log2(a),
    "-{0}·ln {0}": lambda a: -a * math.log(a), "|{0}|": abs,
}  # fmt: skip
_OF_TWO: dict[str, Work] = {
    "{0} + {1}": lambda a, b: a + b, "{0} - {1}": lambda a, b: a - b, "{0}·{1}": lambda a, b: a * b,
    "{0}/{1}": lambda a, b: a / b, "({0} - {1})²": lambda a, b: (a - b) ** 2, "|{0} - {1}|": lambda a, b: abs(a - b),
    "{0}·{1}²": lambda a, b: a * b * b,
}  # fmt: skip
_OF_THREE: dict[str, Work] = {
    "{0}·{1} + {2}": lambda a, b, c: a * b + c, "({0} - {1})/{2}": lambda a, b, c: (a - b) / c,
    "{0}·{1}·{2}": lambda a, b, c: a * b * c,
}  # fmt: skip


def _shares(numbers: Sequence[float]) -> list[float]:
    total = math.fsum(numbers)
    return [each / total for each in numbers]


def _from_mean(numbers: Sequence[float]) -> list[float]:
    mean = fmean(numbers)
    return [each - mean for each in numbers]


def _standardised(numbers: Sequence[float]) -> list[float]:
    gaps = _from_mean(numbers)
    spread = math.sqrt(fmean(gap * gap for gap in gaps))
    return [gap / spread for gap in gaps]


def _from_largest(numbers: Sequence[float]) -> list[float]:
    largest = max(numbers)
    return [each - largest for each in numbers]


# Calculations of a whole column from another.
_OF_COLUMN: dict[str, Callable[[Sequence[float]], Sequence[float]]] = {
    "{0}/sum": _shares,
    "softmax({0})": lambda column: _shares([math.exp(each) for each in _from_largest(column)]),
    "{0} - mean": _from_mean,
    "({0} - mean)²": lambda column: [gap * gap for gap in _from_mean(column)],
    "({0} - mean)/spread": _standardised,
    "{0} - max": _from_largest,
    "running sum of {0}": lambda column: list(accumulate(column)),
}


class Explained(NamedTuple):
    """A `column` explained by a calculation, which `description` shows with the columns as placeholders.

    For each row, `fits` says whether the cell fits, and `values` has the true value; both are None if a number is
    missing.
    """

    column: int
    description: str
    fits: list[bool | None]
    values: list[float | None]

    @property
    def misfits(self) -> int:
        """Return the number of rows that do not fit."""
        return self.fits.count(False)


class JudgedCell(NamedTuple):
    """A judged cell: `is_right` is True, False, or None if that is uncertain.

    `true` is the value by the calculation that `description` shows.
    """

    row: int
    column: int
    is_right: bool | None
    true: float
    description: str


def heading_cells(rows: Sequence[Cells], headings: Sequence[str], given: Mapping[str, Known]) -> Iterator[JudgedCell]:
    """Yield the cells of columns whose heading is a calculation from other columns, like `share × weight`.

    It may also use names; `given` are the values of those on the page. A heading counts as a calculation if it fits at
    least two cells and two thirds of them; then cells that do not fit are wrong.
    """
    if len(rows) < _LEAST_FITTING:
        return
    names = heading_names(headings)
    for column, heading in enumerate(headings):
        node = formula_of(heading, {name for name, at in names.items() if at != column}, given)
        if node is None:
            continue
        used = set(names_of(node))
        judged: list[JudgedCell] = []
        for at, row in enumerate(rows):
            cell, inputs = row[column], {name: row[place] for name, place in names.items() if name in used}
            if cell is None or any(number is None for number in inputs.values()):
                continue
            known = {name: Known(n.value, 0, max(n.places, 0)) for name, n in inputs.items() if n is not None}
            candidate = Candidate(node, {**{name: given[name] for name in used if name in given}, **known}, True)
            value = candidate.value("printed")
            if value is None:
                continue
            if not is_number(value):
                break
            fits = judge(Printed((cell,), ()), [candidate]).verdict.agrees
            judged.append(JudgedCell(at, column, fits, low_of(value), heading))
        if _mostly_fits(judged):
            yield from judged


def written_cells(rows: Sequence[tuple[str, Number | None]], column: int, sheet: Sheet) -> Iterator[JudgedCell]:
    """Yield the cells of a column next to one with written calculations: `| 3·64·7·7 | 9,408 |`.

    `rows` have the text before and the number in the cell; `column` is only passed on. The column counts as results if
    at least two cells and two thirds of them fit. Then a cell of two figures or more that is one slip off (a wrong
    digit, two swapped, or a wrong sign) is wrong, if its names surely have their values; any other is uncertain.
    """
    judged: list[JudgedCell] = []
    for at, (text, cell) in enumerate(rows):
        node = written_in(text, sheet)
        candidate = sheet.candidate(node, sure=True) if node is not None else None
        if cell is None or candidate is None or not is_number(candidate.value("printed")):
            continue
        true = low_of(candidate.value("printed"))
        verdict = judge(Printed((cell,), ()), [candidate]).verdict
        is_slip = verdict is ClaimVerdict.WRONG and cell.figures > 1 and is_one_digit_off(cell, true)
        is_certain = verdict.agrees or (is_slip and all(map(sheet.is_certain, candidate.names)))
        judged.append(JudgedCell(at, column, verdict.agrees if is_certain else None, true, candidate.written))
    if _mostly_fits(judged):
        yield from judged


def _mostly_fits(cells: Sequence[JudgedCell]) -> bool:
    """Return whether at least two of the cells are right, and at least two thirds of all, uncertain ones included."""
    fitting = sum(cell.is_right is True for cell in cells)
    return fitting >= _LEAST_FITTING and fitting * 3 >= len(cells) * 2


def written_in(text: str, sheet: Sheet) -> Node | None:
    """Return the calculation written in a cell, ignoring a remark in brackets after it."""
    tokens = sentence_tokens(text)
    found = SentenceReader(tokens, sheet.rank_of, can_be_called).read(0)
    if found is None or is_printed(found.node) or isinstance(found.node, Name):
        return None
    rest = tokens[found.after]
    if isinstance(found.node, Sum) and _RANGE.fullmatch(text.strip()):
        return None
    return found.node if rest.kind == "end" or (rest.text == "(" and rest.spaced) else None


def heading_names(headings: Sequence[str]) -> dict[str, int]:
    """Return the column of each name in the headings: the whole heading, its last word, and its first word."""
    found: dict[str, int] = {}
    for column, heading in enumerate(headings):
        words = _WORDS.findall(heading)
        plain = heading.strip("*_`$ ")
        if not words or any(sign in plain for sign in "+*/=·×^²√("):
            continue
        for name in (plain, words[-1], words[0]):
            found.setdefault(name, column)
    return found


def formula_of(heading: str, names: set[str], given: Mapping[str, Known]) -> Node | None:
    """Return the calculation that a heading is; None if it is none."""
    tokens = sentence_tokens(heading)

    def rank(name: str) -> int | None:
        return 0 if name in names else given[name].rank if name in given else None

    reader = SentenceReader(tokens, rank, can_be_called)
    for at in range(min(len(tokens) - 1, 4)):
        found = reader.read(at)
        if found is not None and found.after == len(tokens) - 1:
            used = set(names_of(found.node))
            return found.node if used & names and not isinstance(found.node, Name) else None
    return None


def explained_cells(rows: Sequence[Cells], headings: Sequence[str]) -> Iterator[JudgedCell]:
    """Yield the cells that are explained by cells before them in their row, or by a whole column before theirs.

    A cell that does not fit is wrong if the calculations that fit all other rows agree on its value and it is one slip
    off (a wrong digit, two swapped, or a wrong sign); otherwise it is uncertain. `headings` name the columns. Tables
    with fewer than three rows or more than twelve columns give nothing.
    """
    if len(rows) < _LEAST_ROWS or len(rows[0]) > _MOST_COLUMNS:
        return
    for column in range(1, len(rows[0])):
        yield from _cells(rows, explanations(rows, column), headings)


def _cells(rows: Sequence[Cells], explained: list[Explained], headings: Sequence[str]) -> Iterator[JudgedCell]:
    """Yield the cells of a column, judged by the best of its explanations; nothing without any."""
    if not explained:
        return
    best = min(explained, key=lambda each: each.misfits)
    description = best.description.format(*headings)
    for row, (fit, value) in enumerate(zip(best.fits, best.values, strict=True)):
        cell = rows[row][best.column]
        if fit is None or value is None or cell is None:
            continue
        if fit:
            yield JudgedCell(row, best.column, True, value, description)
            continue
        others = {round(other.values[row] or 0.0, 6) for other in explained if other.misfits == 1}
        slip = len(others) == 1 and cell.figures > 1 and is_one_digit_off(cell, value)
        yield JudgedCell(row, best.column, False if slip else None, value, description)


def explanations(rows: Sequence[Cells], column: int) -> list[Explained]:
    """Return the calculations from earlier columns that explain a column."""
    full = [row[column] for row in rows if row[column] is not None]
    if len(full) < _LEAST_ROWS or sum(cell.figures for cell in full if cell) < _FIGURES_A_ROW * len(full):
        return []
    if len({cell.value for cell in full if cell}) < 2:
        return []
    found: list[Explained] = []
    for description, work, places in _calculations(column):
        explained = _tried(rows, column, description, work, places)
        if explained is not None:
            found.append(explained)
            if not explained.misfits:
                return [explained]
    for place in range(column):
        for description, of_column in _OF_COLUMN.items():
            explained = _tried_whole(rows, column, description, of_column, place)
            if explained is not None:
                found.append(explained)
                if not explained.misfits:
                    return [explained]
    return found


def _calculations(column: int) -> Iterator[tuple[str, Work, tuple[int, ...]]]:
    """Yield (description, function, columns used) for calculations of a number in a column from those before it."""
    before = range(column - 1, -1, -1)
    for start in range(column - 1):
        yield f"sum of {column - start} columns", lambda *numbers: math.fsum(numbers), tuple(range(start, column))
    for start in range(column - 2):
        yield f"mean of {column - start} columns", lambda *numbers: fmean(numbers), tuple(range(start, column))
    for pair in permutations(before, 2):
        for text, work in _OF_TWO.items():
            if pair[0] < pair[1] or "-" in text or "/" in text or "²" in text:
                yield _for_columns(text, pair), work, pair
    for one in before:
        for text, work in _OF_ONE.items():
            yield _for_columns(text, (one,)), work, (one,)
    for three in combinations(range(column), 3):
        for text, work in _OF_THREE.items():
            yield _for_columns(text, three), work, three


def _for_columns(description: str, places: tuple[int, ...]) -> str:
    """Return a description whose placeholders `{0}`, `{1}` are replaced by those of the columns in `places`."""
    return description.format(*[f"{{{place}}}" for place in places])


def _tried(
    rows: Sequence[Cells], column: int, description: str, work: Work, places: tuple[int, ...]
) -> Explained | None:
    """Return a calculation within rows as an explanation of a column; None if it does not fit."""
    fits: list[bool | None] = []
    values: list[float | None] = []
    off = agreeing = figures = 0
    for row in rows:
        cell, given = row[column], [number for place in places if (number := row[place]) is not None]
        if cell is None or len(given) < len(places):
            fits.append(None)
            values.append(None)
            continue
        try:
            value = work(*[number.value for number in given])
            fit = holds(cell, value, work, given)
        except (ValueError, ArithmeticError):
            return None
        off += not fit
        if off > 1 or (off and len(rows) <= _LEAST_ROWS):
            return None
        agreeing += fit and cell.value != 0 and not _COPY.fullmatch(description)
        figures += cell.figures if fit and cell.value else 0
        fits.append(fit)
        values.append(value)
    if agreeing < _LEAST_ROWS - 1 or figures < _FIGURES * (len(set(places)) + description.count("²")):
        return None
    return Explained(column, description, fits, values)


def _tried_whole(
    rows: Sequence[Cells], column: int, description: str, work: Callable[[Sequence[float]], Sequence[float]], place: int
) -> Explained | None:
    """Return a calculation of a whole column as an explanation; None if it does not fit."""
    taken = [at for at, row in enumerate(rows) if row[place] is not None and row[column] is not None]
    given = [number for at in taken if (number := rows[at][place]) is not None]
    if len(taken) < len(rows):
        return None
    try:
        values = list(work([number.value for number in given]))
    except (ValueError, ArithmeticError):
        return None
    coarse = max((number.half for number in given if is_rounded(number.text)), default=0.0)
    size = max((abs(number.value) for number in given), default=1.0) or 1.0
    fits, exact = [], 0
    for at, value in zip(taken, values, strict=True):
        cell = rows[at][column]
        assert cell is not None
        slack = _ALONG_THE_WAY * cell.half + 2 * coarse * max(abs(value) / size, min(1.0, abs(value)))
        fits.append(cell.fits(value) or abs(cell.value - value) <= slack)
        exact += cell.fits(value)
    off = fits.count(False)
    if off > 1 or (off and len(rows) <= _LEAST_ROWS) or exact * 2 < len(rows):
        return None
    return Explained(column, _for_columns(description, (place,)), list(fits), list(values))


def holds(cell: Number, value: float, work: Work, given: Sequence[Number]) -> bool:
    """Return whether a cell is the rounding of `value`, or of a value that the rounded operands `given` allow."""
    if cell.fits(value):
        return True
    if len(given) > _MOST_CORNERS or abs(cell.value - value) > _FAR * cell.half:
        slack = math.fsum(number.half for number in given if number.places)
        return len(given) > _MOST_CORNERS and abs(cell.value - value) <= cell.half + slack
    ends = [(n.value - n.half, n.value + n.half) if n.places else (n.value,) for n in given]
    try:
        reached = [work(*corner) for corner in product(*ends)]
    except (KatatxError, ValueError, ArithmeticError):
        return False
    return min(reached) - cell.half <= cell.value <= max(reached) + cell.half


def summary_cells(rows: Sequence[Cells], at: int, kind: str) -> Iterator[JudgedCell]:
    """Yield the cells of row `at`, judged as the sum or mean of the rows above it."""
    work: Work = math.fsum if kind == "sum" else fmean
    judged: list[tuple[int, Number, float, bool]] = []
    for column, cell in enumerate(rows[at]):
        above = [number for row in rows[:at] if (number := row[column]) is not None]
        if cell is None or len(above) < 2 or len(above) < at:
            continue
        value = work([number.value for number in above])
        slack = math.fsum(number.half for number in above if number.places) / (len(above) if kind == "mean" else 1)
        judged.append((column, cell, value, cell.fits(value) or abs(cell.value - value) <= cell.half + slack))
    for column, cell, value, fit in judged:
        sure = any(other_fits for other, _, _, other_fits in judged if other != column) or cell.figures > 2
        slip = sure and cell.figures > 1 and is_one_digit_off(cell, value)
        yield JudgedCell(at, column, True if fit else False if slip else None, value, f"{kind} of the column above")
