"""The functions and methods that code on a page may call, by their names in Python, NumPy and PyTorch."""

from __future__ import annotations

import math
from functools import partial

from katatx.audit.code import conversions, elementwise, making, operators, reducing, rows, shaping
from katatx.audit.code.arrays import as_array, as_list, reduced
from katatx.audit.code.calls import Function
from katatx.audit.code.names import names

FUNCTIONS: dict[str, Function] = {
    **{name: partial(elementwise.of_one, function) for name, function in operators.OF_ONE.items()},
    **{name: partial(elementwise.of_two, function) for name, function in operators.OF_TWO.items()},
    **dict.fromkeys(
        (
            "array",
            "asarray",
            "tensor",
            "Tensor",
            "as_tensor",
            "FloatTensor",
            "asanyarray",
            "ascontiguousarray",
            "matrix",
        ),
        making.array,
    ),
    **dict.fromkeys(("concatenate", "cat", "concat"), shaping.concatenate),
    **dict.fromkeys(("round", "around", "round_"), elementwise.round_to),
    **dict.fromkeys(
        ("cumsum", "accumulate"), partial(rows.going_along, partial(rows.running, operators.BINARY["Add"]))
    ),
    **dict.fromkeys(("max", "amax"), partial(reducing.extreme, best=max, of_two=operators.larger)),
    **dict.fromkeys(("min", "amin"), partial(reducing.extreme, best=min, of_two=operators.smaller)),
    **dict.fromkeys(("std", "std_dev"), partial(reducing.spread, root=True)),
    **dict.fromkeys(("clip", "clamp"), elementwise.clip),
    **dict.fromkeys(("flatten", "ravel"), shaping.flattened),
    **dict.fromkeys(("isclose", "close"), elementwise.near),
    **dict.fromkeys(("matmul", "mm", "bmm", "mv"), rows.matmul),
    **dict.fromkeys(("dot", "inner", "vdot"), rows.dot),
    **dict.fromkeys(("expand_dims", "unsqueeze"), shaping.expand),
    **dict.fromkeys(("swapaxes",), shaping.swapped),
    "log": elementwise.logarithm,
    "floor": partial(elementwise.whole_below, math.floor),
    "ceil": partial(elementwise.whole_below, math.ceil),
    "rint": partial(elementwise.of_one, lambda number: operators.rounded(number, 0)),
    "where": elementwise.chosen,
    "masked_fill": elementwise.masked_fill,
    "allclose": lambda call: bool(reduced(all, elementwise.near(call), None, False, call.meter)),
    "array_equal": lambda call: bool(
        reduced(all, elementwise.of_two(operators.OF_TWO["equal"], call), None, False, call.meter)
    ),
    "zeros": partial(making.filled, number=0.0),
    "ones": partial(making.filled, number=1.0),
    "full": making.full,
    "zeros_like": partial(making.like, number=0.0),
    "ones_like": partial(making.like, number=1.0),
    "full_like": partial(making.like, number=None),
    "eye": making.eye,
    "identity": making.eye,
    "arange": making.arange,
    "range": making.whole_numbers,
    "linspace": making.linspace,
    "sum": conversions.added_up,
    "fsum": conversions.added_up,
    "mean": partial(reducing.reducing, reducing.mean),
    "average": partial(reducing.reducing, reducing.mean),
    "fmean": partial(reducing.reducing, reducing.mean),
    "prod": partial(reducing.reducing, reducing.product),
    "median": partial(reducing.reducing, reducing.median),
    "var": partial(reducing.spread, root=False),
    "argmax": partial(reducing.reducing, reducing.first_of(max)),
    "argmin": partial(reducing.reducing, reducing.first_of(min)),
    "logsumexp": partial(reducing.reducing, reducing.logsumexp),
    "ptp": partial(reducing.reducing, lambda numbers: max(numbers) - min(numbers)),
    "all": partial(reducing.reducing, all),
    "any": partial(reducing.reducing, any),
    "count_nonzero": partial(reducing.reducing, lambda numbers: sum(map(bool, numbers))),
    "norm": reducing.norm,
    "cumprod": partial(rows.going_along, partial(rows.running, operators.times)),
    "softmax": partial(rows.soft, rows.softmax),
    "log_softmax": partial(rows.soft, rows.log_softmax),
    "layer_norm": rows.layer_norm,
    "layernorm": rows.layer_norm,
    "sort": rows.in_order,
    "sorted": rows.in_order,
    "diff": rows.diff,
    "convolve": rows.convolve,
    "outer": rows.outer,
    "trace": rows.trace,
    "diag": rows.diag,
    "tril": partial(rows.triangle, upper=False),
    "triu": partial(rows.triangle, upper=True),
    "reshape": shaping.reshape,
    "view": shaping.reshape,
    "transpose": shaping.transpose,
    "permute": shaping.transpose,
    "stack": shaping.stack,
    "hstack": shaping.hstack,
    "vstack": shaping.vstack,
    "column_stack": shaping.column_stack,
    "squeeze": shaping.squeezed,
    "broadcast_to": shaping.broadcast_to,
    "repeat": shaping.repeated,
    "len": conversions.length,
    "size": conversions.count,
    "item": conversions.only_item,
    "float": conversions.to_float,
    "int": conversions.to_int,
    "bool": conversions.to_bool,
    "astype": conversions.astype,
    "tolist": lambda call: as_list(as_array(call.args[0])),
    "copy": conversions.as_is,
    "clone": conversions.as_is,
    "detach": conversions.as_is,
    "numpy": conversions.as_is,
    "cpu": conversions.as_is,
    "contiguous": conversions.as_is,
    "list": conversions.python_list,
    "tuple": conversions.python_tuple,
    "zip": conversions.zipped,
    "enumerate": conversions.counted_off,
    "reversed": conversions.turned_round,
    "array2string": conversions.as_text,
    "array_repr": conversions.as_text,
    "array_str": conversions.as_text,
    "str": conversions.as_text,
    "repr": conversions.as_text,
    "t": shaping.transpose,
    "float64": conversions.to_float,
    "float32": conversions.to_float,
    "int64": conversions.to_int,
    "int32": conversions.to_int,
}
METHODS = names(
    """
    sum mean std var max min argmax argmin dot round reshape transpose flatten ravel tolist item astype copy
    cumsum cumprod prod clip all any ptp squeeze swapaxes repeat diagonal trace softmax log_softmax exp log sqrt
    abs pow sigmoid tanh relu norm matmul mm mv view t unsqueeze permute clone detach numpy cpu contiguous
    masked_fill clamp size float int tril triu median logsumexp square sign sin cos outer bool
    """
)
CONSTANTS = {"pi": math.pi, "e": math.e, "inf": math.inf, "Inf": math.inf, "tau": math.tau, "nan": math.nan}
