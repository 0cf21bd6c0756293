"""Reading typed answers, given the shape that is asked for.

An answer is read with every possible meaning of its commas, spaces and points. Each such **interpretation** that can be
parsed gives a **reading**: the numbers and their shape. The readings of the asked shape decide: if they all give the
same numbers, those are taken; if two differ, an error asks which is meant. `7,425,000` is one number if one number is
asked for, `1,2` is a row if two are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from katatx.notation.errors import Ambiguous, Difference, NotationError
from katatx.notation.expressions import POINT_GROUP, TOO_DEEP, Reader
from katatx.notation.quoting import quote
from katatx.notation.statements import deeper, without_markup
from katatx.notation.syntax import Listing, Node
from katatx.notation.tokens import LONGEST, UNITS, Dialect, Token, dialect_of, tokenize
from katatx.notation.typed_numbers import is_written, shape_and_numbers, typed_number
from scoring.answer import Answer
from scoring.shapes import Shape, describe, same_shape

LONGEST_ANSWER = LONGEST

_DIFFERENCE = (
    "is the minus a subtraction or the sign of a second number? Write the result, or a comma between two numbers"
)
_COMMA = "does the comma mark decimals or separate two numbers? Write 0.5, or put a space after the comma"
_POINTS = (
    "has both a point and a comma: one number or two? Write 1000.5 for one, or put a space after the comma for two"
)
_THOUSANDS = "mark thousands or separate two numbers? Write 1000, or put a comma and a space between two"
_SPACED = "one number or two? Write 1000, or put a comma and a space between two"


class _Interpretation(NamedTuple):
    """One interpretation of an answer's commas and spaces: which of them are part of a number."""

    grouped: bool = False  # 5,000 means 5000
    spaced: bool = False  # 5 000 means 5000
    decimal: bool = False  # 0,5 means 0.5


_INTERPRETATIONS = (
    _Interpretation(),
    _Interpretation(grouped=True),
    _Interpretation(spaced=True),
    _Interpretation(decimal=True),
    _Interpretation(spaced=True, decimal=True),
)


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
        raise NotationError(
            f"the answer has {len(text):,} characters, and at most {LONGEST_ANSWER:,} are allowed; write only its "
            "numbers",
            LONGEST_ANSWER,
        )
    if not text.strip():
        raise NotationError("nothing typed; write a number", 1)
    dialect = dialect_of(text)
    tokens = _without_names(_tokens(text, dialect))
    if not tokens or tokens[0].kind == "end":
        raise NotationError(f"nothing stands after {quote(text.strip())}; write the number there", 1)
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
    """Return one side of a claim as written numbers, in the shape `asked` if they can be read so, else in their own.

    `tokens`, at least one, have no end token. Axes of length 1 are ignored, so that the answer's shape may differ from
    `asked` in them. The result is None if the side is something to calculate or cannot be read as numbers. Raise
    Ambiguous if the numbers have two readings and no name is among them.
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
            return None  # parsing it as a calculation reports the ambiguity
        raise
    except NotationError:
        return None
    return found


def _is_all_written(tokens: list[Token], dialect: Dialect) -> bool:
    """Return whether the tokens are only numbers, with nothing to calculate; also True if they have two readings."""
    try:
        _, nodes = shape_and_numbers(_parsed(tokens, dialect, _Interpretation(), mixed=False), tokens[0].column)
    except Ambiguous:
        return True  # the caller reports the ambiguity
    except (NotationError, RecursionError):
        return False
    return all(map(is_written, nodes))


def _in_shape(tokens: list[Token], dialect: Dialect, asked: Shape) -> Answer | None:
    """Return the one reading of the shape `asked`, ignoring axes of length 1; None if there is none.

    Decimal commas (`0,5`) are read only if there is none without. Raise Ambiguous if two readings of that shape have
    different numbers.
    """
    found = [
        answer for answer in _readings(tokens, dialect, asked, _INTERPRETATIONS[:3]) if same_shape(answer.shape, asked)
    ]
    if not found:  # decimal commas are tried last
        found = [
            answer
            for answer in _readings(tokens, dialect, asked, _INTERPRETATIONS[3:])
            if same_shape(answer.shape, asked)
        ]
    different = list({tuple(number.value for number in answer.numbers): answer for answer in found}.values())
    if len(different) > 1:
        ways = " or ".join(_written(answer) for answer in different[:2])
        raise Ambiguous(
            f"this can be read as {ways}: which is meant? Write it with decimal points, and a comma and a space "
            "between numbers",
            tokens[0].column,
        )
    return different[0] if different else None


def _tokens(text: str, dialect: Dialect) -> list[Token]:
    """Return the tokens of an answer, `end` last, with a semicolon where lines break outside brackets.

    Several breaks in a row add one; a break at either end, or after a comma or semicolon, adds none. Semicolons that
    end the answer are dropped. A unit after a space is joined to a number that is the first token: `355 M`, not
    `-355 M`. Raise NotationError for what cannot be read, and if a comma ends the answer; Ambiguous for what has two
    meanings.
    """
    made: list[Token] = []
    depth = 0
    for token in tokenize(without_markup(text, bullets=False), dialect):
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
            "a comma without a number after it; write the next number, or leave the comma out", made[-2].column
        )
    return made


def _without_names(tokens: list[Token]) -> list[Token]:
    """Return the tokens without each `=`, `≈` or `:` outside brackets and what is before it: `x = 11` gives 11.

    What is before it begins after the last comma or semicolon outside brackets, so that `a = 1, b = 2` gives 1, 2.
    Raise Ambiguous for a colon without a name before it.
    """
    made: list[Token] = []
    begins = depth = 0
    for token in tokens:
        depth = deeper(depth, token)
        if depth == 0 and token.kind == "sign" and token.text in ("=", "==", "≈", ":"):
            if token.text == ":" and not any(each.kind == "name" for each in made[begins:]):
                raise Ambiguous(
                    "does the colon between two numbers mean a ratio or a division? Write / to divide, or the result",
                    token.column,
                )
            del made[begins:]
            continue
        made.append(token)
        if depth == 0 and token.text in (",", ";") and token.kind == "sign":
            begins = len(made)
    return made


def _only_reading(tokens: list[Token], dialect: Dialect) -> Answer:
    """Return the answer without knowledge of the shape that is asked for.

    Raise Ambiguous if it has two readings (its subclass Difference for `3 - 5`); NotationError if it has none.
    """
    _refuse_two_readings(tokens)
    plain = _read(tokens, dialect, _Interpretation())
    difference = _difference_in(tokens)
    if difference is not None:
        raise Difference(_DIFFERENCE, difference)
    return plain


def _refuse_two_readings(tokens: list[Token]) -> None:
    """Raise Ambiguous where digits, commas and spaces may be one number or several."""
    reader = Reader(tokens)
    brackets = _brackets(tokens)
    for index, token in enumerate(tokens[:-1]):
        comma, after = tokens[index + 1], tokens[min(index + 2, len(tokens) - 1)]
        if token.kind != "number":
            continue
        if comma.text == "," and not comma.spaced and after.kind == "number" and not after.spaced:
            groups = reader.group_count(index)
            bracket = brackets[index]
            if POINT_GROUP.fullmatch(token.text) and bracket.depth == 0:
                raise Ambiguous(f'"{token.text},{after.text}" {_POINTS}', token.column)
            if groups and (bracket.depth == 0 or after.text.startswith("0")):
                raise Ambiguous(f'does the comma in "{token.text},{after.text}" {_THOUSANDS}', token.column)
            if token.text.isdigit() and after.text.isdigit() and bracket.may_be_decimal:
                raise Ambiguous(_COMMA, token.column)
        if _is_spaced_group(tokens, index) and comma.text.startswith("0"):
            raise Ambiguous(f'is "{token.text} {comma.text}" {_SPACED}', token.column)


@dataclass(slots=True)
class _Bracket:
    """The separators between the numbers in a pair of brackets, or in the text around all of them.

    `depth` is 0 for that text. `has_spaced_comma` says that a space follows some comma.
    """

    depth: int = 0
    commas: int = 0
    has_spaced_comma: bool = False
    has_other: bool = False  # a semicolon, or a space between two numbers

    @property
    def may_be_decimal(self) -> bool:
        """Return whether its commas may be decimal commas.

        They may if no space follows any of them, and semicolons or spaces divide the numbers too, or a single comma is
        outside all brackets.
        """
        return not self.has_spaced_comma and (self.has_other or (self.commas == 1 and self.depth == 0))

    def take_in(self, inner: _Bracket) -> None:
        """Add the counts of a bracket inside this one to its own."""
        self.commas += inner.commas
        self.has_spaced_comma |= inner.has_spaced_comma
        self.has_other |= inner.has_other


def _brackets(tokens: list[Token]) -> list[_Bracket]:
    """Return for each token the innermost brackets around it; an opening bracket is inside, a closing one outside.

    Tokens in the same brackets share one object. Brackets include the counts of those inside them.
    """
    open_ones = [_Bracket()]
    around = []
    for before, token, after in zip([tokens[0], *tokens], tokens, [*tokens[1:], tokens[-1]], strict=False):
        if token.kind == "sign" and token.text in ("(", "["):
            open_ones.append(_Bracket(len(open_ones)))
        elif token.kind == "sign" and token.text in (")", "]") and len(open_ones) > 1:
            inner = open_ones.pop()
            open_ones[-1].take_in(inner)
        bracket = open_ones[-1]
        bracket.commas += token.text == ","
        bracket.has_spaced_comma |= token.text == "," and after.spaced
        bracket.has_other |= token.text == ";" or (token.kind == before.kind == "number" and token.spaced)
        around.append(bracket)
    while len(open_ones) > 1:  # never closed
        inner = open_ones.pop()
        open_ones[-1].take_in(inner)
    return around


def _is_spaced_group(tokens: list[Token], index: int) -> bool:
    """Return whether the token at `index` is a number of one to three digits before a space and three digits: `1 000`.

    The number must not begin with 0. A token must follow it.
    """
    first, second = tokens[index], tokens[index + 1]
    begins = first.kind == "number" and first.text.isdigit() and len(first.text) <= 3 and first.text[0] != "0"
    return begins and _is_group(second)


def _is_group(token: Token) -> bool:
    """Return whether a token is a number of three digits, and perhaps decimals, after a space in the same line."""
    whole = token.text.partition(".")[0]
    return token.kind == "number" and token.spaced and not token.breaks and whole.isdigit() and len(whole) == 3


def _has_decimal_comma(tokens: list[Token]) -> bool:
    """Return whether a comma without spaces separates two numbers where it may be a decimal comma.

    In brackets with several commas or inside other brackets, as JSON and Python write rows and grids, it is none.
    """
    return any(
        token.kind == "number"
        and comma.text == ","
        and after.kind == "number"
        and not (comma.spaced or after.spaced)
        and (bracket.depth == 0 or (bracket.depth == bracket.commas == 1))
        for token, comma, after, bracket in zip(tokens, tokens[1:], tokens[2:], _brackets(tokens), strict=False)
    )


def _difference_in(tokens: list[Token]) -> int | None:
    """Return the column of the first minus between two numbers, as in `3-5` or `3 - 5`; None if there is none.

    Brackets are not considered. `3 -5`, with a space on one side only, is no difference.
    """
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.text == "-" and before.kind == after.kind == "number" and token.spaced == after.spaced:
            return token.column
    return None


def _readings(
    tokens: list[Token], dialect: Dialect, asked: Shape, ways: tuple[_Interpretation, ...]
) -> Iterator[Answer]:
    """Yield the answer as read in each of the interpretations in `ways` that apply and can be parsed.

    `asked` is the shape that is asked for: unless it is (), `1 1/2` is read as two numbers. Answers of other shapes are
    yielded too. A single number with a decimal comma, `0,5`, is not yielded, because it is ambiguous.
    """
    for way in ways:
        changed = _interpreted(tokens, way)
        if changed is None:
            continue
        try:
            answer = _read(changed, dialect, way, mixed=asked == ())
        except NotationError:
            continue
        if way.decimal and len(answer.numbers) == 1:
            continue  # `0,5` alone is ambiguous
        yield answer


def _interpreted(tokens: list[Token], way: _Interpretation) -> list[Token] | None:
    """Return the tokens with spaces and commas interpreted in this `way`.

    None if they have no spaces or commas that the way needs, or if other commas remain beside decimal ones. Grouped
    commas stay in the tokens; the parser joins them.
    """
    made = list(tokens)
    if way.spaced:
        made = _with_groups_joined(made)
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


def _with_groups_joined(tokens: list[Token]) -> list[Token]:
    """Return the tokens with groups of three digits, separated by spaces, joined to one number."""
    made: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        joined = index + 1 < len(tokens) and _is_spaced_group(tokens, index)
        while joined:
            following = tokens[index + 1]
            token = token._replace(text=token.text + following.text, end=following.end)
            index += 1
            # Any further group of three digits is joined too.
            joined = index + 1 < len(tokens) and "." not in token.text and _is_group(tokens[index + 1])
        made.append(token)
        index += 1
    return made


def _with_points(tokens: list[Token]) -> list[Token]:
    """Return the tokens with each comma between two whole numbers, without spaces, as a decimal point: `0,5` is 0.5."""
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


def _read(tokens: list[Token], dialect: Dialect, way: _Interpretation, mixed: bool = True) -> Answer:
    """Return the answer that the tokens stand for in one interpretation.

    The last token has the kind `end`. `mixed` says whether `1 1/2` raises Ambiguous; if not, it is two numbers. Raise
    NotationError if the tokens cannot be parsed, or if an item is not a number.
    """
    try:
        shape, nodes = shape_and_numbers(_parsed(tokens, dialect, way, mixed), tokens[0].column)
        return Answer(tuple(map(typed_number, nodes)), shape)
    except RecursionError as error:
        raise NotationError(TOO_DEEP, 1) from error


def _parsed(tokens: list[Token], dialect: Dialect, way: _Interpretation, mixed: bool) -> Node:
    """Return the node of tokens parsed as the items of a list, with commas interpreted in one `way`.

    The last token has the kind `end`. A single item is returned as it is, not in a list. `mixed` says whether `1 1/2`
    raises Ambiguous. Raise NotationError if the tokens cannot be parsed.
    """
    end = tokens[-1]
    around = end._replace(kind="sign", text="]", spaced=False, breaks=False)
    opening = Token("sign", "[", tokens[0].column, spaced=False, end=tokens[0].column)
    reader = Reader([opening, *tokens[:-1], around, end], dialect, way.grouped)
    reader.asks_mixed = mixed
    node = reader.whole()
    return node.items[0] if isinstance(node, Listing) and len(node.items) == 1 else node


def _written(answer: Answer) -> str:
    """Return an answer's first four numbers and its shape as text, for a question: "1, 2 (a row of 2)"."""
    numbers = ", ".join(f"{number.value:.12g}" for number in answer.numbers[:4])
    return f"{numbers} ({describe(answer.shape)})"
