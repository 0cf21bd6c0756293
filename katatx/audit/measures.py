"""Units of measure: what one of them is in another."""

from __future__ import annotations

_TIME = {"ms": 1e-3, "s": 1.0, "sec": 1.0, "second": 1.0, "seconds": 1.0}
_MINUTES = {"min": 60.0, "minute": 60.0, "minutes": 60.0}
_LONG_TIME = {"h": 3600.0, "hour": 3600.0, "hours": 3600.0, "d": 86400.0, "day": 86400.0, "days": 86400.0}
_LENGTH = {"mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3}
_MASS = {"mg": 1e-3, "g": 1.0, "kg": 1e3, "t": 1e6}
_ENERGY = {"J": 1.0, "kJ": 1e3, "MJ": 1e6, "Wh": 3600.0, "kWh": 3.6e6}
_BYTES = {"B": 1.0, "bytes": 1.0, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
_BINARY = {"KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40}
_KINDS = ({**_TIME, **_MINUTES, **_LONG_TIME}, _LENGTH, _MASS, _ENERGY, {**_BYTES, **_BINARY})


def of_bytes(measure: str) -> float | None:
    """How many of a unit one byte is; None where that is no unit of bytes above the byte."""
    size = _KINDS[-1].get(measure, 1.0)
    return 1 / size if size > 1 else None


def factor(measure: str, other: str) -> float | None:
    """How many of the other unit one of the first is, 60 from `min` to `s`; None where they measure two things."""
    for kind in _KINDS:
        if measure in kind and other in kind:
            return kind[measure] / kind[other]
    return None
