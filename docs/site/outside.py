"""Find what a built site would load from elsewhere: scripts, styles, fonts, images, frames."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

# A link is followed by the reader, and loads nothing by itself; a <link> does, but for the page's own address.
_LOADING = {"src", "srcset", "data", "poster", "background", "href", "xlink:href", "style"}
_OUTSIDE = re.compile(r"(?:https?:)?//[^\s\"')]+")
_IN_STYLE = re.compile(r"(?:url\(\s*|@import\s+)[\"']?((?:https?:)?//[^\s\"')]+)")
_IN_SCRIPT = re.compile(r"(?:import|importScripts|fetch)\s*\(?\s*[\"']((?:https?:)?//[^\"']+)")


def outside_loads(site: Path) -> list[str]:
    """Return `file: address` for each thing that a page of the site would load from another server."""
    found = []
    for path in sorted(site.rglob("*")):
        if path.suffix in _READERS:
            text = path.read_text(encoding="utf-8")
            found += [f"{path.relative_to(site)}: {address}" for address in _READERS[path.suffix](text)]
    return found


class _Loads(HTMLParser):
    """Gather the addresses that a page loads from."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Gather the addresses in the attributes that load something."""
        given = {name: value or "" for name, value in attrs}
        self.inside = tag if tag in ("script", "style") else ""
        if tag == "a" or given.get("rel") in ("canonical", "prev", "next"):
            return
        for name in _LOADING & given.keys():
            pattern = _IN_STYLE if name == "style" else _OUTSIDE
            self.found += [found.group(found.lastindex or 0) for found in pattern.finditer(given[name])]

    def handle_data(self, data: str) -> None:
        """Gather the addresses in a style or a script that stands on the page."""
        if self.inside:
            self.found += (_IN_STYLE if self.inside == "style" else _IN_SCRIPT).findall(data)

    def handle_endtag(self, tag: str) -> None:
        """Read plain text again."""
        self.inside = ""


def _in_page(text: str) -> Iterator[str]:
    loads = _Loads()
    loads.feed(text)
    yield from loads.found


_READERS: dict[str, Callable[[str], Iterable[str]]] = {
    ".html": _in_page,
    ".svg": _in_page,
    ".css": _IN_STYLE.findall,
    ".js": _IN_SCRIPT.findall,
}
