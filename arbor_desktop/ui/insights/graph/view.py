"""The memory graph with its bar: search, a table in its place, magnifying, saving; and its legend."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QHeaderView, QMenu, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.maintenance.model import EDGE_KINDS, MemoryGraph
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.charts.table_view import FiguresTable
from arbor_desktop.ui.components import Button, IconButton, Label, ProgressBar, SearchField, Segment
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.export import Exports
from arbor_desktop.ui.insights.graph.canvas import STEP, GraphCanvas
from arbor_desktop.ui.insights.graph.layout import Layout, Point
from arbor_desktop.ui.insights.graph.painting import Legend
from arbor_desktop.ui.insights.graph.picture import Picture, links_table, memories_table, summary
from arbor_desktop.ui.insights.view import View
from arbor_desktop.ui.translation import number, tr
from arbor_desktop.ui.window_state import WindowState


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
        column = vbox(on=self, margins=(px(16), px(4), px(16), px(8)), gap=px(4))
        for title, table in zip(self._titles, (self.memories, self.links), strict=True):
            column.addWidget(title)
            column.addWidget(table, 1)
            table.activated.connect(self._open)
            table.chart_wanted.connect(self.left)

    def show_picture(self, picture: Picture) -> None:
        self._picture = picture
        graph = picture.graph
        memories = memories_table(graph, picture.nodes, picture.degree)
        links = links_table(graph, picture.edges)
        for title, table, shown in zip(
            self._titles, (self.memories, self.links), (memories, links), strict=True
        ):
            title.setText(tr("{title} ({count})").format(title=shown.title, count=number(len(shown.rows))))
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


_REFRESH_MS = 1500
_PROGRESS_MS = 100


class GraphView(View):
    """A picture, or two tables in its place."""

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        state: WindowState | None = None,
        refresh_ms: int = _REFRESH_MS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(icons, bridge, refresh_ms, parent)
        self._graph = MemoryGraph()
        self._places: dict[str, Point] = {}
        self._found: list[int] = []
        theme = icons.theme
        self.search = SearchField(icons, tr("Find in graph"), parent=self)
        self.hits = Label(theme, "", "small", "text3", parent=self)
        self.look = Segment(icons, tr("Show as"), self)
        self.look.add("graph", tr("Graph"))
        self.look.add("table", tr("Table"))
        self.look.set_current("graph")
        self.less = self._zoom_button("−", tr("Zoom out"), "-")
        self.more = self._zoom_button("+", tr("Zoom in"), "+")
        self.whole = self._zoom_button(tr("Fit"), tr("Show whole graph"), "0")
        self.menu_button = IconButton(icons, "more", tr("More options for the graph"), parent=self)
        self.canvas = GraphCanvas(theme, self)
        self.tables = GraphTables(icons, self)
        self.note = Label(theme, "", "caption", "text3", parent=self, wrap=True)
        self.legend = Legend(icons, self)
        self.progress = ProgressBar(theme, tr("Arranging the graph"), self)
        self._layout: Layout | None = None
        self.ticking = QTimer(self, interval=_PROGRESS_MS)
        self.exports = Exports(self.controller, clock, state, self)
        self._lay_out()
        self._connect()

    def _zoom_button(self, text: str, name: str, key: str) -> Button:
        button = Button(self._icons, text, size="small", parent=self)
        button.setAccessibleName(name)
        button.setToolTip(f"{name}  {key}")
        return button

    def _lay_out(self) -> None:
        px = self._icons.theme.px
        bar = QHBoxLayout()
        bar.setContentsMargins(px(16), px(8), px(16), px(8))
        bar.setSpacing(px(8))
        self.search.setMaximumWidth(px(280))
        self.search.setMinimumWidth(px(140))
        bar.addWidget(self.search, 1)
        bar.addWidget(self.hits)
        bar.addStretch(1)
        for widget in (self.less, self.more, self.whole, self.look, self.menu_button):
            bar.addWidget(widget)
        for content in (self.canvas, self.tables):
            self.stack.addWidget(content)
        self.stack.setCurrentWidget(self.canvas)
        self.progress.hide()
        foot = vbox(self.legend, self.note, margins=(px(16), px(8), px(16), px(8)), gap=px(6))
        vbox(bar, self.progress, (self.stack, 1), foot, on=self)

    def _connect(self) -> None:
        self.search.text_edited.connect(self._search)
        self.search.returnPressed.connect(self._next_hit)
        self.search.list_wanted.connect(self.canvas.setFocus)
        self.look.changed.connect(lambda _: self._show_look())
        self.less.clicked.connect(lambda: self.canvas.zoom(1 / STEP))
        self.more.clicked.connect(lambda: self.canvas.zoom(STEP))
        self.whole.clicked.connect(self.canvas.fit)
        self.menu_button.clicked.connect(
            lambda: self.open_menu(self.menu_button.mapToGlobal(self.menu_button.rect().bottomLeft()))
        )
        self.canvas.opened.connect(self.memory_wanted)
        self.canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.canvas.customContextMenuRequested.connect(lambda at: self.open_menu(self.canvas.mapToGlobal(at)))
        self.tables.opened.connect(self.memory_wanted)
        self.tables.left.connect(lambda: self.look.set_current("graph"))
        self.legend.changed.connect(lambda: self._show_picture(fit=True))
        self.ticking.timeout.connect(self._show_progress)

    # What the page asks

    def start_over(self) -> None:
        self._places = {}
        super().start_over()

    @property
    def busy(self) -> bool:
        """Whether the graph is still being laid out."""
        return self._layout is not None

    def focus_main(self) -> None:
        shown = self.stack.currentWidget()
        if shown is self.tables:
            self.tables.focus_main()
        else:
            (self.canvas if shown is self.canvas else self.empty).setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        shown = self.stack.currentWidget()
        main: list[QWidget] = [self.canvas] if shown is self.canvas else []
        if shown is self.tables:
            main = [self.tables.memories, self.tables.links]
        chips = [chip for chip in self.legend.types.values() if chip.isVisible()][:1]
        return [self.search, *main, *chips]

    def refresh(self) -> None:
        """Read again; what is shown stays until the new graph is laid out."""
        self.soon.caught_up()
        self.controller.read_graph(self.project, self._lay_out_graph, self._failed)

    # The graph

    def _lay_out_graph(self, graph: MemoryGraph) -> None:
        if not graph.nodes:
            self.stop()
            self._graph, self._places = graph, {}
            self._say_empty()
        elif graph == self._graph and self._places:
            self._show_look()
        else:
            self.stop()
            show = partial(self._placed, graph)
            self._layout = self.controller.lay_out(graph, self._places, show)
            self._show_progress()
            self.progress.show()
            self.ticking.start()

    def stop(self) -> None:
        """Give up what is being laid out."""
        self.ticking.stop()
        if self._layout is not None:
            self._layout.stopped, self._layout = True, None

    def _show_progress(self) -> None:
        if self._layout is not None:
            self.progress.set_value(round(self._layout.progress * 100), 100)

    def _placed(self, graph: MemoryGraph, places: list[Point]) -> None:
        self.stop()
        self.progress.hide()
        first = not self._places
        self._graph = graph
        self._places = {node.id: place for node, place in zip(graph.nodes, places, strict=True)}
        self.legend.show_graph(graph)
        self.legend.show()
        self._show_picture(fit=first)

    def _show_picture(self, *, fit: bool) -> None:
        places = [self._places[node.id] for node in self._graph.nodes]
        picture = Picture(self._graph, places, self.legend.wanted_types, self.legend.wanted_kinds)
        self.canvas.show_picture(picture, fit=fit)
        self.tables.show_picture(picture)
        conflicts = sum(self._graph.edges[n].kind == "conflict" for n in picture.edges)
        said = summary(self._graph, len(picture.nodes), len(picture.edges), conflicts)
        if self.legend.narrowed:
            said = tr("Showing {memories} and {links}.").format(
                memories=tr("%n memories", None, len(picture.nodes)),
                links=tr("%n links", None, len(picture.edges)),
            )
        self.note.setText(said)
        self.canvas.setAccessibleDescription(said)
        self._search(self.search.text(), go=False)
        if picture.nodes:
            self._show_look()
        else:
            self._say_nothing_chosen()

    def _show_look(self) -> None:
        if not self._graph.nodes:
            return
        as_table = self.look.current == "table"
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.stack.isAncestorOf(focused)
        self.stack.setCurrentWidget(self.tables if as_table else self.canvas)
        for widget in (self.less, self.more, self.whole):
            widget.setEnabled(not as_table)
        if had_focus:
            self.focus_main()

    def _say_empty(self) -> None:
        self.progress.hide()
        self.legend.hide()
        self.note.setText("")
        title = tr("No links yet")
        text = tr(
            "Arbor links memories that are similar, are mentioned together, or replace or "
            "contradict each other."
        )
        self.empty.show_state("memories", title, text)
        self.stack.setCurrentWidget(self.empty)

    def _say_nothing_chosen(self) -> None:
        button = Button(self._icons, tr("Show all"), parent=self.empty, clicked=self.legend.show_all)
        self.empty.show_state(
            "search",
            tr("No matching links"),
            tr("No linked memories match the selected types."),
            actions=(button,),
        )
        self.stack.setCurrentWidget(self.empty)

    def _failed(self, said: str) -> None:
        self.progress.hide()
        self.show_failure(tr("Couldn't load the graph"), said)

    # Searching

    def _search(self, text: str, *, go: bool = True) -> None:
        self._found = self.canvas.picture.find(text)
        if not text.strip():
            self.hits.setText("")
        elif not self._found:
            self.hits.setText(tr("No matches"))
        elif go:
            self._show_hit(0)
        else:
            self._say_hit()

    def _next_hit(self) -> None:
        if self._found:
            now = self.canvas.current
            at = self._found.index(now) + 1 if now in self._found else 0
            self._show_hit(at % len(self._found))

    def _show_hit(self, number: int) -> None:
        node = self._found[number]
        self.canvas.mark(node)
        self.canvas.centre_on(node)
        self._say_hit()

    def _say_hit(self) -> None:
        now = self.canvas.current
        at = self._found.index(now) + 1 if now in self._found else 0
        self.hits.setText(
            tr("{n} of {total}").format(n=at, total=number(len(self._found)))
            if at
            else tr("%n matches", None, len(self._found))
        )

    # The menu

    def open_menu(self, at: QPoint) -> QMenu:
        menu = Menu(self)
        icon = self._icons.icon
        if self.look.current == "table":
            menu.addAction(icon("insights"), tr("Show as graph"), lambda: self.look.set_current("graph"))
        else:
            menu.addAction(icon("filter"), tr("Show as table"), lambda: self.look.set_current("table"))
        menu.addSeparator()
        menu.addAction(icon("download"), tr("Save image as PNG…"), self.save_picture)
        menu.addAction(icon("download"), tr("Save tables as CSV files (ZIP)…"), self.save_tables)
        menu.popup(at)
        return menu

    def save_picture(self) -> None:
        """Ask where to, and write the whole graph."""
        self.exports.picture("memory-graph", self.canvas.image(), tr("Save image"))

    def save_tables(self) -> None:
        """Ask where to, and write both tables into one ZIP file."""
        tables = [("memories", self.tables.memories), ("links", self.tables.links)]
        figures = [(name, table.figures.table) for name, table in tables]
        self.exports.tables("memory-graph", figures, tr("Save tables"))
