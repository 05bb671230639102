"""A memory's text edited in its card: from the key that begins it to what becomes of the words."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from arbor_desktop.editing.review import ReviewItem
from arbor_desktop.ui.memories.desk import error_words
from arbor_desktop.ui.review.desk import Desk
from arbor_desktop.ui.review.list_view import ReviewList
from arbor_desktop.ui.review.model import ReviewModel


class Editing(QObject):
    """`saved` after a text was stored; `accepted(item, id of the memory to go on with)` after a yes with
    other words."""

    saved = Signal()
    accepted = Signal(object, object)

    def __init__(self, view: ReviewList, model: ReviewModel, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._view, self._model, self._desk = view, model, desk
        assert view.editor is not None
        self._editor = view.editor
        self._editor.save_wanted.connect(self._save)
        self._editor.accept_wanted.connect(self._accept)
        self._editor.left.connect(view.end_edit)

    @property
    def item(self) -> ReviewItem | None:
        """What is being edited."""
        return self._view.edited

    def begin(self, item: ReviewItem) -> None:
        """Opens the editor in a card. What was typed in another one is saved; where that can't be, it stays
        open: nothing that was typed is lost."""
        edited = self.item
        if edited is not None and edited.id != item.id and self._editor.dirty:
            if self._editor.problem:
                self._view.select(edited.id)
                self._editor.area.setFocus(Qt.FocusReason.OtherFocusReason)
                return
            self._save(self._editor.text)
        self._view.select(item.id)
        if edited is not None and edited.id == item.id:
            self._editor.area.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._view.begin_edit(item)

    def end_for(self, ids: set[str]) -> None:
        """Closes the editor if it is open for one of these."""
        if self.item is not None and self.item.id in ids:
            self._view.end_edit()

    def save_unsaved(self) -> None:
        """Gives the desk what could be stored."""
        item = self.item
        if item is not None and self._editor.dirty and not self._editor.problem:
            self._desk.save(item, self._editor.text, lambda: None, self._desk.refuse)

    def _save(self, text: str) -> None:
        item = self.item
        if item is not None:
            self._desk.save(item, text, lambda: self._stored(item), self._refused)

    def _stored(self, item: ReviewItem) -> None:
        self.end_for({item.id})
        self.saved.emit()

    def _accept(self, text: str) -> None:
        item = self.item
        if item is None:
            return
        follow = self._model.neighbour([item.id])

        def done(_memory: object) -> None:
            self.end_for({item.id})
            self.accepted.emit(item, follow)

        self._desk.accept_edited(item, text, done, self._refused)

    def _refused(self, error: BaseException) -> None:
        """The text stays where it is, with what is wrong below it."""
        if self.item is not None:
            self._editor.show_error(error_words(error))
        else:
            self._desk.refuse(error)
