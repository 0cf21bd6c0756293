"""What the letters of a formula stand for that a page leaves unsaid: how many there are, the right answer as a row, the
results just found put side by side.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from katatx.audit.functions import is_function
from katatx.audit.known import Known, given, side_by_side
from katatx.audit.name_words import spelled
from katatx.audit.results import read_printed
from katatx.audit.sheet import Sheet
from katatx.audit.tokens import Token
from katatx.engine.values import shape_of

_COUNTS = frozenset({"n", "N", "m", "d", "D", "T", "k", "K"})
_TARGETS = frozenset({
    "y", "t", "Y", "target", "targets", "label", "labels", "onehot", "one_hot", "truth", "y_true", "1_y", "e_y"
})  # fmt: skip
_MOST_WORDS = 24
_ALL = 0.02
_NEAR = 3
_MOST_LATER = 40


def letters_of(own: Sequence[Token], unknown: Sequence[str], sheet: Sheet) -> Iterator[dict[str, Known]]:
    """What an unknown name of a formula may stand for, the likeliest first."""
    if len(unknown) != 1:
        return
    word, rows = unknown[0], list(_rows(own, sheet))
    if word in _COUNTS and any(token.text in ("sum", "mean") for token in own):
        for row in rows[:2]:
            yield {word: given(float(len(row.printed)), row.line)}
        return
    if not rows:
        return
    if word in _TARGETS and _is_share(rows[0]):
        count = len(rows[0].printed)
        for right in range(count):
            yield {word: given(tuple(float(at == right) for at in range(count)), rows[0].line, word)}
        return
    if len(word) <= 2 or "_" in word:
        together = _side_by_side(len(rows[0].printed), sheet)
        if together is not None:
            yield {word: together}


def said_later(tokens: Sequence[Token], own: Sequence[Token], unknown: Sequence[str], sheet: Sheet) -> dict[str, Known]:
    """What names are said to be further along the line: `p - y with y = (0, 1, 0)`; nothing unless all of them are."""
    found = values_later(tokens, own[-1].stop, set(unknown), sheet)
    return found if len(found) == len(unknown) else {}


def values_later(tokens: Sequence[Token], stop: int, names: set[str], sheet: Sheet) -> dict[str, Known]:
    """What names are said to be behind a place of a line, each where it is said first."""
    at = bisect_left(tokens, stop, key=lambda token: token.start)
    found: dict[str, Known] = {}
    for number in range(at, min(len(tokens) - 2, at + _MOST_LATER)):
        token = tokens[number]
        said = token.text in names and tokens[number + 1].text == "=" and token.kind == "name"
        if said and token.text not in found and begins_clause(tokens, number):
            end = _value_end(tokens, number + 2)
            printed = read_printed(list(tokens[number + 2 : end])) if end else None
            if printed is not None:
                found[token.text] = sheet.taken(printed)
    return found


def begins_clause(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name stands for itself, and is none that something is done with: `log x = 3`, `2x = 3`."""
    before = tokens[at - 1] if at else None
    if before is None or before.kind in ("mark", "join", "open", "close", "dots"):
        return True
    return before.kind == "name" and before.text.isalpha() and len(before.text) > 1 and not is_function(before.text)


def _value_end(tokens: Sequence[Token], at: int) -> int:
    depth = 0
    for end in range(at, min(len(tokens), at + _MOST_LATER)):
        depth += (tokens[end].kind == "open") - (tokens[end].kind == "close")
        if depth == 0 and tokens[end].kind in ("close", "number"):
            after = tokens[end + 1] if end + 1 < len(tokens) else None
            return 0 if after is not None and after.kind in ("sign", "join") else end + 1
    return 0


def _rows(own: Sequence[Token], sheet: Sheet) -> Iterator[Known]:
    for token in own:
        known = sheet.scope.find(spelled([token])) if token.kind == "name" else None
        if known is not None and len(shape_of(known.printed)) == 1 and len(known.printed) <= _MOST_WORDS:
            yield known


def _is_share(row: Known) -> bool:
    """Whether a row has the looks of probabilities."""
    return all(0 <= each <= 1 for each in row.printed) and abs(sum(row.printed) - 1) < _ALL


def _side_by_side(count: int, sheet: Sheet) -> Known | None:
    """The results of one line just above, where they are as many."""
    singles = [known for known in sheet.recent if not shape_of(known.printed)]
    latest = singles[-count:]
    together = len(latest) == count > 1 and len({each.line for each in latest}) == 1
    if not together or latest[0].line < sheet.line - _NEAR:
        return None
    more = len(singles) > count and singles[-count - 1].line == latest[0].line
    return None if more else side_by_side(latest, sheet.line)
