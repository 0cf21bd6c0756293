"""The type of clocks, which are passed as arguments so that tests need no patching."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

# Returns the present time, with its time zone.
Clock = Callable[[], datetime]
