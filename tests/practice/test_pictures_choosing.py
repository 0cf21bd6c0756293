"""Which pictures a drill's numbers are shown in before its answer: all of them, once, and nothing that is asked for."""

from __future__ import annotations

import re
import subprocess
import sys
from math import inf, isfinite
from pathlib import Path

import pytest
from hypothesis import given as given_
from hypothesis import settings
from hypothesis import strategies as st

from katatx.decks.loading import load_library
from katatx.decks.parts import placeholders
from katatx.decks.prepared import Prepared, prepare
from katatx.engine import recipes  # noqa: F401 - importing makes them known
from katatx.engine.evaluate import evaluate
from katatx.engine.key import write_out
from katatx.engine.recipe import all_recipes, find_recipe
from katatx.engine.values import flat, rank_of, shape_of
from katatx.notation.expressions import read_expression
from katatx.notation.printing import write_number
from katatx.pictures import sizes
from katatx.pictures.choosing import pictures_of
from katatx.pictures.mask import Mask
from katatx.pictures.parts import Picture, text_of
from katatx.pictures.photo import Photo
from katatx.pictures.set_out import Operand, SetOut
from katatx.pictures.sizes import SIZES, lines_of
from katatx.pictures.strip import Strip
from katatx.pictures.uses import OPERATIONS, operation_of

WIDTHS = (30, 56, 80, 120)
DRILLS = [
    prepare(deck, drill)
    for deck in load_library(Path("nowhere")).decks.values()
    for drill in deck.drills
]  # fmt: skip


def node_of(prepared: Prepared):
    return None if prepared.is_choice or prepared.spots_kata else prepared.node


def chosen(prepared: Prepared, given=None) -> list[Picture]:
    return pictures_of(node_of(prepared), given or prepared.given, placeholders(prepared.drill.prompt))


def pictures(expression: str, shown=(), **given) -> list[Picture]:
    return pictures_of(
        read_expression(expression), {name.replace("__", "."): value for name, value in given.items()}, shown
    )


def names_of(picture: Picture) -> list[str]:
    """The names in a picture; weights that stand before rows have none."""
    if isinstance(picture, SetOut):
        return [
            name
            for each in picture.operands
            for name in ([each.label] if isinstance(each, Operand) else names_of(each))
        ]
    return [picture.label.strip()]


def factors_of(picture: Picture) -> list[float]:
    return [number for each in picture.operands if isinstance(each, Operand) for number in each.factors]


def marked_numbers(picture: Picture) -> list[str]:
    """Every number that a picture draws as one, without what only counts rows, columns and places."""
    spans = [span for line in picture.drawn(400) for span in line]
    roles = ("number", "masked", "heat0", "heat1", "heat2", "heat3", "heat4")
    return [
        found for span in spans if span.role in roles for found in re.findall(r"-?(?:\d+(?:\.\d+)?|inf)", span.text)
    ]


@pytest.mark.parametrize("prepared", DRILLS, ids=lambda prepared: prepared.name)
def test_every_number_given_is_shown_once_and_no_other(prepared: Prepared) -> None:
    shown = placeholders(prepared.drill.prompt)
    found = chosen(prepared)
    names = [name for picture in found for name in names_of(picture)]
    assert set(prepared.given) - set(shown) <= set(names) <= set(prepared.given)
    assert len(names) == len(set(names))
    for picture in found:
        numbers = [number for name in names_of(picture) for number in flat(prepared.given[name])]
        strips = [each for each in picture.operands if isinstance(each, Strip)]
        for strip in strips:  # its place is the one number that it has, and stands under it
            assert strip.position == prepared.given[strip.label]
            numbers.remove(strip.position)
        drawn_ = sorted(marked_numbers(picture))
        assert drawn_ == sorted(write_number(number, 6) for number in [*numbers, *factors_of(picture)])


@pytest.mark.parametrize("prepared", DRILLS, ids=lambda prepared: prepared.name)
def test_pictures_are_drawn_at_every_width_and_said(prepared: Prepared) -> None:
    for picture in chosen(prepared):
        wanted = {write_number(number, 6) for name in names_of(picture) for number in flat(prepared.given[name])}
        texts = [picture.said(), *(list(map(text_of, picture.drawn(width))) for width in WIDTHS)]
        for lines in texts:
            assert wanted <= set(re.findall(r"-?(?:\d+(?:\.\d+)?|inf)", " ".join(lines)))
        for width, lines in zip(WIDTHS, texts[1:], strict=True):
            assert max(map(len, lines)) <= width


@pytest.mark.parametrize(
    "prepared", [each for each in DRILLS if node_of(each) is not None], ids=lambda prepared: prepared.name
)
def test_no_picture_gives_the_answer_away(prepared: Prepared) -> None:
    """A number of the key stands in no picture, unless it is one of those given, or so small and whole that it
    counts the rows, columns or places of what is given.
    """
    key = {write_number(number, 6) for number in flat(evaluate(prepared.node, prepared.given)) if isfinite(number)}
    given = {write_number(number, 6) for value in prepared.given.values() for number in flat(value)}
    longest = max((size for value in prepared.given.values() for size in shape_of(value)), default=0)
    counts = {str(number) for number in range(longest + 1)}
    texts = [*(text_of(line) for picture in chosen(prepared) for line in picture.drawn(80))]
    texts += [line for picture in chosen(prepared) for line in picture.said()]
    labels = sorted(prepared.given, key=len, reverse=True)
    for text in texts:
        bare = text
        for label in labels:
            bare = bare.replace(label, " ")
        assert not (set(re.findall(r"-?\d+(?:\.\d+)?", bare)) & (key - given - counts))


@pytest.mark.slow
@pytest.mark.parametrize(
    "prepared",
    [each for each in DRILLS if each.drill.fresh and not each.spots_kata],
    ids=lambda prepared: prepared.name,
)
def test_fresh_numbers_have_the_same_pictures(prepared: Prepared) -> None:
    given = prepared.draws.draw(3)
    before, after = chosen(prepared), chosen(prepared, given)
    assert [names_of(picture) for picture in before] == [names_of(picture) for picture in after]


def test_operations_are_known_as_the_engine_knows_them() -> None:
    for own, (others, parameters) in OPERATIONS.items():
        recipe = find_recipe(own)
        assert recipe is not None
        assert (recipe.name, recipe.other_names) == (own, others)
        assert tuple(parameter.name for parameter in recipe.parameters) == parameters
    for recipe in all_recipes():
        for name in (recipe.name, *recipe.other_names):
            spelled = name.replace("_", "-").upper()
            assert operation_of(spelled) == operation_of(name) == (recipe.name if recipe.name in OPERATIONS else None)


ROW, OTHER = (2.0, 1.0, 0.5), (0.25, -1.0, 3.0)
GRID = ((1.0, 2.0), (3.0, 4.0))


def test_lines_on_the_way_are_as_long_as_the_engine_writes_them() -> None:
    """For every operation whose lines are known here: its own lines but the last, on rows of three."""
    given = {
        "a": ROW,
        "b": OTHER,
        "g": (ROW, OTHER),
        "v": ((1.0, 2.0), (0.0, 1.0)),
        "n": 2.0,
        "shares": (0.2, 0.3, 0.5),
    }
    arguments = {"keys": "g", "weights": "g", "values": "v", "width": "n", "target": "1", "real": "2", "nudges": "v[0]",
                 "portions": "shares", "rows": "g", "order": None, "own": None, "gamma": None, "beta": None,
                 "eps": None}  # fmt: skip
    checked = 0
    for own, size in SIZES.items():
        parameters = [parameter for parameter in OPERATIONS[own][1] if arguments.get(parameter, "a") is not None]
        if own in ("attention", "mean"):  # which take it as one more
            parameters.remove("real")
        words = [arguments.get(parameter, "b" if at else "a") for at, parameter in enumerate(parameters)]
        node = read_expression(f"{own}({', '.join(words)})")
        found = sizes.own_lines(node, given)
        if not size.lines:
            continue
        lines = [step for step in write_out(node, given) if step.line != "dot"]
        if own == "dot":
            assert found == (3,)
            continue
        assert found == tuple(shape_of(step.value)[0] if shape_of(step.value) else 1 for step in lines[:-1]), own
        checked += 1
    assert checked > 10


@pytest.mark.parametrize("prepared", [each for each in DRILLS if each.drill.answer], ids=lambda prepared: prepared.name)
def test_the_size_of_an_answer_is_known_rightly_or_not_at_all(prepared: Prepared) -> None:
    found = sizes.size_of_result(prepared.node, prepared.given)
    assert found in (None, shape_of(evaluate(prepared.node, prepared.given)))


def drawn(expression: str, shown=(), **given) -> list[str]:
    return [text_of(line) for picture in pictures(expression, shown, **given) for line in picture.drawn(80)]


@pytest.mark.parametrize(
    "expression",
    ["residual(x, y)", "skip_connection(x, y)", "add_position(x, y)", "x + y"],
)
def test_rows_to_be_added_are_laid_on_each_other_without_their_sum(expression: str) -> None:
    for shown in ((), ("x", "y"), ("x",)):
        assert drawn(expression, shown, x=ROW, y=OTHER) == [
            "  x  2      1  0.5",
            "+ y  0.25  -1  3",
            "──────────────────",
        ]


def test_a_sum_of_sums_is_one() -> None:
    assert [line[:3] for line in drawn("residual(residual(x, y), z)", x=ROW, y=OTHER, z=ROW)] == [
        "  x",
        "+ y",
        "+ z",
        "───",
    ]
    assert [line[:3] for line in drawn("x - (y - z)", x=ROW, y=OTHER, z=ROW)] == ["  x", "- y", "+ z", "───"]


def test_a_dot_product_has_a_line_for_its_products() -> None:
    assert drawn("dot(want, have)", want=(2.0, 0.0), have=(3.0, 1.0)) == [
        "  want     2     0",
        "· have     3     1",
        "        ____  ____",
        "──────────────────",
    ]


def test_a_row_is_laid_on_every_row_that_it_is_dotted_with() -> None:
    rows = {"q": (2.0, 1.0), "a": (1.0, 0.0), "b": (0.0, 3.0)}
    assert drawn("scores(q, [a, b])", **rows) == ["  q  2  1", "· a  1  0", "· b  0  3", "────────────"]
    assert drawn("linear(W, x)", W=GRID, x=(5.0, 6.0)) == [
        "  x    5  6",
        "· W  ⎡ 1  2 ⎤",
        "     ⎣ 3  4 ⎦",
        "─────────────",
    ]
    # Where a column of the weights makes a number, nothing is laid on its rows.
    assert drawn("linear(W, x, xW)", W=GRID, x=(5.0, 6.0))[0] == "W  ⎡ 1  2 ⎤"


def test_weights_in_the_prompt_stand_before_what_they_weigh() -> None:
    assert drawn("p · row", ("p",), p=0.047, row=(2.0, 0.0)) == ["0.047 · row  2  0", "─────────────────"]
    assert drawn("mix(p, [a, b])", ("p",), p=(0.25, 0.75), a=(4.0, 0.0), b=(0.0, 4.0)) == [
        "0.25 · a  4  0",
        "0.75 · b  0  4",
        "──────────────",
    ]
    # Those that have a name of their own keep it.
    assert drawn("mix(p, [a, b])", (), p=(0.25, 0.75), a=(4.0, 0.0), b=(0.0, 4.0))[0] == "p  0.25  0.75"


def test_softmax_is_a_column_of_lines_to_fill_in() -> None:
    assert drawn("softmax(s)", s=(1.0, 4.0)) == ["s     1     4", "   ____  ____", "   ____", "─────────────"]
    assert drawn("softmax(scale(s, n))", ("n",), s=(1.0, 4.0), n=4.0) == [
        "s     1     4",
        "n     4",
        "   ____",
        "   ____  ____",
        "   ____  ____",
        "   ____",
        "─────────────",
    ]


def test_too_many_lines_on_the_way_are_left_out() -> None:
    given = {"q": (1.0, 2.0), "K": GRID, "n": 2.0}
    chain = "scale(scores(q, K), n)"
    assert lines_of(read_expression(f"softmax({chain})"), given) == (2, 1, 2, 2, 1)
    assert lines_of(read_expression(f"layer_norm(softmax({chain}))"), given) == (2, 2, 2)
    assert lines_of(read_expression(f"layer_norm(relu(exp(relu(softmax({chain})))))"), given) == ()


def test_which_sign_to_take_of_lone_numbers_is_not_told() -> None:
    for expression in ("words - slots", "words · slots", "slots / words", "padding_count(words, slots)"):
        assert drawn(expression, ("words", "slots"), words=2.0, slots=100.0) == [
            "words    2",
            "slots  100",
            "────────────",
        ]
    assert not any("/" in line or "√" in line for line in drawn("scale(s, n)", s=ROW, n=4.0))


def test_where_something_is_not_needed_all_is_set_out_alike() -> None:
    rows = {"want": (2.0, 0.0), "have": (3.0, 1.0), "give": (0.0, 4.0)}
    assert drawn("dot(want, have)", **rows) == ["want  2  0", "have  3  1", "give  0  4", "────────────"]


def test_numbers_that_only_the_expression_has_are_drawn_nowhere() -> None:
    assert drawn("1 - p", ("p",), p=0.047) == ["p  0.047", "────────────"]
    assert drawn("dot(p, [1, 1, 0])", ("p",), p=ROW)[0].split() == ["p", "2", "1", "0.5"]


def test_an_order_is_not_laid_under_what_it_orders() -> None:
    assert drawn("reorder(x, order)", ("order",), x=ROW, order=(3.0, 1.0, 2.0)) == ["x  2  1  0.5", "────────────"]


def test_a_photo_is_shown_with_its_squares_even_where_its_numbers_stand_in_the_prompt() -> None:
    photo = Photo("p", GRID, 1, numbered=False)
    for expression, given in [
        ("patches(p, 1)", {}),
        ("patchify(p, n)", {"n": 1.0}),
        ("embedding(0, strips(p, n))", {"n": 1.0}),
    ]:
        assert pictures(expression, ("p", "n"), p=GRID, **given)[0].operands[0] == photo
    for wrong in (0.0, 0.5, 3.0, inf):
        assert pictures("patches(p, n)", ("n",), p=GRID, n=wrong)[0].operands[0] == Operand("p", GRID)


def test_a_place_in_a_patch_is_pointed_at() -> None:
    assert pictures("pixel_address(1, spot, 2, 4)", ("spot",), spot=3.0)[0].operands == (Strip("spot", (None,) * 4, 3),)
    for wrong in (4.0, -1.0, 0.5):
        assert pictures("pixel_address(1, spot, 2, 4)", ("spot",), spot=wrong)[0].operands == (Operand("spot", wrong),)


def test_a_mask_is_drawn_where_it_is_given_and_not_where_it_is_asked_for() -> None:
    masked = ((0.0, -inf), (1.0, 2.0))
    assert pictures("softmax(s)", ("s",), s=masked)[0].operands == (Mask("s", masked),)
    assert pictures("softmax(s)", (), s=masked[0])[0].operands == (Mask("s", (masked[0],)),)
    assert drawn("causal_mask(s)", (), s=GRID) == ["       1  2", "s  1 ⎡ 1  2 ⎤", "   2 ⎣ 3  4 ⎦", "─────────────"]


def test_rows_are_counted_where_they_are_words() -> None:
    assert pictures("mean(X)", X=GRID)[0].operands == (Operand("X", GRID, row_names=("1", "2")),)
    assert pictures("embedding(0, table)", table=GRID)[0].operands == (Operand("table", GRID),)
    wide = (tuple(map(float, range(13))),) * 2
    assert pictures("softmax(s)", s=wide)[0].operands == (Operand("s", wide, row_names=("1", "2")),)


def test_without_an_expression_there_are_only_operands() -> None:
    found = pictures_of(None, {"a": ROW, "long": GRID, "n": 3.0, "shown": ROW}, ["shown"])
    assert [text_of(line) for picture in found for line in picture.drawn(80)] == [
        "a       2  1  0.5",
        "long  ⎡ 1  2 ⎤",
        "      ⎣ 3  4 ⎦",
        "n       3",
    ]
    assert pictures_of(None, {"shown": ROW}, ["shown"]) == []


def test_what_is_too_much_for_one_sheet_is_cut_in_each_part() -> None:
    tall = tuple((float(number),) for number in range(30))
    found = pictures_of(None, {"a": tall, "b": tall}, [])
    assert [len(picture.drawn(80)) for picture in found] == [30, 30]


PARAMETERS = st.sampled_from([(own, parameters) for own, (_, parameters) in OPERATIONS.items()])
VALUES = st.sampled_from(
    [0.0, 2.0, -1.5, ROW, OTHER, (0.5, 0.5), GRID, ((0.5, 0.5), (1.0, -inf)), (-inf, 1.0), ((1.0,),), ((ROW,),)]
)


@given_(PARAMETERS, st.lists(VALUES, min_size=5, max_size=5), st.sets(st.sampled_from("abcde")))
@settings(deadline=None)
def test_whatever_is_given_nothing_raises_and_nothing_is_lost(operation, values, shown) -> None:
    own, parameters = operation
    given = dict(zip("abcde", values, strict=True))
    found = pictures_of(read_expression(f"{own}({', '.join('abcde'[: len(parameters)])})"), given, shown)
    names = [name for picture in found for name in names_of(picture)]
    assert set(given) - shown <= set(names)
    assert len(names) == len(set(names))
    for picture in found:
        assert picture.said()
        assert all(len(text_of(line)) <= 30 for line in picture.drawn(30))


def test_the_pictures_before_an_answer_do_not_import_the_engine() -> None:
    code = (
        "import sys, pathlib\n"
        "from katatx.decks.loading import load_deck\n"
        "from katatx.decks.parts import placeholders\n"
        "from katatx.decks.prepared import prepare\n"
        "from katatx.pictures.choosing import pictures_of\n"
        "for name in ('attention', 'block', 'length-4', 'vision', 'look-across'):\n"
        "    deck = load_deck(name, pathlib.Path('nowhere'))\n"
        "    for drill in deck.drills:\n"
        "        prepared = prepare(deck, drill)\n"
        "        node = None if prepared.is_choice else prepared.node\n"
        "        for picture in pictures_of(node, prepared.given, placeholders(drill.prompt)):\n"
        "            picture.drawn(80), picture.said()\n"
        "print(' '.join(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {
        "katatx.engine.evaluate",
        "katatx.engine.recipes",
        "katatx.engine.recipe",
        "katatx.engine.pencils.pencil",
    }
    assert not loaded & {"textual", "rich", "numpy", "plotille"}


def test_no_given_value_of_the_decks_is_deeper_than_a_grid() -> None:
    assert {rank_of(value) for prepared in DRILLS for value in prepared.given.values()} <= {0, 1, 2}
