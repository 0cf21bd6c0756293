"""Calculations that only an edge of a number, a shape or a name makes hard."""

from __future__ import annotations

import pytest

from katatx.engine.checking import check
from katatx.engine.errors import EngineError
from katatx.errors import KatatxError


def test_a_mistake_that_joins_rows_is_skipped_for_numbers() -> None:
    link = check("add_position(1/3, 1/7) = 0.46").worst
    assert link.judgement is not None
    assert link.judgement.verdict.value.startswith("wrong")


def test_a_grid_gets_no_third_axis() -> None:
    with pytest.raises(KatatxError, match="cannot be made a column"):
        check("X = torch.tensor([[1., 2.], [3., 4.]]); X.unsqueeze(1)")


@pytest.mark.parametrize(
    "text", ["concat([1, 2], [3, 4])", "stack([1, 2], [3, 4])", "t(3) = 3", "np.concatenate([[1, 2], [3, 4]], axis=2)"]
)
def test_what_is_no_axis_and_no_function_is_refused(text: str) -> None:
    with pytest.raises(KatatxError):
        check(text)


def test_too_few_values_of_a_library_function_are_an_error_of_the_engine() -> None:
    with pytest.raises(EngineError, match="hypot takes 2 values"):
        check("hypot(3)")
