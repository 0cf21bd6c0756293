r"""LaTeX to pencil text, with the place that each character comes from: `\frac{1}{2} \cdot 3` becomes 1/2·3.

In LaTeX spaces mean nothing: what stands side by side is multiplied, and gets a `·`. Subscripts become part of their
name, matrices grids in square brackets, commands of layout nothing. A typed line is refused where it cannot be read; of
a page's formula the rest is read as far as it goes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from katatx.notation.errors import NotationError, either
from katatx.notation.lexer import DEEPEST, LONGEST, Lexer, Token, names_defined
from katatx.notation.quoting import quote

_LATEX = re.compile(r"\\[A-Za-z,;:!{(\[ ]|[_^]\{|\{,\}|\\\\|\\\||\$\$")
_SPELLED = r"""
cdot · times · star · ast * * * div / odot ⊙ circ ⊙ otimes ⊗ oplus ⊕ approx ≈ simeq ≈ cong ≈ sim ≈ equiv == neq ≠ ne ≠
leq ≤ le ≤ geq ≥ ge ≥ lt < gt > ll ≪ gg ≫ pm ± mp ∓ in ∈ propto ∝ to → rightarrow → longrightarrow → mapsto →
leftarrow ← gets ← Rightarrow ⇒ Longrightarrow ⇒ implies ⇒ iff ⇔ lVert ‖ rVert ‖ Vert ‖ | ‖ lvert | rvert | vert | mid |
coloneqq := langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ { ( } ) % % bmod mod mod mod ldots …
lbrack [ rbrack ] dots … cdots … vdots … ddots … colon : prime ' checkmark ✓ $ $ # # top ᵀ sum Σ prod Π
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν
xi ξ omicron ο rho ρ varrho ρ sigma σ varsigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω pi π ell ℓ
Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω partial ∂ nabla ∇ hbar ħ infty ∞
"""
_WORDS = _SPELLED.split()
_SPELLINGS = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))
_ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304", "tilde": "\u0303",
    "widetilde": "\u0303", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c", "vec": "",
}  # fmt: skip
_FUNCTION = re.compile(r"exp|log|ln|tanh|sinh|cosh|sin|cos|(arg)?(max|min)|arg|sigmoid|(log_?)?softmax|relu|sign")
_RELATIONS = {*"=≈≠≤≥<>→⇒⇔∈", ":=", "=="}
_LOOSE = {"", *"([+-−,;", *_RELATIONS}  # what no product or power reaches across
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_IN_INDEX = str.maketrans("+-−", "₊₋₋")
_LABEL = r"[(\[](\d+)[)\]]|[(\[]?([A-Z]|\w\w+(?=[)\]])|\*)[)\]]?"
_NO_ARGUMENT = "a LaTeX command has nothing to work on, or a brace is never closed; write \\sqrt{2}, say"
_SPACE = r"""(?x)(?: WHITE | [~\0\x01] | \\[,;:!>()\[\]\ \n-] | \\(?:left|right)\s*\.
    | \\(?:left|right|middle|[bB]igg?[lr]?|(?:display|text|script)style|limits|nolimits
        |nonumber|notag|rm|bf|it|cal|hline|therefore|because|space|boxed|underline|phantom|ensuremath|cancel|mathrel
        |(?:tag|label|vspace|color|textcolor|ref|eqref|cite)\s*\{[^{}]*\})(?![A-Za-z]))*"""
_SPACES, _SPACES_INSIDE = (re.compile(_SPACE.replace("WHITE", white)) for white in (r"[^\S\n]", r"\s"))
# Each kind is read by the method of its name.
_TOKEN = re.compile(
    rf"""(?xs)
    \\(?P<environment>(?:begin|end)\s*\{{[^{{}}]*\}})(?:\{{[lcr|\s\d]*\}})?
    | (?P<gap>\\\\(?:\s*\[\s*\d[^\[\]]*\])? | \\(?:q?quad(?![A-Za-z])|hspace\*?\s*\{{[^{{}}]*\}}) | & | \n)
    | \\(?:(?P<fraction>[dtc]?frac | nicefrac | sfrac) | (?P<root>sqrt(?:\s*\[[^\[\]{{}}]*\])?)
        | (?P<accent>{"|".join(_ACCENTS)}) | (?P<bounded>sum | prod | underbrace | overbrace)
        | (?P<font>text(?:it|rm|sf|tt|bf)? | math(?:rm|bf|it|sf|tt|cal|bb|op) | mbox | hbox | emph | boldsymbol | bm
            | operatorname\*?))(?![A-Za-z])
    | \\(?P<command>arg(?:\s|\\,)*\\(?=max|min)[a-z]+ | [A-Za-z]+ | .)
    | (?P<name>(?!mod\b)[^\W\d_ᵀ](?:[^\W_ᵀ] | \\_ | [\u0300-\u036f'′₊₋⁽⁾])* | [∂∇∞])
    | (?P<script>[_^]) | (?P<group>\{{) | (?P<sign>\d[\d,]*(?<!,)(?:\.\d*)? | \.\d+ | := | == | mod | .)"""
)
_BEGINS = re.compile(r"[^\Wᵀ]|[(\[√⌊⌈⟨∂∇∞]|\.\d")


class Piece(NamedTuple):
    r"""Pencil text and, for each of its characters, where the character or command begins and ends that it is from.

    Its kind is "name", "begin" or "end" of a matrix, "gap" for what stands between cells, rows and lines,
    "bounded" for what has bounds, "power" for what is raised, or "".
    """

    text: str
    places: tuple[tuple[int, int], ...]
    kind: str = ""
    applies: bool = False  # ends in the name of a function, or a power of it

    @property
    def place(self) -> tuple[int, int]:
        return self.places[0][0], self.places[-1][1]

    @property
    def ends(self) -> bool:
        """Return whether what was written so far ends an operand."""
        return re.search(r"(?:\w|[)\]⌋⌉⟩%∂∇∞⁾\u0300-\u036f]|\d\.|\D['′])$", self.text[-2:]) is not None

    def in_brackets(self) -> Piece:
        return Piece(f"({self.text})", (self.places[0], *self.places, self.places[-1]))

    def bracketed(self) -> Piece:
        """Return the piece in round brackets, unless it is one name or number, or has an `=`."""
        is_single = self.kind == "name" or re.fullmatch(r"[∂∇]?[\w₊₋⁽⁾]*(?<!ᵀ)|[\d.,]*|.", self.text.strip())
        return self if is_single or "=" in self.text else self.in_brackets()

    def placed(self, token: Token) -> Token:
        """Return a token of the text with its columns in the LaTeX."""
        start, end = self.places[token.column - 1][0], self.places[max(token.column, token.end - 1) - 1][1]
        return token._replace(column=start + 1, end=end + 1)


_NOTHING = Piece("", ())


def tokens_of(text: str) -> tuple[list[Token], frozenset[str]]:
    r"""Return the tokens of a text, LaTeX or not, with an end token, and the names that it gives a value.

    Raise NotationError, for more than 5,000 characters too, and Ambiguous for `1\frac{1}{2}`.
    """
    if len(text) > LONGEST:
        raise NotationError(f"more than {LONGEST:,} characters are written; write it in parts", LONGEST)
    if not _LATEX.search(text):
        names = names_defined(text)
        return Lexer(text, names).tokens(), names
    plain = _Reader(text).whole()
    names = names_defined(plain.text)
    *tokens, end = Lexer(plain.text, names).tokens()
    return [*map(plain.placed, tokens), end._replace(column=len(text) + 1, end=len(text) + 1)], names


def formula_text(text: str) -> Piece:
    """Return a page's formula as pencil text, its rows as lines. Nothing is raised: what is unknown stays as a word."""
    return _Reader(text, lenient=True).whole()


class _Reader:
    """Reads a text by recursive descent; a `lenient` one refuses nothing. `made` are the pieces of the open group."""

    def __init__(self, source: str, lenient: bool = False) -> None:
        self.source, self.lenient = source, lenient
        self.made: list[Piece] = []
        self.at = 0
        self.inside = 0  # braces and environments that are open

    def refuse(self, problem: str, at: int) -> None:
        if not self.lenient:
            raise NotationError(problem, at + 1)

    @property
    def before(self) -> Piece:
        return self.made[-1] if self.made else _NOTHING

    def add(self, text: str, start: int, kind: str = "", applies: bool = False) -> None:
        is_own = len(text) == self.at - start
        places = tuple((at, at + 1) if is_own else (start, self.at) for at in range(start, start + len(text)))
        self.made.append(Piece(text, places, kind, applies))

    def ahead(self) -> str:
        """Return the next character that is no space, "" at the end. Line ends are spaces within braces."""
        spaces = (_SPACES_INSIDE if self.inside else _SPACES).match(self.source, self.at)
        assert spaces is not None
        self.at = spaces.end()
        return self.source[self.at : self.at + 1]

    def read(self) -> None:
        """Read what comes next, which is no space."""
        found = _TOKEN.match(self.source, self.at)
        assert found is not None
        self.at, kind = found.end(), str(found.lastgroup)
        getattr(self, kind)(found[kind], found.start())

    def read_to(self, closing: str) -> None:
        """Read up to a closing sign, and that too, or to the end."""
        while (sign := self.ahead()) and sign != closing:
            self.read()
        if closing and not sign:
            self.refuse(_NO_ARGUMENT, self.at)
        self.at += len(sign)

    def whole(self) -> Piece:
        self.read_to("")
        return self.joined(self.made)

    def argument(self, longer: bool = False) -> Piece:
        """Read a group in braces, a command, or a sign, letter or digit; if `longer`, a name or number."""
        outside, self.made = self.made, []
        self.inside += 1
        opened = self.ahead()
        if opened in ("", "}") or self.inside > DEEPEST:
            self.refuse(_NO_ARGUMENT, len(self.source))
            self.at += opened == "{"
        elif opened.isalnum() and not longer:
            self.at += 1
            self.add(opened, self.at - 1, "name" if opened.isalpha() else "")
        elif opened == "{":
            self.at += 1
            self.read_to("}")
        else:
            self.read()
        self.inside = max(0, self.inside - 1)
        made, self.made = self.joined(self.made), outside
        ends = ((made.places[-1][0], self.at),) if made.text else ()
        return made._replace(places=made.places[:-1] + ends)

    # ---- what stands alone

    def name(self, text: str, start: int) -> None:
        name = text.replace("\\_", "_")
        self.add(name, start, "name", _FUNCTION.fullmatch(name.lower()) is not None)

    def sign(self, text: str, start: int) -> None:
        is_sum = text in ("+", "-", "−") and self.before.ends and not self.before.applies
        self.add(f" {text} " if is_sum or text in _RELATIONS or text == "mod" else text, start)

    def gap(self, text: str, start: int) -> None:
        is_sum = text == "\n" and self.lenient and self.ahead() in ("+", "-", "−")  # goes on in the next line
        if not is_sum:
            self.add({"\\\\": ";", "\\q": " ", "\\h": " "}.get(text[:2], text), start, "gap")

    def environment(self, text: str, start: int) -> None:
        begins = text.startswith("begin")
        self.inside = max(0, self.inside + (1 if begins else -1))
        if not begins and self.before.kind == "gap":
            self.made.pop()
        if "matrix}" in text or "{array}" in text:
            self.add("[" if begins else "]", start, "begin" if begins else "end")

    def command(self, text: str, start: int) -> None:
        name = re.sub(r"(?<=arg)[\s\\,]+", "", text)
        spelling = _TOKEN.match(name if _FUNCTION.fullmatch(name) else _SPELLINGS.get(name, ""))
        if spelling:
            getattr(self, str(spelling.lastgroup))(spelling[0], start)
            return
        shown = quote(self.source[start : self.at])
        self.refuse(f"{shown} is a LaTeX command that cannot be read here; write the line without it", start)
        self.add(name, start, "name", self.ahead() != "{")

    # ---- what has arguments

    def group(self, _: str, start: int) -> None:
        self.at = start
        self.made.append(self.argument().bracketed())

    def fraction(self, _: str, start: int) -> None:
        before, sign = self.before, Piece("/", ((start, self.at),))
        over, under = self.argument(), self.argument()
        is_mixed = not before.kind and before.text.isdigit() and over.text.isdigit() and under.text.isdigit()
        if is_mixed and not self.lenient:
            raise either(before.place[0] + 1, f"{before.text} + before the fraction", f"{before.text} · before it")
        is_alone = is_mixed or before.kind == "gap" or before.text.strip() in _LOOSE
        parts = self.joined([over.bracketed(), sign, under.bracketed()])
        self.made.append(parts if is_alone and self.ahead() not in ("^", "!") else parts.in_brackets())

    def root(self, text: str, start: int) -> None:
        degree = text.partition("[")[2].rstrip("]")
        self.add("(" if degree else "√", start)
        self.made.append(self.argument().bracketed())
        if degree:
            self.add(f"^(1/({degree})))", start)

    def font(self, font: str, start: int) -> None:
        inside = self.argument()
        self.made.append(inside._replace(applies=inside.applies or font.startswith("oper")))

    def accent(self, name: str, start: int) -> None:
        r"""Read `\hat{x}`. In `0.\overline{3}` a number goes on: it is not read, nor is more than one name."""
        inside = self.argument()
        is_name = inside.kind == "name"
        self.add(inside.text + _ACCENTS[name] if is_name else "…", start, inside.kind)

    def bounded(self, name: str, start: int) -> None:
        r"""Read `\sum` or `\underbrace{3}`; what stands above and below is left out."""
        if name in _SPELLINGS:
            self.add(_SPELLINGS[name], start, "bounded")
        else:
            self.made.append(self.argument()._replace(kind="bounded"))

    def script(self, sign: str, start: int) -> None:
        if sign == "^" and self.ahead() in ("(", "["):
            self.add(sign, start)
            return
        inside = self.argument(longer=sign == "_" or self.ahead().isdigit())
        if sign == "^" and self.ahead() == "_":  # `x^2_1` is `x_1^2`
            self.read()
        if inside.text and self.before.kind != "bounded":
            (self.index if sign == "_" else self.raised)(inside, start)

    def index(self, inside: Piece, start: int) -> None:
        """Make a subscript part of the name before it: `x_{1}` is x_1. The 2 of `‖x‖_2` is dropped."""
        signs = re.sub(r"(?<=\d)·| (?=[₊₋])|(?<=[₊₋]) ", "", inside.text.translate(_IN_INDEX))
        letters = re.sub(r"[^\w₊₋]+", "_", signs).strip("_")
        if self.before.kind == "name" and letters:
            self.lengthen(letters if self.before.text == "log" and letters in ("2", "10") else f"_{letters}", start)
        elif letters != "2" or self.before.text not in ("‖", "|"):
            self.add("…", start)

    def raised(self, inside: Piece, start: int) -> None:
        """Read `^{2}` as a power, `^T` as a transpose; `z^{(1)}`, `W^Q` and `x^*` as names."""
        before = self.before
        is_plain = before.kind == "name" and not before.applies and before.text != "e"
        if inside.text in ("T", "ᵀ", "⊤", "'"):
            self.add("ᵀ", start)
        elif is_plain and (label := re.fullmatch(_LABEL, inside.text)):
            word = f"⁽{label[1].translate(_RAISED)}⁾" if label[1] else f"_{label[2].replace('*', 'star')}"
            self.lengthen(word, start)
        else:
            self.add("^", start)
            self.made.append(inside.bracketed()._replace(kind="power", applies=before.applies))

    def lengthen(self, text: str, start: int) -> None:
        """Put a text behind the last name."""
        name = self.made.pop()
        places = name.places + ((start, self.at),) * len(text)
        self.made.append(name._replace(text=name.text + text, places=places))

    # ---- what is left out

    def joined(self, pieces: list[Piece]) -> Piece:
        """Return pieces as one, with what LaTeX leaves out: signs of multiplication, commas, spaces."""
        if len(pieces) == 1 and pieces[0].kind != "gap":
            return pieces[0]
        text, places = "", list[tuple[int, int]]()
        last, gap, in_matrix = _NOTHING, "", False
        for piece in filter(lambda piece: piece.text, pieces):
            if piece.kind == "gap":
                gap = min(gap or piece.text, piece.text, key=";& \n".index)
                continue
            parting = self.parting(gap, last, piece, in_matrix) if gap else ""
            last, gap = _NOTHING if parting else last, ""
            between = parting or self.joint(last, piece)
            text += between + piece.text
            places += [piece.place] * len(between) + [*piece.places]
            in_matrix = piece.kind == "begin" or (in_matrix and piece.kind != "end")
            last = piece._replace(applies=piece.applies or (last.applies and piece.text[:1].isdigit()))
        return Piece(text, tuple(places), applies=last.applies)

    def parting(self, gap: str, last: Piece, piece: Piece, in_matrix: bool) -> str:
        r"""Return what `&`, `\\`, a wide space or a line end before a piece is: a comma, a semicolon, a line end."""
        before, after = last.text.strip(), piece.text.strip()
        if in_matrix:
            return "" if last.kind == "begin" else {"&": ", ", ";": "; "}.get(gap, "")
        if gap in ("&", " ") or (self.lenient and gap == "\n" and piece.kind != "begin"):
            return ", " if last.ends and _BEGINS.match(piece.text) else ""
        if gap == ";":
            return "" if before in ("", ";") or after in ("=", "≈", "→") else "\n" if self.lenient else ";"
        return "" if self.lenient else gap

    def joint(self, last: Piece, piece: Piece) -> str:
        """Return what goes between two pieces: a sign of multiplication, a space, or nothing."""
        apart = self.source[last.place[1] : piece.place[0]] if last.text else ""
        is_tight = re.fullmatch(r"(\\left|\\[bB]ig+l?)?", apart) is not None
        if last.text in (",", ";"):
            return "" if is_tight else " "
        if apart in ("\\,", "\\;") and last.text.isdigit() and re.match(r"\d{3}(?!\d)", piece.text):
            return ""  # thousands
        if last.text in ("∂", "∇") or not (last.ends and _BEGINS.match(piece.text)):
            return ""
        if is_tight and piece.text[0] in "[(" and last.kind == "name":
            return ""
        if last.applies:
            return "" if piece.text[0] == "(" or last.text[0].isdigit() else " "  # `\ln 2x`
        is_number = piece.text[0].isdigit() or piece.text[0] == "."
        return " " if is_number and not last.kind and (last.text[-1].isdigit() or last.text == ")") else "·"
