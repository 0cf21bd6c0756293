"""One token of a line of a page."""

from __future__ import annotations

from typing import NamedTuple


class Token(NamedTuple):
    """One token of a line, from `start` to before `stop`.

    `kind` is number, name, sign, join, open, close, dots or mark. `text` is its one spelling; a number's is its digits,
    with `scale` what they are multiplied by (1000 of 5k, 0.01 of a percent). `gap` is how many white spaces stand
    before it. `more` says that the number's digits go on, and are not written: `0.333…`.
    """

    kind: str
    text: str
    start: int
    stop: int
    gap: int
    scale: float = 1.0
    more: bool = False

    @property
    def value(self) -> float:
        """What a number token comes to."""
        over, _, under = self.text.partition("/")
        return float(over) / float(under or 1) * self.scale


def written(kind: str, text: str, beside: Token, gap: int = 0) -> Token:
    """A token that stands for something left unwritten: where another begins, and of no width."""
    return Token(kind, text, beside.start, beside.start, gap)


def is_word(token: Token) -> bool:
    """Whether a name is a word of a sentence, and none of a formula."""
    return token.kind == "name" and len(token.text) > 2 and token.text.isalpha() and token.text.islower()
