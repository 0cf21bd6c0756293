from __future__ import annotations

from katatx.engine.key import write_out
from katatx.notation.expressions import read_expression


def test_a_written_line_stands_up_to_a_pencil() -> None:
    """0.047·2 would be 0.094; the line shows as many digits as 0.095 needs."""
    steps = write_out(read_expression("weighted_sum(softmax(1, 4), [[2], [0]])"), {})
    assert "0.0474·2 = 0.095" in steps[1].text
