"""What can be done with several memories at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.memories.model import Privacy
from arbor_desktop.ui.components import Button, Hairline, Label, TextField
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.back import back_button
from arbor_desktop.ui.memories.fields import PickBox, fill_privacy, fill_scopes
from arbor_desktop.ui.memories.words import tr


class BatchForm(QWidget):
    """`command(name)`: delete, archive, restore, accept, reject, clear, back; the rest by other signals."""

    command = Signal(str)
    tags_wanted = Signal(object)
    fields_wanted = Signal(object)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        px = self._theme.px
        self.back = back_button(icons, self)
        self.back.clicked.connect(lambda: self.command.emit("back"))
        self.heading = Label(self._theme, "", "title", parent=self)
        self.note = Label(self._theme, "", "small", "text3", parent=self)
        self.note.setText(tr("Each change holds for all of them and is undone in one step."))
        self.note.setWordWrap(True)
        self.tag = TextField(icons, tr("Tag to add"), tr("Tag"), parent=self)
        self.add_tag = Button(icons, tr("Add tag"), icon="tag", parent=self)
        self.scope = PickBox(icons, tr("Scope"), parent=self)
        self.privacy = PickBox(icons, tr("Privacy"), parent=self)
        self.buttons: dict[str, Button] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(16), px(16), px(16))
        column.setSpacing(px(8))
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.heading)
        column.addWidget(self.note)
        column.addSpacing(px(8))
        column.addLayout(self._row(tr("Tags"), self.tag, self.add_tag))
        column.addLayout(self._row(tr("Scope"), self.scope))
        column.addLayout(self._row(tr("Privacy"), self.privacy))
        column.addSpacing(px(8))
        column.addWidget(Hairline(self._theme, parent=self))
        column.addSpacing(px(8))
        column.addLayout(
            self._buttons(
                ("accept", tr("Accept"), "check", "secondary"), ("reject", tr("Reject"), "x", "secondary")
            )
        )
        column.addLayout(
            self._buttons(
                ("archive", tr("Archive"), "download", "secondary"),
                ("restore", tr("Restore"), "undo", "secondary"),
                ("delete", tr("Delete"), "trash", "danger"),
            )
        )
        column.addStretch(1)
        column.addLayout(self._buttons(("clear", tr("Select one only"), "x", "quiet")))
        self._connect()
        fill_privacy(self.privacy)
        self._leave(self.privacy)
        self.set_projects(())

    def show_selection(self, count: int, statuses: Iterable[str]) -> None:
        """`statuses`: those that occur in the selection, as far as they are known."""
        self.heading.setText(tr("%n memories selected", count))
        self.scope.setCurrentIndex(0)
        self.privacy.setCurrentIndex(0)
        known = set(statuses)
        pending = "pending" in known
        self.buttons["accept"].setVisible(pending)
        self.buttons["reject"].setVisible(pending)
        self.buttons["restore"].setVisible(bool(known & {"archived", "deleted", "rejected", "superseded"}))

    def set_projects(self, projects: Sequence[str]) -> None:
        """The projects to choose from."""
        fill_scopes(self.scope, projects)
        self._leave(self.scope)

    def _leave(self, combo: PickBox) -> None:
        """They may differ in this, so the first choice is none."""
        combo.insertItem(0, tr("Leave as it is"), "")
        combo.setCurrentIndex(0)

    def _row(self, name: str, *fields: QWidget) -> QHBoxLayout:
        px = self._theme.px
        label = Label(self._theme, name, "small500", "text3", self)
        label.setFixedWidth(px(72))
        label.setBuddy(fields[0])
        row = QHBoxLayout()
        row.setSpacing(px(8))
        row.addWidget(label)
        for place, field in enumerate(fields):
            row.addWidget(field, 1 if place == 0 else 0)
        return row

    def _buttons(self, *buttons: tuple[str, str, str, str]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.px(8))
        for command, text, icon, variant in buttons:
            button = Button(self._icons, text, variant=variant, icon=icon, parent=self)
            button.clicked.connect(lambda _on=False, command=command: self.command.emit(command))
            self.buttons[command] = button
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _connect(self) -> None:
        self.add_tag.clicked.connect(self._tag_given)
        self.tag.returnPressed.connect(self._tag_given)
        self.scope.activated.connect(self._scope_given)
        self.privacy.activated.connect(self._privacy_given)

    def _tag_given(self) -> None:
        tags = tuple(word for part in self.tag.text().split(",") if (word := part.strip()))
        if tags:
            self.tag.clear()
            self.tags_wanted.emit(tags)

    def _scope_given(self) -> None:
        choice = self.scope.current_data
        if isinstance(choice, tuple):
            self.fields_wanted.emit({"scope": choice[0], "scope_id": choice[1]})

    def _privacy_given(self) -> None:
        level = self.privacy.current_data
        if isinstance(level, str) and level:
            self.fields_wanted.emit({"privacy_level": Privacy(level).value})
