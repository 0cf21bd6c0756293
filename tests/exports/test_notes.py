"""Notes: what is drawn of a deck, and that its answers are what the program calls right."""

from __future__ import annotations

import pytest

from katatx.decks.loading import load_file
from katatx.decks.prepared import prepare
from katatx.exports.anki import draw_notes
from katatx.questions.asking import ask, seed_of
from scoring import Verdict


def typed_back(note) -> list[str]:
    """The ways to type a note's answer: as it stands, or a choice's letter, or its text."""
    return list(note.answer.split(") ", 1)) if note.choices else [note.answer]


def judged(deck, note, seed: int | None):
    prepared = prepare(deck, deck.by_id[note.drill])
    question = ask(prepared, None if seed is None else seed_of(f"{seed} {prepared.name}"))
    assert question.prompt == note.prompt
    return [question.judge(typed).verdict for typed in typed_back(note)]


@pytest.mark.parametrize(
    "answer", ["1/7", "1/100000", "10^16/7", "12345678.1234567", "27/5", "[[1, 2]]", "[-inf, 1000]"]
)
@pytest.mark.parametrize("places", [0, 3, 6])
def test_odd_numbers_are_right_as_printed(tmp_path, answer: str, places: int) -> None:
    text = (
        f"deck: mine\ntitle: t\npage: p\nsections: {{s: {{a: {{prompt: p, answer: '{answer}', places: {places}}}}}}}\n"
    )
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    deck = load_file(tmp_path / "mine.yaml")
    (note,) = draw_notes(deck, None)
    assert judged(deck, note, None) == [Verdict.RIGHT]


@pytest.mark.slow
def test_a_seed_draws_the_same_numbers_and_another_others(library) -> None:
    deck = library.decks["look-across"]
    page, once, again, other = (list(draw_notes(deck, seed)) for seed in (None, 1, 1, 2))
    assert once == again
    fresh = [index for index, drill in enumerate(deck.drills) if prepare(deck, drill).can_be_fresh]
    for first, second in ((page, once), (once, other)):
        changed = [index for index in fresh if first[index] != second[index]]
        assert len(changed) > 0.8 * len(fresh)


def test_a_note_holds_what_the_screen_shows(attention) -> None:
    notes = {note.drill: note for note in draw_notes(attention, None)}
    assert notes["match"].name == "attention/match"
    assert notes["new-stick"].sheet[0] == "scores      = [1, 4]"
    choice = notes["unknown-word"]
    assert [shown[:3] for shown in choice.choices] == [f"{letter}) " for letter in "abcd"[: len(choice.choices)]]
    assert choice.answer in choice.choices
    assert not any(line in choice.choices for line in choice.sheet)
    assert choice.working[-1].startswith("why")
