r"""Rewriting LaTeX tokens as plain ones: `\frac{1}{2}` becomes ((1)/(2)), a bmatrix a grid in brackets.

Tokens keep their columns. Braces become round brackets, subscripts become part of the name before them, and commands
that only affect the layout (spaces, sizes of brackets) are omitted. Handlers of a command get its token, which is
already taken; its arguments are not. Methods that take tokens raise NotationError where something is missing, not
closed or not supported.
"""

from __future__ import annotations

from collections.abc import Callable

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.latex.commands import (
    ACCENTS,
    FONTS,
    FRACTIONS,
    FUNCTIONS,
    LEFT_OUT,
    LETTERS,
    MATRICES,
    SIGNS,
    SKIPPED,
    WRAPPERS,
)
from katatx.notation.latex.names import NameRewriter
from katatx.notation.quoting import quote
from katatx.notation.tokens import Token

_DEEPEST = 100


def plain_tokens(tokens: list[Token]) -> list[Token]:
    """Return the tokens in plain notation; the last must have the kind `end`, and the list may be changed.

    Raise NotationError for what cannot be rewritten, such as an unknown command, a missing argument, unclosed braces or
    deep nesting; Ambiguous for a mixed number.
    """
    return LatexRewriter(tokens).whole()


class LatexRewriter(NameRewriter):
    """Rewrites fractions, roots, groups, matrices and signs; names are rewritten by the base class.

    To rewrite is to take tokens and to append plain ones to `made`. Methods for a command get its token, which is
    already taken; its arguments are not. They raise NotationError where something is missing or not closed.
    """

    def whole(self) -> list[Token]:
        """Return all tokens, rewritten, with the end token."""
        while self.now.kind != "end":
            self.step()
        self.made.append(self.now)
        return self.made

    def step(self) -> None:
        """Rewrite the next token or command. Raise NotationError if that fails, or if nested deeper than 100."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise NotationError(
                f"more than {_DEEPEST} LaTeX commands inside one another; write the line in parts", self.now.column
            )
        self.rewrite_one()
        self.depth -= 1

    def rewrite_one(self) -> None:
        """Rewrite one token, or one command with its arguments."""
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
            if token.text != "$" or self.has_money:
                self.made.append(token)

    def group(self) -> None:
        r"""Rewrite `{...}` as round brackets, and `{a \over b}` as ((a)/(b))."""
        start = self.take()
        begins = len(self.made)
        self.put("sign", "(", start)
        over = None
        while self.now.text != "}":
            if self.now.kind == "end":
                raise NotationError('this "{" is never closed; add a "}" where its part ends', start.column)
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

    def argument(self) -> None:
        """Rewrite a command's argument: a group, the first digit of a whole number, or else one token or command.

        Raise NotationError at the end of the text.
        """
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
        """Take a command and rewrite it by its handler, or omit it if it only affects the layout.

        Raise NotationError for an unknown one.
        """
        token = self.take()
        name = token.text
        handler = _HANDLERS.get(name)
        if handler is not None:
            handler(self, token)
        elif name in LEFT_OUT or name.isspace():
            if name in ("left", "right") and self.now.text in (".", "·"):  # `\\right.` closes no bracket
                self.at += 1
            self.tokens[self.at] = self.now._replace(spaced=True)
        else:
            raise NotationError(
                f"{quote(chr(92) + name)} is a LaTeX command that cannot be read here; write the line without it",
                token.column,
            )

    def sign(self, token: Token) -> None:
        """Rewrite a command that stands for a sign; spaces become commas only where one is missing.

        Inside an environment such as a matrix they are omitted.
        """
        text = SIGNS[token.text]
        if text == "," and (
            not self.made or self.made[-1].text in (",", ";", "=", "≈", "(", "[") or self.now.kind == "end"
        ):
            return  # the space adds nothing to a written comma
        if text == "," and (self.now.text in (",", "=", "≈", ")", "]", "}") or self.cells):
            return
        self.put("name" if text == "mod" else "sign", text, token)

    def fraction(self, token: Token) -> None:
        r"""Rewrite `\frac{a}{b}` as ((a)/(b)). Raise Ambiguous for a whole number before a fraction of numbers."""
        before = self.made[-1] if self.made else token
        if before.kind == "number" and before.text.isdigit() and self.is_plain_fraction():
            raise Ambiguous(
                f"is {before.text} added to the fraction after it or multiplied by it? Write + or · between them",
                before.column,
            )
        self.put("sign", "(", token)
        self.argument()
        self.put("sign", "/", token._replace(spaced=False))
        self.argument()
        self.put("sign", ")", token._replace(spaced=False))

    def is_plain_fraction(self) -> bool:
        r"""Return whether two whole numbers follow as arguments: `{1}{2}`, or `12` as in `\frac12`."""
        texts = [each.text for each in self.tokens[self.at : self.at + 6]]
        braced = len(texts) == 6 and texts[0] == texts[3] == "{" and texts[2] == texts[5] == "}"
        return (braced and texts[1].isdigit() and texts[4].isdigit()) or (texts[0].isdigit() and len(texts[0]) == 2)

    def root(self, token: Token) -> None:
        r"""Rewrite `\sqrt{a}` as √(a), `\sqrt[3]{a}` as a^(1/3)."""
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

    def environment(self, token: Token) -> None:
        r"""Rewrite `\begin{...}` or `\end{...}`, whichever `token` is.

        A matrix gets square brackets; of other environments only the contents are kept.
        """
        name = "".join(each.text for each in self.inside())
        matrix = name.rstrip("*") in MATRICES
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
        r"""Remove square or round brackets written around the matrix that just ended, if there are any.

        They stand as in `\left[\begin{matrix}...\end{matrix}\right]`; the closing one is skipped.
        """
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
        """Remove commas and semicolons from the end of the rewritten tokens."""
        while self.made and self.made[-1].text in (";", ","):
            self.made.pop()

    def cell(self) -> None:
        r"""Rewrite `&` and `\\` of a matrix as a comma and a semicolon.

        Outside a matrix, `&` is omitted, and `\\` becomes a semicolon unless `=`, `≈` or the end of the environment
        follows. A length such as `[2pt]` after `\\` is omitted.
        """
        token = self.take()
        if (
            token.text == "\\\\"
            and self.now.text == "["
            and self.tokens[self.at + 1].kind == "number"
            and self.tokens[self.at + 2].kind == "name"
        ):
            while self.take().text != "]":
                pass
        if self.cells and self.cells[-1]:
            self.put("sign", "," if token.text == "&" else ";", token)
        elif token.text == "\\\\":
            after = next((each for each in self.tokens[self.at :] if each.text != "&"), self.now)
            if after.text not in ("=", "≈") and not (after.kind == "command" and after.text in ("approx", "end")):
                self.put("sign", ";", token)

    def nested(self, tokens: list[Token]) -> list[Token]:
        """Return tokens taken out of a group, at least one, rewritten; `made` does not change."""
        inner = LatexRewriter([*tokens, tokens[-1]._replace(kind="end", text="")])
        inner.depth = self.depth
        return inner.whole()[:-1]


def _handlers() -> dict[str, Callable[[LatexRewriter, Token], None]]:
    """Return the method that rewrites each command, by the command's name."""
    made: dict[str, Callable[[LatexRewriter, Token], None]] = {}
    for names, handler in (
        (LETTERS, LatexRewriter.greek),
        (FUNCTIONS | {"arg"}, LatexRewriter.function),
        (ACCENTS, LatexRewriter.accented),
        (FONTS, LatexRewriter.styled),
        (FRACTIONS, LatexRewriter.fraction),
        (SIGNS, LatexRewriter.sign),
        (("sqrt",), LatexRewriter.root),
        (("begin", "end"), LatexRewriter.environment),
        (WRAPPERS, lambda rewriter, _: rewriter.argument()),
        (SKIPPED, lambda rewriter, _: rewriter.skip_group()),
        (("top",), lambda rewriter, token: rewriter.put("sign", "ᵀ", token)),
    ):
        made.update(dict.fromkeys(names, handler))
    return made


_HANDLERS = _handlers()
