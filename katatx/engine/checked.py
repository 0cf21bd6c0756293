"""Checked texts: each calculation with the claim about it and its judgement."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, isfinite, log10
from typing import NamedTuple

from katatx.engine.key import count_strokes, write_out
from katatx.engine.names import Defined, Names
from katatx.engine.pencils.recording import Strokes
from katatx.engine.pencils.writing import Step
from katatx.engine.values import Value, as_lists, like, shape_of
from katatx.notation.printing import write_expression, write_value
from katatx.notation.syntax import Node
from scoring.answer import Answer, TypedNumber
from scoring.places import DECIMALS
from scoring.shapes import Shape
from scoring.verdict import Judgement, Verdict

# From the best to the worst.
_VERDICTS = tuple(Verdict)
_MOST_PLACES = 18
MOST_NUMBERS = 2_000  # of a value that can be shown
# Figures that a calculation after ≈ claims.
_FIGURES_ABOUT = 3
NO_NAMES: Mapping[str, Defined] = {}


class Link(NamedTuple):
    """A calculation, and maybe a claim about its value with its judgement; both None if nothing is claimed.

    `strokes_taken` is the number of its single calculations, `places` that of the decimals required (None: any).
    `claimed` is a claim that is a calculation itself, as in `9·8 = 8·9`. `has_working` is False if its working is too
    long to read.
    """

    node: Node
    names: Names
    value: Value
    strokes_taken: int
    places: int | None
    answer: Answer | None = None
    judgement: Judgement | None = None
    claimed: Node | None = None
    has_working: bool = True

    @property
    def expression(self) -> str:
        return write_expression(self.node)

    @property
    def claim(self) -> Value:
        """Return the claimed value as nested lists or a number; None without a claim."""
        return self.answer and like(self.answer.shape, [number.value for number in self.answer.numbers])

    @property
    def claimed_places(self) -> int:
        """Return the most decimals claimed: 0 for exact numbers or no claim, negative for tens or more."""
        return max(number.places or 0 for number in self.answer.numbers) if self.answer else 0

    def claim_text(self, least: int) -> str:
        """Return the claim with `least` decimals or those claimed, after the calculation that made it, if any."""
        calculation = "" if self.claimed is None else f"{write_expression(self.claimed)} = "
        return calculation + write_value(as_lists(self.claim), max(least, self.claimed_places))

    @property
    def shape(self) -> Shape:
        return shape_of(self.value)

    @property
    def shown_places(self) -> int:
        """Return the number of decimals to show: those required, else those claimed, but from 3 to 18."""
        if self.places is not None:
            return self.places
        return min(_MOST_PLACES, max(DECIMALS, self.claimed_places))

    @property
    def shown(self) -> str:
        return write_value(as_lists(self.value), self.shown_places)

    @property
    def is_right(self) -> bool:
        return self.judgement is not None and self.judgement.verdict.counts_as_right

    def steps(self) -> list[Step]:
        """Return the worked lines of the calculation; empty if `has_working` is False."""
        return write_out(self.node, self.names) if self.has_working else []

    def strokes(self) -> Strokes:
        return count_strokes(self.node, self.names)


class Checked(NamedTuple):
    """A checked text: `names` are its definitions with their values, `links` its claims and calculations.

    A calculation is a link if no claim follows it and it defines nothing. A text without links `only_defines`, and has
    its last definition as link. `defined` is what later texts give `check` as names.
    `skipped` says which sides were not checked, and why.
    """

    names: dict[str, Value]
    links: tuple[Link, ...]
    only_defines: bool
    defined: Mapping[str, Defined] = NO_NAMES
    skipped: tuple[str, ...] = ()

    @property
    def worst(self) -> Link:
        """Return the last of the links with the worst verdict; the last link if nothing is claimed."""
        ranks = [_VERDICTS.index(link.judgement.verdict) if link.judgement else -1 for link in self.links]
        return self.links[len(ranks) - 1 - ranks[::-1].index(max(ranks))]

    @property
    def is_wrong(self) -> bool:
        """Return whether some claim does not count as right, as one with too few decimals does not."""
        return self.worst.judgement is not None and not self.worst.is_right


def rounded(answer: Answer) -> Answer:
    """Return what is claimed after `≈`, with the decimals it claims: 3000 claims two figures, an exact 600/2 three."""
    return answer._replace(numbers=tuple(map(_rounded, answer.numbers)))


def _rounded(number: TypedNumber) -> TypedNumber:
    places = number.places
    if places is None and number.value and isfinite(number.value):
        places = _FIGURES_ABOUT - 1 - floor(log10(abs(number.value)))
    elif places == 0 and number.value:
        digits = f"{abs(number.value):.0f}"
        places = min(0, max(2, len(digits.rstrip("0"))) - len(digits))
    return number._replace(places=places, about=True)
