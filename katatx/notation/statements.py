"""Splitting text into statements, and each statement into the sides of its chain.

A **statement** is a chain of **sides** with `=`, `≈`, `==`, `→` or `⇒` between them; a single side is a statement too.
A **claim** is a statement with more than one side.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.latex import plain_text
from katatx.notation.lexer import LONGEST, Token, names_defined, tokenize
from katatx.notation.quoting import quote

# Signs that cannot begin or end a statement: a line break there does not end it.
_GOES_ON = ("=", "≈", "==", "⇒", "→", "·", "/", "+", "^", ",", "*", "⊙")
_CHANGES = ("+", "-", "·", "*", "/")
_NOTHING = "nothing is written here; write a calculation or a number"
_BULLET = re.compile(
    r"(?m)^[ \t]*(?:>[ \t]+)?"
    r"(?:[-*•‣–][ \t]+(?=\S)|(?:\d{1,2}[.)]|\(?[a-z]\)|[①-⑳]|（\d{1,2}）)[ \t]*(?<=[ \t①-⑳）])"
    r"(?=[^\s+*/·×⋅÷^=≈→:;,)\]−-](?!\S*\.\s)))"
)
_PROMPT = re.compile(r"(?m)^[ \t]*(?:>>>|In ?\[\d*\]:|\.\.\.|>(?=[ \t]))[ \t]?")
_COMMENT = re.compile(r"(?<![\w&\\])#[^\n]*")
_BOLD = re.compile(r"(?<![\w)\]])\*\*(?=[^\s*])([^*\n]+)(?<=\S)\*\*(?![\w(])|`([^`\n]+)`|\\(?=\*)")
_ENDING = re.compile(r"(?:[=?？。.]|[✓✗✔✅❌☑]\ufe0f?|\s)+\s*$")
# Names that never need a definition.
_KNOWN_NAMES = frozenset(("e", "pi", "π", "inf", "sqrt", "ln", "log", "exp"))


class Side(NamedTuple):
    """One side of a chain `a = b ≈ c`.

    `text` is as written, but with spaces for marks and comments, from `column` of the whole text on. `sign` is the one
    before it, "=", "≈", "==", "→" or ":="; "" for the first side. `changes` is the sign before that in an assignment
    such as `w -= 0.1`, else empty. There is at least one token; their columns are those of the whole text.
    """

    text: str
    column: int
    sign: str
    tokens: list[Token]
    changes: str = ""

    @property
    def name(self) -> str | None:
        """Return the name, if the side is nothing but a name; else None."""
        first, *others = self.tokens
        return first.text if first.kind == "name" and not others else None

    @property
    def several(self) -> list[str]:
        """Return the names of a side such as that before `=` in `a, b = 3, 4`; empty if it is no such list."""
        names, commas = self.tokens[::2], self.tokens[1::2]
        if len(names) < 2 or any(token.kind != "name" for token in names) or any(token.text != "," for token in commas):
            return []
        return [token.text for token in names]

    @property
    def squared(self) -> str | None:
        """Return the name whose square the side is, as in `σ² = 6.25`, if it begins with it; None for anything else.

        Names that the notation knows by itself give None too.
        """
        texts = [token.text for token in self.tokens if token.text not in ("(", ")")]
        squared = len(texts) == 3 and texts[1:] == ["^", "2"] and self.tokens[0].kind == "name"
        return texts[0] if squared and texts[0] not in _KNOWN_NAMES else None

    @property
    def label(self) -> str | None:
        """Return the name that the side can define: a name, or a derivative such as `∂L/∂w`; None if it is neither."""
        parts = [token for token in self.tokens if token.text not in ("(", ")")]
        if len(parts) == 3 and parts[1].text == "/" and all(_is_differential(part) for part in (parts[0], parts[2])):
            return f"{parts[0].text}/{parts[2].text}"
        return self.name


def _is_differential(token: Token) -> bool:
    """Return whether a token is a name as derivatives are written with: `∂L`, `∂loss`, `dW`, `dz₁`."""
    return token.kind == "name" and re.fullmatch(r"∂\w+|d[^\W\d_](?:_\w+|[₀-₉]+)?", token.text) is not None


def without_markup(text: str, bullets: bool = True) -> str:
    """Return the text with prompts, comments, marks of Markdown and marks at its end replaced by spaces.

    With `bullets`, those at the beginning of lines are replaced too. A text of more than 5,000 characters is unchanged.
    """
    if len(text) > LONGEST:
        return text  # the caller refuses it for its length
    for pattern in (_PROMPT, _COMMENT):
        text = pattern.sub(_blank, text)
    text = _BOLD.sub(_unmarked, text)
    if text.count("$") % 2 == 0:  # a single dollar is money
        text = text.replace("$", " ")
    if bullets and _BULLET.match(text):
        text = _BULLET.sub(_blank, text)
    text = re.sub(r"^\s*(?:=(?![=>])|[✓✗✔✅❌])", _blank, text)
    return _ENDING.sub(_blank, text) if re.search(r"\d", text) else text


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _unmarked(found: re.Match[str]) -> str:
    """Return bold text, code or an escaped sign with spaces for the marks; `2**3 + 4**2` keeps its signs."""
    bold, code = found[1], found[2]
    if code is not None:
        return f" {code} "
    if bold is None:
        return " "
    return f"  {bold}  "


def split_statements(text: str, bullets: bool = True, defined: Collection[str] = ()) -> list[list[Side]]:
    """Return the statements of a text, each as its sides in order, without labels; LaTeX is converted first.

    `defined` are names that have a value before the text. A statement ends at `;`, at the end of a line unless a sign
    continues it, and after a claim at a comma before another claim or something with names, but not inside brackets.
    Raise NotationError, with the column, for what cannot be read, and for an empty side or text.
    """
    text = without_markup(text, bullets)
    plain = plain_text(text)
    own = names_defined(plain.text)
    tokens = [plain.placed(token) for token in tokenize(plain.text, own)]
    statements: list[list[Side]] = []
    for start, end in _spans(tokens):
        if end > start:
            parts = _claims(_without_label(tokens[start:end], own.union(defined)))
            statements.extend(_sides(text, part) for part in parts)
    if not statements:
        raise NotationError(_NOTHING, 1)
    return statements


def _spans(tokens: list[Token]) -> Iterator[tuple[int, int]]:
    """Yield the start and end index of each statement's tokens, the end not included; a statement may be empty."""
    start, depth = 0, 0
    for index, token in enumerate(tokens):
        if depth == 0 and token.breaks and index > start and not _runs_on(tokens, index):
            yield start, index
            start = index
        depth = deeper(depth, token)
        if (token.text == ";" and depth == 0) or token.kind == "end":
            yield start, index
            start = index + 1


def _runs_on(tokens: list[Token], index: int) -> bool:
    """Return whether the line that begins with the token at `index` continues the statement before.

    It does if it begins with a sign such as `=`, `+` or a comma (a minus only with a space after it), or if the line
    before ends in one.
    """
    token = tokens[index]
    minus = token.text == "-" and tokens[min(index + 1, len(tokens) - 1)].spaced
    return minus or token.text in _GOES_ON or tokens[index - 1].text in (*_GOES_ON, "-")


def deeper(depth: int, token: Token) -> int:
    """Return the number of open brackets after a token, given the number `depth` before it; never below 0."""
    if token.kind != "sign":
        return depth
    return max(0, depth + (token.text in ("[", "(", "⟨")) - (token.text in ("]", ")", "⟩")))


def _without_label(tokens: list[Token], defined: frozenset[str]) -> list[Token]:
    """Return a statement without a label before a colon: `attention: 2·3 = 6`.

    A label is up to five words and numbers, at least one of them a word, and none a name in `defined`. The colon of a
    ratio before a sign, as in `ratio 3:4 = 0.75`, ends none. Raise Ambiguous for words with a number before numbers
    alone: `softmax 1 4 : 0.2 0.8` is perhaps meant as a claim.
    """
    named = False
    for index, token in enumerate(tokens[:6]):
        if token.text == ":" and named and index < len(tokens) - 1 and not _is_ratio(tokens, index):
            label, labelled = tokens[:index], tokens[index + 1 :]
            if any(each.kind == "number" for each in label) and all(map(_is_of_numbers, labelled)):
                words = quote(" ".join(each.text for each in label))
                raise Ambiguous(
                    f"is {words} a label or a calculation? If a label, leave it out; if a calculation, write = in "
                    "place of the colon",
                    token.column,
                )
            return labelled
        named = named or (token.kind == "name" and token.text not in defined)
        if token.kind not in ("name", "number") or token.text in defined:
            return tokens
    return tokens


def _is_ratio(tokens: list[Token], index: int) -> bool:
    """Return whether the colon at `index`, neither first nor last, makes a ratio before a sign: `3:4 = 0.75`.

    The sign is one between the sides of a chain, and no space is beside the colon. In `row 1:3 + 4 = 7`, a calculation
    follows, and it ends a label.
    """
    before, colon, after = tokens[index - 1 : index + 2]
    follows = tokens[min(index + 2, len(tokens) - 1)]
    tight = not (colon.spaced or after.spaced)
    return before.kind == after.kind == "number" and tight and follows.kind == "rel"


def _is_of_numbers(token: Token) -> bool:
    """Return whether a token can be part of a plain number or of a row of them."""
    return token.kind == "number" or token.text in ("-", ",", "[", "]", "(", ")")


def _claims(tokens: list[Token]) -> Iterator[list[Token]]:
    """Yield the parts of a statement that are statements of their own: `2·3 = 6, 2·4 = 8`; else all of it.

    The list `tokens` is changed: a `⇒` that separates a definition from a claim is left out, any other becomes `=`.
    """
    depth, start, joined = 0, 0, False
    commas: list[int] = []
    for index, token in enumerate(tokens):
        depth = deeper(depth, token)
        if depth:
            continue
        if token.text == "⇒" and joined and _goes_on_anew(tokens[start:index], tokens[index + 1 :]):
            yield tokens[start:index]
            start, joined, commas = index + 1, False, []
            continue
        if token.text == "," and token.kind == "sign" and joined and not _in_number(tokens, index):
            commas.append(index)
        elif token.kind == "rel":
            if (
                commas
                and _begins_claim(tokens[commas[-1] + 1 : index])
                and not _are_lists(tokens, start, commas, index)
            ):
                yield tokens[start : commas[-1]]
                start = commas[-1] + 1
            joined, commas = True, []
    several = any(token.text == "," for token in tokens[start : start + 2])  # `a, b = b, a`
    for comma in commas:
        part = tokens[comma + 1 :]
        if _uses_names(part) and not several:
            yield tokens[start:comma]
            start = comma + 1
            break
    yield tokens[start:]


def _goes_on_anew(before: list[Token], after: list[Token]) -> bool:
    """Return whether what follows `⇒` is a statement of its own: a claim, or something that uses a new name."""
    return any(token.kind == "rel" for token in after) or (_is_definition(before) and _uses_names(after))


def _is_definition(tokens: list[Token]) -> bool:
    """Return whether the tokens begin with a name, `=` and a value: `x = 4` before `⇒`."""
    return len(tokens) > 2 and tokens[0].kind == "name" and tokens[1].text == "="


def _are_lists(tokens: list[Token], start: int, commas: list[int], relation: int) -> bool:
    """Return whether as many items stand on both sides of a relation, calculations without names on the left."""
    first = max((at for at in range(start, commas[0]) if tokens[at].kind == "rel"), default=start - 1) + 1
    cuts = [first, *(comma + 1 for comma in commas)]
    items = [tokens[begin:end] for begin, end in zip(cuts, [*commas, relation], strict=True)]
    end = next((at for at in range(relation + 1, len(tokens)) if tokens[at].kind == "rel"), len(tokens))
    results = sum(token.text == "," for token in tokens[relation + 1 : end])
    calculated = all(len(item) > 2 and not _uses_names(item) for item in items)
    return calculated and results == len(commas)


def _in_number(tokens: list[Token], comma: int) -> bool:
    """Return whether the comma at index `comma` is between numbers without a space after it.

    It is then part of a number, or of a row.
    """
    after = tokens[comma + 1] if comma + 1 < len(tokens) else tokens[comma]
    return tokens[comma - 1].kind == after.kind == "number" and not after.spaced


def _begins_claim(tokens: list[Token]) -> bool:
    """Return whether the tokens between a comma and `=` are a calculation or a name, rather than a number."""
    return any(
        token.kind != "number" and token.text != "%" and not (at == 0 and token.text in ("-", "+"))
        for at, token in enumerate(tokens)
    )


def _uses_names(tokens: list[Token]) -> bool:
    """Return whether the tokens include a name other than the few of `_KNOWN_NAMES`; other operations count too."""
    return any(token.kind == "name" and token.text not in _KNOWN_NAMES for token in tokens)


def _sides(text: str, tokens: list[Token]) -> list[Side]:
    """Return a statement's tokens split into the sides of its chain. Raise NotationError if a side is empty."""
    if not tokens:
        raise NotationError(_NOTHING, 1)
    cuts, depth = [-1], 0
    for index, token in enumerate(tokens):
        depth = deeper(depth, token)
        if depth == 0 and token.kind == "rel":
            cuts.append(index)
    return [_side(text, tokens, start, end) for start, end in zip(cuts, [*cuts[1:], len(tokens)], strict=True)]


def _side(text: str, tokens: list[Token], before: int, end: int) -> Side:
    """Return the side of a chain between the tokens at indices `before` and `end`, which are its relations."""
    inside = tokens[before + 1 : end]
    column = tokens[before].end if before >= 0 else tokens[0].column
    changes = ""
    if before >= 1 and tokens[before - 1].text in _CHANGES and not tokens[before].spaced:
        changes = tokens[before - 1].text
    stop = tokens[end].column if end < len(tokens) else inside[-1].end if inside else column
    if end < len(tokens) and inside and inside[-1].text in _CHANGES and not tokens[end].spaced:
        stop, inside = inside[-1].column, inside[:-1]  # the sign of `w -= 0.1`
    while inside and inside[-1].text == "," and before >= 0:
        inside = inside[:-1]
    if not inside:
        raise NotationError(_NOTHING, column)
    sign = {"⇒": "="}.get(tokens[before].text, tokens[before].text) if before >= 0 else ""
    return Side(text[column - 1 : stop - 1].rstrip("$ "), column, sign, inside, changes)


def begins_operand(tokens: list[Token], at: int) -> bool:
    """Return whether there is a token at index `at` with which an operand can begin."""
    return at < len(tokens) and (
        tokens[at].kind in ("number", "name") or tokens[at].text in ("(", "[", "√", "-", "|", "‖", "⟨")
    )


def ends_operand(token: Token) -> bool:
    """Return whether an operand can end with a token."""
    return token.kind in ("number", "name") or token.text in (")", "]", "%", "ᵀ", "|", "‖", "!")
