"""Which pictures worked lines have, once they are uncovered."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from katatx.decks.loading import load_library
from katatx.decks.prepared import Prepared, prepare
from katatx.engine.evaluate import evaluate
from katatx.engine.key import write_out
from katatx.engine.pencils.writing import Step
from katatx.engine.values import value_of
from katatx.notation.expressions import read_expression
from katatx.pictures.heat import HeatMap
from katatx.pictures.mask import Mask
from katatx.pictures.matrix import Matrix
from katatx.pictures.parts import MOST_LINES, Picture, text_of
from katatx.pictures.photo import Photo
from katatx.pictures.portions import Portions
from katatx.pictures.set_out import PLUS, Operand, SetOut
from katatx.pictures.shapes import Shapes
from katatx.pictures.wave import Wave
from katatx.pictures.working import pictures_of_answer, pictures_of_step

WORKED = [
    prepare(deck, drill)
    for deck in load_library(Path("nowhere")).decks.values()
    for drill in deck.drills
    if drill.answer is not None
]


def given_of(**given: object) -> dict[str, object]:
    return {name: value_of(value) for name, value in given.items()}


def flat(steps: list[Step]) -> list[Step]:
    return [each for step in steps for each in (*flat(step.steps), step)]


def kinds(expression: str, **given: object) -> dict[str, list[type[Picture]]]:
    """The kinds of pictures of every worked line, by what it does."""
    steps = flat(write_out(read_expression(expression), given_of(**given)))
    return {step.done: [type(each) for each in found] for step in steps if (found := pictures_of_step(step))}


def of_answer(expression: str, **given: object) -> list[Picture]:
    node, values = read_expression(expression), given_of(**given)
    return pictures_of_answer(node, values, evaluate(node, values))


@pytest.mark.parametrize("prepared", WORKED, ids=lambda prepared: prepared.name)
def test_every_worked_line_of_the_decks_can_be_pictured(prepared: Prepared) -> None:
    steps = flat(write_out(prepared.node, prepared.given))
    found = [picture for step in steps for picture in pictures_of_step(step)]
    found += pictures_of_answer(prepared.node, prepared.given, evaluate(prepared.node, prepared.given))
    for picture in found:
        assert picture.said()
        for width in (30, 56, 80, 120):
            lines = picture.drawn(width)
            assert 0 < len(lines) <= MOST_LINES
            assert all(len(text_of(line)) <= width for line in lines)


def test_attention_is_shapes_portions_and_shapes() -> None:
    found = kinds("attention(q, K, V)", q=[[1, 0], [0, 2]], K=[[1, 1], [2, 0]], V=[[1, 2], [3, 4]])
    assert found["scores"] == [Shapes, HeatMap]
    assert found["scale"] == [Matrix]
    assert found["softmax"] == [HeatMap]
    assert found["weighted_sum"] == [Shapes, Matrix]


def test_matches_below_zero_are_no_heat() -> None:
    assert of_answer("scores(q, K)", q=[[1, 0], [0, -2]], K=[[1, 1], [2, 0]]) == [
        Shapes(((2, 2), (2, 2)), (2, 2)),
        Matrix("", ((1.0, 2.0), (-2.0, 0.0)), ("1", "2"), ("1", "2"), 3),
    ]


@pytest.mark.parametrize(
    ("expression", "shapes"),
    [
        ("scores(a, b)", Shapes(((2, 3), (3, 4)), (2, 4))),
        ("projection(a, b)", Shapes(((2, 3), (3, 4)), (2, 4))),
        ("matmul(a, c)", Shapes(((2, 3), (3, 1)), (2, 1))),
        ("linear(a, row)", Shapes(((2, 3), (3,)), (2,))),
        ("grid_times_stick(a, row)", Shapes(((2, 3), (3,)), (2,))),
        ("weighted_sum(portions, a)", Shapes(((2,), (2, 3)), (3,))),
        ("scores([row, row], b)", Shapes(((2, 3), (3, 4)), (2, 4))),
    ],
)
def test_products_have_shapes_that_meet(expression: str, shapes: Shapes) -> None:
    a, b, c = [[1, 2, 3], [0, 1, 2]], [[1, 0, 2]] * 4, [[1], [2], [3]]
    first, *_ = of_answer(expression, a=a, b=b, c=c, row=[1, 2, 3], portions=[0.5, 0.5])
    assert first == shapes
    assert shapes.parts[0][-1] == shapes.parts[1][0]


def test_portions_are_bars_for_a_row_and_heat_for_a_grid() -> None:
    assert isinstance(of_answer("softmax(s)", s=[1, 4])[0], Portions)
    heat = of_answer("causal_portions(s)", s=[[0, 0], [0, 0]])[0]
    assert isinstance(heat, HeatMap)
    assert heat.masked == ((False, True), (False, False))
    step = Step("portions", "", ((1.0, 0.0), (0.5, 0.5)), done="softmax", given=(((0.0, -inf), (0.0, 0.0)),))
    (shut,) = pictures_of_step(step)
    assert isinstance(shut, HeatMap)
    assert shut.masked == heat.masked


def test_a_line_that_divides_by_the_total_makes_portions() -> None:
    assert kinds("softmax(s)", s=[1, 4]) == {"divide": [Portions]}
    # 0 and 2 add up to 2, and are divided by the root of 4: these are scaled scores.
    assert kinds("scale(s, 4)", s=[0, 2]) == {}


def test_masks_stamps_sums_and_photos() -> None:
    assert kinds("causal_softmax(s)", s=[[1, 2], [3, 4]])["causal_mask"] == [Mask]
    assert isinstance(of_answer("padding_mask(s, 1)", s=[1, 2])[0], Mask)
    assert of_answer("seat_stamp(3, 4)") == [Wave("", 4, 3, 12)]
    assert kinds("add_position(x, position_encoding(20, 2))", x=[1, 1])["position_encoding"] == [Wave]
    assert of_answer("residual(x, y)", x=[1, 2], y=[3, 4.5]) == [
        SetOut((Operand("", (1.0, 2.0)), Operand("", (3.0, 4.5), PLUS)), result=(4.0, 6.5), places=3)
    ]
    assert of_answer("patches(p, 1)", p=[[1, 2], [3, 4]])[0] == Photo("", ((1.0, 2.0), (3.0, 4.0)), 1, places=3)


def test_what_its_text_says_has_no_picture() -> None:
    assert pictures_of_step(Step("because", "so it is", None)) == []
    assert kinds("dot(a, b)", a=[1, 2], b=[3, 4]) == {}
    assert of_answer("1 + 2") == []
    assert of_answer("softmax(s)·2", s=[1, 4]) == []
