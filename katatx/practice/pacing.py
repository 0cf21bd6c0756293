"""The pace that targets reckon with."""

from __future__ import annotations

from dataclasses import replace

from katatx.progress.log import Log
from scoring.target import Pace


def pace_of(log: Log) -> Pace:
    """A learner's pace: their typing as measured, their pencil's as they set it, else as measured too, with the tools
    that they allow themselves.

    Raises LogError where the log cannot be read.
    """
    pace, wished = replace(log.pace(), tools=log.settings.tools), log.settings.pace
    return pace if wished is None else replace(pace, pencil=float(wished))
