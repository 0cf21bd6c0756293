"""What a clause says in full of the number that it ends with: rates, shares of a difference, counts, other units."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited

# What is said, the number that it ends with, and the same with a digit that is off.
SAID = [
    ("One card, 250 GB/s at 36%, reads 250 × 0.36 = {} GB/s.", "90.0", "90.9"),
    ("The job ran for 90,000 s = 25 h. At 3.2 kW this is {} kWh.", "80.0", "80.1"),
    ("It draws 2 × 1.5 kW = 3.0 kW, so 3.0 × 40 = 120 kWh in a week,\nand at $0.25 per kWh it costs ${}.", "30.00", "30.10"),
    ("The run uses 4 × 120 = 480 kWh and at 0.35 EUR per kWh it costs {} EUR.", "168.00", "169.00"),
    ("We read 3 × 150 = 450 GB at 1.8 GB/s, which takes {} s.", "250", "240"),
    ("The bill is 3 × 40.00 = 120.00 EUR.\nWith 25% tax: {} EUR.", "150.00", "150.90"),
    ("The error fell by 0.80 − 0.62 = 0.18, i.e. by {}.", "22.5%", "22.4%"),
    ("The price rose by 0.62 − 0.50 = 0.12, which is {} of the old price.", "24.0%", "25.0%"),
    ("On a 48 GB card that leaves 48 - 18 = 30 GB for the cache, i.e. {} of the card.", "62.5%", "65.5%"),
    ("With groups of four it is 640 / 4 = 160 MiB, a saving of {}.", "75%", "76%"),
    ("The loss goes from 1.2500 to 0.8125, a change of {}.", "0.4375", "0.4575"),
    ("The loss fell from 5.00 at step 200 to 3.20 at the end, i.e. by {}.", "1.80", "1.90"),
    ("The loss fell from 5.00 at step 200 to 3.20 at the end, i.e. by 1.80 or {}.", "36.00 %", "35.00 %"),
    ("The team won 41 + 28 = 69 of 120, {}, and lost the rest.", "57.5 %", "57.6 %"),
    ("One layer has 12,345 + 6,789 = 19,134 weights and eight layers have {}.", "153,072", "153,073"),
    ("Kept are 3 × 45,117 = 135,351 numbers. At four bytes each: {} bytes.", "541,404", "541,304"),
    ("It takes 36 × 300 = 10,800 s = {} h.", "3.0", "3.1"),
    ("A block is 3 × 12,288 = 36,864 bytes = {} KiB.", "36", "38"),
    ("The share is 3 × 0.125 = 0.375\nAnswer: {}", "38%", "39%"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "right", "off"), SAID)
def test_what_a_clause_says_in_full_is_checked(said: str, right: str, off: str) -> None:
    verdicts = {right: ClaimVerdict.RIGHT, off: ClaimVerdict.WRONG}
    for printed, verdict in verdicts.items():
        claims = [each for each in audited(said.format(printed)).claims if each.printed == printed]
        assert [each.verdict for each in claims] in ([verdict], [ClaimVerdict.CARRIED])
        assert verdict is ClaimVerdict.RIGHT or claims[0].verdict is verdict


# What goes on with another thing, though its number is a digit off what the words before could mean.
OF_ANOTHER_THING = [
    "It took 90 min in the morning and 1.60 h in the evening.",
    "The run took 75 min = 1 h 15 min.",
    "A shift has 4 × 9 h = 36 h = 4.6 days of work.",
    "The table takes 3 × 21,760 = 65,280 bytes = 64 KB.",
    "The price fell by 9.00 − 8.10 = 0.90, and 11.0% of the customers came back.",
    "The team is at step 41 of 120, 34.1% done with the list.",
    "The job ran for 90,000 s = 25 h. At 3.2 kW the fans make 81.0 dB.",
    "The bill is 3 × 40.00 = 120.00 EUR. With 25% tax and a fee of 4.00: 154.00 EUR.",
    "The loss fell from 5.00 at step 200 to 3.20 at the end; the best was lower by 1.90 than that.",
    "The gain is 2.250 − 2.000 = 0.250, or 12.5% of the old error.",
    "Training took 12 × 5 = 60 h at 3.2 kW; the second run at 2.9 kW took 174.5 kWh.",
    "The price fell from 3.50 to 2.80, i.e. by 0.70 or 20%.",
    "One batch has 16 × 512 = 8,192 tokens, so 40 batches with padding have 328,680 tokens.",
    "The error falls from 3.42 to 2.15 in week 1, and a drop of 1.37 came in week 2.",
    "The error falls from 3.42 to 2.15, a drop of 1.37 over both weeks together.",
    "One layer has 3 × 40 = 120 weights and eight layers with their norms have 968.",
]


@pytest.mark.parametrize("said", OF_ANOTHER_THING)
def test_what_is_said_of_another_thing_is_not_called_wrong(said: str) -> None:
    assert [each.printed for each in audited(said).claims if each.verdict is ClaimVerdict.WRONG] == []
