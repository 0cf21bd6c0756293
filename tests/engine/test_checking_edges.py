"""Calculations that only an edge of a number, a shape or a name makes hard."""

from __future__ import annotations

import pytest

from katatx.engine.checking import check
from katatx.errors import KatatxError


@pytest.mark.parametrize(
    "text",
    [
        "concat([1, 2], [3, 4])",
        "stack([1, 2], [3, 4])",
        "t(3) = 3",
        "np.ones((2, 2, 2, 2, 2000))",
        "np.concatenate([[1, 2], [3, 4]], axis=2)",
    ],
)
def test_what_is_no_axis_and_no_function_is_refused(text: str) -> None:
    with pytest.raises(KatatxError):
        check(text)
