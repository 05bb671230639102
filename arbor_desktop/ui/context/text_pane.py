"""The text at left: how much of the budget it takes, of what, and the text itself."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.ui.components import Button, EmptyState, Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.context.gauge import Gauge, Legend, parts_of
from arbor_desktop.ui.context.popups import BudgetPopup
from arbor_desktop.ui.context.reads import Preview
from arbor_desktop.ui.context.text_view import TextView
from arbor_desktop.ui.context.words import memories, tr
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.theme import Theme

NEAR = 0.9
"""From this share of the budget on, it is near its limit."""
_COPIED_MS = 1600


class TextPane(QWidget):
    """The other signals are the next steps where nothing is told."""

    project_wanted = Signal()
    review_wanted = Signal()
    add_wanted = Signal()

    def __init__(self, icons: Icons, settings: SettingsDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._settings = icons, icons.theme, settings
        theme, px = icons.theme, icons.theme.px
        self.used = UsedButton(icons, self)
        self.used.clicked.connect(self.open_budget)
        self.near = Label(theme, tr("near the limit"), "small500", "warn", parent=self)
        self.count = Label(theme, "", "small", "text3", parent=self)
        self.copy_button = Button(icons, tr("Copy text"), size="small", icon="copy", parent=self)
        keys = QKeySequence("Ctrl+Shift+C").toString(QKeySequence.SequenceFormat.NativeText)
        self.copy_button.setToolTip(f"{tr('Copy text')}  {keys.replace('+', ' ')}")
        self.copy_button.clicked.connect(self.copy)
        self._copied = QTimer(self, singleShot=True, interval=_COPIED_MS)
        self._copied.timeout.connect(self._copy_again)
        self.gauge = Gauge(theme, self)
        self.legend = Legend(theme, self)
        self.view = TextView(theme)
        self.state = EmptyState(icons, "memories", tr("Nothing would be told here"))
        self.stack = QStackedWidget(self)
        self.stack.addWidget(_Box(theme, self.view))
        self.stack.addWidget(self.state)
        head = QHBoxLayout()
        head.setSpacing(px(8))
        head.addWidget(self.used)
        head.addWidget(self.near)
        head.addWidget(self.count)
        head.addStretch(1)
        head.addWidget(self.copy_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        column.setSpacing(px(8))
        column.addLayout(head)
        column.addWidget(self.gauge)
        column.addWidget(self.legend)
        column.addWidget(self.stack, 1)
        self.near.hide()

    def show_preview(self, preview: Preview) -> None:
        """Shows the text; where there is none, why and what can be done."""
        parts = parts_of(preview.by_type, preview.tokens)
        near = preview.tokens > NEAR * preview.budget
        self.used.show_used(preview.tokens, preview.budget, near)
        self.near.setVisible(near)
        self.count.setText(memories(len(preview.told)))
        self._fit()
        self.gauge.show_parts(parts, preview.budget)
        self.legend.show_parts(parts)
        self.legend.setVisible(bool(parts))
        self.copy_button.setEnabled(bool(preview.text))
        self.view.show_text(preview.text)
        if preview.text:
            self.stack.setCurrentIndex(0)
        else:
            self._show_nothing(preview)

    def _fit(self) -> None:
        """How many memories gives way where there is little room: the list says it too."""
        parts: list[QWidget] = [self.used, self.count, self.copy_button]
        if not self.near.isHidden():
            parts.append(self.near)
        gaps = self._theme.px(8) * len(parts) + 2 * self._theme.px(16)
        self.count.setVisible(sum(part.sizeHint().width() for part in parts) + gaps <= self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def copy(self) -> None:
        """Puts the exact text on the clipboard and says so on the button."""
        if not self.view.exact_text:
            return
        QGuiApplication.clipboard().setText(self.view.exact_text)
        width = self.copy_button.width()
        self.copy_button.setMinimumWidth(width)
        self.copy_button.set_label(tr("Copied"))
        self.copy_button.set_glyph("check")
        self._copied.start()

    def _copy_again(self) -> None:
        self.copy_button.set_label(tr("Copy text"))
        self.copy_button.set_glyph("copy")

    def open_budget(self) -> BudgetPopup:
        """The budget, to be changed in place; it is the one of the settings."""
        popup = BudgetPopup(self._icons, self._settings, self.window())
        popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        popup.open_at(self.used.mapToGlobal(QPoint(0, self.used.height() + self._theme.px(4))))
        return popup

    def _show_nothing(self, preview: Preview) -> None:
        waiting = sum(entry.waits for entry in preview.left_out)
        actions: tuple[Button, ...] = ()
        if waiting and waiting == len(preview.left_out):
            text = tr("1 memory waits for your yes or no.")
            if waiting > 1:
                text = tr("%n memories wait for your yes or no.", waiting)
            actions = (self._action(tr("Review them"), self.review_wanted),)
        elif preview.left_out:
            text = tr("Every memory is left out; the list says why. Pin one, and it is always told.")
        elif preview.elsewhere:
            text = tr("No memory holds here. Choose a project to see what is told there.")
            actions = (self._action(tr("Choose a project"), self.project_wanted),)
        else:
            text = tr("No memory holds here yet. Work on as usual, or add one by hand.")
            actions = (self._action(tr("Add one by hand"), self.add_wanted),)
        self.state.show_state("memories", tr("Nothing would be told here"), text, actions=actions)
        self.stack.setCurrentIndex(1)

    def _action(self, text: str, wanted: object) -> Button:
        button = Button(self._icons, text, variant="primary")
        button.clicked.connect(wanted)
        return button


class UsedButton(QPushButton):
    """ "640 / 2,000 tokens", which opens the budget."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self._near = False
        self.setAutoDefault(False)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolTip(tr("Change the budget"))

    def show_used(self, tokens: int, budget: int, near: bool) -> None:
        self._near = near
        self.setText(f"{tokens:,} / {budget:,} {tr('tokens')}")
        said = f"{tokens:,} {tr('of')} {budget:,} {tr('tokens')}"
        self.setAccessibleName(f"{said}, {tr('near the limit')}" if near else said)
        self.setAccessibleDescription(tr("Change the budget"))
        self.updateGeometry()
        self.update()

    @property
    def near(self) -> bool:
        return self._near

    def sizeHint(self) -> QSize:
        px = self._theme.px
        words = QFontMetrics(self._theme.font("section")).horizontalAdvance(self.text())
        return QSize(words + px(4) + px(14) + px(4), px(26))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px, painter = self._theme, self._theme.px, QPainter(self)
        if self.underMouse() or self.isDown():
            back = theme.color("sunken" if self.isDown() else "hover")
            rounded(painter, self.rect(), px(6), back)
        painter.setFont(theme.font("section"))
        painter.setPen(theme.color("warn" if self._near else "text"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, self.text())
        x = self.width() - px(14) - px(3)
        self._icons.paint(painter, "chevron-down", "text3", x, (self.height() - px(14)) / 2, 14)


class _Box(QFrame):
    """The sunken box around the text."""

    def __init__(self, theme: Theme, view: TextView) -> None:
        super().__init__()
        self._theme = theme
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(view)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        rounded(QPainter(self), self.rect(), theme.px(8), theme.color("sunken"), theme.color("border"))
