"""Colours, fonts and sizes of the window, for light and dark (design tokens).

All numbers given to `px` are logical pixels of the design at a 13 px system font; the theme scales them
with the font that the system asks for.
"""

from __future__ import annotations

import json

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyle

from arbor_desktop import resources
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.quick_dataclass import dataclass

SETTINGS = ("system", "light", "dark")

_DESIGN_PX = 13
_SMALLEST, _LARGEST = 0.92, 1.5
_TYPE_TOKENS = {
    MemoryType.PREFERENCE: ("pref", "prefBg", "chPref"),
    MemoryType.FACT: ("fact", "factBg", "chFact"),
    MemoryType.INSTRUCTION: ("instr", "instrBg", "chInstr"),
    MemoryType.SKILL: ("skill", "skillBg", "chSkill"),
    MemoryType.CONTEXT: ("ctx", "ctxBg", "chCtx"),
    MemoryType.RELATIONSHIP: ("rel", "relBg", "chRel"),
}
# What a system asking for high contrast gets instead: visible edges, no faint text.
_HIGH_CONTRAST = {"border": "control", "borderStrong": "control", "text3": "text2"}


@dataclass(frozen=True, slots=True)
class _Style:
    size: int
    line: int
    weight: QFont.Weight
    mono: bool = False


_W = QFont.Weight
_STYLES = {
    "display": _Style(20, 28, _W.DemiBold),
    "title": _Style(16, 24, _W.DemiBold),
    "compare": _Style(15, 26, _W.Normal),
    "section": _Style(14, 20, _W.DemiBold),
    "editor": _Style(14, 22, _W.Normal),
    "body": _Style(13, 20, _W.Normal),
    "body500": _Style(13, 20, _W.Medium),
    "body600": _Style(13, 20, _W.DemiBold),
    "small": _Style(12, 16, _W.Normal),
    "small500": _Style(12, 16, _W.Medium),
    "small600": _Style(12, 16, _W.DemiBold),
    "caption": _Style(11, 16, _W.Normal),
    "caption500": _Style(11, 16, _W.Medium),
    "caption600": _Style(11, 16, _W.DemiBold),
    "mono": _Style(12, 19, _W.Normal, mono=True),
    "mono_small": _Style(11, 16, _W.Normal, mono=True),
    "mono_large": _Style(17, 26, _W.Normal, mono=True),
}


class Theme(QObject):
    """One per window; handed to every widget. Emits `changed` when colours are others than before."""

    changed = Signal()

    def __init__(self, font: QFont | None = None, parent: QObject | None = None) -> None:
        """`font` is the base font; by default the one the system asks for."""
        super().__init__(parent)
        tokens: dict[str, dict[str, str]] = json.loads(resources.read_bytes("tokens.json"))
        self._tokens = {mode: {name: QColor(hex_) for name, hex_ in t.items()} for mode, t in tokens.items()}
        self._base = QFont(font or _system_font())
        self.k = min(_LARGEST, max(_SMALLEST, QFontInfo(self._base).pixelSize() / _DESIGN_PX))
        self._fonts: dict[str, QFont] = {}
        self.setting = "system"
        """"system", "light" or "dark": what the person chose."""
        self.high_contrast = _system_wants_contrast()
        self.mode = self._wanted_mode()
        """"light" or "dark": what is shown now."""
        self._hints = QGuiApplication.styleHints()  # kept: PySide deletes its parts with it
        self._hints.colorSchemeChanged.connect(self._follow_system)
        if (accessibility := getattr(self._hints, "accessibility", None)) is not None:  # from Qt 6.10 on
            accessibility().contrastPreferenceChanged.connect(self._follow_system)

    def set_setting(self, setting: str) -> None:
        """Chooses the theme, at once and for the whole window. Raises ValueError for unknown names."""
        if setting not in SETTINGS:
            raise ValueError(f"theme must be one of {', '.join(SETTINGS)}, not {setting!r}")
        self.setting = setting
        wanted = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(setting)
        # The system's own parts (title bar, file dialogs) follow the same choice.
        QGuiApplication.styleHints().setColorScheme(wanted or Qt.ColorScheme.Unknown)
        self._follow_system()

    def color(self, name: str) -> QColor:
        """Return a copy of the colour of a token of tokens.json in the present mode. Raises KeyError for
        unknown names."""
        if self.high_contrast:
            name = _HIGH_CONTRAST.get(name, name)
        return QColor(self._tokens[self.mode][name])

    def type_colors(self, memory_type: str) -> tuple[QColor, QColor, QColor]:
        """(text, tint, chart) of a memory type."""
        text, tint, chart = _TYPE_TOKENS[MemoryType(memory_type)]
        return self.color(text), self.color(tint), self.color(chart)

    def confidence_color(self, value: float) -> QColor:
        """Colour of the confidence bar; the number beside it uses `text`."""
        return self.color("confHigh" if value >= 0.7 else "confMid" if value >= 0.4 else "confLow")

    def font(self, style: str) -> QFont:
        """A font of the type scale (display, title, …, mono_small), with figures of one width."""
        if style not in self._fonts:
            self._fonts[style] = self._make_font(_STYLES[style])
        return QFont(self._fonts[style])

    def line(self, style: str) -> int:
        """Line height of a style, in pixels."""
        return self.px(_STYLES[style].line)

    def px(self, n: float) -> int:
        """A length of the design in pixels of this system's font size; a hairline stays one pixel."""
        return round(n * self.k) if n != 1 else 1

    def duration(self, ms: int) -> int:
        """How long a motion of `ms` takes here: 0 where the system wants no motion."""
        return ms if self.animated else 0

    @property
    def animated(self) -> bool:
        style = QApplication.style()
        return (
            style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0
            and not _system_wants_stillness()
        )

    def palette(self) -> QPalette:
        """The palette for everything that Qt paints by itself."""
        p = QPalette()
        role = QPalette.ColorRole
        pairs = {
            role.Window: "surface",
            role.WindowText: "text",
            role.Base: "card",
            role.AlternateBase: "sunken",
            role.Text: "text",
            role.PlaceholderText: "text3",
            role.Button: "card",
            role.ButtonText: "text",
            role.BrightText: "danger",
            role.Highlight: "accent",
            role.HighlightedText: "onAccent",
            role.Accent: "accent",
            role.Link: "accentText",
            role.LinkVisited: "accentText",
            role.ToolTipBase: "tip",
            role.ToolTipText: "tipText",
            role.Light: "card",
            role.Midlight: "hover",
            role.Mid: "border",
            role.Dark: "borderStrong",
            role.Shadow: "control",
        }
        for r, name in pairs.items():
            p.setColor(r, self.color(name))
        for r in (role.Text, role.WindowText, role.ButtonText, role.HighlightedText):
            p.setColor(QPalette.ColorGroup.Disabled, r, self.color("disabled"))
        return p

    def _make_font(self, style: _Style) -> QFont:
        font = QFont(self._base)
        if style.mono:
            font = _mono_font()
        font.setPixelSize(max(1, round(style.size * self.k)))
        font.setWeight(style.weight)
        font.setFeature(QFont.Tag("tnum"), 1)
        if style.mono:
            font.setFeature(QFont.Tag("calt"), 0)  # code is shown as it is written, without ligatures
        return font

    def _wanted_mode(self) -> str:
        if self.setting != "system":
            return self.setting
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return "dark" if dark else "light"

    def _follow_system(self) -> None:
        wanted = (self._wanted_mode(), _system_wants_contrast())
        if wanted != (self.mode, self.high_contrast):
            self.mode, self.high_contrast = wanted
            self.changed.emit()


def _system_font() -> QFont:
    """Return the system's font; Inter, if installed, where the system has nothing but its last resort."""
    font = QGuiApplication.font()
    if QFontInfo(font).family() == "DejaVu Sans" and QFontDatabase.hasFamily("Inter"):
        font.setFamilies(["Inter"])
    return font


def _mono_font() -> QFont:
    if QFontDatabase.hasFamily("JetBrains Mono"):
        return QFont("JetBrains Mono")
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)


def _system_wants_contrast() -> bool:
    # Qt tells this from 6.10 on.
    hints = getattr(QGuiApplication.styleHints(), "accessibility", None)
    return hints is not None and hints().contrastPreference().name == "HighContrast"


def _system_wants_stillness() -> bool:
    # Newer Qt versions tell this; older ones only through the style's animation duration.
    hints = getattr(QGuiApplication.styleHints(), "accessibility", None)
    preference = getattr(hints() if hints else None, "motionPreference", None)
    return preference is not None and getattr(preference(), "name", "") == "ReducedMotion"
