"""Lists with real keys and clicks: filtering, sorting, previews, the pages of skills and drills, sections of stats."""

from __future__ import annotations

from random import Random

import pytest
from textual.widgets import OptionList, Static

from katatx.decks.loading import load_library
from katatx.sessions.desk import Desk
from katatx.sessions.register_decks import know_decks
from katatx.settings import Settings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.browser import BrowserScreen
from katatx.tui.screens.lists.drill_page import DrillPageScreen
from katatx.tui.screens.lists.listing import ListScreen
from katatx.tui.screens.lists.skill import SkillScreen
from katatx.tui.screens.lists.stats import StatsScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.widgets.row_list import RowLine, RowList
from katatx.views.table import Column, Table, row
from tests.practice.small_decks import record
from tests.tui.cells import shown_text
from tests.tui.test_home import shown, until


@pytest.fixture
def desk(tmp_path, open_log, clock):
    """The decks there are, and a week at one of them with a mistake."""
    decks = {name: load_library(tmp_path).decks[name] for name in ("attention", "vision")}
    found = Desk(decks, open_log(settings=Settings(zone="UTC")), clock, lambda: Random(1).getrandbits(30))
    know_decks(decks, found.log, all_of_them=True)
    for day in range(5):
        record(found.log, clock, "attention/match", seconds=30.0 - 4 * day)
        record(found.log, clock, "attention/portions", "wrong-turn", wrong_turns=("softmax/raw-shares",))
        clock.move(days=1)
    return found


def rows(app: KatatxApp) -> list[str]:
    table = app.screen.query_one("#rows", OptionList)
    return [" ".join(str(table.get_option_at_index(at).prompt).split()) for at in range(table.option_count)]


def pointed(app: KatatxApp) -> str:
    (found,) = [line for line in rows(app) if line.startswith("▸")]
    return found


def panel(app: KatatxApp) -> str:
    return str(app.screen.query_one("#panel-lines", Static).render())


async def test_rows_are_filtered_as_one_types_and_counted(desk) -> None:
    app = KatatxApp(BrowserScreen(desk, "attention"))
    async with app.run_test(size=(120, 40)) as pilot:
        everything = rows(app)
        await pilot.press("down", "slash", *"POR")
        found = [each.id for each in desk.decks["attention"].drills if "por" in f"{each.id} {each.section}".lower()]
        assert [line.strip("▸ ").split()[1] for line in rows(app)] == found
        assert f"{len(rows(app))} shown · {len(everything) - len(rows(app))} hidden" in shown_text(app)
        await pilot.press("space", *"three")
        assert rows(app) == ["▸ ○ portions-of-three new"]
        assert "portions-of-three" in panel(app)
        await pilot.press(*"xyz")
        assert "Nothing matches" in rows(app)[0]
        assert f" 0 shown · {len(everything)} hidden" in shown_text(app)
        assert shown_text(app).lower().count("nothing matches") == 1
        assert panel(app).strip() == ""
        await pilot.press("enter", "enter", "i", "x", "f", "s")  # nothing is there to be done with
        assert isinstance(app.screen, BrowserScreen)
        await pilot.press("escape")
        assert len(rows(app)) == len(everything)
        assert app.is_running
        await pilot.press("slash", *"of-three", "enter", "enter")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.question.id == "attention/portions-of-three"


def footer(app: KatatxApp, words: str) -> tuple[int, int]:
    """Where an action stands in the footer."""
    return shown(app, "#keys").index(f" {words}") + 1, 0


async def click_all_of_a_row(pilot) -> list[str]:
    """Click what the footer has for a row, while there is none; which actions these are."""
    app, screen = pilot.app, pilot.app.screen
    found = [each.words for each in app.keys.fitting(screen.actions, 200) if each.method in screen.ON_ROW]
    for words in found:
        await pilot.click("#keys", offset=footer(app, words))
        await pilot.pause()
        assert (app.screen, app.is_running) == (screen, True), words
    return found


@pytest.mark.parametrize(
    ("make", "keys", "clicked"),
    [
        (lambda desk: BrowserScreen(desk, None), [], ["drill", "its page", "from here", "deck stats", "reset"]),
        (StatsScreen, ["tab", "tab"], ["open", "practise"]),
        (lambda desk: SkillScreen(desk, "no/skill"), [], ["drill", "its page"]),
    ],
)
async def test_a_click_on_the_footer_does_nothing_without_rows(open_log, clock, make, keys, clicked) -> None:
    app = KatatxApp(make(Desk({}, open_log(), clock, lambda: 7)))
    async with app.run_test(size=(200, 40)) as pilot:
        await pilot.press(*keys)
        assert await click_all_of_a_row(pilot) == clicked


async def test_a_click_on_the_footer_starts_no_drill_that_the_filter_hides(desk) -> None:
    app = KatatxApp(BrowserScreen(desk, "attention"))
    async with app.run_test(size=(200, 40)) as pilot:
        await pilot.press("slash", *"zzz", "enter")
        assert "drill" in await click_all_of_a_row(pilot)
        await pilot.press("escape")
        await pilot.click("#keys", offset=footer(app, "drill"))
        await until(pilot, DrillScreen)


async def test_what_is_practised_no_more_says_that_its_deck_is_not_there(desk, clock) -> None:
    record(desk.log, clock, "gone/x", "wrong-turn", wrong_turns=("x/own",))
    told = 'There is no deck "gone" now; put its file back to practise it.'
    app = KatatxApp(StatsScreen(desk))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("tab", "tab", "end")
        assert app.screen.section.drill(app.screen.row) == "gone/x"
        await pilot.press("p")
        assert shown(app, "#notice") == told
        await pilot.press("enter")
        await until(pilot, DrillPageScreen)
        await pilot.click("#keys", offset=footer(app, "drill"))
        await pilot.pause()
        assert shown(app, "#notice") == told
        assert isinstance(app.screen, DrillPageScreen)


async def test_escape_clears_the_filter_first_and_then_goes_back(desk) -> None:
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test() as pilot:
        await pilot.press("b", "slash", *"match", "enter")
        await until(pilot, BrowserScreen)
        few = len(rows(app))
        await pilot.press("escape")
        assert isinstance(app.screen, BrowserScreen)
        assert len(rows(app)) > few
        await pilot.press("escape")
        await until(pilot, HomeScreen)


async def test_the_cursor_moves_while_one_types_and_stays_at_its_row(desk) -> None:
    app = KatatxApp(BrowserScreen(desk, "attention"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("slash", *"match", "down", "down")
        here = pointed(app)
        await pilot.press("escape")
        assert pointed(app) == here
        assert sum(line.startswith("▸") for line in rows(app)) == 1
        await pilot.press("v", "v")
        assert pointed(app) == here


async def test_columns_are_sorted_by_key_and_by_click(desk) -> None:
    app = KatatxApp(BrowserScreen(desk, "attention"))
    async with app.run_test(size=(120, 40)) as pilot:
        as_they_came = [line.strip("▸ ") for line in rows(app)]
        await pilot.press("v")
        assert "drill ▲" in shown(app, "#heading")
        names = [line.strip("▸ ").split()[1] for line in rows(app)]
        assert names == sorted(names)
        await pilot.press("V")
        assert "drill ▼" in shown(app, "#heading")
        assert [line.strip("▸ ").split()[1] for line in rows(app)] == names[::-1]
        at = shown(app, "#heading").index("standing")
        await pilot.click("#heading", offset=(at + 1, 0))
        assert "standing ▲" in shown(app, "#heading")
        assert "learning" in rows(app)[0] + rows(app)[1]
        await pilot.click("#heading", offset=(at + 1, 0))
        assert "standing ▼" in shown(app, "#heading")
        for _ in range(8):
            await pilot.press("v")
            if "▲" not in shown(app, "#heading") and "▼" not in shown(app, "#heading"):
                break
        assert [line.strip("▸ ") for line in rows(app)] == as_they_came


async def test_a_click_selects_a_row_and_another_begins_it(desk) -> None:
    app = KatatxApp(BrowserScreen(desk, "attention"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.click("#rows", offset=(5, 3))
        await pilot.pause()
        assert isinstance(app.screen, BrowserScreen)
        assert app.screen.row == 3
        assert app.screen.drills[3].drill in pointed(app)
        await pilot.click("#rows", offset=(5, 3))
        await until(pilot, DrillScreen)
        assert app.screen.sitting.question.id.endswith(f"/{desk.decks['attention'].drills[3].id}")


@pytest.mark.parametrize(
    ("size", "is_seen"), [((120, 40), True), ((100, 18), True), ((80, 24), True), ((60, 18), False)]
)
async def test_a_preview_shows_what_a_drill_asks(desk, size: tuple[int, int], is_seen: bool) -> None:
    app = KatatxApp(BrowserScreen(desk, "attention"))
    async with app.run_test(size=size) as pilot:
        await pilot.press("slash", *"portions", "enter", "space")
        if is_seen and size[0] < 100:
            assert "rows" not in shown_text(app) or "Softmax turns" in shown_text(app)
        assert "Softmax turns" in shown_text(app)
        assert "scores = [1, 4]" in shown_text(app)
        await pilot.press("space")
        assert ("Softmax turns" in shown_text(app)) == is_seen
        if not is_seen:
            await pilot.press("space", "q")
            assert isinstance(app.screen, BrowserScreen), "back to the rows first"
        assert "portions" in shown_text(app)


async def test_home_searches_the_drills_of_all_decks(desk) -> None:
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("slash")
        await until(pilot, BrowserScreen)
        assert len(rows(app)) == sum(len(deck.drills) for deck in desk.decks.values())
        await pilot.press(*"vision", "enter", "down", "i")
        await until(pilot, DrillPageScreen)
        assert shown(app, "#place").startswith("katatx › vision › ")


async def test_a_drills_page_and_a_skills_page(desk) -> None:
    app = KatatxApp(BrowserScreen(desk, "attention"))
    async with app.run_test(size=(120, 50)) as pilot:
        await pilot.press("slash", *"portions", "enter", "i")
        await until(pilot, DrillPageScreen)
        assert [line.strip("▸ ").split()[1] for line in rows(app)] == [
            "softmax/raise",
            "softmax/total",
            "softmax/divide",
        ]
        text = panel(app)
        assert "5 answers, 5 first of the day, 0 % of those right" in text
        assert "softmax: skipped e^" in text
        assert "⠤⠤ target" in text
        await pilot.press("i")
        await until(pilot, SkillScreen)
        assert shown(app, "#place") == "katatx › Skill › softmax/raise: learning"
        assert "missed     yesterday at attention/portions: softmax: skipped e^" in " ".join(panel(app).split("\n"))[
            :2000
        ] or "skipped e^" in panel(app)
        assert any("attention/portions" in line for line in rows(app))
        await pilot.press("enter")
        await until(pilot, DrillScreen)
        await pilot.press("q", "q")
        await until(pilot, SkillScreen)
        await pilot.press("p")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.focus == "softmax/raise"


async def test_stats_have_sections_by_key_and_by_click(desk) -> None:
    app = KatatxApp(StatsScreen(desk))
    async with app.run_test(size=(120, 40)) as pilot:
        assert "[skills]" in shown(app, "#sections")
        assert "◐" in rows(app)[0]
        await pilot.press("tab", "tab")
        assert "[mistakes]" in shown(app, "#sections")
        assert rows(app) == ["▸ ████████ 5 softmax: skipped e^ 1 softmax/raise"]
        assert "made 5 times on the line softmax/raise" in panel(app)
        await pilot.press("enter")
        await until(pilot, SkillScreen)
        await pilot.press("q")
        await until(pilot, StatsScreen)
        await pilot.press("tab")
        assert "[days]" in shown(app, "#sections")
        assert len(rows(app)) == 5
        assert "Practised 5 of the last 28 days" in panel(app)
        at = shown(app, "#sections").index("decks")
        await pilot.click("#sections", offset=(at, 0))
        assert "[decks]" in shown(app, "#sections")
        await pilot.press("enter")
        await pilot.pause()
        assert shown(app, "#place").startswith("katatx › Stats › attention: ")
        await pilot.press("shift+tab")
        assert "[due]" in shown(app, "#sections")
        await pilot.press("q", "p")
        await until(pilot, DrillScreen)


async def test_a_section_of_fewer_rows_begins_at_its_first(tmp_path, open_log, clock) -> None:
    decks = {"attention": load_library(tmp_path).decks["attention"]}
    app = KatatxApp(StatsScreen(Desk(decks, open_log(), clock, lambda: 7)))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*["down"] * 5, "tab")
        assert pointed(app) == rows(app)[0]
        await pilot.press("tab")
        assert "No known mistakes" in rows(app)[0]
        assert panel(app) == ""
        await pilot.press("shift+tab", "shift+tab")
        assert pointed(app) == rows(app)[0]


async def test_sections_without_rows_say_so(open_log, clock) -> None:
    app = KatatxApp(StatsScreen(Desk({}, open_log(), clock, lambda: 7)))
    async with app.run_test() as pilot:
        for said in (
            "There are no skills yet: no drill in the decks asks for a calculation.",
            "There are no decks.",
            "No known mistakes",
            "Nothing practised yet.",
        ):
            assert said in rows(app)[0]
            await pilot.press("enter", "p", "space", "space", "tab")
            assert isinstance(app.screen, StatsScreen)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (100, 18), (120, 40), (200, 60)])
async def test_nothing_is_wider_than_its_window(desk, size: tuple[int, int]) -> None:
    app = KatatxApp(StatsScreen(desk))
    async with app.run_test(size=size) as pilot:
        for _ in range(4):
            table = app.screen.rows
            assert max(each.prompt.get_optimal_width({}, 0) for each in table.options) <= table.size.width
            assert "? help" in shown_text(app)
            assert "q back" in shown_text(app)
            assert "/ filter" in shown_text(app)
            await pilot.press("tab")


class Long(ListScreen):
    """Ten thousand rows."""

    def compose_body(self):
        yield Static(id="heading", markup=False)
        yield RowList()
        yield Static(id="notice", markup=False)

    def draw(self) -> None:
        made = tuple(row(f"deck-{at % 7}", f"drill-{at}") for at in range(10_000))
        self.fill_table(Table((Column("deck"), Column("drill")), made))


async def test_of_ten_thousand_rows_only_those_seen_are_painted(monkeypatch) -> None:
    painted = 0
    render = RowLine.render_strips

    def counted(self, *given):
        nonlocal painted
        painted += 1
        return render(self, *given)

    monkeypatch.setattr(RowLine, "render_strips", counted)
    app = KatatxApp(Long())
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.draw()
        await pilot.pause()
        for key in ("down", "pagedown", "end"):
            painted = 0
            await pilot.press(key)
            await pilot.pause()
            assert painted <= 60, key
        painted = 0
        await app.screen.action_filter()
        await pilot.press(*"9 k-3 99")
        await pilot.pause()
        assert painted <= 8 * 60
        assert app.screen.rows.option_count == sum(at % 7 == 3 and "99" in str(at) for at in range(10_000))
