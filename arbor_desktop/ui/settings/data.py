"""Data: where the memory file is, its backups, and how to delete it all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components import AskDialog, Button, SettingRow
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.menus import choose_folder, opened
from arbor_desktop.ui.formatting import short_path, size_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox, Group, RowList, Section
from arbor_desktop.ui.setting_rows.rows import LinkRow, SettingsController
from arbor_desktop.ui.settings.memory_files import MemoryFilesCard
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from arbor_desktop.ui.exchange.export_sheet import ExportSheet

OpenUrl = Callable[[QUrl], bool]
SHOWN_AT_FIRST = 5
Backup = tuple[Path, int, int]
"""Path, bytes, time in milliseconds."""


class DataSection(Section):
    """Where the memory file is, its backups, and how to delete it all.

    `said(words)` after something was done; `import_wanted(paths)`: files with memories; `private_wanted`: to
    see the memories that are left out of exports; `versions_wanted(tool)`: to see those of its memory files.
    """

    key, name, glyph = "data", QT_TR_NOOP("Data"), "disk"
    groups = (
        Group(QT_TR_NOOP("Backups to keep"), ("backup.keep_daily", "backup.keep_weekly"), advanced=True),
    )

    said = Signal(str)
    import_wanted = Signal(object)
    versions_wanted = Signal(str)
    private_wanted = Signal()

    def __init__(self, icons: Icons, settings: SettingsController, clock: Clock, open_url: OpenUrl) -> None:
        self._clock, self._open_url = clock, open_url
        self.dialog: AskDialog | None = None
        super().__init__(icons, settings)

    def build(self) -> None:
        self._add_data()
        self._add_transfer()
        self.backups = self.add(BackupsCard(self._icons, self._settings, self._clock, self))
        self.backups.said.connect(self.said)
        self.backups.counted.connect(self.refresh_sizes)
        self.memory_files = self.add(MemoryFilesCard(self._icons, self._settings, self._clock, self))
        self.memory_files.versions_wanted.connect(self.versions_wanted)
        self._add_end()
        self.add_group(*self.groups)
        self._settings.store_changed.connect(self._changed)

    def _add_data(self) -> None:
        data = self.add(CardBox(self._theme, tr("Your data")))
        folder = self._settings.service.home.folder
        self.open_button = Button(self._icons, tr("Open folder"), size="small", icon="folder")
        self.open_button.clicked.connect(self._open_folder)
        self.location = SettingRow(self._theme, tr("Location"), short_path(folder), self.open_button)
        self.location.description.set_style("mono_small")
        self.location.description.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        data.add(self.location, tr("folder path database file"))
        self.check_button = Button(self._icons, tr("Check"), size="small", icon="check", clicked=self.check)
        self.file_row = SettingRow(self._theme, tr("Memory file"), tr("Counting…"), self.check_button)
        self.check_button.setAccessibleName(tr("Check memory file"))
        data.add(self.file_row, tr("size check integrity damaged database"))
        self.result = SettingRow(self._theme, tr("Check"), "")
        data.add(self.result)
        data.set_present(self.result, False)
        self._data_card = data

    def _add_transfer(self) -> None:
        card = self.add(CardBox(self._theme, tr("Import and export")))
        importing = QWidget()
        buttons = hbox(on=importing, gap=self._theme.px(8))
        for words, name, icon, choose in (
            (tr("Folder…"), tr("Import a folder"), "folder", self.choose_import_folder),
            (tr("Import…"), tr("Import memories"), "download", self.choose_import),
        ):
            button = Button(self._icons, words, size="small", icon=icon, clicked=choose)
            button.setAccessibleName(name)
            buttons.addWidget(button)
        card.add(
            SettingRow(
                self._theme, tr("Import memories"),
                tr("From Arbor, ChatGPT, Claude.ai, mem0, MCP memory servers, Markdown notes, or a plain "
                    "text list."),
                importing,
            ),
            tr("import memories chatgpt claude mem0 mcp markdown obsidian"),
        )  # fmt: skip
        exporting = Button(self._icons, tr("Export…"), size="small", icon="upload", clicked=self.open_export)
        exporting.setAccessibleName(tr("Export memories"))
        card.add(
            SettingRow(
                self._theme, tr("Export memories"),
                tr("For a backup, to read, for Obsidian, a spreadsheet, or other AI tools."),
                exporting,
            ),
            tr("export memories json markdown csv obsidian agents.md mem0 yaml"),
        )  # fmt: skip

    def _add_end(self) -> None:
        end = self.add(CardBox(self._theme, tr("Start over")))
        self.delete_button = Button(
            self._icons, tr("Delete everything…"), variant="danger", size="small", icon="trash"
        )
        self.delete_button.clicked.connect(self.ask_to_delete)
        row = SettingRow(
            self._theme,
            tr("Delete everything permanently"),
            tr(
                "Deletes all memories, their history, all saved conversations, versions of memory files "
                "and the backups in Arbor's folder. Your AI tools' own files are not touched."
            ),
            self.delete_button,
        )
        end.add(row, tr("purge erase forget reset all memories"))

    def refresh(self) -> None:
        """Read sizes and backups again."""
        self.refresh_sizes()
        self.backups.refresh()
        self.memory_files.refresh()

    def refresh_sizes(self) -> None:
        self._settings.start(self._read_sizes())

    async def _read_sizes(self) -> None:
        sizes = await self._settings.ask("sizes_on_disk", self._settings.service.backups.sizes)
        words = tr("{file}, plus {backups} of backups")
        file, backups = size_words(sizes["database"]), size_words(sizes["backups"])
        self.file_row.set_description(words.format(file=file, backups=backups))

    def check(self) -> None:
        """Check the memory file; it stays in use meanwhile."""
        self.check_button.setEnabled(False)
        self._show_result(tr("Checking…"), "")
        self._settings.try_to(self._check(), self._not_checked)

    async def _check(self) -> None:
        self._checked(await self._settings.ask("check", self._settings.service.verification.problems))

    def choose_import(self) -> QFileDialog:
        """Let the person choose files with memories; the Memories page shows what they would add."""
        dialog = QFileDialog(self.window(), tr("Import memories"), str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda paths: self.import_wanted.emit([Path(path) for path in paths]))
        return opened(dialog)

    def choose_import_folder(self) -> QFileDialog:
        """Let the person choose a folder of notes, or of an account's export."""
        return choose_folder(
            self, tr("Import a folder"), lambda path: self.import_wanted.emit([Path(path)]),
            accept=tr("Import"),
        )  # fmt: skip

    def open_export(self) -> ExportSheet:
        """Let the person choose what is exported, and in which format."""
        from arbor_desktop.ui.exchange.export_sheet import ExportSheet  # hardly any start exports

        sheet = ExportSheet(self._icons, self._settings.bridge, self.window(), shows_private=True)
        sheet.exported.connect(self.said)
        sheet.private_wanted.connect(self.private_wanted)
        sheet.open()
        return sheet

    def ask_to_delete(self) -> AskDialog:
        """Ask before everything is deleted."""
        dialog = AskDialog(
            self._icons,
            tr("Delete everything permanently?"),
            (
                tr("All memories with their history, all saved conversations, versions of memory files "
                    "and the backups in Arbor's folder are deleted. This cannot be undone."),
                tr("Settings, sources, backups you saved elsewhere and your AI tools' own files are "
                    "kept. Arbor won't read past conversations again, only new ones."),
            ),
            tr("Delete everything"),
            danger=True,
            typed_word=tr("DELETE"),
            parent=self.window(),
        )  # fmt: skip
        dialog.confirmed.connect(lambda: self._settings.try_to(self._delete(), self._fail))
        dialog.finished.connect(self._closed)
        self.dialog = dialog
        return opened(dialog)

    async def _delete(self) -> None:
        gone = await self._settings.change(self._settings.service.purge, everything=True)
        if self.dialog is not None:
            self.dialog.finish()
        memories, conversations = gone["memories"], gone["conversations"]
        words = tr("Deleted {memories} and {conversations}").format(
            memories=tr("%n memories", None, memories),
            conversations=tr("%n conversations", None, conversations),
        )
        self.said.emit(words)
        self.refresh_sizes()

    def _fail(self, why: str) -> None:
        if self.dialog is not None:
            self.dialog.fail(why)

    def _closed(self) -> None:
        self.dialog = None

    def _open_folder(self) -> None:
        folder = self._settings.service.home.folder
        opened = self._open_url(QUrl.fromLocalFile(str(folder)))
        self.location.show_error(
            "" if opened else tr("Couldn't open the folder. Copy its path and open it in your file manager.")
        )

    def _checked(self, problems: dict[str, Sequence[str]]) -> None:
        self.check_button.setEnabled(True)
        found = [problem for group in problems.values() for problem in group]
        if not found:
            self._show_result(tr("No problems found"), tr("The memory file and its search index are intact."))
            return
        self._show_result(tr("%n problems found", None, len(found)), "")
        self.result.show_error("\n".join(found[:10]) + "\n" + tr("Restore an earlier backup."))

    def _not_checked(self, why: str) -> None:
        self.check_button.setEnabled(True)
        self._show_result(tr("Couldn't check the memory file"), "")
        self.result.show_error(why)

    def _show_result(self, title: str, description: str) -> None:
        self.result.title.setText(title)
        self.result.set_description(description)
        self.result.show_error("")
        self._data_card.set_present(self.result, True)

    def _changed(self, changes: Changes) -> None:
        if changes.all_memories and self.isVisible():
            self.refresh()


class BackupsCard(CardBox):
    """`said(words)` after something was done; `counted` when there are other backups than before."""

    said = Signal(str)
    counted = Signal()

    def __init__(
        self, icons: Icons, settings: SettingsController, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(icons.theme, tr("Backups"), parent=parent)
        self._icons, self._settings, self._clock = icons, settings, clock
        self.dialog: AskDialog | None = None
        self._found: Sequence[Backup] = ()
        self._all = False
        self.make_button = Button(icons, tr("Back up now…"), size="small", icon="download")
        self.make_button.clicked.connect(self.choose_target)
        self.make_row = SettingRow(
            icons.theme, tr("Back up to a file"), tr("Save a copy of the memory file."),
            self.make_button,
        )  # fmt: skip
        self.add(self.make_row, tr("backup copy save export"))
        self.file_button = Button(icons, tr("Choose file…"), size="small", icon="folder")
        self.file_button.clicked.connect(self.choose_source)
        self.file_row = SettingRow(
            icons.theme, tr("Restore from a file"), tr("Choose a backup file."), self.file_button
        )
        self.add(self.file_row, tr("backup restore import"))
        self.list = RowList(icons.theme)
        self.add(self.list, tr("backup restore"))
        self.more_row = LinkRow(icons)
        self.more_row.button.clicked.connect(self._show_all)
        self.add(self.more_row)
        self.set_present(self.more_row, False)

    def refresh(self) -> None:
        """Read the folder of backups again."""
        self._settings.start(self._read())

    async def _read(self) -> None:
        self._show(await self._settings.ask("backups", self._settings.service.backups.all))

    @property
    def backup_rows(self) -> list[SettingRow]:
        return [row for row in self.list.rows if isinstance(row, SettingRow)]

    def choose_target(self) -> QFileDialog:
        """Let the person choose where the backup goes."""
        moment = datetime.fromtimestamp(self._clock() / 1000, UTC).astimezone()
        dialog = QFileDialog(self.window(), tr("Save backup"), str(Path.home()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(tr("Arbor backup (*.db)"))
        dialog.setDefaultSuffix("db")
        # Nothing is ever overwritten: the service refuses, and says so.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.selectFile(f"arbor-{moment:%Y-%m-%d}.db")
        dialog.fileSelected.connect(self.back_up)
        return opened(dialog)

    def back_up(self, path: str) -> None:
        """Copy the memory file to `path`."""
        self.make_row.show_error("")
        self.make_button.setEnabled(False)
        self._settings.try_to(self._back_up(path), self._not_made)

    async def _back_up(self, path: str) -> None:
        made = await self._settings.change(self._settings.service.backup, path)
        self.make_button.setEnabled(True)
        words = tr("Backup saved to {file} ({size})")
        file, size = short_path(str(made["path"])), size_words(int(str(made["bytes"])))
        self.said.emit(words.format(file=file, size=size))
        self.refresh()

    def _not_made(self, why: str) -> None:
        self.make_button.setEnabled(True)
        self.make_row.show_error(why)

    def choose_source(self) -> QFileDialog:
        """Let the person choose a backup."""
        dialog = QFileDialog(self.window(), tr("Choose a backup"), str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([tr("Arbor backup (*.db)"), tr("All files (*)")])
        dialog.fileSelected.connect(lambda path: self.ask_to_restore(Path(path)))
        return opened(dialog)

    def ask_to_restore(self, path: Path, when: str = "") -> AskDialog:
        """Ask before all memories are replaced."""
        self.file_row.show_error("")
        dialog = AskDialog(
            self._icons,
            tr("Restore this backup?"),
            (
                tr("{file}, {when}").format(file=short_path(path), when=when) if when else short_path(path),
                tr("This replaces all memories and conversations with those in the backup. Arbor "
                    "backs up your current memories and conversations first."),
            ),
            tr("Restore"),
            parent=self.window(),
        )  # fmt: skip
        dialog.confirmed.connect(lambda: self._settings.try_to(self._restore(path), self._fail))
        dialog.finished.connect(self._closed)
        self.dialog = dialog
        return opened(dialog)

    async def _restore(self, path: Path) -> None:
        result = await self._settings.change(self._settings.service.restore_backup, path)
        if self.dialog is not None:
            self.dialog.finish()
        words = tr("Backup restored · Previous memory file saved as {file}")
        self.said.emit(words.format(file=Path(str(result["previous"])).name))
        self.refresh()

    def _fail(self, why: str) -> None:
        if self.dialog is not None:
            self.dialog.fail(why)

    def _closed(self) -> None:
        self.dialog = None

    def _show(self, found: Sequence[Backup]) -> None:
        if found != self._found:
            self._found = found
            self.counted.emit()
        shown = found if self._all else found[:SHOWN_AT_FIRST]
        self.list.set_rows([self._row(backup) for backup in shown])
        self.more_row.button.set_label(tr("Show all %n backups", None, len(found)))
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
        button.setAccessibleName(tr("Restore: {kind}, {when}").format(kind=backup_kind(path.name), when=when))
        return row


def backup_kind(name: str) -> str:
    """Return why a backup was made, by its name."""
    kinds = {
        "daily-": tr("Daily backup"),
        "before-restore-": tr("Backup before a restore"),
        "before-migration-": tr("Backup before an Arbor update"),
    }
    return next((words for start, words in kinds.items() if name.startswith(start)), tr("Backup"))
