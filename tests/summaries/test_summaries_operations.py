"""Summaries as a person and a program get them: always what is so, and never without the person's words."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest

from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.model import Category, Scope
from arbor_desktop.service import MemoryService
from arbor_desktop.summaries import queries as summaries
from arbor_desktop.summaries.document import blocks, validate
from arbor_desktop.summaries.model import Place
from arbor_desktop.summaries.queries import MOST_KEPT
from tests.conftest import ManualClock
from tests.reliability.sessions import Session
from tests.summaries.reading import parse

PREFERENCES = "coding_preferences"


@pytest.fixture
def ids(service: MemoryService) -> dict[str, str]:
    """Three preferences, by a word of theirs."""
    texts = {"pnpm": "Always use pnpm", "tabs": "Indent with tabs", "ruff": "Lint the code with ruff"}
    return {word: service.store(text, type="preference").id for word, text in texts.items()}


def statements(service: MemoryService, **where: str) -> list[str]:
    return [block.statement for block in blocks(service.get_category(PREFERENCES, **where).markdown)]


def test_a_category_without_memories_has_an_empty_summary(service: MemoryService) -> None:
    found = service.get_category("facts")
    assert (found.markdown, found.version, found.item_count, found.empty) == ("", 0, 0, True)
    assert service.category_versions("facts") == []


def test_a_summary_tells_of_its_memories_and_is_valid(service: MemoryService, ids: dict[str, str]) -> None:
    found = service.get_category(PREFERENCES)
    assert validate(found.markdown, set(ids.values())) == ()
    document = parse(found.markdown)
    assert {fact.statement for fact in document.facts} == {
        "Always use pnpm", "Indent with tabs", "Lint the code with ruff",
    }  # fmt: skip
    assert set(found.sources) == set(ids.values())
    assert (found.item_count, found.confidence_range, found.edited) == (3, (1.0, 1.0), False)
    assert found.to_dict()["updated_at"] == "2026-01-01T00:00:00.000Z"


def test_unknown_names_and_places_are_refused_with_what_is_allowed(service: MemoryService) -> None:
    with pytest.raises(InvalidInput, match="coding_preferences, architectural_decisions"):
        service.get_category("weather")
    with pytest.raises(InvalidInput, match="path of its project"):
        service.get_category("facts", "project")
    with pytest.raises(InvalidInput, match="either a project or a scope"):
        service.get_category("facts", "conversation", "x", project="/src/kiln")
    with pytest.raises(InvalidInput):
        service.clear_category("weather")


def test_evidence_names_the_conversation_it_comes_from(service: MemoryService, tmp_path: Path) -> None:
    chat = tmp_path / "chat.md"
    chat.write_text(
        "User: Always use pnpm instead of npm, please.\n\nAssistant: Understood, pnpm from now on.\n"
    )
    (row,) = service.capture([chat])
    assert row.items_extracted, row
    (memory,) = service.query(status="all").memories
    memory = service.update(memory.id, status="active", scope="global")
    place = {"scope": memory.scope.value, "scope_id": memory.scope_id}
    text = service.get_category(memory.category.value, **place).markdown
    title = service.conversation(row.conversation_id or "").title
    assert f"- **Evidence:** “{title}” (" in text


def test_its_dates_are_when_memories_were_said_not_when_they_were_captured(
    service: MemoryService, tmp_path: Path
) -> None:
    session = Session("s").say("Always use pnpm instead of npm, please.")  # of 2025-11-03
    session.write(tmp_path / "in")
    assert service.capture([tmp_path / "in"])[0].items_extracted
    (memory,) = service.query(status="all").memories
    service.update(memory.id, status="active")
    place = {"scope": memory.scope.value, "scope_id": memory.scope_id}
    assert "from 2025-11-03." in service.get_category(memory.category.value, **place).markdown


def test_it_is_made_anew_when_a_memory_changes_and_only_then(
    service: MemoryService, ids: dict[str, str], clock: ManualClock
) -> None:
    first = service.get_category(PREFERENCES)
    clock.advance(seconds=60)
    service.store("The kiln has two doors", type="fact")
    assert service.get_category(PREFERENCES) == first
    service.archive(ids["tabs"])
    second = service.get_category(PREFERENCES)
    assert (second.version, second.item_count) == (first.version + 1, 2)
    assert "Indent with tabs" not in second.markdown
    service.update(ids["ruff"], tags=["lint"])
    assert service.get_category(PREFERENCES).version == second.version + 1, "its time of change is told"


@pytest.mark.parametrize("level", ["never_share", "sensitive"])
def test_private_memories_are_in_no_summary(service: MemoryService, ids: dict[str, str], level: str) -> None:
    service.get_category(PREFERENCES)
    service.update(ids["tabs"], privacy_level=level)
    found = service.get_category(PREFERENCES)
    assert "tabs" not in found.markdown
    assert ids["tabs"] not in found.markdown
    assert found.item_count == 2
    assert service.private_in_category(PREFERENCES) == 1


def test_what_ends_is_told_no_more_after_its_end(service: MemoryService, clock: ManualClock) -> None:
    service.store("Freeze the API", type="preference", expires_at=clock() + 3_600_000)
    assert "until 2026-01-01T01:00:00.000Z" in service.get_category(PREFERENCES).markdown
    clock.advance(seconds=3_601)
    assert service.get_category(PREFERENCES).empty


def test_every_place_has_its_own(service: MemoryService, ids: dict[str, str], tmp_path: Path) -> None:
    project = str(tmp_path / "kiln")
    service.store("Fire at cone six", type="preference", scope="project", scope_id=project)
    assert statements(service, project=project) == ["Fire at cone six"]
    assert statements(service, scope="project", scope_id=project + "/") == ["Fire at cone six"]
    assert len(statements(service)) == 3
    listed = [(i.name, i.scope, i.scope_id, i.item_count) for i in service.list_categories()]
    assert listed[0] == (PREFERENCES, "global", None, 3)
    assert listed[6:] == [(PREFERENCES, "project", project, 1)]
    assert [i.item_count for i in service.list_categories(project=project)] == [1, 0, 0, 0, 0, 0]


# -- a person's words --


def test_an_edit_is_kept_reviewed_and_goes_on_with_new_memories(
    service: MemoryService, ids: dict[str, str], clock: ManualClock
) -> None:
    text = service.get_category(PREFERENCES).markdown.replace("Indent with tabs", "Tabs. No discussion.")
    clock.advance(seconds=60)
    edited = service.edit_category(PREFERENCES, text)
    assert (edited.edited, edited.actor, edited.problems) == (True, "user", ())
    assert edited.reviewed_at == clock()
    assert "- **Last Review:** 2026-01-01T00:01:00.000Z" in edited.markdown
    clock.advance(seconds=60)
    service.store("Two blank lines between functions", type="preference")
    service.update(ids["ruff"], content="Lint all code with ruff")
    now = statements(service)
    assert now[-1] == "Two blank lines between functions"
    assert set(now) == {"Always use pnpm", "Tabs. No discussion.", "Lint all code with ruff", now[-1]}
    service.delete(ids["tabs"], ids["pnpm"])
    assert set(statements(service)) == {"Tabs. No discussion.", "Lint all code with ruff", now[-1]}


def test_what_a_person_took_out_stays_out(service: MemoryService, ids: dict[str, str]) -> None:
    text = service.get_category(PREFERENCES).markdown
    block = next(block for block in blocks(text) if block.statement == "Indent with tabs")
    service.edit_category(PREFERENCES, text.replace(block.text + "\n", ""))
    service.record_usage(ids["tabs"], True)
    service.store("Two blank lines between functions", type="preference")
    assert "Indent with tabs" not in statements(service)
    assert len(statements(service)) == 3
    service.clear_category(PREFERENCES)
    service.undo()
    assert "Indent with tabs" not in statements(service)
    assert len(statements(service)) == 3


def test_a_fact_that_left_with_its_memory_comes_back_with_it(
    service: MemoryService, ids: dict[str, str]
) -> None:
    service.edit_category(PREFERENCES, service.get_category(PREFERENCES).markdown + "\nMine.\n")
    service.delete(ids["tabs"])
    assert "Indent with tabs" not in statements(service)
    service.undo()
    assert "Indent with tabs" in statements(service)


def test_a_memory_that_came_while_the_person_wrote_is_added(
    service: MemoryService, ids: dict[str, str]
) -> None:
    seen = service.get_category(PREFERENCES)
    service.store("Two blank lines between functions", type="preference")
    service.get_category(PREFERENCES)
    edited = service.edit_category(PREFERENCES, seen.markdown + "\nMine.\n", version=seen.version)
    assert "Two blank lines between functions" in edited.markdown
    assert "Mine." in edited.markdown


def test_two_people_do_not_overwrite_each_other(service: MemoryService, ids: dict[str, str]) -> None:
    seen = service.get_category(PREFERENCES)
    service.edit_category(PREFERENCES, seen.markdown + "\nOne.\n", version=seen.version)
    with pytest.raises(InvalidInput, match="changed elsewhere"):
        service.edit_category(PREFERENCES, seen.markdown + "\nOther.\n", version=seen.version)
    assert "One." in service.get_category(PREFERENCES).markdown


def test_free_text_is_kept_and_told_what_it_lacks(service: MemoryService, ids: dict[str, str]) -> None:
    edited = service.edit_category(PREFERENCES, "Just my notes.\r\nIn two lines.\x00")
    assert edited.markdown == "Just my notes.\nIn two lines.\n"
    assert "The section “Key Facts” is missing." in edited.problems
    with pytest.raises(InvalidInput, match="can't be empty"):
        service.edit_category(PREFERENCES, " \n")


def test_a_private_memory_leaves_a_persons_summary_too(service: MemoryService, ids: dict[str, str]) -> None:
    text = service.get_category(PREFERENCES).markdown.replace("Indent with tabs", "Tabs, as I said")
    service.edit_category(PREFERENCES, text)
    service.update(ids["tabs"], privacy_level="never_share")
    found = service.get_category(PREFERENCES)
    assert "Tabs" not in found.markdown
    assert ids["tabs"] not in found.markdown
    assert found.edited


def test_words_of_a_private_memory_are_hidden_where_its_fact_was_taken_out(
    service: MemoryService, ids: dict[str, str]
) -> None:
    service.edit_category(PREFERENCES, "As I said: “Indent with tabs”, always.")
    service.update(ids["tabs"], privacy_level="never_share")
    assert service.get_category(PREFERENCES).markdown == "As I said: “(not told)”, always.\n"
    service.purge([ids["ruff"]])
    assert all(ids["ruff"] not in one.left_out for one in _versions(service))


def _versions(service: MemoryService) -> list[summaries.Version]:
    place = Place(Category.CODING_PREFERENCES, Scope.GLOBAL)
    return service._rt.db.read(lambda c: summaries.versions(c, place))


def test_an_edit_is_taken_back_by_the_version_before(service: MemoryService, ids: dict[str, str]) -> None:
    first = service.get_category(PREFERENCES)
    service.edit_category(PREFERENCES, "Mine.")
    back = service.restore_category(PREFERENCES, first.version)
    assert (back.markdown, back.edited) == (first.markdown, False)
    service.archive(ids["tabs"])
    assert len(statements(service)) == 2, "it follows its memories again"
    mine = service.restore_category(PREFERENCES, 2)
    assert (mine.markdown, mine.edited) == ("Mine.\n", True)
    assert [v.version for v in service.category_versions(PREFERENCES)] == [5, 4, 3, 2, 1]
    with pytest.raises(NotFound, match="no version 99"):
        service.restore_category(PREFERENCES, 99)


def test_marking_as_reviewed_changes_the_head_and_nothing_else(
    service: MemoryService, ids: dict[str, str], clock: ManualClock
) -> None:
    first = service.get_category(PREFERENCES)
    clock.advance(days=1)
    read = service.mark_category_reviewed(PREFERENCES)
    assert (read.version, read.reviewed_at) == (first.version, clock())
    assert read.markdown == first.markdown.replace("never", "2026-01-02T00:00:00.000Z")
    service.archive(ids["tabs"])
    assert service.get_category(PREFERENCES).reviewed_at == clock()
    with pytest.raises(NotFound):
        service.mark_category_reviewed("facts")


def test_clearing_archives_its_memories_and_one_undo_brings_all_back(
    service: MemoryService, ids: dict[str, str]
) -> None:
    service.store("I keep a diary in the editor", type="preference", privacy_level="never_share")
    text = service.get_category(PREFERENCES).markdown.replace("Indent with tabs", "Tabs, as I said")
    service.edit_category(PREFERENCES, text)
    cleared = service.clear_category(PREFERENCES)
    assert (cleared.markdown, cleared.item_count) == ("", 0)
    assert {service.get(ident).status for ident in ids.values()} == {"archived"}
    assert service.query(privacy="never_share").total == 1, "what it does not tell of is not archived"
    undone = service.undo()
    assert set(undone.ids) == set(ids.values())
    assert set(statements(service)) == {"Always use pnpm", "Tabs, as I said", "Lint the code with ruff"}
    assert service.get_category(PREFERENCES).edited


def test_after_clearing_only_what_is_new_is_told(service: MemoryService, ids: dict[str, str]) -> None:
    service.clear_category(PREFERENCES)
    with pytest.raises(NotFound):
        service.clear_category(PREFERENCES)
    service.store("Two blank lines between functions", type="preference")
    assert statements(service) == ["Two blank lines between functions"]


def test_a_persons_summary_without_memories_can_be_cleared_and_brought_back(service: MemoryService) -> None:
    service.edit_category("facts", "My own words.")
    assert service.clear_category("facts").empty
    assert service.restore_category("facts", 1).markdown == "My own words.\n"


def test_what_is_deleted_for_good_is_in_no_version(
    service: MemoryService, ids: dict[str, str], home: Path
) -> None:
    service.get_category(PREFERENCES)
    service.edit_category(PREFERENCES, service.get_category(PREFERENCES).markdown + "\nMine.\n")
    service.purge([ids["tabs"]])
    for version in service.category_versions(PREFERENCES):
        assert "Indent with tabs" not in version.markdown
        assert ids["tabs"] not in version.markdown
    found = service.get_category(PREFERENCES)
    assert (found.item_count, "Mine." in found.markdown) == (2, True)


def edited_in_every_part(service: MemoryService) -> None:
    """The person takes out the first fact, and adds to the sentences and the notes, now theirs."""
    text = service.get_category(PREFERENCES).markdown
    fact = blocks(text)[0]
    lines = text.split("\n")
    del lines[fact.start : fact.end + 1]
    mine = "\n".join(lines).replace("## Summary\n", "## Summary\n\nRead this. ")
    service.edit_category(PREFERENCES, mine.replace("## Usage Notes\n", "## Usage Notes\n\nMine.\n"))


@pytest.mark.parametrize("bounds", [{"branch": "main"}, {"expires_at": "2027-01-01"}, {}])
@pytest.mark.parametrize("length", [1, 5, 6, 7, 8])
def test_private_words_are_hidden_with_their_bounds_and_however_they_were_written_before(
    service: MemoryService, bounds: dict[str, str], length: int
) -> None:
    text = "Read the okapi handbook first" + " please indeed, friend" * (length - 1)
    ident = service.store(text, type="preference", **bounds).id
    service.store("Indent with tabs", type="preference", confidence=0.5)
    service.record_usage(ident, True)
    edited_in_every_part(service)
    assert "okapi" in service.get_category(PREFERENCES).markdown
    service.update(ident, content="Read the quagga handbook first")
    service.update(ident, privacy_level="never_share")
    now = service.get_category(PREFERENCES).markdown
    assert "okapi" not in now and "quagga" not in now
    assert "Read this." in now and "Mine." in now


def test_a_private_memory_that_no_fact_named_is_hidden_where_it_was_quoted(
    service: MemoryService, ids: dict[str, str]
) -> None:
    text = service.get_category(PREFERENCES).markdown
    service.edit_category(PREFERENCES, "# Mine\n\nThere is “Always use pnpm”.\n", version=0)
    assert "pnpm" in text
    service.update(ids["pnpm"], privacy_level="sensitive")
    assert "pnpm" not in service.get_category(PREFERENCES).markdown


def test_a_memory_that_moved_and_became_private_is_hidden_where_it_was_quoted(
    service: MemoryService, ids: dict[str, str]
) -> None:
    service.edit_category(PREFERENCES, "# Mine\n\nThere is “Always use pnpm”.\n", version=0)
    service.update(ids["pnpm"], category="facts")
    assert "pnpm" in service.get_category(PREFERENCES).markdown
    service.update(ids["pnpm"], privacy_level="never_share")
    assert "pnpm" not in service.get_category(PREFERENCES).markdown


def test_what_is_deleted_for_good_is_in_no_version_as_it_was_before_either(service: MemoryService) -> None:
    both = [
        service.store(f"For the okapi {what}, ask the team", type="preference").id
        for what in ("gateway", "deployment", "handbook")
    ]
    service.store("Indent with tabs", type="preference", confidence=0.5)
    service.record_usage(both[0], True)
    assert "okapi" in service.get_category(PREFERENCES).markdown
    edited_in_every_part(service)
    for ident in both:
        service.update(ident, content="Words that were chosen later: " + ident[-6:])
    service.get_category(PREFERENCES)
    service.purge(both)
    every = service.category_versions(PREFERENCES)
    assert len(every) > 2
    assert not [version.version for version in every if "okapi" in version.markdown]
    assert all("The most certain " in version.markdown for version in every[1:])


def test_titles_of_conversations_deleted_for_good_are_in_no_version(
    service: MemoryService, tmp_path: Path
) -> None:
    chat = tmp_path / "chat.md"
    chat.write_text(
        "User: Always use pnpm instead of npm, please.\n\nAssistant: Understood, pnpm from now on.\n"
    )
    (row,) = service.capture([chat])
    (memory,) = service.query(status="all").memories
    memory = service.update(memory.id, status="active", scope="global")
    place = {"scope": memory.scope.value, "scope_id": memory.scope_id}
    title = service.conversation(row.conversation_id or "").title
    assert title in service.get_category(memory.category.value, **place).markdown
    service.purge(conversation=row.conversation_id)
    assert all(title not in v.markdown for v in service.category_versions(memory.category.value, **place))


# -- many, and several at once --


@pytest.mark.slow
def test_the_same_memories_make_the_same_summary(service: MemoryService, clock: ManualClock) -> None:
    words = "kiln glaze shelf door cone clay wheel slip bisque firing".split()  # noqa: SIM905
    dice = random.Random(7)
    service.store_many(
        {
            "content": f"{' '.join(dice.sample(words, 4))} {n % 150}",
            "type": "preference",
            "confidence": dice.random(),
        }
        for n in range(400)
    )
    first = service.get_category(PREFERENCES)
    document = parse(first.markdown)
    assert len(document.facts) == 60
    told = sum(len(fact.sources) + fact.more_sources for fact in document.facts)
    assert told + document.more == document.item_count == first.item_count
    for ident in first.sources[:3]:
        service.archive(ident)
        service.undo()
    clock.advance(days=8)  # everything is looked at anew
    again = service.get_category(PREFERENCES)
    assert sorted(f.statement for f in parse(again.markdown).facts) == sorted(
        f.statement for f in document.facts
    )


def test_versions_do_not_pile_up(service: MemoryService, ids: dict[str, str]) -> None:
    for number in range(MOST_KEPT + 5):
        service.update(ids["ruff"], content=f"Lint the code with ruff {number}")
        service.get_category(PREFERENCES)
    assert len(service.category_versions(PREFERENCES)) == MOST_KEPT


def test_two_processes_make_one_version(service: MemoryService, ids: dict[str, str], home: Path) -> None:
    with MemoryService.open(home, clock=service._rt.clock) as other:
        barrier = threading.Barrier(2)
        found = []

        def ask(one: MemoryService) -> None:
            barrier.wait()
            found.append(one.get_category(PREFERENCES))

        threads = [threading.Thread(target=ask, args=(one,)) for one in (service, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found[0] == found[1]
        assert found[0].version == 1
