"""Translating calls of NumPy, PyTorch and Python's math into this notation.

`np.add(a, b)` is a + b, `x.t()` is xᵀ, `torch.tensor([1, 2])` is the row itself. A function without a sign here becomes
a call by its textbook name with its keywords; the engine gives it its meaning.

Functions that **make** a node get the positional arguments of the library call, for most also its keywords as pairs,
and the column for the node. They may drop keywords that do not affect the value. If an argument is missing, they raise
IndexError, KeyError or ValueError, which becomes a NotationError, or make a call without it, which the engine refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from katatx.notation.brackets import is_number
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.syntax import Arguments, Binary, Call, Keywords, Listing, Literal, Name, Node, Pick, Sum, Unary

# Calls that return their argument.
_SAME_WORDS = """
array Array asarray asfarray ascontiguousarray tensor Tensor FloatTensor LongTensor as_tensor from_numpy matrix mat
Parameter float float16 float32 float64 double half type astype to print copy clone detach numpy item tolist list
tuple cpu squeeze contiguous requires_grad_
"""
_SAME = frozenset(_SAME_WORDS.split())
# Keywords that do not affect the value.
_NO_MATTER = frozenset(
    ("dtype", "requires_grad", "device", "copy", "out", "inplace", "order_by", "ndmin", "decimal", "training")
)
_NAMES = {
    "amax": "max", "amin": "min", "maximum": "max", "minimum": "min", "fmax": "max", "fmin": "min", "absolute": "abs",
    "fabs": "abs", "clamp": "clip", "around": "round", "rint": "round", "mse_loss": "mse", "l1_loss": "mae",
    "remainder": "mod", "expit": "sigmoid", "cross_entropy": "logit_cross_entropy", "identity": "eye",
    "dim": "ndim",
    "scaled_dot_product_attention": "attention", "inner": "inner_product",
}  # fmt: skip
# Functions that reduce a row to one number; without an axis, they reduce a whole grid.
_REDUCTIONS = frozenset(("sum", "mean", "max", "min", "argmax", "argmin", "var", "std", "norm", "prod"))
_TAKE_AXIS = _REDUCTIONS | {"cumsum", "softmax", "log_softmax"}
# Keywords that say whether a variance is divided by n or n - 1.
_DIVISORS = frozenset(("ddof", "correction", "unbiased"))

# The name of the first setting of a module that may be given without it.
_FIRST_SETTINGS = {
    "Softmax": "dim",
    "LogSoftmax": "dim",
    "LeakyReLU": "negative_slope",
    "ELU": "alpha",
}


def of_library(call: Call) -> Node | None:
    """Return the node of a library function called by its bare name: `hypot(3, 4)`; None for any other call.

    `call` is of a name without a meaning of its own here; one of a single letter, `t(3)`, is rather a value that is
    missing. Several written numbers given to a reduction, `ptp(1, 4, 2)`, are its row. Raise NotationError for wrong
    arguments.
    """
    if len(call.name) == 1 or not any(call.name in table for table in (_SIGNS, _SPECIAL, _NAMES)):
        return None
    arguments = call.arguments
    reduces = call.name in _SPECIAL and _SPECIAL[call.name].keywords == _KEPT_AXIS
    if reduces and len(arguments) > 1 and is_number(arguments[0]):
        arguments = (Listing(arguments, call.column),)
    return spelled_call(call.name, arguments, call.keywords, call.column, code="", library=True)


def module_settings(name: str, arguments: Arguments, keywords: Keywords, column: int) -> Keywords:
    """Return the settings of a module, as in `nn.LayerNorm(4, eps=1e-5)(x)`, as keywords of the function it stands for.

    The width of a norm is left out. Raise NotationError for other settings without a name, such as those of a module
    with weights.
    """
    if not arguments or (name.endswith("Norm") and len(arguments) == 1 and isinstance(arguments[0], Literal)):
        return keywords
    if len(arguments) == 1 and name in _FIRST_SETTINGS:
        return ((_FIRST_SETTINGS[name], arguments[0]), *keywords)
    raise NotationError(f"the module {name} cannot be read with these settings; write what it calculates", column)


def spelled_call(
    name: str,
    arguments: Arguments,
    keywords: Keywords,
    column: int,
    code: str,
    method: bool = False,
    library: bool = False,
) -> Node:
    """Return the node that a library call or method call stands for.

    The first argument of a method is the value it is called on. `method` and `library` say how it was written:
    `x.sum()` or `np.sum(x)`; a call with neither is by a bare name. `code` is the library that the call names, or else
    that of the text: "numpy", "torch", "both" or empty. Raise NotationError for wrong arguments, Ambiguous for `var` or
    `std` in a text of both that does not say whether to divide by n or n - 1.
    """
    keywords = tuple((key, value) for key, value in keywords if key not in _NO_MATTER)
    found = _SIGNS.get(name)
    if name in _SAME and arguments and not method and len(arguments) > 1 and name not in ("matrix", "float"):
        raise NotationError(
            f"{name} takes one value, and is given {len(arguments)}; put brackets around them, as in {name}([1, 2])",
            column,
        )
    if name in _SAME and arguments:
        return Listing(arguments, column) if name == "matrix" and len(arguments) > 1 else arguments[0]
    if found is not None:
        wanted, make = found
        if len(arguments) != wanted and name not in ("transpose", "t"):
            raise NotationError(
                f"{name} takes {wanted} value{'s' * (wanted != 1)}, and is given {len(arguments)}; write {wanted} in "
                "its brackets",
                column,
            )
        if keywords or not arguments:
            raise NotationError(
                f"{name} does not take {keywords[0][0]}= here; leave it out"
                if keywords
                else f"{name} has nothing to work on; write a value in its brackets",
                column,
            )
        return make(arguments, column)
    special = (_METHODS.get(name) if method else None) or _SPECIAL.get(name)
    if special is not None and (library or method):
        return _special_call(special, name, arguments, keywords, column)
    if (library or method) and name in _TAKE_AXIS and len(arguments) == 2:
        first, second = arguments
        takes_two = library and name in ("max", "min")  # torch.max(a, b) compares two tensors
        is_axis = isinstance(second, (Literal, Unary)) or (isinstance(second, Name) and code != "torch")
        if is_axis or not takes_two:
            key = "ord" if name == "norm" else "axis"
            arguments, keywords = (first,), ((key, second), *keywords)
    if name == "norm":
        return _norm(arguments, keywords, column)
    if name in ("var", "std") and code == "both" and _DIVISORS.isdisjoint(dict(keywords)):
        question = "divides by n in NumPy and by n - 1 in PyTorch, and the line has both: which is meant?"
        raise Ambiguous(f"{name} {question} Add ddof=0 for n, or ddof=1 for n - 1", column)
    if code in ("torch", "both") and name in ("var", "std"):
        keywords = _as_torch(keywords, column)
    return Call(
        _NAMES.get(name, name), arguments, loose=False, column=column, keywords=keywords,
        alone=name in _REDUCTIONS or name in _NAMES or name == "cumsum",
    )  # fmt: skip


def _as_torch(keywords: Keywords, column: int) -> Keywords:
    """Return the keywords of a variance with `ddof` in place of PyTorch's `correction` and `unbiased`.

    Without these and without `ddof`, `ddof` is 1 (the divisor is n - 1). `unbiased=False` adds none, so that the
    divisor is n.
    """
    given = dict(keywords)
    unbiased, correction = given.pop("unbiased", None), given.pop("correction", None)
    if correction is not None:
        given["ddof"] = correction
    elif "ddof" not in given and not (isinstance(unbiased, Name) and unbiased.text == "False"):
        given["ddof"] = Literal("1", 1.0, column)
    return tuple(given.items())


def _number(text: str, column: int) -> Literal:
    """Make a literal number."""
    return Literal(text, float(text), column)


def _negative(node: Node, column: int) -> Node:
    """Make the negation of a node."""
    return Unary("-", node, column)


def _one_over(arguments: Arguments, column: int) -> Node:
    """Make 1 divided by the first argument."""
    return Binary("/", _number("1", column), arguments[0], column)


def _transposed(arguments: Arguments, column: int) -> Node:
    """Make the transpose of the first argument."""
    return Unary("ᵀ", arguments[0], column)


def _binary(sign: str) -> Callable[[Arguments, int], Node]:
    """Return a function that makes an operation with this sign of its first two arguments."""

    def make(arguments: Arguments, column: int) -> Node:
        """Make the operation of the first two arguments."""
        left, right = arguments[:2]
        return Binary(sign, left, right, column)

    return make


def _power(exponent: str) -> Callable[[Arguments, int], Node]:
    """Return a function that makes the first argument to the power `exponent`, which is the text of a number."""
    return lambda arguments, column: Binary("**", arguments[0], _number(exponent, column), column)


def _sum_of(*signs: str) -> Callable[[Arguments, int], Node]:
    """Return a function that makes a sum of its arguments, with one of `signs` ("+" or "-") for each.

    Arguments beyond the number of signs are dropped.
    """
    return lambda arguments, column: Sum(tuple(zip(signs, arguments, strict=False)), column)


def _root_of_sum_of_squares(arguments: Arguments, column: int) -> Node:
    """Make `np.hypot(a, b)`: √(a² + b²)."""
    squares = tuple(("+", Binary("**", each, _number("2", column), column)) for each in arguments[:2])
    return Unary("√", Sum(squares, column), column)


# Library functions with a sign here: the number of arguments, and a function that makes the node.
_SIGNS: dict[str, tuple[int, Callable[[Arguments, int], Node]]] = {
    "add": (2, _sum_of("+", "+")), "subtract": (2, _sum_of("+", "-")), "sub": (2, _sum_of("+", "-")),
    "multiply": (2, _binary("⊙")), "mul": (2, _binary("⊙")), "divide": (2, _binary("/")), "div": (2, _binary("/")),
    "true_divide": (2, _binary("/")), "power": (2, _binary("**")), "pow": (2, _binary("**")),
    "float_power": (2, _binary("**")), "square": (1, _power("2")), "negative": (1, lambda a, c: _negative(a[0], c)),
    "neg": (1, lambda a, c: _negative(a[0], c)), "sqrt": (1, lambda a, c: Unary("√", a[0], c)),
    "reciprocal": (1, _one_over), "rsqrt": (1, lambda a, c: _one_over((Unary("√", a[0], c),), c)),
    "dot": (2, _binary("·")), "matmul": (2, _binary("·")), "mm": (2, _binary("·")), "mv": (2, _binary("·")),
    "transpose": (1, _transposed), "t": (1, _transposed),
    "hypot": (2, _root_of_sum_of_squares),
    "cbrt": (1, lambda a, c: Binary("**", a[0], Binary("/", _number("1", c), _number("3", c), c), c)),
    "floor_divide": (2, lambda a, c: Call("floor", (Binary("/", a[0], a[1], c),), loose=False, column=c)),
    "log1p": (1, lambda a, c: Call("log", (Sum((("+", _number("1", c)), ("+", a[0])), c),), loose=False, column=c)),
    "expm1": (1, lambda a, c: Sum((("+", Call("exp", (a[0],), loose=False, column=c)), ("-", _number("1", c))), c)),
    "exp2": (1, lambda a, c: Binary("**", _number("2", c), a[0], c)),
}  # fmt: skip


def _with_axis_first(name: str) -> Callable[[Arguments, Keywords, int], Node]:
    """Return a function that makes a call of `name`, in which a second argument becomes the keyword `axis`.

    A library's softmax is called so: `softmax(x, -1)`.
    """

    def make(arguments: Arguments, keywords: Keywords, column: int) -> Node:
        """Make the call, with a second argument as its axis."""
        if len(arguments) == 2:
            first, axis = arguments
            arguments, keywords = (first,), (("axis", axis), *keywords)
        return Call(name, arguments, loose=False, column=column, keywords=keywords)

    return make


def _layer_norm(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make a call of layer_norm from PyTorch's layer_norm(x, shape, weight, bias, eps).

    The shape is dropped, weight and bias become the keywords gamma and beta, and eps is 1e-5 by default.
    """
    names = ("normalized_shape", "weight", "bias", "eps")
    given = dict(zip(names, arguments[1:], strict=False)) | dict(keywords)
    given.pop("normalized_shape", None)
    renamed = {{"weight": "gamma", "bias": "beta"}.get(name, name): value for name, value in given.items()}
    renamed.setdefault("eps", _number("1e-5", column))
    return Call("layer_norm", arguments[:1], loose=False, column=column, keywords=tuple(renamed.items()))


def _rms_norm(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make a call of rms_norm from PyTorch's rms_norm(x, shape, weight, eps).

    The shape is dropped; weight and eps become keywords.
    """
    given = dict(zip(("shape", "weight", "eps"), arguments[1:], strict=False)) | dict(keywords)
    given.pop("shape", None)
    given.pop("normalized_shape", None)
    return Call("rms_norm", arguments[:1], loose=False, column=column, keywords=tuple(given.items()))


def _linear(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make x·Wᵀ + b of PyTorch's `F.linear(x, W, b)`, or x·Wᵀ without b.

    They may also be the keywords `input`, `weight` and `bias`. Raise KeyError if x or W is missing.
    """
    given = dict(zip(("input", "weight", "bias"), arguments, strict=False)) | dict(keywords)
    product = Binary("·", given["input"], Unary("ᵀ", given["weight"], column), column)
    return product if "bias" not in given else Sum((("+", product), ("+", given["bias"])), column)


def _swapped_bce(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make binary_cross_entropy(truth, prediction) of PyTorch's (prediction, truth).

    Keywords are dropped. Raise IndexError if there are not two arguments.
    """
    return Call("binary_cross_entropy", (arguments[1], arguments[0]), loose=False, column=column)


def _bce_with_logits(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make binary_cross_entropy(truth, sigmoid(logits)) of PyTorch's (logits, truth).

    Keywords are dropped. Raise IndexError if there are not two arguments.
    """
    return _swapped_bce((Call("sigmoid", arguments[:1], loose=False, column=column), *arguments[1:]), keywords, column)


def _logsumexp(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make ln Σ e^x; a second argument is the axis, and keywords are those of the sum."""
    if len(arguments) == 2:
        keywords = (("axis", arguments[1]), *keywords)
    raised = Call("exp", arguments[:1], loose=False, column=column)
    added = Call("sum", (raised,), loose=False, column=column, keywords=keywords, alone=True)
    return Call("log", (added,), loose=False, column=column)


def _norm(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make a norm: the Euclidean one by default, for ord=1 the sum of absolute values, for inf their maximum.

    The order is the keyword `ord` or `p`; 2 is Euclidean too, but not of a whole grid, and None is no order. Raise
    NotationError for other orders, also for one that is any other name or an expression.
    """
    given = dict(keywords)
    order = given.pop("ord", given.pop("p", None))
    keywords = tuple(given.items())
    if isinstance(order, Name) and order.text == "None":
        order = None
    if order is None or (_text(order) in ("2", "2.0") and not isinstance(order, Unary)):
        return Call("norm", arguments, loose=False, column=column, keywords=keywords, alone=order is None)
    sizes = Call("abs", arguments, loose=False, column=column)
    name = {"1": "sum", "1.0": "sum", "inf": "max"}.get(_text(order))
    if name is None:
        raise NotationError(
            "this norm is not of order 1, 2 or inf; write norm(x), or ord=1, ord=2 or ord=inf in it", column
        )
    return Call(name, (sizes,), loose=False, column=column, keywords=keywords)


def _logarithm(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make Python's `math.log(8, 2)`, with the base as its second argument; the natural logarithm without one.

    Keywords are dropped. Raise IndexError without an argument.
    """
    logs = [Call("log", (each,), loose=False, column=column) for each in arguments]
    return logs[0] if len(logs) == 1 else Binary("/", logs[0], logs[1], column)


def _weighted_average(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make `np.average`: a mean, or with weights Σ w·x / Σ w.

    Raise NotationError for weights with another argument, such as `axis`.
    """
    given = dict(keywords)
    weights = given.pop("weights", None)
    if weights is None:
        return Call("mean", arguments, loose=False, column=column, keywords=keywords, alone=True)
    if given or len(arguments) > 1:
        raise NotationError(
            "average with weights takes nothing else here, such as axis=; write sum(x·w) / sum(w) for each row", column
        )
    whole = Call("sum", (weights,), loose=False, column=column)
    return Binary("/", Binary("·", arguments[0], weights, column), whole, column)


def _normalized(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make the argument divided by its norm along `dim` or `axis`; without one, each row by its own norm."""
    along = keywords or (("axis", _negative(_number("1", column), column)),)
    length = Call(
        "norm", arguments[:1], loose=False, column=column,
        keywords=(*along, ("keepdims", Name("True", column))), alone=True,
    )  # fmt: skip
    return Binary("/", arguments[0], length, column)


def _cosine(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make the cosine similarity of two rows, or of each row of two grids: a dot product divided by both norms.

    Along another axis than that of the rows, with `dim` or `axis`, it is that of each two columns. Raise ValueError if
    there are not two arguments.
    """
    along = keywords or (("axis", _negative(_number("1", column), column)),)

    def reduced(name: str, of: Node) -> Node:
        """Make a call that reduces along the axis."""
        return Call(name, (of,), loose=False, column=column, keywords=along, alone=True)

    first, second = arguments
    lengths = Binary("⊙", reduced("norm", first), reduced("norm", second), column)
    return Binary("/", reduced("sum", Binary("⊙", first, second, column)), lengths, column)


def _softplus(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make ln(1 + e^x)."""
    raised = Call("exp", arguments[:1], loose=False, column=column)
    return Call("log", (Sum((("+", _number("1", column)), ("+", raised)), column),), loose=False, column=column)


def _range_of(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make `np.ptp`: the largest number minus the smallest."""
    ends = tuple(
        Call(name, arguments, loose=False, column=column, keywords=keywords, alone=True) for name in ("max", "min")
    )
    return Sum((("+", ends[0]), ("-", ends[1])), column)


def _joined(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make a concatenation of the rows or grids in a list, the first argument.

    The axis is the second argument or the keyword `axis` or `dim`, 0 by default; along 1, grids are side by side.
    """
    given = dict(keywords)
    axis = arguments[1] if len(arguments) > 1 else given.get("axis", given.get("dim", _number("0", column)))
    parts = arguments[0].items if isinstance(arguments[0], Listing) else arguments[:1]
    return Call("join", (axis, *parts), loose=False, column=column)


def _stacked_rows(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make `np.vstack`: rows below each other, and the rows of grids."""
    parts = arguments[0].items if isinstance(arguments[0], Listing) else arguments[:1]
    return Call("vstack", parts, loose=False, column=column)


def _side_by_side(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make a concatenation of rows end to end, or of grids side by side."""
    return _joined((arguments[0], _number("-1", column)), (), column)


def _unsqueezed(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make a row a column for axis 1 or -1; for any other axis, a list with the argument as its only item.

    The axis is the second argument or the keyword `dim`. Raise IndexError or KeyError if one is missing.
    """
    value, axis = arguments if len(arguments) == 2 else (arguments[0], dict(keywords)["dim"])
    if _text(axis) in ("1", "-1"):
        return Call("as_column", (value,), loose=False, column=column)
    return Listing((value,), column)


def _flat(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make a call that flattens the first argument to one row; keywords are dropped."""
    return Call("flatten", arguments[:1], loose=False, column=column)


def _reshaped(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make a call that reshapes the first argument; the others are the sizes, as one list or separately.

    Keywords are dropped. Raise IndexError without an argument.
    """
    sizes = arguments[1:]
    shape = sizes[0] if len(sizes) == 1 and isinstance(sizes[0], Listing) else Listing(sizes, column)
    return Call("reshape", (arguments[0], shape), loose=False, column=column)


def _stacked(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make `np.stack` of the list of rows, the first argument: a grid of them, or its transpose along axis 1 or -1.

    The axis is the second argument or the keyword `axis` or `dim`. A name is taken for 0. Raise NotationError for
    another one.
    """
    given = dict(keywords)
    axis = arguments[1] if len(arguments) > 1 else given.get("axis", given.get("dim"))
    rows = arguments[0]
    along = "0" if axis is None else _text(axis)
    if isinstance(axis, Listing) or along not in ("0", "1", "-1", ""):  # "" is a name
        raise NotationError("stack takes a list of rows, and 0 or 1 as its axis; write these", column)
    return Unary("ᵀ", rows, column) if along in ("1", "-1") else rows


def _text(node: Node) -> str:
    """Return the text of a literal, "" for any other node; each sign before it, of any kind, is written as a minus."""
    return node.text if isinstance(node, Literal) else f"-{_text(node.operand)}" if isinstance(node, Unary) else ""


def _size(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make NumPy's `np.size(x)`, the number of entries, or with a second argument the length along that axis."""
    if len(arguments) == 2:
        return _shape(arguments, keywords, column)
    return Call("size", arguments[:1], loose=False, column=column)


def _shape(arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Make PyTorch's `x.size()`, the shape, or with a second argument or `dim` the length along that axis."""
    arguments += tuple(axis for _, axis in keywords)
    shape = Call("shape", arguments[:1], loose=False, column=column)
    return Pick(shape, arguments[1:], column) if len(arguments) > 1 else shape


class _Special(NamedTuple):
    """A library function that is spelled otherwise here.

    `make` makes its node, of at most `most` arguments; `keywords` are those that it may have, separated by spaces.
    """

    make: Callable[[Arguments, Keywords, int], Node]
    most: int
    keywords: str = ""


def _special_call(special: _Special, name: str, arguments: Arguments, keywords: Keywords, column: int) -> Node:
    """Return the node of a library function called `name`.

    Raise NotationError for too few or too many arguments, and for keywords that it cannot have.
    """
    if len(arguments) > special.most:
        raise NotationError(
            f"{name} takes at most {special.most} value{'s' * (special.most > 1)} here, and is given "
            f"{len(arguments)}; leave the others out",
            column,
        )
    for key, _ in keywords:
        if key not in special.keywords.split():
            raise NotationError(f"{name} does not take {key}= here; leave it out", column)
    try:
        return special.make(arguments, keywords, column)
    except (IndexError, KeyError, ValueError) as error:
        raise NotationError(
            f"{name} is given too few values ({len(arguments)}); write all that it needs in its brackets", column
        ) from error


_AXIS = "axis dim"
_KEPT_AXIS = f"{_AXIS} keepdim keepdims"
# For functions with no limit of their own.
_MANY = 99
_SPECIAL: dict[str, _Special] = {
    "softmax": _Special(_with_axis_first("softmax"), 2, _AXIS),
    "log_softmax": _Special(_with_axis_first("log_softmax"), 2, _AXIS),
    "layer_norm": _Special(_layer_norm, 5, "normalized_shape weight bias eps"),
    "rms_norm": _Special(_rms_norm, 4, "normalized_shape weight eps"),
    "linear": _Special(_linear, 3, "input weight bias"),
    "binary_cross_entropy": _Special(_swapped_bce, 2),
    "binary_cross_entropy_with_logits": _Special(_bce_with_logits, 2),
    "logsumexp": _Special(_logsumexp, 2, _KEPT_AXIS), "flatten": _Special(_flat, 1), "ravel": _Special(_flat, 1),
    "reshape": _Special(_reshaped, _MANY), "view": _Special(_reshaped, _MANY), "stack": _Special(_stacked, 2, _AXIS),
    "vstack": _Special(_stacked_rows, 1), "row_stack": _Special(_stacked_rows, 1), "log": _Special(_logarithm, 2),
    "average": _Special(_weighted_average, _MANY, f"weights {_KEPT_AXIS}"),
    "normalize": _Special(_normalized, 1, _AXIS), "cosine_similarity": _Special(_cosine, 2, _AXIS),
    "softplus": _Special(_softplus, 1), "ptp": _Special(_range_of, _MANY, _KEPT_AXIS),
    "concatenate": _Special(_joined, 2, _AXIS), "concat": _Special(_joined, 2, _AXIS),
    "cat": _Special(_joined, 2, _AXIS), "hstack": _Special(_side_by_side, 1),
    "unsqueeze": _Special(_unsqueezed, 2, "dim"), "size": _Special(_size, 2),
    "numel": _Special(lambda a, k, c: Call("size", a[:1], loose=False, column=c), 1),
    "diagonal": _Special(lambda a, k, c: Call("diag", a[:1], loose=False, column=c), 1),
    "len": _Special(lambda a, k, c: Call("len", a[:1], loose=False, column=c), 1),
}  # fmt: skip
# Methods that do something else than the library's function of that name.
_METHODS = {"size": _Special(_shape, 2, "dim")}
