"""What the heading of a table's column says that it is worked from: `x·w`, `e^z / Σ`, `(x - μ)²`, or a rule that the
lines above give for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, product
from typing import NamedTuple
from unicodedata import normalize

from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.functions import operation_named
from katatx.audit.heading_names import (
    bracketed_arguments,
    column_names,
    done_to_another,
    formulas_in,
    rule_end,
    same,
    unindexed,
    whole_columns,
)
from katatx.audit.known import Known, given, worked
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.name_words import spelled
from katatx.audit.sheet import Sheet
from katatx.audit.table_cells import as_known, fits, of_column
from katatx.audit.tables import Table, TableRow
from katatx.audit.tokens import Token, tokenize
from katatx.engine.values import shape_of

# How many lines above a table are searched for the rules of its columns.
_RULE_LINES = 8
_MOST_LOOKED = 60
_CONSTANTS = frozenset({"e", "pi", "π", "inf"})
_MACRON = "\u0304"
_MOST_TURNS = 8
_MOST_ROWS_TRIED = 6
_LONGEST_SYMBOL = 4
_MOST_LEFT = 4
_LONGEST_LINE = 600


def lines_above(lines: Sequence[LogicalLine], at: int) -> list[LogicalLine]:
    """The lines above a table that may give rules for its columns, those that are empty left out."""
    index = lines[at].index - _RULE_LINES
    found: list[LogicalLine] = []
    for line in reversed(lines[max(0, at - _MOST_LOOKED) : at]):
        if line.index < index:
            break
        if line.text.strip():
            found.append(line)
    return found[::-1]


class Candidate(NamedTuple):
    """One way in which a column may be worked: each row's expression, whether its heading leaves no doubt of it,
    whether it needs cells of the row before, and whether the heading itself says it, of other columns.
    """

    rows: dict[int, Expression]
    sure: bool
    turns: bool
    stated: bool = False


class HeadingFormulas:
    """The formulas of a table's headings. `known` are the cells' values by row and column; `whole` gives a column as a
    row of numbers; `above` are the lines before the table.
    """

    def __init__(
        self,
        sheet: Sheet,
        table: Table,
        body: Sequence[TableRow],
        known: Mapping[tuple[int, int], Known],
        whole: Callable[[int], Known | None],
        above: Sequence[LogicalLine],
    ) -> None:
        self.sheet, self.body, self.known, self.whole = sheet, body, known, whole
        self.heads = [unindexed(tokenize(heading)) for heading in table.headings]
        self.names = column_names(self.heads)
        self.above = [line for line in above if len(line.text) <= _LONGEST_LINE]
        self._rules: list[list[Token]] | None = None

    def candidates(self, column: int) -> Iterator[Candidate]:
        """The ways in which a column may be worked, the likeliest first."""
        for tokens in formulas_in(self.heads[column]):
            yield from self._rows(self._in_columns(tokens, column), column, by_rule=False)
        done = done_to_another(self.heads[column])
        if done and not self._unknown(done[1:]):
            for other in range(column - 1, max(-1, column - 1 - _MOST_LEFT), -1):
                led = [Token("name", f"#c{other}", done[0].start, done[0].start, 0), *done]
                yield from self._rows(led, column, by_rule=False)
        for rule in self._rules_of(column):
            yield from self._rows(self._in_columns(rule, column=None), column, by_rule=True)

    # ---- names

    def _in_columns(self, tokens: Sequence[Token], column: int | None) -> list[Token]:
        """Tokens in which names of other columns are `#c1`, and operations on all of one `#sum1`."""
        made: list[Token] = []
        at = 0
        while at < len(tokens):
            found = next(
                (
                    (len(name), other)
                    for name, other in self.names
                    if other != column and same(name, tokens[at : at + len(name)])
                ),
                None,
            )
            if found is None:
                made.append(tokens[at])
                at += 1
                continue
            made.append(Token("name", f"#c{found[1]}", tokens[at].start, tokens[at].stop, tokens[at].gap))
            at += found[0]
        return whole_columns(bracketed_arguments(made))

    # ---- rules above the table

    def _rules_of(self, column: int) -> Iterator[list[Token]]:
        """What the lines above say that a column is: `m ← β·m + g`, `f(w) = (w - 3)²`, `the logit is w·x + b`."""
        if not self.above:
            return
        if self._rules is None:
            self._rules = [unindexed(tokenize(line.text)) for line in self.above]
        own = [name for name, other in self.names if other == column]
        for tokens in reversed(self._rules):
            for at, token in enumerate(tokens):
                if token.kind != "join" and token.text not in ("is", "are"):
                    continue
                if token.text in ("≈", "→") or not any(
                    len(name) <= at and same(name, tokens[at - len(name) : at]) for name in own
                ):
                    continue
                rule = tokens[at + 1 : rule_end(tokens, at + 1)]
                if any(part.kind == "sign" or part.text == "(" for part in rule):
                    yield rule

    def numbers_above(self) -> list[str]:
        """The numbers that the lines above give, the latest first: those with decimals, or behind a sign or a word
        for one.
        """
        found: dict[str, None] = {}
        for line in reversed(self.above):
            tokens = tokenize(line.text)
            for before, token in pairwise(tokens):
                plain = token.kind == "number" and token.scale in (1.0, 0.01) and "/" not in token.text
                if plain and ("." in token.text or token.scale != 1.0 or before.kind == "join" or before.text in "$€£"):
                    found[token.text if token.scale == 1.0 else f"{float(token.text) / 100:g}"] = None
        return [each for each in found if "e" not in each.lower() and float(each)]

    # ---- rows

    def _rows(self, tokens: list[Token], column: int, by_rule: bool) -> Iterator[Candidate]:
        """A formula worked for each row: the names of columns stand for cells of the same row, or of the row before."""
        references = sorted({token.text for token in tokens if token.text.startswith("#")})
        if len(references) == len(tokens) and not by_rule:  # `total time` is no total of every row's time
            return
        if not tokens or not (references or by_rule or len(self._unknown(tokens)) == 1):
            return
        turned = [name for name in references if name.startswith("#c")]
        turns = islice(product(*(self._turns(name, column, by_rule) for name in turned)), _MOST_TURNS)
        for turn in turns:
            before = {name for name, is_before in zip(turned, turn, strict=True) if is_before}
            for aside, sure in self._asides(tokens, column):
                rows = self._worked(tokens, column, before, aside)
                if rows:
                    yield Candidate(rows, sure, bool(before), sure and bool(references) and not by_rule)

    def _turns(self, name: str, column: int, by_rule: bool) -> tuple[bool, ...]:
        """Whether a name may stand for the row before."""
        other = int(name[2:])
        if not by_rule:
            return (False,)
        return (True,) if other == column else (False, True) if other < column else (True, False)

    def _asides(self, tokens: list[Token], column: int) -> Iterator[tuple[list[Known | None] | None, bool]]:
        """Columns to the left, and rows above the table, that a letter of a heading may stand for where nothing says
        what it is.
        """
        unknown = self._unknown(tokens)
        if not unknown:
            yield None, True
            return
        if len(unknown) > 1 or len(next(iter(unknown))) > _LONGEST_SYMBOL:
            return
        count = len(self.body)
        tried = 0
        for other in range(column - 1, -1, -1):
            if f"#c{other}" not in {token.text for token in tokens}:
                yield [self.known.get((index, other)) for index in range(count)], False
        for known in list(self.sheet.recent)[::-1]:
            if shape_of(known.printed) == (count,) and tried < _MOST_ROWS_TRIED:
                tried += 1
                yield list[Known | None](known.row(index) for index in range(count)), False
        singles = [known for known in self.sheet.recent if not shape_of(known.printed)]
        for end in range(len(singles), max(count, len(singles) - 3) - 1, -1):
            yield list[Known | None](singles[end - count : end]), False

    def _unknown(self, tokens: list[Token]) -> set[str]:
        return {
            token.text
            for at, token in enumerate(tokens)
            if token.kind == "name"
            and not token.text.startswith("#")
            and token.text not in _CONSTANTS
            and token.text != "n"
            and self.sheet.scope.longest(tokens, at) is None
            and not operation_named(token.text)
            and not self._is_mean(token.text)
        }

    def _is_mean(self, text: str) -> int:
        """The column that a letter with a bar is the mean of; 0 where there is none."""
        letters = normalize("NFD", text)
        if not letters.endswith(_MACRON):
            return 0
        return next((column for name, column in self.names if name == (letters[:-1],)), 0)

    def _worked(
        self, tokens: list[Token], column: int, before: set[str], aside: Sequence[Known | None] | None
    ) -> dict[int, Expression]:
        """Each row's expression; nothing where one cannot be read."""
        unknown = next(iter(self._unknown(tokens)), "") if aside is not None else ""
        found: dict[int, Expression] = {}
        for index, row in enumerate(self.body):
            cell = row.cells[column]
            if cell is None or cell.number is None:
                continue
            words = self._words(tokens, index, before)
            own = f"#c{column}"
            above = self.body[index - 1].cells[column] if index - 1 in found else None
            # A first row that does not fit is where a recurrence starts from.
            if words is not None and own in before and above and (index > 1 or fits(above, found[0])):
                before_it, line = self.known[index - 1, column].printed, self.body[index - 1].line.index
                words[own] = worked(before_it, found[index - 1].true, line, frozenset())
            if words is None:
                continue
            if unknown and aside is not None:
                standing = aside[index]
                if standing is None:
                    continue
                words[unknown] = standing
            try:
                found[index] = expression(tokens, self.sheet.scope, self.sheet.line, words)
            except Unreadable:
                return {}
            if found[index].shape:
                return {}
        return found

    def _words(self, tokens: list[Token], index: int, before: set[str]) -> dict[str, Known] | None:
        """What the names in a formula stand for in one row; None where a cell is left out."""
        words: dict[str, Known] = {}
        for token in tokens:
            name = token.text
            if name.startswith("#c"):
                other = int(name[2:])
                known = self.known.get((index - (name in before), other))
                if known is None and name in before and index == 0:
                    known = self._start(other)
            elif name.startswith("#"):
                operation, _, other_text = name[1:].partition(":")
                whole = self.whole(int(other_text))
                made = of_column(operation, whole) if whole is not None else None
                known = as_known(made) if made is not None else None
            elif name == "n" and self.sheet.scope.find("n") is None:
                known = given(float(len(self.body)), self.sheet.line)
            elif (mean := self._is_mean(name)) and self.sheet.scope.find(spelled([token])) is None:
                whole = self.whole(mean)
                made = of_column("mean", whole) if whole is not None else None
                known = as_known(made) if made is not None else None
            else:
                continue
            if known is None:
                return None
            words[name] = known
        return words

    def _start(self, column: int) -> Known | None:
        """What a column begins with, where the lines above say it: `w = 1` for the column w."""
        for name, other in self.names:
            if other == column:
                found = self.sheet.scope.find(" ".join(name))
                if found is not None and not shape_of(found.printed):
                    return found
        return None
