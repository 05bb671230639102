"""The context menu of conversations, and what is asked before they are read again or deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget

from arbor_desktop.conversations.model import Conversation, ConversationStatus
from arbor_desktop.ui.components import AskDialog
from arbor_desktop.ui.components.menus import CommandMenu, opened
from arbor_desktop.ui.conversations.controller import Price
from arbor_desktop.ui.conversations.words import may_be_memorized, price_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

Does = Callable[[], object]


def open_menu(
    icons: Icons,
    parent: QWidget,
    ids: Sequence[str],
    known: Sequence[Conversation],
    at: QPoint,
    run: Callable[[str], object],
) -> QMenu:
    """Open the menu of a row, or of several, whose entries `run` a command. `known`: those of `ids` that are
    loaded."""
    menu = CommandMenu(icons, parent, run)
    one = known[0] if len(ids) == 1 and known else None
    again = bool(known) and all(c.memorized_through > 0 for c in known)
    if one is not None and one.status is ConversationStatus.ERROR:
        menu.add("retry", tr("Try again"), "refresh", "Ctrl+R")
    elif not known or any(map(may_be_memorized, known)):
        words = tr("Read again") if again else tr("Read now")
        menu.add("memorize", words, "refresh" if again else "play", "Ctrl+R")
    menu.addSeparator()
    if not known or not all(c.left_out for c in known):
        words = tr("Ignore this conversation") if one is not None else tr("Ignore these conversations")
        menu.add("leave_out", words, "eye-off")
    if any(c.left_out for c in known):
        menu.add("take_in", tr("Stop ignoring"), "eye")
    if one is not None and one.project:
        menu.add("exclude", tr("Ignore this project"), "x")
    menu.addSeparator()
    if one is not None:
        menu.add("open_file", tr("Open file"), "link")
        menu.add("show_folder", tr("Show in folder"), "folder")
    menu.add("copy_id", tr("Copy conversation ID") if len(ids) == 1 else tr("Copy conversation IDs"), "copy")
    menu.addSeparator()
    menu.add("purge", tr("Delete…"), "trash", "Del")
    menu.popup(at)
    return menu


def ask_purge(icons: Icons, window: QWidget, count: int, purge: Does) -> None:
    if count == 1:
        title = tr("Delete this conversation?")
        paragraphs = (
            tr("This deletes the transcript and any memories that come only from it. You can't undo this."),
            tr("Arbor won't read this conversation again. The AI tool's own file is not changed."),
        )
    else:
        title = tr("Delete %n conversations?", None, count)
        paragraphs = (
            tr(
                "This deletes the transcripts and any memories that come only from them. You can't undo this."
            ),
            tr("Arbor won't read these conversations again. The AI tools' own files are not changed."),
        )
    _ask(AskDialog(icons, title, paragraphs, tr("Delete"), danger=True, keep_words=tr("Cancel"),
                   parent=window), purge)  # fmt: skip


def ask_read_again(icons: Icons, window: QWidget, count: int, price: Price, read: Does) -> None:
    title, paragraphs = price_words(count, price)
    _ask(AskDialog(icons, title, paragraphs, tr("Read again"), keep_words=tr("Cancel"), parent=window), read)


def _ask(dialog: AskDialog, does: Does) -> None:
    dialog.confirmed.connect(dialog.finish)
    dialog.confirmed.connect(lambda: does())
    opened(dialog)
