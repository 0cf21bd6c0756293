"""What a command does not use, it does not import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.begun import begin

HEAVY = {
    "textual", "numpy", "peewee", "sqlite3", "yaml", "msgspec", "rich", "pydantic", "platformdirs", "textual_serve",
    "aiohttp", "psycopg", "genanki", "fsrs", "fsrs_rs_python",
}  # fmt: skip
DECKS, LOG = {"yaml", "msgspec"}, {"peewee", "sqlite3"}


def printed(code: str) -> set[str]:
    """Return the words of the last line of what a Python of its own prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, input="q\n")
    return set(done.stdout.splitlines()[-1].split())


def imported(*arguments: str) -> set[str]:
    return printed(
        "import sys\nfrom katatx.cli import main\n"
        f"sys.argv = ['katatx', *{list(arguments)!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(' '.join(sorted({name.split('.')[0] for name in sys.modules})))"
    )


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (["check", "softmax 1 4"], set()),
        (["due", "--json"], {"sqlite3"}),
        (["grade", "attention/match", "3"], DECKS),
        pytest.param(["stats"], DECKS | LOG | {"rich"}, marks=pytest.mark.slow),
        pytest.param(["export"], DECKS | LOG, marks=pytest.mark.slow),
        # It stops at its first prompt: what grading takes comes after it.
        pytest.param(["review", "--plain"], DECKS | LOG | {"rich"}, marks=pytest.mark.slow),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_nothing_heavy_creeps_in(arguments: list[str], allowed: set[str], home: Path) -> None:
    begin(home)
    if arguments[0] == "due":  # it is worked out once after each answer
        imported(*arguments)
    found = imported(*arguments)
    assert found & HEAVY <= allowed


def test_the_first_prompt_does_not_wait_for_the_engine() -> None:
    """What works answers out is imported after the prompt stands."""
    loaded = printed(
        "import sys, pathlib\n"
        "from katatx.decks.loading import load_deck\n"
        "from katatx.decks.prepared import prepare\n"
        "from katatx.questions.asking import ask\n"
        "deck = load_deck('attention', pathlib.Path('nowhere'))\n"
        "question = ask(prepare(deck, deck.drills[0]))\n"
        "assert question.prompt and question.sheet is not None\n"
        "print(' '.join(sorted(sys.modules)))"
    )
    assert not loaded & {"katatx.engine.evaluate", "katatx.engine.recipe_rows", "katatx.engine.key"}
