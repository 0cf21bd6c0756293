"""Answers that the log could not take, kept in a file elsewhere until it can."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from katatx.notation.quoting import plain
from katatx.progress.errors import LogError
from katatx.progress.rows import Columns


class Aside:
    """A file of records, one JSON object a line, as `katatx import` reads them.

    `reason` is why they are not in the log.
    """

    def __init__(self, path: Path, reason: LogError) -> None:
        self.path = path
        self.reason = reason
        self.records: list[tuple[str, Columns]] = []

    @classmethod
    def beside(cls, reason: LogError, now: datetime) -> Aside:
        """A new file in the first folder that takes one: the person's home, the one they are in, the
        one for temporary files. Raises `reason` where none does.
        """
        name = f"katatx-answers-{now:%Y%m%d-%H%M%S}-{os.getpid()}.jsonl"
        for folder in (Path.home(), Path.cwd(), Path(tempfile.gettempdir())):
            try:
                _append(folder / name, "")
            except OSError:
                continue
            return cls(folder / name, reason)
        raise reason

    @property
    def notice(self) -> str:
        """What the person must know, at once."""
        where = plain(str(self.path), keep="")
        return f"Not in the log: {self.reason}. Your answers are kept in {where} instead."

    def keep(self, table: str, columns: Columns) -> None:
        """Keep a row; it is on disk when this returns. Raises LogError where it cannot be."""
        try:
            _append(self.path, json.dumps({"table": table, **columns}) + "\n")
        except OSError as error:
            where = plain(str(self.path), keep="")
            raise LogError(f"{self.reason}; nor can {where} be written: {error.strerror or error}") from error
        self.records.append((table, columns))

    def kept(self, table: str, same: dict[str, Any]) -> Iterator[Columns]:
        """The rows of a table that are the same in these columns."""
        for name, columns in self.records:
            if name == table and all(columns[key] == value for key, value in same.items()):
                yield columns


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
