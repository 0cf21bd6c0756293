"""`katatx lint`: report problems of drill files as file:line:column."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.output import fields, print_json, progress_bar
from katatx.decks import folders
from katatx.decks.lint import lint_file, lint_page
from katatx.errors import KatatxError
from katatx.notation.quoting import quote
from katatx.progress.work import counted


def run(paths: list[Path] | None, page: Path | None, as_json: bool, home: Path) -> int:
    """Print what is wrong with drill files, and whether the one file given has a drill for each block of `page`."""
    where = paths or [folder for folder in folders(home) if folder.is_dir()]
    files = _drill_files(where)
    if not files:
        searched = " or ".join(quote(str(each), 200) for each in where)
        raise KatatxError(f"no drill file was found in {searched}; name a file whose name ends in .yaml")
    if page is not None and (len(files) != 1 or not paths):
        raise KatatxError(f"--page needs exactly one drill file, not {len(files)}; name it: lint mine.yaml --page FILE")
    with progress_bar("checking files") as progress:
        checked = counted(files, lambda: len(files), progress, every=1)
        faults = [fault for file in checked for fault in (*lint_file(file), *(lint_page(file, page) if page else ()))]
    if as_json:
        print_json([fields(fault, "file", "line", "column", "problem") for fault in faults])
    else:
        print(*faults, f"files: {len(files)}, faults: {len(faults)}", sep="\n")
    return 1 if faults else 0


def _drill_files(paths: list[Path]) -> list[Path]:
    """Return the given files and, of each given folder, its files `*.yaml`, sorted by name."""
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            raise KatatxError(f"{quote(str(path), 200)}: no such file or folder; check its name")
        files += sorted(path.glob("*.yaml")) if path.is_dir() else [path]
    return files
