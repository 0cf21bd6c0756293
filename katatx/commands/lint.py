"""`katatx lint`: faults of drill files, each as file:line:column."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.output import print_json
from katatx.decks.errors import DeckError
from katatx.decks.lint import lint_deck
from katatx.decks.loading import folders, load_file
from katatx.errors import KatatxError
from katatx.notation.quoting import quote


def run(paths: list[Path], as_json: bool, home: Path) -> int:
    """Check files and folders; without any, every deck there is. 1 where a fault is found."""
    files = drill_files(paths or [folder for folder in folders(home) if folder.is_dir()])
    faults = [fault for file in files for fault in _faults(file)]
    if as_json:
        print_json([{"file": f.file, "line": f.line, "column": f.column, "problem": f.problem} for f in faults])
    else:
        print("\n".join([*map(str, faults), f"files: {len(files)}, faults: {len(faults)}"]))
    return 1 if faults else 0


def drill_files(paths: list[Path]) -> list[Path]:
    """The drill files meant by paths to files and folders.

    Raises KatatxError for a path where nothing is.
    """
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(path.glob("*.yaml"))
        elif path.exists():
            files.append(path)
        else:
            raise KatatxError(f"{quote(str(path), 200)}: no such file or folder")
    return files


def _faults(file: Path) -> list[DeckError]:
    try:
        return lint_deck(load_file(file))
    except DeckError as error:
        return [error]
