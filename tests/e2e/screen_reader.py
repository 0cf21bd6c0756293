"""What can be read off a screen by its characters alone, without colours or styles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# Not the mark of an option, such as `✓ d) its query`.
_VERDICT = re.compile(r"^ *([✓✗…?]) (?!\w\) )(\S+)", re.MULTILINE)
_MARK = re.compile(
    r"row (?P<row>\d+)(?= [✓✗])|"
    r"✗ (?:(?P<wrong>\d+): )?yours (?P<yours>\S+?)(?:, true (?P<true>\S+)|(?=\s|$))|✓ (?P<right>\d+): (?P<typed>\S+)"
)
_HEAD_BAR = re.compile(r"([█░]{6,}) (\d+) of (\d+) done")
_ROW_BAR = re.compile(r"^ *(?:▸ )?(\S+) +([█▒░]{6,}) +(\d+)/(\d+)\b", re.MULTILINE)
_MAP_ROW = re.compile(r"^ ?[▸ ] (\w[\w ]*?…?) +(\[?[○◐●↓].*)$", re.MULTILINE)
_MAP_SIGN = re.compile("[○◐●↓]")
# The page of a skill may stand beside the map.
_PAGE = " standing "
_SHARE = re.compile(r"([█▏▎▍▌▋▊▉░]{8,}) +(\d(?:\.\d+)?)(?=\s|$)")
_BOX = re.compile(r"╭─ ([^─]+) ─")
_STANDING = re.compile(r"^ *(?:▸ +)?([○◐●]) +(\S+) +(new|learning|automatic)\b", re.MULTILINE)
_KATA_LINE = re.compile(r"^ ?([✓✗… ]) +(\d+) (\S+) +(.+?)(?:  (follows|wrong-turn|slip|wrong))? *$")
_EIGHTHS = " ▏▎▍▌▋▊▉"
_SCROLL_BAR = " ▁▂▃▄▅▆▇█"
_COVER = re.compile("▒+")


class Mark(NamedTuple):
    """A slot's mark: `row` and `slot` are None where there is one only."""

    row: int | None
    slot: int | None
    right: bool
    typed: str
    true: str | None


class Bar(NamedTuple):
    """A bar of so many cells, of which so many are full, beside its figures."""

    full: int
    cells: int
    done: int
    total: int

    @property
    def is_true(self) -> bool:
        """Return whether it is as full as its figures say."""
        return self.full == self.done * self.cells // self.total


class WorkingRow(NamedTuple):
    """An open line of the working, or what it is called: `inside` is › where lines inside it can be opened, ⌄ where
    they are, and empty where there are none.
    """

    text: str
    cursor: bool
    inside: str
    covered: bool


class Working(NamedTuple):
    """The working as far as it is seen: how many whole lines lie open of how many, each line, and the covers alone."""

    whole: int
    total: int
    rows: tuple[WorkingRow, ...]
    covers: int


class Screen:
    """A screen's characters. What stands in a frame, below the sheet or beside it, is read by itself."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.boxes: dict[str, str] = {}
        lines = text.splitlines()
        for at, line in enumerate(text.splitlines()):
            for found in _BOX.finditer(line):
                self._take_out(lines, at, found.start(), found[1])
        self.sheet = "\n".join(line.rstrip() for line in lines)

    def _take_out(self, lines: list[str], top: int, left: int, title: str) -> None:
        right, inner = lines[top].find("╮", left), []
        if right < 0:  # another window lies over it
            return
        for at in range(top, len(lines)):
            part = lines[at].ljust(right + 1)
            if at > top and part[left] == "│":
                inner.append(part[left + 1 : right].rstrip(_SCROLL_BAR))
            lines[at] = part[:left] + " " * (right + 1 - left) + part[right + 1 :]
            if part[left] == "╰":
                break
        self.boxes[title] = "\n".join(inner)

    @property
    def verdict(self) -> tuple[str, str] | None:
        """A verdict's sign, and the first word of what it says."""
        found = _VERDICT.search(self.sheet)
        return (found[1], found[2]) if found else None

    @property
    def marks(self) -> list[Mark]:
        """The slots as they were judged; the lines of a narrow window are put together again."""
        found = _VERDICT.search(self.sheet)
        text = self.sheet[found.end() :] if found else self.sheet
        return list(_marks(" ".join(text.split())))

    @property
    def progress(self) -> Bar | None:
        """Return how far the run is."""
        found = _HEAD_BAR.search(self.text)
        return None if found is None else Bar(found[1].count("█"), len(found[1]), int(found[2]), int(found[3]))

    @property
    def map_rows(self) -> dict[str, str]:
        """The recipes of the map, each with the signs of its skills."""
        rows = ((found[1], found[2].partition(_PAGE)[0]) for found in _MAP_ROW.finditer(self.sheet))
        return {name: "".join(_MAP_SIGN.findall(cells)) for name, cells in rows}

    @property
    def decks(self) -> dict[str, Bar]:
        """Return how far each deck is, by its name; a bar without cells where there is no room for it."""
        return {
            found[1]: Bar(found[2].count("█"), len(found[2]), int(found[3]), int(found[4]))
            for found in _ROW_BAR.finditer(self.sheet)
        }

    @property
    def shares(self) -> list[tuple[float, float, int]]:
        """The bars of portions: how much of each is full, the number beside it, and of how many cells it is."""
        return [(_full(found[1]), float(found[2]), len(found[1])) for found in _SHARE.finditer(self.text)]

    @property
    def pointed(self) -> str | None:
        """The option pointed at, or the row of a list under the cursor."""
        lines = (line.strip() for line in self.sheet.splitlines())
        return next((" ".join(line[1:].rstrip(_SCROLL_BAR).split()) for line in lines if line.startswith("▸")), None)

    @property
    def cell(self) -> tuple[int, int] | None:
        """The row and column of the cell under the cursor, from 0."""
        row = 0
        for line in self.sheet.splitlines():
            bracket, _, inside = line.strip().partition(" ")
            row = row + 1 if bracket in ("⎢", "⎣") else 0
            if bracket in ("⎡", "⎢", "⎣") and "›" in inside:
                return row, len(inside.partition("›")[0].split())
        return None

    @property
    def standings(self) -> list[tuple[str, str, str]]:
        """The drills of a deck: sign, name, standing."""
        return [(found[1], found[2], found[3]) for found in _STANDING.finditer(self.text)]

    @property
    def working(self) -> Working | None:
        """The worked lines."""
        for title, inner in self.boxes.items():
            found = re.fullmatch(r"working, (\d+) of (\d+) lines? uncovered", title)
            if found:
                rows, covers = _working_rows(inner)
                return Working(int(found[1]), int(found[2]), rows, covers)
        return None

    @property
    def mistaken(self) -> list[tuple[str, bool]]:
        """The lines of a wrong answer's working that are marked, by their names, and whether the cursor is there."""
        inner = self.boxes.get("working", "")
        found = re.findall(r"^ (▸| ) +(\S.*?) +[›⌄ ] ✗", inner, re.MULTILINE)
        return [(name, cursor == "▸") for cursor, name in found]

    @property
    def kata_lines(self) -> dict[int, tuple[str, str, str, str]]:
        """The lines of a kata that are worked, by number: sign, name, what was written, and the word of one not right."""
        inner = next((inner for title, inner in self.boxes.items() if title.startswith("your lines")), "")
        found = [_KATA_LINE.match(line) for line in inner.splitlines()]
        return {int(each[2]): (each[1], each[3], each[4], each[5] or "") for each in found if each and each[1] != " "}

    @property
    def kata_line(self) -> int | None:
        """The number of the kata's line that is worked now."""
        inner = next((inner for title, inner in self.boxes.items() if title.startswith("your lines")), "")
        found = re.search(r"^ *▸ +(\d+) ", inner, re.MULTILINE)
        return int(found[1]) if found else None


def _marks(text: str) -> Iterator[Mark]:
    row = None
    for found in _MARK.finditer(text):
        if found["row"]:
            row = int(found["row"])
        elif found["right"]:
            yield Mark(row, int(found["right"]), True, found["typed"], None)
        else:
            yield Mark(row, int(found["wrong"]) if found["wrong"] else None, False, found["yours"], found["true"])


def _full(bar: str) -> float:
    ends = [_EIGHTHS.index(each) / 8 for each in bar if each in _EIGHTHS]
    return (bar.count("█") + sum(ends)) / len(bar)


def _working_rows(inner: str) -> tuple[tuple[WorkingRow, ...], int]:
    rows, covers = [], 0
    for line in inner.splitlines():
        text = line.strip()
        if not re.match(r" ?(▸ |  )", line) or not text:
            continue
        bare = _COVER.sub("", text.replace("▸", "")).strip()
        if not bare:
            covers += len(_COVER.findall(text))
            continue
        inside = text[-1] if text.endswith((" ›", " ⌄")) else ""
        name = text.removeprefix("▸").removesuffix(inside).strip()
        rows.append(WorkingRow(" ".join(name.split()), text.startswith("▸"), inside, "▒" in text))
    return tuple(rows), covers
