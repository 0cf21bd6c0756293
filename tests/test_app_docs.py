"""docs/app.md names the keys that there are. To bring it up to date: `python tests/test_app_docs.py`."""

from __future__ import annotations

import re
from pathlib import Path

from katatx.tui.actions import SCREENS, Action
from katatx.tui.key_names import key_name

PAGE = Path(__file__).parent.parent / "docs" / "app.md"
_BETWEEN = re.compile(r"(?<=<!-- actions -->\n).*?(?=<!-- end -->)", re.DOTALL)


def table() -> str:
    actions: dict[str, Action] = {}
    for screen in SCREENS.values():
        for action in screen:
            actions.setdefault(action.id, action)
    rows = ["| action | keys | vim set | what it does |", "|---|---|---|---|"]
    rows += [
        f"| `{each.id}` | {_keys(each.keys)} | {_keys(each.vim) if each.vim else ''} | {each.sentence} |"
        for each in actions.values()
    ]
    return "\n".join(rows) + "\n"


def _keys(keys: str) -> str:
    return " ".join(f"`{key_name(key)}`" for key in keys.split(","))


def test_the_table_of_actions_is_current() -> None:
    found = _BETWEEN.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    assert found.group() == table()


if __name__ == "__main__":
    PAGE.write_text(_BETWEEN.sub(lambda _: table(), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
