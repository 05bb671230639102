"""The window that asks for the passphrase or the recovery code, while the memory is locked."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from arbor_desktop.encryption.keyfile import Mode
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.errors import ArborError
from arbor_desktop.llm.credentials import keyring_trouble
from arbor_desktop.paths import Home
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, Label, TextField
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.encryption.key_choice import KeyChoice
from arbor_desktop.ui.encryption.small_window import SmallWindow
from arbor_desktop.ui.encryption.words import locked_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr


class LockWindow(SmallWindow):
    """`unlocked(key)`; `try_again`: the keyring may have the key by now; `closed`: the person wants to quit.

    The recovery code is typed together with how the key is kept from now on. `error` is `keys.Locked`.
    """

    unlocked = Signal(str)
    try_again = Signal()

    def __init__(self, icons: Icons, bridge: Bridge, home: Home, error: ArborError) -> None:
        super().__init__(icons, tr("Arbor is locked"), "")
        self._controller = Controller(bridge, self)
        self._encryption = Encryption(home)
        self._by_passphrase = error.context.get("mode") == Mode.PASSPHRASE.value
        self._why = "" if self._by_passphrase else locked_words(str(error.context.get("why", "")))
        self.passphrase = TextField(icons, tr("Passphrase"), parent=self)
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.code = TextField(icons, tr("Recovery code"), parent=self)
        self.code.setFont(icons.theme.font("mono"))
        self.choice = KeyChoice(icons, self, by_passphrase=self._by_passphrase)
        self.choice.changed.connect(self.fit)
        self._pages = self._page(self.passphrase), self._page(self.code, self.choice)
        for page in self._pages:
            self.column.addWidget(page)
        self.recover = Button(icons, tr("Use recovery code…"), variant="quiet", parent=self)
        self.recover.clicked.connect(lambda: self._show(recovering=True))
        self.back = Button(icons, tr("Back"), variant="quiet", parent=self)
        self.back.clicked.connect(lambda: self._show(recovering=False))
        self.again = Button(icons, tr("Try again"), parent=self)
        self.again.clicked.connect(self._try_again)
        self.quit = Button(icons, tr("Quit"), variant="quiet", parent=self)
        self.quit.clicked.connect(self.closed)
        self.unlock = Button(icons, tr("Unlock"), variant="primary", parent=self)
        self.unlock.setDefault(True)
        self.unlock.clicked.connect(self._unlock)
        self.add_buttons((self.recover, self.back), (self.quit, self.again, self.unlock))
        for field in (self.passphrase, self.code):
            field.textEdited.connect(lambda: self._say(""))
        self._controller.start(self._look_for_keyring())
        self._recovering = False
        self._show(recovering=not self._by_passphrase)

    def _page(self, field: TextField, *below: QWidget) -> QWidget:
        px = self._theme.px
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(4))
        label = Label(self._theme, field.accessibleName(), "small500", "text2", page)
        label.setBuddy(field)
        column.addWidget(label)
        column.addWidget(field)
        if below:
            column.addSpacing(px(12))
            column.addWidget(Label(self._theme, tr("Keep the key in"), "small500", "text2", page))
        for widget in below:
            column.addWidget(widget)
        return page

    async def _look_for_keyring(self) -> None:
        if await self._controller.ask("keyring", keyring_trouble):
            self.choice.refuse_keyring()

    def _show(self, *, recovering: bool) -> None:
        self._recovering = recovering
        for page, shown in zip(self._pages, (not recovering, recovering), strict=True):
            page.setVisible(shown)
        self.recover.setVisible(not recovering)
        self.back.setVisible(recovering and self._by_passphrase)
        self.again.setVisible(not self._by_passphrase)
        text = tr("Type the recovery code that you wrote down.") if recovering else ""
        text = text or tr("Type your passphrase to open your memories.")
        self.state.show_state(
            "lock", tr("Arbor is locked"), "\n".join(filter(None, (self._why if recovering else "", text)))
        )
        self._say("")
        (self.code if recovering else self.passphrase).setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self, words: str) -> None:
        self.fail(words)
        (self.code if self._recovering else self.passphrase).set_error(bool(words))

    def _unlock(self) -> None:
        self._say("")
        if self._recovering:
            try:
                passphrase = self.choice.passphrase()
            except ValueError:
                return
            work = self._key(self._encryption.recover, self.code.text(), passphrase)
        else:
            work = self._key(self._encryption.unlock, self.passphrase.text())
        self._set_busy(True)
        self._controller.try_to(work, self._stays_locked)

    async def _key(self, find: Callable[..., str], *typed: str | None) -> None:
        self.unlocked.emit(await self._controller.change(find, *typed, ordered=False))

    def _try_again(self) -> None:
        self._set_busy(True)
        self.try_again.emit()

    def _stays_locked(self, why: str) -> None:
        self._set_busy(False)
        self._say(why)
        field = self.code if self._recovering else self.passphrase
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()

    def _set_busy(self, busy: bool) -> None:
        for page in self._pages:
            page.setEnabled(not busy)
        for button in (self.recover, self.back, self.again, self.unlock):
            button.setEnabled(not busy)
        self.unlock.set_label(tr("Unlocking…") if busy else tr("Unlock"))
