"""What a line says of numbers beside its chains: percentages, rows with their products, masked rows, counts."""

from __future__ import annotations

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.chains import Chain
from katatx.audit.counts import work_counts
from katatx.audit.masked_rows import work_masked_rows
from katatx.audit.restatements import PERCENT, RestatementWork
from katatx.audit.row_products import work_row_products
from katatx.audit.sheet import Sheet


def work_asides(sheet: Sheet, text: LineOfTokens, chains: list[Chain]) -> None:
    """Read what the chains of a line leave."""
    if any(token.scale == PERCENT for token in text.tokens):
        RestatementWork(sheet, text, chains).work()
    work_row_products(sheet, text)
    work_masked_rows(sheet, text)
    work_counts(sheet, text)
