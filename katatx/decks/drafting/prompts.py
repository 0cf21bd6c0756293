"""Making a plain prompt for an expression and its given numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from katatx.engine.book import find_recipe
from katatx.engine.recipe import Recipe
from katatx.engine.values import Value, floats, rank_of, size_of
from katatx.notation.printing import write_expression
from katatx.notation.syntax import Binary, Call, Name, Node, Sum, Unary
from katatx.notation.walking import mapped, parts_of

# The longest row shown inside a sentence; longer ones are shown below it.
_MOST_SHOWN = 6
# The citation at the end of a recipe's summary.
_SOURCE = re.compile(r" \([^()]*\d{4}[^()]*\)(?=\.$)")
_SPOKEN = {"dot": "dot product", "matmul": "matrix product", "outer": "outer product"}
_RULES_IN_WORDS = {
    "mean": "Add the numbers up, and divide by how many there are.",
    "dot": "Multiply them pair by pair, and add the products.",
    "outer": "Multiply each number of the first by each of the second: a row for each of the first.",
    "scores": "Dot the query with every key.",
    "weighted_sum": "Multiply each row of values by its portion, and add the rows up number by number.",
}


def prompt_for(node: Node, given: Mapping[str, Value], own: set[str]) -> str:
    """Return a prompt: a sentence that asks for an expression, then one for each named operation that says how it
    works.

    It is a template, in which a placeholder, `{name}`, shows a number, or a row of at most six: any of them if the one
    operation has a phrase of its own, as `r + s` of rows has; else, as in `a - b` of numbers or `tanh(a)`, only those
    in `own`, which have no name on the page.
    """
    asked = _step(node, given) or f"Work out {_shown(node, given, own)}."
    return " ".join([asked, *_rules(node)])


def _step(node: Node, given: Mapping[str, Value]) -> str:
    """Return a sentence that asks for a single operation on names in `given`; "" if there is no phrase for the
    expression.

    There is none for a function of one number, as `tanh(a)`. Numbers and short rows stand in the sentence as
    placeholders, `{name}`; longer values by their names.
    """
    match node:
        case Call(name=name, arguments=arguments) if not node.keywords and all(
            isinstance(each, Name) for each in arguments
        ):
            found = find_recipe(name)
            if found is None or (len(arguments) == 1 and rank_of(given[_name(arguments[0])]) == 0):
                return ""  # a function: `tanh(0.5)`
            spoken = _SPOKEN.get(found.name, found.name.replace("_", " "))
            return f"Work the {spoken} of {_arguments(found, arguments, given)}."
        case Binary(sign=sign, left=Name() as left, right=Name() as right):
            return _binary_step(sign, left.text, right.text, given)
        case Binary(sign=sign, left=Name() as left, right=Unary(sign="ᵀ", operand=Name() as right)) if sign in "·@":
            if rank_of(given[left.text]) == rank_of(given[right.text]) == 2:
                a, b = left.text, right.text
                return f"Multiply {a}·{b}ᵀ: dot each row of {a} with each row of {b}."
        case Sum(terms=((_, Name() as left), (sign, Name() as right))):
            if rank_of(given[left.text]) == rank_of(given[right.text]) > 0:
                a, b = _value(left.text, given), _value(right.text, given)
                return (
                    f"Add {a} and {b} number by number." if sign == "+" else f"Subtract {b} from {a} number by number."
                )
    return ""


def _arguments(found: Recipe, arguments: tuple[Node, ...], given: Mapping[str, Value]) -> str:
    """Return the arguments of a call of the recipe `found`, which are names, in words: "the query {q} and the keys K".

    For a dot, matrix or outer product, only the values are named: "{a} and {b}".
    """
    words = []
    for parameter, argument in zip(found.parameters, arguments, strict=False):
        name = _name(argument)
        if found.name in _SPOKEN:
            words.append(_value(name, given))
        else:
            spoken = (
                "numbers"
                if parameter.name == "rows" and rank_of(given[name]) == 1
                else parameter.name.replace("_", " ")
            )
            words.append(
                f"the {spoken}"
                if name == spoken and not _is_short(given[name])
                else f"the {spoken} {_value(name, given)}"
            )
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _name(node: Node) -> str:
    """Return the text of a Name; "" for other nodes."""
    return node.text if isinstance(node, Name) else ""


def _binary_step(sign: str, left: str, right: str, given: Mapping[str, Value]) -> str:
    """Return a sentence that asks for a product or quotient of two given names; "" if there is no phrase for it.

    Numbers and short rows stand in it as placeholders, `{name}`, which are filled with their values when it is asked;
    longer values by their names.
    """
    ranks = rank_of(given[left]), rank_of(given[right])
    a, b = _value(left, given), _value(right, given)
    if sign == "/" and ranks in ((1, 0), (2, 0)):
        return f"Divide each number of {a} by {b}."
    if sign == "⊙" and left == right and ranks[0] > 0:
        return f"Square each number of {a}."
    if sign == "⊙" and ranks[0] == ranks[1] > 0:
        return f"Multiply {a} and {b} number by number."
    if sign in "·@⊙*" and sorted(ranks) in ([0, 1], [0, 2]):
        a, b = (a, b) if ranks[0] else (b, a)
        return f"Multiply each number of {a} by {b}."
    if sign not in "·@":
        return ""
    return {
        (1, 1): f"Work the dot product of {a} and {b}: multiply them pair by pair, and add the products.",
        (1, 2): f"Multiply {left}·{right}: dot the row {a} with each column of {right}.",
        (2, 1): f"Multiply {left}·{right}: dot each row of {left} with {b}.",
        (2, 2): f"Multiply {left}·{right}: dot each row of {left} with each column of {right}.",
    }.get(ranks, "")


def _is_short(value: Value) -> bool:
    """Return whether a value fits into a sentence: a number, or a row of at most six."""
    return rank_of(value) < 2 and size_of(value) <= _MOST_SHOWN


def _value(name: str, given: Mapping[str, Value]) -> str:
    """Return a placeholder for a number or a row of at most six, which fits into a sentence; else the name alone."""
    return f"{{{name}}}" if _is_short(given[name]) else name


def _shown(node: Node, given: Mapping[str, Value], own: set[str]) -> str:
    """Return an expression as text, with placeholders for the numbers and short rows among `own`, which have no name on
    the page.

    A negative number's is in round brackets.
    """

    def shown(part: Node) -> Node | None:
        """Return a placeholder for a name that is to be shown by its number; None for other parts."""
        if not isinstance(part, Name) or part.text not in own or not _is_short(given[part.text]):
            return None
        is_negative = not isinstance(given[part.text], tuple) and floats(given[part.text])[0] < 0
        return part._replace(text=f"({{{part.text}}})" if is_negative else f"{{{part.text}}}")

    return write_expression(mapped(node, shown)).replace("**", "^").replace("*", "·")


def _rules(node: Node) -> Iterator[str]:
    """Yield how each operation in an expression works, after its name unless the expression is that one call."""
    used = list(dict.fromkeys(_recipes(node)))
    for found in used:
        rule = _RULES_IN_WORDS.get(found.name, _SOURCE.sub("", found.summary))
        alone = isinstance(node, Call) and len(used) == 1
        yield rule if alone else f"{found.name}: {rule[0].lower()}{rule[1:]}"


def _recipes(node: Node) -> Iterator[Recipe]:
    """Yield the recipe of every call of a known operation in an expression, the outermost first."""
    found = find_recipe(node.name) if isinstance(node, Call) else None
    if found is not None:
        yield found
    for part in parts_of(node):
        yield from _recipes(part)
