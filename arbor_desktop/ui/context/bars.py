"""The title, and the question: project, branch and prompt; what opens in place: a confidence, the budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.components import (
    BackForward,
    ComboBox,
    ElidedLabel,
    IconButton,
    Label,
    SearchField,
    TextField,
)
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.buttons import EarlierButton
from arbor_desktop.ui.components.cards import Bar, PopupFrame
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.context.model import Question
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.choices import ConfidenceSlider
from arbor_desktop.ui.setting_rows.rows import NumberRow, SettingsController
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr


class BranchField(TextField):
    """`chosen(name)` when a branch was picked, or typed and confirmed by Return or leaving; "" for none."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons, tr("Branch"), tr("No branch"), parent=parent)
        self.branch = ""
        """What is asked for now; "" for none."""
        self._known: Sequence[str] = ()
        self._checked_out: str | None = None
        px = icons.theme.px
        self.setTextMargins(px(10) + px(16) + px(8) - 3, 0, px(28), 0)
        self._open = IconButton(icons, "chevron-down", tr("Choose branch"), side=24, parent=self)
        self._open.setCursor(Qt.CursorShape.ArrowCursor)
        self._open.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._open.clicked.connect(self.open_menu)
        self.returnPressed.connect(self._commit)

    def set_known(self, known: Sequence[str], checked_out: str | None) -> None:
        """What the menu offers."""
        self._known, self._checked_out = known, checked_out

    def show_branch(self, name: str) -> None:
        """Follows what was chosen elsewhere; nothing is sent."""
        self.branch = name
        self._take_back()

    def open_menu(self) -> QMenu:
        """The known branches, the one checked out first."""
        menu = Menu(self)
        menu.setAccessibleName(tr("Branches"))
        for name in ("", *self._known):
            words = name or tr("No branch")
            if name and name == self._checked_out:
                words += f"  ·  {tr('checked out')}"
            glyph = "check" if name == self.branch else "branch"
            tint = "accentText" if name == self.branch else "text3"
            # An ampersand in a name is a letter of it, not the mark of a key.
            icon = self._icons.icon(glyph, tint)
            menu.addAction(icon, words.replace("&", "&&"), partial(self._choose, name))
        menu.setMinimumWidth(self.width())
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + self._icons.theme.px(4))))
        return menu

    def _choose(self, name: str) -> None:
        self.show_branch(name)
        self.chosen.emit(name)

    def _commit(self) -> None:
        typed = self.text().strip()
        if typed != self.branch:
            self._choose(typed)

    def _take_back(self) -> None:
        self.setText(self.branch)
        self.setCursorPosition(0)  # of a long name the beginning is seen
        self.setToolTip(self.branch)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_F4):
            self.open_menu()
        elif event.key() == Qt.Key.Key_Escape and self.text() != self.branch:
            self._take_back()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._commit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self._open.sizeHint()
        inset = (self.height() - size.height()) // 2
        self._open.setGeometry(self.width() - size.width() - inset, inset, size.width(), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        px = self._icons.theme.px
        tone = "text3" if self.isEnabled() else "disabled"
        self._icons.paint(QPainter(self), "branch", tone, px(11), (self.height() - px(16)) / 2)


PROMPT_DELAY_MS = 250
"""A prompt is asked when nothing was typed for so long."""
_NARROW = 780


class _Bar(Bar):
    """A row of 52 with a line below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.row = hbox(on=self, margins=(theme.px(16), 0, theme.px(16), 1), gap=theme.px(12))
        self.setFixedHeight(theme.px(52))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)


class TitleBar(_Bar):
    """What the page is, and that it only looks."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        theme = icons.theme
        super().__init__(theme, parent)
        self.row.setContentsMargins(theme.px(8), 0, theme.px(16), 1)
        self.row.addWidget(BackForward(icons, self))
        self.row.addWidget(Label(theme, tr("Context"), "title", parent=self))
        self.row.addWidget(Label(theme, tr("What your AI will see"), "body", "text2", parent=self))
        self.note = ElidedLabel(theme, "", "small", "text3", parent=self)
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.row.addWidget(self.note, 1)
        self.earlier = EarlierButton(icons, self)
        self.row.addWidget(self.earlier)
        self.show_waiting(False)

    def show_waiting(self, waits: bool) -> None:
        """Whether another answer than the one that is shown is being read."""
        said = tr("Loading preview…") if waits else tr("Preview only. Nothing is sent.")
        self.note.setText(said)


class QuestionBar(_Bar):
    """`wanted(question)` after a choice or while a prompt is typed; `project_chosen(path or None)` apart, as
    the branch goes with the project."""

    wanted = Signal(object)
    project_chosen = Signal(object)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._icons = icons
        self._question = Question()
        theme, px = icons.theme, icons.theme.px
        self.project = ComboBox(icons, tr("Project"), parent=self)
        self.project.activated.connect(self._project_activated)
        self.branch = BranchField(icons, self)
        self.branch.chosen.connect(lambda name: self._put(branch=name or None))
        self.prompt = SearchField(
            icons, tr("Try a prompt"), glyph="sparkle", delay_ms=PROMPT_DELAY_MS, parent=self
        )
        self.prompt.setAccessibleName(tr("Prompt"))
        self.prompt.text_edited.connect(lambda text: self._put(prompt=text))
        self._labels = []
        for name, field, keys, stretch in (
            (tr("Project"), self.project, "Alt+P", 0),
            (tr("Branch"), self.branch, "Alt+B", 0),
            (tr("Prompt"), self.prompt, "Alt+Q", 1),
        ):
            label = Label(theme, name, "small500", "text3", parent=self)
            label.setToolTip(f"{name}  {_native(keys)}")
            label.setBuddy(field)
            self._labels.append(label)
            self.row.addWidget(label)
            self.row.addWidget(field, stretch)
        self.prompt.setMinimumWidth(px(120))
        self.set_projects(())

    def show_question(self, question: Question) -> None:
        """Follows a question that came from elsewhere; nothing is sent."""
        self._question = question
        if question.project and self.project.findData(question.project) < 0:
            self._add(question.project, project_name(question.project))
        self.project.set_current_data(question.project or "")
        self.project.setToolTip(question.project or tr("Only global memories"))
        self.branch.setEnabled(question.project is not None)
        self.branch.show_branch(question.branch or "")
        if question.project is None:
            self.branch.setToolTip(tr("Choose a project first"))
        if self.prompt.text() != question.prompt and not self.prompt.hasFocus():
            self.prompt.set_search(question.prompt)
            self.prompt.setCursorPosition(0)  # of a long one the beginning is seen
        self._fit()

    def set_projects(self, projects: Sequence[str]) -> None:
        """Fills the picker; two folders of one name are told apart by their paths."""
        names = [project_name(path) for path in projects]
        wanted = [("", tr("No project"))]
        wanted += [(p, n if names.count(n) == 1 else p) for p, n in zip(projects, names, strict=True)]
        combo = self.project
        if [(combo.itemData(n), combo.itemText(n)) for n in range(combo.count())] == wanted:
            return
        self.project.clear()
        for path, text in wanted:
            self._add(path, text)
        self.show_question(self._question)

    def _add(self, path: str, text: str) -> None:
        self.project.add(text, path, icon="folder" if path else "globe")
        self.project.setItemData(
            self.project.count() - 1, path or tr("Only global memories"), Qt.ItemDataRole.ToolTipRole
        )

    def _project_activated(self, _row: int) -> None:
        chosen = self.project.current_data or None
        if chosen != self._question.project:
            self.project_chosen.emit(chosen)

    def _put(self, **fields: object) -> None:
        self._question = replace(self._question, **fields)  # type: ignore[arg-type]
        self.wanted.emit(self._question)

    def _fit(self) -> None:
        """Labels give way first; names get the room they need, within reason."""
        px, narrow = self._theme.px, self.width() < self._theme.px(_NARROW)
        for label in self._labels:
            label.setVisible(not narrow)
        metrics = QFontMetrics(self._theme.font("body"))
        project = metrics.horizontalAdvance(self.project.currentText()) + px(24) + px(46)
        branch = (
            metrics.horizontalAdvance(self.branch.branch or self.branch.placeholderText()) + px(34) + px(34)
        )
        most = px(150) if narrow else px(220)
        self.project.setFixedWidth(max(min(px(150), most), min(project, most)))
        self.branch.setFixedWidth(max(px(130), min(branch, px(150) if narrow else px(240))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")


class Popup(PopupFrame):
    """A small box over the page. Closes by Esc, Enter or a click elsewhere."""

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(name)
        self.column = vbox(on=self, margins=None, gap=theme.px(4))

    def open_at(self, corner: QPoint) -> None:
        """Shows it with its upper left there, within the screen."""
        self._fit()
        screen = QGuiApplication.screenAt(corner) or self.screen()
        room: QRect = screen.availableGeometry()
        x = max(room.left(), min(corner.x(), room.right() - self.width()))
        y = max(room.top(), min(corner.y(), room.bottom() - self.height()))
        self.move(x, y)
        self.show()

    def _fit(self) -> None:
        """A wrapped text's height follows its width, which a window's own size hint does not ask for."""
        self.resize(self.width(), self.column.totalHeightForWidth(self.width()))

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:  # what is wrong is said below what is there
            self._fit()
        return handled

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        else:
            super().keyPressEvent(event)


class ConfidencePopup(Popup):
    """`chosen(value)` when the bar was dragged or moved by keys, 0 to 1."""

    chosen = Signal(float)

    def __init__(self, theme: Theme, value: float, floor: float, parent: QWidget) -> None:
        """`floor`: from which confidence on the memory is told."""
        super().__init__(theme, tr("Confidence"), parent)
        px = theme.px
        self.slider = ConfidenceSlider(theme, self)
        self.slider.setMinimumWidth(px(160))
        self.slider.show_value(value)
        self.number = Label(theme, "0.00", "small600", parent=self)
        self.number.setFixedWidth(self.number.sizeHint().width())
        self.slider.valueChanged.connect(self._moved)
        self.slider.chosen.connect(self._choose)
        self._stored = value
        line = hbox(self.slider, self.number, gap=px(10))
        words = tr(
            "How sure Arbor is of this memory. At {floor} or higher, the memory can be shared here."
        ).format(floor=number(floor, 2))
        self.hint = Label(theme, words, "caption", "text3", parent=self, wrap=True)
        column = self.column
        column.setContentsMargins(px(14), px(10), px(14), px(12))
        column.addWidget(Label(theme, tr("Confidence"), "small500", "text3", parent=self))
        column.addLayout(line)
        column.addWidget(self.hint)
        self.setFixedWidth(px(232))
        self._moved()

    def open_at(self, corner: QPoint) -> None:
        super().open_at(corner)
        self.slider.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.slider.show_value(self._stored)  # not wanted after all
        super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._choose(self.slider.fraction)

    def _choose(self, value: float) -> None:
        if round(value * 100) != round(self._stored * 100):
            self._stored = value
            self.chosen.emit(value)

    def _moved(self) -> None:
        self.number.setText(number(self.slider.fraction, 2))


class BudgetPopup(Popup):
    """The setting, in place."""

    def __init__(self, icons: Icons, settings: SettingsController, parent: QWidget) -> None:
        super().__init__(icons.theme, tr("Context budget"), parent)
        px = icons.theme.px
        self.row = NumberRow(icons, settings, "context.max_tokens")
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(self.row)
        self.setFixedWidth(px(400))
        settings.read()

    def open_at(self, corner: QPoint) -> None:
        super().open_at(corner)
        self.row.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self.row.field.selectAll()
