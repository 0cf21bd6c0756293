"""YOUR TURN and WRONG TURN blocks, in the hands people write them."""

from __future__ import annotations

from pathlib import Path

from katatx.pages.blocks import find_blocks

PLAIN = Path(__file__).with_name("blocks.txt").read_text(encoding="utf-8")
MARKDOWN = Path(__file__).with_name("blocks.md").read_text(encoding="utf-8")


def test_plain_text() -> None:
    first, clash, last = find_blocks(PLAIN)
    assert (first.name, first.line, first.column, first.section) == ("your-turn 1", 9, 8, "Sums, and What They Are")
    assert first.asks == "add two numbers\nWhat is 1 + 2?\nWrite it down."
    assert first.checked == range(13, 15)
    assert (clash.name, clash.line) == ("wrong-turn 1", 18)
    assert (last.name, last.section, len(last.checked)) == ("your-turn 2", "Next", 0)


def test_markdown() -> None:
    first, clash, second = find_blocks(MARKDOWN)
    assert (first.name, first.section, first.checked) == ("your-turn 1", "Products", range(8, 9))
    assert first.asks == "what is 2·3?"
    assert clash.name == "wrong-turn 1"
    assert (second.name, second.checked) == ("your-turn 2", range(19, 20))


def test_a_comment_in_a_code_fence_ends_no_block() -> None:
    (block,) = find_blocks("YOUR TURN 1\nwork\n```python\n# a comment\nx = 1\n```\ncheck: 1+1 = 2\n")
    assert block.checked == range(7, 8)
    (block,) = find_blocks("YOUR TURN 1\nwork\n```python\n# never closed\nx = 1\ncheck: 1+1 = 2\n")
    assert not block.checked
    late = "YOUR TURN 1\n```\n# a comment\n" + "x\n" * 70 + "```\n"
    assert find_blocks(late)[0].asks.startswith("1\n```\n# a comment\nx")
