"""Checking typed arithmetic: expressions, claims, chains and definitions.

A text has statements, and a statement has sides joined by signs such as `=`. A claim is a side that states the value of
the side before it. A link is a calculation together with the claim about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from math import floor, inf, isfinite, log10
from typing import NamedTuple

from katatx.engine.defining import Scope, defined_names, values_of, with_names_joined, without_homonyms
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.key import Search, count_strokes, solve, write_out
from katatx.engine.names import Defined, Names
from katatx.engine.pencils.interval import low_of
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.pencils.strokes import Strokes
from katatx.engine.pencils.writing import Step
from katatx.engine.recipe import find_recipe
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
from scoring.judgement import Judgement, Verdict
from scoring.key import Band, Key
from scoring.places import DECIMALS, LARGEST_WHOLE
from scoring.shapes import Shape, describe, same_shape

# Severity of each verdict.
_WORST = {verdict: rank for rank, verdict in enumerate(Verdict)}

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
_DASHES = ("- ", "– ", "− ")
_NOT_ALL_TRIED = " (the line is long: not every known mistake was tried)"
_LONG_NUMBER = 16
# Figures that a calculation after ≈ claims.
_FIGURES_ABOUT = 3


class Link(NamedTuple):
    """One `left = right` of a chain: the value of the left side, and the verdict on the right side.

    `node`, `names` and `value` are the left side; `strokes_taken` is the number of calculations it took. `places` is
    the number of decimals required; None for any. `claim` is the claimed value as nested lists (one number as it is);
    `claimed_places` is the most decimals of its numbers: 0 for exact ones or without a claim, and negative if only tens
    or more are claimed. `claim` and `judgement` are None if nothing is claimed. `claimed` is the expression of a claim
    that is a calculation itself, as in `9·8 = 8·9`; None for written numbers. `has_working` is False if the working is
    too long to read.
    """

    node: Node
    names: Names
    value: Value
    places: int | None
    strokes_taken: int
    claim: Value
    claimed_places: int
    judgement: Judgement | None
    claimed: Node | None = None
    has_working: bool = True

    @property
    def expression(self) -> str:
        """Return the left side as text in standard spelling."""
        return write_expression(self.node)

    def claim_text(self, least: int) -> str:
        """Return the claim as text, after the calculation that made it, if any. There must be a claim.

        Its numbers are rounded to `least` decimals, or to those claimed if they are more.
        """
        calculation = "" if self.claimed is None else f"{write_expression(self.claimed)} = "
        return calculation + write_value(as_lists(self.claim), max(least, self.claimed_places))

    @property
    def shape(self) -> Shape:
        """Return the shape of the left side's value."""
        return shape_of(self.value)

    @property
    def shown_places(self) -> int:
        """Return the number of decimals to show: those required; if none are, those claimed, but from 3 to 18."""
        if self.places is not None:
            return self.places
        return min(_MOST_PLACES, max(DECIMALS, self.claimed_places))

    @property
    def shown(self) -> str:
        """Return the value of the left side as text, to `shown_places` decimals."""
        return write_value(as_lists(self.value), self.shown_places)

    def steps(self) -> list[Step]:
        """Return the worked lines of the left side; empty if `has_working` is False."""
        return write_out(self.node, self.names) if self.has_working else []

    def strokes(self) -> Strokes:
        """Return the cost of working the left side by hand."""
        return count_strokes(self.node, self.names)


class Checked(NamedTuple):
    """A checked text: `names` are its definitions with their values, `links` its claims and calculations.

    There is a link for each claim, and one for each calculation that is followed by no claim and defines nothing. If
    the text has neither, it `only_defines`, and its last definition is the only link. `defined` has the same names as
    `names`, in the form in which `check` takes them for later texts.
    """

    names: dict[str, Value]
    links: tuple[Link, ...]
    only_defines: bool
    defined: Mapping[str, Defined] = _NO_NAMES

    @property
    def worst(self) -> Link:
        """Return the link with the worst verdict, the last of several; the last link if nothing is claimed."""
        return max(
            reversed(self.links), key=lambda link: -1 if link.judgement is None else _WORST[link.judgement.verdict]
        )


class _Worked(NamedTuple):
    """The expression of one side in standard form, its names, its value, and the number of calculations it took."""

    node: Node
    names: Names
    value: Value
    strokes_taken: int


class _Efforts(NamedTuple):
    """The effort left for working a text, and for finding mistakes in it."""

    work: Effort
    search: Effort


def check(
    text: str, places: int | None = None, search: int = LONGEST_SEARCH, names: Mapping[str, Defined] = _NO_NAMES
) -> Checked:
    """Check statements separated by `;` or line breaks; `names` are earlier definitions.

    `name = ...` with a new name defines it; every other `=`, `→`, `≈` or `~` makes a claim. An earlier name is
    redefined by a calculation, or by numbers if it was defined by numbers. In a text of one statement, numbers given to
    a name that was calculated are a claim; in a longer text they redefine it. A name of the text itself is redefined
    only if the new value uses the old, `w = w - 0.1`, or in a list, `a, b = 3, 4`. An intermediate result, as in `1/3 =
    0.33 = 0.333`, is a claim like the last one: each is compared with the calculation before it.

    `places` requires that many decimals of every claim made without `≈` or `~`; None accepts the decimals given.
    `search` is the most single calculations spent on finding the mistakes behind wrong claims. Raises KatatxError, with
    the column where it is known, for what cannot be read or has no value.
    """
    checked = _checked(text, places, search, names, bullets=True)
    if text.lstrip()[:2] in _DASHES and _is_wrong(checked):
        # `- 2 + 1 = -1`: the dash is a minus, not a bullet, if only then the claims are true.
        with suppress(KatatxError):
            other = _checked(text, places, search, names, bullets=False)
            return checked if _is_wrong(other) else other
    return checked


def _is_wrong(checked: Checked) -> bool:
    """Return whether some claim of a text does not count as right; one with too few decimals does not either."""
    return checked.worst.judgement is not None and not _is_right(checked.worst)


def _checked(text: str, places: int | None, search: int, above: Mapping[str, Defined], bullets: bool) -> Checked:
    """Return the text checked as by `check`, whose `names` are `above` here.

    `bullets` says whether bullets at the beginning of lines are removed first.
    """
    above = without_homonyms(above, text)
    operands = [name for name in above if find_recipe(name) is None]
    codes = {each.code for each in above.values() if each.code}
    split = split_statements(text, bullets, operands, codes)
    statements = [[with_names_joined(side, above) for side in sides] for sides in split]
    scope = Scope(above, one_statement=len(statements) == 1)
    values: dict[str, Value] = {}
    links: list[Link] = []
    claimed = False
    if len(statements) > MOST_STATEMENTS:
        raise NotationError(f"more than {MOST_STATEMENTS} calculations at once; check them in parts", 1)
    efforts = _Efforts(Effort(LONGEST_WORK), Effort(search))
    for sides in statements:
        if claimed and len(sides) == 1:
            _refuse_loose_row(sides[0])
        defined = defined_names(sides, scope)
        taken = 1 if len(defined) > 1 and sides[0].several == defined else len(defined)
        found = _check_chain(sides[taken:], dict(scope.names), places, efforts, defined)
        first = found[0]
        meant = values_of(sides, defined, first.node, first.value, first.names)
        for name, (node, value) in zip(defined, meant, strict=True):
            scope.define(name, node, value, sides[taken].dialect.code, settled=_is_settled(found))
            values[name] = value
        claimed = found[-1].judgement is not None
        links += [link for link in found if not defined or link.judgement is not None]
    return Checked(values, tuple(_readable(links or found[:1])), only_defines=not links, defined=scope.given)


def _is_settled(links: Sequence[Link]) -> bool:
    """Return whether later texts may use a definition's value instead of its calculation.

    `links` are those of its statement. That is so if every one has a claim that is right, or if the value took more
    than 100 calculations.
    """
    written = all(link.judgement is not None and link.judgement.verdict.counts_as_right for link in links)
    return written or links[0].strokes_taken > LONGEST_CARRIED


def _readable(links: list[Link]) -> Iterator[Link]:
    """Yield the links; from the one on where all calculations so far exceed 700, with `has_working` False."""
    taken = 0
    for link in links:
        taken += link.strokes_taken
        yield link._replace(has_working=taken <= LONGEST_WORKING)


def _refuse_loose_row(side: Side) -> None:
    """Raise Ambiguous if a side is only a row of numbers: in `x = 1 2; 3 4`, it may be the second row of the claim.

    The caller makes sure that it stands alone after a claim. Raises NotationError if it cannot be read.
    """
    node = read_tokens(side.tokens, side.dialect)
    if isinstance(node, Listing) and all(isinstance(item, (Literal, Unary)) for item in node.items):
        raise Ambiguous(
            "is this one more row of the result, or another calculation? Write a grid as [1 2; 3 4]", side.column
        )


def _check_chain(
    sides: list[Side], names: Names, places: int | None, efforts: _Efforts, defined: list[str]
) -> list[Link]:
    """Return the links of one chain: each side is compared with the calculation before it.

    A single side gives one link without a claim. `names` is what names stand for, `places` the number of decimals
    required of claims; `defined` are the names that the chain defines. In `0.333 = 1/3` the result stands first and is
    the claim. So it is in the last link of `2·3 = 7 = 14/2`, which is right. Raises KatatxError for what cannot be
    read, worked or compared.
    """
    calculated, *others = sides
    if not others:
        return [_link(_work(calculated, names, efforts, defined), places, None, None)]
    links: list[Link] = []
    turned = None if calculated.changes else _result_first(calculated, others[0], names, places, efforts)
    if turned is not None:
        link, worked = turned
        links.append(link)
        calculated, *others = others
    else:
        worked = _work(calculated, names, efforts, defined, is_one=_claims_one_number(others))
    for before, side in pairwise((calculated, *others)):
        link, after = _linked(worked, side, names, places, efforts)
        if before is not calculated and not _is_right(link):
            beside = _result_first(before, side, names, places, efforts)
            link = beside[0] if beside is not None and _is_right(beside[0]) else link
        links.append(link)
        if after is not worked:
            worked, calculated = after, side
    return links


def _claims_one_number(sides: list[Side]) -> bool:
    """Return whether the first side that is written numbers is a single one; False if it has two readings."""
    with suppress(Ambiguous):
        return next((claim.shape for side in sides if (claim := read_claim(side, ())) is not None), None) == ()
    return False


def _linked(worked: _Worked, side: Side, names: Names, places: int | None, efforts: _Efforts) -> tuple[Link, _Worked]:
    """Return the link of a calculation and the side after it, and the calculation that comes before the next side.

    That is `worked` if the side is written numbers; otherwise it is the side itself, worked. `places` does not apply to
    a side after `≈`. Raises KatatxError for what cannot be read, worked or compared.
    """
    asked = None if side.about else places
    claim = read_claim(side, shape_of(worked.value))
    if claim is not None:
        return _link(worked, asked, claim, _judge(worked, claim, asked, efforts)), worked
    after = _work(side, names, efforts, is_one=shape_of(worked.value) == ())
    claim = _as_answer(side, after)
    link = _link(worked, asked, claim, _judge(worked, claim, asked, efforts))
    return link._replace(claimed=after.node), after


def _of_another_shape(value: Value, claim: Answer) -> str:
    """Return the message for a claim that has not the shape of the calculated value."""
    return f"the calculation gives {describe(shape_of(value))}, and {describe(claim.shape)} is claimed"


def _result_first(
    before: Side, side: Side, names: Names, places: int | None, efforts: _Efforts
) -> tuple[Link, _Worked] | None:
    """Return the link in which numbers in digits (`before`) are claimed of the calculation `side` after them, and that.

    None if `before` is anything else, or if `side` is only numbers in digits too.
    """
    if not _has_decimals(before) or _has_decimals(side):
        return None
    worked = _work(side, names, efforts, is_one=_claims_one_number([before]))
    claim = read_claim(before._replace(about=side.about), shape_of(worked.value))
    if claim is None:
        return None
    asked = None if side.about else places
    return _link(worked, asked, claim, _judge(worked, claim, asked, efforts)), worked


def _has_decimals(side: Side) -> bool:
    """Return whether a side is only numbers written in digits, whole ones too; False for 1/3, or for two readings."""
    try:
        claim = read_claim(side._replace(about=False), ())
    except Ambiguous:
        return False
    return claim is not None and all(number.places is not None for number in claim.numbers)


def _is_right(link: Link) -> bool:
    """Return whether a link claims something that is right."""
    return link.judgement is not None and link.judgement.verdict.counts_as_right


def read_claim(side: Side, shape: Shape) -> Answer | None:
    """Return a side as written numbers; None if it is something to calculate.

    They have the expected `shape`, up to axes of length 1, if they can be read so, else their own. After `≈`, zeros at
    the end of a whole number do not count as claimed digits. Raises Ambiguous if the numbers have two readings.
    """
    # Importing this costs a check without claims a tenth of its time.
    from katatx.notation.answers import read_written

    answer = read_written(side.tokens, side.dialect, shape)
    if answer is None or not side.about:
        return answer
    return answer._replace(numbers=tuple(map(_rounded, answer.numbers)))


def _link(worked: _Worked, places: int | None, claim: Answer | None, judgement: Judgement | None) -> Link:
    """Return the link of a calculation and the claim about it; `claim` and `judgement` are None if there is none.

    `places` is the number of decimals required; None for any.
    """
    value = None if claim is None else like(claim.shape, [number.value for number in claim.numbers])
    written = 0 if claim is None else max(number.places or 0 for number in claim.numbers)
    return Link(worked.node, worked.names, worked.value, places, worked.strokes_taken, value, written, judgement)


def _work(side: Side, names: Names, efforts: _Efforts, defined: Sequence[str] = (), *, is_one: bool = False) -> _Worked:
    """Return a side parsed and evaluated; an assignment such as `w -= 0.1` uses the last name in `defined`.

    If it `is_one` number, what only spaces part is a product where that gives one: `2 ln 2 = 1.386`. Raises
    NotationError if it cannot be read, Ambiguous if it has two readings, EngineError if it has no value or more than
    2,000 numbers, Exhausted if the effort is used up.
    """
    try:
        worked = _work_as(side, names, efforts, defined)
    except EngineError:
        if not is_one:
            raise
        with suppress(EngineError):
            return _work_as(side, names, efforts, defined, spaced_products=True)
        raise
    if is_one and shape_of(worked.value):
        with suppress(EngineError):
            product = _work_as(side, names, efforts, defined, spaced_products=True)
            return product if shape_of(product.value) == () else worked
    return worked


def _work_as(
    side: Side, names: Names, efforts: _Efforts, defined: Sequence[str], spaced_products: bool = False
) -> _Worked:
    """Do as `_work`, but read the side only once: with `spaced_products` (see `read_tokens`), or without."""
    before = efforts.work.spent
    node = read_tokens(side.tokens, side.dialect, spaced_products)
    if side.changes and defined:
        node = _changed(Name(defined[-1], side.column), side.changes, node)
    node = standard(node, names)
    value = work_out(node, names, Pencil(effort=efforts.work))
    if size_of(value) > MOST_NUMBERS:
        raise EngineError(
            f"the result has {size_of(value):,} numbers, and at most {MOST_NUMBERS:,} can be shown; work out a part "
            "of it"
        )
    return _Worked(node, names, value, efforts.work.spent - before)


def _judge(worked: _Worked, claim: Answer, places: int | None, efforts: _Efforts) -> Judgement:
    """Return the judgement of a claim against the calculated value.

    `places` is the number of decimals required; None for any. Most claims agree with the exact value to every place
    written; only for others are rounding and mistakes worked out, and the message says if not every mistake was tried.
    Raises EngineError if numbers are too large to be exact and the claim is not rounded to tens or coarser, or if
    rounding takes more than the effort left and the claim has the shape of the value.
    """
    from scoring.judge import grade

    numbers = tuple(map(low_of, flat(worked.value)))
    inexact = any(LARGEST_WHOLE <= abs(number) < inf for number in numbers) or not _is_exact(worked.node)
    if inexact and any(number.places is None or number.places >= 0 for number in claim.numbers):
        raise EngineError("numbers of 16 digits and more are not exact here; write ≈ and fewer digits")
    exactly = Band(numbers, numbers)
    judged = grade(claim, Key(shape_of(worked.value), numbers, exactly, exactly, places))
    if judged.verdict in (Verdict.RIGHT, Verdict.COARSE):
        return judged
    if judged.verdict is Verdict.UNREAD and not same_shape(claim.shape, shape_of(worked.value)):
        judged = judged._replace(message=_of_another_shape(worked.value, claim))
    search = Search(tuple(number.value for number in claim.numbers), efforts.search)
    try:
        solution = solve(worked.node, worked.names, places, search=search)
    except Exhausted as error:
        if judged.verdict is Verdict.UNREAD:
            return judged
        raise EngineError("the line is too long to tell rounding from a mistake; check it in parts") from error
    found = grade(claim, solution.key)
    found = judged if found.verdict is judged.verdict is Verdict.UNREAD else found
    cut_short = efforts.search.exhausted and not (found.verdict.counts_as_right or found.wrong_turns)
    return found._replace(message=f"{found.message}{_NOT_ALL_TRIED}") if cut_short else found


def _is_exact(node: Node) -> bool:
    """Return whether floats represent every whole number written in an expression."""
    written = (each for each in literals(node) if len(each.text) >= _LONG_NUMBER and each.text.isdecimal())
    return all(int(each.text) == each.value for each in written)


def _changed(name: Name, sign: str, node: Node) -> Node:
    """Return the expression that an assignment such as `w -= 0.1` gives its name: `w - 0.1`."""
    if sign in ("+", "-"):
        return Sum((("+", name), (sign, node)), node.column)
    return Binary(sign, name, node, node.column)


def _rounded(number: TypedNumber) -> TypedNumber:
    """Return a number after `≈`, marked as approximate, with the decimals it claims (negative for tens, hundreds, ...).

    Zeros at the end of a whole number do not count as claimed digits, but at least two figures do: 3000 claims two. An
    exact number, such as 22/7 or 600/2, claims three figures.
    """
    places = number.places
    if places is None:
        places = _places_about(number.value)
    elif places == 0 and number.value:
        digits = f"{abs(number.value):.0f}"
        places = min(0, max(2, len(digits.rstrip("0"))) - len(digits))
    return number._replace(places=places, about=True)


def _as_answer(side: Side, worked: _Worked) -> Answer:
    """Return a calculated side as the answer that it claims: exact to every place, or to three figures after `≈`."""
    numbers = (TypedNumber(side.text.strip(), low_of(number), None) for number in flat(worked.value))
    return Answer(tuple(map(_rounded, numbers) if side.about else numbers), shape_of(worked.value))


def _places_about(value: float) -> int | None:
    """Return the decimals that write a value to three significant figures; None for 0, infinity and NaN.

    They are negative from 1000 on.
    """
    return _FIGURES_ABOUT - 1 - floor(log10(abs(value))) if value and isfinite(value) else None
