"""`katatx completion`: the shell script for tab completion, and the names it offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from katatx.decks.loading import deck_names, load_deck, load_library
from katatx.errors import KatatxError


def run(shell: str, variable: str) -> int:
    """Print the completion script for a shell ("bash", "zsh" or "fish") and return the exit status 0.

    The script calls katatx with the environment variable `variable` set.
    """
    from typer._completion_shared import get_completion_script

    print(get_completion_script(prog_name="katatx", complete_var=variable, shell=shell))
    return 0


def answer(app: Callable[..., object]) -> object:
    """Run the app to answer a shell's completion request, and return the exit status.

    fish uses the exit status to decide whether to offer file names.
    """
    from typer._completion_classes import completion_init

    completion_init()
    try:
        return app(prog_name="katatx", standalone_mode=False)
    except SystemExit as done:
        return done.code


def decks(incomplete: str, home: Path) -> list[str]:
    """Return the names of the decks that start with `incomplete`."""
    return _completions(incomplete, deck_names(home))


def drills(incomplete: str, home: Path) -> list[str]:
    """Return each drill, as `deck/drill`, that starts with `incomplete`; before the deck is clear, the decks with a
    slash.

    The deck is clear if a slash follows it or only one deck starts so. If it cannot be read, the list is empty.
    """
    found = [incomplete.partition("/")[0]] if "/" in incomplete else decks(incomplete, home)
    if len(found) != 1:
        return [f"{deck}/" for deck in found]
    try:
        deck = load_deck(found[0], home)
    except (KatatxError, OSError):
        return []
    return _completions(incomplete, (f"{deck.name}/{drill.id}" for drill in deck.drills))


def decks_or_drills(incomplete: str, home: Path) -> list[str]:
    """Return the decks that start with `incomplete`, or the drills if it contains a slash."""
    return drills(incomplete, home) if "/" in incomplete else decks(incomplete, home)


def steps(incomplete: str, home: Path) -> list[str]:
    """Return the recipes of the drills that start with `incomplete`; if it contains a slash, the steps
    (`softmax/divide`).
    """
    from katatx.decks.works import works_of_all

    names = sorted(works_of_all(load_library(home).decks).places)
    return _completions(
        incomplete, names if "/" in incomplete else dict.fromkeys(name.partition("/")[0] for name in names)
    )


def standings(incomplete: str, home: Path) -> list[str]:
    """Return what has a standing to print and starts with `incomplete`: decks and recipes, or if it contains a slash,
    drills and steps.
    """
    return [*decks_or_drills(incomplete, home), *steps(incomplete, home)]


def _completions(incomplete: str, names: Iterable[str]) -> list[str]:
    """Return the names that start with `incomplete`."""
    return [name for name in names if name.startswith(incomplete)]
