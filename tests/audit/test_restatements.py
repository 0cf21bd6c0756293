"""Numbers said once more, in percent or as a row, worked out by hand here."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.test_runs import verdicts, wrong

SPENDS = "share on a = 1 / 3.718 = 0.269   share on b = 2.718 / 3.718 = 0.731\n{} spends 26.9% on itself, 73.1% on b.\n"
ON_ITS_LINE = "Check: 0.269 + 0.731 = 1.000, 7.2 / 16 = 0.450 and 1.5 / 6 = 0.250: it pays 45.0% here, 25.0% there.\n"
ID_EST = "cv: 0.35 / 2.1 = 0.167, i.e. 16.7%\n"
BRACKETS = "P(spam) = 950/1,180 = 0.805 (precision 80.5%)\n"
HTML = "<p>Rate: 45 / 240 = <b>0.1875</b>, that is <i>18.75%</i>.</p>\n"
TEX = "Its share is $\\frac{45}{240} = 0.1875$, about $18.8\\%$.\n"
OF_NUMBER = "The gain is 1.151 − 0.998 = 0.153, which is 13.3% of the 1.151.\n"
OF_WORDS = "Old loss: 0.9 + 0.251 = 1.151\nThe gain is 1.151 - 0.998 = 0.153, or 13.3% of the old loss.\n"
COUNTS = "1 of the 6 hidden entries is dead, that is 16.7%.\n37 out of 80 were right (46.25%)\n"
FROM_ROW = "softmax([0.2, 0.8, 0.6]) = [0.232, 0.422, 0.346]\nThe second gets 42.2%, the last 34.6%.\n"
ROW = (
    "a vs b = [0, 2].[1, 3]\n  = 0·1 + 2·3 = 6.0\na vs c = [0, 2].[1, 4]\n  = 0·1 + 2·4 = 8.0\n"
    "a's raw scores are [6.0, 8.0] -- c is the nearer.\n"
)


@pytest.mark.parametrize(
    ("page", "name", "said"),
    [
        (SPENDS.format("a"), "page.txt", ["26.9%", "73.1%"]),
        (ON_ITS_LINE, "page.txt", ["45.0%", "25.0%"]),
        (ID_EST, "page.txt", ["16.7%"]),
        (BRACKETS, "page.txt", ["80.5%"]),
        (HTML, "page.html", ["18.75%"]),
        (TEX, "page.md", ["18.8%"]),
        (OF_NUMBER, "page.txt", ["13.3%"]),
        (OF_WORDS, "page.txt", ["13.3%"]),
        (COUNTS, "page.txt", ["16.7%", "46.25%"]),
        (FROM_ROW, "page.txt", ["42.2%", "34.6%"]),
        (ROW, "page.txt", ["[6.0, 8.0]"]),
    ],
)
def test_what_is_said_again_is_a_claim(page: str, name: str, said: list[str]) -> None:
    found = verdicts(page, name)
    assert set(said) <= {printed for _, printed, _ in found}
    assert ClaimVerdict.WRONG not in {verdict for _, _, verdict in found}
    assert ClaimVerdict.RIGHT in {verdict for _, _, verdict in found}


@pytest.mark.parametrize(
    ("page", "name", "right", "printed", "line"),
    [
        (ON_ITS_LINE, "page.txt", "25.0%", "29.0%", 1),
        (ID_EST, "page.txt", "16.7%", "19.7%", 1),
        (ID_EST, "page.txt", "16.7%", "77%", 1),
        (BRACKETS, "page.txt", "80.5%", "85.5%", 1),
        (HTML, "page.html", "18.75%", "18.15%", 1),
        (OF_NUMBER, "page.txt", "13.3%", "15.3%", 1),
        (COUNTS, "page.txt", "16.7%", "18.7%", 1),
        (COUNTS, "page.txt", "46.25%", "46.75%", 2),
    ],
)
def test_the_one_that_is_changed_is_found(page: str, name: str, right: str, printed: str, line: int) -> None:
    assert wrong(page.replace(right, printed), name) == [(line, printed)]


@pytest.mark.parametrize(
    "page",
    [
        "The rate was 0.5 / 2 = 0.25. It rained on 26% of the days, and 24% of them were cold.\n",
        "0.269 + 0.731 = 1.000. Prices rose by 3.1% in May, and 26.8% of it was rent.\n",
        "The gain is 1.151 - 0.998 = 0.153. Some 15.8% of readers asked for more.\n",
        "3 of the 4 runs took 80% of the time, that is 26.3% more than planned.\n",
        "p = [0.5, 0.3, 0.2]: the top two get 80%, the rest 20%. 1 - 0.8 = 0.2\n",
        "12 / 48 = 0.25 (as always with 95% confidence)\n",
    ],
)
def test_another_percentage_is_never_wrong(page: str) -> None:
    assert wrong(page) == []
