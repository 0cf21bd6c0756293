"""Linting drills that are answered with numbers, and spots (a working with one wrong line to find).

A belief is a mistake that the drill describes; `page_says` is the result that the page prints, and an erratum says that
it is wrong. Fresh numbers are random ones instead of the page's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import permutations

from katatx.decks.chain import Chain
from katatx.decks.errors import DeckError
from katatx.decks.linting.teaching import enough_draws, lint_teaching
from katatx.decks.parts import is_name, placeholders
from katatx.decks.prepared import Prepared
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.sources import numbered_source
from katatx.engine.key import RIGHT, Solution
from katatx.engine.mistakes.spotting import draw_spot, spot_in_chain, spot_in_working
from katatx.engine.names import Names, names_in
from katatx.errors import KatatxError
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_value
from katatx.notation.quoting import quote
from scoring import Verdict
from scoring.shapes import describe, same_shape

SEEDS = range(2)


def lint_numbers(prepared: Prepared) -> Iterator[DeckError]:
    """Yield the faults of a drill answered with numbers.

    Some are sought only if there are none of the kinds before. Raises KatatxError if the answer has no value.
    """
    yield from _unused(prepared)
    faults = list(_belief_faults(prepared))
    yield from faults
    if faults:
        return
    solution = Solution(prepared.node, prepared.given, prepared.drill.places, prepared.beliefs)
    yield from _page_says(prepared, solution)
    draws: list[Names] = []
    if prepared.drill.fresh:
        faults = [*draws_fault(prepared, lambda: draws.extend(enough_draws(prepared)))]
        yield from faults
        if faults:
            return
    # Collisions between the engine's own wrong turns are no fault of the file.
    colliding: Collection[frozenset[str]] = ()
    if prepared.beliefs:
        check = prepared.draws.checks[0]
        colliding = check.unavoidable() if draws else check.collisions(prepared.given)
    pairs = {pair for names in colliding for pair in permutations(names, 2)}
    faults = list(_belief_collisions(prepared, pairs, always=bool(draws)))
    yield from faults or lint_teaching(prepared, draws)


def lint_spot(prepared: Prepared) -> Iterator[DeckError]:
    """Yield the faults of a spot (a working with one wrong line to find); of one in a faulty kata, those of its parts.

    Raises KatatxError if no line can visibly be wrong, if it cannot be worked, or if the deck has no kata to show.
    """
    drill = prepared.drill
    if drill.page_says is not None or drill.beliefs:
        part = "beliefs" if drill.page_says is None else "page_says"
        yield prepared.fault("a spot cannot have page_says or beliefs; remove them", part)
    if prepared.spots_kata:
        for part in ("given", "fresh"):
            if getattr(drill, part):
                yield prepared.fault(f"a spot in the kata uses the kata's numbers; remove {part}", part)
        if prepared.deck.kata_is_faulty:
            return  # the kata's fault is reported elsewhere
        spot_in_chain(prepared.kata.lines, prepared.kata.page, numbered_source("lint"))
        return
    spot_in_working(prepared.node, prepared.given, drill.places, numbered_source("lint"))
    yield from _unused(prepared)
    if drill.fresh:

        def draw() -> None:
            for seed in SEEDS:
                draw_spot(prepared.draws, seed, numbered_source(f"lint {seed}"))

        yield from draws_fault(prepared, draw)


def draws_fault(chain: Chain, draw: Callable[[], object]) -> Iterator[DeckError]:
    """Yield a fault if `draw` finds no fresh (random) numbers for a drill or kata, or if it is too long for that."""
    try:
        if isinstance(chain, Prepared):
            chain.bound_effort([chain.node], chain.given, "fresh", drawn=True)
        draw()
    except DeckError as error:
        yield error
    except KatatxError as error:
        yield chain.fault(str(error).removeprefix(f"{chain.name}: "), "fresh")


def name_faults(chain: Chain, name: str, *path: str | int) -> Iterator[DeckError]:
    """Yield a fault if this cannot be a name in an expression, as a constant cannot."""
    if not is_name(name):
        problem = "cannot be used as a name in an expression; write letters, digits and _, a letter first"
        yield chain.fault(f"{quote(name)} {problem}", *path)


def _belief_faults(prepared: Prepared) -> Iterator[DeckError]:
    """Yield a fault for each belief whose name an earlier one has, or without a value."""
    seen: set[str] = set()
    for index, belief in enumerate(prepared.beliefs):
        if belief.name in seen:
            problem = f"two beliefs are called {quote(belief.name)}; rename one of them"
            yield prepared.fault(problem, "beliefs", index, "name")
        seen.add(belief.name)
        try:
            evaluate(belief.node, prepared.given)
        except KatatxError as error:
            yield prepared.fault(str(error), "beliefs", index, "answer")


def _page_says(prepared: Prepared, solution: Solution) -> Iterator[DeckError]:
    """Yield at most one fault of `page_says`, what the page prints."""
    drill = prepared.drill
    if drill.page_says is None:
        return
    printed = drill.page_says if isinstance(drill.page_says, str) else write_value(drill.page_says, 9)
    try:
        answer = read_answer(printed, solution.shape)
        judged = solution.grade(answer)
    except NotationError as error:
        yield prepared.fault(f"page_says: {error}", "page_says")
        return
    if judged.verdict is Verdict.AGAIN and same_shape(answer.shape, solution.shape):
        places = max(number.places or 0 for number in answer.numbers)
        yield prepared.fault(f"page_says has fewer decimals than are asked for; write places: {places}", "page_says")
        return
    agrees = judged.verdict is Verdict.RIGHT
    if agrees and drill.erratum is not None:
        yield prepared.fault("page_says is right; remove the erratum", "page_says")
    elif drill.erratum is None and not same_shape(answer.shape, solution.shape):
        is_now, is_asked = describe(answer.shape), describe(solution.shape)
        yield prepared.fault(f"page_says is {is_now}, but the answer is {is_asked}; correct one of them", "page_says")
    elif not agrees and drill.erratum is None:
        yield prepared.fault(f"page_says is wrong ({judged.line}); correct it, or add an erratum", "page_says")


def _unused(prepared: Prepared) -> Iterator[DeckError]:
    """Yield a fault for each given name that is used nowhere, often because a name was mistyped."""
    drill = prepared.drill
    used = {name.text for name in names_in(prepared.node)} | set(placeholders(drill.prompt))
    used |= {name.text for belief in prepared.beliefs for name in names_in(belief.node)}
    for name in drill.given.keys() - used:
        problem = "is given, but neither the answer nor the prompt uses it; use it, or remove it"
        yield prepared.fault(f"{quote(name)} {problem}", "given", name)


def _belief_collisions(prepared: Prepared, collided: set[tuple[str, str]], always: bool) -> Iterator[DeckError]:
    """Yield a fault for each belief that has the same result as the right answer or as another mistake.

    `collided` are the pairs of names with one result, in both orders; `always` says that other numbers do not help.
    """
    own = f"{prepared.drill.id}/"
    where, remedy = "with these numbers", "give other numbers"
    if always:
        where, remedy = "with any numbers", "correct its answer, or leave it out"
    same: dict[str, str] = {}
    for mine, other in sorted(collided, key=lambda pair: (pair[1] != RIGHT, pair)):
        same.setdefault(mine, other)
    for index, belief in enumerate(prepared.beliefs):
        if belief.name in same:
            other = same[belief.name]
            what = "the right answer" if other == RIGHT else quote(other.removeprefix(own))
            says = f"belief {quote(belief.name.removeprefix(own))} has the same result as {what} {where}; {remedy}"
            yield prepared.fault(says, "beliefs", index)
