"""Slips in copying, counting or placing the given numbers.

The givens are the names of a drill with their values. A slip is a mistake possible in any calculation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, permutations
from typing import NamedTuple

from katatx.engine.mistakes.slips.parts import left_out
from katatx.engine.mistakes.slips.slip import ANY_SIGN, LOST_MINUS, ORDER, SIGN, TRANSPOSED, Slip
from katatx.engine.names import Names
from katatx.engine.recipe import find_recipe
from katatx.engine.values import Value, floats, shape_of, shaped, transposed
from katatx.notation.printing import write_number
from katatx.notation.syntax import Call, Name, Node
from katatx.notation.walking import parts_of
from scoring.wording import capital

# The sorts of slips in counting. They may be named for an answer of one digit.
COUNTS = ("one too many", "one too few")
# In a row with more negative numbers, single lost signs are not tried.
_MOST_NEGATIVE = 6
# Of a grid with more rows, the first is not tried in place of the others.
_MOST_ROWS = 6
_LEFT_OUT = "left out"
_PLACES = ("token", "target", "patch")
# Parameters that are counted from 0, together with the places.
_FROM_0 = (*_PLACES, "place", "position", "row", "column")
# Parameters that count something or select a place.
_COUNTED = (*_PLACES, "position", "steps", "k", "real", "width", "heads", "own", "block", "words", "tokens", "length")
# Messages for the case that several slips of one sort give the value.
_ANY_EXCHANGE = "Two of the given numbers were exchanged. Put each in its own place."
_ANY_TAKEN = "Something given was taken in the place of another. Take each in its own place."
_ANY_ORDER = "Numbers were taken in the opposite order. Keep their order."


class _Changed(NamedTuple):
    """Givens as changed by a slip; `sort`, `says` and `any_of_them` are as in `Slip`.

    `names` has the changed givens, with or without the others. `name` replaces `says` in the slip's identifier.
    """

    sort: str
    says: str
    names: Names
    any_of_them: str = ""
    name: str = ""


def slips_at_givens(node: Node, names: Mapping[str, Value], work: Callable[[Names], Value]) -> Iterator[Slip]:
    """Yield slips in one given, then all places one too far or early, then two givens of one shape exchanged.

    `names` are the right givens. `work` returns the value of `node` with other givens; it is called only by a slip's
    `value`.
    """
    places, counted = set(_names_given_for(node, _PLACES)), set(_names_given_for(node, _COUNTED))
    if all(value % 1 == 0 for value in names.values() if not shape_of(value)):
        counted |= set(names)
    for name, value in names.items():
        of_value = _slips_in_row(name, value) if shape_of(value) else _slips_in_number(name, value, name in counted)
        for each in chain(of_value, _slips_in_signs(name, floats(value), shape_of(value))):
            if not (each.sort in (_LEFT_OUT, SIGN) and name in places):
                yield _slip(each._replace(names={**names, **each.names}), work)
    from_0 = {name for name in _names_given_for(node, _FROM_0) if name in names and not shape_of(names[name])}
    if len(from_0) > 1:
        for more in (-1, 1):
            says = f"All places were taken one too {'far' if more > 0 else 'early'}. Here they are counted from 0."
            yield _slip(_Changed("places", says, {**names, **{name: names[name] + more for name in from_0}}), work)
    for (first, one), (second, other) in combinations(names.items(), 2):
        if shape_of(one) == shape_of(other):
            says = f"{_named(first, one)} and {_named(second, other)} were exchanged. Put each in its own place."
            exchanged = {**names, first: other, second: one}
            yield _slip(_Changed("exchanged", capital(says), exchanged, _ANY_EXCHANGE, f"{first} {second}"), work)


def taken_for_another(names: Mapping[str, Value], work: Callable[[Names], Value]) -> Iterator[Slip]:
    """Yield slips that use one given row or grid in place of another, double or halve all its numbers, or take ones for
    its zeros; and the rarer ones in a given number.

    The parameters are as in `slips_at_givens`.
    """
    for (name, one), (by, other) in permutations(names.items(), 2):
        if shape_of(one) and shape_of(one) == shape_of(other):
            says = f'"{by}" was taken where "{name}" is meant. Take each in its own place.'
            yield _slip(_Changed("taken for", says, {**names, name: other}, _ANY_TAKEN), work)
    for name, value in names.items():
        for each in () if shape_of(value) else _rare_slips_in_number(name, value):
            yield _slip(each._replace(names={**names, **each.names}), work)
        if shape_of(value) and set(floats(value)) == {0.0, 1.0}:
            ones = shaped(shape_of(value), [1.0] * len(floats(value)))
            says = f'Every number of "{name}" was taken for 1. Keep its zeros.'
            yield _slip(_Changed("ones", says, {**names, name: ones}), work)
        for times, how in ((2.0, "doubled"), (0.5, "halved")):
            if shape_of(value):
                changed = shaped(shape_of(value), [number * times for number in floats(value)])
                says = f'Every number of "{name}" was {how}. Take them as they are.'
                yield _slip(_Changed("scaled", says, {**names, name: changed}), work)


def _slip(changed: _Changed, work: Callable[[Names], Value]) -> Slip:
    """Return the Slip of changed givens."""
    what = f"{changed.sort} {changed.name or changed.says}"
    return Slip(changed.sort, changed.says, partial(work, changed.names), changed.any_of_them, what)


def _named(name: str, value: Value) -> str:
    """Return a given's name in quotes; of a single number the number itself, as its name may not be on the sheet."""
    return f'"{name}"' if shape_of(value) else f"the given {write_number(value)}"


def _names_given_for(node: Node, parameters: tuple[str, ...]) -> Iterator[str]:
    """Yield the names that the calls in an expression give, by position, for parameters called one of these."""
    recipe = find_recipe(node.name) if isinstance(node, Call) else None
    if isinstance(node, Call) and recipe is not None:
        for given, parameter in zip(node.arguments, recipe.parameters, strict=False):
            if isinstance(given, Name) and parameter.name in parameters:
                yield given.text
    for part in parts_of(node):
        yield from _names_given_for(part, parameters)


def _slips_in_number(name: str, value: float, is_count: bool) -> Iterator[_Changed]:
    """Yield slips with one number; each wrong number occurs once, so 0 for 1 is "one too few", not "left out".

    `is_count` says that the number may be a count or a place, which can be one off.
    """
    counts: dict[float, str] = {}
    if is_count and value % 1 == 0:
        counts = {value + 1: "one too many", value - 1: "one too few"}
    for number, how in counts.items():
        says = f"{write_number(number)} was taken for {_named(name, value)}, {how}. Look at it again."
        yield _Changed(how, says, {name: number}, f"One of the given numbers was taken {how}. Look again.", name)
    for nothing in {0.0, 1.0} - set(counts):
        yield _Changed(_LEFT_OUT, left_out(f'"{name}"'), {name: nothing}, name=f"{name} {nothing}")


def _rare_slips_in_number(name: str, value: float) -> Iterator[_Changed]:
    """Yield slips that take 1 - p for a share p, move the decimal point of a number that is not whole, or divide by a
    number in place of multiplying by it.
    """
    if 0 < value < 1:
        says = f"1 - {write_number(value)} was taken where {_named(name, value)} is meant."
        yield _Changed("the rest", says, {name: 1 - value}, name=name)
    for other in (10 * value, value / 10) if value % 1 else ():
        says = f"{write_number(other)} was taken for {_named(name, value)}: the decimal point moved."
        any_of_them = "The decimal point of a given number moved. Copy it as it is."
        yield _Changed("decimal point", says, {name: other}, any_of_them, name=f"{name} {other > value}")
    if value not in (0, 1, -1):
        says = f"Divided by {_named(name, value)} instead of multiplying by it, or multiplied instead of dividing."
        yield _Changed("inverse", says, {name: 1 / value}, name=name)


def _slips_in_row(name: str, value: Value) -> Iterator[_Changed]:
    """Yield slips with a row or grid: all 0, in the opposite order (a row or two rows), transposed (a square grid), or
    with its first row in place of all.
    """
    shape = shape_of(value)
    says = left_out(f'"{name}"')
    yield _Changed(_LEFT_OUT, says, {name: shaped(shape, [0.0] * len(floats(value)))})
    if len(shape) == 1 or len(value) == 2:
        what = "rows" if len(shape) > 1 else "numbers"
        says = f'The {what} of "{name}" were taken in the opposite order. Keep their order.'
        yield _Changed(ORDER, says, {name: value[::-1]}, _ANY_ORDER)
    if len(shape) == 2 and 1 < shape[0] <= _MOST_ROWS:
        says = f'The first row of "{name}" was used for every row. Take each row in its own place.'
        yield _Changed("first row", says, {name: (value[0],) * shape[0]})
    if len(shape) == 2 and shape[0] == shape[1]:
        says = f'The rows and columns of "{name}" were exchanged. Take its rows as rows.'
        yield _Changed(TRANSPOSED, says, {name: transposed(value)})


def _slips_in_signs(name: str, numbers: tuple[float, ...], shape: tuple[int, ...]) -> Iterator[_Changed]:
    """Yield slips in which all signs of a given value are changed, or one or all of its minus signs are lost.

    Single ones are tried if two to six numbers are negative.
    """

    def with_signs(numbers: Sequence[float]) -> Names:
        return {name: shaped(shape, numbers) if shape else numbers[0]}

    negative = [index for index, number in enumerate(numbers) if number < 0]
    called = _named(name, with_signs(numbers)[name])
    lost, all_lost = f"A minus of {called} was lost. Keep the sign.", [abs(number) for number in numbers]
    turned = [-number for number in numbers]
    opposite = capital(f"{called} came in with the opposite sign. Keep the sign.")
    if turned == all_lost:
        yield _Changed(LOST_MINUS, lost, with_signs(turned), ANY_SIGN, name)
    else:
        yield _Changed(SIGN, opposite, with_signs(turned), ANY_SIGN, name)
    if negative and turned != all_lost:
        yield _Changed(LOST_MINUS, lost, with_signs(all_lost), name=f"{name} all")
    if 1 < len(negative) <= _MOST_NEGATIVE:
        for at in negative:
            changed = with_signs([*numbers[:at], -numbers[at], *numbers[at + 1 :]])
            yield _Changed(LOST_MINUS, lost, changed, name=f"{name} {at}")
