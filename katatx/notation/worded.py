"""Signs written as words: `3 plus 4 is 7`, `25 % of 60`, `softmax of 1 and 4`, `2 to the power of 3`,
`the square root of 16`.

A word is a sign only where a sign can stand, before an operand, between two or after one; elsewhere it stays a name. A
name that the text defines is never a sign. Capitals do not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from katatx.notation.tokens import JOINS, Dialect, Token

# Words between two operands, longer ones first, and the signs they stand for.
_BETWEEN = {
    ("is", "approximately"): "≈", ("is", "about"): "≈", ("is", "equal", "to"): "=", ("is",): "=", ("equals",): "=",
    ("plus",): "+", ("minus",): "-", ("times",): "·", ("multiplied", "by"): "·",
    ("divided", "by"): "/", ("over",): "/",
    ("raised", "to", "the", "power", "of"): "^", ("raised", "to", "the", "power"): "^", ("raised", "to"): "^",
    ("to", "the", "power", "of"): "^", ("to", "the", "power"): "^",
}  # fmt: skip
# Words before an operand.
_BEFORE = {("square", "root", "of"): "√", ("root", "of"): "√", ("half", "of"): "1 / 2 ·", ("twice",): "2 ·"}
# Words after an operand.
_AFTER = {("squared",): "^ 2", ("cubed",): "^ 3", ("percent",): "%", ("per", "cent"): "%"}
_FIRST = frozenset(words[0] for words in (*_BEFORE, *_BETWEEN, *_AFTER)) | {"of", "the", "negative"}
_FIRST_BEFORE = frozenset(words[0] for words in _BEFORE)


def in_signs(tokens: list[Token], dialect: Dialect, defined: Collection[str]) -> list[Token]:
    """Return a statement's tokens with words for signs replaced by the signs, which keep the words' columns.

    `of` after a name applies it, to everything up to the operand after the last `and` if there is one. After a
    percentage, a fraction or a bracket `of` multiplies. `the` before a name is left out. The tokens are returned as
    they are for LaTeX. `defined` are the names that are no words.
    """
    if dialect.latex or not any(token.kind == "name" and token.text.lower() in _FIRST for token in tokens):
        return tokens
    words = ["" if token.kind != "name" or token.text in defined else token.text.lower() for token in tokens]
    return list(_read(tokens, words, 0, len(tokens)))


def _read(tokens: list[Token], words: list[str], start: int, end: int) -> Iterator[Token]:
    """Yield the tokens from index `start` up to `end` with signs for words.

    `words` has the lower-case text of each of all `tokens`, "" for one that is no name or is defined.
    """
    at, before = start, list[Token]()
    while at < end:
        token, word, goes_on = tokens[at], words[at], begins_operand(tokens, at + 1)
        made, after = [token], at + 1
        if word == "the" and goes_on and tokens[at + 1].kind == "name":
            made = []
        elif word == "of" and goes_on and before and before[-1].kind == "name":
            made, after = _applied(tokens, words, at, end)
        elif word == "of" and goes_on and _is_share(before):
            made = [_sign(token, "·", token)]
        elif word and before and ends_operand(before[-1]):
            made, after = _of_words(tokens, words, at, {**_BETWEEN, **_AFTER})
        elif word in _FIRST_BEFORE:
            made, after = _of_words(tokens, words, at, _BEFORE)
        elif word in ("minus", "negative") and goes_on:
            made = [_sign(token, "-", token)]
        yield from made
        before += made
        at = after


def _of_words(
    tokens: list[Token], words: list[str], at: int, phrases: Mapping[tuple[str, ...], str]
) -> tuple[list[Token], int]:
    """Return the signs of the words from index `at` on, and the index after them; the token itself if it is no sign.

    `phrases` are those that can stand there: between two operands and after one, or before one. `words` has the
    lower-case text of each token, "" for one that is no name or is defined.
    """
    for phrase, signs in phrases.items():
        end = at + len(phrase)
        if tuple(words[at:end]) == phrase and (phrase in _AFTER or begins_operand(tokens, end)):
            return [_sign(tokens[at], sign, tokens[end - 1]) for sign in signs.split()], end
    return [tokens[at]], at + 1


def _applied(tokens: list[Token], words: list[str], at: int, end: int) -> tuple[list[Token], int]:
    """Return what the `of` at index `at` applies a name to, in brackets and in signs, and the index after it.

    Without an `and` before the next `=` or `is`, it is an empty list and the index after the `of`. `words` has the
    lower-case text of each token, "" for one that is no name or is defined; tokens from index `end` on are not read.
    """
    claim = next((i for i in range(at, end) if tokens[i].text in JOINS or words[i] in ("is", "equals")), end)
    ands = [i for i in range(at, claim) if words[i] == "and" and begins_operand(tokens, i + 1)]
    if not ands:
        return [], at + 1
    after = _operand_end(tokens, ands[-1] + 1)
    parts = [_sign(tokens[at], "(", tokens[at])._replace(spaced=False)]
    for first, last in zip([at, *ands], [*ands, after], strict=True):
        parts += _read(tokens, words, first + 1, last)
        if last < after:
            parts.append(_sign(tokens[last], ",", tokens[last]))
    return [*parts, _sign(tokens[after - 1], ")", tokens[after - 1])], after


def _operand_end(tokens: list[Token], at: int) -> int:
    """Return the index after the operand that begins at `at`: a token or a bracket, with the signs before it."""
    while tokens[at].text in ("-", "√") and begins_operand(tokens, at + 1):
        at += 1
    depth = 0
    for index in range(at, len(tokens)):
        depth += (tokens[index].text in ("(", "[")) - (tokens[index].text in (")", "]"))
        if depth <= 0:
            return index + 1
    return len(tokens)


def _is_share(before: list[Token]) -> bool:
    """Return whether the tokens end in a bracket, or in a percentage or a fraction that is no part of a product."""
    match [token.text if token.kind == "sign" else token.kind for token in before[-4:]]:
        case [*others, "number", "/", "number"] | [*others, "number", "%"]:
            return not others or others[-1] in ("+", "-", "=", "≈", "(", ",")
        case [*_, last]:
            return last == ")"
        case _:
            return False


def _sign(first: Token, text: str, last: Token) -> Token:
    """Return a sign, or a number, in place of the words from `first` to `last`."""
    return first._replace(kind="number" if text.isdigit() else "sign", text=text, spaced=True, end=last.end)


def begins_operand(tokens: list[Token], at: int) -> bool:
    """Return whether there is a token at index `at` with which an operand can begin."""
    return at < len(tokens) and (
        tokens[at].kind in ("number", "name", "function") or tokens[at].text in ("(", "[", "√", "-", "|", "‖", "⟨")
    )


def ends_operand(token: Token) -> bool:
    """Return whether an operand can end with a token."""
    return token.kind in ("number", "name") or token.text in (")", "]", "%", "ᵀ", "|", "‖", "!")
