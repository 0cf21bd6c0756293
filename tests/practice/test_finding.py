"""Finding by name: names before sentences, and quickly."""

from __future__ import annotations

from katatx.views.finding import Entry, Finder


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
