"""Small drawings that widgets and list delegates share."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPen, QRegion
from PySide6.QtWidgets import QStyle

from arbor_desktop.memories.confidence import level_of
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

_BADGE_TOKENS = {
    "ok": ("ok", "okSoft"),
    "warn": ("warn", "warnSoft"),
    "danger": ("danger", "dangerSoft"),
    "info": ("info", "infoSoft"),
    "accent": ("accentText", "accentSoft"),
    "neutral": ("text2", "sunken"),
}


def rounded(
    painter: QPainter,
    rect: QRect | QRectF,
    radius: float,
    fill: QColor | None = None,
    edge: QColor | None = None,
    width: float = 1.0,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    """A rounded box whose edge lies whole inside `rect`, so that hairlines are sharp."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    box = QRectF(rect)
    if edge is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        painter.setPen(QPen(edge, width, style))
        inset = width / 2
        box.adjust(inset, inset, -inset, -inset)
        radius -= inset
    painter.drawRoundedRect(box, radius, radius)
    painter.restore()


def paint_text(
    painter: QPainter,
    theme: Theme,
    box: QRect,
    text: str,
    style: str,
    token: str,
    *,
    right: bool = False,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> int:
    """Paint a text in one line, elided where there is no room. Return how wide it is."""
    font = theme.font(style)
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, mode, box.width())
    painter.setFont(font)
    painter.setPen(theme.color(token))
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | side), shown)
    return metrics.horizontalAdvance(shown)


def paint_letters(painter: QPainter, theme: Theme, box: QRect, letters: str) -> None:
    """Paint the badge of an assistant: its two letters."""
    rounded(painter, box, theme.px(4), theme.color("sunken"), theme.color("border"))
    font = theme.font("mono_small")
    font.setPixelSize(max(8, round(0.4 * box.height())))
    font.setWeight(font.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(theme.color("text2"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letters)


def paint_row(painter: QPainter, theme: Theme, row: QRect, state: QStyle.StateFlag, *, ring: bool) -> None:
    """What lies under a row: selection with its bar, hover, the line below, and the focus ring."""
    px = theme.px
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(row, theme.color("selected"))
        painter.fillRect(QRect(row.left(), row.top(), px(3), row.height()), theme.color("accent"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(row, theme.color("hover"))
    painter.fillRect(QRect(row.left(), row.bottom(), row.width(), 1), theme.color("border"))
    if ring and state & QStyle.StateFlag.State_HasFocus:
        rounded(painter, row.adjusted(1, 1, -1, -2), px(4), None, theme.color("focus"), 2)


def paint_box(painter: QPainter, theme: Theme, box: QRect, state: QStyle.StateFlag, *, ring: bool) -> None:
    """What lies under a row of a list without lines: selection, hover and the focus ring."""
    if state & QStyle.StateFlag.State_Selected:
        rounded(painter, box, theme.px(8), theme.color("selected"))
    elif state & QStyle.StateFlag.State_MouseOver:
        rounded(painter, box, theme.px(8), theme.color("hover"))
    if ring and state & QStyle.StateFlag.State_HasFocus:
        rounded(painter, box, theme.px(8), None, theme.color("focus"), 2)


def rounded_region(size: QSize, radius: float) -> QRegion:
    """What a rounded window covers. Where nothing blends windows, what lies outside would be black."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(0, 0, size.width(), size.height()), radius, radius)
    return QRegion(path.toFillPolygon().toPolygon())


def badge_colors(theme: Theme, kind: str) -> tuple[QColor, QColor]:
    """(text, background) of a badge: a memory type or ok, warn, danger, info, accent, neutral."""
    if kind in _BADGE_TOKENS:
        text, back = _BADGE_TOKENS[kind]
        return theme.color(text), theme.color(back)
    text_color, tint, _ = theme.type_colors(MemoryType(kind))
    return text_color, tint


def badge_width(theme: Theme, text: str, icon: bool = False) -> int:
    """How wide `paint_badge` will be."""
    width = QFontMetrics(theme.font("caption600")).horizontalAdvance(text) + 2 * theme.px(7)
    return width + (theme.px(12) + theme.px(4) if icon else 0)


def paint_badge(
    painter: QPainter, icons: Icons, x: int, y: int, text: str, kind: str, icon: str | None = None
) -> int:
    """Draws a 20 px badge at (x, y) and returns its width."""
    theme = icons.theme
    color, back = badge_colors(theme, kind)
    rect = QRect(x, y, badge_width(theme, text, icon is not None), theme.px(20))
    rounded(painter, rect, theme.px(4), back, theme.color("border") if kind == "neutral" else None)
    left = x + theme.px(7)
    if icon is not None:
        icons.paint(painter, icon, color, left, y + (rect.height() - theme.px(12)) / 2, 12)
        left += theme.px(12) + theme.px(4)
    painter.setFont(theme.font("caption600"))
    painter.setPen(color)
    painter.drawText(QRect(left, y, rect.width(), rect.height()), Qt.AlignmentFlag.AlignVCenter, text)
    return rect.width()


def tag_width(theme: Theme, text: str) -> int:
    """How wide `paint_tag` will be."""
    return QFontMetrics(theme.font("caption")).horizontalAdvance(text) + 2 * theme.px(6)


def paint_tag(painter: QPainter, theme: Theme, x: int, y: int, text: str) -> int:
    """Draws an 18 px tag at (x, y) and returns its width."""
    rect = QRect(x, y, tag_width(theme, text), theme.px(18))
    rounded(painter, rect, theme.px(4), theme.color("sunken"))
    painter.setFont(theme.font("caption"))
    painter.setPen(theme.color("text2"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
    return rect.width()


def paint_bar(painter: QPainter, theme: Theme, rect: QRectF, fraction: float, color: QColor) -> None:
    """A thin bar filled from the left to `fraction` (0 to 1)."""
    radius = rect.height() / 2
    rounded(painter, rect, radius, theme.color("track"))
    fraction = min(1.0, max(0.0, fraction))
    if fraction > 0:
        filled = QRectF(rect)
        filled.setWidth(max(rect.height(), rect.width() * fraction))
        rounded(painter, filled, radius, color)


_SEGMENT, _SEGMENTS_GAP = 10, 2
_LEVELS = ("low", "medium", "high")


def confidence_word(value: float) -> str:
    """Return `High`, `Medium` or `Low`, in the person's language."""
    return {"high": tr("High"), "medium": tr("Medium"), "low": tr("Low")}[level_of(value)]


def _bars_width(theme: Theme) -> int:
    return 3 * theme.px(_SEGMENT) + 2 * theme.px(_SEGMENTS_GAP)


def confidence_width(theme: Theme) -> int:
    """How wide `paint_confidence` is at most: the longest word, gap and three bars."""
    metrics = QFontMetrics(theme.font("small500"))
    widest = max(metrics.horizontalAdvance(confidence_word(value)) for value in (0.0, 0.5, 1.0))
    return widest + theme.px(8) + _bars_width(theme)


def paint_confidence(
    painter: QPainter, theme: Theme, x: int, y: int, height: int, value: float, *, bars_first: bool = False
) -> None:
    """How sure it is in a word, and one to three bars that end at `x` plus `confidence_width`; or the bars at
    `x`, and the word after them."""
    filled = _LEVELS.index(level_of(value)) + 1
    segment, gap, thick = theme.px(_SEGMENT), theme.px(_SEGMENTS_GAP), max(2, theme.px(4))
    bars, width = _bars_width(theme), confidence_width(theme)
    left = x if bars_first else x + width - bars
    for place in range(3):
        box = QRectF(left + place * (segment + gap), y + (height - thick) / 2, segment, thick)
        color = theme.confidence_color(value) if place < filled else theme.color("track")
        rounded(painter, box, thick / 2, color)
    painter.setFont(theme.font("small500"))
    painter.setPen(theme.color("text"))
    word = QRect(x + bars + theme.px(8) if bars_first else x, y, width - bars - theme.px(8), height)
    side = Qt.AlignmentFlag.AlignLeft if bars_first else Qt.AlignmentFlag.AlignRight
    painter.drawText(word, int(Qt.AlignmentFlag.AlignVCenter | side), confidence_word(value))


def keycap_width(theme: Theme, text: str) -> int:
    """How wide `paint_keycap` will be."""
    advance = QFontMetrics(theme.font("caption500")).horizontalAdvance(text)
    return max(theme.px(18), advance + 2 * theme.px(5) + 2)


def paint_keycap(
    painter: QPainter, theme: Theme, x: int, y: int, text: str, on_accent: QColor | None = None
) -> int:
    """Draws an 18 px key cap and returns its width. `on_accent` is the colour on a filled button."""
    rect = QRect(x, y, keycap_width(theme, text), theme.px(18))
    edge = on_accent or theme.color("borderStrong")
    rounded(painter, rect, theme.px(4), None if on_accent else theme.color("surface"), edge)
    if not on_accent:  # the lower edge is two pixels strong
        painter.setPen(edge)
        low = rect.bottom() - 0.5
        painter.drawLine(QPointF(rect.left() + 3, low), QPointF(rect.right() - 2, low))
    painter.setFont(theme.font("caption500"))
    painter.setPen(on_accent or theme.color("text2"))
    painter.drawText(rect.adjusted(0, 0, 0, 0 if on_accent else -1), Qt.AlignmentFlag.AlignCenter, text)
    return rect.width()
