"""Checking typed arithmetic: expressions, claims, chains and definitions.

A statement has sides joined by signs such as `=`; a side that states the value of the side beside it is a claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import accumulate, pairwise
from math import floor, inf, isfinite, log10
from typing import NamedTuple

from katatx.engine.book import find_recipe
from katatx.engine.defining import Scope, names_given, values_of, with_names_joined, without_homonyms
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.key import Solution, count_strokes, write_out
from katatx.engine.names import Defined, Names
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.pencils.strokes import Strokes
from katatx.engine.pencils.writing import Step
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, as_lists, flat, like, shape_of, size_of
from katatx.errors import KatatxError
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.expressions import read_tokens
from katatx.notation.printing import write_expression, write_value
from katatx.notation.statements import Side, split_statements
from katatx.notation.syntax import Binary, Listing, Literal, Name, Node, Sum, Unary
from katatx.notation.walking import literals
from scoring.answer import Answer, TypedNumber
from scoring.key import Band, Key
from scoring.places import DECIMALS, LARGEST_WHOLE
from scoring.shapes import Shape, describe, same_shape
from scoring.verdict import Judgement, Verdict

# From the best to the worst.
_VERDICTS = tuple(Verdict)

# The effort for working a text, and for finding mistakes in it: enough for a transformer block over a few words,
# and a few hundredths of a second at most.
LONGEST_WORK = 6_000
LONGEST_SEARCH = 3_000
# For a line checked alone, a few tenths of a second for trying every mistake are acceptable.
THOROUGH_SEARCH = 200_000
# Nobody reads a working of more calculations than this, or a value of more numbers.
LONGEST_WORKING = 700
MOST_NUMBERS = 2_000
MOST_STATEMENTS = 50
_MOST_PLACES = 18
# A definition that takes more work than this is worked once; later texts use its value.
LONGEST_CARRIED = 100
_NO_NAMES: Mapping[str, Defined] = {}
# Figures that a calculation after ≈ claims.
_FIGURES_ABOUT = 3


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
    """

    names: dict[str, Value]
    links: tuple[Link, ...]
    only_defines: bool
    defined: Mapping[str, Defined] = _NO_NAMES

    @property
    def worst(self) -> Link:
        """Return the last of the links with the worst verdict; the last link if nothing is claimed."""
        links = reversed(self.links)
        return max(links, key=lambda link: _VERDICTS.index(link.judgement.verdict) if link.judgement else -1)

    @property
    def is_wrong(self) -> bool:
        """Return whether some claim does not count as right, as one with too few decimals does not."""
        return self.worst.judgement is not None and not self.worst.is_right


def check(
    text: str, places: int | None = None, search: int = LONGEST_SEARCH, names: Mapping[str, Defined] = _NO_NAMES
) -> Checked:
    """Check statements separated by `;` or line breaks; `names` are earlier definitions.

    A new name is defined by `=`, any name by `:=` (see `names_given`); every other `=`, `→`, `≈` or `~` makes a claim
    about the calculation before it. `places` requires that many decimals of claims without `≈` or `~`; None accepts
    those given. `search` is the most single calculations for finding the mistakes behind wrong claims. Raises
    KatatxError, with the column where it is known, for what cannot be read or has no value.
    """
    checked = _checked(text, places, search, names, bullets=True)
    if text.lstrip()[:2] in ("- ", "– ", "− ") and checked.is_wrong:
        # `- 2 + 1 = -1`: the dash is a minus, not a bullet, if only then the claims are true.
        with suppress(KatatxError):
            other = _checked(text, places, search, names, bullets=False)
            return checked if other.is_wrong else other
    return checked


def _checked(text: str, places: int | None, search: int, above: Mapping[str, Defined], bullets: bool) -> Checked:
    """Return the text checked; `bullets` says whether bullets are removed first."""
    above = without_homonyms(above, text)
    operands = [name for name in above if find_recipe(name) is None]
    statements = split_statements(text, bullets, operands, {each.code for each in above.values() if each.code})
    if len(statements) > MOST_STATEMENTS:
        raise NotationError(f"more than {MOST_STATEMENTS} calculations at once; check them in parts", 1)
    scope = Scope(above, one_statement=len(statements) == 1)
    efforts = Effort(LONGEST_WORK), Effort(search)
    links: list[Link] = []
    found: list[Link] = []
    for statement in statements:
        sides = [with_names_joined(side, above) for side in statement]
        if len(sides) == 1 and found and found[-1].judgement is not None:
            _refuse_loose_row(sides[0])
        given = names_given(sides, scope)
        calculated = sides[len(given) :]
        found = _Chain(dict(scope.names), places, *efforts).links(calculated, given[-1][-1] if given else "")
        settled = all(link.is_right for link in found) or found[0].strokes_taken > LONGEST_CARRIED
        for side, names in zip(sides, given, strict=False):
            values = values_of(side, names, found[0].node, found[0].value, found[0].names)
            scope.define(values, side.dialect.code, settled=settled)
        links += [link for link in found if not given or link.judgement is not None]
    shown = links or found[:1]
    taken = accumulate(link.strokes_taken for link in shown)
    readable = (link._replace(has_working=total <= LONGEST_WORKING) for link, total in zip(shown, taken, strict=True))
    return Checked(scope.values, tuple(readable), only_defines=not links, defined=scope.given)


def _refuse_loose_row(side: Side) -> None:
    """Raise Ambiguous for a row alone after a claim: `3 4` in `x = 1 2; 3 4` may be a second row of it."""
    node = read_tokens(side.tokens, side.dialect)
    if isinstance(node, Listing) and all(isinstance(item, (Literal, Unary)) for item in node.items):
        question = "is this one more row of the result, or another calculation? Write a grid as [1 2; 3 4]"
        raise Ambiguous(question, side.column)


class _Chain(NamedTuple):
    """The names and places for the sides of a statement, and the efforts left to work them and to find mistakes."""

    names: Names
    places: int | None
    work: Effort
    search: Effort

    def links(self, sides: list[Side], name: str) -> list[Link]:
        """Return the links of a statement that defines `name` ("" for none); a single side claims nothing.

        In `0.333 = 1/3` the result stands first, and in the last link of `2·3 = 7 = 14/2`, which is right.
        """
        first, *others = sides
        turned = self.turned(first, others[0]) if others else None
        links = [] if turned is None else [turned]
        claimed = next(filter(None, map(_alone, others)), None)
        worked = turned or self.worked(first, name, is_one=claimed is not None and claimed.shape == ())
        for before, side in list(pairwise(sides))[len(links) :]:
            link, after = self.compared(worked, side)
            turned = None if link.is_right else self.turned(before, side)
            links.append(turned if turned is not None and turned.is_right else link)
            worked = after
        return links or [worked]

    def compared(self, worked: Link, side: Side) -> tuple[Link, Link]:
        """Return the link of a calculation and the side after it, and the calculation that the next side is about."""
        answer = _written(side, worked.shape)
        if answer is not None:
            return self.judged(worked, answer, side), worked
        after = self.worked(side, is_one=worked.shape == ())
        numbers = tuple(TypedNumber(side.text.strip(), number, None) for number in flat(after.value))
        link = self.judged(worked, Answer(numbers, after.shape), side)
        return link._replace(claimed=after.node), after

    def turned(self, before: Side, side: Side) -> Link | None:
        """Return the link in which digits are claimed of a calculation after them; None if the sides are not these."""
        digits = _in_digits(before)
        if before.changes or digits is None or _in_digits(side) is not None:
            return None
        worked = self.worked(side, is_one=digits.shape == ())
        answer = _written(before, worked.shape)
        return answer and self.judged(worked, answer, side)

    def worked(self, side: Side, changed: str = "", *, is_one: bool = False) -> Link:
        """Return a side worked; an assignment such as `w -= 0.1` uses the name `changed`.

        If it `is_one` number, what only spaces part is a product where that gives one: `2 ln 2 = 1.386`.
        """
        for spaced_products in (False, True) if is_one else ():
            with suppress(EngineError):
                worked = self.read(side, changed, spaced_products)
                if worked.shape == ():
                    return worked
        return self.read(side, changed)

    def read(self, side: Side, changed: str, spaced_products: bool = False) -> Link:
        before = self.work.spent
        node = read_tokens(side.tokens, side.dialect, spaced_products)
        if side.changes and changed:
            name, sign = Name(changed, side.column), side.changes
            is_sum = sign in ("+", "-")
            node = Sum((("+", name), (sign, node)), node.column) if is_sum else Binary(sign, name, node, node.column)
        node = standard(node, self.names)
        value = work_out(node, self.names, Pencil(effort=self.work))
        if size_of(value) > MOST_NUMBERS:
            found = f"the result has {size_of(value):,} numbers"
            raise EngineError(f"{found}, and at most {MOST_NUMBERS:,} can be shown; work out a part of it")
        return Link(node, self.names, value, self.work.spent - before, self.places)

    def judged(self, worked: Link, answer: Answer, side: Side) -> Link:
        """Return the link of a calculation and what is claimed of it; after `≈`, no decimals are required."""
        rounded = answer._replace(numbers=tuple(map(_rounded, answer.numbers)))
        claim, places = (rounded, None) if side.sign == "≈" else (answer, self.places)
        link = worked._replace(places=places, answer=claim)
        return link._replace(judgement=_judge(link, claim, self.search))


def _in_digits(side: Side) -> Answer | None:
    """Return a side as numbers in digits, whole ones too; None for 1/3, a calculation, or what has two readings."""
    answer = _alone(side)
    return answer if answer and all(number.places is not None for number in answer.numbers) else None


def _alone(side: Side) -> Answer | None:
    """Return a side as written numbers; None if there is more to calculate, or if it has two readings."""
    with suppress(Ambiguous):
        return _written(side, ())
    return None


def _written(side: Side, shape: Shape) -> Answer | None:
    """Return a side as written numbers, of the expected `shape` if they can be; None if there is more to calculate."""
    # Importing this costs a check without claims a tenth of its time.
    from katatx.notation.answers import read_written

    return read_written(side.tokens, side.dialect, shape)


def _rounded(number: TypedNumber) -> TypedNumber:
    """Return a number after `≈`, with the decimals it claims: 3000 claims two figures, an exact 600/2 three."""
    places = number.places
    if places is None and number.value and isfinite(number.value):
        places = _FIGURES_ABOUT - 1 - floor(log10(abs(number.value)))
    elif places == 0 and number.value:
        digits = f"{abs(number.value):.0f}"
        places = min(0, max(2, len(digits.rstrip("0"))) - len(digits))
    return number._replace(places=places, about=True)


def _judge(link: Link, claim: Answer, effort: Effort) -> Judgement:
    """Return the judgement of a claim; rounding and mistakes are worked out only if it is not exactly right."""
    from scoring.judge import grade

    numbers = tuple(flat(link.value))
    inexact = any(LARGEST_WHOLE <= abs(number) < inf for number in numbers)
    inexact |= any(each.text.isdecimal() and int(each.text) != each.value for each in literals(link.node))
    if inexact and any(number.places is None or number.places >= 0 for number in claim.numbers):
        raise EngineError("numbers of 16 digits and more are not exact here; write ≈ and fewer digits")
    exactly = Band(numbers, numbers)
    judged = grade(claim, Key(link.shape, numbers, exactly, link.places))
    if judged.verdict is Verdict.RIGHT:
        return judged
    from katatx.engine.mistakes.judging import judge

    try:
        found = judge(claim, Solution(link.node, link.names, link.places, effort=effort), effort=effort)
    except Exhausted as error:
        if judged.verdict is Verdict.AGAIN:
            return judged
        raise EngineError("the line is too long to tell rounding from a mistake; check it in parts") from error
    if found.verdict is Verdict.AGAIN and not same_shape(claim.shape, link.shape):
        message = f"the calculation gives {describe(link.shape)}, and {describe(claim.shape)} is claimed"
        return found._replace(message=message)
    cut_short = effort.exhausted and found.verdict is Verdict.WRONG and not found.causes
    tried = " (the line is long: not every known mistake was tried)" if cut_short else ""
    return found._replace(message=found.message + tried)
