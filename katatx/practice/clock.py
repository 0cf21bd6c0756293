"""The time of day, passed in so that tests need no patching."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

# Tells the time of day, with its zone.
Clock = Callable[[], datetime]
