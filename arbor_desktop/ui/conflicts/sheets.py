"""The conflicts that were read whole: the one that is shown, and the one that comes next."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.ui.conflicts.desk import Desk
from arbor_desktop.ui.conflicts.reads import Sheet


class Sheets(QObject):
    """`came(sheet)` for what was asked for last, `failed(error)` where it can't be read."""

    came = Signal(object)
    failed = Signal(object)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._known: dict[str, Sheet] = {}
        self._wanted: str | None = None

    def want(self, ident: str, conflict: Conflict | None) -> bool:
        """Asks for a conflict that is now as `conflict`. Answers whether it came at once."""
        self._wanted = ident
        known = self._known.get(ident)
        if known is not None and known.conflict == conflict:
            self.came.emit(known)
            return True
        self._desk.sheet(ident, self._take, self.failed.emit)
        return False

    def read_ahead(self, ident: str | None) -> None:
        """So that it is there when it is wanted."""
        if ident is not None and ident not in self._known:
            self._desk.sheet_ahead(ident, self._keep)

    def forget(self, ident: str | None = None) -> None:
        """What is known of one, or of all, is no longer so."""
        if ident is None:
            self._known.clear()
        else:
            self._known.pop(ident, None)

    def _keep(self, sheet: Sheet) -> None:
        self._known[sheet.id] = sheet

    def _take(self, sheet: Sheet) -> None:
        self._keep(sheet)
        if sheet.id == self._wanted:
            self.came.emit(sheet)
