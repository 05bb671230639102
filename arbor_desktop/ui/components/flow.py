"""A layout that breaks its row like words in a paragraph."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem
from shiboken6 import isValid


class FlowLayout(QLayout):
    """Places its widgets from left to right and starts a new line where one is full.

    Its items are made here, not by Qt: of one that Qt makes and deletes, the binding keeps the address, and
    hands the dead item out for whatever object is put there next. Those taken are kept until Qt has deleted
    them.
    """

    def __init__(
        self, parent: QWidget | None = None, spacing: int = 6, line_spacing: int | None = None
    ) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._taken: list[QLayoutItem] = []
        self._sizes: list[tuple[QLayoutItem, QSize]] | None = None
        self._gap = spacing
        self._line_gap = spacing if line_spacing is None else line_spacing
        self.setContentsMargins(0, 0, 0, 0)

    def addWidget(self, widget: QWidget) -> None:
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def insert_widget(self, index: int, widget: QWidget) -> None:
        """Adds `widget` before the item at `index`."""
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        self._taken = [item for item in self._taken if isValid(item)]
        self._taken.append(self._items.pop(index))
        self._sizes = None
        return self._taken[-1]

    def invalidate(self) -> None:
        self._sizes = None
        super().invalidate()

    def _shown(self) -> list[tuple[QLayoutItem, QSize]]:
        """Return what is seen, and how large it would be; asked again when one of them has changed."""
        if self._sizes is None:
            self._sizes = [(item, item.sizeHint()) for item in self._items if not item.isEmpty()]
        return self._sizes

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), apply=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, apply=True)

    def sizeHint(self) -> QSize:
        margins = self.contentsMargins()
        shown = [size for _, size in self._shown()]
        width = sum(s.width() for s in shown) + self._gap * max(0, len(shown) - 1)
        height = max((s.height() for s in shown), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def minimumSize(self) -> QSize:
        margins = self.contentsMargins()
        size = QSize()
        for item, _ in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rect: QRect, apply: bool) -> int:
        """Lays out within `rect` (only measuring unless `apply`) and returns the height that it takes."""
        inner = rect.marginsRemoved(self.contentsMargins())
        x, y, line = inner.x(), inner.y(), 0
        for item, size in self._shown():
            if x > inner.x() and x + size.width() > inner.right() + 1:
                x, y, line = inner.x(), y + line + self._line_gap, 0
            width = min(size.width(), inner.width())
            if apply:
                item.setGeometry(QRect(x, y, width, size.height()))
            x += width + self._gap
            line = max(line, size.height())
        return y + line - rect.y() + self.contentsMargins().bottom()
