"""The figures of the graph as tables, and what is saved of it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget

from arbor_desktop.maintenance.model import EDGE_KINDS, MemoryGraph
from arbor_desktop.ui.charts.table_view import FiguresTable
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.graph import words
from arbor_desktop.ui.insights.graph.picture import Picture
from arbor_desktop.ui.insights.words import tr


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
