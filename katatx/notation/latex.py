"""Rewrite LaTeX tokens as plain ones: `\\frac{1}{2}` becomes (1)/(2), a bmatrix a grid in brackets.

Works on tokens, so that every sign keeps its column. Braces become round brackets; subscripts become
part of the name before them; what only shapes the page (spaces, sizes of brackets) is left out.
"""

from __future__ import annotations

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.quoting import quote
from katatx.notation.tokens import Token

_DEEPEST = 50
_SIGNS = {
    "cdot": "·", "times": "·", "ast": "*", "star": "·", "bullet": "·", "div": "/", "odot": "⊙", "circ": "⊙",
    "approx": "≈", "simeq": "≈", "cong": "≈", "sim": "≈", "to": "=", "rightarrow": "=", "Rightarrow": "⇒",
    "longrightarrow": "=", "Longrightarrow": "⇒", "implies": "⇒", "mapsto": "=", "equiv": "=", "coloneqq": "=",
    "leftarrow": "=", "gets": "=", "iff": "⇒", "doteq": "≈",
    "infty": "∞", "lVert": "‖", "rVert": "‖", "Vert": "‖", "|": "‖", "lvert": "|", "rvert": "|", "vert": "|",
    "mid": "|", "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉",
    "{": "(", "}": ")", "lbrace": "(", "rbrace": ")", "lbrack": "[", "rbrack": "]", "%": "%", "quad": ",", "qquad": ",",
    "bmod": "mod", "newline": ";", "cr": ";", "ldots": "…", "dots": "…", "cdots": "…",
}  # fmt: skip
_LEFT_OUT = frozenset(
    ", ; : ! > ( ) [ ] $ displaystyle textstyle scriptstyle left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr"
    " Biggl Biggr middle limits nolimits nonumber notag noindent rm bf it mathstrut hfill therefore because".split()
)
_FONTS = frozenset(
    "text mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak boldsymbol bm vec textbf textit textrm texttt"
    " operatorname operatorname* mathop mathbin pmb symbf".split()
)
_ACCENTS = {"hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304", "tilde": "\u0303",
            "widetilde": "\u0303", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c"}  # fmt: skip
_WRAPPERS = frozenset("boxed underline overbrace underbrace mathstrut phantom color ensuremath mathrel mathord".split())
_FUNCTIONS = frozenset(
    "exp log ln lg tanh sinh cosh sin cos tan max min argmax argmin sigmoid softmax relu det tr sign".split()
)
_GREEK = dict(
    zip(
        "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi omicron rho varrho"
        " sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
        " pi ell partial nabla hbar".split(),
        "α β γ δ ε ε ζ η θ θ ι κ λ μ ν ξ ο ρ ρ σ σ τ υ φ φ χ ψ ω Γ Δ Θ Λ Ξ Π Σ Υ Φ Ψ Ω π ℓ ∂ ∇ ħ".split(),
        strict=True,
    )
)
_MATRICES = frozenset("bmatrix pmatrix matrix Bmatrix vmatrix array smallmatrix psmallmatrix bsmallmatrix".split())
_TURNED = frozenset(("T", "ᵀ", "top", "intercal", "⊤", "prime", "mathsf", "mathrm", "mathtt", "text", "rm"))


def plain_tokens(tokens: list[Token]) -> list[Token]:
    """Return the tokens in plain notation.

    Raises NotationError for a command that is not known, or braces that are never closed.
    """
    return _Rewriter(tokens).whole()


class _Rewriter:
    """Goes through LaTeX tokens once; `made` is what has been rewritten."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.made: list[Token] = []
        self.depth = 0
        self.cells: list[bool] = []  # whether each open environment is a matrix

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    def whole(self) -> list[Token]:
        while self.now.kind != "end":
            self.step()
        self.made.append(self.now)
        return self.made

    def step(self) -> None:
        token = self.now
        if token.kind == "command":
            self.command()
        elif token.text == "{":
            self.group()
        elif token.text == "_" and token.kind == "sign":
            self.subscript()
        elif token.text == "^" and token.kind == "sign":
            self.superscript()
        elif token.text in ("&", "\\\\") and token.kind == "sign":
            self.cell()
        else:
            self.at += 1
            if token.text != "$" or self.is_money(token):
                self.made.append(token)

    def is_money(self, token: Token) -> bool:
        return sum(each.text == "$" for each in self.tokens) == 1

    def put(self, kind: str, text: str, like: Token) -> None:
        self.made.append(like._replace(kind=kind, text=text))

    def take(self) -> Token:
        token = self.now
        if token.kind == "end":
            raise NotationError("a LaTeX command without what it needs", token.column)
        self.at += 1
        return token

    def group(self) -> None:
        """Write `{...}` as round brackets."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise NotationError(f"braces deeper than {_DEEPEST}; write it in parts", self.now.column)
        start = self.take()
        begins = len(self.made)
        self.put("sign", "(", start)
        over = None
        while self.now.text != "}":
            if self.now.kind == "end":
                raise NotationError('a "{" is never closed', start.column)
            if self.now.kind == "command" and self.now.text == "over":
                over = len(self.made)
                self.put("sign", "/", self.take())
                continue
            self.step()
        self.put("sign", ")", self.take())
        if over is not None:
            first, rest = self.made[begins + 1 : over], self.made[over + 1 : -1]
            self.made[begins + 1 : -1] = [
                self.made[begins], *first, self.made[-1], self.made[over], self.made[begins], *rest, self.made[-1]
            ]  # fmt: skip
        self.depth -= 1

    def argument(self) -> None:
        """Rewrite what a command takes: a group, one command, or one digit of a number."""
        if self.now.text == "{":
            self.group()
            return
        if self.now.kind == "number" and len(self.now.text) > 1 and self.now.text.isdigit():
            token = self.now
            self.made.append(token._replace(text=token.text[0], end=token.column + 1))
            self.tokens[self.at] = token._replace(text=token.text[1:], column=token.column + 1, spaced=False)
            return
        if self.now.kind == "end":
            self.take()
        self.step()

    def command(self) -> None:
        token = self.take()
        name = token.text
        if name in _SIGNS:
            self.sign(token)
        elif name in ("frac", "dfrac", "tfrac", "cfrac", "nicefrac"):
            self.fraction(token)
        elif name == "sqrt":
            self.root(token)
        elif name in _FONTS:
            self.styled(token)
        elif name in _ACCENTS:
            self.accented(token)
        elif name in _GREEK:
            self.greek(token)
        elif name in _FUNCTIONS or name == "arg":
            self.function(token)
        elif name in ("begin", "end"):
            self.environment(token)
        elif name in _WRAPPERS:
            self.argument()
        elif name == "top":
            self.put("sign", "ᵀ", token)
        elif name in ("tag", "label", "hspace", "vspace", "color"):
            self.skip_group()
        elif name in _LEFT_OUT or name.isspace():
            if name in ("left", "right") and self.now.text == ".":
                self.at += 1
            if name in ("left", "right") and self.now.text == "·":  # `\right.` reads as a point
                self.at += 1
            self.tokens[self.at] = self.now._replace(spaced=True)
        else:
            raise NotationError(f"{quote(chr(92) + name)} is not read; write it without LaTeX", token.column)

    def sign(self, token: Token) -> None:
        text = _SIGNS[token.text]
        if text == "," and (not self.made or self.made[-1].text in (",", ";", "=", "≈", "(", "[") or self.now.kind == "end"):
            return  # space after a comma that is written
        if text == "," and (self.now.text in (",", "=", "≈", ")", "]", "}") or self.cells):
            return
        self.put("name" if text == "mod" else "sign", text, token)

    def fraction(self, token: Token) -> None:
        """Write `\\frac{a}{b}` as ((a)/(b))."""
        before = self.made[-1] if self.made else token
        if before.kind == "number" and before.text.isdigit() and self.is_plain_fraction():
            raise Ambiguous(
                "a whole number before a fraction: one mixed number or a product? Write 3/2, or · between two",
                before.column,
            )
        self.put("sign", "(", token)
        self.argument()
        self.put("sign", "/", token._replace(spaced=False))
        self.argument()
        self.put("sign", ")", token._replace(spaced=False))

    def is_plain_fraction(self) -> bool:
        """Return whether two whole numbers in braces follow: what a mixed number ends in."""
        texts = [each.text for each in self.tokens[self.at : self.at + 6]]
        braced = len(texts) == 6 and texts[0] == texts[3] == "{" and texts[2] == texts[5] == "}"
        return (braced and texts[1].isdigit() and texts[4].isdigit()) or (texts[0].isdigit() and len(texts[0]) == 2)

    def root(self, token: Token) -> None:
        """Write `\\sqrt{a}` as √(a), `\\sqrt[3]{a}` as a^(1/3)."""
        if self.now.text != "[":
            self.put("sign", "√", token)
            self.argument()
            return
        self.take()
        degree: list[Token] = []
        while self.now.text != "]":
            degree.append(self.take())
        self.take()
        self.put("sign", "(", token)
        self.argument()
        for text in ("^", "(", "1", "/"):
            self.put("number" if text == "1" else "sign", text, token._replace(spaced=False))
        self.made += degree
        for _ in range(2):
            self.put("sign", ")", token._replace(spaced=False))

    def styled(self, token: Token) -> None:
        """Write `\\mathbf{x}` as the name x, `\\text{softmax}` as a function; words of a sentence are left out."""
        if self.now.text != "{":
            inner = self.take()
            if inner.kind == "command" and inner.text in _GREEK:
                inner = inner._replace(kind="name", text=_GREEK[inner.text])
            self.name(inner.text, token, token.text)
            return
        inside = self.inside()
        if not inside:
            return
        if len(inside) == 1 and inside[0].kind == "number":
            self.made.append(inside[0]._replace(spaced=token.spaced))
            return
        if any(each.kind == "command" and each.text in ("frac", "sqrt", "begin") for each in inside) or any(
            each.text in ("=", "+", "/", "[") for each in inside
        ):
            self.made += _Rewriter([*inside, inside[-1]._replace(kind="end", text="")]).whole()[:-1]
            return
        words = [_GREEK.get(each.text, each.text) if each.kind == "command" else each.text for each in inside]
        if token.text.startswith("text") and not self.is_name(inside):
            if "".join(words).strip(" ,.") in ("and", "so", "then", "with", "where", "if", "for", "") and self.made:
                self.put("sign", ",", token)
                return
            raise NotationError(f"{quote(' '.join(words))} is a sentence; write only arithmetic", token.column)
        self.name("".join(_GREEK.get(word, word) for word in words if word not in ("\\", ",", ";")), token, token.text)

    def is_name(self, inside: list[Token]) -> bool:
        """Return whether a text is one word, such as softmax or log_softmax."""
        words = [each for each in inside if each.kind == "name"]
        return bool(words) and (len(words) == 1 or any(each.text in ("_", "-") for each in inside))

    def inside(self) -> list[Token]:
        """Take a group `{...}` as it stands."""
        start, depth, found = self.take(), 1, []
        while True:
            token = self.now
            if token.kind == "end":
                raise NotationError('a "{" is never closed', start.column)
            self.at += 1
            depth += (token.text == "{") - (token.text == "}")
            if depth == 0:
                return found
            found.append(token)

    def skip_group(self) -> None:
        if self.now.text == "{":
            self.inside()

    def name(self, text: str, token: Token, command: str) -> None:
        applies = command in ("operatorname", "operatorname*", "mathop") or text.lower().replace("_", "") in _FUNCTIONS
        self.put("function" if applies else "name", text, token)

    def accented(self, token: Token) -> None:
        """Write `\\hat{y}` as the name ŷ."""
        mark = _ACCENTS[token.text]
        begins = len(self.made)
        self.argument()
        inside = [each for each in self.made[begins:] if each.text not in ("(", ")")]
        if len(inside) != 1 or inside[0].kind not in ("name", "function"):
            raise NotationError(f"{quote(chr(92) + token.text)} over more than a name is not read", token.column)
        self.made[begins:] = [inside[0]._replace(kind="name", text=f"{inside[0].text}{mark}", spaced=token.spaced)]

    def greek(self, token: Token) -> None:
        text = _GREEK[token.text]
        if text in "∂∇" and self.now.kind in ("name", "command") and (self.now.text in _GREEK or self.now.kind == "name" or self.now.text in _FONTS or self.now.text in _ACCENTS):
            begins = len(self.made)
            self.step()
            self.made[begins] = self.made[begins]._replace(text=f"{text}{self.made[begins].text}", column=token.column, spaced=token.spaced)
            return
        self.put("name", text, token)

    def function(self, token: Token) -> None:
        """Write `\\ln` as a function that takes what follows; `\\arg\\max` is argmax."""
        if token.text == "arg" and self.now.kind == "command" and self.now.text in ("max", "min"):
            token = token._replace(text=f"arg{self.take().text}")
        self.put("function", token.text, token)

    def environment(self, token: Token) -> None:
        """Write a matrix in square brackets; of other environments only what they hold."""
        name = "".join(each.text for each in self.inside())
        matrix = name.rstrip("*") in _MATRICES
        if token.text == "end":
            if self.cells:
                self.cells.pop()
            if matrix:
                self.drop_separators()
                self.put("sign", "]", token)
                self.join_brackets()
            return
        self.cells.append(matrix)
        if name.startswith("array") and self.now.text == "{":
            self.inside()
        if matrix:
            self.put("sign", "[", token)

    def join_brackets(self) -> None:
        """Leave out brackets that are written around a matrix: `\\left[\\begin{matrix}...\\end{matrix}\\right]`."""
        after = self.at
        while self.tokens[after].kind == "command" and self.tokens[after].text == "right":
            after += 1
        depth = 0
        for index in range(len(self.made) - 1, -1, -1):
            depth += (self.made[index].text == "]") - (self.made[index].text == "[")
            if depth == 0:
                break
        around = index > 0 and (self.made[index - 1].text, self.tokens[after].text) in (("[", "]"), ("(", ")"))
        if around:
            del self.made[index - 1]
            self.at = after + 1

    def drop_separators(self) -> None:
        while self.made and self.made[-1].text in (";", ","):
            self.made.pop()

    def cell(self) -> None:
        """Write `&` and `\\\\` of a matrix as commas and semicolons; elsewhere they only align."""
        token = self.take()
        if token.text == "\\\\" and self.now.text == "[" and self.tokens[self.at + 1].kind == "number" and self.tokens[self.at + 2].kind == "name":
            while self.take().text != "]":
                pass
        if self.cells and self.cells[-1]:
            self.put("sign", "," if token.text == "&" else ";", token)
        elif token.text == "\\\\":
            after = next((each for each in self.tokens[self.at :] if each.text != "&"), self.now)
            if after.text not in ("=", "≈") and not (after.kind == "command" and after.text in ("approx", "end")):
                self.put("sign", ";", token)

    def subscript(self) -> None:
        """Make a subscript part of the name before it: `x_{1}` is x_1, `W_Q` is one name."""
        token = self.take()
        before = self.made[-1] if self.made else None
        if self.now.text == "{":
            inside = self.inside()
        elif self.now.kind == "command" and self.now.text in _FONTS:
            self.take()
            inside = self.inside() if self.now.text == "{" else [self.take()]
        else:
            inside = [self.take()]
        letters = "".join(_GREEK.get(each.text, each.text) for each in inside if each.text not in ("{", "}", "rm", *_FONTS))
        letters = "".join(letter if letter.isalnum() else "_" for letter in letters).strip("_")
        if before is not None and before.text == "‖" and letters == "2":
            return  # the length of a row is its 2-norm
        if before is None or before.kind not in ("name", "function") or not letters:
            raise NotationError("a subscript without a name before it", token.column)
        self.made[-1] = before._replace(text=f"{before.text}_{letters}", end=inside[-1].end)

    def superscript(self) -> None:
        """Read `^{2}` as a power, `^T` as a transpose, `z^{(1)}` as part of a name."""
        token = self.take()
        following = self.inside_ahead()
        texts = [each.text for each in following]
        if texts and texts[-1] in _TURNED and all(text in _TURNED for text in texts):
            self.take_ahead()
            self.put("sign", "ᵀ", token)
            return
        before = self.made[-1] if self.made else None
        if len(texts) == 3 and texts[0] == "(" and texts[2] == ")" and before is not None and before.kind == "name":
            self.take_ahead()
            raised = texts[1].translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
            self.made[-1] = before._replace(text=f"{before.text}⁽{raised}⁾")
            return
        if len(texts) == 1 and following[0].kind == "name" and texts[0].isupper() and before is not None and before.kind == "name":
            self.take_ahead()  # `W^Q` is one name, as W_Q is
            self.made[-1] = before._replace(text=f"{before.text}_{texts[0]}")
            return
        if texts == ["*"] and before is not None and before.kind == "name":
            self.take_ahead()
            self.made[-1] = before._replace(text=f"{before.text}_star")
            return
        self.made.append(token)
        if self.now.text == "{":
            self.argument()

    def inside_ahead(self) -> list[Token]:
        """Return what stands in the group that follows, or the one token, without taking it."""
        if self.now.text != "{":
            return [self.now]
        kept = self.at
        found = self.inside()
        self.at = kept
        return [each for each in found if each.text not in ("{", "}")]

    def take_ahead(self) -> None:
        self.inside() if self.now.text == "{" else self.take()
