"""The whole journey through the program, once: what is pressed, and what must then be on the screen.

It comes step by step, as what is answered depends on numbers that the program has drawn by then: the
seed of a run stands in the log. Drivers of several kinds take it.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from math import exp, sqrt
from pathlib import Path
from typing import Any, Protocol

from katatx.decks.kata import prepare_kata
from katatx.decks.loading import load_library
from katatx.decks.prepared import prepare
from katatx.notation.printing import write_value
from katatx.questions.asking import ask
from katatx.questions.seeds import seed_of
from katatx.views.stats.mistakes import mistake_words
from tests.e2e.terminal import LEAVES_LESSON

# The wrong turns that are taken on the way, each once.
TURNS = ("scale/not-scaled", "dot/summed", "softmax/raw-shares")


@dataclass(frozen=True)
class Step:
    """What is typed, the key pressed after it (or several at once), what is on the screen then and what
    is gone from it. White space counts as one blank, so that no line break matters. `on_head` is on the first line.
    """

    what: str
    press: str | Sequence[str]
    shows: Sequence[str]
    typed: str = ""
    gone: Sequence[str] = ()
    seen: Callable[[str], bool] = lambda _: True

    def is_seen(self, text: str) -> bool:
        """Return whether a screen is as it must be after the step."""
        flat = squashed(text)
        return (
            all(squashed(each) in flat for each in self.shows)
            and not any(squashed(each) in flat for each in self.gone)
            and self.seen(text)
        )


class Driver(Protocol):
    """What a program is driven by."""

    @property
    def text(self) -> str:
        """The screen as plain text."""

    def take(self, step: Step) -> None:
        """Type and press what a step says."""

    def wait_until(self, seen: Callable[[str], bool], wanted: str) -> str:
        """Wait for a screen; AssertionError with what was `wanted` where it never comes."""

    def wait_for_exit(self) -> int:
        """Wait for the end; the exit status."""


def squashed(text: str) -> str:
    """Text with one blank for any white space, and no frames."""
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", text).split())


def go(driver: Driver, home: Path, theme: str = "dark") -> Journey:
    """Take the journey from an empty home, or one in another theme, to the exit, and say what should be in the log."""
    journey = Journey(home, theme)
    for step in journey.steps():
        driver.take(step)
        wanted = f"{step.what}: {step.shows}, without {step.gone}"
        text = driver.wait_until(lambda text: step.is_seen(text) or LEAVES_LESSON in text, wanted)  # noqa: B023 - called at once
        if LEAVES_LESSON in text:
            driver.take(Step("leave the lesson", "q", ()))
            driver.wait_until(step.is_seen, wanted)
    assert driver.wait_for_exit() == 0
    return journey


@dataclass(frozen=True)
class Answer:
    """An answer as it should stand in the log; `help` is how many lines lay open."""

    kind: str
    drill: str
    line: str | None
    typed: str
    verdict: str
    help: int = 0


@dataclass
class Journey:
    """The steps, and what they should have left in the log. Where it begins in a `theme` other than dark, it stays
    in that one, and goes by the command palette, which has colours of its own there.
    """

    home: Path
    theme: str = "dark"
    answers: list[Answer] = field(default_factory=list)
    uncoverings: list[tuple[str, int, str | None]] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.decks = load_library(self.home).decks
        self.attention = self.decks["attention"]

    def steps(self) -> Iterator[Step]:
        """All of them in order, each made when the one before it is taken."""
        yield Step("welcome", (), ["What you do here", "WANT = query", "What is counted", "enter begin"])
        yield Step(
            "home", "q", ["questions, about 10 min", "your first ones; press Enter", "attention 25 skills", "q quit"]
        )
        yield from self.review()
        yield from self.explaining()
        yield from self.kata()
        yield from self.spot()
        yield from self.stats()
        yield from self.undo()
        yield from self.skills()
        yield from self.worksheet()
        yield from self.settings()
        yield from self.reset()
        yield from self.palette()
        yield Step("the end", "q", ())

    def review(self) -> Iterator[Step]:
        """One right, a wrong turn, another made good on fresh numbers with hints; then stopped."""
        uncovered = "working, 0 of 1 line uncovered"
        yield Step("review", "r", ["What is the score?", uncovered, "enter grade"])
        planned = self._planned()
        assert planned[:3] == [f"attention/{drill}" for drill in ("match", "grid-row-times-stick", "scaled")]
        done = f"1 of {len(planned)} done"
        right = ["✓ right · not timed", "dot ●○○○○○○○○○ 1 of 10", done, "n next"]
        yield self._answer("review", "match", "3", "right", right)
        yield Step("next", "n", ["Which number does the second row", uncovered], gone=["✓ right"])
        wrong = ["✗ Added matching numbers instead", "dot › ✗ 5 1", "dot/products missed"]
        yield self._answer("review", "grid-row-times-stick", "5", "wrong-turn", wrong)
        yield Step("how it is worked", "e", ["true 0·2 + 1·1 + 0·1 + 0·0 = 0 + 1 + 0 + 0 = 1"])
        yield from self._row_again(uncovered, done)
        yield Step("next", "n", ["A scaled score is", "working, 0 of 3 lines uncovered"], gone=["✓ right"])
        wrong = [
            "✗ Left the scores as they were",
            "divide › ✗ 10 5",
            "scale/divide missed",
            "again in 3 questions",
            done,
        ]
        yield self._answer("review", "scaled", "10", "wrong-turn", wrong)
        yield Step("stop", "q", ["2 of 4 right, 1 with help", "what changed", "1 drill done."])
        yield Step("what changed", ["pagedown"] * 5, ["dot/products", "○ new", "Tomorrow: "])
        yield Step("what was missed", ["down", "down"], ["attention/scaled", "yours 10", "true 5"])
        yield Step("home", "q", ["questions left, about", "2 missed", "q quit"], gone=["what changed"])

    def _row_again(self, uncovered: str, done: str) -> Iterator[Step]:
        drill = "grid-row-times-stick"
        question = self._question(drill, 1, f"attention/{drill}")
        row, stick = question.given["WANT.grid"][1], question.given["nolan.stick"]
        yield Step("again", "r", [question.prompt, uncovered], gone=["✗", "0·2 + 1·1"])
        products = " + ".join(f"{a:g}·{b:g}" for a, b in zip(row, stick, strict=True))
        answer = f"{_dot(row, stick):g}"
        yield from self._hints(drill, "dot", products, answer, 1)
        right = ["✓ right; with help", "working, 1 of 1 line uncovered", done]
        yield self._answer("review", drill, answer, "right", right, 1)

    def _hints(self, drill: str, line: str, expression: str, value: object, lines: int) -> Iterator[Step]:
        """A line opened in three steps."""
        none = f"working, 0 of {lines} line"
        yield Step("its name", "h", [line, none], gone=[expression])
        yield Step("its expression", "h", [f"{expression} = ?", none])
        yield Step("its value", "h", [f"working, 1 of {lines} line", f"= {value}"], gone=["= ?"])
        self.uncoverings += [(drill, 1, step) for step in ("name", "expression", "value")]

    def explaining(self) -> Iterator[Step]:
        """A drill whose lines have lines inside them: a wrong turn marked there, a line explained, fresh numbers."""
        yield Step("browser", "b", ["0 of 25 skills automatic", "kept-word", "its page"])
        down = ["down"] * list(self.attention.by_id).index("whole-attention")
        yield Step("down to a drill", down, ["▸ ○ whole-attention"])
        yield Step("that drill", "enter", ["The whole of attention for nolan", "0 of 4 lines uncovered"])
        lines = ["match › 2 8 2 8", "raise › ✗ 1 4 2.718 54.598", "◀ you left this out", "divide › 0.2 0.8 0.047 0.953"]
        told = ["✗ Skipped e^", *lines, "Raise e to each score first."]
        yield self._answer("drill", "whole-attention", "0.4 2.4 0.8 0.2", "wrong-turn", told)
        yield Step("explain", "e", ["▸ raise ⌄ ✗", "true e^1 = 2.718, e^4 = 54.598"])
        yield Step("close", "e", ["▸ raise › ✗"], gone=["e^1 = 2.718"])
        question = self._question("whole-attention", 1, "whole-attention")
        fresh = [
            "nolan.WANT " + " ".join(f"{each:g}" for each in question.given["nolan.WANT"]),
            "0 of 4 lines uncovered",
        ]
        yield Step("again", "r", fresh, gone=["✗"])
        matches, new = _attention(question.given["nolan.WANT"], question.given)
        yield Step("its name", "h", ["match", "0 of 4 lines uncovered"])
        yield Step("its expression", "h", ["= ?", "0 of 4 lines uncovered"])
        shown = write_value(matches)
        yield Step("its value", "h", [shown, "1 of 4 lines uncovered"], gone=["= ?"])
        self.uncoverings += [("whole-attention", 1, step) for step in ("name", "expression", "value")]
        right = ["✓ right", "; with help, so it comes back", "0 of 1 done"]
        yield self._answer("drill", "whole-attention", _written(new), "right", right, 1)
        yield Step("stop", "q", ["1 of 2 right, 1 with help", "0 of 1 drills done"])
        yield Step("browser", "q", ["0 of 25 skills automatic", "its page"], gone=["what changed"])
        yield Step("home", "q", ["2 missed", "q quit"])

    def kata(self) -> Iterator[Step]:
        """A kata on its fresh numbers: one line wrong in the middle, those after it worked rightly from it."""
        yield Step("kata", "k", ["kata › line 1 of 7 › fresh numbers", "0 of 7 done", "your lines, 0 of 7"])
        lines = self._kata_lines()
        for at, (name, typed, verdict) in enumerate(lines, 1):
            told = {"right": "✓ right", "follows": "✓ correct from your earlier line"}.get(verdict, "✗ ")
            shows = [told, f"{at} of 7 done", f"your lines, {at} of 7"]
            yield self._answer("kata", self._drill_of(name), typed, verdict, shows, line=name)
            if at < len(lines):
                yield Step("next", "n", [f"line {at + 1} of 7", "enter grade"], gone=["n next"])
        yield Step("the end", "n", ["6 of 7 steps right · 1 slip", "▸ ✗ 3 scaled", "╎ 4 raised", "r rework"])
        yield Step("home", "q", ["attention", "q quit"], gone=["steps right"])

    def _kata_lines(self) -> list[tuple[str, str, str]]:
        """Its lines worked by hand from the numbers drawn, the third of them wrong."""
        given = prepare_kata(self.attention, None).drawn(self._seed("kata"))[1].given
        want = tuple(_dot(row, given["nolan.stick"]) for row in given["WANT.grid"])
        matches = tuple(_dot(want, given[name]) for name in ("nolan.HAVE", "ended.HAVE"))
        # The wrong one: no true one ends in a quarter, and the portions it leads to are neither 0 nor 1.
        scaled = (matches[0] / 2, matches[0] / 2 + 1.25)
        raised = tuple(exp(each) for each in scaled)
        whole = sum(map(_rounded, raised))
        portions = tuple(_rounded(each) / _rounded(whole) for each in raised)
        new = _weighted(tuple(map(_rounded, portions)), given)
        worked: list[tuple[str, Any]] = [
            ("nolan.WANT", want), ("matches", matches), ("scaled", scaled), ("raised", raised), ("whole", whole),
            ("portions", portions), ("new.stick", new),
        ]  # fmt: skip
        verdicts = ["right", "right", "slip", "follows", "follows", "follows", "follows"]
        return [(name, _written(value), verdict) for (name, value), verdict in zip(worked, verdicts, strict=True)]

    def _drill_of(self, line: str) -> str:
        lines = prepare_kata(self.attention, None).file.lines
        return next(each.drill for each in lines if each.name == line)

    def spot(self) -> Iterator[Step]:
        """The wrong line of a working, pointed at with arrows and put right."""
        yield Step("browser", "b", ["0 of 25 skills automatic", "its page"])
        down = ["down"] * list(self.attention.by_id).index("spot-in-attention")
        yield Step("down to a drill", down, ["▸ ○ spot-in-attention"])
        yield Step("that drill", "enter", ["One line went wrong", "match, dot", "0 of 1 done"])
        question = self._question("spot-in-attention", 0, "spot-in-attention", fresh=False)
        number = question.number
        points = [f"▸ {number}", f"line {number}; and what should stand there?"]
        yield Step("point at it", ["down"] * number, ["One line went wrong"])
        yield Step("the rest of the sheet", "pagedown", points, seen=lambda text: text.count("▸") == 1)
        typed = write_value(question.key, max(3, question.places))
        right = ["✓ right", "; the mistake there:", "1 of 1 done"]
        step = self._answer("drill", "spot-in-attention", f"{number}: {typed}", "right", right)
        yield Step(step.what, step.press, step.shows, typed)
        yield Step("the end", "enter", ["All drills done: 1 of 1.", "1 of 1 right"])
        yield Step("browser", "q", ["its page"], gone=["All drills done"])
        yield Step("home", "q", ["q quit"], gone=["its page"])

    def stats(self) -> Iterator[Step]:
        count = len(self.answers)
        yield Step("stats", "s", [f"Stats: {count} answers", "[skills]", "goes of 10"])
        made = [f"1 {mistake_words(turn)[:24]}" for turn in TURNS]
        yield Step("mistakes", ["tab", "tab"], ["[mistakes]", *made])
        yield Step("home", "q", ["q quit"], gone=["[mistakes]"])

    def undo(self) -> Iterator[Step]:
        """The last answer taken out, once that is confirmed."""
        yield Step("undo", "u", ["Undo your last answer? attention/spot-in-attention", "y yes · n no"])
        yield Step("yes", "y", ["attention/spot-in-attention"], gone=["y yes"])
        self.undone.append("spot-in-attention")
        # The drill was seen judged that day: an answer to it would count as helped.
        self.uncoverings.append(("spot-in-attention", 0, None))

    def skills(self) -> Iterator[Step]:
        """The map of skills, the page of one, and a drill found among those of all decks."""
        yield Step("map", "m", ["katatx › Map", "▸ dot", "used in"])
        yield Step("to the right", "right", ["[", "dot: sum"])
        yield Step("its page", "i", ["dot/sum", "standing"], gone=["dot: sum"])
        yield Step("map", "q", ["▸ dot", "dot: sum"])
        yield Step("home", "q", ["q quit"], gone=["dot: sum"])
        drills = sum(len(deck.drills) for deck in self.decks.values())
        yield Step("all drills", "/", [f"All decks: {drills} drills", "esc clears"])
        yield Step("filtered", (), ["○ stamp-of-seat"], "stamp-of-seat", gone=["kept-word"])
        yield Step("no filter", "escape", ["▸ ○ stamp-of-seat"], gone=["esc clears"])
        yield Step("home", "escape", ["q quit"], gone=["stamp-of-seat"])

    def worksheet(self) -> Iterator[Step]:
        """A name, a right claim from it and a wrong one, each judged as its line is left; then left unsaved."""
        yield Step("worksheet", "c", ["worksheet", "ctrl+q leave"])
        # In one go: what is said of an unfinished line depends on how long one rests in it.
        yield Step("a name", [*"scores = [1, 4]", "enter"], ["scores = [1, 4]", "scores ="])
        yield Step("right", [*"softmax(scores) ~ 5% 95%", "enter"], ["~ 5% 95%", "✓ to 2 places"])
        yield Step("wrong", [*"softmax(scores) = 0.2 0.8", "enter"], ["✗ skipped e^", "1 right, 1 wrong"])
        yield Step("leave", "ctrl+q", ["y yes · n no"])
        yield Step("home", "y", ["q quit"], gone=["skipped e^"])

    def settings(self) -> Iterator[Step]:
        """Theme there and back, the clock hidden, vim's keys, which move at once."""
        yield Step("settings", "o", [f"Theme {self.theme}", "Clock shown", "Keys standard"])
        back_and_forth = [("light", "enter"), ("terminal", "enter"), ("light", "left"), ("dark", "left")]
        for theme, key in back_and_forth if self.theme == "dark" else ():
            yield Step(f"theme {theme}", key, [f"Theme {theme}"])
        yield Step("down", "down", [f"Theme {self.theme}"])
        yield Step("no clock", "enter", ["Clock hidden", f"Theme {self.theme}"])
        yield Step("down", "down", ["Keys standard"])
        yield Step("vim", "enter", ["Keys vim"])
        yield Step("down by j", "j", ["▸ Most decimals asked as each drill says"])
        yield Step("on by l", "l", ["decimals asked 1"])
        yield Step("back by h", "h", ["decimals asked as each drill says"])
        yield Step("up by k", ["k", "k"], ["▸ Clock hidden"])
        yield Step("on by l", "l", ["Clock shown", f"Theme {self.theme}", "Keys vim"])
        yield Step("back by h", "h", ["Clock hidden"])
        yield Step("home", "q", ["K kata", "q quit"], gone=["Clock hidden"])

    def reset(self) -> Iterator[Step]:
        """A drill reset only once that is confirmed."""
        yield Step("browser", "b", ["0 of 25 skills automatic", "its page"])
        down = ["j"] * list(self.attention.by_id).index("scaled")
        yield Step("down by j", down, ["▸ ◐ scaled"])
        asked = ["Start over with scaled?", "y yes · n no"]
        yield Step("reset", "x", asked)
        yield Step("no", "n", ["scaled learning"], gone=["Start over with scaled?"])
        yield Step("reset", "x", asked)
        told = ["scaled starts over, without 1 earlier answer", "scaled new"]
        yield Step("yes", "y", told, gone=["y yes"])
        self.undone.append("scaled")
        yield Step("home", "q", ["q quit"], gone=["starts over"])

    def palette(self) -> Iterator[Step]:
        """Another deck's kata found by its name, and left."""
        yield Step("palette", "ctrl+p", ["a drill, deck, skill", "ten minutes of the practice you need most"])
        yield Step("found", (), ["kata vision", "The vision transformer"], "kata vision", gone=["ten minutes of what"])
        yield Step(
            "kata", "enter", ["vision › kata › line 1 of", "your lines, 0 of", "enter grade"], seen=_has_no_clock
        )
        yield Step("stop", "q", ["Stopped after 0 of"])
        yield Step("home", "q", ["q quit"], gone=["Stopped after"])

    def _answer(
        self, kind: str, drill: str, typed: str, verdict: str, shows: list[str], taken: int = 0, line: str | None = None
    ) -> Step:
        self.answers.append(Answer(kind, drill, line, typed, verdict, taken))
        return Step(f"answer {drill}", "enter", shows, typed, gone=["enter grade"])

    def _seed(self, kind: str) -> int:
        with closing(sqlite3.connect(self.home / "log.sqlite")) as log:
            query = "select seed from runs where kind = ? order by number desc limit 1"
            return int(log.execute(query, [kind]).fetchone()[0])

    def _planned(self) -> list[str]:
        """The drills of the last review."""
        with closing(sqlite3.connect(self.home / "log.sqlite")) as log:
            query = "select drills from runs where kind = 'review' order by number desc limit 1"
            return json.loads(log.execute(query).fetchone()[0])

    def _question(self, drill: str, showing: int, name: str, *, fresh: bool = True) -> Any:
        """A question as the last run asks it: `name` is what its queue calls the drill."""
        drawn_by = f"{self._seed('review' if '/' in name else 'drill')} {name} {showing}"
        prepared = prepare(self.attention, self.attention.by_id[drill], None)
        return ask(prepared, seed_of(drawn_by) if fresh else None, shuffle=drawn_by)


def _has_no_clock(text: str) -> bool:
    return re.search(r" \d+:\d\d ", text) is None


def _dot(row: Sequence[float], column: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(row, column, strict=True))


def _weighted(portions: Sequence[float], given: Any) -> tuple[float, ...]:
    sticks = zip(given["nolan.GIVE"], given["ended.GIVE"], strict=True)
    return tuple(_dot(portions, pair) for pair in sticks)


def _attention(want: Sequence[float], given: Any) -> tuple[list[float], tuple[float, ...]]:
    """The match row and the new stick, worked by hand."""
    matches = [_dot(want, given[name]) for name in ("nolan.HAVE", "ended.HAVE")]
    raised = [exp(each / sqrt(len(want))) for each in matches]
    return matches, _weighted([each / sum(raised) for each in raised], given)


def _rounded(number: float) -> float:
    return round(number, 3)


def _written(value: float | Sequence[float]) -> str:
    """Numbers as on paper: to three places, and shorter only where they end before."""
    numbers = value if isinstance(value, Sequence) else [value]
    return " ".join(
        f"{each:.3f}" if round(each, 2) != round(each, 9) else f"{each:.2f}".rstrip("0").rstrip(".") for each in numbers
    )
