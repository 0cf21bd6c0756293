r"""LaTeX to pencil text, with the place that each character comes from: `\frac{1}{2}` becomes ((1)/(2)).

In LaTeX spaces mean nothing: what stands side by side is multiplied, and gets a `·`. Subscripts become part of their
name, matrices grids in square brackets, commands of layout nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.lexer import Token
from katatx.notation.quoting import quote

_LATEX = re.compile(r"\\[A-Za-z,;:!{(\[ ]|[_^]\{|\{,\}|\\\\|\\\||\$\$")
_LEXEME = re.compile(
    r"(?P<space>\s+|~)|(?P<command>\\(?:[A-Za-z]+\*?|.))|(?P<number>\d{1,3}(?:\{,\}\d{3})+(?:\.\d*)?|\d[\d,]*(?<!,)(?:\.\d*)?|\.\d+)"
    r"|(?P<name>[^\W\d_](?:[^\W\d_]|\d|['′₀-₉\u0300-\u036f])*)|(?P<other>:=|.)",
    re.DOTALL,
)
_SIGN_WORDS = r"""
cdot · times · star · bullet · ast * div / odot ⊙ circ ⊙ approx ≈ simeq ≈ cong ≈ sim ≈ doteq ≈ neq ≠ ne ≠ leq ≤ geq ≥
to → rightarrow → longrightarrow → mapsto → equiv == coloneqq := leftarrow := gets := Rightarrow ⇒ Longrightarrow ⇒
implies ⇒ iff ⇒ lVert ‖ rVert ‖ Vert ‖ | ‖ lvert | rvert | vert | mid | langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋
lceil ⌈ rceil ⌉ lbrack [ rbrack ] { ( } ) lbrace ( rbrace ) % % bmod mod mod mod newline ; cr ; ldots … dots … cdots …
$ $ # # & & _ _
"""
_LETTER_WORDS = """
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν
xi ξ omicron ο rho ρ varrho ρ sigma σ varsigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω pi π ell ℓ
Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω partial ∂ nabla ∇ hbar ħ infty ∞
sum Σ prod Π
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


SIGNS, LETTERS = _pairs(_SIGN_WORDS), _pairs(_LETTER_WORDS)
ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304", "tilde": "\u0303",
    "widetilde": "\u0303", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c", "vec": "",
}  # fmt: skip
_LEFT_OUT = frozenset(
    [
        ",",
        ";",
        ":",
        "!",
        ">",
        "(",
        ")",
        "[",
        "]",
        "displaystyle",
        "textstyle",
        "scriptstyle",
        "left",
        "right",
        "big",
        "Big",
        "bigg",
        "Bigg",
        "bigl",
        "bigr",
        "Bigl",
        "Bigr",
        "biggl",
        "biggr",
        "Biggl",
        "Biggr",
        "middle",
        "limits",
        "nolimits",
        "nonumber",
        "notag",
        "noindent",
        "rm",
        "bf",
        "it",
        "mathstrut",
        "hfill",
        "therefore",
        "because",
    ]
)
_COMMAS = ("quad", "qquad")
_FRACTIONS = ("frac", "dfrac", "tfrac", "cfrac", "nicefrac")
_FONTS = _words(
    "text mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak boldsymbol bm textbf textit textrm texttt "
    "operatorname operatorname* mathop mathbin pmb symbf"
)
_WRAPPERS = _words("boxed underline overbrace underbrace phantom ensuremath mathrel mathord")
_SKIPPED = ("tag", "label", "hspace", "vspace", "color")
_FUNCTIONS = _words("exp log ln tanh sinh cosh sin cos max min argmax argmin sigmoid softmax relu sign")
_MATRICES = _words("bmatrix pmatrix matrix Bmatrix array smallmatrix psmallmatrix bsmallmatrix")
_LINKING = frozenset(["and", "so", "then", "with", "where", "if", "for"])
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_DEEPEST = 100
_NO_ARGUMENT = "the last LaTeX command has nothing to work on; write that after it in braces, as in \\sqrt{2}"


class Plain(NamedTuple):
    """Pencil text and, for each of its characters, where the character or command begins and ends that it is from."""

    text: str
    places: list[tuple[int, int]] | None = None

    def placed(self, token: Token) -> Token:
        """Return a token of the text with its columns in the LaTeX."""
        if self.places is None:
            return token
        last = (self.places[-1][1],) * 2 if self.places else (0, 0)
        start = self.places[token.column - 1][0] if token.column <= len(self.places) else last[0]
        if token.end <= token.column:
            return token._replace(column=start + 1, end=start + 1)
        end = self.places[min(token.end - 2, len(self.places) - 1)][1] if self.places else 0
        return token._replace(column=start + 1, end=max(end, start) + 1)


def is_latex(text: str) -> bool:
    """Return whether a text has a command, `_{…}`, or another mark of LaTeX."""
    return ("\\" in text or "{" in text or "$$" in text) and _LATEX.search(text) is not None


def plain_text(text: str) -> Plain:
    r"""Return LaTeX as pencil text; any other text as it is. Raise NotationError, Ambiguous for `1\frac{1}{2}`."""
    if not is_latex(text):
        return Plain(text)
    return _Converter(text).plain()


class _Piece(NamedTuple):
    """Something written: its text, its place in the LaTeX, and whether an operand begins or ends with it."""

    text: str
    start: int
    end: int
    begins: bool = False
    ends: bool = False
    is_function: bool = False
    spaced: bool = False


class _Lexeme(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class _Converter:
    """Goes through the lexemes of LaTeX once; `made` is what was written so far."""

    def __init__(self, text: str) -> None:
        found = _LEXEME.finditer(text)
        self.lexemes = [_Lexeme(str(each.lastgroup), each.group(), *each.span()) for each in found]
        self.lexemes.append(_Lexeme("end", "", len(text), len(text)))
        self.at = self.depth = 0
        self.made: list[_Piece] = []
        self.cells: list[bool] = []  # whether each open environment is a matrix
        self.has_money = text.count("$") - text.count("\\$") == 1
        self.grouping: list[str] = []  # how each open square bracket is closed

    def plain(self) -> Plain:
        while self.now.kind != "end":
            self.step()
        text, places = "", list[tuple[int, int]]()
        for before, piece in zip([None, *self.made], self.made, strict=False):
            written = _joint(before, piece) + piece.text
            text += written
            places += [(piece.start, piece.end)] * len(written)
        return Plain(text, places)

    @property
    def now(self) -> _Lexeme:
        return self.lexemes[self.at]

    @property
    def last(self) -> _Piece:
        return self.made[-1] if self.made else _Piece("", 0, 0)

    def take(self) -> _Lexeme:
        if self.now.kind == "end":
            raise NotationError(_NO_ARGUMENT, self.now.start + 1)
        self.at += 1
        return self.lexemes[self.at - 1]

    def skip_spaces(self) -> None:
        while self.now.kind == "space":
            self.at += 1

    def put(self, text: str, like: _Lexeme, *, operand: bool = False, is_function: bool = False) -> None:
        begins = operand or text in ("(", "[", "√", "⌊", "⌈", "⟨")
        ends = operand or text in (")", "]", "⌋", "⌉", "⟩", "ᵀ", "%")
        spaced = self.lexemes[max(self.lexemes.index(like) - 1, 0)].kind == "space" if operand else False
        self.made.append(_Piece(text, like.start, like.end, begins, ends, is_function, spaced))

    # ---- one lexeme after another

    def step(self) -> None:
        """Convert the next lexeme or command."""
        lexeme = self.take()
        match lexeme.kind, lexeme.text:
            case "space", text:
                blank = "\n" if "\n" in text and not self.cells else " " if self.last.text == "," else ""
                self.made += [_Piece(blank, lexeme.start, lexeme.end)] if blank else []
            case "command", text:
                self.command(lexeme, text[1:])
            case "number", text:
                self.refuse_beside_number(lexeme)
                self.put(text.replace("{,}", ","), lexeme, operand=True)
            case "name", text:
                self.put(text, lexeme, operand=True, is_function=text in _FUNCTIONS)
            case _, "{":
                self.group(lexeme)
            case _, "_":
                self.subscript(lexeme)
            case _, "^":
                self.superscript(lexeme)
            case _, "&":
                self.cell(lexeme)
            case _, "[" | "]":
                self.square(lexeme)
            case _, "$":
                self.made += [_Piece("$", lexeme.start, lexeme.end)] if self.has_money else []
            case _, text:
                self.put(text, lexeme)

    def refuse_beside_number(self, lexeme: _Lexeme) -> None:
        """Raise NotationError for a number beside another in round brackets, as spaces mean nothing."""
        written = "".join(piece.text for piece in self.made)
        is_row = self.cells or written.count("[") > written.count("]") or written.count("(") == written.count(")")
        if self.last.ends and self.last.text[:1].isdigit() and not is_row and lexeme.start > self.last.end:
            problem = "numbers stand side by side; put a comma or a sign such as + between them"
            raise NotationError(problem, lexeme.start + 1)

    def command(self, lexeme: _Lexeme, name: str) -> None:
        handler = _HANDLERS.get(name)
        if handler is not None:
            handler(self, lexeme)
        elif name in _LEFT_OUT or name.isspace():
            if name in ("left", "right") and self.now.text == ".":
                self.at += 1
            elif name == "left" or name.startswith("big"):
                self.lexemes[self.at] = self.now._replace(start=lexeme.start)
            elif self.last.text == ",":
                self.made.append(_Piece(" ", lexeme.start, lexeme.end))
        else:
            problem = f"{quote(lexeme.text)} is a LaTeX command that cannot be read here; write the line without it"
            raise NotationError(problem, lexeme.start + 1)

    def inside(self) -> list[_Lexeme]:
        """Take the group that begins here, and return its lexemes without the braces."""
        start, depth, begins = self.take(), 1, self.at
        while depth:
            if self.now.kind == "end":
                raise NotationError('this "{" is never closed; add a "}" where its part ends', start.start + 1)
            depth += (self.now.text == "{") - (self.now.text == "}")
            self.at += 1
        return self.lexemes[begins : self.at - 1]

    def text_of_argument(self) -> str:
        """Take an argument and return its letters, digits and signs as they are, without fonts and braces."""
        self.skip_spaces()
        taken = self.inside() if self.now.text == "{" else [self.take()]
        if len(taken) == 1 and taken[0].kind == "command" and taken[0].text[1:] in _FONTS:
            self.skip_spaces()
            taken += self.inside() if self.now.text == "{" else [self.take()]
        words = [_letters(each) if each.kind == "command" else each.text for each in taken]
        return "".join(word for word in words if word not in ("{", "}")).strip()

    def group(self, brace: _Lexeme, around: tuple[str, str] = ("(", ")")) -> None:
        r"""Convert `{...}`, whose brace was taken: as round brackets, `{a \over b}` as ((a)/(b))."""
        self.depth += 1
        self.refuse_depth(brace)
        self.put(around[0], brace)
        begins = len(self.made)
        while self.now.text != "}":
            if self.now.kind == "end":
                raise NotationError('this "{" is never closed; add a "}" where its part ends', brace.start + 1)
            if self.now.text == "\\over":
                over = self.take()
                self.made.insert(begins, _Piece("(", brace.start, brace.end, begins=True))
                for text in (")", "/", "("):
                    self.put(text, over)
                self.until_brace()
                self.put(")", self.now)
                break
            self.step()
        self.put(around[1], self.take())
        self.depth -= 1
        if len(self.made) - begins == 2 and self.made[begins].text[:1].isalpha():  # `{\\bf w}` is a name alone
            del self.made[-1], self.made[begins - 1]

    def until_brace(self) -> None:
        while self.now.text != "}" and self.now.kind != "end":
            self.step()

    def argument(self, *, bare: bool = False) -> None:
        """Convert a command's argument: a group, the first digit of a number, or else one lexeme."""
        self.skip_spaces()
        if self.now.text == "{":
            brace = self.take()
            self.group(brace, ("", "") if bare else ("(", ")"))
            return
        self.depth += 1
        self.refuse_depth(self.now)
        if self.now.kind == "number" and self.now.text.isdigit() and len(self.now.text) > 1:
            first = self.now
            digit = first._replace(text=first.text[0], end=first.start + 1)
            self.lexemes[self.at : self.at + 1] = [digit, first._replace(text=first.text[1:], start=first.start + 1)]
            self.step()
        else:
            if self.now.kind == "end":
                self.take()
            self.step()
        self.depth -= 1

    def refuse_depth(self, lexeme: _Lexeme) -> None:
        if self.depth >= _DEEPEST:
            rest = "write the line in parts"
            raise NotationError(f"more than {_DEEPEST} LaTeX commands inside one another; {rest}", lexeme.start + 1)

    # ---- commands

    def sign(self, lexeme: _Lexeme) -> None:
        self.put(SIGNS[lexeme.text[1:]], lexeme)

    def comma(self, lexeme: _Lexeme) -> None:
        """A wide space is a comma where one is missing."""
        if self.last.text == ",":
            self.made.append(_Piece(" ", lexeme.start, lexeme.end))
        self.skip_spaces()
        following = self.now.text
        needless = self.last.text.strip() in ("", ",", ";", "=", "≈", "(", "[", "⇒", "→") or self.cells
        signs = (
            ",",
            ";",
            "=",
            ")",
            "]",
            "}",
            "\\right",
            "\\approx",
            "\\Rightarrow",
            "\\implies",
            "\\to",
            "\\rightarrow",
            "\\text",
        )
        if not needless and following not in signs and self.now.kind != "end":
            self.put(", ", lexeme)

    def fraction(self, lexeme: _Lexeme) -> None:
        before = self.last
        if before.ends and before.text.isdigit() and self.is_plain_fraction():
            either = "added to the fraction after it or multiplied by it? Write + or · between them"
            raise Ambiguous(f"is {before.text} {either}", before.start + 1)
        self.put("(", lexeme)
        self.argument()
        self.made.append(_Piece("/", lexeme.start, lexeme.start))
        self.argument()
        self.made.append(_Piece(")", self.last.start, self.last.end, ends=True))

    def is_plain_fraction(self) -> bool:
        texts = "".join(each.text for each in self.lexemes[self.at : self.at + 7] if each.kind != "space")
        return re.match(r"\{\d+\}\{\d+\}|\d\d(?!\d)", texts) is not None

    def root(self, lexeme: _Lexeme) -> None:
        r"""Convert `\sqrt{a}` to √(a), `\sqrt[3]{a}` to (a)^(1/(3))."""
        if self.now.text != "[":
            self.put("√", lexeme)
            self.argument()
            return
        self.take()
        degree = ""
        while self.now.text != "]":
            degree += self.take().text
        self.take()
        self.put("(", lexeme)
        self.argument()
        self.put(f"^(1/({degree})))", lexeme)
        self.made[-1] = self.made[-1]._replace(ends=True)

    def letter(self, lexeme: _Lexeme) -> None:
        """Convert a Greek letter; ∂ and ∇ are joined with the name after them, a sum with its bounds."""
        text = LETTERS[lexeme.text[1:]]
        self.put(text, lexeme, operand=True)
        if lexeme.text in ("\\sum", "\\prod"):
            for mark in ("_", "^"):
                self.skip_spaces()
                if self.now.text == mark:
                    self.take()
                    self.text_of_argument()
        elif text in "∂∇":
            self.skip_spaces()
            name = self.now.text[1:] if self.now.kind == "command" else ""
            if self.now.kind == "name" or name in LETTERS or name in _FONTS or name in ACCENTS:
                begins = len(self.made)
                self.step()
                joined = "".join(piece.text for piece in self.made[begins:])
                self.made[begins - 1 :] = [self.made[begins - 1]._replace(text=text + joined, end=self.last.end)]

    def function(self, lexeme: _Lexeme) -> None:
        text = lexeme.text[1:]
        self.skip_spaces()
        if text == "arg" and self.now.text in ("\\max", "\\min"):
            text += self.take().text[1:]
            self.skip_spaces()
        self.put(text, lexeme, operand=True, is_function=True)
        following = next(each for each in self.lexemes[self.at + 1 :] or [self.now] if each.kind != "space")
        if self.now.kind == "number" and (following.kind == "name" or following.text[1:] in LETTERS):
            self.put("(", self.now)  # `\\ln 2x` is ln(2x)
            while self.now.kind in ("number", "name", "space") or self.now.text[1:] in LETTERS:
                self.step()
            self.put(")", self.lexemes[self.at - 1])

    def accent(self, lexeme: _Lexeme) -> None:
        begins = len(self.made)
        self.argument(bare=True)
        inside = [piece for piece in self.made[begins:] if piece.text.strip()]
        if len(inside) != 1 or not inside[0].text[:1].isalpha():
            problem = f"{quote(lexeme.text)} stands over more than one name; write it over a single name"
            raise NotationError(problem, lexeme.start + 1)
        text = inside[0].text + ACCENTS[lexeme.text[1:]]
        self.made[begins:] = [inside[0]._replace(text=text, start=lexeme.start, is_function=False)]

    def font(self, lexeme: _Lexeme) -> None:
        r"""Convert `\mathbf{x}`, `\text{softmax}(x)`; arithmetic in it as such, words beside numbers to nothing."""
        self.skip_spaces()
        at, command = self.at, lexeme.text[1:]
        text = self.text_of_argument()
        if not text:
            return
        has_command = any(
            each.kind == "command" and each.text[1:] not in LETTERS for each in self.lexemes[at : self.at]
        )
        if re.fullmatch(r"[\d.]+", text) or has_command or re.search(r"[=+/\[^]", text):
            self.at = at
            self.argument(bare=True)
        elif command.startswith("text") and text.strip(" ,.:;") in (*_LINKING, ""):
            self.made += [_Piece(",", lexeme.start, lexeme.end)] * (self.last.ends and self.last.text != ",")
        elif command.startswith("text") and (" " in text or self.last.ends):
            self.words(text, lexeme)
        else:
            self.name(re.sub(r"[^\w\u0300-\u036f]", "_" if "-" in text else "", text), lexeme, command)

    def words(self, text: str, lexeme: _Lexeme) -> None:
        """Words behind a number are its unit; before a calculation they are a name."""
        if not self.last.ends:
            if not self.leads_to_sign():
                raise NotationError(f"{quote(text)} is words, not arithmetic; leave it out", lexeme.start + 1)
            self.name(re.sub(r"\W+", "_", text), lexeme, "text")
        elif re.fullmatch(r"[KMGT]i?B|B|bytes?|ms|s|k|K|M", text):
            self.made.append(_Piece(" " + text, lexeme.start, lexeme.end))
        elif not self.last.text[-1:].isdigit() and self.last.text not in ("%", ")"):
            self.name(text, lexeme, "text")

    def leads_to_sign(self) -> bool:
        self.skip_spaces()
        return self.now.text in ("=", "\\approx", ":")

    def name(self, text: str, lexeme: _Lexeme, command: str) -> None:
        applies = command in ("operatorname", "operatorname*", "mathop") or text.lower().replace("_", "") in _FUNCTIONS
        self.put(text, lexeme, operand=True, is_function=applies)
        self.made[-1] = self.last._replace(end=self.lexemes[self.at - 1].end)

    def wrapper(self, lexeme: _Lexeme) -> None:
        self.argument(bare="=" in self.ahead() or "\\approx" in self.ahead())
        if lexeme.text in ("\\underbrace", "\\overbrace"):
            self.skip_spaces()
            if self.now.text in ("_", "^"):
                self.take()
                self.text_of_argument()

    def ahead(self) -> str:
        """Return the text of the group that begins here, taking nothing."""
        at = self.at
        text = "".join(each.text for each in self.inside()) if self.now.text == "{" else ""
        self.at = at
        return text

    def skipped(self, lexeme: _Lexeme) -> None:
        if self.now.text == "{":
            self.inside()

    def transpose(self, lexeme: _Lexeme) -> None:
        self.put("ᵀ", lexeme)

    # ---- subscripts and superscripts

    def subscript(self, lexeme: _Lexeme) -> None:
        """Make a subscript part of the name before it: `x_{1}` is x_1. The 2 of `‖x‖_2` is dropped."""
        letters = self.text_of_argument().translate(str.maketrans("+-−", "₊₋₋"))
        letters = "".join(letter if letter.isalnum() or letter in "₊₋" else "_" for letter in letters).strip("_")
        before = self.last
        if before.text in ("‖", "|") and letters in ("1", "2"):
            self.made += [_Piece("₁", lexeme.start, lexeme.end, ends=True)] if letters == "1" else []
            return
        if not (before.ends and before.text[:1].isalpha()) or not letters:
            raise NotationError("there is no name before the small index; write one, as in x_1", lexeme.start + 1)
        end = self.lexemes[self.at - 1].end
        known = {"log_2": "log2", "log_10": "log10"}
        text = f"{before.text}_{letters}"
        self.made[-1] = before._replace(text=known.get(text, text), end=end)

    def superscript(self, lexeme: _Lexeme) -> None:
        """Convert `^{2}` to a power, `^T` to a transpose; `z^{(1)}`, `W^Q` and `x^*` to names."""
        self.skip_spaces()
        at = self.at
        text = self.text_of_argument() if self.now.kind != "end" else ""
        is_name = self.last.ends and self.last.text[:1].isalpha() and not self.last.is_function
        if text in ("T", "ᵀ", "⊤", "\\top", "\\intercal", "\\prime"):
            self.put("ᵀ", lexeme)
        elif is_name and (label := re.fullmatch(r"[(\[](\w+)[)\]]", text)):
            self.rename(
                f"{self.last.text}⁽{label[1].translate(_RAISED)}⁾"
                if label[1].isdigit()
                else f"{self.last.text}_{label[1]}"
            )
        elif is_name and re.fullmatch(r"[A-Z]", text):
            self.rename(f"{self.last.text}_{text}")
        elif is_name and text in ("*", "\\ast", "\\star"):
            self.rename(f"{self.last.text}_star")
        else:
            self.at = at
            is_function = self.last.is_function
            self.made.append(_Piece("^", lexeme.start, lexeme.end))
            if self.now.text in ("-", "−"):
                self.step()
            self.argument()
            self.made[-1] = self.last._replace(is_function=is_function)

    def rename(self, text: str) -> None:
        self.made[-1] = self.last._replace(text=text, end=self.lexemes[self.at - 1].end)

    # ---- brackets and matrices

    def square(self, lexeme: _Lexeme) -> None:
        """Convert a square bracket: round where it only groups a calculation, as in `2[1 + 3x]`."""
        if lexeme.text == "[":
            self.grouping.append(")" if self.groups() else "]")
            self.put("(" if self.grouping[-1] == ")" else "[", lexeme)
        else:
            self.put(self.grouping.pop() if self.grouping else "]", lexeme)

    def groups(self) -> bool:
        """Return whether the bracket that begins here has no items but one calculation with a sign."""
        depth, found, before = 0, "", self.last
        for lexeme in self.lexemes[self.at :]:
            depth += (lexeme.text in "[({") - (lexeme.text in "])}") if len(lexeme.text) == 1 else 0
            if depth < 0:
                break
            found += lexeme.text if depth == 0 else ""
        if before.ends and before.text[:1].isalpha():
            return False
        lists = re.search(r"[,;&]|\\quad|\\begin|\d\s+\d|\\text|[^\W\d_]\s+[^\W\d_]|\d\s+-\d", found)
        return lists is None and re.search(r"[+*/^]|\\cdot|\\times|\\frac|-.*\S|\\ln|\\log", found) is not None

    def environment(self, lexeme: _Lexeme) -> None:
        name = self.text_of_argument()
        is_matrix = name.rstrip("*") in _MATRICES
        if lexeme.text == "\\begin":
            self.cells.append(is_matrix)
            if name.startswith("array") and self.now.text == "{":
                self.inside()
            if is_matrix:
                self.put("[", lexeme)
            return
        if self.cells:
            self.cells.pop()
        if is_matrix:
            self.drop_separators()
            self.put("]", lexeme)
            self.join_brackets()

    def drop_separators(self) -> None:
        while self.made and self.made[-1].text.strip() in ("", ",", ";"):
            self.made.pop()

    def join_brackets(self) -> None:
        r"""Remove brackets written around the matrix that just ended: `\left[\begin{matrix}...\end{matrix}\right]`."""
        after = self.at
        while self.lexemes[after].kind == "space" or self.lexemes[after].text == "\\right":
            after += 1
        depth = index = 0
        for index in range(len(self.made) - 1, -1, -1):
            depth += (self.made[index].text == "]") - (self.made[index].text == "[")
            if depth == 0:
                break
        outer = (self.made[index - 1].text, self.lexemes[after].text) if index else ("", "")
        if outer in (("[", "]"), ("(", ")")) and not (index > 1 and self.made[index - 2].is_function):
            del self.made[index - 1]
            if outer[0] == "[" and self.grouping:
                self.grouping.pop()
            self.at = after + 1

    def cell(self, lexeme: _Lexeme) -> None:
        r"""Convert `&` and `\\`: in a matrix to a comma and a semicolon, else to nothing and the end of a line."""
        if self.cells and self.cells[-1]:
            if lexeme.text != "&":
                self.drop_separators()
            self.put(", " if lexeme.text == "&" else "; ", lexeme)
        elif lexeme.text != "&":
            rest = "".join(each.text for each in self.lexemes[self.at : self.at + 8])
            goes_on = re.match(r"(?:\s|&|\\\\|\\quad)*(?:=|≈|\\approx|\\end|\\right|\\to)", rest)
            self.made += [] if goes_on or self.last.text in ("", ";") else [_Piece(";", lexeme.start, lexeme.end)]

    def row_end(self, lexeme: _Lexeme) -> None:
        if self.now.text == "[" and re.match(
            r"\[\d+\.?\d*[a-z]+\]", "".join(each.text for each in self.lexemes[self.at : self.at + 5])
        ):
            while self.take().text != "]":
                pass
        self.cell(lexeme)


def _letters(command: _Lexeme) -> str:
    """Return what a command adds to a name."""
    name = command.text[1:]
    if name in (*_FONTS, "rm", "bf", "it", " ", ",", ";"):
        return ""
    return LETTERS.get(name, name if name == "_" else command.text)


def _joint(before: _Piece | None, piece: _Piece) -> str:
    """Return what goes between two pieces: a sign of multiplication, a space, or nothing."""
    if before is None or not (before.ends and piece.begins):
        return " " if before is not None and piece.text in ("≈", "=", "→", "⇒") else ""
    if piece.text == "[" and before.text[:1].isalpha() and not piece.spaced and before.end == piece.start:
        return ""
    if before.is_function:
        return "" if piece.text == "(" else " "
    if piece.text == "(" and before.text[:1].isalpha() and before.end == piece.start:
        return ""
    if piece.text[:1].isdigit() or piece.text[:1] == ".":
        return " " if before.text[-1:].isdigit() or before.text == ")" else "·"
    return "·"


def _handlers() -> dict[str, Callable[[_Converter, _Lexeme], None]]:
    made: dict[str, Callable[[_Converter, _Lexeme], None]] = {}
    for names, handler in (
        (LETTERS, _Converter.letter), (_FUNCTIONS | {"arg"}, _Converter.function), (ACCENTS, _Converter.accent),
        (_FONTS, _Converter.font), (_FRACTIONS, _Converter.fraction), (SIGNS, _Converter.sign),
        (_COMMAS, _Converter.comma), (("sqrt",), _Converter.root), (("begin", "end"), _Converter.environment),
        (_WRAPPERS, _Converter.wrapper), (_SKIPPED, _Converter.skipped), (("top",), _Converter.transpose),
        (("\\",), _Converter.row_end),
    ):  # fmt: skip
        made.update(dict.fromkeys(names, handler))
    return made


_HANDLERS = _handlers()
