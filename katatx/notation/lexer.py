r"""Text to tokens. A number is read here and nowhere else; what its commas can mean is kept as data.

`2*3`, `2×3`, `2·3` and `2x3` give the same tokens. Columns count from 1, positions in the text from 0.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from katatx.notation.errors import Ambiguous, NotationError, either
from katatx.notation.quoting import quote

LONGEST = 5_000
LONGEST_NUMBER, DEEPEST = 60, 50
UNITS = {"k": 3, "K": 3, "M": 6, "B": 9, "T": 12}
# Signs between the sides of a chain.
RELATIONS = ("=", "≈", "==", "⇒", "→", ":=")
_MOST_PLACES = 300
_TIMES_TEN = "·10^"
_SPELLINGS = {
    "×": "·", "⋅": "·", "∙": "·", "•": "·", "@": "·", "−": "-", "÷": "/", "⁄": "/", "∕": "/", "∗": "*", "**": "^",
    "->": "→", "-->": "→", "===": "==", "≥": ">=", "≤": "<=", "≠": "!=", "=>": "⇒", "⟹": "⇒", "⟶": "→", "↦": "→",
    "≡": "==", "≔": ":=", "←": ":=", "<-": ":=", "~": "≈", "≃": "≈", "≅": "≈", "≐": "≈", "~=": "≈", "=~": "≈",
    "=≈": "≈", "≈=": "≈", "∼": "≈", "∥": "‖", "||": "‖", "∣": "|", "⊤": "ᵀ", ".T": "ᵀ", ".mT": "ᵀ", ".H": "ᵀ",
    "∘": "⊙", "⨀": "⊙", "〈": "⟨", "〉": "⟩", "{": "(", "}": ")",
}  # fmt: skip
_FULL_WIDTH = {0xFEE0 + code: code for code in range(0x21, 0x7F)} | {0x3000: 0x20, 0x3002: 0x2E, 0x3001: 0x2C}
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿˣⁱ", "0123456789+-()nxi", strict=True))
_FRACTIONS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅒"
_KNOWN_SIGNS = frozenset("-+*·/^=≈√@%()[]{},;:|<>&_$!~ᵀ⊤⊙‖⟨⟩⌊⌋⌈⌉…")
_INDEX = "₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ"
_NO_LETTER = "".join((*_RAISED, _FRACTIONS, "ᵀ"))
_PART = rf"[^\W{_NO_LETTER}]|[\u0300-\u036f{_INDEX}]"
_NAME = rf"(?:[∂∇]?[^\W\d_{_NO_LETTER}{_INDEX}]|_(?=\w))(?:{_PART}|\.(?=[^\W_])(?!(?:T|mT|H)\b))*(?:⁽[⁰¹²³⁴-⁹]+⁾)?['′]*"
TOKEN = re.compile(
    rf"""(?P<space>\s+|\\(?=[*_%$#])|[€£¥✓✗✔✅❌☑]\ufe0f?|(?<![0-9)\]])(?<![0-9)\]]\s)\$(?=\s?[0-9.])|['"](?=-?inf)|(?<=inf)['"])
    |(?P<number>(?:[0-9]{{1,3}}(?:\.[0-9]{{3}})+,[0-9]+(?![0-9.,])|[0-9]{{1,3}}(?:\.[0-9]{{3}}){{2,}}(?![0-9.,])|[0-9]+(?:,[0-9]+)+(?:\.[0-9]+)?(?![0-9.,]*[_'’`])
        |[0-9]+(?:[_'’`\u00a0\u2007\u2009\u202f][0-9]{{3}})+(?![0-9])(?:\.[0-9]*)?|[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+−]?[0-9]+)?)
    |(?P<fraction>[{_FRACTIONS}])
    |(?P<raised>[{"".join(_RAISED)}]+)
    |(?P<name>{_NAME}|∞|[∂∇]|[Σ∑](?!\s*[(\d]))
    |(?P<sign>\.(?:T|mT|H)\b|--?>|===?|[><!:]=|=>|<-|=\s*[~≈]|≈=|~[=~]?|\*\*|//|\|\||\S)""",
    re.VERBOSE,
)
_TIMES = re.compile(r"[xX](?=\s*[\d(\[√.]|\s+[-−]?[\w(\[√.])")
_GOES_ON = re.compile(r"(?<=\d)(?:\.\.+|…)(?![.\s]*\d)|(?<=\.)\(\d+\)")
_DEFINED = re.compile(r"(?:^|[;,\s])([^\W\d]\w*)[ \t]*(?::=|←|=(?!=)|(?<=[ \t])is\b)")
_GROUPS = re.compile(r"[1-9]\d{0,2}(?:,\d{3}(?:\.\d*)?)+")
_OPERATIONS = ("+", "-", "·", "/", "*", "^", "⊙")
_NESTING = {"(": 1, "[": 1, "⟨": 1, ")": -1, "]": -1, "⟩": -1}
_ROOTS = ("sqrt", "Sqrt", "np.sqrt", "math.sqrt", "torch.sqrt")


class Token(NamedTuple):
    """A number, name, sign, relation (between two sides) or the end; prose has some kinds more.

    `column` and `end` are its first column and the column after it, from 1. `spaced` says whether white space precedes
    it, `breaks` whether that includes a line break. `parts` are the texts of a number between its commas, if any, and
    `depth` is how many brackets are open behind the token.
    """

    kind: str
    text: str
    column: int
    spaced: bool
    breaks: bool = False
    end: int = 0
    parts: tuple[str, ...] = ()
    depth: int = 0


def ended(tokens: list[Token]) -> list[Token]:
    """Return tokens, and an end token."""
    end = tokens[-1].end if tokens else 1
    return [*tokens, Token("end", "", end, spaced=False, end=end)]


def names_defined(text: str) -> frozenset[str]:
    """Return the names that a text gives a value."""
    return frozenset(_DEFINED.findall(text))


class Lexer:
    """Splits a text without LaTeX into tokens in one pass; use `tokens` once.

    `defined` are names with a value, which are neither units nor times signs. Methods return the position after what
    they read. They raise NotationError for what cannot be read, and Ambiguous for what has two meanings.
    """

    is_prose = False

    def __init__(self, text: str, defined: Collection[str] = ()) -> None:
        self.text = text.translate(_FULL_WIDTH)
        self.defined = defined
        self.has_e = re.search(r"(?<![\w.])e(?!\w)", text) is not None
        self.made: list[Token] = []
        self.spaced = self.breaks = False
        self.depth = 0

    def tokens(self) -> list[Token]:
        """Return the tokens, and an end token."""
        position = 0
        while position < len(self.text):
            position = self.step(position)
        size = len(self.text) + 1
        self.made.append(Token("end", "", size, self.spaced, self.breaks, size))
        return self.made

    def step(self, position: int) -> int:
        """Read what begins here, or skip it if it is white space. Raise NotationError if it cannot be read."""
        if self.text[position] in "xX" and self.is_times(position):
            return self.add("sign", "·", position, position + 1)
        found = TOKEN.match(self.text, position)
        assert found is not None
        if found["space"]:
            self.spaced, self.breaks = True, self.breaks or "\n" in found[0]
            return found.end()
        of_kind: Callable[[str, int], int] = getattr(self, str(found.lastgroup))
        return of_kind(found[0], position)

    def add(self, kind: str, text: str, start: int, end: int, parts: tuple[str, ...] = ()) -> int:
        if text in _NESTING:
            self.depth = max(0, self.depth + _NESTING[text])
        self.made.append(Token(kind, text, start + 1, self.spaced, self.breaks, end + 1, parts, self.depth))
        self.spaced = self.breaks = False
        return end

    def after_operand(self) -> bool:
        last = self.made[-1] if self.made else Token("", "", 0, spaced=False)
        return last.kind in ("number", "name") or last.text in (")", "]", "ᵀ", "|", "‖", "%")

    def is_times(self, position: int) -> bool:
        """Return whether an x here multiplies: `28 x 28`, `3x3`, `5 x (2 + 1)`, `12 x d`."""
        if not self.after_operand() or _TIMES.match(self.text, position) is None:
            return False
        after = self.text[position + 1]
        tight = after != " "
        if tight == self.spaced or self.text[position] in self.defined:
            return tight and not self.spaced and after.isdigit()
        return self.made[-1].kind != "name" or not tight

    # ---- numbers

    def number(self, word: str, start: int) -> int:
        """Read a number with the unit (k, K, M, B, T) directly behind it, unless that is a defined name."""
        if (longest := max(map(len, word.split(",")))) > LONGEST_NUMBER:
            most = f"and at most {LONGEST_NUMBER} are allowed; write fewer digits"
            raise NotationError(f"a number has {longest:,} characters, {most}", start + 1)
        # `e/(2e+1)` is a sum; `e^-28 = 6.9e-13` and `2e-3` are numbers.
        if self.has_e and (exponent := re.fullmatch(r"([0-9]+)[eE][+][0-9]+", word)):
            word = exponent[1]
        end = start + len(word)
        if "." in word and not self.is_prose and _GOES_ON.match(self.text, end):  # `0.66...`, `0.(6)`
            rest = "write a fraction such as 5/9, or round and leave the dots out"
            raise NotationError(f"the decimals of {quote(word)} go on, and cannot be compared; {rest}", start + 1)
        parts = tuple(word.split(",")) if "," in word else ()
        digits = re.sub(r"[_'’`\u00a0\u2007\u2009\u202f,]", "", word)
        if digits.count(".") > 1:  # `38.597.376`, as many countries write it
            digits = digits.replace(".", "")
        unit = self.text[end : end + 1]
        if unit in UNITS and unit not in self.defined and not self.text[end + 1 : end + 2].isalnum():
            digits, end = digits + unit, end + 1
        return self.add("number", digits, start, end, parts)

    def fraction(self, word: str, start: int) -> int:
        """Read `½` as (1/2). Raise Ambiguous behind a number other than 0."""
        if self.made and self.made[-1].kind == "number" and self.made[-1].text != "0":
            raise either(start + 1, "3/2 for 1½", "a comma between two")
        over, under = unicodedata.normalize("NFKC", word).split("⁄")
        for kind, text in (("sign", "("), ("number", over), ("sign", "/"), ("number", under), ("sign", ")")):
            self.add(kind, text, start, start + 1)
        return start + 1

    def raised(self, word: str, start: int) -> int:
        """Read superscripts as a power: `e⁻¹` is e^-1, `2ⁿ⁺¹` is 2^(n+1)."""
        self.spaced = False
        plain = "".join(_RAISED[letter] for letter in word)
        simple = re.fullmatch(r"[+-]?(\d+|[nxi])", plain)
        self.add("sign", "^", start, start)
        parts = re.findall(r"\d+|\D", plain)
        for text in parts if simple else ("(", *parts, ")"):
            kind = "number" if text.isdigit() else "name" if text in "nxi" else "sign"
            self.add(kind, text, start, start + len(word))
        return start + len(word)

    # ---- names and signs

    def name(self, word: str, start: int) -> int:
        """Read a name; a `.T` at its end is a transpose."""
        if word in _ROOTS and word not in self.defined:
            return self.add("sign", "√", start, start + len(word))
        kind = "sign" if word == "mod" and self.after_operand() else "name"
        text = {"log₂": "log2", "log₁₀": "log10"}.get(word, word)
        return self.add(kind, text, start, start + len(word))

    def sign(self, word: str, start: int) -> int:
        """Read a sign in its standard spelling. `^T` is a transpose unless T is a defined name."""
        end = start + len(word)
        if word in ("–", "—"):
            if self.after_operand() and not self.spaced:
                raise Ambiguous(f"is the dash {quote(word)} a minus sign or a range? Write - for minus", start + 1)
            word = "-"
        if word == "^" and "T" not in self.defined and re.match(r"T(?!\w)", self.text[end : end + 2]):
            return self.add("sign", "ᵀ", start, end + 1)
        if word == ".":
            return self.dot(start)
        if word == "₂" and self.made and self.made[-1].text in ("‖", "|"):
            return end  # `‖x‖₂`
        text = _SPELLINGS.get("".join(word.split()), word)
        if text == word and word[0] not in _KNOWN_SIGNS and word not in RELATIONS:
            raise NotationError(f"{quote(word)} cannot be read here; delete it, or write it another way", start + 1)
        return self.add("rel" if text in RELATIONS else "sign", text, start, end)

    def dot(self, start: int) -> int:
        """Read a point: it ends a sentence, or multiplies rows. Raise NotationError for any other."""
        if re.compile(r"[)$\s]*$|\s*[;\n]").match(self.text, start + 1):
            return start + 1
        if self.text[start + 1] in " [(":
            return self.add("sign", "·", start, start + 1)
        raise NotationError('the point "." cannot be read here; delete it, or write · to multiply', start + 1)


# ---- what the commas in numbers mean


def settled(tokens: list[Token], meaning: str = "") -> list[Token]:
    """Return tokens with each comma inside a number settled: as thousands, or as a comma between two numbers.

    Without a `meaning` (items, thousands, decimal), groups of three digits beside an operation are thousands, and other
    commas in square brackets and in calls part numbers, unless a comma with a space does so there. What is still open
    keeps its `parts`, and the parser asks. If points mark thousands ("points"), they are left out.
    """
    if meaning == "points":
        return [each._replace(text=each.text.replace(".", "")) if each.kind == "number" else each for each in tokens]
    if not any(token.parts for token in tokens):
        return tokens
    made: list[Token] = []
    is_list: dict[int, bool] = {}  # by the depth of a bracket
    parted = {comma.depth for comma, after in pairwise(tokens) if comma.text == "," and after.spaced}
    nothing = Token("", "", 0, spaced=False)
    for before, token, after in zip([nothing, *tokens], tokens, [*tokens[1:], nothing], strict=False):
        if token.text in ("(", "[", "⟨"):
            is_call = token.text == "[" or (before.kind == "name" and not token.spaced)
            is_list[token.depth] = is_call and token.depth not in parted
        beside_sign = after.text in _OPERATIONS or (before.text in (*_OPERATIONS, "√", "(") and after.text != ",")
        likely = _likely(token, is_list.get(token.depth, False), beside_sign)
        made += _settled(token, meaning or likely) if token.parts else [token]
    return made


def _likely(token: Token, in_list: bool, beside_sign: bool) -> str:
    """Return what the commas of a number mean by what stands around it; "" if that is open."""
    if _GROUPS.fullmatch(",".join(token.parts)):
        return "thousands" if beside_sign or any(part.startswith("0") for part in token.parts) else ""
    return "items" if in_list or len(token.parts) > 2 else ""


def _settled(token: Token, meaning: str) -> Iterator[Token]:
    parts, unit = token.parts, token.text[-1] if token.text[-1] in UNITS else ""
    if meaning == "decimal" and len(parts) == 2 and parts[1].isdigit():
        yield token._replace(text=f"{parts[0].replace('.', '')}.{parts[1]}{unit}", parts=())
    elif meaning == "thousands" and _GROUPS.fullmatch(",".join(parts)):
        yield token._replace(parts=())
    elif meaning == "items":
        column = token.column
        for at, part in enumerate((*parts[:-1], parts[-1] + unit)):
            if at:
                yield Token("sign", ",", column - 1, spaced=False, end=column, depth=token.depth)
            end = column + len(parts[at])
            yield Token("number", part, column, token.spaced and not at, token.breaks and not at, end, (), token.depth)
            column = end + 1
    else:
        yield token


# ---- numbers as text


def number_value(text: str) -> float:
    """Return the value of a number's text: `5000`, `1e-3`, `268M`, `1.41·10^-3`; inf if too large. Raise ValueError."""
    if _TIMES_TEN in text:
        mantissa, _, power = text.partition(_TIMES_TEN)
        digits, _, exponent = mantissa.replace("−", "-").partition("e")
        return float(f"{digits}e{int(exponent or 0) + int(power)}")
    if text[-1] in UNITS:
        return float(text[:-1]) * 10.0 ** UNITS[text[-1]]
    return float(text.replace("−", "-"))


def number_places(text: str) -> int:
    """Return the decimals that a number's text claims: 3 for 0.330 and 1e-3, -6 for 268M; from -300 to 300."""
    shift = -2 if text.endswith("%") else UNITS.get(text[-1], 0)
    digits, _, power = text.rstrip("%kKMBT").replace(_TIMES_TEN, "e").lower().replace("−", "-").partition("e")
    places = len(digits.partition(".")[2]) - float(power or 0) - shift
    return int(max(-_MOST_PLACES, min(_MOST_PLACES, places)))
