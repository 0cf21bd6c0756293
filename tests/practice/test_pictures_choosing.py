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
from katatx.engine.recipe import all_recipes, find_recipe
from katatx.engine.values import flat, rank_of, shape_of
from katatx.notation.expressions import read_expression
from katatx.notation.printing import write_number
from katatx.practice.pictures.choosing import pictures_of
from katatx.practice.pictures.heat import HeatMap
from katatx.practice.pictures.laid import Laid
from katatx.practice.pictures.mask import Mask
from katatx.practice.pictures.matrix import Matrix, Rows
from katatx.practice.pictures.parts import Picture, text_of
from katatx.practice.pictures.photo import Photo
from katatx.practice.pictures.portions import Portions
from katatx.practice.pictures.strip import Strip
from katatx.practice.pictures.uses import OPERATIONS, operation_of

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
    if isinstance(picture, Laid):
        return [picture.label_first, picture.label_second]
    return [picture.label.strip()]


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
        given = [prepared.given[name] for name in names_of(picture)]
        if isinstance(picture, Strip):  # its place is the one number that it has, and stands under it
            assert picture.position == given[0]
            continue
        assert sorted(marked_numbers(picture)) == sorted(
            write_number(number, 6) for value in given for number in flat(value)
        )


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


@pytest.mark.parametrize(
    "expression",
    ["residual(x, y)", "skip_connection(x, y)", "add_position(x, y)", "x + y", "layer_norm(AddStamp(x, y))"],
)
def test_rows_to_be_added_are_laid_on_each_other_without_their_sum(expression: str) -> None:
    for shown in ((), ("x", "y"), ("x",)):
        assert pictures(expression, shown, x=ROW, y=OTHER) == [Laid("x", ROW, "y", OTHER)]


def test_what_cannot_be_laid_is_shown_alone() -> None:
    assert list(map(type, pictures("residual(x, y)", x=ROW, y=(1.0, 2.0)))) == [Rows, Rows]
    assert list(map(type, pictures("x - y", x=ROW, y=OTHER))) == [Rows, Rows]
    assert list(map(type, pictures("x + y", x=GRID, y=GRID))) == [Matrix, Matrix]
    assert list(map(type, pictures("x + x", x=ROW))) == [Laid]
    assert list(map(type, pictures("x + missing", x=ROW))) == [Rows]


def test_a_photo_is_shown_with_its_squares_even_where_its_numbers_stand_in_the_prompt() -> None:
    photo = Photo("p", GRID, 1, numbered=False)
    for expression, given in [
        ("patches(p, 1)", {}),
        ("patchify(p, n)", {"n": 1.0}),
        ("embedding(0, strips(p, n))", {"n": 1.0}),
    ]:
        assert pictures(expression, ("p", "n"), p=GRID, **given) == [photo]
    assert pictures("patches(p, n)", (), p=GRID, n=1.0) == [photo, Rows("n", 1.0)]
    for wrong in (0.0, 0.5, 3.0, inf):
        assert isinstance(pictures("patches(p, n)", ("n",), p=GRID, n=wrong)[0], Matrix)


def test_a_place_in_a_patch_is_pointed_at() -> None:
    assert pictures("pixel_address(1, spot, 2, 4)", ("spot",), spot=3.0) == [Strip("spot", (None,) * 4, 3)]
    for wrong in (4.0, -1.0, 0.5):
        assert pictures("pixel_address(1, spot, 2, 4)", ("spot",), spot=wrong) == []


def test_portions_are_bars_only_where_they_are_given_as_such() -> None:
    portions = (0.25, 0.75)
    bars = Portions("p", ("a", "b"), portions, 6)
    assert pictures("mix(p, [a, b])", ("a", "b"), p=portions, a=ROW, b=ROW) == [bars]
    assert pictures("weighted_sum(p, V)", ("V",), p=portions, V=GRID) == [Portions("p", ("1", "2"), portions, 6)]
    assert isinstance(pictures("value_gradient(p, dY)", ("dY",), p=(portions, portions), dY=GRID)[0], HeatMap)
    assert isinstance(pictures("weighted_sum(p, V)", ("V",), p=(1.5, 2.0), V=GRID)[0], Rows)
    assert isinstance(pictures("weighted_sum(softmax(p), V)", ("V",), p=portions, V=GRID)[0], Rows)
    assert isinstance(pictures("mix(p, V) + mix(softmax(p), V)", ("V",), p=portions, V=GRID)[0], Rows)


def test_a_mask_is_drawn_where_it_is_given_and_not_where_it_is_asked_for() -> None:
    masked = ((0.0, -inf), (1.0, 2.0))
    assert pictures("softmax(s)", ("s",), s=masked) == [Mask("s", masked)]
    assert pictures("softmax(s)", (), s=masked[0]) == [Mask("s", (masked[0],))]
    assert pictures("causal_mask(s)", (), s=GRID) == [Matrix("s", GRID, ("1", "2"), ("1", "2"))]


def test_rows_are_counted_where_they_are_words() -> None:
    assert pictures("scores(q, K)", ("q",), q=ROW, K=GRID) == [Matrix("K", GRID, ("1", "2"))]
    assert pictures("projection(q, W)", ("q",), q=ROW, W=GRID) == [Matrix("W", GRID)]
    assert pictures("embedding(0, table)", table=GRID) == [Matrix("table", GRID)]
    wide = (tuple(map(float, range(13))),) * 2
    assert pictures("softmax(s)", s=wide) == [Matrix("s", wide, ("1", "2"))]


def test_without_an_expression_there_are_rows_and_grids_of_one_width_of_label() -> None:
    found = pictures_of(None, {"a": ROW, "long": GRID, "n": 3.0, "shown": ROW}, ["shown"])
    assert found == [Rows("a   ", ROW), Matrix("long", GRID), Rows("n   ", 3.0)]
    assert [text_of(line) for picture in found for line in picture.drawn(80)] == [
        "a    = [2, 1, 0.5]",
        "long = ⎡ 1  2 ⎤",
        "       ⎣ 3  4 ⎦",
        "n    = 3",
    ]


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
        "from katatx.practice.pictures.choosing import pictures_of\n"
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
        "katatx.engine.pencils",
    }
    assert not loaded & {"textual", "rich", "numpy", "plotext"}


def test_no_given_value_of_the_decks_is_deeper_than_a_grid() -> None:
    assert {rank_of(value) for prepared in DRILLS for value in prepared.given.values()} <= {0, 1, 2}
