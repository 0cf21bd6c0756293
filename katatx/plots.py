"""Plots made of block characters and braille dots, as lines of (text, role) spans.

A role is the name of a style, such as "faint" or "right": screens colour it and pipes ignore it. Signs and words carry
the information too. plotille, which draws lines, is imported on demand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from statistics import median, quantiles
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from plotille import Canvas

# A piece of text with its style role, and a line of them.
Span = tuple[str, str]
Line = tuple[Span, ...]

NARROWEST = 36
HEIGHT = 8
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_RISING = " ▁▂▃▄▅▆▇█"
_BLANK = "⠀"
# The dots of a character, across and down.
_ACROSS, _DOWN = 2, 4
# The most columns between answers, so that a few do not fill the plot.
_FARTHEST = 6
# The scale ends at this multiple of the target or the median, so that one very slow answer leaves the others readable.
_MOST_TARGETS, _MOST_MEDIANS = 3.0, 4.0
_NICE = (1, 2, 5)
_RIGHT, _WRONG, _ABOVE, _TARGET, _SPREAD = "●", "✗", "▲", "⠤⠤", "⡇"


class Timed(NamedTuple):
    """The time of an answer and its target, in the same unit, and whether it was right."""

    value: float
    target: float | None
    right: bool


def bar(done: int, total: int, width: int) -> str:
    """Return a bar of `width` characters, the filled part of which, rounded down, shows `done` of `total`.

    None is filled if `total` is 0; `done` must not be more than `total`.
    """
    filled = done * width // total if total else 0
    return "█" * filled + "░" * (width - filled)


def count_bar(count: float, most: float, width: int) -> str:
    """Return a bar for a count, in eighths of a character, at most `width` characters for the largest count `most`.

    Any positive count is visible. Empty space after the bar is left out.
    """
    eighths = max(1, round(8 * width * count / most)) if count > 0 and most > 0 else 0
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def ticks(top: float, most: int) -> list[float]:
    """Return the ticks of a scale: 0 and the multiples of a round step up to `top`, at most `most` of them besides 0.

    `top` and `most` must be positive. The step is 1, 2 or 5 times a power of ten; it may be above `top`.
    """
    power = 10.0 ** floor(log10(top / most))
    step = next(each * power for each in (*_NICE, 10, 20) if top / (each * power) < most + 1)
    return [at * step for at in range(floor(top / step + 1e-9) + 1)]


# ---- times compared with targets


class _Column(NamedTuple):
    """One or more answers drawn in one column: their median time, whether at least half were right, the first and third
    quartile of their times, and the last target.
    """

    value: float
    right: bool
    low: float
    high: float
    target: float | None


def times_plot(answers: Sequence[Timed], width: int, unit: str = "s", height: int = HEIGHT) -> list[Line]:
    """Return a plot of answers in order, with time upwards, the target as a line, and a legend.

    `width` and `height` are in characters; at least `NARROWEST` columns and three rows are used. If there are more
    answers than columns, a mark is the median of several, on a line over the middle half of them.
    """
    height = max(3, height)
    top = _top(answers)
    marks = ticks(top, max(1, height // 3))
    labels = [f"{tick:g} {unit}" for tick in marks]
    left = max(map(len, labels)) + 1
    across = max(1, max(width, NARROWEST) - left - 1)
    columns = list(_columns(answers, across))
    canvases = _drawn(columns, across, height, top)
    rows = {_dot(tick, top, height) // _DOWN: label for tick, label in zip(marks, labels, strict=True)}
    lines: list[Line] = []
    for row in range(height - 1, -1, -1):
        label = rows.get(row, "")
        head = (f"{label:>{left - 1}} {'┤' if label else '│'}", "faint")
        lines.append((head, *_layered(canvases, height - 1 - row)))
    lines.append((("".ljust(left) + "└" + "─" * across, "faint"),))
    per_column = ceil(len(answers) / max(1, len(columns)))
    return lines + [((" " * (left + 1), ""), *line) for line in _wrapped(_legend(columns, per_column, top), across)]


def _top(answers: Sequence[Timed]) -> float:
    """Return the end of the scale: the largest time or target, but at most three times the largest target or four
    times the median time, whichever is more. It is 1 if that is 0.
    """
    targets = [each.target for each in answers if each.target is not None]
    most = max([each.value for each in answers] + targets, default=1.0)
    enough = max([_MOST_TARGETS * target for target in targets], default=0.0)
    usual = _MOST_MEDIANS * median(each.value for each in answers) if answers else 0.0
    return min(most, max(enough, usual)) or 1.0


def _columns(answers: Sequence[Timed], across: int) -> Iterator[_Column]:
    """Yield the columns of the plot, at most `across`, each for as many answers as needed to fit all."""
    per_column = ceil(len(answers) / across)
    for at in range(0, len(answers), max(1, per_column)):
        some = answers[at : at + per_column]
        values = [one.value for one in some]
        right = 2 * sum(one.right for one in some) >= len(some)
        low, _, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else 3 * values
        yield _Column(median(values), right, low, high, some[-1].target)


def _dot(value: float, top: float, height: int) -> int:
    """Return the row of dots, counted from 0 at the bottom, for a value on a scale from 0 to `top`; values outside are
    at its ends.
    """
    return round(min(max(value, 0.0), top) / top * (_DOWN * height - 1))


def _drawn(columns: Sequence[_Column], across: int, height: int, top: float) -> list[tuple[str, list[str]]]:
    """Return the layers of the plot, uppermost first, each as (role, lines of characters from the top).

    `across` and `height` are in characters; `top` is the time at the upper end of the scale.
    """
    from plotille import Canvas

    def canvas() -> Canvas:
        """Return an empty drawing of the plot's size."""
        return Canvas(across, height, 0, 0, _ACROSS * across, _DOWN * height)

    right, wrong, target, spread = canvas(), canvas(), canvas(), canvas()
    apart = min(_FARTHEST, across / max(1, len(columns)))
    before: tuple[int, int] | None = None
    for at, each in enumerate(columns):
        x = _ACROSS * int((at + 0.5) * apart if apart >= 1 else at)
        sign = _ABOVE if each.value > top else _RIGHT if each.right else _WRONG
        (right if each.right else wrong).point(x, _dot(each.value, top, height), marker=sign)
        if each.low < each.high:
            spread.line(x, _dot(each.low, top, height), x, _dot(each.high, top, height))
        if each.target is not None:
            y = _dot(each.target, top, height)
            target.line(*(before or (0, y)), x, y)
            before = (x, y)
    if before is not None:
        target.line(*before, _ACROSS * across - 1, before[1])
    layers = (("right", right), ("wrong", wrong), ("target", target), ("faint", spread))
    return [(role, each.plot("\n").split("\n")) for role, each in layers]


def _layered(layers: Sequence[tuple[str, list[str]]], row: int) -> Iterator[Span]:
    """Yield the spans of a row, counted from the top, with the character of the uppermost layer in each place."""
    run, of = "", ""
    for place in zip(*(lines[row] for _, lines in layers), strict=True):
        found = next((at for at, character in enumerate(place) if character != _BLANK), None)
        character, role = (" ", of) if found is None else (place[found], layers[found][0])
        if role != of and run:
            yield run, of
            run = ""
        run, of = run + character, role
    yield run.rstrip(), of


def _legend(columns: Sequence[_Column], per_column: int, top: float) -> Iterator[Line]:
    """Yield an entry of the legend (sign and words) for each sign that is drawn.

    `per_column` is the number of answers in a column, `top` the end of the scale.
    """
    together = per_column > 1
    right, wrong = ("right", "not right")
    if together:
        right, wrong = (f"median of {per_column}, mostly {word}" for word in ("right", "not"))
    entries = [
        (any(one.right and one.value <= top for one in columns), _RIGHT, "right", right),
        (any(not one.right and one.value <= top for one in columns), _WRONG, "wrong", wrong),
        (any(one.target is not None for one in columns), _TARGET, "target", "target"),
        (any(one.value > top for one in columns), _ABOVE, "faint", f"over {top:.0f}"),
        (together, _SPREAD, "faint", "their middle half"),
    ]
    yield from (((sign, role), (f" {words}", "faint")) for is_drawn, sign, role, words in entries if is_drawn)


def _wrapped(entries: Iterator[Line], width: int) -> Iterator[Line]:
    """Yield lines with as many of the legend's `entries` side by side as fit into `width` characters, but at least one.

    Without entries one empty line is yielded.
    """
    line: Line = ()
    for entry in entries:
        longer = (*line, ("   ", ""), *entry) if line else entry
        if line and sum(len(text) for text, _ in longer) > width:
            yield line
            longer = entry
        line = longer
    yield line


# ---- counts side by side


def columns_plot(
    values: Sequence[int], labels: Sequence[str], width: int, unit: str, height: int = HEIGHT
) -> list[Line]:
    """Return a plot of counts as columns, with labels, one for each value, below as far as they do not touch.

    `unit` names what is counted. `width` and `height` are in characters; at least `NARROWEST` columns are used. If
    there are too many values, only the last ones are drawn.
    """
    top = max([1, *values])
    left = len(f"{top:,}") + 1
    across = max(1, max(width, NARROWEST) - left - 1)
    pitch = min(4, max(1, across // max(1, len(values))))
    kept = min(len(values), across // pitch)
    values, labels = values[len(values) - kept :], labels[len(labels) - kept :]
    marks = [round(tick) for tick in ticks(top, max(1, height // 3)) if tick == round(tick)]
    rows = {round(height * tick / top) - 1: f"{tick:,}" for tick in marks if tick < top}
    lines: list[Line] = [((f"{top:,} ┐ {unit}", "faint"),)]
    wide = max(1, pitch - 1)
    for row in range(height - 1, -1, -1):
        name = rows.get(row, "") if 0 < row < height - 1 else ""
        cells = (_RISING[min(8, max(0, round(8 * height * value / top) - 8 * row))] for value in values)
        drawn = "".join((cell * wide).ljust(pitch) for cell in _seen(cells, values, row))
        lines.append(((f"{name:>{left - 1}} {'┤' if name else '│'}", "faint"), (drawn.rstrip(), "bar")))
    lines.append(((f"{'0':>{left - 1}} └" + "─" * (pitch * kept), "faint"),))
    lines.append(((" " * (left + 1) + _labels(labels, pitch, across), "faint"),))
    return lines


def _seen(cells: Iterator[str], values: Sequence[int], row: int) -> Iterator[str]:
    """Yield the characters (`cells`) of a row, one for each value; in row 0, the lowest, small counts are visible."""
    for cell, value in zip(cells, values, strict=True):
        yield _RISING[1] if not row and value and cell == " " else cell


def _labels(labels: Sequence[str], pitch: int, across: int) -> str:
    """Return the line of labels below columns that are `pitch` characters apart.

    Labels that touch the one before, or go beyond `across` characters, are left out.
    """
    line = ""
    for at, label in enumerate(labels):
        start = at * pitch
        if label and (not line or start > len(line)) and start + len(label) <= across:
            line = line.ljust(start) + label
    return line


def count_lines(counts: Sequence[tuple[str, int]], width: int) -> list[Line]:
    """Return a line for each (name, count), in the given order: the count, a bar and the name, cut to fit
    into `width`.
    """
    if not counts:
        return []
    most = max(count for _, count in counts)
    digits = len(f"{most:,}")
    longest = max(len(name) for name, _ in counts)
    room = max(8, min(24, width - longest - digits - 4))
    names = max(1, width - room - digits - 4)
    lines: list[Line] = []
    for name, count in counts:
        shown = name if len(name) <= names else f"{name[: names - 1]}…"
        head = (f"{count:>{digits},} × ", "")
        lines.append((head, (count_bar(count, most, room).ljust(room), "bar"), (f" {shown}", "")))
    return lines
