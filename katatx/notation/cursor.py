"""A position in a list of tokens, and the checks that every parser needs.

A **group** is a number of three digits directly after a comma, which may be the thousands of the number before:
`1,000`.
"""

from __future__ import annotations

from itertools import pairwise

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.quoting import quote
from katatx.notation.tokens import PLAIN, Dialect, Token

DEEPEST = 50
LONGEST_CHAIN = 100
_NO_THOUSANDS = -1


class Cursor:
    """A position in a list of tokens, of which the last has the kind `end`.

    `at` is the index of the current token. `depth` counts nested brackets, to limit them. `grouped` says whether commas
    before three digits join thousands; None decides by context.
    """

    def __init__(self, tokens: list[Token], dialect: Dialect = PLAIN, grouped: bool | None = None, at: int = 0) -> None:
        self.tokens = tokens
        self.dialect = dialect
        self.grouped = grouped
        self.at = at
        self.depth = 0
        self._groups: dict[int, int] = {}  # how many groups of three digits follow a number, by its place
        self.in_row = 0  # number of open lists, in which a space separates items
        self.in_call = 0  # number of open brackets with arguments
        self.spaced_products = False  # whether operands with a space between are multiplied, see `read_tokens`
        self.closing: list[str] = []  # closing sign of each open bracket or bar, innermost last
        self.asks_mixed = True  # whether `1 1/2` raises Ambiguous; not if a row is expected

    @property
    def now(self) -> Token:
        """Return the current token."""
        return self.tokens[self.at]

    @property
    def before(self) -> Token:
        """Return the token before the current one; at the first token, the last of all."""
        return self.tokens[self.at - 1]

    @property
    def after(self) -> Token:
        """Return the token after the current one; at the end, the end token."""
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    def take(self) -> Token:
        """Return the current token, and advance."""
        token = self.now
        self.at += 1
        return token

    def at_sign(self, *signs: str) -> bool:
        """Return whether the current token is one of these signs."""
        token = self.tokens[self.at]
        return token.text in signs and token.kind == "sign"

    def error_wanting(self, wanted: str) -> NotationError:
        """Return, without raising it, an error at the current token that says what is `wanted` there."""
        # Brackets added around an answer have no width.
        if self.now.kind == "end" or self.now.end == self.now.column:
            before = next((token.text for token in reversed(self.tokens[: self.at]) if token.end > token.column), "")
            return NotationError(
                f"{wanted} is missing{before and f' after {quote(before)}'}; add it there", self.now.column
            )
        found = quote(self.now.text)
        return NotationError(
            f"found {found} where {wanted} should be; write that there, or delete {found}", self.now.column
        )

    def go_deeper(self, what: str) -> None:
        """Increase the nesting depth; the caller decreases it afterwards.

        Raise NotationError if it exceeds 50. `what` names what is nested, for the message.
        """
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotationError(
                f"more than {DEEPEST} {what} inside one another; write the calculation in parts", self.now.column
            )

    def count_up(self, count: int) -> int:
        """Return `count` + 1, the number of factors in a chain. Raise NotationError for more than 100."""
        if count >= LONGEST_CHAIN:
            raise NotationError(
                f"more than {LONGEST_CHAIN} factors, transposes or picks in a row; write them in parts: a = 2·3; a·4",
                self.now.column,
            )
        return count + 1

    def starts_operand(self, ahead: int) -> bool:
        """Return whether the token `ahead` places after the current one (0 for that one) begins an operand.

        A minus does not.
        """
        token = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        return token.kind in ("number", "name", "function") or (
            token.kind == "sign" and token.text in ("(", "[", "√", "∛", "∞", "|", "‖", "⟨", "⌊", "⌈")
        )

    def is_group(self, token: Token) -> bool:
        """Return whether a token is a number of three digits, and perhaps decimals, without a space before it."""
        whole = token.text.partition(".")[0]
        return token.kind == "number" and not token.spaced and whole.isdigit() and len(whole) == 3

    def group_count(self, at: int) -> int:
        """Return how many groups of three digits follow the number at index `at`, each after a comma without a space.

        It is 0 if these cannot be thousands, as in `1,000,5`, or if the number is not one to three digits, the first
        other than 0.
        """
        first = self.tokens[at]
        if not (first.kind == "number" and first.text.isdigit() and len(first.text) <= 3 and first.text[0] != "0"):
            return 0
        places = [at]
        count = self._groups.get(at, self._groups_behind(at))
        while count is None:
            places.append(places[-1] + 2)
            count = self._groups.get(places[-1], self._groups_behind(places[-1]))
        for place in reversed(places):  # each run of groups is gone through once
            self._groups[place] = count
            count += count != _NO_THOUSANDS
        return max(0, self._groups[at])

    def _groups_behind(self, at: int) -> int | None:
        """Return how many groups follow the number at index `at`, as far as the next number shows: 0 or 1.

        It is None if the next number is a group that others may follow, and `_NO_THOUSANDS` if it rules out thousands.
        """
        comma = self.tokens[min(at + 1, len(self.tokens) - 1)]
        group = self.tokens[min(at + 2, len(self.tokens) - 1)]
        if comma.text != "," or comma.spaced:
            return 0
        if not self.is_group(group):
            return _NO_THOUSANDS if group.kind == "number" and not group.spaced else 0
        return 1 if "." in group.text else None

    def joins_thousands(self) -> bool:
        """Return whether the current token is a comma that groups thousands, as in `5,000`.

        False if no group of three digits follows; else `grouped` decides. If that is None, it is True if a group begins
        with 0, or outside lists beside an operation. Raise Ambiguous in a list in which another comma has a space after
        it.
        """
        if not self.at_sign(","):
            return False
        at = self.at - 1
        count = self.group_count(at)
        if not count or self.grouped is False:
            return False
        if self.grouped:
            return True
        groups = [self.tokens[at + 2 * index] for index in range(1, count + 1)]
        if any(group.text.startswith("0") for group in groups):
            return True  # 000 or 048 is not a number of its own
        if self.in_row:
            self.refuse_mixed_commas(at)
            return False
        following = self.tokens[at + 2 * count + 1]
        around = following.text in ("+", "-", "·", "/", "*", "^", "⊙") or (
            at > 0 and self.tokens[at - 1].text in ("+", "-", "·", "/", "*", "(", "√") and following.text != ","
        )
        return around and following.text != ","

    def refuse_mixed_commas(self, at: int) -> None:
        """Raise Ambiguous for `[1,200, 2,300]`: commas before three digits as well as commas with a space.

        `at` is the index of the number before the first such comma; the tokens up to the end of its brackets are
        searched.
        """
        depth = 0
        for before, token in pairwise(self.tokens[at:]):
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            if depth < 0:
                return
            if depth == 0 and before.text == "," and token.spaced:
                question = (
                    "do the commas before three digits mark thousands or separate numbers? "
                    "Write 1200, or a space after each comma"
                )
                raise Ambiguous(question, self.tokens[at].column)
