"""The command line.

Commands are declared here and implemented in `katatx.commands`, whose modules are imported only when a command runs, so
that start-up is fast.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from katatx import options
from katatx.ending import end_with
from katatx.errors import KatatxError
from katatx.one_command import only
from katatx.progress.home import home_folder

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Practise transformers by pencil, and check their arithmetic.",
)

# Expressions and answers may begin with a minus sign, which is not an option.
_MINUS_IS_TEXT = {"ignore_unknown_options": True}


@app.callback(invoke_without_command=True)
def _katatx(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Print the version, or open the home screen if no command is given."""
    if version:
        from katatx import __version__

        typer.echo(f"katatx {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from katatx.commands import home

        raise typer.Exit(home.run(home_folder()))


@app.command(context_settings=_MINUS_IS_TEXT)
def check(
    expression: Annotated[
        list[str] | None, typer.Argument(help="A line of arithmetic, or - to read lines from stdin.")
    ] = None,
    places: Annotated[int | None, typer.Option(min=0, max=12, help="Decimals that every claim must have.")] = None,
    as_json: options.Json = False,
    full: Annotated[bool, typer.Option("--full", help="Show long working in full.")] = False,
    names: Annotated[bool, typer.Option("--list", help="List every operation, or show one.")] = False,
    worksheet: Annotated[str | None, typer.Option("--open", metavar="FILE", help="Open a worksheet file.")] = None,
) -> None:
    """Check a line of arithmetic and show its working; without one, open a worksheet.

    Example: katatx check "softmax 1 4 = 0.047 0.953"
    """
    from katatx.commands import check as command

    if names:
        raise typer.Exit(command.list_operations(as_json, _text(expression or [])))
    if worksheet is not None and expression:
        raise KatatxError("--open opens a worksheet, and takes no line to check; leave out one of the two")
    if not expression:
        raise typer.Exit(command.open_worksheet(worksheet, home_folder()))
    raise typer.Exit(command.run(_text(expression), places, as_json, full))


@app.command()
def audit(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Pages, folders of pages, or - for stdin.")],
    as_json: options.JsonFormat = False,
    form: options.AuditFormat = None,
    unread: Annotated[bool, typer.Option("--unread", help="List the unchecked claims too.")] = False,
    fix: Annotated[str | None, typer.Option(metavar="PATH", help="Write a corrected copy, as a new file.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Number of processes; by default one per core.")] = None,
    stdin_name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Name of the page on stdin, such as page.md.")
    ] = None,
    in_app: Annotated[bool, typer.Option("--open", help="Show one page in the app, updated when it changes.")] = False,
) -> None:
    """Check every calculation on a page, and report the wrong numbers.

    Example: katatx audit page.md --fix page-corrected.md
    """
    from katatx.commands import audit as command
    from katatx.commands.auditing.sources import Given

    if as_json and form not in (None, "json"):
        raise KatatxError("--json is short for --format json; give one of them")
    wanted = command.Wanted("json" if as_json else form, unread, fix, jobs)
    if in_app:
        from katatx.commands.auditing import opening as audit_open

        raise typer.Exit(audit_open.run(Given(files, stdin_name), wanted, home_folder()))
    raise typer.Exit(command.run(Given(files, stdin_name), wanted))


@app.command(context_settings=_MINUS_IS_TEXT)
def grade(
    drill: options.DrillName,
    answer: Annotated[list[str] | None, typer.Argument(help="Your answer.")] = None,
    seed: options.Seed = None,
    as_json: options.Json = False,
) -> None:
    """Grade one answer and record nothing; without an answer, print the prompt.

    Example: katatx grade attention/match 3
    """
    from katatx.commands import grade as command

    typed = _text(answer) if answer else None
    raise typer.Exit(command.run(drill, typed, seed, as_json, home_folder()))


@app.command()
def decks(
    deck: options.AnyDeck = None,
    as_json: options.Json = False,
) -> None:
    """List the decks, or one deck's drills.

    Example: katatx decks attention
    """
    from katatx.commands import decks as command

    raise typer.Exit(command.run(deck, as_json, home_folder()))


@app.command()
def drill(
    name: options.DeckOrDrill,
    seed: options.RunSeed = None,
    limit: options.Limit = None,
    plain: options.Plain = False,
) -> None:
    """Practise a deck, or one drill of it; stop at any time and continue later.

    Example: katatx drill attention
    """
    from katatx.commands import drill as command

    raise typer.Exit(command.run(name, seed, limit, plain, home_folder()))


@app.command()
def kata(
    deck: options.DeckName,
    seed: options.RunSeed = None,
    page: Annotated[bool, typer.Option("--page", help="Use the page's own numbers.")] = False,
    plain: options.Plain = False,
) -> None:
    """Work through a page's whole calculation; each line continues from your own earlier lines.

    Example: katatx kata attention --page
    """
    from katatx.commands import kata as command

    raise typer.Exit(command.run(deck, seed, page, plain, home_folder()))


@app.command()
def review(
    minutes: Annotated[
        int | None, typer.Option(min=1, max=600, help="Minutes to practise; by default 10, or as set.")
    ] = None,
    focus: options.Focus = None,
    limit: options.Limit = None,
    plain: options.Plain = False,
) -> None:
    """Practise what you need most, from all decks, for ten minutes.

    Example: katatx review --minutes 20
    """
    from katatx.commands import review as command

    raise typer.Exit(command.run(limit, minutes, focus, plain, home_folder()))


@app.command()
def stats(
    name: options.AnyStanding = None,
    as_json: options.Json = False,
) -> None:
    """Show your progress: which steps are automatic, what is missing, what is due.

    Example: katatx stats attention
    """
    from katatx.commands import stats as command

    raise typer.Exit(command.run(name, as_json, home_folder()))


@app.command()
def due(as_json: options.Json = False) -> None:
    """Print what is due today in one line, for a shell prompt or status line; print nothing if nothing is due.

    Example: katatx due
    """
    from katatx.commands import due as command

    raise typer.Exit(command.run(as_json, home_folder()))


@app.command("class")
def classroom(
    form: options.ClassFormat = "table",
    as_json: options.JsonFormat = False,
) -> None:
    """Show the progress of a class: who is stuck where, and which mistakes are common.

    Example: katatx class --format csv
    """
    from katatx.commands import classes as command

    raise typer.Exit(command.run("json" if as_json else form, home_folder()))


@app.command()
def undo() -> None:
    """Undo your last answer: it no longer counts, but stays in the log, marked as undone.

    Example: katatx undo
    """
    from katatx.commands import undo as command

    raise typer.Exit(command.run(home_folder()))


@app.command()
def backup(
    path: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The copy to write; by default a new file in this folder.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Copy the log to a file, also while you practise.

    Example: katatx backup katatx-log.sqlite
    """
    from katatx.commands import backup as command

    raise typer.Exit(command.run(path, force, home_folder()))


@app.command()
def doctor(
    repair: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the rows that can be read to a new log.")
    ] = None,
) -> None:
    """Examine the log for damage, and name the rows that cannot be read.

    Example: katatx doctor --repair repaired.sqlite
    """
    from katatx.commands import doctor as command

    raise typer.Exit(command.run(repair, home_folder()))


@app.command()
def export(
    path: Annotated[Path | None, typer.Argument(metavar="FILE", help="The file to write; by default stdout.")] = None,
    form: options.ExportFormat = None,
    deck: options.ExportDeck = None,
    seed: options.Seed = None,
    page: Annotated[bool, typer.Option("--page", help="Use the page's own numbers.")] = False,
) -> None:
    """Write the log as JSON or CSV, or decks with your progress for Anki.

    Example: katatx export katatx.apkg --deck attention
    """
    from katatx.commands import export as command

    raise typer.Exit(command.run(path, form, deck, seed, page, home_folder()))


@app.command("import")
def bring_in(path: Annotated[Path, typer.Argument(metavar="FILE", help="A log exported as JSON.")]) -> None:
    """Add an exported log to yours; what is already there stays unchanged.

    Example: katatx import log.json
    """
    from katatx.commands import export as command

    raise typer.Exit(command.bring_in(path, home_folder()))


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The deck's name, or the path of its file.")],
    page: Annotated[Path | None, typer.Option("--from", help="The page, as text or Markdown.")] = None,
) -> None:
    """Draft a deck from a page: a drill for every YOUR TURN and WRONG TURN, and drills of its calculations.

    Example: katatx new my-page --from my-page.md
    """
    from katatx.commands.authoring import new as command

    raise typer.Exit(command.run(name, page))


@app.command()
def lint(
    paths: Annotated[list[Path] | None, typer.Argument(help="Drill files or folders; by default every deck.")] = None,
    page: Annotated[Path | None, typer.Option("--page", help="A page; each of its blocks must have a drill.")] = None,
    as_json: options.Json = False,
) -> None:
    """Check drill files for faults.

    Example: katatx lint my-page.yaml --page my-page.md
    """
    from katatx.commands.authoring import lint as command

    raise typer.Exit(command.run(paths or [], page, as_json, home_folder()))


@app.command()
def preview(
    drill: options.DrillName,
    seed: options.Seed = None,
    lesson: Annotated[bool, typer.Option("--lesson", help="Show the lesson of its section first.")] = False,
) -> None:
    """Show a drill as a learner sees it, with its working and the mistakes it knows.

    Example: katatx preview attention/match --seed 2
    """
    from katatx.commands.authoring import preview as command

    raise typer.Exit(command.run(drill, seed, lesson, home_folder()))


@app.command()
def schema() -> None:
    """Print the JSON Schema of a drill file, for editors.

    Example: katatx schema > katatx.schema.json
    """
    from katatx.commands.shared.output import print_json
    from katatx.decks.model import json_schema

    print_json(json_schema())


@app.command()
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Loopback address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")] = 8000,
    title: Annotated[str, typer.Option(help="Title of the browser tab.")] = "katatx",
) -> None:
    """Practise in a browser, on this machine.

    Example: katatx serve --port 8080
    """
    from katatx.commands import serve as command

    raise typer.Exit(command.run(host, port, title))


@app.command()
def completion(shell: options.ShellName) -> None:
    """Print the script that lets bash, zsh or fish complete commands, options, decks, drills and steps.

    Example: eval "$(katatx completion bash)"
    """
    from katatx.commands import completion as command

    raise typer.Exit(command.run(shell, options.ASKED_BY_SHELL))


def _text(words: list[str]) -> str:
    """Return words joined by spaces. Raises KatatxError for a word that begins with -- and a letter, such as `--jsn`,
    since it is a misspelt option.
    """
    for word in words:
        if word.startswith("--") and word[2:3].isalpha():
            raise KatatxError(f"no such option: {word[:40]}; see the options with --help")
    return " ".join(words)


# The error a usage mistake raises; Typer carries its own copy of click and exports no name for it.
_UsageError: type[Exception] = typer.BadParameter.__mro__[2]


def main() -> None:
    """Run the command line, and exit with its status. Never returns.

    A KatatxError or OSError is one line on stderr and exit status 2; an interrupt ends with 130, a broken pipe with 0.
    """
    end_with(_status)


def _status() -> object:
    """Run the command of `sys.argv`, or answer a shell that asks for completions; return the exit status, None for 0.

    Raises KatatxError for a mistake in the command line, KeyboardInterrupt if the command is aborted. The command's own
    errors are passed on.
    """
    try:
        if options.ASKED_BY_SHELL in os.environ:
            from katatx.commands import completion as command

            return command.answer(app)
        return only(app, sys.argv[1:])(standalone_mode=False)
    except _UsageError as error:
        from katatx.commands.shared.usage import usage_message

        alone = only(app, sys.argv[1:]) is not app  # its first word is a command
        raise KatatxError(usage_message(error, sys.argv[1] if alone else "")) from error
    except typer.Abort:
        raise KeyboardInterrupt from None
