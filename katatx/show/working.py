"""A working as a table: number, name, calculation, =, result; what is covered stands as dots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from katatx.engine.values import Value, flat, floats, rank_of
from katatx.notation.printing import write_number
from katatx.notation.quoting import plain
from katatx.progress.events import Opened, Part
from katatx.questions.working import part_open
from katatx.show.text import NOTHING, columns, line, spaced, width_of, wrapped
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

    The line with index `asked` is lit; with `worked`, the results of the last line look right, or the one that is the
    answer. Lines inside a line are shown in its place, as deep as there is room.
    """
    picked = _picked(steps) if worked else None
    steps = [step for step in steps if step is not picked]
    last = max((at for at, step in enumerate(steps) if has_numbers(step)), default=None)
    rows, notes = list[Row](), list[Text]()
    numbers = count(1)
    for at, step in enumerate(steps):
        part = part_open(at, opened)
        if not has_numbers(step):
            notes += [] if part is None else _note(step, part, width)
            continue
        for row in _rows(step, part, "right" if worked and at == last else "", picked.text if picked else ""):
            number = ("▸", "lead") if at == asked else (str(next(numbers)) if row.name else "", "dim")
            name = line((row.name.plain, "lead b" if at == asked else ""))
            rows.append(row._replace(number=line(number if row.name else ""), name=name))
    return spaced(table(rows, width), notes)


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


def _picked(steps: Sequence[Step]) -> Step | None:
    """Return the last line if it only repeats a number worked on the line before it."""
    numbered = [step for step in steps if has_numbers(step)]
    if len(numbered) < 2 or calculations(numbered[-1]):
        return None
    before = calculations(opened_up(numbered[-2])[-1])
    return numbered[-1] if any(result == numbered[-1].text for _, result in before) else None


def _rows(step: Step, part: Part | None, style: str, only: str) -> Iterator[Row]:
    """Yield the rows of a line, or of those inside it; its results have a style, unless only one of them has it."""
    for leaf in opened_up(step) if part == "value" else [step]:
        found = calculations(leaf)
        is_answer = {*flat(leaf.value)} <= {*flat(step.value)}
        made = [(painted(each), line((result, style * (is_answer and only in ("", result))))) for each, result in found]
        if part != "value":
            shown = leaf.expressions if part == "expression" else ()
            made = [(painted(each), line((COVER, "dim"))) for each in shown or [""]]
        elif not found:
            words = line((", ".join(leaf.expressions) if leaf.steps else "", "dim"))
            made = [(NOTHING if at else words, each) for at, each in enumerate(result_lines(leaf.value, style))]
        single = part == "value" and (bool(found) or rank_of(leaf.value) == 0)
        for at, (calculation, result) in enumerate(made):
            yield Row(NOTHING, line("" if at else words_of(leaf)), calculation, result, single)


def _note(step: Step, part: Part, width: int) -> list[Text]:
    text = plain(step.text, _LONGEST_TEXT) if part == "value" else line((COVER, "dim"))
    name = words_of(step)
    return wrapped(line((name, "dim"), "  ", text), width, indent=len(name) + _GAP)


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
        heads = (row.number, row.name), *[(NOTHING, NOTHING)] * (len(body) - 1)
        lines += [(*head, *cells) for head, cells in zip(heads, body, strict=True)]
    return columns("lllll", lines)
