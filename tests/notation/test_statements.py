from __future__ import annotations

import pytest

from katatx.notation.errors import NotationError
from katatx.notation.statements import split_statements


@pytest.mark.parametrize(("text", "column"), [(" ; ;", 1)])
def test_a_side_with_nothing_in_it_is_refused(text: str, column: int) -> None:
    with pytest.raises(NotationError, match=f"column {column}: nothing is written here"):
        split_statements(text)


@pytest.mark.parametrize("text", ["exp 1: 2.718", "row 1: -3"])
def test_numbers_on_both_sides_of_a_colon_may_be_a_claim(text: str) -> None:
    with pytest.raises(NotationError, match="a label or a calculation"):
        split_statements(text)


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("x is 3; 2 times x squared is 18", "x = 3; 2 · x ^ 2 = 18"),
        # a share of more than one reading, and an `and` that separates nothing
        ("the sum of 1 2 is 3", "sum 1 2 = 3"),
        # names, and words where no sign can stand
    ],
)
def test_words_for_signs(text: str, signs: str) -> None:
    read = [
        " ".join(
            f"{'' if not at else '≈ ' if side.about else '= '}{' '.join(token.text for token in side.tokens)}"
            for at, side in enumerate(statement)
        )
        for statement in split_statements(text)
    ]
    assert "; ".join(read) == signs
