"""Progress reporting for long operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

# Called with (done, total): with 0 at first, then repeatedly, and with the total at the end.
Progress = Callable[[int, int], None]
_Item = TypeVar("_Item")


def counted(
    items: Iterable[_Item], total: Callable[[], int], progress: Progress | None, every: int = 500
) -> Iterator[_Item]:
    """Yield `items` while reporting to `progress`, if given; only then is their `total` asked for."""
    count = total() if progress else 0
    for done, item in enumerate(items):
        if progress and done % every == 0:
            progress(min(done, count), count)
        yield item
    if progress:
        progress(count, count)
