"""Ways of writing put into the usual one before a line is read: three dots that lead from a label to its figure, ratios
with a colon, `±` with both ends, a median of numbers that stand between its name and its value, what is given behind
a calculation (`1/2 x = 2 with x = 4`), and two known letters written as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from katatx.audit.angles import in_radians
from katatx.audit.divisions import closes_numbers, fractions_first, is_fraction, with_remainders
from katatx.audit.factor_rows import factors_joined
from katatx.audit.logarithms import with_logarithms
from katatx.audit.measures import with_rates
from katatx.audit.operands import MONEY
from katatx.audit.row_forms import named_first, with_commas
from katatx.audit.row_lengths import of_rows
from katatx.audit.scope import Scope
from katatx.audit.tokens import Token

_RATIO_WORDS = frozenset({
    "odds", "ratio", "is", "are", "at", "of", "to", "from", "and", "so", "gives", "thus", "verhältnis", "razón", "like",
    "was", "now", "hence", "i.e", "or", "about", "then", "makes", "make", "give"
})  # fmt: skip
_GIVEN_WITH = frozenset({"with", "for", "where", "when", "at", "if", "mit", "für", "avec", "pour"})
_BETWEEN_ENDS = frozenset({"to", "and", "until", "bis", "a", "through"})
_MOST_LOOKED = 24
_LEAST_LISTED = 3
# A shorter word before dots may be the first of several numbers: `a ... z`.
_LEAST_WORD = 3
_LETTERS = 2
_WIDE = 2
_MOST_PARTS = 8
_DIGITS_OF_MINUTES = 2


def in_usual_form(tokens: list[Token], scope: Scope) -> list[Token]:
    """The tokens with a colon for dots that lead to a figure, ratios as quotients, and `a ± b` as the row of its ends
    where a row of two is its result.
    """
    if any(token.text == "abs" for token in tokens):
        tokens = of_rows(tokens, scope)
    if any(token.text == ":" for token in tokens):
        tokens = _proportions(tokens)
        tokens = _quotients(tokens)
    tokens = with_logarithms(in_radians(factors_joined(with_remainders(fractions_first(tokens)))))
    if any(token.text == "/" for token in tokens):
        tokens = with_rates(tokens)
    if any(token.kind == "dots" for token in tokens):
        tokens = _led(tokens)
    if sum(token.kind == "open" for token in tokens) > 1:
        tokens = named_first(with_commas(tokens))
    if any(token.text.lower() in _GIVEN_WITH for token in tokens):
        tokens = _given_first(tokens)
    if any(token.text in ("±", "∓", "+", "-") for token in tokens):
        tokens = _both_ends(tokens, scope)
    if any(token.text.lower() == "median" for token in tokens):
        tokens = _median_last(tokens)
    return tokens


# ---- leaders


def _led(tokens: list[Token]) -> list[Token]:
    """`variance, n-1 ... 21.20` with a colon for the dots; more of them lead wherever they stand."""
    at = next(at for at, token in enumerate(tokens) if token.kind == "dots")
    label, after = tokens[:at], tokens[at + 1 : at + 2]
    if (
        not label
        or not after
        or not tokens[at].gap
        or not after[0].gap
        or after[0].kind not in ("number", "sign", "open")
    ):
        return tokens
    ends_in_word = label[-1].kind == "name" or (label[-1].kind in ("number", "close") and not label[-1].gap)
    plain = all(token.kind in ("name", "number", "sign", "open", "close") or token.text == "," for token in label)
    if label[0].kind != "name" or not ends_in_word or not plain or len(label[0].text) < _LEAST_WORD:
        return tokens
    return [*label, tokens[at]._replace(kind="mark", text=":"), *tokens[at + 1 :]]


# ---- ratios


def _proportions(tokens: list[Token]) -> list[Token]:
    """`a:b = 3:4`, `2 : 3 = 4 : 6` as `a/b = 3/4`, `2/3 = 4/6`; without what more than two names have to each other, as
    that says of none of them what it is.
    """
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        left = _parts(tokens, at)
        join = at + 2 * len(left) - 1
        equal = len(left) > 1 and join < len(tokens) and tokens[join].text in ("=", "≈")
        right = _parts(tokens, join + 1) if equal else []
        if not right or not _is_proportion(left, right, spaced=tokens[at + 1].gap > 0):
            made.append(tokens[at])
            at += 1
            continue
        after = join + 1 + 2 * len(right) - 1
        if len(left) == 2:
            made += [*_over(left), tokens[join], *_over(right)]
        at = after
    return made


def _is_proportion(left: Sequence[Token], right: Sequence[Token], spaced: bool) -> bool:
    """Whether what stands with colons between is a ratio on both sides and no time of day, or has letters in it and
    comes to a number.
    """
    if len(right) == 1:
        letters = [part.kind == "name" for part in left]
        return len(left) == 2 and (all(letters) or (spaced and any(letters)))
    times = not spaced and all(len(part.text) == _DIGITS_OF_MINUTES for part in (*left[1:], *right[1:]))
    return len(left) == len(right) and not times


def _parts(tokens: Sequence[Token], at: int) -> list[Token]:
    """The numbers or letters that stand from a token on with colons between them, all of them tight or all spaced."""
    if at >= len(tokens) or not _is_part(tokens[at]):
        return []
    parts = [tokens[at]]
    while at + 2 < len(tokens) and tokens[at + 1].text == ":" and _is_part(tokens[at + 2]):
        if tokens[at + 1].gap != tokens[at + 2].gap or tokens[at + 1].gap > 1:
            break
        parts.append(tokens[at + 2])
        if len(parts) > _MOST_PARTS:
            break
        at += 2
    return parts


def _is_part(token: Token) -> bool:
    return token.kind == "number" or (token.kind == "name" and len(token.text.split("_")[0]) <= _LETTERS)


def _over(parts: Sequence[Token]) -> list[Token]:
    """One part over the other, or the part alone."""
    if len(parts) == 1:
        return list(parts)
    return [parts[0], Token("sign", "/", parts[0].stop, parts[1].start, 1), parts[1]._replace(gap=1)]


def _quotients(tokens: list[Token]) -> list[Token]:
    """`0.2 : 0.8 = 0.25`, `0.3 : 0.06 = 5 : 1`."""
    made = list(tokens)
    for at in range(1, len(tokens) - 1):
        if tokens[at].text == ":" and _is_ratio(tokens, at):
            made[at] = tokens[at]._replace(kind="sign", text="/", gap=1)
            made[at + 1] = tokens[at + 1]._replace(gap=1)
    return made


def _is_ratio(tokens: Sequence[Token], at: int) -> bool:
    before, after = tokens[at - 1], tokens[at + 1]
    if tokens[at].stop - tokens[at].start > 1:  # dots that lead from a label
        return False
    begins = after.kind == "number" or after.text == "("
    if begins and before.text == ")" and tokens[at].gap == after.gap <= 1:
        return closes_numbers(tokens, at - 1) and any(token.kind == "join" for token in tokens[at + 1 :][:_MOST_LOOKED])
    numbers = before.kind == "number" and begins
    if numbers and not tokens[at].gap and not after.gap:
        return is_fraction(tokens, at - 3) and is_fraction(tokens, at + 1)
    if not numbers or tokens[at].gap != 1 or after.gap != 1:
        return False
    near = tokens[at + 1 : at + 1 + _MOST_LOOKED]
    joined = any(token.kind == "join" for token in near)
    stands = tokens[at - 2] if at > 1 else None
    if stands is None:
        return joined and len(near) > 1 and near[1].kind == "join"
    if stands.kind == "join":
        return True
    named = stands.kind == "name" and before.gap < _WIDE and stands.text.lower() not in _RATIO_WORDS
    return joined and not named


# ---- what is given behind


def _given_first(tokens: list[Token]) -> list[Token]:
    """`1/2 x = 2 with x = 4` as `with x = 4; 1/2 x = 2`, where the words stand once and behind what has the letter."""
    places = [at for at, token in enumerate(tokens) if token.text.lower() in _GIVEN_WITH]
    if len(places) != 1 or not 1 < places[0] < len(tokens) - _LEAST_LISTED:
        return tokens
    at = places[0]
    end, names = _assignments(tokens, at + 1)
    start = _clause_begins(tokens, at)
    before = tokens[start:at]
    used = {token.text for token in before if token.kind == "name"}
    worked = any(token.kind == "sign" for token in before) or any(
        one.kind == "number" and other.kind == "name" for one, other in pairwise(before)
    )
    given_above = any(
        before[near].text in names
        and before[near + 1].text == "="
        and (near == 0 or before[near - 1].kind not in ("number", "close", "sign"))
        for near in range(len(before) - 1)
    )
    joined = any(token.kind == "join" for token in before) or (end < len(tokens) and tokens[end].kind == "join")
    if not names or not names <= used or not worked or given_above or not joined:
        return tokens
    last = tokens[end - 1]
    parted = Token("mark", ";", last.stop, last.stop, 0)
    before = before[:-1] if before[-1].text == "," else before
    return [*tokens[:start], *tokens[at:end], parted, *before, *tokens[end:]]


def _clause_begins(tokens: Sequence[Token], at: int) -> int:
    """Where the clause begins that a token stands in: behind a mark that ends one, or a bracket that is open."""
    depth = 0
    for near in range(at - 1, -1, -1):
        depth += (tokens[near].kind == "close") - (tokens[near].kind == "open")
        if depth < 0 or (depth == 0 and tokens[near].text in (";", ".", "?", "!")):
            return near + 1
    return 0


def _assignments(tokens: Sequence[Token], at: int) -> tuple[int, set[str]]:
    """Letters that numbers are said of from a token on, and where that ends: `m = 2, v = -3 and r = 0.5`."""
    names: set[str] = set()
    end = at
    while at + 2 < len(tokens) and tokens[at].kind == "name" and tokens[at + 1].text == "=":
        value = at + 2 + (tokens[at + 2].text == "-")
        if value >= len(tokens) or tokens[value].kind != "number":
            break
        names.add(tokens[at].text)
        end = at = value + 1
        while at < len(tokens) and tokens[at].text in (",", "and"):
            at += 1
    return end, names


# ---- both ends


def _both_ends(tokens: list[Token], scope: Scope) -> list[Token]:
    """`2.3 ± 0.26 = (2.04, 2.56)` as `(2.3 - 0.26, 2.3 + 0.26) = (2.04, 2.56)`."""
    at, taken = _plus_minus(tokens)
    join = next((end for end in range(at + 1, len(tokens)) if tokens[end].kind == "join"), 0) if taken else 0
    if not join or join - at > _MOST_LOOKED:
        return tokens
    result = _pair(tokens, join + 1)
    first = _begins(tokens, at, scope)
    middle, off = tokens[first:at], tokens[at + taken : join]
    whole = all(_is_balanced(part) for part in (middle, off))
    if result is None or not middle or not off or not whole or any(token.kind == "mark" for token in off):
        return tokens
    last, pair = result
    place = tokens[at].start
    signs = ("+", "-") if pair[0] > pair[1] else ("-", "+")
    row = [Token("open", "(", middle[0].start, middle[0].start, middle[0].gap)]
    for number, sign in enumerate(signs):
        row += [Token("mark", ",", place, place, 0)] if number else []
        row += [Token("open", "(", place, place, 0), *middle, Token("close", ")", place, place, 0)]
        row += [Token("sign", sign, place, place, 1), Token("open", "(", place, place, 1)]
        row += [*off, Token("close", ")", place, place, 0)]
    row.append(Token("close", ")", off[-1].stop, off[-1].stop, 0))
    return [*tokens[:first], *row, tokens[join], *_bracketed(tokens[join + 1 : last]), *tokens[last:]]


def _plus_minus(tokens: Sequence[Token]) -> tuple[int, int]:
    """Where a plus-or-minus stands, and how many tokens it takes; 0 tokens where there is none."""
    for at, token in enumerate(tokens[1:-1], 1):
        if token.text in ("±", "∓"):
            return at, 1
        if token.kind != "sign":
            continue
        texts = [each.text for each in tokens[at : at + 3]]
        tight = at + 1 < len(tokens) and not tokens[at + 1].gap
        if token.gap and tight and sorted(texts[:2]) == ["+", "-"]:
            return at, 2
        if tight and texts in (["+", "/", "-"], ["-", "/", "+"]):
            return at, 3
    return 0, 0


def _begins(tokens: Sequence[Token], at: int, scope: Scope) -> int:
    """Where the number begins that a plus-or-minus stands after."""
    first = at
    while first > 0 and at - first < _MOST_LOOKED:
        token = tokens[first - 1]
        known = token.kind == "name" and scope.longest(list(tokens[first - 1 : at]), 0) is not None
        if not (token.kind in ("number", "open", "close") or known or token.text in "+-·/^√"):
            break
        first -= 1
    return first


def _pair(tokens: Sequence[Token], at: int) -> tuple[int, tuple[float, float]] | None:
    """The two numbers that stand from a token on, and where they end: `(2.04, 2.56)`, `2.04 to 2.56`."""
    numbers: list[float] = []
    end, depth, sign = at, 0, 1
    while end < len(tokens) and len(numbers) <= 2:
        token = tokens[end]
        if token.kind == "number" and "/" not in token.text:
            if len(numbers) == 2:
                break
            numbers.append(sign * float(token.text) * token.scale)
            sign = 1
        elif token.text == "-" and end + 1 < len(tokens) and not tokens[end + 1].gap:
            sign = -1
        elif token.kind == "open" and not numbers:
            depth += 1
        elif token.kind == "close" and depth:
            depth -= 1
            if not depth:
                end += 1
                break
        elif not _is_between_ends(token) or (len(numbers) == 2 and not depth):
            break
        end += 1
    return (end, (numbers[0], numbers[1])) if len(numbers) == 2 and not depth else None


def _is_between_ends(token: Token) -> bool:
    return token.text in (",", ";", "…", "...") or token.text in MONEY or token.text.lower() in _BETWEEN_ENDS


def _is_balanced(tokens: Sequence[Token]) -> bool:
    depth = 0
    for token in tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        if depth < 0:
            return False
    return depth == 0


def _bracketed(tokens: list[Token]) -> list[Token]:
    """Two numbers as a row in brackets."""
    if tokens[0].kind == "open":
        return tokens
    first, last = tokens[0], tokens[-1]
    made = [
        token._replace(kind="mark", text=",") if token.kind in ("name", "dots") else token
        for token in tokens
        if token.kind in ("number", "sign", "name", "dots") or token.text in (",", "-")
    ]
    return [
        Token("open", "(", first.start, first.start, first.gap),
        *made,
        Token("close", ")", last.stop, last.stop, 0),
    ]


# ---- medians


def _median_last(tokens: list[Token]) -> list[Token]:
    """`the median, after sorting to 1, 2, 4, is 2` with `median` after the numbers."""
    at = next(at for at, token in enumerate(tokens) if token.text.lower() == "median")
    join = next((end for end in range(at + 1, len(tokens)) if tokens[end].kind == "join"), 0)
    between = tokens[at + 1 : join] if join else []
    commas = sum(token.text == "," for token in between)
    numbers = sum(token.kind == "number" for token in between)
    if numbers < _LEAST_LISTED or commas < numbers - 1 or not any(token.kind == "name" for token in between):
        return tokens
    if any(token.kind not in ("number", "name") and token.text not in (",", "-", "and") for token in between):
        return tokens
    end = tokens[join]
    parted = [token for token in between if token is not between[-1] or token.text != ","]
    median = tokens[at]._replace(start=end.start, stop=end.start, gap=1)
    return [*tokens[:at], *parted, Token("mark", ";", end.start, end.start, 0), median, *tokens[join:]]


# ---- products


def apart(tokens: list[Token], scope: Scope) -> list[Token]:
    """`hU` as h and U, where both are known and it is not."""
    made: list[Token] = []
    for at, token in enumerate(tokens):
        if token.kind == "name" and len(token.text) == 2 and token.text.isalpha() and scope.longest(tokens, at) is None:
            middle = token.start + 1
            first = token._replace(text=token.text[0], stop=middle)
            second = token._replace(text=token.text[1], start=middle, gap=1)
            if all(scope.find(each.text) is not None for each in (first, second)):
                made += [first, second]
                continue
        made.append(token)
    return made
