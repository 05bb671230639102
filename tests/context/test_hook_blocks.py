"""What a prompt brings of what is offered, and what a session that goes on is told of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.context.hook_blocks import MOST_TOKENS, HookBlocks
from arbor_desktop.context.queries.ready_blocks import Block
from arbor_desktop.service import MemoryService

NOW = 1_790_000_000_000
OLD, NEW = "Deploys of the exporter run on Jenkins", "Deploys of the exporter run on Buildkite"


@pytest.fixture
def service(home: Path) -> Any:
    with MemoryService.open(home, clock=lambda: NOW) as service:
        yield service


def told(block: Block) -> list[str]:
    return [line[2:] for line in block.text.splitlines() if line.startswith("- ")]


def prompted(service: MemoryService, prompt: str, **options: Any) -> Block:
    return HookBlocks(service._rt).with_prompt(None, None, NOW, prompt, **{"budget": 500} | options)


def test_a_prompt_brings_both_sides_of_what_is_undecided_and_settles_nothing(service: MemoryService) -> None:
    ids = [service.store(text, type="fact").id for text in (OLD, NEW)]
    assert service.list_conflicts()
    # Also to a session that was told one of them when nothing contradicted it yet.
    for known in ((), ids[:1]):
        block = prompted(service, "How do deploys of the exporter run?", known=set(known))
        assert "Undecided" in block.text and OLD in block.text and NEW in block.text
        assert not {OLD, NEW} & set(told(block)) and not set(ids) & set(block.memories)


def test_what_lost_against_something_a_session_knows_is_not_brought(service: MemoryService) -> None:
    ids = [service.store(text, type="fact", confidence=0.75).id for text in (OLD, NEW)]
    assert service.list_conflicts()
    block = prompted(service, "How do deploys of the exporter run?")
    (winner,) = [ident for ident in ids if ident in block.memories]
    assert prompted(service, "How do deploys of the exporter run?", known={winner}).text == ""


def test_what_it_brings_keeps_to_its_budget(service: MemoryService) -> None:
    for number in range(8):
        service.store(f"Exporter fact {number}: the exporter of invoices " + "is slow " * 12, type="fact")
    small = prompted(service, "Why is the exporter of invoices slow?", budget=80)
    assert 0 < small.tokens <= 80
    assert prompted(service, "Why is the exporter of invoices slow?", budget=90_000).tokens <= MOST_TOKENS


def test_a_question_to_the_memory_brings_what_was_told_before_too(service: MemoryService) -> None:
    service.store("The exporter of invoices runs at night", type="fact")
    telling = HookBlocks(service._rt)
    assert told(telling.with_question(None, None, NOW, "exporter of invoices")) == [
        "The exporter of invoices runs at night"
    ]
    assert "Nothing is known about" in telling.with_question(None, None, NOW, "strawberry cake recipes").text


def test_a_session_is_told_what_holds_in_it_alone(service: MemoryService) -> None:
    service.store("Call the new module ledger here", type="instruction", scope="conversation", scope_id="c1")
    telling = HookBlocks(service._rt)
    assert telling.at_start(None, None, NOW).text == ""
    here = telling.at_start(None, None, NOW, conversation="c1")
    assert told(here) == ["Call the new module ledger here"]
    assert here.text == service.get_context(conversation="c1", log_access=False).text
