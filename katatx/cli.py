"""The commands, each declared once; what carries one out is imported when it runs, so that the program starts fast."""

from __future__ import annotations

import gc
import io
import os
import sys
from pathlib import Path

from katatx import __version__
from katatx.command_line import Command, Parameter, help_lines, is_option, whole
from katatx.errors import KatatxError, reason_of
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.progress.home import home_folder

ABOUT = "Practise transformers by pencil, and check their arithmetic."
# Set by the script of `katatx completion` while its shell asks what a word may become.
ASKED_BY_SHELL = "KATATX_COMPLETE"

_JSON = Parameter("--json", "Print one JSON document.", name="as_json")
_SEED = Parameter("--seed N", "Use random numbers drawn from this seed.", whole(0, 10**18 - 1))
_LIMIT = Parameter("--limit N", "Stop after this many answers.", whole(1))
_PLAIN = Parameter("--plain", "Print line by line, for pipes and screen readers.")
_PAGE = Parameter("--page", "Use the page's own numbers.")
_DRILL = Parameter("DECK/DRILL", name="drill", words="drills")

_DECLARED = (
    Command(
        "check", "Check a line of arithmetic and show its working; without one, open a worksheet.",
        'katatx check "softmax 1 4 = 0.047 0.953"', "check",
        Parameter("[LINE]...", "A line of arithmetic, or - to read lines from stdin.", name="words"),
        Parameter("--places N", "Decimals that every claim must have, 0 to 12.", whole(0, 12)),
        _JSON,
        Parameter("--full", "Show long working in full."),
        Parameter("--list", "List every operation, or show one.", name="lists"),
        Parameter("--open FILE", "Open a worksheet file.", name="worksheet"),
    ),
    Command(
        "audit", "Check every calculation on a page, and report the wrong numbers.",
        "katatx audit page.md --fix page-corrected.md", "audit",
        Parameter("FILE...", "Pages, folders of pages, or - for stdin.", name="files"),
        Parameter("--json", "Short for --format json.", name="as_json"),
        Parameter("--format NAME", "text/json/sarif/github.", name="form", words=("text", "json", "sarif", "github")),
        Parameter("--unread", "List all unchecked claims."),
        Parameter("--fix FILE", "Write a corrected copy of one page, as a new file."),
        Parameter("--open", "Show one page in the app, updated when it changes."),
    ),
    Command(
        "grade", "Grade one answer and record nothing; without an answer, print the prompt.",
        "katatx grade attention/match 3", "grade",
        _DRILL, Parameter("[ANSWER]...", "Your answer.", name="answer"), _SEED, _JSON,
    ),
    Command(
        "decks", "List the decks, or one deck's drills.", "katatx decks attention", "decks",
        Parameter("[DECK]", "Show the drills of this deck.", name="name", words="decks"), _JSON,
    ),
    Command(
        "drill", "Practise a deck, or one drill of it; stop at any time and continue later.", "katatx drill attention",
        "drill",
        Parameter("DECK[/DRILL]", name="name", words="decks_or_drills"), _SEED, _LIMIT, _PLAIN,
    ),
    Command(
        "kata", "Work through a page's whole calculation; each line continues from your own earlier lines.",
        "katatx kata attention --page", "drill:kata",
        Parameter("DECK", name="name", words="decks"), _SEED, _PAGE, _PLAIN,
    ),
    Command(
        "review", "Practise what you need most, from all decks, for ten minutes.", "katatx review --minutes 20",
        "drill:review",
        Parameter("--minutes N", "Minutes to practise, up to 600; by default 10, or as set.", whole(1, 600)),
        Parameter("--focus STEP", "Only this step, such as softmax/divide, or recipe."),
        _LIMIT, _PLAIN,
    ),
    Command(
        "stats", "Show your progress: which steps are automatic, what is missing, what is due.",
        "katatx stats attention", "stats",
        Parameter("[NAME]", "A deck, a drill, or a step such as softmax/divide.", name="name", words="decks_or_drills"),
        _JSON,
    ),
    Command(
        "due",
        "Print what is due today in one line, for a shell prompt or status line; print nothing if nothing is due.",
        "katatx due", "due", _JSON,
    ),
    Command(
        "class", "Show the progress of a class: who is stuck where, and which mistakes are common.",
        "katatx class", "classes", _JSON,
    ),
    Command(
        "undo", "Undo your last answer: it no longer counts, but stays in the log, marked as undone.", "katatx undo",
        "log:undo",
    ),
    Command(
        "backup", "Copy the log to a file, also while you practise.", "katatx backup katatx-log.sqlite", "log:backup",
        Parameter("[FILE]", "The copy to write; by default a new file in this folder.", name="path", read=Path),
    ),
    Command(
        "doctor", "Examine the log for damage, and name the rows that cannot be read.",
        "katatx doctor --repair repaired.sqlite", "log:doctor",
        Parameter("--repair FILE", "Write the rows that can be read to a new log.", read=Path),
    ),
    Command(
        "export", "Write the log to a file .json or .csv, or decks for Anki to a file .apkg.",
        "katatx export katatx.apkg --deck attention", "log:export",
        Parameter("[FILE]", "The file to write; by default, the log is printed as JSON.", name="path", read=Path),
        Parameter("--deck DECK", "Only this deck, for Anki.", words="decks"),
        Parameter("--seed N", "Fresh numbers, drawn from this seed, for Anki; by default the page's own.", _SEED.read),
    ),
    Command(
        "import", "Add an exported log to yours; what is already there stays unchanged.", "katatx import log.json",
        "log:bring_in", Parameter("FILE", "A log exported as JSON.", name="path", read=Path),
    ),
    Command(
        "new",
        "Draft a deck from a page: a drill for every YOUR TURN and WRONG TURN, and drills of its calculations.",
        "katatx new my-page --from my-page.md", "new",
        Parameter("NAME", "The deck's name, or the path of its file.", name="name"),
        Parameter("--from FILE", "The page, as text or Markdown.", Path, name="page"),
    ),
    Command(
        "lint", "Check drill files for faults.", "katatx lint my-page.yaml --page my-page.md", "lint",
        Parameter("[PATH]...", "Drill files or folders; by default every deck.", name="paths", read=Path),
        Parameter("--page FILE", "A page; each of its blocks must have a drill.", Path),
        _JSON,
    ),
    Command(
        "preview", "Show a drill as a learner sees it, with its working and the mistakes it knows.",
        "katatx preview attention/match --seed 2", "grade:preview",
        _DRILL, _SEED,
    ),
    Command(
        "schema", "Print the JSON Schema of a drill file, for editors.", "katatx schema > katatx.schema.json",
        "decks:print_schema",
    ),
    Command(
        "serve", "Practise in a browser, on this machine.", "katatx serve --port 8080", "serve",
        Parameter("--port N", "Port to listen on, 8000 by default; 0 picks a free one.", whole(0, 65535)),
    ),
    Command(
        "completion",
        "Print the script that lets bash, zsh or fish complete commands, options, decks and drills.",
        'eval "$(katatx completion bash)"', "completion",
        Parameter("SHELL", "bash, zsh or fish.", name="shell", words=("bash", "zsh", "fish")),
    ),
)  # fmt: skip
COMMANDS = {each.name: each for each in _DECLARED}


def main() -> None:
    """Run the command line, and exit with its status: 2 with one line on stderr after an error, 130 if interrupted."""
    # Imports make tens of thousands of objects that all stay; to collect seldom saves a tenth of most commands' time.
    gc.set_threshold(200_000)
    # On Windows, a pipe uses an old code page that lacks · and √.
    encoding = "utf-8" if sys.platform == "win32" else None
    # Undecodable input is displayed and judged unreadable, instead of ending the program.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="replace")
    try:
        status = _run(sys.argv[1:])
        if sys.stdout is not None:  # as it is where a program is started with it closed
            sys.stdout.flush()
    except BrokenPipeError:
        status = 0
    except (KatatxError, OSError) as error:
        from katatx.commands.output import narrate

        narrate(str(error) if isinstance(error, KatatxError) else f"cannot continue: {reason_of(error)}")
        status = 2
    except (KeyboardInterrupt, EOFError):
        status = 130
    _let_go_of_what_cannot_be_written()
    gc.freeze()  # or what is still there at the end is searched through once more
    sys.exit(status)


def _run(words: list[str]) -> int:
    """Carry out a command line, or answer a shell that asks for completions; return the exit status."""
    if ASKED_BY_SHELL in os.environ:
        print("\n".join(_offers(words)))
        return 0
    if not words:
        from katatx.commands import home

        return home.run(home_folder())
    command = COMMANDS.get(words[0])
    if words[0] == "--help":
        print("\n".join(help_lines(ABOUT, COMMANDS)))
    elif words[0] == "--version":
        print(f"katatx {__version__}")
    elif command is None:
        known = ("--help", "--version") if is_option(words[0]) else COMMANDS
        what = "option" if is_option(words[0]) else "command"
        raise KatatxError(f"there is no {what} {quote(words[0])}{nearest(words[0], known)}; see katatx --help")
    elif "--help" in words:
        print("\n".join(command.help_lines()))
    else:
        return command.run(words[1:], home_folder())
    return 0


def _offers(words: list[str]) -> list[str]:
    """Return what the last word may become."""
    *before, typed = words or [""]
    if not before:
        return [each for each in (*COMMANDS, "--help", "--version") if each.startswith(typed)]
    command = COMMANDS.get(before[0])
    return command.offers(before[1:], typed, home_folder()) if command else []


def _let_go_of_what_cannot_be_written() -> None:
    """Discard what is buffered where a pipe's reader or the terminal is gone; it would change the status at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
