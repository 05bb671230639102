"""Above and below a chat: its header, the field one writes in, and what a new chat shows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QSpacerItem, QVBoxLayout, QWidget

from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.chat.words import loaded_words
from arbor_desktop.ui.components import Button, ComboBox, ElidedLabel, Hairline, IconButton, Label, TextArea
from arbor_desktop.ui.components.boxes import BOTTOM, MIDDLE, STRETCH, hbox, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr


class Header(Bar):
    """`project_chosen(path or None)`; `list_wanted` where the list is not beside it."""

    project_chosen = Signal(object)
    loaded_wanted = Signal()
    list_wanted = Signal()
    new_wanted = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._icons = icons
        self._excluded: frozenset[str] = frozenset()
        theme, px = icons.theme, icons.theme.px
        self.back = IconButton(icons, "chevron-left", tr("All chats"), parent=self, clicked=self.list_wanted)
        self.title = ElidedLabel(theme, tr("New chat"), "section", parent=self)
        self.model = ElidedLabel(theme, "", "caption", "text3", parent=self)
        self.project = ComboBox(icons, tr("Project"), parent=self)
        self.project.activated.connect(self._chosen)
        self.loaded = Button(icons, loaded_words(0), icon="memories", parent=self, clicked=self.loaded_wanted)
        self.loaded.setToolTip(f"{tr('Memories in use')}  Alt M")
        self.new = IconButton(icons, "plus", tr("New chat"), shortcut="Alt N", parent=self)
        self.new.clicked.connect(self.new_wanted)
        self.more = IconButton(icons, "more", tr("More"), parent=self)
        self.more.clicked.connect(
            lambda: self.menu_wanted.emit(self.more.mapToGlobal(self.more.rect().bottomLeft()))
        )
        words = vbox(STRETCH, self.title, self.model, STRETCH)
        row = hbox(self.back, (words, 1), on=self, margins=(px(16), 0, px(10), 1), gap=px(8))
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
        self.project.setToolTip(project or tr("No project: only global memories are shared"))
        self._fit()

    def set_projects(self, projects: Sequence[str], excluded: frozenset[str]) -> None:
        """Fills the picker; two folders of one name are told apart by their paths."""
        chosen = self.project.current_data
        names = [project_name(path) for path in projects]
        wanted = [("", tr("No project"))]
        for path, name in zip(projects, names, strict=True):
            words = name if names.count(name) == 1 else path
            wanted.append((path, tr("{name} (ignored)").format(name=words) if path in excluded else words))
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


_WIDEST = 760


class _Field(TextArea):
    """Return sends, Shift+Return begins a line, Esc stops."""

    sent = Signal()
    stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(
            theme, tr("Message"), lines=1, max_lines=8, placeholder=tr("Ask anything"), parent=parent
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.sent.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.stopped.emit()
        else:
            super().keyPressEvent(event)


class Composer(QWidget):
    """`send_wanted(text)`; `stop_wanted` while an answer is coming; `edited(text)` for the draft."""

    send_wanted = Signal(str)
    stop_wanted = Signal()
    edited = Signal(str)
    help_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._talking = False
        self._blocked = False
        px = icons.theme.px
        self.field = _Field(icons.theme, self)
        self.field.sent.connect(self._send)
        self.field.stopped.connect(self._stop)
        self.field.textChanged.connect(self._changed)
        high = icons.theme.line("editor") + 2 * px(8)  # a field of one line
        self.send = Button(icons, tr("Send"), variant="primary", size="large", parent=self)
        self.send.clicked.connect(self._send)
        self.stop = Button(icons, tr("Stop"), size="large", icon="x", keycap="Esc", parent=self)
        self.stop.clicked.connect(self.stop_wanted)
        for button in (self.send, self.stop):
            button.setFixedHeight(high)
        self.note = Label(icons.theme, "", "small", "text2", parent=self, wrap=True)
        self.help = Button(icons, "", size="small", parent=self, clicked=self.help_wanted)
        why = hbox((self.note, 1), (self.help, MIDDLE), gap=px(10))
        line = hbox((self.field, 1), (self.send, BOTTOM), (self.stop, BOTTOM), gap=px(8))
        middle = QWidget(self)
        middle.setMaximumWidth(px(_WIDEST))
        self._beside = QSpacerItem(0, 0)
        vbox(why, line, on=middle, margins=(px(20), px(10), px(20), px(14)), gap=px(8))
        outer = hbox(STRETCH, (middle, 100), STRETCH, gap=None)
        outer.addItem(self._beside)
        vbox(Hairline(icons.theme, parent=self), outer, on=self)
        self.set_trouble("")
        self._show()

    def leave_room(self, pixels: int) -> None:
        """The field stands below what was said, also where a scroll bar stands beside that."""
        self._beside.changeSize(pixels, 0)
        self.layout().invalidate()  # type: ignore[union-attr]

    @property
    def text(self) -> str:
        return self.field.toPlainText()

    def set_text(self, text: str) -> None:
        """A draft, the cursor at its end."""
        self.field.setPlainText(text)
        cursor = self.field.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.field.setTextCursor(cursor)

    def set_talking(self, on: bool) -> None:
        """An answer is coming: Stop stands in the place of Send; one may write on."""
        had = self.send.hasFocus() or self.stop.hasFocus()
        self._talking = on
        self._show()
        if had:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_trouble(self, words: str, *, help_words: str = "", blocked: bool = False) -> None:
        """Why nothing can be sent, and what helps; empty: nothing stands in the way."""
        self._blocked = blocked
        self.note.setText(words)
        self.note.setVisible(bool(words))
        self.help.set_label(help_words)
        self.help.setVisible(bool(help_words))
        self.field.setEnabled(not blocked)
        self._show()

    def _show(self) -> None:
        self.send.setVisible(not self._talking)
        self.stop.setVisible(self._talking)
        self.send.setEnabled(bool(self.text.strip()) and not self._blocked)

    def _changed(self) -> None:
        self._show()
        self.edited.emit(self.text)

    def _send(self) -> None:
        if self.text.strip() and not self._talking and not self._blocked:
            self.send_wanted.emit(self.text)

    def _stop(self) -> None:
        if self._talking:
            self.stop_wanted.emit()


class Start(QWidget):
    """`example_wanted(text)` puts an example into the field, to be changed or sent."""

    example_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        title = Label(theme, tr("Chat with your memories"), "title", parent=self)
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        about = Label(
            theme,
            tr("The model sees your global memories and the memories of the project you choose. If a "
                "memory is saved in the chat, you can undo that."),
            "body", "text2", parent=self,
        )  # fmt: skip
        about.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        about.setWordWrap(True)
        about.setFixedSize(px(440), about.heightForWidth(px(440)))
        self.examples = [Button(icons, "", icon="sparkle", parent=self) for _ in range(3)]
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(16), px(20), px(16))
        column.setSpacing(px(8))
        column.addStretch(1)
        column.addWidget(title)
        column.addWidget(about, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(px(12))
        for button in self.examples:
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            button.clicked.connect(lambda _on=False, one=button: self.example_wanted.emit(one.text()))
        column.addStretch(1)
        self.show_for(None)

    def show_for(self, project: str | None) -> None:
        """Examples that make sense there."""
        if project:
            name = project_name(project)
            words = (
                tr("What do you know about {project}?").format(project=name),
                tr("Which decisions did we make here, and why?"),
                tr("What should a new colleague know before their first commit?"),
            )
        else:
            words = (
                tr("How do I like to work?"),
                tr("Remember that I prefer short answers with an example."),
                tr("Help me plan what to do next week."),
            )
        for button, text in zip(self.examples, words, strict=True):
            button.set_label(text)
