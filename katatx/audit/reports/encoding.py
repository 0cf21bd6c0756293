"""JSON for a report, with numbers only where JSON has them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any


def encoded(document: Any) -> str:
    """A document on one line; infinities as "inf" and "-inf", what is no number as "nan"."""
    try:
        return json.dumps(document, ensure_ascii=False, allow_nan=False)
    except ValueError:
        # Rare: only a document that has one is walked through for them.
        return json.dumps(finite(document), ensure_ascii=False, allow_nan=False)


def finite(document: Any) -> Any:
    """A document with its numbers that are not finite as strings."""
    if isinstance(document, Mapping):
        return {key: finite(value) for key, value in document.items()}
    if isinstance(document, (list, tuple)):
        return [finite(value) for value in document]
    if isinstance(document, float) and not isfinite(document):
        return str(document)
    return document
