"""Splitting text into statements, and each statement into the sides of its chain.

A **statement** is a chain of **sides** with `=`, `≈`, `==`, `→` or `⇒` between them; a single side is a statement too.
A **claim** is a statement with more than one side.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from katatx.notation.errors import NotationError
from katatx.notation.latex import tokens_of
from katatx.notation.lexer import LONGEST, Token

# Signs that cannot begin or end a statement: a line break there does not end it.
_GOES_ON = ("=", "≈", "==", "⇒", "→", "·", "/", "+", "^", ",", "*", "⊙")
_CHANGES = ("+", "-", "·", "*", "/")
_LONGEST_LABEL = 12
_NOTHING = "nothing is written here; write a calculation or a number"
_BULLET = re.compile(
    r"(?m)^[ \t]*(?:>[ \t]+)?"
    r"(?:[-*•‣–][ \t]+(?=\S)|(?:\d{1,2}[.)]|\(?[a-z]\)|[①-⑳]|（\d{1,2}）)[ \t]*(?<=[ \t①-⑳）])"
    r"(?=[^\s+*/·×⋅÷^=≈→:;,)\]−-](?!\S*\.\s)))"
)
_PROMPT = re.compile(r"(?m)^[ \t]*(?:>>>|In ?\[\d*\]:|\.\.\.|>(?=[ \t]))[ \t]?")
_COMMENT = re.compile(r"(?<![\w&\\])#[^\n]*")
_PRINTED = re.compile(
    r"(?m)(?<=[\w)\]\s])#+[ \t]*(?P<sign>->|→|≈|=+)?(?P<claim>[ \t]*"
    r"(?:(?:\w+\.)?(?:tensor|array)\(.*\)|[-−+\[]*(?:\d|\.\d)[^A-Za-z#\n]*(?:e-?\d+)?|True|False)[ \t]*)$"
)
_BOLD = re.compile(r"(?<![\w)\]])\*\*(?=[^\s*])([^*\n]+)(?<=\S)\*\*(?![\w(])|`([^`\n]+)`|\\(?=\*)")
_ENDING = re.compile(r"(?:[=?？。.]|[✓✗✔✅❌☑]\ufe0f?|\s)+\s*$")
_DIFFERENTIAL = re.compile(r"∂\w+|d[^\W\d_](?:_\w+|[₀-₉]+)?")  # `∂loss`, `dz₁`
# Names that never need a definition.
_KNOWN_NAMES = frozenset(("e", "pi", "π", "inf", "sqrt", "ln", "log", "exp"))


class Side(NamedTuple):
    """One side of a chain `a = b ≈ c`.

    `text` is as written, but with spaces for marks and comments, from `column` of the whole text on. `sign` is the one
    before it, "=", "≈", "==", "→" or ":="; "" for the first side. There is at least one token; their columns are those
    of the whole text. The tokens behind `w -= ` are `w - (…)`.
    """

    text: str
    column: int
    sign: str
    tokens: list[Token]

    @property
    def name(self) -> str | None:
        """Return the name, if the side is nothing but a name; else None."""
        first, *others = self.tokens
        return first.text if first.kind == "name" and not others else None

    @property
    def several(self) -> list[str]:
        """Return the names of a side such as that before `=` in `a, b = 3, 4`; empty if it is no such list."""
        names, commas = self.tokens[::2], self.tokens[1::2]
        is_list = all(token.kind == "name" for token in names) and all(token.text == "," for token in commas)
        return [token.text for token in names] if is_list and names[1:] else []

    @property
    def squared(self) -> str | None:
        """Return the name whose square the side is, as in `σ² = 6.25`, if it begins with it; None for anything else."""
        texts = [token.text for token in self.tokens if token.text not in ("(", ")")]
        squared = len(texts) == 3 and texts[1:] == ["^", "2"] and self.tokens[0].kind == "name"
        return texts[0] if squared and texts[0] not in _KNOWN_NAMES else None

    @property
    def label(self) -> str | None:
        """Return the name that the side can define: a name, or a derivative such as `∂L/∂w`; None if it is neither."""
        texts = [token.text for token in self.tokens if token.text not in ("(", ")")]
        is_derivative = len(texts) == 3 and texts[1] == "/" and all(map(_DIFFERENTIAL.fullmatch, texts[::2]))
        return "".join(texts) if is_derivative else self.name


def with_comments_claimed(text: str) -> str:
    """Return a text in which a comment that is nothing but a result is a side: `2*3  # 6` as `2*3 = 6`."""

    def claimed(found: re.Match[str]) -> str:
        sign = "≈" if found["sign"] == "≈" else "="
        return f"{sign:<{found.start('claim') - found.start()}}{found['claim']}"

    return _PRINTED.sub(claimed, text) if "#" in text else text


def without_markup(text: str, bullets: bool = True) -> str:
    """Return the text with prompts, comments, marks of Markdown and at its end, and bullets replaced by spaces."""
    if len(text) > LONGEST:
        return text  # the caller refuses it for its length
    text = with_comments_claimed(text)
    for pattern in (_PROMPT, _COMMENT):
        text = pattern.sub(_blank, text)
    text = _BOLD.sub(lambda found: (found[1] or found[2] or "").center(len(found[0])), text)
    if text.count("$") % 2 == 0:  # a single dollar is money
        text = text.replace("$", " ")
    if bullets and _BULLET.match(text):
        text = _BULLET.sub(_blank, text)
    text = re.sub(r"^\s*(?:=(?![=>])|[✓✗✔✅❌])", _blank, text)
    return _ENDING.sub(_blank, text) if re.search(r"\d", text) else text


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def split_statements(text: str, bullets: bool = True, defined: Collection[str] = ()) -> list[list[Side]]:
    """Return the statements of a text, each as its sides in order, without labels; LaTeX is converted first.

    `defined` are names that have a value before the text. A statement ends at `;`, at the end of a line unless a sign
    continues it, and after a claim at a comma before another claim or something with names, but not inside brackets.
    Raise NotationError, with the column, for what cannot be read, and for an empty side or text.
    """
    text = without_markup(text, bullets)
    tokens, own = tokens_of(text)
    statements: list[list[Side]] = []
    start = 0
    for index, token in enumerate(tokens):
        minus = token.text == "-" and tokens[min(index + 1, len(tokens) - 1)].spaced
        runs_on = minus or token.text in _GOES_ON or tokens[index - 1].text in (*_GOES_ON, "-")
        is_broken = index > start and token.breaks and not (runs_on or tokens[index - 1].depth)
        is_end = (token.text == ";" and not token.depth) or token.kind == "end"
        if (is_broken or is_end) and index > start:
            parts = _claims(_without_label(tokens[start:index], own.union(defined)))
            statements.extend(_sides(text, part) for part in parts)
        if is_broken or is_end:
            start = index + is_end
    if not statements:
        raise NotationError(_NOTHING, 1)
    return statements


def _outside(tokens: list[Token]) -> list[int]:
    """Return the indices of the tokens outside all brackets, and of those that close one."""
    return [index for index, token in enumerate(tokens) if not token.depth]


def _without_label(tokens: list[Token], defined: frozenset[str]) -> list[Token]:
    """Return a statement without a label before a colon: `attention: 2·3 = 6`, `Memory (bf16): 2·3 = 6`."""
    colon = next(
        (at for at in _outside(tokens[:_LONGEST_LABEL]) if tokens[at].text == ":" or tokens[at].kind == "rel"), 0
    )
    label, labelled = tokens[:colon], tokens[colon + 1 :]
    is_label = any(token.kind == "name" and token.text not in defined for token in label)
    calculates = any(token.text in ("+", "·", "*", "/", "^") for token in label)
    plain = all(each.kind == "number" or each.text in tuple("-,[]()") for each in labelled)
    may_claim = plain and any(each.kind == "number" for each in label)  # `exp 1: 2.718`
    left_out = is_label and not (calculates or may_claim) and tokens[colon].text == ":"
    return labelled if left_out and labelled else tokens


def _claims(tokens: list[Token]) -> Iterator[list[Token]]:
    """Yield the parts of a statement that are statements of their own: `2·3 = 6, 2·4 = 8`; else all of it."""
    start = joined = 0  # the index behind the last relation, if there is one
    commas: list[int] = []
    for index in _outside(tokens):
        token = tokens[index]
        if token.text == "⇒" and joined and _goes_on_anew(tokens[index + 1 :]):
            yield tokens[start:index]
            start, joined, commas = index + 1, 0, []
        elif token.text == "," and joined:
            commas.append(index)
        elif token.kind == "rel":
            if commas and not _is_row(tokens[joined : commas[0]], tokens[commas[-1] + 1 : index]):
                yield tokens[start : commas[-1]]
                start = commas[-1] + 1
            joined, commas = index + 1, []
    several = any(token.text == "," for token in tokens[start : start + 2])  # `a, b = b, a`
    if commas and _uses_names(tokens[commas[0] + 1 :]) and not several:
        yield tokens[start : commas[0]]
        start = commas[0] + 1
    yield tokens[start:]


def _is_row(first: list[Token], last: list[Token]) -> bool:
    """Return whether a side is a row by its first and last items: `9 - 7, 9 - 8 = 2, 1`, `x = 3, 4 = 3, 4`."""
    is_number = [each.kind for each in last if each.text not in ("-", "+", "%")] == ["number"]
    return is_number or (len(first) > 2 and not _uses_names(first + last))


def _goes_on_anew(after: list[Token]) -> bool:
    """Return whether what follows `⇒` is a statement of its own: a claim, or something that uses a name."""
    return any(token.kind == "rel" for token in after) or _uses_names(after)


def _uses_names(tokens: list[Token]) -> bool:
    """Return whether the tokens include a name other than the few of `_KNOWN_NAMES`; other operations count too."""
    return any(token.kind == "name" and token.text not in _KNOWN_NAMES for token in tokens)


def _sides(text: str, tokens: list[Token]) -> list[Side]:
    """Return a statement's tokens split into the sides of its chain. Raise NotationError if a side is empty."""
    if not tokens:
        raise NotationError(_NOTHING, 1)
    cuts = [-1, *(index for index in _outside(tokens) if tokens[index].kind == "rel"), len(tokens)]
    return [_side(text, tokens, start, end) for start, end in pairwise(cuts)]


def _side(text: str, tokens: list[Token], before: int, end: int) -> Side:
    """Return the side of a chain between the tokens at indices `before` and `end`, which are its relations."""
    inside = tokens[before + 1 : end]
    column = tokens[before].end if before >= 0 else tokens[0].column
    if before >= 1 and tokens[before - 1].text in _CHANGES and not tokens[before].spaced:
        opening = tokens[before]._replace(kind="sign", text="(")
        inside = [*tokens[:before], opening, *inside, *(each._replace(kind="sign", text=")") for each in inside[-1:])]
    stop = tokens[end].column if end < len(tokens) else inside[-1].end if inside else column
    if end < len(tokens) and inside and inside[-1].text in _CHANGES and not tokens[end].spaced:
        stop, inside = inside[-1].column, inside[:-1]  # the sign of `w -= 0.1`
    while inside and inside[-1].text == "," and before >= 0:
        inside = inside[:-1]
    if not inside:
        raise NotationError(_NOTHING, column)
    sign = tokens[before].text.replace("⇒", "=") if before >= 0 else ""
    return Side(text[column - 1 : stop - 1].rstrip("$ "), column, sign, inside)


def begins_operand(tokens: list[Token], at: int) -> bool:
    """Return whether an operand can begin with the token at index `at`."""
    return at < len(tokens) and (
        tokens[at].kind in ("number", "name") or tokens[at].text in ("(", "[", "√", "-", "|", "‖", "⟨")
    )
