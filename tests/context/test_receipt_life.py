"""A receipt from the hook to the figures: joined to its session, arrived, judged, counted once."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from arbor_desktop.context.model import Rate, Receipt, Use
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import NotFound
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.context._claude_session import ClaudeFile

APP = "/home/someone/app"
SESSION = "5d0a3a7e-0000-4000-8000-000000000001"
CHECK = "The tests of this project are run with `make check-fast`."
POOL = "The database's pool has 24 connections."


def store(service: MemoryService, content: str = CHECK, **fields: str) -> str:
    return service.store(content, type="fact", scope="project", scope_id=APP, **fields).id


def tell(
    service: MemoryService, *memories: str, event: str = "SessionStart", session: str = SESSION,
    ident: str = "told-1", tool: str = "claude-code",
) -> str:  # fmt: skip
    """Tells a session as the hook does; answers the block."""
    context = service.get_context(project=APP, log_access=False)
    now = service._rt.clock()
    told = ready_blocks.Delivery(
        ident, tool, event, session, now, APP, None, sha256(context.text.encode()).hexdigest(),
        context.tokens, json.dumps(list(memories)),
    )  # fmt: skip
    service._rt.db.write(lambda c: ready_blocks.note_delivery(c, told))
    return context.text


@pytest.fixture
def file(tmp_path: Path, clock: ManualClock) -> ClaudeFile:
    return ClaudeFile(tmp_path / "projects" / "app" / f"{SESSION}.jsonl", SESSION, clock.now)


def captured(service: MemoryService, file: ClaudeFile, clock: ManualClock) -> Receipt:
    clock.now = file.at + 60_000
    service.capture([file.write()])
    [receipt] = service.latest_receipts()
    return receipt


def work(file: ClaudeFile) -> ClaudeFile:
    file.said("please fix the rounding in the totals of the invoices")
    file.answered("I look at the totals first, and then at how they are rounded.")
    return file.ran("make check-fast", "212 passed")


def test_what_a_session_was_told_is_joined_arrives_and_is_used(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    memory = store(service)
    before = service.get_many([memory])[0]
    file.hooked("SessionStart", tell(service, memory))
    receipt = captured(service, work(file), clock)
    [conversation] = service.conversations().conversations
    assert receipt.conversation_id == conversation.id
    assert receipt.arrived is True
    assert receipt.judged_at == clock.now
    [one] = receipt.delivered
    assert (one.use, one.reason) == (Use.USED, "It ran `make check-fast`.")
    assert one.turn is not None
    turn = next(turn for turn in service.turns(conversation.id, 1, 99) if turn.number == one.turn)
    assert turn.text == "Bash: make check-fast"
    after = service.get_many([memory])[0]
    assert (after.use_count, after.success_count) == (before.use_count + 1, before.success_count + 1)
    [entry] = [entry for entry in service.history(memory) if entry.action == "used"]
    assert entry.actor == "capture"
    assert "make check-fast" in (entry.reason or "")
    assert [receipt] == service.receipts_of(conversation.id)


def test_it_counts_once_however_often_the_session_is_memorized(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    memory = store(service)
    file.hooked("SessionStart", tell(service, memory))
    receipt = captured(service, work(file), clock)
    service.memorize(str(receipt.conversation_id), again=True)
    file.said("now the same for the credit notes, which are rounded in the same way")
    file.ran("make check-fast", "213 passed").answered(
        "Done, the credit notes are rounded like the invoices."
    )
    captured(service, file, clock)
    assert service.get(memory).use_count == 1
    summary = service.delivery_summary()
    assert (summary.helped, summary.sessions_helped, summary.memories) == (Rate(1, 1), Rate(1, 1), 1)


def test_what_leaves_no_trace_counts_neither_way(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    memories = [store(service), store(service, POOL)]
    text = tell(service, *memories)
    tell(service, *memories, event="UserPromptSubmit", ident="told-2")  # a memory counts once a session
    file.hooked("SessionStart", text)
    clock.now = work(file).at + 60_000
    service.capture([file.write()])
    other = ClaudeFile(file.path.with_name("other.jsonl"), "other", clock.now)
    other.hooked("SessionStart", tell(service, *memories, session="other", ident="told-3"))
    other.said("what is the weather like where you are").answered("I have no way to look at the weather.")
    clock.now = other.at + 60_000
    service.capture([other.write()])
    tell(service, *memories, session="never captured", ident="told-4")
    summary = service.delivery_summary()
    assert (summary.sessions, summary.sessions_helped) == (3, Rate(1, 2))
    assert (summary.memories, summary.helped) == (4, Rate(1, 1))
    assert service.insights().helpful == Rate(1, 1)


def test_what_was_unused_may_be_used_when_the_session_goes_on(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    memory = store(service)
    file.hooked("SessionStart", tell(service, memory))
    file.said("please fix the rounding in the totals of the invoices")
    file.answered("I changed how the totals are rounded, and looked at the invoices again.")
    assert captured(service, file, clock).delivered[0].use is Use.UNUSED
    assert service.get(memory).use_count == 0
    file.said("please see to it that nothing else broke").ran("make check-fast", "212 passed")
    file.answered("Nothing else broke; everything passes as it did before.")
    assert captured(service, file, clock).delivered[0].use is Use.USED
    assert service.get(memory).use_count == 1


def test_a_correction_weakens_the_memory(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    memory = store(service, POOL)
    before = service.get_many([memory])[0].confidence
    file.hooked("SessionStart", tell(service, memory))
    file.said("how many workers can I start on the second machine?")
    file.answered("The database's pool has 24 connections, so four workers with six each.")
    file.said("that's wrong, the pool has 12 connections since we moved").answered("Then two workers.")
    [one] = captured(service, file, clock).delivered
    assert one.use is Use.FAILED
    assert "You corrected it" in one.reason
    summary = service.delivery_summary()
    assert (summary.helped, summary.sessions_helped) == (Rate(0, 1), Rate(0, 1))
    after = service.get_many([memory])[0]
    assert after.failure_count == 1
    assert after.confidence == pytest.approx(before - 0.10)


def test_a_record_that_shows_other_answers_of_hooks_shows_that_it_did_not_arrive(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    tell(service, store(service))
    file.hooked("SessionStart", "", kind="hook_success")
    receipt = captured(service, work(file), clock)
    assert receipt.arrived is False
    assert service.delivery_summary().arrived.share == 0.0


def test_what_did_not_arrive_is_not_said_to_have_helped(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    memory = store(service)
    tell(service, memory)
    file.hooked("SessionStart", "", kind="hook_success")
    receipt = captured(service, work(file), clock)
    assert (receipt.arrived, receipt.delivered[0].use, receipt.judged_at) == (False, None, None)
    assert service.get(memory).use_count == 0
    assert service.delivery_summary().sessions_helped.whole == 0


def test_a_record_that_shows_no_hooks_can_not_tell(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    tell(service, store(service))
    assert captured(service, work(file), clock).arrived is None
    assert service.delivery_summary().arrived.whole == 0


@pytest.mark.parametrize("change", ["cut", "spaced", "reminder"])
def test_a_block_that_the_tool_changed_is_known_again(
    service: MemoryService, file: ClaudeFile, clock: ManualClock, change: str
) -> None:
    text = tell(service, store(service), store(service, POOL))
    if change == "cut":
        file.hooked("SessionStart", text[: text.rindex("</")][:-3])
    elif change == "spaced":
        file.hooked("SessionStart", text.replace("\n", "  \n"))
    else:
        file.said(
            f"<system-reminder>\nSessionStart hook additional context: {text}\n</system-reminder>\nhello"
        )
    receipt = captured(service, work(file), clock)
    assert receipt.arrived is True
    assert not any("user_context" in turn.text for turn in service.turns(str(receipt.conversation_id), 1, 99))


def test_it_arrives_with_a_part_of_the_record_that_comes_later(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    memory = store(service)
    captured_before = work(file)
    clock.now = captured_before.at
    text = tell(service, memory, event="UserPromptSubmit")
    assert captured(service, file, clock).arrived is None
    file.said("and the credit notes?").hooked("UserPromptSubmit", text)
    file.answered("They are rounded in the same way as the invoices are.")
    receipt = captured(service, file, clock)
    assert receipt.arrived is True
    assert receipt.delivered[0].use is Use.UNUSED, "it was run before the session was told"


def test_a_conversation_that_is_kept_out_counts_for_nothing(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    memory = store(service)
    file.hooked("SessionStart", tell(service, memory)).said("/arbor off")
    clock.now = file.at + 60_000
    service.capture([work(file).write()])
    assert service.get(memory).use_count == 0
    assert service.latest_receipts()[0].delivered[0].use is None


def test_the_person_takes_a_use_back(service: MemoryService, file: ClaudeFile, clock: ManualClock) -> None:
    memory = store(service)
    file.hooked("SessionStart", tell(service, memory))
    receipt = captured(service, work(file), clock)
    conversation = str(receipt.conversation_id)
    service.receipts.not_used(conversation, memory)
    assert service.get(memory).success_count == 0
    service.memorize(conversation, again=True)
    [one] = service.receipts_of(conversation)[0].delivered
    assert (one.use, one.reason) == (Use.UNUSED, "You marked it as not used.")
    assert service.get(memory).success_count == 0
    with pytest.raises(NotFound):
        service.receipts.not_used(conversation, store(service, POOL))


def test_it_shows_in_the_figures(service: MemoryService, file: ClaudeFile, clock: ManualClock) -> None:
    memory = service.store(
        CHECK, type="preference", category="coding_preferences", scope="project", scope_id=APP
    ).id
    file.hooked("SessionStart", tell(service, memory))
    captured(service, work(file), clock)
    found = {one.key: one.rate for one in service.insights().measures}
    assert found["helpful"] is not None and found["helpful"].to_dict()["share"] == 1.0
    assert found["hit"] is not None and found["hit"].to_dict() == {"part": 1, "whole": 1, "share": 1.0}

    def logged(conn: Connection) -> list[object]:
        return list(conn.execute("SELECT conversation FROM access_log"))

    assert service._rt.db.read(logged) == [(1,)]


def test_what_a_session_was_told_after_it_was_captured_goes_with_it(
    service: MemoryService, file: ClaudeFile, clock: ManualClock
) -> None:
    captured_before = work(file)
    clock.now = captured_before.at + 60_000
    service.capture([captured_before.write()])
    tell(service, store(service), event="UserPromptSubmit")
    service.purge(conversation=service.conversations().conversations[0].id)
    assert service.latest_receipts() == []


@pytest.mark.parametrize("how", ["conversation", "memory", "project", "everything"])
def test_what_is_deleted_for_good_takes_its_receipts_along(
    service: MemoryService, file: ClaudeFile, clock: ManualClock, how: str
) -> None:
    memory = store(service)
    file.hooked("SessionStart", tell(service, memory))
    tell(service, memory, ident="told-2", session="never captured")
    clock.now = file.at + 60_000
    service.capture([work(file).write()])
    [conversation] = service.conversations().conversations
    match how:
        case "conversation":
            service.purge(conversation=conversation.id)
        case "memory":
            service.purge([memory])
        case "project":
            service.purge(project=APP)
        case _:
            service.purge(everything=True)
    left = [receipt.id for receipt in service.latest_receipts()]
    assert left == (["told-2"] if how == "conversation" else [])
