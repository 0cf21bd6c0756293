"""`katatx lint`: faults of drill files, each as file:line:column."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.output import print_json
from katatx.decks.lint import lint_file
from katatx.decks.lint_page import lint_page
from katatx.decks.loading import folders
from katatx.errors import KatatxError
from katatx.notation.quoting import quote


def run(paths: list[Path], page: Path | None, as_json: bool, home: Path) -> int:
    """Check files and folders; without any, every deck there is. 1 where a fault is found.

    With a `page`, its blocks must all have a drill in the one file given.
    """
    files = drill_files(paths or [folder for folder in folders(home) if folder.is_dir()])
    if page is not None and (len(files) != 1 or not paths):
        raise KatatxError("--page goes with one drill file: katatx lint my-page.yaml --page my-page.md")
    faults = [fault for file in files for fault in lint_file(file)]
    if page is not None:
        faults += lint_page(files[0], page)
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
