"""The preview of how memories fade: true to what is archived, in paint and in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Source, Status
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings import fading as decay
from arbor_desktop.ui.settings.decay_curve import DecayCurve
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.theme import Theme
from tests.conftest import ManualClock

Settle = Callable[[], None]
POLICIES = (
    DecayPolicy(),
    DecayPolicy(grace_days=0),
    DecayPolicy(grace_days=400),
    DecayPolicy(floor=0.5),
    DecayPolicy("linear"),
)


@pytest.fixture
def curve(qtbot: QtBot, theme: Theme) -> DecayCurve:
    curve = DecayCurve(Icons(theme), DecayPolicy())
    qtbot.addWidget(curve)
    curve.resize(640, curve.sizeHint().height())
    curve.show()
    return curve


def slowest() -> decay.Kind:
    return decay.kinds()[0]


@pytest.mark.parametrize("policy", POLICIES)
def test_the_day_it_names_is_the_first_on_which_the_memory_is_archived(policy: DecayPolicy) -> None:
    for kind in decay.kinds():
        after = decay.archived_after(kind, policy)
        below = decay.threshold(policy)
        if after is None:
            assert decay.worth_after(kind, 7000, policy) >= below
        elif kind.memory.source is not Source.AI_INFERRED:
            before = decay.worth_after(kind, after - 1, policy)
            assert decay.worth_after(kind, after, policy) < below <= before


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("policy", [DecayPolicy(), DecayPolicy(grace_days=5, floor=0.2)])
def test_the_real_maintenance_agrees_with_the_picture(
    service: MemoryService, clock: ManualClock, policy: DecayPolicy, number: int
) -> None:
    service.settings.set("confidence.grace_days", policy.grace_days)
    service.settings.set("confidence.floor", policy.floor)
    kind = decay.kinds()[number]
    after = decay.archived_after(kind, policy)
    assert after is not None
    memory = kind.memory
    stored = service.store(
        "The kiln in the east room fires slowly.", type=memory.type, source=memory.source,
        confidence=decay.START, decay_rate=memory.decay_rate,
    )  # fmt: skip
    start = clock()
    clock.now = start + (after - 1) * DAY_MS
    service.run_maintenance("full")
    assert service.get(stored.id).status is Status.ACTIVE
    clock.now = start + after * DAY_MS
    service.run_maintenance("full")
    assert service.get(stored.id).status is Status.ARCHIVED


def test_it_says_in_words_what_it_shows(curve: DecayCurve) -> None:
    words = decay.summary(DecayPolicy())
    assert "Fact from you: confidence 0.64 after a year, archived after 3 years without use." in words
    assert "Pinned and sensitive memories never fade." in words
    assert curve.accessibleDescription() == words


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (1, "1 day"),
        (45, "45 days"),
        (104, "3.5 months"),
        (249, "8 months"),
        (400, "13 months"),
        (900, "2 years"),
    ],
)
def test_spans_are_told_as_people_say_them(days: int, said: str) -> None:
    assert decay.span_words(days) == said


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("width", [420, 640, 900])
def test_names_stand_on_no_curve_and_on_no_other_name(
    curve: DecayCurve, policy: DecayPolicy, width: int
) -> None:
    curve.set_policy(policy)
    curve.resize(width, curve.height())
    curve.grab()
    boxes = list(curve._names().values())
    assert all(curve.rect().contains(box.toAlignedRect()) for box in boxes)
    assert not any(one.intersects(other) for n, one in enumerate(boxes) for other in boxes[n + 1 :])
    assert not any(curve._crossed(box) for box in boxes[1:])


def test_a_floor_above_the_line_means_never() -> None:
    words = decay.summary(DecayPolicy(floor=0.5))
    assert "Fact from you: confidence 0.64 after a year, never archived." in words


def test_pointing_reads_a_day(qtbot: QtBot, curve: DecayCurve) -> None:
    at = curve.place(120, 0.5).toPoint()
    qtbot.mouseMove(curve, at)
    qtbot.waitUntil(lambda: curve.day == 120)
    assert QToolTip.text() == curve.words_at(120)
    assert curve.words_at(120).splitlines()[:2] == ["After 120 days without use", "Fact from you: 0.82"]
    assert curve.words_at(300).splitlines()[2].endswith(", archived")
    qtbot.mouseMove(curve, QPoint(2, curve.height() - 2))
    qtbot.waitUntil(lambda: curve.day is None)


def test_the_arrow_keys_read_it_week_by_week(curve: DecayCurve) -> None:
    curve.setFocus()
    for key, day in (
        (Qt.Key.Key_Right, 7),
        (Qt.Key.Key_Right, 14),
        (Qt.Key.Key_Left, 7),
        (Qt.Key.Key_End, decay.YEAR),
        (Qt.Key.Key_Right, decay.YEAR),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_PageUp, 91),
    ):
        QTest.keyClick(curve, key)
        assert curve.day == day


def test_the_curve_is_painted_where_the_worth_is(curve: DecayCurve, theme: Theme) -> None:
    image = curve.grab().toImage()
    ink = theme.color("accent")
    for day in (15, 90, 200):
        at = curve.place(day, decay.worth_after(slowest(), day, curve.policy)).toPoint()
        assert near(image, at, ink), day
    below = curve.place(100, decay.threshold(curve.policy)).toPoint()
    assert any(near(image, below + QPoint(dx, 0), theme.color("danger")) for dx in range(8))


def test_another_policy_moves_curve_and_line(curve: DecayCurve, theme: Theme) -> None:
    before = curve.place(0, decay.threshold(curve.policy)).y()
    curve.set_policy(DecayPolicy("linear"))
    after = curve.place(0, decay.threshold(curve.policy)).y()
    assert after > before, "archived below 0.15"
    image = curve.grab().toImage()
    at = curve.place(300, decay.worth_after(slowest(), 300, curve.policy)).toPoint()
    assert near(image, at, theme.color("accent"))


def test_the_preview_follows_the_settings(
    qtbot: QtBot, page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    page.show_section("maintenance")
    page.maintenance.unfold()
    card = page.maintenance.fading
    before = card.words.text()
    service.settings.set("confidence.grace_days", 100)
    settle()
    assert card.curve.policy.grace_days == 100
    assert card.words.text() != before
    qtbot.mouseClick(card.policy_row.segment.button("linear"), Qt.MouseButton.LeftButton)
    settle()
    assert card.curve.policy.name == "linear"
    assert not card.grace_row.isEnabled()
    assert not card.floor_row.isEnabled()


@pytest.mark.slow
def test_the_preview_follows_the_slider_while_it_is_dragged(
    page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    page.show_section("maintenance")
    page.maintenance.unfold()
    settle()
    card = page.maintenance.fading
    card.floor_row.slider.setSliderDown(True)
    card.floor_row.slider.setValue(45)
    assert card.curve.policy.floor == 0.45
    assert "never archived" in card.words.text()
    assert service.settings.get("confidence.floor") == 0.1, "not before it rests"
    card.floor_row.slider.setSliderDown(False)


def near(image: QImage, at: QPoint, wanted: QColor) -> bool:
    """Whether the colour is painted within two pixels."""
    for dx in range(-2, 3):
        for dy in range(-2, 3):
            p = image.pixelColor(at + QPoint(dx, dy))
            off = (
                abs(p.red() - wanted.red()),
                abs(p.green() - wanted.green()),
                abs(p.blue() - wanted.blue()),
            )
            if max(off) < 60:
                return True
    return False
