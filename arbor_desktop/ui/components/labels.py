"""Text in the theme's styles."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.painting import paint_bar, rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme

_WIDTHS = 16
"""So many texts and widths are kept wrapped, for each label."""


def wrap_lines(text: str, font: QFont, width: int) -> list[str]:
    """Return the text in lines that fit the width, broken between words if possible."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        layout = QTextLayout(paragraph, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1, width))
            lines.append(paragraph[line.textStart() : line.textStart() + line.textLength()].rstrip())
        layout.endLayout()
        if not paragraph:
            lines.append("")
    return lines


class Label(QLabel):
    """Plain text in a style and a colour of the theme, with its line height. Never reads markup."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        style: str = "body",
        token: str = "text",
        parent: QWidget | None = None,
        *,
        wrap: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setWordWrap(wrap)
        self._theme, self._style, self._token = theme, style, token
        self._marked: re.Pattern[str] | None = None
        self._lines: dict[tuple[str, str, int], list[str]] = {}
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.font(style))
        self.setText(text)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_token(self, token: str) -> None:
        """Another colour, e.g. "danger"."""
        self._token = token
        self.update()

    def set_style(self, style: str) -> None:
        """Another style of the type scale."""
        self._style = style
        self.setFont(self._theme.font(style))

    def set_marks(self, words: Iterable[str]) -> None:
        """Marks these words wherever they occur, as a search that found them."""
        wanted = "|".join(re.escape(word) for word in words)
        self._marked = re.compile(wanted, re.IGNORECASE) if wanted else None
        self.update()

    def _wrapped(self, width: int) -> list[str]:
        if not self.wordWrap():
            return self.text().split("\n")
        key = (self.text(), self._style, width)
        if key not in self._lines:  # layouts ask for the same few widths over and over
            if len(self._lines) >= _WIDTHS:
                self._lines.clear()
            self._lines[key] = self._wrap(width)
        return self._lines[key]

    def _wrap(self, width: int) -> list[str]:
        return wrap_lines(self.text(), self._theme.font(self._style), width)

    def _natural_width(self) -> int:
        metrics = QFontMetrics(self._theme.font(self._style))
        return max((metrics.horizontalAdvance(line) for line in self.text().split("\n")), default=0) + 1

    def _spare(self) -> QSize:
        margins = self.contentsMargins()
        return QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def hasHeightForWidth(self) -> bool:
        return self.wordWrap()

    def heightForWidth(self, width: int) -> int:
        spare = self._spare()
        lines = len(self._wrapped(width - spare.width())) or 1
        return lines * self._theme.line(self._style) + spare.height()

    def sizeHint(self) -> QSize:
        width = self._natural_width()
        if self.wordWrap():
            width = min(width, self._theme.px(360))
        width += self._spare().width()
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        if not self.wordWrap():
            return self.sizeHint()
        return QSize(self._theme.px(48), self._theme.line(self._style) + self._spare().height())

    def _ink(self) -> QColor:
        return self._theme.color(self._token if self.isEnabled() else "disabled")

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._theme.font(self._style))
        painter.setPen(self._ink())
        box = self.contentsRect()
        line = self._theme.line(self._style)
        lines = self._wrapped(box.width())
        horizontal = self.alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask
        top = box.y()
        if self.alignment() & Qt.AlignmentFlag.AlignVCenter:
            top += (box.height() - line * len(lines)) // 2
        elif self.alignment() & Qt.AlignmentFlag.AlignBottom:
            top += box.height() - line * len(lines)
        for row, text in enumerate(lines):
            rect = QRect(box.x(), top + row * line, box.width(), line)
            if self._marked is not None:
                self._paint_marks(painter, self._marked, text, rect)
            painter.drawText(
                rect, horizontal | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, text
            )

    def _paint_marks(self, painter: QPainter, marked: re.Pattern[str], text: str, rect: QRect) -> None:
        metrics = QFontMetrics(self._theme.font(self._style))
        for found in marked.finditer(text):
            left = rect.x() + metrics.horizontalAdvance(text[: found.start()])
            width = metrics.horizontalAdvance(found[0])
            high = min(rect.height(), metrics.height())
            mark = QRectF(left - 1, rect.y() + (rect.height() - high) / 2, width + 2, high)
            rounded(painter, mark, 3, self._theme.color("mark"))


class ElidedLabel(Label):
    """A one-line label that ends in "…" where there is no room; the whole text is its tooltip then."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        style: str = "body",
        token: str = "text",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, text, style, token, parent)
        self._mode = mode

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(24), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = QFontMetrics(self._theme.font(self._style)).elidedText(self.text(), self._mode, self.width())
        self.setToolTip(self.text() if shown != self.text() else "")
        painter.setFont(self._theme.font(self._style))
        painter.setPen(self._ink())
        painter.drawText(self.rect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, shown)


class Hairline(QFrame):
    """A one-pixel line in the border's colour."""

    def __init__(self, theme: Theme, vertical: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("border"))


class StatusDot(QWidget):
    """An 8 px dot in a colour of the theme."""

    def __init__(self, theme: Theme, token: str, size: float = 8, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self.token, self._size = theme, token, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(self._size), self._theme.px(self._size))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(self.token))
        painter.drawEllipse(self.rect())


class ProgressBar(QWidget):
    """A thin bar with real values only."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._name = theme, name
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_value(0, 0)

    @property
    def fraction(self) -> float:
        return self._done / self._total if self._total else 0.0

    def set_value(self, done: int, total: int) -> None:
        self._done, self._total = done, total
        self.setAccessibleName(f"{self._name}: {done} / {total}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(80), self._theme.px(4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_bar(
            QPainter(self), self._theme, QRectF(self.rect()), self.fraction, self._theme.color("accent")
        )


_GLYPH, _GLYPH_LINE = 14, 18


class GlyphLine(QWidget):
    """A glyph and words that may take several lines."""

    def __init__(
        self, icons: Icons, glyph: str, words: str, parent: QWidget | None = None, *, token: str = "text3"
    ) -> None:
        """`token`: the colour of the glyph."""
        super().__init__(parent)
        self._icons, self._glyph, self._token = icons, glyph, token
        theme, px = icons.theme, icons.theme.px
        self.label = Label(theme, words, "small", "text2", self, wrap=True)
        self._row = hbox((self.label, 1), on=self, margins=(px(_GLYPH) + px(8), 0, 0, 0), gap=px(8))
        self.setAccessibleName(words)

    def add(self, widget: QWidget) -> None:
        """Puts something at the right end."""
        self._row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        top = (min(self.height(), theme.px(_GLYPH_LINE)) - theme.px(_GLYPH)) / 2
        self._icons.paint(QPainter(self), self._glyph, self._token, 0, top, _GLYPH)
