"""Counts."""

from __future__ import annotations

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.sheet import Sheet


def work_counts(sheet: Sheet, text: LineOfTokens) -> None:
    """."""
