"""Powers that stand side by side are multiplied: `2^3 3^2 = 72`, `360 = 2³ 3² 5`."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.audit.token import Token, written

_LEAST = 2


def factors_joined(tokens: list[Token]) -> list[Token]:
    """The tokens with a sign between whole numbers side by side of which one is raised to a power, where a single
    number stands on the other side.
    """
    if not any(token.text == "^" for token in tokens) or not any(token.kind == "join" for token in tokens):
        return tokens
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        ends = _factor_ends(tokens, at) if _may_begin(tokens, at) else []
        if len(ends) < _LEAST or not _is_product(tokens, at, ends):
            made.append(tokens[at])
            at += 1
            continue
        for number, end in enumerate(ends):
            made += [written("sign", "·", tokens[at], 1)] if number else []
            made += tokens[at:end]
            at = end
    return made


def _may_begin(tokens: Sequence[Token], at: int) -> bool:
    before = tokens[at - 1] if at else None
    return tokens[at].kind == "number" and (
        before is None or before.kind in ("join", "open", "name") or before.text in ("·", ":", ",", ";", ".")
    )


def _factor_ends(tokens: Sequence[Token], at: int) -> list[int]:
    """Where each of the factors ends that stand from a token on with a space between."""
    ends: list[int] = []
    while at < len(tokens) and tokens[at].kind == "number" and tokens[at].text.isdigit() and tokens[at].scale == 1.0:
        if ends and tokens[at].gap != 1:
            break
        end = at + 1
        raised = tokens[end : end + 2]
        if len(raised) == 2 and raised[0].text == "^" and raised[1].kind == "number":
            end += 2
        ends.append(end)
        at = end
    return ends


def _is_product(tokens: Sequence[Token], at: int, ends: Sequence[int]) -> bool:
    """Whether one of the factors is raised to a power, and one number alone stands before or behind the join beside
    them.
    """
    starts = [at, *ends[:-1]]
    powers = [end - start > 1 for start, end in zip(starts, ends, strict=True)]
    if not any(powers) or not powers[0]:
        return False
    after, before = tokens[ends[-1] : ends[-1] + 3], tokens[max(0, at - 3) : at]
    behind = len(after) > 1 and after[0].kind == "join" and after[1].kind == "number"
    behind = behind and not (len(after) > 2 and after[2].kind == "number")
    ahead = len(before) > 1 and before[-1].kind == "join" and before[-2].kind in ("number", "close")
    ahead = ahead and (not after or after[0].kind in ("join", "mark", "close", "name"))
    return behind or ahead
