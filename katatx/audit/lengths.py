"""What stands between bars as an operation: `‖x‖`, `‖x‖₁`, `‖x‖_∞`, `|a - b|`."""

from __future__ import annotations

from katatx.audit.functions import is_function
from katatx.audit.token import Token, is_word, written

_LONGEST_BARS = 24
_BARS = ("‖", "|")
_LOWERED = str.maketrans("₁₂", "12")


def measured(tokens: list[Token]) -> list[Token]:
    """`‖x‖` and `||x||` as the root of the sum of squares, `‖x‖₁` and `‖x‖_∞` as the sum and the largest of the sizes,
    `|x|` as what is left without the sign.
    """
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        found = _bars_at(tokens, at) if tokens[at].text in _BARS else None
        if found is None:
            made.append(tokens[at])
            at += 1
            continue
        between, after = found
        # What stands before the bars is as far from them as it was.
        made += [between[0]._replace(gap=max(1, tokens[at].gap)), *between[1:]]
        at = after
    return made


def _bars_at(tokens: list[Token], at: int) -> tuple[list[Token], int] | None:
    """What bars say is to be measured of what stands between them, as an operation, and the token after them."""
    bar = tokens[at]
    double = bar.text == "‖"
    width = 1
    if bar.text == "|" and at + 1 < len(tokens) and tokens[at + 1].text == "|" and not tokens[at + 1].gap:
        double, width = True, 2
    before = tokens[at - 1] if at else None
    if before is not None and not bar.gap and before.kind in ("name", "number", "close"):
        return None
    start = at + width
    for end in range(start, min(len(tokens), start + _LONGEST_BARS)):
        token = tokens[end]
        if token.text == bar.text:
            return _between(tokens, start, end, width, double)
        if token.kind in ("join", "dots") or (token.kind == "mark" and token.text not in (",", "'")):
            return None
    return None


def _between(tokens: list[Token], start: int, end: int, width: int, double: bool) -> tuple[list[Token], int] | None:
    if [token.text for token in tokens[end : end + width]] != [tokens[end].text] * width or start == end:
        return None
    inner, after = tokens[start:end], end + width
    tight = not inner[0].gap and not tokens[end].gap
    if not double and (not tight or (after < len(tokens) and tokens[after].kind in ("name", "number", "open"))):
        return None
    if any(is_word(token) and not is_function(token.text) for token in inner):
        return None
    if double:
        which, taken = _which(tokens, after)
        return (_LENGTHS[which](inner), after + taken) if which in _LENGTHS else None
    return (_absolute(inner), after) if after >= len(tokens) or tokens[after].text != "_" else None


def _which(tokens: list[Token], at: int) -> tuple[str, int]:
    """Which length is meant, by what stands lowered behind the bars (`₁`, `_1`, `∞`, `_inf`; 2 where nothing does), and
    how many tokens say so.
    """
    lowered = tokens[at] if at < len(tokens) else None
    if lowered is None or lowered.gap or lowered.text not in ("_", "₁", "₂", "∞"):
        return "2", 0
    if lowered.text != "_":
        return lowered.text.translate(_LOWERED), 1
    end = at + 1
    if end + 2 < len(tokens) and tokens[end].kind == "open" and tokens[end + 2].kind == "close":
        return tokens[end + 1].text, 4
    return (tokens[end].text if end < len(tokens) else ""), 2


def _sum_of_sizes(inner: list[Token]) -> list[Token]:
    return _called("sum", _absolute(inner))


def _largest_size(inner: list[Token]) -> list[Token]:
    return _called("max", _absolute(inner))


def _called(name: str, argument: list[Token]) -> list[Token]:
    first, last = argument[0], argument[-1]
    return [
        written("name", name, first, 1),
        written("open", "(", first),
        *argument,
        Token("close", ")", last.stop, last.stop, 0),
    ]


def length_of(inner: list[Token]) -> list[Token]:
    """The root of the sum of squares of what tokens stand for, written out."""
    first, last = inner[0], inner[-1]
    opened, closed = written("open", "(", first), Token("close", ")", last.stop, last.stop, 0)
    once = [opened, *inner, closed]
    return [
        written("open", "(", first, 1),
        written("sign", "√", first),
        opened,
        written("name", "sum", first),
        opened,
        *once,
        written("sign", "⊙", last),
        *once,
        closed,
        closed,
        closed,
    ]


def _absolute(inner: list[Token]) -> list[Token]:
    return _called("abs", inner)


_LENGTHS = {"2": length_of, "1": _sum_of_sizes, "∞": _largest_size, "inf": _largest_size}
