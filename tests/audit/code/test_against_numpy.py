"""The interpreter against NumPy itself: the same source, worked by both."""

from __future__ import annotations

import ast
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from katatx.audit.code.arrays import Array, Meter, Unsupported, as_list
from katatx.audit.code.interpreter import Interpreter

A = np.array([[1.5, -2.0, 0.25], [3.0, 0.5, -1.0]])
B = np.array([[0.5, 2.0], [-1.0, 4.0], [2.5, 0.125]])
NAMES = {
    "A": A,
    "B": B,
    "v": np.array([1.0, -0.5, 2.0]),
    "w": np.array([3.0, 1.0]),
    "m": np.array([4, 7, 2, 9]),
    "k": 3,
    "x": 0.75,
    "C": np.arange(24.0).reshape(2, 3, 4),
}


def as_code(value: object) -> object:
    return Array(value.shape, value.ravel().tolist()) if isinstance(value, np.ndarray) else value


def ours(source: str, names: dict[str, object]) -> object:
    interpreter = Interpreter(Meter(1_000_000))
    interpreter.names = [{name: as_code(value) for name, value in names.items()}]
    value = interpreter.work(ast.parse(source, mode="eval").body)
    return as_list(value) if isinstance(value, Array) else value


def theirs(source: str, names: dict[str, object]) -> object:
    with np.errstate(all="ignore"):
        return eval(source, {"np": np, "math": math, **names})


def same(source: str, names: dict[str, object] = NAMES) -> None:
    mine, other = ours(source, names), theirs(source, names)
    assert np.shape(mine) == np.shape(other), source
    np.testing.assert_allclose(np.asarray(mine, dtype=float), np.asarray(other, dtype=float), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "source",
    """
    np.linalg.det(A @ B)
    np.linalg.inv(A @ B)
    np.linalg.solve(A @ B, w)
    np.linalg.matrix_power(A @ B, 3)
    np.kron(A, B)
    np.cross(v, A[0])
    np.einsum("ij,jk->ik", A, B)
    np.einsum("ij->j", A)
    np.einsum("i,i", v, v)
    np.einsum("bij,j->bi", C, m)
    np.argsort(m)
    np.unique(np.array([3, 1, 3, 2]))
    np.bincount(np.array([0, 2, 2, 1]))
    np.quantile(m, 0.3)
    np.percentile(B, 25, axis=0)
    np.flip(m)
    np.flip(A, axis=1)
    np.roll(m, 1)
    np.roll(A, 1, axis=0)
    np.tile(m, 2)
    np.tile(A, (2, 2))
    np.cov(A)
    np.corrcoef(A)
    1 + 2 * 3 - 4 / 8
    2**10 // 48
    -7 // 2
    -7 % 3
    2 ** -2
    k / 2 + x ** 2
    not (k > 2) or x
    1 if k > 2 else 0
    1 < k <= 3
    A @ B
    A @ v
    w @ A
    v @ v
    np.dot(A, B)
    np.outer(w, v)
    np.inner(v, v)
    A + w[:, None]
    A * v
    A - A.mean(axis=1, keepdims=True)
    A / A.sum(axis=0)
    A // 2
    m % 4
    m ** 2
    m / 2
    -A
    A > 0
    (A > 0) & (A < 2)
    ~(A > 0)
    A.T
    A.T @ A
    A.shape
    A.size
    A.ndim
    A[0]
    A[-1, 1]
    A[:, 0]
    A[:, ::-1]
    A[0, 1:]
    A[..., 0]
    A[None].shape
    v[:, np.newaxis]
    v[[2, 0]]
    v[m[:2] > 5] if False else v
    A[A > 0]
    v[v > 0].sum()
    A[np.arange(2), [2, 0]]
    C[1, :, 2]
    C[0, 1:, ::2]
    C[:, [0, 2]]
    C.transpose(1, 0, 2)[2]
    C.sum(axis=(0, 2))
    C.reshape(6, -1).mean(axis=0)
    C @ np.ones((4, 2))
    np.swapaxes(C, 0, 2)[1]
    A.sum()
    A.sum(0)
    A.sum(axis=-1)
    A.mean()
    A.std()
    A.std(axis=1, ddof=1)
    A.var(axis=0)
    np.var(v, ddof=1)
    A.max(axis=1)
    A.min()
    A.argmax()
    A.argmax(axis=1)
    np.argmin(A, axis=0)
    A.cumsum()
    np.cumsum(A, axis=1)
    np.cumprod(v)
    A.prod(axis=1)
    np.median(m)
    np.exp(A)
    np.log(np.abs(A))
    np.log2(m) + np.log10(m)
    np.sqrt(m)
    np.sin(v) + np.cos(v) * np.tanh(v) - np.tan(x)
    np.sign(A)
    np.maximum(A, 0)
    np.minimum(A, v)
    np.clip(A, -1, 1)
    A.clip(0, 1)
    np.where(A > 0, A, 0.1 * A)
    np.where(np.tril(np.ones((3, 3))) > 0, v, -np.inf)
    np.triu(np.ones((3, 3)), k=1)
    np.tril(B)
    np.eye(3)[1]
    np.identity(2) * 3
    np.zeros((2, 2)) + np.ones(2)
    np.full((2, 3), 7)
    np.arange(5)
    np.arange(1, 2, 0.25)
    np.linspace(0, 1, 5)
    np.concatenate([v, w])
    np.concatenate([A, A], axis=1)
    np.concatenate((A, A + 1))
    np.stack([v, v * 2])
    np.stack([v, v * 2], axis=1)
    np.hstack([v, w])
    np.hstack([A, B.T])
    np.vstack([v, A])
    np.column_stack([v, B])
    np.diag(v)
    np.diag(A)
    np.trace(A @ B)
    np.convolve(v, [1, -1])
    np.convolve(m, [1, 2, 1], mode="valid")
    np.convolve(m, [1, 2, 1], mode="same")
    np.linalg.norm(v)
    np.linalg.norm(A)
    np.linalg.norm(A, axis=1)
    np.linalg.norm(v, 1)
    np.round(np.exp(v), 3)
    A.round(1)
    np.around(v / 3, 2)
    A.flatten()
    A.ravel()[2]
    A.reshape(3, 2)
    A.reshape(-1)
    A.tolist()
    v.astype(int)
    (v > 0).astype(float)
    (A > 0).mean()
    (A > 0).sum()
    v.dot(v)
    A.dot(B)
    v.copy()
    v.sum().item()
    np.expand_dims(v, 0)
    np.squeeze(np.ones((1, 3, 1)))
    np.repeat(w, 2)
    np.diff(m)
    np.allclose(A, A + 1e-12)
    np.isclose(1.0, 1.1)
    np.array([[1, 2], [3, 4]]) @ [1, 1]
    np.array([1, 2.5]) // 1
    np.square(v) + np.power(v, 3)
    np.pi * np.e
    math.exp(1) + math.log(8, 2) + math.sqrt(2)
    math.floor(2.7) + math.ceil(2.2)
    sum(v)
    sum(A)
    sum(i * i for i in range(5))
    sum([a * b for a, b in zip(v, [1, 2, 3])])
    [i + j for i in range(3) for j in range(2) if i != j]
    max(v), min(m), max(3, 5)
    sorted(m)
    len(A), len([1, 2])
    abs(-3) + abs(w - 5).sum()
    round(2.567, 1) + round(7.5)
    float(v[0]) + int(2.9)
    [a for a in enumerate([5, 6])]
    all(v > -1), any(v > 1)
    (lambda a, b=2: a * b)(4)
    [1, 2] + [3]
    [0] * 3
    np.exp(v - v.max()) / np.exp(v - v.max()).sum()
    np.log(0 * w)
    1 / (1 + np.exp(-A))
    """.strip().splitlines(),
)
def test_as_numpy_has_it(source: str) -> None:
    same(source.strip())


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("softmax(np.array([2.0, 1.0, 0.1]))", [0.6590011388859679, 0.24243297070471392, 0.09856589040931818]),
        ("softmax([2.0, -np.inf])", [1.0, 0.0]),
        ("relu(np.array([-1.0, 2.0]))", [0.0, 2.0]),
        ("sigmoid(0.0)", 0.5),
        ("layer_norm(np.array([1.0, 3.0]))", [-1.0, 1.0]),
        ("torch.tensor([1.0, 3.0]).std()", math.sqrt(2)),
        ("torch.softmax(torch.tensor([0.0, 0.0]), dim=-1)", [0.5, 0.5]),
        ("F.relu(torch.tensor([-2.0, 2.0]))", [0.0, 2.0]),
        ("F.cross_entropy(torch.tensor([[0.0, 0.0]]), torch.tensor([1]))", math.log(2)),
        ("F.nll_loss(torch.tensor([[-1.0, -2.0]]), torch.tensor([1]))", 2.0),
        ("F.mse_loss(torch.tensor([0.5, 2.0]), torch.tensor([1.0, 1.0]))", 0.625),
        ("F.l1_loss(torch.tensor([0.5, 2.0]), torch.tensor([1.0, 1.0]), reduction='sum')", 1.5),
        ("F.binary_cross_entropy(torch.tensor([0.5]), torch.tensor([1.0]))", math.log(2)),
        ("F.cosine_similarity(torch.tensor([3.0, 4.0]), torch.tensor([4.0, 3.0]), dim=0)", 0.96),
        ("F.normalize(torch.tensor([[3.0, 4.0]]), dim=1)", [[0.6, 0.8]]),
        ("F.one_hot(torch.tensor([0, 2]), 3)", [[1, 0, 0], [0, 0, 1]]),
    ],
)
def test_functions_that_numpy_has_not(source: str, value: object) -> None:
    np.testing.assert_allclose(ours(source, {}), value, rtol=1e-12, atol=1e-15)


SHAPES = arrays.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=4)
NUMBERS = st.integers(-8, 8).map(lambda number: number / 4)


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(["+", "-", "*", "/", "<", ">=", "=="]))
def test_broadcasting_is_numpys(data: st.DataObject, sign: str) -> None:
    shapes = data.draw(SHAPES)
    one, other = (data.draw(arrays.arrays(float, shape, elements=NUMBERS)) for shape in shapes.input_shapes)
    names = {"one": np.asarray(one), "other": np.asarray(other) + (sign == "/") * 17}
    same(f"one {sign} other", names)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_reductions_and_indexes_are_numpys(data: st.DataObject) -> None:
    shape = data.draw(arrays.array_shapes(min_dims=1, max_dims=3, max_side=4))
    names = {"x": data.draw(arrays.arrays(float, shape, elements=NUMBERS))}
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    for name in ("sum", "mean", "max", "argmin", "cumsum", "var"):
        same(f"x.{name}(axis={axis})", names)
    same(f"x.sum(axis={axis}, keepdims=True)", names)
    same(f"np.transpose(x)[{data.draw(st.integers(0, shape[-1] - 1))}]", names)
    index = data.draw(arrays.basic_indices(shape, allow_ellipsis=False, allow_newaxis=False))
    parts = index if isinstance(index, tuple) else (index,)
    shown = ", ".join(
        ":".join("" if end is None else str(end) for end in (part.start, part.stop, part.step))
        if isinstance(part, slice)
        else str(part)
        for part in parts
    )
    if shown and 0 not in np.shape(names["x"][index]):
        same(f"x[{shown}]", names)


@pytest.mark.parametrize(
    "source",
    [
        "10**10**10", "2**100000", "9**9**9**9", "1 << 10**9", "[0] * 10**9", "range(10**9)", "np.zeros((10**5, 10**5))", "np.arange(1e12)", "np.eye(10**6)", "'a' * 10**9",
        "[[i for i in range(10000)] for j in range(10000)]", "(lambda f: f(f))(lambda f: f(f))", "np.ones((100, 100)) @ np.ones((100, 100))", "().__class__", "v.__class__",
        "__import__('os')", "open('x')", "eval('1')", "getattr(v, 'x')", "np.random.randn(3)", "np.load('x')", "v.tofile('x')", "undefined", "1 / 0", "A @ A", "A + B", "v[7]", "np.array([[1], [1, 2]])",
        "x ^ 3", "np.linalg.inv(A)", "{1: 2}[1]", "f'{x:>{10**9}}'", "math.factorial(10**6)", "np.float16(2)", "np.sum(A, where=A > 0)",
    ],
)  # fmt: skip
def test_what_is_not_worked_says_so(source: str) -> None:
    with pytest.raises(Unsupported):
        ours(source, NAMES)
