"""Calculations told in words, put into signs: `1.5 times 2 is 3`, `divide by 4 to get 1.225`, `95% of 1,000`."""

from __future__ import annotations

from katatx.audit.tokens import Token

_BETWEEN = {"times": "·", "plus": "+", "minus": "-", "over": "/", "less": "-"}
_TWO_WORDS = {("divided", "by"): "/", ("multiplied", "by"): "·", ("added", "to"): "+",
    ("increased", "by"): "+", ("raised", "by"): "+", ("decreased", "by"): "-", ("reduced", "by"): "-",
    ("lowered", "by"): "-", ("discounted", "by"): "-", ("diminished", "by"): "-",
}  # fmt: skip
_POWERS = {"squared": "2", "cubed": "3"}
_PARTS = {
    "half": "1/2",
    "third": "1/3",
    "quarter": "1/4",
    "fifth": "1/5",
    "tenth": "1/10",
    "twice": "2",
    "double": "2",
    "thrice": "3",
    "triple": "3",
}
_VERBS = {
    "divide": "/",
    "multiply": "·",
    "add": "+",
    "adding": "+",
    "plus": "+",
    "subtract": "-",
    "subtracting": "-",
    "dividing": "/",
    "divided": "/",
    "multiplied": "·",
    "multiplying": "·",
    "times": "·",
    "minus": "-",
    "split": "/",
    "shared": "/",
}
_DONE = frozenset({"divided", "multiplied"})
_JOINS = frozenset({
    "is", "are", "equals", "equal", "makes", "make", "gives", "give", "yields", "leaves", "becomes", "get", "gets",
    "getting", "giving", "making", "leaving", "was", "be"
})  # fmt: skip
_COME_TO = frozenset({"comes", "come", "came", "amounts", "sums", "sum", "add", "adds", "works", "down", "up", "out"})
_TOGETHER = frozenset({"sum", "sums", "add", "adds"})
_ASIDE = frozenset({
    "about", "roughly", "approximately", "around", "just", "nearly", "exactly", "again", "once", "only", "then",
    "therefore", "us", "you", "so", "the", "now", "indeed"
})  # fmt: skip
_DENIES = frozenset({"not", "never", "cannot", "doesn't", "doesnt", "n't"})
_BEFORE = frozenset({"that", "this", "it", "which"})
_MOST_ASIDE = 4
_OTHER_ROOTS = frozenset(
    {"cube", "cubic", "third", "fourth", "fifth", "sixth", "tenth", "3rd", "4th", "nth", "rd", "th"}
)
_LEADS_ON = frozenset({"leaves", "makes", "gives", "yields", "leaving"})
# After these another clause begins.
_LEADS_OFF = frozenset({"and", "but", "so", "then", "which", "while", "where", "because", "since", "as", "again", "in"})
_WITH_OTHERS = frozenset({"together", "altogether", "combined", "overall", "with", "including"})
_LEAVES = frozenset({"leaves", "leaving"})
# What is said of these is not said of the number before.
_LEFT = frozenset({
    "left", "remain", "remains", "remaining", "more", "less", "over", "short", "missing", "wrong", "right", "fewer",
    "each", "apiece", "other", "others"
})  # fmt: skip
_PERCENT = 0.01
_NEAR = 8
_MOST_COUNTED = 2


def in_signs(tokens: list[Token]) -> list[Token]:
    """The tokens with words for operations made signs, wherever numbers or names stand beside them."""
    if not any(token.kind == "name" for token in tokens) or not any(token.kind == "number" for token in tokens):
        return tokens
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        taken = _said(tokens, at, made)
        if not taken:
            made.append(tokens[at])
        at += taken or 1
    return made


def _said(tokens: list[Token], at: int, made: list[Token]) -> int:
    """Put what is said at a token into signs; how many tokens that took, 0 where it is no calculation."""
    token = tokens[at]
    if token.kind != "name":
        return 0
    word = token.text.lower()
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None:
        return 0
    after_operand = bool(made) and _ends_operand(made[-1])
    pair = _TWO_WORDS.get((word, following.text.lower()))
    if pair is not None and after_operand and _begins_operand(tokens, at + 2):
        made.append(_sign(pair, token, following))
        return 2
    if word in _BETWEEN and after_operand and _begins_operand(tokens, at + 1):
        made.append(_sign(_BETWEEN[word], token))
        return 1
    if word in ("at", "à") and following.text in "$€£¥" and _is_count(made) and _begins_operand(tokens, at + 1):
        made.append(_sign("·", token))
        return 1
    if word in _POWERS and after_operand:
        if (
            len(made) > 1
            and made[-1].kind == "number"
            and made[-2].text == "-"
            and (len(made) == 2 or not _ends_operand(made[-3]))
        ):
            minus = made[-2]
            made[-2:] = [
                minus._replace(kind="open", text="(", stop=minus.start),
                minus._replace(gap=0),
                made[-1],
                Token("close", ")", token.start, token.start, 0),
            ]
        made += [_sign("^", token)._replace(gap=0), Token("number", _POWERS[word], token.stop, token.stop, 0)]
        return 1
    if word == "off" and after_operand and made[-1].scale == _PERCENT and _begins_operand(tokens, at + 1):
        return _taken_off(tokens, at, made)
    if (
        word == "of"
        and after_operand
        and made[-1].kind == "number"
        and (made[-1].scale == 0.01 or "/" in made[-1].text)
        and _begins_operand(tokens, at + 1)
    ):
        made.append(_sign("·", token))
        return 1
    return _part(tokens, at, made) or _root(tokens, at, made) or _verb(tokens, at, made) or _join(tokens, at, made)


def _taken_off(tokens: list[Token], at: int, made: list[Token]) -> int:
    """`15% off 60` as `60 - 15%`."""
    share = made.pop()
    end = _operand_end(tokens, at + 1)
    made += [*tokens[at + 1 : end], _sign("-", tokens[at]), share._replace(gap=1)]
    return end - at


def _is_count(made: list[Token]) -> bool:
    """Whether what was said ends in a number and what is counted: `4 soups`."""
    words = 0
    while words < min(len(made), _MOST_COUNTED + 1) and made[-1 - words].kind == "name":
        words += 1
    return words < len(made) and words <= _MOST_COUNTED and made[-1 - words].kind == "number"


def _sign(sign: str, first: Token, last: Token | None = None) -> Token:
    return Token("sign", sign, first.start, (last or first).stop, 1)


def _ends_operand(token: Token) -> bool:
    return token.kind in ("number", "close")


def _begins_operand(tokens: list[Token], at: int) -> bool:
    if at < len(tokens) and tokens[at].text in "-+$€£~√":
        at += 1
    return at < len(tokens) and (tokens[at].kind in ("number", "open") or tokens[at].text.lower() in _PARTS)


def _part(tokens: list[Token], at: int, made: list[Token]) -> int:
    """`half of 3`, `a quarter of 108`, `twice 4`."""
    value = _PARTS.get(tokens[at].text.lower())
    if value is None or (made and _ends_operand(made[-1])):
        return 0
    if len(made) > 1 and made[-1].text in ("a", "one") and made[-2].text.lower() in _BETWEEN:
        return 0  # `10 minus a third of 9`
    after = at + 1
    if after < len(tokens) and tokens[after].text == "of":
        after += 1
    if not _begins_operand(tokens, after):
        return 0
    made += [Token("number", value, tokens[at].start, tokens[at].stop, 1), _sign("·", tokens[after - 1])]
    return after - at


def _root(tokens: list[Token], at: int, made: list[Token]) -> int:
    """`the square root of 2`."""
    words = [token.text.lower() for token in tokens[at : at + 3]]
    count = 3 if words == ["square", "root", "of"] else 2 if words[:2] == ["root", "of"] else 0
    if count == 2 and at and tokens[at - 1].text.lower() in _OTHER_ROOTS:
        return 0
    if count and _begins_operand(tokens, at + count):
        made.append(_sign("√", tokens[at], tokens[at + count - 1]))
        return count
    after = at + count + 1
    if count and after < len(tokens) and tokens[after - 1].text in _BEFORE and tokens[after].text in _JOINS:
        made.append(_sign("√", tokens[at], tokens[after - 1]))  # `and the root of that is 2.24`
        return count + 1
    return 0


def _verb(tokens: list[Token], at: int, made: list[Token]) -> int:
    """`multiply 0.3 by 0.357`, `divide by 4`, `subtract 2 from 5`, `add 3`."""
    sign = _VERBS.get(tokens[at].text.lower())
    if sign is None or (made and _ends_operand(made[-1]) and made[-1].kind != "close"):
        return 0
    if tokens[at].text.lower() in _DONE and not (made and made[-1].text in (",", ";", ".")):
        return 0  # `the row divided by 3`, `divided by √2 ≈ 1.414`
    after = at + 1
    if after < len(tokens) and tokens[after].text.lower() in ("by", "another", "to", "between", "among"):
        if _begins_operand(tokens, after + 1):
            made.append(_sign(sign, tokens[at], tokens[after]))
            return 2
        return 0
    if not _begins_operand(tokens, after):
        return 0
    end = _operand_end(tokens, after)
    if end < len(tokens) and tokens[end].kind == "sign" and tokens[end].text in "·/+-":
        return 0  # `divide 2.718 / 57.316` says it twice
    link = tokens[end].text.lower() if end < len(tokens) else ""
    if link in ("by", "and", "to", "from", "with") and _begins_operand(tokens, end + 1):
        second = _operand_end(tokens, end + 1)
        first_part, second_part = tokens[after:end], tokens[end + 1 : second]
        if link == "from":
            first_part, second_part = second_part, first_part
        made += [*first_part, _sign(sign, tokens[end]), *second_part]
        return second - at
    made.append(_sign(sign, tokens[at]))
    return 1


def _operand_end(tokens: list[Token], at: int) -> int:
    while at < len(tokens) and tokens[at].text in "-+$€£~√":
        at += 1
    if at < len(tokens) and tokens[at].kind == "open":
        depth = 0
        while at < len(tokens):
            depth += (tokens[at].kind == "open") - (tokens[at].kind == "close")
            at += 1
            if depth == 0:
                break
        return at
    return at + 1


def _past_asides(tokens: list[Token], at: int) -> int:
    """Where the result begins after a verb: past `about`, and past what it is called (`the mean, 1.225`)."""
    while at < len(tokens) and tokens[at].text.lower() in _ASIDE and tokens[at].text.lower() != "the":
        at += 1
    if at < len(tokens) and tokens[at].text.lower() in ("the", "a", "its", "our"):
        for after in range(at + 1, min(len(tokens), at + 1 + _MOST_ASIDE)):
            if tokens[after].text in (",", ":"):
                return after + 1
            if tokens[after].kind != "name":
                break
    return at


def _is_result(tokens: list[Token], at: int) -> bool:
    """Whether a plain number, or a row, stands at a token, and not the beginning of something to work out."""
    while at < len(tokens) and tokens[at].text in "-+$€£~":
        at += 1
    if at >= len(tokens):
        return False
    if tokens[at].text in ("[", "("):
        return True
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return tokens[at].kind == "number" and (
        after is None or not ((after.kind == "sign" and after.text in "·/^√") or after.text in ("of", "times"))
    )


def _is_of_something(tokens: list[Token], at: int) -> bool:
    """Whether a number is said of something that is named behind it: `= 0.75, so 25% are wrong`, `= 9, or 4 a day`; one
    word that ends the clause is its unit.
    """
    while at < len(tokens) and tokens[at].kind not in ("number", "open"):
        at += 1
    named = at + 1 < len(tokens) and tokens[at].kind == "number" and _is_near_word(tokens[at + 1])
    if not named or tokens[at + 1].text.lower() in _LEADS_OFF:
        return False
    ends = at + 2 == len(tokens) or not _is_near_word(tokens[at + 2]) or tokens[at + 2].text.lower() in _LEADS_OFF
    return tokens[at].scale == _PERCENT or not ends or tokens[at + 1].text.lower() in _LEFT


def _begins_equation(tokens: list[Token], at: int) -> bool:
    """Whether a sum begins at a token that has a result of its own: `= 0.79, so 100 - 79 = 21`."""
    for token in tokens[at:]:
        if token.kind == "join":
            return any(each.text in ("+", "-") and each.gap for each in tokens[at + 1 : tokens.index(token, at)])
        if token.kind not in ("number", "sign"):
            break
    return False


def _is_near_word(token: Token) -> bool:
    return token.kind == "name" and token.gap == 1


def _says_something_else(tokens: list[Token], at: int, after: int, made: list[Token]) -> bool:
    """Whether a verb leads on from a result to another thing (`= 93.9 ms, which leaves 8.6`), or a number before it is
    only part of a name: `for batch 32 are 31.2 + 62.7`.
    """
    word, percent = tokens[at].text.lower(), tokens[after].kind == "number" and tokens[after].scale == _PERCENT
    if word in _LEADS_ON and (word in _LEAVES or tokens[at - 1].text.lower() == "which"):
        last = next((near for near in range(len(made) - 1, -1, -1) if made[near].kind == "join"), len(made))
        return last >= len(made) - _NEAR and sum(token.kind == "number" for token in made[last:]) == 1
    # `= 0.67 (adds to 1.00)` says it of more than that, `= 12 makes 30 together` as well.
    aside = word in ("was", "is", "are", *_TOGETHER) and bool(made) and made[-1].kind == "open"
    others = after + 1 < len(tokens) and tokens[after + 1].text.lower() in _WITH_OTHERS
    if aside or (percent and _is_of_something(tokens, after)):
        return True
    if others and any(token.kind == "join" for token in made[-_NEAR:]):
        return True
    sign = tokens[after + 1] if after + 1 < len(tokens) else None
    return sign is not None and sign.text in ("+", "-") and sign.gap > 0 and bool(made) and _ends_operand(made[-1])


def _ends_row(made: list[Token]) -> bool:
    """Whether tokens end with numbers in brackets: `[2, 1] add up to 3`."""
    if made[-1].kind != "close":
        return False
    begin = next((at for at in range(len(made) - 1, -1, -1) if made[at].kind == "open"), 0)
    inside = made[begin + 1 : -1]
    return any(token.text == "," for token in inside) and all(
        token.kind in ("number", "mark", "sign") for token in inside
    )


def _join(tokens: list[Token], at: int, made: list[Token]) -> int:
    """`is 3.5`, `to get the mean, 1.225`, `comes to 4.9`, `which is 17.51`, `so 1.277`."""
    word = tokens[at].text.lower()
    after = at + 1
    if word in _COME_TO and after < len(tokens) and tokens[after].text.lower() == "to":
        after += 1
    elif (
        word in ("so", "or", "hence", "thus")
        and made
        and made[-1].text == ","
        and _is_result(tokens, _past_asides(tokens, after))
        and not _is_of_something(tokens, after)
        and not _begins_equation(tokens, after)
    ):
        pass
    elif word not in _JOINS:
        return 0
    if made and made[-1].text.lower() in _DENIES:
        return 0
    if not made and (word in ("be", "was", "get", "give", "make") or tokens[at].text in ("Is", "Are", "Was")):
        return 0  # a question
    begins = after
    after = _past_asides(tokens, after)
    if not _is_result(tokens, after) or _says_something_else(tokens, at, after, made):
        return 0
    if made and made[-1].text == ",":
        made.pop()
    if word == "up" and made and made[-1].text.lower() in _TOGETHER:
        word = made.pop().text.lower()
    about = any(
        token.text.lower() in ("about", "roughly", "approximately", "around", "nearly")
        for token in tokens[begins:after]
    )
    while (
        made
        and made[-1].kind == "name"
        and made[-1].text.lower() in ("to", "which", "that", "this", "and", "it", "we", "you", "they", "now")
    ):
        made.pop()
    if made and made[-1].text == ",":
        made.pop()
    if word in _TOGETHER and made and _ends_row(made):
        made.append(tokens[at]._replace(kind="mark", text=";"))
    if word in _TOGETHER and made and (made[-1].kind == "name" or made[-1].text == ";"):
        made.append(tokens[at]._replace(text="sum"))  # `the entries of z sum to 0` does not say what z is
    made.append(Token("join", "≈" if about else "=", tokens[at].start, tokens[after - 1].stop, 1))
    return after - at
