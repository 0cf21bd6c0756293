"""Which pictures the numbers given are shown in, before there is an answer.

No picture shows anything that is still to be worked: it draws the numbers given, and nothing else. Most
drills need only rows and grids, and a picture of another kind is imported where it is wanted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf, isfinite
from typing import TYPE_CHECKING

from katatx.engine.values import Value, floats, rank_of
from katatx.notation.syntax import Listing, Literal, Name, Node
from katatx.practice.pictures.figures import GIVEN, counted
from katatx.practice.pictures.matrix import Matrix, Rows
from katatx.practice.pictures.parts import Picture, cells, clean, padded
from katatx.practice.pictures.uses import ADD, Use, Used, operations_in, uses_of

if TYPE_CHECKING:
    from katatx.engine.pencils import Step

Given = Mapping[str, Value]

_LAID = {"residual": ("original", "change"), "add_position": ("row", "stamp"), ADD: ("first", "second")}
# Parameters of which a row, and in the first also a column, belongs to a word. A row of weights makes a slot, and a
# table's rows count from 0: where they are to be found is asked for.
_SCORES = {"scores", "portions", "portion_gradients", "score_gradients"}
_WORDS = {"query", "queries", "keys", "values", "rows", "row", "stamp", "original", "change", "output_gradient"}
_MOST_HEADS = 12
_LARGEST_PATCH = 16


def pictures_of(node: Node | None, given: Given, shown: Collection[str]) -> list[Picture]:
    """Pictures of the numbers that an expression is worked from, each name in one of them.

    `shown` are names whose numbers stand in the prompt: they are drawn only where a picture says more than they do.
    Without an expression there are only grids and rows.
    """
    operations = operations_in(node)
    pictures: dict[str, Picture] = {}
    for used in operations:
        if used.operation in _LAID:
            _lay(used, given, pictures)
        elif used.operation == "patches":
            _cut(used, given, pictures)
        elif used.operation == "pixel_address":
            _point(used, given, pictures)
    left = [name for name in given if name not in pictures and (name not in shown or _is_masked(given[name]))]
    # Labels of one width put the numbers of all rows under each other.
    width = max((cells(clean(name)) for name in left), default=0)
    uses = uses_of(operations)
    for name in left:
        label = padded(clean(name), width)
        pictures[name] = _alone(label, given[name], uses.get(name, []), _names_beside(name, operations))
    return list({id(pictures[name]): pictures[name] for name in given if name in pictures}.values())


def pictures_of_step(step: Step) -> list[Picture]:
    """Pictures of a worked line: what it came to, and how; none where its text says it all."""
    from katatx.practice.pictures.working import pictures_of_step as of_step

    return of_step(step)


def pictures_of_answer(node: Node, given: Given, value: Value) -> list[Picture]:
    """Pictures of what a whole expression came to: as of a worked line, where it is one operation on what is given."""
    from katatx.practice.pictures.working import pictures_of_answer as of_answer

    return of_answer(node, given, value)


def _lay(used: Used, given: Given, pictures: dict[str, Picture]) -> None:
    """Two given rows that are added, slot under slot."""
    first, second = map(used.name, _LAID[used.operation])
    if first is None or second is None or pictures.keys() & {first, second}:
        return
    from katatx.practice.pictures.laid import Laid

    one: Value = given.get(first)
    other: Value = given.get(second)
    if rank_of(one) == rank_of(other) == 1 and len(one) == len(other):
        pictures[first] = pictures[second] = Laid(first, one, second, other)


def _cut(used: Used, given: Given, pictures: dict[str, Picture]) -> None:
    """A given photo with the squares it is to be cut into."""
    name, size = used.name("picture"), _number(used.inputs.get("size"), given)
    if name is None or name in pictures or size is None:
        return
    from katatx.practice.pictures.photo import Photo

    photo: Value = given.get(name)
    if rank_of(photo) == 2 and 1 <= size <= len(photo) and size == int(size):
        pictures[name] = Photo(name, photo, int(size), numbered=False)


def _point(used: Used, given: Given, pictures: dict[str, Picture]) -> None:
    """A place given by its number in a patch that is laid out in a line."""
    name, size = used.name("place"), _number(used.inputs.get("size"), given)
    place = _number(used.inputs.get("place"), given)
    if name is None or name in pictures or place is None or size is None or size not in range(1, _LARGEST_PATCH + 1):
        return
    from katatx.practice.pictures.strip import Strip

    places = int(size) ** 2
    if place in range(places):
        pictures[name] = Strip(name, (None,) * places, int(place))


def _number(node: Node | None, given: Given) -> float | None:
    """A number as written, or that a name is given; None where it must be worked."""
    value = node.value if isinstance(node, Literal) else given.get(node.text) if isinstance(node, Name) else None
    return value if isinstance(value, float) and isfinite(value) else None


def _alone(label: str, value: Value, uses: Sequence[Use], beside: tuple[str, ...]) -> Picture:
    """The picture of one name's numbers."""
    rank = rank_of(value)
    if rank not in (1, 2):
        return Rows(label, value)
    if _is_masked(value):
        from katatx.practice.pictures.mask import Mask

        return Mask(label, value if rank == 2 else (value,))
    if uses and all(use.parameter == "portions" for use in uses) and all(0 <= number <= 1 for number in floats(value)):
        return _portions(label, value, beside)
    if rank == 1:
        return Rows(label, value)
    parameters = {use.parameter for use in uses}
    square = bool(parameters) and parameters <= _SCORES
    columns = len(value[0]) <= _MOST_HEADS and square and len(value) > 1
    named = len(value) > 1 and bool(parameters) and parameters <= _SCORES | _WORDS
    return Matrix(label, value, counted(len(value)) if named else (), counted(len(value[0])) if columns else ())


def _portions(label: str, value: Value, beside: tuple[str, ...]) -> Picture:
    from katatx.practice.pictures.heat import HeatMap
    from katatx.practice.pictures.portions import Portions

    if rank_of(value) == 2:
        heads = counted(len(value[0])) if len(value[0]) <= _MOST_HEADS else ()
        return HeatMap(label, value, counted(len(value)), heads, places=GIVEN)
    return Portions(label, beside if len(beside) == len(value) else counted(len(value)), value, GIVEN)


def _names_beside(name: str, operations: list[Used]) -> tuple[str, ...]:
    """Return what the portions of a name belong to: the names of the rows that they weigh."""
    for used in operations:
        values = used.inputs.get("values")
        if used.name("portions") == name and isinstance(values, Listing):
            names = [item.text for item in values.items if isinstance(item, Name)]
            return tuple(names) if len(names) == len(values.items) else ()
    return ()


def _is_masked(value: Value) -> bool:
    """Return whether some of a row or grid is minus infinity."""
    return rank_of(value) in (1, 2) and -inf in floats(value)
