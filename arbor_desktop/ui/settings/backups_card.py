"""Backups: made by hand or every day, and the way back to one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.ui.components import AskDialog, Button, SettingRow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rows import NumberRow
from arbor_desktop.ui.settings.section import CardBox, RowList
from arbor_desktop.ui.settings.words import error_words, short_path, size_words, tr
from arbor_desktop.ui.status import ago

SHOWN_AT_FIRST = 5
Backup = tuple[Path, int, int]
"""Path, bytes, time in milliseconds."""


class BackupsCard(CardBox):
    """`said(words)` after something was done; `counted` when there are other backups than before."""

    said = Signal(str)
    counted = Signal()

    def __init__(self, icons: Icons, desk: SettingsDesk, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, tr("Backups"), parent=parent)
        self._icons, self._desk, self._clock = icons, desk, clock
        self.dialog: AskDialog | None = None
        self._found: Sequence[Backup] = ()
        self._all = False
        self.make_button = Button(icons, tr("Back up now…"), size="small", icon="download")
        self.make_button.clicked.connect(self.choose_target)
        self.make_row = SettingRow(
            icons.theme, tr("Back up to a file"), tr("A copy of the memory file, wherever you want it."),
            self.make_button,
        )  # fmt: skip
        self.add(self.make_row, tr("backup copy save export"))
        self.add(NumberRow(icons, desk, "backup.keep_daily", tr("backups")), tr("retention"))
        self.add(NumberRow(icons, desk, "backup.keep_weekly", tr("backups")), tr("retention"))
        self.file_button = Button(icons, tr("Choose file…"), size="small", icon="folder")
        self.file_button.clicked.connect(self.choose_source)
        self.file_row = SettingRow(
            icons.theme, tr("Restore from a file"), tr("A backup that lies somewhere else."), self.file_button
        )
        self.add(self.file_row, tr("backup restore import"))
        self.list = RowList(icons.theme)
        self.add(self.list, tr("backup restore"))
        self.more_button = Button(icons, "", variant="link")
        self.more_button.clicked.connect(self._show_all)
        self.more_row = QWidget()
        line = QHBoxLayout(self.more_row)
        px = icons.theme.px
        line.setContentsMargins(px(16), px(8), px(16), px(8))
        line.addWidget(self.more_button)
        line.addStretch(1)
        self.add(self.more_row)
        self.set_present(self.more_row, False)

    def refresh(self) -> None:
        """Looks at the folder of backups anew."""
        self._desk.ask("settings.backups", self._desk.service.backups.all, self._show)

    @property
    def backup_rows(self) -> list[SettingRow]:
        return [row for row in self.list.rows if isinstance(row, SettingRow)]

    def choose_target(self) -> QFileDialog:
        """Lets the person choose where the backup goes."""
        moment = datetime.fromtimestamp(self._clock() / 1000, UTC).astimezone()
        dialog = QFileDialog(self.window(), tr("Back up to"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(tr("Arbor backup (*.db)"))
        dialog.setDefaultSuffix("db")
        # Nothing is ever overwritten: the service refuses, and says so.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.selectFile(f"arbor-{moment:%Y-%m-%d}.db")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.back_up)
        dialog.open()
        return dialog

    def back_up(self, path: str) -> None:
        """Copies the memory file to `path`."""
        self.make_row.show_error("")
        self.make_button.setEnabled(False)
        self._desk.do(self._desk.service.backup, path, done=self._made, failed=self._not_made)

    def choose_source(self) -> QFileDialog:
        """Lets the person choose a backup."""
        dialog = QFileDialog(self.window(), tr("Restore from"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([tr("Arbor backup (*.db)"), tr("All files (*)")])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.ask_to_restore(Path(path)))
        dialog.open()
        return dialog

    def ask_to_restore(self, path: Path, when: str = "") -> AskDialog:
        """Asks before all memories are replaced."""
        self.file_row.show_error("")
        dialog = AskDialog(
            self._icons,
            tr("Restore this backup?"),
            (
                tr("{file}, {when}").format(file=short_path(path), when=when) if when else short_path(path),
                tr("All memories and conversations become as they were in it. What is there now is backed up "
                   "first, so that you can come back to it."),
            ),
            tr("Restore"),
            parent=self.window(),
        )  # fmt: skip
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.confirmed.connect(partial(self._restore, path))
        dialog.finished.connect(self._closed)
        self.dialog = dialog
        dialog.open()
        return dialog

    def _restore(self, path: Path) -> None:
        self._desk.do(self._desk.service.restore_backup, path, done=self._restored, failed=self._not_restored)

    def _restored(self, result: dict[str, object]) -> None:
        if self.dialog is not None:
            self.dialog.finish()
        words = tr("Restored. What was there before is {file}")
        self.said.emit(words.format(file=Path(str(result["previous"])).name))
        self.refresh()

    def _not_restored(self, error: BaseException) -> None:
        if self.dialog is not None:
            self.dialog.fail(error_words(error))

    def _closed(self) -> None:
        self.dialog = None

    def _made(self, result: dict[str, object]) -> None:
        self.make_button.setEnabled(True)
        words = tr("Backed up to {file}, {size}")
        self.said.emit(
            words.format(file=short_path(str(result["path"])), size=size_words(int(str(result["bytes"]))))
        )
        self.refresh()

    def _not_made(self, error: BaseException) -> None:
        self.make_button.setEnabled(True)
        self.make_row.show_error(error_words(error))

    def _show(self, found: Sequence[Backup]) -> None:
        if found != self._found:
            self._found = found
            self.counted.emit()
        shown = found if self._all else found[:SHOWN_AT_FIRST]
        self.list.set_rows([self._row(backup) for backup in shown])
        self.more_button.set_label(tr("Show all %n backups", len(found)))
        self.set_present(self.more_row, len(shown) < len(found))

    def _show_all(self) -> None:
        self._all = True
        self._show(self._found)

    def _row(self, backup: Backup) -> SettingRow:
        path, size, at = backup
        when = ago(at, self._clock())
        button = Button(self._icons, tr("Restore…"), size="small", icon="history")
        button.clicked.connect(lambda: self.ask_to_restore(path, when))
        row = SettingRow(
            self._icons.theme,
            backup_kind(path.name),
            f"{when[:1].upper()}{when[1:]} · {size_words(size)} · {path.name}",
            button,
        )
        button.setAccessibleName(tr("Restore {kind}, {when}").format(kind=backup_kind(path.name), when=when))
        return row


def backup_kind(name: str) -> str:
    """What a backup's name says of why it was made."""
    kinds = {
        "daily-": tr("Daily backup"),
        "before-restore-": tr("Before a restore"),
        "before-migration-": tr("Before an update of Arbor"),
    }
    return next((words for start, words in kinds.items() if name.startswith(start)), tr("Backup"))
