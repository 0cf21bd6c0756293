"""`katatx calibrate`: measure typing speed."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from katatx.commands.drill import wants_plain
from katatx.commands.shared.desk import opened_log
from katatx.notation.lines import bounded_lines
from katatx.sessions.calibration import Calibration
from katatx.settings import load_preferences

# Seconds from seeing a text to the first key, used when only Enter is observed.
_REACTION = 0.6


def run(plain: bool, home: Path) -> int:
    """Measure typing speed in the app, or line by line if `plain` or without a capable terminal; return the exit
    status.

    Raises KatatxError if stdin or stdout is closed or the settings cannot be read, LogError if the log cannot be used.
    """
    plain = wants_plain() or plain
    with opened_log(home) as log:
        calibration = Calibration(log, log.settings.now)
        if plain:
            return _line_by_line(calibration)
        from katatx.tui.app import calibrate_in_app

        return calibrate_in_app(calibration, load_preferences(home).app)


def _line_by_line(calibration: Calibration) -> int:
    """Measure typing speed on standard input and output; return the exit status 0.

    Raises LogError if it cannot be recorded.
    """
    lines = bounded_lines(sys.stdin)
    print("Type each text exactly as shown, then press Enter; q stops.", flush=True)
    while (text := calibration.text) is not None:
        print(text, flush=True)
        begun = time.monotonic()
        typed = next(lines, "")
        if not typed or typed.strip().lower() == "q":
            print("Stopped; nothing was recorded.")
            return 0
        if not calibration.take(typed, max(0.0, time.monotonic() - begun - _REACTION)):
            print("not the same; try again", flush=True)
    print(calibration.result)
    return 0
