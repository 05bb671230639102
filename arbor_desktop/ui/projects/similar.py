""" "Find similar past tasks": past tasks like one that is described, and how they ended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.components import Badge, ElidedLabel, Label, painting
from arbor_desktop.ui.components.boxes import ScrollArea, vbox
from arbor_desktop.ui.formatting import percent, plain, task_size
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.model import Past
from arbor_desktop.ui.projects.words import (
    files,
    in_a_line,
    seen,
    sentence,
    status_look,
    status_word,
    type_word,
)
from arbor_desktop.ui.translation import tr

_MOST_LEARNED = 3
_KINDS = {"ok": "ok", "warn": "warn", "danger": "danger"}


class SimilarList(ScrollArea):
    """`opened(conversation id, turn or None)` when one is chosen."""

    opened = Signal(str, object)

    def __init__(self, icons: Icons, clock: Clock) -> None:
        super().__init__(name=tr("Similar tasks"), clear=True)
        self._icons, self._clock = icons, clock
        self.cards: list[SimilarCard] = []
        self._shown: tuple[tuple[Past, ...], bool] = ((), False)

    def show_tasks(self, tasks: Sequence[Past], *, whose: bool) -> None:
        """`whose`: whether each says its project, because all of them were asked. The same answer again
        changes nothing: a card keeps the focus."""
        if self.cards and (tuple(tasks), whose) == self._shown:
            return
        self._shown = (tuple(tasks), whose)
        px = self._icons.theme.px
        inner = QWidget()
        self.heading = Label(self._icons.theme, _heading(tasks), "small", "text3", parent=inner, wrap=True)
        column = vbox(self.heading, on=inner, margins=(px(16), px(8), px(16), px(16)), gap=px(8))
        self.cards = [SimilarCard(self._icons, task, self._clock(), whose=whose) for task in tasks]
        for card in self.cards:
            card.clicked.connect(
                lambda _on=False, past=card.past: self.opened.emit(past.conversation_id, past.turn)
            )
            column.addWidget(card)
        column.addStretch(1)
        self.setWidget(inner)
        inner.setAutoFillBackground(False)


class SimilarCard(QAbstractButton):
    """One past task. A click opens its conversation."""

    def __init__(self, icons: Icons, task: Past, now: int, *, whose: bool) -> None:
        super().__init__()
        self._theme = icons.theme
        px = icons.theme.px
        self.past = task
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tr("Open conversation"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        like = tr("{share} similar").format(share=percent(task.alike)) if task.alike is not None else ""
        facts = _facts(task, now)
        if whose and task.project:
            facts = f"{project_name(task.project)} · {facts}"
        wanted = in_a_line(task.task)
        glyph, token = status_look(task.status)
        said = [sentence(wanted), *(f"{part}." for part in (status_word(task.status), facts, like) if part)]
        said += [task.said, *map(plain, task.learnings)]
        self.setAccessibleName(" ".join(part for part in said if part))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(13), px(10), px(13), px(11))
        column.setSpacing(px(4))
        head = QHBoxLayout()
        head.setSpacing(px(10))
        head.addWidget(Badge(icons, status_word(task.status), _KINDS.get(token, "neutral"), glyph, self))
        head.addWidget(ElidedLabel(icons.theme, facts, "small", "text2", parent=self), 1)
        head.addWidget(Label(icons.theme, like, "small600", "text", self))
        column.addLayout(head)
        column.addWidget(self._wrapped(wanted, "body500", "text"))
        if task.said:
            column.addWidget(self._wrapped(f"“{plain(task.said)}”", "small", "text2"))
        checks = " · ".join(task.checks)
        names = ", ".join(dict.fromkeys(PurePath(file).name for file in task.files))
        for text, style, ink in ((checks, "small", "text2"), (names, "mono_small", "text3")):
            if text:
                column.addWidget(ElidedLabel(icons.theme, text, style, ink, parent=self))
        for learned in task.learnings[:_MOST_LEARNED]:
            column.addWidget(self._wrapped(f"{tr('Learned')}: {plain(learned)}", "small", "text2"))
        for child in self.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def _wrapped(self, text: str, style: str, token: str) -> Label:
        return Label(self._theme, text, style, token, self, wrap=True)

    def paintEvent(self, _event: QPaintEvent) -> None:
        hovered = self.underMouse() or self.isDown()
        fill, edge = ("hover", "borderStrong") if hovered else ("card", "border")
        theme = self._theme
        painting.rounded(QPainter(self), self.rect(), theme.px(8), theme.color(fill), theme.color(edge))


def _heading(tasks: Sequence[Past]) -> str:
    """What the cards are: past tasks like it, or only places where words of it were said."""
    if all(task.alike is None for task in tasks):
        return tr("No similar tasks. These conversations contain words from your description:")
    return tr("%n similar tasks", None, len(tasks))


def _facts(past: Past, now: int) -> str:
    """`Fix · small · 3 files · 19 Nov`: what it was, beside how it ended."""
    parts = [
        type_word(past.type),
        task_size(past.complexity) if past.complexity is not None else "",
        files(len(past.files)) if past.files else "",
        seen(past.at, now),
    ]
    return " · ".join(part for part in parts if part)
