"""Several memories at once: merged, confirmed, linked, stopped on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.errors import Cancelled, InvalidInput, NotFound
from arbor_desktop.memories.model import Evidence, Privacy, Scope, Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import Session


def add(service: MemoryService, clock: ManualClock, text: str, **fields: object) -> str:
    clock.advance(seconds=60)
    return service.store(text, **({"type": "fact"} | fields)).id


def related(service: MemoryService, ident: str) -> dict[str, str]:
    return {one.memory.content: one.kind for one in service.related(ident)}


def test_a_merge_replaces_all_and_has_their_tags_evidence_and_strictest_privacy(
    service: MemoryService, clock: ManualClock, tmp_path: Path
) -> None:
    service.capture([Session("talk").say("Deploys go out on Fridays.").reply("Noted.").write(tmp_path)])
    talk = service.conversations().conversations[0].id
    place = Evidence(talk, 1, 1, "hand")
    first = add(service, clock, "Releases are on Fridays.", tags=["release"], evidence=place)
    second = add(service, clock, "No release before noon.", tags=["time"], privacy_level="sensitive",
                 confidence=0.6)  # fmt: skip
    preview = service.merged([second, first])
    assert (preview.content, preview.tags) == ("No release before noon.", ("time", "release"))
    assert preview.privacy_level is Privacy.SENSITIVE
    merged = service.merge([second, first], content="Releases are on Fridays after noon.", type="instruction")
    assert (merged.content, merged.type, merged.status) == (
        "Releases are on Fridays after noon.", "instruction", Status.ACTIVE,
    )  # fmt: skip
    assert (merged.tags, merged.privacy_level) == (("time", "release"), Privacy.SENSITIVE)
    assert merged.current_confidence == pytest.approx(service.get(first).current_confidence, abs=0.01)
    assert [one.conversation_id for one in merged.evidence] == [talk]
    assert {service.get(ident).status for ident in (first, second)} == {Status.SUPERSEDED}
    kinds = related(service, merged.id)
    assert kinds["Releases are on Fridays."] == kinds["No release before noon."] == "supersedes"


def test_a_merge_loses_no_text_that_says_something_else(service: MemoryService, clock: ManualClock) -> None:
    ids = []
    for text in (
        "The staging database listens on port 5544.", "Releases are on Fridays.",
        "Releases are on Fridays after noon.",
    ):  # fmt: skip
        ids.append(service.store(text, type="fact").id)
        clock.advance(seconds=60)
    merged = service.merged(ids).content
    assert merged == "Releases are on Fridays after noon. The staging database listens on port 5544."


def test_a_merge_is_undone_as_one_with_its_links(service: MemoryService, clock: ManualClock) -> None:
    ids = [add(service, clock, text) for text in ("Uses tabs.", "Indents by tabs.", "Tabs, not spaces.")]
    merged = service.merge(ids)
    undone = service.undo()
    assert "merged" in undone.action and set(ids) < set(undone.ids)
    assert {service.get(ident).status for ident in ids} == {Status.ACTIVE}
    assert service.get(merged.id).status is Status.DELETED
    assert merged.content not in related(service, ids[0])
    assert service.query().total == 3


def test_a_text_that_one_of_them_has_is_kept_by_the_new_one(
    service: MemoryService, clock: ManualClock
) -> None:
    ids = [add(service, clock, "Uses tabs.", tags=["a1"]), add(service, clock, "Tabs it is.", tags=["b1"])]
    merged = service.merge(ids, content="Uses tabs.")
    assert [memory.content for memory in service.query().memories] == ["Uses tabs."]
    assert merged.id not in ids and set(merged.tags) == {"a1", "b1"}


def test_what_can_not_be_merged_is_refused_and_changes_nothing(
    service: MemoryService, clock: ManualClock
) -> None:
    ids = [add(service, clock, text) for text in ("Uses tabs.", "Deploys on Fridays.")]
    add(service, clock, "Said elsewhere.")
    for wrong in ([ids[0]], [ids[0], ids[0]]):
        with pytest.raises(InvalidInput):
            service.merge(wrong)
    with pytest.raises(InvalidInput, match="already says exactly this"):
        service.merge(ids, content="said elsewhere")
    with pytest.raises(NotFound):
        service.merge([ids[0], "nothing"])
    service.archive(ids[0])
    with pytest.raises(InvalidInput, match="active and pending"):
        service.merge(ids)
    assert service.query().total == 2


def test_merging_the_sides_of_a_conflict_ends_it(service: MemoryService, clock: ManualClock) -> None:
    ids = [add(service, clock, text, type="preference") for text in ("Use npm.", "Use pnpm.")]
    assert len(service.list_conflicts()) == 1
    service.merge(ids, content="Use pnpm, and npm only for publishing.")
    assert service.list_conflicts() == []
    service.undo()
    assert len(service.list_conflicts()) == 1


def test_several_are_confirmed_as_one_and_pending_ones_are_accepted(
    service: MemoryService, clock: ManualClock
) -> None:
    sure, waiting = (add(service, clock, t, confidence=0.5) for t in ("Uses tabs.", "Deploys on Fridays."))
    service.update(waiting, status="pending")
    service.confirm(sure, waiting)
    assert service.get(sure).confidence == pytest.approx(0.6, abs=0.01)
    assert service.get(waiting).status is Status.ACTIVE
    assert all(service.get(ident).confirmed_at is not None for ident in (sure, waiting))
    service.undo()
    assert service.get(sure).confirmed_at is None and service.get(waiting).status is Status.PENDING


def test_a_change_of_many_that_is_stopped_changes_nothing(service: MemoryService, clock: ManualClock) -> None:
    made = service.store_many([{"content": f"Fact number {n}.", "type": "fact"} for n in range(120)])
    ids = [one.id for one in made]
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done:
            raise Cancelled

    for change in (
        lambda: service.archive(*ids, progress=stop),
        lambda: service.confirm(*ids, progress=stop),
        lambda: service.update_many(ids, type="skill", progress=stop),
        lambda: service.add_tags(ids, ["x1"], progress=stop),
    ):
        with pytest.raises(Cancelled):
            change()
    assert told[:2] == [(0, 120), (50, 120)]
    memories = service.get_many(ids)
    kept = {(m.status, m.type.value, m.tags, m.confirmed_at) for m in memories}
    assert kept == {("active", "fact", (), None)}


def test_links_by_hand_are_in_both_histories_and_undone(service: MemoryService, clock: ManualClock) -> None:
    one, other = (add(service, clock, t) for t in ("Uses tabs.", "Deploys on Fridays."))
    service.link(one, other)
    service.link(other, one)  # they are linked already
    assert [memory.id for memory in service.linked(other)] == [one]
    assert related(service, one) == {"Deploys on Fridays.": "linked"}
    assert [service.history(ident)[-1].action for ident in (one, other)] == ["linked", "linked"]
    assert len(service.history(one)) == 2
    graph = service.memory_graph()
    assert [edge.kind for edge in graph.edges] == ["related"]
    service.unlink(other, one)
    assert service.linked(one) == []
    service.undo()
    assert [memory.id for memory in service.linked(one)] == [other]
    service.undo()
    assert service.linked(one) == [] and service.get(one).scope is Scope.GLOBAL


def test_a_link_needs_two_memories(service: MemoryService, clock: ManualClock) -> None:
    one = add(service, clock, "Uses tabs.")
    with pytest.raises(InvalidInput):
        service.link(one, one)
    with pytest.raises(NotFound):
        service.link(one, "nothing")


def test_an_unlink_of_nothing_leaves_no_trace(service: MemoryService, clock: ManualClock) -> None:
    one, other = (add(service, clock, t) for t in ("Uses tabs.", "Deploys on Fridays."))
    service.unlink(one, other)
    assert len(service.history(one)) == 1
