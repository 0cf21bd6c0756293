"""The parts of a Llama block, and the whole, against PyTorch."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from katatx.engine.evaluate import evaluate
from katatx.engine.values import flat, value_of
from katatx.notation.expressions import read_expression

pytestmark = pytest.mark.slow
torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

a_few = settings(max_examples=25, deadline=None, derandomize=True)
number = st.integers(-2_000, 2_000).map(lambda thousandths: thousandths / 1_000)
few = st.integers(1, 3)


def grids(height: int, width: int) -> st.SearchStrategy[list[list[float]]]:
    return st.lists(st.lists(number, min_size=width, max_size=width), min_size=height, max_size=height)


def assert_same(name: str, *given_: object, found: Any) -> None:
    names = {f"x{place}": value_of(each) for place, each in enumerate(given_)}
    value = evaluate(read_expression(f"{name}({', '.join(names)})"), names)
    assert flat(value) == pytest.approx(found.flatten().tolist(), rel=1e-9, abs=1e-9)


def tensor(grid: object) -> Any:
    return torch.tensor(grid, dtype=torch.float64)


def rotated(heads: Any, base: float = 10_000.0) -> Any:
    """Heads of shape (heads, tokens, width), their pairs as complex numbers times e^(i·angle)."""
    width, tokens = heads.shape[-1], heads.shape[-2]
    speeds = base ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    angles = torch.outer(torch.arange(tokens, dtype=torch.float64), speeds)
    pairs = torch.view_as_complex(heads.reshape(*heads.shape[:-1], -1, 2).contiguous())
    return torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)).flatten(-2)


def heads_of(rows: Any, count: int) -> Any:
    return rows.reshape(rows.shape[0], count, -1).transpose(0, 1)


def joined(heads: Any) -> Any:
    return heads.transpose(0, 1).flatten(1)


def attended(queries: Any, keys: Any, values: Any, heads: int, shared: int, causal: bool) -> Any:
    cut = heads_of(queries, heads), heads_of(keys, shared), heads_of(values, shared)
    if causal:
        cut = rotated(cut[0]), rotated(cut[1]), cut[2]
    attention = torch.nn.functional.scaled_dot_product_attention
    (every,) = attention(*(each[None] for each in cut), is_causal=causal, enable_gqa=True)
    return joined(every)


def gated(rows: Any, gate: Any, up: Any, down: Any) -> Any:
    return (torch.nn.functional.silu(rows @ gate.T) * (rows @ up.T)) @ down.T


@a_few
@given(
    st.tuples(few, few, few).flatmap(
        lambda drawn: st.tuples(st.just(drawn[1]), grids(drawn[0], 2 * drawn[1] * drawn[2]))
    )
)
def test_rope_rows(drawn: tuple) -> None:
    heads, rows = drawn
    assert_same("rope_rows", rows, heads, found=joined(rotated(heads_of(tensor(rows), heads))))


@st.composite
def grouped(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """Tokens, query heads, key-value heads, width of a head."""
    shared = draw(few)
    return draw(few), shared * draw(few), shared, 2 * draw(few)


@a_few
@given(
    grouped().flatmap(lambda s: st.tuples(st.just(s), grids(1, s[1] * s[3]), *(grids(s[0], s[2] * s[3]) for _ in "kv")))
)
def test_grouped_query_attention(drawn: tuple) -> None:
    (_, heads, shared, _), query, keys, values = drawn
    found = attended(*map(tensor, (query, keys, values)), heads, shared, causal=False)
    assert_same("grouped_query_attention", query, keys, values, heads, shared, found=found)


@a_few
@given(st.tuples(few, few, few, few).flatmap(
    lambda s: st.tuples(grids(s[0], s[1] + 1), *(grids(s[2] + 4, s[1] + 1) for _ in "gu"), grids(s[3], s[2] + 4))
))  # fmt: skip
def test_swiglu(drawn: tuple) -> None:
    assert_same("swiglu", *drawn, found=gated(*map(tensor, drawn)))


@st.composite
def blocks(draw: st.DrawFn) -> tuple[list, int, int, list]:
    """Rows, heads, key-value heads, and seven weight grids with a row for each number they make."""
    tokens, heads, shared, head = draw(grouped())
    width, inner = heads * head + 1, heads * head + 2
    rows = draw(
        st.lists(st.lists(number.filter(bool), min_size=width, max_size=width), min_size=tokens, max_size=tokens)
    )
    shapes = [(heads * head, width), *[(shared * head, width)] * 2, (width, heads * head), *[(inner, width)] * 2]
    return rows, heads, shared, [draw(grids(*shape)) for shape in (*shapes, (width, inner))]


@a_few
@given(blocks())
def test_llama_block(drawn: tuple) -> None:
    rows, heads, shared, weights = drawn
    q, k, v, o, gate, up, down = map(tensor, weights)

    def normed(stream: Any) -> Any:
        return torch.nn.functional.rms_norm(stream, stream.shape[-1:], eps=0.0)

    x = tensor(rows)
    inside = normed(x)
    stream = x + attended(inside @ q.T, inside @ k.T, inside @ v.T, heads, shared, causal=True) @ o.T
    assert_same("llama_block", rows, heads, shared, *weights, found=stream + gated(normed(stream), gate, up, down))
