"""Gradients of a two-layer network, and the steps of the optimizers, against PyTorch."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from katatx.engine.evaluate import evaluate
from katatx.engine.values import as_lists, value_of
from katatx.notation.expressions import read_expression

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.slow

a_few = settings(max_examples=25, deadline=None, derandomize=True)
number = st.integers(-3_000, 3_000).map(lambda thousandths: thousandths / 1_000)
rate = st.sampled_from([0.01, 0.1, 0.5])


def engine(expression: str, **names: object) -> object:
    """Return what an expression comes to with these plain numbers and lists."""
    return as_lists(evaluate(read_expression(expression), {name: value_of(each) for name, each in names.items()}))


def rows(width: int) -> st.SearchStrategy[list[float]]:
    return st.lists(number, min_size=width, max_size=width)


def grids(height: int, width: int) -> st.SearchStrategy[list[list[float]]]:
    return st.lists(rows(width), min_size=height, max_size=height)


def leaf(plain: object) -> object:
    return torch.tensor(plain, dtype=torch.float64, requires_grad=True)


def same(tensor: object) -> object:
    return pytest.approx(torch.as_tensor(tensor).detach().numpy(), rel=1e-9, abs=1e-12)


@st.composite
def networks(draw: st.DrawFn) -> dict[str, object]:
    """A batch of two examples, both layers, and the true classes."""
    inputs, hidden, classes = draw(st.integers(2, 4)), draw(st.integers(2, 4)), draw(st.integers(2, 4))
    return {
        "X": draw(grids(2, inputs)),
        "U": draw(grids(hidden, inputs)), "a": draw(rows(hidden)),
        "W": draw(grids(classes, hidden)), "b": draw(rows(classes)),
        "targets": draw(st.lists(st.integers(0, classes - 1), min_size=2, max_size=2)),
    }  # fmt: skip


@a_few
@given(networks())
def test_the_backward_pass_is_autograds(net: dict[str, object]) -> None:
    x, u, a, w, b = (leaf(net[name]) for name in ("X", "U", "a", "W", "b"))
    z = torch.nn.functional.linear(x, u, a)
    h = torch.relu(z)
    logits = torch.nn.functional.linear(h, w, b)
    for each in (z, h, logits):
        each.retain_grad()
    torch.nn.functional.cross_entropy(logits, torch.tensor(net["targets"]), reduction="sum").backward()
    for row, target, gradient in zip(logits.tolist(), net["targets"], logits.grad, strict=True):
        assert engine("logit_gradient(s, t)", s=row, t=target) == same(gradient)
    above, hidden, before = logits.grad.tolist(), h.tolist(), z.tolist()
    assert engine("linear_weight_gradient(g, h)", g=above, h=hidden) == [same(row) for row in w.grad]
    assert engine("linear_bias_gradient(g)", g=above) == same(b.grad)
    assert engine("linear_input_gradient(g, W)", g=above, W=net["W"]) == [same(row) for row in h.grad]
    assert engine("relu_backward(z, g)", z=before, g=h.grad.tolist()) == [same(row) for row in z.grad]
    assert engine("linear_weight_gradient(g, X)", g=z.grad.tolist(), X=net["X"]) == [same(row) for row in u.grad]
    assert engine("linear_input_gradient(g, U)", g=z.grad.tolist(), U=net["U"]) == [same(row) for row in x.grad]


@st.composite
def trainings(draw: st.DrawFn) -> tuple[list[float], list[list[float]]]:
    """Weights, and the gradients of three steps."""
    width = draw(st.integers(1, 4))
    return draw(rows(width)), draw(grids(3, width))


def steps_of(optimizer: object, weights: object, gradients: list[list[float]]) -> list[object]:
    """Return the weights after each step of a PyTorch optimizer with these gradients."""
    found = []
    for gradient in gradients:
        weights.grad = torch.tensor(gradient, dtype=torch.float64)
        optimizer.step()
        found.append(weights.detach().clone())
    return found


@a_few
@given(trainings(), rate, st.sampled_from([0, 0.5, 0.9]))
def test_momentum_is_pytorchs(training: tuple, eta: float, momentum: float) -> None:
    weights, gradients = training
    theirs = leaf(weights)
    velocity = [0.0] * len(weights)
    steps = steps_of(torch.optim.SGD([theirs], lr=eta, momentum=momentum), theirs, gradients)
    for gradient, expected in zip(gradients, steps, strict=True):
        given_ = {"w": weights, "g": gradient, "v": velocity, "r": eta, "m": momentum}
        weights = engine("sgd_momentum(w, g, v, r, m)", **given_)
        velocity = engine("velocity(v, g, m)", v=velocity, g=gradient, m=momentum)
        assert weights == same(expected)


@a_few
@given(trainings(), rate, st.sampled_from([0, 0.1, 0.5]), st.sampled_from([(0.9, 0.999), (0.9, 0.95), (0.5, 0.75)]))
def test_adam_and_adamw_are_pytorchs(training: tuple, eta: float, decay: float, betas: tuple[float, float]) -> None:
    weights, gradients = training
    theirs = leaf(weights)
    first = second = [0.0] * len(weights)
    optimizer = torch.optim.AdamW([theirs], lr=eta, betas=betas, eps=1e-8, weight_decay=decay)
    shared = {"r": eta, "b": betas[0], "c": betas[1], "z": 1e-8}
    for count, (gradient, expected) in enumerate(
        zip(gradients, steps_of(optimizer, theirs, gradients), strict=True), 1
    ):
        given_ = {"w": weights, "g": gradient, "m": first, "v": second, "t": count, **shared}
        if not decay:
            assert engine("adam(w, g, m, v, t, r, b, c, z)", **given_) == same(expected)
        weights = engine("adamw(w, g, m, v, t, r, d, b, c, z)", d=decay, **given_)
        first = engine("moving_average(m, g, b)", m=first, g=gradient, b=betas[0])
        second = engine("second_moment(v, g, c)", v=second, g=gradient, c=betas[1])
        assert weights == same(expected)
