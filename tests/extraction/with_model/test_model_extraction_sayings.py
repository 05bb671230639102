"""What people state in the made-up messages of tests/extraction/sayings, given back by a model word for word:
how much of it counts as said by them. The figures may not fall; docs/models.md names them."""

from __future__ import annotations

import json
from collections import Counter
from types import SimpleNamespace

import pytest

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.offline.classifier import UNCLASSIFIED
from arbor_desktop.extraction.with_model import items
from arbor_desktop.extraction.with_model.items import MAX_CONTENT, MIN_CONTENT, read
from arbor_desktop.extraction.with_model.windows import windows
from arbor_desktop.memories.model import Source
from tests.extraction.sayings import Mark, Saying, sayings

pytestmark = pytest.mark.slow

STATED, LOST = 0.97, 0.01


def taken(saying: Saying, mark: Mark) -> str:
    """`stated`, `guess` or `dropped`."""
    words = saying.text[mark.start : mark.end]
    talk = Excerpt("c", "claude-code", (Turn(1, Role.USER, TurnKind.SAID, saying.text),), "/srv/kiln")
    item = {
        "content": words[:MAX_CONTENT], "type": "fact", "category": "facts", "confidence": 0.95,
        "scope": "user", "turns": [1], "quote": words,
    }  # fmt: skip
    (window,) = windows(talk)
    found = read(json.dumps({"items": [item]}), window, talk, 0.75).candidates
    if not found:
        return "dropped"
    return "stated" if found[0].source is Source.USER_STATED else "guess"


def test_what_people_state_counts_as_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    unread = SimpleNamespace(read_alone=lambda text: UNCLASSIFIED)  # a minute that changes nothing here
    monkeypatch.setattr(items, "_classifier", lambda: unread)
    counted = Counter(
        taken(saying, mark)
        for messages in sayings().values()
        for saying in messages
        for mark in saying.marks
        if mark.end - mark.start >= MIN_CONTENT
    )
    everything = counted.total()
    assert everything > 3_500
    assert counted["stated"] >= STATED * everything, counted
    assert counted["dropped"] <= LOST * everything, counted
