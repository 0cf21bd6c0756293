"""Reading typed answers, given the shape that is asked for.

An answer is read with every possible meaning of its commas, spaces and points. Each such **interpretation** that can be
parsed gives a **reading**: the numbers and their shape. The readings of the asked shape decide: if they all give the
same numbers, those are taken; if two differ, an error asks which is meant. `7,425,000` is one number if one number is
asked for, `1,2` is a row if two are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from math import prod

from katatx.notation.errors import Ambiguous, Difference, NotationError
from katatx.notation.latex import tokens_of
from katatx.notation.lexer import LONGEST, UNITS, Token, settled, tokenize
from katatx.notation.parser import Parser
from katatx.notation.quoting import quote
from katatx.notation.statements import deeper
from katatx.notation.syntax import Listing, Node
from katatx.notation.typed_numbers import is_written, shape_and_numbers, typed_number
from katatx.notation.typed_text import all_numbers, cleaned, without_labels
from scoring.answer import Answer, TypedNumber
from scoring.shapes import Shape, describe, same_shape

LONGEST_ANSWER = LONGEST

_DIFFERENCE = (
    "is the minus a subtraction or the sign of a second number? Write the result, or a comma between two numbers"
)
# Numbers as other countries write them: 5,000 and 5 000 for 5000; 0,5 and 1.000,5 with a comma for decimals.
_GROUPED = r"(?<![\w.])[1-9]\d{0,2}(?:,\d{3})++(?!\d|,\d)"
_SPACED = r"(?<![\w.])[1-9]\d{0,2}(?: \d{3})++(?!\d)"
_DECIMAL = r"(?<![\w.,√/*·^])(?:[1-9]\d{0,2}(?:\.\d{3})++|\d++),\d++(?![\d.,kKMB/^]|[*·](?!10))"
# Each interpretation of an answer's commas and spaces: the numbers that they are part of. Decimal commas come last.
_WHOLE: tuple[tuple[str, ...], ...] = ((), (_GROUPED,), (_SPACED,))
_DECIMALS = ((_DECIMAL,), (_SPACED, _DECIMAL))
# A group of digits that is no number of its own, and brackets around a single number.
_PADDED = r"[ ,]0\d\d"
_LONE = r"[\[(]\s*[-+]?[\d.]+\s*[\])]"


def read_answer(text: str, asked: Shape | None = None) -> Answer:
    r"""Return the numbers in a typed answer, with the decimals each was written to.

    Accepts numeric expressions: `0.5`, `−2`, `1/2`, `√2`, `e^4`, `50 %`, `$1,000.99`, `1.41*10^-3`, `\frac{1}{2}`,
    `(9+1)`, rows with spaces or commas, and grids as `[1 2; 3 4]`, `[[1, 2], [3, 4]]` or one row a line, each with or
    without a name and `=` before it. `asked` is the expected shape; with None, only text with a single reading is
    accepted. Axes of length 1 are ignored when shapes are compared. If no reading has the asked shape, the answer is
    returned in the shape that it has: compare its `shape`.

    Raise NotationError, with the column, if the text is empty, over 5,000 characters or cannot be read. Raise its
    subclass Ambiguous, with a question, if it has two readings.
    """
    if len(text) > LONGEST_ANSWER:
        most = f"and at most {LONGEST_ANSWER:,} are allowed; write only its numbers"
        raise NotationError(f"the answer has {len(text):,} characters, {most}", LONGEST_ANSWER)
    if not text.strip():
        raise NotationError("nothing typed; write a number", 1)
    text = cleaned(text)
    tokens = without_labels(_tokens(text))
    if tokens[0].kind == "end":
        raise NotationError(f"nothing stands after {quote(text.strip())}; write the number there", 1)
    if asked is None:
        return _only_reading(tokens)
    found = _in_shape(tokens, asked)
    return found._replace(shape=asked) if found else _only_reading(tokens)


def read_written(tokens: list[Token], asked: Shape) -> Answer | None:
    """Return one side of a claim as written numbers, in the shape `asked` if they can be read so, else in their own.

    `tokens`, at least one, have no end token. Axes of length 1 are ignored, so that the answer's shape may differ from
    `asked` in them. The result is None if the side is something to calculate or cannot be read as numbers. Raise
    Ambiguous if the numbers have two readings and no name is among them.
    """
    end = tokens[-1].end
    tokens = [*tokens, Token("end", "", end, spaced=False, end=end)]
    try:
        _, nodes = shape_and_numbers(_parsed(settled(tokens, "items"), mixed=False), tokens[0].column)
    except Ambiguous:
        nodes = []  # asked about below
    except NotationError:
        return None
    try:
        return (_in_shape(tokens, asked) or _only_reading(tokens)) if all(map(is_written, nodes)) else None
    except NotationError as error:
        has_name = any(token.kind == "name" for token in tokens)  # parsing it as a calculation asks
        if isinstance(error, Ambiguous) and not isinstance(error, Difference) and not has_name:
            raise
        return None


def _in_shape(tokens: list[Token], asked: Shape) -> Answer | None:
    """Return the one reading of the shape `asked`, ignoring axes of length 1; None if there is none."""
    whole, decimals = (
        [answer for answer in _readings(tokens, asked, ways) if same_shape(answer.shape, asked)]
        for ways in (_WHOLE, _DECIMALS)
    )
    _refuse_different(whole or decimals, tokens)
    if not whole:
        return decimals[0] if decimals else None
    return whole[0]._replace(other=decimals[0].numbers if decimals else ())


def _refuse_different(readings: list[Answer], tokens: list[Token]) -> None:
    """Raise Ambiguous if two of the readings of an answer have different numbers."""
    different = list({tuple(number.value for number in answer.numbers): answer for answer in readings}.values())
    if len(different) > 1:
        ways = " or ".join(
            f"{', '.join(f'{number.value:.12g}' for number in answer.numbers[:4])} ({describe(answer.shape)})"
            for answer in different[:2]
        )
        either = "Write it with decimal points, and a comma and a space between numbers"
        raise Ambiguous(f"this can be read as {ways}: which is meant? {either}", tokens[0].column)


def read_loosely(text: str, asked: Shape) -> Answer | None:
    """Return all numbers in a text in the asked shape, whatever else it says; None if there are not as many.

    Such a reading may be wrong, so that it should only count where it is right.
    """
    found = all_numbers(text)
    if found is None or len(found) != prod(asked) or len(text) > LONGEST_ANSWER:
        return None
    values = (float(each.replace("∞", "inf").replace("oo", "inf")) for each in found)
    places = (len(each.partition(".")[2]) if re.fullmatch(r"[-\d.]*\d", each) else None for each in found)
    return Answer(tuple(map(TypedNumber, found, values, places)), asked)


def _tokens(text: str) -> list[Token]:
    """Return the tokens of an answer, `end` last, with a semicolon where lines break outside brackets."""
    made: list[Token] = []
    depth = 0
    for token in tokens_of(text)[0]:
        if token.kind == "name" and token.text in UNITS and made and made[-1].kind == "number" and len(made) == 1:
            made[-1] = made[-1]._replace(text=made[-1].text + token.text, end=token.end)  # `355 M`
            continue
        if token.breaks and depth == 0 and made and token.kind != "end" and made[-1].text not in (",", ";"):
            made.append(token._replace(kind="sign", text=";", end=token.column))
        depth = deeper(depth, token)
        made.append(token)
    while len(made) > 1 and made[-2].text == ";":
        del made[-2]
    if len(made) > 1 and made[-2].text == "," and made[-2].kind == "sign":
        problem = "a comma without a number after it; write the next number, or leave the comma out"
        raise NotationError(problem, made[-2].column)
    return made


def _only_reading(tokens: list[Token]) -> Answer:
    """Return the answer without knowledge of the shape that is asked for."""
    plain = _read(settled(tokens, "items"))
    _refuse_different([plain, *_readings(tokens, None, (*_WHOLE[1:], *_DECIMALS))], tokens)
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.text == "-" and before.kind == after.kind == "number" and token.spaced == after.spaced:
            raise Difference(_DIFFERENCE, token.column)
    return plain


def _readings(tokens: list[Token], asked: Shape | None, ways: tuple[tuple[str, ...], ...]) -> Iterator[Answer]:
    """Yield the answer as read in each of the interpretations in `ways` that apply and can be parsed."""
    written = "".join(("\n" if token.breaks else " " * token.spaced) + _as_typed(token) for token in tokens)
    for way in ways:
        text, counts = written, list[int]()
        for pattern in way:
            text, count = re.subn(pattern, _joined, text)
            counts.append(count)
        if all(counts) and (not way or _is_likely(way, written, text, asked)):
            with suppress(NotationError):
                yield _read(settled(tokenize(text) if way else tokens, "items"), mixed=asked in ((), None))


def _as_typed(token: Token) -> str:
    """Return the text of a token, of a number with its commas."""
    unit = token.text[-1] if token.parts and token.text[-1] in UNITS else ""
    return ",".join(token.parts) + unit if token.parts else token.text


def _joined(number: re.Match[str]) -> str:
    """Return the digits of a number with separators, with a point for a decimal comma."""
    if number.re.pattern == _DECIMAL:
        return number[0].replace(".", "").replace(",", ".")
    return number[0].replace(",", "").replace(" ", "")


def _is_likely(way: tuple[str, ...], written: str, text: str, asked: Shape | None) -> bool:
    """Return whether an interpretation that makes `text` of what is written is one that the writer may have meant."""
    padded, lone = re.search(_PADDED, written), re.search(_LONE, text)
    if _DECIMAL in way:
        return "," not in text and not (lone and asked in ((), None))
    if _SPACED in way:
        return asked is not None or padded is not None
    return bool(padded) or not lone or (asked == () and written.count(",") == 1)


def _read(tokens: list[Token], mixed: bool = True) -> Answer:
    """Return the answer that the tokens stand for, with each comma and space between numbers."""
    shape, nodes = shape_and_numbers(_parsed(tokens, mixed), tokens[0].column)
    return Answer(tuple(map(typed_number, nodes)), shape)


def _parsed(tokens: list[Token], mixed: bool) -> Node:
    """Return the node of tokens parsed as the items of a list, with each comma between two of them."""
    end = tokens[-1]
    around = end._replace(kind="sign", text="]", spaced=False, breaks=False)
    opening = Token("sign", "[", tokens[0].column, spaced=False, end=tokens[0].column)
    parser = Parser([opening, *tokens[:-1], around, end])
    parser.asks_mixed, parser.round_lists = mixed, True
    node = parser.whole()
    return node.items[0] if isinstance(node, Listing) and len(node.items) == 1 else node
