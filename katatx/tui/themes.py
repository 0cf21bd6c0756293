"""Dark, light, and the terminal's own palette.

Right is blue and wrong is orange (the pair of Okabe and Ito that most eyes tell apart), and sign and
word say the same without colour.
"""

from __future__ import annotations

import os

from textual.theme import Theme

# The one built-in theme that paints nothing of its own: the terminal's palette, and no colour at all
# where NO_COLOR filters what is left.
TERMINAL = "ansi-dark"

_DARK = Theme(
    name="katatx-dark",
    primary="#7FB5D5",
    secondary="#9AA7B4",
    accent="#E3C16F",
    success="#6CB8E6",
    error="#F0905A",
    warning="#E3C16F",
    foreground="#DDE1E4",
    background="#15181B",
    surface="#1C2024",
    panel="#24292E",
    dark=True,
)
_LIGHT = Theme(
    name="katatx-light",
    primary="#1F5F8B",
    secondary="#5A6672",
    accent="#7A5A00",
    success="#005A8C",
    error="#A63F00",
    warning="#7A5A00",
    foreground="#22272B",
    background="#FAF9F6",
    surface="#F2F0EB",
    panel="#E8E5DE",
    dark=False,
)
OWN = (_DARK, _LIGHT)
_NAMES = {"dark": _DARK.name, "light": _LIGHT.name, "terminal": TERMINAL}


def theme_name(theme: str) -> str:
    """Return what Textual calls a theme of the settings; NO_COLOR leaves no choice."""
    return TERMINAL if is_colourless() else _NAMES[theme]


def is_colourless() -> bool:
    """Return whether the terminal's owner wants no colour: no-color.org, set and not empty."""
    return bool(os.environ.get("NO_COLOR"))
