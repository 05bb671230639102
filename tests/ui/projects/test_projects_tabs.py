"""What is under the tabs of a project: its memories, its sessions, its branches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from arbor_desktop.errors import StorageError
from arbor_desktop.projects.model import ProjectSession, SimilarTask
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import EmptyState
from arbor_desktop.ui.formatting import task_size
from arbor_desktop.ui.projects import model as reads
from arbor_desktop.ui.projects.words import (
    errors_words,
    in_a_line,
    read_words,
    session_sentence,
    shown_path,
    status_word,
)
from tests.reliability.sessions import START, Session

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
MEMORIES, SESSIONS, BRANCHES = 1, 2, 3
Talk = Callable[[Session], str]
Remember = Callable[..., str]


def state_of(person: Any) -> EmptyState:
    found = [s for s in person.page.findChildren(EmptyState) if s.isVisible()]
    assert len(found) == 1
    return found[0]


# Memories


def test_what_warns_comes_first(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.open("desk", tab=MEMORIES)
    tab = person.page.detail.memories
    assert person.chips() == {"All": 4, "Quirks and pitfalls": 2, "Facts": 2}
    assert set(tab.model.ids[:2]) == {some["quirk"], some["gotcha"]}
    assert "goes stale" in " ".join(person.rows(tab.view)[:2])
    facts = next(chip for chip in tab._chips() if chip.text() == "Facts")
    person.click(facts)
    assert set(tab.model.ids) == {some["rule"], some["branch"]}
    person.click(facts)
    assert len(tab.model.ids) == 4, "the same chip again shows all"


def test_a_memory_is_opened_by_key_and_by_mouse(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.open("desk", tab=MEMORIES)
    view = person.page.detail.memories.view
    view.setFocus()
    person.key(Qt.Key.Key_Home, on=view)
    first = view.current_id()
    person.key(Qt.Key.Key_Return, on=view)
    assert person.wished == [("memory_wanted", first)]
    at = view.visualRect(view.model().index(1, 0)).center()
    person.qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    person.wait()
    assert person.wished[1:] == [("memory_wanted", view.current_id())], "once"


def test_a_memory_is_deleted_by_key_and_comes_back(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    person.open("desk", tab=MEMORIES)
    view = person.page.detail.memories.view
    view.setFocus()
    view.go_to(0)
    gone = view.current_id()
    person.key(Qt.Key.Key_Delete, on=view)
    assert gone not in person.page.detail.memories.model.ids
    assert person.snack == "Memory deleted"
    person.click(person.page.snackbar.action_button)
    assert gone in person.page.detail.memories.model.ids
    view.setFocus()
    person.key(Qt.Key.Key_I, ALT, on=view)
    (chosen,) = view.selected_ids()
    assert service.get(chosen).privacy_level.value == "always_include"


def test_a_memory_is_added_for_the_project(
    open_page: Any, some: dict[str, str], service: MemoryService, desk: Path
) -> None:
    person = open_page()
    person.open("desk", tab=MEMORIES)
    tab = person.page.detail.memories
    person.click(tab.add)
    assert tab.memory_actions.dialog is not None
    person.qtbot.keyClicks(tab.memory_actions.dialog.area, "Buttons say what they do, never OK.")
    person.click(tab.memory_actions.dialog.save)
    person.wait()
    assert person.snack == "Memory added"
    assert tab.memory_actions.dialog is None
    assert tab.kept.total == 5
    (hit,) = service.search("buttons say what they do", limit=1)
    assert hit.memory.scope_id == str(desk)


def test_ways_to_the_memories_page_and_the_summaries(
    open_page: Any, some: dict[str, str], desk: Path
) -> None:
    person = open_page()
    person.open("desk", tab=MEMORIES)
    person.press("Show in Memories")
    person.press("Summaries")
    where = {"scope": "project", "scope_id": str(desk)}
    assert person.wished == [("memories_wanted", where), ("summaries_wanted", (None, str(desk)))]


def test_a_quirk_on_the_overview_opens_its_memory(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.open("desk")
    assert "src/calendar/**" in person.cards()["Quirks"]
    card = next(c for c in person.page.detail.overview.cards if c.title.text() == "Quirks")
    person.page.detail.overview.ensureWidgetVisible(card.rows[0])
    person.click(card.rows[0])
    assert person.wished == [("memory_wanted", some["quirk"])]


def test_a_project_without_memories_says_what_comes(open_page: Any, desk: Path, talk: Talk) -> None:
    talk(Session("brief", str(desk)).say("Which day begins the week here, by the way?").reply("Monday."))
    person = open_page()
    person.open("desk", tab=MEMORIES)
    assert state_of(person).title.text() == "No memories for this project yet"
    person.press("Add memory")
    assert person.page.detail.memories.memory_actions.dialog is not None
    person.page.detail.memories.memory_actions.dialog.reject()


# Sessions


@pytest.mark.slow
def test_sessions_say_how_they_ended(open_page: Any, fixed: str) -> None:
    person = open_page()
    person.open("desk", tab=SESSIONS)
    (said,) = person.rows(person.page.detail.sessions.view)
    assert said.startswith(
        "Fix the week view, it shows the wrong days after the clock change. Fix, Succeeded"
    )
    assert "1 error resolved" in said and "branch fix/week" in said
    person.click_row(person.page.detail.sessions.view, "Fix the week view")
    assert person.wished == [("conversation_wanted", fixed)]
    person.key(Qt.Key.Key_Return, on=person.page.detail.sessions.view)
    assert len(person.wished) == 2


@pytest.mark.slow
def test_the_end_of_the_list_reads_on(
    open_page: Any, some: Any, desk: Path, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = tuple(ProjectSession(f"c{n}", f"Task {n}", "claude-code", "main", n) for n in range(95, 0, -1))
    asked: list[str | None] = []

    def page(path: str, limit: int = 50, after: str | None = None) -> Any:
        asked.append(after)
        first = int(after or 0)
        rows = every[first : first + limit] if path == str(desk) else ()
        return rows, str(first + limit) if first + limit < len(every) and rows else None

    monkeypatch.setattr(service, "project_sessions", page)
    person = open_page()
    person.open("desk", tab=SESSIONS)
    view = person.page.detail.sessions.view
    assert view.model().rowCount() == reads.PAGE
    view.setFocus()
    person.key(Qt.Key.Key_End, on=view)
    assert view.model().rowCount() == 2 * reads.PAGE
    person.key(Qt.Key.Key_End, on=view)
    assert view.model().rowCount() == 95
    assert asked[-2:] == ["40", "80"]
    assert view.current_id() == f"c{95 - 2 * reads.PAGE + 1}", "what was selected stays where it is"
    person.page.detail.refresh()
    person.wait()
    assert view.model().rowCount() == 95, "what was read further down stays"


def test_a_branch_is_gathered_over_pages() -> None:
    every = [
        ProjectSession(f"c{n}", "Task", "claude-code", "rare" if n % 50 == 0 else "main", n)
        for n in range(200)
    ]

    class Service:
        def project_sessions(self, path: str, limit: int, after: str | None) -> Any:
            first = int(after or 0)
            more = first + limit < len(every)
            return tuple(every[first : first + limit]), str(first + limit) if more else None

    found = reads.sessions(Service(), "/srv/desk", "rare", None)  # type: ignore[arg-type]
    assert [one.conversation_id for one in found.rows] == ["c0", "c50", "c100", "c150"]
    assert found.next is None


def test_sessions_that_cannot_be_read_are_tried_again(
    open_page: Any, fixed: str, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: Any, **_kwargs: Any) -> None:
        raise StorageError("The memory file is damaged.")

    with monkeypatch.context() as broken:
        broken.setattr(service, "project_sessions", fail)
        person = open_page()
        person.open("desk", tab=SESSIONS)
        assert state_of(person).title.text() == "Couldn't load the conversations"
    person.press("Try again")
    assert len(person.rows(person.page.detail.sessions.view)) == 1


# Done before?


@pytest.mark.slow
def test_a_task_that_was_done_before_is_found(open_page: Any, fixed: str, remember: Remember) -> None:
    person = open_page()
    person.open("desk")
    person.key(Qt.Key.Key_F, CTRL, on=person.page)
    tab = person.page.detail.sessions
    assert tab.task.hasFocus() and tab.isVisible()
    person.type(tab.task, "Fix the week view, it shows the wrong days after the clock change again")
    (card,) = tab.similar.cards
    assert card.isVisible() and not tab.view.isVisible()
    assert "Succeeded" in card.accessibleName() and "similar" in card.accessibleName()
    person.key(Qt.Key.Key_Down, on=tab.task)
    assert card.hasFocus()
    remember("Something else becomes known meanwhile.")
    person.wait()
    assert tab.similar.cards == [card] and card.hasFocus(), "the same answer leaves all as it is"
    person.key(Qt.Key.Key_Space, on=card)
    assert person.wished == [("conversation_wanted", fixed)]
    person.key(Qt.Key.Key_Escape, on=tab.task)
    assert tab.view.isVisible() and tab.task.text() == ""


@pytest.mark.slow
def test_what_was_never_done_says_so_and_looks_further(open_page: Any, fixed: str, some: Any) -> None:
    person = open_page()
    person.open("pollen", tab=SESSIONS)
    tab = person.page.detail.sessions
    person.type(tab.task, "Fix the week view, it shows the wrong days after the clock change.")
    assert state_of(person).title.text() == "No similar tasks found"
    person.press("Search all projects")
    (card,) = tab.similar.cards
    assert "desk" in card.accessibleName(), "of which project it was"
    person.type(tab.task, "zeppelin")
    assert state_of(person).title.text() == "No similar tasks found"
    person.type(tab.task, "z")
    assert state_of(person).title.text() == "No conversations in this project yet", "one letter is no task"


def test_a_few_words_find_where_they_were_said(open_page: Any, fixed: str) -> None:
    person = open_page()
    person.open("desk", tab=SESSIONS)
    tab = person.page.detail.sessions
    person.type(tab.task, "offset cached")
    (card,) = tab.similar.cards
    assert (
        tab.similar.heading.text()
        == "No similar tasks. These conversations contain words from your description:"
    )
    assert "Succeeded" in card.accessibleName() and "similar" not in card.accessibleName()
    assert "The offset was cached at import." in card.accessibleName()
    person.click(card)
    assert person.wished == [("conversation_wanted", fixed)]
    assert card.past.turn is not None, "it opens where it was said"


def test_a_card_says_what_was_learned(
    open_page: Any, fixed: str, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = SimilarTask("c1", "Fix the\nweek view\n```\nlog\n```", 0.913, "FIX", "failed", 3,
                       files=("src/a.py", "src/b.py"), learnings=("The offset goes stale.",))  # fmt: skip
    monkeypatch.setattr(service, "find_similar_tasks", lambda *_a, **_k: [task])
    person = open_page()
    person.open("desk", tab=SESSIONS)
    person.type(person.page.detail.sessions.task, "week view")
    (card,) = person.page.detail.sessions.similar.cards
    assert card.accessibleName() == (
        "Fix the week view. Failed. Fix · medium · 2 files. 91 % similar. The offset goes stale."
    )


# Branches


def test_a_branch_shows_only_what_belongs_to_it(
    open_page: Any, some: dict[str, str], fixed: str, desk: Path
) -> None:
    (desk / ".git").mkdir()
    (desk / ".git" / "HEAD").write_text("ref: refs/heads/feat/week\n")
    person = open_page()
    person.open("desk", tab=BRANCHES)
    branches = person.page.detail.branches.view
    said = person.rows(branches)
    assert said[0].startswith("Branch feat/week, checked out. 1 memory.")
    assert any(row.startswith("Branch fix/week. 1 conversation.") for row in said)
    person.click_row(branches, "Branch feat/week")
    person.press("Show memories")
    memories = person.page.detail.memories
    assert memories.isVisible() and memories.model.ids == [some["branch"]]
    assert memories.branch.text() == "feat/week"
    person.key(Qt.Key.Key_3, ALT, on=person.page)
    assert state_of(person).title.text() == "No conversations on this branch"
    person.press("Show all branches")
    assert len(person.rows(person.page.detail.sessions.view)) == 1
    assert not person.page.detail.sessions.branch.isVisible()
    person.key(Qt.Key.Key_4, ALT, on=person.page)
    person.click_row(branches, "Branch fix/week")
    person.press("Show memories")
    assert person.page.detail.sessions.isVisible(), "it has sessions only"
    person.click(person.page.detail.sessions.branch)
    assert person.page.detail.branch is None


@pytest.mark.slow
def test_another_project_begins_with_all_branches(open_page: Any, some: dict[str, str], fixed: str) -> None:
    person = open_page()
    person.open("desk", tab=BRANCHES)
    person.click_row(person.page.detail.branches.view, "Branch feat/week")
    person.press("Show memories")
    person.open("pollen", tab=MEMORIES)
    assert not person.page.detail.memories.branch.isVisible()
    assert person.page.detail.memories.kept.total == 1
    person.open("pollen", tab=BRANCHES)
    assert state_of(person).title.text() == "No branches yet"


# Words


def test_words() -> None:
    now = START * 1000
    assert read_words(None, now) == "Not scanned yet"
    assert read_words(now - 59_000, now) == "Scanned just now"
    assert read_words(now - 61_000, now) == "Scanned 1 min ago"
    assert read_words(now - 59 * 60_000, now) == "Scanned 59 min ago"
    assert read_words(now - 90 * 86_400_000, now).startswith("Scanned 5 Aug")
    assert errors_words(0, 0) == ""
    assert errors_words(3, 1) == "1 of 3 errors resolved"
    assert errors_words(2, 0) == "2 unresolved errors"
    assert task_size(9) == "very large"
    assert status_word(None) == "No outcome"
    assert status_word(None, "pending") == "Not read yet"
    assert status_word("unknown") == "Outcome unknown"
    assert in_a_line("```\nlog\n```\nwhy is\nthat?") == "why is that?"
    assert in_a_line("```log```") == ""
    plain = ProjectSession("c", "A title", "codex", None, None)
    assert session_sentence(plain, now) == "A title. No outcome, Codex."
    asked = ProjectSession("c", "A title", "codex", None, None, task="The first message")
    assert session_sentence(asked, now).startswith("A title.")


def test_the_home_folder_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/noor")
    monkeypatch.setenv("USERPROFILE", "/home/noor")
    assert shown_path("/home/noor/src/desk") == "~/src/desk"
    assert shown_path("/home/noor") == "~"
    assert shown_path("/home/noora/desk") == "/home/noora/desk"
