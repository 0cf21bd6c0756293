"""Check drill files again whenever one changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from katatx.decks.errors import DeckError
from katatx.errors import KatatxError
from katatx.notation.quoting import plain

# A file's modification time and size; None if it does not exist.
Stamp = tuple[int, int] | None
Check = Callable[[Path], list[DeckError]]


class Watch:
    """Watched files and their problems.

    `files` returns the files to check, and `check` the problems of one file. All files are checked when this is
    created, and what `check` raises is raised; later a KatatxError of it is a line. `also` are files that all of them
    depend on.
    """

    def __init__(self, files: Callable[[], Iterable[Path]], check: Check, also: Iterable[Path] = ()) -> None:
        self._files, self._check, self._also = files, check, tuple(also)
        self._stamps = self._seen()
        self._faults = {path: check(path) for path in self._stamps if path not in self._also}

    @property
    def faults(self) -> list[DeckError]:
        """Return all present problems."""
        return [fault for faults in self._faults.values() for fault in faults]

    def look(self) -> list[str]:
        """Check the files that changed since the last call; return a line for each, followed by its problems.

        Files that are new or gone count as changed. If a file in `also` changed, all files are checked.
        """
        stamps = self._seen()
        changed = [path for path in {**self._stamps, **stamps} if stamps.get(path) != self._stamps.get(path)]
        self._stamps = stamps
        if any(path in self._also for path in changed):
            changed = list(dict.fromkeys((*changed, *self._faults)))
        return [line for path in changed for line in self._told(path)]

    def _told(self, path: Path) -> list[str]:
        """Check a changed file and return the lines on it; one that is gone, or in `also`, is only named in a line."""
        name = plain(str(path), 200, keep="")
        if path in self._also:
            return [f"{name} changed"]
        before = self._faults.pop(path, None)
        if self._stamps.get(path) is None:
            return [f"{name} is gone"]
        try:
            faults = self._check(path)
        except KatatxError as error:  # such as a page that is being saved
            if before is not None:
                self._faults[path] = before
            return [str(error)]
        self._faults[path] = faults
        known = set(map(str, before or ()))
        new = sum(str(fault) not in known for fault in faults)
        return [
            f"{name} {'is new' if before is None else 'changed'}: faults: {len(faults)}, new: {new}",
            *map(str, faults),
        ]

    def _seen(self) -> Mapping[Path, Stamp]:
        """Return the stamp (see `Stamp`) of every file, including those in `also`."""
        return {path: _stamp(path) for path in (*self._files(), *self._also)}


def watch(watched: Watch, wait: Callable[[], object], say: Callable[[str], object]) -> int:
    """Check files after every `wait()` and pass lines on changes to `say`, until Ctrl-C; return 1 if a problem is left,
    else 0.
    """
    try:
        while True:
            wait()
            for line in watched.look():
                say(line)
    except KeyboardInterrupt:
        return 1 if watched.faults else 0


def _stamp(path: Path) -> Stamp:
    """Return a file's modification time in nanoseconds and its size; None if it cannot be read."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
