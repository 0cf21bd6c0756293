"""The sides of a statement, each compared with the calculation before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import pairwise, product
from math import inf
from typing import NamedTuple

from katatx.engine.book import find_recipe
from katatx.engine.checked import MOST_NUMBERS, Link, rounded
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.key import Solution
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.standard_form import ranks_of, standard
from katatx.engine.values import flat, size_of
from katatx.errors import KatatxError
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.lexer import Token, settled
from katatx.notation.parser import UNITS, read_tokens, unit_at_end
from katatx.notation.statements import Side
from katatx.notation.syntax import Binary, Call, Listing, Literal, Node, Pick
from katatx.notation.walking import all_parts, literals
from scoring.answer import Answer, TypedNumber
from scoring.key import Band, Key
from scoring.places import LARGEST_WHOLE
from scoring.shapes import Shape, describe, same_shape
from scoring.verdict import Judgement, Verdict

_ROUND = re.compile(r"[1-9]+0+[kKMBT]")
_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+")


class Chain(NamedTuple):
    """The names and places for the sides of a statement, and the efforts left to work them and to find mistakes.

    `operations` are names that may also be called. `units` says what units behind numbers mean: "" nothing, "si" or
    "binary" their size; `commas` what those in numbers mean, if that is known. Mistakes are looked for if it `seeks`.
    """

    names: Names
    operations: Collection[str]
    places: int | None
    work: Effort
    search: Effort
    seeks: bool = True
    units: str = ""
    commas: str = ""

    def links(self, sides: list[Side]) -> tuple[list[Link], list[str]]:
        """Return the links of a statement, and why sides of it were left out.

        Units count as nothing or as their size, by what makes the claims right; so do commas and points in numbers. If
        no way does, the first counts.
        """
        first: tuple[list[Link], list[str]] | KatatxError | None = None
        for commas, units in product(_ways_of_commas(sides), _ways_of_units(sides)):
            try:
                found = self._replace(units=units, commas=commas).readable_links(sides)
            except KatatxError as error:
                first = first or error
                continue
            judged = [link for link in found[0] if link.judgement is not None]
            if all(link.is_right for link in judged) and (judged or first is None):
                return found
            first = first or found
        if first is None or isinstance(first, KatatxError):
            raise first or NotationError("there is no calculation", 1)
        return first

    def readable_links(self, sides: list[Side]) -> tuple[list[Link], list[str]]:
        """Return the links, and why the first sides were left out: symbols without values, or a label."""
        try:
            links = self.all_links(sides)
        except Ambiguous:
            raise
        except (NotationError, EngineError) as error:
            if len(sides) < 3 or not _may_be_symbols(sides[0], error) or all(map(_in_digits, sides[1:])):
                raise
            links, why = self.readable_links(sides[1:])
            return links, [f"{sides[0].text.strip()} was not checked: {_problem(error)}", *why]
        if len(sides) > 2 and _is_label(links[0].node) and not all(link.is_right for link in links):
            with suppress(KatatxError):
                others, _ = self.readable_links(sides[1:])
                if all(link.is_right for link in others):
                    return others, [f"{sides[0].text.strip()} was read as a label: what follows agrees without it"]
        return links, []

    def all_links(self, sides: list[Side]) -> list[Link]:
        """Return the links of a statement; a single side claims nothing.

        In `0.333 = 1/3` the result stands first, and in the last link of `2·3 = 7 = 14/2`, which is right.
        """
        first, *others = sides
        turned = self.turned(first, others[0]) if others and others[0].sign != "→" else None
        links = [] if turned is None else [turned]
        worked = turned or self.worked(first)
        for before, side in list(pairwise(sides))[len(links) :]:
            if side.sign == "→" and worked.shape != ():
                step, worked = self.step(worked, side)
                links += step
                continue
            link, after = self.compared(worked, side)
            turned = None if link.is_right else self.turned(before, side)
            links.append(turned if turned is not None and turned.is_right else link)
            worked = after
        return links or [worked]

    def step(self, worked: Link, side: Side) -> tuple[list[Link], Link]:
        """Return the link of a row and the row an arrow leads to, if it is the same, its softmax or its shares.

        Any other step is left; what follows is about the row behind the arrow.
        """
        after = self.worked(side)
        shares = Binary("/", worked.node, Call("sum", (worked.node,), False, side.column), side.column)
        for node in (worked.node, Call("softmax", (worked.node,), False, side.column), shares):
            with suppress(EngineError):
                value = work_out(standard(node, self.names), self.names, Pencil(effort=self.work))
                link, _ = self.compared(worked._replace(node=standard(node, self.names), value=value), side)
                if link.is_right:
                    return [link], after
        return [], after

    def compared(self, worked: Link, side: Side) -> tuple[Link, Link]:
        """Return the link of a calculation and the side after it, and the calculation that the next side is about."""
        answer, scale = self.claimed(side, worked.shape)
        if answer is not None:
            return self.judged(self.in_unit(worked, scale), answer, side), worked
        after = self.worked(side)
        numbers = tuple(TypedNumber(side.text.strip(), number, None) for number in flat(after.value))
        link = self.judged(worked, Answer(numbers, after.shape), side)
        return link._replace(claimed=after.node), after

    def claimed(self, side: Side, shape: Shape) -> tuple[Answer | None, float]:
        """Return a side as written numbers, None if there is more to calculate, and the size of the unit behind."""
        tokens, unit = unit_at_end(side.tokens, ranks_of(self.names))
        scale = UNITS.get(unit, 1.0) if self.units else 1.0
        if self.units == "binary" and unit in _BINARY:
            scale = _BINARY[unit]
        return _written(settled(tokens, self.commas) if self.commas else tokens, shape), scale

    def in_unit(self, worked: Link, scale: float) -> Link:
        """Return a calculation divided by the size of the unit in which its value is claimed."""
        if scale == 1:
            return worked
        unit = Literal(f"{scale:.12g}", scale, worked.node.column)
        node = Binary("/", worked.node, unit, worked.node.column)
        return worked._replace(node=node, value=work_out(node, self.names, Pencil(effort=self.work)))

    def turned(self, before: Side, side: Side) -> Link | None:
        """Return the link in which digits are claimed of a calculation after them; None if the sides are not these."""
        digits = _in_digits(before)
        if digits is None or _in_digits(side) is not None:
            return None
        worked = self.worked(side)
        answer = _written(before.tokens, worked.shape)
        return answer and self.judged(worked, answer, side)

    def worked(self, side: Side) -> Link:
        before = self.work.spent
        node = standard(self.read(side), self.names)
        value = work_out(node, self.names, Pencil(effort=self.work))
        if size_of(value) > MOST_NUMBERS:
            found = f"the result has {size_of(value):,} numbers"
            raise EngineError(f"{found}, and at most {MOST_NUMBERS:,} can be shown; work out a part of it")
        return Link(node, self.names, value, self.work.spent - before, self.places)

    def read(self, side: Side) -> Node:
        sizes = {"": dict.fromkeys(UNITS, 1.0), "si": UNITS}.get(self.units, UNITS | _BINARY)
        return read_tokens(side.tokens, ranks_of(self.names, self.operations), self.commas, sizes)

    def judged(self, worked: Link, answer: Answer, side: Side) -> Link:
        """Return the link of a calculation and what is claimed of it; after `≈`, no decimals are required."""
        claim, places = (rounded(answer), None) if side.sign == "≈" else (answer, self.places)
        link = worked._replace(places=places, answer=claim)
        link = link._replace(judgement=_judge(link, claim, self.search, self.seeks))
        for numbers in () if link.is_right else _otherwise(answer):
            other = answer._replace(numbers=numbers)
            judgement = _judge(link, other, self.search, self.seeks)
            if judgement.verdict.counts_as_right:
                return link._replace(answer=other, judgement=judgement)
        return link


def _otherwise(answer: Answer) -> Iterator[tuple[TypedNumber, ...]]:
    """Yield the numbers of a claim as they may be meant too: `7.850` as 7850, `800K` as a rounding to hundreds."""
    if all(_THOUSANDS.fullmatch(number.text) for number in answer.numbers):
        yield tuple(each._replace(value=float(each.text.replace(".", "")), places=0) for each in answer.numbers)
    if all(_ROUND.fullmatch(number.text) for number in answer.numbers):
        yield tuple(each._replace(places=(each.places or 0) - each.text.count("0")) for each in answer.numbers)


def _ways_of_commas(sides: list[Side]) -> list[str]:
    """Return what commas and points in numbers may mean, the likeliest first."""
    numbers = [token for side in sides for token in side.tokens if token.kind == "number"]
    pointed = [token for token in numbers if "." in token.text]
    ways = ["", "decimal"] if any(token.parts for token in numbers) else [""]
    return [*ways, "points"] if pointed and all(_THOUSANDS.fullmatch(token.text) for token in pointed) else ways


_BINARY = {"KB": 1024.0, "kB": 1024.0, "MB": 1024.0**2, "GB": 1024.0**3, "TB": 1024.0**4}


def _ways_of_units(sides: list[Side]) -> list[str]:
    """Return what units may mean, the likeliest first: where all are the same, nothing."""
    pairs = [pair for side in sides for pair in pairwise(side.tokens)]
    found = {after.text for before, after in pairs if before.kind == "number" and after.text in UNITS}
    if not found:
        return [""]
    return ["", "si", "binary"] if len(found) == 1 else ["si", "binary", ""]


def _may_be_symbols(side: Side, error: KatatxError) -> bool:
    """Return whether a side that cannot be worked has symbols, more than one name alone."""
    if len(side.tokens) < 2 or not any(token.kind == "name" for token in side.tokens):
        return False
    return not isinstance(error, Exhausted)


def _problem(error: KatatxError) -> str:
    return getattr(error, "problem", str(error)).partition(";")[0]


def _is_label(node: Node) -> bool:
    """Return whether a node is a call or a part of a name, without rows: `softmax(2)`, `a[1]`."""
    rows = (each for each in all_parts(node) if isinstance(each, Listing) and len(each.items) > 1)
    return isinstance(node, (Call, Pick)) and not any(rows)


def _in_digits(side: Side) -> Answer | None:
    """Return a side as numbers in digits, whole ones too; None for 1/3, a calculation, or what has two readings."""
    answer = None
    with suppress(Ambiguous):
        begins = side.tokens[0].text if side.tokens else ""  # an operation, in most lines
        answer = None if find_recipe(begins) else _written(side.tokens, ())
    return answer if answer and all(number.places is not None for number in answer.numbers) else None


def _written(tokens: list[Token], shape: Shape) -> Answer | None:
    """Return tokens as written numbers, of the expected `shape` if they can be; None if there is more to calculate."""
    # Importing this costs a check without claims a tenth of its time.
    from katatx.notation.answers import read_written

    return read_written(tokens, shape)


def _judge(link: Link, claim: Answer, effort: Effort, seeks: bool) -> Judgement:
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
        true = Solution(link.node, link.names, link.places, effort=effort)
        found = judge(claim, true, effort=effort) if seeks else true.grade(claim)
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
