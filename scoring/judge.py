"""Grading an answer against its key.

A **wrong turn** is a known mistake in one line of the working, a **slip** a small error in otherwise right work, such
as a lost sign. A number is **carried** if it differs from the truth only as far as honest rounding of the lines before
it explains. `slots` has the quality of each number of an answer, `marks` whether each counts as right, both in
row-major order.
"""

from __future__ import annotations

from scoring.answer import Answer, TypedNumber
from scoring.judgement import Judgement, Verdict
from scoring.key import Key, KnownTurn
from scoring.places import DECIMALS, FIGURES, agrees, compared_places, whole_at
from scoring.shapes import Shape, describe, name_slot, same_shape
from scoring.slips import KEEP_THREE, Slip, are_reordered, find_slip, kept_too_short, one_digit_off
from scoring.slots import (
    Slot,
    distance,
    equals_turn,
    fits_turn,
    is_early,
    is_much_narrower,
    is_two_decimals,
    judge_slots,
)
from scoring.unworked import find_unworked
from scoring.wording import capital, joined

# The most wrong numbers listed; more are only counted.
_MOST_NAMED = 4
# The largest relative deviation that is reported as a rounding of the truth.
_MOST_ROUNDED = 0.1


def grade(answer: Answer, key: Key, own: Key | None = None) -> Judgement:
    """Return the judgement of an answer against its key.

    `own` is the key worked from the learner's own earlier lines, if a line of a kata depends on one that was wrong; an
    answer that is wrong or coarse by `key`, but right by `own`, gets the verdict FOLLOWS.

    An answer that leaves the asked operation undone is UNREAD, right or not. One of another shape is UNREAD, unless it
    is the result of a known wrong turn. All others get the first verdict that fits: right, carried, follows, coarse,
    lines rounded too early (unless a wrong turn explains the answer better), a known wrong turn, a slip, wrong. A wrong
    answer is explained by `own` before it is explained by `key`.
    """
    unworked = find_unworked(answer, key.forms)
    if unworked is not None:
        return Judgement(Verdict.UNREAD, unworked)
    if not same_shape(answer.shape, key.shape):
        return _named_turn(answer, key, ()) or other_shape(answer.shape, key.shape)
    slots = judge_slots(answer.numbers, key)
    worst = max(slots)
    if worst >= Slot.EARLY:
        return _judge_from_own_lines(answer, own) or _explain(answer, key, slots)
    if worst is Slot.COARSE:
        # 13 may be exact by the learner's own lines, though it is too coarse for 12.83.
        stands = _judge_from_own_lines(answer, own)
        if stands is not None and stands.verdict is Verdict.FOLLOWS:
            return stands
        return Judgement(Verdict.COARSE, f"right so far; give {_precision_asked(key)}", _right_slots(slots))
    if worst is Slot.CARRIED:
        return Judgement(
            Verdict.CARRIED, "right: only the rounding of your lines shows in the last digits", _right_slots(slots)
        )
    return Judgement(Verdict.RIGHT, _right(answer, key), _right_slots(slots))


def _right_slots(slots: tuple[Slot, ...]) -> tuple[bool, ...]:
    """Return for each number whether it is not wrong: its quality is RIGHT, CARRIED or COARSE."""
    return tuple(slot < Slot.EARLY for slot in slots)


def _right(answer: Answer, key: Key) -> str:
    """Return the message for a right answer, with the fewest decimals that any of its numbers was rounded to.

    It is "right" alone if no number was rounded. More decimals than were compared are not called right.
    """
    pairs = zip(answer.numbers, key.value, strict=True)
    rounded = [(n.places, truth) for n, truth in pairs if n.places is not None and not whole_at(truth, n.places)]
    if not rounded:
        return "right"
    places, compared = min(places for places, _ in rounded), min(compared_places(truth) for _, truth in rounded)
    if places <= 0:
        return f"right to the nearest {'whole number' if places == 0 else 10**-places}"
    if places > compared:
        return f"right to {compared} places; more are not compared"
    return f"right to {places} place{'' if places == 1 else 's'}"


def _precision_asked(key: Key) -> str:
    """Return the precision that the key asks for in words: "3 decimals, or 4 significant figures".

    A key that leaves the decimals open counts as asking for 3.
    """
    places = DECIMALS if key.places is None else key.places
    return f"{places} decimal{'' if places == 1 else 's'}, or {FIGURES} significant figures"


def _judge_from_own_lines(answer: Answer, own: Key | None) -> Judgement | None:
    """Return the judgement by `own`, the key worked from the learner's own earlier lines.

    The verdict is FOLLOWS if the answer is right by it, COARSE if it has too few decimals, else that of a wrong turn or
    slip. None if there is no such key, if it has another shape, or if it does not explain the answer.
    """
    if own is None or not same_shape(answer.shape, own.shape):
        return None
    slots = judge_slots(answer.numbers, own)
    if max(slots) <= Slot.CARRIED:
        return Judgement(Verdict.FOLLOWS, "correct from your earlier line, which was wrong", _right_slots(slots))
    if max(slots) is Slot.COARSE:
        message = f"correct so far from your earlier line; give {_precision_asked(own)}"
        return Judgement(Verdict.COARSE, message, _right_slots(slots))
    explained = _explain(answer, own, slots)
    return explained if explained.verdict is not Verdict.WRONG else None


def _explain(answer: Answer, key: Key, slots: tuple[Slot, ...]) -> Judgement:
    """Return the judgement of a wrong answer by the first explanation that fits, else with verdict WRONG.

    Tried are lines rounded too early, known wrong turns, and slips. At least one of `slots` is EARLY or OFF.
    """
    marks = _right_slots(slots)
    turn = _named_turn(answer, key, marks)
    early = _too_early(answer, key, slots, turn)
    if early is not None:
        return _of_slip(early, marks)
    if turn is not None:
        return turn
    slip = find_slip(answer.numbers, key, slots)
    if slip is not None:
        return _of_slip(slip, marks)
    if all(map(_is_rounding, answer.numbers, key.value)):
        why = "wrong: that is only the rounded value; write its decimals"
        return Judgement(Verdict.WRONG, why, marks, unexplained=True)
    return Judgement(Verdict.WRONG, _describe_wrong_numbers(answer, key, marks), marks, unexplained=True)


def _of_slip(slip: Slip, marks: tuple[bool, ...]) -> Judgement:
    """Return the judgement with verdict SLIP for a slip; `marks` becomes its `slots`."""
    return Judgement(Verdict.SLIP, slip.message, marks, unexplained=not slip.explains, doubtful=not slip.sure)


def _too_early(answer: Answer, key: Key, slots: tuple[Slot, ...], turn: Judgement | None) -> Slip | None:
    """Return the slip for an answer that lines rounded too early may give; None if they may not.

    Where a number is OFF, that is the first slip of `find_slip`, which may be a more specific one. `turn` is the
    judgement for the wrong turns that give the answer, if there are any. The result is also None if a wrong turn
    explains the answer better: its exact value is the answer, or its band is much narrower. Rounding every line to two
    decimals is reported in any case if it gives the answer.
    """
    numbers = answer.numbers
    if is_two_decimals(numbers, key):
        return Slip(KEEP_THREE)
    if max(slots) is not Slot.EARLY and not is_early(numbers, key):
        return None
    rounded = key.band if max(slots) is Slot.EARLY else key.early
    if turn is not None and (
        any(equals_turn(numbers, each) for each in turn.wrong_turns)
        or any(is_much_narrower(each, rounded) for each in turn.named)
    ):
        return None
    if max(slots) is Slot.EARLY:
        return Slip(kept_too_short(key, slots))
    return find_slip(numbers, key, slots)


def _is_rounding(number: TypedNumber, truth: float) -> bool:
    """Return whether a number is the truth rounded, at most 10 % off: 5 for 4.9, not 2 for 1.7 nor 0 for 0.1."""
    near = abs(number.value - truth) <= _MOST_ROUNDED * abs(truth)
    return near and agrees(number.value, number.places, truth, about=True)


def _named_turn(answer: Answer, key: Key, marks: tuple[bool, ...]) -> Judgement | None:
    """Return the judgement for the known wrong turns that give the answer; None if no wrong turn does.

    `marks` says for each number of the answer whether it is right; it becomes `slots` of the judgement. If the
    likeliest of the wrong turns only follows another convention, the verdict is SLIP.
    """
    numbers = answer.numbers
    far = {
        turn: round(distance(numbers, turn), 6)
        for turn in key.wrong_turns
        if same_shape(answer.shape, turn.shape) and fits_turn(numbers, turn, key.places)
    }
    if not far:
        return None
    nearest = min(far.values())
    # Order: beliefs of the drill, conventions, then by distance; at equal distance, skipped lines first.
    named = sorted(
        far,
        key=lambda turn: (
            not (turn.is_belief and far[turn] == nearest), not turn.convention, far[turn], not turn.left_out, turn.name
        ),
    )  # fmt: skip
    if named[0].convention:
        return Judgement(Verdict.SLIP, _other_convention(named[0]), marks, tuple(named))
    judged = Judgement(Verdict.WRONG_TURN, "", marks, tuple(named))
    return judged._replace(message=joined([sentence_of(turn) for turn in judged.named]))


def _other_convention(turn: KnownTurn) -> str:
    """Return the message for an answer that is right by another convention than the one asked for."""
    detail = f": {turn.detail}" if turn.detail else ""
    return f"right by another convention: {turn.happened}{detail}. {capital(turn.instead)}"


def sentence_of(turn: KnownTurn) -> str:
    """Return what a wrong turn is and what to do instead, in sentences.

    For example `Skipped e^ (step "raise"): the scores themselves were shared out. Raise e to each score first.` The
    step is left out for a belief, and the part after the colon if the turn has no detail.
    """
    step = "" if turn.is_belief else f' (step "{turn.line}")'
    detail = f": {turn.detail}" if turn.detail else ""
    return f"{capital(turn.happened)}{step}{detail}. {capital(turn.instead)}."


def _describe_wrong_numbers(answer: Answer, key: Key, marks: tuple[bool, ...]) -> str:
    """Return the message for an answer that nothing explains: how far off it is, or which numbers are wrong.

    `marks` says for each number, in row-major order, whether it is right.
    """
    if len(marks) == 1:
        beyond = one_digit_off(answer.numbers[0], key, 0)
        return f"wrong: {beyond}" if beyond else "wrong"
    if are_reordered(answer.numbers, key):
        return "wrong: the right numbers, in other places"
    return _list_wrong_numbers(marks, key.shape)


def _list_wrong_numbers(marks: tuple[bool, ...], shape: Shape) -> str:
    """Return the message that lists the wrong numbers by position; "wrong" alone if there is only one number.

    `marks` says for each number, in row-major order, whether it is right. If all are wrong, the message says so. If the
    wrong numbers are whole rows of a grid, at most four, the rows are named. Of more than four wrong numbers only the
    count and the first are told.
    """
    if len(marks) == 1:
        return "wrong"
    wrong = [index for index, mark in enumerate(marks) if not mark]
    if len(wrong) == len(marks):
        return "wrong: no number is right"
    if len(shape) > 1 and min(shape) > 1:
        rows = [marks[at : at + shape[1]] for at in range(0, len(marks), shape[1])]
        off = [f"row {number}" for number, row in enumerate(rows, 1) if not any(row)]
        if 0 < len(off) <= _MOST_NAMED and all(all(row) for row in rows if any(row)):
            return f"wrong: {'; '.join(off)}"
    if len(wrong) > _MOST_NAMED:
        return f"wrong: {len(wrong)} of {len(marks)} numbers, the first is {name_slot(wrong[0], shape)}"
    return f"wrong: {'; '.join(name_slot(index, shape) for index in wrong)}"


def other_shape(typed: Shape, asked: Shape) -> Judgement:
    """Return the judgement, with verdict UNREAD, of an answer with shape `typed` where `asked` is asked for.

    It does not compare the shapes.
    """
    how = "; write its rows one after the other, as [1 2; 3 4]" if len(asked) == 2 else ""
    message = f"this reads as {describe(typed)}, and {describe(asked)} is asked for{how}"
    return Judgement(Verdict.UNREAD, message, unexplained=True)
