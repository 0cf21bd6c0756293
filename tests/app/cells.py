"""What a screen shows, cell by cell: its characters, and how each is painted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.style import Style
from textual._context import visible_screen_stack
from textual.app import App
from textual.color import Color
from textual.strip import Strip

# What is seen of a style where no character stands, and what besides where one does.
_LINES = ("underline", "underline2", "overline", "strike", "reverse")
_MANNERS = ("bold", "dim", "italic", "blink", "blink2", *_LINES)


class Paint(NamedTuple):
    """How a cell is painted; a blank has no colour but its background's, unless a line goes through it."""

    colour: str
    background: str
    manners: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([*filter(None, [self.colour]), "on", self.background, *self.manners])


# Of a column of paints: the same whatever stands in it.
_WIDTH = 36


@dataclass(frozen=True)
class Painted:
    """A painted screen: rows of characters, each with its paint, and the theme's own paint."""

    rows: list[list[tuple[str, Paint]]]
    own: Paint

    @property
    def lines(self) -> list[str]:
        return ["".join(character for character, _ in row).rstrip() for row in self.rows]


def strips(app: App) -> list[Strip]:
    """Return the rows of what the terminal shows.

    Textual gives them away only as a picture, from which styles cannot be read back. So they are taken from where
    `App.export_screenshot` takes them, with the screens that are seen through the top one. Nothing else in the tests
    looks in there.
    """
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


def shown_text(app: App) -> str:
    """Return what stands on the terminal, without the blanks that end a line."""
    return "\n".join(strip.text.rstrip() for strip in strips(app))


def painted(app: App) -> Painted:
    """Return what the terminal shows and how it is painted."""
    rows = [
        [
            (character, _paint(character.isspace(), segment.style or Style()))
            for segment in strip
            for character in segment.text
        ]
        for strip in strips(app)
    ]
    own = (_name(Color.parse(app.theme_variables[role]).rich_color) for role in ("foreground", "background"))
    return Painted(rows, Paint(*own))


def written(themes: Mapping[str, Painted]) -> str:
    """Write a screen down: its characters, below them a letter for each cell's paint, then what the letters stand for.

    The theme's own paint has no letter, and capitals are bold. Raise AssertionError where the themes differ in
    characters.
    """
    lines, *others = (each.lines for each in themes.values())
    assert all(other == lines for other in others), "themes differ in characters"
    own = tuple(each.own for each in themes.values())
    letters = {own: " ", tuple(Paint("", each.background) for each in own): " "}
    capitals, smalls = iter(ascii_uppercase), iter(ascii_lowercase + digits)
    below = []
    for row in zip(*(each.rows for each in themes.values()), strict=True):
        line = ""
        for cell in zip(*row, strict=True):
            paints = tuple(paint for _, paint in cell)
            if paints not in letters:
                letters[paints] = next(capitals if "bold" in paints[0].manners else smalls)
            line += letters[paints] * cell_len(cell[0][0])
        below.append(line.rstrip())
    meanings = sorted((letter, each) for each, letter in letters.items() if letter != " ")
    table = [(" ", themes), (" ", own), *meanings]
    return "\n".join(
        [
            *(f"│{line}" for line in lines),
            *(f"┆{line}" for line in below),
            *(f"{letter}  {''.join(str(cell).ljust(_WIDTH) for cell in cells)}".rstrip() for letter, cells in table),
        ]
    )


@cache
def _paint(is_blank: bool, style: Style) -> Paint:
    manners = tuple(manner for manner in _MANNERS if getattr(style, manner))
    if is_blank and not set(manners) & set(_LINES):
        return Paint("", _name(style.bgcolor))
    return Paint(_name(style.color), _name(style.bgcolor), manners)


def _name(colour: RichColor | None) -> str:
    return "default" if colour is None else colour.name
