"""What a page shows when it has nothing to show, or could not."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSpacerItem, QVBoxLayout, QWidget

from arbor_desktop.ui.components.boxes import STRETCH, hbox
from arbor_desktop.ui.components.buttons import Button, Slot
from arbor_desktop.ui.components.labels import Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.components.pictures import PICTURES, paint_picture
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr


class EmptyState(QWidget):
    """A picture, a title, one or two lines, at most two actions, perhaps one line of code.

    `kind` is one of the pictures: memories, conflicts, review, search, conversations, activity, error, key,
    warning.
    """

    def __init__(
        self,
        icons: Icons,
        kind: str,
        title: str,
        text: str = "",
        *,
        code: str = "",
        actions: tuple[Button, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons = icons
        self._wordless = False
        theme = icons.theme
        self._picture = _Picture(theme, self)
        self.title = Label(theme, "", "title", parent=self)
        self.text = Label(theme, "", "body", "text2", parent=self)
        self.code = _Code(theme, self)
        for label in (self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
            label.setWordWrap(True)
        self.text.setMinimumWidth(theme.px(200))
        self._buttons = hbox(gap=theme.px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(24), theme.px(16), theme.px(24), theme.px(16))
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(theme.px(18))
        column.addWidget(self.title)
        column.addSpacing(theme.px(4))
        column.addLayout(_centred(self.text, theme.px(360)))
        column.addSpacing(theme.px(12))
        column.addWidget(self.code, 0, Qt.AlignmentFlag.AlignHCenter)
        self._gap = QSpacerItem(0, 0)
        column.addItem(self._gap)
        column.addLayout(self._buttons)
        column.addStretch(1)
        self.show_state(kind, title, text, code=code, actions=actions)

    def show_state(
        self, kind: str, title: str, text: str = "", *, code: str = "", actions: tuple[Button, ...] = ()
    ) -> None:
        """Shows another state in the same place; former actions are removed."""
        if kind not in PICTURES:
            raise ValueError(f"no picture of kind {kind!r}")
        if len(actions) > 2:
            raise ValueError("an empty state offers at most two actions")
        self._picture.kind = kind
        self._picture.update()
        self.title.setText(title)
        self.text.setText(text)
        self.set_wordless(self._wordless)
        self.code.setText(code)
        self.code.setVisible(bool(code))
        # Without code, the space above it is most of the space above the buttons.
        self._gap.changeSize(0, self._icons.theme.px(16 if code else 4))
        self.setAccessibleName(". ".join(part for part in (title, text, code) if part))
        self.set_actions(actions)

    def show_failed(self, title: str, text: str, code: str, retry: Slot) -> None:
        """Show what could not be read, and a button to try again."""
        again = Button(self._icons, tr("Try again"), icon="refresh", clicked=retry)
        self.show_state("error", title, text, code=code, actions=(again,))

    def set_wordless(self, wordless: bool) -> None:
        """Show only the actions, where something beside it says the rest."""
        self._wordless = wordless
        self._picture.setHidden(wordless)
        self.title.setHidden(wordless)
        self.text.setVisible(bool(self.text.text()) and not wordless)

    def set_actions(self, actions: tuple[Button, ...]) -> None:
        """Shows these buttons in place of the former ones."""
        while (item := self._buttons.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget not in actions:
                widget.hide()
                widget.deleteLater()
        self._buttons.addStretch(1)
        for button in actions:
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)


def _centred(label: QLabel, width: int) -> QHBoxLayout:
    """A row with the wrapped label in the middle, at most `width` wide."""
    label.setMaximumWidth(width)
    return hbox(STRETCH, (label, 100), STRETCH)


class _Picture(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.kind = "memories"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(112), self._theme.px(96))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_picture(QPainter(self), self._theme, self.kind, QRectF(self.rect()))


class _Code(QLabel):
    """The raw code of a failure, once, in mono; can be selected and copied."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFont(theme.font("mono_small"))
        self.setContentsMargins(theme.px(12), theme.px(6), theme.px(12), theme.px(6))
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setTextFormat(Qt.TextFormat.PlainText)
        theme.changed.connect(self._tint)
        self._tint()

    def _tint(self) -> None:
        palette = self.palette()
        palette.setColor(palette.ColorRole.WindowText, self._theme.color("text2"))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._theme
        rounded(painter, self.rect(), theme.px(8), theme.color("sunken"), theme.color("border"))
        painter.end()
        super().paintEvent(event)
