"""The numbers of a sentence that stand in no chain: what the sentence says may have been worked for them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from katatx.audit.chains import Chain
from katatx.audit.operands import MONEY, is_plain, operand_end
from katatx.audit.sides import Side
from katatx.audit.tokens import Token
from katatx.audit.units import Unit

_MOST = 16
_SENTENCE = 30
_ENDS = frozenset(".;?!")
_SHORT_FORMS = frozenset({"i.e", "e.g", "approx", "incl", "ca", "resp", "cf", "c", "vs", "no"})
_OPENS = frozenset({"word", "mark", "join", "function"})


def lone_numbers(units: Sequence[Unit], chains: Sequence[Chain]) -> list[Chain]:
    """Each number of a line's prose as a chain of its own."""
    units = list(units)
    taken = {index for chain in chains for index in range(chain.first, chain.last)}
    found: list[Chain] = []
    at = 0
    while at < len(units) and len(found) < _MOST:
        end = None if at in taken or units[at].kind not in ("operand", "operator") else operand_end(units, at)
        if end is None or not _stands_alone(units, at, end):
            at += 1
            continue
        if not any(index in taken for index in range(at, end)):
            found.append(Chain((at, at), (Side(at, end),)))
        at = end
    return found


def _stands_alone(units: list[Unit], at: int, end: int) -> bool:
    if not is_plain(units, at, end) or at == 0:
        return False
    after = units[end] if end < len(units) else None
    apart = units[at].gap > 0 or (units[at - 1].text in MONEY and units[at - 1].gap > 0)
    return units[at - 1].kind in _OPENS and (after is None or after.kind in _OPENS) and apart


def sentence_at(tokens: Sequence[Token], start: int, stop: int) -> tuple[list[Token], list[Token]]:
    """The tokens of a sentence before and after what stands from one place of the line to another."""
    first = bisect_left(tokens, start, key=_begins)
    last = bisect_left(tokens, stop, key=_begins)
    begin = first
    while begin > 0 and first - begin < _SENTENCE and not _ends_sentence(tokens, begin - 1):
        begin -= 1
    end = last
    while end < len(tokens) and end - last < _SENTENCE and not _ends_sentence(tokens, end):
        end += 1
    return list(tokens[begin:first]), list(tokens[last:end])


def _begins(token: Token) -> int:
    return token.start


def _ends_sentence(tokens: Sequence[Token], at: int) -> bool:
    """Whether a mark ends a sentence, and no short form: `i.e.`, `approx.`"""
    short = at > 0 and tokens[at].text == "." and tokens[at - 1].text.lower() in _SHORT_FORMS
    return tokens[at].text in _ENDS and not short
