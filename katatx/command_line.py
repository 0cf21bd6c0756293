"""Reading a command line: one declaration of a command says how it is read, what its help says, and what a shell
completes.

A library for this takes longer to import than most commands take altogether.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

_WIDTH = 80
_HELP = ("--help", "Show this message and exit.")


class Parameter:
    """An option, given as `--seed N`, a switch, as `--json`, or an argument, as `[FILE]`.

    What is in brackets may be left out; `[FILE]...` takes many. `name` is the keyword that the command's function takes
    it by. `read` makes the value of the text, and raises ValueError with what it takes instead. `words` are all that
    may be written, or the name of the function of `katatx.commands.completion` that says so.
    """

    def __init__(
        self, spec: str, told: str = "", read: Callable[[str], Any] = str, name: str = "", words: Sequence[str] = ""
    ) -> None:
        self.flag, _, self.shown = spec.partition(" ") if spec.startswith("--") else ("", "", spec)
        self.name = name or self.flag[2:].replace("-", "_")
        self.help, self.read, self.words = told, read, words

    def value(self, text: str | None) -> Any:
        """Return the value of a text. Raises ValueError if it is none, or not allowed."""
        if text is None:
            raise ValueError(f"{self.flag} needs a value after it")
        where = self.flag or self.shown.lower()
        if isinstance(self.words, tuple) and text not in self.words:
            raise ValueError(f"{where} is {', '.join(self.words[:-1])} or {self.words[-1]}, not {quote(text)}")
        try:
            return self.read(text)
        except ValueError as error:
            raise ValueError(f"{where} {error}, not {quote(text)}") from None

    def offers(self, typed: str, home: Path) -> list[str]:
        """Return what may be written, as far as it is known, and begins as is typed."""
        known = self.words
        if isinstance(known, str):
            known = getattr(import_module("katatx.commands.completion"), known)(typed, home) if known else ()
        return [each for each in known if each.startswith(typed)]


class Command:
    """A command; `place` is where in `katatx.commands` its function is: `module:name`, or `module` for its `run`."""

    def __init__(self, name: str, told: str, example: str, place: str, *parameters: Parameter) -> None:
        self.name, self.help, self.example, self.place, self.parameters = name, told, example, place, parameters
        self.options = {each.flag: each for each in parameters if each.flag}
        self.arguments = [each for each in parameters if not each.flag]
        self.usage = " ".join(["katatx", name, "[OPTIONS]", *(each.shown for each in self.arguments)])

    def run(self, words: Sequence[str], home: Path) -> int:
        """Carry it out: its function gets all parameters by keyword, and the learner's folder; return the exit status.

        Raises KatatxError for a mistake in the words.
        """
        try:
            values = self._read(words)
        except ValueError as error:
            raise KatatxError(f"{error}; see katatx {self.name} --help") from None
        module, _, name = self.place.partition(":")
        function = getattr(import_module(f"katatx.commands.{module}"), name or "run")
        return int(function(**values, home=home))

    def _read(self, words: Sequence[str]) -> dict[str, Any]:
        values = {each.name: None if each.shown else False for each in self.parameters}
        texts: list[str] = []
        left = iter(words)
        for word in left:
            flag, given, text = word.partition("=")
            if word == "--":
                texts += left
            elif not is_option(word):
                texts.append(word)
            elif flag not in self.options:
                raise ValueError(f"no such option: {quote(flag)[1:-1]}{nearest(flag, self.options)}")
            elif known := self.options[flag]:
                if given and not known.shown:
                    raise ValueError(f"{flag} takes no value")
                values[known.name] = not known.shown or known.value(text if given else next(left, None))
        return values | self._arguments_of(texts)

    def _arguments_of(self, texts: list[str]) -> dict[str, Any]:
        """Return the values of the arguments that are given. The last may take all that is left."""
        values = {}
        for each in self.arguments:
            if texts:
                takes_all = each.shown.endswith("...")
                values[each.name] = [*map(each.value, texts)] if takes_all else each.value(texts[0])
                texts = [] if takes_all else texts[1:]
            elif not each.shown.startswith("["):
                raise ValueError(f"{self.name} needs {each.shown}; for example: {self.example}")
        if texts:
            raise ValueError(f"{self.name} does not take {quote(' '.join(texts))}; for example: {self.example}")
        return values

    def offers(self, words: Sequence[str], typed: str, home: Path) -> list[str]:
        """Return what a shell may complete the word `typed` to, which stands after `words`."""
        before = self.options.get(words[-1]) if words else None
        if before is not None and before.shown:
            return before.offers(typed, home)
        if typed.startswith("-"):
            return [each for each in (*self.options, _HELP[0]) if each.startswith(typed)]
        place = sum(not is_option(word) for word in words)
        return self.arguments[min(place, len(self.arguments) - 1)].offers(typed, home) if self.arguments else []

    def help_lines(self) -> list[str]:
        """Return what `--help` prints."""
        options = [(f"{each.flag} {each.shown}".strip(), each.help) for each in self.options.values()]
        return [
            f"Usage: {self.usage}",
            *("", *_wrapped(self.help, "  "), "", f"  Example: {self.example}"),
            *_listed("Arguments", [(each.shown, each.help) for each in self.arguments if each.help]),
            *_listed("Options", [*options, _HELP]),
        ]


def is_option(word: str) -> bool:
    """Return whether a word is one of the program's options, all long; -inf and -0.5 are text."""
    return word.startswith("--") and word[2:3].isalpha()


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number within bounds."""
    bounds = f"{least} or more" if most is None else f"from {least} to {most}"

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) < 20 else None
        if number is None or number < least or (most is not None and number > most):
            raise ValueError(f"takes a whole number, {bounds}")
        return number

    return read


def help_lines(about: str, commands: Mapping[str, Command]) -> list[str]:
    """Return what `katatx --help` prints."""
    options = [("--version", "Print the version."), _HELP]
    rows = [(name, each.help.partition(";")[0].partition(":")[0].rstrip(".") + ".") for name, each in commands.items()]
    usage = ["Usage: katatx [COMMAND] [OPTIONS] [ARGUMENTS]", "", f"  {about}"]
    return [*usage, *_listed("Options", options), *_listed("Commands", rows)]


def _listed(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield rows of a name and what it is, wrapped, below a title."""
    width = max((len(name) for name, _ in rows), default=0)
    yield from ("", f"{title}:") if rows else ()
    for name, told in rows:
        first, *others = _wrapped(told, " " * (width + 4))
        yield f"  {name:{width}}  {first.strip()}"
        yield from others


def _wrapped(text: str, indent: str) -> list[str]:
    from textwrap import wrap

    return wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent) or [""]
