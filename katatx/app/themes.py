"""The themes: pencil (dark), paper (light), and the terminal's own colours.

Amber leads the eye, teal is right, coral is wrong, blue are given numbers, grey is said aside. Signs and words carry
the same information, so that nothing is lost with NO_COLOR.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from rich.theme import Theme as TextStyles
from textual.color import Color
from textual.theme import Theme

TERMINAL = "ansi-dark"


def _theme(
    name: str, dark: bool, inks: Mapping[str, str], ink: str, paper: str, raised: str, panel: str, edge: str
) -> Theme:
    """Return a theme from its inks (the styles of text), its foreground, its grounds and its edges."""
    cursor = {"background": panel, "foreground": ink, "text-style": "bold"}
    variables = {
        **inks,
        "border": edge,
        "border-blurred": inks["faint"],
        "footer-key-foreground": inks["lead"],
        "footer-background": paper,
        "footer-description-foreground": inks["dim"],
        **{f"block-cursor{blurred}-{part}": value for blurred in ("", "-blurred") for part, value in cursor.items()},
        "input-cursor-background": inks["lead"],
        "scrollbar": inks["faint"],
        "scrollbar-background": paper,
        "scrollbar-corner-color": paper,
    }
    return Theme(
        name, primary=inks["lead"], secondary=inks["given"], accent=inks["lead"], success=inks["right"],
        warning=inks["lead"], error=inks["wrong"], foreground=ink, background=paper, surface=raised, panel=panel,
        dark=dark, variables=variables,
    )  # fmt: skip


PENCIL = _theme(
    "pencil",
    True,
    {
        "given": "#84aed8", "right": "#6cc3a0", "wrong": "#f0836a",
        "lead": "#f2b84b", "dim": "#9398a1", "faint": "#353d49",
    },
    ink="#e6e1d6", paper="#14171c", raised="#1b1f26", panel="#232a33", edge="#3f4855",
)  # fmt: skip
PAPER = _theme(
    "paper",
    False,
    {
        "given": "#1f5f9e", "right": "#12734f", "wrong": "#b1371c",
        "lead": "#8c5700", "dim": "#67625a", "faint": "#ddd4c2",
    },
    ink="#2b2925", paper="#fbf8f0", raised="#f4eee0", panel="#eae1cd", edge="#b9af9b",
)  # fmt: skip
OWN = (PENCIL, PAPER)
_NAMES = {"dark": PENCIL.name, "light": PAPER.name, "terminal": TERMINAL}
_ANSI = {"given": "blue", "right": "green", "wrong": "red", "lead": "yellow", "dim": "dim", "faint": "dim"}
_COLOURLESS = {"given": "none", "right": "bold", "wrong": "underline", "lead": "bold", "lead2": "none", "lead3": "dim"}
# What a theme that is not ours has for our inks, as a style sheet needs them.
INKS = {name: "ansi_default" if ink == "dim" else f"ansi_{ink}" for name, ink in _ANSI.items()}


def theme_name(theme: str) -> str:
    """Return Textual's name of a theme in the settings; dark for one that is unknown, the terminal's with NO_COLOR."""
    return TERMINAL if is_colourless() else _NAMES.get(theme, PENCIL.name)


def text_styles(theme: str) -> TextStyles:
    """Return the colours of the named text styles in a theme, given by Textual's name; `chosen` is the app's own."""
    own = next((each for each in OWN if each.name == theme), None)
    inks = {**_ANSI, "lead2": "yellow", "lead3": "yellow dim", "chosen": "reverse not dim", "figure": "bold reverse"}
    if own is not None:
        inks = {name: own.variables[name] for name in _ANSI}
        lead, wrong, paper = map(Color.parse, (inks["lead"], inks["wrong"], own.background or ""))
        inks |= {"lead2": paper.blend(lead, 0.7).hex, "lead3": paper.blend(lead, 0.45).hex, "chosen": f"on {own.panel}"}
        inks["figure"] = f"bold {inks['wrong']} on {paper.blend(wrong, 0.25).hex}"
    if is_colourless():
        inks |= _COLOURLESS
    return TextStyles({**inks, "b": "bold"})


def is_colourless() -> bool:
    """Return whether NO_COLOR is set and not empty (see no-color.org)."""
    return bool(os.environ.get("NO_COLOR"))
