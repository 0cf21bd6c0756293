"""Matrices without brackets beside their names, over the same lines: `W_Q  1 0   W_K  0 1` with `0 1   1 0` below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from katatx.audit.drawings import Drawing, Matrix
from katatx.audit.grids import Cell, cells_of
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.tokens import Token, tokenize

_MAY_BEGIN = re.compile(r"\s*[^\W\d]\w{0,4}\s*[=:]?\s+[-−.\d]")
# `W_Q`, `WQ`, `X`, `A1`: a matrix has a capital, and no word is one.
_NAME = re.compile(r"(?:[A-Z][\w]{0,2}|[A-Za-z]_\w{1,3})['′]?")
_LONGEST = 200
_MOST_ROWS = 16
_MOST_ASKEW = 2
_LEAST = 2


class _Part(NamedTuple):
    """A name and the cells behind it."""

    name: str
    cells: tuple[Cell, ...]


def bare_matrices_at(lines: Sequence[LogicalLine], at: int) -> Drawing | None:
    """The matrices whose first rows stand on a line, each behind its name; None where none do. One alone has a name
    with an underscore, as in `W_Q`.
    """
    text = lines[at].text
    if len(text) > _LONGEST or not _MAY_BEGIN.match(text):
        return None
    parts = _first_row(tuple(tokenize(text)))
    if not parts or (len(parts) == 1 and "_" not in parts[0].name):
        return None
    rows = [[(lines[at], part.cells)] for part in parts]
    for line in lines[at + 1 : at + _MOST_ROWS]:
        below = _row_below(line, parts)
        if below is None:
            break
        for row, cells in zip(rows, below, strict=True):
            row.append((line, cells))
    if len(rows[0]) < _LEAST:
        return None
    equations = tuple(((part.name,), (Matrix(tuple(row)),)) for part, row in zip(parts, rows, strict=True))
    return Drawing(len(rows[0]), equations)


def _first_row(tokens: tuple[Token, ...]) -> list[_Part]:
    """Names with numbers behind each; nothing where anything else stands on the line."""
    parts: list[_Part] = []
    at = 0
    while at < len(tokens):
        if tokens[at].kind != "name" or not _NAME.fullmatch(tokens[at].text):
            return []
        name = tokens[at].text
        at += 1
        at += at < len(tokens) and tokens[at].text in ("=", ":")
        cells, at = _numbers(tokens, at)
        if len(cells) < _LEAST:
            return []
        parts.append(_Part(name, cells))
    return parts


def _numbers(tokens: tuple[Token, ...], at: int) -> tuple[tuple[Cell, ...], int]:
    """The numbers that stand from a token on with spaces alone between them, and where they end."""
    end = at
    while end < len(tokens) and (tokens[end].kind == "number" or tokens[end].text in ("-", "+")):
        end += 1
    cells, after = cells_of(tokens[at:end], 0)
    whole = after == end - at and all(cell.number is not None for cell in cells)
    return (cells if whole else ()), end


def _row_below(line: LogicalLine, parts: Sequence[_Part]) -> list[tuple[Cell, ...]] | None:
    """The next row of each matrix; None where the numbers of a line do not stand under those of the first."""
    if len(line.text) > _LONGEST:
        return None
    tokens = tuple(tokenize(line.text))
    cells, end = _numbers(tokens, 0)
    if not cells or end < len(tokens) or len(cells) != sum(len(part.cells) for part in parts):
        return None
    rows = []
    for part in parts:
        row, cells = cells[: len(part.cells)], cells[len(part.cells) :]
        if (
            abs(row[0].start - part.cells[0].start) > _MOST_ASKEW
            or abs(row[-1].stop - part.cells[-1].stop) > _MOST_ASKEW
        ):
            return None
        rows.append(row)
    return rows
