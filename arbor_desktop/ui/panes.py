"""F6: the focus goes from one group of controls to the next."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def go_on(groups: Sequence[QWidget], step: int) -> None:
    """The focus goes to the next group that can take it, `step` 1 or -1; by a shortcut: it is to be seen."""
    focus = QApplication.focusWidget()
    here = [n for n, g in enumerate(groups) if focus is not None and (g is focus or g.isAncestorOf(focus))]
    start = here[-1] if here else (-1 if step > 0 else 0)
    for offset in range(1, len(groups) + 1):
        target = first_focusable(groups[(start + step * offset) % len(groups)])
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return


def first_focusable(group: QWidget) -> QWidget | None:
    """Where the focus goes within a group: its checked or first control that can be reached by Tab."""
    if group.focusPolicy() & Qt.FocusPolicy.TabFocus and group.isEnabled():
        return group
    reachable = [
        child
        for child in group.findChildren(QWidget)
        if child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.isVisible() and child.isEnabled()
    ]
    for child in reachable:
        if getattr(child, "isChecked", lambda: False)():
            return child
    return reachable[0] if reachable else None
