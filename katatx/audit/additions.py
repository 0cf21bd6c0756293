"""Numbers written under each other with a rule and their sum below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import Known, given
from katatx.audit.label_meanings import words_like
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
_LONGEST = 400
_LEAST_RESULTS = 3
_TOTALS = words_like("total") | {"check", "probe", "control", "contrôle", "comprobación", "controllo", "controle"}
_TAKEN_AWAY = frozenset({"less", "minus", "discount", "deduct", "deducted"})


class _Entry(NamedTuple):
    """One number of a column; `worked` says that it is the result of a calculation on its line."""

    number: TypedNumber
    line: int
    start: int
    stop: int
    taken_away: bool
    words: frozenset[str] = frozenset()
    worked: bool = False


def addition_at(sheet: Sheet, lines: Sequence[LogicalLine], at: int) -> int:
    """Check the sums below a rule, if that is what stands at a line: numbers above it, theirs sums in the line
    after; or one that its label calls a total, right below the results it brings together. How many lines that took.
    """
    if not is_rule(lines[at].text):
        return int(_below_results(sheet, lines, at))
    if at + 1 >= len(lines) or "|" in lines[at].text:
        return 0
    totals = _entries(lines[at + 1]) or _labelled_total(lines[at + 1])
    above = _entries_above(lines, at)
    found = False
    for total in totals:
        column = [entry for entries in above for entry in entries if abs(entry.stop - total.stop) <= _ASIDE]
        if len(column) >= 2:
            found = _judge(sheet, lines[at + 1], total, column) or found
    return 2 * found


def _entries_above(lines: Sequence[LogicalLine], at: int) -> list[list[_Entry]]:
    """The numbers of each of the lines that end above a line: results all of them, or none."""
    above: list[list[_Entry]] = []
    for before in range(at - 1, max(-1, at - 1 - _MOST_ADDED), -1):
        entries = [] if is_rule(lines[before].text) else _entries(lines[before]) or _result(lines[before])
        if not entries or (above and entries[0].worked != above[-1][0].worked):
            break
        above.append(entries)
    return above[::-1]


def _below_results(sheet: Sheet, lines: Sequence[LogicalLine], at: int) -> bool:
    total = _labelled_total(lines[at]) if at and any(letter.isdigit() for letter in lines[at].text[-_LONGEST:]) else []
    above = _entries_above(lines, at) if total else []
    column = [entries[0] for entries in above if entries[0].worked and abs(entries[0].stop - total[0].stop) <= 1]
    if len(column) < _LEAST_RESULTS or len(column) < len(above):
        return False
    return _judge(sheet, lines[at], total[0], column)


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
    doubtful = both or len(column) == 2 or any(entry.worked for entry in column)
    judged = sheet.drafts.judge(printed, likely, line, own, doubtful=doubtful)
    if judged is not None:
        sheet.keep(sheet.known(printed, judged))
    return judged is not None


def _stands_for(sheet: Sheet, entry: _Entry) -> Known:
    """A number of an addition: given, but for one that is wrong and the result of a calculation."""
    spoilt = sheet.drafts.spoilt.get((entry.line, entry.stop))
    if spoilt is not None:
        return spoilt
    results = (known for known in reversed(sheet.recent) if known.line == entry.line) if entry.worked else ()
    same = (known for known in results if known.printed == entry.number.value)
    return next(same, given(entry.number.value, entry.line))


def _entries(line: LogicalLine) -> list[_Entry]:
    """The numbers of a line that has nothing but a label before them; nothing where it is no line of an addition."""
    tokens = tokenize(line.text) if len(line.text) < _LONGEST else []
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


def _result(line: LogicalLine) -> list[_Entry]:
    """The number that a calculation comes to at the end of its line; nothing where the line ends otherwise."""
    tokens = tokenize(line.text) if len(line.text) < _LONGEST else []
    join = next((at for at in range(len(tokens) - 1, 0, -1) if tokens[at].kind == "join"), 0)
    rest = tokens[join + 1 :]
    negative = len(rest) > 1 and rest[0].text == "-" and not rest[1].gap
    rest = rest[negative:]
    plain = bool(join and rest) and rest[0].kind == "number" and "/" not in rest[0].text and rest[0].scale == 1.0
    unit = len(rest) == 1 or (len(rest) == 2 and rest[1].kind == "name" and rest[1].gap <= 1)
    if not plain or not unit:
        return []
    number = typed_number(rest[0], negative, about=False)
    return [_Entry(number, line.index, rest[0].start, rest[0].stop, taken_away=False, worked=True)]


def _labelled_total(line: LogicalLine) -> list[_Entry]:
    """The number right behind a word for a total: `together 36 seeds`, `check: 1.000`."""
    tokens = tokenize(line.text) if len(line.text) < _LONGEST else []
    if not tokens or tokens[0].text.lower() not in _TOTALS:
        return []
    tokens = [tokens[0], *tokens[1 + (tokens[1:2] != [] and tokens[1].text == ":") :]]
    number, unit = tokens[1] if len(tokens) > 1 else tokens[0], tokens[2:]
    plain = number.kind == "number" and "/" not in number.text and number.scale == 1.0
    if not plain or len(unit) > 1 or any(token.kind != "name" or token.gap > 1 for token in unit):
        return []
    return [_Entry(typed_number(number, False, about=False), line.index, number.start, number.stop, taken_away=False)]
