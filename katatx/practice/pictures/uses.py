"""What an expression uses each of its names for.

The operations are known here by name alone: a picture is wanted before the first answer, and
the engine, which knows what they do, is imported after the prompt stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from katatx.notation.syntax import Binary, Call, Listing, Name, Node, Sum, Unary

# The operations whose numbers have a picture of their own, or rows that are counted: other names, and parameters.
OPERATIONS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "patches": (("patchify", "strips", "cut_into_patches"), ("picture", "size")),
    "pixel_address": (("dot_address",), ("patch", "place", "size", "width")),
    "residual": (("skip_connection", "add_the_original"), ("original", "change")),
    "add_position": (("add_stamp", "stamp_on"), ("row", "stamp")),
    "weighted_sum": (("mix",), ("portions", "values")),
    "cross_entropy": (("negative_log_likelihood", "nll"), ("portions", "target")),
    "value_gradient": (("dV", "grad_v"), ("portions", "output_gradient")),
    "portion_gradient": (("dA", "grad_a"), ("output_gradient", "values")),
    "softmax_backward": (("dS", "grad_s", "score_gradient"), ("portions", "portion_gradients")),
    "query_gradient": (("dQ", "grad_q"), ("score_gradients", "keys")),
    "key_gradient": (("dK", "grad_k"), ("score_gradients", "queries")),
    "softmax": (("portions", "shares"), ("scores",)),
    "stable_softmax": (("softmax_less_largest", "safe_softmax"), ("scores",)),
    "masked_softmax": (("masked_portions",), ("scores", "real")),
    "causal_softmax": (("causal_portions",), ("scores",)),
    "padding_mask": (("mask_padding",), ("scores", "real")),
    "causal_mask": (("mask_future",), ("scores",)),
    "scale": (("scaled",), ("scores", "width")),
    "scores": (("match_row", "matches", "match_grid"), ("query", "keys", "own")),
    "attention": (("look_across", "scaled_dot_product_attention"), ("query", "keys", "values", "real")),
    "causal_attention": (("masked_attention", "causal_look_across"), ("queries", "keys", "values")),
    "self_attention": ((), ("rows", "query_weights", "key_weights", "value_weights", "output_weights", "order")),
    "projection": (("output_projection", "project"), ("row", "weights", "order")),
    "layer_norm": (("tame", "humble"), ("row", "gamma", "beta", "eps")),
    "batch_norm": ((), ("rows",)),
    "mean": (("average", "pool", "middle", "average_pooling"), ("rows", "real")),
    "embedding": (("lookup", "table_row", "seat_row"), ("token", "table")),
    "position_encoding": (
        ("positional_encoding", "position_stamp", "sinusoidal_encoding", "fixed_stamp", "seat_stamp"),
        ("position", "width"),
    ),
}


def _spelling(name: str) -> str:
    return re.sub(r"[_\-.]", "", name).lower()


_KNOWN = {_spelling(name): own for own, (others, _) in OPERATIONS.items() for name in (own, *others)}

# What a sum of two things is called here, and its two terms.
ADD = "add"
_TERMS = ("first", "second")


def operation_of(name: str) -> str | None:
    """The operation's own name, however it is called and spelled; None where it has no picture."""
    return _KNOWN.get(_spelling(name))


class Used(NamedTuple):
    """An operation and what it is given, by parameter."""

    operation: str
    inputs: Mapping[str, Node]

    def name(self, parameter: str) -> str | None:
        """The name that stands alone for a parameter; None where it is worked from something else."""
        node = self.inputs.get(parameter)
        return node.text if isinstance(node, Name) else None


class Use(NamedTuple):
    """What one name stands for in an operation."""

    operation: str
    parameter: str


def operations_in(node: Node | None) -> list[Used]:
    """Every operation of an expression that has a picture, outermost first."""
    return [] if node is None else list(_operations(node))


def _operations(node: Node) -> Iterator[Used]:
    if isinstance(node, Call):
        own = operation_of(node.name)
        if own is not None:
            yield Used(own, dict(zip(OPERATIONS[own][1], node.arguments, strict=False)))
    elif isinstance(node, Sum) and len(node.terms) == 2 and all(sign == "+" for sign, _ in node.terms):
        yield Used(ADD, dict(zip(_TERMS, (term for _, term in node.terms), strict=True)))
    for each in _inside(node):
        yield from _operations(each)


def _inside(node: Node) -> tuple[Node, ...]:
    match node:
        case Call():
            return node.arguments
        case Listing():
            return node.items
        case Unary():
            return (node.operand,)
        case Binary():
            return (node.left, node.right)
        case Sum():
            return tuple(term for _, term in node.terms)
        case _:
            return ()


def uses_of(operations: list[Used]) -> dict[str, list[Use]]:
    """Return what each name that stands alone is used for."""
    uses: dict[str, list[Use]] = {}
    for used in operations:
        for parameter in used.inputs:
            name = used.name(parameter)
            if name is not None:
                uses.setdefault(name, []).append(Use(used.operation, parameter))
    return uses
