"""HTML read into lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.pages.documents.html import read_html
from katatx.pages.documents.markdown import read_markdown
from katatx.pages.page import Kind


def lines(text: str, kind: Kind = Kind.TEXT) -> list[str]:
    return [line.text for line in read_html(text) if line.text and line.kind is kind]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<p>one <b>two</b>\n   three<p>four", ["one two three", "four"]),
        ("<ul><li>1+1 = 2<li>2+2 = 4</ul>", ["1+1 = 2", "2+2 = 4"]),
        ("2&times;3 &minus; 1 &radic;4 &lt; 5&nbsp;6 &#x2248; &rarr;", ["2×3 − 1 √4 < 5 6 ≈ →"]),
        ("1 < 2 and 3 <4 & 5 &nosuch; 6", ["1 < 2 and 3 <4 & 5 &nosuch; 6"]),
        (
            "e<sup>2</sup> e<sup>-1</sup> x<sub>1</sub> x<sub>i+1</sub> W<sup>T</sup> e<sup>a+b</sup>",
            ["e^2 e^(-1) x_1 x_i₊1 Wᵀ e^(a+b)"],
        ),
        ("the 1<sup>st</sup> of it<sup><a href='#n'>1</a></sup>", ["the 1st of it"]),
        ("<title>1+1=3</title><style>a{b:1}</style><p>x<script>if (1 < 2) '</p>'</script>y", ["xy"]),
        ("<del>1+1=3</del> 1+1=2 <s>x <s>y</s></s>", ["1+1=2"]),
        ('<p title="a > b" hidden>x</p>', ["x"]),
        (
            "<table><tr><th>x<th>w</tr><tr><td>1</td><td>2<br>3 <p>4</p></td></tr></table>",
            ["| x | w |", "| 1 | 2 3 4 |"],
        ),
        ("<table><tr><td>1<td>25", ["| 1 | 25"]),
        ("<p>so $\\frac{6}{2} = 3$ and \\(x^2\\) cost $5 and $6</p>", ["so 6/2 = 3 and x^2 cost $5 and $6"]),
        ("<p>\\[\n\\begin{aligned} a &amp;= 1 \\\\ b &amp;= 2 \\end{aligned}\n\\]</p>", ["a = 1", "b = 2"]),
        ('x <script type="math/tex">\\frac{1}{2}</script> y', ["x 1/2 y"]),
    ],
)
def test_markup_is_gone(text: str, read: list[str]) -> None:
    assert lines(text) == read


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        ("<mfrac><mn>6</mn><mn>2</mn></mfrac><mo>=</mo><mn>3</mn>", "6/2 = 3"),
        ("<msqrt><mn>2</mn></msqrt><mo>≈</mo><mn>1.414</mn>", "√2 ≈ 1.414"),
        ("<msup><mi>e</mi><mrow><mo>-</mo><mn>1</mn></mrow></msup>", "e^(-1)"),
        (
            "<mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo>]</mo>",
            "[[1, 2; 3, 4]]",
        ),
        (
            "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup><mo>+</mo><mroot><mn>8</mn><mn>3</mn></mroot>",
            "x_1^2 + 8^(1/3)",
        ),
        (
            "<semantics><mrow><mn>2</mn><mo>&#x2062;</mo><mi>x</mi></mrow><annotation encoding='application/x-tex'>2x</annotation></semantics>",
            "2·x",
        ),
    ],
)
def test_mathml_reads_as_by_pencil(formula: str, read: str) -> None:
    assert lines(f"<p>so <math>{formula}</math> then</p>") == [f"so {read} then"]


def test_pre_keeps_its_lines() -> None:
    text = "<p>x\n<pre>\n  a  b\n\n  <b>1</b>  2 &lt; 3\n</pre>y"
    assert [line.text for line in read_html(text)] == ["x", "", "  a  b", "", "  1  2 < 3", "", "y"]


def test_code_is_told_from_text() -> None:
    text = (
        '<pre><code class="language-python">x = 1  # 2\n</code></pre><pre>text</pre><pre><samp>6</samp></pre>'
        '<div class="highlight-python3"><div class="highlight"><pre><span></span>y = 2\n</pre></div></div><pre>text 2</pre>'
    )
    assert lines(text, Kind.CODE) == ["x = 1  # 2", "y = 2"]
    assert lines(text, Kind.OUTPUT) == ["6"]
    assert lines(text) == ["text", "text 2"]


def test_each_character_knows_its_place() -> None:
    text = "<p>2&times;3\n  = <b>6</b></p>"
    line = next(line for line in read_html(text) if line.text)
    assert line.text == "2×3 = 6"
    assert list(line.offsets) == [3, 4, 11, 12, 15, 16, 20]


_LISTED = (
    "<p> </p> <br> <table> <tr> <td> </td> </table> <pre> </pre> <sup> </sup> <sub> </sub> <math> <mfrac> </mfrac> <mn> </mn> </math> "
    "<msup> </msup> <del> </del> <script> </script> <!-- --> < > & &lt; &#0; $ \\frac{1}{2} 1 2 a = <li> <code> <a"
)
_PIECES = st.sampled_from(_LISTED.split())


@given(st.lists(st.one_of(_PIECES, st.sampled_from([" ", "\n", "\r\n"])), max_size=40).map("".join))
def test_whatever_stands_there_each_character_has_a_place(text: str) -> None:
    for lines_of in (read_html, read_markdown):
        for line in lines_of(text):
            assert len(line.offsets) == len(line.text)
            assert all(0 <= at < len(text) for at in line.offsets)
            assert not set("\n\0\1") & set(line.text)
