"""Keys: the sets, the learner's own on top, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.errors import KatatxError
from katatx.settings import AppSettings
from katatx.tui.actions import ASKING, ASKING_TO_POINT, HOME, JUDGED, LESSON_ASKING, LESSON_EXAMPLE, SCREENS
from katatx.tui.keys import Keys
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.practice.drill import DrillScreen
from tests.tui.helpers import shown, until

EVERY = [action for actions in SCREENS.values() for action in actions]
ACTIONS = {action.id: action for action in EVERY}
# What is typed in the forms that are read, letter by letter.
FORMS = "0.25 1/4 √2 sqrt(2) e^2 -inf 50% [1, 2; 3 4] infinity ∞ line 2: 0.5 abcdefg −3 1e-3".replace("q", "")


@pytest.mark.parametrize("vim", [False, True])
def test_both_sets_are_free_of_clashes_and_of_what_terminals_lose_and_answers_need(vim: bool) -> None:
    keys = Keys(vim)
    for actions in SCREENS.values():
        taken = [key for action in actions for key in keys.of(action)]
        assert len(taken) == len(set(taken))
        assert not any(key.startswith(("ctrl+shift", "shift+enter", "ctrl+enter")) for key in taken)
        assert "ctrl+b" not in taken
    asking = (*ASKING, *ASKING_TO_POINT, *LESSON_ASKING)
    assert not {key for action in asking for key in keys.of(action) if len(key) == 1} & set(FORMS)


def test_actions_of_one_name_have_the_same_keys_on_every_screen() -> None:
    """The keys in force are kept by name."""
    assert all((each.keys, each.vim) == (ACTIONS[each.id].keys, ACTIONS[each.id].vim) for each in EVERY)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"nonsense": "a"}, "there is no action 'nonsense'"),
        ({"reviw": "a"}, "review"),
        ({"hint": "e"}, "typed in answers"),
        ({"pause": "space"}, "typed in answers"),
        ({"next": "banana"}, "is not a key"),
        ({"again": "shift+a"}, "terminals do not pass on"),
        ({"uncover": "ctrl+i"}, "terminals do not pass on"),
        ({"hint": "ctrl+q"}, "always leaves katatx"),
        ({"again": "n"}, "would do both"),
        ({"review": ","}, "is not a key"),
        ({"save": "!"}, "typed in a worksheet"),
    ],
)
def test_keys_that_cannot_be_are_refused_in_one_line(own: dict[str, str], said: str) -> None:
    with pytest.raises(KatatxError) as told:
        Keys(own=own)
    assert said in str(told.value).replace("\N{LEFT DOUBLE QUOTATION MARK}", "'").replace('"', "'")
    assert str(told.value).startswith("config.toml: [keys]")
    assert "\n" not in str(told.value)


@given(st.sampled_from(sorted(ACTIONS)), st.sampled_from(["f5", "ctrl+t", "alt+x", "f12"]))
def test_an_own_key_does_its_action_and_is_shown(action: str, key: str) -> None:
    keys = Keys(own={action: key})
    assert keys.of(ACTIONS[action]) == (key,)
    assert keys.keymap()[action] == key
    assert keys.shown(ACTIONS[action]) == key


def test_a_key_written_as_its_sign_is_the_key_of_its_events() -> None:
    assert Keys(own={"again": "!", "help": "?"}).of(ACTIONS["again"]) == ("exclamation_mark",)
    assert Keys(own={"help": "?"}).of(ACTIONS["help"]) == ("question_mark",)
    assert Keys(own={"next": "ctrl+/"}).of(ACTIONS["next"]) == ("ctrl+slash",)


@given(st.integers(40, 250))
def test_a_footer_fits_and_keeps_help_and_the_way_out(width: int) -> None:
    for actions in (HOME, ASKING, JUDGED, LESSON_EXAMPLE, LESSON_ASKING):
        keys = Keys()
        footer = " · ".join(f"{keys.shown(each)} {each.words}" for each in keys.fitting(actions, width))
        assert len(footer) <= width
        assert "? help" in footer
        assert "q quit" in footer or "q stop" in footer or "q leave lesson" in footer


@pytest.mark.slow
async def test_own_keys_and_the_vim_set_hold_on_every_screen(app) -> None:
    app.apply(AppSettings(keys="vim", keymap={"review": "g", "hint": "f2", "stop": "f10", "close": "f10"}))
    async with app.run_test() as pilot:
        assert "g today" in shown(app, "#keys")
        await pilot.press("r", "j", "j", "k")
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.rows.here.deck == "one"
        await pilot.press("g")
        await until(pilot, DrillScreen)
        assert "f2 hint" in shown(app, "#keys")
        await pilot.press("h")
        assert app.screen.query_one("#line").value == "h"
        await pilot.press("backspace", "f2")
        assert app.screen.sitting.opened.lines == 1
        await pilot.press("f10", "f10")
        await until(pilot, HomeScreen)
