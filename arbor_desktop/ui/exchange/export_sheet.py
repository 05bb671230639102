"""The sheet in which a person chooses what is exported, and in which format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QFileDialog,
    QGridLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.exchange.exports import FORMATS, ExportFormat
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, Card, ComboBox, Hairline, InlineError, Label
from arbor_desktop.ui.components.boxes import ScrollArea, vbox
from arbor_desktop.ui.components.dialogs import WindowDialog
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.components.painting import paint_text
from arbor_desktop.ui.components.radio_row import SIDE, TEXT_AT, RadioRow, fill_row
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.exchange.words import exported_words, left_out_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.choices import fill_scopes, fill_types
from arbor_desktop.ui.translation import tr, translated

if TYPE_CHECKING:
    from arbor_desktop.exchange.model import Exported
    from arbor_desktop.memories.model import Facets


_MORE_HEIGHT = 36


class FormatChoice(Card):
    """The formats in common use, and the others once More is pressed. `chosen` when another one is."""

    chosen = Signal()

    def __init__(
        self, icons: Icons, common: Sequence[ExportFormat], others: Sequence[ExportFormat], parent: QWidget
    ) -> None:
        super().__init__(icons.theme, parent)
        self.setAccessibleName(tr("Format"))
        self.rows: dict[str, FormatRow] = {}
        self._others: list[QWidget] = []
        group = QButtonGroup(self)
        column = vbox(on=self, margins=1)
        row: QAbstractButton
        for one in (*common, None, *others):
            if one is None:
                row = self.more = MoreRow(icons, ", ".join(translated(one.title) for one in others), self)
            else:
                row = FormatRow(icons, one, self)
            line = Hairline(icons.theme, parent=self)
            line.setVisible(bool(self.rows))
            column.addWidget(line)
            column.addWidget(row)
            if one is not None and isinstance(row, FormatRow):
                self.rows[one.name] = row
                group.addButton(row)
                row.clicked.connect(self.chosen)
                if one in others:
                    self._others += (line, row)
        self.more.toggled.connect(self._show_others)
        self._show_others(False)
        next(iter(self.rows.values())).setChecked(True)

    @property
    def current(self) -> ExportFormat:
        return next(row.format for row in self.rows.values() if row.isChecked())

    def _show_others(self, shown: bool) -> None:
        for widget in self._others:
            widget.setVisible(shown)


class FormatRow(RadioRow):
    """A format with what it is for."""

    def __init__(self, icons: Icons, one: ExportFormat, parent: QWidget) -> None:
        super().__init__(icons, translated(one.title), translated(one.description), parent)
        self.format = one


class MoreRow(QAbstractButton):
    """Shows the other formats, and names them meanwhile."""

    def __init__(self, icons: Icons, names: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._names = icons, names
        self.setText(tr("More"))
        self.setAccessibleName(tr("More formats"))
        self.setAccessibleDescription(names)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(240), self._icons.theme.px(_MORE_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        fill_row(painter, theme, self, "hover" if self.underMouse() else "card")
        glyph = "chevron-down" if self.isChecked() else "chevron-right"
        self._icons.paint(painter, glyph, "text2", px(SIDE), (self.height() - px(16)) / 2)
        box = QRect(px(TEXT_AT), 0, self.width() - px(TEXT_AT) - px(SIDE), self.height())
        used = paint_text(painter, theme, box, self.text(), "body500", "text2")
        if not self.isChecked():
            box.setLeft(box.left() + used + px(10))
            paint_text(painter, theme, box, self._names, "caption", "text3")


COMMON = ("json", "markdown", "obsidian", "csv", "agents-md")
"""The formats that are shown first."""


class ExportSheet(WindowDialog):
    """`exported(words)` when a file is written; `private_wanted`: the person wants to see what is left out,
    where somebody shows that."""

    exported = Signal(str)
    private_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        parent: QWidget,
        *,
        selected: Sequence[str] = (),
        shows_private: bool = False,
    ) -> None:
        """`selected`: the memories that were selected, if any."""
        super().__init__(icons, tr("Export memories"), parent, width=420, height=700)
        self._controller = Controller(bridge, self)
        self._selected = tuple(selected)
        by_name = {one.name: one for one in FORMATS}
        common = [by_name[name] for name in COMMON]
        others = [one for one in FORMATS if one.name not in COMMON]
        self.formats = FormatChoice(icons, common, others, self)
        self.which = ComboBox(icons, tr("Memories"))
        self.scope = ComboBox(icons, tr("Applies to"))
        self.type = ComboBox(icons, tr("Type"))
        self.private = GlyphLine(icons, "eye-off", "")
        self.show_private = Button(icons, tr("Show"), variant="link", clicked=self._show_private)
        self.show_private.setVisible(shows_private)
        self.everything = QCheckBox(tr("Include sensitive and “never share” memories"))
        self._fill()
        self._lay_out()
        self.formats.chosen.connect(self._count)
        for combo in (self.which, self.scope, self.type):
            combo.activated.connect(self._count)
        self.everything.toggled.connect(self._count)
        self.formats.rows[self.formats.current.name].setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    # Parts

    def _fill(self) -> None:
        if self._selected:
            self.which.add(tr("Selected: %n", None, len(self._selected)), "selected")
        self.which.add(tr("Active"), "active")
        self.which.add(tr("All"), "all")
        self._fill_scopes(())
        self.type.add(tr("All types"), "")
        fill_types(self.type)

    def _fill_scopes(self, projects: Sequence[str]) -> None:
        chosen = self.scope.current_data if self.scope.count() else ""
        fill_scopes(self.scope, projects)
        self.scope.insertItem(0, tr("All projects"), "")
        self.scope.setItemData(0, "folder", Qt.ItemDataRole.DecorationPropertyRole)
        self.scope.set_current_data(chosen)

    def _lay_out(self) -> None:
        px, theme = self._theme.px, self._theme
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(px(20), px(14), px(20), px(14))
        column.setSpacing(px(6))
        column.addWidget(Label(theme, tr("Format"), "small500", "text2"))
        column.addWidget(self.formats)
        column.addSpacing(px(8))
        fields = QGridLayout()
        fields.setHorizontalSpacing(px(16))
        fields.setVerticalSpacing(px(6))
        fields.setColumnStretch(1, 1)
        for row, combo in enumerate((self.which, self.scope, self.type)):
            label = Label(theme, combo.accessibleName(), "small500", "text2")
            label.setBuddy(combo)
            fields.addWidget(label, row, 0, Qt.AlignmentFlag.AlignVCenter)
            fields.addWidget(combo, row, 1)
        column.addLayout(fields)
        column.addSpacing(px(8))
        column.addWidget(Hairline(theme))
        column.addSpacing(px(6))
        self.private.add(self.show_private)
        column.addWidget(self.private)
        column.addSpacing(px(4))
        column.addWidget(self.everything)
        note = Label(theme, tr("Keep that file as private as your memories."), "small", "text2", wrap=True)
        note.setContentsMargins(px(19), 0, 0, 0)
        column.addWidget(note)
        column.addStretch(1)
        area = ScrollArea(body, name=tr("Export memories"))
        # No text is cut in a language of longer words.
        area.setMinimumWidth(body.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width())
        self.column.addWidget(area, 1)
        self._add_foot()

    def _add_foot(self) -> None:
        icons = self._icons
        self.error = InlineError(icons.theme, self)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", clicked=self.reject)
        self.do = Button(icons, tr("Export…"), variant="primary", clicked=self.choose)
        self.do.setDefault(True)
        self.do.setEnabled(False)
        self.add_foot(None, self.error, self.cancel, self.do)

    # What is exported

    @property
    def _wanted(self) -> dict[str, Any]:
        """What the service is asked for."""
        which, scope = self.which.current_data, self.scope.current_data
        wanted: dict[str, Any] = {"status": "active" if which == "active" else "all"}
        if which == "selected":
            wanted["ids"] = self._selected
        if isinstance(scope, tuple):
            wanted["scope"], wanted["scope_id"] = scope
        if self.type.current_data:
            wanted["types"] = [self.type.current_data]
        return wanted | {"format": self.formats.current.name, "everything": self.everything.isChecked()}

    def refresh(self) -> None:
        """Count again."""
        self._controller.try_to(self._read(), self.error.show_error)
        self._count()

    async def _read(self) -> None:
        service = self._controller.service
        every: Facets = await self._controller.ask("facets", service.facets, status="all")
        names = {"active": tr("%n active", None, every.statuses.get("active", 0))}
        names["all"] = tr("%n in all", None, every.total)
        for row in range(self.which.count()):
            if words := names.get(str(self.which.itemData(row))):
                self.which.setItemText(row, words)
        self._fill_scopes(tuple(every.projects))

    def _count(self) -> None:
        self.error.show_error("")
        self.everything.setEnabled(self.formats.current.private)
        self._controller.try_to(self._counts(), self.error.show_error)

    async def _counts(self) -> None:
        service = self._controller.service
        self._show_counts(await self._controller.ask("count", service.count_export, **self._wanted))

    def _show_counts(self, counted: Exported) -> None:
        left = sum(counted.left_out.values())
        words = tr("%n left out for privacy", None, left)
        self.private.label.setText("\n".join(filter(None, (words, left_out_words(counted.left_out)))))
        self.private.setAccessibleName(self.private.label.text())
        self.private.setVisible(left > 0)
        some = counted.exported
        self.do.set_label(tr("Export %n memories…", None, some) if some else tr("Nothing to export"))
        self.do.setEnabled(some > 0)

    def _show_private(self) -> None:
        self.reject()
        self.private_wanted.emit()

    # Export

    def choose(self) -> QFileDialog:
        """Let the person choose where the new file or folder goes."""
        one = self.formats.current
        dialog = QFileDialog(self, tr("Export memories"), str(Path.home()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        # Nothing is ever overwritten: the service refuses, and says so.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        if one.suffix:
            dialog.setNameFilter(f"{translated(one.title)} (*{one.suffix})")
            dialog.setDefaultSuffix(one.suffix)
        dialog.selectFile(f"memories{one.suffix}")
        dialog.fileSelected.connect(self.export)
        return opened(dialog)

    def export(self, path: str) -> None:
        """Write the memories to a new file or folder."""
        self.error.show_error("")
        self.do.setEnabled(False)
        self.do.set_label(tr("Exporting…"))
        self._controller.try_to(self._export(path), self._fail)

    async def _export(self, path: str) -> None:
        service, wanted = self._controller.service, self._wanted
        done = await self._controller.change(service.export_memories, Path(path), ordered=False, **wanted)
        self.accept()
        self.exported.emit(exported_words(done))

    def _fail(self, why: str) -> None:
        self._count()
        self.error.show_error(why)
