"""The numbers of a sentence that stand in no chain: what the sentence says may have been worked for them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.chains import Chain
from katatx.audit.operands import MONEY, is_plain, listed, operand_end
from katatx.audit.results import read_printed
from katatx.audit.sides import Side
from katatx.audit.tokens import Token
from katatx.audit.units import Unit

_MOST = 16
_PAIR = 2
_PERCENT = 0.01
_SENTENCE = 30
_ENDS = frozenset(".;?!")
_SHORT_FORMS = frozenset({"i.e", "e.g", "approx", "incl", "ca", "resp", "cf", "c", "vs", "no"})
_OPENS = frozenset({"word", "mark", "join", "function"})


def lone(text: LineOfTokens, chains: Sequence[Chain]) -> list[Chain]:
    """The numbers and rows of a line that stand in no chain, in order."""
    rows = lone_rows(text, chains)
    within = {index for row in rows for index in range(row.first, row.last)}
    numbers = [number for number in lone_numbers(text, chains) if number.first not in within]
    return sorted((*rows, *numbers), key=lambda each: each.first)


def lone_numbers(text: LineOfTokens, chains: Sequence[Chain]) -> list[Chain]:
    """Each number of a line's prose as a chain of its own."""
    units = list(text.units)
    taken = {index for chain in chains for index in range(chain.first, _taken_end(text, chain))}
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


def lone_rows(text: LineOfTokens, chains: Sequence[Chain]) -> list[Chain]:
    """Each row that stands in a line's prose, in brackets or with commas alone, as a chain of its own: `layer norm on
    (3, -1, 0, 2)`, `squares 4, 1, 0`.
    """
    units = text.units
    taken = {index for chain in chains for index in range(chain.first, chain_end(chain))}
    found: list[Chain] = []
    at = 0
    while at < len(units):
        end = 0 if at in taken or units[at].kind not in ("operand", "operator") else _row_end(text, at)
        if end:
            found.append(Chain((at, at), (Side(at, end, listed=end),)))
        at = max(at + 1, end)
    return found


def chain_end(chain: Chain) -> int:
    """Where a chain ends, with the numbers after its commas."""
    return max(chain.last, *(side.listed for side in chain.sides))


def _taken_end(text: LineOfTokens, chain: Chain) -> int:
    """Where a chain ends, with the numbers after its commas; a percentage behind a number is none of those."""
    end = chain_end(chain)
    if end == chain.last:
        return end
    scales = [text.tokens[text.units[index].first].scale for index in (chain.last - 1, end - 1)]
    return chain.last if scales[0] != _PERCENT == scales[1] else end


def _row_end(text: LineOfTokens, at: int) -> int:
    """Where the row ends that begins at a unit; 0 where none does."""
    unit = text.units[at]
    bracketed = unit.kind == "operand" and unit.known is None and text.tokens[unit.first].kind == "open"
    end = at + 1 if bracketed else listed(text.units, at)
    row = read_printed(text.part(at, end), row=not bracketed) if end else None
    return end if row is not None and row.shape and len(row.numbers) > (1 if bracketed else _PAIR) else 0


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
