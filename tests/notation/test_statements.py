from __future__ import annotations

import pytest

from katatx.notation.errors import NotationError
from katatx.notation.statements import split_statements


@pytest.mark.parametrize("text", ["exp 1: 2.718", "row 1: -3"])
def test_numbers_on_both_sides_of_a_colon_may_be_a_claim(text: str) -> None:
    with pytest.raises(NotationError, match="a label or a calculation"):
        split_statements(text)
