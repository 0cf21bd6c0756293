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
    count = 0 if progress is None else total()
    tell = progress or (lambda done, of: None)
    tell(0, count)
    for done, item in enumerate(items, start=1):
        yield item
        if done % every == 0 and done < count:
            tell(done, count)
    tell(count, count)
