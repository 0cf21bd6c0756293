"""The names defined on earlier lines, and checking of lines below them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from katatx.engine.checked import Checked
from katatx.engine.checking import check
from katatx.engine.errors import UnknownName
from katatx.engine.names import Defined
from katatx.engine.values import size_of
from katatx.errors import KatatxError
from katatx.notation.quoting import quote

# The most names kept, and their largest total size; the oldest are dropped.
MOST_NAMES = 1_000
LARGEST = 500_000
_NUMBER_SIZE = 8
# Words that may contain names, from their first letter on.
_WORD = re.compile(r"[^\s\[\](){},;:=+*/^|<>≈·⋅×→√%&$!\"`~@0-9.-][^\s\[\](){},;:=+*/^|<>≈·⋅×→√%&$!\"`~@-]*")
_OPEN_END = re.compile(r"(?<![=<>!:+*/-])=\s*$")
# Superscripts that are read as names.
_RAISED = {"ⁿ": "n", "ˣ": "x", "ⁱ": "i"}


def is_empty(text: str) -> bool:
    """Return whether a line is blank or only a comment."""
    return text.lstrip()[:1] in ("", "#")


def asked(text: str) -> str:
    """Return a line without the `=` that it ends with, which asks what it comes to."""
    return _OPEN_END.sub("", text)


class NamesAbove:
    """The names defined on the lines added so far, limited in number and size; the oldest definition first."""

    def __init__(self) -> None:
        self._given: dict[str, Defined] = {}
        self._sizes: dict[str, int] = {}
        self._size = 0
        self._longest = 0

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def add(self, given: Mapping[str, Defined], text: str) -> None:
        """Add the names that a line with this `text` defines, in place of earlier ones; too many drop the oldest."""
        for name, defined in given.items():
            self._forget(name)
            size = len(text) + (0 if defined.value is None else _NUMBER_SIZE * size_of(defined.value))
            self._given[name], self._sizes[name] = defined, size
            self._size += size
            self._longest = max(self._longest, len(name))
        while len(self._given) > MOST_NAMES or (self._size > LARGEST and len(self._given) > 1):
            self._forget(next(iter(self._given)))

    def _forget(self, name: str) -> None:
        if name in self._given:
            del self._given[name]
            self._size -= self._sizes.pop(name)

    def used_in(self, text: str) -> dict[str, Defined]:
        """Return all names that a text may use, with their definitions; its meaning depends on no others."""
        given = self._given
        if not given:
            return {}
        if "\\" in text or "{" in text:  # LaTeX has several forms of a name: W_{Q} is W_Q
            return dict(given)
        found: dict[str, Defined] = {}
        for word in _WORD.findall(text):
            if word in given:
                found[word] = given[word]
            else:
                self._add_names_within(word, found)
        found |= {name: given[name] for sign, name in _RAISED.items() if name in given and sign in text}
        if "/" in text:  # derivatives such as `∂L/∂w` contain signs
            quotients = [name for name in given if "/" in name]
            found |= {name: given[name] for name in quotients if all(part in text for part in name.split("/"))}
        return found

    def _add_names_within(self, word: str, found: dict[str, Defined]) -> None:
        """Add to `found` the names that are part of a word, since QK may be Q times K."""
        given, size = self._given, len(word)
        longest = min(size - 1, self._longest)
        for start in range(size):
            for end in range(start + 1, min(size, start + longest) + 1):
                name = word[start:end]
                if name in given:
                    found[name] = given[name]

    def nearest(self, error: KatatxError) -> KatatxError:
        """Return the error, with the most similar name as a suggestion if it is about an unknown name."""
        if not isinstance(error, UnknownName) or len(error.name) < 3:
            return error
        import difflib

        like = [name for name in self._given if abs(len(name) - len(error.name)) <= 2]
        near = difflib.get_close_matches(error.name, like, n=1)
        if not near:
            return error
        return UnknownName(f"{quote(error.name)} is not known; did you mean {near[0]}?", error.column, error.name)


def check_below(above: NamesAbove, text: str, places: int | None = None) -> Checked:
    """Return what checking a line below others finds, and add the names it defines to `above`.

    `places` is the number of decimals asked for; None accepts those written. Raise KatatxError, adding nothing, if the
    line cannot be read or worked out.
    """
    try:
        checked = check(asked(text), places, names=above.used_in(text))
    except UnknownName as error:
        raise above.nearest(error) from error
    above.add(checked.defined, text)
    return checked
