"""Working with one wrong line: only that line is wrong, and what follows goes on from it."""

from __future__ import annotations

import pytest

from katatx.engine.chains import ChainLine, WorkedChain, solved_lines, work_chain
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.ranges import numbered_source
from katatx.engine.mistakes.spotting import spot_in_chain, spot_in_working
from katatx.notation.answers import read_answer
from katatx.notation.parser import read_expression

EXPRESSIONS = [
    "softmax([1, 4, 2])",
    "layer_norm([2, 1, 1, 0])",
    "attention([2,0,1,0], [[1,0,0,0],[3,0,2,0]], [[2,0,0,1],[0,3,1,0]])",
    "logit_cross_entropy([1, 2, 3], 1)",
    "relu(dense([1, 2, 0], [[1, 0, 2], [0, -1, 1]], [-1, 1]))",
    "stable_softmax([0.3, -0.8, 0.5])",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_the_line_shown_is_off_and_the_key_is_what_was_there(text: str) -> None:
    node = read_expression(text)
    seen = set()
    for seed in range(5):
        spot = spot_in_working(node, {}, 3, numbered_source(str(seed)))
        seen.add((spot.wrong, spot.turn.id))
        shown = [number.value for number in read_answer(spot.lines[spot.wrong].text).numbers]
        assert shown != pytest.approx(list(spot.solution.key.value), abs=1e-3, rel=1e-3)
        made = {each.name: _flat(each.value) for each in spot.solution.mistakes}
        assert made[spot.turn.id] == pytest.approx(tuple(shown), abs=6e-4, rel=6e-4)
        assert len(spot.lines) >= 2
    assert len(seen) > 1


def test_what_comes_after_is_worked_from_the_wrong_line() -> None:
    node = read_expression("softmax([1, 4])")
    for seed in range(20):
        spot = spot_in_working(node, {}, 3, numbered_source(str(seed)))
        if spot.turn.id == "softmax/raw-shares":
            assert [line.text for line in spot.lines] == ["1 4", "5", "0.2 0.8"]
            assert spot.right == "2.718 54.60"
            return
    pytest.fail("raw shares never came up")


@pytest.mark.parametrize("text", ["1 + 2", "[1, 2] + [3, 4]", "residual([1,2],[3,4])", "2"])
def test_a_working_of_one_line_has_nothing_to_spot(text: str) -> None:
    with pytest.raises(EngineError, match="no known mistake"):
        spot_in_working(read_expression(text), {}, 3, numbered_source("1"))


LINES = [
    ChainLine("matches", read_expression("scores(q, K)")),
    ChainLine("scaled", read_expression("scale(matches, 4)")),
    ChainLine("portions", read_expression("softmax(scaled)")),
    ChainLine("new", read_expression("weighted_sum(portions, V)")),
]
# The same with the second word hidden, as a causal mask does.
MASKED = [
    *LINES[:2],
    ChainLine("masked", read_expression("scaled + [0, -inf]")),
    ChainLine("portions", read_expression("softmax(masked)")),
]
GIVEN = {"q": (2.0, 0.0, 1.0), "K": ((1.0, 0.0, 0.0), (3.0, 0.0, 2.0)), "V": ((2.0, 1.0), (0.0, 3.0))}


@pytest.mark.parametrize("lines", [LINES, MASKED])
def test_a_chain_goes_wrong_on_one_line(lines: list[ChainLine]) -> None:
    worked = WorkedChain(GIVEN, tuple(solved_lines(lines, GIVEN)))
    true = work_chain(lines, GIVEN)
    places = set()
    for seed in range(10):
        spot = spot_in_chain(lines, worked, numbered_source(str(seed)))
        places.add(spot.wrong)
        names = dict(GIVEN)
        for at, (line, shown) in enumerate(zip(lines, spot.lines, strict=True)):
            value = read_answer(shown.text.rpartition(" = ")[2])
            written = tuple(number.value for number in value.numbers)
            if at < spot.wrong:
                assert written == pytest.approx(_flat(true[line.name]), abs=6e-4)
                names[line.name] = true[line.name]
            elif at == spot.wrong:
                assert written != pytest.approx(_flat(true[line.name]), abs=1e-3)
                names[line.name] = written
            else:
                assert written == pytest.approx(_flat(evaluate(line.node, names)), abs=2e-2)
                names[line.name] = evaluate(line.node, names)
    assert len(places) >= 3


def _flat(value) -> tuple[float, ...]:
    return tuple(number for each in value for number in _flat(each)) if isinstance(value, tuple) else (value,)
