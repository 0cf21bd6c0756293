"""Finding by name: names before sentences, and quickly."""

from __future__ import annotations

from katatx.views.finding import Entry, Finder, matched, operations
from tests.growth import BOUND, growth


def finder(*names: str, sentences: dict[str, str] | None = None) -> Finder:
    return Finder(Entry(name, (sentences or {}).get(name, ""), lambda: None) for name in names)


def found(finder: Finder, query: str, most: int = 10) -> list[str]:
    return [each.name for each in finder.find(query, most)]


def test_names_come_before_sentences_and_beginnings_before_the_rest() -> None:
    known = finder(
        "theme nord", "its stats", "drill deck/unstated", "stats", "stats all", "drill deck/sum",
        sentences={"drill deck/sum": "These are stats."},
    )  # fmt: skip
    assert found(known, "stat") == ["stats", "stats all", "its stats", "drill deck/unstated", "drill deck/sum"]
    assert found(known, "stats") == ["stats", "stats all", "its stats", "drill deck/sum"]


def test_every_word_must_be_there_in_any_order_however_they_are_parted() -> None:
    known = finder("drill attention/which-tag", "drill vision/which", sentences={"drill vision/which": "Which tag?"})
    for query in ("drill attention/which-tag", "tag which", "ATTENTION which", "drill attention which"):
        assert found(known, query)[:1] == ["drill attention/which-tag"]
    assert found(known, "which tag?") == ["drill attention/which-tag", "drill vision/which"]
    assert found(known, "vision tag") == ["drill vision/which"]
    assert found(known, "attention nothing") == []


def test_without_a_query_all_are_there_as_they_came_up_to_a_bound() -> None:
    known = finder(*"cabd")
    assert found(known, "", 3) == ["c", "a", "b"]
    assert found(known, " ", 2) == ["c", "a"]
    assert found(known, "/?") == []


def test_the_time_of_a_search_grows_with_the_drills_not_with_their_square() -> None:
    def many(size: int) -> Finder:
        return Finder(
            Entry(f"drill deck-{at % 40}/softmax-{at}", f"Turn row {at} into portions. " * 4, lambda: None)
            for at in range(size)
        )

    def search(known: Finder) -> None:
        for query in ("s", "softmax 77", "portions", "zzz"):
            assert len(known.find(query, 60)) <= 60

    assert growth(many, search, 10_000) < BOUND
    assert found(many(10_000), "softmax-9999") == ["drill deck-39/softmax-9999"]


def test_what_is_matched_can_be_marked() -> None:
    assert matched("drill attention/portions", "port DRILL zz") == [(16, 20), (0, 5)]
    assert matched("Straße X", "x") == [(7, 8)]


def test_operations_are_named_with_what_they_take() -> None:
    known = {each.name: each for each in operations()}
    assert known["softmax"].signature == "softmax(scores)"
    assert known["softmax"].summary
    assert "arithmetic" not in known
