"""Matrices drawn over several lines, with signs between them in one line: where they are, and what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from katatx.audit.grids import Cell, cells_of
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.tokens import tokenize

_MOST_LINES = 24
_LONGEST = 400
# More matrices than this stand beside each other in no drawing.
_MOST_BESIDE = 12
# Brackets that stand no further to the side than this are under each other.
_MOST_ASKEW = 2
_INSIDE = r"([-\s\d.,+−–∞inf]*)"
_MATRIX = re.compile(rf"[|│┃‖]{_INSIDE}[|│┃‖]|[\[⎡⎢⎣]{_INSIDE}[\]⎤⎥⎦]|[(⎛⎜⎝]{_INSIDE}[)⎞⎟⎠]")
_DIGIT = re.compile(r"\d")
_JOIN = re.compile(r"={1,2}|≈|→|-{1,2}>|=>|⇒|⟶")
# `Q =`, `Q = K =`: names with no calculation among them.
_NAMED = re.compile(r"(?:[^\W\dᵀ][\w'′]*(?:\s[\w'′]+)?\s*(?:\([^()=]*\)\s*)?=\s*)+$")
# What begins an equation anew where the one before it has its matrix already: `V = …   Q·Kᵀ = …`.
_ANEW = re.compile(r"[,;]?\s*[^\W\dᵀ][^=]*=")
_WORKED = re.compile(r"[\w)ᵀ]\s*[-+−·*×@/]\s*[\w(]")
_ASIDE = re.compile(r"[.,;]?\s*(?:[(#←].*)?$")
# `3·(-1)` is a number in brackets, as in any calculation.
_FACTOR = re.compile(r"[\w·×*+/^√−-]\(")
_APART = re.compile(r"\s{2,}[^\W\d_]{2,}\s|\s{2,}[(\d].*[=≈]")
_TURNED = frozenset({"T", "ᵀ", "^T", "⊤", "t"})


class Matrix(NamedTuple):
    """A matrix that is drawn: a line and its cells for each row."""

    rows: tuple[tuple[LogicalLine, tuple[Cell, ...]], ...]

    def __str__(self) -> str:
        """As it would be written in one line."""
        return "[" + ", ".join("[" + ", ".join(_written(cell) for cell in cells) + "]" for _, cells in self.rows) + "]"


# What stands between two joins, from the left.
Side = tuple[str | Matrix, ...]


class Drawing(NamedTuple):
    """So many lines read as one: its equations from the left, each the sides between its joins. `beside` are the lines
    with words after the last matrix, and the column where that ends.
    """

    lines: int
    equations: tuple[tuple[Side, ...], ...]
    # Whether it is one matrix beside a name, which may be a product of two.
    is_named: bool = False
    # Whether nothing but names stands before it.
    is_plain: bool = False
    beside: tuple[tuple[LogicalLine, int], ...] = ()


class _Group(NamedTuple):
    """A row of numbers in brackets: from which column to which, and its cells."""

    start: int
    stop: int
    cells: tuple[Cell, ...]


class _Drawn(NamedTuple):
    """A matrix while it is found: from which column to which, and where in the lines its rows are."""

    start: int
    stop: int
    rows: dict[int, tuple[Cell, ...]]


def may_begin(text: str) -> bool:
    """Whether a line may be the first of a drawing."""
    return 4 < len(text) <= _LONGEST and _MATRIX.search(text) is not None


def drawing_at(lines: Sequence[LogicalLine], at: int) -> Drawing | None:
    """The longest drawing that begins with a line; None where none does."""
    if at + 1 >= len(lines) or not may_begin(lines[at + 1].text):
        return None
    block: list[LogicalLine] = []
    found: list[list[_Group]] = []
    drawn: list[_Drawn] = []
    longest = None
    # What stands in each other's way in so many lines does so in any more: most lines are left after the second.
    for line in lines[at : at + _MOST_LINES]:
        groups = _groups(line.text) if may_begin(line.text) else []
        if not groups or not _stack(drawn, groups, len(block)):
            break
        block.append(line)
        found.append(groups)
        beside = [
            (line, groups[-1].stop) for line, groups in zip(block, found, strict=True) if _is_beside(line, groups)
        ]
        between = _between(block, found, drawn, [line for line, _ in beside])
        if between is None:
            break
        longest = _drawing(block, found, drawn, between, beside) or longest
    return longest


def _drawing(
    block: Sequence[LogicalLine],
    found: Sequence[Sequence[_Group]],
    drawn: Sequence[_Drawn],
    between: Sequence[str],
    beside: Sequence[tuple[LogicalLine, int]],
) -> Drawing | None:
    """What all lines of a block make together; None where they make nothing."""
    if not any(len(each.rows) > 1 for each in drawn):
        return None
    # Rows with commas under each other are rows, and each may be of another thing.
    is_named = len(drawn) == 1 and not _WORKED.search(between[0])
    rows = [line.text[: groups[-1].stop] for line, groups in zip(block, found, strict=True)]
    if len(drawn) == 1 and (any("," in row for row in rows) or (is_named and not between[0].endswith("="))):
        return None
    is_plain = is_named and _NAMED.match(between[0]) is not None
    matrices = [Matrix(tuple((block[row], cells) for row, cells in sorted(each.rows.items()))) for each in drawn]
    equations = _equations(matrices, between)
    return None if equations is None else Drawing(len(block), equations, is_named, is_plain, tuple(beside))


def _is_beside(line: LogicalLine, groups: Sequence[_Group]) -> bool:
    """Whether words stand after the last matrix of a line, set apart from it."""
    return _APART.match(line.text, groups[-1].stop) is not None


def _groups(text: str) -> list[_Group]:
    """The rows of numbers in brackets on a line; nothing where a bracket holds anything else, or they are too many."""
    found: list[_Group] = []
    tokens = tokenize(text)
    for match in _MATRIX.finditer(text):
        inside = next(number for number in (1, 2, 3) if match[number] is not None)
        if not _DIGIT.search(match[inside]) or (match[0][0] == "(" and _FACTOR.match(text, match.start() - 1)):
            continue
        first, last = match.span(inside)
        within = tuple(token for token in tokens if first <= token.start < last)
        cells, after = cells_of(within, 0)
        if len(found) == _MOST_BESIDE or not cells or after < len(within) or any(cell.number is None for cell in cells):
            return []
        found.append(_Group(*match.span(), cells))
    return found


def _stack(drawn: list[_Drawn], groups: Sequence[_Group], number: int) -> bool:
    """Put the rows of the next line under the matrices that are there; False where they do not stand so."""
    for start, stop, cells in groups:
        over = [at for at, each in enumerate(drawn) if each.start < stop and start < each.stop]
        if len(over) > 1:
            return False
        if not over:
            drawn.append(_Drawn(start, stop, {number: cells}))
            continue
        each = drawn[over[0]]
        above = each.rows.get(number - 1, ())
        if number in each.rows or len(above) != len(cells) or abs(start - each.start) > _MOST_ASKEW:
            return False
        each.rows[number] = cells
        drawn[over[0]] = each._replace(start=min(each.start, start), stop=max(each.stop, stop))
    drawn.sort(key=lambda each: each.start)
    return all(one.stop <= other.start for one, other in pairwise(drawn))


def _between(
    block: Sequence[LogicalLine],
    found: Sequence[Sequence[_Group]],
    drawn: Sequence[_Drawn],
    beside: Sequence[LogicalLine],
) -> list[str] | None:
    """What stands before each matrix and after the last; None where two lines say something in one place. What stands
    `beside` is left out.
    """
    pieces: list[list[str]] = [[] for _ in range(len(drawn) + 1)]
    for line, groups in zip(block, found, strict=True):
        edges = [0, *(edge for start, stop, _ in groups for edge in (start, stop)), len(line.text)]
        edges = edges[:-2] if line in beside else edges
        for first, last in zip(edges[::2], edges[1::2], strict=True):
            text = line.text[first:last].strip()
            if text:
                begin = first + line.text[first:last].index(text[0])
                pieces[sum(each.start <= begin for each in drawn)].append(text)
    made = []
    for piece in pieces:
        piece.sort(key=lambda text: text not in _TURNED)
        if len(piece) > 1 and (len(piece) > 2 or piece[0] not in _TURNED):
            return None
        made.append(" ".join("ᵀ" if text in _TURNED else text for text in piece))
    return made


def _equations(matrices: Sequence[Matrix], between: Sequence[str]) -> tuple[tuple[Side, ...], ...] | None:
    """The equations that matrices and what stands before each of them make; None where one has no join, or ends with
    more than a matrix.
    """
    equations: list[list[list[str | Matrix]]] = [[[]]]
    for piece, matrix in zip(between, matrices, strict=False):
        said = piece.rpartition(":")[2] if equations == [[[]]] else piece
        if len(equations[-1]) > 1 and _ANEW.match(said):
            said = said.lstrip(",; ")
            equations.append([[]])
        for number, part in enumerate(_JOIN.split(said)):
            if number:
                equations[-1].append([])
            if part.strip():
                equations[-1][-1].append(part.strip())
        equations[-1][-1].append(matrix)
    if not _ASIDE.match(between[-1]) or any(
        len(sides) < 2 or len(sides[-1]) != 1 or not all(sides) for sides in equations
    ):
        return None
    return tuple(tuple(tuple(side) for side in sides) for sides in equations)


def _written(cell: Cell) -> str:
    assert cell.number is not None
    return f"{'-' if cell.number.value < 0 else ''}{cell.number.text.removeprefix('-')}"
