"""The corrected copies that `katatx audit --fix` writes: new files, never one that is there."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from katatx.audit.findings import PageAudit
from katatx.audit.reports.corrected import corrected
from katatx.commands.audit_sources import Given, Source
from katatx.errors import KatatxError
from katatx.notation.quoting import quote

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Copies:
    """Where the copy of each page goes: for one file `target` itself, for several a folder, in which they are named
    relative to the folder that they share.

    Raises KatatxError where one of them is there already, or the folder of the one is not.
    """

    def __init__(self, target: str, given: Given, sources: Sequence[Source]) -> None:
        self._said = target
        self._corrected = 0
        self._targets = _targets(target, given, sources)
        there = [path for path in self._targets.values() if os.path.lexists(path)]
        if there:
            more = f" and {len(there) - 1} more are" if len(there) > 1 else " is"
            raise KatatxError(f"{_named(there[0])}{more} there already; --fix writes new files only")
        if len(set(self._targets.values())) < len(sources):
            raise KatatxError("the same page is given twice; --fix writes one copy of each")

    def write(self, source: Source, audit: PageAudit) -> None:
        """Writes the copy of one page. Raises KatatxError where it cannot be."""
        target = self._targets[source]
        try:
            raw = _encoded(corrected(audit), source.path)
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file, _gone_if_broken(target):
                file.write(raw)
                file.flush()
        except OSError as error:
            raise KatatxError(f"{_named(target)} cannot be written: {error.strerror}") from error
        self._corrected += len({figure.start for claim in audit.claims for figure in claim.figures})

    @property
    def report(self) -> str:
        """What was done, for a person."""
        return f"{quote(self._said, 200)}: {self._corrected} number{'' if self._corrected == 1 else 's'} corrected"


@contextmanager
def _gone_if_broken(path: Path) -> Iterator[None]:
    """Half a copy is none."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def _targets(target: str, given: Given, sources: Sequence[Source]) -> dict[Source, Path]:
    path = Path(target)
    if given.is_one_page and not path.is_dir():
        if not path.name:
            raise KatatxError(f"{_named(path)} is no file; name one for the copy")
        if not path.parent.is_dir():
            raise KatatxError(f"{_named(path)} cannot be written: there is no such folder")
        return dict.fromkeys(sources, path)
    if os.path.lexists(path) and not path.is_dir():
        raise KatatxError(f"{_named(path)} is no folder; --fix puts the copies of several pages into one")
    root = given.root
    return {source: path / _relative(source, root) for source in sources}


def _relative(source: Source, root: str) -> str:
    # What came from stdin lies nowhere; it may be called anything.
    if source.name != str(source.path):
        return Path(source.name).name or "stdin"
    return os.path.relpath(os.path.abspath(source.path), root)  # noqa: PTH100 - links stay as they are


def _encoded(text: str, like: Path) -> bytes:
    """A text in the encoding of a file, with its byte order mark."""
    with like.open("rb") as file:
        head = file.read(4)
    mark, encoding = next(((mark, name) for mark, name in _MARKS if head.startswith(mark)), (b"", "utf-8"))
    raw = text.encode(encoding)
    return raw if raw.startswith(mark) else mark + raw


def _named(path: Path) -> str:
    return quote(str(path), 200)
