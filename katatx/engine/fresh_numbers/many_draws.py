"""Drawing the numbers of many seeds at once, with the same results as one seed at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from katatx.engine.chains import ChainDraws
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.sieve import Patience
from katatx.engine.fresh_numbers.sifting import Fate
from katatx.engine.fresh_numbers.sources import Source
from katatx.engine.fresh_numbers.stages import Stage
from katatx.engine.names import Names

# Number of draws worked at once; with fewer seeds, several draws per seed.
_DRAWS_AT_ONCE = 256


@dataclass(slots=True)
class _SeedSearch:
    """The search for the numbers of one seed.

    `at` is the index of its stage, `tried` the number of draws at this stage, `starts` the number of times it began at
    the first stage, and `names` the numbers accepted so far. If it `failed`, it has no suitable numbers.
    """

    seed: int | str
    source: Source
    patience: Patience
    names: Mapping[str, Any]
    at: int = 0
    tried: int = 0
    starts: int = 1
    failed: bool = False


def draw_many(draws: Draws | ChainDraws, seeds: Iterable[int | str]) -> list[Names]:
    """Return the numbers of each seed, in the order of the seeds, equal to those that `draw` returns.

    It is faster for many seeds. Raises what `draw` raises, such as EngineError if a seed has no suitable numbers.
    """
    stages = draws.stages()
    searches = [_SeedSearch(seed, draws.source(seed), draws.patience(), draws.given) for seed in seeds]
    unfinished = searches
    while unfinished:
        for at, stage in enumerate(stages):
            here = [search for search in unfinished if search.at == at and not search.failed]
            if here:
                _draw_at(stage, here)
        for search in unfinished:
            _start_again_or_fail(draws, stages, search)
        unfinished = [search for search in unfinished if search.at < len(stages) and not search.failed]
    return [draws.draw(search.seed) if search.failed else _drawn(stages, search) for search in searches]


def _draw_at(stage: Stage, searches: Sequence[_SeedSearch]) -> None:
    """Draw one or more times for every seed at this stage, and move seeds with a suitable draw on to the next stage.

    A seed without one stays at this stage; `tried` counts its draws.
    """
    draws_per_seed = max(1, _DRAWS_AT_ONCE // len(searches))
    tries = [min(draws_per_seed, stage.tries - search.tried) for search in searches]
    drawn, states = [], []
    for search, times in zip(searches, tries, strict=True):
        for _ in range(times):
            drawn.append(stage.draw(search.source, search.names))
            states.append(search.source.state() if times > 1 else None)
    fates = iter(zip(drawn, states, stage.sieve.fates(drawn), strict=True))
    for search, times in zip(searches, tries, strict=True):
        _take_first(stage, search, [next(fates) for _ in range(times)])


def _take_first(stage: Stage, search: _SeedSearch, tries: Sequence[tuple[Names, object, Fate]]) -> None:
    """Move a seed to the next stage with the first suitable one of its draws, if there is one.

    Its source is then reset to the state after that draw. `tries` are (names, state of the source after the draw,
    fate); those looked at are counted in `tried` and charged to the seed's `patience`.
    """
    for names, state, fate in tries:
        search.tried += 1
        if names == stage.excluded:
            continue
        solution = stage.sieve.solved(names, fate, search.patience)
        if solution is None:
            continue
        search.source.go_back(state)
        search.names = names if stage.name is None else {**names, stage.name: solution.value}
        search.at, search.tried = search.at + 1, 0
        return


def _start_again_or_fail(draws: Draws | ChainDraws, stages: Sequence[Stage], search: _SeedSearch) -> None:
    """Move a seed back to the first stage if its stage's draws are used up, or if it drew the page's own numbers.

    The seed fails instead if it has no starts or patience left. A seed that has passed all stages with other numbers,
    or has draws and patience left, is unchanged.
    """
    at_the_end = search.at == len(stages)
    if at_the_end and _drawn(stages, search) != draws.given:
        return
    if at_the_end or search.tried >= stages[search.at].tries or search.patience.is_over:
        search.failed = search.starts >= draws.starts or search.patience.is_over
        search.names, search.at, search.tried, search.starts = draws.given, 0, 0, search.starts + 1


def _drawn(stages: Sequence[Stage], search: _SeedSearch) -> Names:
    """Return the drawn numbers, without the values of lines."""
    lines = {stage.name for stage in stages}
    return {name: value for name, value in search.names.items() if name not in lines}
