"""The Conflicts page: memories that cannot both hold, one conflict at a time, settled with one key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Hairline, Message, Snackbar
from arbor_desktop.ui.components.boxes import hbox, stacked, vbox
from arbor_desktop.ui.components.keyboard import focusable, follow
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.conflicts.bars import Foot, Nothing, TitleBar
from arbor_desktop.ui.conflicts.controller import ConflictsController
from arbor_desktop.ui.conflicts.dialogs import KeepBothDialog, MergeDialog
from arbor_desktop.ui.conflicts.list import ConflictList, ConflictModel
from arbor_desktop.ui.conflicts.model import Action, Choice, Sheet, Visit
from arbor_desktop.ui.conflicts.view import ConflictView, Look
from arbor_desktop.ui.conflicts.words import command_of
from arbor_desktop.ui.controller import RefreshTimer, error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.window_state import WindowState

_NARROW = 1120
"""In a window narrower than this, the list is a combo in the header; in pixels of the design."""
_VISIT_ENDS_MS = 15 * 60_000
"""Who was away from the page for so long begins anew: what was decided before is no longer listed."""
_NOTES_KEY = "conflicts/notes"


class ConflictsPage(QWidget):
    """The widgets of the page, the keys and the focus; `controller` does what they ask for.

    Signals: `open_wanted(conversation_id, turn)` shows what was said, `memory_wanted(memory_id)` a memory.
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
        self._can_open, self._letters, self._narrow = can_open, True, False
        self._hidden_at: int | None = None
        self.take_focus = False
        """Whether the next conflict that is seen takes the focus."""
        self.controller = ConflictsController(
            bridge, self, state.value(_NOTES_KEY) if state is not None else ""
        )
        self.model = ConflictModel(self)
        self.list = ConflictList(icons, self.model)
        self.title = TitleBar(icons, self)
        self.view = ConflictView(icons, clock)
        self.state = Nothing(icons)
        self.foot = Foot(icons.theme, self)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        # Changes come in bursts while conversations are memorized: one look a moment later serves them all.
        self.soon = RefreshTimer(self, self.refresh, refresh_ms)
        self._lay_out()
        self._connect(bridge)

    def _lay_out(self) -> None:
        self.stack = stacked(QWidget(), self.view, self.state, parent=self)
        self._line = Hairline(self._theme, vertical=True, parent=self)
        middle = hbox(self.list, self._line, (self.stack, 1))
        vbox(self.title, (middle, 1), self.snackbar, self.foot, on=self)

    def _connect(self, bridge: Bridge) -> None:
        do = self.controller
        bridge.changed.connect(self._store_changed)
        do.refused.connect(lambda error: self.snackbar.say(Message(error_words(error), "warning")))
        self.list.selection_changed.connect(self._row_chosen)
        self.list.command.connect(self._command)
        self.title.step.connect(do.step)
        self.title.chosen.connect(lambda ident: do.go_to(ident, focus=True))
        self.view.acted.connect(do.decide)
        self.view.note_written.connect(do.write_note)
        self.view.reopen_wanted.connect(do.reopen)
        self.view.open_wanted.connect(self.open_wanted)
        self.view.memory_wanted.connect(self.memory_wanted)
        self.view.earlier_wanted.connect(do.show_earlier)

    # What other parts of the window ask

    @property
    def visit(self) -> Visit:
        return self.controller.visit

    def show_conflict(self, conflict_id: str) -> None:
        """Show one conflict, open or decided."""
        self.controller.show_conflict(conflict_id)

    def place(self) -> str | None:
        """What Back comes back to."""
        return self.controller.shown

    def show_place(self, place: str) -> None:
        self.show_conflict(place)

    def show_conflict_of(self, memory_id: str) -> None:
        """Show the first open conflict that a memory takes part in."""
        self.controller.show_conflict_of(memory_id)

    def undo(self) -> None:
        self.controller.undo()

    def refresh(self) -> None:
        self.soon.caught_up()
        self.controller.refresh()

    def focus_main(self) -> None:
        """Focus the decision that is suggested."""
        if self.controller.shown is not None and self.view.main_button() is not None:
            self._focus_decision()
            return
        self.take_focus = True
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: the header, the list, what is at right."""
        return [widget for widget in (self.title, self.list, self.stack) if widget.isVisible()]

    def set_letters(self, on: bool) -> None:
        """Whether single keys are commands; where they are not, none is named."""
        self._letters = self.list.letters = on
        self.foot.set_letters(on)
        if self.controller.shown is not None and self.view.sheet is not None:
            self.present(self.view.sheet, same=True)

    def save_unsaved(self) -> None:
        """Keep notes to what is still open until the next start."""
        if self._kept is not None:
            self._kept.set_value(_NOTES_KEY, self.visit.remembered_notes())

    # What the controller shows

    @property
    def is_seen(self) -> bool:
        return self.isVisible() and not self.window().isMinimized()

    def show_rows(self) -> None:
        blocked = self.list.blockSignals(True)
        self.model.show(self.visit.rows)
        self.list.blockSignals(blocked)
        self._show_place()
        self._fit()

    def select(self, ident: str, *, focus: bool) -> None:
        """Select a row, whose conflict comes in a moment. `focus`: it takes the focus then."""
        self.take_focus = self.take_focus or focus
        self.list.select(ident)

    def present(self, sheet: Sheet, *, same: bool) -> None:
        """Show all of a conflict. `same`: it was shown already, and whoever writes a note goes on writing."""
        view = self.view
        note = view.note if same else None
        same = same and view.looks_like(sheet, self._letters)
        writes = note is not None and note.hasFocus()
        focus = self.take_focus or (not same and _has_focus(view))
        self.take_focus = False
        if not same:
            place = note.cursorPosition() if note is not None else 0
            stacked, low = view.room_for(self.width(), self.height())
            written = self.visit.notes.get(sheet.id, "")
            view.show_sheet(sheet, written, Look(self._letters, self._can_open, stacked, low))
            follow(self.list, focusable(view))
            if writes and view.note is not None:
                view.note.setFocus(Qt.FocusReason.OtherFocusReason)
                view.note.setCursorPosition(place)
        view.shows_earlier = self.controller.shows_earlier
        self.stack.setCurrentWidget(view)
        self._show_keys()
        self._show_place()
        if writes and view.note is None:  # nobody can write to it any more: what is typed must be no command
            self.window().setFocus(Qt.FocusReason.OtherFocusReason)
        elif focus and not writes:
            self._focus_decision()

    def show_nothing(self) -> None:
        """Everything is decided, or there never was anything."""
        focus = _has_focus(self.state) or self.window().focusWidget() is self or self.take_focus
        self._clear()
        do, rows = self.controller, self.visit.rows
        show: Callable[[], None] | None = None
        if do.any_earlier and not do.shows_earlier:
            show = partial(do.show_earlier, True)
        elif rows:  # else nothing here could have the focus
            show = partial(do.go_to, rows[0].id, focus=True)
        listed = bool(rows) and (do.shows_earlier or not do.any_earlier)
        self.state.show_done(self.visit.done, show, listed=listed)
        self.stack.setCurrentWidget(self.state)
        self._show_place()
        self._fit()
        if focus:
            (self.state.button or self).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_failure(self, error: BaseException) -> None:
        """Nothing can be read."""
        self._clear()
        self.state.show_failure(error, self.refresh)
        self.stack.setCurrentWidget(self.state)

    def open_dialog(self, sheet: Sheet, action: Action) -> None:
        """Ask for what a decision needs besides."""
        kind = KeepBothDialog if action.choice is Choice.BOTH else MergeDialog
        dialog = kind(self._icons, sheet, self.controller.note, self)
        dialog.note_written.connect(self._note_written)
        dialog.wanted.connect(lambda call: self.controller.resolve(sheet.id, call, dialog))
        opened(dialog)

    def _clear(self) -> None:
        self.take_focus = False
        self.view.clear()
        self.list.select(None)

    def _show_place(self) -> None:
        visit, do = self.visit, self.controller
        if self._narrow:
            self.title.show_rows(self.model.rows, do.wanted)
        self.title.show_progress(visit.done, visit.total)
        self.title.show_steps(
            before=visit.beside(do.shown, -1) is not None, after=visit.beside(do.shown, 1) is not None
        )

    def _show_keys(self) -> None:
        self.foot.set_any(bool(self.visit.rows), bool(self.view.actions()))

    def _focus_decision(self) -> None:
        button = self.view.main_button()
        if button is not None:  # by a shortcut: it is seen which one Enter would press
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # What a person does

    def _row_chosen(self) -> None:
        ids = self.list.selected_ids()
        if ids and ids[0] != self.controller.wanted:
            self.controller.go_to(ids[0])

    def _note_written(self, note: str) -> None:
        """Show on the page what is written in a dialog."""
        self.controller.write_note(note)
        if self.view.note is not None:
            self.view.note.setText(note)

    def _command(self, name: str) -> None:
        if name == "go":
            self.focus_main()
        elif name == "note" and self.controller.shown is not None:
            self.view.write_note()
        elif name == "skip":
            self.controller.skip()
        elif name in ("next", "previous"):
            self.controller.step(1 if name == "next" else -1)
        elif (action := self.view.actions().get(name)) is not None:
            self.controller.decide(action)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus = self.window().focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QAbstractButton):
            event.accept()  # Qt's own buttons with a picture know Space alone
            if not event.isAutoRepeat():
                focus.click()
            return
        name = command_of(event) if self._letters else None
        if name is None:
            super().keyPressEvent(event)
            return
        event.accept()
        if not event.isAutoRepeat() or name in ("next", "previous"):  # a key that is held decides once
            self._command(name)

    # The store, and the window

    def _store_changed(self, changes: Changes) -> None:
        if self.isVisible() and (changes.memories or changes.all_memories):
            self.controller.name_undo()
        if changes.conflicts or changes.all_memories or self.visit.has_any(changes.memories):
            self.soon.changed()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.controller.name_undo()
        if self._hidden_at is not None and self._clock() - self._hidden_at > _VISIT_ENDS_MS:
            self.controller.end_visit()
            self.soon.behind = True
        self._hidden_at = None
        if self.soon.behind:
            self.refresh()
        else:
            self.controller.mark_seen()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._hidden_at = self._clock()
        self.save_unsaved()

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
        self._show_keys()


def _has_focus(part: QWidget) -> bool:
    """Whether the focus is there, or will be when the window is the active one again."""
    focus = part.window().focusWidget()
    return focus is not None and part.isAncestorOf(focus)
