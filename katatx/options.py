"""The arguments and options of the command line that are shared by several commands or complete names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import typer

from katatx.progress.home import home_folder

# Set by the script of `katatx completion` while its shell asks for completions.
ASKED_BY_SHELL = "_KATATX_COMPLETE"
_LARGEST_SEED = 10**18 - 1


def _names(kind: str) -> Callable[[str], list[str]]:
    """Return a completion function for arguments that name a `kind`.

    `kind` is the name of a function in `katatx.commands.completion`, such as "decks", which is imported when needed.
    """

    def complete(incomplete: str) -> list[str]:
        """Return the names that complete the text `incomplete`."""
        from katatx.commands import completion

        names: list[str] = getattr(completion, kind)(incomplete, home_folder())
        return names

    return complete


def _one_of(*words: str) -> Callable[[str], list[str]]:
    """Return a completion function that offers those of the given words that begin with the text typed."""
    return lambda incomplete: [word for word in words if word.startswith(incomplete)]


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
JsonFormat = Annotated[bool, typer.Option("--json", help="Short for --format json.")]
Seed = Annotated[int | None, typer.Option(min=0, max=_LARGEST_SEED, help="Use random numbers drawn from this seed.")]
RunSeed = Annotated[
    int | None, typer.Option(min=0, max=_LARGEST_SEED, help="Use only random numbers, drawn from this seed.")
]
Limit = Annotated[int | None, typer.Option(min=1, help="Stop after this many answers.")]
Plain = Annotated[bool, typer.Option("--plain", help="Print line by line, for pipes and screen readers.")]

AuditFormat = Annotated[
    str | None,
    typer.Option(
        "--format", help="text, json, sarif or github.", autocompletion=_one_of("text", "json", "sarif", "github")
    ),
]
ClassFormat = Annotated[
    str, typer.Option("--format", help="table, csv or json.", autocompletion=_one_of("table", "csv", "json"))
]
ExportFormat = Annotated[
    str | None,
    typer.Option("--format", help="json, csv or anki.", autocompletion=_one_of("json", "csv", "anki")),
]

DeckName = Annotated[str, typer.Argument(metavar="DECK", autocompletion=_names("decks"))]
AnyDeck = Annotated[str | None, typer.Argument(help="Show the drills of this deck.", autocompletion=_names("decks"))]
ExportDeck = Annotated[str | None, typer.Option(help="Export only this deck (anki).", autocompletion=_names("decks"))]
DrillName = Annotated[str, typer.Argument(metavar="DECK/DRILL", autocompletion=_names("drills"))]
DeckOrDrill = Annotated[str, typer.Argument(metavar="DECK[/DRILL]", autocompletion=_names("decks_or_drills"))]
AnyStanding = Annotated[
    str | None,
    typer.Argument(
        metavar="DECK[/DRILL]",
        help="A deck, a drill, or a step such as softmax/divide.",
        autocompletion=_names("standings"),
    ),
]
Focus = Annotated[
    str | None,
    typer.Option(
        metavar="STEP",
        help="Practise only this step, such as softmax/divide, or recipe.",
        autocompletion=_names("steps"),
    ),
]
ShellName = Annotated[Literal["bash", "zsh", "fish"], typer.Argument(metavar="SHELL", help="bash, zsh or fish.")]
