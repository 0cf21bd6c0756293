"""Slips in copying, counting or placing the given numbers, which are the names of a drill with their values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, permutations

from katatx.engine.book import find_recipe
from katatx.engine.errors import EngineError
from katatx.engine.mistakes.slips.parts import all_parts, left_out
from katatx.engine.mistakes.slips.slip import ANY_SIGN, Calculation, Slip
from katatx.engine.names import Names
from katatx.engine.values import Value, entry_by_entry, floats, shape_of, shaped, transposed
from katatx.notation.printing import write_number
from katatx.notation.syntax import Call, Name, Node
from scoring.wording import capital

# In a row with more negative numbers, single lost signs are not tried.
_MOST_NEGATIVE = 6
# Of a grid with more rows, the first is not tried in place of the others.
_MOST_ROWS = 6
# Parameters that are places: they have no sign and cannot be left out.
_PLACES = ("token", "target", "patch")
# Parameters that are counted from 0, together with the places.
_FROM_0 = (*_PLACES, "place", "position", "row", "column")
# Parameters that count something or select a place.
_COUNTED = (*_PLACES, "position", "steps", "k", "real", "width", "heads", "own", "block", "words", "tokens", "length")


def slips_in_givens(calculation: Calculation) -> Iterator[Slip]:
    """Yield slips in one given, in all places that are counted from 0, and in two givens of one shape."""
    for slip in _changes(calculation):
        yield slip._replace(value=lambda now, changed=slip.value: calculation.work({**now, **changed(now)}))


def _changes(calculation: Calculation) -> Iterator[Slip]:
    """Yield the same slips, with the changed givens as the value of each."""
    node, names = calculation.node, calculation.names
    places, counted = _names_given_for(node, _PLACES), _names_given_for(node, _COUNTED)
    if all(value % 1 == 0 for value in names.values() if not shape_of(value)):
        counted |= set(names)
    for name, value in names.items():
        is_place = name in places
        in_value = (
            _in_row(name, value, is_place) if shape_of(value) else _in_number(name, value, name in counted, is_place)
        )
        for slip in (*in_value, *_in_signs(name, value, is_place)):
            yield slip._replace(value=lambda now, name=name, changed=slip.value: {name: changed(now[name])})
    from_0 = [name for name in _names_given_for(node, _FROM_0) if name in names and not shape_of(names[name])]
    for more, how in ((-1, "early"), (1, "far")) if len(from_0) > 1 else ():
        says = f"All places were taken one too {how}. Here they are counted from 0."
        yield Slip(says, lambda now, more=more: {name: now[name] + more for name in from_0})
    for first, second in combinations(names, 2):
        if shape_of(names[first]) == shape_of(names[second]):
            yield from _in_two(first, second, names)


def _in_two(first: str, second: str, names: Names) -> Iterator[Slip]:
    """Yield two givens of one shape exchanged, and a row or grid taken for the other."""
    one, other = (_named(name, names[name]) for name in (first, second))
    says = capital(f"{one} and {other} were exchanged. Put each in its own place.")
    shared = "Two of the given numbers were exchanged. Put each in its own place."
    yield Slip(says, lambda now: {first: now[second], second: now[first]}, shared=shared)
    for name, by in permutations((first, second)) if shape_of(names[first]) else ():
        says = f'"{by}" was taken where "{name}" is meant. Take each in its own place.'
        shared = "Something given was taken in the place of another. Take each in its own place."
        yield Slip(says, lambda now, name=name, by=by: {name: now[by]}, is_likely=False, shared=shared)


def _named(name: str, value: Value) -> str:
    """Return a given's name in quotes; of a single number the number itself, as its name may not be on the sheet."""
    return f'"{name}"' if shape_of(value) else f"the given {write_number(value)}"


def _names_given_for(node: Node, parameters: tuple[str, ...]) -> set[str]:
    """Return the names that the calls in an expression give, by position, for parameters called one of these."""
    calls = [part for part in all_parts(node) if isinstance(part, Call)]
    return {
        given.text
        for call, recipe in zip(calls, (find_recipe(call.name) for call in calls), strict=True)
        for given, parameter in zip(call.arguments, recipe.parameters if recipe else (), strict=False)
        if isinstance(given, Name) and parameter.name in parameters
    }


def _in_number(name: str, value: float, is_count: bool, is_place: bool) -> Iterator[Slip]:
    """Yield slips with one number; each wrong number occurs once, so 0 for 1 is one too few, not left out."""
    named = _named(name, value)
    near = {value + 1: "one too many", value - 1: "one too few"} if is_count and value % 1 == 0 else {}
    for other, how in near.items():
        says = f"{write_number(other)} was taken for {named}, {how}. Look at it again."
        shared = f"One of the given numbers was taken {how}. Look again."
        yield Slip(says, partial(_one_off, other - value), shared=shared)
    for nothing in {0.0, 1.0} - set(near) if not is_place else ():
        yield Slip(left_out(f'"{name}"'), lambda _, nothing=nothing: nothing)
    if 0 < value < 1:
        says = f"1 - {write_number(value)} was taken where {named} is meant."
        yield Slip(says, lambda now: 1 - now, is_likely=False)
    for times in (10, 0.1) if value % 1 else ():
        says = f"{write_number(value * times)} was taken for {named}: the decimal point moved."
        shared = "The decimal point of a given number moved. Copy it as it is."
        yield Slip(says, lambda now, times=times: now * times, is_likely=False, shared=shared)
    if value not in (0, 1, -1):
        says = f"Divided by {named} instead of multiplying by it, or multiplied instead of dividing."
        yield Slip(says, lambda now: 1 / now if now else now, is_likely=False)


def _in_row(name: str, value: Value, is_place: bool) -> Iterator[Slip]:
    """Yield slips with a row or grid: in all its numbers, in their order, and in its rows."""
    shape = shape_of(value)
    if not is_place:
        yield Slip(left_out(f'"{name}"'), partial(entry_by_entry, lambda _: 0.0))
    if len(shape) == 1 or shape[0] == 2:
        says = f'The {"rows" if len(shape) > 1 else "numbers"} of "{name}" were taken in the opposite order.'
        shared = "Numbers were taken in the opposite order. Keep their order."
        yield Slip(f"{says} Keep their order.", lambda now: now[::-1], shared=shared)
    if len(shape) == 2 and 1 < shape[0] <= _MOST_ROWS:
        says = f'The first row of "{name}" was used for every row. Take each row in its own place.'
        yield Slip(says, lambda now: now[:1] * len(now))
    if len(shape) == 2 and shape[0] == shape[1]:
        yield Slip(f'The rows and columns of "{name}" were exchanged. Take its rows as rows.', transposed)
    if set(floats(value)) == {0.0, 1.0}:
        says = f'Every number of "{name}" was taken for 1. Keep its zeros.'
        yield Slip(says, partial(entry_by_entry, lambda _: 1.0), is_likely=False)
    for times, how in ((2.0, "doubled"), (0.5, "halved")):
        says = f'Every number of "{name}" was {how}. Take them as they are.'
        yield Slip(says, partial(entry_by_entry, lambda number, times=times: number * times), is_likely=False)


def _in_signs(name: str, value: Value, is_place: bool) -> Iterator[Slip]:
    """Yield slips in which all signs are changed, or one or all of the minus signs are lost."""
    named, numbers = _named(name, value), floats(value)
    negative = [at for at, number in enumerate(numbers) if number < 0]
    lost = Slip(f"A minus of {named} was lost. Keep the sign.", partial(entry_by_entry, abs), True, ANY_SIGN, True)
    if any(number > 0 for number in numbers) and not is_place:
        says = capital(f"{named} came in with the opposite sign. Keep the sign.")
        yield Slip(says, partial(entry_by_entry, lambda number: -number), shared=ANY_SIGN)
    if negative:
        yield lost
    for at in negative if 1 < len(negative) <= _MOST_NEGATIVE else ():
        yield lost._replace(value=partial(_with_sign_turned, at))


def _one_off(more: float, number: float) -> float:
    """Return a count with `more` added. Raises EngineError for a number that counts nothing."""
    if number % 1:
        raise EngineError("only a whole number can be a count")
    return number + more


def _with_sign_turned(at: int, value: Value) -> Value:
    """Return a row or grid with the opposite sign at number `at`, counted row by row."""
    numbers = floats(value)
    return shaped(shape_of(value), [*numbers[:at], -numbers[at], *numbers[at + 1 :]])
