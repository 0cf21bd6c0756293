"""Convert lines of spans to styled text. Colours only repeat what words and signs say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from textual.content import Content

if TYPE_CHECKING:
    from katatx.pictures.parts import Line

_STYLES = {
    "head": "bold",
    "strong": "bold",
    "faint": "$foreground 60%",
    "bar": "$primary",
    "right": "$text-success",
    "wrong": "$text-error",
    "target": "$text-warning",
}


def painted(line: Line, styles: Mapping[str, str] = _STYLES) -> Content:
    """Return a line of spans as text; `styles` maps their roles to styles, and others have none."""
    return Content.assemble(*((text, styles.get(role, "")) for text, role in line))


def painted_lines(lines: Iterable[Line], styles: Mapping[str, str] = _STYLES) -> Content:
    """Return lines of spans as text, one below the other; `styles` maps their roles to styles, and others have none."""
    return Content("\n").join(painted(line, styles) for line in lines)
