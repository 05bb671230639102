"""Rows and small parts of the cards of the overview."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.projects.model import Quirk
from arbor_desktop.ui.components import ElidedLabel, FlowLayout, IconButton, Label, painting
from arbor_desktop.ui.components.boxes import TOP, hbox, vbox
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.words import files
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

_TOLD_MS = 1500
"""So long a copy button shows that it was done."""
_NAME_WIDTH = 118
_INDENT = 14


class Tag(QWidget):
    """A quiet word in a box, cut where there is no room for it."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self.text = theme, text
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(painting.tag_width(self._theme, self.text), self._theme.px(18))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(32), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        shown = self.text
        if self.width() < self.sizeHint().width():
            room = self.width() - painting.tag_width(self._theme, "")
            metrics = QFontMetrics(self._theme.font("caption"))
            shown = metrics.elidedText(self.text, Qt.TextElideMode.ElideRight, room)
        self.setToolTip(self.text if shown != self.text else "")
        painting.paint_tag(QPainter(self), self._theme, 0, 0, shown)


class CopyButton(IconButton):
    """Copies a text, and shows for a moment that it did."""

    def __init__(self, icons: Icons, what: str, text: str, parent: QWidget | None = None) -> None:
        """`what` is copied, for tooltip and screen readers: "Copy path"."""
        super().__init__(icons, "copy", what, side=28, glyph_size=14, parent=parent)
        self._what, self._copied_text = what, text
        self._rest = QTimer(self, singleShot=True, interval=_TOLD_MS)
        self._rest.timeout.connect(self._again)
        self.clicked.connect(self._copy)

    def set_text(self, text: str) -> None:
        """What a click copies from now on."""
        self._copied_text = text
        self._again()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._copied_text)
        self.set_glyph("check", "ok")
        self.set_name(tr("Copied"))
        self._rest.start()

    def _again(self) -> None:
        self._rest.stop()
        self.set_glyph("copy", "text2")
        self.set_name(self._what)


class FolderBar(QWidget):
    """How many files a folder holds, beside the fullest one."""

    def __init__(self, theme: Theme, share: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self.share = theme, share
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(96), self._theme.px(4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        painting.paint_bar(QPainter(self), theme, QRectF(self.rect()), self.share, theme.color("accent"))


def named_row(theme: Theme, name: str, value: QWidget, *, drop: int = 1) -> QWidget:
    """A name at left and what it is at right; `drop` puts both on one base line."""
    px = theme.px
    row = QWidget()
    label = Label(theme, name, "small500", "text3", parent=row, wrap=True)
    label.setFixedWidth(px(_NAME_WIDTH))
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    label.setContentsMargins(0, px(drop), 0, 0)
    value.setParent(row)
    hbox((label, TOP), (value, 1), on=row, margins=(px(16), px(8), px(12), px(8)), gap=px(12))
    return row


def wrapped(theme: Theme, text: str, style: str = "body", token: str = "text") -> Label:
    return Label(theme, text, style, token, wrap=True)


def tag_flow(theme: Theme, words: Sequence[str], name: str) -> QWidget:
    """Words in boxes, in as many lines as they need."""
    box = QWidget()
    box.setAccessibleName(f"{name}: {', '.join(words)}")
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    box.setSizePolicy(policy)
    flow = FlowLayout(box, theme.px(6), theme.px(6))
    for word in words:
        flow.addWidget(Tag(theme, word, box))
    return box


def command_row(icons: Icons, name: str, command: str) -> QWidget:
    """What a command is for, the command itself, and a button that copies it."""
    theme, px = icons.theme, icons.theme.px
    row = QWidget()
    label = ElidedLabel(theme, name, "small500", "text2", parent=row)
    label.setFixedWidth(px(_NAME_WIDTH))
    code = ElidedLabel(theme, command, "mono", parent=row)
    code.setAccessibleName(f"{name}: {command}")
    copy = CopyButton(icons, tr("Copy {command}").format(command=command), command, row)
    hbox(label, (code, 1), copy, on=row, margins=(px(16), px(4), px(6), px(4)), gap=px(12))
    return row


def count_row(theme: Theme, name: str, said: str, *, mode: Qt.TextElideMode) -> QWidget:
    """A file or command, and in how many sessions it came up."""
    px = theme.px
    row = QWidget()
    words = ElidedLabel(theme, name, "mono_small", "text", mode, row)
    count = Label(theme, said, "caption", "text3", parent=row)
    words.setAccessibleName(f"{name}, {said}")
    hbox((words, 1), count, on=row, margins=(px(16), px(6), px(14), px(6)), gap=px(12))
    return row


def folder_rows(theme: Theme, folders: Sequence[tuple[str, int]]) -> QWidget:
    """Folders below each other, each with a bar that says how full it is beside the fullest. `folders`: paths
    with `/`, parents before what is in them, and the files in each with all below it."""
    px = theme.px
    box = QWidget()
    column = vbox(on=box, margins=(px(16), px(8), px(14), px(8)), gap=px(4))
    most = max(count for _, count in folders)
    widest = max(QFontMetrics(theme.font("caption")).horizontalAdvance(number(n)) for _, n in folders)
    shown = {path for path, _ in folders}
    for path, count in folders:
        above = [one for one in _parents(path) if one in shown]
        top = path in ("", ".")
        name = tr("(project folder)") if top else path.removeprefix(f"{above[0]}/") if above else path
        label = ElidedLabel(theme, name, "mono_small", "text2" if top else "text", parent=box)
        label.setAccessibleName(f"{name if top else path}, {files(count)}")
        figure = Label(theme, number(count), "caption", "text3", box)
        figure.setFixedWidth(widest + 2)
        figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line = QHBoxLayout()
        line.setSpacing(px(10))
        line.setContentsMargins(px(_INDENT) * len(above), 0, 0, 0)
        line.addWidget(label, 1)
        line.addWidget(FolderBar(theme, count / most, box), 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(figure)
        column.addLayout(line)
    return box


def _parents(path: str) -> list[str]:
    """The folders above, the nearest first."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[:end]) for end in range(len(parts), 0, -1)]


class QuirkRow(QAbstractButton):
    def __init__(self, theme: Theme, quirk: Quirk) -> None:
        super().__init__()
        self._theme = theme
        px = theme.px
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("focusRing", "inside")
        where = ", ".join(quirk.applies_to)
        self.setAccessibleName(f"{plain(quirk.text)} {where}".strip())
        self.setToolTip(tr("Open memory"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        column = vbox(on=self, margins=(px(16), px(8), px(14), px(8)))
        for text, style, token in ((plain(quirk.text), "body", "text"), (where, "mono_small", "text3")):
            if text:
                label = Label(theme, text, style, token, self, wrap=True)
                label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
                column.addWidget(label)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.underMouse() or self.isDown():
            fill = self._theme.color("sunken" if self.isDown() else "hover")
            painting.rounded(QPainter(self), self.rect().adjusted(1, 1, -1, -1), self._theme.px(6), fill)
