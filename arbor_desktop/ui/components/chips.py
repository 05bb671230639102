"""Filter chips, badges, key caps and the confidence bar as widgets; the editor of tags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QCompleter, QSizePolicy, QToolButton, QWidget

from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.boxes import FlowLayout, hbox
from arbor_desktop.ui.components.buttons import IconButton
from arbor_desktop.ui.components.fields import TextField
from arbor_desktop.ui.components.keyboard import focusable, focusable_before, follow
from arbor_desktop.ui.components.labels import Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr


class Chip(QToolButton):
    """A checkable filter chip with an optional colour square or glyph, and a count."""

    def __init__(
        self,
        icons: Icons,
        text: str,
        *,
        square: str | None = None,
        icon: str = "",
        count: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`square` is a colour token such as chFact."""
        super().__init__(parent)
        self._icons, self._square, self._glyph, self.count = icons, square, icon, count
        self._more = False
        self.setText(text)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._name()

    def set_count(self, count: int | None, *, more: bool = False) -> None:
        """`more`: there are at least so many ("200+")."""
        if (count, more) != (self.count, self._more):
            self.count, self._more = count, more
            self._name()
            self.updateGeometry()
            self.update()

    def set_text(self, text: str) -> None:
        self.setText(text)
        self._name()
        self.updateGeometry()

    def _name(self) -> None:
        more = "+" if self._more else ""
        self.setAccessibleName(self.text() if self.count is None else f"{self.text()}, {self.count}{more}")

    def _count_text(self) -> str:
        return "" if self.count is None else f"{number(self.count)}{'+' if self._more else ''}"

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        gap = theme.px(6)
        width = 2 * theme.px(9) + 2 + QFontMetrics(theme.font("small500")).horizontalAdvance(self.text())
        if self._square:
            width += theme.px(8) + gap
        if self._glyph:
            width += theme.px(14) + gap
        if self.count is not None:
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
        if self._glyph:
            self._icons.paint(painter, self._glyph, ink, x, (self.height() - theme.px(14)) / 2, 14)
            x += theme.px(14) + theme.px(6)
        painter.setFont(theme.font("small500"))
        painter.setPen(theme.color(ink))
        box = QRect(x, 0, self.width() - x, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.count is not None:
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

    def set_value(self, value: float) -> None:
        self.value = value
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
            painter, self._theme, 0, 0, self.height(), self.value, bars_first=self._bars_first
        )


class TagEditor(QWidget):
    """`changed(tuple of tags)` is sent when a person adds or removes one."""

    changed = Signal(object)

    def __init__(
        self,
        icons: Icons,
        name: str = "",
        *,
        add_text: str = "",
        mono: bool = False,
        commas: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """`add_text` stands on the adding chip ("Add tag" by default); `mono` suits paths. `commas` part
        tags; a pattern of paths may have some."""
        super().__init__(parent)
        self._icons, self._mono, self._commas = icons, mono, commas
        self._tags: list[str] = []
        self.setAccessibleName(name or tr("Tags"))
        self._flow = FlowLayout(self, icons.theme.px(6), icons.theme.px(6))
        self.adding = _AddChip(icons, add_text or tr("Add tag"), self)
        """The chip that adds one."""
        self.adding.clicked.connect(self._begin)
        self._entry = _Entry(icons, add_text or tr("Add tag"), parent=self)
        self._entry.commas = commas
        self._entry.setFixedWidth(icons.theme.px(120 if commas else 200))
        self._entry.hide()
        self._entry.left.connect(self._finish)
        self._entry.took_back.connect(self._take_back)
        self._flow.addWidget(self.adding)
        self._flow.addWidget(self._entry)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(self._tags)

    def set_tags(self, tags: Iterable[str]) -> None:
        """Shows these tags; nothing is sent."""
        self._tags = list(dict.fromkeys(tags))
        self._rebuild()

    def set_suggestions(self, tags: Iterable[str]) -> None:
        """Tags that the entry completes to."""
        completer = QCompleter(sorted(tags), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._entry.setCompleter(completer)

    def _rebuild(self) -> None:
        for chip in self.findChildren(TagChip):
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for index, tag in enumerate(self._tags):
            chip = TagChip(self._icons, tag, self._mono, self)
            chip.removed.connect(self._remove)
            self._flow.insert_widget(index, chip)
            chip.show()
        removers = [widget for chip in self._chips() for widget in focusable(chip)]
        follow(focusable_before(self.adding, outside=self), removers)
        self.updateGeometry()

    def _chips(self) -> list[TagChip]:
        """Those that are shown, in order."""
        items = (self._flow.itemAt(place) for place in range(self._flow.count()))
        return [chip for item in items if item is not None and isinstance(chip := item.widget(), TagChip)]

    def _begin(self) -> None:
        self.adding.hide()
        self._entry.clear()
        self._entry.show()
        self._entry.setFocus(Qt.FocusReason.OtherFocusReason)
        self.updateGeometry()

    def _finish(self, keep: bool, again: bool) -> None:
        """The entry was left: `keep` what was typed, and go on with another one if `again`."""
        typed = self._entry.text()
        words = [word.strip() for word in (typed.split(",") if self._commas else [typed])]
        new = [word for word in dict.fromkeys(words) if word and word not in self._tags] if keep else []
        self._entry.clear()
        if not again:
            had_focus = self._entry.hasFocus()
            self._entry.hide()
            self.adding.show()
            if had_focus:
                self.adding.setFocus(Qt.FocusReason.OtherFocusReason)
        if new:
            self._tags += new
            self._rebuild()
            self.changed.emit(self.tags)

    def _take_back(self) -> None:
        if self._tags:
            self._remove(self._tags[-1])

    def _remove(self, tag: str) -> None:
        self._tags.remove(tag)
        self._rebuild()
        if not self._entry.isVisible():
            self.adding.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit(self.tags)


class _Entry(TextField):
    """Where a new tag is typed. `left(keep, again)`; `took_back` on Backspace in an empty entry."""

    left = Signal(bool, bool)
    took_back = Signal()
    commas = True

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(120), self._icons.theme.px(26))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or (key == Qt.Key.Key_Comma and self.commas):
            self.left.emit(True, bool(self.text().strip()))
        elif key == Qt.Key.Key_Escape:
            self.left.emit(False, False)
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.took_back.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        completer = self.completer()
        popup = completer.popup() if completer is not None else None
        if popup is None or not popup.isVisible():
            self.left.emit(True, False)


class TagChip(QWidget):
    """A tag with its removing button."""

    removed = Signal(str)

    def __init__(self, icons: Icons, text: str, mono: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._text = icons, text
        self._style = "mono_small" if mono else "small500"
        self._close = IconButton(
            icons, "x", tr("Remove {tag}").format(tag=text), side=24, glyph_size=14, parent=self
        )
        self._close.clicked.connect(lambda: self.removed.emit(self._text))
        self.setAccessibleName(text)
        self.setToolTip(text)

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        advance = QFontMetrics(theme.font(self._style)).horizontalAdvance(self._text)
        return QSize(min(theme.px(240), advance + theme.px(10) + theme.px(24)), theme.px(24))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(48), self.sizeHint().height())

    def resizeEvent(self, _event: QResizeEvent) -> None:
        side = self._icons.theme.px(24)
        self._close.setGeometry(self.width() - side, (self.height() - side) // 2, side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        rounded(painter, self.rect(), theme.px(8), theme.color("card"), theme.color("border"))
        font = theme.font(self._style)
        painter.setFont(font)
        painter.setPen(theme.color("text2"))
        box = QRect(theme.px(10), 0, self.width() - theme.px(34), self.height())
        shown = QFontMetrics(font).elidedText(self._text, Qt.TextElideMode.ElideMiddle, box.width() + 1)
        painter.drawText(box.adjusted(0, 0, 2, 0), Qt.AlignmentFlag.AlignVCenter, shown)


class _AddChip(QToolButton):
    def __init__(self, icons: Icons, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setText(text)
        self.setAccessibleName(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        advance = QFontMetrics(theme.font("small500")).horizontalAdvance(self.text())
        return QSize(advance + 2 * theme.px(9) + theme.px(14) + theme.px(6) + 2, theme.px(24))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        ink = "disabled" if not self.isEnabled() else "text" if self.underMouse() else "text2"
        fill = theme.color("hover" if self.underMouse() else "card")
        rounded(painter, self.rect(), theme.px(8), fill, theme.color("control"), 1, Qt.PenStyle.DashLine)
        x = theme.px(9)
        self._icons.paint(painter, "plus", ink, x, (self.height() - theme.px(14)) / 2, 14)
        painter.setFont(theme.font("small500"))
        painter.setPen(theme.color(ink))
        x += theme.px(14) + theme.px(6)
        painter.drawText(
            QRect(x, 0, self.width() - x, self.height()), Qt.AlignmentFlag.AlignVCenter, self.text()
        )
