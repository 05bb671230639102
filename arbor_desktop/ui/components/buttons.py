"""Push buttons, icon buttons and links, painted from the theme."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.painting import keycap_width, paint_keycap, rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

VARIANTS = ("primary", "secondary", "quiet", "danger", "link")
Slot = Callable[..., object] | SignalInstance
_HEIGHTS = {"small": 26, "normal": 30, "large": 34}


class Button(QPushButton):
    """A labelled button. `variant`: primary, secondary, quiet, danger, link. `size`: small, normal, large."""

    def __init__(
        self,
        icons: Icons,
        text: str,
        *,
        variant: str = "secondary",
        size: str = "normal",
        icon: str | None = None,
        trailing: str | None = None,
        keycap: str | None = None,
        clicked: Slot | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`icon` stands before the text, `trailing` (a glyph such as chevron-down) after it; `clicked` is
        connected to the signal."""
        super().__init__(text, parent)
        if clicked is not None:
            self.clicked.connect(clicked)
        if variant not in VARIANTS:
            raise ValueError(f"unknown button variant {variant!r}")
        self._icons, self._variant, self._size = icons, variant, size
        self._glyph, self._trailing, self._keycap = icon, trailing, keycap
        self._shrinks = False
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAutoDefault(False)
        self.setAccessibleName(text)

    def set_label(self, text: str) -> None:
        """Changes the words, for eyes and for screen readers."""
        self.setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()

    def set_variant(self, variant: str) -> None:
        self._variant = variant
        self.update()

    def set_glyph(self, icon: str | None) -> None:
        self._glyph = icon
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        px = self._icons.theme.px
        if self._variant == "link":
            return QSize(self._content_width(), max(px(24), self._icons.theme.line("body")))
        # The edge lies outside the padding.
        return QSize(self._content_width() + 2 * self._padding() + 2, px(_HEIGHTS[self._size]))

    def minimumSizeHint(self) -> QSize:
        wanted = self.sizeHint()
        return wanted.boundedTo(QSize(self._icons.theme.px(80), wanted.height())) if self._shrinks else wanted

    def let_shrink(self) -> None:
        """End the words in "…" where there is no room for all of them."""
        self._shrinks = True
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def _padding(self) -> int:
        return self._icons.theme.px(10 if self._size == "small" else 12)

    def _font_style(self) -> str:
        if self._size == "small":
            return "small600" if self._variant == "primary" else "small500"
        return "body600" if self._variant == "primary" else "body500"

    def _content_width(self) -> int:
        theme = self._icons.theme
        width = QFontMetrics(theme.font(self._font_style())).horizontalAdvance(self.text())
        if self._glyph:
            width += self._glyph_width()
        if self._trailing:
            width += theme.px(16) + theme.px(6) - theme.px(3)
        if self._keycap:
            width += keycap_width(theme, self._keycap) + theme.px(6)
        return width

    def _glyph_width(self) -> int:
        """The glyph and the gap after it. In a box the glyph's own empty edge counts as part of the gap."""
        px = self._icons.theme.px
        if not self.text():
            return px(16)
        return px(16) + px(6) - (0 if self._variant == "link" else px(3))

    def _colors(self) -> tuple[QColor | None, QColor | None, QColor]:
        """(fill, edge, text) for the present state."""
        color = self._icons.theme.color
        pressed, hovered = self.isDown() or self.isChecked(), self.underMouse()
        if not self.isEnabled():
            return self._disabled_colors()
        if self._variant == "primary":
            fill = color("accentPress" if pressed else "accentHover" if hovered else "accent")
            return fill, fill, color("onAccent")
        if self._variant == "danger":
            if pressed:
                return color("danger"), color("danger"), color("onDanger")
            return color("dangerSoft" if hovered else "card"), color("borderStrong"), color("danger")
        if self._variant == "link":
            return None, None, color("accentPress" if pressed else "accentText")
        back = color("sunken") if pressed else color("hover") if hovered else None
        if self._variant == "quiet":
            return back, None, color("text2")
        return back or color("card"), color("borderStrong"), color("text")

    def _disabled_colors(self) -> tuple[QColor | None, QColor | None, QColor]:
        color = self._icons.theme.color
        if self._variant == "primary":
            return color("track"), color("track"), color("text3")
        if self._variant in ("quiet", "link"):
            return None, None, color("disabled")
        return None, color("border"), color("disabled")

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        fill, edge, ink = self._colors()
        if fill is not None or edge is not None:
            rounded(painter, self.rect(), theme.px(8), fill, edge)
        x = max(0, (self.width() - self._content_width()) // 2)
        if self._glyph:
            self._icons.paint(painter, self._glyph, ink, x, (self.height() - theme.px(16)) / 2)
            x += self._glyph_width()
        font = theme.font(self._font_style())
        font.setUnderline(self._variant == "link" and self.underMouse())
        painter.setFont(font)
        painter.setPen(ink)
        metrics = QFontMetrics(font)
        text = self.text()
        if self._shrinks:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, self.width() - x)
        width = metrics.horizontalAdvance(text)
        box = QRect(x, 0, width + 2, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        x += width + theme.px(6)
        if self._trailing:
            self._icons.paint(
                painter, self._trailing, ink, x - theme.px(2), (self.height() - theme.px(16)) / 2
            )
            x += theme.px(16)
        if self._keycap:
            on_accent = ink if self._variant == "primary" else None
            paint_keycap(painter, theme, x, (self.height() - theme.px(18)) // 2, self._keycap, on_accent)


class IconButton(QToolButton):
    """A 28 px button with a glyph alone; `name` is read aloud and, with the shortcut, is the tooltip."""

    def __init__(
        self,
        icons: Icons,
        glyph: str,
        name: str,
        *,
        shortcut: str = "",
        side: float = 28,
        glyph_size: float = 16,
        token: str = "text2",
        clicked: Slot | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        if clicked is not None:
            self.clicked.connect(clicked)
        self._icons, self._glyph, self._side = icons, glyph, side
        self._glyph_size, self._token = glyph_size, token
        self.set_name(name, shortcut)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def set_name(self, name: str, shortcut: str = "") -> None:
        """The accessible name and the tooltip."""
        self.setAccessibleName(name)
        self.setToolTip(f"{name}  {shortcut}" if shortcut else name)

    def set_glyph(self, glyph: str, token: str | None = None) -> None:
        self._glyph = glyph
        self._token = token or self._token
        self.update()

    def sizeHint(self) -> QSize:
        side = self._icons.theme.px(self._side)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        token: str = self._token
        if not self.isEnabled():
            token = "disabled"
        elif self.isDown():
            rounded(painter, self.rect(), theme.px(8), theme.color("sunken"))
        elif self.underMouse():
            rounded(painter, self.rect(), theme.px(8), theme.color("hover"))
            token = "text" if token == "text2" else token
        if self.isChecked() and self.isEnabled():
            token = "accentText"
        size = theme.px(self._glyph_size)
        x, y = (self.width() - size) / 2, (self.height() - size) / 2
        self._icons.paint(painter, self._glyph, token, x, y, self._glyph_size)


class BackForward(QWidget):
    """Two arrows at the left of a page's top bar, which the window connects. Its room is kept where they are
    disabled."""

    back_wanted = Signal()
    forward_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back = IconButton(icons, "chevron-left", tr("Back"), shortcut="Alt ←", parent=self)
        self.forward = IconButton(icons, "chevron-right", tr("Forward"), shortcut="Alt →", parent=self)
        self.back.clicked.connect(self.back_wanted)
        self.forward.clicked.connect(self.forward_wanted)
        hbox(self.back, self.forward, on=self)
        self.show_ways(False, False)

    def show_ways(self, back: bool, forward: bool) -> None:
        """Enable what leads somewhere."""
        self.back.setEnabled(back)
        self.forward.setEnabled(forward)


class BackButton(Button):
    """The way back to the list, where there is no room for it and the rest side by side. Hidden at first."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        words = tr("Back")
        super().__init__(icons, words, variant="quiet", size="small", icon="chevron-left", parent=parent)
        self.setToolTip(tr("Back to list") + "  Alt+←")
        self.hide()


class EarlierButton(IconButton):
    """The way to the memories of an earlier day."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(icons, "history", tr("Time machine"), shortcut="Ctrl Shift T", parent=parent)
