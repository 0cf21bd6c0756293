r"""Cut a line into tokens: numbers, names and signs, each in one spelling.

People write the same thing in many ways: `2*3`, `2×3`, `2·3`, `2x3`, `2\\cdot 3`. The parser
sees one of them. Every token keeps the column it came from, so that a message points into what
was typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.quoting import quote

LONGEST = 5_000
LONGEST_NUMBER = 60
# How a number in scientific notation is written out: 1.41·10^-3.
_TIMES_TEN = "·10^"

# One spelling inside, whatever was typed. A hyphen-minus and U+2212 are the same sign.
_SPELLINGS = {
    "×": "·", "⋅": "·", "∙": "·", "•": "·", "@": "·", "−": "-", "÷": "/", "⁄": "/", "∕": "/",
    "→": "=", "->": "=", "-->": "=", "===": "==", "≥": ">=", "≤": "<=", "≠": "!=", "=>": "⇒",
    "⟹": "⇒", "⟶": "=", "↦": "=",
    "≡": "=", ":=": "=", "≔": "=", "←": "=", "<-": "=", ">>>": "",
    "~": "≈", "≃": "≈", "≅": "≈", "≐": "≈", "~=": "≈", "=~": "≈", "=≈": "≈", "≈=": "≈", "~~": "≈", "∼": "≈",
    "∥": "‖", "||": "‖", "∣": "|", "⊤": "ᵀ", "∘": "⊙", "⨀": "⊙", "〈": "⟨", "〉": "⟩",
}  # fmt: skip
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿˣⁱ", "0123456789+-nxi", strict=True))
_VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅒": (1, 10),
}  # fmt: skip
UNITS = {"k": 3, "K": 3, "M": 6, "B": 9}

# Digits set apart in threes by a mark that separates nothing else, and what may stand behind the first of them.
_GROUP_MARKS = "_'’`\u00a0\u2007\u2009\u202f"
_AFTER_MARKED = frozenset(f"{_GROUP_MARKS}{{eE")
# Spaces that no keyboard types, but pages and PDFs have.
_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
# What most lines are made of.
_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+\-]?\d+)?)
      | (?P<word>[A-Za-z][A-Za-z0-9_]*(?<!_)(?![A-Za-z0-9_.'{\\]|[^\x00-\x7f]))
      | (?P<sign>--?>|===?|[><!:]=|=>|<-|>>>|=\s*[~≈]|~[=~]?|\*\*|//|\|\||[-+*·/^=≈√@%()\[\]{},;:|<>&_$!])
      | (?P<dot>\.)""",
    re.VERBOSE | re.ASCII,
)
# What fewer have, looked for where nothing of the above stands. Compiled when first needed.
_RARER = rf"""(?P<space>[{_SPACES}]+|['"](?=-?inf)|(?<=inf)['"])
      | (?P<command>\\(?:[A-Za-z]+\*?|[^A-Za-z\s\\]|\s))
      | (?P<vulgar>[{"".join(_VULGAR)}])
      | (?P<power>[{"".join(_SUPERSCRIPTS)}]+)
      | (?P<sign>≈=|\\\\|[−×⋅∙•÷⁄∕→≥≤≠⇒⟹⟶↦≡≔←≃≅≐∼∛ᵀ⊤∞⊙∘⨀∣‖∥⟨⟩〈〉⌊⌋⌈⌉…–—])"""
# Numbers with digits in threes, or a minus sign that is no hyphen in their power.
_MARKED_NUMBER = rf"""\d+(?:[{_GROUP_MARKS}]\d{{3}})+(?![\d{_GROUP_MARKS}])(?:\.\d*)?
      | \d{{1,3}}(?:\{{,\}}\d{{3}})+(?:\.\d*)?
      | (?:\d+\.?\d*|\.\d+)[eE]−\d+"""
_ACCENTS = "\u0300-\u036f"
_INDEX = "₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ"
# A name: letters, digits, underscores, subscripts and marks over letters; parts joined by points.
_PART = (
    rf"(?:[∂∇]?[^\W\dᵀ_{_INDEX}]|_(?=\w))(?:[^\Wᵀⁿˣⁱ{''.join(_SUPERSCRIPTS)}]|[{_ACCENTS}{_INDEX}])*(?:⁽[⁰-⁹¹²³]+⁾)?"
)
_NAME = rf"{_PART}(?:\.(?:\w[^\Wᵀ]*))*['′]*"
# These are compiled by re where a text holds what they look for: most texts do not.
_METHOD = r"\.([A-Za-z_]\w*)"
_TIMES = r"[xX](?=\s*[\d(\[√.]|\s+[-−]?[\w(\[√.])"
_DEFINED = r"(?:^|[;,\s])([^\W\d]\w*)[ \t]*(?::=|←|=(?!=))"
_LATEX = r"\\[A-Za-z,;:!{(\[ ]|[_^]\{"
_CODE = r"\b(?:np|numpy|jnp|torch|nn|tf|F)\.[A-Za-z]|\btensor\(|\barray\("
_TORCH = r"\b(?:torch|nn|F)\.[A-Za-z]|\btensor\("
_NUMPY = r"\b(?:np|numpy|jnp)\.[A-Za-z]|\.numpy\("
_METHOD_CALL = r"[\w)\]]\.[a-z_]+\("
_CONSTANT_NAMES = frozenset(("e", "pi", "π"))


class Token(NamedTuple):
    r"""One number, name or sign.

    `kind` is number, name, function (a name that takes what follows, as `\\ln 2`), method (`.sum` behind a
    value), sign, command (LaTeX, before it is rewritten) or end. `spaced` says whether white space stood
    before it, `breaks` whether a line ended in it. `end` is the column after it.
    """

    kind: str
    text: str
    column: int
    spaced: bool
    breaks: bool = False
    end: int = 0


class Dialect(NamedTuple):
    """Whose habits a text follows.

    `latex`: spaces mean nothing, and what stands side by side is multiplied. `code` is "numpy" or "torch"
    where the text calls a library, else empty: there `*` goes entry by entry. `defined` are the names that
    the text gives a value, which no unit or sign may take away.
    """

    latex: bool = False
    code: str = ""
    defined: frozenset[str] = frozenset()


PLAIN = Dialect()


def dialect_of(text: str) -> Dialect:
    """Return whose habits a text follows, told by what only they write."""
    if len(text) > LONGEST:
        return PLAIN  # refused for its length by whoever reads it
    latex = ("\\" in text or "{" in text) and re.search(_LATEX, text) is not None
    code = ""
    if "." in text or "(" in text:
        if re.search(_CODE, text):
            code = "torch" if re.search(_TORCH, text) else "numpy"
            if code == "torch" and re.search(_NUMPY, text):
                code = "both"
        elif re.search(_METHOD_CALL, text):
            code = "numpy"
    defined = frozenset(re.findall(_DEFINED, text)) if "=" in text or "←" in text else frozenset()
    if not defined.isdisjoint(_CONSTANT_NAMES):  # `e = 2.718` claims, `e = np.exp(x)` defines
        defined -= {name for name in _CONSTANT_NAMES if re.search(rf"{name}\s*=\s*[\d.]+\s*(?:[;,\n=≈]|$)", text)}
    return Dialect(latex, code, defined) if latex or code or defined else PLAIN


def tokenize(text: str, dialect: Dialect | None = None) -> list[Token]:
    """Return the tokens of a text, closed by one of kind `end`.

    Raises NotationError for a character that has no meaning here, a number of more than 60 digits, or a
    text of more than 5,000 characters.
    """
    if len(text) > LONGEST:
        raise NotationError(f"the line is longer than {LONGEST:,} characters; check it in parts", LONGEST)
    tokens = Lexer(text, dialect_of(text) if dialect is None else dialect).tokens()
    if any(token.kind == "command" or token.text in ("{", "_", "&", "\\\\", "$") for token in tokens):
        from katatx.notation.latex import plain_tokens

        return plain_tokens(tokens)
    return tokens


class Lexer:
    """Goes through a text once, from left to right."""

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text = text
        self.dialect = dialect
        self.made: list[Token] = []
        self.spaced = self.breaks = False

    def tokens(self) -> list[Token]:
        position = 0
        while position < len(self.text):
            position = self.step(position)
        size = len(self.text) + 1
        self.made.append(Token("end", "", size, self.spaced, self.breaks, size))
        return self.made

    def step(self, position: int) -> int:
        """Read one token; return where the next begins."""
        letter = self.text[position]
        if letter == " ":
            self.spaced = True
            return position + 1
        if letter in "xX" and self.is_times(position):
            return self.add("sign", "·", position, position + 1)
        if letter > "\x7f" and letter in _INDEX and self.made and self.made[-1].text == "‖":
            return self.norm_index(position)
        match = _TOKEN.match(self.text, position)
        if match is None:
            match = re.compile(_RARER, re.VERBOSE | re.ASCII).match(self.text, position)
        if match is None:
            return self.name(position)
        kind, word = str(match.lastgroup), match.group()
        read: Callable[[str, int, int], int] = getattr(self, f"read_{kind}")
        return read(word, position, match.end())

    def read_space(self, word: str, start: int, end: int) -> int:
        self.spaced, self.breaks = True, self.breaks or "\n" in word
        return end

    def read_word(self, word: str, start: int, end: int) -> int:
        """Read a name of plain letters, as most are."""
        return self.add("name", word, start, end)

    def read_command(self, word: str, start: int, end: int) -> int:
        return self.add("command", word[1:], start, end)

    def read_sign(self, word: str, start: int, end: int) -> int:
        if word == "_" and (not self.made or self.spaced):
            return self.name(start)
        if word in ("–", "—"):
            return self.dash(start)
        if word == "^" and re.compile(r"T(?!\w)").match(self.text, end) and "T" not in self.dialect.defined:
            return self.add("sign", "ᵀ", start, end + 1)
        return self.add("sign", _SPELLINGS.get("".join(word.split()), word), start, end)

    def add(self, kind: str, text: str, start: int, end: int) -> int:
        if text:
            self.made.append(Token(kind, text, start + 1, self.spaced, self.breaks, end + 1))
            self.spaced = self.breaks = False
        return end

    def dash(self, start: int) -> int:
        """Read a dash: a minus before a number, and no sign anybody agrees on between two."""
        if self.after_operand() and not self.spaced:
            raise Ambiguous("a dash: a minus sign or a range? Write - for minus", start + 1)
        return self.add("sign", "-", start, start + 1)

    def after_operand(self) -> bool:
        """Return whether something that can be multiplied stands right before."""
        if not self.made:
            return False
        last = self.made[-1]
        return last.kind in ("number", "name") or last.text in (")", "]", "ᵀ", "|", "‖", "}", "%")

    def is_times(self, position: int) -> bool:
        """Return whether an x here is a sign: `28 x 28`, `3x3`, `5 x (2 + 1)`, `12 x d`."""
        if not self.after_operand() or re.compile(_TIMES).match(self.text, position) is None:
            return False
        tight = self.text[position + 1] != " "
        if tight == self.spaced or self.text[position] in self.dialect.defined:
            return tight and not self.spaced and self.text[position + 1].isdigit()
        return self.made[-1].kind != "name" or not tight

    def read_number(self, word: str, start: int, end: int) -> int:
        if self.text[end : end + 1] in _AFTER_MARKED:
            marked = re.compile(_MARKED_NUMBER, re.VERBOSE | re.ASCII).match(self.text, start)
            word, end = (word, end) if marked is None else (marked.group(), marked.end())
        if len(word) > LONGEST_NUMBER:
            raise NotationError(f"a number of {len(word):,} characters; {LONGEST_NUMBER} are read at most", start + 1)
        if "_" not in word and self.text[end : end + 1] == "_" and self.text[end + 1 : end + 2].isdigit():
            raise Ambiguous("digits grouped with a mark: one number or two? Write the digits without it", start + 1)
        digits = re.sub(rf"[{_GROUP_MARKS}{{}},]", "", word)
        unit = self.text[end : end + 1]
        if unit in UNITS and unit not in self.dialect.defined and not self.text[end + 1 : end + 2].isalnum():
            return self.add("number", digits + unit, start, end + 1)
        return self.add("number", digits, start, end)

    def read_vulgar(self, word: str, start: int, end: int) -> int:
        """Write `½` out as (1/2)."""
        in_row = sum((token.text == "[") - (token.text == "]") for token in self.made) > 0
        if self.made and self.made[-1].kind == "number" and not (self.spaced and in_row):
            raise Ambiguous(
                "a number before a fraction sign: one mixed number or two? Write 3/2 or 1.5, or a comma between two",
                start + 1,
            )
        over, under = _VULGAR[word]
        for kind, text in (("sign", "("), ("number", str(over)), ("sign", "/"), ("number", str(under)), ("sign", ")")):
            self.add(kind, text, start, end)
        return end

    def read_power(self, word: str, start: int, end: int) -> int:
        """Write superscripts out: `e⁻¹` is e^-1."""
        self.spaced = False
        self.add("sign", "^", start, start)
        plain = "".join(_SUPERSCRIPTS[letter] for letter in word)
        found = re.fullmatch(r"([+-]?)(\d+|[nxi])", plain)
        if found is None:
            raise NotationError(f"{quote(word)} is not a power; write it with ^ and brackets", start + 1)
        self.add("sign", found[1], start, start + len(found[1]))
        return self.add("number" if found[2].isdigit() else "name", found[2], start + len(found[1]), end)

    def read_dot(self, word: str, start: int, end: int) -> int:
        """Read a point: a method, a product of rows, dots left out, or the end of a sentence."""
        match = re.compile(_METHOD).match(self.text, start)
        if match is not None and self.made and self.made[-1].text in (")", "]", "ᵀ", "}"):
            return self.attribute(match[1], start, match.end())
        rest = self.text[start + 1 :]
        if not rest.strip() or re.match(r"\s*[;\n]", rest) or re.match(r"\s*(?:[)$]|\\[)\]])+\s*$", rest):
            return start + 1  # a full stop
        if self.text[start + 1 : start + 2] in (" ", "[", "("):
            return self.add("sign", "·", start, start + 1)
        raise NotationError('"." has no meaning here', start + 1)

    def norm_index(self, start: int) -> int:
        """Read the ₂ of `‖x‖₂`, which says nothing new."""
        if self.text[start] != "₂":
            raise NotationError("only the length ‖x‖₂ is read; write sum(abs(x)) for ‖x‖₁", start + 1)
        return start + 1

    def attribute(self, name: str, start: int, end: int) -> int:
        if name in ("T", "mT", "H"):
            return self.add("sign", "ᵀ", start, end)
        return self.add("method", name, start, end)

    def name(self, start: int) -> int:
        match = re.compile(_NAME).match(self.text, start)
        if match is None or any(
            letter.isdigit() and not (letter.isascii() or letter in _INDEX + "⁰¹²³⁴⁵⁶⁷⁸⁹") for letter in match.group()
        ):
            raise NotationError(_unknown(self.text[start]), start + 1)
        word, end = match.group(), match.end()
        if word.endswith("_") and self.text[end : end + 1] in ("{", "\\"):  # a subscript in braces follows
            word, end = word[:-1], end - 1
        if word.endswith((".T", ".mT")):
            value, _, turn = word.rpartition(".")
            self.add("name", value, start, end - len(turn) - 1)
            return self.add("sign", "ᵀ", end - len(turn) - 1, end)
        return self.add("name", word, start, end)


def _unknown(character: str) -> str:
    if character.isdigit():
        return f"{quote(character)} is not a plain digit; write 0 to 9, and powers as ^2"
    if character == "_":
        return "a number cannot start with _; write it without"
    return f"{quote(character)} has no meaning here"


def number_value(text: str) -> float:
    """Return the value of a number token: `5000`, `1e-3`, `268M`."""
    if _TIMES_TEN in text:
        mantissa, _, power = text.partition(_TIMES_TEN)
        return (
            float(f"{float(mantissa.replace('−', '-'))!r}e{power}")
            if "e" not in mantissa
            else float(mantissa) * 10.0 ** int(power)
        )
    if text[-1] in UNITS:
        return float(text[:-1]) * 10.0 ** UNITS[text[-1]]
    return float(text.replace("−", "-"))


def number_places(text: str) -> int:
    """Return how many decimals a number token claims: 3 for 0.330 and 1e-3, -6 for 268M."""
    if _TIMES_TEN in text:
        mantissa, _, power = text.partition(_TIMES_TEN)
        return number_places(mantissa) - int(power)
    if text[-1] in UNITS:
        return number_places(text[:-1]) - UNITS[text[-1]]
    digits, _, power = text.lower().replace("−", "-").partition("e")
    return len(digits.partition(".")[2]) - int(power or 0)
