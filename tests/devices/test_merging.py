"""Changes of several devices become the same memory on each."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.clock import local_day
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.model import LIVING, Category, MemoryType, Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import NewMemory
from tests.devices.stage import Machine, exchange, machines

ACTIONS = (
    "store", "store", "edit", "edit", "edit", "tag", "delete", "restore", "confirm", "use", "decide", "undo",
    "purge", "private", "hear", "hear", "hear", "tick",
)  # fmt: skip
STEPS = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from(ACTIONS), st.integers(0, 7)), min_size=4, max_size=40
)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[Machine]]:
    with machines(tmp_path, 2) as found:
        yield found


class History:
    """Random changes, and what became of each text that a person wrote."""

    def __init__(self, some: list[Machine]) -> None:
        self.machines = some
        self.written: dict[str, str] = {}
        """Text → the memory that it was written into."""
        self.replaced: set[str] = set()
        """Texts that somebody saw and replaced, or deleted permanently."""
        self.count = 0

    def step(self, number: int, action: str, pick: int) -> None:
        one = self.machines[number]
        one.clock.advance(ms=pick)
        found = one.memories()
        memory = found[pick % len(found)] if found else None
        self.count += 1
        text = f"Statement number {self.count} of {one.name} says this"
        if action == "store":
            text = "Everybody says exactly this" if pick == 0 else text
            self.written[text] = one.service.store(text, type="fact").id
        elif action == "hear":
            other = self.machines[pick % 3]
            other.tell()
            for changes in other.told[pick // 3 :][::-1]:
                one.hear(changes)
        elif action == "tick":
            one.clock.advance(days=pick / 4)
        elif action == "undo":
            ids = one.service.next_undo()
            before = {i.id: i.content for i in one.service.get_many(ids.ids)} if ids else {}
            one.service.undo()
            after = {i.id: i.content for i in one.service.get_many(list(before))}
            self.replaced |= {before[i] for i in before if before[i] != after[i]}
            for i in before:
                if before[i] != after[i]:
                    self.replaced.discard(after[i])
        elif action == "decide":
            conflict = one.service.list_conflicts()[0]
            one.service.resolve_conflict(
                conflict.id, ("accepted_older", "accepted_newer", "marked_outdated")[pick % 3]
            )
        elif memory is None:
            return
        elif action == "edit":
            one.service.update(memory.id, content=text)
            self.replaced.add(memory.content)
            self.written[text] = memory.id
        elif action == "tag":
            one.service.add_tags([memory.id], [f"tag{pick}"])
        elif action == "delete":
            one.service.delete(memory.id)
        elif action == "restore":
            one.service.restore(memory.id)
        elif action == "confirm":
            one.service.feedback(memory.id, "CONFIRM")
        elif action == "use":
            one.service.record_usage(memory.id, pick % 2 == 0)
        elif action == "private" and pick < 3:
            one.service.update(memory.id, privacy_level="never_share")
        elif action == "purge" and pick < 3:
            self.replaced |= {memory.content}
            one.service.purge([memory.id])


@given(steps=STEPS, off=st.sampled_from(((0, 0, 0), (0, 24, -24), (-24, 0, 1))))
def test_any_histories_converge_and_lose_nothing(
    steps: list[tuple[int, str, int]], off: tuple[float, ...]
) -> None:
    folder = Path(tempfile.mkdtemp(prefix="devices-"))
    try:
        with machines(folder, hours_off=off) as some:
            history = History(some)
            for step in steps:
                try:
                    history.step(*step)
                except (ArborError, IndexError):
                    continue  # not possible as things are, and said so
            exchange(some)
            first, *others = [one.state() for one in some]
            for other in others:
                assert other == first
            texts = {one.content for machine in some for one in machine.memories()}
            gone = some[0].rt.db.read(
                lambda c: {i for (i,) in c.execute("SELECT memory_id FROM device_withdrawn")}
            )
            for text, ident in history.written.items():
                assert text in texts or text in history.replaced or ident in gone
    finally:
        shutil.rmtree(folder)


def test_a_memory_travels_with_its_fields(pair: list[Machine]) -> None:
    one, other = pair
    one.service.store(
        "The tests run with pytest", type="fact", tags=["tests"], privacy_level="always_include"
    )
    exchange(pair)
    there = other.named("The tests run with pytest")
    assert (there.tags, there.privacy_level) == (("tests",), "always_include")
    assert other.service.search("pytest")[0].memory.id == there.id
    assert other.service.history(there.id)[0].actor == "user"


def test_fields_changed_on_both_sides_are_both_kept(pair: list[Machine]) -> None:
    one, other = pair
    ident = one.service.store("The tests run with pytest", type="fact").id
    exchange(pair)
    one.service.update(ident, technology="python")
    other.service.add_tags([ident], ["tests"])
    exchange(pair)
    assert one.state() == other.state()
    here = one.service.get(ident)
    assert (here.technology, here.tags) == ("python", ("tests",))


def test_a_text_edited_on_two_sides_is_a_conflict_that_one_decision_ends(pair: list[Machine]) -> None:
    one, other = pair
    ident = one.service.store("The tests run with pytest", type="fact").id
    exchange(pair)
    one.service.update(ident, content="The tests run with pytest and xdist")
    other.clock.advance(seconds=1)
    other.service.update(ident, content="The tests run with unittest")
    exchange(pair)
    assert one.state() == other.state()
    (here,), (there,) = one.service.list_conflicts(), other.service.list_conflicts()
    assert here.id == there.id
    texts = {member.memory.content for member in here.members}
    assert texts == {"The tests run with pytest and xdist", "The tests run with unittest"}
    other.service.resolve_conflict(there.id, "accepted_newer")
    exchange(pair)
    assert one.service.list_conflicts() == []
    assert one.service.get(ident).content == "The tests run with unittest"
    assert one.state() == other.state()
    other.service.undo()
    exchange(pair)
    assert [conflict.id for conflict in one.service.list_conflicts()] == [here.id]
    assert one.state() == other.state()


def test_a_deletion_wins_over_a_later_use_and_an_edit_made_later_brings_back(pair: list[Machine]) -> None:
    one, other = pair
    used, edited = (
        one.service.store(text, type="fact").id for text in ("Deploys go to Frankfurt", "Lunch is at noon")
    )
    exchange(pair)
    one.service.delete(used, edited)
    other.clock.advance(seconds=5)
    other.service.record_usage(used, True)
    other.service.feedback(used, "CONFIRM")
    other.service.update(edited, content="Lunch is at one")
    exchange(pair)
    assert one.state() == other.state()
    assert one.service.get(used).status is Status.DELETED
    assert one.service.get(edited).status is Status.ACTIVE


def test_a_clock_that_is_a_day_ahead_does_not_win_over_what_was_seen(pair: list[Machine]) -> None:
    one, other = pair
    one.clock.advance(days=1)
    ident = one.service.store("The build takes a minute", type="fact").id
    exchange(pair)
    other.service.update(ident, content="The build takes two minutes")
    exchange(pair)
    assert {machine.service.get(ident).content for machine in pair} == {"The build takes two minutes"}
    assert one.service.list_conflicts() == []


def test_the_same_said_on_two_devices_becomes_one(pair: list[Machine]) -> None:
    one, other = pair
    one.service.store("The tests run with pytest", type="fact")
    other.clock.advance(seconds=1)
    other.service.store("the tests run with pytest.", type="fact")
    exchange(pair)
    assert one.state() == other.state()
    assert len([memory for memory in one.memories() if memory.status in LIVING]) == 1


NEAR = ("The staging server is in Frankfurt", "Our staging server is in Frankfurt")


@pytest.mark.parametrize("later", ["used", "pinned", "more certain"])
def test_nights_of_two_devices_leave_one_of_two_that_say_nearly_the_same(
    pair: list[Machine], later: str
) -> None:
    one, other = pair
    first = one.service.store_many([{"content": NEAR[0], "type": "fact", "confidence": 0.8}])[0].id
    one.clock.advance(seconds=1)
    second = one.service.store_many([{"content": NEAR[1], "type": "fact", "confidence": 0.8}])[0].id
    exchange(pair)
    if later == "used":
        other.service.record_usage(second, True)
    elif later == "pinned":
        other.service.update(second, privacy_level="always_include")
    else:
        other.service.adjust_confidence(second, 0.1, "seen again")
    for machine in pair:
        machine.service.run_maintenance("nightly")
    before = [[memory.id for memory in machine.memories() if memory.status in LIVING] for machine in pair]
    assert before == [[first], [second]]  # each its own
    exchange(pair)
    assert one.state() == other.state()
    (stays,) = [memory for memory in one.memories() if memory.status in LIVING]
    assert stays.id == (second if later == "pinned" else first)
    for machine in pair:
        assert machine.service.run_maintenance("nightly")[0].result["duplicates_merged"] == 0
    exchange(pair)
    assert one.service.get(stays.id).status is Status.ACTIVE
    assert one.state() == other.state()


def test_a_pinned_memory_stays_before_an_earlier_one_with_the_same_words(pair: list[Machine]) -> None:
    one, other = pair
    one.service.store("The tests run with pytest", type="fact")
    other.clock.advance(seconds=1)
    pinned = other.service.store("the tests run with pytest.", type="fact", privacy_level="always_include").id
    exchange(pair)
    assert one.state() == other.state()
    assert [memory.id for memory in one.memories() if memory.status in LIVING] == [pinned]


def test_memories_of_a_project_that_is_not_known_travel_and_get_their_project_later(
    pair: list[Machine],
) -> None:
    one, other = pair
    new = NewMemory("The shop sells tea", MemoryType.FACT, Category.FACTS, Scope.PROJECT, 0.8)
    one.rt.db.write(lambda c: memories.insert(c, new, one.rt.by("capture")))
    exchange(pair)
    (there,) = other.memories()
    assert (there.scope, there.scope_id) == (Scope.PROJECT, None)
    other.service.update(there.id, scope="project", scope_id="/home/ada/shop")
    exchange(pair)
    assert one.memories()[0].scope_id == "/home/ada/shop"
    assert one.state() == other.state()


def test_undo_undoes_what_was_done_here_and_travels(pair: list[Machine]) -> None:
    one, other = pair
    ident = one.service.store("The tests run with pytest", type="fact").id
    one.service.add_tags([ident], ["tests"])
    exchange(pair)
    other.service.store("The office is in Lyon", type="fact")
    exchange(pair)
    one.service.undo()  # not the other device's action, though that came later
    exchange(pair)
    assert other.service.get(ident).tags == ()
    assert one.state() == other.state()


def test_a_decision_on_a_found_contradiction_is_not_asked_again_elsewhere(pair: list[Machine]) -> None:
    one, other = pair
    for machine in pair:
        machine.service.settings.set("conflicts.detect", True)
    one.service.store("The package manager is npm", type="fact")
    one.clock.advance(seconds=1)
    one.service.store("The package manager is pnpm", type="fact")
    (found,) = one.service.list_conflicts()
    one.service.resolve_conflict(
        found.id, "kept_both_with_context", older_context="in the app", newer_context="in tools"
    )
    exchange(pair)
    other.service._detector.compare_pending()
    assert other.service.list_conflicts() == []
    (there,) = other.service.list_conflicts(include_resolved=True)
    assert {member.condition for member in there.members} == {"in the app", "in tools"}


def test_a_private_memory_never_leaves_and_a_later_one_is_withdrawn(pair: list[Machine]) -> None:
    one, other = pair
    one.service.store("The violet heron nests here", type="fact", privacy_level="never_share")
    ident = one.service.store("The amber folder is in the attic", type="fact").id
    exchange(pair)
    assert [memory.content for memory in other.memories()] == ["The amber folder is in the attic"]
    one.service.update(ident, privacy_level="never_share")
    exchange(pair)
    assert other.memories() == []
    assert len(one.memories()) == 2
    assert other.rt.db.read(lambda c: c.execute("SELECT count(*) FROM memory_event").fetchone()) == (0,)
    assert not any("heron" in str(told) for told in one.told)


def test_a_memory_that_may_leave_at_last_leaves_without_its_past(pair: list[Machine]) -> None:
    one, other = pair
    ident = one.service.store("The violet heron nests here", type="fact", privacy_level="never_share").id
    exchange(pair)
    one.service.update(ident, content="A bird nests here", privacy_level="normal")
    exchange(pair)
    assert [memory.content for memory in other.memories()] == ["A bird nests here"]
    assert not any("heron" in str(told) for told in one.told)
    other.service.update(ident, content="Two birds nest here")
    exchange(pair)
    assert one.state() == other.state()


def test_an_excluded_project_is_withdrawn(pair: list[Machine], tmp_path: Path) -> None:
    one, other = pair
    project = tmp_path / "wrenfold"
    project.mkdir()
    one.service.store("The almanac is of copper", type="fact", scope="project", scope_id=str(project))
    exchange(pair)
    assert len(other.memories()) == 1
    one.service.exclude(str(project))
    exchange(pair)
    assert other.memories() == []


def test_a_purge_deletes_everywhere(pair: list[Machine]) -> None:
    one, other = pair
    ident = one.service.store("The amber folder is in the attic", type="fact").id
    exchange(pair)
    other.service.update(ident, content="The amber folder is in the cellar")
    other.service.purge([ident])
    exchange(pair)
    assert [machine.memories() for machine in pair] == [[], []]
    one.hear(one.told[0])  # an old file comes again
    assert one.memories() == []


def test_settings_of_a_project_travel(pair: list[Machine]) -> None:
    one, other = pair
    one.service.store("Wrens sing", type="fact", scope="project", scope_id="/home/ada/wren")
    one.service.set_project("/home/ada/wren", kind="private", group="birds")
    exchange(pair)
    (there,) = other.service.list_projects()
    assert (there.kind, there.group) == ("private", "birds")


def test_both_devices_know_the_same_of_an_earlier_day(pair: list[Machine]) -> None:
    one, other = pair
    ident = one.service.store("The build takes a minute", type="fact").id
    gone = one.service.store("Lunch is at noon", type="fact").id
    exchange(pair)
    day = local_day(one.clock())
    for machine in pair:
        machine.clock.advance(days=2)
    one.service.update(ident, content="The build takes two minutes")
    other.clock.advance(days=1)
    other.service.archive(gone)
    exchange(pair)
    one.clock.advance(days=2)
    other.clock.advance(days=1)
    for machine in pair:
        found = machine.service.time_machine.on(day)
        assert found.became == {ident: "edited", gone: "archived"}
        then = machine.service.time_machine.memories([ident, gone], day)
        assert [one.content for one in then] == ["The build takes a minute", "Lunch is at noon"]
        assert machine.service.time_machine.days().active[-1] == 1
