"""Rows told by what a word may see: `word 2 sees {1,2} -> shares [0.500, 0.500, 0]`."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.claimed import Claimed
from katatx.audit.expressions import Expression
from katatx.audit.figures import Meaning
from katatx.audit.known import Known, given
from katatx.audit.results import Printed, read_printed
from katatx.audit.sheet import Sheet
from katatx.audit.tokens import Token
from katatx.engine.values import floats, shape_of
from katatx.notation.syntax import Name

_SEES = frozenset({"sees", "see", "attends", "attend", "looks", "look", "keeps", "keep", "allowed", "visible", "open"})
_NEXT = frozenset({
    "{", "}", "(", ")", ",", "and", "to", "at", "only", "word", "words", "token", "tokens", "position", "positions",
    "number", "numbers", "itself", "just", "both", "key", "keys", "place", "places", "column", "columns"
})  # fmt: skip
_MOST_SEEN = 32
_MOST_ROWS = 6


def work_masked_rows(sheet: Sheet, text: LineOfTokens) -> None:
    """Judge the row behind `sees {1, 2}`: even shares of what is seen, or the softmax of what is seen of a row."""
    at = next((at for at, token in enumerate(text.tokens) if token.text.lower() in _SEES), None)
    found = _row_after(text, at) if at is not None else None
    if at is None or found is None or Claimed(sheet, text).covers(found.start, found.stop):
        return
    seen = _seen(text.tokens, at)
    size = len(found.numbers)
    if not seen or max(seen) > size or (0 in seen and max(seen) == size):
        return
    places = {number - (0 not in seen) for number in seen}
    tried = [Meaning(Expression(Name("#0", 1), {"#0": _shares([0.0] * size, places, sheet.line)}), latest=True)]
    for known in [known for known in list(sheet.recent)[::-1] if shape_of(known.printed) == (size,)][:_MOST_ROWS]:
        row = _shares(floats(known.true), places, sheet.line)
        tried.append(Meaning(Expression(Name("#0", 1), {"#0": row}), latest=False))
    own = [token for token in text.tokens if found.start <= token.start < found.stop]
    judged = sheet.drafts.best_meaning(found, tried, text.line, own)
    if judged is not None:
        sheet.keep(sheet.known(found, judged))


def _row_after(text: LineOfTokens, at: int) -> Printed | None:
    """The last row in square brackets behind a token."""
    found = None
    for unit in text.units:
        if unit.first > at and unit.text == "[" and unit.kind == "operand":
            printed = read_printed(text.tokens[unit.first : unit.last])
            found = printed if printed is not None and len(printed.shape) == 1 else found
    return found if found is not None and len(found.numbers) > 1 else None


def _seen(tokens: list[Token], at: int) -> set[int]:
    """The places that are named right behind a word for seeing."""
    seen: set[int] = set()
    for token in tokens[at + 1 : at + 1 + 2 * _MOST_SEEN]:
        if token.kind == "number" and token.text.isdigit():
            seen.add(int(token.text))
        elif token.text.lower() not in _NEXT:
            break
    return seen


def _shares(scores: Sequence[float], places: set[int], line: int) -> Known:
    top = max(scores[at] for at in places)
    raised = [exp(max(-700.0, score - top)) if at in places else 0.0 for at, score in enumerate(scores)]
    total = sum(raised)
    return given(tuple(each / total for each in raised), line)
