"""What code may call: NumPy's functions as they are, PyTorch's and the textbook's written with NumPy.

Keywords arrive under NumPy's names (`SPELLED`): dim is axis, keepdim is keepdims. Whatever makes more numbers than it
is given is bounded before it is made.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy

np: Any = numpy  # whose functions are called here with whatever a line gives them


MOST = 10_000  # numbers of one array
SPREAD = 4_000_000  # multiplications of one call
SPELLED = {
    "dim": "axis", "keepdim": "keepdims", "correction": "ddof", "unbiased": "ddof", "diagonal": "k", "p": "ord",
    "input": "x", "a_min": "min", "a_max": "max", "normalized_shape": "shape",
}  # fmt: skip
SPELLED_IN_TORCH = {
    "cat": "concatenate", "sub": "subtract", "mul": "multiply", "div": "divide", "neg": "negative", "eq": "equal",
    "pow": "float_power", "transpose": "swapaxes", "t": "transpose", "permute": "transpose", "unsqueeze": "expand_dims",
    "numel": "size", "dim": "ndim", "view": "reshape", "clamp": "clip", "mm": "matmul", "bmm": "matmul", "mv": "matmul",
}  # fmt: skip
# Calls whose first argument is a sequence of arrays.
JOINING = {"stack", "concatenate", "cat", "hstack", "vstack", "column_stack"}


class Found(NamedTuple):
    """The pair that PyTorch's max, min, sort and topk along an axis return."""

    values: Any
    indices: Any


def too_large(count: float) -> None:
    """Raise ValueError for more numbers than one array may have."""
    if not count <= MOST:
        raise ValueError(f"{count:.3g} numbers are too many; write at most {MOST:,}")


def broadcast(*values: Any) -> tuple[Any, ...]:
    """Return the values, where they do not broadcast to too much; whether they do at all is the function's to say."""
    try:
        shape = np.broadcast_shapes(*(np.shape(each) for each in values if isinstance(each, np.ndarray)))
    except ValueError:
        return values
    too_large(math.prod(shape))
    return values


def sizes(*shape: Any) -> tuple[int, ...]:
    """Return the sizes in (2, 3), ((2, 3),) or ([2, 3],), bounded."""
    counts = tuple(int(n) for n in np.ravel(shape[0] if len(shape) == 1 else shape))
    too_large(math.prod(max(1, abs(n)) for n in counts))
    return counts


def matmul(a: Any, b: Any) -> Any:
    """Return the matrix product, or the product with a number, as people write it."""
    a, b = np.asarray(a), np.asarray(b)
    if not (a.ndim and b.ndim):
        return a * b
    too_large(a.size * b.size / max(1, a.shape[-1]) / SPREAD * MOST)
    return np.matmul(a, b)


def bounded(function: Callable[..., Any], count: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, which is called only if what it makes of its arguments, `count`, is not too much."""

    def called(*given, **keywords):
        too_large(count(*given, **keywords))
        return function(*given, **keywords)

    return called


def softmax(x, axis=-1):
    return np.exp(log_softmax(x, axis))


def logsumexp(x, axis=None, keepdims=False):
    return np.logaddexp.reduce(x, axis, keepdims=keepdims)


def log_softmax(x, axis=-1):
    return x - logsumexp(x, axis, keepdims=True)


def gelu(x, approximate="none"):
    if approximate == "tanh":
        return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
    return x / 2 * (1 + erf(x / np.sqrt(2)))


def layer_norm(x, shape=(1,), weight=1.0, bias=0.0, eps=1e-5):
    axes = tuple(range(-np.size(shape), 0))
    return rms_norm(x - x.mean(axes, keepdims=True), shape, weight, eps) + bias


def rms_norm(x, shape=(1,), weight=1.0, eps=1.2e-7):
    axes = tuple(range(-np.size(shape), 0))
    return x / np.sqrt((x**2).mean(axes, keepdims=True) + eps) * weight


def loss(of_each: Callable[..., Any]) -> Callable[..., Any]:
    """Return a loss that takes the mean of all examples, or what `reduction` says."""
    ways: dict[str, Callable[[Any], Any]] = {
        "mean": np.mean, "sum": np.sum, "none": np.asarray, "batchmean": lambda x: x.sum() / len(x)
    }  # fmt: skip
    return lambda x, target, reduction="mean", **keywords: ways[reduction](of_each(x, target, **keywords))


def one_hot(x, num_classes=-1):
    classes = int(num_classes) if num_classes > 0 else int(np.max(x)) + 1
    too_large(np.size(x) * classes)
    return np.asarray(np.asarray(x)[..., None] == np.arange(classes), float)


def negative_log(logs, target):
    """Return minus the logs of class numbers, or of shares with the shape of the logs."""
    return -((target if np.ndim(target) == np.ndim(logs) else one_hot(target, np.shape(logs)[-1])) * logs).sum(-1)


def attention(q, k, v, attn_mask=None, is_causal=False, scale=None):
    scores = matmul(q, np.swapaxes(k, -1, -2)) * (scale or 1 / math.sqrt(q.shape[-1]))
    seen = np.tril(np.ones(scores.shape, bool)) if is_causal else attn_mask
    if seen is not None:
        scores = np.where(seen, scores, -np.inf) if seen.dtype == bool else scores + seen
    return matmul(softmax(scores), v)


def norm(x, ord=2, axis=None, keepdims=False):
    return np.linalg.norm(np.ravel(x) if axis is None else x, ord, axis, keepdims)


def extreme(of: Callable[..., Any], at: Callable[..., Any]) -> Callable[..., Any]:
    """Return PyTorch's max or min: of everything, or along an axis with the places."""
    return lambda x, axis=None, **keeps: of(x) if axis is None else Found(of(x, axis, **keeps), at(x, axis, **keeps))


def same(x, *_others, **_keywords):
    return x


def named(module: object, names: str) -> dict[str, Any]:
    return {name: getattr(module, name) for name in names.split()}


def all_as(function: Callable[..., Any], names: str) -> dict[str, Any]:
    return dict.fromkeys(names.split(), function)


erf = np.vectorize(math.erf, otypes=[float])
NUMPY: dict[str, Any] = (
    {name: each for name, each in vars(numpy).items() if isinstance(each, np.ufunc) and not each.signature}
    | named(
        np,
        "where mean var std sum prod max min amax amin argmax argmin cumsum cumprod median average ptp trace vdot "
        "cross sort argsort stack concatenate hstack vstack column_stack expand_dims squeeze tril triu all any isclose "
        "allclose count_nonzero swapaxes flip roll ravel diagonal unique zeros_like ones_like shape size ndim e "
        "pi inf nan newaxis",
    )
    | all_as(same, "array asarray copy item tolist float16 float32 float64 double half")
    | all_as(lambda x: int(x) if np.ndim(x) == 0 else np.trunc(x), "int int32 int64 long")
    | all_as(matmul, "matmul dot")
    | all_as(lambda n, m=None: np.eye(*sizes(n, m or n)), "eye identity")
    | {
        "inner": lambda a, b: matmul(a, b.T),
        "transpose": lambda x, *order: np.transpose(x, sizes(*order) if order else None),
        "zeros": lambda *n: np.zeros(sizes(*n)),
        "ones": lambda *n: np.ones(sizes(*n)),
        "full": lambda n, fill_value: np.full(sizes(n), fill_value),
        "arange": bounded(np.arange, lambda start, stop=0, step=1: abs((stop - start) / step)),
        "linspace": lambda low, high, num=50, endpoint=True: np.linspace(low, high, *sizes(num), endpoint),
        "repeat": bounded(
            lambda x, n, axis=None: np.repeat(x, np.asarray(n, int), axis),
            lambda x, n, axis=None: np.size(x) * np.max(n),
        ),
        "tile": bounded(np.tile, lambda x, n: np.size(x) * np.prod(sizes(n))),
        "diag": bounded(np.diag, lambda x, k=0: (np.size(x) + abs(k)) ** (3 - np.ndim(x))),
        "outer": lambda a, b: np.multiply(*broadcast(np.ravel(a)[:, None], np.ravel(b))),
        "einsum": bounded(np.einsum, lambda *given: math.prod(map(np.size, given)) / SPREAD * MOST),
        "clip": lambda x, *bounds, **named: np.asarray(x).clip(*bounds, **named),
        "diff": lambda x, axis=-1: np.diff(x, axis=axis),
        "broadcast_to": lambda x, n: np.broadcast_to(x, sizes(n)),
        "reshape": lambda x, *n: np.reshape(x, sizes(*n)),
        "round": lambda x, decimals=0: np.round(x, int(np.clip(decimals, -300, 300))),
        "flatten": np.ravel,
        "astype": lambda x, kind: kind(x),
        "bool": lambda x: np.asarray(x, bool),
        "float": lambda x: float(x) if np.ndim(x) == 0 else x,
    }
)
LINALG = named(np.linalg, "norm det inv matrix_power solve trace")
MATH = named(math, "exp log log2 log10 log1p expm1 sqrt sin cos tan tanh floor ceil erf hypot fabs pi e inf nan")
MATH |= {"factorial": lambda n: math.factorial(int(min(n, 171.0))) + 0.0, "pow": np.float_power, "prod": np.prod}
OURS: dict[str, Any] = (
    {each.__name__: each for each in (softmax, log_softmax, logsumexp, layer_norm, rms_norm, gelu, one_hot)}
    | all_as(attention, "attention scaled_dot_product_attention")
    | all_as(lambda x: 1 / (1 + np.exp(-x)), "sigmoid expit")
    | all_as(loss(lambda x, y: (x - y) ** 2), "mse mse_loss")
    | {"relu": lambda x: np.maximum(x, 0), "silu": lambda x: x / (1 + np.exp(-x))}
)
TORCH: dict[str, Any] = (
    NUMPY
    | OURS
    | all_as(same, "tensor FloatTensor Tensor detach contiguous numpy clone cpu")
    | {own: NUMPY[theirs] for own, theirs in SPELLED_IN_TORCH.items()}
    | {
        "max": extreme(np.max, np.argmax),
        "min": extreme(np.min, np.argmin),
        "var": partial(np.var, ddof=1),
        "std": partial(np.std, ddof=1),
        "norm": norm,
        "erf": erf,
        "rsqrt": lambda x: 1 / np.sqrt(x),
        "repeat": lambda x, *n: NUMPY["tile"](x, n),
        "size": lambda x, axis=None: x.shape if axis is None else x.shape[axis],
        "masked_fill": lambda x, mask, value: np.where(np.asarray(mask, bool), value, x),
        "embedding": bounded(lambda x, w: w[np.asarray(x, int)], lambda x, w: np.size(x) * w.size / len(w)),
        "linear": lambda x, weight, bias=0.0: matmul(x, weight.T) + bias,
        "cross_entropy": loss(lambda x, y: negative_log(log_softmax(x), y)),
        "nll_loss": loss(negative_log),
        "l1_loss": loss(lambda x, y: abs(x - y)),
        "kl_div": loss(lambda x, y: y * (np.log(y) - x)),
        "binary_cross_entropy": loss(lambda p, y: -(y * np.log(p) + (1 - y) * np.log(1 - p))),
        "binary_cross_entropy_with_logits": loss(lambda x, y: np.logaddexp(0, x) - y * x),
        "normalize": lambda x, ord=2, axis=1: x / norm(x, ord, axis, True),
        "softplus": lambda x: np.logaddexp(0, x),
        "logsigmoid": lambda x: -np.logaddexp(0, -x),
        "cosine_similarity": lambda a, b, axis=1: (a * b).sum(axis) / (norm(a, 2, axis) * norm(b, 2, axis)),
        "leaky_relu": lambda x, negative_slope=0.01: np.where(x > 0, x, x * negative_slope),
    }
)
BARE: dict[str, Any] = OURS | {
    "sum": lambda x: np.sum(x, 0),
    "pow": np.float_power,
    "len": len,
    "max": lambda *x: max(*x) if x[1:] else np.max(x),
    "min": lambda *x: min(*x) if x[1:] else np.min(x),
    "print": same,
    "tensor": same,
    "cross_entropy": lambda p, target: TORCH["nll_loss"](np.log(p), target),
}
# Attributes of arrays.
READ: dict[str, Callable[[Any], Any]] = named(np, "shape size ndim") | {
    "T": np.transpose,
    "mT": lambda x: np.swapaxes(x, -1, -2),
    "values": lambda x: x.values,
    "indices": lambda x: x.indices,
}
MODULES: dict[str, dict[str, Any]] = {
    "": NUMPY | BARE, "np": NUMPY, "numpy": NUMPY, "jnp": NUMPY, "math": MATH, "torch": TORCH, "F": TORCH,
    "torch.nn.functional": TORCH, "nn.functional": TORCH, "scipy.special": OURS,
    "np.linalg": LINALG, "numpy.linalg": LINALG, "jnp.linalg": LINALG, "torch.linalg": LINALG | {"norm": norm},
    "array": READ,
}  # fmt: skip
