r"""Convert TeX formulas to pencil notation: `\frac{6}{2} \cdot 3` is `6/2 · 3`, a matrix `[1, 2; 3, 4]`."""

from __future__ import annotations

import re

from katatx.pages.documents import tex_words as words
from katatx.pages.documents.pieces import Pieces
from katatx.pages.documents.scripts import add_bracketed, add_fraction, add_index, add_power, is_one

# Groups and environments nested more deeply are cut off.
_DEEPEST = 40
_TOKEN = re.compile(r"\{,\}|\\(?:[a-zA-Z]+\*?|.|$)|[{}^_&~\n%]|[^\\{}^_&~\n%]+", re.DOTALL)
# A comment, but not an unescaped percent sign.
_COMMENT = re.compile(r"(?:(?<=\s)|^)%[ \t]+[^\s}$][^\n]*")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NAME = re.compile(r"[ \n]*\{([a-zA-Z]+\*?)\}")
_COLUMNS = re.compile(r"[ \n]*(?:\[[^\]\n]{0,100}\][ \n]*)?\{[^{}\n]{0,200}\}")
_OPTION = re.compile(r"[ ]*\[([^\[\]\n]{0,100})\]")
_MINUS = re.compile(r"(?<=[\w)\]]) +[-−](?=[^\s>-])")
_SPACES = re.compile(r"[ \n\t]*")
_THOUSANDS = re.compile(r"\d{3}(?!\d)")
_CONTINUES = re.compile(
    r"\s*(?:$|[=+\-−·*/<>≈→&]|\\(?:approx|cdot|times|leq?|geq?|to|Rightarrow|q?quad|simeq|end|begin)(?![a-zA-Z]))"
)
_OPEN_AT_END = tuple("=+-−·*/<>≈→,([;")
# Functions that apply to the whole fraction after them.
_FUNCTION = re.compile(r"(?:ln|log(?:_?\d+)?|exp|sin|cos|tan|tanh|sqrt)\s*$")
_LONGEST_FUNCTION = 8
# Thin spaces separate nothing: `\tfrac12\,(3 + 1)` is a product.
_THIN = re.compile(r"(?:[ \t]*\\[,:;! ])*[ \t]*(?=\(|\\(?:left|[bB]igg?l?)\s*\()")
_FACTOR = re.compile(
    r"\s*(?:\\[,:;! ]\s*)*(?:[\w(\[^!]|\\(?:left\s*[(\[]|[dt]?frac|sqrt|sum|prod|math[a-z]+|operatorname|"
    + "|".join(words.GREEK)
    + r")(?![a-zA-Z]))"
)


# The digits before a repeating decimal.
_DECIMALS = re.compile(r"(?<![.\d])\d+\.\d*$")
_LONGEST_DECIMALS = 20
_OVERLINED: dict[int, str | None] = {ord(digit): f"{digit}\u0305" for digit in "0123456789"}


def write_formula(text: str, start: int, stop: int, base: int = 0) -> Pieces:
    """Return a formula in pencil notation, given its contents in `text` from `start` up to `stop`.

    Rows of aligned formulas become lines; a matrix stays on one line. `base`, the offset of `text` in its file, is
    added to all offsets. Nothing is raised: what is unknown stays as a word.
    """
    return _Formula(text, start, stop, base).read()


class _Formula:
    """The state while a formula is read from left to right; use `read` once.

    In its methods, `out` receives the text, and `at` is the file's offset of the sign or command. `self.at` is the
    offset in `text` at which reading continues: methods advance it over what they read. `depth` counts the groups that
    are open in the innermost environment, and `matrices` says of each open environment whether it is a matrix.
    """

    def __init__(self, text: str, start: int, stop: int, base: int) -> None:
        self.text, self.at, self.stop, self.base = text, start, stop, base
        self.depth = 0
        self.outside = 0
        self.matrices: list[bool] = []

    def read(self) -> Pieces:
        """Return the whole formula."""
        out = Pieces()
        while self.at < self.stop:
            self._step(out)
        return out

    @property
    def _is_too_deep(self) -> bool:
        """Return whether there are as many groups and environments around the present place as may be read."""
        return self.depth + self.outside + len(self.matrices) >= _DEEPEST

    def _step(self, out: Pieces) -> None:
        """Read one sign, command or group, and append it to `out`."""
        start = self.at
        found = _TOKEN.match(self.text, start, self.stop)
        assert found is not None
        sign, self.at = found[0], found.end()
        at = self.base + start
        if sign[0] == "\\":
            self._command(sign[1:], at, out)
        elif sign == "{":
            out.add(self._group())
        elif sign == "{,}":
            out.put(",", at)
        elif sign == "^":
            add_power(self._argument(whole_number=True), at, out, self._next())
        elif sign == "_":
            out.strip_end()  # `\log _2`
            add_index(self._argument(whole_number=True), at, out, self._next())
        elif sign == "&":
            self._cell(at, out)
        elif sign == "\n":
            self._line_end(at, out)
        elif sign == "~":
            out.put(" ", at)
        elif sign == "%" and (comment := _COMMENT.match(self.text, start, self.stop)):
            self.at = comment.end()
        elif sign != "}":
            self._run(sign, at, out)

    def _run(self, text: str, at: int, out: Pieces) -> None:
        """Append ordinary characters, with a space after the minus of `a -b`.

        Spaces mean nothing in a formula, so it is a difference, not a row.
        """
        done = 0
        for minus in _MINUS.finditer(text):
            out.copy(text[done : minus.end()], at + done)
            done = minus.end()
            out.put(" ", at + done)
        out.copy(text[done:], at + done)

    def _line_end(self, at: int, out: Pieces) -> None:
        """Append a line end, or a space if the formula continues; nothing after a line end."""
        if out.last == "\n":
            return
        within = self.depth or self.matrices or out.tail(8).rstrip().endswith(_OPEN_AT_END)
        out.put(" " if within or _CONTINUES.match(self.text, self.at, self.stop) else "\n", at)

    def _cell(self, at: int, out: Pieces) -> None:
        """Append a comma between a matrix's cells; outside a matrix, nothing."""
        if self.matrices and self.matrices[-1]:
            out.strip_end()
            out.put(", ", at)
            self._skip_spaces()

    def _row(self, at: int, out: Pieces) -> None:
        """Append the separator of rows: a semicolon in a matrix, unless no row follows, else a line feed."""
        option = _OPTION.match(self.text, self.at, self.stop)
        if option and re.fullmatch(r"-?[\d.]+ ?[a-z]{2}", option[1]):
            self.at = option.end()
        self._skip_spaces()
        out.strip_end()
        if not (self.matrices and self.matrices[-1]):
            out.put("\n", at)
        elif not self.text.startswith(("\\end", "\\\\"), self.at):  # Markdown writes `\\\\` for a row's end
            out.put("; ", at)

    def _command(self, name: str, at: int, out: Pieces) -> None:
        """Append what the command `name`, which is already read, stands for, and read its arguments."""
        name = name.rstrip("*") or name
        if name == "\\":
            self._row(at, out)
        elif name in ("begin", "end", "sqrt") or name in words.FRACTIONS:
            self._structure(name, at, out)
        elif name in words.SIGNS:
            self._sign(words.SIGNS[name], at, out)
        elif name in words.CLEAR:
            out.add(self._argument())
        elif name in words.MARKED:
            self._marked(words.MARKED[name], at, out)
        elif name in words.BRACED:
            self._braced(out)
        elif name in words.GONE_WITH_ARGUMENT or name in words.STACKED:
            self._argument()
            out.put("→" if name.startswith("x") else "", at)
        elif name in words.GONE:
            self._gone(name)
        else:
            self._word(name, at, out)

    def _structure(self, name: str, at: int, out: Pieces) -> None:
        r"""Append to `out` the environment, root or fraction that the command `name` at offset `at` begins.

        Of `\end`, the name is only skipped.
        """
        if name == "begin":
            self._environment(at, out)
        elif name == "end":
            self._take(_NAME)
        elif name == "sqrt":
            self._root(at, out)
        else:
            self._fraction(at, out)

    def _braced(self, out: Pieces) -> None:
        """Append the text under a brace, without the brace's label."""
        out.add(self._argument())
        self._skip_spaces()
        if self._next() in ("_", "^"):
            self.at += 1
            self._argument()

    def _marked(self, mark: str, at: int, out: Pieces) -> None:
        """Append a letter or word with the accent `mark` as a name such as `x_hat`.

        A bar over digits of a decimal marks them as repeating. Over anything else an accent is left out.
        """
        inner = self._argument().stripped()
        if (
            mark == "bar"
            and inner.text.isdigit()
            and _DECIMALS.search(out.tail(_LONGEST_DECIMALS)[-_LONGEST_DECIMALS:])
        ):
            inner = inner.translated(_OVERLINED)
        out.add(inner)
        if inner.text.isalpha():
            out.put(f"_{mark}" + (" " if self._next().isalnum() else ""), at)

    def _gone(self, name: str) -> None:
        """Skip a command without meaning, and the `.` after `left` and `right`."""
        if name in ("left", "right") and self._next() == ".":
            self.at += 1

    def _sign(self, sign: str, at: int, out: Pieces) -> None:
        """Append the `sign` of a command, without a space that separates nothing."""
        if sign == " " and out.last.isdigit() and _THOUSANDS.match(self.text, self.at, self.stop):
            return
        if sign == " " and out.last.isdigit() and _THIN.match(self.text, at, self.stop):
            return
        out.put(" " + sign if sign.isalpha() and sign != "ᵀ" and out.last.isalpha() else sign, at)

    def _word(self, name: str, at: int, out: Pieces) -> None:
        """Append the name of a function or of an unknown command; an argument in braces gets round brackets."""
        out.put((" " if out.last.isalnum() else "") + name, at)
        if self._next() == "{":
            add_bracketed(self._argument(), at, out, bare=False)
        elif self._next().isalnum():
            out.put(" ", at)

    def _environment(self, at: int, out: Pieces) -> None:
        r"""Read and append an environment, whose `\begin` is already read, with a matrix in square brackets.

        Brackets written around a matrix are not doubled.
        """
        name = self._take(_NAME).strip(" \n{}*")
        matrix = name in words.MATRICES
        if name in ("array", "tabular", "alignat", "alignedat"):
            self._take(_COLUMNS)
        if self._is_too_deep:
            return
        self.matrices.append(matrix)
        depth, self.depth = self.depth, 0
        self.outside += depth
        inner = Pieces()
        while self.at < self.stop and not self.text.startswith("\\end", self.at):
            self._step(inner)
        self.at += len("\\end") if self.at < self.stop else 0
        self._take(_NAME)
        self.matrices.pop()
        self.depth = depth
        self.outside -= depth
        inner = inner.stripped()
        if not matrix or self._stands_in_brackets(out):
            out.add(inner)
        else:
            out.put("[", at)
            out.add(inner)
            out.put("]", at)

    def _stands_in_brackets(self, out: Pieces) -> bool:
        """Return whether square brackets are written around the matrix that was just read."""
        return (
            out.last == "[" and re.compile(r"\s*(?:\\[a-zA-Z]+\s*)?\]").match(self.text, self.at, self.stop) is not None
        )

    def _fraction(self, at: int, out: Pieces) -> None:
        r"""Read and append a fraction, in brackets if it is part of a product or a function's argument.

        A whole number before it makes a mixed number: `1\frac{1}{2}` is `1 1/2`.
        """
        top = self._argument().stripped()
        bottom = self._argument().stripped()
        before = out.last
        numbers = _NUMBER.fullmatch(top.text) and _NUMBER.fullmatch(bottom.text)
        behind_function = _FUNCTION.search(out.tail(_LONGEST_FUNCTION)) is not None  # takes the whole fraction
        mixed = numbers and before.isdigit() and not behind_function
        factor = behind_function or (before.isalnum() and not mixed) or before in tuple(")]/÷^√")
        wrapped = factor or (not mixed and _FACTOR.match(self.text, self.at, self.stop))
        out.put(" " if mixed else "(" if wrapped else "", at)
        add_fraction(top, bottom, at, out)
        out.put(")" if wrapped else "", at)
        if wrapped:
            self._take(_THIN)

    def _root(self, at: int, out: Pieces) -> None:
        """Read and append a root: `√x`, or `x^(1/3)` for one with a degree."""
        option = _OPTION.match(self.text, self.at, self.stop)
        if option:
            self.at = option.end()
            radicand = self._argument().stripped()
            add_bracketed(radicand, at, out, is_one(radicand.text))
            out.put(f"^(1/{option[1].strip()})", at)
        else:
            out.put("√", at)
            radicand = self._argument().stripped()
            add_bracketed(radicand, at, out, is_one(radicand.text) and not self._next().isalnum())

    def _argument(self, whole_number: bool = False) -> Pieces:
        """Read and return the next group, command or character; empty if there is none, or nested too deeply.

        With `whole_number`, all digits of a number are returned, not only the first.
        """
        self._skip_spaces()
        out = Pieces()
        following = self._next()
        number = _NUMBER.match(self.text, self.at, self.stop) if whole_number else None
        if self._is_too_deep or following in ("", "}", "&"):
            return out
        if following == "{":
            self.at += 1
            return self._group()
        if following == "\\":
            self.depth += 1
            self._step(out)
            self.depth -= 1
        else:
            end = number.end() if number else self.at + 1
            out.copy(self.text[self.at : end], self.base + self.at)
            self.at = end
        return out

    def _group(self) -> Pieces:
        """Read and return the text up to the brace that closes the group; its opening brace is already read.

        If it is nested too deeply, nothing is read, and the result is empty.
        """
        out = Pieces()
        if self._is_too_deep:
            return out
        self.depth += 1
        while self.at < self.stop and self._next() != "}":
            self._step(out)
        self.depth -= 1
        self.at = min(self.at + 1, self.stop)
        return out

    def _next(self) -> str:
        """Return the next character without reading it; "" at the end."""
        return self.text[self.at] if self.at < self.stop else ""

    def _skip_spaces(self) -> None:
        """Skip spaces, tabs and line feeds here."""
        self._take(_SPACES)

    def _take(self, pattern: re.Pattern[str]) -> str:
        """Skip text that matches a pattern here, and return it; "" if none does."""
        found = pattern.match(self.text, self.at, self.stop)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]
