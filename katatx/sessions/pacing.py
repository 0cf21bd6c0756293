"""The learner's pace, from which target times are calculated."""

from __future__ import annotations

from dataclasses import replace

from katatx.progress.log import Log
from scoring.target import Pace


def pace_of(log: Log) -> Pace:
    """Return a learner's pace (speeds of typing and of written work) with the permitted tools.

    Typing speed is measured; the speed of written work comes from the settings, or else is measured too. Raises
    LogError if the log cannot be read.
    """
    pace, wished = replace(log.pace(), tools=log.settings.tools), log.settings.pace
    return pace if wished is None else replace(pace, pencil=float(wished))
