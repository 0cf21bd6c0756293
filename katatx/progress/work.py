"""Long work says how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

# Is told how much is done, and of how much: nothing first, then now and then, and all of it last. What it does
# with that costs little: it is called some dozens of times a second.
Progress = Callable[[int, int], None]
EVERY = 500
_Each = TypeVar("_Each")


def counted(
    each: Iterable[_Each], total: Callable[[], int], progress: Progress | None, every: int = EVERY
) -> Iterator[_Each]:
    """The same as they come, while `progress` is told, after `every` so many, how many have been done with.
    `total` is asked only where there is somebody to tell, for it may cost something.
    """
    if progress is None:
        yield from each
        return
    of = total()
    progress(0, of)
    for done, one in enumerate(each, start=1):
        yield one
        if done % every == 0 and done < of:
            progress(done, of)
    progress(of, of)


def shared(progress: Progress | None, total: int, shares: Sequence[int]) -> list[Progress | None]:
    """Return what to tell in each of several parts of a work, one after the other, so that they come to one work
    of `total`; a part's share is how long it takes for the others.
    """
    if progress is None:
        return [None for _ in shares]
    whole = max(1, sum(shares))
    return [_part(progress, total, sum(shares[:at]), share, whole) for at, share in enumerate(shares)]


def _part(progress: Progress, total: int, before: int, share: int, whole: int) -> Progress:
    def tell(done: int, of: int) -> None:
        progress(
            total * (before * of + share * done) // (whole * of) if of else total * (before + share) // whole, total
        )

    return tell
