"""What a command does not use, it does not import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.begun import begin

HEAVY = {
    "textual",
    "numpy",
    "peewee",
    "sqlite3",
    "yaml",
    "msgspec",
    "rich",
    "pydantic",
    "platformdirs",
    "textual_serve",
    "aiohttp",
}


@pytest.fixture(autouse=True)
def _begun(home: Path) -> None:
    begin(home)


def imported(*arguments: str) -> set[str]:
    code = (
        "import sys\nfrom katatx.start import main\n"
        f"sys.argv = ['katatx', *{list(arguments)!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(' '.join(sorted({name.split('.')[0] for name in sys.modules})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, input="q\n")
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (["--version"], set()),
        (["check", "softmax 1 4"], set()),
        (["check", "softmax 1 4 = 0.2 0.8", "--json"], set()),
        (["due"], {"sqlite3"}),
        (["due", "--json"], {"sqlite3"}),
        (["grade", "attention/match", "3"], {"yaml", "msgspec"}),
        (["decks"], {"yaml", "msgspec"}),
        (["schema"], {"yaml", "msgspec"}),
        (["lint", "drills/vision.yaml"], {"yaml", "msgspec", "numpy"}),
        (["new", "."], {"yaml", "msgspec"}),
        (["kata", "attention", "--plain"], {"yaml", "msgspec", "peewee", "sqlite3", "numpy"}),
        (["drill", "attention", "--plain"], {"yaml", "msgspec", "peewee", "sqlite3"}),
    ],
)
def test_nothing_heavy_creeps_in(arguments: list[str], allowed: set[str]) -> None:
    assert imported(*arguments) & HEAVY <= allowed


def test_a_line_without_options_is_checked_without_the_command_line() -> None:
    assert "typer" not in imported("check", "softmax 1 4")
    assert "typer" in imported("check", "softmax 1 4", "--json")
    assert "typer" not in imported("due") | imported("due", "--json")


def test_the_first_prompt_does_not_wait_for_the_engine() -> None:
    """What works answers out is imported after the prompt stands."""
    code = (
        "import sys, pathlib\n"
        "from katatx.decks.loading import load_deck\n"
        "from katatx.decks.prepared import prepare\n"
        "from katatx.questions.asking import ask\n"
        "deck = load_deck('attention', pathlib.Path('nowhere'))\n"
        "question = ask(prepare(deck, deck.drills[0]))\n"
        "assert question.prompt and question.sheet is not None\n"
        "print(' '.join(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {
        "katatx.engine.evaluate",
        "katatx.engine.recipes",
        "katatx.engine.key",
        "katatx.engine.fresh_numbers.draws",
    }
