"""The headings of a table as tokens: what each column may be called, and the calculations that headings hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from katatx.audit.functions import operation_named
from katatx.audit.tokens import Token

_REDUCED = {"sum": "sum", "mean": "mean", "max": "max", "total": "sum", "Σ": "sum", "∑": "sum", "avg": "mean"}
_FUNCTIONS = frozenset({"sin", "cos", "tan", "tanh", "ln", "log", "exp", "sqrt", "sigmoid", "relu"})
_INDEX = re.compile(r"(?<=\w)(?:_[tnkij]|[ₜₙₖᵢⱼ](?:₊₁|₋₁)?)$")
_ENDS_RULE = frozenset({"and", "with", "where", "so", "for", "from", "start", "starting", "then", "which", "until"})
_WIDE = 3


def column_names(heads: Sequence[Sequence[Token]]) -> list[tuple[tuple[str, ...], int]]:
    """What each column may be called, as texts of tokens, the longest first; what may be two columns is left out."""
    found: dict[tuple[str, ...], set[int]] = {}
    for column, head in enumerate(heads):
        for name in _names_of(head):
            found.setdefault(name, set()).add(column)
    whole: dict[tuple[str, ...], list[int]] = {}
    for column, head in enumerate(heads):
        whole.setdefault(_texts(head), []).append(column)
    found |= {name: set(columns) for name, columns in whole.items() if name in found}
    names = [(name, min(columns)) for name, columns in found.items() if len(columns) == 1]
    return sorted(names, key=lambda each: (-len(each[0]), each[1]))


def _names_of(head: Sequence[Token]) -> Iterator[tuple[str, ...]]:
    if not any(token.kind == "name" for token in head):
        return
    join = next((at for at, token in enumerate(head) if token.kind == "join"), None)
    if join is not None:
        yield _texts(head[:join])
        yield _texts(head[join + 1 :])
        return
    yield _texts(head)
    if any(token.kind == "sign" for token in head):
        return
    opened = next((at for at, token in enumerate(head) if token.kind == "open"), len(head))
    if opened and opened < len(head) and head[opened].gap:
        yield _texts(head[:opened])
    inside = head[opened + 1 : -1]
    if len(inside) == 1 and inside[0].kind == "name" and head[opened].gap:
        yield _texts(inside)
    if opened == len(head) or head[opened].gap:
        words = head[int(_is_called(head)) : opened]  # `sin p` is no column called sin
        yield from {_texts([token]) for token in words if token.kind == "name" and opened > 1}


def _is_called(head: Sequence[Token]) -> bool:
    """Whether a heading is a function of a letter, or of a number of it: `cos p`, `sin 0.1t`."""
    called = len(head) > 1 and head[0].text.lower() in _FUNCTIONS
    return called and (head[1].kind == "number" or len(head[1].text) == 1)


def _texts(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(token.text if len(token.text) <= 2 else token.text.lower() for token in tokens)


def same(name: tuple[str, ...], tokens: Sequence[Token]) -> bool:
    """Whether tokens are a column's name."""
    return bool(name) and _texts(tokens) == name


def formulas_in(head: Sequence[Token]) -> Iterator[list[Token]]:
    """The calculations that a heading holds: all of it, what follows its `=`, its colon or the words that it begins
    with (`kept n(n+1)/2`), what it has in brackets.
    """
    parts = [list(head)]
    join = next((at for at in range(len(head) - 1, -1, -1) if head[at].kind == "join"), None)
    if join is not None:
        parts = [list(head[join + 1 :])]
    elif head and head[-1].text == ")" and any(token.text == "(" and token.gap for token in head[1:]):
        opened = next(at for at, token in enumerate(head) if token.text == "(" and token.gap)
        parts += [list(head[:opened]), list(head[opened + 1 : -1])]
    colon = next((at for at, token in enumerate(head) if token.text == ":"), None)
    if colon is not None:
        parts.append(list(head[colon + 1 :]))
    elif join is None and len(head) > 1 and head[0].kind == "name" and head[1].kind in ("name", "number"):
        parts.append(list(head[1:]))
    parts += [part for part in [_without_words(parts[0])] if part]
    for part in parts:
        if any(token.kind == "sign" for token in part) or any(
            token.kind == "name" and operation_named(token.text) and at + 1 < len(part) for at, token in enumerate(part)
        ):
            yield part


def _without_words(head: Sequence[Token]) -> list[Token]:
    """What stands behind the words of a heading, where that begins with a number: `no lane 0.3^k`."""
    at = next((at for at, token in enumerate(head) if token.kind == "number"), 0)
    behind = list(head[at:])
    worded = any(token.kind == "name" and len(token.text) > 1 for token in head[:at])
    plain = all(token.kind in ("name", "mark") for token in head[:at])
    return behind if worded and plain and len(behind) > len("1+") else []


def unindexed(tokens: Sequence[Token]) -> list[Token]:
    """Names without the index that counts a table's rows: `w_t`, `w_{t+1}`, `wₜ₊₁` are w."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token.kind == "name" and token.text.endswith("_") and len(token.text) > 1 and at < len(tokens):
            close = next((end for end in range(at, min(at + 6, len(tokens))) if tokens[end].kind == "close"), 0)
            if close and tokens[at].kind == "open" and close - at == len("t+1") + 1:
                token, at = token._replace(text=token.text[:-1], stop=tokens[close].stop), close + 1
        made.append(token)
    if sum(bool(_INDEX.search(token.text)) for token in made if token.kind == "name") == 0:
        return made
    return [
        token._replace(text=_INDEX.sub("", token.text)) if token.kind == "name" and len(token.text) > 1 else token
        for token in made
    ]


def bracketed_arguments(tokens: Sequence[Token]) -> list[Token]:
    """`sin 0.1t` is `sin(0.1·t)`, `p ln p` is `p·ln(p)`."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        made.append(tokens[at])
        at += 1
        if made[-1].kind != "name" or made[-1].text in _REDUCED or not operation_named(made[-1].text):
            continue
        kinds = [token.kind for token in tokens[at : at + 2]]
        taken = (
            2 if kinds == ["number", "name"] and tokens[at + 1].gap <= 1 else int(kinds[:1] in (["number"], ["name"]))
        )
        if not taken:
            continue
        if len(made) > 1 and made[-2].kind in ("name", "number"):
            made.insert(-1, Token("sign", "·", made[-1].start, made[-1].start, 1))
        first, last = tokens[at], tokens[at + taken - 1]
        made.append(Token("open", "(", first.start, first.start, 0))
        made += [first] if taken == 1 else [first, Token("sign", "·", first.stop, first.stop, 0), last]
        made.append(Token("close", ")", last.stop, last.stop, 0))
        at += taken
    return made


def whole_columns(tokens: Sequence[Token]) -> list[Token]:
    """Operations on a whole column as one name each: `sum(e)`, `max z`, and the bare Σ after `e /`."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        operation = _REDUCED.get(token.text.lower() if len(token.text) > 1 else token.text, "")
        rest = tokens[at + 1 : at + 4]
        texts = [each.text for each in rest]
        if operation and len(rest) == 3 and texts[0] == "(" and texts[1].startswith("#c") and texts[2] == ")":
            made.append(token._replace(kind="name", text=f"#{operation}:{texts[1][2:]}"))
            at += 4
        elif operation and texts and texts[0].startswith("#c"):
            made.append(token._replace(kind="name", text=f"#{operation}:{texts[0][2:]}"))
            at += 2
        elif operation and not texts and len(made) == 2 and made[0].text.startswith("#c") and made[1].text in "-/":
            made.append(token._replace(kind="name", text=f"#{operation}:{made[0].text[2:]}"))
            at += 1
        else:
            made.append(token)
            at += 1
    return made


def rule_end(tokens: Sequence[Token], at: int) -> int:
    """Where a rule ends that begins at a token: at a comma, a word of prose, a wide gap, the next join."""
    depth = 0
    for end in range(at, len(tokens)):
        token = tokens[end]
        depth += (token.kind == "open") - (token.kind == "close")
        ends = token.kind == "join" or token.text in (",", ";", ":", ".") or token.text.lower() in _ENDS_RULE
        if depth < 0 or (depth == 0 and (ends or (end > at and token.gap >= _WIDE))):
            return end
    return len(tokens)


_DONE = {"minus": "-", "less": "-", "plus": "+", "times": "·"}


def done_to_another(head: Sequence[Token]) -> list[Token]:
    """What a heading says is done to a column that it leaves out, with the sign first: `minus m`, `divided by 4`,
    `· γ`; nothing where it says none of that.
    """
    words = [token.text.lower() for token in head]
    over = words[:2] == ["divided", "by"]
    sign, rest = "/" if over else _DONE.get(words[0], "") if words else "", head[1 + over :]
    if words and head[0].kind == "sign" and head[0].text in "+-·/":
        sign = head[0].text
    if not sign or len(rest) != 1 or rest[0].kind not in ("name", "number") or not rest[0].gap:
        return []
    return [Token("sign", sign, head[0].start, head[0].stop, 1), rest[0]]
