"""Find which operations of an expression use its names, and as which parameters.

Operations are listed here by name, because a picture is drawn before the first answer and the engine is imported only
later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from katatx.notation.syntax import Call, Name, Node, Sum
from katatx.notation.walking import parts_of

# Operations that affect how their arguments are drawn: (other names, parameters).
OPERATIONS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "patches": (("patchify", "strips", "cut_into_patches"), ("picture", "size")),
    "pixel_address": (("dot_address",), ("patch", "place", "size", "width")),
    "dot": (("match", "row_times_stick", "inner_product", "dot_product"), ("first", "second")),
    "linear": (("grid_times_stick", "matrix_vector", "matvec"), ("weights", "inputs", "order")),
    "matmul": (("multiply_grids", "row_times_grid"), ("left", "right")),
    "dense": (("workers",), ("inputs", "weights", "nudges", "order")),
    "reorder": (("permute",), ("row", "order")),
    "permutation_grid": (("permutation_matrix",), ("order",)),
    "exp": ((), ("power",)),
    "relu": ((), ("inputs",)),
    "sigmoid": (("logistic",), ("inputs",)),
    "sum": (("total",), ("numbers",)),
    "max": (("largest",), ("numbers",)),
    "min": (("smallest",), ("numbers",)),
    "deviations": (("diffs",), ("row",)),
    "mean_square": (("average_square",), ("numbers",)),
    "variance": (("var",), ("row",)),
    "standard_deviation": (("spread", "typical_distance", "std"), ("row",)),
    "norm": (("length", "l2_norm", "euclidean_norm", "euclidean_length", "magnitude"), ("row",)),
    "rms_norm": (("root_mean_square_norm",), ("row", "gamma", "eps")),
    "residual": (("skip_connection", "add_the_original"), ("original", "change")),
    "add_position": (("add_stamp", "stamp_on"), ("row", "stamp")),
    "weighted_sum": (("mix",), ("portions", "values")),
    "cross_entropy": (("negative_log_likelihood", "nll"), ("portions", "target")),
    "value_gradient": (("dV", "grad_v"), ("portions", "output_gradient")),
    "portion_gradient": (("dA", "grad_a"), ("output_gradient", "values")),
    "log_softmax": (("log_probabilities",), ("scores",)),
    "logit_cross_entropy": (("softmax_cross_entropy",), ("logits", "target")),
    "logit_gradient": ((), ("logits", "target")),
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
    "self_attention": ((), ("rows", "query_weights", "key_weights", "value_weights", "output_weights", "order")),
    "projection": (("output_projection", "project"), ("row", "weights", "order")),
    "layer_norm": (("tame", "humble"), ("row", "gamma", "beta", "eps")),
    "mean": (("average", "pool", "middle", "average_pooling"), ("rows", "real")),
    "embedding": (("lookup", "table_row", "seat_row"), ("token", "table")),
    "position_encoding": (
        ("positional_encoding", "position_stamp", "sinusoidal_encoding", "fixed_stamp", "seat_stamp"),
        ("position", "width"),
    ),
}


def _spelling(name: str) -> str:
    """Return a name in lower case without separators, for comparison."""
    return re.sub(r"[_\-.]", "", name).lower()


_KNOWN = {_spelling(name): own for own, (others, _) in OPERATIONS.items() for name in (own, *others)}

_ADDING = {"residual", "add_position"}


def operation_of(name: str) -> str | None:
    """Return an operation's standard name for any of its names and spellings; None if `OPERATIONS` lacks it."""
    return _KNOWN.get(_spelling(name))


class Used(NamedTuple):
    """An operation in an expression, with its arguments by parameter."""

    operation: str
    inputs: Mapping[str, Node]

    def name(self, parameter: str) -> str | None:
        """Return the name given as the argument of a parameter; None if the argument is no single name."""
        node = self.inputs.get(parameter)
        return node.text if isinstance(node, Name) else None


class Use(NamedTuple):
    """An operation and the parameter for which a name is its argument."""

    operation: str
    parameter: str


def operations_in(node: Node | None) -> list[Used]:
    """Return the operations in an expression that `OPERATIONS` lists, outermost first; [] for None."""
    return [] if node is None else list(_operations(node))


def _operations(node: Node) -> Iterator[Used]:
    """Yield the operations in an expression that `OPERATIONS` lists, outermost first."""
    if isinstance(node, Call):
        own = operation_of(node.name)
        if own is not None:
            yield Used(own, inputs_of(own, node))
    for each in parts_of(node):
        yield from _operations(each)


def inputs_of(own: str, call: Call) -> dict[str, Node]:
    """Return the arguments of a call by parameter; `own` is the operation's standard name, which must be listed."""
    return dict(zip(OPERATIONS[own][1], call.arguments, strict=False)) | dict(call.keywords)


def adds_up(node: Node) -> bool:
    """Return whether an expression is an addition or subtraction, number by number, as a sum or by a named
    operation.
    """
    return isinstance(node, Sum) or (isinstance(node, Call) and operation_of(node.name) in _ADDING)


def uses_of(operations: list[Used]) -> dict[str, list[Use]]:
    """Return the uses of each name that is by itself an argument of an operation."""
    uses: dict[str, list[Use]] = {}
    for used in operations:
        for parameter in used.inputs:
            name = used.name(parameter)
            if name is not None:
                uses.setdefault(name, []).append(Use(used.operation, parameter))
    return uses
