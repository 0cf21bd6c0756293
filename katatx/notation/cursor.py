"""A place in a row of tokens, and what every reader asks of it."""

from __future__ import annotations

from itertools import pairwise

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.quoting import quote
from katatx.notation.tokens import PLAIN, Dialect, Token

DEEPEST = 50
LONGEST_CHAIN = 100


class Cursor:
    """Goes through tokens from left to right; `depth` bounds how deep brackets may nest.

    `grouped` says whether commas before three digits join thousands; None leaves it to what stands around.
    """

    def __init__(self, tokens: list[Token], dialect: Dialect = PLAIN, grouped: bool | None = None, at: int = 0) -> None:
        self.tokens = tokens
        self.dialect = dialect
        self.grouped = grouped
        self.at = at
        self.depth = 0
        self.in_row = 0  # how many lists, in which a space divides, are open
        self.closing: list[str] = []  # what closes each open bracket or bar, innermost last
        self.asks_mixed = True  # whether `1 1/2` is asked about; not where a row is asked

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    @property
    def before(self) -> Token:
        return self.tokens[self.at - 1]

    @property
    def after(self) -> Token:
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.now
        self.at += 1
        return token

    def takes(self, *signs: str) -> bool:
        token = self.tokens[self.at]
        return token.text in signs and token.kind == "sign"

    def expect(self, sign: str, wanted: str) -> Token:
        if not self.takes(sign):
            raise self.trouble(wanted)
        return self.take()

    def trouble(self, wanted: str) -> NotationError:
        # What was put around an answer has no width.
        ends = self.now.kind == "end" or self.now.end == self.now.column
        found = "the end" if ends else quote(self.now.text)
        return NotationError(f"found {found} where {wanted} should be", self.now.column)

    def go_deeper(self, what: str) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotationError(f"{what} deeper than {DEEPEST}; write it in parts", self.now.column)

    def one_more(self, count: int) -> int:
        """Count a chain of signs, which is nested as deep as it is long; both are bounded."""
        if count >= LONGEST_CHAIN:
            raise NotationError(f"more than {LONGEST_CHAIN} factors in a row; write it in parts", self.now.column)
        return count + 1

    def starts_operand(self, ahead: int) -> bool:
        token = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        return token.kind in ("number", "name", "function") or (
            token.kind == "sign" and token.text in ("(", "[", "√", "∛", "∞", "|", "‖", "⟨", "⌊", "⌈")
        )

    def is_group(self, token: Token) -> bool:
        whole = token.text.partition(".")[0]
        return token.kind == "number" and not token.spaced and whole.isdigit() and len(whole) == 3

    def group_count(self, at: int) -> int:
        """Return how many groups of three digits follow the number at a place, each after a comma and no space."""
        first = self.tokens[at]
        if not (first.kind == "number" and first.text.isdigit() and len(first.text) <= 3 and first.text[0] != "0"):
            return 0
        count = 0
        while True:
            comma = self.tokens[min(at + 1, len(self.tokens) - 1)]
            group = self.tokens[min(at + 2, len(self.tokens) - 1)]
            if comma.text != "," or comma.spaced:
                return count
            if group.kind == "number" and not group.spaced and not self.is_group(group):
                return 0  # `1,000,5`: no thousands
            if not self.is_group(group):
                return count
            count, at = count + 1, at + 2
            if "." in group.text:
                return count

    def joins_thousands(self) -> bool:
        """Return whether the number just taken begins thousands: `5,000`."""
        if not self.takes(","):
            return False
        at = self.at - 1
        count = self.group_count(at)
        if not count or self.grouped is False:
            return False
        if self.grouped:
            return True
        groups = [self.tokens[at + 2 * index] for index in range(1, count + 1)]
        if any(group.text.startswith("0") for group in groups):
            return True  # nobody writes 000 or 048 for a number of its own
        if self.in_row:
            self.refuse_mixed_commas(at)
            return False
        following = self.tokens[at + 2 * count + 1]
        around = following.text in ("+", "-", "·", "/", "*", "^", "⊙") or (
            at > 0 and self.tokens[at - 1].text in ("+", "-", "·", "/", "*", "(", "√") and following.text != ","
        )
        return around and following.text != ","

    def refuse_mixed_commas(self, at: int) -> None:
        """Ask about `[1,200, 2,300]`: commas before three digits beside commas with a space."""
        depth = 0
        for before, token in pairwise(self.tokens[at:]):
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            if depth < 0:
                return
            if depth == 0 and before.text == "," and token.spaced:
                question = (
                    "commas before three digits: thousands or numbers of their own? Write 1200, or a space after each"
                )
                raise Ambiguous(question, self.tokens[at].column)
