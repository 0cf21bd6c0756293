"""Reading a command line: one declaration of a command says how it is read, what its help says, and what a shell
completes.

A library for this takes longer to import than most commands take altogether.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

_WIDTH = 80
_HELP = ("--help", "Show this message and exit.")
# A limit of this many digits is described by the number of digits.
_MANY_DIGITS = 10


Reader = Callable[[str], Any]
# Returns what may be written, as far as it is known, given what is typed of it.
Words = Callable[[str], Sequence[str]]


class Parameter(NamedTuple):
    """An argument, or an option with its `flag`; `name` is the keyword that the command's function takes it by.

    `shown` stands for its value in the help; an option without it is a switch. `read` makes the value of the text, and
    raises ValueError with what it takes instead.
    """

    name: str
    flag: str
    shown: str
    help: str
    read: Reader
    default: Any
    words: Words

    @property
    def is_switch(self) -> bool:
        return not self.shown

    @property
    def is_needed(self) -> bool:
        return not self.flag and not self.shown.startswith("[")

    @property
    def takes_many(self) -> bool:
        return "..." in self.shown


def option(
    spec: str, told: str, read: Reader = str, name: str = "", default: Any = None, words: Words = lambda typed: ()
) -> Parameter:
    """Return an option, given as `--seed N`, or as `--json` for a switch; `name` is the flag's unless given."""
    flag, _, shown = spec.partition(" ")
    return Parameter(name or flag[2:].replace("-", "_"), flag, shown, told, read, default if shown else False, words)


def argument(name: str, spec: str, told: str = "", read: Reader = str, words: Words = lambda typed: ()) -> Parameter:
    """Return an argument, given as `FILE`, `[FILE]` if it may be left out, `[FILE]...` if it takes many."""
    return Parameter(name, "", spec, told, read, None, words)


class Command:
    """A command: its name, what it does in a sentence, an example, and what it takes. `run` gets all of `parameters`
    by keyword and returns the exit status.
    """

    def __init__(self, name: str, told: str, example: str, run: Callable[..., object], *parameters: Parameter) -> None:
        self.name, self.help, self.example, self.run, self.parameters = name, told, example, run, parameters

    @property
    def options(self) -> dict[str, Parameter]:
        return {each.flag: each for each in self.parameters if each.flag}

    @property
    def arguments(self) -> list[Parameter]:
        return [each for each in self.parameters if not each.flag]

    @property
    def usage(self) -> str:
        return " ".join(["katatx", self.name, "[OPTIONS]", *(each.shown for each in self.arguments)])

    def help_lines(self) -> list[str]:
        """Return what `--help` prints."""
        arguments = [(each.shown, each.help) for each in self.arguments if each.help]
        options = [(f"{each.flag} {each.shown}".strip(), each.help) for each in self.options.values()]
        about = ["", *_wrapped(self.help, "  "), "", f"  Example: {self.example}"]
        return [
            f"Usage: {self.usage}",
            *about,
            *_listed("Arguments", arguments),
            *_listed("Options", [*options, _HELP]),
        ]

    def read(self, words: Sequence[str]) -> dict[str, Any]:
        """Return the values of the parameters. Raises KatatxError for a mistake."""
        try:
            return self._read(words)
        except ValueError as error:
            raise KatatxError(f"{error}; see katatx {self.name} --help") from None

    def _read(self, words: Sequence[str]) -> dict[str, Any]:
        values = {each.name: each.default for each in self.parameters}
        texts: list[str] = []
        left = iter(words)
        for word in left:
            if word == "--":
                texts += left
            elif not is_option(word):
                texts.append(word)
            else:
                flag, given, text = word.partition("=")
                known = self.options.get(flag)
                if known is None:
                    raise ValueError(f"no such option: {quote(flag)[1:-1]}{nearest(flag, self.options)}")
                if known.is_switch and given:
                    raise ValueError(f"{flag} takes no value")
                values[known.name] = known.is_switch or _value(known, text if given else next(left, None))
        self._take(texts, values)
        return values

    def _take(self, texts: list[str], values: dict[str, Any]) -> None:
        """Put the values of the arguments to those of the options. The last argument may take all that is left."""
        for each in self.arguments:
            if texts:
                many = each.takes_many
                values[each.name] = [_value(each, text) for text in texts] if many else _value(each, texts[0])
                texts = [] if many else texts[1:]
            elif each.is_needed:
                about = f" ({each.help[:1].lower()}{each.help[1:].rstrip('.')})" if each.help else ""
                raise ValueError(f"{self.name} needs {each.shown}{about}; for example: {self.example}")
        if texts:
            raise ValueError(f"{self.name} does not take {quote(' '.join(texts))}; for example: {self.example}")

    def offers(self, words: Sequence[str], typed: str) -> list[str]:
        """Return what a shell may complete the word `typed` to, which stands after `words`."""
        before = self.options.get(words[-1]) if words else None
        if before is not None and not before.is_switch:
            return [each for each in before.words(typed) if each.startswith(typed)]
        if typed.startswith("-"):
            return [each for each in (*self.options, _HELP[0]) if each.startswith(typed)]
        place = sum(not is_option(word) for word in words)
        here = self.arguments[min(place, len(self.arguments) - 1)] if self.arguments else None
        return [] if here is None else [each for each in here.words(typed) if each.startswith(typed)]


def is_option(word: str) -> bool:
    """Return whether a word is one of the program's options, all long; -inf and -0.5 are text."""
    return word.startswith("--") and word[2:3].isalpha()


def _value(parameter: Parameter, text: str | None) -> Any:
    if text is None:
        raise ValueError(f"{parameter.flag} needs a value after it")
    try:
        return parameter.read(text)
    except ValueError as error:
        raise ValueError(f"{parameter.flag or parameter.shown.lower()} {error}, not {quote(text)}") from None


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number within bounds."""
    bounds = f"{least} or more" if most is None else f"from {least} to {most}"
    if most is not None and len(str(most)) >= _MANY_DIGITS:
        bounds = f"{least} or more, of at most {len(str(most))} digits"

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) <= _MANY_DIGITS * 2 else None
        if number is None or number < least or (most is not None and number > most):
            raise ValueError(f"takes a whole number, {bounds}")
        return number

    return read


def one_of(*words: str) -> Callable[[str], str]:
    """Return what reads one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"is {', '.join(words[:-1])} or {words[-1]}")
        return text

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
    if rows:
        yield from ("", f"{title}:")
    for name, told in rows:
        first, *others = _wrapped(told, " " * (width + 4))
        yield f"  {name:{width}}  {first.strip()}"
        yield from others


def _wrapped(text: str, indent: str) -> list[str]:
    from textwrap import wrap

    return wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent) or [""]
