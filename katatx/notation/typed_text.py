"""What stands around the numbers of a typed answer: what a program prints, bars of a table, labels, words.

Nothing is left out that may be part of a calculation.
"""

from __future__ import annotations

import re

from katatx.notation.errors import Ambiguous
from katatx.notation.lexer import Token
from katatx.notation.parser import CONSTANTS
from katatx.notation.statements import begins_operand, deeper, ends_operand, without_markup

# Characters of full width as plain ones, and quotation marks as spaces.
_CHARACTERS = {0xFEE0 + code: code for code in range(0x21, 0x7F)} | dict.fromkeys(map(ord, '"“”„«»'), 0x20)
# An option that a program prints after a value, `dtype=float32`; dots of decimals that go on; a quotation mark, and the
# end of a word after it, as in `it's`.
_AROUND = r"""(?x) ,\s*\w+=(?:<[^<>]*>|[^\W\d][\w.]*|'[^']*')(?=\s*[,)])
    | (?:(?<=\.\d)|(?<=\.\d\d)|(?<=\.\d{3})|(?<=\.\d{4}))(?:\.\.+|…)(?!\d)
    | (?<=[^\W\d])['’][a-z]{1,2}\b | (?<!\d)['‘’] | ['‘’](?!\d)"""
# Names of libraries, and what they and Maxima print around a value.
_WRAPPER = r"\b(?:np|numpy|math|torch|jnp)\.(?=[a-z])|\b(?:tensor|[aA]rray|matrix|float\d*|int\d*)(?=\()"
_VERB, _PER_CENT = r"^[^\d=:]*\b(?:is|are)\b(?: about)?(?! not)", r"(?<=\d) ?per ?cent\b"
_INFINITY = r"(?i)(?<![^\W_])inf(?:inity)?\b"
_TABLE_ROW = r"(?:^|(?<=[\n;]))[ \t]*\|[^\n;]*\|[ \t]*(?=$|[\n;])"
# A number, with a minus that does not stand directly after another one.
_ANY_NUMBER = r"(?<![\w.])-?(?:∞|inf(?![^\W_])|oo(?![^\W_]))|(?:(?<![\d)\]])-)?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
# Words that change a number next to them.
_CHANGES = """
billion cubed divided dozen half halves hundred hundredths less million minus mod modulo more multiplied negative no
not of or over percent plus quarter quarters raised root squared tenths than third thirds thousand thousandths times
twice
"""
_CHANGING = frozenset(_CHANGES.split())
# Words that are operations if a number follows, and those after which it is their result.
_OPERATION_WORDS = """
abs absolute adam adamw add amax amin argmax argmin arithmetic attention average bce block cbrt ceil ceiling chop
clamp clip concatenate cos cosh cosine cube cumsum da dense dequantise dequantize deviations diff difference
differences diffs divide dk dot double dq dropout ds dv ema embedding encode erf exp expit fabs factorial ffn floor
fmax fmin gelu glue gqa growth humble hypot inner inverse largest length linear ln log logistic logsumexp lookup lora
lrelu mae magnitude match matches matmul matvec max maximum mean merge middle min minimum mix mlp mse mul multiply neg
nll norm normalize nucleus outer pad patches patchify permute perplexity pool portions pow power prod product project
projection ptp quantise quantize reciprocal relu remainder reorder residual rewrites rint rope rotary rotate round
rsqrt scale scaled scores sgd sgn shares sigmoid sign signum silu sin sine sinh smallest softmax softplus spread sqrt
square std strips subtract sum swiglu swish tame tan tanh total transpose turned var variance velocity worker workers
"""
_OPERATIONS = frozenset(_OPERATION_WORDS.split())
_VERBS = frozenset(("are", "get", "gets", "give", "gives", "is", "was"))


def cleaned(text: str) -> str:
    """Return a text without quotation marks, printed options, bars of tables, and dots after decimals.

    What is left keeps its place.
    """
    text = without_markup(text, bullets=False).translate(_CHARACTERS)
    text = re.sub(_PER_CENT, lambda found: "%".ljust(len(found[0])), text)
    for pattern in (_AROUND, _WRAPPER, _VERB):
        text = re.sub(pattern, lambda found: " " * len(found[0]), text)
    return re.sub(_TABLE_ROW, _cells, re.sub(_INFINITY, lambda found: found[0].lower(), text))


def _cells(row: re.Match[str]) -> str:
    """Return the row of a table with commas for its inner bars, and blank if it has no digits: `|---|---|`."""
    line = row[0]
    first, last = line.index("|"), line.rindex("|")
    cells = line[first + 1 : last].split("|")
    if not any(map(str.isdigit, line)):
        return " " * len(line)
    if len(cells) < 2 or not all(any(map(str.isdigit, cell)) for cell in cells):
        return line
    return f"{line[:first]} {','.join(cells)} {line[last + 1 :]}"


def without_labels(tokens: list[Token], several: bool = False) -> list[Token]:
    """Return the tokens without each `=`, `≈` or `:` outside brackets and what is before it: `x = 11` gives 11.

    What is before it begins after the last comma or semicolon outside brackets, so that `a = 1, b = 2` gives 1, 2. With
    `several`, the number after a label is kept before the next: `a: 1 b: 2`. Raise Ambiguous for a colon without a name
    before it.
    """
    made: list[Token] = []
    begins = depth = 0
    labelled = False
    for token in tokens:
        depth = deeper(depth, token)
        if depth == 0 and (token.kind == "rel" or token.text == ":"):
            if token.text == ":" and not any(each.kind == "name" for each in made[begins:]):
                question = "does the colon between two numbers mean a ratio or a division?"
                raise Ambiguous(f"{question} Write / to divide, or the result", token.column)
            del made[begins:]
            labelled = several
            continue
        ended = bool(made) and made[-1].kind != "name" and ends_operand(made[-1])
        if labelled and token.kind == "name" and token.spaced and ended:
            begins = len(made)
        made.append(token)
        if depth == 0 and token.text in (",", ";") and token.kind == "sign":
            begins, labelled = len(made), False
    return made


def numbers_alone(tokens: list[Token]) -> list[Token]:
    """Return an answer's tokens without labels and words, with a minus for the word before a number.

    Words that say how to calculate, such as `sqrt` and `million`, stay. So does a letter beside a number, as in `2 x`.
    """
    made: list[Token] = []
    words: list[Token] = []
    for word in without_labels(tokens, several=True):
        is_minus = word.kind == "name" and word.text.lower() in ("minus", "negative")
        token = word._replace(kind="sign", text="-") if is_minus else word
        if token.kind == "name" and token.text not in CONSTANTS:
            words.append(token)
            continue
        if not _says_nothing(words, made[-1] if made else tokens[-1], token):
            made += words
        if made or token.text not in (",", ";"):
            made.append(token._replace(spaced=token.spaced or bool(words)))
        words = []
    while len(made) > 1 and made[-2].text in (",", ";"):
        del made[-2]
    return made


def _says_nothing(words: list[Token], before: Token, after: Token) -> bool:
    """Return whether the words between two tokens are none that change a number or calculate with it."""
    joined, followed = ends_operand(before), begins_operand([after], 0)
    texts = {word.text.lower() for word in words}
    calculates = followed and texts & _OPERATIONS and words[-1].text.lower() not in _VERBS
    if not words or not all(map(str.isalpha, texts)) or texts & _CHANGING or calculates:
        return False
    tight = (joined and not words[0].spaced) or (after.text in ("(", "[") and not after.spaced)
    letter = (joined and len(words[0].text) == 1) or (followed and len(words[-1].text) == 1)
    return not (tight or letter)


def all_numbers(text: str) -> list[str] | None:
    """Return every number in a text, whatever stands between them; None if a word such as `half` changes one."""
    text = cleaned(text).replace("−", "-")
    if _CHANGING & {word.lower() for word in re.findall(r"[^\W\d_]+", text)}:
        return None
    return re.findall(_ANY_NUMBER, text)
