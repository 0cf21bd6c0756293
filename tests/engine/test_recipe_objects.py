"""Recipes as text: what is read of it, how its rows are worked, and errors that say where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import katatx.engine.words.common
from katatx.engine import recipe_text
from katatx.engine.book import ARITHMETIC, KNOWN, Book, known
from katatx.engine.errors import EngineError
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe, WrongTurn
from katatx.engine.recipe_rows import BODIES, TURNS, RecipeError, Rows
from katatx.engine.recipe_text import read_recipes
from katatx.engine.values import Value

ROW, GRID = (1.0, 2.0), ((1.0, 2.0), (3.0, 5.0))

STRETCHED = Path(__file__).with_name("stretched.recipes").read_text(encoding="utf-8")


def read(folder: Path, text: str) -> list[Recipe]:
    (folder / "own.recipes").write_text(text, "utf-8")
    return read_recipes(folder / "own.recipes", KNOWN.find)


@pytest.fixture
def stretched(tmp_path: Path) -> Recipe:
    return read(tmp_path, STRETCHED)[0]


def worked(recipe: Recipe, *given: Value, turn: WrongTurn | None = None) -> Value:
    return Pencil(turn).work(known(ARITHMETIC), lambda pencil: pencil.work(recipe, *given))


def test_what_a_head_and_its_lines_say(stretched: Recipe) -> None:
    assert stretched.signature == "stretched(row, [by], [layout])"
    assert (stretched.topic, stretched.summary) == ("Rows, stretched", "Multiply a row by a number, and add it up.")
    assert (stretched.reduces, stretched.other_names) == (True, ("lengthened", "drawn_out"))
    assert stretched.inputs((ROW,)) == {"row": ROW, "by": None, "layout": None}
    assert stretched.written == [
        ("let slots", "count(row)", ""),
        ("eps: row", "row ⊙ by", "multiply by it"),
        ("long name", "sum(row)", "add them up"),
        ("lift", "long name + slots when given(by)", ""),
    ]
    told = [(turn.line, turn.id, turn.detail, turn.convention) for turn in _turns(stretched)]
    assert told == [
        ("lift", "stretched/added-twice", "two for each", False),
        ("eps", "stretched/not-multiplied", "", False),
        ("rows", "stretched/first-row", "", False),
        ("long name", "stretched/largest", "", True),
    ]


def _turns(recipe: Recipe) -> list[WrongTurn]:
    return [turn for turns in recipe.wrong_turns.values() for turn in turns]


def test_lines_are_worked_or_left_out(stretched: Recipe, tmp_path: Path) -> None:
    assert worked(stretched, ROW, 3.0) == 11
    assert worked(stretched, ROW) == 3  # neither multiplied nor lifted
    assert worked(stretched, GRID, 3.0) == (11, 26)
    with pytest.raises(EngineError, match=r"^stretched is given -1 for a row of 2; write 0 or more$"):
        worked(stretched, ROW, -1.0)
    assert worked(read(tmp_path, STRETCHED)[1], GRID) == ((2, 4), (6, 10))


def test_a_wrong_turn_is_worked_in_place_of_its_line(stretched: Recipe) -> None:
    twice, kept, first, largest = _turns(stretched)
    assert worked(stretched, ROW, 3.0, turn=twice) == 13
    assert worked(stretched, ROW, 3.0, turn=kept) == 5
    assert worked(stretched, GRID, 3.0, turn=first) == 3
    assert worked(stretched, ROW, 3.0, "Wx", turn=largest) == 8
    with pytest.raises(EngineError, match=r"needs given\(layout\)"):
        worked(stretched, ROW, 3.0, turn=largest)


def read_all(rows: Rows) -> None:
    """Read every expression, as working the recipe and taking its wrong turns do."""
    _ = rows._program
    for row in rows.rows:
        for text in filter(None, (row.text, row.when) if row.is_turn else ()):
            rows._reader(row, text)


SUM = "a(x: row)\n  Sum.\n"
TOTAL = f"{SUM}  t = sum(x)\n"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("  t = sum(x)\n", "1:3"), ("a[x]\n", "1:1"), ("a(x: rows)\n", "1:1"), ("a(x=row)\n", "1:1"),
        ("a(x: row) -> row\n", "1:1"), (SUM, "1:1"), (f"{TOTAL}\n\nb(x: row)\n  Sum.\n", "6:1"), (f"{SUM}  sum(x)\n", "3:3"),
        (f"{SUM}  x = sum(x)\n", "3:3"), (f"{SUM}  python: line\n", "3:3"), (f"{SUM}  refuse negative(x)\n", "3:3"),
        (f"{TOTAL}  wrong t\n", "4:3"), (f"{TOTAL}  wrong s = 2 -- two\n", "4:3"), (f"{TOTAL}  wrong t = 2 -- two\n", "4:3"),
        (f"{TOTAL}  wrong t by magic -- two\n", "4:3"), (f"{TOTAL}  wrong t = 2 -- two\n    did\n", "5:5"),
        (f"{TOTAL}  wrong t = 2 -- two\n    did | do\n  wrong t = 3 -- two\n", "6:3"),
        # What is found when expressions are read.
        (f"{SUM}  t = sum(x\n", "3:3"), (f"{SUM}  t = sum(y)\n", "3:3"), (f"{SUM}  t = sum(x)·2 + 1\n", "3:3"),
        (f"{SUM}  t = unheard_of(x)\n", "3:3"), (f"{SUM}  t = sum(x) when u\n", "3:3"),
        (f"{SUM}  refuse negative(y) | no\n  t = sum(x)\n", "3:3"), (f"{SUM}  refuse negative(x) | no {{y}}\n  t = sum(x)\n", "3:3"),
        (f"{TOTAL}  wrong t = sum(y) -- w\n    did | do\n", "4:3"), (f"{TOTAL}  wrong t = t -- w\n    did | do\n", "4:3"),
        (f"{TOTAL}  wrong t = 2 when y -- w\n    did | do\n", "4:3"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_where(text: str, place: str, tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=rf"^own\.recipes:{place}: "):
        read_all(read(tmp_path, text)[0].lines)


def test_two_recipes_of_one_name_are_refused(tmp_path: Path) -> None:
    for name in ("sum_up", "SumUp"):
        (tmp_path / f"{name}.recipes").write_text(TOTAL.replace("a(", f"{name}("), "utf-8")
    with pytest.raises(ValueError, match="two recipes are called sum_up"):
        Book(tmp_path)


def test_every_expression_of_every_recipe_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Rows] = []
    monkeypatch.setattr(recipe_text, "Rows", lambda *given: made.append(Rows(*given)) or made[-1])
    recipes = Book(Path(katatx.__file__).parent / "recipes").recipes()
    for rows in made:
        read_all(rows)
    assert {row.name for rows in made for row in rows.rows if row.is_turn and row.name} == set(TURNS)
    assert {each.name for each in recipes if not isinstance(each.lines, Rows)} == set(BODIES)


def test_a_wrong_turn_is_found_by_recipe_and_name() -> None:
    turns = KNOWN.wrong_turns()
    assert [KNOWN.find_wrong_turn(turn.id) for turn in turns] == turns
    for name in ("softmax/no", "no/base-2", "softmax", "base-2", "", "scale/base-2"):
        assert KNOWN.find_wrong_turn(name) is None
