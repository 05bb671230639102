"""The fields of a way to read: key, address, model."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QMenu, QWidget

from arbor_desktop.errors import InvalidInput
from arbor_desktop.llm.model import ModelInfo
from arbor_desktop.settings import Setting
from arbor_desktop.ui.components import Button, InlineError, Label, TextField
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.reading.model import Typed
from arbor_desktop.ui.settings.reading.words import key_words
from arbor_desktop.ui.translation import tr, translated

if TYPE_CHECKING:
    from arbor_desktop.llm.credentials import KeyStatus


class GlyphField(TextField):
    """A field with a glyph at left, as in the design's cards."""

    def __init__(self, icons: Icons, glyph: str, name: str, placeholder: str, parent: QWidget) -> None:
        super().__init__(icons, name, placeholder, parent=parent)
        self._glyph = glyph
        px = icons.theme.px
        self.setTextMargins(px(10) + px(16) + px(8) - 3, 0, px(8), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = self._icons.theme.px(16)
        y = (self.height() - side) / 2
        self._icons.paint(QPainter(self), self._glyph, "text2", self._icons.theme.px(11), y)


class NoteLine(QWidget):
    """A small glyph and a quiet sentence beside it."""

    def __init__(
        self,
        icons: Icons,
        glyph: str,
        text: str,
        parent: QWidget,
        *,
        style: str = "caption",
        token: str = "text3",
    ) -> None:
        super().__init__(parent)
        self._icons, self._glyph, self._token, self._style = icons, glyph, token, style
        self._side = 14 if style == "caption" else 16
        px = icons.theme.px
        self.label = Label(icons.theme, text, style, token, self, wrap=True)
        hbox(self.label, on=self, margins=(px(self._side) + px(6), 0, 0, 0))

    def set_token(self, token: str) -> None:
        """Another colour."""
        self._token = token
        self.label.set_token(token)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        y = (self._icons.theme.line(self._style) - self._icons.theme.px(self._side)) / 2
        self._icons.paint(QPainter(self), self._glyph, self._token, 0, y, self._side)


class KeyField(QWidget):
    """The key that is stored, by its end alone, or a field for one. `edited` when something was typed;
    `remove_wanted` for the stored one."""

    edited = Signal()
    remove_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget, *, placeholder: str, optional: str = "") -> None:
        """`optional` says who wants a key, where it can be left out."""
        super().__init__(parent)
        theme = icons.theme
        self._status: KeyStatus | None = None
        self._replacing, self._optional = False, bool(optional)
        self.stored = Label(theme, "", "body", parent=self)
        self.replace = Button(icons, tr("Replace"), size="small", parent=self, clicked=self.enter)
        self.remove = Button(icons, tr("Remove…"), variant="danger", size="small", parent=self)
        self.remove.clicked.connect(self.remove_wanted)
        self.field = GlyphField(icons, "key", optional or tr("API key"), placeholder, self)
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.textChanged.connect(self._edited)
        self.keep = Button(icons, tr("Keep current key"), variant="quiet", size="small", parent=self)
        self.keep.clicked.connect(self.clear)
        self.error = InlineError(theme, self)
        self.note = NoteLine(icons, "lock", tr("Kept in the system keyring, never in a file."), self)
        self.trouble = NoteLine(icons, "warning", "", self, style="small", token="warn")
        self.session = QCheckBox(tr("Keep this key only until you quit Arbor"), self)
        self.session.toggled.connect(self.edited)
        self._lay_out(theme.px(8), theme.px(4))
        self._show()

    def _lay_out(self, gap: int, small: int) -> None:
        held = hbox((self.stored, 1), self.replace, self.remove, gap=gap)
        entry = hbox((self.field, 1), self.keep, gap=gap)
        vbox(held, entry, self.error, self.note, self.trouble, self.session, on=self, gap=small)

    @property
    def typed(self) -> Typed:
        """What is to be kept; empty where nothing was typed."""
        if self.field.isHidden():
            return Typed()
        return Typed(self.field.text().strip(), not self.session.isHidden() and self.session.isChecked())

    @property
    def holds_key(self) -> bool:
        """Whether there is a key already, wherever it comes from."""
        return self._status is not None and bool(key_words(self._status))

    def show_status(self, status: KeyStatus | None) -> None:
        """Which key there is, and whether the keyring can be used."""
        self._status = status
        self._show()

    def enter(self) -> None:
        """The field for another key, with the cursor in it."""
        self._replacing = True
        self._show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def clear(self) -> None:
        """Forgets what was typed; the stored key is shown again, where there is one."""
        self._replacing = False
        self.error.show_error("", self.field)
        self.field.clear()
        self._show()
        self.edited.emit()

    def show_error(self, words: str) -> None:
        self.error.show_error(words, self.field)

    def _edited(self) -> None:
        self.error.show_error("", self.field)
        self._show()
        self.edited.emit()

    def _show(self) -> None:
        from arbor_desktop.llm.credentials import Where

        status = self._status
        entering = self._replacing or not self.holds_key
        own = status is not None and status.where in (Where.KEYRING, Where.SESSION)
        self.stored.setText("" if status is None else key_words(status))
        self.stored.setVisible(not entering)
        self.replace.setVisible(not entering)
        self.replace.set_label(tr("Replace") if own else tr("Use another key"))
        self.remove.setVisible(not entering and own)
        self.field.setVisible(entering)
        self.keep.setVisible(entering and self.holds_key)
        trouble = "" if status is None else translated(status.trouble)
        told = entering and (not self._optional or bool(self.field.text()))
        self.note.setVisible(told and not trouble)
        self.trouble.setVisible(told and bool(trouble))
        self.trouble.label.setText(trouble)
        self.session.setVisible(told and bool(trouble))


def with_scheme(address: str) -> str:
    """ "http://localhost:11434" of "localhost:11434", as people write it; https for what has a name in the
    internet. What begins with a scheme, or is no host, stays as it is."""
    if not address or "://" in address:
        return address
    try:
        host = urlsplit(f"//{address}").hostname
    except ValueError:
        return address
    if not host or any(sign.isspace() for sign in address):
        return address
    near = "." not in host or host.endswith((".local", ".lan")) or _is_number(host)
    return f"{'http' if near else 'https'}://{address}"


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


class AddressField(QWidget):
    """Where a server is, checked as it is typed. `edited` after each change."""

    edited = Signal()

    def __init__(self, icons: Icons, setting: Setting, parent: QWidget) -> None:
        super().__init__(parent)
        self._setting = setting
        self.field = GlyphField(icons, "server", tr("Address"), "http://localhost:11434", self)
        self.field.setFont(icons.theme.font("mono"))
        self.field.textChanged.connect(self._edited)
        self.field.editingFinished.connect(self.check)
        self.error = InlineError(icons.theme, self)
        vbox(self.field, self.error, on=self, gap=icons.theme.px(4))

    @property
    def address(self) -> str:
        return self.field.text().strip().rstrip("/")

    def show_address(self, address: str) -> None:
        """What is set, unless the person is typing another one."""
        if not self.field.isModified():
            self.field.setText(address)

    def settle(self) -> None:
        """What was typed is what is set now."""
        self.field.setModified(False)

    def check(self) -> bool:
        """Writes the beginning that was left out, and says beside the field what is wrong with it. Answers
        whether nothing is."""
        words, whole = "", with_scheme(self.address)
        if whole != self.address:
            self.field.setText(whole)
            self.field.setModified(True)
        if self.address:
            try:
                self._setting.check(self.address)
            except InvalidInput as error:  # it names the setting, which people don't know by that name
                words = error.message.replace(self._setting.key, tr("The address"), 1)
        self.error.show_error(words, self.field)
        return bool(self.address) and not words

    def ask_for(self) -> None:
        """There is none yet."""
        self.error.show_error(tr("Enter the server's address."), self.field)

    def _edited(self) -> None:
        self.error.show_error("", self.field)
        self.edited.emit()


class _ComboField(TextField):
    """A field with a button inside it, at its end. What an empty one stands for is written as a value is."""

    _button: Button | None = None
    _filled = False

    def set_default(self, text: str, *, filled: bool) -> None:
        """`filled`: an empty field stands for this value, else it is a hint."""
        self._filled = filled
        self.setPlaceholderText(text)
        self._ink()

    def set_button(self, button: Button) -> None:
        self._button = button
        self._icons.theme.changed.connect(self._ink)
        self._ink()
        self.place_button()

    def place_button(self) -> None:
        """Put the button where it belongs, with its present words."""
        if self._button is None:
            return
        px, size = self._icons.theme.px, self._button.sizeHint()
        left = self.width() - size.width() - px(2)
        self._button.setGeometry(left, (self.height() - size.height()) // 2, size.width(), size.height())
        margins = self.textMargins()
        self.setTextMargins(margins.left(), 0, size.width() + px(6), 0)

    def _ink(self) -> None:
        palette = self.palette()
        palette.setColor(
            QPalette.ColorRole.PlaceholderText, self._icons.theme.color("text" if self._filled else "text2")
        )
        self.setPalette(palette)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_button()


class ModelField(QWidget):
    """Which model is asked: a name, typed or chosen from what the service offers. `list_wanted` for that."""

    edited = Signal()
    list_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        theme = icons.theme
        self.caption = Label(theme, tr("Model"), "small500", "text2", self)
        self.field = _ComboField(icons, tr("Model"), parent=self)
        self.caption.setBuddy(self.field)
        self.field.textChanged.connect(self._edited)
        self.choose = Button(
            icons, tr("Choose…"), variant="quiet", size="small", trailing="chevron-down", parent=self.field
        )
        self.choose.setAccessibleName(tr("Choose a model"))
        self.choose.clicked.connect(self.list_wanted)
        self.field.set_button(self.choose)
        self.error = InlineError(theme, self)
        row = hbox(self.caption, (self.field, 1), gap=theme.px(8))
        vbox(row, self.error, on=self, gap=theme.px(4))
        self._default = ""

    @property
    def name(self) -> str:
        return self.field.text().strip()

    def show_name(self, name: str, default: str, *, needed: bool) -> None:
        """What is set, unless the person is typing another one; `default`: what an empty field stands for, or
        a hint where a name is needed."""
        self._default = default
        self.field.set_default(default, filled=not needed)
        if not self.field.isModified():
            self.field.setText(name)

    def settle(self) -> None:
        """What was typed is what is set now."""
        self.field.setModified(False)

    def show_loading(self, loading: bool) -> None:
        self.choose.setEnabled(not loading)
        self.choose.set_label(tr("Loading…") if loading else tr("Choose…"))
        self.field.place_button()
        self.choose.setAccessibleName(tr("Choose a model"))

    def show_models(self, models: Sequence[ModelInfo], *, may_be_empty: bool) -> QMenu:
        """Opens the list under the button; `may_be_empty`: there is a choice of Arbor's own."""
        menu = Menu(self)
        menu.setAccessibleName(tr("Models"))
        if may_be_empty:
            self._entry(menu, self._default, "")
            menu.addSeparator()
        for model in models:
            self._entry(
                menu, model.id if model.name in ("", model.id) else f"{model.name}  ({model.id})", model.id
            )
        menu.popup(self.choose.mapToGlobal(QPoint(0, self.choose.height() + 2)))
        return menu

    def _entry(self, menu: QMenu, words: str, name: str) -> None:
        action = menu.addAction(words.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(name == self.name)
        action.triggered.connect(lambda: self._take(name))

    def _take(self, name: str) -> None:
        self.field.setText(name)
        self.field.setModified(True)
        self.edited.emit()
        self.choose.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_error(self, words: str) -> None:
        self.error.show_error(words)

    def _edited(self) -> None:
        self.error.show_error("")
        self.edited.emit()
