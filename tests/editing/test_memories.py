from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.editing.queries import purge
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.model import SELECTED, Category, Evidence, Privacy, Scope, Status
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import Session


def test_a_stored_memory_is_read_back_as_it_was_said(service: MemoryService) -> None:
    result = service.store(
        "  Use pytest, never unittest. ", type="instruction", tags=["Testing", "testing", " CI "],
        technology="pytest", details={"applies_to": ["tests/**"]},
    )  # fmt: skip
    memory = service.get(result.id)
    assert (result.success, result.duplicate) == (True, False)
    assert memory.content == "Use pytest, never unittest."
    assert memory.tags == ("testing", "ci")
    assert (memory.confidence, memory.category) == (1.0, Category.PROJECT_CONVENTIONS)
    assert memory.details == {"applies_to": ["tests/**"]}
    assert service.store("Inferred thing", type="fact", source="ai_inferred").success
    assert service.query(sources=["ai_inferred"]).memories[0].confidence == 0.8


@pytest.mark.parametrize(
    "again", ["use pytest, never unittest", "Use  pytest,\nnever unittest!", "USE PYTEST, NEVER UNITTEST ..."]
)
def test_the_same_words_in_the_same_place_are_one_memory(service: MemoryService, again: str) -> None:
    first = service.store("Use pytest, never unittest.", type="instruction", confidence=0.8)
    second = service.store(again, type="fact")
    assert (second.duplicate, second.id, second.existing_id) == (True, first.id, first.id)
    assert service.get(first.id).confidence == pytest.approx(0.85)
    assert service.query().total == 1


def test_the_same_words_elsewhere_are_another_memory(service: MemoryService) -> None:
    service.store("Tabs are used here", type="preference")
    other = service.store("Tabs are used here", type="preference", scope="project", scope_id="/work/site/")
    assert not other.duplicate
    assert service.get(other.id).scope_id == "/work/site"


@pytest.mark.parametrize(
    ("content", "fields", "field"),
    [
        ("ab", {}, "content"),
        ("x" * 10_001, {}, "content"),
        ("fine text", {"type": "wish"}, "type"),
        ("fine text", {"category": "misc"}, "category"),
        ("fine text", {"scope": "project"}, "scope_id"),
        ("fine text", {"scope": "global", "scope_id": "/x"}, "scope_id"),
        ("fine text", {"confidence": 1.5}, "confidence"),
        ("fine text", {"privacy_level": "secret"}, "privacy_level"),
        ("fine text", {"expires_at": "soon"}, None),
    ],
)
def test_bad_input_is_refused_with_the_field_and_stores_nothing(
    service: MemoryService, content: str, fields: dict[str, Any], field: str | None
) -> None:
    with pytest.raises(InvalidInput) as caught:
        service.store(content, **({"type": "fact"} | fields))
    assert field is None or caught.value.context["field"] == field
    assert service.query(status="all").total == 0


def test_store_many_stores_all_or_nothing_and_is_undone_as_one(service: MemoryService) -> None:
    with pytest.raises(InvalidInput):
        service.store_many([{"content": "good one", "type": "fact"}, {"content": "x", "type": "fact"}])
    assert service.query().total == 0
    service.store_many([{"content": f"memory number {n}", "type": "fact"} for n in range(5)])
    assert len(service.undo().ids) == 5
    assert service.query().total == 0


def test_hidden_characters_are_dropped(service: MemoryService) -> None:
    ident = service.store("never\u200b push\u202e to \x07main\U000e0041", type="instruction").id
    assert service.get(ident).content == "never push to main"


def test_editing_checks_and_rebases_confidence(service: MemoryService, clock: ManualClock) -> None:
    ident = service.store("Old fact about it", type="fact").id
    clock.advance(days=400)
    assert service.get(ident).current_confidence < 0.2
    edited = service.update(ident, confidence=0.7, content="New fact about it", tags="a,b")
    assert (edited.current_confidence, edited.tags) == (0.7, ("a", "b"))
    with pytest.raises(InvalidInput):
        service.update(ident, colour="red")
    with pytest.raises(NotFound):
        service.update("no-such-id", content="anything")


def test_an_edit_cannot_make_a_double(service: MemoryService) -> None:
    service.store("First thing said", type="fact")
    second = service.store("Second thing said", type="fact").id
    with pytest.raises(InvalidInput, match="already says exactly this"):
        service.update(second, content="first thing said.")


def test_moving_to_a_project_and_back(service: MemoryService) -> None:
    ident = service.store("Uses port 8080", type="fact").id
    moved = service.update(ident, scope="project", scope_id="/srv/app")
    assert (moved.scope, moved.scope_id) == (Scope.PROJECT, "/srv/app")
    back = service.update(ident, scope="global")
    assert (back.scope, back.scope_id) == (Scope.GLOBAL, None)


def test_deleted_archived_and_rejected_are_out_of_sight_and_come_back(service: MemoryService) -> None:
    ids = [service.store(f"memory number {n}", type="fact").id for n in range(4)]
    service.delete(ids[0])
    service.archive(ids[1])
    service.reject(ids[2])
    assert [m.id for m in service.query().memories] == [ids[3]]
    assert service.search("memory number") and len(service.search("memory number")) == 1
    assert service.query(status="all").total == 4
    service.restore(*ids[:3])
    assert service.query().total == 4
    service.undo()
    assert service.query().total == 1


def test_accepting_a_pending_memory_confirms_it(service: MemoryService, clock: ManualClock) -> None:
    ident = service.store("Maybe so", type="fact").id
    service.update(ident, status="pending")
    accepted = service.accept(ident)
    assert (accepted[0].status, accepted[0].confirmed_at) == (Status.ACTIVE, clock())


def test_feedback_changes_confidence_as_specified(service: MemoryService) -> None:
    def fresh(n: int) -> str:
        return service.store(f"feedback memory {n}", type="fact", confidence=0.6).id

    assert service.feedback(fresh(1), "CONFIRM").confidence == pytest.approx(0.7)
    assert service.feedback(fresh(2), "INCORRECT").confidence == pytest.approx(0.3)
    outdated = service.feedback(fresh(3), "OUTDATED", "we moved on")
    assert (outdated.confidence, outdated.needs_review) == (pytest.approx(0.4), True)
    assert service.history(outdated.id)[-1].reason == "we moved on"
    assert service.feedback(fresh(4), "FORGET").status is Status.ARCHIVED
    assert service.undo().action == "forgotten"
    with pytest.raises(InvalidInput, match="CONFIRM"):
        service.feedback(fresh(5), "MAYBE")


def test_use_and_failure(service: MemoryService, clock: ManualClock) -> None:
    ident = service.store("A memory that helps", type="fact", confidence=0.5).id
    clock.advance(days=1)
    used = service.record_usage(ident, True)
    assert (used.use_count, used.success_count, used.last_used_at) == (1, 1, clock())
    assert used.confidence == pytest.approx(0.51)
    assert service.record_usage(ident, False).confidence == pytest.approx(0.46)
    assert service.report_failure(ident, "HIGH", "broke the build").confidence == pytest.approx(0.31)
    assert service.adjust_confidence(ident, 0.2, "by hand").confidence == pytest.approx(0.51)


def test_an_older_version_comes_back_as_an_edit(service: MemoryService) -> None:
    ident = service.store("The first wording", type="fact").id
    service.update(ident, content="The second wording", type="skill")
    first = service.history(ident)[0]
    assert service.restore_version(ident, first.seq).content == "The first wording"
    assert service.get(ident).type.value == "fact"
    service.undo()
    assert service.get(ident).content == "The second wording"


def test_purge_leaves_no_trace_of_the_words(service: MemoryService) -> None:
    word = "xylophonequartz"
    ident = service.store(f"The codename is {word}", type="fact").id
    service.update(ident, content=f"The codename is {word} indeed")
    kept = service.store("Something to keep", type="fact").id
    assert service.purge([ident]) == {"memories": 1, "conversations": 0}
    with pytest.raises(NotFound):
        service.get(ident)
    assert service.get(kept)
    data = b"".join(p.read_bytes() for p in service.home.folder.glob("arbor_memory.db*"))
    assert word.encode() not in data
    with pytest.raises(InvalidInput):
        service.purge()


def test_purge_by_type_project_and_everything(service: MemoryService) -> None:
    service.store("A skill to purge", type="skill")
    service.store("A project fact", type="fact", scope="project", scope_id="/p")
    service.store("A global fact", type="fact")
    assert service.purge(type="skill")["memories"] == 1
    assert service.purge(project="/p")["memories"] == 1
    assert service.purge(everything=True)["memories"] == 1
    assert service.get_stats()["by_status"] == {}


def test_changes_are_announced_after_the_commit(service: MemoryService) -> None:
    seen: list[Changes] = []
    end = service.events.subscribe(lambda changes: seen.append(changes) or service.query())  # type: ignore[func-returns-value]
    ident = service.store("Announce this one", type="fact").id
    end()
    service.delete(ident)
    assert [c.memories for c in seen] == [(ident,)]


def test_privacy_and_pin(service: MemoryService, clock: ManualClock) -> None:
    ident = service.store("Always tell this", type="instruction", privacy_level="always_include").id
    clock.advance(days=1000)
    memory = service.get(ident)
    assert (memory.privacy_level, memory.current_confidence) == (Privacy.ALWAYS_INCLUDE, 1.0)


def test_stats_have_the_shape_of_the_contract(service: MemoryService) -> None:
    service.store("One memory", type="fact")
    stats = service.get_stats()
    assert stats["total_memories"] == 1
    assert stats["by_type"] == {"fact": 1}
    assert set(stats) >= {
        "total_memories", "by_type", "by_category", "by_scope", "by_source", "by_status", "avg_confidence",
        "oldest", "newest", "total_access_count", "compacted_count", "conversations", "turns",
        "last_memorized_at", "next_maintenance_at", "open_conflicts", "pending_review",
    }  # fmt: skip


@pytest.mark.slow
def test_many_ids_and_bulk_edits(service: MemoryService) -> None:
    results = service.store_many([{"content": f"memory number {n}", "type": "fact"} for n in range(1200)])
    ids = [r.id for r in results]
    assert len(service.find_ids(sort="created")) == 1200
    assert [m.id for m in service.get_many(ids[:700])] == ids[:700]
    service.update_many(ids, privacy_level="sensitive")
    assert service.facets(privacy=["sensitive"]).total == 1200
    service.add_tags(ids[:3], ["new"])
    assert service.facets(tags=["new"]).total == 3
    service.undo()
    service.undo()
    assert service.facets(privacy=["sensitive"]).total == 0


def test_a_changed_setting_is_announced(service: MemoryService) -> None:
    seen: list[Changes] = []
    service.events.subscribe(seen.append)
    service.settings.set("appearance.theme", "dark")
    service.exclude("secret-*")
    assert seen[0] == Changes(settings=True)
    assert any(c.sources for c in seen[1:])


def test_deleting_a_conversation_for_good_tells_those_who_list_conversations(
    service: MemoryService, tmp_path: Path
) -> None:
    rule = "Always run the linter before you commit anything in this repository."
    Session("told").say(rule).write(tmp_path)
    (row,) = service.capture([tmp_path])
    seen: list[Changes] = []
    service.events.subscribe(seen.append)
    service.purge(conversation=row.conversation_id)
    assert [(len(c.memories), c.all_conversations) for c in seen] == [(1, True)]


def test_several_conversations_go_at_once_and_the_file_is_scrubbed_once(
    service: MemoryService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tool in ("linter", "formatter", "profiler"):
        Session(tool).say(f"Always run the {tool} before you commit anything in this repository.").write(
            tmp_path
        )
    rows = service.capture([tmp_path])
    scrub, times = purge.scrub, []
    monkeypatch.setattr(purge, "scrub", lambda conn: times.append(scrub(conn)))
    gone = service.purge(conversation=[row.conversation_id for row in rows[:2]])
    assert gone == {"memories": 2, "conversations": 2}
    assert len(times) == 1
    assert [c.id for c in service.conversations_by_id(service.conversation_ids())] == [
        rows[2].conversation_id
    ]
    with pytest.raises(InvalidInput):
        service.purge(conversation=[])


def test_an_erased_conversation_stays_away_though_its_file_is_written_anew(
    service: MemoryService, tmp_path: Path
) -> None:
    session = Session("gone").say("Always run the linter before you commit anything in this repository.")
    session.write(tmp_path)
    (row,) = service.capture([tmp_path])
    assert row.items_extracted == 1
    service.purge(conversation=row.conversation_id)
    session.say("Never push to the main branch of this repository without a review.").append(tmp_path)
    (again,) = service.capture([tmp_path])
    assert (again.status, again.reason) == ("skipped", "deleted for good")
    assert service.query(status="all").total == 0
    assert service.search_turns("linter") == []


def test_a_purged_memory_leaves_no_words_with_its_conversation(
    service: MemoryService, tmp_path: Path
) -> None:
    Session("s").say("Always run the xylophonequartz before you commit anything in this repository.").write(
        tmp_path
    )
    (row,) = service.capture([tmp_path])
    (memory,) = service.query(status="all").memories
    service.purge([memory.id])
    insights = service._rt.db.read(lambda c: c.execute("SELECT insights FROM conversation").fetchone()[0])
    assert insights == "[]"
    assert row.conversation_id


def test_a_memory_of_selected_words_keeps_their_place(service: MemoryService, tmp_path: Path) -> None:
    talk = Session("talk").say("The outbox is kept for a year, finance needs it.").reply("Understood.")
    conversation = service.capture([talk.write(tmp_path)])[0].conversation_id
    assert conversation is not None
    place = Evidence(conversation, 1, 1, SELECTED, 4, 29)
    result = service.store("Keep the outbox for a year.", type="instruction", evidence=place)
    assert service.get(result.id).evidence == (place,)
    marks = [mark for mark in service.conversation_marks(conversation) if mark.memory_id == result.id]
    assert [(mark.first_turn, mark.start, mark.end) for mark in marks] == [(1, 4, 29)]
    again = service.store("Keep the outbox for a year.", type="instruction", evidence=place)
    assert again.duplicate
    assert service.get(result.id).evidence == (place,)
    with pytest.raises(NotFound):
        service.store("Something else.", type="fact", evidence=Evidence("gone", 1, 1, SELECTED))
    assert all(memory.content != "Something else." for memory in service.query().memories)
