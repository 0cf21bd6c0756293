"""Pages by authors who wrote them for themselves, in as many styles: what they list as claims is found, and nothing right is called wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.planting import listed_claims, page_paths, reached

# The least share of an author's list that is checked, in percent.
LEAST = {
    "apuntes_red.md": 100,
    "backward_by_hand.txt": 79,
    "backwards_through_a_row.md": 54,
    "bakery_tables.md": 95,
    "block_by_hand.ipynb": 91,
    "cluster_ledger.txt": 87,
    "derivation_sheet7.txt": 95,
    "exam_solutions.txt": 100,
    "filters_norms_counts.txt": 50,
    "finch_session.txt": 100,
    "forum_average_speed.txt": 71,
    "fridge_notes.txt": 77,
    "heron_counts.html": 87,
    "kettle_log.org": 91,
    "kitchen_table_talk.txt": 23,
    "labbook_head2.txt": 47,
    "lecture09_norm_conv.html": 50,
    "lecture11_notes.txt": 91,
    "lecture9_gates.html": 93,
    "lecture_two_layers.md": 80,
    "ledger.txt": 47,
    "level_and_lane.md": 61,
    "masks_handout.txt": 63,
    "night_bus_net.txt": 29,
    "noise_and_seeds.ipynb": 75,
    "note_temperature.md": 47,
    "notes_jun.txt": 91,
    "one_head_chalk.md": 94,
    "pencil_matrices.adoc": 100,
    "readme_pocket_lm.md": 71,
    "rechenheft_seite12.txt": 97,
    "sorting_hall.txt": 87,
    "statistics_handout.txt": 93,
    "study_log_week6.md": 97,
    "tiny_char_model.py": 100,
    "what_it_costs.md": 78,
    "where_am_i.html": 71,
    "whistle_head.md": 95,
    "window_then_guess.ipynb": 83,
}


def named(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", page_paths(), ids=named)
def test_nothing_right_is_called_wrong(path: Path) -> None:
    assert [(claim.printed, claim.true, claim.why) for claim in reached(path).alarms] == []


@pytest.mark.parametrize("path", page_paths(), ids=named)
def test_what_the_author_lists_is_checked(path: Path) -> None:
    assert 100 * reached(path).recall >= LEAST[path.name]


@pytest.mark.parametrize("path", page_paths(), ids=named)
def test_the_list_is_of_the_page(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    listed = listed_claims(path)
    assert listed
    assert all(each.printed and 1 <= each.line <= len(lines) for each in listed)


def test_every_page_has_its_bound() -> None:
    assert [path.name for path in page_paths()] == list(LEAST)
