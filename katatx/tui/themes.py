"""The themes: dark, light, the terminal's palette, and Textual's.

Right is teal and wrong is orange, which most people can distinguish; signs and words carry the same information. Text
uses $foreground at 60 % or more, which keeps a contrast of 4.5 to 1 on every background.
"""

from __future__ import annotations

import os

from textual.theme import Theme

# The built-in theme that uses the terminal's palette only, and no colour at all if NO_COLOR is set.
TERMINAL = "ansi-dark"


def _theme(name: str, dark: bool, **colours: str) -> Theme:
    """Return a theme whose text colours (primary, success, error, warning and accent) are exactly the given ones.

    `colours` are by Textual's names; these five must be among them.
    """
    words = {f"text-{role}": colours[role] for role in ("primary", "success", "error", "warning", "accent")}
    return Theme(name=name, dark=dark, variables=words, **colours)  # type: ignore[arg-type]  # every colour is text


_DARK = _theme(
    "katatx-dark",
    dark=True,
    primary="#7DBDE8",
    secondary="#93A1AF",
    accent="#E5C07B",
    success="#58C4C0",
    error="#F39A5F",
    warning="#E9D27A",
    foreground="#DDE3E8",
    background="#11151A",
    surface="#171C22",
    panel="#1F262E",
)
_LIGHT = _theme(
    "katatx-light",
    dark=False,
    primary="#1B5E8C",
    secondary="#55616C",
    accent="#7A5600",
    success="#00606B",
    error="#A84300",
    warning="#6F5B00",
    foreground="#0C1116",
    background="#FBFAF7",
    surface="#F3F1EB",
    panel="#E9E6DD",
)
OWN = (_DARK, _LIGHT)
_NAMES = {"dark": _DARK.name, "light": _LIGHT.name, "terminal": TERMINAL}


def theme_name(theme: str) -> str:
    """Return Textual's name of a theme in the settings; a name that is Textual's already is unchanged.

    With NO_COLOR it is always the terminal's.
    """
    return TERMINAL if is_colourless() else _NAMES.get(theme, theme)


def is_colourless() -> bool:
    """Return whether NO_COLOR is set and not empty (see no-color.org)."""
    return bool(os.environ.get("NO_COLOR"))
