r"""LaTeX to pencil text, with the place that each character comes from: `\frac{1}{2} \cdot 3` becomes 1/2·3.

In LaTeX spaces mean nothing: what stands side by side is multiplied, and gets a `·`. Subscripts become part of their
name, matrices grids in square brackets, commands of layout nothing. A typed line is refused where it cannot be read; of
a page's formula the rest is read as far as it goes.

Commands without arguments are replaced first. Then a table of rules is applied until none fits; each rule takes only
arguments that have no braces any more, so that a formula is rewritten from the innermost group outwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from katatx.notation.errors import NotationError, either
from katatx.notation.lexer import LONGEST, Lexer, Token, names_defined
from katatx.notation.quoting import quote

_LATEX = re.compile(r"\\[A-Za-z,;:!{(\[ ]|[_^]\{|\{,\}|\\\\|\\\||\$\$")
_SIGN_WORDS = r"""
cdot · times · star · ast * * * div / odot ⊙ circ ⊙ otimes ⊗ oplus ⊕ approx ≈ simeq ≈ cong ≈ sim ≈ equiv == neq ≠ ne ≠
leq ≤ le ≤ geq ≥ ge ≥ lt < gt > ll ≪ gg ≫ pm ± mp ∓ in ∈ propto ∝ to → rightarrow → longrightarrow → mapsto →
leftarrow ← gets ← Rightarrow ⇒ Longrightarrow ⇒ implies ⇒ iff ⇔ lVert ‖ rVert ‖ Vert ‖ | ‖ lvert | rvert | vert | mid |
coloneqq := langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ { ( } ) % % bmod mod mod mod ldots …
lbrack [ rbrack ] dots … cdots … vdots … ddots … colon : prime ' checkmark ✓ $ $ # # & & _ _ top ᵀ
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
    , ; : ! > ( ) [ ] - displaystyle textstyle scriptstyle left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr
    Biggl Biggr middle limits nolimits nonumber notag rm bf it hline therefore because space boxed underline phantom
    ensuremath cancel mathrel
    """
)
_FRACTIONS = ("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac")
_FONTS = _words(
    "text textit textrm textsf texttt textbf mbox hbox emph mathrm mathbf mathit mathsf mathtt mathcal mathbb"
    " boldsymbol bm operatorname operatorname* mathop"
)
_SKIPPED = _words("tag label hspace vspace color textcolor ref eqref cite")
_FUNCTIONS = _words("exp log ln tanh sinh cosh sin cos max min argmax argmin sigmoid softmax relu sign")
_MATRICES = _words("bmatrix pmatrix matrix Bmatrix vmatrix Vmatrix array smallmatrix")
_RELATIONS = _words("= ≈ ≠ ≤ ≥ < > → ⇒ ⇔ := == ∈")
_APART = frozenset("+-−,;([{&=≈≠≤≥<>→⇒⇔∈⟦⟬\x01\x06\n")  # what no product or power reaches across
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_MOST_STEPS, _MOST_WORK = 150, 300_000
_NO_ARGUMENT = "a LaTeX command has nothing to work on, or a brace is never closed; write \\sqrt{2}, say"
# Signs of what is half rewritten: a group that is no argument; an index and a power; a fraction, and its first part; a
# wide space; the end of a function's name, of what has bounds; the end of a row; environments.
_NO_SIGNS = str.maketrans(dict.fromkeys("\0~⦃⦄ˍ⌃⁄⦅⦆\x01\x02\x03\x06⟦⟧⟬⟭", " "))
_FINAL = str.maketrans("ˍ⌃⁄⦅⦆⦃⦄", "_^/()()", "\x03")
_APPLIES = "\x02"
_NUMBER = r"\d[\d,]*(?<!,)(?:\.\d*)?|\.\d+"
_NAME = r"(?<![^\W\d_])[^\W\dˍ_ᵀ](?:[^\W_ᵀ]|[\u0300-\u036f'′₊₋⁽⁾])*+"
_SINGLE = rf"\s*[∂∇]?\s*(?:{_NUMBER}|{_NAME}|[^\s()])\x02?\s*"
_COMMAND = (
    r"(?s)\\(?P<side>begin|end)\s*\{(?P<of>[^{}]*)\}(?:\{[lcr|\s\d]*\})?|(?P<row>\\\\(?:\s*\[\s*\d[^\[\]]*\])?)"
    r"|(?<=\d)(?:\{,\}|\\[,;])(?=\d{3}(?!\d))|\\(?:left|right)\s*\.|\\(?:left|[bB]ig+l?)\s*(?P<opening>[(\[|])"
    r"|\\(?P<name>[A-Za-z]+\*?|.)|(?P<brace>[{}])|(?P<line>\n\s*)"
)
_PIECE = rf"(?s)(?P<space>[^\S\n]+)|(?!mod\b)(?P<operand>{_NUMBER}|{_NAME}|[∂∇∞])|:=|==|mod|."
_BEGINS_OPERAND, _ENDS_OPERAND = tuple("([√⌊⌈⟨⟦"), tuple(")]⌋⌉⟩ᵀ%⟧")
# What follows the end of a row or line: an operand, what joins it to this one, or another sign.
_AHEAD = r"[\s&\x01\x06]*(?:([\w.(\[√∂∇∞])|([=≈→⟭])|[·*/+\-−,;≠≤≥<>⇒⇔∈⟬⟦⟧]|:=|$)"
_LABEL = r"[(\[](\d+)[)\]]|[(\[]?([A-Z]|\w\w+(?=[)\]])|\*)[)\]]?"
_IN_INDEX = str.maketrans("+-−", "₊₋₋")


class Plain:
    """Pencil text and, for each of its characters, where the character or command begins and ends that it is from."""

    __slots__ = ("places", "text")

    def __init__(self, text: str, places: Iterable[tuple[int, int]]) -> None:
        self.text, self.places = text, [*places]

    def sub(self, pattern: str, rewrite: Callable[[re.Match[str]], Iterable[_Part]]) -> Plain:
        """Return the text with each match rewritten as the parts that `rewrite` gives."""
        made, done = Plain("", ()), 0
        for found in re.finditer(pattern, self.text):
            made.add(self, done, found.start())
            for part in rewrite(found):
                if isinstance(part, int):
                    made.add(self, *found.span(part))
                else:
                    made.text += part[1]
                    made.places += [self.over(*found.span(part[0]))] * len(part[1])
            done = found.end()
        if not done:
            return self
        made.add(self, done, len(self.text))
        return made

    def add(self, other: Plain, start: int, stop: int) -> None:
        self.text += other.text[start:stop]
        self.places += other.places[start:stop]

    def over(self, start: int, stop: int) -> tuple[int, int]:
        """Return the place of the characters from `start` to `stop`."""
        return self.places[start][0], self.places[stop - 1][1]

    def placed(self, token: Token) -> Token:
        """Return a token of the text with its columns in the LaTeX."""
        size, last = len(self.places), self.places[-1][1] if self.places else 0
        start = self.places[token.column - 1][0] if token.column <= size else last
        end = self.places[min(token.end - 2, size - 1)][1] if size and token.end > token.column else start
        return token._replace(column=start + 1, end=max(start, end) + 1)


# What a match becomes: one of its groups as it is, or a text that stands where a group does.
_Part = int | tuple[int, str]


def tokens_of(text: str) -> tuple[list[Token], frozenset[str]]:
    r"""Return the tokens of a text, LaTeX or not, with an end token, and the names that it gives a value.

    Raise NotationError, for more than 5,000 characters too, and Ambiguous for `1\frac{1}{2}`.
    """
    if len(text) > LONGEST:
        raise NotationError(f"more than {LONGEST:,} characters are written; write it in parts", LONGEST)
    if not _LATEX.search(text):
        names = names_defined(text)
        return Lexer(text, names).tokens(), names
    plain = _Converter(text).plain()
    names = names_defined(plain.text)
    return [plain.placed(token) for token in Lexer(plain.text, names).tokens()], names


def formula_text(text: str) -> Plain:
    """Return a page's formula as pencil text, its rows as lines. Nothing is raised: what is unknown stays as a word."""
    return _Converter(text, lenient=True).plain()


class _Converter:
    """Rewrites a text; a `lenient` one refuses nothing."""

    def __init__(self, text: str, lenient: bool = False) -> None:
        self.source, self.lenient = text.translate(_NO_SIGNS), lenient
        self.inside = 0  # braces and environments that are open

    def refuse(self, problem: str, at: int) -> None:
        if not self.lenient:
            raise NotationError(problem, at + 1)

    def plain(self) -> Plain:
        size = len(self.source)
        self.text = Plain(self.source, ((at, at + 1) for at in range(size))).sub(_COMMAND, self.command)
        for _ in range(min(_MOST_STEPS, _MOST_WORK // (size + 1))):
            before = self.text.text
            for sign, pattern, rewrite in _RULES:
                if sign in self.text.text:
                    self.text = self.text.sub(pattern, partial(rewrite, self))
            if self.text.text == before:
                break
        if re.search(r"[\\⁄⦅_^{]", self.text.text):
            self.refuse(_NO_ARGUMENT, size)
        return self.spaced()

    def command(self, found: re.Match[str]) -> Iterable[_Part]:
        """Rewrite a command that has no arguments, a brace, or the end of a line, which counts outside of all."""
        name, text = found["name"], found[0]
        opens = text == "{" or found["side"] == "begin"
        self.inside = max(0, self.inside + (opens or -(text == "}" or found["side"] == "end")))
        if found["brace"] or name in _WITH_ARGUMENT:
            return (0,)
        if name in _ALONE:
            text = _ALONE[name]
        elif name is not None:
            problem = f"{quote(text)} is a LaTeX command that cannot be read here; write the line without it"
            self.refuse(problem, found.start())
            text = f" {name} " if found.string[found.end() :].lstrip()[:1] == "{" else f" {name}\x02 "
        elif found["side"]:
            is_end, is_matrix = found["side"] == "end", found["of"].strip().rstrip("*") in _MATRICES
            text = ("⟦⟧" if is_matrix else "⟬⟭")[is_end]
        elif found["line"]:
            text = " " if self.inside else "\n"
        else:
            text = "\x06" if found["row"] else found["opening"] or "," * ("{" in text)
        return ((0, text),)

    # ---- rules: what the groups of their patterns become

    def font(self, found: re.Match[str]) -> Iterable[_Part]:
        r"""Rewrite `\mathbf{x}`, `\text{softmax}(x)`: arithmetic and words stay, anything else is a name."""
        text = found[3].replace(_APPLIES, "").strip()
        if re.search(r"[ =+/\[^·×√≈⌃⁄{]|^[\d.]+$", text):
            return (3,)
        name = re.sub(r"[^\w\u0300-\u036f]", "_" if "-" in text else "", text).replace("_", "ˍ")
        is_function = "oper" in found[1] or text.lower().replace("_", "") in _FUNCTIONS
        return ((0, f" {name}{_APPLIES * is_function} "),) if name else ()

    def accent(self, found: re.Match[str]) -> Iterable[_Part]:
        name = found[3].strip(" " + _APPLIES)
        if re.fullmatch(_NAME, name):
            return ((0, f" {name}{ACCENTS[found[1]]} "),)
        return ((0, "…"),)  # a number that goes on, as in `0.\overline{3}`, or over more than one name

    def index(self, found: re.Match[str]) -> Iterable[_Part]:
        """Make a subscript part of the name before it: `x_{1}` is x_1. The 2 of `‖x‖_2` is dropped."""
        letters = found[5].translate(_IN_INDEX)
        letters = "".join(each if each.isalnum() or each in "₊₋" else "ˍ" for each in letters).strip("ˍ")
        if found[1] in ("‖", "|") and letters == "2":
            return (1,)
        if found[1] in (None, "‖", "|") or not letters:
            return (1, (3, "…"))
        joined = letters if found[1] == "log" and letters in ("2", "10") else f"ˍ{letters}"
        return (1, (6, joined), (6, _ending(found)))

    def raised(self, found: re.Match[str]) -> Iterable[_Part]:
        """Rewrite `^{2}` as a power, `^T` as a transpose; `z^{(1)}`, `W^Q` and `x^*` as names."""
        inside = found[5].strip()
        if inside in ("T", "ᵀ", "⊤", "'"):
            return (1, 2, (6, "ᵀ"))
        label = re.fullmatch(_LABEL, inside)
        if label and found[1] not in (None, "e") and not found[2]:
            raised = f"⁽{label[1].translate(_RAISED)}⁾" if label[1] else f"ˍ{label[2].replace('*', 'star')}"
            return (1, (6, f"{raised} "))
        return (1, (3, "⌃"), *_bracketed(found, 4), (6, _ending(found)))

    def fraction(self, found: re.Match[str]) -> Iterable[_Part]:
        before = found.string[max(0, found.start() - 80) : found.start()].rstrip(" ")
        whole = re.search(r"(?<![\w.,])\d+$", before) if found[2].isdigit() and found[6].isdigit() else None
        if whole and not self.lenient:
            at = self.text.places[found.string.rindex(whole[0], 0, found.start())][0]
            raise either(at + 1, f"{whole[0]} + before the fraction", f"{whole[0]} · before it")
        is_alone = (whole or not before or before[-1] in _APART) and not found[8]
        parts = (*_bracketed(found, 1), (4, "/"), *_bracketed(found, 5))
        return parts if is_alone else ((1, "("), *parts, (7, ")"))

    # ---- the whole

    def spaced(self) -> Plain:
        """Return the text with what is not written in LaTeX: signs of multiplication, and spaces around others."""
        made, cells = Plain("", ()), list[bool]()
        before, ends, applies, stop = "", False, False, 0
        for found in re.finditer(_PIECE, self.text.text):
            written, text, (start, end) = found[0], found[0].translate(_FINAL), self.text.over(*found.span())
            operand, is_sum = found["operand"] is not None, ends or before[-1:].isalnum()
            if written in tuple("⟦⟧⟬⟭"):
                cells[-1:] = [] if written in ("⟧", "⟭") else [*cells[-1:], written == "⟦"]
                text = {"⟦": "[", "⟧": "]"}.get(written, "")
            elif found["space"]:
                text = " " if before in (",", ";") else ""
            elif written == _APPLIES:
                applies, text = True, ""
            elif written in tuple("&\x01\x06\n"):
                text = self.parted(found, before, ends, bool(cells and cells[-1]))
            elif written in _RELATIONS or (written in ("+", "-", "−") and is_sum and not applies):
                text = f" {written} "
            text = "" if text == " " and made.text.endswith(" ") else text
            if text.strip(" "):
                joint = _joint(before, ends, applies, text, operand or written in _BEGINS_OPERAND, stop == start)
                made.text += joint
                made.places += [(start, end)] * len(joint)
                applies = written in _FUNCTIONS or (applies and text[:1].isdigit())
                before, ends, stop = text, operand or written in _ENDS_OPERAND, end
            is_own = len(text) == len(written)
            made.text += text
            made.places += self.text.places[found.start() : found.end()] if is_own else [(start, end)] * len(text)
        return made

    def parted(self, found: re.Match[str], before: str, ends: bool, in_matrix: bool) -> str:
        r"""Return what `&`, `\\`, a wide space or a line end is: a comma, a semicolon, a line end or nothing."""
        written, after = found[0], found.string[found.end() : found.end() + 40]
        ahead = re.match(_AHEAD, after)
        if in_matrix:
            is_double = before in ("[", "; ") or after.lstrip()[:1] == "⟧" or written in ("\x01", "\n")
            return "" if is_double else ", " if written == "&" else "; "
        if written in ("&", "\x01"):
            return ", " if ends and ahead and ahead[1] else ""
        if written == "\x06":
            goes_on = before in ("", ";", "\n") or (ahead and ahead[2])
            return "" if goes_on else "\n" if self.lenient else ";"
        joins = before.strip() in ("", "(", "[", *"·*/+-−,;", *_RELATIONS) or after[:1] in tuple("&\x01\x06")
        joins = self.lenient and (joins or (ahead is not None and not ahead[1]))
        return "\n" if not joins else " " if before in (",", ";") else ""


def _ending(found: re.Match[str]) -> str:
    return _APPLIES if found[2] or found[1] in _FUNCTIONS else " "


def _bracketed(found: re.Match[str], group: int) -> tuple[_Part, ...]:
    """Return a group in braces with round brackets for these, unless it is one name or number, or has an `=`."""
    inside = found[group + 1]
    is_bare = "=" in inside or re.fullmatch(_SINGLE, inside)
    return ((group, " " if is_bare else "("), group + 1, (group + 2, " " if is_bare else ")"))


def _joint(before: str, ends: bool, applies: bool, piece: str, begins: bool, is_tight: bool) -> str:
    """Return what goes between two pieces: a sign of multiplication, a space, or nothing."""
    if "\n" in (before, piece) or before in ("", "∂", "∇"):
        return ""
    if not (ends and begins):
        return " " if before[-1:].isalnum() and piece[:1].isalnum() and piece != "ᵀ" else ""
    if piece in ("[", "(") and is_tight and (before[:1].isalpha() or before[:1] in "∂∇"):
        return ""
    if applies:
        return "" if piece == "(" or before[:1].isdigit() else " "  # `\ln 2x`
    is_number = piece[:1].isdigit() or piece[:1] == "."
    return " " if is_number and (before[-1:].isdigit() or before == ")") else "·"


_BRACES = ("underbrace", "overbrace")
_WITH_ARGUMENT = {*_FONTS, *ACCENTS, *_SKIPPED, *_BRACES, "sqrt"}
_ALONE = {
    **SIGNS, **{name: f" {letter} " for name, letter in LETTERS.items()}, **dict.fromkeys(_LEFT_OUT | {" ", "\n"}, " "),
    **{name: f" {name}{_APPLIES} " for name in _FUNCTIONS | {"arg"}}, **dict.fromkeys(_FRACTIONS, "⁄"),
    "quad": "\x01", "qquad": "\x01", "sum": " Σ\x03", "prod": " Π\x03", "_": "ˍ",
}  # fmt: skip


def _one_of(names: Iterable[str]) -> str:
    return rf"\\({'|'.join(map(re.escape, names))})(?![A-Za-z])"


_TAKES = rf"[_^⁄]|{_one_of(_WITH_ARGUMENT).replace('(', '(?:', 1)}(?:\s*\[[^\[\]{{}}\\]*\])?+"
_BARE = rf"\d|{_NAME}\x02?|ᵀ|[^\s\w\\{{}}⦃⦄⦅⦆_^⁄⌃\x01-\x06]"
_FLAT = "([^{}⦃⦄⦅⦆]*)"
_GROUP = rf"\s*(\{{){_FLAT}(\}})"
_LEFT = r"(\x02?)(?<![}⦄\x03\s])"
# Each with a sign without which it does not fit, and what it becomes.
_RULES: tuple[tuple[str, str, Callable[[_Converter, re.Match[str]], Iterable[_Part]]], ...] = (
    # arguments without braces, `x_1` and `\frac12`, get them
    (" ", r"(?<![^\S\n])[^\S\n]+(?=[_^])", lambda _, found: ()),
    ("^", r"\^\s*(?=[(\[])", lambda _, found: ((0, "⌃"),)),
    ("", rf"([_^])\s*({_NUMBER})", lambda _, found: (1, (2, "{"), 2, (2, "}"))),
    ("", rf"({_TAKES})\s*({_BARE})", lambda _, found: (1, (2, "{"), 2, (2, "}"))),
    ("\\", _one_of(_SKIPPED) + _GROUP, lambda _, found: ()),
    ("\x03", rf"(\x03)(?:[_^]{_GROUP})+", lambda _, found: (1,)),
    ("\\", _one_of(_BRACES) + _GROUP, lambda _, found: (3, (4, "\x03"))),
    ("\\", _one_of(_FONTS) + _GROUP, _Converter.font),
    ("\\", _one_of(ACCENTS) + _GROUP, _Converter.accent),
    ("\\", r"(\\sqrt)" + _GROUP, lambda _, found: ((1, "√"), *_bracketed(found, 2))),
    (
        "\\", rf"(\\sqrt)\s*\[{_FLAT}\]{_GROUP}",
        lambda _, found: ((1, "("), *_bracketed(found, 3), (5, "⌃(1/("), 2, (5, ")))")),
    ),
    ("arg", r"arg\x02\s*(max|min)\x02", lambda _, found: ((0, f" arg{found[1]}\x02 "),)),
    ("_", rf"({_NAME}|[∂∇‖|])?{_LEFT}(_){_GROUP}", _Converter.index),
    ("^", rf"({_NAME}|[∂∇])?{_LEFT}(\^){_GROUP}", _Converter.raised),
    # a fraction's first argument, and its second
    ("⁄", rf"(?<!⦆)(⁄){_GROUP}", lambda _, found: ((2, "⦅"), 3, (4, "⦆"), 1)),
    ("⁄", rf"(⦅){_FLAT}(⦆)(⁄)\s*([{{⦃]){_FLAT}([}}⦄])(?=\s*([\^!])?)", _Converter.fraction),
    # groups that are no argument
    ("{", rf"({_TAKES})\s*\{{[^{{}}]*\}}|(\{{){_FLAT}(\}})", lambda _, f: (0,) if f[1] else ((2, "⦃"), 3, (4, "⦄"))),
    ("⦃", rf"(?<![}}⁄])(⦃){_FLAT}(⦄)", lambda _, found: _bracketed(found, 1)),
)  # fmt: skip
