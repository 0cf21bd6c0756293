"""What people write, and what it comes to: worked by hand or by NumPy, never by this program."""

from __future__ import annotations

import numpy as np
import pytest

from katatx.engine.checking import check
from katatx.engine.values import as_lists
from katatx.errors import KatatxError
from katatx.notation.errors import Ambiguous

ROW, GRID = np.array([1.0, 4.0]), np.array([[1.0, 2.0], [3.0, 4.0]])
ROWS, WIDE, SECOND = np.array([[5, 7], [1, -1]]), np.array([[1, 2, 3], [4, 5, 6]]), [[1, 0, 0], [0, 1, 0], [1, 1, 1]]
SOFTMAX = np.exp(ROW) / np.exp(ROW).sum()

VALUES: dict[str, object] = {
    # numbers and signs
    "15 % · 80": 12,
    "7 % 3": 1,
    "17 // 5": 3,
    "2**3**2": 512,
    "x = 3; x -2": 1,
    "(5) - (8 + 1)": -4,
    # bullets, labels, marks of Markdown, full stops
    ">>> 2*3  # six": 6,
    "`2·3`.": 6,
    # names, definitions, several on a line
    "w = 0.5; w -= 0.1": 0.4,
    "∂L/∂w = 0.5; 1 - 0.1·∂L/∂w": 0.95,
    "x = [1, 2]; x^T x": 5,
    "W = [[1, 2], [3, 4]]; x = [5, 6]; W x": [17, 39],
    # functions and keywords
    "softmax 1, 4": SOFTMAX,
    "softmax([[1, 4], [4, 1]], axis=0)": np.array([[SOFTMAX[0], SOFTMAX[1]], [SOFTMAX[1], SOFTMAX[0]]]),
    "sum([[1, 2], [3, 4]], axis=0)": [4, 6],
    "max([[1, 2], [3, 4]], axis=None)": 4,
    "max(0, [-1, 2])": [0, 2],
    "top_k([0.5, 0.45], 1)": [1, 0],
    "logsumexp([[1, 4], [2, 2]], axis=1)": np.log(np.exp([[1, 4], [2, 2]]).sum(axis=1)),
    "hypot(3, 4) + hypot(6, 8)": 15,
    "log1p(square(3))": np.log(10),
    "maximum([1, -2], 0)": [1, 0],
    # the order of weights, as said or as shapes tell it
    "linear([[1, 2], [3, 4]], [5, 6], order=xW)": [23, 34],
    "linear([5, 7], [[1, 2, 3], [4, 5, 6]])": ROWS[0] @ WIDE,
    "feed_forward([[5, 7], [1, -1]], [[1, 2, 3], [4, 5, 6]], [[1, 0, 0], [0, 1, 0], [1, 1, 1]])": np.maximum(ROWS @ WIDE, 0) @ SECOND,
    # one-hot targets on either side, remainders and bounds
    "cross_entropy([0.2, 0.5, 0.3], [0, 0, 1])": -np.log(0.3),
    "cross_entropy([0, 0, 1], [0.2, 0.5, 0.3])": -np.log(0.3),
    "mod(-7, 3) + mod(0.3, 0.1)": 2,
    "clamp([-5, 0, 9], -3, 4)": [-3, 0, 4],
    "running_total 1 2 3": [1, 3, 6],
    "argmin([[3, 1], [0, 4]], axis=1)": [1, 0],
    # NumPy and PyTorch
    "[[1, 2], [3, 4]] + [10, 20]": GRID + np.array([10, 20]),
    "A = [[1, 2], [3, 4]]; A[:, 0]": [1, 3],
    "A = [[1, 2], [3, 4]]; A[1, -1]": 4,
    "x = [5, 6, 7]; x[1:]": [6, 7],
    "A = [[1, 2], [3, 4]]; A.T.sum(axis=0)": [3, 7],
    "F.linear(torch.tensor([5., 6.]), torch.tensor([[1., 2.], [3., 4.]]))": [17, 39],
    "torch.clamp(torch.tensor([-1., 5.]), min=0)": [0, 5],
}  # fmt: skip

CLAIMS = {
    "w = 0.5; w = w - 0.1*0.2 = 0.48": True,
    "- 2 + 1 = -1": True,
    "M = [[1, 2], [3, 4]]; M.shape = (3, 3)": False,
    "x = 3; x == 4": False,
    "√32 ~= 5.66.": True,
}

ASKED = [
    "[1, 2] * [3, 4]", "[[1, 2], [3, 4]]^2", "1/2x", "6/2(1+2)", "2^3x", "1 1/2", "2 ½", "1½", "[1 1/2, 3]",
    "x = np.array([1, 2]); torch.tensor([1.]).std(); x.std()", "100,200",
]  # fmt: skip

REFUSED = {
    "x = [1, 2]; x.foo()": "foo is not known here; write",
    "sum([[1, 2], [3, 4]])": "axis=0 for each column or axis=None for all",
    "softmax([1, 2], dims=0, size=3)": "softmax does not take dims=; it takes only axis",
    "np.stack()": "missing 1 required positional argument",
    "torch.add(1, 2, alpha=2)": "unexpected keyword argument 'alpha'",
    "x = [1, 2, 3]; x[5]": "positions go from 0 to 2",
    "np.linspace(0, 1, 30000000)": "are too many; write at most 10,000",
    "\\frac" * 700: "a LaTeX command has nothing to work on",
    "\\ln" * 1000: "too many brackets, powers or roots",
}


def test_is_read_as_it_is_meant() -> None:
    for line, value in VALUES.items():
        found = np.array(as_lists(check(line).links[-1].value), dtype=float)
        assert found.flatten() == pytest.approx(np.array(value, dtype=float).flatten(), rel=1e-12), line


@pytest.mark.parametrize("line", CLAIMS)
def test_every_claim_on_a_line_is_judged(line: str) -> None:
    judgements = [link.judgement for link in check(line).links if link.judgement is not None]
    assert judgements
    assert all(judgement.verdict.counts_as_right for judgement in judgements) == CLAIMS[line]


@pytest.mark.parametrize("line", ASKED)
def test_what_has_two_readings_is_asked_about(line: str) -> None:
    with pytest.raises(Ambiguous, match=r"\?"):
        check(line)


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: line[:30])
def test_what_is_not_read_says_what_to_write(line: str) -> None:
    with pytest.raises(KatatxError, match=REFUSED[line]):
        check(line)
