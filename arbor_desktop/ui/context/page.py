"""The Context page: what an AI would be told, exactly, and why each memory is in or out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.integrations.view_as import CLIENTS
from arbor_desktop.projects.model import Branches
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, EmptyState, Label, Message, Snackbar, Splitter, Tabs
from arbor_desktop.ui.components.boxes import stacked, vbox
from arbor_desktop.ui.components.keyboard import focusable, follow, key_on_page
from arbor_desktop.ui.context.bars import ConfidencePopup, QuestionBar, TitleBar
from arbor_desktop.ui.context.comparison import ComparisonStrip
from arbor_desktop.ui.context.controller import ContextController
from arbor_desktop.ui.context.list import LEFT_OUT, TOLD, WhyList, WhyModel, open_menu
from arbor_desktop.ui.context.model import Choices, Entry, Preview, Question, recalled
from arbor_desktop.ui.context.sessions import Foot
from arbor_desktop.ui.context.text import TextPane
from arbor_desktop.ui.context.view_as import ViewAs
from arbor_desktop.ui.controller import RefreshTimer, error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.model import Setup
from arbor_desktop.ui.setting_rows.rows import SettingsController
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

_NARROW = 780
"""Below this width text and list take turns."""
_SLOW_MS = 150
"""An answer that takes longer shows that it is on its way."""
_QUESTION_KEY, _VIEW_KEY = "context/question", "context/view_as"


class ContextPage(QWidget):
    """Looks and changes memories; never sends anything. Nothing here waits: the service is asked through the
    bridge."""

    memory_wanted = Signal(str)
    capture_settings_wanted = Signal()
    add_wanted = Signal()
    review_wanted = Signal()
    earlier_wanted = Signal()
    conversation_wanted = Signal(str)
    injection_settings_wanted = Signal()
    conflict_wanted = Signal(str)
    """With the id of a memory in it."""

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        state: WindowState | None = None,
        setup: Setup | None = None,
        clock: Clock = system_clock,
        snackbar_ms: int = 8000,
        refresh_ms: int = 120,
        slow_ms: int = _SLOW_MS,
        parent: QWidget | None = None,
    ) -> None:
        """`state` remembers project and branch, and for each project the client. `setup` sets Arbor up in AI
        tools; without it there is no strip of integrations."""
        super().__init__(parent)
        self._icons, self._theme, self._state = icons, icons.theme, state
        self._narrow = self._empty = False
        self._follow: str | None = None
        self._previews: dict[str, Preview] = {}
        question = recalled(state.value(_QUESTION_KEY)) if state is not None else None
        self.controller = ContextController(bridge, self, question)
        self.model = WhyModel(self)
        self.view = WhyList(icons, self.model)
        self.title = TitleBar(icons, self)
        self.bar = QuestionBar(icons, self)
        self.view_as = ViewAs(icons.theme, self)
        self.comparison = ComparisonStrip(icons, bridge, self)
        self.text = TextPane(icons, SettingsController(bridge, self))
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        self.foot = Foot(icons, bridge, setup, self, state=state, clock=clock) if setup is not None else None
        if self.foot is not None and question is not None:
            self.foot.of_project(question.project)
        self._recall_client(question.project if question is not None else None)
        # Changes come in bursts while conversations are memorized: one look a moment later serves them all.
        self.soon = RefreshTimer(self, self._look, refresh_ms)
        self.slow = QTimer(self, singleShot=True, interval=slow_ms)
        self.slow.timeout.connect(lambda: self._announce(True))
        self._lay_out()
        self._connect(bridge)
        # Whoever shows the page for the first time finds the focus where work begins.
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        px = self._theme.px
        self.tabs = Tabs(self._icons, tr("Text and memories"), self)
        for words in (tr("Text"), tr("Memories")):
            self.tabs.add(words)
        self.tabs.hide()
        self.text.setMinimumWidth(px(360))
        self.side = QWidget()
        self.side.setMinimumWidth(px(340))
        vbox(self.view, on=self.side, margins=(0, px(8), 0, 0))
        self.splitter = Splitter(
            self._theme, self.text, self.side, name="contextSplitter", sizes=(px(716), px(440))
        )
        self.state = EmptyState(self._icons, "memories", "")
        self.first_look = Label(self._theme, "", "body", "text3")
        self.first_look.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = stacked(self.first_look, self.splitter, self.state, parent=self)
        above = (self.title, self.bar, self.view_as, self.comparison, self.tabs)
        column = vbox(*above, (self.stack, 1), self.snackbar, on=self)
        if self.foot is not None:
            column.addWidget(self.foot.strip)
            follow(
                [self.view, *focusable(self.view)][-1], focusable(self.foot.strip)
            )  # it was made before what is above it

    def _connect(self, bridge: Bridge) -> None:
        bridge.changed.connect(self._store_changed)
        self.title.earlier.clicked.connect(self.earlier_wanted)
        self.bar.wanted.connect(self.controller.set_question)
        self.bar.project_chosen.connect(self.controller.show_project)
        self.bar.prompt.list_wanted.connect(self.focus_main)
        self.view_as.chosen.connect(self._client_chosen)
        self.view.selection_changed.connect(self._mark)
        self.view.wanted.connect(self._command)
        self.view.fold_wanted.connect(self._fold)
        self.view.menu_wanted.connect(self._menu)
        self.text.view.line_chosen.connect(self._line_chosen)
        self.text.project_wanted.connect(self._choose_project)
        self.text.add_wanted.connect(self.add_wanted)
        self.text.review_wanted.connect(self.review_wanted)
        self.text.settings_wanted.connect(self.injection_settings_wanted)
        self.tabs.currentChanged.connect(lambda _index: self._show_side())
        self.controller.refused.connect(
            lambda error: self.snackbar.say(Message(error_words(error), "warning"))
        )
        if self.foot is not None:
            self.foot.said.connect(lambda words, undo: self.snackbar.say(Message(words, undo=undo)))
            self.foot.refused.connect(lambda words: self.snackbar.say(Message(words, "warning")))
            self.foot.conversation_wanted.connect(self.conversation_wanted)
            self.foot.settings_wanted.connect(self.injection_settings_wanted)
        for keys, does in (
            ("Alt+P", self._choose_project),
            ("Alt+B", lambda: self._focus_field(self.bar.branch)),
            ("Alt+Q", lambda: self._focus_field(self.bar.prompt)),
            ("Ctrl+Shift+C", self.text.copy),
            ("Alt+T", self.show_integrations),
            ("Alt+I", self._pin),
        ):
            key_on_page(self, keys, does)
        for number, name in enumerate(self.view_as.tiles, 1):
            key_on_page(self, f"Alt+{number}", partial(self.view_as.set_current, name))

    # What other parts of the window ask

    def focus_main(self) -> None:
        """To the list; to the text where only that is shown."""
        (self.text.view if self.side.isHidden() else self.view).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_project(self, path: str) -> None:
        """Asks what is told in one project, on the branch that is checked out there."""
        self.controller.show_project(path)
        self.focus_main()

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: the question, the text, the list, the integrations."""
        groups: list[QWidget] = [
            self.bar,
            self.view_as,
            self.comparison,
            self.tabs,
            self.text.view,
            self.text.state,
            self.view,
            self.state,
        ]
        if self.foot is not None:
            groups.append(self.foot.strip)
        return [widget for widget in groups if widget.isVisible()]

    def show_sessions(self, project: str | None) -> None:
        """Show a project, and what its last sessions were given."""
        if project is not None:
            self.show_project(project)
        if self.foot is not None:
            self.foot.show_sessions_of(project if project is not None else self.foot.project)

    def show_integrations(self) -> None:
        """Alt+T, and where a hook that does not answer leads: to what needs the person there."""
        if self.foot is not None:
            self.foot.strip.focus_first()

    def undo(self) -> None:
        self.controller.undo()

    def refresh(self) -> None:
        """Asks the same question again; what is seen stays where it is."""
        if self.foot is not None:
            self.foot.look()
        self._look()

    def _look(self) -> None:
        self.soon.caught_up()
        self.comparison.look(self.question.project if self.question is not None else None)
        self.controller.refresh()

    # The question

    @property
    def question(self) -> Question | None:
        return self.controller.question

    @property
    def shown_project(self) -> str | None:
        return self.question.project if self.question is not None else None

    def ask(self, question: Question) -> None:
        """Ask another question."""
        self.controller.set_question(question)

    def show_question(self, question: Question, *, former: Question | None) -> None:
        """Show what is asked. `former`: what was asked before."""
        self.bar.show_question(question)
        if former is None or question.project != former.project:
            self._recall_client(question.project)
            self.comparison.look(question.project)
            if self.foot is not None:
                self.foot.of_project(question.project)

    def remember(self, question: Question) -> None:
        """Begin with this project and branch at the next start."""
        if self._state is not None:
            self._state.set_value(_QUESTION_KEY, question.remembered())

    def _remembered_clients(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._state.value(_VIEW_KEY)) if self._state is not None else {}
        except ValueError:
            return {}
        return kept if isinstance(kept, dict) else {}

    def _recall_client(self, project: str | None) -> None:
        """View as the client that was chosen for a project, else as the first one."""
        self.view_as.set_current(str(self._remembered_clients().get(project or "")))
        if self.foot is not None:
            self.foot.view_as(self.view_as.current)

    def _client_chosen(self, name: str) -> None:
        project = (self.question.project if self.question is not None else None) or ""
        kept = self._remembered_clients()
        if self._state is not None and kept.get(project, CLIENTS[0].name) != name:
            self._state.set_value(_VIEW_KEY, json.dumps(kept | {project: name}))
        if self.foot is not None:
            self.foot.view_as(name)
        if name in self._previews:
            self._show_preview(self._previews[name])

    def show_choices(self, choices: Choices) -> None:
        """Offer these projects and branches."""
        self.bar.set_projects(choices.projects)
        branches = choices.branches or Branches(None, ())
        self.bar.branch.set_known(branches.known, branches.checked_out)

    def show_waiting(self) -> None:
        """An answer is being read; that is shown if it takes long."""
        if not self.slow.isActive():
            self.slow.start()

    # The answer

    def show_previews(self, previews: Sequence[Preview]) -> None:
        """Show what the chosen client gets: the text, and each memory in it or left out."""
        self._rest()
        self._previews = {preview.client.name: preview for preview in previews}
        any_memory = previews[0].any_memory
        self.view_as.setVisible(any_memory)
        self.view_as.show_previews(previews)
        if any_memory:
            self._show_preview(self._previews[self.view_as.current])
        else:
            self._show_no_memories()

    def _show_preview(self, preview: Preview) -> None:
        chosen, top = self.view.selected_ids(), self.view.top()
        # The text first: rows that come may be selected, and their lines are marked in it.
        self.text.show_preview(preview)
        self.model.show(preview.told, preview.left_out)
        self.tabs.set_count(1, len(preview.told))
        self._empty = not (preview.told or preview.left_out)
        self._show_side()
        self.stack.setCurrentWidget(self.splitter)
        self._keep_place(chosen, top)
        self._mark()

    def _keep_place(self, chosen: list[str], top: tuple[str | None, int]) -> None:
        """What was selected stays selected, and the list where it was; what was just changed is followed."""
        follow, self._follow = self._follow, None
        if chosen:
            if chosen[0] == follow:
                self._unfold_for(chosen[0])
            self.view.select(chosen[0], into_view=False)
        self.view.set_top(top)
        if follow is not None and chosen and chosen[0] == follow:
            self.view.scrollTo(self.view.currentIndex())
        self.view.place_actions()

    def show_failure(self, error: BaseException) -> None:
        """Nothing can be read."""
        self._rest()
        self.view_as.hide()
        self.state.show_failed(
            tr("Couldn't load the preview"),
            error,
            self.refresh,
        )
        self.stack.setCurrentWidget(self.state)

    def _show_no_memories(self) -> None:
        read = Button(self._icons, tr("Choose sources"), variant="primary")
        read.clicked.connect(self.capture_settings_wanted)
        by_hand = Button(self._icons, tr("Add memory"), clicked=self.add_wanted)
        self.state.show_state(
            "memories",
            tr("Nothing to share yet"),
            tr("The text your AI sees when a session starts will appear here. Choose sources or add a "
                "memory."),
            actions=(read, by_hand),
        )  # fmt: skip
        self.model.show((), ())
        self.stack.setCurrentWidget(self.state)

    def _rest(self) -> None:
        self.slow.stop()
        self._announce(False)

    def _announce(self, wanted: bool) -> None:
        """Say that an answer takes long. What is there of the one before stays as it is: to paint it through
        an effect would repaint all of it, and darken it on some systems."""
        self.first_look.setText(tr("Loading preview…") if wanted else "")
        self.title.show_waiting(wanted)

    # The selection, at both sides

    def _mark(self) -> None:
        entry = self.view.selected_entry()
        if entry is None:
            self.text.view.mark(0, 0)
        elif (entry.first_line, entry.last_line) != self.text.view.marked:
            self.text.view.mark(entry.first_line, entry.last_line)

    def _line_chosen(self, line: int) -> None:
        entry = self.model.entry_of_line(line)
        if entry is not None:
            self._unfold_for(entry.id)
            self.view.select(entry.id)
            self.view.scrollTo(self.view.currentIndex())

    def _unfold_for(self, memory_id: str) -> None:
        part = self.model.part_of(memory_id)
        if part == LEFT_OUT:
            self.model.set_reason("")
        if part is not None and self.model.row_of(memory_id) < 0:
            self.model.set_open(part, True)

    def _fold(self, part: str) -> None:
        chosen = self.view.selected_ids()
        self.model.set_open(part, not self.model.is_open(part))
        if chosen and not self.view.select(chosen[0], into_view=False):
            self.view.go_to(self.model.row_of(LEFT_OUT) - 1 if part == TOLD else self.model.rowCount() - 1)
        self.view.place_actions()

    # What a person does

    def _command(self, name: str, memory_id: str) -> None:
        entry = self.model.entry(memory_id)
        if entry is None:
            return
        if name == "open":
            self.memory_wanted.emit(entry.id)
        elif name == "resolve":
            self.conflict_wanted.emit(entry.id)
        elif name == "text":
            self._go_to_text(entry)
        else:
            self.view.select(entry.id)
            self.focus_main()  # a button that was clicked leaves the keys to the list
            self._follow = entry.id
            self._change(name, entry)

    def _change(self, name: str, entry: Entry) -> None:
        """`pin`, `never_share` or `confidence`. What waits for review has none of them."""
        if entry.waits:
            return
        if name != "confidence":
            self.controller.set_privacy(name, entry)
            return
        beside = self.view.actions_bar or self.view
        popup = ConfidencePopup(self._theme, entry.confidence, entry.floor, self.window())
        popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        popup.chosen.connect(lambda value: self.controller.set_confidence(entry, value))
        below = QPoint(beside.width() - popup.width(), beside.height() + self._theme.px(6))
        popup.open_at(beside.mapToGlobal(below))

    def _pin(self) -> None:
        entry = self.view.selected_entry()
        if entry is not None:
            self._command("pin", entry.id)

    def _go_to_text(self, entry: Entry) -> None:
        if entry.told:
            if self._narrow:
                self.tabs.setCurrentIndex(0)
            self.text.view.mark(entry.first_line, entry.last_line)
            self.text.view.go_to_line(entry.first_line)
            self.text.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _menu(self, at: QPoint) -> None:
        entry = self.view.selected_entry()
        if entry is not None:
            open_menu(self, self._icons, entry, at, lambda name: self._command(name, entry.id))

    def _choose_project(self) -> None:
        self._focus_field(self.bar.project)
        self.bar.project.showPopup()

    def _focus_field(self, field: QWidget) -> None:
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def say_done(self, said: Message, memory_id: str | None) -> None:
        """Say what was done to a memory, and follow it."""
        self._follow = memory_id
        self.snackbar.say(said)

    # The store

    def _store_changed(self, changes: Changes) -> None:
        told = changes.memories or changes.all_memories or changes.settings
        if not (told or changes.conversations or changes.all_conversations):
            return
        self.soon.changed()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.question is not None:
            self.bar.show_question(self.question)
        self.soon.shown()
        if self.foot is not None:
            self.foot.soon.shown()

    # Widths

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self._show_side()

    def _show_side(self) -> None:
        """Text and list beside each other, or the one whose tab is chosen. Where there is nothing, one
        picture and one next step are enough: no second empty pane."""
        turns = self._narrow and not self._empty
        self.tabs.setVisible(turns)
        self.text.setVisible(not turns or self.tabs.currentIndex() == 0)
        self.side.setVisible(not self._empty and (not turns or self.tabs.currentIndex() == 1))
        if self.view.isVisible():  # what was chosen in the text meanwhile
            self.view.scrollTo(self.view.currentIndex())
