"""The pane at right: a memory in full, where it was said, and what is closest to it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.editing.model import Nearest, Relation, ReviewItem
from arbor_desktop.memories.model import Memory, Privacy, Scope, Status
from arbor_desktop.projects.names import project_name
from arbor_desktop.text.diff import Kind, Piece, Span, contrast, marked_pieces
from arbor_desktop.ui.components import Badge, Button, Card, ElidedLabel, Hairline, Label
from arbor_desktop.ui.components.boxes import STRETCH, ScrollArea, hbox, vbox
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.row_list import OverlayBar
from arbor_desktop.ui.components.text_runs import RunsView, side_runs, spoken_diff
from arbor_desktop.ui.formatting import code_spans
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.choices import PickBox, fill_privacy, fill_scopes, fill_types
from arbor_desktop.ui.memory.excerpts import Excerpt, ExcerptLines, SourceWalk
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.review.model import Detail
from arbor_desktop.ui.review.words import age, no_source_words
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.team.parts import SharedSource
from arbor_desktop.ui.team.words import first_name
from arbor_desktop.ui.translation import tr

_MOST = 600
"""So much of a text is compared and shown."""


class ClosestPart(QWidget):
    """`compare_wanted(conflict)`, `replace_wanted`, `memory_wanted(id)`."""

    compare_wanted = Signal(str)
    replace_wanted = Signal()
    memory_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.heading = Label(self._theme, "", "small500", "text2", parent=self)
        self._column = vbox(self.heading, on=self, gap=self._theme.px(4))
        self._body: QWidget | None = None
        self.main_button: Button | None = None
        """Where the focus goes when the two are to be compared."""
        self.texts: list[RunsView] = []
        self.caption = ""

    def show_nearest(self, item: ReviewItem, nearest: Nearest | None) -> None:
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self._clear()
        self.heading.setText(tr("Closest existing memory"))
        if nearest is None:
            said = tr("No similar active memory.")
            self._body = Label(self._theme, said, "small", "text3", parent=self, wrap=True)
        else:
            self._body = self._card(item, nearest)
        self._column.addWidget(self._body)
        if had_focus and self.main_button is not None:
            self.main_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _clear(self) -> None:
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body, self.main_button, self.texts, self.caption = None, None, [], ""

    def _card(self, item: ReviewItem, nearest: Nearest) -> Card:
        theme, px = self._theme, self._theme.px
        card = Card(theme, self)
        kind = nearest.memory.type
        self.caption = relation_words(nearest)
        caption = ElidedLabel(theme, self.caption, "caption", "text3", parent=card)
        caption.setToolTip(tr("Compared by the words that the two memories have in common."))
        row = hbox(Badge(self._icons, type_label(kind), kind, parent=card), (caption, 1), gap=px(8))
        column = vbox(row, on=card, margins=(px(13), px(9), px(13), px(9)), gap=px(4))
        if nearest.conflict:
            self._add_contrast(card, column, item, nearest)
        else:
            text, codes = _shown(nearest.memory.content)
            runs = side_runs([Piece(Kind.SAME, text)], codes)
            self._add_text(column, RunsView(theme, runs, line=18, parent=card))
        column.addLayout(self._buttons(card, nearest))
        return card

    def _add_text(self, column: QVBoxLayout, view: RunsView) -> None:
        self.texts.append(view)
        column.addWidget(view)

    def _add_contrast(self, card: Card, column: QVBoxLayout, item: ReviewItem, nearest: Nearest) -> None:
        """Both texts under each other, the words marked that set them apart."""
        other, mine = nearest.memory.content, item.content
        texts = [_shown(text) for text in ((mine, other) if nearest.newer else (other, mine))]
        (older, old_codes), (newer, new_codes) = texts
        spans = contrast(older, newer)
        sides = (
            (tr("Older"), older, old_codes, spans[0], Kind.REMOVED, not nearest.newer),
            (tr("Newer"), newer, new_codes, spans[1], Kind.ADDED, nearest.newer),
        )
        for name, text, codes, marks, kind, existing in sides:
            said = f"{name}: {tr('existing memory')}" if existing else f"{name}: {tr('this memory')}"
            label = Label(self._theme, said, "caption600", "text3", parent=card)
            column.addWidget(label)
            pieces = marked_pieces(text, marks, kind)
            view = RunsView(
                self._theme,
                side_runs(pieces, codes),
                line=20,
                spoken=f"{said}. {spoken_diff(pieces)}",
                parent=card,
            )
            self._add_text(column, view)

    def _buttons(self, card: Card, nearest: Nearest) -> QHBoxLayout:
        px = self._theme.px
        row = hbox(margins=(0, px(4) if nearest.conflict else 0, 0, 0), gap=px(12))
        if nearest.relation is Relation.UPDATES:
            replace = Button(self._icons, tr("Accept and replace"), size="small", icon="check", parent=card)
            replace.setAccessibleName(f"{replace.text()}: {nearest.memory.content}")
            replace.clicked.connect(self.replace_wanted)
            row.addWidget(replace)
            self.main_button = replace
        if nearest.conflict:
            conflict = nearest.conflict
            compare = Button(
                self._icons, tr("Open in Conflicts"), size="small", icon="conflicts", parent=card
            )
            compare.clicked.connect(lambda: self.compare_wanted.emit(conflict))
            row.addWidget(compare)
            self.main_button = self.main_button or compare
        else:
            memory = nearest.memory
            link = Button(self._icons, tr("Open memory"), variant="link", parent=card)
            link.clicked.connect(lambda: self.memory_wanted.emit(memory.id))
            row.addWidget(link)
        row.addStretch(1)
        for button in card.findChildren(Button):
            button.setAutoDefault(True)  # Return presses it, as Space does
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return row


def relation_words(nearest: Nearest) -> str:
    """`Older version of this memory`, `Not a duplicate`."""
    waits = f" · {tr('also needs review')}" if nearest.memory.status is Status.PENDING else ""
    if nearest.relation is Relation.UPDATES:
        return f"{tr('Older version of this memory')}{waits}"
    if nearest.relation is Relation.OUTDATED_BY:
        return tr("Makes this memory outdated")
    if nearest.relation is Relation.CONTRADICTS:
        return f"{tr('Contradicts this memory')}{waits}"
    return tr("Says the same thing") if nearest.same else tr("Not a duplicate")


def _shown(text: str) -> tuple[str, list[Span]]:
    """As it is read, in one paragraph: without the marks around code, and where that is."""
    flat = " ".join(text.split())
    return code_spans(flat if len(flat) <= _MOST else flat[: _MOST - 1].rstrip() + "…")


class Pane(ScrollArea):
    """`changed(fields, text)` after a choice, in words; `open_wanted(conversation, turn)`. What `closest`
    asks for is asked there."""

    changed = Signal(object, str)
    open_wanted = Signal(str, object)
    place_wanted = Signal(str, int)
    """A memory's id, and the number of another place that it comes from."""

    def __init__(self, icons: Icons, clock: Clock) -> None:
        super().__init__(name=tr("Source and similar memories"), clear=True)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self.detail: Detail | None = None
        self.item: ReviewItem | None = None
        self.bar = OverlayBar(self)
        self.content = QWidget()
        self.setWidget(self.content)
        self.content.setAutoFillBackground(False)
        self._lay_out()
        self.content.hide()

    def _lay_out(self) -> None:
        theme, px = self._theme, self._theme.px
        column = QVBoxLayout(self.content)
        column.setContentsMargins(0, px(14), 0, px(16))
        column.setSpacing(0)
        self.source_title = Label(theme, tr("Where this came from"), "section", parent=self.content)
        self.source_meta = ElidedLabel(theme, "", "small", "text3", parent=self.content)
        self._source = vbox(self.source_title, self.source_meta, px(10), margins=(px(16), 0, px(16), px(14)))
        self._lines: QWidget | None = None
        self._lines_at = self._source.count()
        self.below = QWidget(self.content)
        self.open = Button(
            self._icons, tr("Open conversation"), variant="link", icon="conversations", parent=self.below
        )
        self.open.setToolTip(f"{tr('Open conversation')}  Ctrl O")
        self.open.setAutoDefault(True)
        self.open.clicked.connect(self.open_conversation)
        self.walk = SourceWalk(self._icons, self.below)
        self.walk.stepped.connect(self._walk)
        hbox(self.open, STRETCH, self.walk, on=self.below, margins=(0, px(8), 0, 0), gap=px(10))
        self._source.addWidget(self.below)
        column.addLayout(self._source)
        column.addWidget(Hairline(theme, parent=self.content))
        column.addLayout(self._before())
        column.addStretch(1)

    def _before(self) -> QVBoxLayout:
        theme, px = self._theme, self._theme.px
        self.before_title = Label(theme, tr("Before you accept"), "section", parent=self.content)
        column = vbox(self.before_title, px(2), margins=(px(16), px(12), px(16), 0), gap=px(6))
        self.type = PickBox(self._icons, tr("Type"), parent=self.content)
        self.scope = PickBox(self._icons, tr("Applies to"), parent=self.content)
        self.privacy = PickBox(self._icons, tr("Privacy"), parent=self.content)
        fill_types(self.type)
        fill_privacy(self.privacy)
        labels = []
        for name, field in (
            (tr("Type"), self.type), (tr("Applies to"), self.scope), (tr("Privacy"), self.privacy)
        ):  # fmt: skip
            label = Label(theme, name, "small500", "text2", parent=self.content)
            label.setBuddy(field)
            labels.append(label)
            row = hbox(label, (field, 1), gap=px(8))
            column.addLayout(row)
        room = max(px(72), *(label.sizeHint().width() for label in labels))
        for label in labels:
            label.setFixedWidth(room)
        self.type.activated.connect(self._type_chosen)
        self.scope.activated.connect(self._scope_chosen)
        self.privacy.activated.connect(self._privacy_chosen)
        self.of_team = GlyphLine(self._icons, "info", "", self.content)
        self.of_team.hide()
        column.addWidget(self.of_team)
        column.addSpacing(px(8))
        self.closest = ClosestPart(self._icons, self.content)
        column.addWidget(self.closest)
        return column

    # What is shown

    def show_detail(self, item: ReviewItem, detail: Detail) -> None:
        """Another memory; the view goes back to its top unless it is the same one."""
        if (item, detail) == (self.item, self.detail):
            return  # nothing is taken from under somebody's hands
        same = self.item is not None and self.item.id == item.id
        self.item, self.detail = item, detail
        self.content.show()
        self._show_source(item, detail)
        self._show_fields(detail)
        self.closest.show_nearest(item, detail.nearest)
        if not same:
            self.verticalScrollBar().setValue(0)
        self._fit_height()

    def clear(self) -> None:
        self.item = self.detail = None
        self.content.hide()

    def show_compare(self) -> None:
        """Brings what the two differ in into view, with the focus where it can be settled."""
        button = self.closest.main_button
        if button is not None:
            # Once all has its place: the section may just have been made.
            QTimer.singleShot(0, self.closest, lambda: self.ensureWidgetVisible(self.closest, 0, 12))
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open_conversation(self) -> None:
        """Asks for the conversation that is shown, at the lines that made the memory."""
        shown = self.detail.excerpt if self.detail is not None else None
        if shown is not None and shown.conversation is not None and self.open.isEnabled():
            self.open_wanted.emit(shown.evidence.conversation_id, shown.evidence.first_turn or None)

    def place_of(self, memory_id: str) -> int:
        """The number of the place that is shown, if it is of that memory."""
        shown = self.detail
        return shown.place if shown is not None and shown.memory.id == memory_id else 0

    def _walk(self, step: int) -> None:
        if self.detail is not None:
            self.place_wanted.emit(self.detail.memory.id, self.detail.place + step)

    def _show_source(self, item: ReviewItem, detail: Detail) -> None:
        talk = detail.excerpt.conversation if detail.excerpt is not None else None
        self.source_meta.setText(self._meta(detail.excerpt))
        self.source_meta.setVisible(bool(self.source_meta.text()))
        if self._lines is not None:
            self._source.removeWidget(self._lines)
            self._lines.hide()
            self._lines.deleteLater()
        self._lines = self._source_body(item, detail)
        self._source.insertWidget(self._lines_at, self._lines)
        self.open.setVisible(talk is not None)
        self.below.setVisible(talk is not None or detail.places > 1)
        self.walk.show_place(detail.place, detail.places)
        self.before_title.setText(tr("Before you decide") if item.outdated else tr("Before you accept"))

    def _source_body(self, item: ReviewItem, detail: Detail) -> QWidget:
        box = QWidget(self.content)
        column = vbox(on=box, gap=self._theme.px(8))
        if detail.marked is not None:
            column.addWidget(self._said(self._marked_words(detail)))
        excerpt = detail.excerpt
        if detail.shared is not None:
            column.addWidget(SharedSource(self._icons, detail.shared, detail.quotes, self._clock()))
        elif excerpt is not None and excerpt.turns:
            column.addWidget(ExcerptLines(self._theme, excerpt, box))
        elif excerpt is not None and excerpt.conversation is not None:
            column.addWidget(self._said(tr("The transcript of this conversation is no longer available.")))
        else:
            column.addWidget(self._said(no_source_words(item)))
        return box

    def _said(self, text: str) -> QWidget:
        card = Card(self._theme, self.content)
        px = self._theme.px
        label = Label(self._theme, text, "small", "text2", parent=card, wrap=True)
        vbox(label, on=card, margins=(px(13), px(9), px(13), px(9)))
        return card

    def _marked_words(self, detail: Detail) -> str:
        marked = detail.marked
        if marked is None:
            return ""
        said = tr("Marked outdated {when}").format(when=age(marked.at, self._clock()))
        return f"{said}. {marked.reason.rstrip('.')}." if marked.reason else f"{said}."

    def _meta(self, excerpt: Excerpt | None) -> str:
        """`Claude Code · tidepool-web · chore/vitest`."""
        talk = excerpt.conversation if excerpt is not None else None
        if excerpt is None or talk is None:
            return ""
        project = excerpt.evidence.project or talk.project
        parts = (source_words(talk.source).label, project_name(project) if project else "", talk.branch)
        return " · ".join(part for part in parts if part)

    def _show_fields(self, detail: Detail) -> None:
        memory = detail.memory
        self.type.set_current_data(memory.type.value)
        self.privacy.set_current_data(memory.privacy_level.value)
        own = [memory.scope_id] if memory.scope is Scope.PROJECT else []
        fill_scopes(self.scope, (*detail.projects, *own), memory.conversation_id)
        self.scope.set_current_data((memory.scope.value, memory.scope_id))
        shared = detail.shared
        for field in (self.type, self.scope):
            field.setEnabled(shared is None)
        self.of_team.setVisible(shared is not None)
        if shared is not None:
            words = tr(
                "Your AI sees it only in this team's projects. If {name} changes or withdraws it, it "
                "changes here too."
            )
            self.of_team.label.setText(words.format(name=first_name(shared.author)))

    # What a person chooses

    def _memory(self) -> Memory | None:
        return self.detail.memory if self.detail is not None else None

    def _type_chosen(self) -> None:
        memory, value = self._memory(), self.type.current_data
        if memory is not None and value != memory.type.value:
            self._change({"type": value}, tr("Type set to {type}").format(type=self.type.currentText()))

    def _privacy_chosen(self) -> None:
        memory, value = self._memory(), self.privacy.current_data
        if memory is not None and value != memory.privacy_level.value:
            said = tr("Privacy set to {level}").format(level=self.privacy.currentText())
            if value == Privacy.ALWAYS_INCLUDE.value:
                said = tr("Always included once accepted")
            self._change({"privacy_level": value}, said)

    def _scope_chosen(self) -> None:
        memory, choice = self._memory(), self.scope.current_data
        if memory is None or not isinstance(choice, tuple) or choice == (memory.scope.value, memory.scope_id):
            return
        said = f"{tr('Applies to')}: {self.scope.currentText()}"
        self._change({"scope": choice[0], "scope_id": choice[1]}, said)

    def _change(self, fields: dict[str, Any], text: str) -> None:
        self.changed.emit(fields, text)

    def show_stored(self) -> None:
        """Shows the fields as they are stored, after a change was refused."""
        if self.detail is not None:
            self._show_fields(self.detail)

    # Sizes

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def _fit_height(self) -> None:
        """A scroll area asks its content for a height before it knows its width."""
        layout = self.content.layout()
        if layout is not None:
            layout.activate()
            width = self.viewport().width()
            needed = (
                layout.heightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()
            )
            self.content.setMinimumHeight(needed)
