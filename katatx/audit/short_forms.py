"""Long numbers said again in short behind them: `38,597,376 (~38.6M)`, `124,439,808 = 124.4M`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.claimed import Claimed
from katatx.audit.expressions import Expression
from katatx.audit.known import given
from katatx.audit.results import is_honest, read_printed
from katatx.audit.sheet import Sheet
from katatx.audit.slips import is_slip
from katatx.audit.tokens import Token
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Literal, Name

# What may stand between the two; of these an ending may be cut off its line.
_ABOUT = frozenset({"~", "≈", "about", "roughly", "some", "nearly", "almost", "circa", "approx", "around"})
_JOINS = frozenset({"=", "≈"})
_SAYS = frozenset({*_ABOUT, *_JOINS, "say", "i.e", "ie", "e", "is", "call"})
_BETWEEN = frozenset({*_SAYS, "(", ",", "or", "i", ".", "that", "which", "it"})
_UNITS = frozenset({
    "b", "bytes", "parameters", "params", "weights", "numbers", "tokens", "flop", "flops", "entries", "values", "words",
    "steps", "in", "all", "total"
})  # fmt: skip
_THOUSAND = 1000.0
_MOST = 8
_ENOUGH_BARE = 3
# A k may be 1,024, an M the square of that, and so on.
_BINARY = {1e3: 2.0**10, 1e6: 2.0**20, 1e9: 2.0**30, 1e12: 2.0**40}


class _Short(NamedTuple):
    """A number in short, and the long one that it stands behind, by their places among the tokens of a line."""

    long: int
    at: int


def without_short_forms(tokens: list[Token]) -> list[Token]:
    """The tokens without the short form that a line of one labelled figure ends with: `TOTAL: 124,439,808 = 124.4M`.
    What is worked on its line is compared with its short form as its chain goes on.
    """
    found = _short_at(tokens, len(tokens) - 1) if len(tokens) > 2 else None
    if found is None or found.long == 0:
        return tokens
    joined = any(token.text in _JOINS for token in tokens[found.long : found.at])
    before = tokens[found.long - 1]
    first = next(at for at in range(found.long + 1, found.at + 1) if at == found.at or tokens[at].text in _BETWEEN)
    return tokens[:first] if joined and (before.text == ":" or tokens[found.long].gap >= 2) else tokens


def work_short_forms(sheet: Sheet, text: LineOfTokens) -> None:
    """Hold each short form of a line that is no claim yet against the long number before it."""
    tokens = text.tokens
    shorts = [found for at in range(len(tokens)) if (found := _short_at(tokens, at)) is not None][:_MOST]
    claimed = Claimed(sheet, text) if shorts else None
    for short in shorts:
        token = tokens[short.at]
        about = any(each.text.lower() in _ABOUT for each in tokens[short.long + 1 : short.at])
        printed = read_printed([token], about and "." in token.text)
        if printed is None or claimed is None or claimed.covers(token.start, token.stop):
            continue
        value = tokens[short.long].value
        latest = reversed(sheet.recent)
        known = next((each for each in latest if not shape_of(each.printed) and each.printed == value), None)
        said = Expression(Name("#0", 1), {"#0": known or given(value, sheet.line)})
        if is_honest(printed, said) or (_is_slip(token, said) and not _is_binary(token, said)):
            judged = sheet.drafts.judge(printed, [said], text.line, [token])
            if judged is not None:
                sheet.known(printed, judged)


def _is_slip(token: Token, said: Expression) -> bool:
    """Whether a short form is that of a long number but for a digit."""
    shown = read_printed([token._replace(scale=1.0)])
    return shown is not None and is_slip(shown, _over(said, token.scale), likely=True)


def _is_binary(token: Token, said: Expression) -> bool:
    """Whether a short form counts in powers of 1,024: `65,536 = 64k`."""
    shown = read_printed([token._replace(scale=1.0)])
    return shown is not None and is_honest(shown, _over(said, _BINARY.get(token.scale, token.scale)))


def _over(said: Expression, scale: float) -> Expression:
    return Expression(Binary("/", said.node, Literal("", scale, 1), 1), said.names)


def _short_at(tokens: Sequence[Token], at: int) -> _Short | None:
    """The short form that stands at a place, if it is one."""
    token = tokens[at]
    if token.kind != "number" or token.scale < _THOUSAND or token.gap > 2:
        return None
    if at + 1 < len(tokens) and (
        tokens[at + 1].kind in ("sign", "number", "name", "open") or tokens[at + 1].text == "^"
    ):
        return None
    first = at - 1
    while first > 0 and tokens[first].text.lower() in _BETWEEN:
        first -= 1
    between = {each.text.lower() for each in tokens[first + 1 : at]}
    figures = sum(letter.isdigit() for letter in token.text)
    bare = tokens[at - 1].text == "(" and figures >= _ENOUGH_BARE
    closed = "(" not in between or (at + 1 < len(tokens) and tokens[at + 1].kind == "close")
    if not closed or not (between & _SAYS or bare):
        return None  # `4,096 or 8k`
    while first > 0 and tokens[first].kind == "name" and tokens[first].text.lower() in _UNITS:
        first -= 1
    long = tokens[first] if first >= 0 else token
    if long.kind != "number" or long.scale != 1.0 or "." in long.text or long.value < _THOUSAND:
        return None
    return _Short(first, at) if sum(letter.isdigit() for letter in long.text) > figures else None
