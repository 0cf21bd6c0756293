"""Times put in order: text with an offset does not sort."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def instant_of(moment: datetime) -> int:
    """Microseconds since 1970, the same moment being the same number in every zone."""
    return (moment - _EPOCH) // timedelta(microseconds=1)
