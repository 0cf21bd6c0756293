"""The standard form of an expression: textbook names of operations, and explicit rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import reduce

from katatx.engine.book import ARITHMETIC, all_names, find_recipe
from katatx.engine.calls import ENTRY_BY_ENTRY
from katatx.engine.errors import EngineError, UnknownName, limited_depth
from katatx.engine.names import NO_NAMES, Defined, Names
from katatx.engine.recipe import Recipe
from katatx.engine.values import rank_of
from katatx.notation.quoting import quote
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary

_GRID = 2
# Similar names are searched for within this length, as the search takes time; all known names are shorter.
_LONGEST_NAME = 40
# Names of at most this length are similar to too many others to suggest one.
_SHORTEST_LIKE = 3


def standard(node: Node, names: Names = NO_NAMES) -> Node:
    """Return an expression with textbook names of operations and explicit rows: `softmax([1, 4])` of `portions 1 4`.

    Raises UnknownName for an unknown operation, and EngineError for arguments that cannot be read or an expression that
    is nested too deeply.
    """
    with limited_depth():
        return _standard(node, names)


def _standard(node: Node, names: Names) -> Node:
    match node:
        case Call():
            return _standard_call(node, names)
        case Pick():
            return _standard_pick(node, names)
        case Listing():
            return node._replace(items=tuple(_standard(item, names) for item in node.items))
        case Unary():
            parts = (factors_of(node.operand, names) if node.sign == "ᵀ" else None) or [_standard(node.operand, names)]
            return _product(*parts[:-1], node._replace(operand=parts[-1]))
        case Binary():
            derivative = _derivative(node, names)
            if derivative is not None:
                return derivative
            is_power = node.sign in ("^", "**")  # of names written together only the last is raised: `QK^2`
            parts = (factors_of(node.left, names) if is_power else None) or [_standard(node.left, names)]
            return _product(*parts[:-1], node._replace(left=parts[-1], right=_standard(node.right, names)))
        case Sum():
            return node._replace(terms=tuple((sign, _standard(term, names)) for sign, term in node.terms))
        case Name():
            value, _, attribute = node.text.rpartition(".")
            if value in names and node.text not in names and attribute in ("shape", "size", "ndim"):
                return Call(attribute, (Name(value, node.column),), loose=False, column=node.column)
            return _product(*(factors_of(node, names) or [node]))
        case _:
            return node


def _derivative(node: Binary, names: Names) -> Node | None:
    """Return `∂L/∂w` as one Name if that name has a value, with any factor before it; None otherwise."""
    before = node.left if isinstance(node.left, Binary) and node.left.sign == "·" else None
    above = before.right if before else node.left
    if node.sign != "/" or not isinstance(node.right, Name) or not isinstance(above, Name):
        return None
    whole = Name(f"{above.text}/{node.right.text}", above.column)
    if whole.text not in names:
        return None
    return before._replace(left=_standard(before.left, names), right=whole) if before else whole


def _product(*factors: Node) -> Node:
    return reduce(lambda left, right: Binary("·", left, right, right.column), factors)


def factors_of(node: Node, names: Names) -> list[Node] | None:
    """Return the names that a word consists of, the longest that fits at each place: Q and K of `QK`.

    None if it cannot be split, or is no Name, has a value itself, names an operation or is longer than 40 characters.
    """
    if not isinstance(node, Name) or node.text in names or len(node.text) > _LONGEST_NAME or find_recipe(node.text):
        return None
    parts: list[Node] = []
    at = 0
    while at < len(node.text):
        found = max((name for name in names if node.text.startswith(name, at)), key=len, default="")
        if not found:
            return None
        parts.append(Name(found, node.column + at))
        at += len(found)
    return parts if len(parts) > 1 else None


def _standard_pick(pick: Pick, names: Names) -> Node:
    """Return an index of a value, or a call of an operation on a row in square brackets: `softmax[1, 4]`."""
    base = pick.value
    if isinstance(base, Name) and base.text not in names and find_recipe(base.text) is not None:
        return _standard(Call(base.text, (_row_in(pick),), loose=True, column=base.column), names)
    inner = _standard(base, names)
    if isinstance(base, Pick) and isinstance(inner, Call):
        return _standard(inner._replace(arguments=(*inner.arguments, _row_in(pick))), names)
    places = tuple(each if isinstance(each, Slice) else _standard(each, names) for each in pick.places)
    return pick._replace(value=inner, places=places)


def _row_in(pick: Pick) -> Listing:
    row = [each for each in pick.places if not isinstance(each, Slice)]
    if len(row) < len(pick.places):
        problem = "a colon cannot stand in a row of numbers; put what is picked from in round brackets, as in (x)[0:2]"
        raise EngineError(f"column {pick.column}: {problem}")
    return Listing(tuple(row), pick.column)


def _standard_call(call: Call, names: Names) -> Node:
    found = find_recipe("sigmoid" if call.name == "σ" and "σ" not in names else call.name)
    spelled = _spelled(call, names) if found is None else None
    if spelled is not None:
        return spelled
    if found is None or found.name == ARITHMETIC:
        raise UnknownName(unknown_name(call.name, all_names(), "operation"), call.column, call.name)
    given = call.arguments
    if call.loose and len(given) > 1 and found.takes_one_value and found.name not in ENTRY_BY_ENTRY:
        ranks = [axes_of(each, names) for each in given]
        is_product = _GRID in ranks if len(found.parameters) == 1 else set(ranks) == {_GRID}
        given = (reduce(_times, given),) if is_product else given  # `Q Kᵀ` of `softmax(Q Kᵀ)`
    arguments = tuple(_standard(argument, names) for argument in given)
    keywords = tuple(
        (key, value if isinstance(value, Name) and value.text not in names else _standard(value, names))
        for key, value in call.keywords
    )
    if arguments and not keywords and _is_loose_row(found, arguments):
        arguments = (Listing(arguments, arguments[0].column),)
    return call._replace(name=found.name, arguments=arguments, loose=False, keywords=keywords)


def _spelled(call: Call, names: Names) -> Node | None:
    """Return a call of a value as a product; None if it is none."""
    first = Name(call.name, call.column)
    parts: list[Node] | None = [first] if call.name in names else factors_of(first, names)
    if parts is not None and not call.keywords:
        is_row = len(call.arguments) > 1 and not call.loose  # of several arguments in brackets: `p(1, 2)`
        arguments = (Listing(call.arguments, call.arguments[0].column),) if is_row else call.arguments
        return _product(*parts, *(_standard(each, names) for each in arguments))
    return None


def _times(left: Node, right: Node) -> Node:
    if isinstance(right, Binary) and right.sign in ("·", "/") and not right.closed:
        return right._replace(left=_times(left, right.left))
    return Binary("·", left, right, right.column)


def _is_loose_row(found: Recipe, arguments: tuple[Node, ...]) -> bool:
    """Return whether arguments are the numbers of the one row that an operation takes, written without brackets."""
    are_numbers = all(map(_is_plain_number, arguments))
    if not found.takes_one_row or (found.name in ENTRY_BY_ENTRY and len(arguments) > 1 and not are_numbers):
        return False
    if len(found.parameters) > 1:
        return are_numbers
    return len(arguments) > 1 or (found.parameters[0].kind == "row" and isinstance(arguments[0], Literal))


def _is_plain_number(node: Node) -> bool:
    """Return whether an expression has only literal numbers, with signs such as `-`, `√`, `·` and `/`."""
    if isinstance(node, Unary):
        return node.sign != "ᵀ" and _is_plain_number(node.operand)
    if isinstance(node, Binary):
        return _is_plain_number(node.left) and _is_plain_number(node.right)
    return isinstance(node, Literal)


def axes_of(node: Node, names: Names, known: dict[int, int | None] | None = None) -> int | None:
    """Return the number of axes of an expression's value if that is clear without working it; `known` caches names."""
    known = {} if known is None else known
    match node:
        case Literal():
            return 0
        case Name():
            found = names.get(node.text)
            if not isinstance(found, Defined) or found.value is not None:
                value = found.value if isinstance(found, Defined) else found
                return None if value is None else rank_of(value)
            if id(found) not in known:
                known[id(found)] = axes_of(found.node, names if found.names is None else found.names, known)
            return known[id(found)]
        case Listing():
            inner = axes_of(node.items[0], names, known)
            return None if inner is None else inner + 1
        case Unary():
            inner = axes_of(node.operand, names, known)
            return _GRID if node.sign == "ᵀ" and inner else inner
        case Binary() | Sum():
            parts = (node.left, node.right) if isinstance(node, Binary) else [term for _, term in node.terms]
            axes = [axes_of(part, names, known) for part in parts]
            if isinstance(node, Binary) and node.sign == "·" and 0 not in axes and axes != [_GRID, _GRID]:
                return None
            return None if None in axes else max(each or 0 for each in axes)
        case _:
            return None


def unknown_name(name: str, known: Iterable[str], what: str) -> str:
    """Return the message for an unknown name, with up to two similar known ones; `what` is "operation" or "value"."""
    import difflib

    names = [each for each in dict.fromkeys(known) if each != ARITHMETIC]  # it cannot be called
    near = difflib.get_close_matches(name[:_LONGEST_NAME], names, n=2, cutoff=0.7)
    if near and len(name) > _SHORTEST_LIKE:
        return f"{quote(name)} is not known; did you mean {' or '.join(near)}?"
    if what == "operation":
        listed = "an operation that `katatx check --list` names, such as sum or softmax"
        return f"{quote(name)} is not known; write {listed}"
    return f"{quote(name)} has no value; write {quote(name)[1:-1]} = and its value before it"


def ranks_of(names: Names, operations: Collection[str] = ()) -> Callable[[str], int | None]:
    """Return what tells the axes of names for the reader: None for one without a value, 0 if they are not known.

    `operations` are names that may also be called, as `mean` after `mean = 4`: they count as having none.
    """

    def rank_of(name: str) -> int | None:
        if name not in names or name in operations:
            return None
        return axes_of(Name(name, 1), names) or 0

    return rank_of
