"""The names that a statement defines, and the names in scope. A statement `a = b = c` has three sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise, takewhile

from katatx.engine.book import find_recipe
from katatx.engine.evaluate import work_out
from katatx.engine.names import Defined, Names, is_literal, names_used
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import factors_of, ranks_of
from katatx.engine.values import Value
from katatx.notation.errors import Ambiguous
from katatx.notation.lexer import Token
from katatx.notation.parser import CONSTANTS, read_tokens
from katatx.notation.quoting import quote
from katatx.notation.statements import Side, begins_operand
from katatx.notation.syntax import Listing, Name, Node, Unary

# Words that are always a number or a sign.
_KNOWN_WORDS = frozenset(("e", "pi", "π", "inf", "sqrt", "mod"))
# Names that, written in this form, do not refer to an earlier definition.
HOMONYMS = {"e": r"(?<!\w)e\s*(?:\^|\*\*|[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿˣⁱ])", "σ": r"(?:σ|\\sigma)\s*(?:\(|\\left)"}


class Scope:
    """The names in scope; `values` and `given` (for later texts) hold those that the text itself defines."""

    def __init__(self, above: Mapping[str, Defined], *, one_statement: bool = True) -> None:
        self.one_statement = one_statement
        self.names = dict(above)
        self.given: dict[str, Defined] = {}
        self.values: dict[str, Value] = {}

    def define(self, defined: Iterable[tuple[str, Node, Value]], *, settled: bool) -> None:
        """Define names at once by expressions with their values; if `settled`, later texts get only the values.

        A name defined as another takes over that name's definition.
        """
        names, given = dict(self.names), dict(self.given)
        for name, node, value in defined:
            self.values[name] = value
            if isinstance(node, Name) and node.text in names:
                self.names[name] = names[node.text]
                self.given[name] = given.get(node.text, names[node.text])
            else:
                used = {each: names[each] for each in names_used(node) if each in names}
                self.names[name] = Defined(node, used)
                self.given[name] = Defined(node, {}, value) if settled else self.names[name]


def with_names_joined(side: Side, above: Collection[str]) -> Side:
    """Return a side in which the words of an operation's name are one: `layer norm 1 2` as `layer_norm 1 2`.

    Up to four words are joined, if an operand follows and none is a name defined in the text or `above`.
    """
    tokens: list[Token] = []
    at = 0
    while at < len(side.tokens):
        counts = (4, 3, 2) if side.tokens[at].kind == "name" else ()
        count = next((count for count in counts if _is_operation(side.tokens, at, at + count, above)), 1)
        words = side.tokens[at : at + count]
        tokens.append(words[0]._replace(text="_".join(word.text for word in words), end=words[-1].end))
        at += count
    return side._replace(tokens=tokens)


def _is_operation(tokens: list[Token], start: int, end: int, defined: Collection[str]) -> bool:
    """Return whether the tokens from `start` to `end` are the words of an operation before an operand."""
    words = [token.text for token in tokens[start:end] if token.kind == "name" and token.text not in defined]
    return len(words) == end - start and begins_operand(tokens, end) and find_recipe("_".join(words)) is not None


def names_given(sides: list[Side], scope: Scope) -> list[list[str]]:
    """Return the names that each of the first sides defines: [[Q], [K]] for `Q = K = [[1, 0]]`; [] for a claim.

    A new name is defined by `=`, any name by `:=`, and by `=` too if the new value uses the old (`w = w - 0.1`).
    Otherwise `=` after a name with a value makes a claim: `s = 2.667` after `s = 8/3`. Names of earlier texts are
    defined anew, unless the text is a single statement that gives numbers to a calculated name. `a, b = 3, 4` defines
    both names, `σ² = 4` defines σ, `q·k = 2·3` the name `q·k`. Raises Ambiguous if a new name could also be a product
    of names defined in this text, NotationError if a side cannot be read.
    """
    found = list(takewhile(bool, (_names_of(side, following, scope) for side, following in pairwise(sides))))
    is_heading = not found and len(sides) > 1 and _is_heading(sides[0], scope.names)
    return [[sides[0].text.strip()]] if is_heading else found


def _names_of(side: Side, following: Side, scope: Scope) -> list[str]:
    if side.several:
        node = read_tokens(following.tokens, ranks_of(scope.names))
        if isinstance(node, Listing) and len(node.items) == len(side.several):
            return side.several
    name = side.label or side.squared
    return [name] if name is not None and _is_defined(name, side, following, scope) else []


def _is_heading(side: Side, names: Names) -> bool:
    """Return whether a side is three or more words and signs, none a number or known: `q·k` in `q·k = 2·3`."""
    words = [token.text for token in side.tokens if token.kind == "name"]
    is_label = side.label is not None or len(side.tokens) < 3
    if is_label or not words or any(token.kind == "number" for token in side.tokens):
        return False
    return not any("." in word or word in names or find_recipe(word) or word in _KNOWN_WORDS for word in words)


def _is_defined(name: str, side: Side, following: Side, scope: Scope) -> bool:
    """Return whether the side `following` a name defines it, rather than making a claim about it."""
    is_number = all(token.kind == "number" or token.text in ("-", "·", "^") for token in following.tokens)
    is_constant = side.name in CONSTANTS and is_number
    if following.sign == "==" or is_constant:
        return False  # `x == 3` and `e = 2.718` are claims
    if following.sign == ":=" or any(token.text == name for token in following.tokens):
        return True
    if name in scope.given:
        return False
    if name in scope.names:
        anew = scope.names[name].is_literal or not scope.one_statement
        return anew or not is_literal(read_tokens(following.tokens, ranks_of(scope.names)))
    if name.partition(".")[0] in scope.names or all(part in scope.names for part in name.split("/")):
        return False  # `x.shape = (2, 2)`, and dL/dw if dL and dw have values
    if factors_of(Name(name, 1), scope.given) is not None:
        raise Ambiguous(
            f"is {quote(name)} a product of names above or a new name? Write · between them, or use another name",
            side.column,
        )
    return True


def values_of(
    side: Side, defined: list[str], node: Node, value: Value, names: Names
) -> Iterator[tuple[str, Node, Value]]:
    """Yield each name that a side defines with its expression and value, given those of the calculation after it.

    `a, b = 3, 4` divides a list; the name in `σ² = 6.25` gets the root. Raises EngineError if there is none.
    """
    if len(defined) > 1 and isinstance(node, Listing):
        yield from zip(defined, node.items, value, strict=True)
        return
    if side.squared == defined[0]:
        node = Unary("√", node, side.column)
        value = work_out(node, names, Pencil())
    for name in defined:
        yield name, node, value
