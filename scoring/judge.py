"""The verdict on an answer."""

from __future__ import annotations

from scoring.answer import Answer, TypedNumber
from scoring.judgement import Judgement, Verdict
from scoring.key import Key, KnownTurn
from scoring.places import DECIMALS, FIGURES, agrees, whole_at
from scoring.shapes import Shape, describe, same_shape
from scoring.slips import find_slip
from scoring.slots import Slot, distance, fits_turn, judge_slots


def grade(answer: Answer, key: Key, own: Key | None = None) -> Judgement:
    """Judge an answer against its key.

    `own` is the key worked from the learner's own earlier lines, where a line of a
    kata stands on one that was wrong; an answer right against it `follows`.

    A verdict is looked for in this order: right, carried, follows, coarse, a known
    wrong turn, a slip, wrong; turns and slips in going on from the learner's own lines
    first. An answer of another shape is unread, unless it is just what a known wrong turn
    leads to (a row left unadded, an entry left out).
    """
    if not same_shape(answer.shape, key.shape):
        return _named_turn(answer, key, ()) or other_shape(answer.shape, key.shape)
    slots = judge_slots(answer.numbers, key)
    worst = max(slots)
    if worst is Slot.OFF:
        return _stands_on(answer, own) or _explained(answer, key, slots)
    if worst is Slot.COARSE:
        # 13 may be all that comes of the learner's own lines, though it is 12.83 cut short.
        stands = _stands_on(answer, own)
        if stands is not None and stands.verdict is Verdict.FOLLOWS:
            return stands
        return Judgement(Verdict.COARSE, f"agrees as far as it goes; write {_asked(key)}", _marks(slots))
    if worst is Slot.CARRIED:
        return Judgement(
            Verdict.CARRIED, "right: the last digits are off by what rounding each line carries along", _marks(slots)
        )
    return Judgement(Verdict.RIGHT, _right(answer, key), _marks(slots))


def _marks(slots: tuple[Slot, ...]) -> tuple[bool, ...]:
    return tuple(slot is not Slot.OFF for slot in slots)


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
    return f"{DECIMALS if key.places is None else key.places} decimals, or {FIGURES} significant figures"


def _stands_on(answer: Answer, own: Key | None) -> Judgement | None:
    """What an answer is to the learner's own earlier lines: it follows from them, or a mistake
    was made in going on from them. None where nothing can be said.
    """
    if own is None or not same_shape(answer.shape, own.shape):
        return None
    slots = judge_slots(answer.numbers, own)
    if max(slots) <= Slot.CARRIED:
        return Judgement(Verdict.FOLLOWS, "follows from your own lines before; the mistake is there", _marks(slots))
    if max(slots) is Slot.COARSE:
        message = f"agrees with your own lines before as far as it goes; write {_asked(own)}"
        return Judgement(Verdict.COARSE, message, _marks(slots))
    explained = _explained(answer, own, slots)
    return explained if explained.verdict is not Verdict.WRONG else None


def _explained(answer: Answer, key: Key, slots: tuple[Slot, ...]) -> Judgement:
    marks = _marks(slots)
    turn = _named_turn(answer, key, marks)
    if turn is not None:
        return turn
    slip = find_slip(answer.numbers, key, slots)
    if slip is not None:
        return Judgement(Verdict.SLIP, slip, marks)
    if all(map(_is_rounding, answer.numbers, key.value)):
        return Judgement(Verdict.WRONG, "wrong: it is that only as a rounding; write its decimals", marks)
    return Judgement(Verdict.WRONG, _which_right(marks), marks)


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
        key=lambda turn: (round(distance(numbers, turn), 6), turn.name),
    )
    if not named:
        return None
    return Judgement(Verdict.WRONG_TURN, " Or: ".join(map(_sentence, named)), marks, tuple(named))


def _sentence(turn: KnownTurn) -> str:
    """`Skipped e^ (step "raise"): the scores themselves were shared out. Raise e to each score first.`"""
    detail = f": {turn.detail}" if turn.detail else ""
    return f'{_capital(turn.happened)} (step "{turn.line}"){detail}. {_capital(turn.instead)}.'


def _capital(clause: str) -> str:
    return clause[:1].upper() + clause[1:]


def _which_right(marks: tuple[bool, ...]) -> str:
    if len(marks) == 1:
        return "wrong"
    right = [str(index + 1) for index, mark in enumerate(marks) if mark]
    if not right:
        return "wrong: no number is right"
    return f"wrong: only number{'s' if len(right) > 1 else ''} {', '.join(right)} of {len(marks)} right"


def other_shape(typed: Shape, asked: Shape) -> Judgement:
    """The verdict on an answer of another shape than is asked for."""
    how = "; write its rows one after the other, as [1 2; 3 4]" if len(asked) == 2 else ""
    return Judgement(Verdict.UNREAD, f"this reads as {describe(typed)}, and {describe(asked)} is asked for{how}")
