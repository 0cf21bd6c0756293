"""Questions that are answered with numbers, and the verdicts on them.

A key is the true value with its accepted range and the known mistakes (wrong turns). A belief is a mistake of one drill
that its deck describes. A general slip is a mistake that can happen in any calculation, such as a lost sign.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.engine.values import Value, as_lists
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_value
from katatx.questions.deck_words import in_words_of, key_in_words_of
from katatx.questions.question import SolvedQuestion
from katatx.questions.sheet import Names
from scoring import Judgement, KnownTurn, Verdict
from scoring.shapes import Shape

if TYPE_CHECKING:
    from katatx.engine.key import Solution
    from katatx.engine.pencils.strokes import Strokes
    from katatx.engine.pencils.writing import Step
    from katatx.notation.syntax import Node
    from scoring.answer import Answer
    from scoring.key import Key


@dataclass
class NumberQuestion(SolvedQuestion):
    """A question for the value of an expression.

    Pass the solution for random numbers; for the page's numbers it is worked out when needed.
    """

    _drawn: Solution | None = field(default=None, repr=False)

    @cached_property
    def solution(self) -> Solution:
        """Return the solution for the given numbers. Raises DeckError if there is none with the page's."""
        return self.prepared.solution if self._drawn is None else self._drawn

    @property
    def places(self) -> int:
        """Return the decimals asked for."""
        drawn = None if self._drawn is None else self._drawn.key.places
        return self.prepared.places if drawn is None else drawn

    @property
    def node(self) -> Node | None:
        """Return the expression to work out; None if only a line of it is asked for."""
        return self.prepared.node

    def judge(self, typed: str) -> Judgement:
        """Return the verdict on an answer. No text raises an error.

        Its message may name a general slip: a mistake that can happen in any calculation, such as a lost sign.
        """
        judged = judge_numbers(typed, self.solution.key)
        if self.node is not None and (judged.unexplained or judged.doubtful):
            key = key_in_words_of(self.prepared.deck.contents.words, self.solution.key)
            return with_general_slip(judged, typed, self.node, self.given, key)
        if self.node is not None and judged.verdict is Verdict.WRONG_TURN:
            judged = _with_lost_sign(judged, typed, self.node, self.given, self.solution.key)
        return in_words_of(self.prepared.deck.contents.words, judged)

    def steps(self) -> list[Step]:
        """Return the true working, with the answer as its last step, then the drill's reason if it has one."""
        from katatx.engine.key import write_out
        from katatx.engine.pencils.writing import Step

        steps = _with_answer(write_out(self.prepared.node, self.given), self.solution.value)
        because = self.prepared.drill.because
        return [*steps, Step("because", because, None)] if because else steps

    def steps_with(self, turn: KnownTurn) -> list[Step]:
        """Return the working that a known mistake leads to; [] if the mistake is unknown or impossible with these
        numbers.
        """
        from katatx.engine.book import find_wrong_turn
        from katatx.engine.errors import EngineError
        from katatx.engine.key import write_out
        from katatx.engine.values import as_written, shaped

        belief = next((each for each in self.prepared.beliefs if each.name == turn.name), None)
        taken = None if belief is not None else find_wrong_turn(turn.name)
        if belief is None and taken is None:
            return []
        try:
            steps = write_out(self.prepared.node if belief is None else belief.node, self.given, taken)
        except EngineError:  # an older log may name a mistake that is impossible with these numbers
            return []
        return _with_answer(steps, as_written(shaped(turn.shape, turn.value)))

    def count_strokes(self) -> Strokes:
        """Return the pencil strokes (operations and digits of written work) that the working takes, for the target
        time.
        """
        from katatx.engine.key import count_strokes

        return count_strokes(self.prepared.node, self.given)


def with_general_slip(judged: Judgement, typed: str, node: Node, given: Names, key: Key) -> Judgement:
    """Return the verdict on an answer, naming a general slip in the message if one leads to that answer.

    Such a slip, like a lost sign, can happen in any calculation. `key` is that of the expression `node` with the values
    `given`. The slip replaces the message, or follows it if the verdict names a doubtful cause; then the verdict is not
    `unexplained`. An answer of another shape stays unread, but the message may name the line of working that it is.
    """
    from katatx.engine.mistakes.slips.general import find_general_slip, find_line_written
    from scoring.places import close
    from scoring.shapes import same_shape

    answer = _read(typed, key.shape)
    if isinstance(answer, Judgement):
        return judged
    if not same_shape(answer.shape, key.shape):
        numbers = tuple(number.value for number in answer.numbers)
        if len(numbers) == len(key.value) and all(map(close, numbers, key.value)):  # only the shape is another
            return judged
        says = find_line_written(node, given, answer, key.places)
        return judged if says is None else judged._replace(message=f"{judged.message}. {says}")
    says = find_general_slip(node, given, key, answer.numbers)
    if says is None:
        return judged
    return judged._replace(message=f"{judged.message}. Or: {says}" if judged.doubtful else says, unexplained=False)


def _with_lost_sign(judged: Judgement, typed: str, node: Node, given: Names, key: Key) -> Judgement:
    """Return the verdict on a known mistake, with a lost minus or e^0 taken for 0 named too if that gives the same.

    It is named in the message and in `also`. `key` is that of the expression `node` with the values `given`.
    """
    from katatx.engine.mistakes.slips.general import find_lost_sign

    answer = _read(typed, key.shape)
    if isinstance(answer, Judgement) or len(answer.numbers) != len(key.value):
        return judged
    also = find_lost_sign(node, given, key, answer.numbers)
    return judged if also is None else judged._replace(message=f"{judged.message} Or: {also}", also=also)


def _with_answer(steps: list[Step], value: Value) -> list[Step]:
    """Append a step "answer" to `steps` unless the last one has the value `value`; return `steps`."""
    from katatx.engine.pencils.writing import Step

    if not steps or steps[-1].value != value:
        steps.append(Step("answer", write_value(as_lists(value)), value))
    return steps


def unreadable(typed: str, shape: tuple[int, ...]) -> Judgement | None:
    """Return the verdict `unread` on text that is not worked-out numbers of a shape; None on text that is."""
    from scoring.judge import other_shape
    from scoring.shapes import same_shape
    from scoring.unworked import find_unworked

    answer = _read(typed, shape)
    if isinstance(answer, Judgement):
        return answer
    unworked = find_unworked(answer, frozenset())
    if unworked is not None:
        return Judgement(Verdict.UNREAD, unworked)
    return None if same_shape(answer.shape, shape) else other_shape(answer.shape, shape)


def judge_numbers(typed: str, key: Key, own: Key | None = None) -> Judgement:
    """Return the verdict on typed text: UNREAD, with the reason, if it cannot be read. Never raises.

    Numbers of another shape are UNREAD too, unless a known mistake gives them. `key` is worked from true values; `own`,
    if given, from the learner's earlier lines.
    """
    from scoring import grade

    answer = _read(typed, key.shape)
    return answer if isinstance(answer, Judgement) else grade(answer, key, own)


def _read(typed: str, shape: Shape) -> Answer | Judgement:
    """Return the typed numbers, in the shape `shape` if they can be read so, or the verdict UNREAD if they cannot be
    read.
    """
    from katatx.notation.answers import read_answer

    try:
        return read_answer(typed, shape)
    except NotationError as error:
        return Judgement(Verdict.UNREAD, str(error))


def judge_on_rounded(typed: str, true: Key, own: Key | None) -> Judgement:
    """Return the verdict on a line worked from earlier lines that are right but rounded.

    `own` is the key worked from those lines (None if they have no result), `true` the one from exact values. Too few
    decimals are CARRIED, not COARSE, if `own` takes them as right.
    """
    judged = judge_numbers(typed, true if own is None else true.widened(own))
    if judged.verdict is Verdict.COARSE and own is not None and judge_numbers(typed, own).verdict is Verdict.RIGHT:
        # 1.234 + 0.406 is exactly 1.64, though the true value has more decimals.
        return Judgement(Verdict.CARRIED, "right: exactly what your earlier lines give", judged.slots)
    return judged
