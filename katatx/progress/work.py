"""Progress reporting for long operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

# Called with (done, total): with 0 at first, then repeatedly, and with the total at the end. It must be fast, since it
# is called dozens of times a second.
Progress = Callable[[int, int], None]
_Item = TypeVar("_Item")


def counted(
    items: Iterable[_Item], total: Callable[[], int], progress: Progress | None, every: int = 500
) -> Iterator[_Item]:
    """Yield `items` while reporting to `progress`, if given, after every `every` items, at the start and at the end.

    `total` returns the number of items. It is called only if `progress` is given, since counting may be slow.
    """
    count = 0 if progress is None else total()
    tell = progress or (lambda done, of: None)
    tell(0, count)
    for done, item in enumerate(items, start=1):
        yield item
        if done % every == 0 and done < count:
            tell(done, count)
    tell(count, count)
