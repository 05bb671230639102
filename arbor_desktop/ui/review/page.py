"""The Review page: new memories with the words they come from, each decided on by one key."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.editing.model import Relation, ReviewItem
from arbor_desktop.errors import ArborError
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Label, Message, Snackbar, Splitter
from arbor_desktop.ui.components.boxes import stacked, vbox
from arbor_desktop.ui.components.keyboard import key_on_page
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.controller import RefreshTimer, error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.dialogs import BatchForm
from arbor_desktop.ui.review.bars import Footer, State, TitleBar
from arbor_desktop.ui.review.controller import ReviewController
from arbor_desktop.ui.review.list import ReviewList, open_menu
from arbor_desktop.ui.review.model import Detail, Listing, ProposalItem, Waiting
from arbor_desktop.ui.review.pane import Pane
from arbor_desktop.ui.review.proposal import ProposalPane
from arbor_desktop.ui.review.rows import ReviewModel
from arbor_desktop.ui.review.words import SEVERAL_KEYS, after_no_words, none_certain, verbs
from arbor_desktop.ui.team.parts import trust_dialog
from arbor_desktop.ui.translation import tr

_NARROW = 860
"""Below this width what a memory comes from stands below the list."""
_SPLITTER = "reviewSplitter"
_SLOW_MS = 150
"""A first look that takes longer says that it goes on."""


class ReviewPage(QWidget):
    """Decides; never captures anything. Nothing here waits: the service is asked through the bridge.

    `open_wanted(conversation id, turn or None)`, `conflict_wanted(conflict id)`, `memory_wanted(memory id)`
    and `settings_wanted(section)` ask for other pages.
    """

    open_wanted = Signal(str, object)
    conflict_wanted = Signal(str)
    memory_wanted = Signal(str)
    settings_wanted = Signal(str)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock = system_clock,
        snackbar_ms: int = 8000,
        refresh_ms: int = 120,
        slow_ms: int = _SLOW_MS,
        parent: QWidget | None = None,
    ) -> None:
        """`clock` tells how old things are; the rest is for tests. The panes' sizes are those of the splitter
        `reviewSplitter`, which the window remembers."""
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._narrow = False
        self._comparing: str | None = None
        """Whose comparison is to be shown as soon as it is read."""
        self.controller = ReviewController(icons, bridge, self, clock)
        self.model = ReviewModel(self)
        self.view = ReviewList(icons, self.model, clock)
        assert self.view.editor is not None
        self.editor = self.view.editor
        self.title = TitleBar(icons, self)
        self.pane = Pane(icons, clock)
        self.proposal = ProposalPane(icons, clock)
        self.batch = BatchForm(icons)
        self.batch.buttons["export"].hide()  # what is not accepted yet is for no file
        self.footer = Footer(icons.theme, self)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        # Changes come in bursts while conversations are memorized: one look a moment later serves them all.
        self.soon = RefreshTimer(self, self.refresh, refresh_ms)
        self.slow = QTimer(self, singleShot=True, interval=slow_ms)
        self.slow.timeout.connect(lambda: self.first_look.setText(tr("Loading…")))
        self._lay_out()
        self._connect(bridge)
        # Whoever shows the page for the first time finds the focus where work begins.
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        px = self._theme.px
        self.view.setMinimumWidth(px(380))
        self.side = stacked(self.pane, self.proposal)
        self.several = QScrollArea()  # in a small window the form is higher than its place
        self.several.setFrameShape(QFrame.Shape.NoFrame)
        self.several.setWidgetResizable(True)
        self.several.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.several.setWidget(self.batch)
        self.side.addWidget(self.several)
        self.side.setMinimumWidth(px(340))
        self.left = QWidget()
        vbox((self.view, 1), on=self.left)
        self.splitter = Splitter(self._theme, self.left, self.side, name=_SPLITTER, sizes=(px(720), px(436)))
        self.state = State(self._icons)
        self.first_look = Label(self._theme, "", "body", "text3")
        self.first_look.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = stacked(self.first_look, self.splitter, self.state, parent=self)
        vbox(self.title, (self.stack, 1), self.snackbar, self.footer, on=self)

    def _connect(self, bridge: Bridge) -> None:
        bridge.changed.connect(self._store_changed)
        self.title.accept_all_wanted.connect(self._accept_all)
        self.title.by_itself_changed.connect(self.controller.set_by_itself)
        self.view.wanted.connect(self._command)
        self.view.selection_changed.connect(self._selected)
        self.view.menu_wanted.connect(self._menu)
        self.proposal.memory_wanted.connect(self.memory_wanted)
        self.editor.save_wanted.connect(self._save)
        self.editor.accept_wanted.connect(self._accept_edited)
        self.editor.left.connect(self.view.end_edit)
        self.pane.changed.connect(self._change)
        self.pane.open_wanted.connect(self.open_wanted)
        self.pane.place_wanted.connect(self.controller.read)
        self.pane.closest.compare_wanted.connect(self.conflict_wanted)
        self.pane.closest.memory_wanted.connect(self.memory_wanted)
        self.pane.closest.replace_wanted.connect(self._replace_older)
        self.controller.refused.connect(self._refused)
        self.batch.command.connect(self._batch_command)
        self.batch.tags_wanted.connect(lambda tags: self.controller.add_tags(self.view.selected_ids(), tags))
        self.batch.fields_wanted.connect(self._change_several)
        for keys, name in SEVERAL_KEYS.items():
            key_on_page(self, keys, partial(self._several, name))

    # What other parts of the window ask

    def place(self) -> str | None:
        """What Back comes back to."""
        return self.view.current_id()

    def show_place(self, place: str) -> None:
        self.show_memory(place)

    def show_memory(self, memory_id: str) -> None:
        """Selects a memory that waits, as soon as it is listed."""
        if not self.view.select(memory_id):
            self.controller.follow = memory_id
            self.refresh()

    def focus_main(self) -> None:
        """To the list, or to what stands in its place."""
        worker = self.state if self.stack.currentWidget() is self.state else self.view
        worker.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        """Where F6 goes: the bar, the list, the pane."""
        groups = (
            self.title, self.view, self.pane.content, self.proposal.widget(), self.batch, self.state,
            self.snackbar,
        )  # fmt: skip
        return [widget for widget in groups if widget is not None and widget.isVisible()]

    def set_letters(self, on: bool) -> None:
        """Whether single letters are commands while the list has the focus."""
        self.view.letters = on

    def undo(self) -> None:
        self.controller.undo()

    def save_unsaved(self) -> None:
        """Store an edit that can be stored."""
        item = self.view.edited
        if item is not None and self.editor.dirty and not self.editor.problem:
            self.controller.save(item, self.editor.text)

    def refresh(self) -> None:
        """Looks at what waits anew; what is seen stays where it is."""
        self.soon.caught_up()
        if self.controller.listing is None and not self.slow.isActive():
            self.slow.start()
        self.controller.refresh()

    # The list

    def show_rows(self) -> None:
        """Show the rows without those just decided on; selection and place stay."""
        listing = self.controller.listing
        if listing is None:
            return
        self.slow.stop()
        chosen, current, top = self.view.selected_ids(), self.view.current_id(), self.view.top()
        gone = frozenset(self.controller.gone)
        self.model.show(listing.groups, gone, self._clock(), listing.proposals, listing.team, listing.shared)
        counts = listing.count(gone)
        self.title.show_counts(counts, listing.threshold, listing.by_itself)
        self.footer.show_certain(counts.certain)
        self.title.switch.setEnabled(listing.mode != "nothing")  # there it says nothing
        self._drop_lost_edit()
        if not counts.any:
            self._show_nothing(listing)
            return
        self._bring_up(self.splitter, self.view)
        self.footer.show()
        self._keep_place(chosen, current, top)
        self._show_current(again=True)

    def _bring_up(self, content: QWidget, worker: QWidget) -> None:
        """Shows the list, or what stands in its place; the keys go with it, unless they are elsewhere."""
        if self.stack.currentWidget() is not content:
            focus = QApplication.focusWidget()
            here = focus is None or self.isAncestorOf(focus)
            self.stack.setCurrentWidget(content)
            if here:
                worker.setFocus(Qt.FocusReason.OtherFocusReason)

    def _keep_place(self, chosen: list[str], current: str | None, top: tuple[str | None, int]) -> None:
        follow, self.controller.follow = self.controller.follow, None
        if follow is not None and self.view.select(follow):
            return
        still = [id_ for id_ in chosen if self.model.card(id_)]
        if still:
            self.view.select_ids(still, current if self.model.card(current) else still[0])
            self.view.set_top(top)
        else:
            self.view.go_to(max(self.view.currentIndex().row(), 0))
        self.view.place()

    def _drop_lost_edit(self) -> None:
        """What was decided elsewhere can't be edited here any more."""
        edited, gone = self.view.edited, self.controller.gone
        if edited is not None and self.model.item(edited.id) is None and edited.id not in gone:
            self.view.end_edit()

    def _show_nothing(self, listing: Listing) -> None:
        self.view.end_edit()
        self.pane.clear()
        to_settings = partial(self.settings_wanted.emit, "review")
        self.state.show_nothing(listing.mode, self.controller.made.words(), to_settings)
        self._bring_up(self.state, self.state)
        self.footer.hide()

    def show_failure(self, error: BaseException) -> None:
        """What waits can't be read."""
        self.slow.stop()
        self.state.show_failure(error, self.refresh)
        self._bring_up(self.state, self.state)
        self.footer.hide()

    # The card that is decided on

    def _selected(self) -> None:
        self._show_current(again=False)

    def _show_current(self, *, again: bool) -> None:
        item = self.view.current_card()
        if item is None:
            return
        yes, no = verbs(item)
        edits = isinstance(item, ReviewItem)
        self.footer.show_words(yes, no, after_no_words(item), edits=edits, team=self.model.may_trust(item))
        chosen = [one for one in self.view.chosen() if isinstance(one, ReviewItem)]
        if len(chosen) > 1:
            self.batch.show_selection(len(chosen), {_status(one) for one in chosen})
            self.side.setCurrentWidget(self.several)
        else:
            self.side.setCurrentWidget(self.pane if edits else self.proposal)
        if isinstance(item, ProposalItem):
            self.proposal.show_proposal(item)
        elif again or self.pane.item is None or self.pane.item.id != item.id:
            self.controller.read(item.id, self.pane.place_of(item.id))

    def show_detail(self, detail: Detail) -> None:
        """Show a memory in full, if it is still the current one."""
        self.batch.set_projects(detail.projects)
        item = self.view.current_item()
        if item is None or item.id != detail.memory.id:
            return
        self.pane.show_detail(item, detail)
        if self._comparing == item.id:
            self.pane.show_compare()
        self._comparing = None

    # What a person does

    def _command(self, name: str, ids: Sequence[str]) -> None:
        cards = [card for id_ in ids if (card := self.model.card(id_))]
        items = [card for card in cards if isinstance(card, ReviewItem)]
        if name == "accept_all":
            self._accept_all()
        elif not cards:
            return
        elif name in ("accept", "reject"):
            self._decide(name, cards)
        elif name == "keep_both":
            self._decide("accept", cards, replace=False)
        elif isinstance(cards[0], ProposalItem):
            self._of_proposal(name, cards[0])
        elif name == "edit":
            self._edit(items[0])
        elif name == "trust":
            self._trust(items[0])
        elif name == "compare":
            self._compare(items[0])
        elif name == "open" and items[0].conversation:
            self.open_wanted.emit(items[0].conversation, items[0].first_turn or None)
        elif name == "memory":
            self.memory_wanted.emit(items[0].id)
        else:
            self._several(name)

    # Several memories

    def _batch_command(self, name: str) -> None:
        if name == "clear":
            self.view.go_to(self.view.currentIndex().row())
        elif name in ("accept", "reject"):
            self._command(name, [item.id for item in self.view.chosen()])
        else:
            self._several(name)

    def _trust(self, item: ReviewItem) -> None:
        """Ask before the author of a memory is trusted."""
        shared = self.model.author(item)
        if shared is None or shared.trusted:
            words = tr("Only an author in your team can be trusted")
            if shared is not None:
                words = tr("{name} is trusted already").format(name=shared.author)
            self.snackbar.say(Message(words, "info"))
            return
        dialog = trust_dialog(self._icons, shared.author, self.window())
        dialog.confirmed.connect(lambda: self.controller.trust(shared, dialog))
        opened(dialog)

    def _several(self, name: str) -> None:
        """Do to all that are selected what else can be done to memories."""
        ids = [item.id for item in self.view.chosen() if isinstance(item, ReviewItem)]
        if ids:
            self.end_edit(set(ids))
            self.controller.run(name, ids, None)

    def _change_several(self, fields: dict[str, Any]) -> None:
        ids = [item.id for item in self.view.chosen() if isinstance(item, ReviewItem)]
        self.controller.update_many(ids, **fields)

    def _of_proposal(self, name: str, item: ProposalItem) -> None:
        """Nothing else can be done with one but to look at the memory."""
        if name == "edit":
            said = tr("Suggestions can't be edited. Press Ctrl+O to open the memory.")
            self.snackbar.say(Message(said, "info"))
        elif name in ("open", "memory"):
            self.memory_wanted.emit(item.memory.id)

    def _decide(self, name: str, items: Sequence[Waiting], *, replace: bool = True) -> None:
        """`replace`: to accept one that updates an older memory rejects that."""
        if name == "accept" and len(items) > 1:
            items = [item for item in items if not self.model.is_planted(item)]
            if not items:
                words = tr("They may try to take control of your AI. Accept them one by one.")
                self.snackbar.say(Message(words, "warning"))
                return
        self.end_edit({item.id for item in items})
        self.controller.decide(name, items, self.view.current_id(), replace=replace)
        self.focus_main()

    def _accept_all(self) -> None:
        listing = self.controller.listing
        if listing is None:
            return
        counts = listing.count(frozenset(self.controller.gone))
        if not counts.certain:
            why = none_certain(counts.new, counts.touching)
            self.snackbar.say(Message(why or tr("Nothing new to accept"), "info"))
        elif self.title.accept_all.isEnabled():
            self.title.show_accepting(True)
            self.controller.accept_certain(listing.threshold)

    def show_accepting(self, on: bool) -> None:
        """Whether all that is certain is being accepted."""
        self.title.show_accepting(on)
        self.focus_main()

    # The editor

    def _edit(self, item: ReviewItem) -> None:
        """Open the editor in a card. What was typed in another one is saved; where that can't be, it stays
        open: nothing that was typed is lost."""
        edited = self.view.edited
        if edited is not None and edited.id != item.id and self.editor.dirty:
            if self.editor.problem:
                self.view.select(edited.id)
                self.editor.area.setFocus(Qt.FocusReason.OtherFocusReason)
                return
            self.controller.save(edited, self.editor.text)
        self.view.select(item.id)
        if edited is not None and edited.id == item.id:
            self.editor.area.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.view.begin_edit(item)

    def end_edit(self, ids: Container[str]) -> None:
        """Close the editor if it is open for one of these."""
        if self.view.edited is not None and self.view.edited.id in ids:
            self.view.end_edit()

    def show_edit_error(self, error: ArborError) -> None:
        """Leave the text where it is, with what is wrong below it."""
        if self.view.edited is not None:
            self.editor.show_error(error_words(error))
        else:
            self._refused(error)

    def _save(self, text: str) -> None:
        if self.view.edited is not None:
            self.controller.save(self.view.edited, text)

    def _accept_edited(self, text: str) -> None:
        if self.view.edited is not None:
            self.controller.accept_edited(self.view.edited, text)

    def _compare(self, item: ReviewItem) -> None:
        if item.relation is Relation.CONTRADICTS and item.conflict:
            self.conflict_wanted.emit(item.conflict)
        elif item.relation is Relation.UPDATES:
            shown = self.pane.item is not None and self.pane.item.id == item.id
            self._comparing = item.id
            self.view.select(item.id)
            if shown:
                self.pane.show_compare()
                self._comparing = None

    def _replace_older(self) -> None:
        item = self.pane.item
        if item is not None:
            self.controller.replace_older(item, self.view.current_id())
            self.focus_main()

    def _change(self, fields: dict[str, Any], text: str) -> None:
        item = self.pane.item
        if item is not None:
            self.controller.set_fields(item.id, fields, text)

    def _menu(self, at: QPoint) -> None:
        items = self.view.chosen()
        if items:
            open_menu(self, self._icons, items, at, lambda name: self._command(name, [i.id for i in items]))

    # What is said

    def _refused(self, error: BaseException) -> None:
        self.snackbar.say(Message(error_words(error), "warning"))

    # The store

    def _store_changed(self, changes: Changes) -> None:
        told = changes.memories or changes.all_memories or changes.settings or changes.conflicts
        if not (told or changes.conversations or changes.all_conversations):
            return
        self.soon.changed()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.soon.shown()

    # Widths

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            # Unnamed it is not remembered: with its sizes, its direction would be.
            self.splitter.setObjectName("" if narrow else _SPLITTER)
            self.splitter.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
            bars = self.title.height() + self.footer.height()
            size = self.height() - bars if narrow else self.width()
            side = size * 2 // 5 if narrow else self._theme.px(436)
            self.splitter.setSizes([size - side, side])


def _status(item: ReviewItem) -> str:
    return "active" if item.outdated else "pending"
