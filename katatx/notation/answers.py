"""Reads a typed answer into numbers, or asks what was meant.

An answer with two readings is never guessed at: `0,5` may be a half or two numbers,
`1,000` a thousand or two numbers, `1 1/2` one and a half or two numbers. Each such
form gets a question naming both readings.
"""

from __future__ import annotations

import re
from math import exp, inf, sqrt

from katatx.notation.errors import Ambiguous, Difference, NotationError
from katatx.notation.quoting import quote
from katatx.notation.tokens import LONGEST_NUMBER
from scoring.answer import Answer, TypedNumber

LONGEST_ANSWER = 10_000

_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_FORMS = re.compile(
    rf"""(?P<sign>[-+−]?)
    (?: (?P<over>{_NUMBER})/(?P<under>{_NUMBER})
      | (?:√|sqrt)\(?(?P<root>{_NUMBER})\)?
      | e\^\(?(?P<power>[-−]?{_NUMBER})\)?
      | (?P<decimal>{_NUMBER})(?P<percent>%?)
      | (?P<infinite>inf|infinity|∞)
    )""",
    re.VERBOSE | re.ASCII,
)
_VULGAR = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅛": "1/8"}
_INNER = re.compile(r"\[([^\[\]]*)\]")
_OTHER_SEPARATOR = re.compile(r"\d\s+[-−.\d]|;|\n")
_ITEM = re.compile(r"[^\s,;\[\]]+")

_DIFFERENCE = "a minus between two numbers: a difference or two numbers? Write the result, or a comma between two"

_THOUSANDS = "thousands or two numbers? Write 1000, or put a comma and a space between two"
_POINTS = "which is the decimal point? Write only that one"
_MIXED = "one mixed number or two? Write 3/2 or 1.5, or a comma between two"

# Each form with two readings, and the question it gets. Looked for in this order.
_QUESTIONS = {
    r"\d[_'’`]\d": "digits grouped with a mark: one number or two? Write the digits without it",
    "\\d[\u00a0\u2007\u2009\u202f]\\d": "digits set apart by a special space: one number or two? Use a plain space",
    r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])": f"a comma before three digits: {_THOUSANDS}",
    r"(?<![\d.])\d{1,3}(?: 0\d\d)+(?![\d.])": f"a space before three digits: {_THOUSANDS}",
    r"(?<![\d.])\d{1,3}(?:;0\d\d)+(?![\d.])": f"a comma before three digits: {_THOUSANDS}",
    r"(?<![\d.,])[1-9]\d{0,2}\.\d{3}(?:\.\d{3}|,\d+(?![\d.]))": f"points and commas in one number: {_POINTS}",
    r"(?<![/\d.^])\d+\s+\d+\s*/\s*\d": f"a whole number before a fraction: {_MIXED}",
    r"\d\s*[½⅓⅔¼¾⅕⅛]": f"a number before a fraction sign: {_MIXED}",
    r"[\d.)]\s*[–—]|[–—]\s*[\d.(]": "a dash: a minus sign or a range? Write - for minus",
    r"[\d.)\]][-−]\d": _DIFFERENCE,
    r"[\d.)\]]\s+[-−]\s+\d": _DIFFERENCE,
}
_AMBIGUOUS = [(re.compile(pattern), question) for pattern, question in _QUESTIONS.items()]
_BRACKETED = re.compile(r"\[[^\[\]]*\]")
_EXPONENT = re.compile(r"\d[eE][-−]\d")


def read_answer(text: str) -> Answer:
    """The numbers in a typed answer, with the places each was written to.

    Reads `0.5`, `−2`, `1/2`, `√2`, `sqrt(2)`, `e^4`, `-inf`, `50%`, rows with spaces
    or commas, with or without brackets, and grids as `[1 2; 3 4]`,
    `[[1, 2], [3, 4]]` or one row a line.

    Raises NotationError, with the column and the question to answer, for anything
    that cannot be read or has two readings.
    """
    if len(text) > LONGEST_ANSWER:
        raise NotationError(
            f"an answer of {len(text):,} characters; {LONGEST_ANSWER:,} are read at most", LONGEST_ANSWER
        )
    text = text.rstrip()
    if not text.strip():
        raise NotationError("nothing typed; write a number", 1)
    _refuse_ambiguous(text)
    rows = [_read_row(text, start, end) for start, end in _rows(text)]
    if not rows:
        raise NotationError("empty brackets; write the numbers inside", 1)
    if len({len(row) for row in rows}) > 1:
        lengths = " and ".join(str(len(row)) for row in rows[:4])
        raise NotationError(f"the rows have different lengths: {lengths}", 1)
    numbers = tuple(number for row in rows for number in row)
    return Answer(numbers, _shape(text, rows))


def _shape(text: str, rows: list[list[TypedNumber]]) -> tuple[int, ...]:
    if len(rows) > 1:
        return (len(rows), len(rows[0]))
    if len(rows[0]) > 1 or "[" in text:
        return (len(rows[0]),)
    return ()


def _refuse_ambiguous(text: str) -> None:
    _refuse_odd_digits(text)
    # An exponent's minus is no difference: 1e-3.
    hidden = _EXPONENT.sub(lambda found: found.group().replace("-", "0").replace("−", "0"), text)
    # Between brackets a comma always stands between two numbers, as it does in an expression.
    hidden = _BRACKETED.sub(lambda found: found.group().replace(",", ";"), hidden)
    for pattern, question in _AMBIGUOUS:
        found = pattern.search(hidden)
        if found:
            kind = Difference if question is _DIFFERENCE else Ambiguous
            raise kind(question, found.start() + 1)
    _refuse_decimal_comma(text)


def _refuse_odd_digits(text: str) -> None:
    for index, character in enumerate(text):
        if character.isdigit() and not character.isascii():
            raise NotationError(f"{quote(character)} is not a plain digit; write 0 to 9", index + 1)


def _refuse_decimal_comma(text: str) -> None:
    """A comma with digits on both sides separates numbers only where nothing else does.

    `[2,0,1]`, `[[2,0],[1,0]]` and `1,2,3` are numbers side by side. `0,5` alone, or
    `0,5 0,5` and `[0,5; 0,5]` with another separator beside, may be decimal commas.
    """
    parts = [found.span(1) for found in _INNER.finditer(text)] if text.count("[") > 1 else [(0, len(text))]
    for start, end in parts:
        part = text[start:end]
        tight = re.search(r"(?<![\d.])\d+,\d+(?![\d.])", part)
        if tight is None:
            continue
        alone = not re.search(r"[\[(]", text) and part.count(",") == 1
        if alone or (_OTHER_SEPARATOR.search(part.strip(" []()")) and not re.search(r",\s", part)):
            question = (
                "a comma between digits: a decimal comma or two numbers? Write 0.5, or put a space after the comma"
            )
            raise Ambiguous(question, start + tight.start() + 1)


def _rows(text: str) -> list[tuple[int, int]]:
    """Where each row starts and ends: lines, `;` parts, or the inner brackets."""
    _check_brackets(text)
    if text.count("[") > 1:
        if ";" in text:
            raise NotationError('write either "[1 2; 3 4]" or "[[1, 2], [3, 4]]", not both', text.index(";") + 1)
        return [(found.start(1), found.end(1)) for found in _INNER.finditer(text)]
    spans, start = [], 0
    for found in re.finditer(r"[;\n]", text):
        spans.append((start, found.start()))
        start = found.end()
    spans.append((start, len(text)))
    return [span for span in spans if text[span[0] : span[1]].strip(" \t\r[]()")]


def _check_brackets(text: str) -> None:
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "[") - (character == "]")
        if depth < 0 or depth > 2:
            raise NotationError("a bracket too many" if depth < 0 else "brackets three deep; write rows", index + 1)
    if depth:
        raise NotationError('a "[" is never closed', text.index("[") + 1)
    if "[" in text:
        beside = re.search(r"[^\[\],;\s]", _INNER.sub(lambda found: " " * len(found.group()), text))
        if beside:
            raise NotationError("numbers both inside and outside the brackets", beside.start() + 1)


def _read_row(text: str, start: int, end: int) -> list[TypedNumber]:
    row = _without_outer_parentheses(text[start:end])
    numbers = [_read_number(found.group(), start + found.start() + 1) for found in _ITEM.finditer(row)]
    if not numbers:
        raise NotationError("empty brackets; write the numbers inside", start + 1)
    if re.search(r",\s*,|^\s*,|,\s*$", row.replace("[", " ").replace("]", " ")):
        raise NotationError("a comma with no number beside it", start + 1)
    return numbers


def _without_outer_parentheses(row: str) -> str:
    """`(0.5, 0.5)` as `0.5, 0.5`, columns kept; `sqrt(2)` stays."""
    inner = row.strip()
    if inner.startswith("(") and inner.endswith(")"):
        first, last = row.index("("), row.rindex(")")
        return row[:first] + " " + row[first + 1 : last] + " "
    return row


def _read_number(word: str, column: int) -> TypedNumber:
    written = _VULGAR.get(word, word)
    found = _FORMS.fullmatch(written)
    if found is None or word.count("(") != word.count(")"):
        raise NotationError(f"{quote(word)} is not a number; write one such as 0.25, 1/4, √2 or e^2", column)
    if len(word) > LONGEST_NUMBER:
        raise NotationError(f"a number of {len(word):,} characters; {LONGEST_NUMBER} are read at most", column)
    try:
        value, places = _value(found)
    except (OverflowError, ZeroDivisionError):
        value, places = inf, 0
    if abs(value) == inf and not found["infinite"]:
        raise NotationError(f"{quote(word)} is too large, or divides by zero", column)
    return TypedNumber(word, -value if found["sign"] in ("-", "−") else value, places)


def _value(found: re.Match[str]) -> tuple[float, int | None]:
    if found["over"]:
        return float(found["over"]) / float(found["under"]), None
    if found["root"]:
        return sqrt(float(found["root"])), None
    if found["power"]:
        return exp(float(found["power"].replace("−", "-"))), None
    if found["infinite"]:
        return inf, None
    places = _places(found["decimal"])
    if found["percent"]:
        return float(found["decimal"]) / 100, places + 2
    return float(found["decimal"]), places


def _places(decimal: str) -> int:
    """How many decimals a written number claims: 3 for 0.330 and for 1e-3, -6 for 2.68e8."""
    digits, _, power = decimal.lower().partition("e")
    return len(digits.partition(".")[2]) - int(power or 0)
