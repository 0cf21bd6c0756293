"""Cuts a line of a page into tokens: numbers as people print them, names, signs, joins, and everything else as
marks.
"""

from __future__ import annotations

import re
from functools import lru_cache

from katatx.audit.notations import in_operations
from katatx.audit.token import Token
from katatx.audit.written_numbers import as_fraction, in_one_number

__all__ = ["LONGEST_LINE", "Token", "simplified", "tokenize"]

# A line may be a paragraph; what is longer than this is no line of arithmetic.
LONGEST_LINE = 20_000

_SIGNS = {
    "*": "·", "×": "·", "⋅": "·", "∙": "·", "•": "·", "−": "-", "–": "-", "÷": "/", "∕": "/", "⁄": "/", "**": "^", "@":
    "·", "⨯": "·", "✕": "·",
}  # fmt: skip
_JOINS = {
    "=": "=", "==": "=", "≡": "=", "≈": "≈", "~=": "≈", "=~": "≈", "≃": "≈", "≅": "≈", "≒": "≈", "~~": "≈", "->":
    "→", "-->": "→", "--->": "→", "→": "→", "⟶": "→", "⟹": "→",
    "⇒": "→", "=>": "→", "==>": "→", "↦": "→", "⟼": "→", ":=": ":=", "≔": ":=", "←": "←", "<-": "←", "<--": "←",
    "∴": "→",
}  # fmt: skip
VULGAR = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5", "⅙":
    "1/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8", "⅐": "1/7", "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
_POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SCALES = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "B": 1e9, "T": 1e12}
_SCALE_WORDS = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}

# Each alternative begins with characters that no other before it does, or looks one character further: nothing is gone
# through twice.
_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<owner>['’]s\b)
      | (?P<date>(?<![\w.-])(?:\d{4}-[01]\d-[0-3]\d|\d{1,2}/\d{1,2}/(?:19|20)\d\d)(?![\w/-]|\.\d))
      | (?P<code>0[xX][0-9a-fA-F]+\b|0[bB][01]+\b|0[oO][0-7]+\b)
      | (?P<based>(?<![\w.])(?:[0-9][0-9A-F]*|[0-9A-F]{2,}(?=_\(?16)|\([0-9A-F]{2,}\))
          (?:_\d{1,2}|_\(\d{1,2}\)|[₀-₉]{1,2})(?![\w.]))
      | (?P<period>\d+\.\(\d+\)(?![\d.(])|\d+\.\d*(?:\d[\u0304\u0305])+)
      | (?P<number>\d{1,3}(?:,\d{3})+(?![\d])(?:\.\d+)?(?!\.?\d)|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![.\d]*\d)|\.\d+)
      | (?P<figures>\d[\d.,:]*)
      | (?P<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞⅐⅑⅒])
      | (?P<power>[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)
      | (?P<turned>ᵀ|\^\s?T(?!\w)|\^⊤|⊤|\.T(?!\w)|['’]T(?!\w))
      | (?P<slope>[d∂][^\W\d]\w*(?:\[[^\]\s]{1,8}\])?/[d∂][^\W\d]\w*(?:\[[^\]\s]{1,8}\])?)
      | (?P<name>[^\W\d_ᵀ]
          (?:[^\W⁰¹²³⁴⁵⁶⁷⁸⁹ᵀ]|[′\u0300-\u036f₀-₉₊₋]|(?<=\w)\.(?=[^\W\d])(?!T\b))*
          (?:\^\{\(\w\)\}|['’](?=\s{0,3}[=+·*/)^])|(?<![^\W\d]{3})['’]{1,2}(?:_\w{1,3}|[₀-₉]+|(?![^\W_])))?)
      | (?P<leader>(?<=\s)\.{2,}(?=\s)|\.{4,})
      | (?P<dots>\.\.\.+|…|⋯)
      | (?P<unequal>≠|=/=|/=(?!=)|(?<![\d)])!==?|(?<=\s)!==?)
      | (?P<join>-{1,3}>|={1,2}>|<-{1,2}|:=|==?(?!=)|~=|=~|~~|[≈≡≃≅≒→⟶⟹⇒↦⟼≔←∴])
      | (?P<dash>(?<=\s)-{2,3}(?=\s))
      | (?P<sign>\*\*|[-−–+*×·⋅∙•⨯✕÷∕⁄/^@⊙√∞%~!])
      | (?P<bracket>[()\[\]{}⌊⌋⌈⌉])
      | (?P<mark>.)""",
    re.VERBOSE,
)
# What these brackets do to what stands in them.
_WHOLE = {"⌊": "floor", "⌈": "ceil"}
_MONEY = frozenset("€£¥$₹₽")
# `[1, 4] --softmax--> [0.047, 0.953]`
_NAMED_ARROW = re.compile(r"(-{2,3}|={2,3}|-(?=[^\W\d]))(\s?[\w÷×√+][\w ÷×+*/.√-]{0,30}?\s?)((?:-{1,3}|={1,3})>)")
# What nobody sees, and what colours a terminal.
_HIDDEN = re.compile(
    "\x1b\\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\U000e0000-\U000e007f]"
)
# `~~2 + 2 = 5~~` is struck out.
_STRUCK = re.compile(r"~~(?=\S)(?:(?!~~).){1,400}(?<=\S)~~(?!~)")
# `2 x 3`, but not `0x3`.
_TIMES_X = re.compile(r"(?<=[\d)\]])(?:\s|(?<!(?<![\w.])0))[xX]\s?(?=[\d(\[√])")


def tokenize(line: str) -> list[Token]:
    """The tokens of a line. Never raises; what has no meaning is a mark."""
    return list(_tokens(line[:LONGEST_LINE]))


# A line is looked at as a drawing, a grid, a table and a sum before it is read as a line: cut once, not five times.
@lru_cache(maxsize=128)
def _tokens(line: str) -> tuple[Token, ...]:
    if not line.isprintable():
        line = _HIDDEN.sub(lambda found: "�" * len(found[0]), line)
    if line.count("~~") > 1:
        line = _STRUCK.sub(lambda found: " " * len(found[0]), line)
    spoken = line
    if "x" in line or "X" in line:
        spoken = _TIMES_X.sub(lambda found: found[0].replace("x", "×").replace("X", "×"), line)
    if ">" in spoken:
        spoken = _NAMED_ARROW.sub(lambda found: "→".ljust(len(found[1])) + found[2] + "→".rjust(len(found[3])), spoken)
    tokens: list[Token] = []
    gap, depth = 2, 0
    for found in _TOKEN.finditer(spoken):
        kind, text = str(found.lastgroup), found[0]
        if kind == "space":
            gap = len(text.expandtabs(4))
            continue
        if kind == "owner":
            continue
        if kind == "bracket":
            kind = "open" if text in "([{⌊⌈" else "close"
            depth = max(0, depth + (1 if kind == "open" else -1))
            kind = "whole" if text in "⌊⌈⌋⌉" else kind
        if kind == "name" and text[-1] in "'’" and spoken[: found.start()].endswith(("'", "‘", "’")):
            tokens.append(Token("name", text[:-1], found.start(), found.end() - 1, gap))
            kind, text, gap = "mark", text[-1], 0
        if kind not in _IN_PARTS:
            start = found.start()
            _add(
                tokens, Token(_KINDS.get(kind, kind), _one_spelling(kind, text), start, start + len(text), gap), spoken
            )
        else:
            inside = depth > 0 and (kind == "figures" or "," in text) and _square(tokens)
            for token in _spelled(kind, text, found.start(), gap, inside):
                _add(tokens, token, spoken)
        gap = 0
    return tuple(simplified(in_one_number(without_money(tokens))))


def without_money(tokens: list[Token]) -> list[Token]:
    """The tokens without the currency signs behind numbers: `0.04 €`, `0.30 €/kWh` are the numbers."""
    if not any(token.text in _MONEY for token in tokens):
        return tokens
    made: list[Token] = []
    skip = 0
    for at, token in enumerate(tokens):
        if at < skip:
            continue
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        behind = (
            token.text in _MONEY
            and bool(made)
            and (made[-1].kind == "number" or made[-1].text == ")")
            and token.gap <= 1
            and not (after is not None and after.kind == "number" and after.gap < token.gap + 1)
        )
        if not behind:
            made.append(token)
        elif after is not None and after.text == "/" and not after.gap and at + 2 < len(tokens):
            skip = at + 3 if tokens[at + 2].kind == "name" and not tokens[at + 2].gap else 0
    return made


# What programs put round numbers without changing them.
_WRAPPERS = frozenset({
    "np.array", "numpy.array", "array", "np.asarray", "torch.tensor", "tensor", "jnp.array", "float", "list",
    "tuple", "print", "np.float64", "torch.Tensor", "np.round", "round", "np.around", "int"
})  # fmt: skip
_IDENTITY = frozenset({"np.eye", "np.identity", "torch.eye", "eye"})
_LARGEST_IDENTITY = 16


def simplified(tokens: list[Token]) -> list[Token]:
    """The tokens without a program's wrappers: `np.array([1, 2])` is the row, `round(x, 3)` is x, `np.eye(2)` the
    grid.
    """
    tokens = in_operations(tokens)
    if not any(token.text in _WRAPPERS or token.text in _IDENTITY for token in tokens):
        return tokens
    made: list[Token] = []
    skip = 0
    for at, token in enumerate(tokens):
        if at < skip:
            continue
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        opens = token.kind == "name" and following is not None and following.text == "(" and not following.gap
        if opens and token.text in _WRAPPERS:
            continue
        if token.text == ")" and token.kind == "close" and len(made) > 2 and _is_rounding(tokens, at):
            made = made[:-2]
        if (
            opens
            and token.text in _IDENTITY
            and at + 3 < len(tokens)
            and tokens[at + 2].text.isdigit()
            and tokens[at + 3].text == ")"
        ):
            made += _identity(min(int(tokens[at + 2].text), _LARGEST_IDENTITY), token)
            skip = at + 4
            continue
        made.append(token)
    return made


def _is_rounding(tokens: list[Token], close: int) -> bool:
    """Whether brackets that close here are those of `round(x, 3)`."""
    if close < 4 or tokens[close - 1].kind != "number" or tokens[close - 2].text != ",":
        return False
    depth = 0
    for at in range(close, -1, -1):
        depth += (tokens[at].kind == "close") - (tokens[at].kind == "open")
        if depth == 0:
            return at > 0 and tokens[at - 1].text in ("round", "np.round", "np.around")
    return False


def _identity(size: int, token: Token) -> list[Token]:
    text = (
        "["
        + ",".join("[" + ",".join("1" if row == column else "0" for column in range(size)) + "]" for row in range(size))
        + "]"
    )
    kinds = {"[": "open", "]": "close", ",": "mark"}
    return [Token(kinds.get(part, "number"), part, token.start, token.stop, 0) for part in text]


def _square(tokens: list[Token]) -> bool:
    """Whether the last bracket opened and not closed is a square one."""
    depth = 0
    for token in reversed(tokens[-60:]):
        if token.kind == "close":
            depth += 1
        elif token.kind == "open":
            if depth == 0:
                return token.text == "["
            depth -= 1
    return False


def _spelled(kind: str, text: str, start: int, gap: int, inside: bool) -> list[Token]:
    stop = start + len(text)
    match kind:
        case "number" if not ("," in text and inside):
            return [Token("number", text.replace(",", ""), start, stop, gap)]
        case "number":
            return _listed(text, start, gap)
        case "figures":
            return _figures(text, start, gap, inside)
        case "period" | "based" | "code":
            fraction = as_fraction(text)
            return (
                [Token("number" if kind == "period" else "based", fraction, start, stop, gap)]
                if fraction
                else [Token("mark", text, start, stop, gap)]
            )
        case "power":
            return [Token("sign", "^", start, start, gap), *_signed(text.translate(_POWERS), start, stop)]
        case "whole" if text in _WHOLE:
            return [Token("name", _WHOLE[text], start, start, gap), Token("open", "(", start, stop, 0)]
        case "whole":
            return [Token("close", ")", start, stop, gap)]
        case _:
            return [
                Token("mark", ":", start, stop, gap)
                if len(text) != len("...")
                else Token("dots", text, start, stop, gap)
            ]


# What may be more than one token.
_IN_PARTS = frozenset({"number", "figures", "power", "leader", "whole", "period", "based", "code"})
_KINDS = {"turned": "sign", "slope": "name", "dash": "mark", "unequal": "mark", "date": "mark"}


def _one_spelling(kind: str, text: str) -> str:
    match kind:
        case "vulgar":
            return VULGAR[text]
        case "turned":
            return "ᵀ"
        case "join":
            return _JOINS[text]
        case "sign":
            return _SIGNS.get(text, text)
        case "dash":
            return "—"
        case "unequal":
            return "≠"
        case "name":
            return text.replace("{", "").replace("}", "")
        case _:
            return text


def _signed(digits: str, start: int, stop: int) -> list[Token]:
    if digits.startswith("-"):
        return [Token("sign", "-", start, start, 0), Token("number", digits[1:] or "0", start, stop, 0)]
    return [Token("number", digits, start, stop, 0)]


def _listed(text: str, start: int, gap: int) -> list[Token]:
    """`[100,200]` in square brackets is two numbers."""
    tokens: list[Token] = []
    for part in re.finditer(r"[\d.]+|,", text):
        kind = "mark" if part[0] == "," else "number"
        tokens.append(Token(kind, part[0], start + part.start(), start + part.end(), gap if not tokens else 0))
    return tokens


def _figures(text: str, start: int, gap: int, inside: bool) -> list[Token]:
    """Digits that are no single number: `2,0,1` in brackets, `1.` at a sentence's end, a date."""
    body = text.rstrip(".,:")
    tokens: list[Token] = []
    if re.fullmatch(r"\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)*", body) and (
        inside or "," not in body or len(body.split(",")) > 2
    ):
        tokens = _listed(body, start, gap)
    elif re.fullmatch(r"\d+\.(?:,\d+\.)*", text) and inside:
        tokens = _listed(text, start, gap)
        body = text
    elif body:
        tokens = [Token("mark", body, start, start + len(body), gap)]
    for at in range(len(body), len(text)):
        tokens.append(Token("mark", text[at], start + at, start + at + 1, 0))
    return tokens


def _add(tokens: list[Token], token: Token, line: str) -> None:
    """The token, joined with the number before it where it belongs to that: `268M`, `5 million`, `90%`, `2.` in a
    row, `1½`, `2 × 10^3`.
    """
    before = tokens[-1] if tokens else None
    if token.kind == "vulgar":
        token = token._replace(kind="number")
        if before is not None and before.kind == "number" and before.text.isdigit() and not token.gap:
            over, under = token.text.split("/")
            tokens[-1] = before._replace(text=f"{int(before.text) * int(under) + int(over)}/{under}", stop=token.stop)
            return
    ends = before is not None and token.text == "." and before.kind == "number" and before.stop == token.start
    if before is not None and ends and line[token.stop : token.stop + 1] in (" ", "]", ",") and _square(tokens):
        tokens[-1] = before._replace(stop=token.stop)
        return
    if before is not None and before.kind == "number" and before.scale == 1.0:
        if token.text == "%" and token.gap <= 1:
            after = line[token.stop : token.stop + 2].lstrip()
            if not after or not (after[0].isdigit() and token.gap):
                tokens[-1] = before._replace(stop=token.stop, scale=0.01)
                return
        scale = _SCALES.get(token.text) if token.gap == 0 else _SCALE_WORDS.get(token.text) if token.gap <= 1 else None
        if token.kind == "name" and token.text == "percent" and token.gap == 1:
            scale = 0.01
        if scale is not None and token.kind == "name":
            tokens[-1] = before._replace(stop=token.stop, scale=scale)
            return
    tokens.append(token)
    if token.kind == "number" and len(tokens) > 4 and _is_scientific(tokens):
        power = float(f"1e{'-' if tokens[-2].text == '-' else ''}{token.text}")
        first = -6 if tokens[-2].text == "-" else -5
        tokens[first:] = [tokens[first]._replace(stop=token.stop, scale=power)]


def _is_scientific(tokens: list[Token]) -> bool:
    """Whether tokens end in `1.87 × 10^18`, a number in the way of science."""
    signed = tokens[-2].text == "-" and len(tokens) > 5
    parts = [*tokens[-6:-2], tokens[-1]] if signed else tokens[-5:]
    before = tokens[-len(parts) - signed - 1] if len(tokens) > len(parts) + signed else None
    shape = [part.text for part in parts[1:4]] == ["·", "10", "^"]
    free = before is None or before.kind in ("join", "open") or before.text in "~≈,:"
    return (
        shape
        and free
        and parts[0].kind == "number"
        and parts[0].scale == 1.0
        and parts[4].text.isdigit()
        and len(parts[4].text) <= 3
    )
