"""Where the reading of a chain stands."""

from __future__ import annotations

from katatx.audit.chains import Chain
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.sheet import Sheet, Started
from katatx.audit.tokens import Token
from katatx.audit.units import Unit


class LineOfTokens:
    """A line with its tokens and units, of which the chains take parts."""

    def __init__(self, line: LogicalLine, tokens: list[Token], units: list[Unit]) -> None:
        self.line, self.tokens, self.units = line, tokens, units

    def part(self, first: int, last: int) -> list[Token]:
        """The tokens of the units from `first` to before `last`."""
        return self.tokens[self.units[first].first : self.units[last - 1].last] if last > first else []


class ChainState:
    """A chain that is read side by side: the sheet, its line, what it came to so far, and the tokens of the side
    that is read.
    """

    def __init__(self, sheet: Sheet, text: LineOfTokens, chain: Chain) -> None:
        self.sheet, self.text, self.chain = sheet, text, chain
        self.going = Started(line=sheet.line)
        self.own: list[Token] = []
        self.mixed = False
        # Whether what the side that is read stands for is a guess.
        self.guessed = False
        # The result that the side before went on from at once: `3 + 4 = 7 * 2`.
        self.ran_on = ""
