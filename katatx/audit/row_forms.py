"""Rows put into the usual form: functions with spaces alone between them, `[ sin 0  cos 0 ] = [0, 1]`, and a row that
is worked before its name is said, `(2-1, 0) → q = (1 0)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from katatx.audit.functions import is_function
from katatx.audit.token import Token

_LEAST = 2
_MOST = 64
_LONGEST_ARGUMENT = 24
_LONGEST_ROW = 200


def with_commas(tokens: list[Token]) -> list[Token]:
    """The tokens with commas in the rows of functions that have none."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        parts = _parts(tokens, at + 1) if tokens[at].text in ("[", "(") else []
        if len(parts) < _LEAST or not _is_row(tokens, at, parts[-1]):
            made.append(tokens[at])
            at += 1
            continue
        made.append(tokens[at])
        begin = at + 1
        for number, end in enumerate(parts):
            if number:
                last = tokens[begin - 1]
                made.append(Token("mark", ",", last.stop, last.stop, 0))
            made += _called(tokens[begin:end])
            begin = end
        at = begin
    return made


def named_first(tokens: list[Token]) -> list[Token]:
    """`(2-1, 0) → q = (1 0)` as `q = (2-1, 0) → (1 0)`."""
    for at, token in enumerate(tokens[1:-3], 1):
        name, sign, row = tokens[at + 1 : at + 4]
        led = token.text == "→" and tokens[at - 1].text in (")", "]") and name.kind == "name"
        if not led or sign.text != "=" or row.kind != "open":
            continue
        opened = _opened(tokens, at - 1)
        inside = tokens[opened + 1 : at - 1] if opened is not None else []
        worked = any(each.text == "," for each in inside) and any(
            each.kind == "sign" and before.kind in ("number", "close") for before, each in pairwise(inside)
        )
        if opened is None or not worked or (opened and tokens[opened - 1].kind != "mark"):
            continue
        first = tokens[opened]
        named = [name._replace(gap=first.gap), sign, first._replace(gap=1), *inside, tokens[at - 1], token, row]
        return [*tokens[:opened], *named, *named_first(tokens[at + 4 :])]
    return tokens


def _opened(tokens: Sequence[Token], close: int) -> int | None:
    """Where the bracket opens that closes at a token."""
    depth = 0
    for at in range(close, max(-1, close - _LONGEST_ROW), -1):
        depth += (tokens[at].kind == "close") - (tokens[at].kind == "open")
        if not depth:
            return at
    return None


def _is_row(tokens: Sequence[Token], opened: int, close: int) -> bool:
    """Whether brackets are a row: square ones are, round ones may hold a product where no row follows."""
    after = tokens[close + 1 : close + 3]
    follows = len(after) > 1 and after[0].kind == "join" and after[1].kind == "open"
    return tokens[close].kind == "close" and (tokens[opened].text == "[" or follows)


def _parts(tokens: Sequence[Token], at: int) -> list[int]:
    """Where each of the functions ends that stand side by side from a token on, up to a bracket that closes; nothing
    where anything else stands there.
    """
    ends: list[int] = []
    while at < len(tokens) and len(ends) < _MOST:
        if tokens[at].kind == "close":
            return ends
        end = _function_end(tokens, at + (tokens[at].text in ("-", "+")))
        if end is None:
            return []
        ends.append(end)
        at = end
    return []


def _function_end(tokens: Sequence[Token], at: int) -> int | None:
    """Where a function with its argument ends: `sin 0.1`, `cos(2/100)`, `exp -1`, `sin 2/100`."""
    if at + 1 >= len(tokens) or tokens[at].kind != "name" or not is_function(tokens[at].text):
        return None
    at += 1
    if tokens[at].text == "(":
        depth = 0
        for end in range(at, min(len(tokens), at + _LONGEST_ARGUMENT)):
            depth += (tokens[end].kind == "open") - (tokens[end].kind == "close")
            if not depth:
                return end + 1
        return None
    at += tokens[at].text in ("-", "+")
    if at >= len(tokens) or tokens[at].kind not in ("number", "name") or is_function(tokens[at].text):
        return None
    at += 1
    while at + 1 < len(tokens) and tokens[at].text in ("/", "·") and tokens[at + 1].kind in ("number", "name"):
        at += 2
    return at


def _called(tokens: Sequence[Token]) -> list[Token]:
    """A function with its argument in brackets."""
    sign = int(tokens[0].text in ("-", "+"))
    name, argument = tokens[sign], tokens[sign + 1 :]
    if argument[0].text == "(":
        return list(tokens)
    opened = Token("open", "(", argument[0].start, argument[0].start, 0)
    closed = Token("close", ")", argument[-1].stop, argument[-1].stop, 0)
    return [*tokens[:sign], name, opened, argument[0]._replace(gap=0), *argument[1:], closed]
