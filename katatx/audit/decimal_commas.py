"""Pages that write decimals with a comma, read through a text of the same length that has points: `1.234,5 · (0,5; 2)`
as `1,234.5 · (0.5, 2)`. What could as well be something else (`(1,2)`) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from katatx.audit.logical_lines import LogicalLine
from katatx.audit.tokens import LONGEST_LINE
from katatx.pages.page import Kind

# `0,125` is no row in brackets, and no thousands.
_DECIMAL_COMMA = re.compile(r"(?<![\w.,\[({-])0,\d{2,12}(?![\w,\])}])(?!\s*,)")
_COMMA = re.compile(r"\d,\d")
_LONGEST_LOOKED = 2_000

# Digits with points and commas between, which are one number, several, or a date.
_FIGURES = re.compile(r"(?<![\w.,:])\d+(?:[.,]\d+)*(?![\d])")
_DECIMAL = re.compile(r"\d+,\d+")
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(,\d+)?")
_POINTED = re.compile(r"\d+\.\d+|\d{1,3}(?:,\d{3})+\.\d+")
_CROWDED = re.compile(r"\d+(?:,\d+){2,}")
_SPACES = " \u00a0\u2009\u202f"
_SPACED = re.compile(
    rf"(?<![\w.,:])(?<!\d[{_SPACES}])[1-9]\d{{0,2}}(?:[{_SPACES}]\d{{3}})+(?!\w)(?:,\d+)?(?![{_SPACES}]?\d)"
)
_ARITHMETIC = "=≈~→·⋅×*/÷^+−–√<>±:"
# What stands right before or behind a number that is worked with.
_WORKED_BEFORE = re.compile(rf"[{_ARITHMETIC}-][ \u00a0]*[-−–]?\Z")
_WORKED_BEHIND = re.compile(r"[ \u00a0]?(?:[=≈→·⋅×*/÷^+−–-]|:\s|%|€|°)")
_CELL_BEFORE, _CELL_BEHIND = re.compile(r"(?:\||\s\s)\s*[-−–]?\Z"), re.compile(r"\s*(?:\||\s\s|$)")
# A section, a version: `Aufgabe 2.1`, `3.4 Ergebnisse`.
_NUMBERED_BEFORE = re.compile(r"(?:\A[\s#*>-]*|[A-ZÄÖÜÉ§][\w.]*\s)\Z")
_SIGN = "-−–+"
_ONE_ARGUMENT = re.compile(
    r"(?:\b(?:ln|log|lg|exp|sqrt|sin|cos|tan|tanh|sinh|cosh|arcsin|arccos|arctan|relu|sigmoid|abs|sig|sen|tg)_?\d{0,2}|[√σΦ^])\Z",
    re.IGNORECASE,
)
_FUNCTION = re.compile(r"(?<![^\W\d_])([^\W\d_]'?)\([^\W\d]\)")
_NAME_BEFORE = re.compile(r"(?<![^\W\d_])[^\W\d_]'?\Z")
_ALONE = re.compile(rf"\s*[{_SIGN}]?\s*\d+,\d+\s*")
_NUMBER = rf"[{_SIGN}]?\s?\d+(?:[.,]\d+)*"
_LISTED = re.compile(rf"(?<![\w.,;])(?<![;] ){_NUMBER}(?:;\s{{1,2}}{_NUMBER}){{2,}}(?![\w,])")
_GOES_ON = re.compile(r"\s*[=≈→·⋅×*/÷^+−–<>-]")
# A colon with a space on both sides divides where a sign stands before, or nothing but the result behind: in
# `Übung 3 : 4 + 5 = 9` it ends a label.
_COLON = re.compile(
    rf"(?<![\w.,:])(?:\d[\d.,{_SPACES}]{{0,20}}\d|\d)(?:[ \u00a0]?%)?[ \u00a0\u202f]:(?=[ \u00a0][\d(√])"
)
_SIGN_BEFORE = re.compile(r"[=≈→·⋅×*/÷+−–(-]\s*\Z")
_WORD_BEFORE = re.compile(r"[^\W\d]\s*\Z")
_RESULT_BEHIND = re.compile(
    rf" (?:\d[\d.,{_SPACES}]{{0,20}}|\([^()]{{0,60}}\)\s?)[=≈]\s?[-−–]?\d[\d.,]*(?![\d.,]|\s*[·⋅×*/÷^+−–-])"
)
_PROMPT = re.compile(r"\s*>>>")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*(\S?)")
_LEAST = 2
_MOST_NEAR = 40
_DEEPEST = 8
# So many commas stand against one point.
_SHARE = 2
_THREE = 3

UNSURE = "commas that may stand in numbers or between them"
MIXED = "numbers with points and numbers with commas"


class CommaPage(NamedTuple):
    """The lines of a page to be read, with points; `commas` are the indexes of those that are read so, `left_out` says
    of others, by where they stand in the source, why they are not read.
    """

    lines: list[LogicalLine]
    commas: frozenset[int] = frozenset()
    left_out: tuple[tuple[int, str], ...] = ()


def with_points(source: str, lines: list[LogicalLine]) -> CommaPage:
    """The lines of a page with points for its decimal commas, if it writes them; a page that has one or the other such
    number is read without the lines that have commas in numbers.
    """
    if not any(_COMMA.search(line.text) for line in lines):
        return CommaPage(lines)
    prose = list(_prose(lines))
    manner = _manner(prose)
    if manner is None:
        if any("0," in line.text and _DECIMAL_COMMA.search(line.text[:_LONGEST_LOOKED]) for line in lines):
            lines = [line for line in lines if not _COMMA.search(line.text[:_LONGEST_LOOKED])]
        return CommaPage(lines)
    made: dict[int, LogicalLine] = {}
    left_out: dict[int, str] = {}
    for line in prose:
        try:
            made[id(line)] = _converted(line, manner, source)
        except _Unsure as unsure:
            left_out[id(line)] = str(unsure)
    kept = [made.get(id(line), line) for line in lines if id(line) not in left_out]
    commas = frozenset(line.index for line in made.values() if line.printed is not None)
    return CommaPage(
        kept, commas, tuple((line.offsets[0], left_out[id(line)]) for line in lines if id(line) in left_out)
    )


def written_with_commas(text: str) -> str:
    """A text of this program with commas for the points in numbers, and semicolons between those of a row."""
    text = re.sub(
        r"\[[^\[\]]*\]", lambda row: re.sub(r"(?<=[\w.]), (?=[-−\w])", "; ", row[0]) if "." in row[0] else row[0], text
    )
    return re.sub(r"(?<=\d)\.(?=\d)", ",", text)


def corrected_with_commas(correct: str, printed: str) -> str:
    """A corrected number in the manner of the one that stands in the source: its decimal comma, and what parts its
    thousands.
    """
    parting = re.search(rf"\d([.{_SPACES}]|\\,)(?=\d{{3}})", printed)
    whole, point, decimals = correct.replace(",", "").partition(".")
    if parting is not None:
        whole = re.sub(r"(?<=\d)(?=(?:\d{3})+(?!\d))", lambda _: parting[1], whole)
    return whole + ("{,}" if "{,}" in printed else ",") * bool(point) + decimals


class _Unsure(Exception):
    """A line that may be read in two ways."""


class _Manner(NamedTuple):
    """How a page with decimal commas writes: which functions have one letter in brackets, whether rows stand there with
    semicolons, bars or spaces, whether pairs stand with a comma alone, whether it has points in numbers too, and
    whether spaces part thousands.
    """

    functions: frozenset[str]
    rows: bool
    pairs: bool
    points: bool
    spaced: bool


def _prose(lines: Sequence[LogicalLine]) -> Iterator[LogicalLine]:
    """The lines that are no code and no output of it."""
    fence, typed = "", False
    for line in lines:
        if line.kind is not Kind.TEXT or len(line.text) > LONGEST_LINE:
            continue
        found = _FENCE.match(line.text)
        if fence or (found is not None and found[2]):
            closes = found is not None and not found[2] and found[1].startswith(fence)
            fence = "" if fence and closes else fence or (found[1] if found else "")
            continue
        typed = bool(_PROMPT.match(line.text)) or (typed and bool(line.text.strip()))
        if not typed:
            yield line


# ---- what a page writes


def _manner(lines: Sequence[LogicalLine]) -> _Manner | None:
    """How a page writes its numbers, None where they have no decimal commas."""
    commas = plain = points = 0
    rows = pairs = spaced = False
    functions: set[str] = set()
    for line in lines:
        text = line.text[:_LONGEST_LOOKED]
        if not any(letter.isdigit() for letter in text):
            continue
        spaced = spaced or any(_is_worked(text, found) for found in _SPACED.finditer(text))
        inside = _Brackets(text)
        functions.update(name.rstrip("'") for name in _FUNCTION.findall(text))
        for open_at, close_at in inside.pairs:
            content = text[open_at + 1 : close_at]
            rows = rows or re.search(rf"\d\s*[;|]\s*[{_SIGN}]?\d|\d, [{_SIGN}]?\d", content) is not None
            unsigned = _ALONE.fullmatch(content) is not None and content.strip()[:1].isdigit()
            pairs = pairs or (unsigned and not _ONE_ARGUMENT.search(_near(text, open_at)))
        for found in _FIGURES.finditer(text):
            bracketed = inside.around(found.start()) is not None
            if _is_pointed(text, found):
                points += 1
            elif not bracketed and (_DECIMAL.fullmatch(found[0]) or (_GROUPED.fullmatch(found[0]) and "," in found[0])):
                sure, plainly = _sureness(text, found)
                commas += sure
                plain += plainly
    if commas < _LEAST or not plain or points * _SHARE > commas:
        return None
    return _Manner(frozenset(functions), rows, pairs, points > 0, spaced)


def _sureness(text: str, found: re.Match[str]) -> tuple[bool, bool]:
    """Whether figures with one comma are likely a number with decimals, and whether they can be nothing else."""
    whole, _, decimals = found[0].partition(",")
    if "." in whole or (whole == "0" and len(decimals) > 1):
        return True, True
    before, behind = _WORKED_BEFORE.search(_near(text, found.start())), _WORKED_BEHIND.match(text, found.end())
    if len(decimals) == _THREE and whole != "0":
        return False, False
    cell = bool(_CELL_BEFORE.search(_near(text, found.start())) and _CELL_BEHIND.match(text, found.end()))
    by_equals = before is not None and "=" in before[0]
    return bool(before or behind or cell), bool(behind or (before and not by_equals) or len(decimals) > 1)


def _is_worked(text: str, found: re.Match[str]) -> bool:
    """Whether figures stand beside a sign of arithmetic."""
    return bool(_WORKED_BEFORE.search(_near(text, found.start())) or _WORKED_BEHIND.match(text, found.end()))


def _is_pointed(text: str, found: re.Match[str]) -> bool:
    """Whether figures are a number with a decimal point, and not that of a section."""
    if not _POINTED.fullmatch(found[0]) or _GROUPED.fullmatch(found[0]):
        return False
    return not (_NUMBERED_BEFORE.search(_near(text, found.start())) and not _GOES_ON.match(text, found.end()))


def _near(text: str, at: int) -> str:
    """What stands right before a place of a line."""
    return text[max(0, at - _MOST_NEAR) : at]


class _Brackets:
    """The brackets of a line: where each pair opens and closes, the inner before the outer; deeper ones are no brackets
    of arithmetic.
    """

    def __init__(self, text: str) -> None:
        stack: list[int] = []
        self.pairs: list[tuple[int, int]] = []
        self._around: dict[int, tuple[int, int]] = {}
        for at, letter in enumerate(text):
            if letter in "([{":
                stack.append(at)
            elif letter in ")]}" and stack:
                pair = (stack.pop(), at)
                if len(stack) < _DEEPEST:
                    self._add(pair)

    def _add(self, pair: tuple[int, int]) -> None:
        self.pairs.append(pair)
        for at in range(pair[0] + 1, pair[1]):
            self._around.setdefault(at, pair)

    def around(self, at: int) -> tuple[int, int] | None:
        """The innermost brackets round a character."""
        return self._around.get(at)


# ---- a line


def _converted(line: LogicalLine, manner: _Manner, source: str) -> LogicalLine:
    """A line with points for commas; the line itself where it has points. Raises _Unsure where it can be read in two
    ways.
    """
    text = line.text
    figures = list(_FIGURES.finditer(text))
    commas = [found for found in figures if "," in found[0]]
    if any(_is_pointed(text, found) for found in figures):
        if any(_DECIMAL.fullmatch(found[0]) for found in commas):
            raise _Unsure(MIXED)
        return line
    inside = _Brackets(text)
    made = list(text)
    for found in figures:
        _put_points(made, text, found, inside, manner)
    for found in _SPACED.finditer(text) if manner.spaced or not text.isascii() else ():
        _put_thousands(made, text, found, inside, manner)
    for open_at, close_at in inside.pairs:
        _part_row(made, text, (open_at, close_at), inside, line, source)
    for listed in _LISTED.finditer(text):
        if not _GOES_ON.match(text, listed.end()) and not inside.around(listed.start()):
            for at in range(listed.start(), listed.end()):
                made[at] = "," if text[at] == ";" else made[at]
    for found in _COLON.finditer(text):
        if _SIGN_BEFORE.search(_near(text, found.start())) or _RESULT_BEHIND.match(text, found.end()):
            made[found.end() - 1] = "/"
        elif _WORD_BEFORE.search(_near(text, found.start())):
            made[found.end() - 2 : found.end()] = ": "  # `une part de 20 % : 40 · 0,2 = 8`
    return replace(line, text="".join(made), printed=text)


def _put_points(made: list[str], text: str, found: re.Match[str], inside: _Brackets, manner: _Manner) -> None:
    start, stop = found.span()
    held = inside.around(start)
    if held is not None and text[held[0]] == "{" and text[held[0] - 1 : held[0]] == "_":
        return
    if _CROWDED.fullmatch(found[0]):
        raise _Unsure(UNSURE)
    grouped = _GROUPED.fullmatch(found[0])
    if grouped:
        if manner.points and found[0].count(".") == 1 and "," not in found[0]:
            raise _Unsure(MIXED)
        # In rows a comma before three digits parts two numbers.
        parts = held is not None and (text[held[0]] == "[" or re.search("[;|]", text[slice(*held)]) is not None)
        if parts:
            made[start:stop] = found[0].replace(".", "").rjust(stop - start, "0").replace(",", ".")
        else:
            made[start:stop] = found[0].translate(_EXCHANGED)
    elif _DECIMAL.fullmatch(found[0]):
        if held is not None and not _is_decimal_in(text, found, held, manner):
            raise _Unsure(UNSURE)
        made[start:stop] = found[0].replace(",", ".")


_EXCHANGED = str.maketrans(".,", ",.")


def _is_decimal_in(text: str, found: re.Match[str], held: tuple[int, int], manner: _Manner) -> bool:
    """Whether a comma between digits in brackets stands in a number, and not between two."""
    open_at, close_at = held
    content = text[open_at + 1 : close_at]
    if not _ALONE.fullmatch(content) or _ONE_ARGUMENT.search(_near(text, open_at)):
        return True
    name = _NAME_BEFORE.search(_near(text, open_at))
    if name is not None and name[0].rstrip("'") in manner.functions:
        return True
    whole, _, decimals = found[0].partition(",")
    if whole == "0" and len(decimals) > 1:
        return True
    signed = content.strip()[0] in _SIGN
    if not signed:
        return False
    beside = re.search(rf"[{_ARITHMETIC}-]\s*\Z", _near(text, open_at)) or re.match(
        rf"\s*[{_ARITHMETIC}-]", text[close_at + 1 :]
    )
    return whole == "0" or (beside is not None and (manner.rows or not manner.pairs))


def _put_thousands(made: list[str], text: str, found: re.Match[str], inside: _Brackets, manner: _Manner) -> None:
    """Commas for the spaces between the thousands of a number."""
    held = inside.around(found.start())
    usual = " " in found[0]
    if usual and not manner.spaced:
        return
    if usual and held is not None and not any(sign in text[slice(*held)] for sign in "·×*/+="):
        return
    for at in range(*found.span()):
        if text[at] in _SPACES:
            made[at] = ","


def _part_row(
    made: list[str],
    text: str,
    held: tuple[int, int],
    inside: _Brackets,
    line: LogicalLine,
    source: str,
) -> None:
    """Commas for the semicolons or bars between the numbers of a row in brackets."""
    open_at, close_at = held
    own = [at for at in range(open_at + 1, close_at) if text[at] in ";|" and inside.around(at) == held]
    if not own or len({text[at] for at in own}) > 1:
        return
    parts = ["".join(made[a + 1 : b]) for a, b in zip([open_at, *own], [*own, close_at], strict=True)]
    if any("," in _thousandless(part) and not re.search(r"[\])]", part) for part in parts):
        return
    bars = text[own[0]] == "|"
    single = re.compile(rf"\s*{_NUMBER}(?:/\d+)?\s?%?\s*")
    if bars and not all(single.fullmatch(part) for part in parts):
        return
    if not all(re.search(r"\d|\w\Z", part) for part in parts) or any(
        re.search(r"\d\s+[-−–]?\d", part) for part in parts
    ):
        return
    if any(source[line.offsets[at]] != text[at] for at in own):
        return  # a column of TeX
    if any(re.match(r"\d{3}(?!\d)", text[at + 1 : at + 5]) and text[at - 1].isdigit() for at in own):
        return  # `(2;300)` would be a number
    for at in own:
        made[at] = ","


def _thousandless(part: str) -> str:
    return re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", part)
