"""Columns of short tables: what their headings say of them, one wrong cell in two or three rows, ways of drawing."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.test_table_summaries import RIGHT, WRONG, table, verdicts

# Each: a table, a cell of it that is right, what it is changed to, and the line that is then wrong.
SHORT = {
    "product": (table("x,w,x·w", "0.4,1.5,0.60", "2.5,-0.3,-0.75"), "0.60", "0.90", 3),
    "one row": (table("x,w,x·w", "1.25,1.4,1.75"), "1.75", "1.95", 3),
    "operand": (table("x,w,x·w", "0.4,1.5,0.60", "2.5,-0.3,-0.75"), "0.4", "0.9", 3),
    "softmax": (table("word,score,exp,softmax", "cat,1.3,3.669,0.769", "dog,0.1,1.105,0.231"), "0.769", "0.764", 3),
    "powers": (table("z,e^z,softmax", "2,7.389,0.844", "0,1.000,0.114", "-1,0.368,0.042"), "0.844", "0.841", 3),
    "cost": (table("item,qty,price,cost", "jam,4,2.35,9.40", "tea,3,1.85,5.55"), "9.40", "9.80", 3),
    "weights": (table("layer,in,out,weights", "a,300,120,36000", "b,120,40,4800", "c,40,12,480"), "480", "430", 5),
    "biased": (table("layer,in,out,bias,params", "a,30,12,12,372", "b,12,8,8,104"), "372", "342", 3),
    "share": (table("vote,count,percent", "yes,171,57%", "no,129,43%"), "57%", "59%", 3),
    "difference": (table("what,2021,2022,difference", "rain,713,688,-25", "snow,206,233,27"), "-25", "-28", 3),
    "rate": (table("leg,km,h,km/h", "a,130,2.5,52", "b,96,1.5,64"), "52", "57", 3),
    "balance": (table("item,in,out,balance", "start,,,80.00", "pay,310.00,,390.00", "rent,,240.00,150.00", "tea,,4.50,145.50"),
                "145.50", "146.50", 6),
    "gain": (table("model,BLEU,Δ BLEU", "plain,23.4,-", "more,24.6,+1.2", "most,27.1,+3.7", "huge,28.9,+5.5"), "+3.7", "+3.2", 5),
    "marks": (table("name,work (30%),exam (70%),grade", "An,80,70,73", "Bo,50,90,78", "Cy,60,85,77.5"), "77.5", "71.5", 5),
    "cache": (table("model,layers,heads,head dim,tokens,KV cache (MB)", "s,8,8,64,2048,33.6", "m,16,12,64,2048,100.7"),
              "100.7", "104.7", 4),
    "per cent of": (table("item,planned,actual,difference,%", "rent,800,800,0,0%", "food,300,345,45,15%", "fun,200,174,-26,-13%"),
                    "-13%", "-18%", 5),
    "points": (table("party,2018,2022,change", "a,30.4%,27.9%,-2.5", "b,25.1%,27.8%,+2.7", "c,19.0%,20.3%,+1.3"), "+2.7", "+2.1", 4),
    "discount": (table("item,price,discount,you pay", "coat,90.00,20%,72.00", "sock,35.00,10%,31.50"), "31.50", "31.80", 4),
    "perplexity": (table("metric,train,valid,test", "loss,1.87,2.05,2.16", "perplexity,6.49,7.77,8.67"), "7.77", "7.71", 4),
    "years": (table("item,2021,2022,2023,total", "ink,13,16,18,47", "pen,23,26,28,77"), "77", "79", 4),
    "two of three": (table("a,b,c", "3.4,4.2,14.28", "2.6,1.8,4.68", "6.1,2.3,14.03"), "14.03", "14.83", 5),
}  # fmt: skip


@pytest.mark.parametrize("name", SHORT)
def test_one_wrong_cell_of_a_short_column_is_found(name: str) -> None:
    text, right, changed, line = SHORT[name]
    clean = verdicts(text)
    assert clean[line] is RIGHT
    assert WRONG not in clean.values()
    assert text.count(f" {right} ") == 1
    found = verdicts(text.replace(f" {right} ", f" {changed} "))
    assert [place for place, verdict in found.items() if verdict is WRONG] == [line]


BARE = [
    table("neuron,p,weight,gate", "a,0.43,1.61,0.35", "b,0.36,0.94,0.72", "c,0.21,1.18,0.51"),
    table("file,bits,rest,change,score", "a,8,93,5,18", "b,16,82,-3,24", "c,32,69,6,33"),
    table("model,loss,change,rest,net,gain", "a,2.42,0.13,4.2,0.6,4", "b,2.11,0.25,3.8,0.7,6", "c,1.93,0.32,2.1,0.5,8"),
    table("t,x,h,gate,candidate,new h", "1,1.1,0.00,0.72,0.75,0.54", "2,-0.6,0.54,0.41,-0.12,0.27", "3,0.9,0.27,0.62,0.47,0.39"),
    table("a,b,a/b test", "13,16,0.32", "18,12,0.53"),
    table("run,in/out,a-b,k·t", "1,0.4,3,7.6", "2,0.8,4,8.2"),
    table("day,low,high,average", "Mon,4.2,12.5,7.8", "Tue,5.1,11.6,8.1", "Wed,2.6,14.2,9.0"),
    table("team,W,D,L,GF,GA", "Reds,7,2,1,22,9", "Blues,5,3,2,17,12", "Greens,2,4,4,12,16"),
    table("batch,forward ms,total ms,mean", "4,9.2,31.4,40", "8,15.9,54.1,66", "16,30.3,98.2,118"),
]  # fmt: skip


@pytest.mark.parametrize("text", BARE)
def test_bare_headings_call_no_number_wrong(text: str) -> None:
    assert WRONG not in verdicts(text).values()


BOXED = """\
┌──────┬───────┬───────┬────────┐
│ word │ score │ exp   │ weight │
├──────┼───────┼───────┼────────┤
│ one  │ 1.5   │ 4.482 │ 0.772  │
│ two  │ 0.2   │ 1.221 │ 0.210  │
│ six  │ -2.3  │ 0.100 │ 0.017  │
├──────┼───────┼───────┼────────┤
│ sum  │       │ 5.803 │ 1.000  │
└──────┴───────┴───────┴────────┘
"""
TABS = "layer\tin\tout\tbias\tparams\na\t300\t120\t120\t36120\nb\t120\t40\t40\t4840\ntotal\t\t\t160\t40960\n"
SPANS = """\
<table><thead>
<tr><th rowspan="2">part</th><th colspan="2">size</th><th rowspan="2">multiplications</th></tr>
<tr><th>rows</th><th>columns</th></tr></thead><tbody>
<tr><th>W_q</th><td>48</td><td>48</td><td>2,304</td></tr>
<tr><th>W_k</th><td>48</td><td>48</td><td>2,304</td></tr>
<tr><th>W_1</th><td>48</td><td>192</td><td>9,216</td></tr></tbody>
<tfoot><tr><th colspan="3">total</th><td>13,824</td></tr></tfoot></table>
"""


@pytest.mark.parametrize(
    ("name", "text", "lines", "right", "changed"),
    [
        ("page.txt", BOXED, (4, 5, 6, 8), "5.803", "5.873"),
        ("page.txt", BOXED, (4, 5, 6, 8), "0.210", "0.260"),
        ("page.tsv", TABS, (2, 3, 4), "40960", "40660"),
        ("page.tsv", TABS, (2, 3, 4), "4840", "4870"),
        ("page.html", SPANS, (4, 5, 6, 7), "9,216", "9,716"),
        ("page.html", SPANS, (4, 5, 6, 7), "13,824", "13,854"),
    ],
)
def test_however_it_is_drawn(name: str, text: str, lines: tuple[int, ...], right: str, changed: str) -> None:
    clean = verdicts(text, name)
    assert set(lines) <= clean.keys()
    assert WRONG not in clean.values()
    found = verdicts(text.replace(right, changed), name)
    assert list(found.values()).count(WRONG) == 1


GIVEN = "A = [[3, 5], [2, 7]] and B = [[4, 2], [6, 9]].\n\n"
PRODUCT = GIVEN + "The product A·B is\n\n" + table(",c1,c2", "r1,42,51", "r2,50,67")
SCORES = (
    table(",I,sat", "I,2,1", "sat,0,3")
    + "\nSoftmax of each row:\n\n"
    + table(",I,sat", "I,0.731,0.269", "sat,0.047,0.953")
)


@pytest.mark.parametrize(
    ("text", "right", "changed", "line"),
    [
        (PRODUCT, "67", "68", 8),
        (PRODUCT, "51", "57", 7),
        (SCORES, "0.953", "0.956", 11),
        (SCORES, "0.269", "0.296", 10),
    ],
)
def test_a_grid_drawn_as_a_table_is_a_grid(text: str, right: str, changed: str, line: int) -> None:
    assert WRONG not in verdicts(text).values()
    assert verdicts(text)[line] is RIGHT
    assert [place for place, verdict in verdicts(text.replace(right, changed)).items() if verdict is WRONG] == [line]


SEATS = """\
seat        1      2      3    sum
loss    0.731  1.204  2.112  4.047
gain    0.125  0.250  0.500  0.875
mask        1      1      0      2
"""


def test_words_over_numbers_are_headings_where_no_rule_stands_below() -> None:
    assert verdicts(SEATS, "page.txt")[2] is RIGHT
    assert verdicts(SEATS.replace("4.047", "4.017"), "page.txt")[2] is WRONG


def test_a_grid_of_small_numbers_is_no_other_grid() -> None:
    text = "Let A = [[1, 0], [2, 1]] stand here.\n\n" + table("day,in,out", "Mon,1,0", "Tue,4,3")
    assert ClaimVerdict.WRONG not in verdicts(text).values()
