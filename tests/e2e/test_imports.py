"""What a command does not use, it does not import."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"textual", "numpy", "peewee", "sqlite3", "yaml", "msgspec", "rich", "pydantic", "platformdirs"}


def imported(*arguments: str) -> set[str]:
    code = (
        "import sys\nfrom katatx.cli import main\n"
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
        (["grade", "attention/match", "3"], {"yaml", "msgspec"}),
        (["decks"], {"yaml", "msgspec"}),
        (["schema"], {"yaml", "msgspec"}),
        (["drill", "attention", "--plain"], {"yaml", "msgspec", "peewee", "sqlite3"}),
    ],
)
def test_nothing_heavy_creeps_in(arguments: list[str], allowed: set[str]) -> None:
    assert imported(*arguments) & HEAVY <= allowed
