"""A conversation from its file to memories by a model that reads and judges, over the wire."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.memories.model import Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import START, Session
from tests.standin.server import Say, StandIn, purpose_of, said_to

OLD = "The API of the shop listens on port 8080."
NEWER = "We moved: the API of the shop listens on port 8090 from now on."
HELD = "The API of the shop listens on port 8090."


def item(content: str, quote: str) -> dict[str, Any]:
    return {
        "content": content, "type": "fact", "category": "facts", "confidence": 0.95, "scope": "project",
        "turns": [1], "quote": quote,
    }  # fmt: skip


def mind(body: dict[str, Any]) -> Say:
    asked = said_to(body)
    if purpose_of(body) == "adjudication":
        (memory,) = re.findall(r'<data id="(m\d+)"', asked)
        judged = {"item": "n1", "action": "UPDATE", "memory": memory, "topic": "port"}
        return Say(json.dumps({"judgements": [judged]}), anyway=True)
    found = item(HELD, NEWER) if "8090" in asked else item(OLD, OLD)
    return Say(json.dumps({"items": [found]}), anyway=True)


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(mind) as running:
        yield running


@pytest.fixture
def service(home: Path, clock: ManualClock, server: StandIn) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        opened.settings.set("extraction.backend", "anthropic")
        opened.settings.set("model.base_url", server.url)
        yield opened


def test_what_is_newer_takes_the_place_of_what_was_said_before(
    service: MemoryService, server: StandIn, tmp_path: Path
) -> None:
    for number, text in enumerate((OLD, NEWER)):
        session = Session(f"talk {number}", cwd="/srv/kiln", start=START + number * 86_400)
        (row,) = service.capture([session.say(text).reply("Understood, noted.").write(tmp_path)])
        assert (row.status, row.items_extracted, row.backend) == ("success", 1, "anthropic"), row
    (memory,) = service.query().memories
    assert memory.content == HELD and memory.source.value == "user_stated"
    (gone,) = service.query(status=Status.SUPERSEDED.value).memories
    assert gone.content == OLD
    assert [purpose_of(body) for body in server.asked()] == ["extraction", "extraction", "adjudication"]
    told = service.history(gone.id)[-1]
    assert told.reason is not None and "later" in told.reason
    service.restore(gone.id)
    assert {one.content for one in service.query().memories} == {OLD, HELD}
