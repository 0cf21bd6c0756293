"""Lines of code: each gives what NumPy gives, a wrong claim is told what it is, and what is hostile is refused soon."""

from __future__ import annotations

import time
import warnings

import numpy as np
import pytest

from katatx.engine.checking import check
from katatx.engine.values import as_lists, shape_of
from katatx.errors import KatatxError
from scoring.verdict import Verdict

# Names, and what is worked with them; Python itself says what it comes to.
GIVEN = "A = np.array([[1., 2., 4.], [3., 0.5, 6.]]); x = np.array([1., -2., 3.]); B = np.arange(8).reshape(2, 2, 2); "
LINES = [
    # slices and indices
    "A[0]", "A[:, 1]", "A[-1, ::-1]", "A[:, 1:]", "A[:, 0]", "A[1][2]", "A[[1, 0]]", "A[:, [0, 2]]",
    "A[A > 2]", "x[x > 0]", "x[::2]", "x[-2:]", "x[None, :]", "x[:, None]", "x[:, np.newaxis]", "B[1]", "B[:, 1, 0]", "B[-1][:, 0]",
    "A[0, 1:] + A[1, :2]", "A.T[0]", "A[1, -1]", "A[:1]", "x[1:][0]", "np.array([[5, 1], [2, 9]])[1, 1]",
    # einsum
    "np.einsum('ij->ji', A)", "np.einsum('ij,j->i', A, x)", "np.einsum('i,i->', x, x)", "np.einsum('ij,ij->i', A, A)",
    "np.einsum('ij,kj->ik', A, A)", "np.einsum('ij->', A)", "np.einsum('ij->j', A)", "np.einsum('i,j->ij', x, x)",
    "np.einsum('bij,bjk->bik', B, B)", "np.einsum('ii->i', B[0])",
    # keepdims, axes, ddof
    "A.sum(axis=0)", "A.sum(axis=1, keepdims=True)", "A / A.sum(axis=1, keepdims=True)", "A.mean(0)", "A.mean()",
    "A - A.max(axis=-1, keepdims=True)", "A.std(axis=0)", "A.var(axis=1, ddof=1)", "np.std(x, ddof=1)", "A.sum(axis=(0, 1))",
    "B.sum(axis=2)", "B.mean(axis=(0, 2))", "np.max(A, axis=1)", "np.argmax(A, axis=0)", "A.min(axis=1)", "A.prod(axis=1)",
    "np.linalg.norm(A, axis=1, keepdims=True)", "np.cumsum(A, axis=1)", "np.median(A, axis=0)", "np.average(x, weights=[1, 1, 2])",
    "(A - A.mean(axis=1, keepdims=True)) / A.std(axis=1, keepdims=True)", "np.sum(A * A, axis=-1)", "np.argsort(-x)", "np.sort(A, axis=1)",
    # where, comparisons, masks
    "np.where(x > 0, x, 0)", "np.where(A > 2, A, -A)", "x > 0", "(x > 0) & (x < 3)", "(x < 0) | (x == 3)", "~(x > 0)", "A >= 2",
    "np.mean(x > 0)", "(A == A.max(axis=1, keepdims=True)).sum()", "np.maximum(x, 0)", "np.clip(x, -1, 1)", "x.clip(0, 2)",
    "np.any(x < 0)", "np.all(A > 0, axis=1)", "np.count_nonzero(A > 2)", "np.isclose(0.1 + 0.2, 0.3)", "x != 1", "np.minimum(A, 2)",
    "np.where(np.tril(np.ones((3, 3))) == 0, -np.inf, 0)", "np.sign(x)", "np.abs(x)", "np.logical_and(x > 0, x < 2)",
    # products, shapes, broadcasting
    "A @ x", "A @ A.T", "x @ x", "A.T @ A", "np.dot(A, x)", "np.outer(x, x)", "A * x", "A + x", "x[:, None] * x", "B @ B", "np.matmul(A, x)",
    "A.shape", "B.shape", "A.T.shape", "A.reshape(3, 2)", "A.reshape(-1)", "A.flatten()", "B.transpose(2, 0, 1)", "A.size", "B.ndim", "len(A)",
    "np.stack([x, x])", "np.stack([x, x], axis=1)", "np.concatenate([x, x])", "np.concatenate([A, A], axis=1)", "np.vstack([A, x])",
    "np.hstack([x, x])", "np.expand_dims(x, 0)", "np.squeeze(x[None])", "np.swapaxes(A, 0, 1)", "np.tile(x, 2)", "np.repeat(x, 2)",
    "np.zeros((2, 3))", "np.ones(4)", "np.eye(3)", "np.full((2, 2), 7)", "np.arange(2, 9, 3)", "np.linspace(0, 1, 5)", "np.diag(x)",
    "np.triu(A, k=1)", "np.zeros_like(A)", "np.broadcast_to(x, (2, 3))", "np.flip(x)", "np.roll(x, 1)", "np.diff(x)", "np.trace(A @ A.T)",
    "np.vstack((x, x + 2))", "np.hstack((A, A + 1))", "A - A.mean(axis=1, keepdims=1)", "np.diagonal(A)",
    "np.where(0, [[1, 2], [4, 5], [7, 8]], [10, 20])", "np.where([[1], [0]], [1, 2], 9)", "np.linalg.norm(x - 5, ord=np.inf)",
    # functions and numbers
    "np.average(x)", "np.divide(2, 5) + np.power(2, 5) + np.square(3) + np.negative(4)", "np.reciprocal(4.0) + np.cbrt(27.0)",
    "np.hypot(3, 4) + np.floor_divide(17, 5)",
    "np.exp(x) / np.exp(x).sum()", "1 / (1 + np.exp(-x))", "np.tanh(x)", "np.log(A)", "np.sqrt(A)", "np.log2(8)", "x ** 2", "2 ** x",
    "-x", "x // 2", "x % 2", "7 // 2 + 7 % 3", "2 ** 10", "2 ** -1", "np.pi * 2", "np.round(np.exp(1), 3)", "np.power(x, 3)", "np.hypot(3, 4)",
    "np.linalg.det(A @ A.T)", "np.linalg.inv(B[1])", "np.linalg.solve(B[1], [1, 2])", "np.float32(0.5) + 1", "np.log1p(0.5)",
    "(x - x.min()) / (x.max() - x.min())", "-np.log(0.25)", "A.astype(int)", "np.ptp(A)", "np.cross([1, 0, 0], [0, 1, 0])", "x.dot(x)",
]  # fmt: skip


def by_python(line: str) -> np.ndarray:
    scope: dict[str, object] = {"np": np}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        exec(GIVEN, scope)
        return np.asarray(eval(line, scope), float)


def test_a_line_gives_the_value_and_the_shape_that_numpy_gives() -> None:
    assert len(LINES) > 150
    for line in LINES:
        value = check(GIVEN + line).links[-1].value
        wanted = by_python(line)
        assert shape_of(value) == wanted.shape, line
        np.testing.assert_allclose(as_lists(value), wanted, rtol=1e-12, err_msg=line)


X, Y = np.array([[1.0, 4.0], [2.0, 2.0]]), np.array([3.0, 4.0])
RAISED = np.exp(X)
TENSORS = "X = torch.tensor([[1., 4.], [2., 2.]]); y = torch.tensor([3., 4.]); "
# What PyTorch documents, worked by NumPy.
BY_TORCH = {
    "F.softmax(X, dim=0)": RAISED / RAISED.sum(axis=0),
    "F.log_softmax(X, 0)": np.log(RAISED / RAISED.sum(axis=0)),
    "torch.logsumexp(X, 0)": np.log(RAISED.sum(axis=0)),
    "torch.logsumexp(y, 0)": np.log(np.exp(Y).sum()),
    "torch.cat((X, X + 1), 1)": np.concatenate((X, X + 1), axis=1),
    "y.unsqueeze(-1)": Y[:, None],
    "torch.unsqueeze(y, dim=1)": Y[:, None],
    "X.view(4)": X.reshape(4),
    "X.size(0) + 10·X.numel()": 42,
    "torch.tensor([[1., 2., 3.]]).size(1)": 3,
    "F.normalize(X, dim=1)": X / np.sqrt([[17], [8]]),
    "F.normalize(X)": X / np.sqrt([[17], [8]]),
    "F.cosine_similarity(y, y - 3, dim=0)": 4 / 5,
    "F.cosine_similarity(X, X + 1)": [22 / np.sqrt(17 * 29), 1],
    "torch.var(y, ddof=0)": 0.25,
    "F.layer_norm(y, (2,))": [-0.5 / np.sqrt(0.25001), 0.5 / np.sqrt(0.25001)],
    "F.layer_norm(y, (2,), y, y - 1, 0.0)": [-3 + 2, 4 + 3],
    "F.layer_norm(y, (2,), weight=y, bias=y - 1, eps=0.0)": [-1, 7],
    "F.linear(y, X)": X @ Y,
    "F.linear(y, X, bias=y)": X @ Y + Y,
    # losses: of the truths 1 and 0, predicted 0.8 and 0.4
    "F.binary_cross_entropy(torch.tensor([0.8, 0.4]), torch.tensor([1., 0.]))": -(np.log(0.8) + np.log(0.6)) / 2,
    "F.binary_cross_entropy_with_logits(torch.tensor([2., 0.]), torch.tensor([1., 0.]))": (np.log1p(np.exp(-2)) + np.log(2)) / 2,
    "torch.rsqrt(torch.tensor(16.0))": 0.25,
}  # fmt: skip


def test_a_line_gives_what_pytorch_documents() -> None:
    for line, wanted in BY_TORCH.items():
        value = check(TENSORS + line).links[-1].value
        assert shape_of(value) == np.shape(wanted), line
        np.testing.assert_allclose(as_lists(value), wanted, rtol=1e-12, err_msg=line)


SLIPS = {
    "F.softmax(torch.tensor([[1., 2.], [3., 4.]]), dim=0) = [[0.2689, 0.7311], [0.2689, 0.7311]]": "dim=1",
    "np.var([1, 2, 3, 4]) = 1.6667": "ddof=1",
    "torch.tensor([1., 2., 3., 4.]).var() = 1.25": "ddof=0",
    "F.mse_loss(torch.tensor([1., 2.]), torch.tensor([2., 4.])) = 5": "reduction=sum",
    "np.array([[1, 2], [3, 4]]) @ np.array([[5, 6], [7, 8]]) = [[17, 23], [39, 53]]": "the right side transposed",
    "np.log(8) = 3": "log2",
    "np.array([[1, 2], [3, 4]]).sum(axis=0) = [3, 7]": "axis=1",
}


@pytest.mark.parametrize("line", SLIPS)
def test_a_wrong_claim_is_told_what_gives_it(line: str) -> None:
    judgement = check(line).worst.judgement
    assert judgement is not None
    assert judgement.verdict is Verdict.WRONG
    assert f"hat is what {SLIPS[line]} gives" in judgement.message


def test_names_are_shared_with_lines_of_pencil_notation() -> None:
    above = check("x = [1, 2]; n = 3").defined
    checked = check("y = np.array(x) * n", names=above)
    assert checked.names == {"y": (3, 6)}
    assert check("y·x = 15", names={**above, **checked.defined}).worst.is_right


HOSTILE = [
    # attributes, dunder names, imports
    "np.__class__", "np.array([1]).__class__", "().__class__.__bases__", "np.array.__globals__", "(1).__add__(2) + np.pi", "np._core", "x = np; x.os",
    "__import__('os').system('true') + np.pi", "np.os", "np.sys.modules", "np.lib.npyio", "np.load('f')", "np.save('f', [1])", "np.fromfile('f')",
    "np.memmap('f')", "np.genfromtxt('f')", "np.ctypeslib", "np.f2py", "np.testing", "torch.load('f')", "torch.hub", "torch.ops", "F.__dict__", "nn.__doc__",
    "math.__loader__", "open('f') + np.pi", "eval('1') + np.pi", "exec('1') + np.pi", "globals()['x'] + np.pi", "getattr(np, 'os')", "np.vectorize(1)",
    "np.array([1]).tofile('f')", "np.array([1]).dump('f')", "np.array([1]).ctypes", "np.array([1]).data", "np.array([1]).base", "np.random.rand(9)",
    # other syntax
    "[np.pi for _ in range(10)]", "{np.pi for _ in [1]}", "{'a': np.pi}", "(y := np.pi)", "(lambda: 1)() + np.pi", "np.pi if True else 1", "[*np.ones(3)]",
    "np.ones(**{'a': 1})", "f'{np.pi}'", "'a' * 10 + np.pi", "'%s' % np.pi", "b'a' + np.pi", "1j * np.pi", "not np.pi", "np.pi and 1", "np.pi or 1",
    "await np.pi", "yield np.pi", "np.pi in [1]", "np.pi is 1", "np.array([1])[0:1:0]", "del np.pi", "import numpy; np.pi", "assert np.pi", "np.pi; pass",
    # sizes and powers
    "np.zeros((10**9,))", "np.zeros((10**5, 10**5))", "np.ones(10**10)", "np.full((10**6,), 1)", "np.arange(10**12)", "np.arange(0, 1, 1e-12)",
    "np.linspace(0, 1, 10**9)", "np.eye(10**6)", "np.identity(10**5)", "np.tile([1], 10**9)", "np.repeat([1], 10**9)", "np.outer(np.ones(9999), np.ones(9999))",
    "np.ones(9999)[:, None] * np.ones(9999)", "np.ones((9999, 1)) + np.ones(9999)", "np.ones((99, 99)) @ np.ones((99, 99)) @ np.ones((99, 98))",
    "np.diag(np.ones(9999))", "np.broadcast_to(1, (10**5, 10**5))", "np.zeros(9000)[np.zeros(9000)]", "F.one_hot(torch.tensor([10**9]))",
    "torch.zeros(10**6, 10**6)", "torch.ones(9, 9, 9, 9, 9, 9)", "torch.arange(10**10)", "torch.ones(3).expand(10**6, 3)", "torch.ones(3).repeat(10**7)",
    "np.einsum('i,j,k->ijk', np.ones(999), np.ones(999), np.ones(999))", "np.einsum('ij,kl->ijkl', np.ones((99, 99)), np.ones((99, 99)))",
    "np.array([[1] * 10**9])", "[0] * 10**9 + np.pi", "np.stack([np.ones(9999)] * 9999)", "np.concatenate([np.ones(9999)] * 999)", "np.zeros((-1,))",
    "np.zeros((0,))", "np.mean([])", "np.ones((2, 3)) @ np.ones((2, 3))", "np.array([[1, 2], [3]])", "np.array(['a'])", "np.array([None])",
    "np.array([1]) + 'a'", "np.sqrt(-1)", "np.log(-1)", "np.inf - np.inf", "0 / 0 + np.pi * 0", "np.array([1])[5]", "np.array([1])['a']", "np.exp",
    "np", "torch", "math.factorial", "np.ones(3)(2)", "np.pi()", "math.sqrt(-1)", "math.log(0)", "math.exp(10**6)", "np.linalg.inv([[0, 0], [0, 0]])",
    "(" * 300 + "np.pi" + ")" * 300, "-" * 500 + "np.pi", "[" * 90 + "np.pi" + "]" * 90, "np.pi" + "[0]" * 300,
    "np.pi + " * 150 + "(", "np." + "a" * 900, "np.pi ** " * 60 + "2", "x." * 300 + "sum()", "np.exp(\x00)", "np.π", "np.exp(１" + "０" * 900 + ")",
]  # fmt: skip
HOSTILE += [f"np.{name}(1)" for name in ["fromfunction", "frompyfunc", "apply_along_axis", "piecewise", "loadtxt", "savez", "frombuffer", "fromstring", "asmatrix", "info", "source", "who", "lookfor", "set_printoptions", "seterr", "get_include", "show_config", "getbufsize", "setbufsize", "require", "byte_bounds"]]  # fmt: skip
HOSTILE += [f"np.array([1, 2]).{name}(1)" for name in ["getfield", "setfield", "setflags", "view", "byteswap", "newbyteorder", "tobytes", "tostring", "fill", "put", "itemset", "resize", "partition", "choose"]]  # fmt: skip
HOSTILE += [f"torch.{name}(1)" for name in ["save", "jit", "compile", "cuda", "set_num_threads", "manual_seed", "utils", "multiprocessing", "distributed", "from_numpy", "empty", "rand", "randn", "seed", "fork", "wait", "futures", "package", "serialization", "classes", "export", "library", "quantization", "profiler", "autograd", "backends", "cond", "futures", "overrides", "special_x", "storage", "typename", "vmap", "masked", "nested", "signal", "sparse"]]  # fmt: skip


def test_what_is_hostile_is_refused_soon() -> None:
    check("np.pi")
    assert len(HOSTILE) > 190
    for line in HOSTILE:
        begun = time.perf_counter()
        with pytest.raises(KatatxError):
            check(line)
        assert time.perf_counter() - begun < 1, line[:60]


@pytest.mark.parametrize(
    "line",
    [
        "10**10**10 + np.pi",
        "2.0**10**10 + np.round(np.pi, 10**9)",
        "np.ones((99, 99)) @ np.ones((99, 99)) @ np.ones(99)",
        "np.array([[5, 1], [2, 9]])[1, 1]",
        "np.exp(" * 60 + "1" + ")" * 60,
        "np.ones(3)" + ".T" * 300,
    ],
)
def test_what_is_large_is_worked_in_floats(line: str) -> None:
    begun = time.perf_counter()
    check(line)
    assert time.perf_counter() - begun < 1
