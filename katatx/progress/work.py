"""Progress reporting for long operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

# Called with (done, total): with 0 at first, then repeatedly, and with the total at the end. It must be fast, since it
# is called dozens of times a second.
Progress = Callable[[int, int], None]
EVERY = 500
_Item = TypeVar("_Item")


def counted(
    items: Iterable[_Item], total: Callable[[], int], progress: Progress | None, every: int = EVERY
) -> Iterator[_Item]:
    """Yield `items` while reporting to `progress` after every `every` items, at the start and at the end.

    `total` returns the number of items. It is called only if `progress` is given, since counting may be slow.
    """
    if progress is None:
        yield from items
        return
    count = total()
    progress(0, count)
    for done, item in enumerate(items, start=1):
        yield item
        if done % every == 0 and done < count:
            progress(done, count)
    progress(count, count)


def shared(progress: Progress | None, total: int, shares: Sequence[int]) -> list[Progress | None]:
    """Return a progress function for each of several consecutive parts, which together report one operation of `total`.

    `shares` are the relative durations of the parts. Each function is called with what is done of its own part and that
    part's total; `progress` gets the place this has in `total`. All functions are None if `progress` is None.
    """
    if progress is None:
        return [None for _ in shares]
    whole = max(1, sum(shares))
    return [_part(progress, total, sum(shares[:at]), share, whole) for at, share in enumerate(shares)]


def _part(progress: Progress, total: int, before: int, share: int, whole: int) -> Progress:
    """Return the progress function of the part with `share` of `whole` shares that begins after `before` shares.

    `progress` is called with (done, `total`) of the whole operation.
    """

    def tell(done: int, of: int) -> None:
        """Report that `done` of the `of` items of this part are done, as progress of the whole."""
        progress(
            total * (before * of + share * done) // (whole * of) if of else total * (before + share) // whole, total
        )

    return tell
