"""Names in expressions: what they stand for, and which an expression uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from katatx.engine.values import Value
from katatx.notation.syntax import Call, Listing, Literal, Name, Node, Pick, Slice, Unary
from katatx.notation.walking import parts_of


class Defined:
    """A name's definition as an expression: `s` after `s = q·k`.

    `node` is worked where the name is first used; a `value` is used instead, as one line. `names` are the definitions
    that its own names refer to; None for those in scope where it is used. `code` is the library that it calls, as in
    `Dialect`: `x.std()` means that library's.
    """

    __slots__ = ("code", "names", "node", "value")

    def __init__(
        self, node: Node, names: Mapping[str, Any] | None = None, value: Value | None = None, code: str = ""
    ) -> None:
        self.node = node
        self.names = names
        self.value = value
        self.code = code

    @property
    def is_literal(self) -> bool:
        """Return whether the definition is literal numbers or a root of them, as that of σ in `σ² = 4` is."""
        node = self.node.operand if isinstance(self.node, Unary) and self.node.sign == "√" else self.node
        return is_literal(node)


# What names stand for: values, or expressions to work out.
Names = Mapping[str, Value | Defined]
NO_NAMES: Names = {}


def names_in(node: Node) -> Iterator[Name]:
    """Yield every Name in an expression, but for slices, keyword arguments of one word, and the `None` of an index."""
    if isinstance(node, Name) and node.text != "None":
        yield node
    parts: Iterable[Node] = parts_of(node)
    if isinstance(node, Call):
        parts = (*node.arguments, *(value for _, value in node.keywords if not isinstance(value, Name)))
    elif isinstance(node, Pick):
        parts = (node.value, *(index for index in node.places if not isinstance(index, Slice)))
    for part in parts:
        yield from names_in(part)


def names_used(node: Node) -> Iterator[str]:
    """Yield every word that may be a name with a value, in no order; in slices and keyword arguments too."""
    parts: list[object] = [node]
    while parts:
        part = parts.pop()
        if isinstance(part, Name):
            yield part.text
        elif isinstance(part, tuple) and not isinstance(part, Literal):
            parts.extend(part)


def is_written_out(node: Node) -> bool:
    """Return whether an expression is a number, maybe with a minus, a name, or lists of these."""
    if isinstance(node, Listing):
        return all(map(is_written_out, node.items))
    if isinstance(node, Unary):
        return node.sign == "-" and isinstance(node.operand, Literal)
    return isinstance(node, (Literal, Name))


def is_literal(node: Node) -> bool:
    """Return whether an expression is a number or a constant such as π, maybe with a minus, or lists of these."""
    return is_written_out(node) and next(names_in(node), None) is None
