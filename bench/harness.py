"""What the benchmarks share: their options, and two works timed in turns, so that a busy machine slows both alike."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any


def options(doc: str | None, **defaults: Any) -> argparse.Namespace:
    """Read the command line of a script, which has an option for each default, of its type; the docstring is its help."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in defaults.items():
        how: dict[str, Any] = {"default": default, "type": type(default)}
        parser.add_argument(f"--{name.replace('_', '-')}", **({"action": "store_true"} if default is False else how))
    return parser.parse_args()


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


class Ratio:
    """Times two works in turns: the ratio of the quickest, which say what the program costs, and of the medians."""

    HEAD = f"{'':62} ratio  (medians)   aim"

    def __init__(self, rounds: int, ours: Callable[[], float], theirs: Callable[[], float]) -> None:
        """Run both in turns; each returns what it took. The first round, left out, fills caches."""
        self.ours, self.theirs = zip(*[(ours(), theirs()) for _ in range(rounds + 1)][1:], strict=True)
        self.least = min(self.ours) / min(self.theirs)

    def row(self, name: str, aim: float | None = None, unit: str = "ms") -> str:
        scale = 1000 if unit == "ms" else 1
        times = " / ".join(f"{min(each) * scale:.0f} {unit}" for each in (self.ours, self.theirs))
        medians = median(self.ours) / median(self.theirs)
        return f"{name:62} {self.least:5.2f}  ({medians:5.2f})    {'  - ' if aim is None else f'{aim:4.2f}'}   {times}"
