"""Goes through a page line by line: chains, grids, and what they give names to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from katatx.audit.additions import addition_at
from katatx.audit.announced_steps import with_step
from katatx.audit.asides import work_asides
from katatx.audit.bare_matrices import bare_matrices_at
from katatx.audit.chain_state import LineOfTokens
from katatx.audit.chain_work import ChainWork
from katatx.audit.chains import Chain, chains_of
from katatx.audit.code.work import CodeWork
from katatx.audit.drawing_work import work_drawing
from katatx.audit.drawings import drawing_at, may_begin
from katatx.audit.exercises import Exercises
from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.foreign_words import in_english, words_of
from katatx.audit.grid_work import GridWork
from katatx.audit.grids import grid_at
from katatx.audit.label_rows import begins_label_rows, label_rows, led_up, with_colon
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.lone import chain_end, lone
from katatx.audit.matrix_parts import name_parts
from katatx.audit.operands import listed, spaced_row
from katatx.audit.sheet import Sheet, Started
from katatx.audit.short_forms import without_short_forms, work_short_forms
from katatx.audit.sides import Side, backward, forward
from katatx.audit.spellings import as_written
from katatx.audit.spoken import in_signs
from katatx.audit.stated import Stated, together
from katatx.audit.table_headings import lines_above
from katatx.audit.table_sizes import TooLarge
from katatx.audit.table_work import TableWork, work_labelled_grid
from katatx.audit.tables import Table, table_at
from katatx.audit.tokens import Token, tokenize
from katatx.audit.units import Unit, units_of
from katatx.audit.unknown_products import with_products
from katatx.audit.usual_forms import apart, in_usual_form

_DEEPEST = 6
_LONGEST_TITLE = 8
_MOST_ANNOUNCED = 60
_MOST_AGAIN = 12
_SHORTEST = 3
# The line that a letter's value stands on, so many steps below its equation.
_SOLVED = re.compile(
    r"\s*(?:(?:so|thus|hence|⇒|→|=>|also|donc)\s+)?([^\W\d_](?:_?[\d₀-₉])?)\s*="
    r"(?:\s*([-−]?\d+(?:\.\d+)?)\s*[.,;]?\s*$)?"
)
_MOST_STEPS = 3
# `== A heading ==`, as wikis and AsciiDoc write it.
_HEADING = re.compile(r"\s{0,3}={2,6}\s+\S.*?\S?\s*(?:={2,6})?\s*$")
# `D. THE BILL (to the cent)`, at the margin.
_LETTERED = re.compile(r"[A-Z]\.\s+[^\W\d_]{2}(?!.*(?:\.{3}|\d\s*$))")
_BULLET = ("-", "·", "+")


class Reader:
    """Reads the lines of one page, in order; `source` is the page as it was written."""

    def __init__(self, source: str) -> None:
        self.sheet = Sheet(Exercises(source))
        self.code = CodeWork(self.sheet)
        # Up to where no table stands.
        self.looked = 0
        # Up to where rows with a label each go on.
        self.labelled = 0
        self.words: Mapping[str, str] = {}

    def read(self, lines: Sequence[LogicalLine]) -> None:
        """Read every line."""
        self.words = words_of(lines)
        solved = [_SOLVED.match(line.text) for line in lines]
        at = 0
        while at < len(lines):
            self.sheet.line = lines[at].index
            near = solved[at + 1 : at + 1 + _MOST_STEPS]
            self.sheet.coming = {
                as_written(found[1]): _value(found[2]) for found in reversed(near) if found is not None
            }
            self.sheet.exercises.read(lines[at])
            taken = self.code.work(lines, at)
            if taken:
                at += taken
                continue
            drawing = drawing_at(lines, at) if may_begin(lines[at].text) else bare_matrices_at(lines, at)
            if drawing is not None and work_drawing(self.sheet, drawing):
                for line, stop in drawing.beside:
                    self._line(line, stop)
                at += drawing.lines
                continue
            if at >= self.labelled and begins_label_rows(lines, at):
                self.labelled = at + label_rows(lines, at)
            if at < self.labelled:
                self._line(lines[at])
                at += 1
                continue
            grid = grid_at(lines, at)
            if grid is not None and not any(row.label and row.label[-1].text == ":" for row in grid.rows):
                GridWork(self.sheet, grid).work(otherwise=work_labelled_grid)
                at += len(grid.rows)
                continue
            taken = self._table_at(lines, at)
            if taken:
                at += taken
                continue
            taken = addition_at(self.sheet, lines, at)
            if taken:
                at += taken
                continue
            self._line(lines[at])
            at += 1

    def _table_at(self, lines: Sequence[LogicalLine], at: int) -> int:
        """Work the table that begins at a line: how many lines it takes, 0 where none is read."""
        table = table_at(lines, at) if at >= self.looked else 0
        if isinstance(table, TooLarge):
            self.sheet.passed_over.add(lines[at : at + table.lines], table.why)
            table = table.lines
        if isinstance(table, int):
            self.looked = max(self.looked, at + table)
            return 0
        self._table(table, lines, at)
        return table.lines

    def _table(self, table: Table, lines: Sequence[LogicalLine], at: int) -> None:
        """The claims that stand inside a table's cells, and those that its columns and rows are."""
        for line in lines[at : at + table.lines]:
            self.sheet.line = line.index
            if any(token.kind == "join" for token in tokenize(line.text)):
                self._line(line)
        TableWork(self.sheet, table, lines_above(lines, at)).work()
        self.sheet.line = lines[at + table.lines - 1].index

    def _line(self, line: LogicalLine, start: int = 0) -> None:
        """Read a line, or what stands on it from a column on."""
        if "==" in line.text and _HEADING.match(line.text):
            return
        if _LETTERED.match(line.text):
            self.sheet.ledger.heading = line.index
        line = name_parts(self.sheet, line)
        tokens = [token for token in tokenize(line.text) if token.start >= start]
        tokens = in_signs(in_english(_comments(tokens), self.words))
        tokens = with_step(self.sheet, in_usual_form(tokens, self.sheet.scope))
        tokens = with_products(tokens, self.sheet.scope, self.sheet.coming)
        if not tokens:
            return
        if (
            tokens[0].text in _BULLET
            and tokens[0].kind == "sign"
            and len(tokens) > 1
            and tokens[1].gap
            and line.text.lstrip()[0] in "-*•"
        ):
            tokens = tokens[1:]
        if self.sheet.ledger.goes_on(line.index):
            tokens = led_up(tokens)
        self._tokens(with_colon(without_short_forms(tokens)), line, 0, None)
        work_short_forms(self.sheet, LineOfTokens(line, tokens, []))
        self.sheet.scope.print_line(
            (token.text for token in tokens if token.kind == "number" and "." in token.text), line.index
        )
        self.sheet.whole.update(token.text for token in tokens if token.text.isdigit() and len(token.text) > 1)
        self.sheet.title = (
            tokens
            if len(tokens) <= _LONGEST_TITLE
            and all(token.kind in ("name", "open", "close", "join", "number") for token in tokens)
            else []
        )
        words = [token.text for token in tokens if token.kind == "name"]
        self.sheet.headings.append(words)
        if not any(token.kind == "number" for token in tokens):
            self.sheet.ledger.announce({word.lower() for word in words}, line.index)
        if (
            len(words) > 1
            and all(token.kind == "name" for token in tokens)
            and all(token.gap >= 2 for token in tokens[1:])
        ):
            self.sheet.columns = tokens
        elif not any(token.kind in ("open", "number") for token in tokens):
            self.sheet.columns = []

    def _tokens(self, tokens: list[Token], line: LogicalLine, depth: int, outer: Expression | None) -> None:
        """Read the tokens of a line, or of brackets in it; `outer` is what stands before those brackets."""
        tokens = apart(tokens, self.sheet.scope)
        units, inside = units_of(tokens, self.sheet.scope)
        words = [unit.text for unit in units if unit.kind in ("word", "function")]
        # `ReLU: [-2 → 0, 3 → 3]`: what stands before brackets without words is said of what stands in them.
        self.sheet.words = words if words or depth == 0 else self.sheet.words
        text = LineOfTokens(line, tokens, units)
        chains = chains_of(units) or _bare_row(units)
        if depth == 0 and not chains and any(unit.kind == "join" for unit in units):
            self.sheet.before = Started(line=self.sheet.line)
        self._chains(text, chains, outer, depth)
        if depth == 0:
            work_asides(self.sheet, text, chains)
        if (
            depth == 0
            and tokens[-1].text == ":"
            and not (self.sheet.before.ends_worked and self.sheet.before.line == self.sheet.line)
        ):
            self._announced(LineOfTokens(line, tokens, units_of(tokens, self.sheet.scope)[0]), chains)
        if depth == 0 and not any(unit.kind == "join" for unit in units):
            self.sheet.tail, self.sheet.tail_line = self._ended(text), self.sheet.line
        if depth >= _DEEPEST:
            return
        for part in inside:
            inner = tokens[part.first : part.last]
            if any(token.kind == "join" or token.text == ":" for token in inner):
                before, self.sheet.within_call = self.sheet.within_call, _is_called(tokens, part.first - 1)
                self._tokens(inner, line, depth + 1, self._standing_before(units, part.first - 1, tokens))
                self.sheet.within_call = before

    def _chains(self, text: LineOfTokens, chains: list[Chain], outer: Expression | None, depth: int) -> None:
        """Work the chains of a line in order. What follows a chain that gave a new name is read again, as that name may
        stand in it: `W = [1, 2; 3, 4], q = x W = …`.
        """
        names, again, at = self.sheet.scope.size, 0, 0
        alone = lone(text, chains)
        while at < len(chains) or alone:
            if alone and (at == len(chains) or alone[0].first < chains[at].first):
                ChainWork(self.sheet, text, alone.pop(0)).alone()
                continue
            chain = chains[at]
            begins = at == again == 0 and chain.sides[0].first <= 1 and depth == 0
            self._chain(text, chain, outer, begins)
            at += 1
            if self.sheet.scope.size == names or again >= _MOST_AGAIN:
                continue
            after = text.units[chain.last].first if chain.last < len(text.units) else len(text.tokens)
            read = text.part(chain.first, chain_end(chain))[-1].stop
            rest, names, again = text.tokens[after:], self.sheet.scope.size, again + 1
            if any(token.kind == "join" for token in rest):
                rest = apart(rest, self.sheet.scope)
                text = LineOfTokens(text.line, rest, units_of(rest, self.sheet.scope)[0])
                chains, at = chains_of(text.units), 0
                alone = [each for each in lone(text, chains) if text.part(each.first, each.last)[0].start >= read]

    def _chain(self, text: LineOfTokens, chain: Chain, outer: Expression | None, begins: bool) -> None:
        """Work one chain. `begins` says that nothing stands before it on its line."""
        sheet, drafts = self.sheet, self.sheet.drafts
        first = text.tokens[text.units[chain.first].first].start
        above = ""
        if chain.sides[0].join and chain.first == chain.sides[0].first:  # it goes on from what stands before
            first = 0
            if begins and outer is None:
                above = sheet.before.text if sheet.before.line >= sheet.line - 1 else ""
                above = above or (sheet.tail_text if sheet.tail_line == sheet.line - 1 else "")
        drafts.stated = Stated(text.line, first, above)
        ChainWork(sheet, text, chain).work(outer, begins)
        sheet.before.text = drafts.stated.up_to(text.part(chain.first, chain.last)[-1].stop)
        drafts.stated = None

    def _announced(self, text: LineOfTokens, chains: list[Chain]) -> None:
        """An expression that a line ends with, or has in it, before a colon: what follows is its value."""
        taken = {index for chain in chains for index in range(chain.first, chain.last)}
        for at in range(min(len(text.units), _MOST_ANNOUNCED)):
            if at in taken:
                continue
            side = (
                forward(text.units, at - 1)
                if at
                else forward([text.units[0]._replace(kind="mark", text=""), *text.units], 0)
            )
            if side is None or side.last - side.first < 2:
                continue
            shift = 0 if at else 1
            try:
                found = expression(text.part(side.first - shift, side.last - shift), self.sheet.scope, self.sheet.line)
            except Unreadable:
                continue
            if found.names:
                self.sheet.before = Started(worked=[found], line=self.sheet.line, ends_worked=True, announced=True)
                self.sheet.before.text = together("", text.line.text)
                return

    def _ended(self, text: LineOfTokens) -> Expression | None:
        """The calculation that a line ends with."""
        side = backward(text.units, len(text.units), 0)
        if side is None or side.cut or side.leading or side.last - side.first < _SHORTEST:
            return None
        with suppress(Unreadable):
            part = text.part(side.first, side.last)
            self.sheet.tail_text = together("", text.line.text[part[0].start : part[-1].stop])
            return expression(part, self.sheet.scope, self.sheet.line)
        return None

    def _standing_before(self, units: list[Unit], at: int, tokens: list[Token]) -> Expression | None:
        index = next((number for number, unit in enumerate(units) if unit.first == at), None)
        side = backward(units, index, 0) if index else None
        if side is None:
            return None
        if side.leading:
            side = side._replace(first=side.first + 1)
        try:
            return expression(
                tokens[units[side.first].first : units[side.last - 1].last], self.sheet.scope, self.sheet.line
            )
        except Unreadable:
            return None


def _value(written: str | None) -> float | None:
    return None if written is None else float(written.replace("−", "-"))


def _is_called(tokens: list[Token], opened: int) -> bool:
    """Whether a bracket opens right behind a name."""
    return opened > 0 and tokens[opened - 1].kind == "name" and not tokens[opened].gap


def _bare_row(units: list[Unit]) -> list[Chain]:
    """A line of nothing but numbers, as a row that what stands above says something of."""
    if not units or units[0].kind not in ("operand", "operator"):
        return []
    side = forward([units[0]._replace(kind="mark", text=""), *units], 0)
    if side is None or side.first != 1:
        return []
    if len(units) == 1 + (side.last - 2) and units[0].text == "[":
        return [Chain((0, 0), (Side(0, 1),))]
    end = max(listed(units, 0), spaced_row(units, 0, side.last - 1))
    return [Chain((0, 0), (Side(0, end, listed=end),))] if end == len(units) else []


def _comments(tokens: list[Token]) -> list[Token]:
    """Tokens with a comment after code that begins with a result made the code's result; other comments after code
    are left out.
    """
    at = next((index for index, token in enumerate(tokens) if token.text == "#" and index and token.gap), None)
    if at is None:
        return tokens[1:] if tokens and tokens[0].text == "#" else tokens
    comment = tokens[at + 1 :]
    while comment and (comment[0].kind == "join" or comment[0].text == ">"):
        comment = comment[1:]
    signed = comment[1:] if comment and comment[0].text in "+-~" else comment
    if not signed or not (signed[0].kind == "number" or signed[0].text in ("[", "(", "inf")):
        return tokens[:at]
    made = [*tokens[:at], Token("join", "→", tokens[at].start, tokens[at].stop, 2)]
    for token in comment:
        if made[-1].kind == "number" and token.kind == "number" and made[-1].start > tokens[at].start:
            made.append(Token("mark", ",", token.start, token.start, 0))
        made.append(token)
    return made
