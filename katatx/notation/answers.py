"""Read a typed answer into numbers, knowing what shape is asked, or ask what was meant.

An answer is read in every way its commas, spaces and points allow. The readings that have the asked
shape decide: where they all come to the same numbers it is read so, where two differ it gets a
question that names both. `7,425,000` is one number where one is asked, `1,2` a row of two where two are.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from katatx.notation.errors import Ambiguous, Difference, NotationError
from katatx.notation.expressions import Reader
from katatx.notation.statements import deeper, prepared
from katatx.notation.syntax import Listing, Node
from katatx.notation.tokens import LONGEST, UNITS, Dialect, Token, dialect_of, tokenize
from katatx.notation.typed_numbers import is_written, laid_out, typed_number
from scoring.answer import Answer
from scoring.shapes import Shape, describe, same_shape

LONGEST_ANSWER = LONGEST

_DIFFERENCE = "a minus between two numbers: a difference or two numbers? Write the result, or a comma between two"
_COMMA = "a comma between digits: a decimal comma or two numbers? Write 0.5, or put a space after the comma"
_POINTS = "points and commas in one number: which is the decimal point? Write only that one"
_THOUSANDS = "a comma before three digits: thousands or two numbers? Write 1000, or put a comma and a space between two"
_SPACED = "a space before three digits: thousands or two numbers? Write 1000, or put a comma and a space between two"
_POINT_GROUP = re.compile(r"[1-9]\d{0,2}\.\d{3}")


class _Way(NamedTuple):
    """One way to read an answer's commas and spaces."""

    grouped: bool = False  # 5,000 is five thousand
    spaced: bool = False  # 5 000 is five thousand
    decimal: bool = False  # 0,5 is a half


_WAYS = (_Way(), _Way(grouped=True), _Way(spaced=True), _Way(decimal=True), _Way(spaced=True, decimal=True))


def read_answer(text: str, asked: Shape | None = None) -> Answer:
    r"""Return the numbers in a typed answer, with the places each was written to.

    Reads what an expression may hold as far as it is numbers: `0.5`, `−2`, `1/2`, `√2`, `e^4`, `50 %`,
    `$1,000.99`, `1.41*10^-3`, `\\frac{1}{2}`, `(9+1)`, rows with spaces or commas, grids as `[1 2; 3 4]`,
    `[[1, 2], [3, 4]]` or one row a line, each with or without a name and `=` before it. `asked` is the shape
    that is wanted; None reads only what has one reading in any.

    Raises NotationError, with the column and the question to answer, for anything that cannot be read
    or has two readings.
    """
    if len(text) > LONGEST_ANSWER:
        raise NotationError(
            f"an answer of {len(text):,} characters; {LONGEST_ANSWER:,} are read at most", LONGEST_ANSWER
        )
    if not text.strip():
        raise NotationError("nothing typed; write a number", 1)
    dialect = dialect_of(text)
    tokens = _without_names(_tokens(text, dialect))
    if not tokens or tokens[0].kind == "end":
        raise NotationError("nothing typed; write a number", 1)
    if asked is None:
        return _only_reading(tokens, dialect)
    found = _in_shape(tokens, dialect, asked)
    if found is not None:
        return found._replace(shape=asked)
    answer = _only_reading(tokens, dialect)
    if asked == () and len(answer.numbers) > 1 and _has_decimal_comma(tokens):
        raise Ambiguous(_COMMA, 1)
    return answer


def read_written(tokens: list[Token], dialect: Dialect, asked: Shape) -> Answer | None:
    """Return one side of a claim as written numbers of a shape; None where there is something to work out.

    Raises Ambiguous where the numbers have two readings.
    """
    end = tokens[-1].end
    tokens = [*tokens, Token("end", "", end, spaced=False, end=end)]
    if not _is_all_written(tokens, dialect):
        return None
    try:
        found = _in_shape(tokens, dialect, asked) or _only_reading(tokens, dialect)
    except Difference:
        return None
    except Ambiguous:
        if any(token.kind in ("name", "function", "method") for token in tokens):
            return None  # the calculation is read as one, and asks for itself
        raise
    except NotationError:
        return None
    return found


def _is_all_written(tokens: list[Token], dialect: Dialect) -> bool:
    """Return whether numbers stand side by side, with nothing to work out."""
    try:
        _, nodes = laid_out(_parsed(tokens, dialect, _Way(), mixed=False), tokens[0].column)
    except Ambiguous:
        return True  # asks what is meant
    except NotationError:
        return False
    return all(map(is_written, nodes))


def _in_shape(tokens: list[Token], dialect: Dialect, asked: Shape) -> Answer | None:
    """Return the one reading of the asked shape; None where there is none.

    Raises Ambiguous, naming both, where two differ.
    """
    found = [answer for answer in _readings(tokens, dialect, asked, _WAYS[:3]) if same_shape(answer.shape, asked)]
    if not found:  # a decimal comma is nobody's notation here, but may be the only reading
        found = [answer for answer in _readings(tokens, dialect, asked, _WAYS[3:]) if same_shape(answer.shape, asked)]
    different = list({tuple(number.value for number in answer.numbers): answer for answer in found}.values())
    if len(different) > 1:
        ways = " or ".join(_written(answer) for answer in different[:2])
        raise Ambiguous(f"this reads as {ways}? Write the one you mean with points and spaces", tokens[0].column)
    return different[0] if different else None


def _tokens(text: str, dialect: Dialect) -> list[Token]:
    """Return the tokens of an answer; where a line ends, a row does."""
    made: list[Token] = []
    depth = 0
    for token in tokenize(prepared(text, bullets=False), dialect):
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
        raise NotationError(
            "a comma with no number behind it; write the next number, or leave the comma out", made[-2].column
        )
    return made


def _without_names(tokens: list[Token]) -> list[Token]:
    """Return the tokens without what stands before each `=`: `x = 11`, `a = 1, b = 2`, `≈ 0.5`."""
    made: list[Token] = []
    begins = depth = 0
    for token in tokens:
        depth = deeper(depth, token)
        if depth == 0 and token.kind == "sign" and token.text in ("=", "==", "≈", ":"):
            if token.text == ":" and not any(each.kind == "name" for each in made[begins:]):
                raise Ambiguous("a colon between numbers: a ratio or a division? Write / or the result", token.column)
            del made[begins:]
            continue
        made.append(token)
        if depth == 0 and token.text in (",", ";") and token.kind == "sign":
            begins = len(made)
    return made


def _only_reading(tokens: list[Token], dialect: Dialect) -> Answer:
    """Return the answer as any reader of the page would read it, or ask."""
    _refuse_two_readings(tokens)
    plain = _read(tokens, dialect, _Way())
    difference = _difference_in(tokens)
    if difference is not None:
        raise Difference(_DIFFERENCE, difference)
    return plain


def _refuse_two_readings(tokens: list[Token]) -> None:
    """Ask where digits, commas and spaces may be one number or several."""
    reader = Reader(tokens)
    opened = [0]  # where each open bracket begins
    looked_at: set[int] = set()
    for index, token in enumerate(tokens[:-1]):
        if token.kind == "sign" and token.text in ("(", "["):
            opened.append(index)
        elif token.kind == "sign" and token.text in (")", "]") and len(opened) > 1:
            opened.pop()
        comma, after = tokens[index + 1], tokens[min(index + 2, len(tokens) - 1)]
        if token.kind != "number":
            continue
        if comma.text == "," and not comma.spaced and after.kind == "number" and not after.spaced:
            groups = reader.group_count(index)
            if _POINT_GROUP.fullmatch(token.text) and len(opened) == 1:
                raise Ambiguous(_POINTS, token.column)
            if groups and (len(opened) == 1 or after.text.startswith("0")):
                raise Ambiguous(_THOUSANDS, token.column)
            if opened[-1] in looked_at or not (token.text.isdigit() and after.text.isdigit()):
                continue
            looked_at.add(opened[-1])
            if _may_be_decimal(_bracket_around(tokens, index), len(opened) - 1):
                raise Ambiguous(_COMMA, token.column)
        if _is_spaced_group(tokens, index) and comma.text.startswith("0"):
            raise Ambiguous(_SPACED, token.column)


def _bracket_around(tokens: list[Token], index: int) -> list[Token]:
    """Return what stands in the innermost brackets around a token, or in no brackets."""
    start = end = index
    depth = 0
    while start > 0 and depth >= 0:
        start -= 1
        depth += (tokens[start].text in (")", "]")) - (tokens[start].text in ("(", "["))
    depth = 0
    while end < len(tokens) - 1 and depth >= 0:
        end += 1
        depth += (tokens[end].text in ("(", "[")) - (tokens[end].text in (")", "]"))
    return tokens[start + (depth < 0) : end]


def _may_be_decimal(tokens: list[Token], depth: int) -> bool:
    """Return whether commas may be decimal: a lone one, or where spaces or semicolons divide."""
    commas = [at for at, token in enumerate(tokens) if token.text == ","]
    if any(tokens[at + 1].spaced for at in commas if at + 1 < len(tokens)):
        return False
    divided = any(
        token.text == ";" or (token.kind == before.kind == "number" and token.spaced)
        for before, token in itertools.pairwise(tokens)
    )
    return divided or (len(commas) == 1 and depth == 0)


def _is_spaced_group(tokens: list[Token], index: int) -> bool:
    """Return whether a number of up to three digits and, after a space, one of three stand here: `1 000`."""
    first, second = tokens[index], tokens[index + 1]
    begins = first.kind == "number" and first.text.isdigit() and len(first.text) <= 3 and first.text[0] != "0"
    return begins and _is_group(second)


def _is_group(token: Token) -> bool:
    """Return whether a number of three digits, and decimals if it likes, stands here after a space."""
    whole = token.text.partition(".")[0]
    return token.kind == "number" and token.spaced and not token.breaks and whole.isdigit() and len(whole) == 3


def _has_decimal_comma(tokens: list[Token]) -> bool:
    return any(
        token.kind == "number" and comma.text == "," and after.kind == "number" and not (comma.spaced or after.spaced)
        for token, comma, after in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )


def _difference_in(tokens: list[Token]) -> int | None:
    """Return the column of a minus between two plain numbers outside brackets, None where there is none."""
    depth = 0
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        depth = deeper(depth, before)
        if token.text == "-" and before.kind == after.kind == "number" and token.spaced == after.spaced:
            return token.column
    return None


def _readings(tokens: list[Token], dialect: Dialect, asked: Shape, ways: tuple[_Way, ...]) -> Iterator[Answer]:
    """Give the answer as it reads in each of some ways."""
    for way in ways:
        changed = _in_way(tokens, way)
        if changed is None:
            continue
        try:
            answer = _read(changed, dialect, way, mixed=asked == ())
        except NotationError:
            continue
        if way.decimal and len(answer.numbers) == 1:
            continue  # `0,5` alone is asked about
        yield answer


def _in_way(tokens: list[Token], way: _Way) -> list[Token] | None:
    """Return the tokens with spaces and decimal commas taken this way; None where there are none to take."""
    made = list(tokens)
    if way.spaced:
        made = _joined(made)
        if len(made) == len(tokens):
            return None
    if way.decimal:
        before = len(made)
        made = _with_points(made)
        if len(made) == before or any(token.text == "," for token in made):
            return None
    if way.grouped and not _has_decimal_comma(tokens):
        return None
    return made


def _joined(tokens: list[Token]) -> list[Token]:
    """Return the tokens with digits in threes, set apart by spaces, made one number."""
    made: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        joined = index + 1 < len(tokens) and _is_spaced_group(tokens, index)
        while joined:
            following = tokens[index + 1]
            token = token._replace(text=token.text + following.text, end=following.end)
            index += 1
            # The next group stands behind a number of up to three digits as the first did.
            joined = index + 1 < len(tokens) and "." not in token.text and _is_group(tokens[index + 1])
        made.append(token)
        index += 1
    return made


def _with_points(tokens: list[Token]) -> list[Token]:
    """Return the tokens with `0,5` made 0.5."""
    made: list[Token] = []
    index = 0
    while index < len(tokens):
        token, rest = tokens[index], tokens[index + 1 : index + 3]
        decimal = len(rest) == 2 and rest[0].text == "," and not rest[0].spaced and rest[1].kind == "number"
        if (
            token.kind == "number"
            and decimal
            and not rest[1].spaced
            and token.text.isdigit()
            and rest[1].text.isdigit()
        ):
            made.append(token._replace(text=f"{token.text}.{rest[1].text}", end=rest[1].end))
            index += 3
        else:
            made.append(token)
            index += 1
    return made


def _read(tokens: list[Token], dialect: Dialect, way: _Way, mixed: bool = True) -> Answer:
    """Return the answer that tokens stand for, read one way."""
    shape, nodes = laid_out(_parsed(tokens, dialect, way, mixed), tokens[0].column)
    return Answer(tuple(map(typed_number, nodes)), shape)


def _parsed(tokens: list[Token], dialect: Dialect, way: _Way, mixed: bool) -> Node:
    end = tokens[-1]
    around = end._replace(kind="sign", text="]", spaced=False, breaks=False)
    opening = Token("sign", "[", tokens[0].column, spaced=False, end=tokens[0].column)
    reader = Reader([opening, *tokens[:-1], around, end], dialect, way.grouped)
    reader.asks_mixed = mixed
    return _unwrapped(reader.whole())


def _unwrapped(node: Node) -> Node:
    """Return what stands inside the brackets that were put around."""
    return node.items[0] if isinstance(node, Listing) and len(node.items) == 1 else node


def _written(answer: Answer) -> str:
    numbers = ", ".join(f"{number.value:.12g}" for number in answer.numbers[:4])
    return f"{numbers} ({describe(answer.shape)})"
