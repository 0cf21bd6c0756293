"""A deck as a way through its sections: done ✓, here ▸, to come ·, and the kata ◇ at its end.

A section is done once each of its drills was answered right without help.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.text import Text

from katatx.decks.loading import Deck
from katatx.notation.quoting import plain
from katatx.progress.whole import Whole
from katatx.show.text import line, shortened, side_by_side, width_of, wrapped

DONE, HERE, TO_COME, KATA = (("✓", "right"), ("▸", "lead"), ("·", "dim"), "◇")
WHOLE_PAGE = "Kata: the whole page"
_LONGEST, _ACROSS = 60, 3


def title_of(deck: Deck) -> str:
    """Return the beginning of a deck's title, up to a comma or a colon, as lists and headings have it."""
    return plain(re.split("[,:]", deck.contents.title, maxsplit=1)[0].strip(), _LONGEST, keep="")


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


def signs_of(deck: Deck, whole: Whole, here: str | None) -> dict[str, tuple[str, str]]:
    """Return the sign of each section and of the kata, by their names."""
    done = sections_of(deck, whole).items()
    signs = {name: HERE if name == here else DONE if is_done else TO_COME for name, is_done in done}
    return signs | ({} if deck.contents.kata is None else {WHOLE_PAGE: (KATA, "lead" if here == WHOLE_PAGE else "dim")})


def way_across(deck: Deck, whole: Whole, width: int) -> list[Text]:
    """Return a deck's sections and its kata in columns, each read downwards."""
    count, here = len(signs_of(deck, whole, None)), next_section(deck, whole)
    lines, rows = way_lines(deck, whole, here, count, (width + 1) // _ACROSS - 1), -(-count // _ACROSS)
    parts = [lines[at : at + rows] for at in range(0, count, rows)]
    return side_by_side(parts, (width - sum(map(width_of, parts))) // (_ACROSS - 1))


def way_lines(deck: Deck, whole: Whole, here: str | None, rows: int = 0, width: int = 24) -> list[Text]:
    """Return a deck's sections one below the other and the kata, the one `here` lit.

    Each has two lines, where a long name goes on. With `rows` it has one if they do not all fit that many, and only
    those around `here` are told if that is still too much.
    """
    signs = signs_of(deck, whole, here)
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


def operations() -> Iterator[tuple[str, str]]:
    """Yield the operations of the engine: name and summary."""
    from katatx.engine.book import ARITHMETIC, all_recipes

    yield from ((each.name, each.summary) for each in all_recipes() if each.name != ARITHMETIC)
