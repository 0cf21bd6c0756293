"""One page's code from its first statement to its last: names, outputs, comments."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from katatx.audit.code.arrays import Array, Meter
from katatx.audit.code.commented import commented_output
from katatx.audit.code.comments import CommentWork, read_comment
from katatx.audit.code.names import made_in, read_in
from katatx.audit.code.outputs import OutputWork, holds
from katatx.audit.code.program import Came, Program, parsed
from katatx.audit.code.shown import Opaque
from katatx.audit.code.statements import Statement, is_prompt, typed_statement, written_statement
from katatx.audit.code.worth import Worth, from_page, is_short, known_of
from katatx.audit.known import Known
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.name_words import spelled
from katatx.audit.sheet import Sheet
from katatx.audit.stated import Stated, together
from katatx.audit.tokens import Token
from katatx.engine.interval import Interval
from katatx.engine.values import flat
from katatx.pages.page import Kind

# Steps for the code of one page (some seconds at most), and those that each statement brings with it.
_WORK = 3_000_000
_EACH = 300
_MOST_OUTPUT = 2_000
_GIVEN = re.compile(r"([^\W\d]\w*)\s*=(?!=)")
_MAGIC = re.compile(r"\s*[%!?]")
# Names that a text uses for something else.
_NOT_FOR_TEXT = frozenset({"e", "pi", "π", "inf", "_"})


class Ran(NamedTuple):
    """What a statement came to, and what it prints and shows, each by true numbers and by those printed in the text."""

    came: Came
    printed: list[tuple[Any, Any]]
    shown: list[tuple[Any, Any]]
    worth: Worth


class Session:
    """What a page's code has said so far. Names that only the text defined are taken from there."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._meter = Meter(_WORK)
        self._program = Program(self._meter)
        self._other: Program | None = None
        self._from_text: dict[str, Known] = {}
        self._seen: dict[str, Known | None] = {}
        self._behind: dict[str, Worth] = {}
        self._left = True
        self._printed: list[tuple[Any, Any]] = []
        self._final: list[tuple[Any, Any]] = []
        self._cell = Worth(None, None)

    # ---- lines

    def leave(self) -> None:
        """A line of text stands between: code after it is of another cell."""
        self._left = True

    def typed(self, lines: Sequence[LogicalLine], at: int, fence: str) -> int:
        """A statement after a prompt, and its output."""
        statement = typed_statement(lines, at)
        ran = self._run(statement, parsed(statement.source))
        first = end = at + statement.taken
        if ran is not None and not ran.printed and not ran.shown:
            return statement.taken
        while end < len(lines) and end - first < _MOST_OUTPUT and _is_output(lines[end], fence):
            end += 1
        if ran is not None and end > first:
            self._output(lines[first:end], ran.printed + ran.shown, ran.worth, statement)
        return end - at

    def written(self, lines: Sequence[LogicalLine], at: int, fence: str) -> int:
        """A statement of a block of code, with the comment after it. 0 where it is no Python."""
        if self._left:
            self._begin_cell()
        text = lines[at].text
        if _MAGIC.match(text):
            self._forget(set(_GIVEN.findall(text)))
            return 1
        statement = written_statement(lines, at, fence)
        body = parsed(statement.source)
        if body is None or "<-" in text or _is_for_text(body):
            self._forget(set(_GIVEN.findall(statement.source)))
            return statement.taken if statement.taken > 1 else 0
        ran = self._run(statement, body)
        if ran is not None:
            self._printed += ran.printed
            self._final = ran.shown
            cell = self._cell
            self._cell = Worth(None, None, cell.roots | ran.worth.roots, cell.doubtful or ran.worth.doubtful)
            if statement.comment is None:
                return statement.taken + self._commented(lines, at + statement.taken, ran, statement)
        return statement.taken

    def _commented(self, lines: Sequence[LogicalLine], at: int, ran: Ran, statement: Statement) -> int:
        """What a statement prints, shows or assigns, in comments below it: how many lines that takes."""
        shown = ran.printed or ran.shown
        assigned = not shown and not ran.came.literal and isinstance(ran.came.value, Array)
        if assigned:
            shown = [(ran.came.value, ran.came.value)]
        found = commented_output(lines, at, shown) if shown and at < len(lines) else []
        if not found or not holds(found, shown, most=assigned):
            return 0
        self._output(found, shown, ran.worth, statement)
        return len(found)

    def _begin_cell(self) -> None:
        self._left = False
        self._printed, self._final, self._cell = [], [], Worth(None, None)

    def printed(self, lines: Sequence[LogicalLine], at: int) -> int:
        """What a cell printed. 0 where nobody knows what it shows."""
        end = at
        while end < len(lines) and lines[end].kind is Kind.OUTPUT and end - at < _MOST_OUTPUT:
            end += 1
        shown = self._printed + self._final
        if not shown:
            return 0
        self._output(lines[at:end], shown, self._cell)
        self._begin_cell()
        return end - at

    def _output(
        self,
        lines: Sequence[LogicalLine],
        shown: list[tuple[Any, Any]],
        worth: Worth,
        statement: Statement | None = None,
    ) -> None:
        """Hold lines against what was shown, by one statement if it is told which."""
        drafts = self.sheet.drafts
        drafts.stated = None if statement is None else Stated(statement.line, 0, together("", statement.source))
        OutputWork(self.sheet, lines, worth, self._program.interpreter.single).work(shown)
        drafts.stated = None

    # ---- statements

    def _run(self, statement: Statement, body: list[ast.stmt] | None) -> Ran | None:
        """Work a statement: its comment is judged, the text knows its names. None where it is no Python."""
        if body is None:
            self._forget(set(_GIVEN.findall(statement.source)))
            return None
        worth = self._resolve(read_in(*body))
        self._meter.left += _EACH
        came = self._program.run(body)
        other = self._other.run(body) if self._other is not None else came
        if len(other.printed) != len(came.printed) or isinstance(other.value, Opaque):
            other = came
        worth = worth.with_values(came.value, other.value)
        made = set().union(*map(made_in, body)) if body else set()
        self._define(made, worth, came.literal)
        if statement.comment is not None:
            comment = read_comment(statement.line, statement.comment)
            if comment is not None and came.value is not None:
                CommentWork(self.sheet, statement.line, comment).work(worth, came.literal)
        shown = [(came.value, other.value)] if came.is_shown and came.value is not None else []
        return Ran(came, list(zip(came.printed, other.printed, strict=True)), shown, worth)

    def _resolve(self, names: set[str]) -> Worth:
        """Take names that code has not defined from the text; what stands behind all the names."""
        roots: frozenset[int] = frozenset()
        doubtful = False
        for name in names:
            known = self._text_name(name)
            if known is not None and known is not self._from_text.get(name):
                self._take(name, known)
            behind = self._behind.get(name)
            if behind is not None:
                roots, doubtful = roots | behind.roots, doubtful or behind.doubtful
        return Worth(None, None, roots, doubtful)

    def _text_name(self, name: str) -> Known | None:
        """What a text says that a name is, where no code has said it since."""
        if name in self._program.names and name not in self._from_text:
            return None
        if name in self._program.interpreter.prefixes or name in self._program.interpreter.functions:
            return None
        known = self.sheet.scope.find(_for_text(name))
        hidden = name in self._program.interpreter.hidden
        return None if hidden and known is self._seen.get(name) else known

    def _take(self, name: str, known: Known) -> None:
        self._from_text[name] = self._seen[name] = known
        if self._other is None and known.printed != known.true:
            self._other = copy.copy(self._program)
            self._other.fork()
        for program, value in ((self._program, known.true), (self._other, known.printed)):
            if program is not None:
                program.names[name] = from_page(value)
                program.interpreter.hidden.discard(name)
        doubtful = known.true == known.printed and any(isinstance(each, Interval) for each in flat(known.band))
        self._behind[name] = Worth(None, None, known.roots, doubtful)

    def _define(self, made: set[str], worth: Worth, literal: bool) -> None:
        """Let the text know what a statement gave names to."""
        for name in made:
            self._from_text.pop(name, None)
            self._behind.pop(name, None)
            if worth.roots or worth.doubtful:
                self._behind[name] = worth.with_values(None, None)
            if name in self._program.names and name not in _NOT_FOR_TEXT:
                value = self._program.names[name]
                other = value if self._other is None else self._other.names.get(name, value)
                known = known_of(worth.with_values(value, other), self.sheet.line, literal)
                if known is not None and is_short(known.true):
                    self.sheet.scope.define(_for_text(name), known)
            self._seen[name] = self.sheet.scope.find(_for_text(name))

    def _forget(self, names: set[str]) -> None:
        """Let nobody know what names stand for that something unreadable may have changed."""
        for program in (self._program, self._other):
            if program is not None:
                program.forget(names, groups=True)
        for name in names:
            self._from_text.pop(name, None)
            self._seen[name] = self.sheet.scope.find(_for_text(name))


def _for_text(name: str) -> str:
    """A name of code as the text's names are spelled."""
    return spelled([Token("name", name, 0, 0, 0)])


def _is_output(line: LogicalLine, fence: str) -> bool:
    text = line.text.strip()
    return bool(text) and not is_prompt(line) and not (fence and text.startswith(fence)) and not text.startswith("```")


def _is_for_text(body: list[ast.stmt]) -> bool:
    """Whether a line that could be Python is more likely pencil work: `total: 2.72 + 54.60`, or nothing at all."""
    return not body or any(isinstance(each, ast.AnnAssign) and each.value is None for each in body)
