"""Logarithms to any base, `log_3(9)`, `log₅ 25`, and those without brackets, `log 100 = 2`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import digit

from katatx.audit.token import Token, written

_BASED = re.compile(r"[lL]og_?(\d{1,4}|[₀-₉]{1,4})")
_OWN_NAMES = frozenset({2, 10})
_BARE = "log"


def with_logarithms(tokens: list[Token]) -> list[Token]:
    """The tokens with `log_3(9)` as `(log(9)/log(3))`, and with brackets round the number in `log 100 = 2`."""
    if not any(token.text[:3] in ("log", "Log") for token in tokens):
        return tokens
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        base = _base(tokens[at])
        end = _argument_end(tokens, at + 1)
        if base and end:
            made += _quotient(tokens[at], tokens[at + 1 : end], base)
        elif end and tokens[at].text == _BARE and tokens[at + 1].kind == "number" and _is_alone(tokens, at, end):
            made += [tokens[at], *_in_brackets(tokens[at + 1 : end])]
        else:
            end = at + 1
            made.append(tokens[at])
        at = end
    return made


def _base(token: Token) -> int:
    """The base that a name has behind it, where that is none with a name of its own; 0 for every other."""
    found = _BASED.fullmatch(token.text) if token.kind == "name" else None
    base = int("".join(str(digit(each)) for each in found[1])) if found else 0
    return 0 if base < 2 or base in _OWN_NAMES else base


def _argument_end(tokens: Sequence[Token], at: int) -> int:
    """Where the number, the letter or the bracket ends that begins at a token; 0 where none does."""
    if at >= len(tokens) or tokens[at].gap > 1:
        return 0
    if tokens[at].kind == "number" or (tokens[at].kind == "name" and len(tokens[at].text) == 1):
        return at + 1
    depth = 0
    for near in range(at, len(tokens)):
        depth += (tokens[near].kind == "open") - (tokens[near].kind == "close")
        if not depth:
            return near + 1 if near > at else 0
    return 0


def _in_brackets(tokens: Sequence[Token]) -> list[Token]:
    if tokens[0].kind == "open":
        return [tokens[0]._replace(gap=0), *tokens[1:]]
    last = tokens[-1].stop
    opened = written("open", "(", tokens[0])
    return [opened, tokens[0]._replace(gap=0), *tokens[1:], Token("close", ")", last, last, 0)]


def _quotient(name: Token, argument: Sequence[Token], base: int) -> list[Token]:
    """The tokens of `(log(argument)/log(base))`."""
    last = argument[-1]
    natural = name._replace(text="ln", gap=0)
    under = [written("name", "ln", last, 1), written("open", "(", last), written("number", str(base), last)]
    closes = [Token("close", ")", last.stop, last.stop, 0)]
    over = [written("open", "(", name, name.gap), natural, *_in_brackets(argument)]
    return [*over, written("sign", "/", last, 1), *under, *closes, *closes]


def _is_alone(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether a name and a number stand as a term between signs, and the number is none of a list: `log 3 = 17 lines`
    may be the third of some logs.
    """
    before, after = tokens[at - 1] if at else None, tokens[end] if end < len(tokens) else None
    begins = before is None or before.kind in ("join", "sign", "open", "number") or before.text in (",", ";", ":")
    if not begins or after is None or not (after.kind in ("join", "close") or after.text in ("+", "-", "·", "/")):
        return False
    worded = end + 2 < len(tokens) and tokens[end + 2].kind == "name" and tokens[end + 1].kind == "number"
    return not worded
