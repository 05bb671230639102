"""Numbers within words, and real plurals."""

from __future__ import annotations

import pytest

from arbor_desktop.ui.translation import tr


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 memories"), (1, "1 memory"), (12, "12 memories"), (1577, "1,577 memories")],
)
def test_words_agree_with_their_number_and_large_ones_are_parted(count: int, words: str) -> None:
    assert tr("%n memories", None, count) == words


def test_a_number_that_is_not_counted_is_left() -> None:
    assert tr("Since 1577, always", None, 1577) == "Since 1577, always"
