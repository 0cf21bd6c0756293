"""Mistakes in a command line, in plain words."""

from __future__ import annotations

import re
from typing import Any

from katatx.notation.quoting import quote

_EXTRA = re.compile(r"Got unexpected extra argument\(?s?\)? \((.*)\)", re.DOTALL)
_NO_COMMAND = re.compile(r"No such command '(.*?)'\.?(?: Did you mean (.*)\?)?\.?", re.DOTALL)
_NO_CHOICE = re.compile(r"Invalid value for '(.*?)': '(.*)' is not one of (.*)", re.DOTALL)
# A limit of this many digits is described by the number of digits.
_MANY_DIGITS = 10


def usage_message(error: Any, given: str = "") -> str:
    """Return the message of a usage error of Typer, with an example where words are missing or too many, and the
    command that prints help.

    `given` is the command that was given, for an error that does not know it.
    """
    context: Any
    parameter: Any
    context, parameter, option = (getattr(error, name, None) for name in ("ctx", "param", "option_name"))
    known = context.command if context is not None and context.parent is not None else None
    command = given if context is None else ""
    if known is not None:
        command = known.name
    shown = re.search(r"Example: (.+)", known.help or "") if known is not None else None
    example = f"; for example: {shown[1]}" if shown else ""
    message = error.format_message().rstrip(".")
    if parameter is not None and hasattr(error, "param_type"):  # nothing was given for it
        about = (getattr(parameter, "help", None) or "").rstrip(".")
        message = (
            f"{command} needs {parameter.human_readable_name}{about and f' ({about[:1].lower()}{about[1:]})'}{example}"
        )
    elif parameter is not None and hasattr(parameter.type, "min"):
        found = re.search(r": '?(.*?)'? is not ", message, re.DOTALL)
        no_other = f", not {quote(found[1])}" if found else ""
        message = f"{parameter.opts[0]} takes a whole number, {_bounds(parameter.type)}{no_other}"
    elif extra := _EXTRA.fullmatch(message):
        message = f"{command} does not take {quote(extra[1])}{example}"
    elif unknown := _NO_COMMAND.fullmatch(f"{message}."):
        near = ", ".join(_names(unknown[2] or ""))
        message = f"there is no command {quote(unknown[1])}{near and f'; similar: {near}'}"
    elif choice := _NO_CHOICE.fullmatch(message):
        message = f"{choice[1].lower()} cannot be {quote(choice[2])}; write {' or '.join(_names(choice[3]))}"
    elif option is not None:
        wants = message.endswith("requires an argument")
        message = f"{option} needs a value after it" if wants else f"{message[:1].lower()}{message[1:]}"
    return f"{message}; see katatx {command}{' ' if command else ''}--help"


def _bounds(kind: Any) -> str:
    """Return the numbers that a type of Typer allows: "1 or more", "from 0 to 12", "0 or more, of at most 18 digits".

    The latter is for a limit of many digits, all nines.
    """
    if kind.max is None:
        return f"{kind.min} or more"
    digits = len(str(kind.max))
    if digits < _MANY_DIGITS:
        return f"from {kind.min} to {kind.max}"
    return f"{kind.min} or more, of at most {digits} digits"


def _names(quoted: str) -> list[str]:
    """Return the names that a message of Typer lists in quotes."""
    return re.findall(r"'(.*?)'", quoted)
