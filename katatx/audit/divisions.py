"""Divisions as schools write them: fractions by fractions, quotients with a remainder, remainders alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from katatx.audit.token import Token, written

_REMAINDERS = frozenset({"remainder", "remainders", "rem", "rest", "r", "reste", "resto", "residuo"})
_BESIDE = frozenset({",", "(", "with", "and", "a", "the", "of", ":", "mit", "avec", "con"})
_MODULO = frozenset({"mod", "modulo", "bmod", "pmod"})
_WHOLE = frozenset({"div"})
_MOST_BESIDE = 4
_FACTORS = frozenset("·^/")
_TERMS = frozenset("+-")
_SHORT = 2
_MOST_DIGITS = 15
# No line has more remainders than these, and none is taken of more tokens.
_MOST = 24
_LONGEST = 60


def fractions_first(tokens: list[Token]) -> list[Token]:
    """`3/4 / 1/2` with brackets round the second fraction: what stands close together is one number."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        end = _close_fraction(tokens, at)
        if end and made and made[-1].text == "/" and made[-1].gap and tokens[at].gap:
            made += [written("open", "(", tokens[at], tokens[at].gap), tokens[at]._replace(gap=0)]
            made += [*tokens[at + 1 : end], _closing(tokens[end - 1])]
            at = end
        else:
            made.append(tokens[at])
            at += 1
    return made


def _closing(last: Token) -> Token:
    return Token("close", ")", last.stop, last.stop, 0)


def _close_fraction(tokens: Sequence[Token], at: int) -> int:
    """Where a fraction of two numbers ends that begins at a token with no space in it; 0 where none does."""
    part = tokens[at : at + 3]
    fraction = (
        len(part) == 3
        and part[0].kind == part[2].kind == "number"
        and part[1].text == "/"
        and not part[1].gap
        and not part[2].gap
    )
    return at + 3 if fraction and not (at + 3 < len(tokens) and tokens[at + 3].text in ("/", "^")) else 0


# ---- remainders


def with_remainders(tokens: list[Token]) -> list[Token]:
    """`17 / 5 = 3 remainder 2` as `(floor(17/5), 17 - 5·floor(17/5)) = (3, 2)`, `17 mod 5` as `17 - 5·floor(17/5)`,
    and both sides of `17 = 2 (mod 5)` so.
    """
    words = {token.text.lower() for token in tokens}
    if words & _MODULO or "%" in words:
        tokens = _modulo(tokens)
    if words & _WHOLE or _has_double(tokens):
        tokens = _whole_quotients(tokens)
    if words & _REMAINDERS or any(_short_remainder(token) for token in tokens):
        tokens = _quotients_and_remainders(tokens)
    return tokens


def _floor(over: Sequence[Token], under: Sequence[Token]) -> list[Token]:
    """The tokens of `floor((over) / (under))`."""
    first, last = over[0], under[-1]
    return [
        written("name", "floor", first, first.gap),
        written("open", "(", first),
        *_bracketed(over),
        written("sign", "/", last, 1),
        *_bracketed(under),
        _closing(last),
    ]


def _bracketed(tokens: Sequence[Token]) -> list[Token]:
    if len(tokens) == 1:
        return list(tokens)
    return [written("open", "(", tokens[0], tokens[0].gap), *tokens, _closing(tokens[-1])]


def _remainder(over: Sequence[Token], under: Sequence[Token]) -> list[Token]:
    """The tokens of `over - under·floor(over/under)`, in brackets."""
    first, last = over[0], under[-1]
    return [
        written("open", "(", first, first.gap),
        *_bracketed(over),
        written("sign", "-", last, 1),
        *_bracketed([under[0]._replace(gap=1), *under[1:]]),
        written("sign", "·", last, 1),
        *_floor(over, under),
        _closing(last),
    ]


def _is_natural(token: Token) -> bool:
    return token.kind == "number" and token.text.isdigit() and token.scale == 1.0 and len(token.text) <= _MOST_DIGITS


def _short_remainder(token: Token) -> bool:
    """`R2`."""
    return token.kind == "name" and token.text[:1] in "rR" and token.text[1:].isdigit()


def _quotients_and_remainders(tokens: list[Token]) -> list[Token]:
    made = list(tokens)
    for at in range(len(tokens) - 5, -1, -1):
        over, sign, under, join, quotient = made[at : at + 5]
        naturals = all(map(_is_natural, (over, under, quotient))) and int(under.text) > 0
        below = at > 0 and made[at - 1].kind == "sign"
        if not naturals or below or sign.text not in ("/", ":") or join.text != "=":
            continue
        found = _remainder_after(made, at + 5)
        if found is None:
            continue
        remainder, end = found
        comma = written("mark", ",", join)
        made[at:end] = [
            written("open", "(", over, over.gap),
            *_floor([over], [under]),
            comma,
            *_remainder([over], [under]),
            _closing(under),
            join,
            written("open", "(", quotient, quotient.gap),
            quotient._replace(gap=0),
            comma._replace(start=quotient.stop, stop=quotient.stop),
            remainder,
            _closing(remainder),
        ]
    return made


def _remainder_after(tokens: Sequence[Token], at: int) -> tuple[Token, int] | None:
    """The remainder that is said behind a quotient, and where that ends."""
    said = bracket = False
    for near in range(at, min(len(tokens), at + _MOST_BESIDE + 1)):
        token, word = tokens[near], tokens[near].text.lower()
        if _short_remainder(token) and not said:
            return token._replace(kind="number", text=token.text[1:], start=token.start + 1, gap=0), near + 1
        if said and _is_natural(token):
            closes = bracket and near + 1 < len(tokens) and tokens[near + 1].text == ")"
            return token, near + 1 + closes
        if word not in _BESIDE and word not in _REMAINDERS and not (said and token.kind == "join"):
            return None
        said, bracket = said or word in _REMAINDERS, bracket or word == "("
    return None


# ---- modulo


def _modulo(tokens: list[Token]) -> list[Token]:
    at, most = len(tokens) - 2, len(tokens) + _MOST * _LONGEST
    while at > 0 and len(tokens) < most:
        word = tokens[at].text.lower()
        if tokens[at].kind == "name" and word in _MODULO:
            tokens = _congruent(tokens, at) or _left_over(tokens, at) or tokens
        elif word == "%" and tokens[at].gap:
            tokens = _left_over(tokens, at) or tokens
        at = min(at, len(tokens) - 1) - 1
    return tokens


def _left_over(tokens: list[Token], at: int) -> list[Token] | None:
    """`17 mod 5` as what is left over; None where it cannot be told what that is taken of."""
    end = _operand_end(tokens, at + 1)
    start = _product_start(tokens, at)
    if not end or start == at or end - start > _LONGEST:
        return None
    if start > 0 and tokens[start - 1].text in _TERMS:
        if start > 1 and (tokens[start - 2].kind in ("number", "close", "name")):
            return None  # of the sum, or of its last term
        start -= 1
    return [*tokens[:start], *_remainder(tokens[start:at], tokens[at + 1 : end]), *tokens[end:]]


def _congruent(tokens: list[Token], at: int) -> list[Token] | None:
    """`17 = 2 (mod 5)` with what is left over on both sides; None where it is no such equation."""
    opened = tokens[at - 1].text == "("
    end = _operand_end(tokens, at + 1)
    if not end or (opened and (end >= len(tokens) or tokens[end].text != ")")):
        return None
    modulus, before = _without_brackets(tokens[at + 1 : end]), at - opened
    start, joins = before, list[int]()
    depth = 0
    while start > 0 and before - start < _LONGEST and _is_arithmetic(tokens[start - 1]):
        start -= 1
        depth += (tokens[start].kind == "close") - (tokens[start].kind == "open")
        if depth < 0:
            start += 1
            break
        if tokens[start].kind == "join" and not depth:
            joins.insert(0, start)
    if not joins or joins[0] == start or joins[-1] + 1 == before:
        return None
    made = list(tokens[:start])
    for first, last in zip([start, *(join + 1 for join in joins)], [*joins, before], strict=True):
        side = tokens[first:last]
        if not side:
            return None
        small = last == before and len(side) == 1 and _is_natural(side[0]) and _is_natural(modulus[0])
        small = small and len(modulus) == 1 and int(side[0].text) < int(modulus[0].text)
        made += side if small else _remainder(side, modulus)
        made += tokens[last : last + 1] if last < before else []
    return [*made, *tokens[end + opened :]]


def _without_brackets(tokens: list[Token]) -> list[Token]:
    return tokens[1:-1] if tokens[0].kind == "open" else tokens


def _is_arithmetic(token: Token) -> bool:
    short = token.kind == "name" and len(token.text) <= _SHORT
    return short or token.kind in ("number", "open", "close", "join", "sign")


def _operand_end(tokens: Sequence[Token], at: int) -> int:
    """Where the number, the name or the bracket ends that begins at a token; 0 where none does."""
    if at >= len(tokens):
        return 0
    if tokens[at].kind in ("number", "name"):
        return at + 1
    return _bracket_end(tokens, at) if tokens[at].text == "(" else 0


def _bracket_end(tokens: Sequence[Token], at: int) -> int:
    depth = 0
    for near in range(at, len(tokens)):
        depth += (tokens[near].kind == "open") - (tokens[near].kind == "close")
        if not depth:
            return near + 1
    return 0


def _product_start(tokens: Sequence[Token], at: int) -> int:
    """Where the product begins that ends before a token."""
    start = at
    while True:
        before = _operand_start(tokens, start)
        if before == start:
            return at if start == at else start + 1
        start = before
        if start == 0 or tokens[start - 1].text not in _FACTORS:
            return start
        start -= 1


def _operand_start(tokens: Sequence[Token], at: int) -> int:
    """Where the operand begins that ends before a token; there itself where none does."""
    if at > 0 and (tokens[at - 1].kind == "number" or _is_letter(tokens[at - 1])):
        return at - 1
    depth = 0
    for near in range(at - 1, -1, -1):
        depth += (tokens[near].kind == "close") - (tokens[near].kind == "open")
        if depth <= 0:
            return near if tokens[near].kind == "open" else at
    return at


def _is_letter(token: Token) -> bool:
    return token.kind == "name" and len(token.text) <= _SHORT


def _has_double(tokens: Sequence[Token]) -> bool:
    return any(
        one.text == other.text == "/" and one.kind == other.kind == "sign" and not other.gap
        for one, other in pairwise(tokens)
    )


def _whole_quotients(tokens: list[Token]) -> list[Token]:
    """`17 div 5` and `17 // 5` as `floor(17/5)`."""
    at, most = len(tokens) - 2, len(tokens) + _MOST * _LONGEST
    while at > 0 and len(tokens) < most:
        double = tokens[at].text == "/" and tokens[at + 1].text == "/" and not tokens[at + 1].gap
        if double or tokens[at].text.lower() in _WHOLE:
            end = _operand_end(tokens, at + 1 + double)
            start = _product_start(tokens, at)
            below = start > 0 and tokens[start - 1].text == "-"
            below = below and not (start > 1 and tokens[start - 2].kind in ("number", "close", "name"))
            if below and not double:
                return tokens  # to nothing, or down
            start -= below
            if (
                end
                and start < at
                and end - start <= _LONGEST
                and all(tokens[near].kind == "number" for near in (start + below, end - 1))
            ):
                whole = _floor(tokens[start:at], tokens[at + 1 + double : end])
                tokens = [*tokens[:start], *whole, *tokens[end:]]
        at = min(at, len(tokens) - 1) - 1
    return tokens


def is_fraction(tokens: Sequence[Token], at: int) -> bool:
    """Whether a fraction of two numbers stands at a token."""
    part = tokens[at : at + 3] if at >= 0 else ()
    return len(part) == 3 and part[0].kind == part[2].kind == "number" and part[1].text == "/"


def closes_numbers(tokens: Sequence[Token], close: int) -> bool:
    """Whether a bracket that closes here holds a calculation, and nothing but that."""
    for at in range(close - 1, -1, -1):
        if tokens[at].kind == "open":
            return at + 2 < close
        if tokens[at].kind not in ("number", "sign"):
            return False
    return False
