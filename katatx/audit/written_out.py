"""Operations that the engine has no recipe for, written with those that it has."""

from __future__ import annotations

from katatx.notation.syntax import Binary, Call, Listing, Literal, Node, Sum, Unary

OTHERS = frozenset({"tanh", "log2", "log10", "min", "median", "tan"})


def written_out(node: Node) -> Node:
    """An expression in which tanh, tan, log2, log10 and min are put in terms of sigmoid, sin and cos, log and max."""
    match node:
        case Call():
            made = node._replace(arguments=tuple(map(written_out, node.arguments)))
            return _call(made) if made.name in OTHERS and made.arguments else made
        case Listing():
            return node._replace(items=tuple(map(written_out, node.items)))
        case Unary():
            return node._replace(operand=written_out(node.operand))
        case Binary():
            return node._replace(left=written_out(node.left), right=written_out(node.right))
        case Sum():
            return node._replace(terms=tuple((sign, written_out(term)) for sign, term in node.terms))
        case _:
            return node


def _call(node: Call) -> Node:
    at, given = node.column, node.arguments[0]
    two, one = Literal("2", 2.0, at), Literal("1", 1.0, at)
    match node.name:
        case "tanh":  # 2·sigmoid(2x) - 1
            return Sum(
                (
                    (
                        "+",
                        Binary("·", two, Call("sigmoid", (Binary("·", two, given, at),), loose=False, column=at), at),
                    ),
                    ("-", one),
                ),
                at,
            )
        case "log2" | "log10":
            base = Literal(node.name[3:], float(node.name[3:]), at)
            return Binary(
                "/", Call("log", (given,), loose=False, column=at), Call("log", (base,), loose=False, column=at), at
            )
        case "tan":
            sine, cosine = (Call(name, (given,), loose=False, column=at) for name in ("sin", "cos"))
            return Binary("/", sine, cosine, at)
        case "min":
            whole = given if len(node.arguments) == 1 else Listing(node.arguments, at)
            return Unary("-", Call("max", (Unary("-", whole, at),), loose=False, column=at), at)
        case _:
            return node
