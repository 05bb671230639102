"""One conflict at a time: read whole, then shown, with the focus where the decision is; only what is seen can
be decided."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.conflicts.model import Conflict, ConflictStatus
from arbor_desktop.ui.components.focus_order import focusable, follow
from arbor_desktop.ui.conflicts.desk import Desk
from arbor_desktop.ui.conflicts.list_view import ConflictList
from arbor_desktop.ui.conflicts.reads import Sheet
from arbor_desktop.ui.conflicts.sheets import Sheets
from arbor_desktop.ui.conflicts.view import ConflictView, Look
from arbor_desktop.ui.conflicts.visit import Visit


class Showing(QObject):
    """`shown` is the conflict that is seen now, `wanted` the one that is to be as soon as all of it is known.
    `presented` when one is seen, `failed(error)` where it can't be read."""

    presented = Signal()
    failed = Signal(object)

    def __init__(
        self,
        page: QWidget,
        view: ConflictView,
        rows: ConflictList,
        visit: Visit,
        desk: Desk,
        *,
        can_open: bool,
    ) -> None:
        super().__init__(page)
        self._page, self._view, self._rows, self._visit, self._desk = page, view, rows, visit, desk
        self._can_open = can_open
        self._seen: set[str] = set()
        self.letters = True
        self.shown: str | None = None
        self.wanted: str | None = None
        self.take_focus = False
        """Whether the next one that is seen takes the focus."""
        self.sheets = Sheets(desk, self)
        self.sheets.came.connect(self.present)
        self.sheets.failed.connect(self.failed)
        view.note_written.connect(self.write)

    def go_to(self, ident: str, *, focus: bool = False) -> None:
        """Shows a conflict as soon as all of it is known; until then nothing can be decided."""
        self.wanted = ident
        self.take_focus = self.take_focus or focus
        self._rows.select(ident)
        if self.shown != ident:
            self.shown = None
        self.sheets.want(ident, self._visit.get(ident))

    def nothing(self) -> bool:
        """No conflict is shown any more. Answers whether the focus was to be taken."""
        focus, self.take_focus = self.take_focus, False
        self.shown = self.wanted = None
        self._view.clear()
        self._rows.select(None)
        return focus

    def again(self) -> None:
        """Shows the same one anew: keys are told, or no longer."""
        if self.shown is not None and self._view.sheet is not None:
            self.present(self._view.sheet)

    def present(self, sheet: Sheet) -> None:
        """Shows all of it. What is seen already stays as it is: whoever writes a note goes on writing."""
        view = self._view
        note = view.note if self.shown == sheet.id else None
        same = self.shown == sheet.id and view.looks_like(sheet, self.letters)
        writes = note is not None and note.hasFocus()
        focus = self.take_focus or (not same and has_focus(view))
        self.shown, self.take_focus = sheet.id, False
        self._visit.conflicts[sheet.id] = sheet.conflict
        if not same:
            place = note.cursorPosition() if note is not None else 0
            stacked, low = view.room_for(self._page.width(), self._page.height())
            look = Look(self.letters, self._can_open, stacked, low)
            view.show_sheet(sheet, self._visit.notes.get(sheet.id, ""), look)
            follow(self._rows, focusable(view))
            if writes and view.note is not None:
                view.note.setFocus(Qt.FocusReason.OtherFocusReason)
                view.note.setCursorPosition(place)
        self.presented.emit()
        if (
            writes and view.note is None
        ):  # nobody can write to it any more: what is typed must not be a command
            self._page.window().setFocus(Qt.FocusReason.OtherFocusReason)
        elif focus and not writes:
            self.focus_decision()
        self.note_seen()
        self.sheets.read_ahead(self._visit.next_open(sheet.id))

    def focus_decision(self) -> None:
        button = self._view.main_button()
        if button is not None:  # by a shortcut: it is seen which one Enter would press
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def note_seen(self) -> None:
        """Tells the service what a person really saw."""
        conflict = self._visit.get(self.shown)
        really = self._page.isVisible() and not self._page.window().isMinimized()
        if really and conflict is not None and _is_new(conflict) and conflict.id not in self._seen:
            self._seen.add(conflict.id)
            self._desk.seen(conflict.id)

    # Notes

    @property
    def note(self) -> str:
        """What was written to the conflict that is seen."""
        return self._visit.notes.get(self.shown, "") if self.shown is not None else ""

    def write(self, note: str) -> None:
        if self.shown is not None:
            self._visit.write(self.shown, note)

    def write_elsewhere(self, note: str) -> None:
        """The note was written in a dialog: the page has it as well."""
        self.write(note)
        if self._view.note is not None:
            self._view.note.setText(note)


def has_focus(part: QWidget) -> bool:
    """Whether the focus is there, or will be when the window is the active one again."""
    focus = part.window().focusWidget()
    return focus is not None and part.isAncestorOf(focus)


def _is_new(conflict: Conflict) -> bool:
    return conflict.status is ConflictStatus.UNRESOLVED
