"""`katatx lint`: report problems of drill files as file:line:column."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from katatx.commands.shared.output import print_json
from katatx.commands.shared.progress_bar import progress_bar
from katatx.decks.errors import DeckError
from katatx.decks.linting.drill_file import lint_file
from katatx.decks.linting.page import lint_page
from katatx.decks.loading import folders
from katatx.errors import KatatxError
from katatx.notation.quoting import quote
from katatx.progress.work import counted

# Seconds between two checks for changed files.
_BETWEEN = 0.5


def run(
    paths: list[Path],
    page: Path | None,
    as_json: bool,
    home: Path,
    wait: Callable[[], object] | None = None,
) -> int:
    """Check files and folders, by default all decks, and print the problems; return 1 if there is one, else 0.

    If it takes long, a bar is shown on stderr if that is a terminal. With `page`, the one file given must have a drill
    for each of its blocks, and no drill for a block that it lacks. With `wait`, which is called between two checks,
    files are checked again after each change until Ctrl-C, and none needs to be there at first. Raises KatatxError if a
    path does not exist, no file is found, the page cannot be read or options conflict.
    """
    where = paths or [folder for folder in folders(home) if folder.is_dir()]
    files = drill_files(where)
    if not files and wait is None:
        searched = " or ".join(quote(str(each), 200) for each in where)
        raise KatatxError(f"no drill file was found in {searched}; name a file whose name ends in .yaml")
    if page is not None and (len(files) != 1 or not paths):
        raise KatatxError(
            f"--page needs exactly one drill file, not {len(files)}; write katatx lint my-page.yaml --page my-page.md"
        )
    if wait is not None:
        if as_json:
            raise KatatxError("--watch runs until Ctrl-C, and --json prints one document; give only one of them")
        return _watch(lambda: drill_files([path for path in where if path.exists()]), page, wait)
    with progress_bar("checking", "files") as progress:
        checked = counted(files, lambda: len(files), progress, every=1)
        faults = [fault for file in checked for fault in _faults(file, page)]
    if as_json:
        print_json([{"file": f.file, "line": f.line, "column": f.column, "problem": f.problem} for f in faults])
    else:
        print(_report(faults, len(files)))
    return 1 if faults else 0


def _faults(file: Path, page: Path | None) -> list[DeckError]:
    """Return the problems of a file, and with `page` the blocks without a drill and the drills without a block.

    Raises KatatxError if the page cannot be read.
    """
    return [*lint_file(file), *([] if page is None else lint_page(file, page))]


def _report(faults: list[DeckError], files: int) -> str:
    """Return the problems and their number as text."""
    return "\n".join([*map(str, faults), f"files: {files}, faults: {len(faults)}"])


def _watch(files: Callable[[], list[Path]], page: Path | None, wait: Callable[[], object]) -> int:
    """Check files after each change until Ctrl-C; return 1 if a problem is left, else 0.

    `files` returns the files to check, and `wait` is called between two checks. Raises KatatxError once the page cannot
    be read.
    """
    from katatx.commands.authoring.lint_watch import Watch, watch

    watched = Watch(files, lambda file: _faults(file, page), [] if page is None else [page])
    print(_report(watched.faults, len(files())), "Checked again when saved; Ctrl-C ends it.", sep="\n", flush=True)
    return watch(watched, wait, partial(print, flush=True))


def rest() -> None:
    """Wait half a second, until the next check for changed files."""
    time.sleep(_BETWEEN)


def drill_files(paths: list[Path]) -> list[Path]:
    """Return the given files and, of each given folder, its files `*.yaml` sorted by name, in the order of the paths.

    Raises KatatxError if a path does not exist.
    """
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(path.glob("*.yaml"))
        elif path.exists():
            files.append(path)
        else:
            raise KatatxError(f"{quote(str(path), 200)}: no such file or folder; check its name")
    return files
