"""Writing a memory by hand, and changing several at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from arbor_desktop.errors import ArborError
from arbor_desktop.memories.details import FIELDS
from arbor_desktop.memories.model import MAX_CONTENT, MOST_MERGED, Category, MemoryType, Privacy, StoreResult
from arbor_desktop.text.words import clean
from arbor_desktop.ui.components import (
    Button,
    ComboBox,
    Hairline,
    InlineError,
    Label,
    TagEditor,
    TextArea,
    TextField,
)
from arbor_desktop.ui.components.boxes import LEFT, STRETCH, TOP, ScrollArea, hbox, vbox
from arbor_desktop.ui.components.buttons import BackButton
from arbor_desktop.ui.components.row_list import OverlayBar
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.choices import PickBox, fill_categories, fill_privacy, fill_scopes, fill_types
from arbor_desktop.ui.memory.inputs import DetailsForm
from arbor_desktop.ui.memory.words import content_error
from arbor_desktop.ui.translation import number, tr

_AROUND = 48
"""A dialog is at least this much lower than its window (pixels at 100 %)."""


class AddDialog(QDialog):
    """`wanted(content, fields)` with what `store` is given; `show_wanted(id)` for what was known already. It
    stays open until it was stored: `show_result` and `fail` say why it was not."""

    wanted = Signal(str, object)
    show_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self._known: str | None = None
        self._tried = False
        self.setWindowTitle(tr("New memory"))
        self.setModal(True)
        self.area = TextArea(self._theme, tr("Memory text"), placeholder=tr("What should your AI remember?"))
        self.counter = Label(self._theme, "", "caption", "text3")
        self.error = InlineError(self._theme)
        self.type = ComboBox(icons, tr("Type"))
        self.category = ComboBox(icons, tr("Category"))
        self.scope = ComboBox(icons, tr("Applies to"))
        self.privacy = ComboBox(icons, tr("Privacy"))
        self.tags = TagEditor(icons, tr("Tags"))
        self.more = Button(icons, tr("Add details"), variant="quiet", size="small", icon="plus")
        self.details = DetailsForm(icons)
        self._typed: dict[str, Any] = {}
        self.notice = Label(self._theme, "", "body", "warn", wrap=True)
        self.show_known = Button(icons, tr("Show memory"), variant="link")
        self.cancel = Button(icons, tr("Cancel"), variant="quiet")
        self.save = Button(icons, tr("Add memory"), variant="primary", keycap="Ctrl ⏎")
        self.tags.setContentsMargins(0, self._theme.px(3), 0, self._theme.px(3))
        fill_types(self.type)
        self.type.set_current_data(MemoryType.FACT.value)
        self.category.add(tr("Automatic"), "")
        fill_categories(self.category)
        fill_scopes(self.scope, ())
        fill_privacy(self.privacy)
        self.privacy.set_current_data("normal")
        self._lay_out()
        self._connect()
        self.details.hide()
        self._kind_chosen()
        self._edited()

    def _lay_out(self) -> None:
        px = self._theme.px
        self.setFixedWidth(px(620))
        body = QWidget()
        column = vbox(
            self.area, self.error, self.counter, px(4), on=body, margins=(px(24), 0, px(24), px(4)), gap=px(8)
        )
        for pair in (
            ((tr("Type"), self.type), (tr("Category"), self.category)),
            ((tr("Applies to"), self.scope), (tr("Privacy"), self.privacy)),
            ((tr("Tags"), self.tags),),
        ):
            row = hbox(gap=px(16))
            for name, field in pair:
                row.addLayout(self._field(name, field), 1)
            column.addLayout(row)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.details)
        column.addStretch(1)
        self._form = _Form(body)
        known = hbox((self.notice, 1), self.show_known, margins=(px(24), 0, px(24), 0), gap=px(12))
        buttons = hbox(STRETCH, self.cancel, self.save, margins=(px(24), px(8), px(24), px(20)), gap=px(8))
        title = Label(self._theme, tr("New memory"), "title")
        title.setContentsMargins(px(24), px(20), px(24), px(8))
        vbox(title, (self._form, 1), known, buttons, on=self)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self._fit()
        return done

    def _fit(self) -> None:
        """As high as what it holds, within the window; then the fields scroll, and the buttons stay."""
        layout, parent = self.layout(), self.parentWidget()
        if layout is not None:
            wanted = layout.totalSizeHint().height()
            most = parent.window().height() - self._theme.px(_AROUND) if parent is not None else wanted
            self.setFixedHeight(min(wanted, most))

    def _field(self, name: str, field: QWidget) -> QHBoxLayout:
        px = self._theme.px
        label = Label(self._theme, name, "small500", "text3")
        label.setFixedWidth(max(px(64), label.sizeHint().width()))
        label.setMinimumHeight(px(30))
        label.setBuddy(field)
        return hbox((label, TOP), (field, 1), gap=px(8))

    def _connect(self) -> None:
        self.area.textChanged.connect(self._edited)
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self.store)
        self.show_known.clicked.connect(self._show_known)
        self.more.clicked.connect(self._open_details)
        for choice in (self.type, self.category):
            choice.currentIndexChanged.connect(self._kind_chosen)
        for keys in ("Ctrl+Return", "Ctrl+Enter", "Ctrl+S"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.store)

    def prepare(
        self,
        text: str = "",
        *,
        projects: Sequence[str] = (),
        tags: Iterable[str] = (),
        project: str | None = None,
    ) -> None:
        """Fills the dialog: a dropped text, the known projects and tags, the project that is looked at."""
        fill_scopes(self.scope, (*projects, *([project] if project else [])))
        self.scope.set_current_data(("project", project) if project else ("global", None))
        self.tags.set_suggestions(tags)
        self.area.setPlainText(clean(text)[:MAX_CONTENT])
        self.area.moveCursor(QTextCursor.MoveOperation.End)
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def store(self) -> None:
        """Stores the memory, or says what is wrong with it."""
        self._tried = True
        self._edited()
        if content_error(self.area.toPlainText()) or not self.save.isEnabled():
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if (bad := self.details.first_wrong()) is not None:
            bad.first().setFocus(Qt.FocusReason.OtherFocusReason)
            return
        chosen = self.scope.current_data
        scope, scope_id = chosen if isinstance(chosen, tuple) else ("global", None)
        fields = {
            "type": self.type.current_data,
            "category": self.category.current_data or None,
            "scope": scope,
            "scope_id": scope_id,
            "privacy_level": self.privacy.current_data,
            "tags": self.tags.tags,
            "details": self.details.onto(self._typed),
        }
        self.save.setEnabled(False)
        self.wanted.emit(self.area.toPlainText(), fields)

    def _chosen_category(self) -> Category:
        from arbor_desktop.memories.checks import DEFAULT_CATEGORY  # the service takes its time to load

        chosen = self.category.current_data
        return Category(str(chosen)) if chosen else DEFAULT_CATEGORY[MemoryType(str(self.type.current_data))]

    def _kind_chosen(self) -> None:
        """Another category has other details; what was typed into the fields of one is kept for it."""
        category = self._chosen_category()
        if category is not self.details.category:
            self._typed = self.details.onto(self._typed)
            self.details.put(category, self._typed)
        some, opened = bool(FIELDS[category]), not self.details.isHidden()
        self.more.setVisible(some and not opened)
        if opened and not some:
            self.details.hide()

    def _open_details(self) -> None:
        self.details.show()
        self.more.hide()
        self.details.focus_first()
        QTimer.singleShot(0, self, self._show_details)

    def _show_details(self) -> None:
        """Once they have their place."""
        self._form.ensureWidgetVisible(self.details, 0, 0)
        focus = self.focusWidget()
        if focus is not None:
            self._form.ensureWidgetVisible(focus)

    def show_result(self, result: StoreResult) -> bool:
        """Close, if it was stored; else say that it was known already. Returns whether it was stored."""
        self.save.setEnabled(True)
        if result.duplicate or result.merged:
            self._known = result.existing_id or result.id
            known = tr("Already saved. Confidence raised.")
            merged = tr("Merged with a similar memory.")
            self.notice.setText(merged if result.merged else known)
            self._show_notice(True)
            return False
        self.accept()
        return True

    def fail(self, error: BaseException) -> None:
        self.save.setEnabled(True)
        where = error.context.get("field") if isinstance(error, ArborError) else None
        if where in (None, "content"):
            self.error.show_error(error_words(error), self.area)
        else:
            self.notice.setText(error_words(error))
            self._show_notice(False)

    def _show_known(self) -> None:
        if self._known:
            self.show_wanted.emit(self._known)
            self.accept()

    def _show_notice(self, known: bool) -> None:
        self.notice.setVisible(True)
        self.show_known.setVisible(known)

    def _edited(self) -> None:
        text = self.area.toPlainText()
        self.counter.setText(
            tr("{count} of {total} characters").format(
                count=number(len(clean(text))), total=number(MAX_CONTENT)
            )
        )
        self.error.show_error(content_error(text) if self._tried else "", self.area)
        self.notice.hide()
        self.show_known.hide()


class _Form(ScrollArea):
    """Fields that scroll where there is no room for all."""

    def __init__(self, content: QWidget) -> None:
        super().__init__(content)
        self._content = content
        self.bar = OverlayBar(self)

    def sizeHint(self) -> QSize:
        return self._content.sizeHint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


class BatchForm(QWidget):
    """`command(name)`: accept, reject, confirm, pin, merge, delete, archive, restore, export, clear,
    back; the rest by other signals."""

    command = Signal(str)
    tags_wanted = Signal(object)
    fields_wanted = Signal(object)

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self._icons, self._theme = icons, icons.theme
        px = self._theme.px
        self.back = BackButton(icons, self)
        self.back.clicked.connect(lambda: self.command.emit("back"))
        self.heading = Label(self._theme, "", "title", parent=self)
        self.note = Label(self._theme, "", "small", "text3", parent=self, wrap=True)
        self.note.setText(tr("Changes apply to all selected memories. You can undo each change."))
        self.tag = TextField(icons, tr("Tag to add"), tr("Tag"), parent=self)
        self.add_tag = Button(icons, tr("Add tag"), icon="tag", parent=self)
        self.type = PickBox(icons, tr("Type"), parent=self)
        self.scope = PickBox(icons, tr("Applies to"), parent=self)
        self.privacy = PickBox(icons, tr("Privacy"), parent=self)
        self.buttons: dict[str, Button] = {}
        column = vbox((self.back, LEFT), self.heading, self.note, px(8), on=self, margins=px(16), gap=px(8))
        labels = []
        for name, *fields in (
            (tr("Tags"), self.tag, self.add_tag), (tr("Type"), self.type),
            (tr("Applies to"), self.scope), (tr("Privacy"), self.privacy),
        ):  # fmt: skip
            label = Label(self._theme, name, "small500", "text3", self)
            labels.append(label)
            column.addLayout(self._row(label, *fields))
        room = max(px(72), *(label.sizeHint().width() for label in labels))
        for label in labels:
            label.setFixedWidth(room)
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
                ("confirm", tr("Confirm"), "check", "secondary"),
                ("pin", tr("Always include"), "pin", "secondary"),
                ("merge", tr("Merge…"), "merge", "secondary"),
            )
        )
        column.addLayout(
            self._buttons(
                ("archive", tr("Archive"), "archive", "secondary"),
                ("restore", tr("Restore"), "undo", "secondary"),
                ("delete", tr("Delete"), "trash", "danger"),
            )
        )
        column.addStretch(1)
        column.addLayout(
            self._buttons(
                ("export", tr("Export…"), "upload", "secondary"),
                ("clear", tr("Clear selection"), "x", "quiet"),
            )
        )
        self._connect()
        fill_types(self.type)
        self._leave(self.type)
        fill_privacy(self.privacy)
        self._leave(self.privacy)
        self.set_projects(())

    def show_selection(self, count: int, statuses: Iterable[str]) -> None:
        """`statuses`: those that occur in the selection, as far as they are known."""
        self.heading.setText(tr("%n memories selected", None, count))
        for choice in (self.type, self.scope, self.privacy):
            choice.setCurrentIndex(0)
        known = set(statuses)
        pending = "pending" in known
        self.buttons["accept"].setVisible(pending)
        self.buttons["reject"].setVisible(pending)
        self.buttons["confirm"].setVisible("active" in known)
        self.buttons["merge"].setEnabled(count <= MOST_MERGED and known <= {"active", "pending"})
        self.buttons["restore"].setVisible(bool(known & {"archived", "deleted", "rejected", "superseded"}))

    def set_projects(self, projects: Sequence[str]) -> None:
        """The projects to choose from."""
        fill_scopes(self.scope, projects)
        self._leave(self.scope)

    def _leave(self, combo: PickBox) -> None:
        """They may differ in this, so the first choice is none."""
        combo.insertItem(0, tr("Don't change"), "")
        combo.setCurrentIndex(0)

    def _row(self, label: Label, *fields: QWidget) -> QHBoxLayout:
        label.setBuddy(fields[0])
        row = hbox(label, gap=self._theme.px(8))
        for place, field in enumerate(fields):
            row.addWidget(field, 1 if place == 0 else 0)
        return row

    def _buttons(self, *buttons: tuple[str, str, str, str]) -> QHBoxLayout:
        row = hbox(gap=self._theme.px(8))
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
        self.type.activated.connect(self._type_given)
        self.scope.activated.connect(self._scope_given)
        self.privacy.activated.connect(self._privacy_given)

    def _tag_given(self) -> None:
        tags = tuple(word for part in self.tag.text().split(",") if (word := part.strip()))
        if tags:
            self.tag.clear()
            self.tags_wanted.emit(tags)

    def _type_given(self) -> None:
        if kind := self.type.current_data:
            self.fields_wanted.emit({"type": kind})

    def _scope_given(self) -> None:
        choice = self.scope.current_data
        if isinstance(choice, tuple):
            self.fields_wanted.emit({"scope": choice[0], "scope_id": choice[1]})

    def _privacy_given(self) -> None:
        level = self.privacy.current_data
        if isinstance(level, str) and level:
            self.fields_wanted.emit({"privacy_level": Privacy(level).value})
