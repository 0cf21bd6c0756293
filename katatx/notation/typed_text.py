"""What stands around the numbers of a typed answer: what a program prints, labels, quotation marks."""

from __future__ import annotations

import re

from katatx.notation.errors import Ambiguous
from katatx.notation.lexer import Token
from katatx.notation.statements import deeper, without_markup

# Characters of full width as plain ones, and quotation marks as spaces.
_CHARACTERS = {0xFEE0 + code: code for code in range(0x21, 0x7F)} | dict.fromkeys(map(ord, '"“”„«»'), 0x20)
# An option that a program prints after a value, `dtype=float32`; dots of decimals that go on; a quotation mark, and the
# end of a word after it, as in `it's`.
_AROUND = r"""(?x) ,\s*\w+=(?:<[^<>]*>|[^\W\d][\w.]*|'[^']*')(?=\s*[,)])
    | (?:(?<=\.\d)|(?<=\.\d\d)|(?<=\.\d{3})|(?<=\.\d{4}))(?:\.\.+|…)(?!\d)
    | (?<=[^\W\d])['’][a-z]{1,2}\b | (?<!\d)['‘’] | ['‘’](?!\d)"""
# Names of libraries, and what they and Maxima print around a value.
_WRAPPER = r"\b(?:np|numpy|math|torch|jnp)\.(?=[a-z])|\b(?:tensor|[aA]rray|matrix|float\d*|int\d*)(?=\()"
_PER_CENT = r"(?<=\d) ?per ?cent\b"
_INFINITY = r"(?i)(?<![^\W_])inf(?:inity)?\b"
# A number, with a minus that does not stand directly after another one.
_ANY_NUMBER = r"(?<![\w.])-?(?:∞|inf(?![^\W_])|oo(?![^\W_]))|(?:(?<![\d)\]])-)?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
# Words that change a number next to them.
_CHANGES = """
billion cubed divided dozen half halves hundred hundredths less million minus mod modulo more multiplied negative no
not of or over percent plus quarter quarters raised root squared tenths than third thirds thousand thousandths times
twice
"""
_CHANGING = frozenset(_CHANGES.split())


def cleaned(text: str) -> str:
    """Return a text without quotation marks, printed options, and dots after decimals; the rest keeps its place."""
    text = without_markup(text, bullets=False).translate(_CHARACTERS)
    text = re.sub(_PER_CENT, lambda found: "%".ljust(len(found[0])), text)
    for pattern in (_AROUND, _WRAPPER):
        text = re.sub(pattern, lambda found: " " * len(found[0]), text)
    return re.sub(_INFINITY, lambda found: found[0].lower(), text)


def without_labels(tokens: list[Token]) -> list[Token]:
    """Return the tokens without each `=`, `≈` or `:` outside brackets and what is before it: `x = 11` gives 11.

    What is before it begins after the last comma or semicolon outside brackets, so that `a = 1, b = 2` gives 1, 2.
    Raise Ambiguous for a colon without a name before it.
    """
    made: list[Token] = []
    begins = depth = 0
    for token in tokens:
        depth = deeper(depth, token)
        if depth == 0 and (token.kind == "rel" or token.text == ":"):
            if token.text == ":" and not any(each.kind == "name" for each in made[begins:]):
                question = "does the colon between two numbers mean a ratio or a division?"
                raise Ambiguous(f"{question} Write / to divide, or the result", token.column)
            del made[begins:]
            continue
        made.append(token)
        if depth == 0 and token.text in (",", ";"):
            begins = len(made)
    return made


def all_numbers(text: str) -> list[str] | None:
    """Return every number in a text, whatever stands between them; None if a word such as `half` changes one."""
    text = cleaned(text).replace("−", "-")
    if _CHANGING & {word.lower() for word in re.findall(r"[^\W\d_]+", text)}:
        return None
    return re.findall(_ANY_NUMBER, text)
