"""Lay out the working of a wrong answer as a table, with the learner's numbers in a column beside the true ones.

A path is a line's position in the working: its index, then the index of a line nested in it, and so on. A line is
opened, or expanded, if its nested lines or its calculations are shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from katatx.pictures.parts import Line, Span, cells, clean, padded, text_of, wrapped
from katatx.questions.working import Path
from katatx.views.wrong_lines import Numbers, WrongLine, WrongWorking

_INDENT = 2
_GAP = "   "
_BETWEEN = "  "
_LONGEST_NAME = 16
# Stands for numbers that are unknown, or of a line that only the other side has.
_UNKNOWN = [Span("–", "faint")]
# Further rows of a grid are left out.
_MOST_ROWS = 12


class Row(NamedTuple):
    """A row of the displayed table; `path` is that of its worked line, None for the heading."""

    path: Path | None
    spans: Line


class _Shown(NamedTuple):
    """A visible worked line, with its path and whether it is expanded."""

    path: Path
    line: WrongLine
    is_open: bool

    @property
    def depth(self) -> int:
        """Return how deeply the line is nested, 0 at the top."""
        return len(self.path) - 1

    @property
    def can_open(self) -> bool:
        """Return whether the line can be expanded."""
        line = self.line
        return bool(line.lines or line.yours_worked or line.true_worked)

    @property
    def sign(self) -> str:
        """Return the sign that shows whether the line is expanded or can be."""
        return ("⌄" if self.is_open else "›") if self.can_open else " "

    @property
    def mark(self) -> str:
        """Return a cross if a mistake was made on the line, or on a nested line that is hidden; else a space."""
        is_marked = self.line.is_mistake or (self.line.has_mistake and not self.is_open)
        return "✗" if is_marked else " "


def opened_to(path: Path) -> set[Path]:
    """Return the paths of the lines to expand so that the one at `path` is visible."""
    return {path[:length] for length in range(1, len(path))}


def shown_paths(working: WrongWorking, opened: Collection[Path]) -> list[Path]:
    """Return the paths of all visible lines, from top to bottom; those at the paths `opened` are expanded."""
    return [shown.path for shown in _shown(working.lines, opened)]


def can_open(working: WrongWorking, path: Path) -> bool:
    """Return whether the line at a path has nested lines or calculations to show."""
    lines, found = working.lines, False
    for index in path:
        found = _Shown(path, lines[index], is_open=False).can_open
        lines = lines[index].lines
    return found


def table(working: WrongWorking, opened: Collection[Path], at: Path | None, width: int) -> list[Row]:
    """Return the rows of the table, at most `width` cells wide if the numbers allow it.

    The lines at the paths `opened` are expanded; the line at the path `at` has the cursor, none for None.
    """
    shown = list(_shown(working.lines, opened))
    longest = max(cells(clean(each.line.name)) + _INDENT * each.depth for each in shown)
    head = 2 + min(longest, _LONGEST_NAME) + 1 + 2 + 2
    columns = _Columns([each.line for each in shown if not each.line.text], width - head)
    rows = [Row(None, _heading(columns, head))] if columns.count else []
    for each in shown:
        rows += _rows(each, each.path == at, columns, head, width)
    return rows


def _shown(lines: Sequence[WrongLine], opened: Collection[Path], inside: Path = ()) -> Iterator[_Shown]:
    """Yield the visible lines, with nested lines after those that are expanded, whose paths are in `opened`.

    `inside` is the path of the line that contains `lines`, () at the top.
    """
    for index, line in enumerate(lines):
        path = (*inside, index)
        yield _Shown(path, line, path in opened)
        if path in opened:
            yield from _shown(line.lines, opened, path)


class _Columns:
    """The widths of the columns of numbers, found so that both sides fit `room` cells.

    `count` is the most numbers in a row that are set in columns; lines with more are not. It is 0 if nothing fits.
    """

    def __init__(self, lines: Sequence[WrongLine], room: int) -> None:
        self.count = 0
        most = max((_length(line) for line in lines), default=0)
        for count in range(most, 0, -1):
            fitting = [line for line in lines if 0 < _length(line) <= count]
            if not fitting:
                break
            self.yours = _widths([line.yours for line in fitting if line.yours is not None], count)
            self.true = _widths([line.true for line in fitting if line.true is not None], count)
            if self.yours_width + len(_GAP) + self.true_width <= room:
                self.count = count
                return
        self.yours, self.true = [], []

    @property
    def yours_width(self) -> int:
        """Return the width of the learner's numbers."""
        return max(len("yours"), _width(self.yours))

    @property
    def true_width(self) -> int:
        """Return the width of the true numbers."""
        return max(len("true"), _width(self.true))


# The width of a column of numbers: cells before the decimal point, and from the point on.
_Part = tuple[int, int]


def _length(line: WrongLine) -> int:
    """Return the most numbers in a row on either side of a line."""
    return max((len(row) for side in (line.yours, line.true) if side is not None for row in side.rows), default=0)


def _widths(sides: Sequence[Numbers], count: int) -> list[_Part]:
    """Return the widths of `count` columns over all rows, none of which has more numbers."""
    parts = [(0, 0)] * count
    for side in sides:
        for row, wrong in zip(side.rows, side.wrong, strict=True):
            for at, (text, is_wrong) in enumerate(zip(row, wrong, strict=True)):
                before, after = _parts(_marked(text, is_wrong))
                parts[at] = max(parts[at][0], before), max(parts[at][1], after)
    return parts


def _parts(text: str) -> _Part:
    """Return the width of a number before the decimal point, and from it on."""
    whole, point, rest = text.partition(".")
    return cells(whole), len(point) + cells(rest)


def _marked(text: str, is_wrong: bool) -> str:
    """Return a number's text with a cross before it if it is wrong."""
    return f"✗{text}" if is_wrong else text


def _width(parts: Sequence[_Part]) -> int:
    """Return the width of all columns with the gaps between them."""
    return sum(before + after for before, after in parts) + len(_BETWEEN) * max(0, len(parts) - 1)


def _heading(columns: _Columns, head: int) -> Line:
    """Return the heading of the columns, after `head` empty cells."""
    return Span(" " * head), Span(padded("yours", columns.yours_width) + _GAP + "true", "faint")


def _rows(shown: _Shown, here: bool, columns: _Columns, head: int, width: int) -> Iterator[Row]:
    """Yield the rows of one worked line: its name, its numbers, and its calculations if it is expanded.

    `here` marks the cursor's line; `head` is the width before the numbers.
    """
    line, path = shown.line, shown.path
    name = _name(shown, here, head)
    if line.text:
        first, *more = wrapped(line.text, max(20, width - head)) or [""]
        yield Row(path, (*name, Span(first)))
        yield from (Row(path, (Span(" " * head), Span(each))) for each in more)
    elif 0 < _length(line) <= columns.count:
        yield from _side_by_side(shown, name, columns, head, width)
    else:
        yield Row(path, (*name, *_note(line)))
        yield from _stacked(line, path, width)
    if shown.is_open and not line.lines:
        yield from _workings(shown, width)


def _name(shown: _Shown, here: bool, head: int) -> Line:
    """Return the spans before a line's numbers, `head` cells wide: cursor, name, and the signs for nested lines and
    mistakes.
    """
    indent = " " * (_INDENT * shown.depth)
    room = head - 2 - len(indent) - 1 - 2 - 2
    name = clean(shown.line.name)
    if cells(name) > room:
        name = f"{name[: room - 1]}…"
    return (
        Span("▸ " if here else "  ", "strong"),
        Span(f"{indent}{padded(name, room)} ", "label"),
        Span(f"{shown.sign} ", "faint"),
        Span(f"{shown.mark} ", "wrong"),
    )


def _note(line: WrongLine) -> Line:
    """Return the spans of a line's note; () if it has none."""
    return (Span(f"  ◀ {line.note}", "wrong"),) if line.note else ()


def _side_by_side(shown: _Shown, name: Line, columns: _Columns, head: int, width: int) -> Iterator[Row]:
    """Yield rows with the learner's numbers beside the true ones.

    The first row begins with `name`, the others with `head` empty cells. `width` decides where the note stands.
    """
    line = shown.line
    yours = [_UNKNOWN] if line.yours is None else _aligned(line.yours, columns.yours, _role(line))
    true = [_UNKNOWN] if line.true is None else _aligned(line.true, columns.true, "number")
    count = max(len(yours), len(true))
    for at in range(min(count, _MOST_ROWS)):
        spans: list[Span] = list(name) if at == 0 else [Span(" " * head)]
        spans += _filled(yours[at] if at < len(yours) else [], columns.yours_width)
        spans += [Span(_GAP), *(true[at] if at < len(true) else ())]
        note = _note(line) if at == 0 else ()
        fits = cells(text_of((*spans, *note))) <= width
        yield Row(shown.path, (*spans, *(note if fits else ())))
        if note and not fits:
            yield Row(shown.path, (Span(" " * (head - 2)), *note))
    if count > _MOST_ROWS:
        yield Row(shown.path, (Span(" " * head), Span(f"… {count - _MOST_ROWS} more rows", "faint")))


def _role(line: WrongLine) -> str:
    """Return the style role of the learner's numbers: wrong at the mistake, faint if they are right."""
    return "wrong" if line.is_mistake else "number" if line.differs else "faint"


def _aligned(numbers: Numbers, parts: Sequence[_Part], role: str) -> list[list[Span]]:
    """Return rows of spans with aligned decimal points; if single numbers are marked, only those look wrong.

    `parts` are the widths of the columns, and `role` the style of the numbers.
    """
    singly = any(map(any, numbers.wrong))
    rows = []
    for row, wrong in zip(numbers.rows, numbers.wrong, strict=True):
        spans: list[Span] = []
        for text, is_wrong, (before, after) in zip(row, wrong, parts, strict=False):
            marked = _marked(text, is_wrong)
            left, right = _parts(marked)
            own = "number" if singly and not is_wrong else role
            gap = _BETWEEN if spans else ""
            spans += [Span(gap + " " * (before - left)), Span(marked, own), Span(" " * (after - right))]
        rows.append([span for span in spans if span.text])
    return rows


def _filled(spans: Sequence[Span], width: int) -> list[Span]:
    """Return the spans padded to `width` cells."""
    return [*spans, Span(" " * (width - cells(text_of(tuple(spans)))))]


def _stacked(line: WrongLine, path: Path, width: int) -> Iterator[Row]:
    """Yield rows with the learner's numbers above the true ones, once if both agree, split to fit `width`.

    Rows of a grid beyond the twelfth are left out.
    """
    sides = [(name, side) for name, side in (("yours", line.yours), ("true", line.true)) if side is not None]
    if len(sides) == 2 and not line.differs and not line.is_mistake:
        sides = [("both", sides[0][1])]
    margin = 4 + len("yours") + 2
    for at in range(min(_MOST_ROWS, max((len(side.rows) for _, side in sides), default=0))):
        rows = [
            (name, _texts(side, at, line.is_mistake and name == "yours")) for name, side in sides if at < len(side.rows)
        ]
        longest = max(cells(text) for _, texts in rows for text, _ in texts)
        step = max(1, (width - margin) // (longest + len(_BETWEEN)))
        for start in range(0, max(len(texts) for _, texts in rows), step):
            for name, texts in rows:
                part = texts[start : start + step]
                if part:
                    spans = [Span(f"    {name.ljust(5)}  ", "faint")]
                    for number, (text, is_wrong) in enumerate(part):
                        gap = _BETWEEN if number else ""
                        role = "wrong" if is_wrong else "number"
                        spans += [Span(gap + " " * (longest - cells(text))), Span(text, role)]
                    yield Row(path, tuple(spans))


def _texts(side: Numbers, at: int, is_mistake: bool) -> list[tuple[str, bool]]:
    """Return the numbers of row `at` as text, each with whether it looks wrong.

    If no number of `side` is marked by itself, all of them look as `is_mistake` says.
    """
    singly = any(map(any, side.wrong))
    return [
        (_marked(text, is_wrong), is_wrong if singly else is_mistake)
        for text, is_wrong in zip(side.rows[at], side.wrong[at], strict=True)
    ]


def _workings(shown: _Shown, width: int) -> Iterator[Row]:
    """Yield rows with the learner's and the true calculation of a line; the true one alone if they agree or only it is
    known.
    """
    line = shown.line
    indent = " " * (4 + _INDENT * shown.depth)
    sides = [("yours", line.yours_worked), ("true", line.true_worked)]
    if line.yours_worked in ((), line.true_worked):
        sides = sides[1:]
    for name, texts in sides:
        for at, text in enumerate(wrapped(", ".join(texts), max(20, width - len(indent) - 7))):
            yield Row(shown.path, (Span(indent), Span(name.ljust(7) if at == 0 else " " * 7, "faint"), Span(text)))
