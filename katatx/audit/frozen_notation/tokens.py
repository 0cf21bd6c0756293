"""Cuts an expression into tokens."""

from __future__ import annotations

import re
from typing import NamedTuple

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.quoting import quote

LONGEST = 5_000
LONGEST_NUMBER = 60

# One spelling inside, whatever was typed. A hyphen-minus and U+2212 are the same sign.
_SPELLINGS = {
    "*": "·", "×": "·", "⋅": "·", "∙": "·", "−": "-", "÷": "/", "**": "^",
    "→": "=", "->": "=", "==": "=", "⇒": "=", "=>": "=", "@": "·", ".": "·", ".T": "ᵀ",
    "~": "≈", "≃": "≈", "≅": "≈", "~=": "≈", "=~": "≈", "=≈": "≈",
}  # fmt: skip

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
      | (?P<name>[^\W\dᵀ][^\Wᵀ]*(?:\.[^\Wᵀ]+)*)
      | (?P<sign>->|=>|==|=\s*[~≈]|~=|\*\*|[-−+*×·⋅∙/÷^=→⇒≈≃≅~@%()\[\],;√ᵀ∞⊙²³]|\.T(?!\w)|\.(?=[\s\[(]))""",
    re.VERBOSE | re.ASCII,
)
_POWERS = {"²": "2", "³": "3"}
_PADDED = re.compile(r"0\d")
_NAME = re.compile(r"[^\W\dᵀ][^\Wᵀ]*(?:\.[^\Wᵀ]+)*")


class Token(NamedTuple):
    """`kind` is number, name, sign or end; `spaced` says whether white space stood before,
    `breaks` whether a line ended in it. `end` is the column after it.
    """

    kind: str
    text: str
    column: int
    spaced: bool
    breaks: bool = False
    end: int = 0


def tokenize(text: str) -> list[Token]:
    """The tokens of an expression, closed by one of kind `end`.

    Raises NotationError for a character that has no meaning here, a number of more
    than 60 digits, or a text of more than 5,000 characters.
    """
    if len(text) > LONGEST:
        raise NotationError(f"the line is longer than {LONGEST:,} characters; check it in parts", LONGEST)
    tokens: list[Token] = []
    position, spaced, breaks = 0, False, False
    while position < len(text):
        kind, word = _next(text, position)
        end = position + len(word)
        if kind == "space":
            spaced, breaks = True, breaks or "\n" in word
        else:
            tokens.extend(_written(Token(kind, word, position + 1, spaced, breaks, end + 1)))
            spaced = breaks = False
        position = end
    tokens.append(Token("end", "", len(text) + 1, spaced, breaks, len(text) + 1))
    return tokens


def _written(token: Token) -> tuple[Token, ...]:
    """The token in its one spelling; `key.T` is a name turned on its side, `5²` is `5^2`."""
    if token.text in _POWERS:
        power = token._replace(text="^", spaced=False)
        return (power, Token("number", _POWERS[token.text], token.column, spaced=False, end=token.end))
    if token.kind == "sign":
        return (token._replace(text=_SPELLINGS.get("".join(token.text.split()), token.text)),)
    if token.kind == "name" and token.text.endswith(".T"):
        name = token._replace(text=token.text[:-2], end=token.end - 2)
        return (name, Token("sign", "ᵀ", name.end, spaced=False, end=token.end))
    return (token,)


def _next(text: str, position: int) -> tuple[str, str]:
    match = _TOKEN.match(text, position)
    if match is None:
        # Names may hold any letters (ω, é); only ASCII digits are digits.
        match = _NAME.match(text, position)
        if match is None or any(letter.isdigit() and not letter.isascii() for letter in match.group()):
            raise NotationError(_unknown(text[position]), position + 1)
        return "name", match.group()
    word = match.group()
    if match.lastgroup == "number" and len(word) > LONGEST_NUMBER:
        raise NotationError(f"a number of {len(word):,} characters; {LONGEST_NUMBER} are read at most", position + 1)
    if match.lastgroup == "number" and _PADDED.match(word):
        raise Ambiguous(f"{quote(word)} begins with 0: part of a thousand, or a number? Write it without", position + 1)
    return str(match.lastgroup), word


def _unknown(character: str) -> str:
    if character.isdigit():
        return f"{quote(character)} is not a plain digit; write 0 to 9, and powers as ^2"
    if character == "_":
        return "a number cannot start with _; write it without"
    return f"{quote(character)} has no meaning here"
