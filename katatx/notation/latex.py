r"""LaTeX to pencil text, with the place that each character comes from: `\frac{1}{2} \cdot 3` becomes 1/2·3.

In LaTeX spaces mean nothing: what stands side by side is multiplied, and gets a `·`. Subscripts become part of their
name, matrices grids in square brackets, commands of layout nothing. A typed line is refused where it cannot be read; of
a page's formula the rest is read as far as it goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.lexer import Token, names_defined, tokenize
from katatx.notation.quoting import quote

_LATEX = re.compile(r"\\[A-Za-z,;:!{(\[ ]|[_^]\{|\{,\}|\\\\|\\\||\$\$")
_LEXEME = re.compile(
    r"(?P<space>[\s\0]+|~)|(?P<command>\\(?:[A-Za-z]+\*?|.))"
    r"|(?P<number>\d{1,3}(?:(?:\{,\}|\\[,;])\d{3})+(?![\d,])(?:\.\d*)?|\d[\d,]*(?<!,)(?:\.\d*)?|\.\d+)"
    r"|(?P<name>[^\W\d_](?:[^\W\d_]|\d|['′₀-₉\u0300-\u036f])*)|(?P<other>:=|.|\\)",
    re.DOTALL,
)
_SIGN_WORDS = r"""
cdot · times · star · bullet · ast * * *
cdotp · div / slash / odot ⊙ circ ⊙ otimes ⊗ oplus ⊕ approx ≈ simeq ≈ cong ≈ sim ≈
doteq ≈ approxeq ≈ neq ≠ ne ≠ leq ≤ leqslant ≤ le ≤ geq ≥ geqslant ≥ ge ≥ lt < gt > ll ≪ gg ≫ pm ± mp ∓ in ∈ propto ∝
to → rightarrow → longrightarrow → mapsto → longmapsto → leadsto → equiv == coloneqq := leftarrow ← gets ←
Rightarrow ⇒ Longrightarrow ⇒ implies ⇒ iff ⇔ Leftrightarrow ⇔ Leftarrow ⇐ lVert ‖ rVert ‖ Vert ‖ | ‖ lvert | rvert |
vert | mid | langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrack [ rbrack ] { ( } ) lbrace ( rbrace ) % %
bmod mod mod mod newline ;
cr ; ldots … dots … cdots … vdots … ddots … dotsc … dotsb … colon : prime ' checkmark ✓ degree °
backslash \ textendash – $ $ # # & & _ _ top ᵀ intercal ᵀ
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
_LEFT_OUT = _words(
    """
    , ; : ! > ( ) [ ] - displaystyle textstyle scriptstyle scriptscriptstyle left right big Big bigg Bigg bigl bigr Bigl
    Bigr biggl biggr Biggl Biggr bigm Bigm middle limits nolimits nonumber notag noindent centering rm bf it sf tt cal
    boldmath mathstrut hfill hline toprule midrule bottomrule therefore because enspace thinspace medspace thickspace
    negthinspace space nobreakspace
    """
)
_COMMAS, _ARROWS = ("quad", "qquad"), ("xrightarrow", "xRightarrow")
_BETWEEN = ("begin", "end", "\\", *_COMMAS)
_FRACTIONS = ("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac")
_FONTS = _words(
    """
    text mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathscr boldsymbol bm textbf textit textrm textsf
    texttt textnormal operatorname operatorname* mathop mathbin pmb symbf mbox hbox emph
    """
)
_WRAPPERS = _words("boxed fbox underline overbrace underbrace phantom ensuremath smash cancel mathrel mathord")
_SKIPPED = _words("tag label hspace vspace color textcolor mskip hskip cline ref eqref cite stackrel overset underset")
_FUNCTIONS = _words("exp log ln tanh sinh cosh sin cos max min argmax argmin sigmoid softmax relu sign")
_MATRICES = _words("bmatrix pmatrix matrix Bmatrix vmatrix Vmatrix array smallmatrix psmallmatrix bsmallmatrix")
_LINKING = frozenset(["and", "so", "then", "with", "where", "if", "for"])
# What a product, a power or an index cannot reach across, so that a fraction there needs no brackets around it.
_APART = _words("= ≈ ≠ ≤ ≥ < > + - − ( [ , ; : → ⇒ :=")
_RELATIONS = _words("= ≈ ≠ ≤ ≥ < > → ⇒ ⇔ := == ∈")
_JOINING = _words("+ - − · * / , ;") | _RELATIONS
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_DEEPEST = 100
_LOOKED_AHEAD = 400
_MOST_SPACES = 40
_NO_ARGUMENT = "the last LaTeX command has nothing to work on; write that after it in braces, as in \\sqrt{2}"
_UNCLOSED = 'this "{" is never closed; add a "}" where its part ends'


class Plain(NamedTuple):
    """Pencil text and, for each of its characters, where the character or command begins and ends that it is from."""

    text: str
    places: list[tuple[int, int]] | None = None

    def placed(self, token: Token) -> Token:
        """Return a token of the text with its columns in the LaTeX."""
        if self.places is None:
            return token
        size, last = len(self.places), self.places[-1][1] if self.places else 0
        start = self.places[token.column - 1][0] if token.column <= size else last
        end = self.places[min(token.end - 2, size - 1)][1] if size and token.end > token.column else start
        return token._replace(column=start + 1, end=max(start, end) + 1)


def is_latex(text: str) -> bool:
    """Return whether a text has a command, `_{…}`, or another mark of LaTeX."""
    return ("\\" in text or "{" in text or "$$" in text) and _LATEX.search(text) is not None


def plain_text(text: str) -> Plain:
    r"""Return LaTeX as pencil text; any other text as it is. Raise NotationError, Ambiguous for `1\frac{1}{2}`."""
    return _Converter(text).plain() if is_latex(text) else Plain(text)


def tokens_of(text: str) -> tuple[list[Token], frozenset[str]]:
    """Return the tokens of a text, LaTeX or not, with an end token, and the names that it gives a value."""
    plain = plain_text(text)
    names = names_defined(plain.text)
    return [plain.placed(token) for token in tokenize(plain.text, names)], names


def formula_text(text: str) -> Plain:
    """Return a page's formula as pencil text, its rows as lines. Nothing is raised: what is unknown stays as a word."""
    return _Converter(text, lenient=True).plain()


class _Piece(NamedTuple):
    """Something written: its text, its place in the LaTeX, and whether an operand begins or ends with it."""

    text: str
    start: int
    end: int
    begins: bool = False
    ends: bool = False
    is_function: bool = False

    @property
    def is_name(self) -> bool:
        return self.ends and (self.text[:1].isalpha() or self.text[:1] in ("∂", "∇"))

    def places(self) -> list[tuple[int, int]]:
        """Return the place of each character; of a text as long as its LaTeX these are its own."""
        if len(self.text) == self.end - self.start:
            return [(at, at + 1) for at in range(self.start, self.end)]
        last = [(max(self.end - 1, self.start), self.end)] * (len(self.text) > 1)
        return [(self.start, self.end)] * (len(self.text) - len(last)) + last


class _Lexeme(NamedTuple):
    kind: str
    text: str
    start: int
    end: int

    name: str = ""  # of a command


class _Converter:
    """Goes through the lexemes of LaTeX once; `made` is what was written so far."""

    def __init__(self, text: str, lenient: bool = False) -> None:
        self.text, self.lenient = text, lenient
        self.lexemes = [
            _Lexeme(str(found.lastgroup), found[0], *found.span(), found[0][1:] if found["command"] else "")
            for found in _LEXEME.finditer(text)
        ]
        self.lexemes.append(_Lexeme("end", "", len(text), len(text)))
        self.at = self.depth = 0
        self.made: list[_Piece] = []
        self.cells: list[bool] = []  # whether each open environment is a matrix
        self.has_money = text.count("$") - text.count("\\$") == 1
        self.grouping: list[str] = []  # how each open square bracket is closed
        self.is_endless = False  # whether a square bracket is never closed

    def plain(self) -> Plain:
        while self.now.kind != "end":
            self.step()
        texts, places = list[str](), list[tuple[int, int]]()
        for before, piece in zip([None, *self.made], self.made, strict=False):
            joint = _joint(before, piece)
            texts += [joint, piece.text]
            places += [(piece.start, piece.end)] * len(joint) + (piece.places() if piece.text else [])
        return Plain("".join(texts), places)

    @property
    def now(self) -> _Lexeme:
        return self.lexemes[self.at]

    @property
    def last(self) -> _Piece:
        return self.made[-1] if self.made else _Piece("", 0, 0)

    def take(self) -> _Lexeme:
        lexeme = self.now
        if lexeme.kind == "end":
            self.refuse(_NO_ARGUMENT, lexeme)
        self.at += lexeme.kind != "end"
        return lexeme

    def refuse(self, problem: str, lexeme: _Lexeme) -> None:
        """Raise NotationError, but not for a page's formula."""
        if not self.lenient:
            raise NotationError(problem, lexeme.start + 1)

    def skip_spaces(self) -> _Lexeme:
        """Return the next lexeme that is no space, without taking it."""
        while self.now.kind == "space":
            self.at += 1
        return self.now

    def rest(self, most: int) -> str:
        """Return the text of so many lexemes from here on."""
        return "".join(each.text for each in self.lexemes[self.at : self.at + most])

    def following(self) -> _Lexeme:
        """Return the next lexeme that is no space and no command of layout, taking nothing."""
        ahead = self.lexemes[self.at : self.at + _MOST_SPACES]
        return next((each for each in ahead if each.kind != "space" and each.name not in _LEFT_OUT), self.lexemes[-1])

    def put(self, text: str, like: _Lexeme, *, operand: bool = False, is_function: bool = False) -> None:
        follows = (self.last.ends or self.last.text[-1:].isalnum()) and not self.last.is_function
        if text in _RELATIONS or (text in ("+", "-", "−") and follows):
            text = f" {text} "
        begins, ends = operand or text in tuple("([√⌊⌈⟨"), operand or text in tuple(")]⌋⌉⟩ᵀ%")
        self.made.append(_Piece(text, like.start, like.end, begins, ends, is_function))

    def space(self, text: str, like: _Lexeme) -> None:
        """Write what is no operand."""
        self.made.append(_Piece(text, like.start, like.end))

    # ---- one lexeme after another

    def step(self) -> None:
        """Convert the next lexeme or command."""
        lexeme = self.take()
        match lexeme.kind, lexeme.text:
            case "space", text:
                self.white(text, lexeme)
            case "command", _:
                _HANDLERS.get(lexeme.name, _Converter.other_command)(self, lexeme)
            case "number", text:
                self.refuse_beside_number(lexeme)
                self.put(re.sub(r"\\[,;]", "", text.replace("{,}", ",")), lexeme, operand=True)
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
            case _, "'" if self.last.ends:
                self.rename(f"{self.last.text}'")
            case _, "$":
                self.made += [_Piece("$", lexeme.start, lexeme.end)] * self.has_money
            case _, text if text != "}" or not self.lenient:
                self.put(text, lexeme)

    def white(self, text: str, lexeme: _Lexeme) -> None:
        """A line end outside of groups and environments ends a row, unless a page's formula plainly goes on below."""
        following = self.following()
        goes_on = SIGNS.get(following.name, following.text) in ("", "&", *_JOINING) or following.name in _BETWEEN
        goes_on |= self.last.text.strip() in ("", "(", "[", *_JOINING)
        if "\n" in text and not (self.cells or self.depth or (self.lenient and goes_on)):
            self.space("\n", lexeme)
        elif self.last.text in (",", ";"):
            self.space(" ", lexeme)

    def refuse_beside_number(self, lexeme: _Lexeme) -> None:
        """Raise NotationError for a number beside another in round brackets, as spaces mean nothing."""
        if self.lenient or not (self.last.ends and self.last.text[:1].isdigit() and lexeme.start > self.last.end):
            return
        written = "".join(piece.text for piece in self.made)
        if not self.cells and written.count("[") <= written.count("]") and written.count("(") != written.count(")"):
            self.refuse("numbers stand side by side; put a comma or a sign such as + between them", lexeme)

    def other_command(self, lexeme: _Lexeme) -> None:
        """Leave a command of layout out; one that is unknown is a word in a page's formula."""
        name = lexeme.name
        if name not in _LEFT_OUT and not name.isspace():
            unknown = f"{quote(lexeme.text)} is a LaTeX command that cannot be read here"
            self.refuse(f"{unknown}; write the line without it", lexeme)
            self.put(name, lexeme, operand=True, is_function=self.now.text != "{")
        elif name in ("left", "right") and self.now.text == ".":
            self.at += 1
        elif name == "left" or name.startswith("big"):
            self.lexemes[self.at] = self.now._replace(start=lexeme.start)
        elif self.last.text == ",":
            self.space(" ", lexeme)

    def inside(self) -> list[_Lexeme]:
        """Take the group that begins here, and return its lexemes without the braces."""
        start, depth, begins = self.take(), 1, self.at
        for at in range(begins, len(self.lexemes)):
            depth += {"{": 1, "}": -1}.get(self.lexemes[at].text, 0)
            if not depth:
                self.at = at + 1
                return self.lexemes[begins:at]
        self.refuse(_UNCLOSED, start)
        self.at = len(self.lexemes) - 1
        return self.lexemes[begins : self.at]

    def text_of_argument(self) -> str:
        """Take an argument and return its letters, digits and signs as they are, without fonts and braces."""
        taken = self.inside() if self.skip_spaces().text == "{" else [self.take()]
        if len(taken) == 1 and taken[0].name in _FONTS:
            taken += self.inside() if self.skip_spaces().text == "{" else [self.take()]
        words = [_letters(each) if each.kind == "command" else each.text for each in taken]
        return "".join(word for word in words if word not in ("{", "}")).strip()

    def group(self, brace: _Lexeme, bare: bool = False) -> None:
        r"""Convert `{...}`, whose brace was taken: in round brackets, unless it is `bare` or one name or number."""
        self.depth += 1
        if self.is_too_deep(brace):
            return
        self.put("" if bare else "(", brace)
        begins = len(self.made)
        over: _Lexeme | None = None
        while self.now.text != "}" and self.now.kind != "end":
            if over or self.now.text != "\\over":
                self.step()
                continue
            over = self.take()
            self.made.insert(begins, _Piece("(", brace.start, brace.end, begins=True))
            for text in (")", "/", "("):
                self.put(text, over)
        closing = self.now
        if over:
            self.put(")", closing)
        if closing.kind == "end":
            self.refuse(_UNCLOSED, brace)
        self.at += closing.kind != "end"
        self.depth -= 1
        inside = self.made[begins + (len(self.made) > begins and self.made[begins].text == "√") :]
        is_one = len(inside) == 1 and inside[0].text.strip("()")
        if bare or (is_one and not (inside[0].text[-1:].isdigit() and self.now.kind == "number")):
            del self.made[begins - 1]
        else:
            self.put(")", closing)

    def argument(self, *, bare: bool = False, whole: bool = False) -> None:
        """Convert a command's argument: a group, the first digit of a number (all of it if `whole`), or one lexeme."""
        if self.skip_spaces().text == "{":
            self.group(self.take(), bare)
            return
        self.depth += 1
        if self.is_too_deep(self.now):
            return
        first = self.now
        if first.kind == "number" and first.text.isdigit() and len(first.text) > 1 and not whole:
            cut = first.start + 1
            parts = [first._replace(text=first.text[0], end=cut), first._replace(text=first.text[1:], start=cut)]
            self.lexemes[self.at : self.at + 1] = parts
        if first.kind != "end" or self.take():
            self.step()
        self.depth -= 1

    def is_too_deep(self, lexeme: _Lexeme) -> bool:
        """Return whether a page's formula ends here as it is too deep. Raise NotationError for a typed line."""
        if self.depth + len(self.cells) < _DEEPEST:
            return False
        self.refuse(f"more than {_DEEPEST} LaTeX commands inside one another; write the line in parts", lexeme)
        self.at = len(self.lexemes) - 1
        return True

    # ---- commands

    def comma(self, lexeme: _Lexeme) -> None:
        """A wide space is a comma where one is missing."""
        if self.last.text == ",":
            self.space(" ", lexeme)
        self.skip_spaces()
        goes_on = self.last.text.strip() in ("", ",", ";", "=", "≈", "(", "[", "⇒", "→") or self.cells
        following = self.now.text in (",", ";", "=", ")", "]", "}") or SIGNS.get(self.now.name, "") in ("≈", "⇒", "→")
        if not (goes_on or following or self.now.kind == "end" or self.now.name in ("right", "text", *_COMMAS)):
            self.put(", ", lexeme)

    def fraction(self, lexeme: _Lexeme) -> None:
        before, begins = self.last, len(self.made)
        is_mixed = before.ends and before.text.isdigit() and self.is_plain_fraction()
        if is_mixed and not self.lenient:
            either = "added to the fraction after it or multiplied by it? Write + or · between them"
            raise Ambiguous(f"is {before.text} {either}", before.start + 1)
        self.put("(", lexeme)
        self.argument()
        self.space("/", lexeme)
        self.argument()
        is_operand = self.begins_operand(self.following()) or self.following().text in ("{", "^", "!")
        if is_mixed:
            self.made[begins] = _Piece(" ", lexeme.start, lexeme.end)
        elif is_operand or not (begins == 0 or before.text.strip() in ("", *_APART)):
            self.made.append(_Piece(")", self.last.start, self.last.end, ends=True))
        else:
            del self.made[begins]
            self.made[-1] = self.last._replace(ends=True)

    def is_plain_fraction(self) -> bool:
        r"""Return whether the fraction that begins here has whole numbers only, as `\frac{1}{2}` or `\frac12`."""
        return re.match(r"\s*(?:\{\s*\d+\s*\}\s*\{\s*\d+\s*\}|\d\s*\d)", self.rest(12)) is not None

    def root(self, lexeme: _Lexeme) -> None:
        r"""Convert `\sqrt{2}` to √2, `\sqrt[3]{2}` to (2^(1/(3)))."""
        if not (degree := self.optional()):
            self.put("√", lexeme)
            self.argument()
            return
        self.put("(", lexeme)
        self.argument()
        self.made.append(_Piece(f"^(1/({degree[1:-1]})))", lexeme.start, lexeme.end, ends=True))

    def optional(self) -> str:
        """Take an argument in square brackets, if one begins here, and return it."""
        taken = ""
        while self.now.kind != "end" and (self.now.text == "[" or taken) and not taken.endswith("]"):
            taken += self.take().text
        return taken

    def letter(self, lexeme: _Lexeme) -> None:
        """Convert a Greek letter; ∂ and ∇ are joined with the name after them, a sum with its bounds."""
        text = LETTERS[lexeme.name]
        self.put(text, lexeme, operand=True)
        if lexeme.name in ("sum", "prod"):
            self.skip_scripts("_")
            self.skip_scripts("^")
        elif text in "∂∇" and (self.skip_spaces().kind == "name" or self.now.name in {*LETTERS, *_FONTS, *ACCENTS}):
            begins = len(self.made)
            self.argument()
            joined = "".join(piece.text for piece in self.made[begins:])
            self.made[begins - 1 :] = [self.made[begins - 1]._replace(text=text + joined, end=self.last.end)]

    def skip_scripts(self, *marks: str) -> None:
        """Take what stands below or above a sum or a brace."""
        if self.skip_spaces().text in marks:
            self.take()
            self.text_of_argument()

    def function(self, lexeme: _Lexeme) -> None:
        r"""Convert `\ln x`, `\arg\max`; `\ln 2x` is ln(2x)."""
        text = lexeme.name
        if text == "arg" and self.skip_spaces().text in ("\\max", "\\min"):
            text += self.take().name
        self.put(text, lexeme, operand=True, is_function=True)
        product = [each for each in self.lexemes[self.at : self.at + _MOST_SPACES] if each.kind != "space"][:2]
        if len(product) == 2 and product[0].kind == "number" and self.is_letter(product[1]):
            self.skip_spaces()
            self.put("(", self.now)
            while self.now.kind in ("number", "space") or self.is_letter(self.now):
                self.step()
            self.put(")", self.lexemes[self.at - 1])

    def is_letter(self, lexeme: _Lexeme) -> bool:
        return lexeme.kind == "name" or lexeme.name in LETTERS

    def begins_operand(self, lexeme: _Lexeme) -> bool:
        return lexeme.kind in ("number", "name") or lexeme.text in ("(", "[") or lexeme.name in _OPERANDS

    def accent(self, lexeme: _Lexeme) -> None:
        begins, accent = len(self.made), ACCENTS[lexeme.name]
        self.argument(bare=True)
        inside = [piece for piece in self.made[begins:] if piece.text.strip()]
        if len(inside) == 1 and inside[0].text[:1].isalpha():
            self.made[begins:] = [inside[0]._replace(start=lexeme.start, is_function=False)]
            self.rename(inside[0].text + accent)
        elif len(inside) == 1 and inside[0].text.isdigit() and begins and "." in self.made[begins - 1].text:
            repeated = "".join(f"{digit}\u0305" for digit in inside[0].text)
            before = self.made[begins - 1]
            self.made[begins - 1 :] = [before._replace(text=before.text + repeated, end=inside[0].end)]
        else:
            self.refuse(f"{quote(lexeme.text)} stands over more than one name; write it over a single name", lexeme)

    def font(self, lexeme: _Lexeme) -> None:
        r"""Convert `\mathbf{x}`, `\text{softmax}(x)`; arithmetic in it as such, words beside numbers to nothing."""
        self.skip_spaces()
        at = self.at
        text = self.text_of_argument()
        if not text:
            return
        is_words = lexeme.name.startswith("text") or lexeme.name in ("mbox", "hbox", "emph")
        inside = self.lexemes[at : self.at]
        start = inside[0].start + (len(inside) > 1)
        written = self.text[start : inside[-1].end - (len(inside) > 1)]
        has_command = any(each.kind == "command" and each.name not in {*LETTERS, "_"} for each in inside)
        if re.fullmatch(r"[\d.]+", text) or has_command or re.search(r"[=+/\[^]", text):
            self.at = at
            self.argument(bare=True)
        elif is_words and self.lenient and (" " in written or self.last.ends):
            self.made.append(_Piece(written, start, start + len(written)))
        elif is_words and text.strip(" ,.:;") in (*_LINKING, ""):
            self.made += [_Piece(",", lexeme.start, lexeme.end)] * (self.last.ends and self.last.text != ",")
        elif is_words and (" " in text or self.last.ends):
            self.words(text, lexeme)
        else:
            self.name(re.sub(r"[^\w\u0300-\u036f]", "_" if "-" in text else "", text), lexeme)

    def words(self, text: str, lexeme: _Lexeme) -> None:
        """Words behind a number are its unit; before a calculation they are a name."""
        if not self.last.ends:
            self.skip_spaces()
            if self.now.text not in ("=", "\\approx", ":"):
                raise NotationError(f"{quote(text)} is words, not arithmetic; leave it out", lexeme.start + 1)
            self.name(re.sub(r"\W+", "_", text), lexeme)
        elif re.fullmatch(r"[KMGT]i?B|B|bytes?|ms|s|k|K|M", text):
            self.space(" " + text, lexeme)
        elif not self.last.text[-1:].isdigit() and self.last.text not in ("%", ")"):
            self.name(text, lexeme)

    def name(self, text: str, lexeme: _Lexeme) -> None:
        is_operator = lexeme.name in ("operatorname", "operatorname*", "mathop")
        applies = is_operator or text.lower().replace("_", "") in _FUNCTIONS
        self.put(text, lexeme, operand=True, is_function=applies)
        self.made[-1] = self.last._replace(end=self.lexemes[self.at - 1].end)

    def wrapper(self, lexeme: _Lexeme) -> None:
        at = self.at
        inside = "".join(each.text for each in self.inside()) if self.now.text == "{" else ""
        self.at = at
        self.argument(bare=self.lenient or "=" in inside or "\\approx" in inside)
        if lexeme.name in ("underbrace", "overbrace"):
            self.skip_scripts("_", "^")

    def skipped(self, lexeme: _Lexeme) -> None:
        """Leave out a command with its argument; an arrow stays."""
        if self.now.text == "{":
            self.inside()
        if lexeme.name in _ARROWS:
            self.put("→", lexeme)

    # ---- subscripts and superscripts

    def subscript(self, lexeme: _Lexeme) -> None:
        """Make a subscript part of the name before it: `x_{1}` is x_1. The 2 of `‖x‖_2` is dropped."""
        letters = self.text_of_argument().translate(str.maketrans("+-−", "₊₋₋"))
        letters = "".join(letter if letter.isalnum() or letter in "₊₋" else "_" for letter in letters).strip("_")
        before = self.last
        if before.text in ("‖", "|") and letters in ("1", "2"):
            self.made += [_Piece("₁", lexeme.start, lexeme.end, ends=True)] if letters == "1" else []
        elif before.is_name and letters:
            text = f"{before.text}_{letters}"
            self.rename({"log_2": "log2", "log_10": "log10"}.get(text, text))
        else:
            self.refuse("there is no name before the small index; write one, as in x_1", lexeme)
            self.space(f"_{letters}", lexeme)

    def superscript(self, lexeme: _Lexeme) -> None:
        """Convert `^{2}` to a power, `^T` to a transpose; `z^{(1)}`, `W^Q` and `x^*` to names."""
        self.skip_spaces()
        at = self.at
        text = self.text_of_argument() if self.now.kind != "end" else ""
        is_name = self.last.is_name and self.last.text != "e" and not self.last.is_function
        label = re.fullmatch(r"[(\[](\w+)[)\]]", text)
        if text in ("T", "ᵀ", "⊤", "\\top", "\\intercal", "\\prime"):
            self.put("ᵀ", lexeme)
        elif text in ("\\circ", "°"):
            self.space("°", lexeme)
        elif is_name and label:
            raised = f"⁽{label[1].translate(_RAISED)}⁾"
            self.rename(self.last.text + (raised if label[1].isdigit() else f"_{label[1]}"))
        elif is_name and re.fullmatch(r"[A-Z]", text):
            self.rename(f"{self.last.text}_{text}")
        elif is_name and text in ("*", "\\ast", "\\star"):
            self.rename(f"{self.last.text}_star")
        else:
            self.at = at
            is_function = self.last.is_function
            self.space("^", lexeme)
            if self.now.text in ("-", "−"):
                self.step()
            self.argument(whole=True)
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
            closing = self.grouping.pop() if self.grouping else ""
            self.put(closing or "]", lexeme)
            if closing == "]":
                self.join_brackets(rows_only=True)

    def groups(self) -> bool:
        """Return whether the bracket that begins here has no items but one calculation with a sign."""
        depth, found, before = 0, "", self.last
        if self.is_endless or (before.ends and before.text[:1].isalpha()):
            return False
        for lexeme in self.lexemes[self.at : self.at + _LOOKED_AHEAD]:
            depth += (lexeme.text in "[({") - (lexeme.text in "])}") if len(lexeme.text) == 1 else 0
            if depth < 0:
                break
            found += lexeme.text if depth == 0 else ""
        self.is_endless = depth >= 0
        lists = re.search(r"[,;&]|\\quad|\\begin|\d\s+\d|\\text|[^\W\d_]\s+[^\W\d_]|\d\s+-\d", found)
        return lists is None and re.search(r"[+*/^]|\\cdot|\\times|\\frac|-.*\S|\\ln|\\log", found) is not None

    def environment(self, lexeme: _Lexeme) -> None:
        name = self.text_of_argument()
        is_matrix = name.rstrip("*") in _MATRICES
        if lexeme.name == "begin":
            self.cells.append(is_matrix)
            if name.startswith(("array", "alignat", "alignedat")) and self.now.text == "{":
                self.inside()
            if is_matrix and not self.is_too_deep(lexeme):
                self.put("[", lexeme)
            return
        del self.cells[-1:]
        if is_matrix:
            self.drop_separators()
            self.put("]", lexeme)
            self.join_brackets()

    def drop_separators(self) -> None:
        while self.made and self.made[-1].text.strip() in ("", ",", ";"):
            self.made.pop()

    def join_brackets(self, rows_only: bool = False) -> None:
        r"""Remove brackets written around the matrix that just ended: `\left[\begin{matrix}...\end{matrix}\right]`."""
        after = self.at
        while self.lexemes[after].kind == "space" or self.lexemes[after].name == "right":
            after += 1
        depth = index = 0
        least = max(len(self.made) - _LOOKED_AHEAD, 0) if rows_only else 0
        for index in range(len(self.made) - 1, least - 1, -1):
            depth += (self.made[index].text == "]") - (self.made[index].text == "[")
            if depth == 0:
                break
        has_rows = not rows_only or any(piece.text.strip() == ";" for piece in self.made[index:])
        outer = (self.made[index - 1].text, self.lexemes[after].text) if index and has_rows else ("", "")
        if outer in (("[", "]"), ("(", ")")) and not (index > 1 and self.made[index - 2].is_function):
            del self.made[index - 1]
            if outer[0] == "[" and self.grouping:
                self.grouping.pop()
            self.at = after + 1

    def cell(self, lexeme: _Lexeme) -> None:
        r"""Convert `&` and `\\`: in a matrix to a comma and a semicolon, else to the end of a line."""
        if re.match(r"\[-?\d+\.?\d*[a-z]+\]", self.rest(5)) and lexeme.text != "&":
            self.optional()  # the height of `\\[2pt]`
        if self.cells and self.cells[-1]:
            if lexeme.text != "&":
                self.drop_separators()
            self.put(", " if lexeme.text == "&" else "; ", lexeme)
        elif lexeme.text == "&":
            if self.last.ends and self.begins_operand(self.following()):
                self.put(", ", lexeme)
        else:
            goes_on = re.match(r"(?:\s|&|\\\\|\\quad)*(?:=|≈|\\approx|\\end|\\right|\\to)", self.rest(8))
            if not goes_on and self.last.text not in ("", ";", "\n"):
                self.space("\n" if self.lenient else ";", lexeme)


def _letters(command: _Lexeme) -> str:
    """Return what a command adds to a name."""
    if command.name in (*_FONTS, "rm", "bf", "it", " ", ",", ";"):
        return ""
    return LETTERS.get(command.name, command.name if command.name == "_" else command.text)


def _joint(before: _Piece | None, piece: _Piece) -> str:
    """Return what goes between two pieces: a sign of multiplication, a space, or nothing."""
    if before is None or "\n" in (before.text, piece.text):
        return ""
    if not (before.ends and piece.begins):
        return " " if before.text[-1:].isalnum() and piece.text[:1].isalnum() and piece.text != "ᵀ" else ""
    if piece.text in ("[", "(") and before.is_name and before.end == piece.start:
        return ""
    if before.is_function:
        return "" if piece.text == "(" else " "
    is_number = piece.text[:1].isdigit() or piece.text[:1] == "."
    return " " if is_number and (before.text[-1:].isdigit() or before.text == ")") else "·"


_TABLE: tuple[tuple[Iterable[str], Callable[[_Converter, _Lexeme], None]], ...] = (
    (LETTERS, _Converter.letter), (_FUNCTIONS | {"arg"}, _Converter.function), (ACCENTS, _Converter.accent),
    (_FONTS, _Converter.font), (_FRACTIONS, _Converter.fraction), (_COMMAS, _Converter.comma),
    (SIGNS, lambda converter, lexeme: converter.put(SIGNS[lexeme.name], lexeme)), (("sqrt",), _Converter.root),
    (("begin", "end"), _Converter.environment), (_WRAPPERS, _Converter.wrapper),
    ((*_SKIPPED, *_ARROWS), _Converter.skipped), (("\\",), _Converter.cell),
)  # fmt: skip
_HANDLERS = {name: handler for names, handler in _TABLE for name in names}
# Commands that begin an operand.
_OPERANDS = {"sqrt", *_FRACTIONS, *LETTERS, *_FUNCTIONS, *_FONTS, *ACCENTS}
