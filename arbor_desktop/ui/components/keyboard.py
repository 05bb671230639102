"""The keyboard within a page: the order of Tab, the groups of F6, keys of a page.

Tab goes through controls as they are seen: those made later would come last in the whole window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget


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


def key_on_page(page: QWidget, keys: str, does: Callable[[], object]) -> None:
    """Calls `does` on `keys`, wherever in `page` the focus is."""
    shortcut = QShortcut(QKeySequence(keys), page)
    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    shortcut.activated.connect(does)


def focus_next_group(groups: Sequence[QWidget], step: int) -> None:
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
