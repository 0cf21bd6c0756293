"""Target times and pace, by sums worked by hand."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scoring.target import Pace, TimedAnswer, measured_pace, reading_seconds, stroke_seconds, work_seconds


@pytest.mark.parametrize(
    ("strokes", "tools", "seconds"),
    [
        ((2, 1, 0, 0, 0), "tables", 4.5),  # 3 + 1.5
        ((0, 2, 3, 3, 9), "tables", 32.7),  # softmax of three: 3 + 12 + 15 + 2.7
        ((0, 2, 3, 3, 9), "none", 65.7),  # 3 + 45 + 15 + 2.7
        ((0, 2, 3, 3, 9), "calculator", 22.2),  # 3 + 9 + 7.5 + 2.7
        ((12, 10, 0, 0, 20), "tables", 39.0),  # 18 + 15 + 6
    ],
)
def test_strokes_take_so_long_by_default(strokes: tuple[int, ...], tools: str, seconds: float) -> None:
    names = ("products", "sums", "exponentials", "divisions", "digits")
    assert stroke_seconds(SimpleNamespace(**dict(zip(names, strokes, strict=True))), tools) == seconds


# At 240 words a minute four take a second; typing is what passes after the first key, at most two seconds a character,
# or three tenths a character where no key was seen.
@pytest.mark.parametrize(
    ("seconds", "first_key", "characters", "words", "work"),
    [
        (30.0, 25.0, 10, 40, 15.0),  # 30 - 5 - 10
        (30.0, None, 10, 40, 17.0),  # 30 - 3 - 10
        (30.0, 0.0, 10, 0, 24.0),  # worked between the keys: 30 - 6
        (30.0, 31.0, 10, 0, 30.0),
        (5.0, None, 10, 40, 0.0),
    ],
)
def test_work_is_what_is_left_of_reading_and_typing(
    seconds: float, first_key: float | None, characters: int, words: int, work: float
) -> None:
    assert work_seconds(seconds, first_key, characters, words) == pytest.approx(work, rel=1e-12)
    assert reading_seconds(words) == words / 4


def timed(
    seconds: float, typing: float | None = None, characters: int = 4, pencil: float | None = 10.0, shows: bool = True
) -> TimedAnswer:
    return TimedAnswer(characters, seconds, typing, pencil, shows)


def test_the_pencil_pace_is_what_three_in_four_keep() -> None:
    # 4 characters at 0.3 are 1.2 s; the rest over 10 s of strokes: 0.8, 0.9, ... 1.7. The third quartile of ten, with
    # both ends counted in, lies at 0.75 · 9 = 6.75: between 1.4 and 1.5, three quarters of the way: 1.475.
    answers = [timed(1.2 + 10 * tenths / 10) for tenths in range(8, 18)]
    assert measured_pace(answers) == Pace(0.3, 1.475)
    assert measured_pace(answers[:9]) == Pace(0.3, 1.0)


def test_only_right_cold_unaided_work_shows_the_pencil() -> None:
    slow = [timed(200, shows=False)] * 40
    choices = [timed(200, pencil=None)] * 40
    assert measured_pace([timed(13.2)] * 10 + slow + choices) == Pace(0.3, 1.2)


@pytest.mark.parametrize(("seconds", "pencil"), [(1_000.0, 3.0), (1.0, 0.5), (31.2, 3.0), (6.2, 0.5)])
def test_a_pencil_pace_is_believed_within_bounds(seconds: float, pencil: float) -> None:
    assert measured_pace([timed(seconds)] * 10).pencil == pencil


@pytest.mark.parametrize(("typing", "character"), [(40.0, 2.0), (0.0, 0.05), (8.0, 2.0), (0.2, 0.05)])
def test_a_typing_pace_is_believed_within_bounds(typing: float, character: float) -> None:
    assert measured_pace([timed(60, typing=typing)] * 5).character == character
