"""A working as a table: number, name, calculation, =, result; what is covered stands as dots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from katatx.engine.values import Value, floats, rank_of
from katatx.notation.printing import write_number
from katatx.notation.quoting import plain
from katatx.progress.events import Opened, Part
from katatx.questions.working import part_open
from katatx.show.text import NOTHING, columns, line, width_of, wrapped
from katatx.worksheet.worked import calculations, has_numbers, opened_up, rows_in, words_of

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step

COVER = "· · ·"
_LEAST_CALCULATION, _GAP, _LONGEST_TEXT = 12, 2, 2000
_SIGNS = re.compile(
    r"(?P<given>(?<![\w.)])-?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|inf)\b)|(?P<b>\be(?=\^))|(?P<dim>[^\w\s.]+)"
)


class Row(NamedTuple):
    """A row of the table: the first of a line has its number and name. Single results are in line on their points."""

    number: Text
    name: Text
    calculation: Text
    result: Text
    single: bool = True


def working_lines(
    steps: Sequence[Step], opened: Opened, width: int, *, asked: int | None = None, worked: bool = False
) -> list[Text]:
    """Return a working as lines of at most `width` cells; what `opened` does not uncover is covered but for its name.

    The line with index `asked` is lit; with `worked`, the results of the last line look right. Lines inside a line are
    shown in its place, as deep as there is room.
    """
    numbered = [at for at, step in enumerate(steps) if has_numbers(step)]
    last = max(numbered, default=None)
    rows: list[Row] = []
    notes: list[Text] = []
    for at, step in enumerate(steps):
        part = part_open(at, opened)
        if not has_numbers(step):
            notes += [] if part is None else _note(step, part, width)
            continue
        number = line(("▸", "lead") if at == asked else (str(numbered.index(at) + 1), "dim"))
        style = "lead b" if at == asked else ""
        if part in (None, "name"):
            rows.append(Row(number, line((words_of(step), style)), NOTHING, line((COVER, "dim")), single=False))
            continue
        leaves = opened_up(step) if part == "value" else [step]
        first, *others = _rows(leaves, part, "right" if worked and at == last else "")
        rows += [first._replace(number=number, name=line((first.name.plain, style))), *others]
    return [*table(rows, width), *notes]


def whole_working(steps: Sequence[Step], width: int) -> list[Text]:
    """Return a working with every line open, the results of the last one as right."""
    return working_lines(steps, Opened(len(steps), "value"), width, worked=True)


def painted(calculation: str) -> Text:
    """Return a calculation with its operands as given numbers and its signs dim; its steps have lines of their own."""
    text = Text(calculation.replace(" = ", "\n= "))
    text.highlight_regex(_SIGNS)
    return text


def result_lines(value: Value, style: str = "") -> list[Text]:
    """Return a value as lines: a number, a row, or the rows of a grid in columns."""
    rows = [[(write_number(number), style) for number in floats(row)] for row in rows_in(value)]
    return columns("." * len(rows[0]), rows)


def _rows(leaves: Iterable[Step], part: Part | None, style: str) -> Iterator[Row]:
    """Yield the rows of a line, or of those inside it, without a number; unless `part` is "value" without results."""
    for leaf in leaves:
        found = calculations(leaf)
        made = [(painted(calculation), line((result, style))) for calculation, result in found]
        if part == "expression":
            made = [(painted(each), line((COVER, "dim"))) for each in leaf.expressions or [""]]
        elif not found:
            words = line((", ".join(leaf.expressions) if leaf.steps else "", "dim"))
            made = [(NOTHING if at else words, each) for at, each in enumerate(result_lines(leaf.value, style))]
        single = part == "value" and (bool(found) or rank_of(leaf.value) == 0)
        for at, (calculation, result) in enumerate(made):
            yield Row(NOTHING, NOTHING if at else Text(words_of(leaf)), calculation, result, single)


def _note(step: Step, part: Part, width: int) -> list[Text]:
    text = plain(step.text, _LONGEST_TEXT) if part == "value" else line((COVER, "dim"))
    return wrapped(line((words_of(step), "dim"), "  ", text), width, indent=2)


def table(rows: Sequence[Row], width: int) -> list[Text]:
    """Return rows in columns; what is too wide is wrapped inside its column."""
    singles = iter(columns(".", [(row.result,) for row in rows if row.single]))
    results = [next(singles) if row.single else row.result for row in rows]
    start = width_of(columns("ll", [(row.number, row.name) for row in rows])) + _GAP
    widest = max((width_of(wrapped(row.calculation, width)) for row in rows), default=0)
    room = width - start - 2 * _GAP - 1
    left = max(min(widest, room - width_of(results)), min(widest, _LEAST_CALCULATION))
    lines: list[tuple[Text, ...]] = []
    for row, result in zip(rows, results, strict=True):
        *before, calculation = wrapped(row.calculation, left)
        first, *after = wrapped(result, room - left)
        equals = line(("=", "dim")) if row.calculation or row.name else NOTHING
        body = [(each, NOTHING, NOTHING) for each in before]
        body += [(calculation, equals, first), *((NOTHING, NOTHING, each) for each in after)]
        for at, cells in enumerate(body):
            head = (NOTHING, NOTHING) if at else (row.number, row.name)
            lines.append((*head, *cells))
    return columns("lllll", lines)
