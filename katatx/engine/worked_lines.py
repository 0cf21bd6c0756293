"""The recipe lines that an expression exercises, and the strokes on each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from katatx.engine.evaluate import work_out
from katatx.engine.key import open_turns
from katatx.engine.names import Names
from katatx.engine.operations import Arrangement
from katatx.engine.pencils.recording import RecordedLine, Recording, Strokes
from katatx.engine.standard_form import standard
from katatx.engine.values import Value
from katatx.notation.syntax import Node


class WorkedLines(NamedTuple):
    """The exact value of an expression, and the recipe lines (`recipe/line`) that it exercises.

    `strokes` maps each line to its strokes, in the order begun; lines that only put together what was worked just
    before are left out. `turns` maps the id of each known mistake to the line it is made on, or else to the first line
    exercised inside that one, if there is one. `steps` has the lines exercised in each step of the written working.
    """

    value: Value
    strokes: dict[str, Strokes]
    turns: dict[str, str]
    steps: tuple[tuple[str, ...], ...]


def worked_lines(node: Node, names: Names) -> WorkedLines:
    """Return what an expression exercises. Raises EngineError if it has no value, Ambiguous if it has two readings."""
    pencil = Recording()
    value = work_out(standard(node, names), names, pencil)
    strokes: dict[str, Strokes] = {}
    inside: dict[int | None, Sequence[str]] = {}
    for line in pencil.record.walk():
        inside[line.number] = _exercised(line)
        if _is_exercised(line):
            strokes.setdefault(line.belongs_to, Strokes()).add(line.calculations)
    turns = {}
    for turn in open_turns(pencil):
        name, first = f"{turn.recipe}/{turn.line}", pencil.seen[turn.recipe, turn.line].number
        found = [name] if name in strokes else inside.get(first, ())
        if found and not turn.convention:
            turns[turn.id] = found[0]
    return WorkedLines(value, strokes, turns, tuple(map(_exercised, pencil.record.lines)))


def _exercised(line: RecordedLine) -> tuple[str, ...]:
    """Return the recipe lines exercised in a line and inside it, without repeats."""
    return tuple(dict.fromkeys(each.belongs_to for each in line.walk() if _is_exercised(each)))


def _is_exercised(line: RecordedLine) -> bool:
    arranges = isinstance(line.how, Arrangement) and not line.how.joins
    return bool(line.belongs_to) and (arranges or bool(line.calculations))
