"""Everything about one memory: its text and fields, where it comes from, what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import QHBoxLayout, QMenu, QMessageBox, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.details import CONDITION
from arbor_desktop.memories.model import Memory, Privacy, Scope, Source, Status
from arbor_desktop.team.model import Check
from arbor_desktop.ui.components import Button, ElidedLabel, IconButton, Tabs
from arbor_desktop.ui.components.boxes import STRETCH, vbox
from arbor_desktop.ui.components.buttons import BackButton
from arbor_desktop.ui.components.keyboard import focusable, follow
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.formatting import age
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.bars import (
    ConflictBar,
    ContentEditor,
    FeedbackBar,
    FoundLine,
    GoneBar,
    PendingBar,
    TheirsBar,
)
from arbor_desktop.ui.memories.category_details import DetailsPane
from arbor_desktop.ui.memories.fields import Body, BodyArea, FieldsForm, FurtherFacts, MorePanel
from arbor_desktop.ui.memories.links import LinkedMemories
from arbor_desktop.ui.memories.model import Detail
from arbor_desktop.ui.memories.share_sheet import ShareSheet
from arbor_desktop.ui.memories.tabs import HistoryTab, RelatedTab, SourceTab
from arbor_desktop.ui.memory.list import CardPainter
from arbor_desktop.ui.memory.words import (
    GONE,
    content_error,
    limit_words,
    summary_words,
    summed_up,
    used_words,
)
from arbor_desktop.ui.team.shares import Shares
from arbor_desktop.ui.translation import tr

SOURCE, HISTORY, RELATED = range(3)
_SEEN_OF_TAB = 160
"""So much of a chosen tab's content should be in sight (pixels at 100 %)."""


class DetailPane(QWidget):
    """`command(name)` as the list sends them, for the memory that is shown.

    `show_memory` while the text is being edited asks once what becomes of the edit; `kept(id)` says that the
    person chose to go on editing.
    """

    command = Signal(str)
    update_wanted = Signal(str, object)
    """A memory's id and its fields as they are to be; `refuse` says why they are not."""
    restore_wanted = Signal(str, int)
    """A memory's id, and the number of the change to go back to."""
    left = Signal()
    back_wanted = Signal()
    kept = Signal(str)
    shown = Signal(str)
    """The id of the memory of which all is shown now."""
    open_memory = Signal(str)
    open_conversation = Signal(str, object)
    """With the turn to be read."""
    place_wanted = Signal(str, int)
    """A memory's id, and the number of the place that its source is to show."""
    link_wanted = Signal(str)
    unlink_wanted = Signal(str, str)
    """The ids of two memories."""

    def __init__(
        self,
        icons: Icons,
        cards: CardPainter,
        clock: Clock,
        shares: Shares,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._shares = shares
        self.memory: Memory | None = None
        self._next: Memory | None = None
        self._question: QMessageBox | None = None
        self._collected: dict[str, Any] | None = None
        px = self._theme.px
        self.back = BackButton(icons, self)
        self.back.clicked.connect(self.back_wanted)
        self.meta = ElidedLabel(self._theme, "", "caption", "text3", parent=self)
        self.edit_button = IconButton(icons, "edit", tr("Edit"), shortcut="Enter", parent=self)
        self.pin = IconButton(icons, "pin", tr("Always include"), shortcut="Alt I", parent=self)
        self.share = IconButton(icons, "team", tr("Share with team"), parent=self)
        self.share.setCheckable(True)
        self.sheet = ShareSheet(icons, self)
        self.theirs = TheirsBar(icons, self)
        self.copy = IconButton(icons, "copy", tr("Copy text"), parent=self)
        self.more = IconButton(icons, "more", tr("More actions"), parent=self)
        self.pin.setCheckable(True)
        self.found = FoundLine(self._theme, self)
        self.pending = PendingBar(icons, self)
        self.gone = GoneBar(icons, clock, self)
        self.conflict = ConflictBar(icons, self)
        self.editor = ContentEditor(icons, self)
        self.details = DetailsPane(icons, self)
        self.fields = FieldsForm(icons, clock, self)
        self.further = FurtherFacts(self._theme, self)
        self.linked = LinkedMemories(icons, self)
        self.rare = MorePanel(icons, (self.fields.more, self.linked, self.further), self)
        self.tabs = Tabs(icons, tr("About this memory"), self)
        self.source = SourceTab(icons, clock, self)
        self.history = HistoryTab(icons, clock, self)
        self.related = RelatedTab(icons, cards, clock, self)
        self._pages: tuple[QWidget, ...] = (self.source, self.history, self.related)
        for name in (tr("Source"), tr("History"), tr("Related")):
            self.tabs.add(name)
        self.feedback = FeedbackBar(icons, self)
        self._menu = QMenu(self)
        self.actions_by_name: dict[str, QAction] = {}
        self.more.setMenu(self._menu)
        self._lay_out(px(16))
        self._connect()
        self._show_tab(SOURCE)

    def _lay_out(self, margin: int) -> None:
        px = self._theme.px
        head = QHBoxLayout()
        head.setContentsMargins(margin, px(10), px(10), px(6))
        head.setSpacing(px(2))
        head.addWidget(self.back)
        head.addWidget(self.meta, 1)
        for button in (self.edit_button, self.pin, self.share, self.copy, self.more):
            head.addWidget(button)
        self.fields.beside.addWidget(self.details.edit_button)
        self._body = Body(self)
        self.body_area = BodyArea(self)
        vbox(
            self.pending,
            self.gone,
            self.conflict,
            self.editor,
            self.details,
            self.fields,
            self.tabs,
            *self._pages,
            STRETCH,
            self.rare,
            on=self._body,
        )
        self.body_area.setWidget(self._body)
        vbox(head, self.found, self.theirs, (self.body_area, 1), (self.sheet, 1), self.feedback, on=self)

    def _connect(self) -> None:
        self.pin.clicked.connect(self._pin_clicked)
        self.share.clicked.connect(self._share_clicked)
        self.sheet.closed.connect(self.close_sheet)
        self._shares.changed.connect(self._show_share)
        self.copy.clicked.connect(self._copy_text)
        self.edit_button.clicked.connect(self.edit)
        self.pending.given.connect(self.command)
        self.gone.restore_wanted.connect(lambda: self.command.emit("restore"))
        self.gone.open_wanted.connect(self.open_memory)
        self.feedback.given.connect(self.command)
        self.editor.save_wanted.connect(lambda _text: self._save_all())
        self.details.save_wanted.connect(self._save_all)
        self.details.open_conversation.connect(self.open_conversation)
        self.details.resized.connect(self._show_below)
        self.rare.opened.connect(lambda: QTimer.singleShot(0, self, self._reveal_rare))
        self.details.resized.connect(lambda: QTimer.singleShot(0, self, self._settle))
        self.editor.left.connect(self.left)
        self.fields.changed.connect(self._update)
        self.fields.confirm_wanted.connect(lambda: self.command.emit("confirm"))
        self.fields.more_wanted.connect(lambda: self.rare.open(True))
        self.tabs.currentChanged.connect(self._show_tab)
        QWidget.setTabOrder(self.fields.privacy, self.tabs)
        follow(self.rare.button, [*focusable(self.fields.more), *focusable(self.linked)])
        # A tab's content gets its height after the click, in one or two layouts.
        self._revealing = QTimer(self, singleShot=True, interval=300)
        self.tabs.tabBarClicked.connect(lambda _number: self._reveal_soon())
        self.body_area.verticalScrollBar().rangeChanged.connect(self._reveal_tab)
        self.history.restore_wanted.connect(self._restore_version)
        self.related.open_wanted.connect(self.open_memory)
        self.linked.open_wanted.connect(self.open_memory)
        self.linked.add_wanted.connect(lambda: self._emit_id(self.link_wanted))
        self.linked.remove_wanted.connect(lambda other: self._emit_id(self.unlink_wanted, other))
        self.source.place_wanted.connect(lambda place: self._emit_id(self.place_wanted, place))
        self.source.open_wanted.connect(self.open_conversation)
        for name, text in (
            ("never_share", tr("Never share")),
            ("sensitive", tr("Sensitive")),
            ("", ""),
            ("promote", tr("Make global")),
            ("keep_here", ""),
            ("restore", tr("Restore")),
            ("delete", tr("Delete")),
            ("", ""),
            ("summary", ""),
            ("copy_id", tr("Copy ID")),
            ("purge", tr("Delete permanently…")),
        ):
            if not name:
                self._menu.addSeparator()
                continue
            action = self._menu.addAction(text)
            action.setCheckable(name in ("never_share", "sensitive"))
            action.triggered.connect(lambda _on=False, name=name: self.command.emit(name))
            self.actions_by_name[name] = action
        for keys in ("Ctrl+S", "Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._save_or_share)
        for number in range(3):
            shortcut = QShortcut(QKeySequence(f"Alt+{number + 1}"), self)
            shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
            shortcut.activated.connect(lambda number=number: self._go_to_tab(number))

    # What is shown

    @property
    def dirty(self) -> bool:
        return self.memory is not None and (self.editor.dirty or self.details.dirty)

    def set_known(self, projects: Sequence[str], tags: Iterable[str]) -> None:
        """The projects and tags to choose from."""
        self.fields.set_projects(projects)
        self.fields.set_tag_suggestions(tags)

    def show_memory(self, memory: Memory) -> None:
        """Shows another memory, or the same one as it is now."""
        if self.memory is not None and memory.id == self.memory.id:
            self._next = None
            self._close_question()
            self._refresh(memory)
        elif self.dirty:
            self._next = memory
            self._ask()
        else:
            self._put(memory)

    def show_detail(self, detail: Detail) -> None:
        """Fills the tabs, if they are of the memory that is shown."""
        if self.memory is None or detail.memory.id != self.memory.id:
            return
        self._refresh(detail.memory)
        self.gone.show_history(detail.history, detail.related)
        self.conflict.show_conflicts(detail.memory, detail.conflicts)
        self.details.can_open = self.source.can_open
        self.details.show_proof(detail.proof)
        self.actions_by_name["keep_here"].setVisible(bool(detail.homes))
        self.actions_by_name["keep_here"].setText(limit_words(detail.homes[0] if detail.homes else ""))
        self.source.show_detail(detail)
        self.linked.show_memories(detail.linked)
        self.history.show_detail(detail)
        self.related.show_detail(detail)
        places = len(detail.memory.evidence)
        self.tabs.set_count(SOURCE, places if places > 1 else None)
        self.tabs.set_count(HISTORY, len(detail.history))
        self.tabs.set_count(RELATED, len(detail.related))
        QTimer.singleShot(0, self, self._settle)
        self.shown.emit(detail.memory.id)

    def edit(self) -> None:
        """Puts the cursor into the text."""
        self.body_area.verticalScrollBar().setValue(0)
        self.editor.area.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.editor.area.moveCursor(self.editor.area.textCursor().MoveOperation.End)

    def open_sheet(self, check: Check) -> None:
        """Show what the team would get, in place of the fields."""
        if self.memory is not None and self.memory.id == check.id:
            self.body_area.hide()
            self.sheet.show()
            self.sheet.show_check(check, self._shares.state)

    def close_sheet(self) -> None:
        """Show the fields again."""
        if self.sheet.isHidden():
            return
        self.sheet.hide()
        self.body_area.show()
        self.share.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_share(self) -> None:
        memory = self.memory
        if memory is None:
            return
        theirs = memory.source is Source.TEAM
        shared = self._shares.of(memory.id)
        self.theirs.setVisible(theirs)
        self.theirs.show_shared(shared)
        offer = self._shares.offer(memory)
        self.share.setVisible(bool(offer))
        self.share.setChecked(shared is not None and shared.mine)
        self.share.set_name(offer, "Ctrl Shift S")

    def _share_clicked(self) -> None:
        self._show_share()  # the button toggled itself
        self.command.emit("share")

    def _put(self, memory: Memory) -> None:
        self.close_sheet()
        self.memory = memory
        self.editor.set_content(memory.content)
        self.editor.show_error("")
        self.body_area.verticalScrollBar().setValue(0)
        self._show_fields(memory)

    def _refresh(self, memory: Memory) -> None:
        self.memory = memory
        self.editor.set_saved(memory.content)
        self._show_fields(memory)

    def _show_fields(self, memory: Memory) -> None:
        self.meta.setText(self._meta(memory))
        self.gone.show_memory(memory)
        self.conflict.show_memory(memory)
        self.details.show_memory(memory)
        self.fields.show_memory(memory)
        self.further.show_memory(memory)
        self._show_share()
        theirs = memory.source is Source.TEAM
        self.fields.setEnabled(not theirs)
        self.fields.more.setEnabled(not theirs)
        self.details.edit_button.setEnabled(not theirs)
        self.editor.save_button.set_label(tr("Save a copy") if theirs else tr("Save"))
        self.pin.setChecked(memory.privacy_level is Privacy.ALWAYS_INCLUDE)
        pinned = memory.privacy_level is Privacy.ALWAYS_INCLUDE
        self.pin.set_name(tr("Unpin") if pinned else tr("Always include"), "Alt I")
        waits = memory.status is Status.PENDING
        self.pending.setVisible(waits)
        self.feedback.setVisible(memory.status is Status.ACTIVE)
        self.actions_by_name["restore"].setVisible(memory.status in GONE)
        self.actions_by_name["delete"].setVisible(memory.status not in (Status.ACTIVE, Status.DELETED))
        from arbor_desktop.maintenance.learning_rules import refusal  # as late as the first memory

        self.actions_by_name["promote"].setVisible(refusal(memory) is None)
        if memory.scope is not Scope.GLOBAL:
            self.actions_by_name["keep_here"].setVisible(False)
        self.actions_by_name["summary"].setText(summary_words(memory))
        self.actions_by_name["summary"].setVisible(summed_up(memory))
        self.actions_by_name["never_share"].setChecked(memory.privacy_level is Privacy.NEVER_SHARE)
        self.actions_by_name["sensitive"].setChecked(memory.privacy_level is Privacy.SENSITIVE)

    def _meta(self, memory: Memory) -> str:
        now, said = self._clock(), memory.said_at
        if memory.updated_at > memory.created_at:
            since = tr("Changed {when}").format(when=age(memory.updated_at, now))
        elif said is not None:
            since = tr("Mentioned {when}").format(when=age(said, now))
        else:
            since = tr("Added {when}").format(when=age(memory.created_at, now))
        return f"{since} · {used_words(memory, now)}"

    def _show_tab(self, number: int) -> None:
        for place, page in enumerate(self._pages):
            page.setVisible(place == number and not self.details.editing)

    def _show_below(self) -> None:
        """While details are edited the form has the room of the tabs."""
        self.tabs.setHidden(self.details.editing)
        self._show_tab(self.tabs.currentIndex())

    def _reveal_rare(self) -> None:
        self.body_area.ensureWidgetVisible(self.rare, 0, 0)

    def _go_to_tab(self, number: int) -> None:
        self.tabs.setCurrentIndex(number)
        self._reveal_soon()

    def _reveal_soon(self) -> None:
        self._revealing.start()
        QTimer.singleShot(0, self, self._reveal_tab)

    def _reveal_tab(self) -> None:
        """In a low window a tab's content lies below what is seen: then the tabs move to the top."""
        if not self._revealing.isActive():
            return
        view, bar = self.body_area.viewport(), self.body_area.verticalScrollBar()
        top = self.tabs.mapTo(self._body, QPoint(0, 0)).y()
        page = self._pages[self.tabs.currentIndex()]
        wanted = min(page.height(), self._theme.px(_SEEN_OF_TAB))
        if top + self.tabs.height() + wanted > bar.value() + view.height():
            bar.setValue(top)

    def _settle(self) -> None:
        """Wrapped texts know their height only once they are laid out, and new controls their place."""
        follow(self.tabs, [widget for page in self._pages for widget in focusable(page)])
        self._body.updateGeometry()

    # What a person does

    def _pin_clicked(self) -> None:
        self.pin.setChecked(self.memory is not None and self.memory.privacy_level is Privacy.ALWAYS_INCLUDE)
        self.command.emit("pin")

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self.editor.text)

    def _save_all(self) -> None:
        """Everything that was typed, as one change."""
        fields: dict[str, Any] = {}
        self._collected = fields
        self.fields.commit()
        self._collected = None
        if self.editor.dirty and not content_error(self.editor.text):
            fields["content"] = self.editor.text
        self._store(fields)

    def _save_or_share(self) -> None:
        if self.sheet.isVisible():
            self.sheet.share.click()
        else:
            self._save_all()

    def _update(self, fields: dict[str, Any]) -> None:
        if self._collected is not None:
            self._collected.update(fields)
            return
        if "category" in fields:  # other fields take the place of those that were typed into
            self._store(fields)
        elif self.memory is not None:
            self.update_wanted.emit(self.memory.id, fields)

    def _store(self, fields: dict[str, Any]) -> None:
        """Changes the memory; what was typed into its details goes with it."""
        if (details := self.details.take()) is not None:
            fields = fields | {"details": _with_condition(details, fields.get("details"))}
        if self.memory is not None and fields:
            self.update_wanted.emit(self.memory.id, fields)

    def refuse(self, error: BaseException) -> None:
        """Say it beside the field that it is about; what was shown before comes back."""
        field = error.context.get("field") if isinstance(error, ArborError) else None
        if field == "details":
            self.details.refuse(error_words(error))
            return
        if field == "content" or self.editor.dirty:
            self.editor.show_error(error_words(error))
            return
        if self.memory is not None:
            self.fields.show_memory(self.memory)
        self.fields.show_error(error_words(error))

    def _emit_id(self, signal: SignalInstance, *more: object) -> None:
        """Send a signal about the memory that is shown."""
        if self.memory is not None:
            signal.emit(self.memory.id, *more)

    def _restore_version(self, seq: object) -> None:
        if self.memory is not None and isinstance(seq, int):
            self.restore_wanted.emit(self.memory.id, seq)

    # Leaving an edit

    def save_unsaved(self) -> None:
        """Saves what was changed without a question, as far as it is valid."""
        self._close_question()
        self._save_all()

    def _ask(self) -> None:
        if self._question is not None:
            return
        box = QMessageBox(self.window())
        text = self.editor.dirty
        box.setWindowTitle(tr("Unsaved text") if text else tr("Unsaved details"))
        what = tr("Save your changes to this memory's text?")
        box.setText(what if text else tr("Save your changes to this memory's details?"))
        save = Button(self._icons, tr("Save"), variant="primary", parent=box)
        discard = Button(self._icons, tr("Discard"), variant="danger", parent=box)
        stay = Button(self._icons, tr("Keep editing"), variant="quiet", parent=box)
        for button, role in (
            (save, QMessageBox.ButtonRole.AcceptRole),
            (discard, QMessageBox.ButtonRole.DestructiveRole),
            (stay, QMessageBox.ButtonRole.RejectRole),
        ):
            box.addButton(button, role)
        save.setEnabled(not self.editor.error.text() and self.details.valid)
        box.setDefaultButton(save if save.isEnabled() else stay)
        box.setEscapeButton(stay)
        box.finished.connect(
            lambda _code: self._answered(box.clickedButton() is save, box.clickedButton() is discard)
        )
        self._question = box
        opened(box)

    def _answered(self, save: bool, discard: bool) -> None:
        if self._question is None:
            return
        self._question = None
        going, self._next = self._next, None
        if not (save or discard):
            if self.memory is not None:
                self.kept.emit(self.memory.id)
                self.edit()
            return
        if save:
            self._save_all()
        if going is not None:
            self._put(going)
            self.open_memory.emit(going.id)

    def _close_question(self) -> None:
        box, self._question = self._question, None
        if box is not None:
            box.close()


def _with_condition(details: dict[str, Any], typed: object) -> dict[str, Any]:
    """Details with the condition that was typed into its own field at the same time."""
    if not isinstance(typed, Mapping):
        return details
    others = {key: value for key, value in details.items() if key != CONDITION}
    return others | ({CONDITION: typed[CONDITION]} if typed.get(CONDITION) else {})
