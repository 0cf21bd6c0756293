"""Numbers right before a letter that an equation is solved for: `4n - 1 = 11, n = 3`."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from katatx.audit.exercises import is_letter
from katatx.audit.scope import Scope
from katatx.audit.token import Token, written
from katatx.audit.unwritten import begins_clause


def with_products(tokens: list[Token], scope: Scope, coming: Collection[str]) -> list[Token]:
    """The tokens with a sign between a number and a letter that nobody defined, where the letter is said to be
    something further along the line, or is one of those `coming` on the next.
    """
    last = {
        token.text: at
        for at, (token, after) in enumerate(pairwise(tokens))
        if token.kind == "name" and after.text == "=" and is_letter(token.text) and begins_clause(tokens, at)
    }
    if not last and not coming:
        return tokens
    made: list[Token] = []
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else None
        factor = before is not None and before.kind == "number" and not token.gap and token.kind == "name"
        unknown = factor and is_letter(token.text) and scope.find(token.text) is None
        if unknown and (at < last.get(token.text, 0) or token.text in coming):
            made.append(written("sign", "·", token))
        made.append(token)
    return made
