"""Keys: the sets, the learner's own on top, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from textual.binding import Binding
from textual.screen import Screen

from katatx.app.app import all_screens
from katatx.app.keys import BACK, FILTER, HELP, MOVING, VIM, bindings_of, keymap


class Asking(Screen[None]):
    TYPED = frozenset({"grade", "hint", "stop", "help"})
    BINDINGS = [  # noqa: RUF012
        Binding("enter", "grade", "grade", id="grade"),
        Binding("n,enter", "next", "next", id="next"),
        Binding("h", "hint", "hint", id="hint"),
        Binding("r", "again", "again", id="again"),
        Binding("q", "stop", "stop", id="stop"),
        HELP,
        *MOVING,
    ]


class Writing(Screen[None]):
    TYPED = frozenset({"save"})
    ALL_TYPED = True
    BINDINGS = [Binding("ctrl+s", "save", "save", id="save"), BACK, FILTER, HELP]  # noqa: RUF012


BOTH = (Asking, Writing)
# What is typed in the forms that are read, letter by letter.
FORMS = "0.25 1/4 √2 sqrt(2) e^2 -inf 50% [1, 2; 3 4] infinity ∞ line 2: 0.5 abcdefg −3 1e-3".replace("q", "")


@pytest.mark.parametrize(
    "own",
    [
        {"nonsense": "a"}, {"hint": "e"}, {"hint": "space"}, {"next": "banana"}, {"again": "shift+a"},
        {"grade": "ctrl+i"}, {"hint": "ctrl+q"}, {"again": "n"}, {"again": ","}, {"save": "!"}, {"save": "w"},
        {"again": "ctrl+p"}, {"help": "ctrl+s"},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("vim", [False, True])
def test_an_own_key_that_cannot_be_is_left_out_with_one_line_that_names_it(own: dict[str, str], vim: bool) -> None:
    keys, (problem,) = keymap(vim, {**own, "back": "f9"}, BOTH)
    (name,) = own
    assert name in problem
    assert problem.isprintable()
    assert keys["back"] == "f9"
    assert keys.get(name) == next(
        (each.key for screen in BOTH for each in bindings_of(screen) if each.id == name), None
    )


def test_own_keys_hold_beside_the_set_and_may_swap_places() -> None:
    own = {"again": "n", "next": "r,enter", "hint": "f2", "help": "?", "save": "ctrl+/", "stop": "q"}
    keys, problems = keymap(False, own, BOTH)
    assert not problems
    assert (keys["again"], keys["next"], keys["help"], keys["save"]) == ("n", "r,enter", "question_mark", "ctrl+slash")
    assert keys["grade"] == "enter"
    assert keymap(True, {"down": "n"}, BOTH)[1], "n is the next question"
    vim, _ = keymap(True, {"back": "f9"}, BOTH)
    assert (vim["down"], vim["back"]) == (VIM["down"], "f9")
    assert keymap(False, {}, BOTH) == ({}, [])


@pytest.mark.parametrize("vim", [False, True])
def test_on_every_screen_no_key_does_two_things_or_is_lost_or_typed(vim: bool) -> None:
    screens = all_screens()
    by_id: dict[str, Any] = {}
    for screen in screens:
        for each in bindings_of(screen):
            assert by_id.setdefault(each.id, each).key == each.key, f"{each.id} has two keys"
    # As if the learner had chosen each key that it has anyway.
    own = {name: VIM.get(name, each.key) if vim else each.key for name, each in by_id.items()}
    assert keymap(vim, {name: keys for name, keys in own.items() if "ctrl+q" not in keys}, screens)[1] == []
    assert not set(FORMS) & {
        key
        for screen in screens
        for each in bindings_of(screen)
        if each.id in getattr(screen, "TYPED", ())
        for key in own[each.id].split(",")
    }
