"""The sheet that turns encryption on, or gives the memory another key."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.encryption.keyfile import Mode
from arbor_desktop.encryption.operations import NewKey, new_key
from arbor_desktop.llm.credentials import keyring_trouble
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components.dialogs import Sheet
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.encryption.key_choice import KeyChoice
from arbor_desktop.ui.encryption.model import Change
from arbor_desktop.ui.encryption.recovery_code import RecoveryCode
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr


class EncryptionSheet(Sheet):
    """First how the key is kept, then the recovery code, which must be typed back. Nothing is changed yet:
    `wanted(Change)` when the person confirmed it.

    `key`: the present key, of which `mode` says how it is kept; None if the memory is plain. `chosen`: the
    keyring was chosen before, so only the code is shown.
    """

    wanted = Signal(object)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        parent: QWidget,
        *,
        key: str | None = None,
        mode: Mode | None = None,
        chosen: bool = False,
    ) -> None:
        title = tr("Encrypt memory") if key is None else tr("Change key")
        super().__init__(icons, title, tr("Continue"), parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._controller = Controller(bridge, self)
        self._key = key
        self._new: NewKey | None = None
        self.code: RecoveryCode | None = None
        self.choice = KeyChoice(icons, by_passphrase=mode is Mode.PASSPHRASE)
        self.column.addWidget(self.choice)
        self.column.addStretch(1)
        self.purpose.setText(
            tr("Memories, conversations and backups on this computer. How should the key be kept?")
            if key is None
            else tr("The memory is encrypted with a new key, and you get a new recovery code.")
        )
        self.choice.changed.connect(self.fit)
        self.confirmed.connect(self._go_on)
        self._controller.start(self._look_for_keyring())
        if chosen:
            self._make_key()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._focus()

    def _focus(self) -> None:
        if self.code is not None:
            self.code.field.setFocus()
        else:
            shown = self.choice.first if self.choice.by_passphrase.isChecked() else self.choice.keyring
            shown.setFocus()

    async def _look_for_keyring(self) -> None:
        if await self._controller.ask("keyring", keyring_trouble):
            self.choice.refuse_keyring()
            self._focus()

    def _go_on(self) -> None:
        if self._new is None:
            self._make_key()
            return
        self.wanted.emit(Change(self._new, self._key))
        self.accept()

    def _make_key(self) -> None:
        try:
            passphrase = self.choice.passphrase()
        except ValueError:
            self.fail("")
            return
        self.do.setEnabled(False)
        self.choice.setEnabled(False)
        self._controller.try_to(self._make(passphrase), self._not_made)

    async def _make(self, passphrase: str | None) -> None:
        self._show_code(await self._controller.ask("new key", new_key, passphrase))

    def _not_made(self, why: str) -> None:
        self.choice.setEnabled(True)
        self.fail(why)
        self.fit()

    def _show_code(self, new: NewKey) -> None:
        self._new = new
        self.code = RecoveryCode(self._icons, new)
        self.code.typed_back.connect(self._show_typed)
        self.choice.hide()
        self.column.insertWidget(0, self.code)
        self.code.show()
        self.heading.setText(tr("Save your recovery code"))
        self.purpose.setText(
            tr("Without the passphrase, only this code opens your memories. It is shown once.")
            if new.file.mode is Mode.PASSPHRASE
            else tr("Without the keyring, only this code opens your memories. It is shown once.")
        )
        self.do.set_label(tr("Turn on encryption") if self._key is None else tr("Change key"))
        self.do.setDefault(False)  # nobody leaves this by pressing Enter
        self.cancel.setEnabled(True)
        self._show_typed(False)
        self.fit()
        self._focus()

    def _show_typed(self, whole: bool) -> None:
        self.can_do = whole
        self.do.setEnabled(whole)
