"""How the key is kept: the keyring, or a new passphrase that is typed twice."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QVBoxLayout, QWidget

from arbor_desktop.encryption.keyfile import SHORTEST_PASSPHRASE
from arbor_desktop.ui.components import Card, Hairline, InlineError, Label, TextField
from arbor_desktop.ui.components.radio_row import RadioRow
from arbor_desktop.ui.encryption.words import passphrase_trouble
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr


class KeyChoice(QWidget):
    """`changed`: the passphrase fields came or went, so that it has another height."""

    changed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None, *, by_passphrase: bool = False) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self.keyring = RadioRow(
            icons, tr("System keyring"), tr("Arbor opens when you log in. You type nothing."), self
        )
        self.by_passphrase = RadioRow(
            icons, tr("Passphrase"), tr("You type it each time Arbor starts."), self
        )
        card = Card(theme, self)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(1, 1, 1, 1)
        inner.setSpacing(0)
        inner.addWidget(self.keyring)
        inner.addWidget(Hairline(theme, parent=card))
        inner.addWidget(self.by_passphrase)
        group = QButtonGroup(self)
        for row in (self.keyring, self.by_passphrase):
            group.addButton(row)
        self.first = TextField(icons, tr("New passphrase"), parent=self)
        self.again = TextField(icons, tr("Repeat passphrase"), parent=self)
        self.error = InlineError(theme, self)
        for field in (self.first, self.again):
            field.setEchoMode(QLineEdit.EchoMode.Password)
            field.textEdited.connect(self._forget_error)
        hint = Label(
            theme,
            tr("At least {count} characters. A few random words are easy to type and hard to guess.").format(
                count=SHORTEST_PASSPHRASE
            ),
            "small",
            "text2",
            self,
        )
        hint.setWordWrap(True)
        self.fields = QWidget(self)
        below = QVBoxLayout(self.fields)
        below.setContentsMargins(0, px(12), 0, 0)
        below.setSpacing(px(4))
        for field in (self.first, self.again):
            label = Label(theme, field.accessibleName(), "small500", "text2", self.fields)
            label.setBuddy(field)
            below.addWidget(label)
            below.addWidget(field)
            below.addSpacing(px(4))
        below.addWidget(hint)
        below.addWidget(self.error)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(card)
        column.addWidget(self.fields)
        (self.by_passphrase if by_passphrase else self.keyring).setChecked(True)
        self.fields.setVisible(by_passphrase)
        self.by_passphrase.toggled.connect(self._show_fields)
        self.by_passphrase.clicked.connect(lambda: self.first.setFocus())

    def refuse_keyring(self) -> None:
        """There is no keyring that can keep a key."""
        self.keyring.set_about(tr("No usable keyring found on this computer."))
        self.by_passphrase.setChecked(True)
        self.keyring.setEnabled(False)

    def passphrase(self) -> str | None:
        """Return the new passphrase, None for the keyring. Raises ValueError if it can't be used, and says
        why."""
        if self.keyring.isChecked():
            return None
        why = passphrase_trouble(self.first.text(), self.again.text())
        short = len(self.first.text()) < SHORTEST_PASSPHRASE
        self.error.show_error(why, self.first if short else self.again)
        if why:
            (self.first if short else self.again).setFocus()
            self.changed.emit()
            raise ValueError(why)
        return self.first.text()

    def _forget_error(self) -> None:
        if self.error.text():
            self.error.show_error("", self.first, self.again)
            self.changed.emit()

    def _show_fields(self, shown: bool) -> None:
        self.fields.setVisible(shown)
        self.changed.emit()
