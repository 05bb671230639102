"""The layout that breaks its row like words in a paragraph."""

import shiboken6
from PySide6.QtWidgets import QLabel, QWidget

from arbor_desktop.ui.components.boxes import FlowLayout


def test_an_item_ends_with_its_widget(qtbot):
    box = QWidget()
    qtbot.addWidget(box)
    flow = FlowLayout(box)
    labels = [QLabel(text, box) for text in "abc"]
    for label in labels:
        flow.addWidget(label)
    held = [flow.itemAt(n) for n in range(3)]
    shiboken6.delete(labels[1])
    assert flow.count() == 2
    assert [shiboken6.isValid(item) for item in held] == [True, False, True]
    flow.removeWidget(labels[0])
    assert flow.count() == 1
    assert [shiboken6.isValid(item) for item in held] == [False, False, True]
    item = flow.takeAt(0)
    assert item.widget() is labels[2]
    assert flow.count() == 0
