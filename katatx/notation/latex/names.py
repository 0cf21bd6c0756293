"""Rewriting names in LaTeX: fonts, accents, subscripts and superscripts.

A **group** is `{...}`. To **rewrite** is to take tokens at the current position and to append plain ones to `made`.
Handlers of a command get its token, which is already taken; its arguments are not. Methods that take tokens raise
NotationError where something is missing, not closed or not supported.
"""

from __future__ import annotations

from katatx.notation.errors import NotationError
from katatx.notation.latex.commands import ACCENTS, APPLIED, FONTS, FUNCTIONS, LETTERS, LINKING_WORDS, TRANSPOSED
from katatx.notation.quoting import quote
from katatx.notation.tokens import Token

_SUBSCRIPT_SIGNS = str.maketrans("+-−", "₊₋₋")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class NameRewriter:
    """Rewrites LaTeX tokens in one pass, into `made`; the last token must have the kind `end`.

    `at` is the index of the current token. To take a token is to advance past it; to rewrite is to take tokens and to
    append plain ones to `made`. A group is `{...}`. Methods for a command get its token, which is already taken; its
    arguments are not. Methods that take tokens raise NotationError where something is missing, not closed or not
    supported. This class handles names, `LatexRewriter` everything else.
    """

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.made: list[Token] = []
        self.depth = 0
        # A single dollar sign is a currency sign; two are LaTeX.
        self.has_money = sum(token.text == "$" for token in tokens) == 1
        self.cells: list[bool] = []  # whether each open environment is a matrix

    @property
    def now(self) -> Token:
        """Return the current token."""
        return self.tokens[self.at]

    def put(self, kind: str, text: str, like: Token) -> None:
        """Append a token of this kind and text to the rewritten ones, with the columns and spacing of `like`."""
        self.made.append(like._replace(kind=kind, text=text))

    def take(self) -> Token:
        """Return the current token, and advance. Raise NotationError at the end."""
        token = self.now
        if token.kind == "end":
            raise NotationError(
                "the last LaTeX command has nothing to work on; write that after it in braces, as in \\sqrt{2}",
                token.column,
            )
        self.at += 1
        return token

    def inside(self) -> list[Token]:
        """Take the group that begins here, and return its tokens unchanged, without the outer braces.

        The current token must be its brace. Raise NotationError if it is not closed.
        """
        start, depth = self.take(), 1
        found: list[Token] = []
        while True:
            token = self.now
            if token.kind == "end":
                raise NotationError('this "{" is never closed; add a "}" where its part ends', start.column)
            self.at += 1
            depth += (token.text == "{") - (token.text == "}")
            if depth == 0:
                return found
            found.append(token)

    def inside_ahead(self) -> list[Token]:
        """Return the tokens of the group that follows without any braces, or the one token; take none.

        Raise NotationError if the group is not closed.
        """
        if self.now.text != "{":
            return [self.now]
        kept = self.at
        found = self.inside()
        self.at = kept
        return [each for each in found if each.text not in ("{", "}")]

    def take_ahead(self) -> None:
        """Skip the group that follows, or the one token."""
        self.inside() if self.now.text == "{" else self.take()

    def skip_group(self) -> None:
        """Skip the group that follows, if there is one."""
        if self.now.text == "{":
            self.inside()

    def step(self) -> None:
        """Rewrite the next token or command."""
        raise NotImplementedError

    def argument(self) -> None:
        """Rewrite a command's argument, which is the next group, digit, token or command."""
        raise NotImplementedError

    def nested(self, tokens: list[Token]) -> list[Token]:
        """Return the rewritten form of tokens that `inside` returned, at least one; `made` does not change."""
        raise NotImplementedError

    def styled(self, token: Token) -> None:
        r"""Rewrite the argument of a font command: `\mathbf{x}` as the name x, `\text{softmax}` as a function.

        A number stays a number. Without braces, any other token becomes a name. In braces, arithmetic is rewritten as
        such, and nothing remains if they are empty. In `\text` and commands that begin so, a linking word such as "and"
        becomes a comma unless it is first, and a sentence raises NotationError.
        """
        if self.now.text != "{":
            inner = self.take()
            if inner.kind == "number":
                self.made.append(inner._replace(spaced=token.spaced))
                return
            if inner.kind == "command" and inner.text in LETTERS:
                inner = inner._replace(kind="name", text=LETTERS[inner.text])
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
            self.made += self.nested(inside)
            return
        words = [LETTERS.get(each.text, each.text) if each.kind == "command" else each.text for each in inside]
        if "".join(words).strip(" ,.") in (*LINKING_WORDS, "") and self.made and token.text.startswith("text"):
            self.put("sign", ",", token)
            return
        if token.text.startswith("text") and not self.is_name(inside):
            raise NotationError(f"{quote(' '.join(words))} is words, not arithmetic; leave it out", token.column)
        self.name("".join(LETTERS.get(word, word) for word in words if word not in ("\\", ",", ";")), token, token.text)

    def is_name(self, inside: list[Token]) -> bool:
        """Return whether there is one word among the tokens `inside`, or several and `_` or `-`, as in log_softmax."""
        words = [each for each in inside if each.kind == "name"]
        return bool(words) and (len(words) == 1 or any(each.text in ("_", "-") for each in inside))

    def name(self, text: str, token: Token, command: str) -> None:
        """Append a token of this `text` in place of `token`.

        It is a function if `text` names one, or if the `command` around it is one such as `operatorname`; else a name.
        """
        applies = command in APPLIED or text.lower().replace("_", "") in FUNCTIONS
        self.put("function" if applies else "name", text, token)

    def accented(self, token: Token) -> None:
        r"""Rewrite `\hat{y}` as the name ŷ; `token` is the accent. Raise NotationError over more than a name."""
        mark = ACCENTS[token.text]
        begins = len(self.made)
        self.argument()
        inside = [each for each in self.made[begins:] if each.text not in ("(", ")")]
        if len(inside) != 1 or inside[0].kind not in ("name", "function"):
            raise NotationError(
                f"{quote(chr(92) + token.text)} stands over more than one name; write it over a single name",
                token.column,
            )
        self.made[begins:] = [inside[0]._replace(kind="name", text=f"{inside[0].text}{mark}", spaced=token.spaced)]

    def greek(self, token: Token) -> None:
        """Rewrite the command `token` as its Greek letter; ∂ and ∇ are joined with the name after them."""
        text = LETTERS[token.text]
        named = self.now.kind == "name" or (
            self.now.kind == "command"
            and (self.now.text in LETTERS or self.now.text in FONTS or self.now.text in ACCENTS)
        )
        if text in "∂∇" and named:  # ∂L is one name
            begins = len(self.made)
            self.step()
            whole = f"{text}{self.made[begins].text}"
            self.made[begins] = self.made[begins]._replace(text=whole, column=token.column, spaced=token.spaced)
            return
        self.put("name", text, token)

    def function(self, token: Token) -> None:
        r"""Rewrite `\ln` as a function applied to what follows, `\arg\max` as argmax."""
        if token.text == "arg" and self.now.kind == "command" and self.now.text in ("max", "min"):
            token = token._replace(text=f"arg{self.take().text}")
        self.put("function", token.text, token)

    def subscript(self) -> None:
        """Take a subscript, and make it part of the name before it: `x_{1}` becomes x_1, `W_Q` one name.

        The 2 of `‖x‖_2` is dropped. Raise NotationError if no name is before it, or if the subscript has no letter,
        digit, plus or minus.
        """
        token = self.take()
        before = self.made[-1] if self.made else None
        if self.now.text == "{":
            inside = self.inside()
        elif self.now.kind == "command" and self.now.text in FONTS:
            self.take()
            inside = self.inside() if self.now.text == "{" else [self.take()]
        else:
            inside = [self.take()]
        letters = "".join(
            LETTERS.get(each.text, each.text) for each in inside if each.text not in ("{", "}", "rm", *FONTS)
        )
        letters = letters.translate(_SUBSCRIPT_SIGNS)
        letters = "".join(letter if letter.isalnum() or letter in "₊₋" else "_" for letter in letters).strip("_")
        if before is not None and before.text == "‖" and letters == "2":
            return  # the 2-norm is the default
        if before is None or before.kind not in ("name", "function") or not letters:
            raise NotationError("there is no name before the small index; write one, as in x_1", token.column)
        self.made[-1] = before._replace(text=f"{before.text}_{letters}", end=inside[-1].end)

    def superscript(self) -> None:
        """Rewrite `^{2}` as a power, and `^T` as a transpose.

        `z^{(1)}`, `W^Q` and `x^*` become the names z⁽¹⁾, W_Q and x_star. An exponent without braces is left for the
        next step.
        """
        token = self.take()
        following = self.inside_ahead()
        texts = [each.text for each in following]
        if texts and texts[-1] in TRANSPOSED and all(text in TRANSPOSED for text in texts):
            self.take_ahead()
            self.put("sign", "ᵀ", token)
            return
        before = self.made[-1] if self.made else None
        if len(texts) == 3 and texts[0] == "(" and texts[2] == ")" and before is not None and before.kind == "name":
            self.take_ahead()
            raised = texts[1].translate(_RAISED)
            self.made[-1] = before._replace(text=f"{before.text}⁽{raised}⁾")
            return
        if (
            len(texts) == 1
            and following[0].kind == "name"
            and texts[0].isupper()
            and before is not None
            and before.kind == "name"
        ):
            self.take_ahead()  # `W^Q` is read as the name W_Q
            self.made[-1] = before._replace(text=f"{before.text}_{texts[0]}")
            return
        if texts == ["*"] and before is not None and before.kind == "name":
            self.take_ahead()
            self.made[-1] = before._replace(text=f"{before.text}_star")
            return
        self.made.append(token)
        if self.now.text == "{":
            self.argument()
