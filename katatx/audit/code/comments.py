"""Results in comments after statements: which there are, and whether they are right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from katatx.audit.code.arrays import Array, Unsupported, as_array, is_scalar
from katatx.audit.code.shown import Opaque
from katatx.audit.code.worth import Worth, expression_of
from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.old_places import agrees
from katatx.audit.results import Fit, Printed, compare, read_printed
from katatx.audit.sheet import Sheet
from katatx.audit.tokens import Token, tokenize

_ENOUGH_DIGITS = 3
_WRAPPERS = frozenset({"array", "tensor", "np.array", "torch.tensor"})


class Comment(NamedTuple):
    """A comment that begins with a result.

    `marked` says that a sign stands before it (`->`, `=`), `ends` that nothing follows it, `sides` are calculations
    that stand before its last `=`. `is_shape` is true for one that says the shape.
    """

    printed: Printed
    own: list[Token]
    marked: bool
    ends: bool
    sides: list[list[Token]]
    is_shape: bool


def read_comment(line: LogicalLine, at: int) -> Comment | None:
    """The result that a comment begins with, from its `#` on; None where it begins with something else."""
    shift = at + 1
    tokens = [
        token._replace(start=token.start + shift, stop=token.stop + shift) for token in tokenize(line.text[shift:])
    ]
    while tokens and tokens[-1].text in (".", ";") and len(tokens) > 1:
        tokens = tokens[:-1]
    is_shape = bool(tokens) and tokens[0].text.lower() == "shape"
    if is_shape:
        tokens = tokens[2:] if len(tokens) > 1 and tokens[1].text in (":", "=") else tokens[1:]
    marked = about = False
    while tokens and (tokens[0].kind == "join" or tokens[0].text in ("~", ">")):
        marked, about = True, about or tokens[0].text in ("≈", "~")
        tokens = tokens[1:]
    if tokens and tokens[0].text in _WRAPPERS:
        tokens = tokens[1:]
    sides: list[list[Token]] = []
    joins = [index for index, token in enumerate(tokens) if token.kind == "join" and token.text in ("=", "≈")]
    if joins and _starts(tokens) and _is_work(tokens[: joins[-1]]):
        parts = [0, *(index + 1 for index in joins)]
        sides = [tokens[first : last - 1] for first, last in pairwise(parts)]
        about = about or tokens[joins[-1]].text == "≈"
        tokens, marked = tokens[joins[-1] + 1 :], True
    count = _longest(tokens)
    row = _as_row(tokens[:count])
    printed = read_printed(row, about) if row else None
    if printed is None:
        return None
    rest = tokens[count:]
    if rest and (rest[0].kind == "sign" or rest[0].text in (":", ".", "/") or rest[0].kind == "join"):
        return None
    ends = not rest or rest[0].text in (",", ";", "(", ")") or rest[0].text in "—–"
    return Comment(printed, row, marked, ends, sides, is_shape)


def _starts(tokens: list[Token]) -> bool:
    return tokens[0].kind == "number" or tokens[0].text in ("(", "[", "-", "+")


def _is_work(tokens: list[Token]) -> bool:
    """Whether tokens are numbers and signs alone."""
    return all(token.kind in ("number", "sign", "open", "close", "join") or token.text == "," for token in tokens)


def _longest(tokens: list[Token]) -> int:
    """How many tokens the result at their head takes: brackets, a number, or several one after the other."""
    if not tokens:
        return 0
    if tokens[0].kind == "open":
        depth = 0
        for index, token in enumerate(tokens):
            depth += (token.kind == "open") - (token.kind == "close")
            if depth == 0:
                return index + 1
        return 0
    count = at = 0
    while at < len(tokens):
        signed = tokens[at].text in ("+", "-") and at + 1 < len(tokens) and (at == 0 or tokens[at].gap > 0)
        number = tokens[at + 1] if signed else tokens[at]
        if number.kind != "number" and number.text not in ("inf", "∞"):
            break
        if signed and number.gap:
            break
        at += 1 + signed
        count = at
        if at < len(tokens) and tokens[at].text == ",":
            at += 1
    return count


def _as_row(tokens: list[Token]) -> list[Token]:
    """Numbers with nothing but white space between them, with commas."""
    made: list[Token] = []
    for index, token in enumerate(tokens):
        follows = made and (made[-1].kind == "number" or made[-1].text in ("inf", "∞") or made[-1].kind == "close")
        signed = token.text in ("+", "-") and token.gap and index + 1 < len(tokens) and not tokens[index + 1].gap
        if follows and (token.kind in ("number", "open") or token.text in ("inf", "∞") or signed):
            made.append(Token("mark", ",", token.start, token.start, 0))
        if not (token.text == "," and index + 1 < len(tokens) and tokens[index + 1].kind == "close"):
            made.append(token)
    if made and made[0].text == "(" and made[-1].text == ")" and len(made) > 2 and made[1].text == "[":
        inner = made[1:-1]
        cut = next((at for at, token in enumerate(inner) if token.kind == "name" and "dtype" in token.text), len(inner))
        return inner[: cut - 1] if cut < len(inner) else inner
    return made


class CommentWork:
    """One comment held against what the statement before it came to."""

    def __init__(self, sheet: Sheet, line: LogicalLine, comment: Comment) -> None:
        self.sheet, self.line, self.comment = sheet, line, comment

    def work(self, worth: Worth, literal: bool) -> None:
        """Judge the comment."""
        comment = self.comment
        if isinstance(worth.true, Opaque):
            self._unread(worth.true.why)
            return
        shape = self._shape(worth)
        if shape is not None:
            self._judge([shape], doubtful=False)
            return
        if comment.is_shape:
            return
        against = _fitting(worth, self.line.index)
        if against is None:
            return
        if len(against.shape) == len(comment.printed.shape) or against.shape != comment.printed.shape:
            self._judge([against], doubtful=self._is_doubtful(worth, against, literal))
        self._sides(against)

    def _unread(self, why: str) -> None:
        text = self.comment.printed.numbers[0].text
        if self.comment.marked or (self.comment.ends and ("." in text or self.comment.own[0].kind == "open")):
            self.sheet.drafts.unread(self.line, self.comment.own, self.comment.printed, why)

    def _shape(self, worth: Worth) -> Expression | None:
        """What a comment in round brackets says: the shape, where it can be nothing else."""
        own, value = self.comment.own, worth.true
        whole = all(number.places == 0 and number.value >= 0 for number in self.comment.printed.numbers)
        if not whole or not (self.comment.is_shape or own[0].text == "(") or own[1].text == "[":
            return None
        try:
            array = as_array(value)
        except Unsupported:
            return None
        if isinstance(value, tuple) or not array.shape or len(self.comment.printed.numbers) != len(array.shape):
            return None
        shown = [number.value for number in self.comment.printed.numbers]
        if not self.comment.is_shape and len(array.shape) == 1 and shown != [float(array.shape[0])]:
            return None
        if len(array.shape) == 1 and array.shape[0] == 1 and not self.comment.is_shape:
            return None
        if shown != list(map(float, array.shape)) and not self.comment.ends:
            return None
        shape: Any = array.shape if self.comment.printed.shape else array.shape[0]
        return expression_of(Worth(shape, shape), self.line.index)

    def _is_doubtful(self, worth: Worth, against: Expression, literal: bool) -> bool:
        """Whether what the comment says may be about something else than the result."""
        comment = self.comment
        if worth.doubtful or (literal and not comment.marked):
            return True
        numbers = comment.printed.numbers
        if len(numbers) > 1 or comment.own[0].kind == "open":
            return not comment.marked and _is_bracketed_count(comment)
        number, truth = numbers[0], float(against.true if not against.shape else 0.0)
        if comment.marked:
            return False
        if number.places == 0 and abs(truth - round(truth)) > 1e-9:
            return True
        if comment.ends:
            return False
        digits = sum(letter.isdigit() for letter in number.text)
        return "." not in number.text or digits < _ENOUGH_DIGITS or not _one_slip(number.text, number.value, truth)

    def _judge(self, candidates: Sequence[Expression], doubtful: bool) -> None:
        comment = self.comment
        found = self.sheet.drafts.judge(comment.printed, candidates, self.line, comment.own, doubtful)
        if found is not None:
            self.sheet.known(comment.printed, found)
        elif not doubtful and comment.marked and compare(comment.printed, candidates[0]) is None:
            self.sheet.drafts.unread(self.line, comment.own, comment.printed, "its shape is another than the value's")

    def _sides(self, against: Expression) -> None:
        """What stands before the last `=` of a comment."""
        for side in self.comment.sides:
            try:
                found = expression(side, self.sheet.scope, self.line.index)
            except Unreadable:
                continue
            if found.shape == against.shape:
                self.sheet.drafts.expression_claim(found, None, [against], self.line, side)


def _is_bracketed_count(comment: Comment) -> bool:
    """`# (1)`: the number of an equation."""
    return comment.own[0].text == "(" and len(comment.printed.numbers) == 1


def _fitting(worth: Worth, line: int) -> Expression | None:
    """The value as one that a comment can state: a tuple of numbers is a row."""
    if is_scalar(worth.true) or isinstance(worth.true, (Array, list, tuple)):
        return expression_of(worth, line)
    return None


def _one_slip(text: str, value: float, truth: float) -> bool:
    """Whether a number is the truth but for its sign or one digit."""
    places = len(text.partition(".")[2])
    if agrees(value, places, truth) or agrees(-value, places, truth):
        return True
    written, shown = f"{abs(truth):.{places}f}", text.lstrip("+-−")
    if len(written) != len(shown) or (value < 0) != (truth < 0):
        return False
    return sum(one != other for one, other in zip(written, shown, strict=True)) == 1


__all__ = ["Comment", "CommentWork", "Fit", "read_comment"]
