"""The old name of `katatx.show.report`, for the rooms that are still to move."""

from __future__ import annotations

from katatx.show.report import FORECAST_DAYS, WEEK, DeckReport, DrillReport, Report, StepReport, make_report

__all__ = ["FORECAST_DAYS", "WEEK", "DeckReport", "DrillReport", "Report", "StepReport", "make_report"]
