"""Times as numbers, which can be sorted: texts with different UTC offsets cannot."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def instant_of(moment: datetime) -> int:
    """Return a moment, which must have a time zone, as microseconds since 1970 UTC."""
    return (moment - _EPOCH) // timedelta(microseconds=1)
