"""The second step: what Arbor would remember of the last weeks, before anything is saved."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import Scope
from arbor_desktop.projects.names import project_name
from arbor_desktop.service.first_look import DAYS, Candidate, FirstLook
from arbor_desktop.ui.components import (
    Badge,
    Button,
    Card,
    ConfidenceBar,
    ElidedLabel,
    EmptyState,
    IconButton,
    Label,
    ProgressBar,
    TextField,
)
from arbor_desktop.ui.components.boxes import TOP, hbox, vbox
from arbor_desktop.ui.first_run.steps import Foot, Step
from arbor_desktop.ui.formatting import day
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import content_error, type_label
from arbor_desktop.ui.setting_rows.cards import RowList
from arbor_desktop.ui.setting_rows.rows import SettingsController
from arbor_desktop.ui.translation import QT_TR_NOOP, tr

MOST = 20


class PreviewStep(Step):
    """A memory that is not ticked is rejected when the others are saved. `saving(kept, dropped)`: found and
    wanted text by id, and texts."""

    name = QT_TR_NOOP("Preview")
    saving = Signal(object, object)

    def __init__(
        self,
        icons: Icons,
        settings: SettingsController,
        look: FirstLook,
        sources: Callable[[], tuple[str, ...]],
        clock: Clock,
    ) -> None:
        super().__init__(
            icons,
            tr("Preview your memories"),
            tr(
                "From your newest conversations of the last three weeks. "
                "Nothing is saved until you choose Save."
            ),
        )
        self._settings, self._look, self._sources, self._clock = settings, look, sources, clock
        self._read_for: tuple[str, ...] | None = None
        self._stopped = False
        self.done = False
        """Everything was read, or the person stopped it."""
        self.bar = ProgressBar(icons.theme, tr("Reading progress"))
        self.line = Label(icons.theme, "", "small", "text2")
        self.stop = Button(icons, tr("Stop reading"), variant="link", clicked=self._stop)
        reading = hbox((self.bar, 1), self.stop, gap=icons.theme.px(12))
        self.count = Label(icons.theme, "", "body600")
        self.rows = RowList(icons.theme)
        self.card = Card(icons.theme)
        vbox(self.rows, on=self.card)
        self.nothing = EmptyState(icons, "memories", "")
        self.column.addLayout(reading)
        self.column.addWidget(self.line)
        self.column.addWidget(self.count)
        self.column.addWidget(self.card)
        self.column.addWidget(self.nothing)
        self.column.addStretch(1)
        for part in (self.bar, self.stop, self.line, self.count, self.card, self.nothing):
            part.hide()

    @property
    def candidates(self) -> list[CandidateRow]:
        return [row for row in self.rows.rows if isinstance(row, CandidateRow)]

    @property
    def kept(self) -> dict[str, tuple[str, str]]:
        """The found and the wanted text of what is ticked, by id."""
        return {
            row.candidate.memory.id: (row.candidate.memory.content, row.text)
            for row in self.candidates
            if row.ticked
        }

    def foot(self) -> Foot:
        kept, rows = len(self.kept), self.candidates
        if not rows:
            return Foot("", tr("Continue"), skip=False)
        note = tr("Nothing saved yet")
        if dropped := len(rows) - kept:
            note += " · " + tr("%n unticked", None, dropped)
        return Foot(note, tr("Save %n memories", None, kept) if kept else tr("Continue"), skip=True)

    def enter(self) -> None:
        sources = self._sources()
        if not sources:
            self._read_for = None
            self.rows.set_rows([])
            self.card.hide()
            self._say_nothing(
                tr("No sources turned on"), tr("Go back and turn on a source to see a preview.")
            )
        elif self._read_for != sources:
            self._read_for = sources
            self._stopped = self.done = False
            self.rows.set_rows([])
            self.nothing.hide()
            self._settings.start(self._read(sources))
        self.changed.emit()

    def go(self) -> None:
        self._stopped = True
        if kept := self.kept:
            dropped = [row.candidate.memory.content for row in self.candidates if not row.ticked]
            self.saving.emit(kept, dropped)

    def _say_nothing(self, title: str, text: str) -> None:
        self.nothing.show_state("memories", title, text)
        self.nothing.show()
        for part in (self.bar, self.stop, self.line, self.count, self.card):
            part.hide()

    def _stop(self) -> None:
        self._stopped = True
        self.stop.setEnabled(False)

    async def _read(self, sources: tuple[str, ...]) -> None:
        for part in (self.bar, self.stop, self.line):
            part.show()
        self.stop.setEnabled(True)
        self.line.setText(tr("Looking for recent conversations…"))
        await self._settings.ask("first look", self._look.close)  # of other sources
        files = await self._settings.ask("first look", self._look.recent, sources)
        for number_, file in enumerate(files):
            self.bar.set_value(number_, len(files))
            words = tr("Reading conversation {n} of {total}…")
            self.line.setText(words.format(n=number_ + 1, total=len(files)))
            await self._settings.ask("first look", self._look.read, file)
            await self._add(finished=False)
            if self._stopped:
                break
        self.done = True
        await self._add(finished=True)
        self.bar.hide()
        self.stop.hide()
        if not files:
            text = tr("Your memories will appear as you work, soon after each conversation ends.")
            self._say_nothing(tr("No conversations in the last {n} days").format(n=DAYS), text)
        elif not self.candidates:
            self._say_nothing(
                tr("Nothing to remember yet"),
                tr("In a session, say how you like to work, and Arbor saves it as a memory."),
            )
        else:
            self.line.setText(
                tr("Untick memories you don't want. They won't be suggested again once you save the others.")
            )
        self.changed.emit()

    async def _add(self, *, finished: bool) -> None:
        shown = [row.candidate.memory.id for row in self.candidates]
        new: list[Candidate] = await self._settings.ask(
            "first candidates", self._look.candidates, shown, MOST - len(shown), finished=finished
        )
        if not new:
            return
        rows = [CandidateRow(self._icons, one, self._clock()) for one in new]
        for row in rows:
            row.changed.connect(self.changed)
        self.rows.set_rows([*self.rows.rows, *rows])
        self.card.show()
        self.count.setText(tr("%n memories found", None, len(self.rows.rows)))
        self.count.show()
        self.changed.emit()


class _Words(TextField):
    """Enter and Esc end the edit, and do nothing to the dialog. `ended(whether the text is wanted)`."""

    ended = Signal(bool)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.ended.emit(event.key() != Qt.Key.Key_Escape)
            event.accept()
        else:
            super().keyPressEvent(event)


class CandidateRow(QWidget):
    """A memory that may be saved: ticked or not, its text to edit, and the words that it comes from."""

    changed = Signal()

    def __init__(self, icons: Icons, candidate: Candidate, now: int) -> None:
        super().__init__()
        self.candidate = candidate
        theme, px = icons.theme, icons.theme.px
        memory = candidate.memory
        self.tick = QCheckBox()
        self.tick.setChecked(True)
        self.tick.setAccessibleName(memory.content)
        self.tick.toggled.connect(self._ticked)
        self.words = Label(theme, memory.content, "body500", wrap=True)
        self.field = _Words(icons, tr("Memory text"), text=memory.content)
        self.field.ended.connect(self._end_edit)
        self.field.editingFinished.connect(self._end_edit)
        self.field.hide()
        self.edit = IconButton(icons, "edit", tr("Edit text"), clicked=self._begin_edit)
        first = hbox(
            (self.words, 1), (self.field, 1), (ConfidenceBar(theme, memory.confidence), TOP), gap=px(10)
        )
        quote = ElidedLabel(theme, f"“{candidate.quote}”" if candidate.quote else "", "small", "text2")
        place = tr("Global") if memory.scope is Scope.GLOBAL else project_name(memory.scope_id or "")
        at = memory.said_at
        where = f"{place} · {day(at, now)}" if at is not None else place
        second = QHBoxLayout()
        second.setSpacing(px(8))
        second.addWidget(Badge(icons, type_label(memory.type), memory.type.value))
        second.addWidget(quote, 1)
        second.addWidget(Label(theme, where, "caption", "text3"))
        column = vbox(first, second, gap=px(4))
        if candidate.against:
            against = tr("Conflicts with “{text}”").format(text=candidate.against)
            column.addWidget(ElidedLabel(theme, against, "small", "warn"))
        row = QHBoxLayout(self)
        row.setContentsMargins(px(14), px(10), px(10), px(10))
        row.setSpacing(px(12))
        row.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        row.addWidget(self.edit)

    @property
    def ticked(self) -> bool:
        return self.tick.isChecked()

    @property
    def text(self) -> str:
        """The text as the person wants it."""
        return self.words.text()

    def _ticked(self, on: bool) -> None:
        self.words.set_token("text" if on else "text3")
        self.edit.setEnabled(on)
        self.changed.emit()

    def _begin_edit(self) -> None:
        self.field.setText(self.text)
        self.words.hide()
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def _end_edit(self, wanted: bool = True) -> None:
        if self.field.isHidden():
            return
        text = self.field.text().strip()
        if wanted and text and not content_error(text):
            self.words.setText(text)
            self.tick.setAccessibleName(text)
        self.field.hide()
        self.words.show()
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()
