"""Privacy and data: what is taken out, where the memory lies, its backups, and the end of it all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.components import AskDialog, Badge, Button, SettingRow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.backups_card import BackupsCard
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rows import SwitchRow
from arbor_desktop.ui.settings.section import Section
from arbor_desktop.ui.settings.words import error_words, short_path, size_words, tr

OpenUrl = Callable[[QUrl], bool]


class DataSection(Section):
    """`said(words)` after something was done."""

    key, name, glyph = "data", "Privacy and data", "lock"

    said = Signal(str)

    def __init__(
        self,
        icons: Icons,
        desk: SettingsDesk,
        clock: Clock,
        open_url: OpenUrl,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(icons, parent)
        self._icons, self._desk, self._open_url = icons, desk, open_url
        self.dialog: AskDialog | None = None
        kept = self.add_card(tr("What Arbor never keeps"))
        always = SettingRow(
            icons.theme,
            tr("Remove keys, tokens and passwords"),
            tr("Found by pattern and by entropy, and replaced by a placeholder before anything is stored."),
            Badge(icons, tr("Always"), "ok", icon="check"),
        )
        kept.add(always, tr("redaction secrets credentials privacy"))
        kept.add(SwitchRow(icons, desk, "redaction.personal"), tr("redaction privacy email personal"))
        self._add_data(icons)
        self.backups = BackupsCard(icons, desk, clock, self)
        self.cards.append(self.backups)
        self._column.addWidget(self.backups)
        self.backups.said.connect(self.said)
        self.backups.counted.connect(self.refresh_sizes)
        self._add_end(icons)
        desk.store_changed.connect(self._changed)

    def _add_data(self, icons: Icons) -> None:
        data = self.add_card(tr("Your data"))
        folder = self._desk.service.home.folder
        self.open_button = Button(icons, tr("Open folder"), size="small", icon="folder")
        self.open_button.clicked.connect(self._open_folder)
        self.location = SettingRow(icons.theme, tr("Location"), short_path(folder), self.open_button)
        self.location.description.set_style("mono_small")
        self.location.description.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        data.add(self.location, tr("folder path database file"))
        self.check_button = Button(icons, tr("Check"), size="small", icon="check")
        self.check_button.clicked.connect(self.check)
        self.file_row = SettingRow(icons.theme, tr("Memory file"), tr("Counting…"), self.check_button)
        self.check_button.setAccessibleName(tr("Check the memory file"))
        data.add(self.file_row, tr("size check integrity damaged database"))
        self.result = SettingRow(icons.theme, tr("Check"), "")
        data.add(self.result)
        data.set_present(self.result, False)
        self._data_card = data

    def _add_end(self, icons: Icons) -> None:
        end = self.add_card(tr("Start over"))
        self.delete_button = Button(
            icons, tr("Delete everything…"), variant="danger", size="small", icon="trash"
        )
        self.delete_button.clicked.connect(self.ask_to_delete)
        row = SettingRow(
            icons.theme,
            tr("Delete everything for good"),
            tr(
                "All memories, their history and all captured conversations. "
                "The conversations' own files stay as they are."
            ),
            self.delete_button,
        )
        end.add(row, tr("purge erase forget reset all memories"))

    def refresh(self) -> None:
        """Looks anew at sizes and backups."""
        self.refresh_sizes()
        self.backups.refresh()

    def refresh_sizes(self) -> None:
        self._desk.ask("settings.sizes_on_disk", self._desk.service.backups.sizes, self._show_sizes)

    def check(self) -> None:
        """Checks the memory file; it stays in use meanwhile."""
        self.check_button.setEnabled(False)
        self._show_result(tr("Checking…"), "")
        self._desk.ask(
            "settings.check", self._desk.service.verification.problems, self._checked, self._not_checked
        )

    def ask_to_delete(self) -> AskDialog:
        """Asks before everything is deleted."""
        dialog = AskDialog(
            self._icons,
            tr("Delete everything for good?"),
            (
                tr("All memories with their history and all captured conversations are erased from the "
                   "memory file. This cannot be undone."),
                tr("Settings, sources and backups stay, and so do the conversations' own files. What was "
                   "read before is not read again, even if it goes on; new conversations are captured."),
            ),
            tr("Delete everything"),
            danger=True,
            typed_word=tr("DELETE"),
            parent=self.window(),
        )  # fmt: skip
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.confirmed.connect(self._delete)
        dialog.finished.connect(self._closed)
        self.dialog = dialog
        dialog.open()
        return dialog

    def _delete(self) -> None:
        self._desk.do(self._desk.service.purge, everything=True, done=self._deleted, failed=self._not_deleted)

    def _deleted(self, gone: dict[str, int]) -> None:
        if self.dialog is not None:
            self.dialog.finish()
        memories, conversations = gone["memories"], gone["conversations"]
        words = tr("Deleted: {memories}, {conversations}").format(
            memories=tr("1 memory") if memories == 1 else tr("%n memories", memories),
            conversations=tr("1 conversation")
            if conversations == 1
            else tr("%n conversations", conversations),
        )
        self.said.emit(words)
        self.refresh_sizes()

    def _not_deleted(self, error: BaseException) -> None:
        if self.dialog is not None:
            self.dialog.fail(error_words(error))

    def _closed(self) -> None:
        self.dialog = None

    def _open_folder(self) -> None:
        folder = self._desk.service.home.folder
        opened = self._open_url(QUrl.fromLocalFile(str(folder)))
        self.location.show_error("" if opened else tr("The system has nothing that opens this folder."))

    def _show_sizes(self, sizes: dict[str, int]) -> None:
        words = tr("{file}, and {backups} of backups")
        self.file_row.set_description(
            words.format(file=size_words(sizes["database"]), backups=size_words(sizes["backups"]))
        )

    def _checked(self, problems: dict[str, Sequence[str]]) -> None:
        self.check_button.setEnabled(True)
        found = [problem for group in problems.values() for problem in group]
        if not found:
            self._show_result(
                tr("No problems found"), tr("The file, its index and its references are whole.")
            )
            return
        self._show_result(
            tr("1 problem found") if len(found) == 1 else tr("%n problems found", len(found)), ""
        )
        self.result.show_error("\n".join(found[:10]) + "\n" + tr("Restore a backup from before."))

    def _not_checked(self, error: BaseException) -> None:
        self.check_button.setEnabled(True)
        self._show_result(tr("The check failed"), "")
        self.result.show_error(error_words(error))

    def _show_result(self, title: str, description: str) -> None:
        self.result.title.setText(title)
        self.result.set_description(description)
        self.result.show_error("")
        self._data_card.set_present(self.result, True)

    def _changed(self, changes: Changes) -> None:
        if changes.all_memories and self.isVisible():
            self.refresh()
