"""What a side of a conflict says, in a word, as its memory writes it."""

from __future__ import annotations

import pytest

from arbor_desktop.conflicts.model import Member
from arbor_desktop.memories.model import Memory


@pytest.mark.parametrize(
    ("value", "content", "spoken"),
    [
        ("pip tools", "The project uses pip-tools for dependencies.", "pip-tools"),
        ("tab", "Use tabs for indentation.", "tabs"),
        ("docker compose", "We deploy with Docker Compose", "Docker Compose"),
        ("10", "Not 100 but 10 workers", "10"),
        ("promise.then", "Promise chains with .then() are kept.", "promise.then"),
        ("hard_tabs", "hard_tabs is set", "hard tabs"),
        ("$5", "It costs $5", "$5"),
        ("", "Nothing in a word", ""),
    ],
)
def test_a_value_is_said_as_its_memory_writes_it(value, content, spoken):
    memory = object.__new__(Memory)  # its words when the conflict was found count
    assert Member(memory, content, 1.0, 0, value).spoken_value == spoken
