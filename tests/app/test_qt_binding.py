"""The installed Qt binding is fit for the Python it runs on."""

from __future__ import annotations

import sys

from PySide6.QtCore import QRectF


def test_calls_into_qt_keep_the_references_of_none():
    """PySide6 6.12 lost one on Python 3.11 with every call that answers nothing, until the process died."""
    rect = QRectF(0, 0, 4, 4)
    before = sys.getrefcount(None)
    for _ in range(2000):
        rect.adjust(1, 1, -1, -1)
    assert sys.getrefcount(None) > before - 200
