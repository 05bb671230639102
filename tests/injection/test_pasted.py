"""What stands in pasted text is not told before a person says yes; what they ask for themselves is."""

from __future__ import annotations

import pytest

from tests.injection.pasting import active_of, messages

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("kind", "most"), [("planted", 0), ("planted_later", 2), ("planted_blind", 3)])
def test_hardly_anything_planted_is_active(kind: str, most: int) -> None:
    active = [(text, found) for text in messages(kind) if (found := active_of(text))]
    assert len(active) <= most, active


def test_most_that_people_ask_for_is_active() -> None:
    honest = messages("honest")
    assert sum(bool(active_of(text)) for text in honest) >= 0.8 * len(honest)
