"""Softmax in blocks against PyTorch."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.engine.oracles import ARGUMENTS
from tests.engine.test_oracles import engine

pytestmark = pytest.mark.slow
few = settings(max_examples=40, deadline=None, derandomize=True)


@few
@given(ARGUMENTS["online_attention"])
def test_attention_in_blocks_is_torchs(arguments: tuple) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    query, keys, values, block = arguments
    rows = [torch.tensor(each, dtype=torch.float64) for each in (query, keys, values)]
    queries = rows[0].reshape(-1, len(keys[0]))
    expected = torch.nn.functional.scaled_dot_product_attention(queries, *rows[1:])
    found = torch.tensor(engine("online_attention", query, keys, values, block), dtype=torch.float64)
    assert torch.allclose(found.reshape(expected.shape), expected, rtol=1e-9, atol=1e-9)


@few
@given(ARGUMENTS["softmax_state"].filter(lambda drawn: len(drawn) == 1 and not isinstance(drawn[0][0], list)))
def test_maximum_and_log_of_the_sum_are_logsumexp(arguments: tuple) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    (scores,) = arguments
    maximum, whole = engine("softmax_state", scores)
    expected = torch.logsumexp(torch.tensor(scores, dtype=torch.float64), 0)
    assert maximum + torch.log(torch.tensor(whole, dtype=torch.float64)) == pytest.approx(float(expected), abs=1e-12)
