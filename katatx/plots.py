"""Small plots as text; plotext, which draws the larger ones, is imported only where one is shown."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from types import ModuleType

_HEIGHT = 9
_NARROWEST = 24
_TICKS = 4
_GAP = 3


def bar(done: int, total: int, width: int) -> str:
    """Return how much of a whole is done, as a bar of so many characters."""
    filled = done * width // total if total else 0
    return "█" * filled + "░" * (width - filled)


def times_plot(seconds: Sequence[float], targets: Sequence[float | None], width: int) -> list[str]:
    """Times in seconds in their order as dots, the target at each as a line."""
    plot = _fresh(width)
    at = list(range(1, len(seconds) + 1))
    known = [(place, target) for place, target in zip(at, targets, strict=True) if target is not None]
    if known:
        plot.plot([place for place, _ in known], [target for _, target in known], marker="-")
    plot.scatter(at, list(seconds), marker="o")
    plot.ylim(0, None)
    plot.xticks([])
    return _lines(plot)


def bar_plot(labels: Sequence[str], values: Sequence[int], width: int) -> list[str]:
    """A bar a label, side by side, for counts."""
    plot = _fresh(width)
    at = list(range(1, len(labels) + 1))
    plot.bar(at, list(values), marker="#", width=0.6)
    # plotext leaves out labels that have no room, others each time.
    each = ceil(len(labels) * (max(map(len, labels)) + _GAP) / max(width, _NARROWEST))
    plot.xticks(at[::each], list(labels)[::each])
    most = max(1, *values)
    step = ceil(most / _TICKS)
    plot.ylim(0, most)
    plot.yticks(list(range(0, most + 1, step)))
    return _lines(plot)


def _fresh(width: int) -> ModuleType:
    import plotext

    plotext.clear_figure()
    plotext.theme("clear")
    plotext.plotsize(max(width, _NARROWEST), _HEIGHT)
    module: ModuleType = plotext
    return module


def _lines(plot: ModuleType) -> list[str]:
    return [line.rstrip() for line in plot.uncolorize(plot.build()).splitlines()]
