"""Numbers written under each other with a rule and their sum below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import Known, given
from katatx.audit.ledgers import INCOMES
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.results import Fit, Printed, compare, typed_number
from katatx.audit.sheet import Sheet
from katatx.audit.tables import is_rule
from katatx.audit.tokens import Token, tokenize
from katatx.notation.syntax import Binary, Name, Node, Sum
from scoring.answer import TypedNumber

_MOST_ADDED = 60
_ASIDE = 3
_TAKEN_AWAY = frozenset({"less", "minus", "discount", "deduct", "deducted"})


class _Entry(NamedTuple):
    number: TypedNumber
    line: int
    start: int
    stop: int
    taken_away: bool
    words: frozenset[str] = frozenset()


def addition_at(sheet: Sheet, lines: Sequence[LogicalLine], at: int) -> bool:
    """Check the sums below a rule, if that is what stands at a line: numbers above it, theirs sums in the line
    after. Whether any was there.
    """
    if at + 1 >= len(lines) or not is_rule(lines[at].text) or "|" in lines[at].text:
        return False
    totals = _entries(lines[at + 1])
    above: list[list[_Entry]] = []
    for before in range(at - 1, max(-1, at - 1 - _MOST_ADDED), -1):
        entries = _entries(lines[before]) if not is_rule(lines[before].text) else []
        if not entries:
            break
        above.append(entries)
    found = False
    for total in totals:
        column = [entry for entries in reversed(above) for entry in entries if abs(entry.stop - total.stop) <= _ASIDE]
        if len(column) >= 2:
            found = _judge(sheet, lines[at + 1], total, column) or found
    return found


def _judge(sheet: Sheet, line: LogicalLine, total: _Entry, column: Sequence[_Entry]) -> bool:
    names = {f"#{n}": _stands_for(sheet, entry) for n, entry in enumerate(column)}
    terms = tuple(("-" if entry.taken_away else "+", Name(f"#{n}", 1)) for n, entry in enumerate(column))
    nodes: list[Node] = [Sum(terms, 1)]
    if len(column) == 2:
        first, second = Name("#0", 1), Name("#1", 1)
        nodes += [
            Sum((("+", first), ("-", second)), 1),
            Binary("·", first, second, 1),
            Sum((("+", first), ("+", second)), 1),
        ]
    labelled = any(entry.words for entry in column)
    incomes = [entry.number.value < 0 or bool(entry.words & INCOMES) for entry in column]
    both = labelled and any(incomes)
    if both:  # what is paid may stand below what comes in, without a sign
        signs = ("+" if income else "-" for income in incomes)
        nodes.append(Sum(tuple((sign, Name(f"#{n}", 1)) for n, sign in enumerate(signs)), 1))
    printed = Printed((total.number,), ((total.start, total.stop),), (), total.start, total.stop)
    candidates = []
    for node in nodes:
        try:
            candidates.append(Expression(node, names))
        except Unreadable:
            continue
    fitting = [
        each for each in candidates if (found := compare(printed, each)) is not None and found.worst is not Fit.WRONG
    ]
    sheet.line = line.index
    own = [Token("number", "", total.start, total.stop, 0)]
    likely = fitting[:1] or (candidates if both else candidates[:1])
    judged = sheet.drafts.judge(printed, likely, line, own, doubtful=both or len(column) == 2)
    if judged is not None:
        sheet.keep(sheet.known(printed, judged))
    return judged is not None


def _stands_for(sheet: Sheet, entry: _Entry) -> Known:
    """A number of an addition: given, but for one that is wrong."""
    spoilt = sheet.drafts.spoilt.get((entry.line, entry.stop))
    return given(entry.number.value, entry.line) if spoilt is None else spoilt


def _entries(line: LogicalLine) -> list[_Entry]:
    """The numbers of a line that has nothing but a label before them; nothing where it is no line of an addition."""
    tokens = tokenize(line.text) if len(line.text) < 400 else []
    if not tokens or any(token.kind == "join" for token in tokens):
        return []
    words = [token for token in tokens if token.kind == "name"]
    said = frozenset(word.text.lower() for word in words)
    taken = bool(said & _TAKEN_AWAY)
    entries: list[_Entry] = []
    for index, token in enumerate(tokens):
        if (
            token.kind == "number"
            and "/" not in token.text
            and token.scale == 1.0
            and (token.gap >= 2 or index == 0 or tokens[index - 1].text in "+-$€£")
        ):
            negative = index > 0 and tokens[index - 1].text == "-" and not token.gap
            number = typed_number(token, negative, about=False)
            entries.append(_Entry(number, line.index, token.start, token.stop, taken, said))
        elif (token.kind == "number" and entries) or (
            token.kind == "name" and entries and token.gap < 2 and tokens[index - 1].kind == "name"
        ):
            return []
    return entries
