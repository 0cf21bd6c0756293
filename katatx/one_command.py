"""A command line reduced to one command, because building the options of all commands takes longer than one check."""

from __future__ import annotations

from copy import copy

from typer import Typer
from typer.models import CommandInfo


def only(app: Typer, words: list[str]) -> Typer:
    """Return a copy of the app with only the command named by the first of the command line's `words`.

    Returns the app itself if there is no such command.
    """
    named = [info for info in app.registered_commands if words[:1] == [_name_of(info)]]
    if not named:
        return app
    alone = copy(app)
    alone.registered_commands = named
    return alone


def _name_of(info: CommandInfo) -> str:
    """Return the name under which a command is called: the one given to it, or else its function's."""
    return info.name or str(getattr(info.callback, "__name__", "")).replace("_", "-")
