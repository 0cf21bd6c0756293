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
from katatx.engine.values import Value

# Number of draws worked at once; with fewer seeds, several draws per seed.
_DRAWS_AT_ONCE = 256


@dataclass(slots=True)
class _SeedProgress:
    """The progress of one seed.

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
    """Return the numbers of each seed, in the order of the seeds, equal to those of `draw_solved`.

    It is faster for many seeds. Raises EngineError if a seed has no suitable numbers.
    """
    stages = draws.stages()
    ways = [_SeedProgress(seed, draws.source(seed), draws.patience(), draws.given) for seed in seeds]
    unfinished = ways
    while unfinished:
        for at, stage in enumerate(stages):
            here = [way for way in unfinished if way.at == at and not way.failed]
            if here:
                _draw_at(stage, here)
        for way in unfinished:
            _start_again_or_fail(draws, stages, way)
        unfinished = [way for way in unfinished if way.at < len(stages) and not way.failed]
    return [draws.draw(way.seed) if way.failed else _drawn(stages, way) for way in ways]


def _draw_at(stage: Stage, ways: Sequence[_SeedProgress]) -> None:
    """Draw one or more times for every seed at this stage, and move seeds with a suitable draw on to the next stage.

    A seed without one stays at this stage; `tried` counts its draws.
    """
    draws_per_seed = max(1, _DRAWS_AT_ONCE // len(ways))
    tries = [min(draws_per_seed, stage.tries - way.tried) for way in ways]
    drawn, states = [], []
    for way, times in zip(ways, tries, strict=True):
        for _ in range(times):
            drawn.append(stage.draw(way.source, way.names))
            states.append(way.source.state() if times > 1 else None)
    fates = iter(zip(drawn, states, stage.sieve.fates(drawn), strict=True))
    for way, times in zip(ways, tries, strict=True):
        _take_first(stage, way, [next(fates) for _ in range(times)])


def _take_first(stage: Stage, way: _SeedProgress, tries: Sequence[tuple[Names, object, Fate]]) -> None:
    """Move a seed to the next stage with the first suitable one of its draws, if there is one.

    Its source is then reset to the state after that draw. `tries` are (names, state of the source after the draw,
    fate); those looked at are counted in `tried`.
    """
    for names, state, fate in tries:
        way.tried += 1
        value = None if names == stage.besides or way.patience.is_over else _accepted(stage, way, names, fate)
        if value is None:
            continue
        way.source.go_back(state)
        way.names = names if stage.name is None else {**names, stage.name: value}
        way.at, way.tried = way.at + 1, 0
        return


def _accepted(stage: Stage, way: _SeedProgress, names: Names, fate: Fate) -> Value | None:
    """Return the value of the expression for a suitable draw, else None; the cost is charged to the seed's patience."""
    solution = stage.sieve.solved(names, fate, way.patience)
    return None if solution is None else solution.value


def _start_again_or_fail(draws: Draws | ChainDraws, stages: Sequence[Stage], way: _SeedProgress) -> None:
    """Move a seed back to the first stage if its stage's draws are used up, or if it drew the page's own numbers.

    The seed fails instead if it has no starts or patience left. A seed that has passed all stages with other numbers,
    or has draws and patience left, is unchanged.
    """
    at_the_end = way.at == len(stages)
    if at_the_end and _drawn(stages, way) != draws.given:
        return
    if at_the_end or way.tried >= stages[way.at].tries or way.patience.is_over:
        way.failed = way.starts >= draws.starts or way.patience.is_over
        way.names, way.at, way.tried, way.starts = draws.given, 0, 0, way.starts + 1


def _drawn(stages: Sequence[Stage], way: _SeedProgress) -> Names:
    """Return the drawn numbers, without the values of lines."""
    lines = {stage.name for stage in stages}
    return {name: value for name, value in way.names.items() if name not in lines}
