"""Share a memory with the team: what the others get, what goes along, and what speaks against it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from arbor_desktop.team.model import PROBLEMS, Check, State
from arbor_desktop.ui.components import Badge, Button, ElidedLabel, Hairline, InlineError, Label
from arbor_desktop.ui.components.boxes import MIDDLE, STRETCH, ScrollArea, clear, hbox, vbox
from arbor_desktop.ui.components.cards import Card
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.text_runs import RunsView, code_runs
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import short, type_label
from arbor_desktop.ui.team.parts import QuoteLines
from arbor_desktop.ui.team.words import first_name
from arbor_desktop.ui.translation import tr, translated


class ShareSheet(ScrollArea):
    """Lies over the fields of a memory. `share_wanted(id, with its quote)`; `closed`; `memory_wanted(id)` of
    another member's that says the same; `settings_wanted`."""

    share_wanted = Signal(str, bool)
    closed = Signal()
    memory_wanted = Signal(str)
    settings_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        self._icons, self._theme = icons, icons.theme
        px, theme = icons.theme.px, icons.theme
        body = QWidget()
        super().__init__(body, name=tr("Share with team"), parent=parent)
        self.memory_id = ""
        self.about = Label(theme, "", "small", "text2", wrap=True)
        self._shown = Card(theme, fill="surface")
        self._shown_column = vbox(on=self._shown, margins=px(12), gap=px(6))
        self.quote = QCheckBox(tr("Include the quote that proves it"))
        self._quotes = QWidget()
        self._quotes_column = vbox(on=self._quotes)
        self._checks = vbox(gap=px(6))
        self.error = InlineError(theme)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", size="small", clicked=self.closed)
        self.share = Button(
            icons, tr("Share"), variant="primary", size="small", keycap="Ctrl ↵", clicked=self._share
        )
        self.project = Button(icons, "", variant="link", icon="folder", clicked=self.settings_wanted)
        kept = tr("Its history and conversation are never shared.")
        self.later = Label(theme, "", "small", "text2", wrap=True)
        card = Card(theme, edge="borderStrong")
        vbox(
            vbox(Label(theme, tr("Share with team"), "section"), self.about),
            vbox(Label(theme, tr("Sent to the others"), "small500", "text2"), self._shown, gap=px(4)),
            vbox(self.quote, self._quotes, Label(theme, kept, "small", "text2", wrap=True), gap=px(6)),
            Hairline(theme),
            self._checks,
            Hairline(theme),
            self.error,
            hbox((self.later, 1), self.cancel, self.share, gap=px(8)),
            on=card, margins=(px(16), px(14), px(16), px(12)), gap=px(12),
        )  # fmt: skip
        below = hbox(self.project, STRETCH)
        vbox(card, below, STRETCH, on=body, margins=(px(16), 0, px(16), px(12)), gap=px(8))
        self.quote.toggled.connect(self._quotes.setVisible)
        self.hide()

    def show_check(self, check: Check, state: State) -> None:
        """Show what the team would get of a memory."""
        self.memory_id = check.id
        others = sum(not (one.removed or one.me) for one in state.members)
        about = [state.team, tr("%n other members", None, others)]
        if state.unreachable_since:
            about.append(tr("sent when the server is back"))
        self.about.setText(" · ".join(about))
        self._fill_shown(check)
        self.quote.setChecked(bool(check.quote))
        self.quote.setVisible(bool(check.quote))
        clear(self._quotes_column)
        self._quotes.setVisible(bool(check.quote))
        if check.quote:
            self._quotes_column.addWidget(QuoteLines(self._theme, check.quote))
        clear(self._checks)
        for glyph, token, words, other in _checks(check):
            line = GlyphLine(self._icons, glyph, words, token=token)
            if other:
                show = Button(self._icons, tr("Show"), variant="link")
                show.clicked.connect(lambda _on=False, other=other: self.memory_wanted.emit(other))
                line.add(show)
            self._checks.addWidget(line)
        self.error.show_error("")
        self.share.setEnabled(not check.problem)
        self.later.setText("" if check.problem else tr("You can withdraw it later."))
        words = tr("Share everything new in {project}?").format(project=check.project)
        self.project.set_label(words)
        self.project.setVisible(not check.problem)
        (self.cancel if check.problem else self.share).setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill_shown(self, check: Check) -> None:
        clear(self._shown_column)
        theme, px = self._theme, self._theme.px
        head = QWidget()
        hbox(
            Badge(self._icons, type_label(check.type), check.type),
            (ElidedLabel(theme, check.project, "small", "text2"), 1, MIDDLE),
            on=head, gap=px(10),
        )  # fmt: skip
        self._shown_column.addWidget(head)
        self._shown_column.addWidget(RunsView(theme, code_runs(check.text), style="body", spoken=check.text))
        if check.tags:
            self._shown_column.addWidget(Label(theme, ", ".join(check.tags), "caption", "text2", wrap=True))

    def _share(self) -> None:
        self.share.setEnabled(False)
        self.share_wanted.emit(self.memory_id, self.quote.isChecked())

    def fail(self, words: str) -> None:
        """Say why it was not shared."""
        self.error.show_error(words)
        self.share.setEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def _checks(check: Check) -> list[tuple[str, str, str, str]]:
    """Return lines: glyph, its colour, words, and the id of a memory to show."""
    lines = []
    if check.problem:
        lines.append(("warning", "danger", translated(PROBLEMS[check.problem]), ""))
    elif check.personal:
        lines.append(("warning", "warn", tr("It names an e-mail address or telephone number."), ""))
    else:
        lines.append(("check", "ok", tr("No secrets or e-mail addresses found"), ""))
    if check.similar is not None:
        one = check.similar
        words = tr("{name} has a similar one: “{text}”").format(
            name=first_name(one.author), text=short(one.text, 90)
        )
        lines.append(("info", "text3", words, one.id))
    return lines
