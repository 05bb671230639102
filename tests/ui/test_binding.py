from __future__ import annotations

import sys

from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot


def test_calls_that_return_nothing_keep_none_alive(qtbot: QtBot) -> None:
    """PySide6 6.12.0 on Python 3.11 gave up a reference to None at every such call, until the process died."""
    image = QImage(8, 8, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    before = sys.getrefcount(None)
    for _ in range(1000):
        painter.setPen(QColor("red"))
    lost = before - sys.getrefcount(None)
    painter.end()
    assert lost < 500
