"""The glyphs, tinted with the theme's colours and sharp at every scale."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from arbor_desktop import resources
from arbor_desktop.ui.theme import Theme

TRAY_STATES = ("idle", "processing", "paused", "attention", "error")
PROCESSING_FRAMES = 8


class Icons:
    """Renders and caches the icons. Sizes are pixels of the design, scaled like the rest of the window."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._renderers: dict[str, QSvgRenderer] = {}
        self._pixmaps: dict[tuple[object, ...], QPixmap] = {}
        theme.changed.connect(self._pixmaps.clear)

    def icon(self, name: str, token: str = "text2", size: int = 16) -> QIcon:
        """An icon for Qt's own buttons and menus. It follows the theme by itself."""
        return QIcon(_Engine(self, name, token, size))

    def pixmap(
        self, name: str, token: str | QColor = "text2", size: float = 16, ratio: float = 1.0
    ) -> QPixmap:
        """The glyph `name` in the colour of `token`, `size` design pixels square."""
        return self.pixmap_px(name, token, self.theme.px(size), ratio)

    def pixmap_px(self, name: str, token: str | QColor, px: int, ratio: float) -> QPixmap:
        """The same, for a size that is already scaled."""
        color = self.theme.color(token) if isinstance(token, str) else token
        key = (name, color.rgba(), px, ratio)
        if key not in self._pixmaps:
            self._pixmaps[key] = self._tinted(f"icons/ui/{name}.svg", color, px, ratio)
        return self._pixmaps[key]

    def paint(
        self, painter: QPainter, name: str, token: str | QColor, x: float, y: float, size: float = 16
    ) -> None:
        """Draws the glyph with its top left at (x, y) of the painter."""
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(QPoint(round(x), round(y)), self.pixmap(name, token, size, ratio))

    def app_icon(self) -> QIcon:
        """The tree; the simpler drawing at 24 px and below."""
        icon = QIcon()
        for px in (16, 20, 22, 24):
            icon.addPixmap(self._plain("icons/arbor-small.svg", px))
        for px in (32, 48, 64, 128, 256):
            icon.addPixmap(self._plain("icons/arbor.svg", px))
        return icon

    def app_pixmap(self, size: float, ratio: float = 1.0) -> QPixmap:
        """The app's tree, `size` design pixels square."""
        px = self.theme.px(size)
        name = "arbor-small.svg" if px <= 24 else "arbor.svg"
        pixmap = self._plain(f"icons/{name}", round(px * ratio))
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    def tray_icon(self, state: str, frame: int = 0) -> QIcon:
        """The tray's icon by state; `frame` turns the ring while processing. Raises ValueError."""
        if state not in TRAY_STATES:
            raise ValueError(f"unknown tray state {state!r}")
        drawing = f"icons/tray/tray-{state}.svg"
        if state == "processing":
            drawing = f"icons/tray/processing-frames/tray-processing-{frame % PROCESSING_FRAMES}.svg"
        dark_panel = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        color = QColor("#F4F7F5") if dark_panel else QColor("#1B231E")
        icon = QIcon()
        for px in (16, 22, 24, 32, 44, 64):
            icon.addPixmap(self._tinted(drawing, color, px, 1.0))
        icon.setIsMask(True)  # macOS tints it with its menu bar
        return icon

    def _renderer(self, name: str) -> QSvgRenderer:
        if name not in self._renderers:
            self._renderers[name] = QSvgRenderer(QByteArray(resources.read_bytes(name)))
        return self._renderers[name]

    def _plain(self, name: str, px: int) -> QPixmap:
        pixmap = QPixmap(px, px)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._renderer(name).render(painter, QRectF(0, 0, px, px))
        painter.end()
        return pixmap

    def _tinted(self, name: str, color: QColor, px: int, ratio: float) -> QPixmap:
        pixmap = self._plain(name, max(1, round(px * ratio)))
        painter = QPainter(pixmap)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(pixmap.rect(), color)
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        return pixmap


class _Engine(QIconEngine):
    """Asks for its pixmap at the moment of painting, so that a theme change needs no new icons."""

    def __init__(self, icons: Icons, name: str, token: str, size: int) -> None:
        super().__init__()
        self._icons, self._name, self._token, self._size = icons, name, token, size

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        ratio = painter.device().devicePixelRatioF()
        side = min(rect.width(), rect.height())
        pixmap = self._icons.pixmap_px(self._name, self._tint(mode), side, ratio)
        painter.drawPixmap(
            rect.x() + (rect.width() - side) // 2, rect.y() + (rect.height() - side) // 2, pixmap
        )

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, _state: QIcon.State, scale: float) -> QPixmap:
        # `size` is in device pixels already.
        side = max(1, min(size.width(), size.height()))
        return self._icons.pixmap_px(self._name, self._tint(mode), max(1, round(side / scale)), scale)

    def actualSize(self, size: QSize, _mode: QIcon.Mode, _state: QIcon.State) -> QSize:
        side = min(size.width(), size.height(), self._icons.theme.px(self._size))
        return QSize(side, side)

    def clone(self) -> QIconEngine:
        return _Engine(self._icons, self._name, self._token, self._size)

    def _tint(self, mode: QIcon.Mode) -> str:
        return "disabled" if mode == QIcon.Mode.Disabled else self._token
