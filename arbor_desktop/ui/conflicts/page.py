"""The Conflicts page: memories that cannot both hold, one conflict at a time, settled with one key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import Undone
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Hairline, Snackbar
from arbor_desktop.ui.conflicts import words
from arbor_desktop.ui.conflicts.bars import Foot, TitleBar
from arbor_desktop.ui.conflicts.deciding import Deciding
from arbor_desktop.ui.conflicts.deeds import Deed
from arbor_desktop.ui.conflicts.desk import Desk
from arbor_desktop.ui.conflicts.keys import command_of
from arbor_desktop.ui.conflicts.list_view import ConflictList
from arbor_desktop.ui.conflicts.model import ConflictModel
from arbor_desktop.ui.conflicts.nothing import Nothing
from arbor_desktop.ui.conflicts.reads import Listing
from arbor_desktop.ui.conflicts.showing import Showing, has_focus
from arbor_desktop.ui.conflicts.view import ConflictView
from arbor_desktop.ui.conflicts.visit import Visit
from arbor_desktop.ui.conflicts.words import tr
from arbor_desktop.ui.following import Following
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.desk import error_words
from arbor_desktop.ui.memories.history_words import next_undo_words, undone_words
from arbor_desktop.ui.window_state import WindowState

_NARROW = 1120
"""In a window narrower than this, the list is a combo in the header; in pixels of the design."""
_VISIT_ENDS_MS = 15 * 60_000
"""Who was away from the page for so long begins anew: what was decided before is no longer listed."""
_NOTES_KEY = "conflicts/notes"


class ConflictsPage(QWidget):
    """Built as `ConflictsPage(icons, bridge, clock=…, state=…, can_open=True)`; nothing here waits: the
    service is asked through the bridge.

    Signals: `open_wanted(conversation_id, turn)` shows what was said, `memory_wanted(memory_id)` a memory.
    Others send people here by `show_conflict(conflict_id)` and `show_conflict_of(memory_id)`.
    """

    open_wanted = Signal(str, object)
    memory_wanted = Signal(str)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        state: WindowState | None = None,
        can_open: bool = True,
        snackbar_ms: int = 8000,
        refresh_ms: int = 120,
        parent: QWidget | None = None,
    ) -> None:
        """`state` keeps notes that were written to conflicts which are still open; `can_open`: whether there
        is a page that conversations open on."""
        super().__init__(parent)
        self._icons, self._theme, self._clock, self._kept = icons, icons.theme, clock, state
        self._narrow = False
        self._hidden_at: int | None = None
        self._wanted_of: str | None = None
        """The memory of which a conflict is to be shown."""
        self._earlier = self._to_earlier = self._any_earlier = False
        self._back: frozenset[str] = frozenset()
        """Conflicts that an undo may have opened again."""
        self.visit = Visit(state.value(_NOTES_KEY) if state is not None else "")
        self.desk = Desk(bridge, self)
        self.deciding = Deciding(icons, self.desk, self)
        self.model = ConflictModel(self)
        self.list = ConflictList(icons, self.model)
        self.title = TitleBar(icons, self)
        self.view = ConflictView(icons, clock)
        self.showing = Showing(self, self.view, self.list, self.visit, self.desk, can_open=can_open)
        self.state = Nothing(icons)
        self.foot = Foot(icons.theme, self)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        # Changes come in bursts while conversations are memorized: one look a moment later serves them all.
        self.soon = Following(self, self.refresh, refresh_ms)
        self._lay_out()
        self._connect(bridge)

    def _lay_out(self) -> None:
        self.stack = QStackedWidget(self)
        for content in (QWidget(), self.view, self.state):
            self.stack.addWidget(content)
        self._line = Hairline(self._theme, vertical=True, parent=self)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.list)
        middle.addWidget(self._line)
        middle.addWidget(self.stack, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.title)
        column.addLayout(middle, 1)
        column.addWidget(self.snackbar)
        column.addWidget(self.foot)

    def _connect(self, bridge: Bridge) -> None:
        bridge.changed.connect(self._store_changed)
        self.showing.presented.connect(self._presented)
        self.showing.failed.connect(self._sheet_failed)
        self.deciding.decided.connect(self._decided)
        self.deciding.reopened.connect(self._reopened)
        self.deciding.undone.connect(self._undone)
        self.deciding.outdated.connect(self.refresh)
        self.deciding.note_written.connect(self.showing.write_elsewhere)
        self.list.selection_changed.connect(self._row_chosen)
        self.list.command.connect(self._command)
        self.title.step.connect(self.step)
        self.title.chosen.connect(lambda ident: self.go_to(ident, focus=True))
        self.view.acted.connect(self.act)
        self.view.reopen_wanted.connect(self.reopen)
        self.view.open_wanted.connect(self.open_wanted)
        self.view.memory_wanted.connect(self.memory_wanted)
        self.view.earlier_wanted.connect(self.show_earlier)
        self.desk.refused.connect(lambda error: self._say(error_words(error), "warning"))
        self.snackbar.action_triggered.connect(self.undo)

    # What other parts of the window ask

    def focus_main(self) -> None:
        """To the decision that is suggested."""
        if self.showing.shown is not None and self.view.main_button() is not None:
            self.showing.focus_decision()
            return
        self.showing.take_focus = True
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: the header, the list, what is at right."""
        return [widget for widget in (self.title, self.list, self.stack) if widget.isVisible()]

    def set_letters(self, on: bool) -> None:
        """Whether single keys are commands; where they are not, none is told."""
        self.showing.letters = self.list.letters = on
        self.foot.set_letters(on)
        self.showing.again()

    def save_unsaved(self) -> None:
        """The app ends: notes to what is still open are there again next time."""
        if self._kept is not None:
            self._kept.set_value(_NOTES_KEY, self.visit.remembered_notes())

    def show_conflict(self, conflict_id: str) -> None:
        """Shows one conflict, open or decided."""
        if self.visit.get(conflict_id) is not None:
            self.go_to(conflict_id, focus=True)
            return
        self.showing.wanted, self.showing.take_focus = conflict_id, True
        self.visit.ask_for(conflict_id)
        self.refresh()

    def show_conflict_of(self, memory_id: str) -> None:
        """Shows the first open conflict that a memory takes part in."""
        ident = self.visit.of_memory(memory_id)
        if ident is not None:
            self.go_to(ident, focus=True)
            return
        self._wanted_of, self.showing.take_focus = memory_id, True
        self.refresh()

    def undo(self) -> None:
        """Takes back the newest action that still stands, and shows the conflict that it was about."""
        self.deciding.undo()

    def refresh(self) -> None:
        """Looks at everything anew; what is seen stays where it is."""
        self.soon.caught_up()
        self.showing.sheets.forget()
        listed = partial(self._listed, self.visit.version)
        seen = self.showing.wanted or self.showing.shown
        asked = (*self.visit.kept, seen) if seen is not None else self.visit.kept
        self.desk.listing(asked, self._earlier, listed, self._failed)

    # The rows

    def _listed(self, version: int, listing: Listing) -> None:
        if version != self.visit.version:  # something was decided while it was read
            self.refresh()
            return
        before = set(self.visit.open_ids)
        self._stay_at(self.showing.wanted or self.showing.shown, listing)
        self.visit.follow(listing.open, listing.others, self._earlier)
        self._any_earlier = listing.any_earlier
        self._show_rows()
        back = [ident for ident in self.visit.open_ids if ident in self._back and ident not in before]
        self._back = frozenset()
        wanted = back[0] if back else self._pick()
        if wanted is None:
            self._show_nothing()
        else:
            self.go_to(wanted, focus=bool(back))

    def _stay_at(self, seen: str | None, listing: Listing) -> None:
        """What another process decided while it was looked at stays in sight, and is said to be decided: no
        other one comes under the fingers of somebody who is about to press a key."""
        if seen is None or not self.visit.is_open(seen):
            return
        decided = next((c for c in listing.others if c.id == seen and not c.status.open), None)
        if decided is not None:
            self.visit.keep(seen)
            self._say(f"{tr('Decided elsewhere')}: {words.topic(decided)}", "info")

    def _pick(self) -> str | None:
        """Which is to be seen: what was asked for, what is seen now, the first open one."""
        visit, memory_id = self.visit, self._wanted_of
        self._wanted_of = None
        of_memory = visit.of_memory(memory_id) if memory_id is not None else None
        for ident in (of_memory, self.showing.wanted, self.showing.shown):
            if visit.get(ident) is not None:
                return ident
        if self._to_earlier and visit.earlier:
            self._to_earlier = False
            return visit.earlier[0]
        return visit.next_open(None)

    def _show_rows(self) -> None:
        blocked = self.list.blockSignals(True)
        self.model.show(self.visit.rows)
        self.list.blockSignals(blocked)
        self._show_place()
        self._fit()

    def _show_place(self) -> None:
        visit = self.visit
        if self._narrow:
            self.title.show_rows(self.model.rows, self.showing.wanted)
        self.title.show_place(visit.position(self.showing.shown), visit.total, visit.done)
        self.title.show_steps(
            before=visit.beside(self.showing.shown, -1) is not None,
            after=visit.beside(self.showing.shown, 1) is not None,
        )

    def _row_chosen(self) -> None:
        ids = self.list.selected_ids()
        if ids and ids[0] != self.showing.wanted:
            self.go_to(ids[0])

    def step(self, step: int) -> None:
        """To the row above or below."""
        ident = self.visit.beside(self.showing.wanted or self.showing.shown, step)
        if ident is not None:  # who walks in the list stays there
            self.go_to(ident, focus=not self.list.hasFocus())

    # One conflict

    def go_to(self, ident: str, *, focus: bool = False) -> None:
        """Shows a conflict of the list as soon as all of it is known."""
        self.showing.go_to(ident, focus=focus)

    def _presented(self) -> None:
        self.view.shows_earlier = self._earlier
        self.stack.setCurrentWidget(self.view)
        self._show_place()

    def _sheet_failed(self, error: BaseException) -> None:
        if isinstance(error, NotFound):  # gone meanwhile
            self._look_again()
        else:
            self._failed(error)

    def _look_again(self) -> None:
        self.showing.shown = self.showing.wanted = None
        self.refresh()

    # Deciding

    def act(self, deed: Deed) -> None:
        """What a button, a key or the menu asks for, on the conflict that is seen."""
        if self.showing.shown is not None and self.view.sheet is not None:
            self.deciding.act(self.view.sheet, deed, self.showing.note)

    def reopen(self) -> None:
        """Takes the decision of the shown conflict back."""
        if self.showing.shown is not None:
            self.deciding.reopen(self.showing.shown)

    def skip(self) -> None:
        """Not now: it comes last in this visit."""
        ident = self.showing.shown
        if ident is None or not self.visit.is_open(ident) or self.deciding.busy:
            return
        following = self.visit.next_open(ident)
        self.visit.skip(ident)
        self._show_rows()
        if following is None:
            self._say(tr("This is the only one that is left."), "info")
        else:
            self.go_to(following, focus=True)

    def _decided(self, conflict: Conflict) -> None:
        self._changed(conflict)
        self._say(f"{words.decided(conflict)}: {words.topic(conflict)}", "check", undo=True)
        following = self.visit.next_open(conflict.id)
        if following is None:
            self.showing.take_focus = True
            self._show_nothing()
        else:
            self.go_to(following, focus=True)

    def _reopened(self, conflict: Conflict) -> None:
        self._changed(conflict)
        self._say(f"{tr('Reopened')}: {words.topic(conflict)}", "undo", undo=True)
        self.go_to(conflict.id, focus=True)

    def _changed(self, conflict: Conflict) -> None:
        self.visit.put(conflict)
        self.showing.sheets.forget(conflict.id)
        self._show_rows()

    def _undone(self, undone: Undone) -> None:
        said, _returns = undone_words(undone)
        about = [c for c in self.visit.rows if any(m.memory.id in undone.ids for m in c.members)]
        self._back = frozenset(c.id for c in about if not c.is_open)
        if self._back:
            said = f"{tr('Taken back')}: {words.topic(next(c for c in about if not c.is_open))}"
        self._say(said, "undo")
        self.refresh()

    # Keys

    def _command(self, name: str) -> None:
        if name == "go":
            self.focus_main()
        elif name == "note" and self.showing.shown is not None:
            self.view.write_note()
        elif name == "skip":
            self.skip()
        elif name in ("next", "previous"):
            self.step(1 if name == "next" else -1)
        elif (deed := self.view.deeds().get(name)) is not None:
            self.act(deed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus = self.window().focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QAbstractButton):
            event.accept()  # Qt's own buttons with a picture know Space alone
            if not event.isAutoRepeat():
                focus.click()
            return
        name = command_of(event) if self.showing.letters else None
        if name is None:
            super().keyPressEvent(event)
            return
        event.accept()
        if not event.isAutoRepeat() or name in ("next", "previous"):  # a key that is held decides once
            self._command(name)

    # Nothing to decide

    def show_earlier(self, wanted: bool) -> None:
        """Whether those decided before this visit are listed as well."""
        self._earlier = self.view.shows_earlier = wanted
        self._to_earlier = wanted and self.showing.shown is None
        self.showing.take_focus = self.showing.take_focus or self._to_earlier
        self.refresh()

    def _show_nothing(self) -> None:
        """Everything is decided, or there never was anything."""
        focus = has_focus(self.state) or self.window().focusWidget() is self
        focus = self.showing.nothing() or focus
        more = self._any_earlier and not self._earlier
        rows = self.visit.rows
        show = (lambda: self.show_earlier(True)) if more else None
        if show is None and rows:  # else nothing here could have the focus
            show = partial(self.go_to, rows[0].id, focus=True)
        self.state.show_done(self.visit.done, show)
        self.stack.setCurrentWidget(self.state)
        self._show_place()
        self._fit()
        if focus:
            (self.state.button or self).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _failed(self, error: BaseException) -> None:
        self.showing.nothing()
        self.state.show_failure(error_words(error), self.refresh)
        self.stack.setCurrentWidget(self.state)

    def _say(self, text: str, icon: str, *, undo: bool = False) -> None:
        self.snackbar.show_message(text, action=tr("Undo") if undo else None, icon=icon)

    # The store

    def _name_undo(self) -> None:
        """Says what Ctrl+Z takes back: it may have been done on another page."""
        self.desk.next_undo(lambda undone: self.foot.show_undo(next_undo_words(undone)))

    def _store_changed(self, changes: Changes) -> None:
        if self.isVisible() and (changes.memories or changes.all_memories):
            self._name_undo()
        if not (changes.conflicts or changes.all_memories or self.visit.has_any(changes.memories)):
            return
        self.soon.changed()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._name_undo()
        if self._hidden_at is not None and self._clock() - self._hidden_at > _VISIT_ENDS_MS:
            self.visit.end()
            self._earlier, self.soon.behind = False, True
        self._hidden_at = None
        if self.soon.behind:
            self.refresh()
        else:
            self.showing.note_seen()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._hidden_at = self._clock()
        self.save_unsaved()

    # Widths

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        stacked, low = self.view.room_for(self.width(), self.height())
        self.view.set_room(stacked=stacked, low=low)
        self._fit()

    def _fit(self) -> None:
        """The list beside the conflict, or as a combo above it."""
        narrow = self.window().width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self._show_place()
        rows = bool(self.visit.rows)
        self.list.setVisible(rows and not narrow)
        self._line.setVisible(rows and not narrow)
        self.title.set_narrow(narrow)
        self.foot.set_any(rows)
