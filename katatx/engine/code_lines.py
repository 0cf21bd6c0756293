"""Checking a line of code: worked by NumPy, its claims judged by their printed digits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from katatx.engine.checked import MOST_NUMBERS, Checked, Link, rounded
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.names import Defined
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.values import Value, flat, shape_of, value_of
from katatx.errors import KatatxError
from katatx.notation.answers import read_answer
from katatx.notation.code.syntax import Side, parsed, statements
from katatx.notation.code.working import Worker, numbers_of
from katatx.notation.errors import CodeError
from katatx.notation.syntax import Code, Listing, Literal, Name, Node, Unary
from scoring.answer import Answer, TypedNumber
from scoring.judge import grade
from scoring.key import Band, Key
from scoring.verdict import Cause, Judgement, Verdict

_NUMBER = r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?inf|True|False"
_WRAPPED = re.compile(
    r"(?:(?:np|torch)\.)?(?:array|tensor|float\d\d|int\d\d)\((.*?)(?:, *(?:dtype|device)=[^,]*)*\)\.?$", re.DOTALL
)
_PRINTED = re.compile(rf"(?:{_NUMBER}|[\s,\[\]()%])+\.?")


def check_code(text: str, places: int | None, above: Mapping[str, Defined], library: str) -> Checked:
    """Return a line of code checked; names from `above` have the values they have there. Raises KatatxError."""
    return _Line(places, above, library).checked(text)


class _Line:
    """One line of code while it is worked: its links so far, and the names it defines."""

    def __init__(self, places: int | None, above: Mapping[str, Defined], library: str) -> None:
        self.places = places
        self.library = library
        self.worker = Worker(library or "numpy", _values(above))
        self.defined: dict[str, Defined] = {}

    def checked(self, text: str) -> Checked:
        links: list[Link] = []
        last: list[Link] = []
        for defined, sides in statements(text):
            last, value = self._links(sides)
            names = self._names(defined, sides)
            self._define(names, last[0], value)
            links += [link for link in last if not names or link.judgement is not None]
        if not last:
            raise CodeError("nothing to work; write a calculation such as np.mean([1, 2])")
        values = {name: each.value for name, each in self.defined.items()}
        return Checked(values, tuple(links or last[:1]), only_defines=not links, defined=self.defined)

    def _names(self, names: list[str], sides: list[Side]) -> list[str]:
        """Return the names that a statement defines: none if it claims something of one that was worked here."""
        is_claim = len(names) == 1 and names[0] in self.defined and all(_is_printed(each.text) for each in sides)
        return [] if is_claim else names

    def _define(self, names: list[str], link: Link, value: Any) -> None:
        self.worker.assign(names, value)
        for name in names:
            own = value_of(numbers_of(self.worker.names[name]).tolist())
            node = _literal(own) if _is_printed(link.expression) else Code(link.expression, own, 1)
            self.defined[name] = Defined(node, {}, own, self.library)

    def _links(self, sides: list[Side]) -> tuple[list[Link], Any]:
        """Return the links of a chain, one for each claim, and the raw value of its first side."""
        first, *others = sides
        tree = parsed(first.text)
        value = self.worker.whole(tree)
        link = self._link(first.text, value)
        links: list[Link] = []
        for side in others:
            answer = _printed(side.text, link.shape)
            if answer is not None:
                links.append(self._judged(link, answer, side, tree))
                continue
            tree = parsed(side.text)
            after = self._link(side.text, self.worker.whole(tree))
            numbers = tuple(TypedNumber(side.text, number, None) for number in flat(after.value))
            judged = self._judged(link, Answer(numbers, after.shape), side, None)
            links.append(judged._replace(claimed=after.node))
            link = after
        return links or [link], value

    def _link(self, text: str, value: Any) -> Link:
        numbers = numbers_of(value)
        if numbers.size > MOST_NUMBERS:
            found = f"the result has {numbers.size:,} numbers"
            raise EngineError(f"{found}, and at most {MOST_NUMBERS:,} can be shown; work out a part of it")
        own: Value = value_of(numbers.tolist())
        return Link(Code(text, own, 1), {}, own, 0, self.places)

    def _judged(self, link: Link, answer: Answer, side: Side, tree: Any) -> Link:
        about = side.sign in ("≈", "~")
        claim = rounded(answer) if about else answer
        link = link._replace(places=None if about else self.places, answer=claim)
        judgement = _judge(link, claim)
        if judgement.verdict is Verdict.WRONG and tree is not None:
            judgement = judgement.caused(tuple(self._causes(link, claim, tree)))
        return link._replace(judgement=judgement)

    def _causes(self, link: Link, claim: Answer, tree: Any) -> Iterator[Cause]:
        """Yield what the claim would be right for: the same calculation with one thing written another way."""
        for told, value in self.worker.slips(tree):
            try:
                own = value_of(numbers_of(value).tolist())
            except (CodeError, EngineError):
                continue
            if _judge(link._replace(value=own), claim).verdict is Verdict.RIGHT:
                yield Cause(f"that is what {told} gives")
                return


def _judge(link: Link, claim: Answer) -> Judgement:
    numbers = tuple(flat(link.value))
    if len(claim.numbers) == len(numbers):
        claim = claim._replace(shape=link.shape)
    return grade(claim, Key(link.shape, numbers, Band(numbers, numbers), link.places))


def _is_printed(text: str) -> bool:
    wrapped = _WRAPPED.match(text)
    return _PRINTED.fullmatch(wrapped[1] if wrapped else text) is not None


def _printed(text: str, shape: tuple[int, ...]) -> Answer | None:
    """Return a side that is only numbers, as NumPy or a person prints them; None if there is something to work."""
    if not _is_printed(text):
        return None
    wrapped = _WRAPPED.match(text)
    plain = (wrapped[1] if wrapped else text).removesuffix(".").replace("_", "")
    plain = plain.replace("True", "1").replace("False", "0")
    if "%" not in plain:
        digits = re.findall(_NUMBER, plain)
        if len(digits) == int(np.prod(shape)):
            return Answer(tuple(_typed(each) for each in digits), shape)
    try:
        return read_answer(plain, shape)
    except KatatxError:
        return None


def _typed(digits: str) -> TypedNumber:
    mantissa, _, power = digits.lower().partition("e")
    places = None if "inf" in digits else len(mantissa.partition(".")[2]) - int(power or 0)
    return TypedNumber(digits, float(digits), places)


def _literal(value: Value) -> Node:
    """Return literal numbers as the node that writes them."""
    if isinstance(value, tuple):
        return Listing(tuple(map(_literal, value)), 1)
    number = Literal(f"{abs(value):.15g}", abs(value), 1)
    return Unary("-", number, 1) if value < 0 else number


def _values(above: Mapping[str, Defined]) -> dict[str, Any]:
    """Return the values of names above as arrays; of those that have none, nothing."""
    found: dict[str, Any] = {}
    for name in above:
        try:
            value = work_out(Name(name, 1), above, Pencil())
        except KatatxError:
            continue
        found[name] = np.array(value) if shape_of(value) else value
    return found
