r"""The tokenizer: splits a line into numbers, names and signs.

`2*3`, `2×3`, `2·3`, `2x3` and `2\cdot 3` all give the same tokens. Every token keeps the column it came from, so that
messages can point into the typed text. Columns count from 1; positions and indices of characters count from 0.

Methods of `Lexer` that read a token get its text (`word`) and its start and end index in the line, append the token,
and return the index after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.quoting import quote

LONGEST = 5_000
LONGEST_NUMBER = 60
# The sign between mantissa and exponent of a number written as 1.41·10^-3.
_TIMES_TEN = "·10^"

# Alternative spellings of a sign, with the one used in tokens. A hyphen-minus and U+2212 are the same sign.
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
# Signs between the sides of a chain.
JOINS = ("=", "≈", "==", "⇒")
# Words after which an operand comes, so that an x there is a name.
_BEFORE_OPERANDS = frozenset(("of", "plus", "minus", "times", "by", "over", "is", "equals", "the", "about", "and"))
# More decimals than this leave nothing of a float.
_MOST_PLACES = 300
UNITS = {"k": 3, "K": 3, "M": 6, "B": 9}

# Marks that group digits in threes and separate nothing else, and the characters after a number's first digits that
# require a closer look.
_GROUP_MARKS = "_'’`\u00a0\u2007\u2009\u202f"
_AFTER_MARKED = frozenset(f"{_GROUP_MARKS}{{eE")
# Unusual spaces, as found in web pages and PDFs.
_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
# What follows a number whose decimals go on: `0.66...`, `0.(6)`.
_GOES_ON = r"(?<=\d)(?:\.\.+|…)(?![.\s]*\d)|(?<=\.)\(\d+\)"
# Tokens that make up most lines.
_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+\-]?\d+)?)
      | (?P<word>[A-Za-z][A-Za-z0-9_]*(?<!_)(?![A-Za-z0-9_.'{\\]|[^\x00-\x7f]))
      | (?P<sign>--?>|===?|[><!:]=|=>|<-|>>>|=\s*[~≈]|≈=|~[=~]?|\*\*|//|\|\||[-+*·/^=≈√@%()\[\]{},;:|<>&_$!])
      | (?P<dot>\.)""",
    re.VERBOSE | re.ASCII,
)
# Rarer tokens, tried if none of the above matches; compiled when first needed.
_RARER = rf"""(?P<space>[{_SPACES}]+|['"](?=-?inf)|(?<=inf)['"])
      | (?P<command>\\(?:[A-Za-z]+\*?|[^A-Za-z\s\\]|\s))
      | (?P<vulgar>[{"".join(_VULGAR)}])
      | (?P<power>[{"".join(_SUPERSCRIPTS)}]+)
      | (?P<sign>\\\\|[−×⋅∙•÷⁄∕→≥≤≠⇒⟹⟶↦≡≔←≃≅≐∼∛ᵀ⊤∞⊙∘⨀∣‖∥⟨⟩〈〉⌊⌋⌈⌉…–—])"""
# Numbers with grouped digits, or with U+2212 in their exponent.
_MARKED_NUMBER = rf"""\d++(?:[{_GROUP_MARKS}]\d{{3}})++(?![\d{_GROUP_MARKS}])(?:\.\d*)?
      | \d{{1,3}}(?:\{{,\}}\d{{3}})+(?:\.\d*)?
      | (?:\d++\.?\d*+|\.\d++)[eE]−\d+"""
_ACCENTS = "\u0300-\u036f"
_INDEX = "₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ"
# A name: letters, digits, underscores, subscripts and accents; parts joined by points.
_PART = (
    rf"(?:[∂∇]?[^\W\dᵀ_{_INDEX}]|_(?=\w))(?:[^\Wᵀⁿˣⁱ{''.join(_SUPERSCRIPTS)}]|[{_ACCENTS}{_INDEX}])*(?:⁽[⁰-⁹¹²³]+⁾)?"
)
_NAME = rf"{_PART}(?:\.[^\Wᵀ]+)*['′]*"
# Compiled only for texts that may contain them, which are few.
_METHOD = r"\.([A-Za-z_]\w*)"
_TIMES = r"[xX](?=\s*[\d(\[√.]|\s+[-−]?[\w(\[√.])"
_DEFINED = r"(?:^|[;,\s])([^\W\d]\w*)[ \t]*(?::=|←|=(?!=)|(?<=[ \t])is\b)"
_LATEX = r"\\[A-Za-z,;:!{(\[ ]|[_^]\{"
_CODE = r"\b(?:np|numpy|jnp|torch|nn|tf|F)\.[A-Za-z]|\btensor\(|\barray\("
_TORCH = r"\b(?:torch|nn|F)\.[A-Za-z]|\btensor\("
_NUMPY = r"\b(?:np|numpy|jnp)\.[A-Za-z]|\.numpy\("
_METHOD_CALL = r"[\w)\]]\.[a-z_]+\("
_CONSTANT_NAMES = frozenset(("e", "pi", "π"))


class Token(NamedTuple):
    r"""A number, name or sign.

    `kind` is number, name, function (a name applied to what follows, as `\ln 2`), method (`.sum` after a value), sign,
    command (LaTeX, before rewriting) or end. `column` and `end` are its first column and the column after it, from 1.
    `spaced` says whether white space precedes it, `breaks` whether that includes a line break.
    """

    kind: str
    text: str
    column: int
    spaced: bool
    breaks: bool = False
    end: int = 0


class Dialect(NamedTuple):
    """The conventions of a text.

    With `latex`, spaces mean nothing, and adjacent operands are multiplied. `code` is "numpy", "torch" or "both" if the
    text calls these libraries, else empty; then `*` works entry by entry. `defined` are the names that the text
    defines, which are never read as units or signs.
    """

    latex: bool = False
    code: str = ""
    defined: frozenset[str] = frozenset()


PLAIN = Dialect()


def dialect_of(text: str, libraries: Collection[str] = ()) -> Dialect:
    """Return the conventions a text follows, recognized by notation that only they use.

    `libraries` ("numpy", "torch") are those that names of the text come from; they hold if it names none itself. A
    call of TensorFlow counts as NumPy, and so does a method call such as `x.sum()` without any library. A number does
    not define e or π: `e = 2.718`. A text of more than 5,000 characters is plain.
    """
    if len(text) > LONGEST:
        return PLAIN  # the caller refuses it for its length
    latex = ("\\" in text or "{" in text) and re.search(_LATEX, text) is not None
    code = "" if not libraries else next(iter(libraries)) if len(libraries) == 1 else "both"
    if "." in text or "(" in text:
        if re.search(_CODE, text):
            code = "torch" if re.search(_TORCH, text) else "numpy"
            if code == "torch" and re.search(_NUMPY, text):
                code = "both"
        elif not code and re.search(_METHOD_CALL, text):
            code = "numpy"
    defines = "=" in text or "←" in text or " is " in text
    defined = frozenset(re.findall(_DEFINED, text)) if defines else frozenset()
    if not defined.isdisjoint(_CONSTANT_NAMES):  # `e = 2.718` is a claim, `e = np.exp(x)` a definition
        defined -= {
            name for name in _CONSTANT_NAMES if re.search(rf"{name}\s*(?:=|is\b)\s*[\d.]+\s*(?:[;,\n=≈]|$)", text)
        }
    return Dialect(latex, code, defined) if latex or code or defined else PLAIN


def tokenize(text: str, dialect: Dialect | None = None) -> list[Token]:
    """Return the tokens of a text, followed by one of kind `end`; LaTeX is rewritten as plain notation.

    `dialect` is that of the text if None. Raise NotationError for what cannot be read, such as an unknown character or
    LaTeX command, for a number of more than 60 characters, and for a text of more than 5,000; Ambiguous for what has
    two meanings.
    """
    if len(text) > LONGEST:
        raise NotationError(f"the line is longer than {LONGEST:,} characters; check it in parts", LONGEST)
    tokens = Lexer(text, dialect_of(text) if dialect is None else dialect).tokens()
    if any(token.kind == "command" or token.text in ("{", "_", "&", "\\\\", "$") for token in tokens):
        from katatx.notation.latex.rewrite import plain_tokens

        return plain_tokens(tokens)
    return tokens


class Lexer:
    """Splits a text into tokens in one pass; use `tokens` once. LaTeX commands stay commands.

    Positions and indices of characters count from 0. The methods `read_…` get the text of a token (`word`) and its
    start and end index, append the token to `made`, and return the index after it.
    """

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text = text
        self.dialect = dialect
        self.made: list[Token] = []
        self.spaced = self.breaks = False
        self.rows_open = 0  # square brackets not yet closed

    def tokens(self) -> list[Token]:
        """Return all tokens of the text, followed by one of kind `end`.

        Raise NotationError for what cannot be read, such as an unknown character or a number of more than 60, Ambiguous
        for what has two meanings. The length of the text is not checked, and LaTeX commands are not looked up.
        """
        position = 0
        while position < len(self.text):
            position = self.step(position)
        size = len(self.text) + 1
        self.made.append(Token("end", "", size, self.spaced, self.breaks, size))
        return self.made

    def step(self, position: int) -> int:
        """Read what begins at this position, or skip it if it is white space; return the position after it.

        Raise NotationError if it cannot be read, Ambiguous if it has two meanings.
        """
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
        """Skip white space, or a quotation mark beside `inf`, and record it as white space for the next token."""
        self.spaced, self.breaks = True, self.breaks or "\n" in word
        return end

    def read_word(self, word: str, start: int, end: int) -> int:
        """Read a name of ASCII letters, digits and underscores."""
        return self.add("name", word, start, end)

    def read_command(self, word: str, start: int, end: int) -> int:
        """Read a LaTeX command, without its backslash."""
        return self.add("command", word[1:], start, end)

    def read_sign(self, word: str, start: int, end: int) -> int:
        """Read a sign in its standard spelling; `^T` is a transpose unless T is a defined name.

        A dash is a minus; Ambiguous is raised if it follows an operand without a space, as in `3–5`. `_` at the
        start or after a space begins a name, or raises NotationError. A prompt `>>>` is skipped.
        """
        if word == "_" and (not self.made or self.spaced):
            return self.name(start)
        if word in ("–", "—"):
            return self.dash(start)
        if word == "^" and re.compile(r"T(?!\w)").match(self.text, end) and "T" not in self.dialect.defined:
            return self.add("sign", "ᵀ", start, end + 1)
        return self.add("sign", _SPELLINGS.get("".join(word.split()), word), start, end)

    def add(self, kind: str, text: str, start: int, end: int) -> int:
        """Append a token unless its text is empty; `start` and `end` are its indices. Return `end`."""
        if text:
            self.made.append(Token(kind, text, start + 1, self.spaced, self.breaks, end + 1))
            self.spaced = self.breaks = False
            self.rows_open += (text == "[") - (text == "]")
        return end

    def dash(self, start: int) -> int:
        """Read an en or em dash at index `start` as a minus; return the index after it.

        Raise Ambiguous if it follows an operand without a space: it may be a range.
        """
        if self.after_operand() and not self.spaced:
            raise Ambiguous(
                f"is the dash {quote(self.text[start])} a minus sign or a range? Write - for minus", start + 1
            )
        return self.add("sign", "-", start, start + 1)

    def after_operand(self) -> bool:
        """Return whether the last token ends an operand; False if there is none."""
        if not self.made:
            return False
        last = self.made[-1]
        return last.kind in ("number", "name") or last.text in (")", "]", "ᵀ", "|", "‖", "}", "%")

    def is_times(self, position: int) -> bool:
        """Return whether an x at this position is a multiplication sign: `28 x 28`, `3x3`, `5 x (2 + 1)`, `12 x d`."""
        if not self.after_operand() or re.compile(_TIMES).match(self.text, position) is None:
            return False
        if self.made[-1].text.lower() in _BEFORE_OPERANDS:
            return False
        tight = self.text[position + 1] != " "
        if tight == self.spaced or self.text[position] in self.dialect.defined:
            return tight and not self.spaced and self.text[position + 1].isdigit()
        return self.made[-1].kind != "name" or not tight

    def read_number(self, word: str, start: int, end: int) -> int:
        """Read a number, without marks between digits, and with a unit (k, K, M, B) directly after it.

        A unit that is a defined name is left. Raise NotationError if the number is too long, Ambiguous if a mark may
        separate two numbers.
        """
        if self.text[end : end + 1] in _AFTER_MARKED:
            marked = re.compile(_MARKED_NUMBER, re.VERBOSE | re.ASCII).match(self.text, start)
            word, end = (word, end) if marked is None else (marked.group(), marked.end())
        if len(word) > LONGEST_NUMBER:
            raise NotationError(
                f"a number has {len(word):,} characters, and at most {LONGEST_NUMBER} are allowed; write fewer digits",
                start + 1,
            )
        if "_" not in word and self.text[end : end + 1] == "_" and self.text[end + 1 : end + 2].isdigit():
            raise Ambiguous(
                f'do the digits on both sides of "{word}_" make one number or two? Write one number without the "_"',
                start + 1,
            )
        if "." in word:
            self.refuse_endless(word, start, end)
        digits = re.sub(rf"[{_GROUP_MARKS}{{}},]", "", word)
        unit = self.text[end : end + 1]
        if unit in UNITS and unit not in self.dialect.defined and not self.text[end + 1 : end + 2].isalnum():
            return self.add("number", digits + unit, start, end + 1)
        return self.add("number", digits, start, end)

    def refuse_endless(self, word: str, start: int, end: int) -> None:
        """Raise NotationError if the decimals of the number `word` go on after it: `0.66...`, `0.(6)`."""
        if re.compile(_GOES_ON).match(self.text, end):
            raise NotationError(
                f"the decimals of {quote(word)} go on, and cannot be compared; write a fraction such as 5/9, or round "
                "and leave the dots out",
                start + 1,
            )

    def read_vulgar(self, word: str, start: int, end: int) -> int:
        """Read a fraction character: `½` becomes (1/2).

        Raise Ambiguous after a number, unless a space separates the two inside square brackets.
        """
        if self.made and self.made[-1].kind == "number" and not (self.spaced and self.rows_open > 0):
            raise Ambiguous(
                f"is {quote(self.made[-1].text + word)} one number or two? For 1½ write 3/2, for two put a comma "
                "between",
                start + 1,
            )
        over, under = _VULGAR[word]
        for kind, text in (("sign", "("), ("number", str(over)), ("sign", "/"), ("number", str(under)), ("sign", ")")):
            self.add(kind, text, start, end)
        return end

    def read_power(self, word: str, start: int, end: int) -> int:
        """Read superscripts as a power: `e⁻¹` becomes e^-1. Raise NotationError for more than a number or letter."""
        self.spaced = False
        self.add("sign", "^", start, start)
        plain = "".join(_SUPERSCRIPTS[letter] for letter in word)
        found = re.fullmatch(r"([+-]?)(\d+|[nxi])", plain)
        if found is None:
            raise NotationError(
                f"{quote(word)} cannot be read as a power; write ^ and brackets, as in 2^(n+1)", start + 1
            )
        self.add("sign", found[1], start, start + len(found[1]))
        return self.add("number" if found[2].isdigit() else "name", found[2], start + len(found[1]), end)

    def read_dot(self, word: str, start: int, end: int) -> int:
        """Read the point at index `start`; return the index after what was read.

        A point begins a method, multiplies rows, or ends a sentence. `word` and `end` are not used here. Raise
        NotationError if the point means nothing here.
        """
        match = re.compile(_METHOD).match(self.text, start)
        if match is not None and self.made and self.made[-1].text in (")", "]", "ᵀ", "}"):
            return self.attribute(match[1], start, match.end())
        rest = self.text[start + 1 :]
        if not rest.strip() or re.match(r"\s*[;\n]", rest) or re.match(r"\s*(?:[)$]|\\[)\]])+\s*$", rest):
            return start + 1  # a full stop
        if self.text[start + 1 : start + 2] in (" ", "[", "("):
            return self.add("sign", "·", start, start + 1)
        raise NotationError('the point "." cannot be read here; delete it, or write · to multiply', start + 1)

    def norm_index(self, start: int) -> int:
        """Skip the ₂ of `‖x‖₂` at index `start`; return the index after it. Raise NotationError for other norms."""
        if self.text[start] != "₂":
            kind = quote(self.text[start])
            raise NotationError(
                f"‖x‖ with a small {kind} cannot be worked; write ‖x‖ for the length, or sum(abs(x)) for ‖x‖₁",
                start + 1,
            )
        return start + 1

    def attribute(self, name: str, start: int, end: int) -> int:
        """Append a method of this name; `.T`, `.mT` and `.H` are a transpose. Return `end`."""
        if name in ("T", "mT", "H"):
            return self.add("sign", "ᵀ", start, end)
        return self.add("method", name, start, end)

    def name(self, start: int) -> int:
        """Read a name with any letters, subscripts and accents; a `.T` at its end becomes a transpose.

        Raise NotationError for an unknown character.
        """
        match = re.compile(_NAME).match(self.text, start)
        if match is None or any(
            letter.isdigit() and not (letter.isascii() or letter in _INDEX + "⁰¹²³⁴⁵⁶⁷⁸⁹") for letter in match.group()
        ):
            raise NotationError(_unknown(self.text[start]), start + 1)
        word, end = match.group(), match.end()
        if word.endswith("_") and self.text[end : end + 1] in ("{", "\\"):  # a subscript in braces follows
            word, end = word[:-1], end - 1
        if word.endswith((".T", ".mT")):
            value, _, suffix = word.rpartition(".")
            self.add("name", value, start, end - len(suffix) - 1)
            return self.add("sign", "ᵀ", end - len(suffix) - 1, end)
        return self.add("name", word, start, end)


def _unknown(character: str) -> str:
    """Return the message for a character that cannot be read."""
    if character.isdigit():
        return f"{quote(character)} is not a plain digit; write 0 to 9, and powers as ^2"
    if character == "_":
        return 'a number cannot start with "_"; leave the "_" out'
    return f"{quote(character)} cannot be read here; delete it"


def number_value(text: str) -> float:
    """Return the value of a number token's text, not empty: `5000`, `1e-3`, `268M`, `1.41·10^-3`; inf if too large.

    Raise ValueError if it is no number.
    """
    if _TIMES_TEN in text:
        mantissa, _, power = text.partition(_TIMES_TEN)
        digits, _, exponent = mantissa.replace("−", "-").partition("e")
        return float(f"{digits}e{int(exponent or 0) + int(power)}")
    if text[-1] in UNITS:
        return float(text[:-1]) * 10.0 ** UNITS[text[-1]]
    return float(text.replace("−", "-"))


def number_places(text: str) -> int:
    """Return the decimals that a number token's text claims: 3 for 0.330 and 1e-3, -6 for 268M.

    It is -300 to 300, so that ten to this power, and to a few more or less, is a float: 300 for 1e-800.
    """
    if text[-1] in UNITS:
        return bounded_places(number_places(text[:-1]) - UNITS[text[-1]])
    digits, _, power = text.replace(_TIMES_TEN, "e").lower().replace("−", "-").partition("e")
    # `int` refuses thousands of digits.
    return bounded_places(len(digits.partition(".")[2]) - float(power or 0))


def bounded_places(places: float) -> int:
    """Return decimals as a whole number from -300 to 300."""
    return int(max(-_MOST_PLACES, min(_MOST_PLACES, places)))
