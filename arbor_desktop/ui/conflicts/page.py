"""The Conflicts page: memories that cannot both hold, one conflict at a time, settled with one key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.core.clock import Clock, system_clock
from arbor_desktop.core.conflict import Conflict, ConflictStatus
from arbor_desktop.core.errors import InvalidInput, NotFound
from arbor_desktop.core.results import Changes, Undone
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, EmptyState, Hairline, Label, Snackbar
from arbor_desktop.ui.components.focus_order import focusable, follow
from arbor_desktop.ui.conflicts import words
from arbor_desktop.ui.conflicts.bars import Foot, TitleBar
from arbor_desktop.ui.conflicts.deeds import Act, Deed, call_of
from arbor_desktop.ui.conflicts.desk import Desk
from arbor_desktop.ui.conflicts.keep_both import KeepBothDialog
from arbor_desktop.ui.conflicts.list_view import ConflictList
from arbor_desktop.ui.conflicts.merge import MergeDialog
from arbor_desktop.ui.conflicts.model import ConflictModel
from arbor_desktop.ui.conflicts.reads import Listing, Sheet
from arbor_desktop.ui.conflicts.view import ConflictView, Look
from arbor_desktop.ui.conflicts.visit import Visit
from arbor_desktop.ui.conflicts.words import tr
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.desk import error_words
from arbor_desktop.ui.memories.history_words import undone_words
from arbor_desktop.ui.window_state import WindowState

_NARROW = 1120
"""In a window narrower than this, the list is a combo in the header; in pixels of the design."""
_VISIT_ENDS_MS = 15 * 60_000
"""Who was away from the page for so long begins anew: what was decided before is no longer listed."""
_NOTES_KEY = "conflicts/notes"
_OF_KEYS = {
    Qt.Key.Key_1: "1", Qt.Key.Key_2: "2", Qt.Key.Key_3: "3", Qt.Key.Key_4: "4", Qt.Key.Key_5: "5",
    Qt.Key.Key_N: "note", Qt.Key.Key_S: "skip", Qt.Key.Key_J: "next", Qt.Key.Key_K: "previous",
}  # fmt: skip


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
        self._icons, self._theme, self._clock, self._state = icons, icons.theme, clock, state
        self._can_open = can_open
        self._letters = True
        self._behind = True
        self._hidden_at: int | None = None
        self._wanted: str | None = None
        """The conflict that is to be shown as soon as it can be."""
        self._shown: str | None = None
        """The one that is seen now: only on it anything is decided."""
        self._deciding = False
        self._take_focus = False
        self._any_earlier = False
        self._earlier = self._to_earlier = False
        self._seen: set[str] = set()
        self._sheets: dict[str, Sheet] = {}
        self._of_memory: str | None = None
        self._undone_ids: frozenset[str] = frozenset()
        self.visit = Visit(state.value(_NOTES_KEY) if state is not None else "")
        self.desk = Desk(bridge, self)
        self.model = ConflictModel(self)
        self.list = ConflictList(icons, self.model)
        self.title = TitleBar(icons, self)
        self.view = ConflictView(icons, clock)
        self.foot = Foot(icons.theme, self)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        self.soon = QTimer(self, singleShot=True, interval=refresh_ms)
        self.soon.timeout.connect(self.refresh)
        self._lay_out()
        self._connect(bridge)

    def _lay_out(self) -> None:
        self.state = EmptyState(self._icons, "conflicts", "")
        self.first_look = Label(self._theme, "", "body", "text3")
        self.first_look.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedWidget(self)
        for content in (self.first_look, self.view, self.state):
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
        self.list.selection_changed.connect(self._row_chosen)
        self.list.command.connect(self._command)
        self.title.step.connect(self.step)
        self.title.chosen.connect(self.show_conflict)
        self.view.acted.connect(self.act)
        self.view.reopen_wanted.connect(self.reopen)
        self.view.note_written.connect(self._note_written)
        self.view.open_wanted.connect(self.open_wanted)
        self.view.memory_wanted.connect(self.memory_wanted)
        self.view.earlier_wanted.connect(self.show_earlier)
        self.desk.refused.connect(lambda error: self._say(error_words(error), "warning"))
        self.snackbar.action_triggered.connect(self.undo)

    # What other parts of the window ask

    def focus_main(self) -> None:
        """To the decision that is suggested."""
        button = self.view.main_button() if self.stack.currentWidget() is self.view else None
        if button is not None and self._shown is not None:
            self._focus_decision()
            return
        self._take_focus = True
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: the list, what is at right, the header."""
        return [widget for widget in (self.title, self.list, self.stack) if widget.isVisible()]

    def set_letters(self, on: bool) -> None:
        """Whether single keys are commands; where they are not, none is told."""
        self._letters = on
        self.list.letters = on
        self.foot.set_letters(on)
        sheet = self.view.sheet
        if sheet is not None and self._shown is not None:
            self._present(sheet)

    def save_unsaved(self) -> None:
        """The app ends: notes to what is still open are there again next time."""
        if self._state is not None:
            self._state.set_value(_NOTES_KEY, self.visit.remembered_notes())

    def show_conflict(self, conflict_id: str) -> None:
        """Shows one conflict, open or decided."""
        if self.visit.get(conflict_id) is None:
            self._wanted = conflict_id
            self._take_focus = True
            self.visit.ask_for(conflict_id)
            self.refresh()
            return
        self.go_to(conflict_id, focus=True)

    def show_conflict_of(self, memory_id: str) -> None:
        """Shows the first open conflict that a memory takes part in."""
        ident = self.visit.of_memory(memory_id)
        if ident is not None:
            self.go_to(ident, focus=True)
            return
        self._take_focus = True
        self._of_memory = memory_id
        self.refresh()

    def undo(self) -> None:
        """Takes back the newest action that still stands, and shows the conflict again that it was about."""
        self.desk.undo(self._undone)

    def refresh(self) -> None:
        """Looks at everything anew; what is seen stays where it is."""
        self.soon.stop()
        self._behind = False
        self._sheets.clear()
        self.desk.listing(self.visit.kept, self._earlier, self._listed, self._failed)

    # The rows

    def _listed(self, listing: Listing) -> None:
        before = set(self.visit.open_ids)
        self.visit.follow(listing.open, listing.others, self._earlier)
        self._any_earlier = listing.any_earlier
        self._show_rows()
        back = [ident for ident in self.visit.open_ids if ident not in before and ident in self._undone_ids]
        self._undone_ids = frozenset()
        wanted = self._pick(back[0] if back else None)
        if wanted is None:
            self._show_nothing()
        else:
            self.go_to(wanted, focus=self._take_focus or bool(back))

    def _pick(self, back: str | None) -> str | None:
        """Which is to be seen: what came back, what was asked for, what is seen now, the first open one."""
        if self._of_memory is not None:
            found, self._of_memory = self.visit.of_memory(self._of_memory), None
            if found is not None:
                return found
        for ident in (back, self._wanted, self._shown):
            if self.visit.get(ident) is not None:
                return ident
        if self._to_earlier and self.visit.earlier:
            self._to_earlier = False
            return self.visit.earlier[0]
        return self.visit.next_open(None)

    def _show_rows(self) -> None:
        rows = self.visit.rows
        blocked = self.list.blockSignals(True)
        self.model.show(rows)
        self.list.blockSignals(blocked)
        self.title.show_rows(rows, self._shown)
        self._show_place()
        self._fit()

    def _show_place(self) -> None:
        visit = self.visit
        self.title.show_place(visit.position(self._shown), visit.total, visit.done)
        self.title.show_steps(
            before=visit.beside(self._shown, -1) is not None, after=visit.beside(self._shown, 1) is not None
        )

    def _select(self, ident: str | None) -> None:
        row = self.model.row_of(ident) if ident else -1
        blocked = self.list.blockSignals(True)
        if row >= 0:
            self.list.go_to(row)
        else:
            self.list.selectionModel().clearSelection()
            self.list.selectionModel().setCurrentIndex(
                self.model.index(-1), QItemSelectionModel.SelectionFlag.NoUpdate
            )
        self.list.blockSignals(blocked)
        self.title.show_rows(self.visit.rows, ident)

    def _row_chosen(self) -> None:
        ids = self.list.selected_ids()
        if ids and ids[0] != self._shown:
            self.go_to(ids[0])

    def step(self, step: int) -> None:
        """To the row above or below."""
        ident = self.visit.beside(self._shown, step)
        if ident is not None:
            # Who walks in the list stays there.
            self.go_to(ident, focus=not self.list.hasFocus())

    # One conflict

    def go_to(self, ident: str, *, focus: bool = False) -> None:
        """Shows a conflict as soon as all of it is known; until then nothing can be decided."""
        self._wanted = ident
        self._take_focus = self._take_focus or focus
        self._select(ident)
        conflict = self.visit.get(ident)
        sheet = self._sheets.get(ident)
        if sheet is not None and sheet.conflict == conflict:
            self._present(sheet)
            return
        self._shown = self._shown if self._shown == ident else None
        self.desk.sheet(ident, self._sheet_came, self._sheet_failed)

    def _sheet_came(self, sheet: Sheet) -> None:
        self._sheets[sheet.id] = sheet
        if sheet.id == self._wanted:
            self._present(sheet)

    def _sheet_failed(self, error: BaseException) -> None:
        if isinstance(error, NotFound):  # gone meanwhile
            self._wanted = self._shown = None
            self.refresh()
            return
        self._failed(error)

    def _present(self, sheet: Sheet) -> None:
        same = self._shown == sheet.id and self._looks_as_before(sheet)
        focus = self._take_focus or self._has_focus(self.view)
        written = self.view.note is not None and self.view.note.hasFocus() and self._shown == sheet.id
        self._shown = sheet.id
        self.visit.conflicts[sheet.id] = sheet.conflict
        if not same:
            stacked, low = self.view.room_for(self.width(), self.height())
            self.view.shows_earlier = self._earlier
            note = self.visit.notes.get(sheet.id, "")
            place = self.view.note.cursorPosition() if written and self.view.note is not None else 0
            self.view.show_sheet(sheet, note, Look(self._letters, self._can_open, stacked, low))
            follow(self.list, focusable(self.view))
            if written and self.view.note is not None:
                self.view.note.setFocus(Qt.FocusReason.OtherFocusReason)
                self.view.note.setCursorPosition(place)
        self.stack.setCurrentWidget(self.view)
        self._show_place()
        if focus and not written and not (same and not self._take_focus):
            self._focus_decision()
        self._take_focus = False
        self._note_seen(sheet.conflict)
        self._read_ahead()

    def _looks_as_before(self, sheet: Sheet) -> bool:
        before = self.view.sheet
        if before is None or self.view.look.keys != self._letters:
            return False
        if before.conflict.is_open and sheet.conflict.is_open:  # that it was seen is not seen
            before = replace(before, conflict=replace(before.conflict, status=sheet.conflict.status))
        return before == sheet

    def _has_focus(self, part: QWidget) -> bool:
        """Whether the focus is there, or will be when the window is the active one again."""
        focus = self.window().focusWidget()
        return focus is not None and part.isAncestorOf(focus)

    def _focus_decision(self) -> None:
        button = self.view.main_button()
        if button is not None:  # by a shortcut: it is seen which one Enter would press
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _note_seen(self, conflict: Conflict) -> None:
        window = self.window()
        really = self.isVisible() and not window.isMinimized()
        if really and conflict.status is ConflictStatus.UNRESOLVED and conflict.id not in self._seen:
            self._seen.add(conflict.id)
            self.desk.seen(conflict.id)

    def _read_ahead(self) -> None:
        ident = self.visit.next_open(self._shown)
        if ident is not None and ident not in self._sheets:
            self.desk.sheet_ahead(ident, lambda sheet: self._sheets.__setitem__(sheet.id, sheet))

    def _note_written(self, note: str) -> None:
        if self._shown is not None:
            self.visit.write(self._shown, note)

    # Deciding

    def act(self, deed: Deed) -> None:
        """What a button, a key or the menu asks for, on the conflict that is seen."""
        conflict = self.visit.get(self._shown)
        if conflict is None or not conflict.is_open or self._deciding:
            return
        if deed.act in (Act.BOTH, Act.MERGE):
            self._open_dialog(deed)
            return
        call = call_of(conflict, deed)
        note = self.visit.notes.get(conflict.id, "").strip()
        if deed.act is Act.NO_CONFLICT:
            note = f"{tr('Not a conflict')}. {note}" if note else tr("Not a conflict")
        self._resolve(conflict.id, call | {"note": note or None})

    def _resolve(
        self, ident: str, call: dict[str, Any], dialog: KeepBothDialog | MergeDialog | None = None
    ) -> None:
        self._deciding = True
        self.desk.resolve(ident, call, partial(self._resolved, dialog), partial(self._not_resolved, dialog))

    def _resolved(self, dialog: KeepBothDialog | MergeDialog | None, conflict: Conflict) -> None:
        self._deciding = False
        if dialog is not None:
            dialog.accept()
        self.visit.put(conflict)
        self._sheets.pop(conflict.id, None)
        self._show_rows()
        self._say(f"{words.decided(conflict)}: {words.topic(conflict)}", "check", undo=True)
        following = self.visit.next_open(conflict.id)
        self._take_focus = True
        if following is None:
            self._show_nothing()
        else:
            self.go_to(following, focus=True)

    def _not_resolved(self, dialog: KeepBothDialog | MergeDialog | None, error: BaseException) -> None:
        self._deciding = False
        if dialog is not None and isinstance(error, InvalidInput) and error.context.get("field"):
            dialog.fail(error_words(error))
            return
        if dialog is not None:
            dialog.reject()
        self.desk.refuse(error)
        if isinstance(error, (InvalidInput, NotFound)):  # decided or gone meanwhile, by somebody else
            self._wanted = None
            self.refresh()

    def _open_dialog(self, deed: Deed) -> None:
        sheet = self.view.sheet
        assert sheet is not None
        note = self.visit.notes.get(sheet.id, "")
        kind = KeepBothDialog if deed.act is Act.BOTH else MergeDialog
        dialog = kind(self._icons, sheet, note, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.note_written.connect(self._note_from_dialog)
        dialog.wanted.connect(lambda call: self._resolve(sheet.id, call, dialog))
        dialog.open()

    def _note_from_dialog(self, note: str) -> None:
        self._note_written(note)
        if self.view.note is not None:
            self.view.note.setText(note)

    def reopen(self) -> None:
        """Takes the decision of the shown conflict back."""
        ident = self._shown
        if ident is None or self._deciding:
            return
        self._deciding = True
        self.desk.reopen(ident, self._reopened, partial(self._not_resolved, None))

    def _reopened(self, conflict: Conflict) -> None:
        self._deciding = False
        self.visit.put(conflict)
        self._sheets.pop(conflict.id, None)
        self._show_rows()
        self._say(f"{tr('Reopened')}: {words.topic(conflict)}", "undo", undo=True)
        self.go_to(conflict.id, focus=True)

    def _undone(self, undone: Undone) -> None:
        said, _returns = undone_words(undone)
        mine = set(undone.ids)
        about = [c for c in self.visit.rows if any(m.memory.id in mine for m in c.members)]
        self._undone_ids = frozenset(c.id for c in about if not c.is_open)
        if about:
            said = f"{tr('Taken back')}: {words.topic(about[0])}"
        self._say(said, "undo")
        self.refresh()

    # Keys

    def _command(self, name: str) -> None:
        if name == "go":
            self.focus_main()
        elif name == "note":
            if self.view.note is not None and self._shown is not None:
                self.view.note.setFocus(Qt.FocusReason.ShortcutFocusReason)
                self.view.ensureWidgetVisible(self.view.note)
        elif name == "skip":
            self.skip()
        elif name in ("next", "previous"):
            self.step(1 if name == "next" else -1)
        elif (deed := self.view.deeds().get(name)) is not None and self._shown is not None:
            self.act(deed)

    def skip(self) -> None:
        """Not now: it comes last in this visit."""
        ident = self._shown
        if ident is None or not self.visit.is_open(ident) or self._deciding:
            return
        following = self.visit.next_open(ident)
        self.visit.skip(ident)
        self._show_rows()
        if following is None:
            self._say(tr("This is the only one that is left."), "info")
            self._select(ident)
        else:
            self.go_to(following, focus=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        name = _OF_KEYS.get(Qt.Key(event.key()))
        bare = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if name is None or not bare or not self._letters:
            super().keyPressEvent(event)
            return
        event.accept()
        if not event.isAutoRepeat() or name in ("next", "previous"):  # a key that is held decides once
            self._command(name)

    # Nothing to decide

    def show_earlier(self, wanted: bool) -> None:
        """Whether those decided before this visit are listed as well."""
        self._earlier = wanted
        self._to_earlier = self._take_focus = wanted and self._shown is None
        self.refresh()

    def _show_nothing(self) -> None:
        """Everything is decided, or there never was anything."""
        self._take_focus = self._take_focus or self._has_focus(self.state)
        self._take_focus = self._take_focus or self.window().focusWidget() is self
        self._shown = self._wanted = None
        self.view.clear()
        self._select(None)
        done = self.visit.done
        actions: tuple[Button, ...] = ()
        if self._any_earlier and not self._earlier:
            show = Button(self._icons, tr("Show resolved ones"), icon="history")
            show.setAutoDefault(True)
            show.clicked.connect(lambda: self.show_earlier(True))
            actions = (show,)
        if done:
            said = tr("You decided 1 conflict.") if done == 1 else tr("You decided %n conflicts.", done)
            hint = tr("Each can be reopened.") if done > 1 else tr("It can be reopened.")
            self.state.show_state(
                "conflicts", tr("Nothing left to decide"), f"{said} {hint}".strip(), actions=actions
            )
        else:
            text = tr(
                "When two memories can't both be true, they wait here, and you choose what your AI believes."
            )
            self.state.show_state("conflicts", tr("No conflicts"), text, actions=actions)
        self.stack.setCurrentWidget(self.state)
        self._show_place()
        self._fit()
        if self._take_focus:
            self._take_focus = False
            (actions[0] if actions else self).setFocus(Qt.FocusReason.OtherFocusReason)

    def _failed(self, error: BaseException) -> None:
        retry = Button(self._icons, tr("Try again"), icon="refresh")
        retry.setAutoDefault(True)
        retry.clicked.connect(self.refresh)
        self._shown = None
        self.view.clear()
        self.state.show_state(
            "error",
            tr("The conflicts can't be read"),
            tr("The memories are still on this computer. Nothing was changed."),
            code=error_words(error),
            actions=(retry,),
        )
        self.stack.setCurrentWidget(self.state)

    def _say(self, text: str, icon: str, *, undo: bool = False) -> None:
        self.snackbar.show_message(text, action=tr("Undo") if undo else None, icon=icon)

    # The store

    def _store_changed(self, changes: Changes) -> None:
        mine = {m.memory.id for c in self.visit.conflicts.values() for m in c.members}
        told = changes.conflicts or changes.all_memories or any(ident in mine for ident in changes.memories)
        if not told:
            return
        if not self.isVisible():
            self._behind = True
        elif not self.soon.isActive():
            self.soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._hidden_at is not None and self._clock() - self._hidden_at > _VISIT_ENDS_MS:
            self.visit.end()
            self._earlier = False
            self._behind = True
        self._hidden_at = None
        if self._behind:
            self.refresh()
        elif (conflict := self.visit.get(self._shown)) is not None:
            self._note_seen(conflict)

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
        rows = bool(self.visit.rows)
        self.list.setVisible(rows and not narrow)
        self._line.setVisible(rows and not narrow)
        self.title.set_narrow(narrow)
        self.foot.set_any(rows)
