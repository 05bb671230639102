"""The figures of the graph as tables, and what is saved of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, QStandardPaths, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QHeaderView, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.maintenance.model import EDGE_KINDS, MemoryGraph
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.charts.table_view import FiguresTable
from arbor_desktop.ui.charts.words import local_day
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.export import failure_words, write_picture, write_tables
from arbor_desktop.ui.insights.graph import words
from arbor_desktop.ui.insights.graph.picture import Picture
from arbor_desktop.ui.insights.words import tr
from arbor_desktop.ui.readable import short_path


class GraphTables(QWidget):
    """`opened(id)`: a double click or Enter on a memory; of a link, on either of its two; `left`: Esc."""

    opened = Signal(str)
    left = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = icons.theme.px
        self._picture = Picture(MemoryGraph(), ())
        self.memories, self.links = FiguresTable(icons, self), FiguresTable(icons, self)
        self._titles = [Label(icons.theme, "", "body600", parent=self) for _ in range(2)]
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(4), px(16), px(8))
        column.setSpacing(px(4))
        for title, table in zip(self._titles, (self.memories, self.links), strict=True):
            column.addWidget(title)
            column.addWidget(table, 1)
            table.activated.connect(self._open)
            table.chart_wanted.connect(self.left)

    def show_picture(self, picture: Picture) -> None:
        self._picture = picture
        graph = picture.graph
        memories = words.memories_table(graph, picture.nodes, picture.degree)
        links = words.links_table(graph, picture.edges)
        for title, table, shown in zip(
            self._titles, (self.memories, self.links), (memories, links), strict=True
        ):
            title.setText(tr("{title} ({count})").format(title=shown.title, count=f"{len(shown.rows):,}"))
            table.show_table(shown)
        self._share_width(self.memories, (0,))
        self._share_width(self.links, (0, 2))

    @staticmethod
    def _share_width(table: FiguresTable, wide: tuple[int, ...]) -> None:
        """Texts get the room that figures leave."""
        head = table.horizontalHeader()
        for column in range(head.count()):
            mode = QHeaderView.ResizeMode.Stretch if column in wide else QHeaderView.ResizeMode.Interactive
            head.setSectionResizeMode(column, mode)

    def _open(self, index: QModelIndex) -> None:
        model = index.model()
        source = model.mapToSource(index) if hasattr(model, "mapToSource") else index
        graph = self._picture.graph
        if self.sender() is self.memories:
            order = sorted(self._picture.nodes, key=lambda n: (-self._picture.degree[n], n))
            self.opened.emit(graph.nodes[order[source.row()]].id)
            return
        edges = sorted(
            (graph.edges[n] for n in self._picture.edges), key=lambda e: (EDGE_KINDS.index(e.kind), e.a, e.b)
        )
        edge = edges[source.row()]
        self.opened.emit(graph.nodes[edge.b if source.column() == 2 else edge.a].id)

    def focus_main(self) -> None:
        self.memories.setFocus(Qt.FocusReason.OtherFocusReason)


class Saving(QObject):
    """`said(words, icon)` tells what came of it."""

    said = Signal(str, str)

    def __init__(self, bridge: Bridge, clock: Clock, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge, self._clock, self._widget = bridge, clock, parent

    def picture(self, image: QImage) -> QFileDialog:
        return self._ask("png", tr("Save picture"), tr("Picture (*.png)"),
                         lambda path: partial(write_picture, path, image))  # fmt: skip

    def tables(self, memories: Table, links: Table) -> QFileDialog:
        named = [("memories", memories), ("links", links)]
        return self._ask("zip", tr("Save tables"), tr("ZIP file with tables (*.zip)"),
                         lambda path: partial(write_tables, path, named))  # fmt: skip

    def _ask(
        self, suffix: str, title: str, kinds: str, write: Callable[[Path], Callable[[], Path]]
    ) -> QFileDialog:
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        dialog = QFileDialog(self._widget.window(), title, folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(kinds)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"arbor-memory-graph-{local_day(self._clock()).isoformat()}.{suffix}")
        dialog.fileSelected.connect(lambda chosen: self._write(Path(chosen), write))
        dialog.open()
        return dialog

    def _write(self, path: Path, write: Callable[[Path], Callable[[], Path]]) -> None:
        def saved(done: Path) -> None:
            self.said.emit(tr("Saved as {file}").format(file=short_path(done)), "check")

        def failed(error: BaseException) -> None:
            if isinstance(error, OSError):
                self.said.emit(failure_words(error, path.parent), "warning")
            else:
                self._bridge.failed.emit(failure(error, "insights.graph"))

        self._bridge.run(write(path), done=saved, failed=failed, owner=self, ordered=False)
