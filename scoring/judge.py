"""The verdict on an answer."""

from __future__ import annotations

from scoring.answer import Answer, TypedNumber
from scoring.judgement import Judgement, Verdict
from scoring.key import Key, KnownTurn
from scoring.places import DECIMALS, FIGURES, agrees, whole_at
from scoring.shapes import Shape, describe, name_slot, same_shape
from scoring.slips import KEEP_THREE, find_slip, kept_too_short
from scoring.slots import Slot, distance, fits_turn, is_early, is_turns_own, is_two_decimals, judge_slots

_CARRIED = "right: the last digits differ only by the rounding of your lines"
# More wrong numbers than these are counted, not listed.
_MOST_NAMED = 4


def grade(answer: Answer, key: Key, own: Key | None = None) -> Judgement:
    """Judge an answer against its key.

    `own` is the key worked from the learner's own earlier lines, where a line of a
    kata stands on one that was wrong; an answer right against it `follows`.

    A verdict is looked for in this order: right, carried, follows, coarse, lines rounded
    too early, a known wrong turn, a slip, wrong; turns and slips in going on from the learner's own lines
    first. An answer of another shape is unread, unless it is just what a known wrong turn
    leads to (a row left unadded, an entry left out).
    """
    if not same_shape(answer.shape, key.shape):
        return _named_turn(answer, key, ()) or other_shape(answer.shape, key.shape)
    slots = judge_slots(answer.numbers, key)
    worst = max(slots)
    if worst >= Slot.EARLY:
        return _stands_on(answer, own) or _explained(answer, key, slots)
    if worst is Slot.COARSE:
        # 13 may be all that comes of the learner's own lines, though it is 12.83 cut short.
        stands = _stands_on(answer, own)
        if stands is not None and stands.verdict is Verdict.FOLLOWS:
            return stands
        return Judgement(Verdict.COARSE, f"right so far; give {_asked(key)}", _marks(slots))
    if worst is Slot.CARRIED:
        return Judgement(
            Verdict.CARRIED, "right: only the rounding of your lines shows in the last digits", _marks(slots)
        )
    return Judgement(Verdict.RIGHT, _right(answer, key), _marks(slots))


def _marks(slots: tuple[Slot, ...]) -> tuple[bool, ...]:
    return tuple(slot < Slot.EARLY for slot in slots)


def _right(answer: Answer, key: Key) -> str:
    pairs = zip(answer.numbers, key.value, strict=True)
    written = [n.places for n, truth in pairs if n.places is not None and not whole_at(truth, n.places)]
    if not written:
        return "right"
    places = min(written)
    if places <= 0:
        return f"right to the nearest {'whole number' if places == 0 else 10**-places}"
    return f"right to {places} place{'' if places == 1 else 's'}"


def _asked(key: Key) -> str:
    places = DECIMALS if key.places is None else key.places
    return f"{places} decimal{'' if places == 1 else 's'}, or {FIGURES} significant figures"


def _stands_on(answer: Answer, own: Key | None) -> Judgement | None:
    """Return what an answer is to the learner's own earlier lines: it follows from them, or a mistake
    was made in going on from them. None where nothing can be said.
    """
    if own is None or not same_shape(answer.shape, own.shape):
        return None
    slots = judge_slots(answer.numbers, own)
    if max(slots) <= Slot.CARRIED:
        return Judgement(Verdict.FOLLOWS, "correct from your earlier line, which was wrong", _marks(slots))
    if max(slots) is Slot.COARSE:
        message = f"correct so far from your earlier line; give {_asked(own)}"
        return Judgement(Verdict.COARSE, message, _marks(slots))
    explained = _explained(answer, own, slots)
    return explained if explained.verdict is not Verdict.WRONG else None


def _explained(answer: Answer, key: Key, slots: tuple[Slot, ...]) -> Judgement:
    marks = _marks(slots)
    turn = _named_turn(answer, key, marks)
    early = _too_early(answer, key, slots, turn)
    if early is not None:
        return Judgement(Verdict.SLIP, early, marks)
    if turn is not None:
        return turn
    slip = find_slip(answer.numbers, key, slots)
    if slip is not None:
        return Judgement(Verdict.SLIP, slip, marks)
    if all(map(_is_rounding, answer.numbers, key.value)):
        return Judgement(Verdict.WRONG, "wrong: it is that only as a rounding; write its decimals", marks)
    return Judgement(Verdict.WRONG, _which_right(marks, key.shape), marks)


def _too_early(answer: Answer, key: Key, slots: tuple[Slot, ...], turn: Judgement | None) -> str | None:
    """The sentence for lines that were rounded too early; None where that does not explain the
    answer, or a wrong turn explains it better: one whose own value it is, digit by digit, and that
    plain work with two decimals would not have ended in as well.
    """
    numbers = answer.numbers
    if is_two_decimals(numbers, key):
        return KEEP_THREE
    if max(slots) is not Slot.EARLY and not is_early(numbers, key):
        return None
    if turn is not None and any(is_turns_own(numbers, each) for each in turn.wrong_turns):
        return None
    if max(slots) is Slot.EARLY:
        return kept_too_short(key, slots)
    return find_slip(numbers, key, slots)


def _is_rounding(number: TypedNumber, truth: float) -> bool:
    return agrees(number.value, number.places, truth, about=True)


def _named_turn(answer: Answer, key: Key, marks: tuple[bool, ...]) -> Judgement | None:
    numbers = answer.numbers
    named = sorted(
        (
            turn
            for turn in key.wrong_turns
            if same_shape(answer.shape, turn.shape) and fits_turn(numbers, turn, key.places)
        ),
        key=lambda turn: (not turn.convention, round(distance(numbers, turn), 6), turn.name),
    )
    if not named:
        return None
    if named[0].convention:
        return Judgement(Verdict.SLIP, _other_layout(named[0]), marks, tuple(named))
    return Judgement(Verdict.WRONG_TURN, " Or: ".join(map(_sentence, named)), marks, tuple(named))


def _other_layout(turn: KnownTurn) -> str:
    """Return what to say of an answer that is right by another convention than the one asked."""
    detail = f": {turn.detail}" if turn.detail else ""
    return f"right by another convention: {turn.happened}{detail}. {_capital(turn.instead)}"


def _sentence(turn: KnownTurn) -> str:
    """`Skipped e^ (step "raise"): the scores themselves were shared out. Raise e to each score first.`"""
    detail = f": {turn.detail}" if turn.detail else ""
    return f'{_capital(turn.happened)} (step "{turn.line}"){detail}. {_capital(turn.instead)}.'


def _capital(clause: str) -> str:
    return clause[:1].upper() + clause[1:]


def _which_right(marks: tuple[bool, ...], shape: Shape) -> str:
    if len(marks) == 1:
        return "wrong"
    wrong = [index for index, mark in enumerate(marks) if not mark]
    if len(wrong) == len(marks):
        return "wrong: no number is right"
    if len(wrong) > _MOST_NAMED:
        return f"wrong: {len(wrong)} of {len(marks)} numbers, the first is {name_slot(wrong[0], shape)}"
    return f"wrong: {'; '.join(name_slot(index, shape) for index in wrong)}"


def other_shape(typed: Shape, asked: Shape) -> Judgement:
    """The verdict on an answer of another shape than is asked for."""
    how = "; write its rows one after the other, as [1 2; 3 4]" if len(asked) == 2 else ""
    return Judgement(Verdict.UNREAD, f"this reads as {describe(typed)}, and {describe(asked)} is asked for{how}")
