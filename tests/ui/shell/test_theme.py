"""Colours by mode, fonts with the system's size, high contrast."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontInfo, QGuiApplication
from PySide6.QtWidgets import QApplication, QCheckBox, QMenu, QStyle, QStyleOption, QStyleOptionButton

from arbor_desktop import resources
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui import style
from arbor_desktop.ui.icons import TRAY_STATES, Icons
from arbor_desktop.ui.theme import Theme

TOKENS = json.loads(resources.read_text("tokens.json"))


def test_boxes_and_menus_grow_with_the_font(qtbot, dressed):
    app = QApplication.instance()
    before = app.styleSheet()
    font = QFont()
    font.setPixelSize(26)
    theme = Theme(font)
    app.setStyleSheet(style.stylesheet(theme))
    try:
        box, menu = QCheckBox(), QMenu()
        qtbot.addWidget(box)
        qtbot.addWidget(menu)
        for widget, metric in (
            (box, QStyle.PixelMetric.PM_IndicatorWidth),
            (menu, QStyle.PixelMetric.PM_SmallIconSize),
        ):
            widget.ensurePolished()
            option = QStyleOptionButton() if widget is box else QStyleOption()
            option.initFrom(widget)
            assert widget.style().pixelMetric(metric, option, widget) == theme.px(16) == 24
    finally:
        app.setStyleSheet(before)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_token_has_the_colour_of_the_mode(theme, mode):
    theme.set_setting(mode)
    assert {name: theme.color(name).name().upper() for name in TOKENS[mode]} == {
        name: value.upper() for name, value in TOKENS[mode].items()
    }


def test_a_colour_that_is_changed_changes_for_nobody_else(theme):
    theme.color("surface").setAlphaF(0.5)
    assert theme.color("surface").alphaF() == 1.0


def test_choosing_the_other_theme_is_announced_once(qtbot, theme):
    heard = []
    theme.changed.connect(lambda: heard.append(theme.mode))
    theme.set_setting("dark")
    theme.set_setting("dark")
    assert heard == ["dark"]


def test_system_follows_the_system(theme):
    theme.set_setting("system")
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    assert theme.mode == ("dark" if dark else "light")


def test_a_theme_nobody_knows_is_refused(theme):
    with pytest.raises(ValueError, match="sepia"):
        theme.set_setting("sepia")
    assert theme.setting == "light"


def test_every_memory_type_has_its_three_colours(theme):
    colours = {tuple(c.name() for c in theme.type_colors(kind)) for kind in MemoryType}
    assert len(colours) == len(MemoryType)


@pytest.mark.parametrize(
    ("value", "token"), [(0.7, "confHigh"), (0.69, "confMid"), (0.4, "confMid"), (0.39, "confLow")]
)
def test_confidence_changes_colour_at_its_limits(theme, value, token):
    assert theme.confidence_color(value) == theme.color(token)


@pytest.mark.parametrize(("system", "k"), [(13, 1.0), (26, 1.5), (6, 0.92)])
def test_sizes_follow_the_systems_font_within_limits(qapp, system, k):
    font = QFont(qapp.font())
    font.setPixelSize(system)
    theme = Theme(font)
    assert theme.k == k
    assert theme.px(100) == round(100 * k)
    assert theme.px(1) == 1
    assert QFontInfo(theme.font("title")).pixelSize() == round(16 * k)


def test_styles_have_their_weights(theme):
    assert theme.font("body").weight() == QFont.Weight.Normal
    assert theme.font("body500").weight() == QFont.Weight.Medium
    assert theme.font("title").weight() == QFont.Weight.DemiBold


def test_figures_are_of_one_width(theme):
    tag = QFont.Tag("tnum")
    assert theme.font("small").featureValue(tag) == 1


def test_changing_a_font_that_was_asked_for_does_not_change_the_next(theme):
    theme.font("body").setPixelSize(90)
    assert QFontInfo(theme.font("body")).pixelSize() < 30


def test_high_contrast_strengthens_edges_and_faint_text_once_the_system_wants_it(theme, monkeypatch):
    plain = theme.color("border")
    with monkeypatch.context() as patched:
        patched.setattr("arbor_desktop.ui.theme._system_wants_contrast", lambda: True)
        hints = QGuiApplication.styleHints()
        hints.accessibility().contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
        assert theme.color("border") == theme.color("control")
        assert theme.color("text3") == theme.color("text2")
    theme.set_setting("light")
    assert theme.color("border") == plain


def test_a_glyph_has_the_colour_of_its_token(theme, icons):
    image = icons.pixmap("check", "danger", 32).toImage()
    inked = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }
    assert inked == {theme.color("danger").name()}


def test_an_icon_follows_the_theme_by_itself(theme, icons):
    icon = icons.icon("check", "text")
    before = icon.pixmap(16, 16).toImage()
    theme.set_setting("dark")
    assert icon.pixmap(16, 16).toImage() != before


def test_a_glyph_is_sharp_on_a_fine_screen(theme, icons):
    pixmap = icons.pixmap("search", "text", 16, 2.0)
    assert pixmap.devicePixelRatio() == 2.0
    assert pixmap.width() == 2 * theme.px(16)


@pytest.mark.parametrize("name", resources.listing("icons/ui"))
def test_every_glyph_draws_something(icons, name):
    image = icons.pixmap(name.rsplit("/", 1)[1].removesuffix(".svg"), "text", 24).toImage()
    assert any(image.pixelColor(x, y).alpha() for x in range(image.width()) for y in range(image.height()))


def test_tray_states_have_shapes_of_their_own(icons):
    shapes = [icons.tray_icon(state).pixmap(32, 32).toImage() for state in TRAY_STATES]
    assert all(a != b for n, a in enumerate(shapes) for b in shapes[n + 1 :])


def test_the_ring_turns_by_frames(icons):
    first, second = (icons.tray_icon("processing", frame).pixmap(32, 32).toImage() for frame in (0, 1))
    assert first != second
    assert icons.tray_icon("processing", 8).pixmap(32, 32).toImage() == first


def test_a_tray_state_nobody_knows_is_refused(theme):
    with pytest.raises(ValueError, match="asleep"):
        Icons(theme).tray_icon("asleep")
