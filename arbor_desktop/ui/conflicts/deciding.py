"""What a person decides: given to the service, one decision at a time, and what came of it told."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.ui.conflicts.deeds import Act, Deed, call_of
from arbor_desktop.ui.conflicts.desk import Desk
from arbor_desktop.ui.conflicts.dialog import ConflictDialog
from arbor_desktop.ui.conflicts.keep_both import KeepBothDialog
from arbor_desktop.ui.conflicts.merge import MergeDialog
from arbor_desktop.ui.conflicts.reads import Sheet
from arbor_desktop.ui.conflicts.words import tr
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.desk import error_words


class Deciding(QObject):
    """While a decision is under way nothing else is decided: what is on the screen is about to change."""

    decided = Signal(object)
    reopened = Signal(object)
    undone = Signal(object)
    outdated = Signal()
    """What was to be decided is no longer as it was seen: another process was faster."""
    note_written = Signal(str)

    def __init__(self, icons: Icons, desk: Desk, page: QWidget) -> None:
        super().__init__(page)
        self._icons, self._desk, self._page = icons, desk, page
        self.busy = False

    def act(self, sheet: Sheet, deed: Deed, note: str) -> None:
        """Decides, or opens the dialog that a deed needs. `note`: what was written so far."""
        conflict = sheet.conflict
        if self.busy or not conflict.is_open:
            return
        if deed.act in (Act.BOTH, Act.MERGE):
            self._open_dialog(sheet, deed, note)
            return
        said = note.strip()
        if deed.act is Act.NO_CONFLICT:
            said = f"{tr('Not a conflict')}. {said}" if said else tr("Not a conflict")
        self._resolve(conflict.id, call_of(conflict, deed) | {"note": said or None})

    def reopen(self, conflict_id: str) -> None:
        """Takes a decision back."""
        if not self.busy:
            self.busy = True
            self._desk.reopen(conflict_id, self._reopened, partial(self._refused, None))

    def undo(self) -> None:
        """Takes back the newest action that still stands."""
        self._desk.undo(self.undone.emit)

    def _open_dialog(self, sheet: Sheet, deed: Deed, note: str) -> None:
        kind = KeepBothDialog if deed.act is Act.BOTH else MergeDialog
        dialog = kind(self._icons, sheet, note, self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.note_written.connect(self.note_written)
        dialog.wanted.connect(lambda call: self._resolve(sheet.id, call, dialog))
        dialog.open()

    def _resolve(self, ident: str, call: dict[str, Any], dialog: ConflictDialog | None = None) -> None:
        self.busy = True
        self._desk.resolve(ident, call, partial(self._resolved, dialog), partial(self._refused, dialog))

    def _resolved(self, dialog: ConflictDialog | None, conflict: Conflict) -> None:
        self.busy = False
        if dialog is not None:
            dialog.accept()
        self.decided.emit(conflict)

    def _reopened(self, conflict: Conflict) -> None:
        self.busy = False
        self.reopened.emit(conflict)

    def _refused(self, dialog: ConflictDialog | None, error: BaseException) -> None:
        self.busy = False
        known = isinstance(error, (InvalidInput, NotFound))
        if dialog is not None and known:
            dialog.fail(error_words(error))  # it stays open: what was written in it is not lost
        else:
            self._desk.refuse(error)
        if known and not error.context.get("field"):
            self.outdated.emit()
