"""Times as text."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from arbor_desktop.clock import from_iso, to_iso


@given(st.integers(-62_000_000_000_000, 253_402_300_799_999))
@example(4_188_181)
@example(13_380_020_148_741)
def test_a_time_comes_back_to_the_millisecond(ms: int) -> None:
    assert from_iso(str(to_iso(ms))) == ms
