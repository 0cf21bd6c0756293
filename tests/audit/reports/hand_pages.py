"""Pages and claims written by hand, for reports to be made of."""

from collections.abc import Iterator

from hypothesis import strategies as st

from katatx.audit.findings import Claim, ClaimVerdict, Figure, PageAudit
from katatx.pages.page import Line, Page


def page(source: str, path: str = "page.txt") -> Page:
    lines, at = [], 0
    for text in source.split("\n"):
        lines.append(Line(text, range(at, at + len(text))))
        at += len(text) + 1
    return Page(path, source, lines)


def claim(source: str, text: str, verdict: ClaimVerdict = ClaimVerdict.RIGHT, **more: object) -> Claim:
    """A claim that stands in the source as it reads; `wrong` gives its figures as (printed, correct)."""
    start = source.index(text)
    stop = start + len(text)
    figures = []
    for printed, correct in more.pop("wrong", ()):  # type: ignore[attr-defined]
        at = source.rindex(printed, start, stop)
        figures.append(Figure(at, at + len(printed), correct))
    printed = more.pop("printed", text.rpartition("= ")[2])
    return Claim(start, stop, text, str(printed), verdict, figures=tuple(figures), **more)  # type: ignore[arg-type]


def wrong(source: str, text: str, printed: str, correct: str, **more: object) -> Claim:
    return claim(source, text, ClaimVerdict.WRONG, wrong=[(printed, correct)], printed=printed, **more)


def total_page(path: str = "page.txt") -> PageAudit:
    """Four claims, one of each verdict; the wrong one stands on line 3."""
    source = "e^1 = 2.718\ne^4 = 54.598\ntotal: 2.72 + 54.60 = 57.3\n1/57.3 = 0.017\nx·y = z\n"
    return PageAudit(
        page(source, path),
        (
            claim(source, "e^1 = 2.718", true=2.718281828459045),
            wrong(source, "2.72 + 54.60 = 57.3", "57.3", "57.32", calculation="2.72 + 54.60", true=57.32, spoils=(4,)),
            claim(source, "1/57.3 = 0.017", ClaimVerdict.CARRIED, true=0.01744559),
            claim(source, "x·y = z", ClaimVerdict.UNCHECKED, why="x is not known"),
        ),
    )


def right_page(path: str = "right.txt") -> PageAudit:
    source = "2·3 = 6\n"
    return PageAudit(page(source, path), (claim(source, "2·3 = 6", true=6.0),))


NASTY = st.text(
    st.one_of(
        st.sampled_from(
            '0123456789.-−=+· \t\n\r\x1b\x07\x9b\u202e\u2066\u200b\ufeff\u2028漢𝟘é\u0301\u2009{}[]()%:,|"\\'
        ),
        st.characters(codec="utf-8"),
    ),
    max_size=60,
)


@st.composite
def audits(draw: st.DrawFn, path: st.SearchStrategy[str] = NASTY) -> PageAudit:
    """Any text with claims and figures anywhere in it."""
    source = draw(NASTY)
    return PageAudit(page(source, draw(path)), tuple(draw(st.lists(claims(len(source)), max_size=4))))


def spans(length: int) -> st.SearchStrategy[tuple[int, int]]:
    ends = st.integers(0, length)
    return st.tuples(ends, ends).map(lambda pair: (min(pair), max(pair)))


@st.composite
def claims(draw: st.DrawFn, length: int) -> Claim:
    start, stop = draw(spans(length))
    figures = draw(st.lists(st.builds(lambda span, text: Figure(*span, text), spans(length), NASTY), max_size=3))
    number = st.floats(allow_nan=True, allow_infinity=True)
    return Claim(
        start,
        stop,
        draw(NASTY),
        draw(NASTY),
        draw(st.sampled_from(ClaimVerdict)),
        draw(NASTY),
        draw(
            st.one_of(
                st.none(), number, st.lists(number, max_size=3), st.lists(st.lists(number, max_size=2), max_size=2)
            )
        ),
        draw(NASTY),
        tuple(figures),
        tuple(draw(st.lists(st.integers(1, 9), max_size=3))),
    )


def hidden(text: str) -> Iterator[str]:
    """Return what a terminal would obey or not show."""
    import unicodedata

    return (each for each in text if unicodedata.category(each) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
