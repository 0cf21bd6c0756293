"""The names that a statement defines, and the values of the names in scope.

A text holds statements such as `a = b = c`; the parts between the signs are its sides. A side is a claim if it states
the value of the side before it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Mapping

from katatx.engine.evaluate import work_out
from katatx.engine.names import Defined, Names, is_literal, names_used
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import find_recipe
from katatx.engine.standard_form import is_product_of
from katatx.engine.values import Value
from katatx.notation.errors import Ambiguous
from katatx.notation.expressions import read_tokens
from katatx.notation.quoting import quote
from katatx.notation.statements import Side
from katatx.notation.syntax import Listing, Literal, Name, Node, Unary
from katatx.notation.tokens import Token
from katatx.notation.worded import begins_operand

# Words that are always a number or a sign.
_KNOWN_WORDS = frozenset(("e", "pi", "π", "inf", "sqrt", "mod"))
# Names that, written in this form, do not refer to an earlier definition.
_HOMONYMS = (("e", r"(?<!\w)e\s*(?:\^|\*\*|[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿˣⁱ])"), ("σ", r"(?:σ|\\sigma)\s*(?:\(|\\left)"))


class Scope:
    """The names in scope of a statement: those defined before the text (`above`), and those the text has defined.

    `names` maps all of them to their definitions. `given` has only those defined by the text, in the form in which
    later texts use them. `one_statement` says that the text is a single statement; `defined_names` then reads numbers
    after a calculated name from above as a claim.
    """

    def __init__(self, above: Mapping[str, Defined], *, one_statement: bool) -> None:
        self.names: dict[str, Defined] = dict(above)
        self.given: dict[str, Defined] = {}
        self.one_statement = one_statement

    def define(self, name: str, node: Node, value: Value, code: str, *, settled: bool) -> None:
        """Define `name` in `names` and `given` as the expression `node` with this value; `code` is its library.

        If `settled`, `given` holds only the value, so that later texts do not repeat the calculation. A name defined as
        another name takes over that name's definition.
        """
        if isinstance(node, Name) and node.text in self.names:
            self.names[name] = self.names[node.text]
            self.given[name] = self.given.get(node.text, self.names[name])
            return
        used = {each: self.names[each] for each in names_used(node) if each in self.names}
        self.names[name] = self.given[name] = Defined(node, used, code=code)
        if settled:
            self.given[name] = Defined(node, {}, value, code)

    def is_from_above(self, name: str) -> bool:
        """Return whether a name was defined before this text and not redefined in it."""
        return name in self.names and name not in self.given


def without_homonyms(above: Mapping[str, Defined], text: str) -> Mapping[str, Defined]:
    """Return the earlier names `above` without those that mean something else in the text.

    In a text with `e^x`, `e` is Euler's number; in one with `σ(...)`, `σ` is the sigmoid.
    """
    other = {name for name, written in _HOMONYMS if name in above and re.search(written, text)}
    return {name: above[name] for name in above if name not in other} if other else above


def with_names_joined(side: Side, above: Collection[str]) -> Side:
    """Return a side in which the words of an operation's name are one: `layer norm 1 2` as `layer_norm 1 2`.

    Up to four words are joined, if something to work on follows them. Names defined in the text or before it, which are
    `above`, are not joined.
    """
    if not any(first.kind == after.kind == "name" for first, after in itertools.pairwise(side.tokens)):
        return side
    defined = side.dialect.defined.union(above)
    tokens = list[Token]()
    at = 0
    while at < len(side.tokens):
        count = next(
            (count for count in (4, 3, 2) if _is_one_name(side.tokens[at : at + count + 1], count, defined)), 1
        )
        first, last = side.tokens[at], side.tokens[at + count - 1]
        text = "_".join(token.text for token in side.tokens[at : at + count])
        tokens.append(first if count == 1 else first._replace(text=text, end=last.end))
        at += count
    return side._replace(tokens=tokens)


def _is_one_name(tokens: list[Token], count: int, defined: Collection[str]) -> bool:
    """Return whether the first `count` tokens are the words of an operation's name, and an operand begins after them.

    No word may be among the names `defined`.
    """
    words = tokens[:count]
    if any(token.kind != "name" or token.text in defined for token in words):
        return False
    return begins_operand(tokens, count) and find_recipe("_".join(token.text for token in words)) is not None


def defined_names(sides: list[Side], scope: Scope) -> list[str]:
    """Return the names that a statement defines: for `Q = K = [[1, 0]]`, Q and K; empty if it only makes claims.

    `sides` are the parts of the statement between its signs. A name that already has a value keeps it, so that `s =
    2.667` after `s = 8/3` is a claim. It is redefined if the new value uses the old (`w = w - 0.1`, `w -= 0.1`). So is
    a name from above if it stood for numbers, if the text has several statements, or if a calculation or a name
    follows. A first side without numbers or known names is one name: `q·k` in `q·k = 2·3`. `a, b = 3, 4` defines both
    names, even if they have values, and `σ² = 4` defines σ. Raises Ambiguous if a new name could also be a product of
    names defined in this text, NotationError if a side cannot be read.
    """
    found: list[str] = []
    first, names = sides[0], scope.names
    if len(sides) > 1 and first.several:
        node = read_tokens(sides[1].tokens, sides[1].dialect)
        if isinstance(node, Listing) and len(node.items) == len(first.several):
            return first.several
    if len(sides) > 1 and first.squared and _is_free(first.squared, sides[1], scope):
        return [first.squared]
    if len(sides) > 1 and _only_names(first, names):
        return [first.text.strip()]
    for side, following in itertools.pairwise(sides):
        name = side.label
        if name is None or (len(side.tokens) == 1 and isinstance(read_tokens(side.tokens, side.dialect), Literal)):
            break  # e and pi are numbers, so `e = 2.718` is a claim
        if following.compared or (name.partition(".")[0] in names and name not in names):
            break  # `x == 3` and `x.shape = (2, 2)` are claims
        parts = name.split("/")
        if name not in names and len(parts) == 2 and any(part in scope.given for part in parts):
            break  # dL/dw is a quotient if its names have values
        if name not in names and is_product_of(name, scope.given):
            raise Ambiguous(
                f"is {quote(name)} a product of names above or a new name? Write · between them, or use another name",
                side.column,
            )
        renewed = following.changes or any(token.text == name for token in following.tokens)
        if not renewed and not _is_free(name, following, scope):
            break
        found.append(name)
    return found


def _is_free(name: str, following: Side, scope: Scope) -> bool:
    """Return whether the side `following` a name defines the name, rather than making a claim about it.

    A new name is defined. A name defined earlier in this text keeps its value. A name from above is redefined if it
    stood for numbers, or if the text has several statements, or if `following` is a calculation or a name.
    """
    if name not in scope.names:
        return True
    if not scope.is_from_above(name):
        return False
    if scope.names[name].is_literal or not scope.one_statement:
        return True
    return not is_literal(read_tokens(following.tokens, following.dialect))


def _only_names(side: Side, names: dict[str, Defined]) -> bool:
    """Return whether a side of three or more words and signs has no number and no name with a value or operation.

    It is then only a heading: `q·k` in `q·k = 2·3 + 1·2`. False if it has no word, or a word with a point.
    """
    words = [token.text for token in side.tokens if token.kind in ("name", "function")]
    if len(side.tokens) < 3 or not words or any(token.kind in ("number", "method") for token in side.tokens):
        return False
    return not any("." in word or word in names or find_recipe(word) or word in _KNOWN_WORDS for word in words)


def values_of(
    sides: list[Side], defined: list[str], node: Node, value: Value, names: Names
) -> list[tuple[Node, Value]]:
    """Return the (expression, value) of each name in `defined`, in their order.

    `node` and `value` are the calculation after the names, and `names` is what its names stand for. A list is divided
    among the names of `a, b = 3, 4`; the name in `σ² = 6.25` gets the root. All other names get the whole. Raises
    EngineError if there is no root.
    """
    if sides[0].several == defined and len(defined) > 1 and isinstance(node, Listing):
        return list(zip(node.items, value, strict=True))
    if sides[0].squared and sides[0].squared in defined:  # σ² = 6.25 defines σ
        root = Unary("√", node, sides[0].column)
        return [(root, work_out(root, names, Pencil()))]
    return [(node, value)] * len(defined)
