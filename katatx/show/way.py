"""A deck as a way through its sections: done ✓, here ▸, to come ·, and the kata ◆ at its end.

A section is done once each of its drills was answered right without help.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.text import Text

from katatx.decks.loading import Deck, drill_title
from katatx.decks.parts import step_words
from katatx.notation.quoting import plain
from katatx.progress.whole import Whole
from katatx.show.text import line, short_title, shortened, wrapped

DONE, HERE, TO_COME, KATA = (("✓", "right"), ("▸", "lead"), ("·", "dim"), ("◆", "lead"))
WHOLE_PAGE = "Kata: the whole page"
_LONGEST = 60


def title_of(deck: Deck) -> str:
    """Return the beginning of a deck's title, as lists and headings have it."""
    return plain(short_title(deck.contents.title), _LONGEST, keep="")


def section_of(deck: Deck, drill: str) -> str:
    """Return the section of a drill, by which it is known to people; its id if the deck has it no more."""
    found = deck.by_id.get(drill)
    return plain(drill if found is None else found.section, _LONGEST, keep="")


def sections_of(deck: Deck, whole: Whole) -> dict[str, bool]:
    """Return the sections of a deck in order, and whether each is done."""
    done: dict[str, bool] = {}
    for drill in deck.drills:
        name, standing = section_of(deck, drill.id), whole.drills.get(f"{deck.name}/{drill.id}")
        done[name] = done.get(name, True) and standing is not None and standing.clean > 0
    return done


def next_section(deck: Deck, whole: Whole) -> str | None:
    """Return the section with the first drill never answered; None if there is none."""
    new = (drill.id for drill in deck.drills if f"{deck.name}/{drill.id}" not in whole.drills)
    return next((section_of(deck, drill) for drill in new), None)


def _signs(deck: Deck, whole: Whole, here: str | None) -> dict[str, tuple[str, str]]:
    done = sections_of(deck, whole).items()
    signs = {name: HERE if name == here else DONE if is_done else TO_COME for name, is_done in done}
    return signs if deck.contents.kata is None else {**signs, WHOLE_PAGE: KATA}


def way_lines(deck: Deck, whole: Whole, here: str | None, rows: int = 0, width: int = 24) -> list[Text]:
    """Return a deck's sections one below the other and the kata, the one `here` lit.

    Each has two lines, where a long name goes on. With `rows` it has one if they do not all fit that many, and only
    those around `here` are told if that is still too much.
    """
    signs = _signs(deck, whole, here)
    airy = not 0 < rows < 2 * len(signs) - 1
    lines: list[Text] = []
    for name, sign in signs.items():
        style = "lead b" if name == here else "" if sign is DONE else "dim"
        first, *more = wrapped(name, width - 2) if airy else [shortened(name, width - 2)]
        lines.append(line(sign, " ", (str(first), style)))
        if airy:
            rest = shortened(" ".join(map(str, more)), width - 2)
            lines.append(line(("│", "faint"), " ", (rest, style)))
    if airy:
        lines.pop()
    start = [*signs].index(here) - rows // 2 if here in signs else 0
    start = max(0, min(start, len(lines) - rows))
    return lines[start : start + rows] if rows else lines


def way_strip(deck: Deck, whole: Whole, here: str | None) -> list[Text]:
    """Return the way from left to right on one line, and below it the name of the section `here`."""
    signs = _signs(deck, whole, here)
    between, name = "━━", here or "Every section was met."
    strip = line((between, "faint")).join(map(line, signs.values()))
    at = [*signs].index(name) * (1 + len(between)) if name in signs else 0
    return [strip, line(" " * max(0, min(at, len(strip) - len(name))), (name, "lead b"))]


def named_drills(decks: Mapping[str, Deck]) -> Iterator[tuple[str, str, str]]:
    """Yield the drills of all decks: the deck's name, the drill's, and its title below that of its section."""
    for name, deck in decks.items():
        for drill in deck.drills:
            yield name, drill.id, f"{drill.section}: {drill_title(deck, drill.id)}"


def named_steps(steps: Iterable[str]) -> list[tuple[str, str]]:
    """Return steps with their names for people, in the order of these."""
    return sorted(((each, step_words(each)) for each in steps), key=lambda named: named[1])


def operations() -> Iterator[tuple[str, str, str]]:
    """Yield the operations of the engine: name, signature and summary."""
    from katatx.engine.book import ARITHMETIC, all_recipes

    yield from ((each.name, each.signature, each.summary) for each in all_recipes() if each.name != ARITHMETIC)
