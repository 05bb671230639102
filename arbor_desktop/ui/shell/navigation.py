"""The ways from one part of the window to another: each brings the right page to the front and shows there
what is meant. A page knows only that somebody wants something; here it is said where that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QDialog, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.ui.shell.pages import (
    Answering,
    Browsing,
    Deciding,
    Focusable,
    Integrating,
    OfModels,
    OfProjects,
    Reading,
    Reviewing,
    Searchable,
    Sectioned,
)

if TYPE_CHECKING:
    from arbor_desktop.ui.maintenance.log_dialog import LogDialog
    from arbor_desktop.ui.shell.window import MainWindow

MEMORIES, REVIEW, CONFLICTS = "memories", "review", "conflicts"
CONVERSATIONS, PROJECTS, CONTEXT = "conversations", "projects", "context"
INSIGHTS, CHAT, SETTINGS = "insights", "chat", "settings"


class Navigation:
    """Nothing happens where the page is not there: before the service is open, or where it can't be built."""

    def __init__(self, window: MainWindow, clock: Clock) -> None:
        self._window, self._clock = window, clock

    def _front(self, key: str) -> QWidget | None:
        """The page, brought to the front; None where there is none."""
        if not self._window.has_page(key):
            return None
        self._window.show_page(key)
        return self._window.page(key)

    # Memories

    def search(self) -> None:
        """Ctrl+K: the search of this page, else that of the memories."""
        page = self._window.current_page
        if isinstance(page, Searchable):
            page.focus_search()
        else:
            self.search_memories()

    def search_memories(self) -> None:
        page = self._front(MEMORIES)
        if isinstance(page, Searchable):
            page.focus_search()

    def ask(self) -> None:
        """Asks what stands in the search of the memories; the cursor goes there, where nothing does."""
        page = self._front(MEMORIES)
        if isinstance(page, Answering):
            page.ask()

    def add_memory(self) -> None:
        if page := self._memories():
            page.add_memory()

    def show_memory(self, memory_id: str) -> None:
        if page := self._memories():
            page.show_memory(memory_id)

    def show_conversation(self, conversation_id: str) -> None:
        """The memories that a conversation made."""
        if page := self._memories():
            page.show_conversation(conversation_id)

    def show_rule(self, rule: str, called: str) -> None:
        """The memories that a rule of extraction found; `called`: its name for people."""
        if page := self._memories():
            page.show_rule(rule, called)

    def show_memories(self, fields: Mapping[str, Any]) -> None:
        """The memories that fit some filters, by the fields of `MemoryQuery`; without any: all."""
        if page := self._memories():
            page.show_filtered(fields)

    def read_files(self, paths: Sequence[Path]) -> None:
        """Captures files that were dropped or chosen; the Memories page says how far it is."""
        if page := self._memories():
            page.read_files(paths)

    def _memories(self) -> Browsing | None:
        page = self._front(MEMORIES)
        return page if isinstance(page, Browsing) else None

    # What waits for the person

    def show_review(self, memory_id: str | None = None) -> None:
        """What waits for a yes or no; at one of them, where that is named."""
        page = self._front(REVIEW)
        if isinstance(page, Focusable):
            page.focus_main()
        if memory_id and isinstance(page, Reviewing):
            page.show_memory(memory_id)

    def show_conflict(self, conflict_id: str | None = None) -> None:
        """Memories that contradict each other; at one conflict, where that is named."""
        page = self._front(CONFLICTS)
        if isinstance(page, Focusable):
            page.focus_main()
        if conflict_id and isinstance(page, Deciding):
            page.show_conflict(conflict_id)

    # Conversations

    def open_conversation(self, conversation_id: str, turn: int | None = None) -> None:
        """Shows what was said; where there is no page for that, the memories that it made."""
        if not self._window.has_page(CONVERSATIONS):
            self.show_conversation(conversation_id)
            return
        page = self._front(CONVERSATIONS)
        if isinstance(page, Reading):
            page.open_conversation(conversation_id, turn)

    def search_conversations(self, words: str) -> None:
        """Carries a search on from the memories to what was said."""
        page = self._front(CONVERSATIONS)
        if isinstance(page, Reading):
            page.focus_search(words)

    # Projects

    def show_project(self, path: str) -> None:
        """What is known of a project."""
        page = self._front(PROJECTS)
        if isinstance(page, OfProjects):
            page.show_project(path)

    def show_context(self, project: str) -> None:
        """What an AI is told in a project."""
        page = self._front(CONTEXT)
        if isinstance(page, OfProjects):
            page.show_project(project)

    def show_integrations(self) -> None:
        """Where Arbor is set up in AI tools, at what needs the person."""
        page = self._front(CONTEXT)
        if isinstance(page, Integrating):
            page.show_integrations()

    # The rest

    def open_summaries(self, category: str | None = None, project: str | None = None) -> QDialog | None:
        """The summaries of categories; None before the service is open."""
        window = self._window
        if not window.specs:
            return None
        from arbor_desktop.ui.summaries.dialog import SummariesDialog  # as late as its first use

        dialog = SummariesDialog(
            window.icons, window.bridge, window, clock=self._clock, category=category, project=project
        )
        dialog.memory_wanted.connect(self.show_memory)
        dialog.open()
        return dialog

    def show_maintenance_log(self) -> LogDialog | None:
        """What maintenance did; None before the service is open."""
        window = self._window
        if not window.specs:
            return None
        from arbor_desktop.ui.maintenance.log_dialog import LogDialog  # as late as its first use

        dialog = LogDialog(window.icons, window.bridge, window, clock=self._clock)
        dialog.archived_wanted.connect(self.show_archived)
        dialog.open()
        return dialog

    def run_maintenance(self) -> None:
        """Runs all tasks now; the log shows how far it is, and what came of it."""
        if log := self.show_maintenance_log():
            log.run_all()

    def show_archived(self) -> None:
        """The memories that were put away."""
        self.show_memories({"status": ("archived",), "sort": "updated"})

    def show_settings(self, section: str | None = None) -> None:
        """The settings, at one section where that is named."""
        self._window.bring_up()
        page = self._front(SETTINGS)
        if section and isinstance(page, Sectioned):
            page.show_section(section)

    def show_model_settings(self, part: str = "") -> None:
        """Settings → Extraction, at the "key", the "model" or the "budget" where that is named."""
        self.show_settings("extraction")
        page = self._window.current_page
        if part and isinstance(page, OfModels):
            page.show_model(part)

    def show_capture_settings(self) -> None:
        self.show_settings("capture")
