"""What is talked about, with which model, in which project, and what it was told."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.chat.words import loaded_words, tr
from arbor_desktop.ui.components import Button, ComboBox, ElidedLabel, IconButton
from arbor_desktop.ui.icons import Icons


class Header(QWidget):
    """`project_chosen(path or None)`; `list_wanted` where the list is not beside it."""

    project_chosen = Signal(object)
    loaded_wanted = Signal()
    list_wanted = Signal()
    new_wanted = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self._excluded: frozenset[str] = frozenset()
        theme, px = icons.theme, icons.theme.px
        self.back = IconButton(icons, "chevron-left", tr("All chats"), parent=self)
        self.back.clicked.connect(self.list_wanted)
        self.title = ElidedLabel(theme, tr("New chat"), "section", parent=self)
        self.model = ElidedLabel(theme, "", "caption", "text3", parent=self)
        self.project = ComboBox(icons, tr("Project"), parent=self)
        self.project.activated.connect(self._chosen)
        self.loaded = Button(icons, loaded_words(0), icon="memories", parent=self)
        self.loaded.setToolTip(f"{tr('What the model is told')}  Alt M")
        self.loaded.clicked.connect(self.loaded_wanted)
        self.new = IconButton(icons, "plus", tr("New chat"), shortcut="Alt N", parent=self)
        self.new.clicked.connect(self.new_wanted)
        self.more = IconButton(icons, "more", tr("More"), parent=self)
        self.more.clicked.connect(
            lambda: self.menu_wanted.emit(self.more.mapToGlobal(self.more.rect().bottomLeft()))
        )
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self.title)
        words.addWidget(self.model)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), 0, px(10), 1)
        row.setSpacing(px(8))
        row.addWidget(self.back)
        row.addLayout(words, 1)
        for widget in (self.project, self.loaded, self.new, self.more):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setFixedHeight(max(px(52), theme.line("section") + theme.line("caption") + px(12)))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_projects((), frozenset())
        self.set_narrow(False)

    def show_chat(self, title: str, model: str, project: str | None) -> None:
        """`model` empty: none is chosen."""
        self.title.setText(title)
        self.model.setText(model or tr("No model"))
        self.model.setAccessibleName(tr("Model: {name}").format(name=model or tr("none")))
        if project and self.project.findData(project) < 0:
            self._add(project, project_name(project))
        self.project.set_current_data(project or "")
        self.project.setToolTip(project or tr("No project: global memories alone are told"))
        self._fit()

    def set_projects(self, projects: Sequence[str], excluded: frozenset[str]) -> None:
        """Fills the picker; two folders of one name are told apart by their paths."""
        chosen = self.project.current_data
        names = [project_name(path) for path in projects]
        wanted = [("", tr("No project"))]
        for path, name in zip(projects, names, strict=True):
            words = name if names.count(name) == 1 else path
            wanted.append((path, tr("{name} (excluded)").format(name=words) if path in excluded else words))
        combo = self.project
        if [(combo.itemData(n), combo.itemText(n)) for n in range(combo.count())] == wanted:
            return
        combo.clear()
        for path, words in wanted:
            self._add(path, words)
        combo.set_current_data(chosen or "")
        self._fit()

    def show_loaded(self, count: int | None) -> None:
        """None: it is not known (yet), or nothing may be told."""
        self.loaded.set_label(loaded_words(count or 0))
        self.loaded.setEnabled(count is not None)
        self._fit()

    def set_narrow(self, on: bool) -> None:
        """Whether the list is not beside it."""
        self.back.setVisible(on)
        self.new.setVisible(on)
        self._fit()

    def _add(self, path: str, words: str) -> None:
        self.project.add(words, path, icon="folder" if path else "globe")

    def _chosen(self, _row: int) -> None:
        chosen = self.project.current_data
        self.project_chosen.emit(chosen if isinstance(chosen, str) and chosen else None)

    def _fit(self) -> None:
        px = self._theme.px
        metrics = QFontMetrics(self._theme.font("body"))
        wanted = metrics.horizontalAdvance(self.project.currentText()) + px(70)
        self.project.setFixedWidth(max(px(110), min(wanted, px(150) if self.width() < px(560) else px(220))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        line = QRect(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, self._theme.color("border"))
