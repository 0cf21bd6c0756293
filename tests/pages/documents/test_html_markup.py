"""Attributes of HTML tags: names in any case, values in each of the forms that HTML has, and none."""

from __future__ import annotations

import pytest

from katatx.pages.documents.html_markup import Tag, read_markup


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("<TD COLSPAN=2>", "2"),
        ("<td Colspan='3'>", "3"),
        ('<td class="colspan" colspan="4">', "4"),
        ('<td colspan="">', ""),
        ("<td colspan>", "colspan"),
        ("<td COLSPAN>", "colspan"),
        ("<td rowspan=2>", ""),
    ],
)
def test_an_attribute_is_found_in_any_case_and_may_be_empty(source: str, value: str) -> None:
    (tag,) = read_markup(source)
    assert isinstance(tag, Tag)
    assert tag.attribute("colspan") == value
