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
    negthinspace space nobreakspace boxed fbox underline overbrace underbrace phantom ensuremath smash cancel mathrel
    mathord
    """
)
_FRACTIONS, _COMMAS = ("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac"), ("quad", "qquad")
_WORDS = _words("text textit textrm textsf texttt textbf textnormal mbox hbox emph")
_FONTS = _WORDS | _words(
    "mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathscr boldsymbol bm operatorname operatorname* mathop"
    " mathbin pmb symbf"
)
_SKIPPED = _words("tag label hspace vspace color textcolor mskip hskip cline ref eqref cite stackrel overset underset")
_FUNCTIONS = _words("exp log ln tanh sinh cosh sin cos max min argmax argmin sigmoid softmax relu sign")
_MATRICES = _words("bmatrix pmatrix matrix Bmatrix vmatrix Vmatrix array smallmatrix psmallmatrix bsmallmatrix")
_LINKING = frozenset(["and", "so", "then", "with", "where", "if", "for"])
_RELATIONS = _words("= ≈ ≠ ≤ ≥ < > → ⇒ ⇔ := == ∈")
_APART = _words("+ - − , ; ( [") | _RELATIONS  # what no product or power reaches across
_JOINING = _words("· * / + - − , ;") | _RELATIONS
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_DEEPEST, _LOOKED_AHEAD = 100, 40
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


def plain_text(text: str) -> Plain:
    r"""Return LaTeX as pencil text; any other text as it is. Raise NotationError, Ambiguous for `1\frac{1}{2}`."""
    return _Converter(text).plain() if _LATEX.search(text) else Plain(text)


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

    def ahead(self, count: int = 1) -> list[_Lexeme]:
        """Return the next lexemes that are no spaces and no commands of layout, taking nothing."""
        near = self.lexemes[self.at : self.at + _LOOKED_AHEAD]
        return [each for each in near if each.kind != "space" and each.name not in _LEFT_OUT][:count]

    def put(self, text: str, like: _Lexeme, *, operand: bool = False, is_function: bool = False) -> None:
        follows = (self.last.ends or self.last.text[-1:].isalnum()) and not self.last.is_function
        if text in _RELATIONS or (text in ("+", "-", "−") and follows):
            text = f" {text} "
        begins, ends = operand or text in tuple("([√⌊⌈⟨"), operand or text in tuple(")]⌋⌉⟩ᵀ%")
        self.made.append(_Piece(text, like.start, like.end, begins, ends, is_function))

    def space(self, text: str, like: _Lexeme) -> None:
        """Write what is no operand."""
        self.made.append(_Piece(text, like.start, like.end))

    def rename(self, text: str) -> None:
        self.made[-1] = self.last._replace(text=text, end=self.lexemes[self.at - 1].end)

    # ---- one lexeme after another

    def step(self) -> None:
        lexeme = self.take()
        self.depth += 1
        if self.depth + len(self.cells) > _DEEPEST:
            self.refuse(f"more than {_DEEPEST} LaTeX commands inside one another; write the line in parts", lexeme)
            self.at = len(self.lexemes) - 1
        match lexeme.kind, lexeme.text:
            case "space", text:
                self.white(text, lexeme)
            case "command", _:
                _HANDLERS.get(lexeme.name, _Converter.other_command)(self, lexeme)
            case "number", text:
                digits = re.sub(r"\\[,;]|[{}]", "", text)
                self.put(digits, lexeme, operand=True, is_function=self.last.is_function)
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
            case _, text if text != "}" or not self.lenient:
                self.put(text, lexeme)
        self.depth -= 1

    def white(self, text: str, lexeme: _Lexeme) -> None:
        """A line end outside of groups and environments ends a row, unless a page's formula plainly goes on below."""
        following = (self.ahead() or [self.lexemes[-1]])[0]
        goes_on = SIGNS.get(following.name, following.text) in ("", "&", *_JOINING)
        goes_on |= following.name in ("begin", "end", "\\", *_COMMAS)
        goes_on |= self.last.text.strip() in ("", "(", "[", *_JOINING)
        if "\n" in text and not (self.cells or self.depth > 1 or (self.lenient and goes_on)):
            self.space("\n", lexeme)
        elif self.last.text in (",", ";"):
            self.space(" ", lexeme)

    def other_command(self, lexeme: _Lexeme) -> None:
        """Leave a command of layout out; one that is unknown is a word in a page's formula."""
        name = lexeme.name
        if name not in _LEFT_OUT and not name.isspace():
            unknown = f"{quote(lexeme.text)} is a LaTeX command that cannot be read here"
            self.refuse(f"{unknown}; write the line without it", lexeme)
            self.put(name, lexeme, operand=True, is_function=self.now.text != "{")
        elif name in ("left", "right") and self.now.text == ".":
            self.at += 1
        elif name == "left" or name.startswith("big"):  # what it belongs to begins here
            self.lexemes[self.at] = self.now._replace(start=lexeme.start)
        elif name in ("underbrace", "overbrace"):
            self.argument(bare=True)
            self.skip_scripts()
        elif self.last.text == ",":
            self.space(" ", lexeme)

    # ---- groups and arguments

    def inside(self) -> list[_Lexeme]:
        """Take a group, or the next lexeme, and return its lexemes without the braces."""
        if self.skip_spaces().text != "{":
            return [self.take()]
        start, depth, begins = self.take(), 1, self.at
        for at in range(begins, len(self.lexemes)):
            depth += {"{": 1, "}": -1}.get(self.lexemes[at].text, 0)
            if not depth:
                self.at = at + 1
                return self.lexemes[begins:at]
        self.refuse(_UNCLOSED, start)
        self.at = len(self.lexemes) - 1
        return self.lexemes[begins : self.at]

    def letters(self) -> str:
        """Take an argument and return its letters, digits and signs as they are, without fonts and braces."""
        taken = self.inside()
        if len(taken) == 1 and taken[0].name in _FONTS:
            taken += self.inside()
        left_out = _FONTS | _LEFT_OUT | {" ", "{", "}"}
        words = (
            LETTERS.get(each.name, "_" if each.name == "_" else each.text)
            for each in taken
            if each.name not in left_out
        )
        return "".join(word for word in words if word not in ("{", "}")).strip()

    def group(self, brace: _Lexeme, bare: bool = False) -> None:
        r"""Convert `{...}`, whose brace was taken: in round brackets, unless it is `bare` or one name or number."""
        begins = len(self.made)
        self.put("(", brace)
        while self.now.text != "}" and self.now.kind != "end":
            self.step()
        closing = self.now
        if closing.kind == "end":
            self.refuse(_UNCLOSED, brace)
        self.at += closing.kind != "end"
        inside = [piece for piece in self.made[begins + 1 :] if piece.text not in ("∂", "∇")]
        if bare or "=" in self.text[brace.end : closing.start] or (len(inside) == 1 and inside[0].text.strip("()")):
            del self.made[begins]
        else:
            self.put(")", closing)

    def argument(self, *, bare: bool = False, whole: bool = False) -> None:
        """Convert a command's argument: a group, the first digit of a number (all of it if `whole`), or one lexeme."""
        first = self.skip_spaces()
        if first.text == "{":
            self.group(self.take(), bare)
            return
        if first.text.isdigit() and len(first.text) > 1 and not whole:
            cut = first.start + 1
            parts = [first._replace(text=first.text[0], end=cut), first._replace(text=first.text[1:], start=cut)]
            self.lexemes[self.at : self.at + 1] = parts
        if first.kind != "end" or self.take():
            self.step()

    def skip_scripts(self) -> None:
        while self.skip_spaces().text in ("_", "^"):
            self.take()
            self.letters()

    # ---- commands

    def comma(self, lexeme: _Lexeme) -> None:
        """A wide space is a comma where one is missing."""
        following, in_matrix = self.ahead(), self.cells and self.cells[-1]
        if self.last.ends and not in_matrix and following and self.begins_operand(following[0]):
            self.put(", ", lexeme)

    def begins_operand(self, lexeme: _Lexeme) -> bool:
        return lexeme.kind in ("number", "name") or lexeme.text in ("(", "[") or lexeme.name in _OPERANDS

    def fraction(self, lexeme: _Lexeme) -> None:
        following = "".join(each.text for each in self.ahead(6))
        if self.last.ends and self.last.text.isdigit() and re.match(r"\{\d+\}\{\d+\}|\d\d", following):
            either = "added to the fraction after it or multiplied by it? Write + or · between them"
            if not self.lenient:
                raise Ambiguous(f"is {self.last.text} {either}", self.last.start + 1)
            self.space(" ", lexeme)
        begins, is_alone = len(self.made), self.last.text.strip() in ("", *_APART)
        self.put("(", lexeme)
        self.argument()
        self.space("/", lexeme)
        self.argument()
        if is_alone and self.skip_spaces().text not in ("^", "!"):
            self.made[begins] = _Piece("", lexeme.start, lexeme.start)
            self.made[-1] = self.last._replace(ends=True)
        else:
            self.made.append(_Piece(")", self.last.start, self.last.end, ends=True))

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
        """Convert a Greek letter; a sum's bounds are left out."""
        self.put(LETTERS[lexeme.name], lexeme, operand=True)
        if lexeme.name in ("sum", "prod"):
            self.skip_scripts()

    def function(self, lexeme: _Lexeme) -> None:
        text = lexeme.name if lexeme.name != "arg" else f"arg{self.inside()[0].name}"
        self.put(text, lexeme, operand=True, is_function=True)

    def accent(self, lexeme: _Lexeme) -> None:
        begins = len(self.made)
        self.argument(bare=True)
        if len(self.made) == begins + 1 and self.last.is_name:
            self.made[-1] = self.last._replace(start=lexeme.start, is_function=False)
            self.rename(self.last.text + ACCENTS[lexeme.name])
        else:  # a number that goes on, as in `0.\overline{3}`
            self.refuse(f"{quote(lexeme.text)} stands over more than one name; write it over a single name", lexeme)
            self.made[begins:] = [_Piece("…", lexeme.start, lexeme.end)]

    def font(self, lexeme: _Lexeme) -> None:
        r"""Convert `\mathbf{x}`, `\text{softmax}(x)`; arithmetic in it as such, words beside numbers to nothing."""
        self.skip_spaces()
        at = self.at
        text = self.letters()
        inside = self.lexemes[at : self.at]
        start, stop = inside[0].start + (len(inside) > 1), inside[-1].end - (len(inside) > 1)
        has_command = any(each.kind == "command" and each.name not in {*LETTERS, "_"} for each in inside)
        if has_command or re.search(r"[=+/\[^]|^[\d.]+$", text):
            self.at = at
            self.argument(bare=True)
        elif lexeme.name in _WORDS and (" " in self.text[start:stop] or self.last.ends):
            self.words(text, lexeme, _Piece(self.text[start:stop], start, stop))
        elif text := re.sub(r"[^\w\u0300-\u036f]", "_" if "-" in text else "", text):
            applies = "oper" in lexeme.name or text.lower().replace("_", "") in _FUNCTIONS
            self.put(text, lexeme, operand=True, is_function=applies)
            self.rename(text)

    def words(self, text: str, lexeme: _Lexeme, as_written: _Piece) -> None:
        """Words between two statements are a comma, behind a number its unit; a page keeps them."""
        if self.lenient:
            self.made.append(as_written)
        elif text.strip(" ,.:;") in (*_LINKING, ""):
            self.made += [_Piece(",", lexeme.start, lexeme.end)] * (self.last.ends and self.last.text != ",")
        elif not self.last.ends:
            raise NotationError(f"{quote(text)} is words, not arithmetic; leave it out", lexeme.start + 1)
        elif self.last.text[-1:].isdigit():
            self.space(f" {text}", lexeme)

    # ---- subscripts and superscripts

    def subscript(self, lexeme: _Lexeme) -> None:
        """Make a subscript part of the name before it: `x_{1}` is x_1. The 2 of `‖x‖_2` is dropped."""
        letters = self.letters().translate(str.maketrans("+-−", "₊₋₋"))
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
        text = self.letters() if self.now.kind != "end" else ""
        is_name = self.last.is_name and self.last.text != "e" and not self.last.is_function
        label = re.fullmatch(r"[(\[](\d+)[)\]]", text), re.fullmatch(r"[(\[]?([A-Z]|\w\w+(?=[)\]])|\*)[)\]]?", text)
        if text in ("T", "ᵀ", "⊤", "\\top", "\\intercal", "\\prime"):
            self.put("ᵀ", lexeme)
        elif is_name and label[0]:
            self.rename(f"{self.last.text}⁽{label[0][1].translate(_RAISED)}⁾")
        elif is_name and label[1]:
            self.rename(f"{self.last.text}_{label[1][1].replace('*', 'star')}")
        else:
            self.power(at, lexeme)

    def power(self, at: int, lexeme: _Lexeme) -> None:
        self.at, is_function = at, self.last.is_function
        self.space("^", lexeme)
        self.argument(whole=True)
        self.made[-1] = self.last._replace(is_function=is_function)

    # ---- matrices

    def environment(self, lexeme: _Lexeme) -> None:
        name = self.letters()
        is_matrix = name.rstrip("*") in _MATRICES
        if lexeme.name == "begin":
            self.cells.append(is_matrix)
            if name.startswith(("array", "alignat", "alignedat")) and self.now.text == "{":
                self.inside()
        else:
            del self.cells[-1:]
        if is_matrix:
            while self.made and self.made[-1].text.strip() in ("", ";") and self.cells:
                self.made.pop()
            self.put("[" if lexeme.name == "begin" else "]", lexeme)

    def cell(self, lexeme: _Lexeme) -> None:
        r"""Convert `&` and `\\`: in a matrix to a comma and a semicolon, else to the end of a line."""
        if lexeme.text != "&" and self.now.text == "[" and self.ahead(2)[-1].kind == "number":
            self.optional()  # the height of `\\[2pt]`
        if self.cells and self.cells[-1]:
            if self.last.text not in ("[", "; "):  # rows may be parted by two
                self.put(", " if lexeme.text == "&" else "; ", lexeme)
        elif lexeme.text == "&":
            self.comma(lexeme)
        else:  # unless the next row continues this one
            following = next((each for each in self.ahead(8) if each.text not in ("&", "\\\\")), self.lexemes[-1])
            goes_on = SIGNS.get(following.name, following.text) in ("=", "≈", "→", "\\end")
            if not goes_on and self.last.text not in ("", ";", "\n"):
                self.space("\n" if self.lenient else ";", lexeme)


def _joint(before: _Piece | None, piece: _Piece) -> str:
    """Return what goes between two pieces: a sign of multiplication, a space, or nothing."""
    if before is None or "\n" in (before.text, piece.text) or before.text in ("∂", "∇"):
        return ""
    if not (before.ends and piece.begins):
        return " " if before.text[-1:].isalnum() and piece.text[:1].isalnum() and piece.text != "ᵀ" else ""
    if piece.text in ("[", "(") and before.is_name and before.end == piece.start:
        return ""
    if before.is_function:
        return "" if piece.text == "(" or before.text[:1].isdigit() else " "  # `\ln 2x`
    is_number = piece.text[:1].isdigit() or piece.text[:1] == "."
    return " " if is_number and (before.text[-1:].isdigit() or before.text == ")") else "·"


_TABLE: tuple[tuple[Iterable[str], Callable[[_Converter, _Lexeme], object]], ...] = (
    (LETTERS, _Converter.letter), (_FUNCTIONS | {"arg"}, _Converter.function), (ACCENTS, _Converter.accent),
    (_FONTS, _Converter.font), (_FRACTIONS, _Converter.fraction), (_COMMAS, _Converter.comma),
    (SIGNS, lambda converter, lexeme: converter.put(SIGNS[lexeme.name], lexeme)), (("sqrt",), _Converter.root),
    (("begin", "end"), _Converter.environment), (_SKIPPED, lambda converter, _: converter.inside()),
    (("\\",), _Converter.cell),
)  # fmt: skip
_HANDLERS = {name: handler for names, handler in _TABLE for name in names}
# Commands that begin an operand.
_OPERANDS = {"sqrt", *_FRACTIONS, *LETTERS, *_FUNCTIONS, *_FONTS, *ACCENTS}
