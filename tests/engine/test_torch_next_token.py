"""The recipes of the next word against PyTorch: softmax, topk, sort and cumsum as its samplers use them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from katatx.engine.evaluate import evaluate
from katatx.engine.values import as_lists, value_of
from katatx.notation.expressions import read_expression

pytestmark = pytest.mark.slow

a_few = settings(max_examples=50, deadline=None, derandomize=True)
logits = st.lists(st.integers(-4_000, 4_000), min_size=2, max_size=8, unique=True).map(
    lambda drawn: [thousandths / 1_000 for thousandths in drawn]
)


def engine(expression: str, **names: object) -> Any:
    given_ = {name: value_of(value) for name, value in names.items()}
    return as_lists(evaluate(read_expression(expression), given_))


@pytest.fixture(name="torch")
def _torch() -> Any:
    return pytest.importorskip("torch", reason="PyTorch is not installed")


def test_temperature_is_softmax_of_the_quotient(torch: Any) -> None:
    @a_few
    @given(logits, st.sampled_from([0.25, 0.5, 1.0, 2.0, 5.0]))
    def check(row: list[float], temperature: float) -> None:
        expected = (torch.tensor(row, dtype=torch.float64) / temperature).softmax(dim=-1)
        assert engine("temperature_softmax(x, t)", x=row, t=temperature) == pytest.approx(expected.tolist(), abs=1e-12)

    check()


def test_top_k_is_softmax_with_the_others_at_minus_infinity(torch: Any) -> None:
    @a_few
    @given(logits, st.data())
    def check(row: list[float], data: st.DataObject) -> None:
        k = data.draw(st.integers(1, len(row)))
        scores = torch.tensor(row, dtype=torch.float64)
        blocked = torch.full_like(scores, float("-inf"))
        places = scores.topk(k).indices
        blocked[places] = scores[places]
        found = engine("top_k(softmax(x), k)", x=row, k=float(k))
        assert found == pytest.approx(blocked.softmax(dim=-1).tolist(), abs=1e-12)

    check()


def test_top_p_keeps_what_a_sorted_running_total_keeps(torch: Any) -> None:
    @a_few
    @given(logits, st.sampled_from([0.15, 0.4, 0.65, 0.9, 0.99]))
    def check(row: list[float], p: float) -> None:
        portions = torch.tensor(row, dtype=torch.float64).softmax(dim=-1)
        ordered, places = portions.sort(descending=True)
        dropped = ordered.cumsum(dim=-1) - ordered >= p
        kept = portions.index_fill(0, places[dropped], 0.0)
        assert engine("top_p(softmax(x), p)", x=row, p=p) == pytest.approx((kept / kept.sum()).tolist(), abs=1e-12)

    check()


def test_perplexity_is_e_to_the_mean_cross_entropy(torch: Any) -> None:
    @a_few
    @given(st.lists(st.integers(1, 1_000).map(lambda thousandths: thousandths / 1_000), min_size=1, max_size=6))
    def check(portions: list[float]) -> None:
        chances = torch.tensor(portions, dtype=torch.float64)
        rows = torch.stack([chances, 1 - chances], dim=-1).log()
        loss = torch.nn.functional.nll_loss(rows, torch.zeros(len(portions), dtype=torch.long))
        assert engine("perplexity(p)", p=portions) == pytest.approx(loss.exp().item(), rel=1e-12)

    check()
