from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.notation.errors import NotationError
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression
from tests.growth import BOUND, growth_by_length

HOSTILE = {
    "brackets": "(" * 100_000,
    "square brackets": "[" * 90_000,
    "roots": "√" * 90_000,
    "powers": "9^" * 40_000 + "9",
    "minus signs": "-" * 90_000 + "1",
    "a long number": "9" * 1_000_000,
    "a long line": "1+" * 5_000_000,
    "long name": "a" * 90_000,
    "spaces": " " * 90_000,
    "a product": "1*" * 40_000 + "1",
    "transposes": "2" + "ᵀ" * 90_000,
    "a product of allowed length": "·".join(["2"] * 99),
}


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_lines_take_time_by_their_length(text: str) -> None:
    def read(part: str) -> None:
        try:
            read_expression(part)
        except NotationError as error:
            assert len(str(error)) < 200  # noqa: PT017

    assert growth_by_length(text, read) < BOUND


_HIGH_WATER = (
    "import re, sys; from katatx.cli import main; sys.argv = ['katatx', 'check', '-']\n"
    "try: main()\n"
    "finally: print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1], file=sys.stderr)"
)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not tell how much memory was used")
def test_a_ten_megabyte_line_costs_a_few_megabytes() -> None:
    """Through the real program, so that nothing before the reader holds the line either."""
    kilobytes = []
    for length in (10, 5_000_000):
        lines = f"print('2·3 = 6'); print('1+' * {length}); print('1/2 = 0.5')"
        with subprocess.Popen([sys.executable, "-c", lines], stdout=subprocess.PIPE) as source:
            done = subprocess.run(
                [sys.executable, "-c", _HIGH_WATER], stdin=source.stdout, capture_output=True, text=True, check=False
            )
        assert done.returncode == 2
        assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["2·3 = 6", "unread", "1 / 2 = 0.5"]
        trouble, used = done.stderr.splitlines()
        assert trouble == "katatx: 1 line could not be read"
        kilobytes.append(int(used))
    assert kilobytes[1] - kilobytes[0] < 8_000


_LITERALS = st.sampled_from(["2", "0.25", "1.5·10^-3", "2e3", "50%", "3K", "e", "½", "4²", "√2", "|-2|", "-3"])
_EXPRESSIONS = st.recursive(
    _LITERALS,
    lambda inner: st.builds(
        str.format,
        st.sampled_from(
            ["({})/({})", "({})·({})", "({})^({})", "({}) + ({})", "({}) - ({})", "√({})", "-({})", "abs({})"]
        ),
        inner,
        inner,
    ),
    max_leaves=4,
)


@given(_EXPRESSIONS)
def test_what_is_written_has_the_value_of_what_was_read(text: str) -> None:
    node = read_expression(text)
    try:
        value, again = evaluate(node, {}), evaluate(read_expression(write_expression(node)), {})
    except EngineError:
        return  # such as a root of a negative number, or a power too large on the way
    assert again == pytest.approx(value, rel=1e-12)


@given(st.text(alphabet="0123456789.,·*/+-^√ᵀ()[];= esoftmax\t→∞", max_size=40))
@example("a.0 0")
def test_anything_typed_is_read_or_refused(text: str) -> None:
    try:
        node = read_expression(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1  # noqa: PT017
    else:
        assert write_expression(read_expression(write_expression(node))) == write_expression(node)
