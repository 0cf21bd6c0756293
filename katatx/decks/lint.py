"""Checks a deck: every fault in one pass, each at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from katatx.decks.errors import DeckError
from katatx.decks.loading import Deck
from katatx.decks.model import Drill
from katatx.decks.prepared import Prepared, fault, prepare
from katatx.engine.draws import collisions
from katatx.engine.key import RIGHT, solve
from katatx.errors import KatatxError
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_value
from katatx.notation.quoting import quote
from scoring import Verdict, grade

_SEEDS = range(3)
_PLACEHOLDER = re.compile(r"\{([^{}\s]+)\}")


def lint_deck(deck: Deck) -> list[DeckError]:
    """Every fault of a deck that loaded: expressions, the page's figures against the
    truth, choices, turns, and fresh draws.
    """
    faults = [found for drill in deck.drills for found in _lint_drill(deck, drill)]
    return faults + list(_turn_numbers(deck))


def _lint_drill(deck: Deck, drill: Drill) -> Iterator[DeckError]:
    try:
        prepared = prepare(deck, drill)
    except DeckError as error:
        yield error
        return
    yield from _prompt(deck, drill)
    if drill.choices is not None:
        yield from _choices(deck, drill)
        return
    try:
        yield from _numbers(prepared)
    except KatatxError as error:
        yield fault(deck, drill, str(error), "answer")


def _prompt(deck: Deck, drill: Drill) -> Iterator[DeckError]:
    for name in _PLACEHOLDER.findall(drill.prompt):
        if name not in drill.given:
            yield fault(deck, drill, f"the prompt names {{{name}}}, which is not given", "prompt")
    if (drill.turn is None) != (drill.kind == "worked"):
        problem = "a worked line has no turn" if drill.turn else f"a {drill.kind} needs its turn's number"
        yield fault(deck, drill, problem, "turn")


def _choices(deck: Deck, drill: Drill) -> Iterator[DeckError]:
    choices = drill.choices or []
    right = sum(choice.right for choice in choices)
    if right != 1:
        yield fault(deck, drill, f"{right} choices are right; exactly one must be", "choices")
    seen: set[str] = set()
    for index, choice in enumerate(choices):
        text = " ".join(choice.says.split()).casefold()
        if text in seen:
            yield fault(deck, drill, f"two choices say {quote(choice.says)}", "choices", index)
        seen.add(text)
        if not choice.right and (choice.belief is None or choice.because is None):
            yield fault(deck, drill, "a wrong choice names its belief and says because", "choices", index)
    if isinstance(drill.page_says, str) and right == 1:
        told = next(choice.says for choice in choices if choice.right)
        if drill.page_says != told and drill.erratum is None:
            yield fault(deck, drill, "page_says is not the right choice, and there is no erratum", "page_says")


def _numbers(prepared: Prepared) -> Iterator[DeckError]:
    deck, drill, node = prepared.deck, prepared.drill, prepared.node
    if node is None:
        return
    # Places as the page gives them: a page may print 0.5 where three decimals are asked.
    solution = solve(node, prepared.given, None, prepared.beliefs)
    if drill.page_says is not None:
        printed = drill.page_says if isinstance(drill.page_says, str) else write_value(drill.page_says, 9)
        try:
            judged = grade(read_answer(printed), solution.key)
        except NotationError as error:
            yield fault(deck, drill, f"page_says: {error}", "page_says")
        else:
            agrees = judged.verdict in (Verdict.RIGHT, Verdict.CARRIED)
            if agrees == (drill.erratum is not None):
                problem = (
                    "agrees with the truth, so there is no erratum"
                    if agrees
                    else f"is {judged.message}; add an erratum"
                )
                yield fault(deck, drill, f"page_says {problem}", "page_says")
    yield from _draws(prepared)


def _draws(prepared: Prepared) -> Iterator[DeckError]:
    deck, drill, draws = prepared.deck, prepared.drill, prepared.draws
    if draws is None:
        return
    beliefs = {belief.name for belief in prepared.beliefs}
    for seed in _SEEDS:
        try:
            _, solution = draws.draw_solved(seed)
        except KatatxError as error:
            yield fault(deck, drill, str(error), "fresh")
            return
    hidden = {name for pair in draws.unavoidable().collisions if RIGHT in pair for name in pair} & beliefs
    for name in sorted(hidden):
        yield fault(deck, drill, f"belief {quote(name)} always comes to the right answer", "beliefs")
    if not collisions(solution) <= draws.unavoidable().collisions:
        yield fault(deck, drill, "fresh numbers that confuse two mistakes", "fresh")


def _turn_numbers(deck: Deck) -> Iterator[DeckError]:
    """Turns of each kind count up from 1 without a gap."""
    for kind in ("your-turn", "wrong-turn"):
        numbers = [(drill.turn, drill) for drill in deck.drills if drill.kind == kind and drill.turn is not None]
        expected = 1
        for number, drill in numbers:
            if number not in (expected - 1, expected) or number < 1:
                yield fault(deck, drill, f"{kind} {number} comes where {expected} should", "turn")
            expected = max(expected, number + 1)
