"""What can be done from the keyboard: the commands of the window, their sheet, and the palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, QStringListModel, Qt
from PySide6.QtGui import (
    QAction,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QListView,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.ui.components import Button, KeyCap, Label, SearchField
from arbor_desktop.ui.components.painting import keycap_width, paint_keycap, rounded, rounded_region
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.status import tr
from arbor_desktop.ui.style import RING_PROPERTY

_ROWS_SHOWN = 11


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do. `keys` as QKeySequence reads them; `group` heads it in the sheet."""

    name: str
    text: str
    run: Callable[[], object]
    keys: str = ""
    group: str = ""
    in_palette: bool = True


class Commands:
    """The window's commands, each with its key."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._commands: dict[str, Command] = {}

    def add(self, command: Command) -> QAction:
        """Registers a command and its key within the window. Raises ValueError for a name known already."""
        if command.name in self._commands:
            raise ValueError(f"there is a command {command.name!r} already")
        action = QAction(command.text, self._window)
        if command.keys:
            action.setShortcut(QKeySequence(command.keys))
        action.triggered.connect(lambda: command.run())
        self._window.addAction(action)
        self._actions[command.name] = action
        self._commands[command.name] = command
        return action

    def all(self) -> tuple[Command, ...]:
        return tuple(self._commands.values())

    def action(self, name: str) -> QAction:
        return self._actions[name]


_ARROWS = {"Up": "↑", "Down": "↓", "Left": "←", "Right": "→", "Return": "Enter"}


def key_words(keys: str) -> str:
    """ "Ctrl+Shift+P" → "Ctrl Shift P", in the words of this system."""
    if keys in _ARROWS:
        return _ARROWS[keys]
    text = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText).replace("Return", "Enter")
    return text if len(text) == 1 else text.replace("+", " ").strip() or keys


def fuzzy_score(wanted: str, text: str) -> int | None:
    """How well `wanted` fits: all its letters must occur in order. Higher is better; None is no match."""
    wanted, lowered = "".join(wanted.lower().split()), text.lower()
    if not wanted:
        return 0
    at, score, last = 0, 0, -2
    for letter in wanted:
        found = lowered.find(letter, at)
        if found < 0:
            return None
        # A letter at the start of a word is preferred to one that merely comes earlier.
        start = _word_start(lowered, letter, at)
        if start is not None and found != last + 1:
            found = start
        if found == last + 1:
            score += 4
        if found == 0 or not lowered[found - 1].isalnum():
            score += 3
        score -= min(3, (found - last - 1) // 8)
        last, at = found, found + 1
    return score * 16 - len(text)


def _word_start(text: str, letter: str, at: int) -> int | None:
    """Where from `at` on a word begins with `letter`, if letters remain to be found after it."""
    for index in range(at, len(text)):
        if text[index] == letter and (index == 0 or not text[index - 1].isalnum()):
            return index
    return None


def ranked(wanted: str, commands: Sequence[Command]) -> list[Command]:
    """The commands that fit, best first; without a wish, as they were registered."""
    scored = [(fuzzy_score(wanted, c.text), n, c) for n, c in enumerate(commands)]
    fitting = [(-score, n, c) for score, n, c in scored if score is not None]
    return [c for _, _, c in sorted(fitting, key=lambda item: item[:2])]


class Palette(QDialog):
    """Type a few letters of what to do, press Enter."""

    def __init__(self, icons: Icons, commands: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setWindowTitle(tr("Commands"))
        self.setAccessibleName(tr("Commands"))
        self._icons = icons
        self._all = [c for c in commands if c.in_palette]
        self._shown: list[Command] = []
        px = icons.theme.px
        self.field = SearchField(icons, tr("Type a command"), delay_ms=0, parent=self)
        self.field.textChanged.connect(self._filter)
        self.list = QListView(self)
        self.list.setAccessibleName(tr("Commands"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setProperty(RING_PROPERTY, "none")
        self._model = QStringListModel(self)
        self.list.setModel(self._model)
        self.list.setItemDelegate(_CommandDelegate(icons, self))
        self.list.clicked.connect(lambda index: self._run(index.row()))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(8), px(8), px(8))
        column.setSpacing(px(6))
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.resize(px(520), px(380))
        self.list.setMinimumHeight(px(32))
        self._filter("")

    @property
    def shown(self) -> tuple[Command, ...]:
        """The commands that fit what is typed."""
        return tuple(self._shown)

    def open_over(self, window: QWidget) -> None:
        """Opens under the upper edge of `window`."""
        corner = window.mapToGlobal(window.rect().topLeft())
        x = corner.x() + (window.width() - self.width()) // 2
        self.move(x, corner.y() + self._icons.theme.px(60))
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def command_at(self, row: int) -> Command:
        return self._shown[row]

    def _filter(self, wanted: str) -> None:
        self._shown = ranked(wanted, self._all)
        self._model.setStringList([c.text for c in self._shown])
        if self._shown:
            self.list.setCurrentIndex(self._model.index(0))
        self.resize(self.width(), self._wanted_height())

    def _wanted_height(self) -> int:
        px = self._icons.theme.px
        rows = min(_ROWS_SHOWN, max(1, len(self._shown)))
        return 2 * px(8) + px(30) + px(6) + rows * px(32) + 4

    def _run(self, row: int) -> None:
        if not 0 <= row < len(self._shown):
            return
        command = self._shown[row]
        self.close()
        command.run()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
        key = Qt.Key(event.key())
        if key in steps and self._shown:
            row = min(len(self._shown) - 1, max(0, self.list.currentIndex().row() + steps[key]))
            self.list.setCurrentIndex(self._model.index(row))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run(self.list.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMask(rounded_region(self.size(), self._icons.theme.px(8)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        rounded(QPainter(self), self.rect(), theme.px(8), theme.color("card"), theme.color("borderStrong"))


class _CommandDelegate(QStyledItemDelegate):
    def __init__(self, icons: Icons, palette: Palette) -> None:
        super().__init__(palette)
        self._icons, self._palette = icons, palette

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, self._icons.theme.px(32))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = self._icons.theme
        command = self._palette.command_at(index.row())
        active = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if active or hovered:
            rounded(painter, option.rect, theme.px(6), theme.color("accentSoft" if active else "hover"))
        inner: QRect = option.rect.adjusted(theme.px(10), 0, -theme.px(10), 0)
        if command.keys:
            words = key_words(command.keys)
            width = keycap_width(theme, words)
            y = inner.y() + (inner.height() - theme.px(18)) // 2
            paint_keycap(painter, theme, inner.right() - width, y, words)
            inner.setRight(inner.right() - width - theme.px(12))
        font = theme.font("body")
        painter.setFont(font)
        painter.setPen(theme.color("accentText" if active else "text"))
        shown = QFontMetrics(font).elidedText(command.text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, shown)


class ShortcutSheet(QDialog):
    """All keys, by where they work."""

    def __init__(
        self, icons: Icons, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]], parent: QWidget
    ) -> None:
        """`groups` are (heading, [(keys, what they do)])."""
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        px = icons.theme.px
        body = QWidget(self)
        beside = QHBoxLayout(body)
        beside.setContentsMargins(px(20), px(16), px(20), px(16))
        beside.setSpacing(px(36))
        # The keys of the whole window at the left, those of its pages at the right.
        for part in (groups[:1], groups[1:]):
            if part:
                beside.addLayout(self._part(icons, part, body), 1)
        scroll = QScrollArea(self)
        scroll.setAccessibleName(tr("Keyboard shortcuts"))
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(body)
        close = Button(icons, tr("Close"), variant="primary", parent=self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setContentsMargins(px(20), px(10), px(20), px(14))
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll, 1)
        column.addLayout(foot)
        width = min(px(820 if len(groups) > 1 else 460), parent.width() - px(40))
        wanted = beside.heightForWidth(width) + px(70)
        self.resize(width, min(wanted, px(620), parent.height() - px(40)))

    def _part(
        self, icons: Icons, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]], body: QWidget
    ) -> QVBoxLayout:
        theme, px = icons.theme, icons.theme.px
        column = QVBoxLayout()
        column.setSpacing(px(6))
        for heading, keys in groups:
            title = Label(theme, heading, "section", parent=body)
            title.setContentsMargins(0, px(8) if column.count() else 0, 0, px(2))
            column.addWidget(title)
            for key, text in keys:
                column.addLayout(self._row(icons, key, text, body))
        column.addStretch(1)
        return column

    def _row(self, icons: Icons, keys: str, text: str, body: QWidget) -> QHBoxLayout:
        """What keys do, and the keys at the right; the words wrap where there is little room."""
        row = QHBoxLayout()
        row.setSpacing(icons.theme.px(4))
        words = Label(icons.theme, text, "body", "text2", parent=body)
        words.setWordWrap(True)
        row.addWidget(words, 1)
        for key in keys.split("|"):
            row.addWidget(KeyCap(icons.theme, key_words(key), body))
        return row
