"""The reader of a `.recipes` file: the recipes of one topic, as text. docs/recipes.md has the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from katatx.engine.recipe import KINDS, ROWS, Parameter, Recipe, WrittenLine, WrongTurn
from katatx.engine.recipe_rows import BODIES, TURNS, RecipeError, Row, Rows

_HEAD = re.compile(r"(\w+)\(([^)]*)\)(.*)")
# All heads of a file, each with the rows that continue it.
_HEADS = re.compile(r"^(\w+)\(([^)]*)\)(.*(?:\n {6,}.*)*)", re.MULTILINE)
# Marks after a head's brackets, with the attribute of Recipe that each sets.
_MARKS = {
    "-> number": "reduces", "-> whole": "divides_evenly", "on one line": "on_one_line",
    "entry by entry": "entry_by_entry",
}  # fmt: skip
_PARAMETER = re.compile(r"(\w+)(\??)(?:: (\w+)(?: from (\w+))?)?")
_LINE = re.compile(r"(?:([\w -]+): )?([\w ]+?) *= *(.+?)(?: +for each (\w+) of (.+?))?(?: +when (.+?))?(?: +-- +(.+))?")
_TURN = re.compile(r"(wrong|convention) ([\w -]+?) +(?:= *(.+?)|by (\w+))(?: +when (.+?))? +-- +(\S+)")
_CONTINUES = " " * 6

Find = Callable[[str], Recipe | None]


class _Text(NamedTuple):
    """A row as written: `place` is file, line and column, and what continues it stands in `text` too."""

    place: str
    text: str
    is_head: bool


def head_names(text: str) -> Iterator[str]:
    """Yield every name of every recipe in a file's text, by its heads alone."""
    for name, _, marks in _HEADS.findall(text):
        yield name
        yield from _other_names(" ".join(marks.split()))


def read_recipes(path: Path, find: Find) -> list[Recipe]:
    """Return the recipes of a file; `find` returns the recipe with a name, for those that call one another.

    Raises RecipeError, with file, line and column, for what cannot be read. Expressions are read later.
    """
    text = path.read_text("utf-8")
    topic = text.partition("\n")[0].removeprefix("# ").strip()
    made: list[Recipe] = []
    reader: _Reader | None = None
    for row in _rows_of(path.name, text):
        if row.is_head:
            made += [reader.finished()] if reader is not None else []
            reader = _Reader(row, topic, find)
        elif reader is None:
            raise RecipeError(row.place, "this stands before any recipe; begin with its head: softmax(scores: row)")
        else:
            reader.add(row)
    return [*made, reader.finished()] if reader is not None else made


def _rows_of(file: str, text: str) -> Iterator[_Text]:
    """Yield every row; what is indented by six spaces or more continues the row above."""
    begun: _Text | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if begun is not None and line.startswith(_CONTINUES):
            begun = begun._replace(text=f"{begun.text} {line.strip()}")
        elif line.strip() and not line.startswith("#"):
            if begun is not None:
                yield begun
            column = len(line) - len(line.lstrip()) + 1
            begun = _Text(f"{file}:{number}:{column}", line.strip(), column == 1)
    if begun is not None:
        yield begun


def _other_names(marks: str) -> list[str]:
    _, also, names = marks.partition("also ")
    return names.split(", ") if also else []


class _Reader:
    """Reads one recipe, row by row."""

    def __init__(self, head: _Text, topic: str, find: Find) -> None:
        found = _HEAD.fullmatch(head.text)
        if found is None:
            raise RecipeError(head.place, f"{head.text} is no head of a recipe; write one as in softmax(scores: row)")
        self.head = head
        parameters = tuple(self._parameter(part) for part in filter(None, found[2].split(", ")))
        self.rows = Rows(parameters, find)
        marks = filter(None, (each.strip(" ,") for each in found[3].partition("also ")[0].split(",")))
        self.made = Recipe(found[1], parameters, self.rows, tuple(_other_names(found[3])), topic)
        for mark in marks:
            if mark not in _MARKS:
                raise RecipeError(head.place, f"{mark} says nothing here; write one of {', '.join(_MARKS)}, also ...")
            setattr(self.made, _MARKS[mark], True)
        self.made.takes_one_row &= not self.made.entry_by_entry
        self.titles: list[str] = []
        self.turn: Row | None = None

    def _parameter(self, part: str) -> Parameter:
        found = _PARAMETER.fullmatch(part)
        kind = "number" if found is None else found[3] or "number"
        if found is None or kind not in KINDS:
            raise RecipeError(self.head.place, f"{part} is no parameter; write name: {' or '.join(KINDS)}")
        return Parameter(found[1], kind, bool(found[2]), found[4] or "")

    def add(self, row: _Text) -> None:
        """Read one row below the head."""
        if not self.made.summary:
            self.made.summary = row.text
        elif self.turn is not None:
            self._told(self.turn, row)
        elif row.text.startswith("refuse "):
            self.rows.rows.append(self._refusal(row))
        elif row.text.startswith(("wrong ", "convention ")):
            self.turn = self._turn(row)
            self.rows.rows.append(self.turn)
        elif row.text.startswith("python: "):
            self._python(row)
        else:
            self.rows.rows.append(self._line(row))

    def finished(self) -> Recipe:
        """Return the recipe. Raises RecipeError if it has no line, or if its last wrong turn tells nothing."""
        if self.turn is not None:
            raise RecipeError(self.turn.place, "a wrong turn tells on the next line what happened | what to do")
        if not self.titles:
            raise RecipeError(
                self.head.place, f"{self.made.name} ends without a line; write one, as in total = sum(raise)"
            )
        return self.made

    def _python(self, row: _Text) -> None:
        work = BODIES.get(self.made.name)
        if work is None:
            raise RecipeError(row.place, f"there is no Python function {self.made.name} marked @body")
        self.made.lines = work
        self.rows.is_python = True
        self.titles = row.text.removeprefix("python: ").split(", ")
        self.made.written = [WrittenLine(title, "…", "") for title in self.titles]

    def _refusal(self, row: _Text) -> Row:
        condition, bar, message = row.text.removeprefix("refuse ").partition(" | ")
        if not bar:
            raise RecipeError(row.place, "a refusal tells why after a bar: refuse all_masked(scores) | every score ...")
        return Row(row.place, "refuse", "", condition.strip(), told=message.strip())

    def _line(self, row: _Text) -> Row:
        kind = "let" if row.text.startswith("let ") else "line"
        found = _LINE.fullmatch(row.text.removeprefix("let "))
        if found is None:
            raise RecipeError(row.place, "write a line's name, = and one step, as in total = sum(raise)")
        paper, called, expression, item, many, when, told = found.groups("")
        name = called.replace(" ", "_")
        if kind == "let" and (item or when):
            raise RecipeError(row.place, "a let has no `when` and no `for each`; write it as a line, or in a word")
        rows = (each.name for each in self.rows.rows if not each.is_turn)
        if not paper and name in (*self.rows.parameters, *rows):
            raise RecipeError(
                row.place, f"{called} already stands above; write another name, or a title before it: eps: {called} ="
            )
        if kind == "line":
            self.titles.append(paper or called)
        left = f"let {called}" if kind == "let" else f"{paper}: {called}" if paper else called
        step = expression + (f" for each {item} of {many}" if item else "") + (f" when {when}" if when else "")
        self.made.written.append(WrittenLine(left, step, told))
        return Row(row.place, kind, paper or called, expression, name, (item, many) if item else None, when, told)

    def _turn(self, row: _Text) -> Row:
        found = _TURN.fullmatch(row.text)
        if found is None:
            raise RecipeError(
                row.place, "write a wrong turn as its line, and its name: wrong total = max(raise) -- largest"
            )
        kind, title, expression, by, when, name = found.groups("")
        if title not in (ROWS, *self.titles):
            known = ", ".join(self.titles)
            raise RecipeError(row.place, f"there is no line {title} to go wrong; the lines are {known}, and rows")
        if any(each.is_turn and each.told == name for each in self.rows.rows):
            raise RecipeError(row.place, f"there are two wrong turns {name}; give this one a name of its own")
        if by and by not in TURNS:
            raise RecipeError(row.place, f"there is no Python function {by} marked @turn")
        return Row(row.place, kind, title, expression, by, when=when, told=name)

    def _told(self, turn: Row, row: _Text) -> None:
        happened, bar, instead = row.text.partition(" | ")
        if not bar:
            raise RecipeError(row.place, "a wrong turn tells what happened | what to do instead; the bar is missing")
        happened, _, detail = happened.strip().partition(": ")
        told = happened, instead.strip(), detail, turn.kind == "convention", turn.text
        made = WrongTurn(self.made.name, turn.title, turn.told, self.rows.turn_taker(turn), *told)
        self.made.wrong_turns.setdefault(turn.title, []).append(made)
        self.turn = None
