"""The versions of a tool's memory files: files, versions of one, and what a version changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.file_versions.model import FileVersion, KeptFile, ToolFiles
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import AskDialog, Button, ElidedLabel, EmptyState, Label, Snackbar, Splitter
from arbor_desktop.ui.components.boxes import CENTRE, STRETCH, ScrollArea, hbox, vbox
from arbor_desktop.ui.components.dialogs import WindowDialog
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.components.painting import badge_width, paint_badge, paint_row, paint_text
from arbor_desktop.ui.components.row_list import RingedList
from arbor_desktop.ui.components.row_model import Index, ItemRole, ItemsModel
from arbor_desktop.ui.controller import Controller, error_words
from arbor_desktop.ui.file_versions.words import change_words, file_name, place_words
from arbor_desktop.ui.formatting import short_path
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.diff import Line, difference
from arbor_desktop.ui.integrations.sheet import DiffBox, DiffView
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


Item = TypeVar("Item")
_HEIGHT = 52


@dataclass(frozen=True, slots=True)
class Row:
    """What a row shows. `badge` is words and kind; `token` the colour of the second line."""

    title: str
    below: str
    badge: tuple[str, str] = ("", "")
    token: str = "text2"

    @property
    def spoken(self) -> str:
        return ". ".join(part for part in (self.title, self.badge[0], self.below) if part)


class RowsModel(ItemsModel[Item]):
    """A list of which each item has a row."""

    def row(self, item: Item) -> Row:
        raise NotImplementedError

    def text(self, item: Item) -> str:
        return self.row(item).title

    def spoken(self, item: Item) -> str:
        return self.row(item).spoken


class FilesModel(RowsModel[KeptFile]):
    """Files, the newest change first."""

    def row(self, item: KeptFile) -> Row:
        badge = ("", "") if item.newest.exists else (tr("Deleted"), "warn")
        return Row(file_name(item.path), place_words(item.newest), badge)

    def tip(self, item: KeptFile) -> str:
        return item.path


class VersionsModel(RowsModel[FileVersion]):
    """Versions of a file, newest first."""

    def __init__(self, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock

    def row(self, item: FileVersion) -> Row:
        when = ago(item.at, self._clock())
        lost = item.loss or not item.exists
        badge = ("", "")
        if item is self.items[0]:
            badge = (tr("Current"), "neutral")
        elif item.restored:
            badge = (tr("Restored"), "ok")
        words = change_words(item)
        return Row(when[:1].upper() + when[1:], words, badge, "warn" if lost else "text2")


class _Delegate(QStyledItemDelegate):
    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.ring = False

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, self._theme.px(_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px = self._theme, self._theme.px
        box: QRect = option.rect
        paint_row(painter, theme, box, option.state, ring=self.ring)
        model = index.model()
        assert isinstance(model, RowsModel)
        row = model.row(index.data(ItemRole))
        inner = box.adjusted(px(14), px(7), -px(12), -px(7))
        room = inner.width()
        words, kind = row.badge
        if words:
            width = badge_width(theme, words)
            paint_badge(painter, self._icons, inner.right() + 1 - width, inner.top(), words, kind)
            room -= width + px(8)
        title = QRect(inner.left(), inner.top(), room, px(20))
        paint_text(painter, theme, title, row.title, "body500", "text")
        below = QRect(inner.left(), inner.top() + px(20), inner.width(), px(18))
        # Of a folder, the end says most.
        left = Qt.TextElideMode.ElideLeft
        paint_text(painter, theme, below, row.below, "small", row.token, mode=left)


class RowsList(RingedList):
    """`chosen(item)` when another row becomes the current one."""

    chosen = Signal(object)

    def __init__(self, icons: Icons, model: RowsModel[Any], name: str, parent: QWidget | None = None) -> None:
        delegate = _Delegate(icons, parent)
        super().__init__(delegate, parent)
        self.items: RowsModel[Any] = model
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setAccessibleName(name)

    @property
    def current(self) -> Any:
        """The item of the current row; None without one."""
        index = self.currentIndex()
        return self.items.items[index.row()] if index.isValid() else None

    def go_to(self, row: int) -> None:
        """Make a row the current one."""
        index = self.items.index(row)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self.chosen.emit(self.items.items[current.row()])


class VersionsDialog(WindowDialog):
    """Restores a version, with Undo; deletes all versions of a file."""

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        parent: QWidget,
        tool: str,
        *,
        clock: Clock = system_clock,
        path: str | None = None,
        snackbar_ms: int = 8000,
    ) -> None:
        """Begin with the file at `path`, else with the one that changed last."""
        title = bridge.service.file_versions.title_of(tool)
        heading = tr("Memory files: {tool}").format(tool=title)
        super().__init__(icons, heading, parent, width=1120, height=740)
        self._bridge, self._clock, self._tool, self._title = bridge, clock, tool, title
        self._wanted_path, self._wanted_id = path, None
        self._take_back: Callable[[], None] | None = None
        self.dialog: AskDialog | None = None
        self.controller = Controller(bridge, self)
        self.files = RowsList(icons, FilesModel(self), tr("Files"), self)
        self.versions = RowsList(icons, VersionsModel(clock, self), tr("Versions"), self)
        self.empty = EmptyState(icons, "activity", "", parent=self)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        self.panes = self._lay_out()
        self.column.addWidget(self.panes, 1)
        self.column.addWidget(self.empty, 1)
        self.column.addWidget(self.snackbar)
        self.empty.hide()
        self._connect()
        self.files.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def _lay_out(self) -> Splitter:
        px, icons = self._theme.px, self._icons
        self.forget = Button(icons, tr("Delete versions…"), variant="quiet", icon="trash", size="small")
        middle = QWidget()
        vbox((self.versions, 1), (self.forget, CENTRE), on=middle, margins=(0, 0, 0, px(8)), gap=px(8))
        panes = Splitter(
            self._theme, self.files, middle, self._detail(),
            grows=2, name="fileVersions", sizes=(px(230), px(230), px(620)), parent=self,
        )  # fmt: skip
        self.files.setMinimumWidth(px(170))
        middle.setMinimumWidth(px(190))
        return panes

    def _detail(self) -> QWidget:
        px, theme = self._theme.px, self._theme
        self.path = ElidedLabel(theme, "", "mono", "text2", Qt.TextElideMode.ElideMiddle)
        self.when = Label(theme, "", "section")
        self.what = Label(theme, "", "small", "text2", wrap=True)
        self.restore = Button(self._icons, tr("Restore this version"), variant="primary", icon="history")
        self._target: FileVersion | None = None
        first = hbox((self.when, 1), self.restore, gap=px(12))
        head = vbox(first, self.path, self.what, margins=(px(20), px(10), px(20), px(12)), gap=px(2))
        self.area = ScrollArea(name=tr("Changes"))
        self.view: DiffView | None = None
        box = QWidget()
        vbox(head, (self.area, 1), on=box)
        return box

    def _connect(self) -> None:
        self.files.chosen.connect(self._file_chosen)
        self.versions.chosen.connect(self._version_chosen)
        self.restore.clicked.connect(self._restore)
        self.forget.clicked.connect(self.ask_to_forget)
        self.snackbar.action_triggered.connect(self.undo)
        self.controller.refused.connect(self._refused)
        self._bridge.changed.connect(self._heard)
        QShortcut(QKeySequence.StandardKey.Undo, self).activated.connect(self.undo)

    # What is shown

    def refresh(self) -> None:
        """Read files and versions again, and stay at what is selected."""
        if (file := self.files.current) is not None:
            self._wanted_path = file.path
        self.controller.start(self._read())

    async def _read(self) -> None:
        tools: Sequence[ToolFiles] = await self.controller.ask(
            "files", self.controller.service.file_versions.tools
        )
        [tool] = [one for one in tools if one.name == self._tool]
        self._show_files(tool)

    def _show_files(self, tool: ToolFiles) -> None:
        self.files.items.show(tool.files)
        self.panes.setVisible(bool(tool.files))
        self.empty.setVisible(not tool.files)
        if not tool.files:
            words = (
                tr("Versions appear here when {tool} writes its memory files.")
                if tool.on
                else tr("Turn on {tool} under “Memory files of AI tools” to keep versions.")
            )
            self.empty.show_state("activity", tr("No versions yet"), words.format(tool=self._title))
            return
        paths = [file.path for file in tool.files]
        self.files.go_to(paths.index(self._wanted_path) if self._wanted_path in paths else 0)

    def _file_chosen(self, file: KeptFile) -> None:
        self._wanted_path = file.path
        self.controller.start(self._read_versions(file))

    async def _read_versions(self, file: KeptFile) -> None:
        kept = self.controller.service.file_versions
        before: FileVersion | None = self.versions.current
        found: Sequence[FileVersion] = await self.controller.ask("versions", kept.versions, file.path)
        stays = before is not None and before.path == file.path
        wanted = self._wanted_id or (before.id if before is not None and stays else None)
        self._wanted_id = None
        self.versions.items.show(found)
        ids = [version.id for version in found]
        if ids:
            self.versions.go_to(ids.index(wanted) if wanted in ids else 0)

    def _version_chosen(self, version: FileVersion) -> None:
        self.controller.start(self._read_difference(version))

    async def _read_difference(self, version: FileVersion) -> None:
        found: Sequence[FileVersion] = self.versions.items.items
        older = found[found.index(version) + 1 :]
        before = older[0] if older else None
        lines = await self.controller.ask("difference", _difference, self.controller.service, before, version)
        self._show_version(version, before, lines)

    def _show_version(self, version: FileVersion, before: FileVersion | None, lines: list[Line]) -> None:
        now = self._clock()
        when = ago(version.at, now)
        self.when.setText(when[:1].upper() + when[1:])
        self.path.setText(short_path(version.path))
        words = change_words(version)
        if before is not None and version.kept and before.kept:
            words += " · " + tr("version before: {when}").format(when=ago(before.at, now))
        self.what.setText(words)
        # What changed last is undone by the version before.
        is_newest = version is self.versions.items.items[0]
        self._target = before if is_newest else version
        self.restore.setEnabled(self._target is not None and self._target.kept)
        self.restore.set_label(tr("Undo this change") if is_newest else tr("Restore this version"))
        self.view = DiffView(self._theme, lines, tr("Changes to {path}").format(path=version.path))
        self.view.cursorPositionChanged.connect(self._follow)
        px = self._theme.px
        inner = QWidget()
        box = DiffBox(self._theme, self.view)
        box.setVisible(bool(lines))
        vbox(box, STRETCH, on=inner, margins=(px(20), 0, px(20), px(16)))
        self.area.setWidget(inner)  # which frees the one before

    def _follow(self) -> None:
        """Keep the line that the keyboard is at in sight."""
        if self.view is not None and (inner := self.area.widget()) is not None:
            at = self.view.viewport().mapTo(inner, self.view.cursorRect().center())
            self.area.ensureVisible(at.x(), at.y(), 0, self._theme.px(24))

    def _heard(self, changes: Changes) -> None:
        if changes.file_versions or changes.settings:
            self.refresh()

    # What is done

    def _restore(self) -> None:
        version = self._target
        if version is not None:
            self.restore.setEnabled(False)
            words = tr("{file} restored").format(file=file_name(version.path))
            self.controller.start(self._put_back(version.id, words, undoable=True), self._refused)

    async def _put_back(self, id: int, words: str, *, undoable: bool) -> None:
        kept = self.controller.service.file_versions
        restored = await self.controller.change(kept.restore, id)
        self._wanted_id = restored.now.id
        before, undone = restored.before.id, tr("Undone: {what}").format(what=words)
        self._take_back = (
            (lambda: self.controller.start(self._put_back(before, undone, undoable=False), self._refused))
            if undoable
            else None
        )
        self.snackbar.show_message(words, action=tr("Undo") if undoable else None)

    def undo(self) -> None:
        """Undo the last restoring."""
        take_back, self._take_back = self._take_back, None
        if take_back is not None:
            self.snackbar.close_message()
            take_back()

    def _refused(self, error: BaseException) -> None:
        self.snackbar.show_message(error_words(error), icon="warning")
        self.controller.report(error)
        self.refresh()

    def ask_to_forget(self) -> None:
        """Ask before the versions of the file are deleted."""
        file = self.files.current
        if file is None:
            return
        dialog = AskDialog(
            self._icons,
            tr("Delete all versions of {file}?").format(file=file_name(file.path)),
            (
                tr("They are also deleted from Arbor's backups. This cannot be undone."),
                tr(
                    "The file itself is not changed. While {tool} is turned on, Arbor keeps versions of it "
                    "again."
                ).format(tool=self._title),
            ),
            tr("Delete"),
            danger=True,
            parent=self,
        )
        dialog.confirmed.connect(lambda: self.controller.try_to(self._forget(file, dialog), dialog.fail))
        self.dialog = dialog
        opened(dialog)

    async def _forget(self, file: KeptFile, dialog: AskDialog) -> None:
        count = await self.controller.change(self.controller.service.file_versions.forget, file.path)
        dialog.finish()
        self._take_back = None
        self.snackbar.show_message(tr("%n versions deleted", None, count), icon="trash")


def _difference(service: MemoryService, before: FileVersion | None, version: FileVersion) -> list[Line]:
    """Return the lines that a version changed; none if the content of either is not kept."""
    kept = service.file_versions
    if (version.exists and not version.kept) or (before is not None and before.exists and not before.kept):
        return []
    old = None if before is None else kept.content(before.id)
    return difference(old, kept.content(version.id))
