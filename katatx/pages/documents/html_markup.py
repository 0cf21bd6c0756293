"""Split HTML into tags, texts and entities with their offsets.

The standard library's `html.parser` gives no offsets of entities, and before its fixes of 2025 took quadratic time for
unclosed tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from katatx.pages.documents.pieces import Pieces

_TAG = re.compile(r"<(/?)([a-zA-Z][\w:\-]{0,40}+)((?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+)>")
_ATTRIBUTE = re.compile(r"([a-zA-Z_:][\w:.\-]{0,100})(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")
_ENTITY = re.compile(r"&(?:#\d{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[a-zA-Z][a-zA-Z0-9]{1,31};)")
_SPACE = re.compile(r"[ \t\n\f]{2,}|[\t\n\f]")


class Tag(NamedTuple):
    """A tag from offset `at` up to `end`: its lower-case name, whether it closes, and its attributes as written."""

    at: int
    end: int
    name: str
    closes: bool
    attributes: str

    def attribute(self, name: str) -> str:
        """Return the value of the attribute with this lower-case name, in any case in the source; "" without one.

        An attribute without a value has its name as value; an empty value stays "".
        """
        if name not in self.attributes.lower():
            return ""
        for found in _ATTRIBUTE.finditer(self.attributes):
            if found[1].lower() == name:
                return next((value for value in found.groups()[1:] if value is not None), name)
        return ""


class Text(NamedTuple):
    """The text of a source from offset `at` up to `end`, with entities."""

    at: int
    end: int


def read_markup(text: str) -> Iterator[Tag | Text]:
    """Yield all tags and texts of an HTML source in order, without comments and declarations."""
    begun = at = 0
    while (opened := text.find("<", at)) >= 0:
        if text.startswith(("<!", "<?"), opened):
            closing, start = ("-->", opened + 4) if text.startswith("<!--", opened) else (">", opened)
            end = text.find(closing, start)
            end = len(text) if end < 0 else end + len(closing)
            tag = None
        else:
            found = _TAG.match(text, opened)
            if found is None:
                at = opened + 1
                continue
            end = found.end()
            tag = Tag(opened, end, found[2].lower(), bool(found[1]), found[3])
        if begun < opened:
            yield Text(begun, opened)
        if tag is not None:
            yield tag
        begun = at = end
    if begun < len(text):
        yield Text(begun, len(text))


def add_text(text: str, part: Text, out: Pieces, collapsed: bool) -> None:
    """Append the part of `text` that `part` marks to `out`, with entities decoded.

    Non-breaking spaces become ordinary ones. With `collapsed`, any run of other white space in the source becomes a
    single space, and none begins a line; what entities stand for stays.
    """
    at = part.at
    while at < part.end:
        entity = _ENTITY.search(text, at, part.end) if text.find("&", at, part.end) >= 0 else None
        stop = entity.start() if entity else part.end
        if collapsed:
            _add_collapsed(text, at, stop, out)
        else:
            out.copy(text[at:stop].replace("\xa0", " "), at)
        if entity is None:
            return
        out.put(unescape(entity[0]).replace("\xa0", " "), stop)
        at = entity.end()


def _add_collapsed(text: str, at: int, stop: int, out: Pieces) -> None:
    """Append `text` from `at` up to `stop` to `out`, with each run of white space as one space.

    White space at its beginning is left out after a space or line feed, and at the beginning of `out`.
    """
    if out.last in ("", " ", "\n"):
        while at < stop and text[at] in " \t\n\f":
            at += 1
    while at < stop:
        found = _SPACE.search(text, at, stop)
        end = found.start() if found else stop
        out.copy(text[at:end].replace("\xa0", " "), at)
        if found is None:
            return
        out.put(" ", end)
        at = found.end()
