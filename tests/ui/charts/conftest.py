"""Charts on the screen, and a look at what they painted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from arbor_desktop.ui.charts.chart import Chart


class Look:
    """A chart that is shown, driven by mouse and keys."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def image(self) -> QImage:
        return self.chart.grab().toImage()

    def color(self, x: float, y: float) -> QColor:
        return self.image().pixelColor(int(x), int(y))

    def hover(self, at: QPointF) -> None:
        where = self.chart.mapToGlobal(at.toPoint()).toPointF()
        none = Qt.MouseButton.NoButton
        event = QMouseEvent(QEvent.Type.MouseMove, at, where, none, none, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(self.chart, event)

    def leave(self) -> None:
        QCoreApplication.sendEvent(self.chart, QEvent(QEvent.Type.Leave))

    def click(self, at: QPointF) -> None:
        QTest.mouseClick(self.chart, Qt.MouseButton.LeftButton, pos=QPoint(at.toPoint()))

    def keys(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self.chart, key)

    @property
    def told(self) -> str:
        """What is told of the marked point; empty without one."""
        return str(self.chart.words(self.chart.mark)) if self.chart.mark >= 0 else ""


@pytest.fixture
def show(qtbot: QtBot) -> Iterator[Callable[..., Look]]:
    shown: list[Chart] = []

    def show_(chart: Chart, width: int = 710, height: int = 357) -> Look:
        qtbot.addWidget(chart)
        chart.resize(width, height)
        chart.show()
        qtbot.waitExposed(chart)
        chart.activateWindow()
        chart.setFocus(Qt.FocusReason.OtherFocusReason)
        qtbot.waitUntil(chart.hasFocus)
        shown.append(chart)
        return Look(chart)

    yield show_
    for chart in shown:
        chart.close()
