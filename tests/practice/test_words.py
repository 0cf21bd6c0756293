"""The words of a page beside a question: those that occur in it first."""

from __future__ import annotations

from katatx.views.words import STANDING_WORDS, words_beside

WORDS = {"WANT": "query", "portion": "attention weight", "tag width": "d_k", "match": "attention score"}


def here(*texts: str) -> list[str]:
    return [word for word, _ in words_beside(WORDS, texts).here]


def test_words_of_the_question_come_first() -> None:
    found = words_beside(WORDS, ["Turn the row into portions.", "nolan.WANT = [2, 0]"])
    assert found.here == (("WANT", "query"), ("portion", "attention weight"))
    assert [word for word, _ in found.others] == ["tag width", "match", *STANDING_WORDS]


def test_a_word_is_found_with_an_ending_and_not_inside_another() -> None:
    assert here("It matched.") == here("matches") == here("matching") == here("MATCH") == ["match"]
    assert here("a matchbox, unwanted") == []
    assert here("the tag widths") == ["tag width"]
    assert here("a width, a tag") == []


def test_a_page_may_have_words_of_its_own_for_what_the_app_says() -> None:
    found = words_beside({"due": "asked for"}, [])
    assert found.others == (
        ("due", "asked for"),
        *((word, STANDING_WORDS[word]) for word in STANDING_WORDS if word != "due"),
    )
    assert [word for word, _ in words_beside({}, ["due"]).others] == list(STANDING_WORDS)
