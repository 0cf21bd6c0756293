"""Matrices of a page that others may be worked from."""

from __future__ import annotations

from typing import NamedTuple

from katatx.audit.known import Known


class Matrix(NamedTuple):
    """A table as a matrix: the labels of its rows, and its entries, None where one is masked."""

    labels: tuple[str, ...]
    rows: tuple[tuple[Known | None, ...], ...]

    @property
    def size(self) -> tuple[int, int]:
        """How many rows and columns it has."""
        return len(self.rows), len(self.rows[0])
