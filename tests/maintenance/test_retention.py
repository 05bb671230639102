"""How long the text of conversations is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.conversations.queries import retention
from arbor_desktop.errors import InvalidInput
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import RULES, Session
from tests.retaining import retain

LONG = "The kiln's controller logs every firing to the shared drive, and nobody may change that file. " * 8


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, environ={}) as opened:
        yield opened


def talk(service: MemoryService, folder: Path, number: int) -> str:
    session = Session(f"talk-{number}").say(f"{RULES[0]} Number {number}.").reply(LONG)
    (row,) = service.capture([session.write(folder)])
    assert row.conversation_id is not None
    return row.conversation_id


def test_everything_is_kept_unless_a_setting_says_otherwise(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    ident = talk(service, tmp_path, 1)
    clock.advance(days=4_000)
    service.settings.set("retention.compress_days", 0)
    service.settings.set("retention.outcome_days", 0)
    assert retain(service) == {
        "texts_removed": 0, "items_compressed": 0, "bytes_saved": 0, "outcomes_removed": 0,
    }  # fmt: skip
    assert [t.text for t in service.turns(ident)][-1] == LONG.strip()


def test_old_text_is_compressed_and_still_read_and_found(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    ident = talk(service, tmp_path, 1)
    before = service.conversation(ident, with_turns=True)
    clock.advance(days=-50)
    assert retain(service)["items_compressed"] == 0, "it is not old yet"
    clock.advance(days=4_000)
    done = retain(service)
    assert done["items_compressed"] == 1 and done["bytes_saved"] > 300
    assert service.conversation(ident, with_turns=True) == before
    assert service.search_turns("firing shared drive")[0].text == LONG.strip()
    assert retain(service)["items_compressed"] == 0
    assert service.verification.problems() == {"integrity": [], "index": [], "references": []}


@pytest.mark.parametrize(
    ("key", "value", "kept"),
    [
        ("retention.keep_conversations", 1, 1),
        ("retention.keep_days", 10, 0),
        ("retention.keep_megabytes", 1, 3),
    ],
)
def test_the_oldest_lose_their_text_and_keep_what_was_learned(
    service: MemoryService, tmp_path: Path, clock: ManualClock, key: str, value: int, kept: int
) -> None:
    idents = [talk(service, tmp_path, n) for n in range(3)]
    memories = [m.content for m in service.query(limit=50).memories]
    clock.advance(days=4_000)
    service.settings.set(key, value)
    assert retain(service)["texts_removed"] == 3 - kept
    shown = [service.conversation(i, with_turns=True) for i in idents]
    assert sum(c.text_removed_at is None for c in shown) == kept
    for conversation in shown:
        if conversation.text_removed_at is not None:
            assert {t.text for t in conversation.turns or ()} == {""}
            with pytest.raises(InvalidInput, match="retention"):
                service.memorize(conversation.id, again=True)
    assert [m.content for m in service.query(limit=50).memories] == memories
    found = service.search_turns("firing shared drive", limit=20)
    assert sum("shared drive" in hit.text for hit in found) == kept
    assert service.verification.problems() == {"integrity": [], "index": [], "references": []}
    assert retain(service)["texts_removed"] == 0


def test_a_removed_text_does_not_come_back_with_the_next_reading(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    session = Session("talk").say(RULES[0]).reply(LONG)
    path = session.write(tmp_path)
    service.capture([path])
    clock.advance(days=40)
    service.settings.set("retention.keep_days", 10)
    retain(service)
    path.touch()
    (row,) = service.capture([path])
    assert (row.status, row.new_turns) == ("skipped", 0)
    assert not service.search_turns("firing shared drive")


def test_what_waits_to_be_memorized_keeps_its_text(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    Session("talk").say(RULES[0]).reply(LONG).write(tmp_path / "own")
    service.settings.set("capture.only_when_asked", True)
    service.add_source(str(tmp_path / "own"))
    service.watch_once()
    clock.advance(days=4_000)
    service.settings.set("retention.keep_days", 1)
    assert retain(service)["texts_removed"] == 0


def test_it_can_be_stopped_between_two_conversations(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    talks = [talk(service, tmp_path, number) for number in range(3)]
    clock.advance(days=4_000)
    service.settings.set("retention.keep_days", 1)
    asked = iter([False, True, True, True])
    heard: list[Changes] = []
    unsubscribe = service.events.subscribe(heard.append)
    assert retain(service, lambda: next(asked))["texts_removed"] == 1
    unsubscribe()
    (gone,) = (ident for ident in talks if service.conversation(ident).text_removed_at is not None)
    assert any(gone in changes.conversations for changes in heard), "what was done is announced"
    assert retain(service)["texts_removed"] == 2


def test_texts_that_would_not_shrink_are_left(service: MemoryService) -> None:
    assert retention.pack("short") is None
