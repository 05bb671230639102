"""How one part of the window leads to another, and Back and Forward between where the person has been.

A page knows only that somebody wants something; here it is decided where that is shown.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog

from arbor_desktop.clock import Clock
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.ui.components import ErrorPanel
from arbor_desktop.ui.shell.pages import (
    CONFLICTS,
    CONTEXT,
    CONVERSATIONS,
    INSIGHTS,
    MEMORIES,
    PROJECTS,
    REVIEW,
    SETTINGS,
    Focusable,
    InProject,
    Placed,
    Searchable,
    Stepping,
)

if TYPE_CHECKING:
    from arbor_desktop.ui.conflicts.page import ConflictsPage
    from arbor_desktop.ui.context.page import ContextPage
    from arbor_desktop.ui.conversations.page import ConversationsPage
    from arbor_desktop.ui.file_versions.dialog import VersionsDialog
    from arbor_desktop.ui.insights.page import InsightsPage
    from arbor_desktop.ui.maintenance.log import LogDialog
    from arbor_desktop.ui.memories.page import MemoriesPage
    from arbor_desktop.ui.projects.page import ProjectsPage
    from arbor_desktop.ui.review.page import ReviewPage
    from arbor_desktop.ui.settings.page import SettingsPage
    from arbor_desktop.ui.shell.window import MainWindow

_MOST_VISITS = 100


@dataclass(slots=True)
class Visit:
    """A page, and the place where it was left (as `Placed.place` says): None where it has none."""

    key: str
    place: Hashable = None


class Navigation(QObject):
    """Nothing happens where a page is not there: before the service is open, or where it can't be built.

    `moved(back, forward)`: another page is shown; whether there are visits before and after it.
    """

    moved = Signal(bool, bool)

    def __init__(self, window: MainWindow, clock: Clock) -> None:
        super().__init__(window)
        self._window, self._clock = window, clock
        self._visits: list[Visit] = []
        self._at = -1

    # Back and Forward

    def visit(self, key: str) -> None:
        """Go to a page. Raises KeyError for unknown ones."""
        self._leave()
        self._window.turn_to(key)
        del self._visits[self._at + 1 :]
        self._visits.append(Visit(key))
        del self._visits[:-_MOST_VISITS]
        self._at = len(self._visits) - 1
        self._say_moved()

    def back(self) -> None:
        """Go one step back: within the page where it has one, else to where the person was before."""
        page = self._window.current_page
        if not (isinstance(page, Stepping) and page.step_back()):
            self._step(-1)

    def forward(self) -> None:
        self._step(1)

    def places(self) -> list[Visit]:
        """Return where the person was, latest first, each once, without where they are."""
        self._leave()
        seen: dict[tuple[str, Hashable], Visit] = {}
        for visit in reversed(self._visits):
            seen.setdefault((visit.key, visit.place), visit)
        here = self._visits[self._at] if self._visits else None
        return [visit for visit in seen.values() if visit != here]

    def return_to(self, visit: Visit) -> None:
        """Go to where the person was."""
        self.visit(visit.key)
        self._show_place(visit)

    def _step(self, step: int) -> None:
        self._leave()
        at = self._next(step)
        if at is not None:
            self._at = at
            self._window.turn_to(self._visits[at].key)
            self._show_place(self._visits[at])
            self._say_moved()

    def _next(self, step: int) -> int | None:
        """Return the nearest visit in that direction that shows something else."""
        at = self._at + step
        while 0 <= at < len(self._visits):
            if self._visits[at] != self._visits[self._at]:
                return at
            at += step
        return None

    def _leave(self) -> None:
        """Note what the page shows now."""
        page = self._window.current_page
        if (
            isinstance(page, Placed)
            and self._visits
            and self._visits[self._at].key == self._window.current_key
        ):
            self._visits[self._at].place = page.place()

    def _show_place(self, visit: Visit) -> None:
        page = self._window.current_page
        if visit.place is not None and isinstance(page, Placed) and page.place() != visit.place:
            page.show_place(visit.place)

    def _say_moved(self) -> None:
        self.moved.emit(self._at > 0, self._at < len(self._visits) - 1)

    def _front(self, key: str) -> Any:
        """Return the page, brought to the front; None where there is none or it could not be built."""
        if not self._window.has_page(key):
            return None
        self.visit(key)
        page = self._window.page(key)
        return None if isinstance(page, ErrorPanel) else page

    # Memories

    def search(self) -> None:
        """Ctrl+K: the search of this page, else that of the memories."""
        page = self._window.current_page
        if isinstance(page, Searchable):
            page.focus_search()
        else:
            self.search_memories()

    def search_memories(self) -> None:
        if page := self._memories():
            page.focus_search()

    def find_memories(self, words: str) -> None:
        """Search the memories for these words."""
        if page := self._memories():
            page.focus_search(words)

    def ask(self, words: str = "") -> None:
        """Ask `words`, else what the search field of the memories has; if it is empty, it gets the cursor."""
        if page := self._memories():
            if words:
                page.focus_search(words)
            page.ask()

    def add_memory(self, text: str = "") -> None:
        if page := self._memories():
            page.add_memory(text)

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

    def show_earlier(self) -> None:
        """The memories of an earlier day; of a project, where the page shows one."""
        page = self._window.current_page
        project = page.shown_project if isinstance(page, InProject) else None
        if page := self._memories():
            page.show_earlier(project)

    def show_week(self) -> None:
        """What last week brought."""
        if page := self._memories():
            page.show_week()

    def read_files(self, paths: Sequence[Path]) -> None:
        """Captures files that were dropped or chosen; the Memories page says how far it is."""
        if page := self._memories():
            page.read_files(paths)

    def _memories(self) -> MemoriesPage | None:
        page: MemoriesPage | None = self._front(MEMORIES)
        return page

    # What waits for the person

    def show_review(self, memory_id: str | None = None) -> None:
        """What waits for a yes or no; at one of them, where that is named."""
        page: ReviewPage | None = self._front(REVIEW)
        if isinstance(page, Focusable):
            page.focus_main()
        if page is not None and memory_id:
            page.show_memory(memory_id)

    def show_conflict(self, conflict_id: str | None = None) -> None:
        """Memories that contradict each other; at one conflict, where that is named."""
        page: ConflictsPage | None = self._front(CONFLICTS)
        if isinstance(page, Focusable):
            page.focus_main()
        if page is not None and conflict_id:
            page.show_conflict(conflict_id)

    def show_conflict_of(self, memory_id: str) -> None:
        """Show the first open conflict that a memory takes part in."""
        page: ConflictsPage | None = self._front(CONFLICTS)
        if page is not None:
            page.focus_main()
            page.show_conflict_of(memory_id)

    # Conversations

    def open_conversation(self, conversation_id: str, turn: int | None = None) -> None:
        """Shows what was said; where there is no page for that, the memories that it made."""
        if not self._window.has_page(CONVERSATIONS):
            self.show_conversation(conversation_id)
            return
        page: ConversationsPage | None = self._front(CONVERSATIONS)
        if page is not None:
            page.open_conversation(conversation_id, turn)

    def search_conversations(self, words: str) -> None:
        """Carries a search on from the memories to what was said."""
        page: ConversationsPage | None = self._front(CONVERSATIONS)
        if page is not None:
            page.focus_search(words)

    # Projects

    def show_project(self, path: str) -> None:
        """What is known of a project."""
        page: ProjectsPage | None = self._front(PROJECTS)
        if page is not None:
            page.show_project(path)

    def show_context(self, project: str) -> None:
        """What an AI is told in a project."""
        page: ContextPage | None = self._front(CONTEXT)
        if page is not None:
            page.show_project(project)

    def show_receipts(self, project: str | None) -> None:
        """What the last sessions of a project got (None: of the project that is shown)."""
        page: ContextPage | None = self._front(CONTEXT)
        if page is not None:
            page.show_sessions(project)

    def show_integrations(self) -> None:
        """Where Arbor is set up in AI tools, at what needs the person."""
        page: ContextPage | None = self._front(CONTEXT)
        if page is not None:
            page.show_integrations()

    def export_figures(self) -> None:
        """Goes to what the insights can write to files."""
        page: InsightsPage | None = self._front(INSIGHTS)
        if page is not None:
            page.bar.export.click()

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
        from arbor_desktop.ui.maintenance.log import LogDialog  # as late as its first use

        dialog = LogDialog(window.icons, window.bridge, window, clock=self._clock)
        dialog.archived_wanted.connect(self.show_archived)
        dialog.open()
        return dialog

    def show_file_versions(self, tool: str, path: str | None = None) -> VersionsDialog | None:
        """The versions of an AI tool's memory files, at one of them; None before the service is open."""
        window = self._window
        if not window.specs:
            return None
        from arbor_desktop.ui.file_versions.dialog import VersionsDialog  # as late as its first use

        dialog = VersionsDialog(window.icons, window.bridge, window, tool, clock=self._clock, path=path)
        dialog.open()
        return dialog

    def run_maintenance(self) -> None:
        """Runs all tasks now; the log shows how far it is, and what came of it."""
        if log := self.show_maintenance_log():
            log.run_all()

    def show_archived(self) -> None:
        """The memories that were put away."""
        self.show_memories({"status": ("archived",), "sort": "updated"})

    def show_private(self) -> None:
        """The memories that exports leave out."""
        self.show_memories({"privacy": ("sensitive", "never_share")})

    def show_settings(self, section: str | None = None) -> SettingsPage | None:
        """The settings, at one section where that is named."""
        self._window.bring_up()
        page: SettingsPage | None = self._front(SETTINGS)
        if page is not None and section:
            page.show_section(section)
        return page

    def show_model_settings(self, part: str = "") -> None:
        """Settings → Reading, at the "key", the "model" or the "budget" where that is named."""
        page = self.show_settings("reading")
        if page is not None and part:
            page.show_model(part)

    def show_limits(self) -> None:
        """Settings → General, at what heavy work waits for."""
        page = self.show_settings("general")
        if page is not None:
            page.show_limits()

    def show_team_settings(self) -> None:
        self.show_settings("team")

    def show_capture_settings(self) -> None:
        self.show_settings("sources")
