"""Superscripts and subscripts in pencil notation: `x^2`, `e^(-1)`, `Wᵀ`, `x_i`."""

from __future__ import annotations

import re

_TIGHT = re.compile(r"\d+(?:\.\d+)?|\.\d+|[^\W\d_]\w*|[*+]|\([^()]*\)|-")
_RAISED = str.maketrans("0123456789()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾")


def script(raised: bool, inner: str, before: str, after: str) -> tuple[str, str, str]:
    """Return what a superscript or subscript begins with, its own text at most as long as `inner`, and how it ends.

    `before` and `after` are the characters around it. The `th` of an ordinal stays as it is, `(1)` is an index.
    """
    shown = inner.strip()
    space = " " if after[:1].isalnum() else ""
    if not shown or (raised and shown in ("st", "nd", "rd", "th")):
        return "", inner, ""
    if not raised:
        signs = str.maketrans("+-−", "₊₋₋")
        return "_", "".join(sign if sign.isalnum() or sign in "₊₋" else "_" for sign in shown.translate(signs)), space
    if re.fullmatch(r"\(\d{1,3}\)", shown) and before.isalpha():
        return "", shown.translate(_RAISED), space
    if shown in ("T", "ᵀ", "⊤", "⊺") and not before.isdigit() and before != "e":
        return "", "ᵀ", ""
    if shown in ("∘", "°", "'", "′"):
        return "", "°" if shown in "∘°" else "'", ""
    bare = _TIGHT.fullmatch(shown) and not space
    return ("^", shown, "") if bare else ("^(", shown, ")")
