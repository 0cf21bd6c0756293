"""A step that a line announces, `scores q·k, then / √4 = 2`, and that the lines after it take behind an arrow."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.known import Known, worked
from katatx.audit.results import Fit, compare, read_printed
from katatx.audit.sheet import Sheet
from katatx.audit.tokens import Token
from katatx.notation.syntax import Binary, Name, Node, Sum

_THEN = frozenset({"then", "dann", "puis", "luego", "all", "each"})
_SIGNS = frozenset({"/", "·"})
_MOST_LINES = 3


@dataclass(slots=True)
class Step:
    """What is done to each result next: a sign and what stands behind it. `line` is where that is said or was done
    last, `fits` counts the results that say something and were so.
    """

    sign: str
    by: Known
    line: int
    fits: int = 0
    taken: bool = False

    def done_to(self, known: Known) -> Expression:
        """A result with the step done to it."""
        before, by = Name("#0", 1), Name("#1", 1)
        node: Node = Binary(self.sign, before, by, 1) if self.sign in _SIGNS else Sum((("+", before), ("+", by)), 1)
        return Expression(node, {"#0": known, "#1": self.by})


def with_step(sheet: Sheet, tokens: list[Token]) -> list[Token]:
    """Keep the step that a line announces; its tokens, with a comma for the sign where what the step divides by is
    worked itself: `then / √4 = 2`.
    """
    for at, token in enumerate(tokens[1:-1], 1):
        if token.text not in _SIGNS or tokens[at - 1].text.lower() not in _THEN:
            continue
        end = next((to for to in range(at, len(tokens)) if tokens[to].kind == "join" or tokens[to].text == ":"), 0)
        end = end or len(tokens)
        with suppress(Unreadable):
            by = expression(tokens[at + 1 : end], sheet.scope, sheet.line)
            joined = end < len(tokens) and tokens[end].kind == "join"
            printed = read_printed(tokens[end + 1 : end + 2]) if joined else None
            found = compare(printed, by) if printed is not None else None
            if by.shape or (joined and (found is None or found.worst is Fit.WRONG)):
                return tokens
            value = by.printed if printed is None else printed.value
            sheet.step = Step(token.text, worked(value, by.true, sheet.line, by.roots), sheet.line)
            return [*tokens[:at], token._replace(kind="mark", text=","), *tokens[at + 1 :]] if joined else tokens
    return tokens


def step_at(sheet: Sheet) -> Step | None:
    """The step that a line shortly above announced, or that the line before took; None where none did."""
    step = sheet.step
    if not isinstance(step, Step):
        return None
    return step if sheet.line - step.line <= (1 if step.taken else _MOST_LINES) else None
