"""Tab goes through controls as they are seen: those made later would come last in the whole window."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def focusable(root: QWidget) -> list[QWidget]:
    """What can have the focus within `root`, but in no other window, in the order in which it was made."""
    window = root.window()
    return [w for w in root.findChildren(QWidget) if _takes_focus(w) and w.window() is window]


def focusable_before(widget: QWidget, outside: QWidget | None = None) -> QWidget | None:
    """What has the focus before `widget`, and does not lie in `outside`; None if nothing has."""
    before = widget.previousInFocusChain()
    while before is not None and before is not widget:
        within = outside is not None and (before is outside or outside.isAncestorOf(before))
        if _takes_focus(before) and not within:
            return before
        before = before.previousInFocusChain()
    return None


def follow(before: QWidget | None, widgets: Iterable[QWidget]) -> None:
    """The focus goes from `before` through these, one after another, and then on as it did."""
    for widget in widgets:
        if before is not None:
            QWidget.setTabOrder(before, widget)
        before = widget


def _takes_focus(widget: QWidget) -> bool:
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus
