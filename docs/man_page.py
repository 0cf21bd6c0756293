"""Make docs/katatx.1, the manual page, from what `--help` says: `python docs/man_page.py`; with --check, say whether
it is up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from katatx import __version__
from katatx.cli import ABOUT, COMMANDS
from katatx.command_line import Command

PAGE = Path(__file__).resolve().parent / "katatx.1"

_ENVIRONMENT = {
    "KATATX_HOME": "The folder with the log, the settings and the learner's own decks, in place of the user data "
    "folder of the system.",
    "KATATX_STORE": "A log on a PostgreSQL server: postgresql://USER@HOST/DATABASE.",
    "KATATX_LEARNER": "Whose log it is, where one store holds those of several learners.",
    "NO_COLOR": "Where it is set to anything, nothing is coloured.",
}
_FILES = {
    "events.sqlite": "Every answer, in the learner's folder.",
    "config.toml": "The settings, in the learner's folder.",
    "decks/*.yaml": "The learner's own decks, in the same folder.",
}
_STATUS = {
    "0": "All is right or done.",
    "1": "Something was checked and is wrong.",
    "2": "Something could not be read or done; a line on standard error says what.",
}


def text(plain: str) -> str:
    """Return a text so that roff prints it as it stands: backslashes, hyphens, and no command at a line's beginning."""
    escaped = plain.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line[:1] in {".", "'"} else line for line in escaped.splitlines())


def listed(terms: dict[str, str]) -> Iterator[str]:
    """Yield terms in bold, each with what it means below it."""
    for term, meaning in terms.items():
        yield from (".TP", f".B {text(term)}", text(meaning))


def command_lines(command: Command) -> Iterator[str]:
    """Yield the part of one command: how it is called, what it does, an example, its arguments and options."""
    yield f".SS {text(command.name)}"
    yield text(command.usage)
    yield from (".PP", text(command.help), ".PP", ".EX", text(command.example), ".EE")
    yield from listed({f"{each.flag} {each.shown}".strip(): each.help for each in command.parameters if each.help})


def page() -> str:
    """Return the manual page, in roff's man macros (groff_man(7))."""
    lines = [
        f'.TH KATATX 1 "" "katatx {__version__}" "User Commands"',
        *(".SH NAME", "katatx \\- train and check the arithmetic of transformers worked by pencil"),
        *(".SH SYNOPSIS", ".B katatx", text("[COMMAND] [ARGUMENT]... [OPTION]...")),
        *(".SH DESCRIPTION", text(ABOUT)),
        text("Without a command, katatx opens its home screen. Every command has --help."),
        ".SH COMMANDS",
    ]
    for command in COMMANDS.values():
        lines += command_lines(command)
    for title, terms in (("ENVIRONMENT", _ENVIRONMENT), ("FILES", _FILES), ("EXIT STATUS", _STATUS)):
        lines += [f".SH {title}", *listed(terms)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Make the page, or hold the one that is there against the program."""
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page():
        sys.exit("docs/katatx.1: not as the program is now; python docs/man_page.py")


if __name__ == "__main__":
    main()
