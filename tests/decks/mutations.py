"""Drill files with one fault each: pieces of the real ones, changed as a slip or a stranger would change them.

A mutation works on the text, by line numbers of its own, so that where the fault must be told is known without
the code that is to find it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from tests.conftest import ROOT

Item = TypeVar("Item")

_KEY = re.compile(r"^( *)(- )?([\w.√][\w.√ -]*):(?: (.*))?$")
_MAPS = {"given", "fresh", "words"}  # of names: any key is read there
_TEXTS = {"title", "page", "section", "prompt", "says", "because", "erratum", "happened", "instead"}
_FIELDS = {
    "deck", "title", "page", "words", "drills", "kata", "id", "kind", "section", "prompt", "turn", "given", "answer", "spot",
    "choices", "places", "fresh", "page_says", "erratum", "beliefs", "because", "says", "right", "belief", "name", "happened",
    "instead", "drill", "lines",
}  # fmt: skip


class NowhereError(LookupError):
    """This text has no place for the mutation."""


class Entry(NamedTuple):
    """A `key: value` of the text; `path` is its key and those of the maps it is in."""

    index: int
    column: int
    key: str
    value: str
    path: tuple[str, ...]


class Fault(NamedTuple):
    """The lines with one fault in them, and the indexes of those at which it may be told."""

    lines: list[str]
    at: set[int]


@dataclass(frozen=True)
class Block:
    """An item of a list (a drill, choice, belief or line of a kata), or the kata itself."""

    start: int
    stop: int
    keys: dict[str, Entry]

    def __contains__(self, key: str) -> bool:
        return key in self.keys

    def __getitem__(self, key: str) -> Entry:
        return self.keys[key]


@dataclass(frozen=True)
class Text:
    """A drill file as lines, and what stands where in it."""

    lines: tuple[str, ...]

    @property
    def file(self) -> str:
        """Return what the file is called."""
        return f"{self._top('deck').value}.yaml"

    @cached_property
    def entries(self) -> list[Entry]:
        """Every key that has a line of its own, in order."""
        found: list[Entry] = []
        path: list[tuple[int, str]] = []
        folded: int | None = None
        for index, line in enumerate(self.lines):
            if folded is not None and _indent(line) > folded:
                continue
            folded = None
            match = _KEY.match(line)
            if match is None:
                continue
            column = len(match[1]) + len(match[2] or "")
            path = [(at, key) for at, key in path if at < column] + [(column, match[3])]
            found.append(Entry(index, column, match[3], match[4] or "", tuple(key for _, key in path)))
            if match[4] == ">-":
                folded = column
        return found

    @cached_property
    def drills(self) -> list[Block]:
        return self._items(self._top("drills"))

    @cached_property
    def kata(self) -> Block | None:
        entry = next((each for each in self.entries if each.path == ("kata",)), None)
        if entry is None:
            return None
        stop = self.stop(entry)
        keys = {each.key: each for each in self.entries if each.path[0] == "kata" and len(each.path) == 2}
        return Block(entry.index + 1, stop, keys)

    @property
    def kata_lines(self) -> list[Block]:
        return [] if self.kata is None else self._items(self.kata["lines"])

    def inside(self, block: Block, key: str) -> list[Block]:
        """The choices or beliefs of a drill."""
        return self._items(block[key]) if key in block else []

    @property
    def all_choices(self) -> list[tuple[Block, list[Block]]]:
        """Every drill with choices, and those."""
        return [(drill, self.inside(drill, "choices")) for drill in self.drills if "choices" in drill]

    @property
    def all_beliefs(self) -> list[tuple[Block, list[Block]]]:
        """Every drill with beliefs, and those."""
        return [(drill, self.inside(drill, "beliefs")) for drill in self.drills if "beliefs" in drill]

    @property
    def numeric(self) -> list[Block]:
        """The drills that are answered with numbers."""
        return [drill for drill in self.drills if "answer" in drill]

    @property
    def first(self) -> int:
        """The line on which the deck begins."""
        return next(index for index, line in enumerate(self.lines) if line and not line.startswith("#"))

    def stop(self, entry: Entry) -> int:
        """The index after the last line of an entry."""
        after = range(entry.index + 1, len(self.lines))
        return next((index for index in after if _indent(self.lines[index]) <= entry.column), len(self.lines))

    def holder(self, entry: Entry) -> int:
        """Return where what the entry is a part of begins."""
        if entry.column == 0:
            return self.first
        dash = " " * (entry.column - 2) + "- "
        for index in range(entry.index, -1, -1):
            if self.lines[index].startswith(dash):
                return index
            if _indent(self.lines[index]) < entry.column - 2 or index == 0:
                break
        return max(each.index for each in self.entries if each.index < entry.index and each.column < entry.column)

    def given_names(self, block: Block) -> list[str]:
        """The names of the numbers that a drill or the kata gives."""
        entry = block["given"]
        if entry.value:
            return re.findall(r"([\w.]+): ", entry.value)
        return [each.key for each in self.under(entry)]

    def under(self, entry: Entry) -> list[Entry]:
        """The entries of a map that is written over several lines."""
        return [each for each in self.entries if entry.index < each.index < self.stop(entry)]

    def valued(self, entry: Entry, value: str, *also: int) -> Fault:
        """The entry with another value on one line."""
        line = self.lines[entry.index]
        head = line[: len(line) - len(entry.value)] if entry.value else f"{line} "
        lines = [*self.lines[: entry.index], f"{head}{value}".rstrip(" "), *self.lines[self.stop(entry) :]]
        return Fault(lines, {entry.index, *also})

    def lined(self, index: int, line: str, *also: int) -> Fault:
        """One line for another."""
        return Fault([*self.lines[:index], line, *self.lines[index + 1 :]], {index, *also})

    def added(self, index: int, *lines: str, also: Iterable[int] = ()) -> Fault:
        """New lines before `index`; `also` counts without them."""
        moved = {each + len(lines) if each >= index else each for each in also}
        return Fault([*self.lines[:index], *lines, *self.lines[index:]], {index, *moved})

    def without(self, start: int, stop: int, *at: int) -> Fault:
        """The text without some lines; `at` counts with them."""
        kept = {each if each < start else max(start, each - (stop - start)) for each in at}
        return Fault([*self.lines[:start], *self.lines[stop:]], kept)

    def _top(self, key: str) -> Entry:
        return next(each for each in self.entries if each.path == (key,))

    def _items(self, entry: Entry) -> list[Block]:
        dash, stop = " " * (entry.column + 2) + "- ", self.stop(entry)
        starts = [index for index in range(entry.index + 1, stop) if self.lines[index].startswith(dash)]
        return [
            Block(start, end, {e.key: e for e in self.entries if start <= e.index < end and e.column == len(dash)})
            for start, end in zip(starts, [*starts[1:], stop], strict=True)
        ]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


# ---- Pieces of the real files ----------------------------------------------------------


def piece(deck: str, *ids: str, kata: Sequence[str] = ()) -> Text:
    """A small deck: some drills of a real one, and some lines of its kata with what they are given."""
    lines = (ROOT / "drills" / f"{deck}.yaml").read_text(encoding="utf-8").splitlines()
    whole = Text(tuple(line for index, line in enumerate(lines) if index == 0 or (line and not _is_comment(line))))
    drills = {drill["id"].value: drill for drill in whole.drills}
    lessons = next((entry for entry in whole.entries if entry.path == ("lessons",)), None)
    head = whole.lines[: lessons.index] if lessons else whole.lines[: whole.drills[0].start - 1]
    text = [*head, "drills:"]
    for each in ids:
        text += whole.lines[drills[each].start : drills[each].stop]
    return Text((*text, *(_kata(whole, kata) if kata else ())))


def _kata(whole: Text, names: Sequence[str]) -> list[str]:
    kata, lines = whole.kata, [line for line in whole.kata_lines if line["name"].value in names]
    assert kata is not None
    used = {name for line in lines for name in re.findall(r"[\w.]+", line["answer"].value)}

    def map_of(key: str) -> list[str]:
        return [f"  {key}:", *(whole.lines[each.index] for each in whole.under(kata[key]) if each.key in used)]

    text = ["kata:", whole.lines[kata["title"].index], *map_of("given"), *map_of("fresh"), "  lines:"]
    return text + [each for line in lines for each in whole.lines[line.start : line.stop]]


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("# ")


PIECES = (
    piece("attention", "kept-word", "unknown-word", "raise-scores", "want-stick"),
    piece("attention", "sticks-that-dot", "not-standardising", "typical-score", "total-of-raised", "sharpened", "spot-in-portions"),
    piece("block", "x-sat", "mixing-rows", "whose-handovers", "nth-word-share", "stamp-angle"),
    piece("block", "order-blind", "stack-shape", "stream-distances", "deviations-of-two", "widened"),
    piece("length-4", "dot-i-will", "round-last", "weigh-i-for-work", "gradient-shapes", "spot-in-backward"),
    piece("length-4", "largest-entry", "masked-cells", "y-stop", "raise-will", "root-on-the-way-back"),
    piece("look-across", "unknown-word", "table-size", "look-up-the-sheet", "fit-to-length", "why-rows"),
    piece("look-across", "who-misses-the-order", "weights-in-heads", "spot-in-new-stick", "last-worker", "glue-two-heads"),
    piece("vision", "strip-without-swap", "four-labels", "add-stamp", "wave-angle", "fast-and-slow-gap"),
    piece("vision", "stack-of-strips", "stamp-two-strips", "spot-in-the-kata", kata=("strips", "stamped")),
    piece(
        "vision", "stack-of-strips", "stamp-two-strips", "tags-of-strips", "spot-in-the-kata",
        kata=("strips", "stamped", "WANT"),
    ),
    piece("attention", "want-stick", "match-row", "spot-in-kata", kata=("nolan.WANT", "matches")),
)  # fmt: skip
# The last two take five times as long to draw fresh numbers for.
_WEIGHTS = (*[10] * 10, 2, 2)


# ---- Mutations ------------------------------------------------------------------------

Change = Callable[[Text, random.Random], Fault]
MUTATIONS: dict[str, Change] = {}


def mutation(change: Change) -> Change:
    MUTATIONS[change.__name__.replace("_", " ")] = change
    return change


def pick(rng: random.Random, places: Iterable[Item]) -> Item:
    found = list(places)
    if not found:
        raise NowhereError
    return rng.choice(found)


def texts(text: Text) -> list[Entry]:
    """Values of one line that are read as text."""
    return [each for each in text.entries if each.path[-1] in _TEXTS and each.value != ">-"]


def said(entry: Entry) -> str:
    """Return what a text on one line says, without its quotation marks."""
    if entry.value.startswith('"'):
        return str(json.loads(entry.value))
    if entry.value.startswith("'"):
        return entry.value[1:-1].replace("''", "'")
    return entry.value


def quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def within(entry: Entry, new: str) -> str:
    """New words in the quotation marks that the entry has."""
    return quoted(new) if entry.value.startswith(('"', "'")) else new


def insert(rng: random.Random, words: str, what: str) -> str:
    at = rng.randrange(len(words) + 1)
    return words[:at] + what + words[at:]


def respelt(rng: random.Random, word: str, known: Iterable[str]) -> str:
    """A word with one slip of the fingers that makes it none of the known ones."""
    known = set(known)
    while True:
        at = rng.randrange(len(word))
        letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
        new = rng.choice(
            [
                word[:at] + word[at + 1 :],
                word[:at] + word[at] + word[at:],
                word[:at] + letter + word[at:],
                word[:at] + letter + word[at + 1 :],
                word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
            ]
        )
        if new.isidentifier() and new not in known:
            return new


# ---- YAML -----------------------------------------------------------------------------


@mutation
def unclosed_bracket(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.value[:1] in ("[", "{") and "]" in each.value))
    at = pick(rng, (index for index, character in enumerate(entry.value) if character == "]"))
    return text.valued(entry, entry.value[:at] + entry.value[at + 1 :])


@mutation
def unclosed_brace(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.value.startswith("{")))
    return text.valued(entry, entry.value.removesuffix("}"))


@mutation
def unopened_bracket(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.value[:1] in ("[", "{")))
    at = pick(rng, (index for index, character in enumerate(entry.value) if character in "[{"))
    return text.valued(entry, entry.value[:at] + entry.value[at + 1 :])


@mutation
def unclosed_quote(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.value[:1] in ('"', "'", "{") and '"' in each.value))
    if entry.value[0] in "\"'":
        return text.valued(entry, entry.value[:-1])
    at = pick(rng, [found.start() for found in re.finditer('"', entry.value)][1::2])
    return text.valued(entry, entry.value[:at] + entry.value[at + 1 :])


@mutation
def unopened_quote(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.key in ("fresh", "answer") and '"' in each.value))
    at = pick(rng, [found.start() for found in re.finditer('"', entry.value)][::2])
    return text.valued(entry, entry.value[:at] + entry.value[at + 1 :])


@mutation
def tab_indentation(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.column))
    line = text.lines[entry.index]
    spaces = _indent(line)
    left = rng.randrange(spaces)
    tabs = "\t" * rng.choice([1, max(1, (spaces - left) // 4)])
    return text.lined(entry.index, " " * left + tabs + line.lstrip(" "))


@mutation
def missing_colon(text: Text, rng: random.Random) -> Fault:
    """Bare words with no colon after the key, or no space after that."""
    entry = pick(
        rng, (each for each in text.entries if each.value and each.value[0] not in "\"'>{[" and _bare(text, each))
    )
    if ": " in entry.value:
        raise NowhereError
    return text.lined(
        entry.index, " " * entry.column + rng.choice([f"{entry.key} ", f"{entry.key}:", entry.key]) + entry.value
    )


@mutation
def bad_indentation(text: Text, rng: random.Random) -> Fault:
    """A key one or two spaces off those before it in its map; not one that then goes on with the text before it."""
    pairs = [each for each in zip(text.entries, text.entries[1:], strict=False) if each[0].value != ">-"]
    entry = pick(rng, (after for before, after in pairs if before.path[:-1] == after.path[:-1] and _bare(text, after)))
    line = text.lines[entry.index]
    return text.lined(entry.index, rng.choice([f" {line}", f"  {line}", line[1:] if line[0] == " " else f" {line}"]))


def _bare(text: Text, entry: Entry) -> bool:
    return not text.lines[entry.index].lstrip().startswith("- ")


@mutation
def duplicate_key(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.value not in ("", ">-")))
    names = re.findall(r"([\w.]+): ", entry.value) if entry.value.startswith("{") else []
    if names and rng.random() < 0.5:
        return text.valued(entry, f"{entry.value[:-1]}, {rng.choice(names)}: {rng.choice(['1', '[1, 2]', 'x'])}}}")
    line = " " * entry.column + f"{entry.key}: {entry.value}"
    return text.added(text.stop(entry), line)


@mutation
def anchor(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, text.entries)
    name = rng.choice(["a", "here", "x-1"])
    if not entry.value:
        return text.lined(entry.index, f"{text.lines[entry.index]} &{name}", entry.index)
    line = text.lines[entry.index]
    return text.lined(entry.index, f"{line[: len(line) - len(entry.value)]}&{name} {entry.value}")


@mutation
def alias(text: Text, rng: random.Random) -> Fault:
    return text.valued(pick(rng, text.entries), rng.choice(["*a", "*here", "[*a]", "{a: *b}"]))


@mutation
def tag(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.value))
    line = text.lines[entry.index]
    what = rng.choice(["!!str", "!!int", "!x", "!!python/name:os.system", "!<tag:yaml.org,2002:str>", "!unknown!x"])
    return text.lined(entry.index, f"{line[: len(line) - len(entry.value)]}{what} {entry.value}")


@mutation
def merge_key(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.path[-2:-1] != ("words",)))
    if len(entry.path) > 1 and entry.path[-2] in _MAPS:
        raise NowhereError
    value = rng.choice(["*defaults", "{}", "{places: 3}", "[*a, *b]"])
    return text.added(text.stop(entry), " " * entry.column + f"<<: {value}")


@mutation
def second_document(text: Text, rng: random.Random) -> Fault:
    places = [
        text.drills[0].start - 1,
        *(drill.start for drill in text.drills),
        *(drill.start + 2 for drill in text.drills),
    ]
    ends = [["---"], ["---", "deck: other"], ["--- # more"], ["---", *text.lines[1:5]]]
    if rng.random() < 0.5:
        return text.added(len(text.lines), *rng.choice(ends))._replace(at={len(text.lines)})
    return text.added(rng.choice(places), "---")


_ESCAPES = (
    r"\e[31m", r"\x07", r"\x1b]0;x\x07", r"\0", r"\u202e", r"\u200b", r"\x9b", r"\x7f", r"\u2066", r"\b", r"\N", r"\u00ad",
    r"\ue000", r"\ud800", r"\U00110000", r"\q", r"\x1", r"\a", r"\v", r"\r", r"\U000e0041",
)  # fmt: skip


@mutation
def escape_sequence(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, texts(text))
    words = insert(rng, said(entry).replace("\\", ""), "\0")
    return text.valued(entry, quoted(words).replace("\\u0000", rng.choice(_ESCAPES)))


@mutation
def escape_in_a_key(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.value not in ("", ">-")))
    what = rng.choice([r"\e[2J", r"\x07", r"\u202e", r"\u200b"])
    line = text.lines[entry.index]
    head = line[: entry.column]
    return text.lined(entry.index, f'{head}"{insert(rng, entry.key, what)}": {entry.value}')


@mutation
def raw_control_character(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.value))
    value = insert(rng, entry.value, rng.choice("\x00\x01\x07\x08\x0b\x0c\x0e\x1b\x1f\x7f\x80\x9b"))
    line = text.lines[entry.index]
    return text.lined(entry.index, line[: len(line) - len(entry.value)] + value)


@mutation
def hidden_character(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, texts(text))
    words = said(entry)
    at = rng.randrange(1, len(words)) if len(words) > 1 else 1
    what = rng.choice("\u202e\u200b\u2066\u00ad\ue000\u200f\u2060\ufeff\u061c")
    return text.valued(entry, within(entry, words[:at] + what + words[at:]))


@mutation
def line_separator(text: Text, rng: random.Random) -> Fault:
    """The two line ends of Unicode, which no editor shows and which part a message in two."""
    entry = pick(
        rng,
        (
            each
            for each in text.entries
            if each.key in _TEXTS | {"id", "kind", "answer"} and each.value not in ("", ">-")
        ),
    )
    if rng.random() < 0.3:
        line = text.lines[entry.index]
        return text.lined(entry.index, f'{line[: entry.column]}"{entry.key}\\L": {entry.value}')
    words = insert(rng, said(entry).replace("\\", ""), "\0")
    return text.valued(entry, quoted(words).replace("\\u0000", rng.choice([r"\L", r"\P", r"\u2028"])))


@mutation
def not_utf_8(text: Text, rng: random.Random) -> Fault:
    index = rng.randrange(len(text.lines))
    what = rng.choice(
        ["\udcff", "\udce9", "\udcc3", "\udc80", "\udce2\udc88", "\udcf5\udc80\udc80\udc80", "\udcc0\udc80"]
    )
    return text.lined(index, insert(rng, text.lines[index], what))


@mutation
def unquoted_special(text: Text, rng: random.Random) -> Fault:
    """Text that YAML takes for something else, as it begins with a sign or has ": " in it."""
    entry = pick(rng, texts(text))
    words = said(entry)
    if "'" in words or '"' in words or ":" in words or " " not in words:
        raise NowhereError
    middle = rng.choice([found.start() for found in re.finditer(" ", words)])
    new = rng.choice(
        [
            "{x} " + words, "[x] " + words, "@" + words, "`" + words, "%" + words, "- " + words, '"Yes" ' + words,
            "'Yes' " + words, words[:middle] + ":" + words[middle:], "| " + words, "? " + words, ", " + words, "] " + words,
        ]
    )  # fmt: skip
    return text.valued(entry, new)


@mutation
def list_as_a_key(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.value not in ("", ">-")))
    line = text.lines[entry.index]
    key = rng.choice([f"[{entry.key}]", f"{{{entry.key}: 1}}", f"? [{entry.key}]\n{' ' * entry.column}", "[]"])
    lines = f"{line[: entry.column]}{key}: {entry.value}".split("\n")
    return Fault([*text.lines[: entry.index], *lines, *text.lines[entry.index + 1 :]], {entry.index})


@mutation
def deep_nesting(text: Text, rng: random.Random) -> Fault:
    deep = rng.randrange(20, 400)
    nests = ["[" * deep + "]" * deep, "[" * deep + "1" + "]" * deep, "{a: " * deep + "1" + "}" * deep]
    return text.valued(pick(rng, text.entries), rng.choice(nests))


# ---- What a file must hold ------------------------------------------------------------


@mutation
def missing_field(text: Text, rng: random.Random) -> Fault:
    blocks: list[tuple[Block, tuple[str, ...]]] = [
        *((drill, ("id", "kind", "section", "prompt", "answer", "spot", "choices")) for drill in text.drills),
        *((belief, ("name", "answer", "happened", "instead")) for _, beliefs in text.all_beliefs for belief in beliefs),
        *((choice, ("says",)) for _, choices in text.all_choices for choice in choices),
        *((line, ("name", "drill", "prompt", "answer")) for line in text.kata_lines),
    ]
    block, names = pick(rng, blocks)
    entry = pick(rng, (block[name] for name in names if name in block))
    if entry.index > block.start:
        return text.without(entry.index, text.stop(entry), block.start)
    if text.stop(entry) == block.stop:
        raise NowhereError
    lines = list(text.lines)
    after = text.stop(entry)
    lines[after] = " " * (entry.column - 2) + "- " + lines[after].lstrip()
    return Fault([*lines[: entry.index], *lines[after:]], {block.start})


@mutation
def missing_part_of_the_deck(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.path in [("deck",), ("title",), ("page",), ("drills",)]))
    return text.without(entry.index, text.stop(entry), text.first)


@mutation
def missing_part_of_the_kata(text: Text, rng: random.Random) -> Fault:
    kata = pick(rng, [text.kata] if text.kata else [])
    entry = pick(rng, kata.keys.values())
    return text.without(entry.index, text.stop(entry), kata.start - 1, kata.start)


@mutation
def misspelt_key(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if len(each.path) == 1 or each.path[-2] not in _MAPS))
    line = text.lines[entry.index]
    new = rng.choice(
        [respelt(rng, entry.key, _FIELDS), entry.key.capitalize(), f"{entry.key}s{'s' * (entry.key == 'belief')}"]
    )
    return text.lined(entry.index, line[: entry.column] + new + line[entry.column + len(entry.key) :])


@mutation
def field_of_another_part(text: Text, rng: random.Random) -> Fault:
    """A field that is known elsewhere, but not read here."""
    drill = pick(rng, text.drills)
    entry = pick(rng, drill.keys.values())
    what = rng.choice(
        ["says: this", "right: true", "belief: own", "happened: it was so", "title: Mine", "words: {a: b}"]
    )
    return text.added(text.stop(entry), f"    {what}")


_WRONG_TYPES = {
    "deck": ["5", "[mine]", "true", "{a: b}"],
    "title": ["5", "[mine]", "true", "null", "{a: b}"],
    "page": ["5", "[mine]", "1.5", "null"],
    "words": ["5", "[a, b]", "none", "true", "{a: 5}", "{a: [b]}", "{a: null}"],
    "id": ["5", "[a]", "true", "null"],
    "kind": ["5", "[worked]", "null", "true"],
    "section": ["5", "[a, b]", "null", "true", "{a: b}"],
    "prompt": ["5", "[a, b]", "null", "-0.5", "{scores}"],
    "turn": ["one", "1.5", '"1"', "[1]", "true", "1 and 2"],
    "given": [
        "5",
        "none",
        "[1, 2]",
        "true",
        "{a: four}",
        '{a: "4"}',
        "{a: true}",
        "{a: null}",
        "{a: {b: 1}}",
        "{a: [1, x]}",
    ],
    "fresh": ["5", "none", "[a]", "integers(1..3)", "{a: 5}", "{a: [1, 2]}", "{a: null}"],
    "answer": ["5", "[1, 2]", "true", "{a: 1}"],
    "spot": ["5", "[1, 2]", "true"],
    "page_says": ["true", "{a: 1}", "[a, b]", "[true]", "[[1], [x]]", "[[[1]]]"],
    "erratum": ["5", "[a]", "true"],
    "because": ["5", "[a]", "true"],
    "says": ["5", "[a]", "true", "null", "0"],
    "right": ["yes", "1", '"true"', "[true]", "null"],
    "belief": ["5", "[a]", "true"],
    "name": ["5", "[a]", "null"],
    "happened": ["5", "[a]", "null"],
    "instead": ["5", "[a]", "null"],
    "drill": ["5", "[a]", "null"],
}


@mutation
def wrong_type(text: Text, rng: random.Random) -> Fault:
    key = rng.choice(sorted(_WRONG_TYPES))
    entry = pick(rng, (e for e in text.entries if e.key == key and (len(e.path) == 1 or e.path[-2] not in _MAPS)))
    return text.valued(entry, rng.choice(_WRONG_TYPES[key]))


@mutation
def no_number_given(text: Text, rng: random.Random) -> Fault:
    """A word, a quoted number or nothing where a number of `given` stands."""
    entry = pick(rng, (e for e in text.entries if (e.key == "given" and e.value) or e.path[-2:-1] == ("given",)))
    found = pick(rng, re.finditer(r"(?<![\w.-])-?\d+(?:\.\d+)?(?![\w.])(?!: )", entry.value))
    what = rng.choice(["four", '"4"', "null", "true", "nan", "1,5x", "{a: 1}", "1/2", "½"])
    return text.valued(entry, entry.value[: found.start()] + what + entry.value[found.end() :])


@mutation
def unknown_kind(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, text.drills)["kind"]
    words = [respelt(rng, entry.value.replace("-", "_"), ()).replace("_", "-"), entry.value.upper(), "lecture", '""']
    return text.valued(entry, rng.choice([*words, entry.value.replace("-", " ") + "s"]))


@mutation
def turn_below_one(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (drill["turn"] for drill in text.drills if "turn" in drill))
    return text.valued(entry, rng.choice(["0", "-1", "-7", "-0", "-99999999999999999999"]))


@mutation
def places_out_of_range(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (block["answer"] for block in [*text.numeric, *text.kata_lines]))
    drill = next((each for each in text.drills if each.start < entry.index < each.stop), None)
    value = rng.choice(["7", "10", "-1", "100", "99999999999999999999", "three", "2.5", "[3]"])
    if drill is not None and "places" in drill:
        return text.valued(drill["places"], value)
    return text.added(entry.index + 1, " " * entry.column + f"places: {value}")


@mutation
def bad_id(text: Text, rng: random.Random) -> Fault:
    places = [("drills", "id"), ("drills", "choices", "belief"), ("drills", "beliefs", "name"), ("deck",)]
    entry = pick(rng, (each for each in text.entries if each.path in [*places, ("kata", "lines", "drill")]))
    name = entry.value
    bad = [name.capitalize(), name.replace("-", "_") + "_", f"{name}-", f"-{name}", f"{name} x", f"{name}.", f"{name}é"]
    return text.valued(
        entry,
        rng.choice([*bad, f"{name}--x", f"{name}/x", f"../{name}", f"{name}-{'x' * 60}", '""', '" "']),
    )


@mutation
def line_end_after_an_id(text: Text, rng: random.Random) -> Fault:
    places = [
        ("drills", "id"),
        ("drills", "choices", "belief"),
        ("drills", "beliefs", "name"),
        ("kata", "lines", "name"),
    ]
    entry = pick(rng, (each for each in text.entries if each.path in places))
    return text.valued(entry, f'"{entry.value}\\n"')


@mutation
def bad_name(text: Text, rng: random.Random) -> Fault:
    name = pick(rng, text.kata_lines)["name"]
    bad = [
        f"2{name.value}",
        f"{name.value} x",
        f"{name.value}-x",
        f".{name.value}",
        f"{name.value}.",
        f"{name.value}..x",
    ]
    return text.valued(name, rng.choice([*bad, f"{name.value}{'x' * 60}", '""', "a+b"]))


@mutation
def empty_text(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in text.entries if each.path[-1] in _TEXTS or each.path[-1] in ("answer", "spot")))
    if entry.key in ("because", "erratum", "answer", "spot"):
        return text.valued(entry, rng.choice(['""', "''"]))
    return text.valued(entry, rng.choice(['""', "''", "null", "~", ">-"]))


@mutation
def blank_text(text: Text, rng: random.Random) -> Fault:
    entry = pick(
        rng,
        (each for each in text.entries if each.path[-1] in ("title", "page", "section", "prompt", "says", "because")),
    )
    return text.valued(entry, quoted(rng.choice([" ", "   ", "\n", " \n "])))


@mutation
def long_text(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, texts(text))
    words = f"{said(entry)} "
    length = rng.choice([2001, 2500, 20_000])
    return text.valued(entry, quoted((words * (length // len(words) + 1))[:length].strip() + "." * 8))


@mutation
def text_for_a_list(text: Text, rng: random.Random) -> Fault:
    keys = ("drills", "choices", "beliefs", "lines", "kata", "given", "fresh", "words")
    entry = pick(rng, (each for each in text.entries if each.key in keys and not _MAPS & set(each.path[:-1])))
    return text.valued(entry, rng.choice(["none", "see the page", '"[1, 2]"', "3"]))


@mutation
def empty_list(text: Text, rng: random.Random) -> Fault:
    places = [("drills",), ("drills", "choices"), ("kata", "lines"), ("kata", "given"), ("kata", "fresh")]
    entry = pick(rng, (each for each in text.entries if each.path in places))
    value = "{}" if entry.key in _MAPS else "[]"
    return text.valued(entry, rng.choice([value, "null"] if entry.path != ("drills", "choices") else [value]))


@mutation
def list_item_for_a_map(text: Text, rng: random.Random) -> Fault:
    """A drill, choice, belief or kata line that is only words."""
    lists = [*(choices for _, choices in text.all_choices), *(beliefs for _, beliefs in text.all_beliefs)]
    block = pick(rng, [*text.drills, *(each for blocks in lists for each in blocks), *text.kata_lines])
    dash = text.lines[block.start][: _indent(text.lines[block.start])]
    line = f"{dash}- {rng.choice(['some words', '5', '[a, b]', 'null'])}"
    return Fault([*text.lines[: block.start], line, *text.lines[block.stop :]], {block.start})


# ---- What names another thing ---------------------------------------------------------


def expressions(text: Text) -> list[Entry]:
    """The expressions of drills and of the kata."""
    drills = [drill[key] for drill in text.drills for key in ("answer", "spot") if key in drill]
    return [each for each in drills if each.value != "kata"] + [line["answer"] for line in text.kata_lines]


def of_beliefs(text: Text) -> list[Entry]:
    return [belief["answer"] for _, beliefs in text.all_beliefs for belief in beliefs]


def _unknown_operation(text: Text, rng: random.Random, entries: list[Entry]) -> Fault:
    entry, found = pick(
        rng, ((each, found) for each in entries for found in re.finditer(r"([a-z_]{2,})\(", each.value))
    )
    word = found[1]
    at = rng.randrange(len(word))
    new = rng.choice(
        [f"{word}x", f"{word}q", f"my_{word}", word[: at + 1] + word[at] + word[at + 1 :], "blend", "reticulate"]
    )
    return text.valued(entry, entry.value[: found.start(1)] + new + entry.value[found.end(1) :])


@mutation
def unknown_operation(text: Text, rng: random.Random) -> Fault:
    return _unknown_operation(text, rng, expressions(text))


@mutation
def unknown_operation_in_a_belief(text: Text, rng: random.Random) -> Fault:
    return _unknown_operation(text, rng, of_beliefs(text))


def _unknown_name(text: Text, rng: random.Random, entries: list[Entry]) -> Fault:
    names = re.compile(r"(?<![\w.])(?!(?:e|pi|inf|sqrt)\b)([^\W\d][\w.]*)(?![\w.(])")
    entry, found = pick(rng, ((each, found) for each in entries for found in names.finditer(each.value)))
    new = rng.choice([f"{found[1]}x", f"{found[1]}q", f"the_{found[1]}", f"{found[1]}.q", f"{found[1]}2"])
    return text.valued(entry, entry.value[: found.start(1)] + new + entry.value[found.end(1) :])


@mutation
def unknown_name(text: Text, rng: random.Random) -> Fault:
    return _unknown_name(text, rng, expressions(text))


@mutation
def unknown_name_in_a_belief(text: Text, rng: random.Random) -> Fault:
    return _unknown_name(text, rng, of_beliefs(text))


@mutation
def unknown_placeholder(text: Text, rng: random.Random) -> Fault:
    prompts = [
        (drill["prompt"], index)
        for drill in text.drills
        for index in range(drill["prompt"].index, text.stop(drill["prompt"]))
    ]
    places = (
        (entry, index, found) for entry, index in prompts for found in re.finditer(r"\{([\w.]+)\}", text.lines[index])
    )
    entry, index, found = pick(rng, places)
    new = rng.choice([f"{found[1]}x", f"{found[1]}.q", f"the_{found[1]}", f"{found[1]}!"])
    line = text.lines[index]
    return text.lined(index, line[: found.start(1)] + new + line[found.end(1) :], entry.index)


@mutation
def broken_placeholder(text: Text, rng: random.Random) -> Fault:
    """A name in the prompt whose braces do not hold it: the learner would read the braces."""
    lines = (
        (drill["prompt"], index) for drill in text.drills for index in range(drill.start, text.stop(drill["prompt"]))
    )
    places = (
        (entry, index, found) for entry, index in lines for found in re.finditer(r"\{([\w.]+)\}", text.lines[index])
    )
    entry, index, found = pick(rng, (place for place in places if place[1] >= place[0].index))
    line = text.lines[index]
    new = rng.choice([f"{{{found[1]}", f"{found[1]}}}", f"{{ {found[1]} }}", f"{{{found[1]} }}", "{}"])
    return text.lined(index, line[: found.start()] + new + line[found.end() :], entry.index)


@mutation
def unknown_placeholder_in_the_kata(text: Text, rng: random.Random) -> Fault:
    line = pick(rng, text.kata_lines)["prompt"]
    return text.valued(
        line, within(line, said(line) + rng.choice([" {nothing}", " Use {strips}{scoresx}.", " {drill}"]))
    )


def ranges(text: Text) -> list[tuple[Entry, re.Match[str]]]:
    """Return where fresh numbers are said: the entry, and the name (1) and range (2) in its line."""
    flow = [(each, re.finditer(r'([\w.]+): "([^"]+)"', each.value)) for each in text.entries if each.key == "fresh"]
    lines = [each for each in text.entries if each.path[-2:-1] == ("fresh",) and not each.value.startswith('"')]
    block = [(each, re.finditer(r"^ *([\w.]+): (.+)$", text.lines[each.index])) for each in lines]
    return [(entry, found) for entry, all_found in [*flow, *block] for found in all_found]


def ranged(text: Text, entry: Entry, found: re.Match[str], group: int, new: str) -> Fault:
    """The text with another name or range."""
    changed = found.string[: found.start(group)] + new + found.string[found.end(group) :]
    return text.valued(entry, changed) if entry.key == "fresh" else text.lined(entry.index, changed)


@mutation
def unknown_fresh(text: Text, rng: random.Random) -> Fault:
    entry, found = pick(rng, ranges(text))
    return ranged(text, entry, found, 1, rng.choice([f"{found[1]}x", f"the.{found[1]}", f"{found[1]}2"]))


@mutation
def unknown_like(text: Text, rng: random.Random) -> Fault:
    entry, found = pick(rng, ((entry, found) for entry, found in ranges(text) if "like " in found[2]))
    return ranged(
        text, entry, found, 2, re.sub(r"(?<=like )([\w.]+)", rng.choice([r"\1x", r"the.\1", r"\g<1>2"]), found[2])
    )


@mutation
def kata_line_of_no_drill(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, text.kata_lines)["drill"]
    return text.valued(entry, rng.choice([f"{entry.value}-x", f"x-{entry.value}", "nowhere", entry.value[:-1]]))


@mutation
def kata_line_of_a_later_name(text: Text, rng: random.Random) -> Fault:
    """An expression on a later line, or on its own."""
    lines = text.kata_lines
    at, later = pick(rng, [(at, later) for at in range(len(lines)) for later in range(at, len(lines))])
    answer, name = lines[at]["answer"], lines[later]["name"].value
    found = pick(rng, re.finditer(r"(?<=[(\[ ])([^\W\d][\w.]*)(?=[,\])])", answer.value))
    return text.valued(answer, answer.value[: found.start()] + name + answer.value[found.end() :])


@mutation
def duplicate_id(text: Text, rng: random.Random) -> Fault:
    first, second = sorted(rng.sample(range(len(text.drills)), 2))
    return text.valued(text.drills[second]["id"], text.drills[first]["id"].value)


@mutation
def duplicate_kata_name(text: Text, rng: random.Random) -> Fault:
    lines = text.kata_lines
    line = pick(rng, range(len(lines)))
    assert text.kata is not None
    taken = [*text.given_names(text.kata), *(each["name"].value for each in lines[:line])]
    return text.valued(lines[line]["name"], rng.choice(taken))


@mutation
def unused_given(text: Text, rng: random.Random) -> Fault:
    block = pick(rng, [each for each in [*text.drills, text.kata] if each and "given" in each])
    entry = block["given"]
    new = rng.choice(["spare: 3", "left.over: [1, 2]", "W.extra: [[1, 2], [3, 4]]", "x9: -0.5"])
    if entry.value:
        return text.valued(entry, rng.choice([f"{entry.value[:-1]}, {new}}}", f"{{{new}, {entry.value[1:]}"]))
    return text.added(rng.choice(text.under(entry)).index, " " * (entry.column + 2) + new)


# ---- Arithmetic -----------------------------------------------------------------------


def rows(text: Text, keys: tuple[str, ...]) -> list[Entry]:
    """Entries that hold numbers in brackets: those of `given`, or `page_says` of drills without choices."""
    numeric = {drill["page_says"].index for drill in text.numeric if "page_says" in drill}
    return [
        each
        for each in text.entries
        if "[" in each.value
        and (
            ("given" in keys and (each.key == "given" or each.path[-2:-1] == ("given",)))
            or ("page_says" in keys and each.index in numeric and each.value.startswith("["))
        )
    ]


@mutation
def ragged_grid(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (each for each in rows(text, ("given", "page_says")) if "[[" in each.value))
    found = pick(rng, re.finditer(r"\[\[.*?\]\]", entry.value))
    row = rng.choice(list(re.finditer(r"\[?\[([^\[\]]+)\]", found[0])))
    numbers = row[1].split(", ")
    new = rng.choice([numbers[:-1], numbers[1:], [*numbers, "2"], []])
    changed = found[0][: row.start(1)] + ", ".join(new) + found[0][row.end(1) :]
    return text.valued(entry, entry.value[: found.start()] + changed + entry.value[found.end() :])


@mutation
def number_beside_a_row(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, rows(text, ("given", "page_says")))
    found = pick(rng, re.finditer(r"(?:(?<=\[)|(?<=\d, ))-?\d+(?:\.\d+)?(?=, -?\d)", entry.value))
    return text.valued(entry, f"{entry.value[: found.start()]}[{found[0]}]{entry.value[found.end() :]}")


@mutation
def nothing_in_brackets(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, rows(text, ("given", "page_says")))
    found = pick(rng, re.finditer(r"\[+[^\[\]]+\](?:, \[[^\[\]]+\])*\]?", entry.value))
    return text.valued(
        entry, entry.value[: found.start()] + rng.choice(["[]", "[[]]", "[[], []]"]) + entry.value[found.end() :]
    )


_PAIRED = re.compile(r"(?:dot|residual|add_position)\(([\w.]+), ([\w.]+)\)")


@mutation
def shapes_of_given(text: Text, rng: random.Random) -> Fault:
    """A number too many or too few in one of two rows that belong together: told there, or at what is asked."""
    entry, answer, name = pick(
        rng,
        (
            (entry, drill["answer"], name)
            for drill in text.numeric
            if (pair := _PAIRED.fullmatch(drill["answer"].value))
            for name in pair.groups()
            for entry in [drill["given"], *text.under(drill["given"])]
            if re.search(rf"(?:^|[{{ ]){re.escape(name)}: \[[^\[]", f"{entry.key}: {entry.value}")
        ),
    )
    line = text.lines[entry.index]
    found = re.search(rf"(?<![\w.]){re.escape(name)}: \[([^\[\]]+)\]", line)
    assert found is not None
    numbers = found[1].split(", ")
    new = ", ".join(rng.choice([numbers[:-1], [*numbers, "1"], numbers[2:]]))
    return text.lined(entry.index, line[: found.start(1)] + new + line[found.end(1) :], answer.index)


@mutation
def shapes_of_the_answer(text: Text, rng: random.Random) -> Fault:
    blocks = [block for block in [*text.numeric, *text.kata_lines] if _PAIRED.fullmatch(block["answer"].value)]
    entry = pick(rng, blocks)["answer"]
    found = _PAIRED.fullmatch(entry.value)
    assert found is not None
    group = rng.choice([1, 2])
    new = rng.choice(["[1, 2, 3]", "[1, 2, 3, 4, 5, 6, 7]", "[[1, 2, 3], [4, 5, 6]]"])
    return text.valued(entry, entry.value[: found.start(group)] + new + entry.value[found.end(group) :])


@mutation
def wrong_number_of_arguments(text: Text, rng: random.Random) -> Fault:
    """More names than an operation takes, or none; not plain numbers, which side by side are one row."""
    known = r"(dot|scale|residual|linear|patches|projection|embedding|add_position|layer_norm)"
    places = (
        (each, found)
        for each in expressions(text)
        for found in re.finditer(known + r"\(([\w.]+)(, [\w.]+)*\)", each.value)
    )
    entry, found = pick(rng, places)
    arguments = ", ".join([found[2]] * rng.choice([0, 0, 5, 6, 7, 8]))
    return text.valued(entry, f"{entry.value[: found.start()]}{found[1]}({arguments}){entry.value[found.end() :]}")


def printed(text: Text) -> list[Entry]:
    """Return what the page says where it is right, of drills answered with numbers."""
    return [drill["page_says"] for drill in text.numeric if "page_says" in drill and "erratum" not in drill]


@mutation
def page_says_a_digit_off(text: Text, rng: random.Random) -> Fault:
    """One digit changed, by so much that no rounding explains it."""
    entry = pick(rng, printed(text))
    found = pick(rng, re.finditer(r"\d+(?:\.\d+)?", entry.value))
    at = rng.choice([index for index, digit in enumerate(found[0]) if digit != "."])
    new = found[0][:at] + rng.choice("0123456789") + found[0][at + 1 :]
    old, off = float(found[0]), abs(float(new) - float(found[0]))
    if off < max(0.06, 0.05 * old):
        raise NowhereError
    return text.valued(entry, entry.value[: found.start()] + new + entry.value[found.end() :])


@mutation
def page_says_a_sign_off(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, printed(text))
    found = pick(rng, (each for each in re.finditer(r"-?(\d+(?:\.\d+)?)", entry.value) if float(each[1]) > 0.05))
    new = found[1] if found[0].startswith("-") else f"-{found[1]}"
    return text.valued(entry, entry.value[: found.start()] + new + entry.value[found.end() :])


@mutation
def page_says_another_shape(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, printed(text))
    numbers = re.findall(r"-?[\d.]+", entry.value)
    if entry.value.startswith("[[") or len(numbers) < 2:
        return text.valued(
            entry, rng.choice([f"[{numbers[0]}, {numbers[0]}]", "[1, 2, 3, 4, 5, 6, 7, 8, 9]", '"1 2 3"'])
        )
    new = rng.choice([numbers[:-1], numbers[1:], [*numbers, "0"], [*numbers, *numbers]])
    return text.valued(entry, f"[{', '.join(new)}]")


# What is true where the page is not, from the errata and by hand.
_TRUE = {
    "mixing-rows": ['"0.707 -1.273"', "[0.707, -1.2726]"],  # 0.5·1.414; -0.4242 - 0.8484
    "dot-i-will": ["0", '"0.00"'],  # -0.05 + 0.12 - 0.04 - 0.03
    "weigh-i-for-work": ['"0.164 0.098 -0.066 0.033"', "[0.164, 0.0984, -0.0656, 0.0328]"],
    "y-stop": ['"0.150 0.149 0.125 0.026"'],
    "raise-will": ['"0.963 1 0 0"'],  # e^-0.038
    "whose-handovers": ["cat's own and sat's", "\"cat's own and sat's\""],
    "largest-entry": ["'1.000, in row \"I\"'"],
}


@mutation
def erratum_without_an_error(text: Text, rng: random.Random) -> Fault:
    """An erratum where the page is right, or a page that is right where there is an erratum."""
    drill = pick(rng, (each for each in text.drills if "page_says" in each))
    entry = drill["page_says"]
    if "erratum" in drill:
        return text.valued(entry, pick(rng, _TRUE.get(drill["id"].value, ())), drill["erratum"].index)
    what = rng.choice(["The page is wrong.", "It is another number.", "The page forgets a term."])
    return text.added(text.stop(entry), f"    erratum: {what}", also=[entry.index])


@mutation
def page_says_unreadable(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (drill["page_says"] for drill in text.numeric if "page_says" in drill))
    bad = [
        '"0,5"',
        "0,5",
        '"1/2x"',
        "about 2",
        '"1 1/2"',
        '"[1 2"',
        '""',
        '"1/0"',
        "one half",
        "1..2",
        "0.5x",
        '"3 -"',
    ]
    return text.valued(entry, rng.choice([*bad, "--3", '"[[1, 2], [3]]"', "٣", '"1.000,5"', "nan", '" "', '"0x10"']))


def _unparsable(text: Text, rng: random.Random, entries: list[Entry]) -> Fault:
    entry = pick(rng, entries)
    words = said(entry)
    bad = [
        f"{words})",
        f"({words}",
        f"{words} +",
        f"{words} ·",
        f"· {words}",
        f"= {words}",
        f"{words} $",
        f"{words} ?",
        f"{words}]",
    ]
    bad += [
        f"{words} %%",
        f"{words}^",
        f"√({words}",
        words.replace("(", "((", 1) if "(" in words else f"{words} - -",
        f"{words} ** ",
    ]
    return text.valued(entry, within(entry, rng.choice(bad)))


@mutation
def unparsable_expression(text: Text, rng: random.Random) -> Fault:
    return _unparsable(text, rng, expressions(text))


@mutation
def unparsable_expression_in_a_belief(text: Text, rng: random.Random) -> Fault:
    return _unparsable(text, rng, of_beliefs(text))


def _by_zero(text: Text, rng: random.Random, entries: list[Entry]) -> Fault:
    entry = pick(rng, entries)
    words = said(entry)
    return text.valued(
        entry, within(entry, rng.choice([f"({words}) / 0", f"({words}) / (2 - 2)", f"{words} / 0", f"({words}) / 0.0"]))
    )


@mutation
def division_by_zero(text: Text, rng: random.Random) -> Fault:
    return _by_zero(text, rng, expressions(text))


@mutation
def division_by_zero_in_a_belief(text: Text, rng: random.Random) -> Fault:
    return _by_zero(text, rng, of_beliefs(text))


@mutation
def division_by_a_given_zero(text: Text, rng: random.Random) -> Fault:
    """The divisor is 0 on the page: told there, or at what is asked or believed."""
    drill, name = pick(
        rng,
        (
            (drill, found[1])
            for drill in text.numeric
            if (found := re.fullmatch(r"[^\[]*/ ?([a-z]+)\)?", drill["answer"].value))
        ),
    )
    entry = drill["given"]
    zero = rng.choice(["0", "0.0", "-0", "0e5"])
    worked = [drill["answer"], *(each["answer"] for of, beliefs in text.all_beliefs if of is drill for each in beliefs)]
    given = re.sub(rf"(?<![\w.]){name}: [\d.]+", f"{name}: {zero}", entry.value)
    return text.valued(entry, given, *(each.index for each in worked))


@mutation
def belief_equal_to_the_answer(text: Text, rng: random.Random) -> Fault:
    drill, belief = pick(rng, ((drill, belief) for drill, beliefs in text.all_beliefs for belief in beliefs))
    words = said(drill["answer"])
    entry = belief["answer"]
    same = [words, f"({words})", f"{words} ", f"1·({words})"] if not words.startswith("[") else [words, f"{words} "]
    return text.valued(entry, quoted(rng.choice(same)), belief.start)


@mutation
def same_belief_twice(text: Text, rng: random.Random) -> Fault:
    beliefs = pick(rng, (beliefs for _, beliefs in text.all_beliefs if len(beliefs) > 1))
    first, second = rng.sample(beliefs, 2)
    return text.valued(second["answer"], first["answer"].value, second.start, first.start)


@mutation
def belief_name_twice(text: Text, rng: random.Random) -> Fault:
    beliefs = pick(rng, (beliefs for _, beliefs in text.all_beliefs if len(beliefs) > 1))
    first, second = rng.sample(range(len(beliefs)), 2)
    later = max(first, second)
    return text.valued(beliefs[second]["name"], beliefs[first]["name"].value, beliefs[later].start)


@mutation
def erratum_without_page_says(text: Text, rng: random.Random) -> Fault:
    drill = pick(rng, (each for each in text.drills if "erratum" in each))
    entry = drill["page_says"]
    return text.without(entry.index, text.stop(entry), drill.start, drill["erratum"].index)


@mutation
def bad_numbers_beside_choices(text: Text, rng: random.Random) -> Fault:
    """Numbers that cannot be read or drawn, or a belief that cannot be worked, of a drill that is not answered with them."""
    drill = pick(
        rng, (each for each in text.drills if "choices" in each or ("spot" in each and each["spot"].value == "kata"))
    )
    name = rng.choice(["x", "portions", "W.grid"])
    given = [f"    given: {{{name}: {bad}}}" for bad in ("[[1, 2], [3]]", "[]", "[1, [2]]", "[[], []]")]
    fresh = [
        f'    fresh: {{{name}: "{bad}"}}' for bad in ("integers(1..9)", "integers(9..1)", "numbers", "portions(like y)")
    ]
    belief = [
        "    beliefs:",
        "      - name: own",
        f"        answer: {name} +",
        "        happened: it was",
        "        instead: it is not",
    ]
    new = rng.choice([[rng.choice(given)], [rng.choice(fresh)], belief])
    fault = text.added(text.stop(drill["prompt"]), *new)
    first = text.stop(drill["prompt"])
    return fault._replace(at=set(range(first, first + len(new))))


@mutation
def two_ways_to_answer(text: Text, rng: random.Random) -> Fault:
    drill = pick(rng, text.drills)
    more = ["answer: 1 + 1", "spot: softmax([1, 2])"]
    kept = [line for line in more if line.split(":")[0] not in drill]
    entry = drill["prompt"]
    return text.added(text.stop(entry), f"    {rng.choice(kept)}", also=[drill.start])


@mutation
def page_says_of_a_spot(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (drill["spot"] for drill in text.drills if "spot" in drill))
    value = rng.choice(["3", "[1, 2]", '"0.5 0.5"', "0.047"])
    return text.added(entry.index + 1, f"    page_says: {value}")


@mutation
def belief_of_a_spot(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (drill["spot"] for drill in text.drills if "spot" in drill))
    number = rng.randrange(100)
    belief = [
        f"      - name: b{number}",
        "        answer: 1 + 1",
        "        happened: it was",
        "        instead: it is not",
    ]
    fault = text.added(entry.index + 1, "    beliefs:", *belief)
    return fault._replace(at={entry.index + 1, entry.index + 2})


@mutation
def spot_without_a_line_to_go_wrong(text: Text, rng: random.Random) -> Fault:
    drill = pick(rng, (drill for drill in text.drills if "spot" in drill and "given" in drill))
    return text.valued(drill["spot"], rng.choice([*text.given_names(drill), '"7"', '"[1, 2]"', '"0.5"']))


@mutation
def spot_of_no_kata(text: Text, rng: random.Random) -> Fault:
    spots = [drill["spot"] for drill in text.drills if "spot" in drill]
    if text.kata is None:
        return text.valued(pick(rng, spots), "kata")
    spot = pick(rng, (each for each in spots if each.value == "kata"))
    return text.without(text.kata.start - 1, text.kata.stop, spot.index)


@mutation
def kata_of_one_line(text: Text, rng: random.Random) -> Fault:
    kata = pick(rng, [text.kata] if text.kata else [])
    line = rng.choice(text.kata_lines)
    at = kata["lines"].index
    lines = [*text.lines[: at + 1], *text.lines[line.start : line.stop], *text.lines[kata.stop :]]
    return Fault(lines, {at, at + 1})


# ---- Choices --------------------------------------------------------------------------


@mutation
def no_right_choice(text: Text, rng: random.Random) -> Fault:
    drill, choices = pick(rng, text.all_choices)
    entry = next(choice["right"] for choice in choices if "right" in choice)
    at = drill["choices"].index
    if rng.random() < 0.5:
        return text.valued(entry, "false", at, at + 1)
    return text.without(entry.index, entry.index + 1, at, at + 1, text.holder(entry))


@mutation
def two_right_choices(text: Text, rng: random.Random) -> Fault:
    drill, choices = pick(rng, text.all_choices)
    choice = pick(rng, (each for each in choices if "right" not in each))
    at = drill["choices"].index
    if rng.random() < 0.5:
        return text.lined(choice["belief"].index, "        right: true", at, at + 1)
    return text.added(text.stop(choice["says"]), "        right: true", also=[at, at + 1])


def _two(text: Text, rng: random.Random) -> tuple[Entry, Entry]:
    """Return what two choices of one drill say, the earlier first."""
    _, choices = pick(rng, text.all_choices)
    first, second = sorted(rng.sample(range(len(choices)), 2))
    return choices[first]["says"], choices[second]["says"]


@mutation
def two_choices_alike(text: Text, rng: random.Random) -> Fault:
    first, second = _two(text, rng)
    return text.valued(second, rng.choice([first.value, quoted(said(first))]))


@mutation
def two_choices_nearly_alike(text: Text, rng: random.Random) -> Fault:
    first, second = _two(text, rng)
    words = said(first)
    same = [
        words.upper(),
        words.capitalize(),
        words.replace(" ", "  "),
        f" {words}",
        f"{words} ",
        words.swapcase(),
        f"{words}.",
    ]
    same = [each for each in same if each != words]
    return text.valued(second, quoted(rng.choice(same)))


@mutation
def wrong_choice_without_why(text: Text, rng: random.Random) -> Fault:
    choice = pick(rng, (each for _, choices in text.all_choices for each in choices if "belief" in each))
    entry = choice[rng.choice(["belief", "because"])]
    return text.without(entry.index, text.stop(entry), choice.start)


@mutation
def one_choice_only(text: Text, rng: random.Random) -> Fault:
    drill, choices = pick(rng, text.all_choices)
    right = next(choice for choice in choices if "right" in choice)
    at = drill["choices"].index
    lines = [*text.lines[: at + 1], *text.lines[right.start : right.stop], *text.lines[choices[-1].stop :]]
    return Fault(lines, {at, at + 1})


@mutation
def eight_choices(text: Text, rng: random.Random) -> Fault:
    drill, choices = pick(rng, text.all_choices)
    more = [
        line
        for number in range(rng.choice([8, 9, 12]) - len(choices))
        for line in (
            f"      - says: another one, {number}",
            f"        belief: more-{number}",
            "        because: it is not so",
        )
    ]
    at = drill["choices"].index
    return text.added(choices[-1].stop, *more, also=[at, at + 1])


@mutation
def right_choice_with_a_belief(text: Text, rng: random.Random) -> Fault:
    _, choices = pick(rng, text.all_choices)
    right = next(choice for choice in choices if "right" in choice)
    return text.added(right["right"].index + 1, f"        belief: {rng.choice(['truth', 'right-one', 'own-rank-2'])}")


@mutation
def two_choices_of_one_belief(text: Text, rng: random.Random) -> Fault:
    _, choices = pick(rng, text.all_choices)
    beliefs = [choice["belief"] for choice in choices if "belief" in choice]
    first, second = sorted(rng.sample(range(len(beliefs)), 2))
    return text.valued(beliefs[second], beliefs[first].value)


@mutation
def choice_called_by_a_letter(text: Text, rng: random.Random) -> Fault:
    _, choices = pick(rng, text.all_choices)
    entry = rng.choice(choices)["says"]
    return text.valued(entry, rng.choice(["a", "b", "C", "A", '"b "']))


@mutation
def page_says_another_choice(text: Text, rng: random.Random) -> Fault:
    """Return what the page says is not the right choice, and no erratum says so."""
    drill, choices = pick(rng, text.all_choices)
    wrong = [choice["says"].value for choice in choices if "right" not in choice]
    value = rng.choice([*wrong, "something else", "7", "[1, 2]"])
    if "page_says" not in drill:
        return text.added(drill.stop, f"    page_says: {value}")
    entry = drill["page_says"]
    if "erratum" not in drill:
        return text.valued(entry, value)
    return text.without(drill["erratum"].index, text.stop(drill["erratum"]), entry.index)


# ---- Draws ----------------------------------------------------------------------------


@mutation
def empty_range(text: Text, rng: random.Random) -> Fault:
    entry, found = pick(rng, ((entry, found) for entry, found in ranges(text) if ".." in found[2]))
    bounds = re.search(r"(-?[\d.]*\d)\.\.(-?\d[\d.]*)", found[2])
    assert bounds is not None
    low, high = bounds.groups()
    new = rng.choice([f"{high}..{low}", f"{low}..{low}", f"{high}..{high}"])
    return ranged(text, entry, found, 2, found[2][: bounds.start()] + new + found[2][bounds.end() :])


@mutation
def bad_range(text: Text, rng: random.Random) -> Fault:
    entry, found = pick(rng, ranges(text))
    good = found[2]
    bad = [
        good[:-1],
        good.replace("(", "", 1),
        good.replace("(", " "),
        good.replace("(", "["),
        f"x{good}",
        f"{good}!",
        f"{good} x",
    ]
    bad += [
        good.capitalize(),
        good.replace(good.split("(")[0], "numbers"),
        f"{good.split('(')[0]}()x",
        "?",
        f"{good}, {good}",
    ]
    if ".." in good:
        bad += [good.replace("..", between) for between in ("-", "...", " to ", "…", ", ", ".")]
        bad += [
            re.sub(r"\.\.-?[\d.]+", "..", good),
            re.sub(r"-?[\d.]*\d\.\.", "..", good),
            re.sub(r"(\.\.-?[\d.]+)", r"\1 by 0", good),
        ]
        bad += [re.sub(r"(\.\.-?[\d.]+)", r"\1 by x", good), re.sub(r"(\.\.-?[\d.]+)", r"\1.55", good)]
    if "like" in good:
        bad += [good.replace("like", "as"), re.sub(r"like [\w.]+", "like", good), re.sub(r"like [\w.]+", "0x3", good)]
        bad += [re.sub(r"like [\w.]+", "99", good), re.sub(r"like [\w.]+", "2x2x2", good)]
    if good.startswith("one of"):
        bad += ["one of()", "one of(4)", "one of(1, x)", good.replace(",", ";")]
    # Not what YAML itself reads otherwise: an empty value, or a flow map where it is bare.
    bad = [each for each in bad if each.strip() and each != good and (entry.key == "fresh" or each[0] not in "?!,[{")]
    return ranged(text, entry, found, 2, rng.choice(bad))


# Ranges none of whose draws will do: what is asked is always too large to be written by hand, or cannot be
# worked; or it is too small for the places that are asked.
_HOPELESS = {
    "raise-scores": ("scores", ["integers(50..90, like scores)", "one of(40, 41, like scores)"]),
    "nth-word-share": ("n", ["integers(300..900)"]),
    "masked-cells": ("tokens", ["integers(100001..900001)"]),
    "table-size": ("kept", ["integers(10000000..90000000)"]),
    "fit-to-length": ("short", ["integers(101..900)"]),
    "weights-in-heads": ("heads", ["integers(4000000..9000000)"]),
    "add-stamp": ("strip", ["integers(10000001..90000001, like strip)"]),
    "wave-angle": ("seat", ["integers(10000001..90000001)"]),
}


@mutation
def hopeless_range(text: Text, rng: random.Random) -> Fault:
    """A range in which no draw keeps the wrong turns apart."""
    drill = pick(rng, (each for each in text.drills if each["id"].value in _HOPELESS))
    name, bad = _HOPELESS[drill["id"].value]
    places = [
        (entry, found) for entry, found in ranges(text) if drill.start < entry.index < drill.stop and found[1] == name
    ]
    entry, found = pick(rng, places)
    return ranged(text, entry, found, 2, rng.choice(bad))


@mutation
def range_of_another_shape(text: Text, rng: random.Random) -> Fault:
    """Rows that fit on the page and not in any draw."""
    drill = pick(rng, (each for each in text.numeric if "fresh" in each and _PAIRED.fullmatch(each["answer"].value)))
    places = [
        (entry, found)
        for entry, found in ranges(text)
        if drill.start < entry.index < drill.stop and "like " in found[2]
    ]
    entry, found = pick(rng, places)
    return ranged(text, entry, found, 2, re.sub(r"like [\w.]+", rng.choice(["7", "3x3", "9", "5x2"]), found[2]))


# ---- Turns, and the deck itself -------------------------------------------------------


@mutation
def worked_with_a_turn(text: Text, rng: random.Random) -> Fault:
    drill = pick(rng, (each for each in text.drills if each["kind"].value == "worked"))
    entry = drill[rng.choice(["kind", "section", "prompt"])]
    return text.added(text.stop(entry), f"    turn: {rng.randrange(1, 9)}")


@mutation
def turn_without_a_number(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (drill["turn"] for drill in text.drills if "turn" in drill))
    if rng.random() < 0.4:
        return text.valued(entry, rng.choice(["null", "~", ""]), text.holder(entry))
    return text.without(entry.index, entry.index + 1, text.holder(entry))


@mutation
def turn_of_another_kind(text: Text, rng: random.Random) -> Fault:
    """A turn that says it is worked, or what is worked that says it is a turn."""
    drill = pick(rng, text.drills)
    entry = drill["kind"]
    if entry.value == "worked":
        return text.valued(entry, rng.choice(["your-turn", "wrong-turn"]), drill.start)
    return text.valued(entry, "worked", drill["turn"].index)


@mutation
def gap_in_the_turns(text: Text, rng: random.Random) -> Fault:
    entry = pick(rng, (drill["turn"] for drill in text.drills if "turn" in drill))
    return text.valued(entry, str(int(entry.value) + rng.choice([1, 2, 3, 10, 900])))


@mutation
def deck_of_another_name(text: Text, rng: random.Random) -> Fault:
    entry = next(each for each in text.entries if each.path == ("deck",))
    return text.valued(
        entry, rng.choice([f"{entry.value}s", entry.value[:-1], "other", f"{entry.value}-2", "m", '"1"', "x-1"])
    )


# ---- All of them ----------------------------------------------------------------------


class Mutant(NamedTuple):
    """A drill file with one fault, and the numbers of the lines at which it may be told."""

    number: int
    kind: str
    file: str
    content: bytes
    lines: frozenset[int]

    def __str__(self) -> str:
        return f"{self.number:03}-{self.kind.replace(' ', '-')}"

    def around(self) -> str:
        """The text around the fault, with the numbers of the lines."""
        lines = self.content.decode("utf-8", "backslashreplace").split("\n")
        shown = range(max(0, min(self.lines) - 3), min(len(lines), max(self.lines) + 3))
        return "\n".join(f"{'>' if at + 1 in self.lines else ' '} {at + 1:3} {lines[at]!a}"[:160] for at in shown)


def encoded(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")


def mutants(count: int) -> list[Mutant]:
    """So many files, no two alike; of every kind as many as of any other, or one more."""
    kinds = list(MUTATIONS)
    seen: set[bytes] = set()
    found = []
    for number in range(count):
        mutant = _mutant(number, kinds[number % len(kinds)], seen)
        seen.add(mutant.content)
        found.append(mutant)
    return found


def _mutant(number: int, kind: str, seen: set[bytes]) -> Mutant:
    rng = random.Random(number)
    for _ in range(2000):
        (text,) = rng.choices(PIECES, _WEIGHTS)
        try:
            fault = MUTATIONS[kind](text, rng)
        except NowhereError:
            continue
        content = encoded(fault.lines)
        if content != encoded(text.lines) and content not in seen:
            return Mutant(number, kind, text.file, content, frozenset(index + 1 for index in fault.at))
    raise AssertionError(f"no other mutant of the kind {kind}")
