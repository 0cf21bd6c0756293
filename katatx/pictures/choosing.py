"""Choose the pictures of a question's given numbers.

Pictures show given numbers and empty lines to write on, never a result. "Given" maps the names of a question to their
values. Most drills need only operands, so other kinds of picture are imported on demand.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import inf, isfinite

from katatx.engine.values import Value, floats, rank_of
from katatx.notation.syntax import Literal, Name, Node
from katatx.notation.walking import names_of
from katatx.pictures.figures import counted
from katatx.pictures.matrix import Rows
from katatx.pictures.operands import SetUp, set_out
from katatx.pictures.parts import MOST_LINES, Picture
from katatx.pictures.set_out import Operand, SetOut
from katatx.pictures.sizes import lines_of
from katatx.pictures.uses import Use, Used, operations_in, uses_of

Given = Mapping[str, Value]

# Parameters whose rows (in the first set also columns) belong to words. Rows of weights do not, and a table's rows
# count from 0, which a question may ask about.
_SCORES = {"scores", "portions", "portion_gradients", "score_gradients"}
_WORDS = {"query", "queries", "keys", "values", "rows", "row", "original", "change", "output_gradient"}
# Parameters that are an index and are not calculated with.
_POINTING = {"order", "own", "real", "target", "token"}
_MOST_HEADS = 12
_LARGEST_PATCH = 16


def pictures_of(node: Node | None, given: Given, shown: Collection[str], *, ruled: bool = False) -> list[Picture]:
    """Return pictures of the given numbers that an expression needs, each name in one of them.

    `node` is the expression to be worked; for None there are no empty lines. `shown` are the names whose numbers are in
    the prompt; they are repeated only if the expression calculates with them, or if they have a special picture such as
    a mask. If something is given that the expression does not use, choosing is part of the question, and all names not
    shown are set out alike. A rule is drawn below if the expression has names or if `ruled`, unless it takes several
    pictures. Returns [] if no name is drawn.
    """
    names = set(names_of(node)) if node is not None else set()
    uses = uses_of(operations_in(node))
    own = {name: picture for name in given if (picture := _own_picture(name, node, given)) is not None}
    hidden = [name for name in given if name not in shown]
    plain = not names or any(name not in names for name in hidden)
    left = [
        name
        for name in given
        if name in hidden or name in own or (not plain and name in names and not _only_points(uses.get(name, [])))
    ]
    setup = SetUp({}, frozenset()) if plain or node is None else set_out(node, given, shown)
    order = [*(name for name in setup.operands if name in left), *(name for name in left if name not in setup.operands)]
    operands = tuple(
        own.get(name) or setup.operands.get(name) or _alone(name, given[name], uses.get(name, []))
        for name in order
        if name not in setup.weights
    )
    lines = () if plain or node is None else lines_of(node, given)
    if not operands:
        return []
    whole = SetOut(operands, lines, ruled=ruled or bool(names))
    if whole.most_lines <= MOST_LINES:
        return [whole]
    # Too much for one picture: each part is cut separately.
    return [each if isinstance(each, Picture) else SetOut((each,), ruled=False) for each in operands]


def _only_points(uses: list[Use]) -> bool:
    """Return whether a name is by its `uses` only an index (of a number, row or word); False if it has none."""
    return bool(uses) and all(use.parameter in _POINTING for use in uses)


def _own_picture(name: str, node: Node | None, given: Given) -> Picture | None:
    """Return a special picture for a name's value; None for most.

    There is one for a value of rank above 2, for one with minus infinity (a mask), and for a photo that `node` cuts
    into patches or a place in a patch.
    """
    value = given[name]
    if rank_of(value) > 2:
        return Rows(name, value)
    if rank_of(value) > 0 and -inf in floats(value):
        from katatx.pictures.mask import Mask

        return Mask(name, value if rank_of(value) == 2 else (value,))
    for used in operations_in(node):
        if used.operation == "patches" and used.name("picture") == name:
            return _cut(used, name, given)
        if used.operation == "pixel_address" and used.name("place") == name:
            return _point(used, name, given)
    return None


def _cut(used: Used, name: str, given: Given) -> Picture | None:
    """Return the picture of the photo `name`, which the operation `used` cuts into patches; None if it is no grid, or
    if the patch size is unknown or does not fit.
    """
    size = _number(used.inputs.get("size"), given)
    photo: Value = given[name]
    if size is None or rank_of(photo) != 2 or not 1 <= size <= len(photo) or size != int(size):
        return None
    from katatx.pictures.photo import Photo

    return Photo(name, photo, int(size), numbered=False)


def _point(used: Used, name: str, given: Given) -> Picture | None:
    """Return a strip with the place marked that `name` gives in a patch; None if the place or the patch size does not
    fit.

    `used` is the operation that turns the place into an address.
    """
    size, place = _number(used.inputs.get("size"), given), _number(used.inputs.get("place"), given)
    if place is None or size is None or size not in range(1, _LARGEST_PATCH + 1) or place not in range(int(size) ** 2):
        return None
    from katatx.pictures.strip import Strip

    return Strip(name, (None,) * int(size) ** 2, int(place))


def _number(node: Node | None, given: Given) -> float | None:
    """Return the number of a literal or of a given name; None if it is not a single finite number or must be
    calculated.
    """
    value = node.value if isinstance(node, Literal) else given.get(node.text) if isinstance(node, Name) else None
    return value if isinstance(value, float) and isfinite(value) else None


def _alone(name: str, value: Value, uses: list[Use]) -> Operand:
    """Return one name's numbers as an operand.

    The rows of a grid of several are numbered if it has `uses` and all treat each row as a word's. Its columns are too,
    if they are at most twelve and all uses treat each as a word's.
    """
    if rank_of(value) != 2 or len(value) == 1:
        return Operand(name, value)
    parameters = {use.parameter for use in uses}
    square = bool(parameters) and parameters <= _SCORES and len(value[0]) <= _MOST_HEADS
    named = bool(parameters) and parameters <= _SCORES | _WORDS
    return Operand(
        name,
        value,
        row_names=counted(len(value)) if named else (),
        column_names=counted(len(value[0])) if square else (),
    )
