"""Where the reading of a chain stands."""

from __future__ import annotations

from katatx.audit.chains import Chain
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.operands import MONEY
from katatx.audit.sheet import Sheet, Started
from katatx.audit.tokens import Token
from katatx.audit.units import Unit

# So many dots lead up to an amount.
_LEADERS = 3


class LineOfTokens:
    """A line with its tokens and units, of which the chains take parts."""

    def __init__(self, line: LogicalLine, tokens: list[Token], units: list[Unit]) -> None:
        self.line, self.tokens, self.units = line, tokens, units
        # Where the last dots stand that lead up from a label; -1 where there are none.
        self.led = next((token.start for token in reversed(tokens) if _leads_up(token)), -1)

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

    def label(self) -> list[Token]:
        """What names the chain: all that stands before dots that lead up to it, or the words before its colon."""
        units, tokens = self.text.units, self.text.tokens
        if self.own and self.text.led >= self.own[-1].stop:
            return []  # that stands in a label
        at = units[self.chain.sides[0].first].first - 1
        while at > 0 and (tokens[at].text in MONEY or tokens[at].text in ("~", "-", "≈")):
            at -= 1
        if at > 0 and _leads_up(tokens[at]):
            return tokens[:at]
        return self.text.part(*self.chain.label)


def _leads_up(token: Token) -> bool:
    return token.text == ":" and token.stop - token.start >= _LEADERS
