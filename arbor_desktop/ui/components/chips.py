"""Filter chips, badges, key caps and the confidence bar as widgets."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.labels import Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr


class Chip(QToolButton):
    """A checkable filter chip with an optional colour square and a count."""

    def __init__(
        self,
        icons: Icons,
        text: str,
        *,
        square: str | None = None,
        count: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`square` is a colour token such as chFact."""
        super().__init__(parent)
        self._icons, self._square, self._count = icons, square, count
        self._more = False
        self.setText(text)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._name()

    @property
    def count(self) -> int | None:
        return self._count

    def set_count(self, count: int | None, *, more: bool = False) -> None:
        """`more`: there are at least so many ("200+")."""
        if (count, more) != (self._count, self._more):
            self._count, self._more = count, more
            self._name()
            self.updateGeometry()
            self.update()

    def set_text(self, text: str) -> None:
        self.setText(text)
        self._name()
        self.updateGeometry()

    def _name(self) -> None:
        more = "+" if self._more else ""
        self.setAccessibleName(self.text() if self._count is None else f"{self.text()}, {self._count}{more}")

    def _count_text(self) -> str:
        return "" if self._count is None else f"{number(self._count)}{'+' if self._more else ''}"

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        gap = theme.px(6)
        width = 2 * theme.px(9) + 2 + QFontMetrics(theme.font("small500")).horizontalAdvance(self.text())
        if self._square:
            width += theme.px(8) + gap
        if self._count is not None:
            width += QFontMetrics(theme.font("small")).horizontalAdvance(self._count_text()) + gap
        return QSize(width, theme.px(26))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        if not self.isEnabled():
            painter.setOpacity(0.7)
        on = self.isChecked() or self.isDown()
        hovered = self.underMouse() and self.isEnabled()
        fill = "accentSoft" if on else "hover" if hovered else "card"
        edge = "accent" if on else "borderStrong" if hovered else "border"
        painting.rounded(painter, self.rect(), theme.px(8), theme.color(fill), theme.color(edge))
        x = theme.px(9) + 1
        if self._square:
            side = theme.px(8)
            square = QRect(x, (self.height() - side) // 2, side, side)
            painting.rounded(painter, square, theme.px(2), theme.color(self._square))
            x += side + theme.px(6)
        ink = "disabled" if not self.isEnabled() else "accentText" if on else "text2"
        painter.setFont(theme.font("small500"))
        painter.setPen(theme.color(ink))
        box = QRect(x, 0, self.width() - x, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, self.text())
        if self._count is not None:
            box.adjust(0, 0, -theme.px(9) - 1, 0)
            painter.setFont(theme.font("small"))
            painter.setPen(theme.color("accentText" if on and self.isEnabled() else "text3"))
            painter.drawText(
                box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self._count_text()
            )


class Badge(QWidget):
    """A memory type or a status as a coloured word: `Badge(icons, "Error", "danger", "warning")`."""

    def __init__(
        self, icons: Icons, text: str, kind: str, icon: str | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set(text, kind, icon)

    def set(self, text: str, kind: str, icon: str | None = None) -> None:
        self._text, self._kind, self._icon = text, kind, icon
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        return QSize(painting.badge_width(theme, self._text, self._icon is not None), theme.px(20))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painting.paint_badge(QPainter(self), self._icons, 0, 0, self._text, self._kind, self._icon)


class KeyCap(QWidget):
    """A key or chord as it is written on the keyboard, e.g. "Ctrl K"."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._text = theme, text
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(painting.keycap_width(self._theme, self._text), self._theme.px(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painting.paint_keycap(QPainter(self), self._theme, 0, 0, self._text)


class KeyHint(QWidget):
    """Keys and what they do, as "J K Move"; a "–" between keys is no key."""

    def __init__(self, theme: Theme, keys: Sequence[str], does: str, parent: QWidget) -> None:
        super().__init__(parent)
        row = hbox(on=self, gap=theme.px(5))
        for key in keys:
            row.addWidget(
                Label(theme, key, "small", "text2", self) if key == "–" else KeyCap(theme, key, self)
            )
        self._keys = " ".join(keys)
        self.words = Label(theme, "", "small", "text2", self)
        row.addWidget(self.words, 0, Qt.AlignmentFlag.AlignVCenter)
        self.say(does)

    def say(self, does: str) -> None:
        """Say what the keys do."""
        self.words.setText(does)
        self.setAccessibleName(f"{self._keys}: {does}")


class ConfidenceBar(QWidget):
    """Confidence as a word and one to three bars; its tooltip says the figure."""

    def __init__(
        self, theme: Theme, value: float = 0.0, parent: QWidget | None = None, *, bars_first: bool = True
    ) -> None:
        """`bars_first`: False where it ends at an edge."""
        super().__init__(parent)
        self._theme, self._bars_first = theme, bars_first
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_value(value)

    @property
    def value(self) -> float:
        return self._value

    def set_value(self, value: float) -> None:
        self._value = value
        self.setAccessibleName(
            tr("Confidence {value}: {level}").format(
                value=number(value, 2), level=painting.confidence_word(value)
            )
        )
        self.setToolTip(number(value, 2))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(painting.confidence_width(self._theme) + 1, self._theme.px(16))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.paint_confidence(
            painter, self._theme, 0, 0, self.height(), self._value, bars_first=self._bars_first
        )
