"""What a person asks about themselves may fit less well than other prompts (spec 4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from arbor_desktop.context.preview import Contexts
from arbor_desktop.search.model import Components, Hit
from arbor_desktop.service import MemoryService
from arbor_desktop.text.ranking import Cut

CUT = Cut.by_meaning()
ASKED = "which loom do I weave on now?"


def relevant(service: MemoryService, relevance: float, prompt: str, **fields: Any) -> bool:
    """Say whether a fact about the person that fits so well is shared at work."""
    ident = service.store_many([{"content": "User has a Glimakra.", "type": "fact"} | fields])[0].id
    hit = Hit(service.get(ident), relevance, Components(relevance, 1, 0, 0))

    def fitting(*_: Any, share: float = 1.0, **__: Any) -> tuple[list[Hit], Cut]:
        return [hit] if relevance >= share * CUT.floor else [], CUT

    contexts = Contexts(service._rt, fitting)
    context = contexts.get_context(project="/src/weave", prompt=prompt)
    return ident in {one.id for one in context.included}


@pytest.mark.parametrize(
    ("relevance", "prompt", "fields", "shared"),
    [
        (0.7, ASKED, {}, True),
        (0.5, ASKED, {}, True),
        (0.4, ASKED, {}, False),
        (0.5, "pick a loom for the showroom", {}, False),
        (0.7, ASKED, {"privacy_level": "sensitive"}, True),
        (0.5, ASKED, {"privacy_level": "sensitive"}, False),
    ],
)
def test_a_question_about_oneself_finds_what_fits_less_but_nothing_private(
    service: MemoryService, relevance: float, prompt: str, fields: dict[str, str], shared: bool
) -> None:
    assert relevant(service, relevance, prompt, **fields) is shared


def test_who_am_i_shares_every_fact_that_is_not_private(service: MemoryService) -> None:
    known, rule, secret = service.store_many(
        [
            {"content": "User builds harpsichords.", "type": "fact"},
            {"content": "In Go, use table tests.", "type": "instruction", "technology": "go"},
            {"content": "User takes pills.", "type": "fact", "privacy_level": "sensitive"},
        ]
    )
    asked = "What do you know about me?"
    everywhere = service.retrieve(asked).memories
    assert {hit.memory.id for hit in everywhere} == {known.id, secret.id}
    assert [hit.memory.id for hit in service.retrieve(asked, project="/src/weave").memories] == [known.id]
    context = service.get_context(project="/src/weave", prompt=asked)
    assert [(one.id, one.reason) for one in context.included] == [(known.id, "Your prompt asks about you")]
    assert {one.id for one in service.get_context(project="/src/weave").included}.isdisjoint(
        (known.id, rule.id, secret.id)
    )
