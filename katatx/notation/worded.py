"""Signs written as words: `3 plus 4 is 7`, `25 % of 60`, `softmax of 1 and 4`, `2 to the power of 3`.

A word is a sign only where a sign can stand, between two operands or after one; elsewhere it stays a name. A name that
the text defines is never a sign.
"""

from __future__ import annotations

from katatx.notation.tokens import Dialect, Token

# Words between two operands, longer ones first, and the signs they stand for.
_BETWEEN = {
    ("is", "approximately"): "≈", ("is", "about"): "≈", ("is", "equal", "to"): "=", ("is",): "=", ("equals",): "=",
    ("plus",): "+", ("minus",): "-", ("times",): "·", ("multiplied", "by"): "·",
    ("divided", "by"): "/", ("over",): "/", ("raised", "to"): "^",
    ("to", "the", "power", "of"): "^", ("to", "the", "power"): "^",
    ("percent", "of"): "% ·", ("per", "cent", "of"): "% ·",
}  # fmt: skip
# Words after an operand.
_AFTER = {("squared",): "^ 2", ("cubed",): "^ 3", ("percent",): "%", ("per", "cent"): "%"}
_FIRST = frozenset(words[0] for words in (*_BETWEEN, *_AFTER)) | {"of", "the"}


def in_signs(tokens: list[Token], dialect: Dialect) -> list[Token]:
    """Return a statement's tokens with words for signs replaced by the signs, which keep the words' columns.

    `of` after a name applies it, and `and` then separates what it is applied to; after anything else `of` multiplies.
    `the` before a name is left out.
    The tokens are returned as they are for LaTeX.
    """
    if dialect.latex or not any(token.text in _FIRST and token.kind == "name" for token in tokens):
        return tokens
    made: list[Token] = []
    at, applied = 0, False
    while at < len(tokens):
        count, signs = _signs_at(tokens, at, made, dialect, applied)
        applied = applied or (count > 0 and not signs)
        if not count:
            made.append(tokens[at])
        for sign in signs.split():
            kind = "number" if sign.isdigit() else "sign"
            made.append(tokens[at]._replace(kind=kind, text=sign, spaced=True, end=tokens[at + count - 1].end))
        at += count or 1
    return made


def _signs_at(tokens: list[Token], at: int, before: list[Token], dialect: Dialect, applied: bool) -> tuple[int, str]:
    """Return how many words at index `at` stand for signs, and these signs with spaces between; 0 and "" if none do.

    `before` are the tokens before it as they are read, and `applied` says whether an `of` among them applies a name.
    """
    token, goes_on = tokens[at], _begins_operand(tokens, at + 1)
    is_free = token.kind == "name" and token.text not in dialect.defined
    if is_free and goes_on and token.text == "the" and tokens[at + 1].kind == "name":
        return 1, ""
    if token.kind != "name" or not before or not _ends_operand(before[-1]):
        return (1, "-") if is_free and goes_on and token.text == "minus" else (0, "")
    if is_free and goes_on and token.text == "of":
        return 1, "" if before[-1].kind == "name" else "·"
    if goes_on and token.text == "and" and applied:
        return 1, ","
    for words, signs in (*_BETWEEN.items(), *_AFTER.items()):
        end = at + len(words)
        if tuple(each.text for each in tokens[at:end]) != words:
            continue
        if words in _BETWEEN and not _begins_operand(tokens, end):
            continue
        # A word before `=` counts as defined, although a squared number stands there.
        if is_free or (words in _AFTER and before[-1].kind != "sign"):
            return len(words), signs
    return 0, ""


def _begins_operand(tokens: list[Token], at: int) -> bool:
    """Return whether there is a token at index `at` with which an operand can begin."""
    return at < len(tokens) and (
        tokens[at].kind in ("number", "name", "function") or tokens[at].text in ("(", "[", "√", "-", "|", "‖", "⟨")
    )


def _ends_operand(token: Token) -> bool:
    """Return whether an operand can end with a token."""
    return token.kind in ("number", "name") or token.text in (")", "]", "%", "ᵀ", "|", "‖", "!")
