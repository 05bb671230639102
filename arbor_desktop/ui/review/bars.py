"""The title above, the keys below, and the state where nothing waits."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.ui.components import BackForward, Button, ElidedLabel, EmptyState, KeyHint, Label, Switch
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.review.model import Counts
from arbor_desktop.ui.review.words import (
    accept_all_words,
    level_tip,
    none_certain,
    short_title_line,
    title_line,
)
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

_NARROW = 900
"""Below this width the switch says less."""
_NOTE = 220
"""With less room than this, the note below is left out."""


class TitleBar(Bar):
    """`accept_all_wanted` and `by_itself_changed(on)`."""

    accept_all_wanted = Signal()
    by_itself_changed = Signal(bool)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        arrows = BackForward(icons, self)  # the first that Tab meets
        theme = icons.theme
        px = theme.px
        self._threshold = 0.9
        self._counts = Counts()
        self._accepting = False
        self.title = Label(theme, tr("Review"), "title", parent=self)
        self.line = ElidedLabel(theme, "", "body", "text2", parent=self)
        self.words = Label(theme, "", "small", "text2", parent=self)
        self.switch = Switch(theme, "", parent=self)
        self.words.setBuddy(self.switch)
        self.switch.clicked.connect(self.by_itself_changed)  # by a person, not by what is shown
        self.accept_all = Button(icons, "", icon="check", keycap=tr("Shift A"), parent=self)
        self.accept_all.clicked.connect(self.accept_all_wanted)
        self.why_not = Label(theme, "", "small", "text2", parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(8), 0, px(16), 1)
        row.setSpacing(px(12))
        row.addWidget(arrows)
        row.addWidget(self.title)
        row.addWidget(self.line, 1)
        row.addSpacing(px(16))
        row.addWidget(self.words)
        row.addWidget(self.switch)
        row.addSpacing(px(12))
        row.addWidget(self.accept_all)
        row.addWidget(self.why_not)
        row.setSpacing(px(8))
        self.setFixedHeight(px(52))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_counts(Counts(), 0.9, False)

    def show_counts(self, counts: Counts, threshold: float, by_itself: bool) -> None:
        self._threshold = threshold
        self._counts = counts
        self.switch.setChecked(by_itself)
        self._say()
        self.accept_all.setToolTip(f"{_accept_all_tip(counts.certain)}. {level_tip(threshold)}")

    def show_accepting(self, on: bool) -> None:
        """While it goes on, it can't be asked for again."""
        self._accepting = on
        self._say()

    def _say(self) -> None:
        counts, narrow = self._counts, self.width() < self._theme.px(_NARROW)
        self.accept_all.set_label(tr("Accepting…") if self._accepting else accept_all_words(counts.certain))
        self.accept_all.setEnabled(bool(counts.certain) and not self._accepting)
        self.accept_all.setVisible(bool(counts.certain) or self._accepting)
        why_not = none_certain(counts.new, counts.touching)
        self.why_not.setText(why_not)
        self.why_not.setToolTip(level_tip(self._threshold))
        self.why_not.setVisible(bool(why_not) and self.accept_all.isHidden())
        whole = tr("Auto-accept very certain memories")
        self.words.setText(tr("Auto-accept") if narrow else whole)
        self._say_counts(counts)
        self.switch.setAccessibleName(whole)
        tip = tr(
            "Accept very certain memories automatically. Memories that conflict with or update "
            "another memory still need review. So do instructions that are not from you."
        )
        tip = f"{tip} {level_tip(self._threshold)}"
        for widget in (self.switch, self.words):
            widget.setToolTip(tip)
        self.switch.setAccessibleDescription(tip)

    def _say_counts(self, counts: Counts) -> None:
        """Say it in full where that fits."""
        taken = self.minimumSizeHint().width() - self.line.minimumSizeHint().width()
        line = title_line(counts.new, counts.talks, counts.outdated, counts.proposed, counts.team)
        self.line.setText(line)
        if self.line.sizeHint().width() > self.width() - taken:
            self.line.setText(short_title_line(counts.new, counts.outdated, counts.proposed, counts.team))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._say()


class Footer(Bar):
    """What the keys do to the card they act on, and what becomes of what is turned down."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, fill="rail", line="top")
        px = theme.px
        self._edits, self._team = True, False
        self._trust = KeyHint(theme, ("T",), tr("Trust author"), self)
        self._accept = KeyHint(theme, ("A",), tr("Accept"), self)
        self._edit = KeyHint(theme, ("E",), tr("Edit"), self)
        self._reject = KeyHint(theme, (tr("Del"),), tr("Reject"), self)
        self._accept_all = KeyHint(theme, (tr("Shift A"),), tr("Accept all very certain memories"), self)
        self._certain = True
        self._hints = [
            KeyHint(theme, ("J", "K"), tr("Navigate"), self),
            self._accept,
            self._edit,
            self._reject,
            self._trust,
            self._accept_all,
        ]
        self.note = ElidedLabel(theme, "", "small", "text2", parent=self)
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight)
        row = hbox(*self._hints, (self.note, 1), on=self, margins=(px(16), 1, px(16), 0), gap=px(16))
        row.addStretch()
        self.setFixedHeight(px(36))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(36))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """What there is no room for is not begun: first the note goes, then the hints at the end."""
        px = self._theme.px
        left = self.width() - 2 * px(16)
        for hint in self._hints:
            wide = hint.sizeHint().width()
            shown = {
                self._edit: self._edits, self._trust: self._team, self._accept_all: self._certain
            }.get(hint, True)  # fmt: skip
            hint.setVisible(shown and wide <= left)
            left -= wide + px(16) if shown else 0
        self.note.setVisible(left >= px(_NOTE))

    def show_certain(self, certain: int) -> None:
        """A key that would do nothing is not told."""
        self._certain = bool(certain)
        self._accept_all.say(accept_all_words(certain))
        self._fit()

    def show_words(self, yes: str, no: str, note: str, *, edits: bool = True, team: bool = False) -> None:
        """What a yes and a no to the current card are called, what becomes of it after a no, whether its
        text can be edited, and whether its author in the team can be trusted."""
        self._accept.say(yes)
        self._reject.say(no)
        self.note.setText(note)
        self._edits, self._team = edits, team
        self._fit()


def _accept_all_tip(certain: int) -> str:
    return tr("Accept %n very certain memories without conflicts", None, certain)


class State(EmptyState):
    """Takes the focus, so that no stray key presses a button."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons, "review", "", parent=parent)
        self._button_icons = icons

    def show_nothing(self, mode: str, decided: str, to_settings: Callable[[], None]) -> None:
        """Nothing waits. `mode`: what goes to review at all; `decided`: what was decided just now."""
        settings = Button(self._button_icons, tr("Open review settings"), clicked=to_settings)
        title = tr("Nothing to review")
        text = tr(
            "New memories that need your review appear here, with their source. So do memories "
            "marked outdated and suggestions from AI tools."
        )
        if mode == "nothing":
            text = tr(
                "Most new memories become active right away, as you chose. These still appear "
                "here: instructions that are not from you, some memories saved by AI tools, "
                "suggestions from AI tools, and memories marked outdated."
            )
        if decided:
            title, text = tr("All done"), decided
        self.show_state("review", title, text, actions=(settings,))

    def show_failure(self, error: BaseException, again: Callable[[], None]) -> None:
        self.show_failed(
            tr("Couldn't load the review list"),
            error,
            again,
        )
