"""The pages of the window. Each is declared here and nowhere else: its name, its place in the rail, how it is
built and where its links lead. What the window may ask of a page is below, as protocols.

To add a page: `ui/NAME/page.py`, a key here, its line in `specs` and the method that builds it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

if TYPE_CHECKING:
    from arbor_desktop.memories.model import Memory
    from arbor_desktop.ui.integrations.model import Setup
    from arbor_desktop.ui.settings.autostart import Autostart
    from arbor_desktop.ui.shell.window import MainWindow

MEMORIES, REVIEW, CONFLICTS = "memories", "review", "conflicts"
CONVERSATIONS, PROJECTS, CONTEXT = "conversations", "projects", "context"
INSIGHTS, CHAT, SETTINGS = "insights", "chat", "settings"

Keys = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PageSpec:
    """One entry of the rail. `make` builds the page when it is first shown, and again after a crash.

    `package` is where the page's code lives: an error from there takes down this page alone. `keys` returns
    (keys, what they do) for the sheet of shortcuts; several keys for one thing are parted by "|".
    """

    key: str
    title: str
    glyph: str
    make: Callable[[], QWidget]
    package: str = ""
    shortcut: str = ""
    at_bottom: bool = False
    keys: Callable[[], Keys] = tuple


@runtime_checkable
class Searchable(Protocol):
    def focus_search(self) -> None:
        """Puts the cursor into the search field and selects what stands there: Ctrl+K, or typing."""
        ...


@runtime_checkable
class Focusable(Protocol):
    def focus_main(self) -> None:
        """Puts the focus to where the work on the page begins."""
        ...


@runtime_checkable
class Refreshable(Protocol):
    def refresh(self) -> None:
        """F5: looks at everything anew."""
        ...


@runtime_checkable
class Undoing(Protocol):
    def undo(self) -> None:
        """Ctrl+Z outside a text field."""
        ...


@runtime_checkable
class Writing(Protocol):
    def save_unsaved(self) -> None:
        """The app ends: what is being written is given to the bridge, not lost. It can be undone later."""
        ...


@runtime_checkable
class Grouped(Protocol):
    def focus_groups(self) -> Sequence[QWidget]:
        """The groups that F6 goes through, in order."""
        ...


@runtime_checkable
class Lettered(Protocol):
    def set_letters(self, on: bool) -> None:
        """Whether single letters are commands while a list has focus (a setting)."""
        ...


@runtime_checkable
class Stepping(Protocol):
    def step_back(self) -> bool:
        """Alt+Left: go one step back within the page, from the detail to the list; False if there is none."""
        ...


@runtime_checkable
class InProject(Protocol):
    """A page that shows one project."""

    @property
    def shown_project(self) -> str | None: ...


@runtime_checkable
class Placed(Protocol):
    """A page that Back and Forward bring to where it was."""

    def place(self) -> Hashable:
        """What is selected or open, to come back to."""
        ...

    def show_place(self, place: Hashable) -> None: ...


class WindowPages:
    """Each page's code is imported when it is first shown: the window is on the screen by then."""

    def __init__(
        self,
        window: MainWindow,
        state: WindowState,
        *,
        clock: Clock = system_clock,
        autostart: Callable[[], Autostart | None] | None = None,
        setup: Callable[[], Setup] | None = None,
        rows: Sequence[Memory] = (),
    ) -> None:
        """`autostart` answers how Arbor is started at login; without it, as this system has it. `setup` makes
        what sets Arbor up in AI tools; without it nothing is shown of that. `rows`: the first memories, read
        just now, if their page is shown first."""
        self._window, self._state, self._clock, self._autostart = window, state, clock, autostart
        self._make_setup, self._rows = setup, rows
        self._icons, self._bridge, self._go = window.icons, window.bridge, window.navigation

    @cached_property
    def _setup(self) -> Setup | None:
        return None if self._make_setup is None else self._make_setup()

    def specs(self) -> list[PageSpec]:
        """In the order of the rail."""
        return [
            _spec(MEMORIES, tr("Memories"), self._memories),
            _spec(REVIEW, tr("Review"), self._review),
            _spec(CONFLICTS, tr("Conflicts"), self._conflicts),
            _spec(CONVERSATIONS, tr("Conversations"), self._conversations),
            _spec(PROJECTS, tr("Projects"), self._projects, glyph="folder"),
            _spec(CONTEXT, tr("Context"), self._context),
            _spec(INSIGHTS, tr("Insights"), self._insights),
            _spec(CHAT, tr("Chat"), self._chat),
            PageSpec(
                SETTINGS,
                tr("Settings"),
                SETTINGS,
                self._settings,
                "arbor_desktop.ui.settings",
                shortcut="Ctrl+,",
                at_bottom=True,
            ),
        ]

    def offer_setup(self) -> None:
        """Open the setup where nothing was set up yet."""
        if self._setup is not None:
            from arbor_desktop.service.first_look import clear
            from arbor_desktop.ui.first_run.dialog import is_new, is_over, is_under_way

            if is_under_way(self._state):
                self.set_up()
            elif is_over(self._state):
                self._bridge.run(clear, self._bridge.service.home, ordered=False)
            else:
                self._bridge.run(is_new, self._bridge.service, ordered=False, done=self._set_up_if)

    def _set_up_if(self, new: bool) -> None:
        if new:
            self.set_up()

    def set_up(self) -> None:
        """Open the setup, at the step where it was left."""
        if self._setup is None:
            return
        from arbor_desktop.extraction.worker import ProcessWorker
        from arbor_desktop.ui.first_run.dialog import SetupDialog

        dialog = SetupDialog(
            self._icons, self._bridge, self._state, self._setup,
            make_worker=ProcessWorker, clock=self._clock, parent=self._window,
        )  # fmt: skip
        dialog.ended.connect(lambda: self._go.show_memories({}))
        dialog.encryption_wanted.connect(self._window.encryption_wanted)
        dialog.open()

    def settle_letters(self, pages: Iterable[QWidget]) -> None:
        """Tells pages whether single letters are commands on them (a setting)."""
        on = self._bridge.service.settings.get("appearance.single_key_shortcuts")
        for page in pages:
            if isinstance(page, Lettered):
                page.set_letters(on)

    def _memories(self) -> QWidget:
        from arbor_desktop.ui.memories.page import MemoriesPage

        page = MemoriesPage(
            self._icons,
            self._bridge,
            clock=self._clock,
            opens_conversations=True,
            window_state=self._state,
            rows=self._rows,
            parent=self._window.stack,
        )
        self._rows = ()
        page.capture_settings_wanted.connect(self._go.show_capture_settings)
        page.team_settings_wanted.connect(self._go.show_team_settings)
        page.conversation_wanted.connect(self._go.open_conversation)
        page.conversations_wanted.connect(self._go.search_conversations)
        page.model_settings_wanted.connect(self._go.show_model_settings)
        page.summaries_wanted.connect(self._go.open_summaries)
        page.review_wanted.connect(self._go.show_review)
        page.conflict_wanted.connect(self._go.show_conflict)
        page.receipt_wanted.connect(self._go.show_receipts)
        page.earlier_wanted.connect(self._go.show_earlier)
        page.reading.pause_wanted.connect(self._window.pause)
        page.reading.resume_wanted.connect(self._window.resume)
        self._window.status_watch.changed.connect(page.reading.show_status)
        page.reading.show_status(self._window.status_watch.status)
        return self._ready(page)

    def _review(self) -> QWidget:
        from arbor_desktop.ui.review.page import ReviewPage

        page = ReviewPage(self._icons, self._bridge, clock=self._clock)
        page.open_wanted.connect(self._go.open_conversation)
        page.conflict_wanted.connect(self._go.show_conflict)
        page.memory_wanted.connect(self._go.show_memory)
        page.settings_wanted.connect(self._go.show_settings)
        return self._ready(page)

    def _conflicts(self) -> QWidget:
        from arbor_desktop.ui.conflicts.page import ConflictsPage

        page = ConflictsPage(self._icons, self._bridge, clock=self._clock, state=self._state)
        page.open_wanted.connect(self._go.open_conversation)
        page.memory_wanted.connect(self._go.show_memory)
        return self._ready(page)

    def _conversations(self) -> QWidget:
        from arbor_desktop.ui.conversations.page import ConversationsPage

        page = ConversationsPage(self._icons, self._bridge, clock=self._clock, state=self._state)
        page.capture_settings_wanted.connect(self._go.show_capture_settings)
        page.model_settings_wanted.connect(self._go.show_model_settings)
        page.memory_wanted.connect(self._go.show_memory)
        page.memories_wanted.connect(self._go.show_conversation)
        page.sharing_settings_wanted.connect(lambda: self._go.show_settings("sharing"))
        page.connection_wanted.connect(self._go.show_integrations)
        return self._ready(page)

    def _projects(self) -> QWidget:
        from arbor_desktop.ui.projects.page import ProjectsPage

        page = ProjectsPage(self._icons, self._bridge, clock=self._clock, state=self._state)
        page.memory_wanted.connect(self._go.show_memory)
        page.memories_wanted.connect(self._go.show_memories)
        page.conversation_wanted.connect(self._go.open_conversation)
        page.conflict_wanted.connect(self._go.show_conflict)
        page.summaries_wanted.connect(self._go.open_summaries)
        page.context_wanted.connect(self._go.show_context)
        page.earlier_wanted.connect(self._go.show_earlier)
        page.capture_settings_wanted.connect(self._go.show_capture_settings)
        return self._ready(page)

    def _insights(self) -> QWidget:
        from arbor_desktop.ui.insights.page import InsightsPage

        page = InsightsPage(self._icons, self._bridge, clock=self._clock, state=self._state)
        page.memory_wanted.connect(self._go.show_memory)
        page.memories_wanted.connect(self._go.show_memories)
        page.archived_wanted.connect(self._go.show_archived)
        page.capture_settings_wanted.connect(self._go.show_capture_settings)
        page.conversation_wanted.connect(self._go.open_conversation)
        return self._ready(page)

    def _chat(self) -> QWidget:
        from arbor_desktop.ui.chat.page import ChatPage

        page = ChatPage(self._icons, self._bridge, clock=self._clock, state=self._state)
        page.memory_wanted.connect(self._go.show_memory)
        page.conversation_wanted.connect(self._go.open_conversation)
        page.model_settings_wanted.connect(self._go.show_model_settings)
        return self._ready(page)

    def _context(self) -> QWidget:
        from arbor_desktop.ui.context.page import ContextPage

        page = ContextPage(self._icons, self._bridge, state=self._state, setup=self._setup, clock=self._clock)
        page.conversation_wanted.connect(self._go.open_conversation)
        page.conflict_wanted.connect(self._go.show_conflict_of)
        page.injection_settings_wanted.connect(lambda: self._go.show_settings("sharing"))
        page.memory_wanted.connect(self._go.show_memory)
        page.add_wanted.connect(self._go.add_memory)
        page.earlier_wanted.connect(self._go.show_earlier)
        page.review_wanted.connect(self._go.show_review)
        page.capture_settings_wanted.connect(self._go.show_capture_settings)
        return self._ready(page)

    def _settings(self) -> QWidget:
        from arbor_desktop.ui.settings.autostart import autostart_here
        from arbor_desktop.ui.settings.page import SettingsPage

        page = SettingsPage(
            self._icons,
            self._bridge,
            clock=self._clock,
            autostart=self._autostart or autostart_here,
            setup=self._setup,
        )
        page.import_wanted.connect(self._go.read_files)
        page.private_wanted.connect(self._go.show_private)
        page.rule_wanted.connect(self._go.show_rule)
        page.archived_wanted.connect(self._go.show_archived)
        page.encryption_wanted.connect(self._window.encryption_wanted)
        return page

    def _ready(self, page: QWidget) -> QWidget:
        self.settle_letters([page])
        return page


def _spec(key: str, title: str, make: Callable[[], QWidget], *, glyph: str | None = None) -> PageSpec:
    """A page with a folder of its own; without another, the glyph of its name."""
    return PageSpec(key, title, glyph or key, make, f"arbor_desktop.ui.{key}", keys=partial(_keys, key))


def _keys(page: str) -> Keys:
    # Imported here: the words of all pages, for a sheet that few starts open.
    from arbor_desktop.ui.chat.words import chat_keys
    from arbor_desktop.ui.conflicts.words import conflict_keys
    from arbor_desktop.ui.context.words import context_keys
    from arbor_desktop.ui.conversations.words import conversation_keys
    from arbor_desktop.ui.insights.words import insight_keys
    from arbor_desktop.ui.memory.words import memory_keys
    from arbor_desktop.ui.projects.words import project_keys
    from arbor_desktop.ui.review.words import review_keys

    keys = {
        MEMORIES: memory_keys,
        REVIEW: review_keys,
        CONFLICTS: conflict_keys,
        CONVERSATIONS: conversation_keys,
        PROJECTS: project_keys,
        CONTEXT: context_keys,
        INSIGHTS: insight_keys,
        CHAT: chat_keys,
    }
    return keys[page]()
