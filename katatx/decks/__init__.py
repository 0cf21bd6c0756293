"""Drill files: finding, parsing, linting, preparing and drafting decks of drills."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def folders(home: Path) -> list[Path]:
    """Return the folders of drill files: those of the program, then the learner's own under `home`."""
    inside = _PACKAGE / "drills"
    return [inside if inside.is_dir() else _PACKAGE.parent / "drills", home / "decks"]
