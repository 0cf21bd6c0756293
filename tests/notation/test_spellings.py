"""What library calls come to, each beside what NumPy gives or what PyTorch documents, worked without this program."""

from __future__ import annotations

import numpy as np
import pytest

from katatx.engine.checking import check
from katatx.engine.values import as_lists

X, Y = np.array([[1.0, 4.0], [2.0, 2.0]]), np.array([3.0, 4.0])
_BY_COLUMN, _BY_ROW = np.exp(X) / np.exp(X).sum(axis=0), np.exp(X) / np.exp(X).sum(axis=1, keepdims=True)
GIVEN = "X = np.array([[1., 4.], [2., 2.]]); y = np.array([3., 4.]); "
TORCH = "X = torch.tensor([[1., 4.], [2., 2.]]); y = torch.tensor([3., 4.]); "

CALLS = {
    # an axis as the second argument, and as a keyword
    TORCH + "F.softmax(X, dim=0)": _BY_COLUMN,
    TORCH + "F.log_softmax(X, 0)": np.log(_BY_COLUMN),
    TORCH + "torch.logsumexp(X, 0)": np.log(np.exp(X).sum(axis=0)),
    TORCH + "torch.logsumexp(y, 0)": np.log(np.exp(Y).sum()),
    # put together and taken apart
    GIVEN + "np.stack((y, y + 2), 1)": np.stack((Y, Y + 2), 1),
    TORCH + "torch.cat((X, X + 1), 1)": np.concatenate((X, X + 1), axis=1),
    GIVEN + "np.hstack((X, X + 1))": np.hstack((X, X + 1)),
    GIVEN + "np.vstack((y, y + 2))": np.vstack((Y, Y + 2)),
    GIVEN + "np.vstack((X, X + 1))": np.vstack((X, X + 1)),
    GIVEN + "X - X.mean(axis=1, keepdims=1)": X - X.mean(axis=1, keepdims=True),
    GIVEN + "z = y[:, None]; z*2": Y[:, None] * 2,
    TORCH + "y.unsqueeze(-1)": Y[:, None],
    TORCH + "torch.unsqueeze(y, dim=1)": Y[:, None],
    GIVEN + "X.reshape(4, 1)": X.reshape(4, 1),
    GIVEN + "X.reshape((1, 4))": X.reshape(1, 4),
    TORCH + "X.view(4)": X.reshape(4),
    GIVEN + "np.diagonal(X)": np.diagonal(X),
    # sizes
    TORCH + "X.size(0) + 10·X.numel()": 42,
    GIVEN + "np.array([[1., 2., 3.]]).size": 3,
    TORCH + "torch.tensor([[1., 2., 3.]]).size(1)": 3,
    # what is refused or silently other by a hair
    "top_k([0.5, 0.45], 1)": [1, 0],
    # functions by their bare names
    GIVEN + "np.row_stack([X, X])": np.vstack((X, X)),
    "logsumexp([[1, 4], [2, 2]], axis=1)": np.log(np.exp(X).sum(axis=1)),
    "hypot(3, 4) + hypot(6, 8)": np.hypot(3, 4) + np.hypot(6, 8),
    "log1p(square(3))": np.log1p(np.square(3)),
    "maximum([1, -2], 0)": np.maximum([1, -2], 0),
    "square = 3; square(2)": 6,
    # norms
    GIVEN + "np.where(0, [[1, 2], [4, 5], [7, 8]], [10, 20])": np.where(0, [[1, 2], [4, 5], [7, 8]], [10, 20]),
    GIVEN + "np.where([[1], [0]], [1, 2], 9)": np.where([[1], [0]], [1, 2], 9),
    GIVEN + "np.linalg.norm(y - 5, ord=np.inf)": 2,
    GIVEN + "np.linalg.norm(X, axis=1)": np.sqrt([17, 8]),
    TORCH + "F.normalize(X, dim=1)": X / np.sqrt([[17], [8]]),
    TORCH + "F.normalize(X)": X / np.sqrt([[17], [8]]),
    TORCH + "F.cosine_similarity(y, y - 3, dim=0)": 4 / 5,
    TORCH + "F.cosine_similarity(X, X + 1)": [22 / np.sqrt(17 * 29), 1],
    TORCH + "torch.var(y, ddof=0)": 0.25,
    TORCH + "F.layer_norm(y, (2,))": [-0.5 / np.sqrt(0.25001), 0.5 / np.sqrt(0.25001)],
    TORCH + "F.layer_norm(y, (2,), y, y - 1, 0.0)": [-3 + 2, 4 + 3],
    TORCH + "F.layer_norm(y, (2,), weight=y, bias=y - 1, eps=0.0)": [-1, 7],
    TORCH + "F.linear(y, X)": X @ Y,
    TORCH + "F.linear(y, X, bias=y)": X @ Y + Y,
    # losses: of the truths 1 and 0, predicted 0.8 and 0.4
    "F.binary_cross_entropy(torch.tensor([0.8, 0.4]), torch.tensor([1., 0.]))": -(np.log(0.8) + np.log(0.6)) / 2,
    "F.binary_cross_entropy_with_logits(torch.tensor([2., 0.]), torch.tensor([1., 0.]))": (np.log1p(np.exp(-2)) + np.log(2)) / 2,
    # of numbers
    GIVEN + "np.average(y)": 3.5,
    GIVEN + "np.average(y, weights=np.array([3., 1.]))": 13 / 4,
    GIVEN + "np.ptp(X)": 3,
    "np.divide(2, 5) + np.power(2, 5) + np.square(3) + np.negative(4)": 0.4 + 32 + 9 - 4,
    "np.reciprocal(4.0) + torch.rsqrt(torch.tensor(16.0)) + np.cbrt(27.0)": 0.25 + 0.25 + 3,
    "np.hypot(3, 4) + np.floor_divide(17, 5)": 5 + 3,
    GIVEN + "np.matmul(X, y)": X @ Y,
    GIVEN + "np.dot(y, y)": 25,
}  # fmt: skip


def test_a_library_call_comes_to_what_the_library_gives() -> None:
    for line, value in CALLS.items():
        found = np.array(as_lists(check(line).links[-1].value), dtype=float)
        wanted = np.array(value, dtype=float)
        assert found.shape == wanted.shape, line
        assert found.flatten() == pytest.approx(wanted.flatten(), rel=1e-12), line
