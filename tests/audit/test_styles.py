"""Pages by authors who wrote them for themselves, in as many styles: what they list as claims is found, and nothing right is called wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.planting import listed_claims, page_paths, reached

# The least share of an author's list that is checked, in percent.
LEAST = {
    "answer_key_sheet3.txt": 88,
    "apuntes_red.md": 97,
    "attention_pencil.txt": 93,
    "backward_by_hand.txt": 72,
    "backwards_through_a_row.md": 76,
    "bakery_tables.md": 95,
    "block_by_hand.ipynb": 88,
    "board_lecture7.txt": 95,
    "cahier_attention.md": 96,
    "cluster_ledger.txt": 85,
    "cross_attention_notes.txt": 77,
    "derivation_sheet7.txt": 96,
    "exam_solutions.txt": 93,
    "filters_norms_counts.txt": 93,
    "filters_norms_marks.rst": 51,
    "finch_session.txt": 100,
    "forum_average_speed.txt": 68,
    "fridge_notes.txt": 79,
    "gradient_step.ipynb": 86,
    "handout4_block.md": 68,
    "heron_counts.html": 82,
    "kettle_log.org": 91,
    "kitchen_table_talk.txt": 26,
    "labbook_head2.txt": 65,
    "lecture09_norm_conv.html": 67,
    "lecture11_notes.txt": 88,
    "lecture9_gates.html": 89,
    "lecture_two_layers.md": 72,
    "ledger.txt": 71,
    "level_and_lane.md": 83,
    "masks_handout.txt": 86,
    "mlp_notebook.txt": 50,
    "night_bus_net.txt": 36,
    "noise_and_seeds.ipynb": 68,
    "note_temperature.md": 52,
    "notes_jun.txt": 91,
    "one_head_chalk.md": 94,
    "pencil_matrices.adoc": 100,
    "rain_falls_softly.md": 46,
    "readme_pocket_lm.md": 62,
    "rechenheft_seite12.txt": 97,
    "retired_bookkeeper.txt": 18,
    "serving_costs.html": 61,
    "sheet3_key.md": 91,
    "sorting_hall.txt": 86,
    "statistics_handout.txt": 88,
    "study_log_week6.md": 95,
    "tiny_char_model.py": 100,
    "two_norms.md": 82,
    "uebungsblatt7_loesungen.txt": 89,
    "week5_causal_attention.html": 94,
    "werkstatt_blatt4.txt": 96,
    "what_it_costs.md": 78,
    "where_am_i.html": 84,
    "whistle_head.md": 92,
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
