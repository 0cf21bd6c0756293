"""Names in expressions: what they stand for, and which an expression uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from katatx.engine.values import Value
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary


class Defined:
    """A name's definition as an expression: `s` after `s = q·k`.

    The expression `node` is worked where the name is first used, by the pencil at work there. `names` are the
    definitions its own names refer to; None if they are those in scope where it is used. If `value` is given, it is
    used instead, as one line. `code` is the library that the definition calls, as in `Dialect`: `x.std()` means that
    library's.
    """

    __slots__ = ("code", "names", "node", "value")

    def __init__(
        self, node: Node, names: Mapping[str, Any] | None = None, value: Value | None = None, code: str = ""
    ) -> None:
        self.code = code
        self.node = node
        self.names = names
        self.value = value

    @property
    def is_literal(self) -> bool:
        """Return whether the definition is literal numbers or a root of them, as that of σ in `σ² = 4` is."""
        node = self.node.operand if isinstance(self.node, Unary) and self.node.sign == "√" else self.node
        return is_literal(node)


# What names stand for: values, or expressions to work out.
Names = Mapping[str, Value | Defined]
NO_NAMES: Names = {}


def names_in(node: Node) -> Iterator[Name]:
    """Yield every Name node in an expression, except in slices and in keyword arguments that are one word.

    They come from left to right, and a name may come several times. Names of called operations are not included, nor is
    the `None` of an index, as in `x[:, None]`.
    """
    match node:
        case Name() if node.text != "None":
            yield node
        case Listing():
            for each in node.items:
                yield from names_in(each)
        case Call():
            for each in (*node.arguments, *(value for _, value in node.keywords if not isinstance(value, Name))):
                yield from names_in(each)
        case Pick():
            yield from names_in(node.value)
            for index in node.places:
                if not isinstance(index, Slice):
                    yield from names_in(index)
        case Unary():
            yield from names_in(node.operand)
        case Binary():
            yield from names_in(node.left)
            yield from names_in(node.right)
        case Sum():
            for _, term in node.terms:
                yield from names_in(term)


def names_used(node: Node) -> Iterator[str]:
    """Yield every word that may be a name with a value, including words in slices and keyword arguments.

    Names of called operations are not included. Words may repeat, and they come in no particular order.
    """
    parts: list[object] = [node]
    while parts:
        part = parts.pop()
        if isinstance(part, Name):
            yield part.text
        elif isinstance(part, tuple) and not isinstance(part, Literal):
            parts.extend(part)


def is_written_out(node: Node) -> bool:
    """Return whether an expression is a number, maybe with a minus, a name, or lists of these.

    False if there is anything to calculate; a name with a minus counts as that.
    """
    match node:
        case Literal() | Name():
            return True
        case Listing():
            return all(map(is_written_out, node.items))
        case Unary():
            return node.sign == "-" and isinstance(node.operand, Literal)
        case _:
            return False


def is_literal(node: Node) -> bool:
    """Return whether an expression is a number or a constant such as π, maybe with a minus, or lists of these.

    False if there is anything to calculate, such as `2 + 3`, or any other name.
    """
    return is_written_out(node) and next(names_in(node), None) is None
