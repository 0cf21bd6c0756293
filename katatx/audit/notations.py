"""Signs of mathematics put into operations: `Σ_i x_i`, `‖x‖`, `|a - b|`, `max(0, ·)`, `∂L/∂w`."""

from __future__ import annotations

import re
from itertools import pairwise

from katatx.audit.functions import is_function
from katatx.audit.lengths import measured
from katatx.audit.token import Token, is_word, written

_SUM = re.compile(r"[Σ∑](?:_?(?P<index>[ijknmt])|_)?(?P<rest>.*)|(?:sum|Sum)_(?P<spelled>[ijknmt])")
_SUBSCRIPTS = {"ᵢ": "i", "ⱼ": "j", "ₖ": "k", "ₙ": "n", "ₘ": "m", "ₜ": "t"}
_INDEX = re.compile(r"(?:_([ijknmt])|([ᵢⱼₖₙₘₜ]))$")
_INDICES = frozenset("ijknmt")
_MOST_TERMS = 16
_LONGEST_TERM = 40


def in_operations(tokens: list[Token]) -> list[Token]:
    """The tokens with sums over an index, lengths and slopes as operations on names."""
    texts = {token.text for token in tokens}
    if "∂" in texts:
        tokens = _slopes(tokens)
    if any(_is_sum(token) for token in tokens):
        tokens = _summed(tokens)
    if texts & {"‖", "|"} and any(token.kind == "join" for token in tokens):
        tokens = measured(tokens)
    if "max" in texts:
        tokens = _rectified(tokens)
    return tokens


# ---- slopes


def _slopes(tokens: list[Token]) -> list[Token]:
    """`∂ L / ∂ w` and `(∂ L)/(∂ w)` as one name."""
    tokens = _signed(tokens)
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        taken, slope = _slope(tokens, at)
        made.append(slope)
        at += taken
    return made


def _signed(tokens: list[Token]) -> list[Token]:
    """`∂ L` as the name `∂L`."""
    made: list[Token] = []
    for token in tokens:
        if token.kind == "name" and made and made[-1].text == "∂" and token.gap <= 1:
            made[-1] = made[-1]._replace(kind="name", text=f"∂{token.text}", stop=token.stop)
        else:
            made.append(token)
    return made


def _slope(tokens: list[Token], at: int) -> tuple[int, Token]:
    first, over = _bracketed(tokens, at)
    after = at + first
    if over is None or after >= len(tokens) or tokens[after].text != "/":
        return 1, tokens[at]
    second, under = _bracketed(tokens, after + 1)
    if under is None:
        return 1, tokens[at]
    return first + 1 + second, over._replace(
        text=f"{over.text}/{under.text}", start=tokens[at].start, stop=tokens[after + second].stop, gap=tokens[at].gap
    )


def _bracketed(tokens: list[Token], at: int) -> tuple[int, Token | None]:
    """A name that begins with ∂, in brackets or without, and how many tokens it takes."""
    part = tokens[at : at + 3]
    if part and part[0].text.startswith("∂") and part[0].kind == "name":
        return 1, part[0]
    if len(part) > 2 and (part[0].text, part[2].text) == ("(", ")") and part[1].text.startswith("∂"):
        return 3, part[1]
    return 1, None


# ---- sums


def _is_sum(token: Token) -> bool:
    return (token.text[:1] in "Σ∑" and bool(token.text)) or token.text[:4] in ("sum_", "Sum_")


def _summed(tokens: list[Token]) -> list[Token]:
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        found = _sum_at(tokens, at) if _is_sum(tokens[at]) else None
        if found is None:
            made.append(tokens[at])
            at += 1
            continue
        at, term = found
        if made and made[-1].text == ")" and made[-1].kind == "close" and term[0].gap <= 1:
            made.append(written("sign", "·", term[0], 1))
        made += term
    return made


def _sum_at(tokens: list[Token], at: int) -> tuple[int, list[Token]] | None:
    """The sum that begins with a sign: the token after it, and the sum as an operation; None where none does."""
    sign = tokens[at]
    read = _SUM.fullmatch(sign.text)
    if read is None:
        return None
    rest = read["rest"] or ""
    index = read["index"] or read["spelled"] or ""
    if index and len(rest) > 0 and (rest[0].isalnum() or rest[0] == "_"):
        index, rest = "", f"{index}{rest}"
    if rest[:1] in _SUBSCRIPTS:
        index, rest = _SUBSCRIPTS[rest[0]], rest[1:]
    after, bounds, index = _bounds(tokens, at + 1, index)
    term = [sign._replace(kind="name", text=rest, gap=0)] if rest else []
    end = _term_end(tokens, after, index, bool(term))
    term += tokens[after:end]
    if not term or not any(token.kind in ("name", "number") for token in term):
        return None
    over = _over_index(term, index, bounds)
    if over is None:
        return None
    return end, [
        sign._replace(kind="name", text="sum"),
        written("open", "(", sign),
        *over,
        Token("close", ")", term[-1].stop, term[-1].stop, 0),
    ]


def _bounds(tokens: list[Token], at: int, index: str) -> tuple[int, tuple[int, int] | None, str]:
    """What stands under and over a sum's sign: the token after it, whole numbers that it goes from and to, its
    index.
    """
    low = high = ""
    if at < len(tokens) and tokens[at].text == "_":
        at += 1
    if at < len(tokens) and tokens[at].kind == "open" and tokens[at].gap == 0:
        texts = [token.text for token in tokens[at : at + 5]]
        if texts[1:2] and texts[1] in _INDICES and texts[2:3] == ["="] and texts[4:5] in ([")"], ["}"], ["]"]):
            index, low, at = texts[1], texts[3], at + 5
    elif at < len(tokens) and not index and tokens[at].text in _INDICES and tokens[at].gap == 0:
        index, at = tokens[at].text, at + 1
    if at + 1 < len(tokens) and tokens[at].text == "^" and index:
        high = tokens[at + 1].text
        at += 2
        if high in ("(", "{"):
            high = tokens[at].text if at < len(tokens) else ""
            at = next((end + 1 for end in range(at, min(at + 6, len(tokens))) if tokens[end].kind == "close"), at)
    if low.isdigit() and high.isdigit() and len(low) + len(high) <= 6:
        return at, (int(low), int(high)), index
    return at, (-1, -1) if low not in ("", "1") else None, index


def _term_end(tokens: list[Token], at: int, index: str, begun: bool) -> int:
    """Where the term ends that is added up: before the next plus, minus, join or mark at its own depth, and before a
    division by what does not carry the index.
    """
    start, depth = at, 0
    while at < len(tokens) and at - start < _LONGEST_TERM:
        token = tokens[at]
        if token.kind == "open":
            depth += 1
        elif token.kind == "close":
            depth -= 1
            if depth < 0:
                return at
        elif depth == 0:
            ends = (
                token.kind in ("join", "mark", "dots")
                or token.text in ("+", "-")
                or (token.text == "/" and not _divides_each(tokens, at, index))
                or _begins_sum(tokens, at)
            )
            if ends or token.gap > 2 or (is_word(token) and not is_function(token.text)):
                break
        begun = True
        at += 1
    return at if begun and not depth else start


def _divides_each(tokens: list[Token], at: int, index: str) -> bool:
    """Whether each term is divided by something of its own: `1/i`, `x_i/(i + 1)`."""
    end = at + 2
    if at + 1 < len(tokens) and tokens[at + 1].kind == "open":
        end = next((near for near in range(at, len(tokens)) if tokens[near].kind == "close"), at)
    return bool(index) and any(token.text == index or _carries(token, index) for token in tokens[at + 1 : end])


def _begins_sum(tokens: list[Token], at: int) -> bool:
    """Whether another sum begins here, with a sign before it or without: what is multiplied by that goes before it as
    well as under it.
    """
    if tokens[at].text == "·" and at + 1 < len(tokens):
        at += 1
    return _is_sum(tokens[at])


def _over_index(term: list[Token], index: str, bounds: tuple[int, int] | None) -> list[Token] | None:
    """The term with rows for what carries the index; None where nobody can tell over how many it goes."""
    bare = any(token.kind == "name" and token.text == index for token in term)
    indexed = bare or any(_carries(token, index) for token in term)
    if bounds is not None and not 0 <= bounds[0] <= bounds[1] < bounds[0] + _MOST_TERMS * (1 if indexed > bare else 3):
        return None
    if bare and bounds is None:
        return None
    if bounds is not None and not indexed:
        return _as_often(term, bounds)
    made: list[Token] = []
    for token in _entry_by_entry(term):
        if _carries(token, index):
            stem = token._replace(text=_INDEX.sub("", token.text))
            made += _listed(stem, bounds) if bounds is not None else [stem]
        elif token.kind == "name" and token.text == index and bounds is not None:
            made += _counted(token, bounds)
        else:
            made.append(token)
    if bounds is not None and bounds[0] == 0 and not bare:
        return None
    return made


def _carries(token: Token, index: str) -> bool:
    """Whether a name has the index behind it, or any where the sum names none."""
    found = _INDEX.search(token.text) if token.kind == "name" else None
    return found is not None and (not index or (found[1] or _SUBSCRIPTS[found[2]]) == index)


def _as_often(term: list[Token], bounds: tuple[int, int]) -> list[Token] | None:
    """A term without the index, so many times; None where a name in it may be a row, to be added up itself."""
    if any(token.kind == "name" and not is_function(token.text) for token in term):
        return None
    comma = written("mark", ",", term[-1])
    row = [part for _ in range(bounds[0], bounds[1] + 1) for part in (*term, comma)]
    return [written("open", "[", term[0]), *row[:-1], written("close", "]", term[-1])]


def _listed(stem: Token, bounds: tuple[int, int]) -> list[Token]:
    """`[x_1, x_2, x_3]`."""
    parts = [written("open", "[", stem, stem.gap)]
    for number in range(bounds[0], bounds[1] + 1):
        parts += [stem._replace(text=f"{stem.text}_{number}", gap=0), written("mark", ",", stem)]
    return [*parts[:-1], written("close", "]", stem)]


def _counted(index: Token, bounds: tuple[int, int]) -> list[Token]:
    parts = [written("open", "[", index, index.gap)]
    for number in range(bounds[0], bounds[1] + 1):
        parts += [written("number", str(number), index), written("mark", ",", index)]
    return [*parts[:-1], written("close", "]", index)]


def _entry_by_entry(term: list[Token]) -> list[Token]:
    """The term with its products taken entry by entry."""
    made: list[Token] = term[:1]
    for before, token in pairwise(term):
        beside = _ends(before) and token.kind == "name" and not (is_function(before.text) or token.text == ",")
        if beside:
            made.append(written("sign", "⊙" if before.kind != "number" else "·", token, 1))
        made.append(token)
    return [
        token._replace(text="⊙")
        if token.text == "·" and 0 < at < len(made) - 1 and made[at - 1].kind != "number"
        else token
        for at, token in enumerate(made)
    ]


def _ends(token: Token) -> bool:
    return (token.kind == "name" and not is_function(token.text)) or token.kind in ("close", "number")


# ---- max(0, ·)


def _rectified(tokens: list[Token]) -> list[Token]:
    """`max(0, ·)` as the name of what it does, `max(0, x)` as that done to x."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        texts = [token.text for token in tokens[at : at + 6]]
        if texts[:4] == ["max", "(", "0", ","] and texts[4:] == ["·", ")"]:
            made.append(tokens[at]._replace(text="relu", stop=tokens[at + 5].stop))
            at += 6
        elif (
            texts[:4] == ["max", "(", "0", ","]
            and len(texts) == 6
            and texts[5] == ")"
            and tokens[at + 4].kind == "name"
        ):
            made += [tokens[at]._replace(text="relu"), tokens[at + 1], *tokens[at + 4 : at + 6]]
            at += 6
        else:
            made.append(tokens[at])
            at += 1
    return made
