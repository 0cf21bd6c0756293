"""The standard form of an expression: textbook names of operations, and explicit rows."""

from __future__ import annotations

from collections.abc import Iterable

from katatx.engine.arrays import ARRANGED
from katatx.engine.calls import ENTRY_BY_ENTRY
from katatx.engine.errors import EngineError, TwoReadings, UnknownName
from katatx.engine.names import NO_NAMES, Defined, Names
from katatx.engine.recipe import Recipe, all_names, find_recipe
from katatx.engine.recipes.numbers import arithmetic
from katatx.engine.values import rank_of
from katatx.notation.errors import NotationError
from katatx.notation.expressions import read_product
from katatx.notation.quoting import quote
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary


def standard(node: Node, names: Names = NO_NAMES) -> Node:
    """Return an equivalent expression with textbook operation names and explicit rows.

    `portions 1 4` becomes `softmax([1, 4])`. `names` maps names to values or definitions. Raises UnknownName for an
    unknown operation, TwoReadings for a list such as `(a b)` that may be a product, EngineError for wrong arguments
    of a library function, and EngineError if the expression is nested too deeply, or if a slice is given to an
    operation in square brackets.
    """
    try:
        return _standard(node, names)
    except RecursionError as error:
        raise EngineError(
            "the line is too long, or has too many brackets inside one another; write it in parts"
        ) from error


def _standard(node: Node, names: Names) -> Node:
    """Return the expression as `standard` does; a deep expression may raise RecursionError."""
    match node:
        case Call():
            return _standard_call(node, names)
        case Pick():
            return _standard_pick(node, names)
        case Listing():
            return _standard_listing(node, names)
        case Unary():
            parts = factors_of(node.operand, names) if node.sign == "ᵀ" else None
            if parts is not None:
                return _product(*parts[:-1], node._replace(operand=parts[-1]))
            return node._replace(operand=_standard(node.operand, names))
        case Binary():
            derivative = _derivative(node, names)
            if derivative is not None:
                return derivative
            parts = factors_of(node.left, names) if node.sign in ("^", "**") else None
            if parts is not None:
                return _product(*parts[:-1], node._replace(left=parts[-1], right=_standard(node.right, names)))
            return node._replace(left=_standard(node.left, names), right=_standard(node.right, names))
        case Sum():
            return node._replace(terms=tuple((sign, _standard(term, names)) for sign, term in node.terms))
        case Name():
            value, _, attribute = node.text.rpartition(".")
            if value in names and node.text not in names and attribute in ("shape", "size", "ndim"):
                return Call(attribute, (Name(value, node.column),), loose=False, column=node.column)
            parts = factors_of(node, names)
            return node if parts is None else _product(*parts)
        case _:
            return node


def _standard_listing(node: Listing, names: Names) -> Node:
    """Return a list with its items in standard form, or the product of items of which one is a grid: `(Q Kᵀ)`.

    Only items that spaces alone part are multiplied. Raises TwoReadings if none of these is a grid, a list or a written
    number: `(a b)`.
    """
    if node.side_by_side is not None and _GRID in [_axes_of(item, names) for item in node.items]:
        product = read_product(node.side_by_side)
        if product is not None:
            return _standard(product, names)
    elif node.side_by_side is not None and not any(map(_is_written, node.items)):
        raise TwoReadings("a list or a product? Put commas between, or write ·", node.column)
    return node._replace(items=tuple(_standard(item, names) for item in node.items))


def _derivative(node: Binary, names: Names) -> Node | None:
    """Return `∂L/∂w` as one Name if that name has a value, with any factor before it; None otherwise."""
    if node.sign != "/" or not isinstance(node.right, Name):
        return None
    above = node.left.right if isinstance(node.left, Binary) and node.left.sign == "·" else node.left
    if not isinstance(above, Name) or f"{above.text}/{node.right.text}" not in names:
        return None
    whole = Name(f"{above.text}/{node.right.text}", above.column)
    if above is node.left or not isinstance(node.left, Binary):
        return whole
    return node.left._replace(left=_standard(node.left.left, names), right=whole)


def is_product_of(name: str, names: Names) -> bool:
    """Return whether a word can be read as a product of names that have values: `QK` as Q·K.

    False if the word itself has a value or names an operation, or is longer than 40 characters.
    """
    return factors_of(Name(name, 1), names) is not None


def _product(first: Node, *others: Node) -> Node:
    """Return the product of the expressions, written with `·`."""
    for other in others:
        first = Binary("·", first, other, other.column)
    return first


def factors_of(node: Node, names: Names) -> list[Node] | None:
    """Return the names a word consists of as expressions, `QK` giving Q and K; None if it cannot be split.

    `node` is not split if it is no Name, has a value itself, names an operation, or is longer than 40 characters. At
    each place the longest name that fits is taken.
    """
    if not isinstance(node, Name) or node.text in names or len(node.text) > _LONGEST_NAME or find_recipe(node.text):
        return None
    text, parts, at = node.text, [], 0
    while at < len(text):
        found = max((name for name in names if text.startswith(name, at)), key=len, default="")
        if not found:
            return None
        parts.append(Name(found, node.column + at))
        at += len(found)
    return list(parts) if len(parts) > 1 else None


def _standard_pick(pick: Pick, names: Names) -> Node:
    """Return the standard form of an expression with a bracket after it.

    The bracket is an index of a value, or a row given to an operation, as in `softmax[1, 4]`.
    """
    base = pick.value
    if isinstance(base, Name) and base.text not in names and find_recipe(base.text) is not None:
        return _standard(Call(base.text, (_row_in(pick),), loose=True, column=base.column), names)
    if isinstance(base, Pick):
        inner = _standard_pick(base, names)
        if isinstance(inner, Call):
            return _standard(inner._replace(arguments=(*inner.arguments, _row_in(pick))), names)
        return pick._replace(value=inner, places=_standard_index(pick, names))
    return pick._replace(value=_standard(base, names), places=_standard_index(pick, names))


def _row_in(pick: Pick) -> Listing:
    """Return the bracket as a row. Raises EngineError for a slice, which no row has."""
    row = [each for each in pick.places if not isinstance(each, Slice)]
    if len(row) < len(pick.places):
        raise EngineError(
            f"column {pick.column}: a colon cannot stand in a row of numbers; put what is picked from in round "
            "brackets, as in (x)[0:2]"
        )
    return Listing(tuple(row), pick.column)


def _standard_index(pick: Pick, names: Names) -> tuple[Node | Slice, ...]:
    """Return the index expressions in standard form; slices are unchanged."""
    return tuple(each if isinstance(each, Slice) else _standard(each, names) for each in pick.places)


def _standard_call(call: Call, names: Names) -> Node:
    """Return a call in standard form; a call of a value is a product: `p(1 - p)`.

    Raises UnknownName if the name is neither an operation nor such a value, EngineError for wrong arguments of a
    library function.
    """
    found = find_recipe("sigmoid" if call.name == "σ" and "σ" not in names else call.name)
    if found is None and call.name in ARRANGED:
        return call._replace(arguments=tuple(_standard(each, names) for each in call.arguments), loose=False)
    if found is None:
        factors = _factors(call, names)
        if factors is not None:
            return _product(*factors)
        from katatx.notation.spellings import of_library  # few texts need it

        try:
            spelled = of_library(call)
        except NotationError as error:
            raise EngineError(str(error)) from error
        if spelled is not None:
            return _standard(spelled, names)
    if found is None or found is arithmetic.arithmetic:
        raise UnknownName(unknown_name(call.name, all_names(), "operation"), call.column, call.name)
    given = call.arguments
    if call.side_by_side is not None and found.takes_one_value and found.name not in ENTRY_BY_ENTRY:
        grids = {_axes_of(each, names) for each in given} == {_GRID}
        product = read_product(call.side_by_side) if grids else None
        given = given if product is None else (product,)
    arguments = tuple(_standard(argument, names) for argument in given)
    keywords = tuple(
        (key, value if isinstance(value, Name) and value.text not in names else _standard(value, names))
        for key, value in call.keywords
    )
    mixed = found.name in ENTRY_BY_ENTRY and not all(map(_is_plain_number, arguments)) and len(arguments) > 1
    loose = found.takes_one_row and not keywords and not mixed and len(arguments) > 0
    if loose and _is_loose_row(found, arguments):
        arguments = (Listing(arguments, arguments[0].column),)
    return call._replace(name=found.name, arguments=arguments, loose=False, keywords=keywords)


def _axes_of(node: Node, names: Names, known: dict[int, int | None] | None = None) -> int | None:
    """Return the number of axes that the value of an expression has, without working it; None if that is not clear.

    `known` has those of definitions, by id; each is looked at once.
    """
    known = {} if known is None else known
    match node:
        case Literal():
            return 0
        case Name():
            found = names.get(node.text)
            if isinstance(found, Defined) and found.value is None:
                if id(found) not in known:
                    known[id(found)] = _axes_of(found.node, names if found.names is None else found.names, known)
                return known[id(found)]
            value = found.value if isinstance(found, Defined) else found
            return None if value is None else rank_of(value)
        case Listing():
            inner = _axes_of(node.items[0], names, known)
            return None if inner is None else inner + 1
        case Unary():
            inner = _axes_of(node.operand, names, known)
            return _GRID if node.sign == "ᵀ" and inner else inner
        case Binary() | Sum():
            parts = (node.left, node.right) if isinstance(node, Binary) else [term for _, term in node.terms]
            axes = [_axes_of(part, names, known) for part in parts]
            if isinstance(node, Binary) and node.sign == "·" and 0 not in axes and axes != [_GRID, _GRID]:
                return None
            return None if None in axes else max(each or 0 for each in axes)
        case _:
            return None


def _factors(call: Call, names: Names) -> list[Node] | None:
    """Return the factors of a product written without a sign, as in `p(1 - p)` or `W x`.

    Several arguments in brackets are one factor, a row. None if the call is no such product.
    """
    first = Name(call.name, call.column)
    parts: list[Node] | None = [first] if call.name in names else factors_of(first, names)
    if parts is None or call.keywords:
        return None
    arguments = call.arguments
    if len(arguments) > 1 and not call.loose:
        arguments = (Listing(arguments, arguments[0].column),)
    return [*parts, *(_standard(each, names) for each in arguments)]


def _is_loose_row(found: Recipe, arguments: tuple[Node, ...]) -> bool:
    """Return whether the arguments are the numbers of the one row an operation takes, written without brackets.

    `found` has one required parameter. If it has others too, all arguments must be plain numbers. If not, several
    arguments are a row, as is a single literal number for a parameter of kind Row.
    """
    if len(found.parameters) > 1:
        return all(_is_plain_number(argument) for argument in arguments)
    return len(arguments) > 1 or (found.parameters[0].kind == "Row" and isinstance(arguments[0], Literal))


def _is_written(node: Node) -> bool:
    """Return whether an expression is a list, or a number as `_is_plain_number` says."""
    return isinstance(node, Listing) or _is_plain_number(node)


def _is_plain_number(node: Node) -> bool:
    """Return whether an expression has only literal numbers, with signs such as `-`, `√`, `·` and `/`.

    A sum, transpose, list, name or call is none, nor is anything that contains one.
    """
    match node:
        case Literal():
            return True
        case Unary():
            return node.sign != "ᵀ" and _is_plain_number(node.operand)
        case Binary():
            return _is_plain_number(node.left) and _is_plain_number(node.right)
        case _:
            return False


_GRID = 2
# Similar names are searched for within this length, because the search takes time; all known names are shorter.
_LONGEST_NAME = 40


# Names of at most this length are similar to too many others to suggest one.
_SHORTEST_LIKE = 3


def unknown_name(name: str, known: Iterable[str], what: str) -> str:
    """Return the message for an unknown name, with up to two similar known ones; `what` is "operation" or "value".

    To a name of at most three characters, no other counts as similar.
    """
    import difflib

    names = [each for each in dict.fromkeys(known) if each != arithmetic.arithmetic.name]  # it cannot be called
    near = difflib.get_close_matches(name[:_LONGEST_NAME], names, n=2, cutoff=0.7)
    if near and len(name) > _SHORTEST_LIKE:
        return f"{quote(name)} is not known; did you mean {' or '.join(near)}?"
    if what == "operation":
        return (
            f"{quote(name)} is not known; write an operation that `katatx check --list` names, such as sum or softmax"
        )
    return f"{quote(name)} has no value; write {quote(name)[1:-1]} = and its value before it"
