"""Whether a number stands in an aligned table, and on which side of it there are spaces to spare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

# Lines longer than this are not laid out in columns by anybody.
_LONGEST = 400


class Setting(NamedTuple):
    """The sides of a number whose spaces may make up for another length, the one to begin with first, and how many
    spaces must be left before it.
    """

    sides: tuple[str, ...] = ()
    keep: int = 1


class _Column(NamedTuple):
    """A number's line: its text, where the number stands in it, and how far the spaces beside it reach."""

    text: str
    start: int
    stop: int
    before: int
    after: int


def setting(source: str, start: int, stop: int, notebook: bool = False) -> Setting:
    """How the spaces beside a number of a source may be used.

    Two spaces or more beside it, or a cell between bars, are taken for columns. Those before it are used where a
    neighbouring line shows that the column is right-aligned, those after it where another column follows.
    """
    begin = source.rfind("\n", max(0, start - _LONGEST), start) + 1
    end = source.find("\n", stop, stop + _LONGEST)
    end = len(source) if end < 0 else end
    if (begin == 0 and start > _LONGEST) or end - stop > _LONGEST:
        return Setting()
    column = _column(source[begin:end].rstrip("\r"), start - begin, stop - begin)
    if not (column.before or column.after):
        return Setting()
    edges = '"\\' if notebook else ""
    neighbours = list(_neighbours(source, begin, end))
    first = not column.text[: column.start - column.before].strip(edges + " \t")
    last = not column.text[column.stop + column.after :].strip() or column.text[column.stop + column.after] in edges
    in_cell = _in_cell(column)
    room_before = (column.before > 1 or in_cell) and _right_aligned(column, neighbours, first)
    room_after = (column.after > 1 or in_cell) and not last
    keep = min((_indent(line) for line in neighbours), default=column.before) if first else 1
    return Setting(("before",) * room_before + ("after",) * room_after, keep)


def _column(text: str, start: int, stop: int) -> _Column:
    before = start - len(text[:start].rstrip(" "))
    after = len(text) - stop - len(text[stop:].lstrip(" "))
    return _Column(text, start, stop, before, after)


def _neighbours(source: str, begin: int, end: int) -> Iterator[str]:
    """The lines above and below a line, where they are not blank."""
    if begin > 0:
        above = source.rfind("\n", max(0, begin - 1 - _LONGEST), begin - 1) + 1
        yield from _told(source[max(above, begin - 1 - _LONGEST) : begin - 1])
    if end < len(source):
        below = source.find("\n", end + 1, end + 1 + _LONGEST)
        yield from _told(source[end + 1 : below if below >= 0 else end + 1 + _LONGEST])


def _told(line: str) -> Iterator[str]:
    if line.strip():
        yield line.rstrip("\r")


def _right_aligned(column: _Column, neighbours: list[str], first: bool) -> bool:
    """Whether a neighbouring line has a word that ends with the number, and none has one that only begins with it.

    Spaces that begin a line mean something in programs and Markdown: they make a column only where the lines begin
    differently.
    """
    ends = [_ends(line, column.stop) for line in neighbours]
    begins = [_begins(line, column.start) for line in neighbours]
    if first and any(begins):
        return False
    return any(ends) and not any(begin and not end for begin, end in zip(begins, ends, strict=True))


def _ends(line: str, column: int) -> bool:
    return (
        len(line) >= column and line[column - 1] not in " \t" and line[column : column + 1] in {"", " ", "|", "\\", '"'}
    )


def _begins(line: str, column: int) -> bool:
    return len(line) > column and line[column] not in " \t" and (column == 0 or line[column - 1] in ' \t|"')


def _in_cell(column: _Column) -> bool:
    """Whether nothing but the number and its spaces stands between two bars."""
    left, right = column.start - column.before - 1, column.stop + column.after
    return left >= 0 and column.text[left] == "|" and column.text[right : right + 1] == "|"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
