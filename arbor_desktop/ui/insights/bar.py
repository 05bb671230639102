"""The bar of the page: what is shown, of which time and project, and Export."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QMenu, QSizePolicy, QWidget

from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.components import BackForward, Button, ComboBox, Label, Segment
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.controller import Wish
from arbor_desktop.ui.translation import tr

RANGES = (30, 182, 364)
_NARROWEST = 520
CHARTS, TIMELINE, GRAPH = "charts", "timeline", "graph"


class InsightsBar(Bar):
    """`view_chosen(key)`, `wanted(wish)` and the export signals come from the person alone. In a narrow
    window time, project and Export are in a second row."""

    view_chosen = Signal(str)
    wanted = Signal(object)
    pictures_wanted = Signal()
    tables_wanted = Signal()
    page_wanted = Signal()

    def __init__(self, icons: Icons, views: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._icons, self._wish = icons, Wish()
        self._filling = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.arrows = BackForward(icons, self)
        self.title = Label(icons.theme, tr("Insights"), "title", parent=self)
        self.views = Segment(icons, tr("View"), self)
        names = {CHARTS: tr("Charts"), TIMELINE: tr("Timeline"), GRAPH: tr("Graph")}
        for key in views:
            self.views.add(key, names[key])
        self.views.setVisible(len(views) > 1)
        self.views.changed.connect(self._view_changed)
        self.range = Segment(icons, tr("Time range"), self)
        for days, words in zip(RANGES, (tr("30 days"), tr("6 months"), tr("1 year")), strict=True):
            self.range.add(str(days), words)
        self.range.changed.connect(self._range_changed)
        self.project = ComboBox(icons, tr("Project"), parent=self)
        self.project.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.project.activated.connect(self._project_chosen)
        self.counting = Label(icons.theme, "", "small", "text3", parent=self)
        self.export = Button(icons, tr("Export"), icon="download", parent=self, clicked=self.open_export)
        self._lay_out()
        self.set_projects(())

    def _lay_out(self) -> None:
        px = self._theme.px
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(px(8), 0, px(16), 1)
        self._rows.setSpacing(0)
        parts = (self.arrows, self.title, self.views, self.counting), (self.range, self.project, self.export)
        for n, widgets in enumerate(parts):
            row = hbox(gap=px(12))
            row.addStrut(px(52) - 1)
            for widget in widgets:
                row.addWidget(widget)
            row.insertStretch(0 if n else -1, 1)
            self._rows.addLayout(row, 1)

    # What is shown

    @property
    def wish(self) -> Wish:
        return self._wish

    def show_wish(self, wish: Wish, view: str | None = None) -> None:
        """Follows a choice that was made elsewhere; nothing is sent."""
        self._wish, self._filling = wish, True
        self.range.set_current(str(wish.days))
        if view is not None:
            self.views.set_current(view)
        if wish.project and self.project.findData(wish.project) < 0:
            self._add(wish.project, project_name(wish.project))
        self.project.set_current_data(wish.project or "")
        self.project.setToolTip(wish.project or "")
        self._filling = False
        self._fit()

    def set_projects(self, projects: Sequence[str]) -> None:
        """Fills the picker; two folders of one name are told apart by their paths."""
        known = (
            (*projects, self._wish.project)
            if self._wish.project and self._wish.project not in projects
            else projects
        )
        names = [project_name(path) for path in known]
        wanted = [("", tr("All projects"))]
        wanted += [(p, n if names.count(n) == 1 else p) for p, n in zip(known, names, strict=True)]
        if [
            (self.project.itemData(n), self.project.itemText(n)) for n in range(self.project.count())
        ] != wanted:
            self.project.clear()
            for path, text in wanted:
                self._add(path, text)
        self.show_wish(self._wish)

    def _add(self, path: str, text: str) -> None:
        self.project.add(text, path, icon="folder")
        self.project.setItemData(self.project.count() - 1, path, Qt.ItemDataRole.ToolTipRole)

    def set_of_time(self, on: bool) -> None:
        """Whether the view that is shown is of a time that can be chosen, and can be exported."""
        self.range.setVisible(on)
        self.export.setVisible(on)
        self._fit()

    # What is chosen

    def _view_changed(self, key: str) -> None:
        if not self._filling:
            self.view_chosen.emit(key)

    def _range_changed(self, key: str) -> None:
        self._choose(Wish(int(key), self._wish.project))

    def _project_chosen(self, _row: int) -> None:
        self._choose(Wish(self._wish.days, str(self.project.current_data or "") or None))

    def _choose(self, wish: Wish) -> None:
        if not self._filling and wish != self._wish:
            self._wish = wish
            self._fit()
            self.wanted.emit(wish)

    def open_export(self) -> QMenu:
        """What can be saved."""
        menu = Menu(self)
        icon = self._icons.icon
        menu.addAction(icon("insights"), tr("Save all charts as images…"), self.pictures_wanted.emit)
        menu.addAction(icon("copy"), tr("Save all data as tables (ZIP)…"), self.tables_wanted.emit)
        menu.addAction(icon("download"), tr("Save page as image…"), self.page_wanted.emit)
        corner = self.export.mapToGlobal(self.export.rect().bottomRight())
        corner.setX(corner.x() - menu.sizeHint().width())
        corner.setY(corner.y() + self._theme.px(4))
        menu.popup(corner)
        return menu

    # Widths

    def _fit(self) -> None:
        """The project's name gets the room that it needs, within reason; where the row is too short there are
        two."""
        px = self._theme.px
        words = QFontMetrics(self._theme.font("body")).horizontalAdvance(self.project.currentText())
        self.project.setFixedWidth(min(max(px(140), words + px(70)), px(200)))
        if not self.width():
            return
        parts = [self.arrows, self.title, self.views, self.range, self.project, self.export]
        shown = [part for part in parts if not part.isHidden()]
        needs = sum(part.sizeHint().width() if part is not self.project else part.width() for part in shown)
        needs += px(12) * len(shown) + 2 * px(16)
        way = QBoxLayout.Direction
        self._rows.setDirection(way.TopToBottom if needs > self.width() else way.LeftToRight)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Of one row of the two."""
        return QSize(self._theme.px(_NARROWEST), super().minimumSizeHint().height())
