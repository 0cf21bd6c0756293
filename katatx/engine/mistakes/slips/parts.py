"""Calculations with one part left out, with one sign or operation changed, or with two steps exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from katatx.engine.mistakes.slips.instead import alike, words_of
from katatx.notation.printing import write_expression
from katatx.notation.syntax import Binary, Call, Listing, Literal, Node, Pick, Slice, Sum, Unary
from katatx.notation.walking import mapped, parts_of

_OPPOSITE = {"+": "-", "-": "+"}
A_PART = "A part"
# The sorts of slips that are tried only if no likely one fits.
UNLIKELY = ("place", "power", "count")
_PRODUCTS = ("·", "*", "⊙")
_POWERS = ("^", "**")
_SQUARED = 2.0


def changed_parts(node: Node) -> Iterator[tuple[str, str, Node]]:
    """Yield (sort of slip, sentence for the learner, expression) for every variant that a slip in one part leaves.

    `node` is the right expression. Each variant has one change, at any depth; indices are left out. A change in a
    keyword argument is not made: its variant is the right expression.
    """
    for part in _all_parts(node):
        for sort, says, other in _variants_of_part(part):
            yield sort, says, mapped(node, lambda each, at=part, to=other: to if each is at else None)  # type: ignore[misc]


def left_out(what: str) -> str:
    """Return the sentence for a slip that left out `what`, its subject: for example "A bracket", or a quoted part."""
    return f"{what} was left out. Include it."


def _all_parts(node: Node) -> Iterator[Node]:
    """Yield an expression and all expressions inside it."""
    yield node
    for part in parts_of(node):
        yield from _all_parts(part)


def _variants_of_part(part: Node) -> Iterator[tuple[str, str, Node]]:
    """Yield the variants that slips make of one part, as (sort, sentence, expression)."""
    yield from _with_steps_exchanged(part)
    match part:
        case Sum():
            yield from _variants_of_sum(part)
        case Binary(sign="/"):
            yield "left out", left_out(_quoted_part(part.right)), part.left
            yield "operation", "Multiplied where it is to be divided.", part._replace(sign="·")
            yield "operation", "Divided the other way round.", part._replace(left=part.right, right=part.left)
        case Binary() if part.sign in _PRODUCTS:
            yield "left out", left_out(_quoted_part(part.right)), part.left
            yield "left out", left_out(_quoted_part(part.left)), part.right
            yield "operation", "Divided where it is to be multiplied.", part._replace(sign="/")
            added = Sum((("+", part.left), ("+", part.right)), part.column)
            yield "operation", "Added where it is to be multiplied.", added
        case Binary() if part.sign in _POWERS and not _is_e(part):
            says = "A power was left out. Raise to it."
            yield "left out", says, part.left
            if not (isinstance(part.right, Literal) and part.right.value == _SQUARED):
                says = "Squared where another power is written."
                yield "power", says, part._replace(right=_literal(_SQUARED, part))
        case Unary(sign="√"):
            yield "left out", f"The root{_of(part.operand)} was left out. Take it.", part.operand
        case Call():
            yield from _variants_of_call(part)
        case Pick():
            yield from _variants_of_pick(part)


def _is_e(part: Node) -> bool:
    """Return whether an expression has e before its sign, as a power of e has; the sign itself is not looked at."""
    return isinstance(part, Binary) and isinstance(part.left, Literal) and part.left.text == "e"


def _literal(number: float, part: Node) -> Literal:
    """Return a number as a Literal in the column of `part`."""
    return Literal(f"{number:g}", number, part.column)


def _with_steps_exchanged(part: Node) -> Iterator[tuple[str, str, Node]]:
    """Yield variants of a part in which the outer of two steps comes first, as (sort, sentence, expression).

    They are (√a)^2 for √(a^2), √a + √b for √(a + b), e^(a + b) for e^a + e^b, and k·√a for √(k·a), or that for k·√a.
    """
    inside = _worked_on(part)
    within = None if inside is None else _worked_on(inside)
    if inside is not None and within is not None:
        swapped = _put_into(inside, _put_into(part, within))
        if write_expression(swapped) != write_expression(part):
            says = f"Worked {_title(part)} before {_title(inside)}. Exchange the two steps."
            yield "order of work", says, swapped
    if inside is not None and isinstance(inside, Sum):
        each = tuple((sign, _put_into(part, term)) for sign, term in inside.terms)
        says = f"Worked on each term{_of(inside)} alone. Add first."
        yield "order of work", says, inside._replace(terms=each)
    for done, scaled, with_scaled in _scalings(inside):
        says = f"{done} after {_title(part)} instead of before."
        yield "order of work", says, with_scaled(_put_into(part, scaled))
    for done, scaled, with_scaled in _scalings(part):
        within = _worked_on(scaled)
        if within is not None:
            says = f"{done} before {_title(scaled)} instead of after."
            yield "order of work", says, _put_into(scaled, with_scaled(within))
    if isinstance(part, Sum) and all(sign == "+" for sign, _ in part.terms):
        terms = [_worked_on(term) for _, term in part.terms]
        first = part.terms[0][1]
        if all(
            term is not None and write_expression(_put_into(first, term)) == write_expression(whole)
            for term, (_, whole) in zip(terms, part.terms, strict=True)
        ):
            added = Sum(tuple(("+", term) for term in terms if term is not None), part.column)
            says = "Added before it was worked on. Work each term first, then add."
            yield "order of work", says, _put_into(first, added)


def _scalings(part: Node | None) -> Iterator[tuple[str, Node, Callable[[Node], Node]]]:
    """Yield the readings of a product or quotient as an operand that is scaled; none for another expression.

    Each is what was done, the operand, and a function that puts another operand in its place.
    """
    if not isinstance(part, Binary):
        return
    if part.sign in (*_PRODUCTS, "/"):
        yield "Divided" if part.sign == "/" else "Multiplied", part.left, lambda other: part._replace(left=other)
    if part.sign in _PRODUCTS:
        yield "Multiplied", part.right, lambda other: part._replace(right=other)


def _worked_on(part: Node) -> Node | None:
    """Return the main operand of a root, a power or a call with one argument and no keywords; None for anything else.

    Of a power it is the exponent if the base is e, else the base.
    """
    match part:
        case Unary(sign="√"):
            return part.operand
        case Binary() if part.sign in _POWERS:
            return part.right if _is_e(part) else part.left
        case Call(arguments=(only,), keywords=()):
            return only
        case _:
            return None


def _title(part: Node) -> str:
    """Return the name of a root, power or operation for the learner."""
    match part:
        case Unary():
            return "the root"
        case Binary():
            return "the power of e" if _is_e(part) else "the power"
        case Call():
            return f'"{words_of(part.name)}"'
        case _:
            return A_PART


def _put_into(part: Node, inside: Node) -> Node:
    """Return a root, a power or another operation with `inside` in place of its main operand.

    Of a power the main operand is the exponent if the base is e, else the base. A call keeps only `inside` as argument.
    An expression of any other kind is returned unchanged.
    """
    match part:
        case Unary():
            return part._replace(operand=inside)
        case Binary():
            return part._replace(right=inside) if _is_e(part) else part._replace(left=inside)
        case Call():
            return part._replace(arguments=(inside,))
        case _:
            return part


def _variants_of_call(part: Call) -> Iterator[tuple[str, str, Node]]:
    """Yield the variants of a call as (sort, sentence, expression).

    They have a similar operation, a count one off, the first argument alone, or the first two swapped.
    """
    what = words_of(part.name)
    for other in alike(part.name):
        called = words_of(other.name)
        yield "operation", f"Took {called} for {what}. Use {what}.", part._replace(name=other.name)
    for at, argument in enumerate(part.arguments):
        if isinstance(argument, Literal) and argument.value % 1 == 0:
            for more, how in ((1, "one too many"), (-1, "one too few")):
                number = argument.value + more
                arguments = (*part.arguments[:at], _literal(number, part), *part.arguments[at + 1 :])
                says = f"{number:g} was taken for {argument.value:g}, {how}. Count again."
                yield "count", says, part._replace(arguments=arguments)
    if part.arguments:
        yield "left out", f'The step "{what}" was left out. Work it.', part.arguments[0]
    if len(part.arguments) > 1:
        first, second, *others = part.arguments
        says = f'The first two things that "{what}" works on were exchanged. Put each in its own place.'
        yield "exchanged", says, part._replace(arguments=(second, first, *others))


_OTHER_PLACE = "Another row or number was picked than the one that is meant."
# How many places of a longer row are tried.
_MOST_PLACES = 6


def _variants_of_pick(part: Pick) -> Iterator[tuple[str, str, Node]]:
    """Yield the variants of a pick as (sort, sentence, expression): another row or number, at index 0 to 5.

    There are none for a slice or two indices.
    """
    if len(part.places) == 1 and not isinstance(part.places[0], Slice):
        for place in range(_MOST_PLACES):
            other = _literal(float(place), part)
            if not (isinstance(part.places[0], Literal) and part.places[0].value == place):
                yield "place", _OTHER_PLACE, part._replace(places=(other,))


def _variants_of_sum(part: Sum) -> Iterator[tuple[str, str, Node]]:
    """Yield the variants of a sum as (sort, sentence, expression).

    They have one term left out, the sign of one term after the first changed, or two terms multiplied instead of added.
    """
    for index, (sign, term) in enumerate(part.terms):
        before, after = part.terms[:index], part.terms[index + 1 :]
        if before or after:
            yield "left out", left_out(_quoted_part(term)), part._replace(terms=(*before, *after))
        if before:
            says = "Added where it is to be subtracted." if sign == "-" else "Subtracted where it is to be added."
            yield "sign", says, part._replace(terms=(*before, (_OPPOSITE[sign], term), *after))
    if len(part.terms) == 2:
        (_, first), (sign, second) = part.terms
        says = f"Multiplied where it is to be {'added' if sign == '+' else 'subtracted'}."
        yield "operation", says, Binary("⊙", first, second, part.column)


def _of(part: Node) -> str:
    """Return " of" and the part, quoted; nothing if it may not be shown."""
    named = _quoted_part(part)
    return "" if named == A_PART else f" of {named}"


def _quoted_part(part: Node) -> str:
    """Return a part quoted as it may be shown, or "A part" if it has a call, an index or a list."""
    simple = not any(isinstance(each, (Call, Pick, Listing)) for each in _all_parts(part))
    return f'"{write_expression(part)}"' if simple else A_PART
