"""Calculations with one part left out, with one sign or operation changed, or with two steps exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from katatx.engine.mistakes.slips.instead import alike, words_of
from katatx.engine.mistakes.slips.slip import ANY_SIGN, Calculation, Slip
from katatx.notation.printing import write_expression
from katatx.notation.syntax import Binary, Call, Listing, Literal, Node, Pick, Slice, Sum, Unary
from katatx.notation.walking import mapped, parts_of

_A_PART = "A part"
_PRODUCTS = ("·", "*", "⊙")
_POWERS = ("^", "**")
_SQUARED = 2.0
# How many places of a longer row are tried.
_MOST_PLACES = 6


class _Variant(NamedTuple):
    """One part of an expression as a slip changes it; the other fields are those of `Slip`."""

    says: str
    other: Node
    is_likely: bool = True
    shared: str = ""


def left_out(what: str) -> str:
    """Return the sentence for a slip that left out `what`, such as "A bracket"."""
    return f"{what} was left out. Include it."


A_PART_LEFT_OUT = left_out(_A_PART)


def slips_in_parts(calculation: Calculation) -> Iterator[Slip]:
    """Yield the slips with one change in one part of the expression, at any depth, outside indices and keywords."""
    for part in all_parts(calculation.node):
        for says, other, is_likely, shared in (*_with_steps_exchanged(part), *_variants_of(part)):
            work = partial(calculation.work, node=_put(calculation.node, part, other))
            yield Slip(says, work, is_likely, shared)


def all_parts(node: Node) -> Iterator[Node]:
    """Yield a node and all parts in it, at any depth, without index expressions."""
    yield node
    for part in parts_of(node):
        yield from all_parts(part)


def _variants_of(part: Node) -> Iterator[_Variant]:
    """Yield what slips with its own operation make of one part."""
    match part:
        case Sum():
            yield from _variants_of_sum(part)
        case Binary(sign="/"):
            yield _Variant(left_out(_quoted(part.right)), part.left)
            yield _Variant("Multiplied where it is to be divided.", part._replace(sign="·"))
            yield _Variant("Divided the other way round.", part._replace(left=part.right, right=part.left))
        case Binary() if part.sign in _PRODUCTS:
            yield _Variant(left_out(_quoted(part.right)), part.left)
            yield _Variant(left_out(_quoted(part.left)), part.right)
            yield _Variant("Divided where it is to be multiplied.", part._replace(sign="/"))
            added = Sum((("+", part.left), ("+", part.right)), part.column)
            yield _Variant("Added where it is to be multiplied.", added)
        case Binary() if part.sign in _POWERS and not _is_e(part.left):
            yield _Variant("A power was left out. Raise to it.", part.left)
            if not (isinstance(part.right, Literal) and part.right.value == _SQUARED):
                squared = part._replace(right=_literal(_SQUARED, part))
                yield _Variant("Squared where another power is written.", squared, is_likely=False)
        case Unary(sign="√"):
            yield _Variant(f"The root{_of(part.operand)} was left out. Take it.", part.operand)
        case Call():
            yield from _variants_of_call(part)
        case Pick(places=(place,)) if not isinstance(place, Slice):
            says = "Another row or number was picked than the one that is meant."
            for at in map(float, range(_MOST_PLACES)):
                if not (isinstance(place, Literal) and place.value == at):
                    yield _Variant(says, part._replace(places=(_literal(at, part),)), is_likely=False)


def _variants_of_sum(part: Sum) -> Iterator[_Variant]:
    """Yield one term left out, the sign of a term after the first changed, or two terms multiplied."""
    for index, (sign, term) in enumerate(part.terms):
        before, after = part.terms[:index], part.terms[index + 1 :]
        if before or after:
            yield _Variant(left_out(_quoted(term)), part._replace(terms=(*before, *after)))
        if before:
            says = "Added where it is to be subtracted." if sign == "-" else "Subtracted where it is to be added."
            turned = ("+" if sign == "-" else "-", term)
            yield _Variant(says, part._replace(terms=(*before, turned, *after)), shared=ANY_SIGN)
    if len(part.terms) == 2:
        (_, first), (sign, second) = part.terms
        says = f"Multiplied where it is to be {'added' if sign == '+' else 'subtracted'}."
        yield _Variant(says, Binary("⊙", first, second, part.column))


def _variants_of_call(part: Call) -> Iterator[_Variant]:
    """Yield a similar operation, a count one off, the first argument alone, or the first two exchanged."""
    what = words_of(part.name)
    for other in alike(part.name):
        says = f"Took {words_of(other.name)} for {what}. Use {what}."
        yield _Variant(says, part._replace(name=other.name))
    for argument in part.arguments:
        for more, how in ((1, "one too many"), (-1, "one too few")):
            if isinstance(argument, Literal) and argument.value % 1 == 0:
                number = argument.value + more
                says = f"{number:g} was taken for {argument.value:g}, {how}. Count again."
                yield _Variant(says, _put(part, argument, _literal(number, part)), is_likely=False)
    if part.arguments:
        yield _Variant(f'The step "{what}" was left out. Work it.', part.arguments[0])
    if len(part.arguments) > 1:
        first, second, *others = part.arguments
        says = f'The first two things that "{what}" works on were exchanged. Put each in its own place.'
        yield _Variant(says, part._replace(arguments=(second, first, *others)))


def _put(part: Node, inner: Node, other: Node) -> Node:
    """Return a part with `other` in place of `inner`, a node inside it."""
    return mapped(part, lambda each: other if each is inner else None)


def _steps(part: Node) -> list[tuple[str, Node]]:
    """Return a root, a power or a call with one argument as a step: its title and its operand. Nothing else is one."""
    match part:
        case Unary(sign="√"):
            return [("the root", part.operand)]
        case Binary() if part.sign in _POWERS:
            return [("the power of e", part.right) if _is_e(part.left) else ("the power", part.left)]
        case Call(arguments=(only,), keywords=()):
            return [(f'"{words_of(part.name)}"', only)]
    return []


def _scalings(part: Node) -> list[tuple[str, Node]]:
    """Return a product as a step on each factor, or a quotient as one on what is divided; anything else is none."""
    if not isinstance(part, Binary) or part.sign not in (*_PRODUCTS, "/"):
        return []
    if part.sign == "/":
        return [("Divided", part.left)]
    return [("Multiplied", part.left), ("Multiplied", part.right)]


def _with_steps_exchanged(part: Node) -> Iterator[_Variant]:
    """Yield a part with the outer of two steps first: (√a)^2 for √(a^2), e^(a + b) for e^a + e^b, k·√a for √(k·a)."""
    for outer, middle in _steps(part):
        for step, inner in _steps(middle):
            swapped = _put(middle, inner, _put(part, middle, inner))
            if write_expression(swapped) != write_expression(part):
                yield _Variant(f"Worked {outer} before {step}. Exchange the two steps.", swapped)
        if isinstance(middle, Sum):
            each = tuple((sign, _put(part, middle, term)) for sign, term in middle.terms)
            yield _Variant(f"Worked on each term{_of(middle)} alone. Add first.", middle._replace(terms=each))
        for scaled, inner in _scalings(middle):
            swapped = _put(middle, inner, _put(part, middle, inner))
            yield _Variant(f"{scaled} after {outer} instead of before.", swapped)
    for scaled, middle in _scalings(part):
        for step, inner in _steps(middle):
            swapped = _put(middle, inner, _put(part, middle, inner))
            yield _Variant(f"{scaled} before {step} instead of after.", swapped)
    if isinstance(part, Sum) and all(sign == "+" for sign, _ in part.terms):
        yield from _added_first(part)


def _added_first(part: Sum) -> Iterator[_Variant]:
    """Yield a sum of terms with one step each, such as e^a + e^b, with that step worked on the sum."""
    terms = [term for _, term in part.terms]
    operands = [operand for term in terms for _, operand in _steps(term)]
    worked = [write_expression(_put(terms[0], operands[0], operand)) for operand in operands]
    if worked == [write_expression(term) for term in terms]:
        added = part._replace(terms=tuple(("+", operand) for operand in operands))
        says = "Added before it was worked on. Work each term first, then add."
        yield _Variant(says, _put(terms[0], operands[0], added))


def _is_e(part: Node) -> bool:
    return isinstance(part, Literal) and part.text == "e"


def _literal(number: float, part: Node) -> Literal:
    return Literal(f"{number:g}", number, part.column)


def _of(part: Node) -> str:
    """Return " of" and the part, quoted; nothing if it may not be shown."""
    named = _quoted(part)
    return "" if named == _A_PART else f" of {named}"


def _quoted(part: Node) -> str:
    """Return a part quoted as it may be shown, or "A part" if it has a call, an index or a list."""
    simple = not any(isinstance(each, (Call, Pick, Listing)) for each in all_parts(part))
    return f'"{write_expression(part)}"' if simple else _A_PART
