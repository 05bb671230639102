"""Encryption at rest: whether it is on, how the key is kept, and the way to change both."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.encryption.keyfile import Mode
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.ui.components import AskDialog, Button, SettingRow, Switch
from arbor_desktop.ui.encryption.model import Change
from arbor_desktop.ui.encryption.sheet import EncryptionSheet
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.cards import CardBox
from arbor_desktop.ui.setting_rows.rows import SettingsController
from arbor_desktop.ui.translation import tr


class EncryptionCard(CardBox):
    """`wanted(Change)` when the person confirmed a change. The switch stays as it is until that is made."""

    wanted = Signal(object)

    def __init__(self, icons: Icons, settings: SettingsController, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, tr("Encryption"), parent=parent)
        self._icons, self._settings = icons, settings
        self._mode: Mode | None = None
        self.switch = Switch(icons.theme, tr("Encrypt memory"))
        self.switch.clicked.connect(self._switched)
        self.row = SettingRow(
            icons.theme,
            tr("Encrypt memory"),
            tr("Memories, conversations and backups on this computer."),
            self.switch,
        )
        self.add(self.row, tr("encryption encrypt password passphrase lock security"))
        self.change_button = Button(icons, tr("Change…"), size="small", icon="key")
        self.change_button.setAccessibleName(tr("Change key"))
        self.change_button.clicked.connect(lambda: self.open_sheet())
        self.key_row = SettingRow(icons.theme, tr("Key"), " ", self.change_button)
        self.add(self.key_row, tr("encryption key keyring passphrase"))
        self.code_button = Button(icons, tr("New code…"), size="small")
        self.code_button.setAccessibleName(tr("New recovery code"))
        self.code_button.clicked.connect(lambda: self.open_sheet(chosen=self._mode is Mode.KEYRING))
        self.code_row = SettingRow(
            icons.theme,
            tr("Recovery code"),
            tr("Arbor keeps no copy. A new code comes with a new key."),
            self.code_button,
        )
        self.add(self.code_row, tr("encryption recovery code"))
        self._show(None)

    def refresh(self) -> None:
        """Look again how the memory is encrypted."""
        self._settings.try_to(self._read(), self.row.show_error)

    async def _read(self) -> None:
        state = await self._settings.ask("encryption", Encryption(self._settings.service.home).state)
        self._show(state.mode)

    def _show(self, mode: Mode | None) -> None:
        self._mode = mode
        self.switch.setChecked(mode is not None)
        for row in (self.key_row, self.code_row):
            self.set_present(row, mode is not None)
        self.key_row.set_description(
            tr("Your passphrase opens it. Arbor asks for it when it starts.")
            if mode is Mode.PASSPHRASE
            else tr("In this computer's keyring, opened when you log in.")
        )

    def _switched(self) -> None:
        self.switch.setChecked(self._mode is not None)
        if self._mode is None:
            self.open_sheet()
        else:
            self.ask_to_turn_off()

    def open_sheet(self, *, chosen: bool = False) -> EncryptionSheet:
        """Let the person choose a key. `chosen`: the keyring keeps it again."""
        sheet = EncryptionSheet(
            self._icons, self._settings.bridge, self.window(),
            key=self._settings.service.key, mode=self._mode, chosen=chosen,
        )  # fmt: skip
        sheet.wanted.connect(self.wanted)
        sheet.open()
        return sheet

    def ask_to_turn_off(self) -> AskDialog:
        """Ask before everything is written unencrypted."""
        dialog = AskDialog(
            self._icons,
            tr("Turn off encryption?"),
            (
                tr("Arbor closes its window and writes your memories, conversations and backups "
                    "unencrypted."),
                tr("Programs and people who can read this computer's disk can read them then."),
            ),
            tr("Turn off"),
            danger=True,
            parent=self.window(),
        )  # fmt: skip
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.confirmed.connect(dialog.finish)
        dialog.confirmed.connect(lambda: self.wanted.emit(Change(None, self._settings.service.key)))
        dialog.open()
        return dialog
