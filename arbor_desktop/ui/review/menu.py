"""The context menu of the cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from arbor_desktop.editing.review import ReviewItem
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.review.proposals import Waiting
from arbor_desktop.ui.review.words import replaces, tr, verbs


def open_menu(
    page: QWidget, icons: Icons, items: Sequence[Waiting], at: QPoint, run: Callable[[str], None]
) -> QMenu:
    """Opens it at a place of the screen; `run(name)` does what is chosen with the items."""
    menu = QMenu(page)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def add(name: str, text: str, icon: str, keys: str = "") -> None:
        action = menu.addAction(icons.icon(icon), text)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _on=False: run(name))

    first, alone = items[0], len(items) == 1
    yes, no = verbs(first)
    add("accept", yes if alone else f"{yes} {len(items):,}", "check", "A")
    if alone and replaces(first):
        add("keep_both", tr("Accept and keep both"), "check")
    if alone and isinstance(first, ReviewItem):
        add("edit", tr("Edit its text"), "edit", "E")
    add("reject", no if alone else f"{no} {len(items):,}", "x", "Del")
    if alone:
        menu.addSeparator()
        if isinstance(first, ReviewItem) and first.conflict:
            add("compare", tr("Compare with the other one"), "conflicts", "Right")
        if isinstance(first, ReviewItem) and first.conversation:
            add("open", tr("Open conversation"), "conversations", "Ctrl+O")
        add("memory", tr("Open memory"), "memories")
    menu.popup(at)
    return menu
